// motion_law.c -- the laws as sequences of phases, each a formula that is valid up to a time.
//
// With x = t/T:
//   quintic    s = 10 x^3 - 15 x^4 + 6 x^5                    velocity, acceleration 0 at the ends
//   septic     s = 35 x^4 - 84 x^5 + 70 x^6 - 20 x^7          jerk also 0 at the ends
// With V = 1/(T - r), r the ramp, while accelerating (then V (t - r/2), then 1 - s(T - t)):
//   trapezoid  s = V t^2/(2 r)                                trapezoid of velocity
//   s_curve    s = A t^3/(2 r), A (t^2/2 - r t/6 + r^2/54),   trapezoid of acceleration A = 3V/(2r)
//              V (t - r/2) + A (r - t)^3/(2 r)                with flanks of r/3
//   sin2       s = V/(2 r) (t^2 + r^2/(2 pi^2) (cos(2 pi t/r) - 1))
//                                                             acceleration 2V/r sin^2(pi t/r)
// SPDX-License-Identifier: MIT
#include "symbolic/calculus/motion_law.h"

#include "symbolic/algebra.h"
#include "symbolic/literal.h"
#include "symbolic/calculus/spline.h"

#include <assert.h>
#include <string.h>

enum { MAX_PIECES = 3 };  // of the acceleration phase

typedef struct Shape {
  const char *word;
  int pieces;  // formulas of the acceleration phase; 0: one polynomial for the whole motion
  // s as a function of the time u since the start of the step
  const Expr *(*piece)(const Expr *u, const Expr *T, const Expr *r, int piece);
} Shape;

// ---- formulas

// c0 + c1 x + ... by Horner's rule
static const Expr *polynomial(const Expr *x, const long coefficients[], int count)
{
  const Expr *value = integer(x, coefficients[count - 1]);
  for (int i = count - 2; i >= 0; i--) {
    value = product(value, x);
    value = sum(value, integer(x, coefficients[i]));
  }
  return value;
}

static const Expr *quintic(const Expr *u, const Expr *T, const Expr *r, int piece)
{
  static const long COEFFICIENTS[] = { 10, -15, 6 };
  (void)r;
  (void)piece;
  const Expr *x = quotient(u, T);
  const Expr *rest = polynomial(x, COEFFICIENTS, 3);
  return product(expr_pow_integer(x, 3), rest);
}

static const Expr *septic(const Expr *u, const Expr *T, const Expr *r, int piece)
{
  static const long COEFFICIENTS[] = { 35, -84, 70, -20 };
  (void)r;
  (void)piece;
  const Expr *x = quotient(u, T);
  const Expr *rest = polynomial(x, COEFFICIENTS, 4);
  return product(expr_pow_integer(x, 4), rest);
}

// V = 1/(T - r)
static const Expr *cruise_speed(const Expr *T, const Expr *r)
{
  return reciprocal(difference(T, r));
}

static const Expr *cruise(const Expr *u, const Expr *T, const Expr *r)
{
  const Expr *V = cruise_speed(T, r);
  return product(V, difference(u, half(r)));
}

static const Expr *trapezoid(const Expr *u, const Expr *T, const Expr *r, int piece)
{
  (void)piece;
  const Expr *rate = half(quotient(cruise_speed(T, r), r));
  return product(rate, square(u));
}

static const Expr *s_curve(const Expr *u, const Expr *T, const Expr *r, int piece)
{
  const Expr *V = cruise_speed(T, r);
  const Expr *A = quotient(product(expr_rational(expr_pool(u), 3, 2), V), r);
  const Expr *flank = half(quotient(A, r));
  if (piece == 0) return product(flank, expr_pow_integer(u, 3));
  if (piece == 1) {
    const Expr *linear = product(expr_rational(expr_pool(u), -1, 6), r);
    const Expr *value = sum_of_products(half(u), u, linear, u);
    const Expr *constant = square(r);
    constant = product(expr_rational(expr_pool(r), 1, 54), constant);
    return product(A, sum(value, constant));
  }
  const Expr *level = cruise(u, T, r);
  const Expr *left = expr_pow_integer(difference(r, u), 3);
  return sum(level, product(flank, left));
}

static const Expr *sin2(const Expr *u, const Expr *T, const Expr *r, int piece)
{
  (void)piece;
  const Expr *pi = expr_pi(expr_pool(u));
  const Expr *angle = quotient(product(product(integer(u, 2), pi), u), r);
  const Expr *cosine = expr_call(OP_COS, angle);
  const Expr *wave = difference(cosine, one(u));
  const Expr *width = half(square(quotient(r, pi)));
  const Expr *value = sum_of_products(u, u, width, wave);
  return product(half(quotient(cruise_speed(T, r), r)), value);
}

static const Shape SHAPES[] = {
  { "quintic", 0, quintic },     { "septic", 0, septic },       { "trapezoid", 1, trapezoid },
  { "bang_bang", 1, trapezoid }, { "s_curve", 3, s_curve },     { "sin2", 1, sin2 },
  { "spline", 0, NULL },         { "quintic_spline", 0, NULL },
};

static const Shape *find_shape(const char *law)
{
  for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
    if (strcmp(SHAPES[i].word, law) == 0) return &SHAPES[i];
  }
  return NULL;
}

static const Shape *shape_of(const char *law)
{
  const Shape *shape = find_shape(law);
  assert(shape && "the language knows the laws");
  return shape;
}

bool motion_law_is_rest_to_rest(const char *law)
{
  const Shape *shape = find_shape(law);
  return shape && shape->piece;
}

static bool is_bang_bang(const char *law) { return strcmp(law, "bang_bang") == 0; }

bool motion_is_spline(const char *law) { return !shape_of(law)->piece; }

bool motion_has_ramp(const char *law) { return shape_of(law)->pieces > 0 && !is_bang_bang(law); }

bool motion_is_bounded(const char *law, int order)
{
  return order < 2 || shape_of(law)->piece != trapezoid;
}

// ---- peaks

// root(radicand) * numerator/denominator
static const Expr *surd(Pool *pool, long numerator, long denominator, long radicand)
{
  const Expr *root = expr_call(OP_SQRT, expr_integer(pool, radicand));
  return product(expr_rational(pool, numerator, denominator), root);
}

// Maxima of the derivatives of s with respect to x, which occur at 1/2, at 1/2 -+ sqrt(3)/6 or
// sqrt(5)/10, and at 0 or 1/2.
static const Expr *polynomial_peak(Pool *pool, bool is_quintic, int order)
{
  if (order == 0) return expr_rational(pool, is_quintic ? 15 : 35, is_quintic ? 8 : 16);
  if (order == 1) return is_quintic ? surd(pool, 10, 3, 3) : surd(pool, 84, 25, 5);
  return is_quintic ? expr_integer(pool, 60) : expr_rational(pool, 105, 2);
}

// Maximum of the derivative during a ramp of duration 1 up to the speed 1.
static const Expr *ramp_peak(Pool *pool, const Shape *shape, int order)
{
  assert(motion_is_bounded(shape->word, order));
  if (order == 0 || shape->piece == trapezoid) return expr_integer(pool, 1);
  bool is_sine = shape->piece == sin2;
  if (order == 1) return is_sine ? expr_integer(pool, 2) : expr_rational(pool, 3, 2);
  if (!is_sine) return expr_rational(pool, 9, 2);
  const Expr *two = expr_integer(pool, 2);
  return product(two, expr_pi(pool));
}

static const Expr *unit_peak(const Shape *shape, int order, const Expr *T, const Expr *r)
{
  if (shape->pieces == 0) {
    const Expr *peak = polynomial_peak(expr_pool(T), shape->piece == quintic, order);
    return quotient(peak, expr_pow_integer(T, order + 1));
  }
  const Expr *V = cruise_speed(T, r);
  const Expr *peak = product(ramp_peak(expr_pool(T), shape, order), V);
  return quotient(peak, expr_pow_integer(r, order));
}

// ---- steps

static const Expr *distance(const MotionPlan *plan, int step)
{
  return difference(plan->waypoints[step + 1], plan->waypoints[step]);
}

static const Expr *third(const Expr *a) { return quotient(a, integer(a, 3)); }

// The maximum of a and b, or with OP_MIN the minimum.
static const Expr *extreme(Operator op, const Expr *a, const Expr *b)
{
  if (a->form->stage > STAGE_LITERAL || b->form->stage > STAGE_LITERAL) return expr_call2(op, a, b);
  bool is_b = expr_literal_value(a) < expr_literal_value(b);
  return is_b == (op == OP_MAX) ? b : a;
}

static const Expr *nth_root(const Expr *a, int n)
{
  if (n == 1) return a;
  return n == 2 ? expr_call(OP_SQRT, a) : expr_pow(a, third(one(a)));
}

// Returns true if the ramp is determined by limits of the velocity and of a higher derivative.
static bool is_ramp_free(const MotionPlan *plan)
{
  bool has_limits = plan->limits[0] && (plan->limits[1] || plan->limits[2]);
  return has_limits && motion_has_ramp(plan->law) && !plan->ramp && !plan->duration;
}

// For a ramp determined by limits: the greatest velocity V <= limit over a distance D. A ramp r up
// to V reaches c_k V/r^k, and without a phase of constant velocity D = V r, so that V^(k + 1) = D^k
// limit_k/c_k.
static const Expr *free_speed(const MotionPlan *plan, const Expr *D)
{
  const Expr *V = plan->limits[0];
  for (int k = 1; k < MOTION_ORDERS; k++) {
    if (!plan->limits[k]) continue;
    const Expr *peak = ramp_peak(expr_pool(D), shape_of(plan->law), k);
    const Expr *power = quotient(product(expr_pow_integer(D, k), plan->limits[k]), peak);
    V = extreme(OP_MIN, V, nth_root(power, k + 1));
  }
  return V;
}

static const Expr *free_ramp(const MotionPlan *plan, const Expr *V)
{
  const Expr *ramp = NULL;
  for (int k = 1; k < MOTION_ORDERS; k++) {
    if (!plan->limits[k]) continue;
    const Expr *peak = ramp_peak(expr_pool(V), shape_of(plan->law), k);
    const Expr *r = nth_root(quotient(product(peak, V), plan->limits[k]), k);
    ramp = ramp ? extreme(OP_MAX, ramp, r) : r;
  }
  return ramp;
}

static const Expr *length_of(const MotionPlan *plan, int step)
{
  return expr_call(OP_ABS, distance(plan, step));
}

static const Expr *ramp_of(const MotionPlan *plan, int step, const Expr *T)
{
  if (is_bang_bang(plan->law)) return half(T);
  if (is_ramp_free(plan)) return free_ramp(plan, free_speed(plan, length_of(plan, step)));
  return plan->ramp ? plan->ramp : third(T);
}

// In the time T the derivative of order k + 1 reaches peak D/T^(k + 1), where `peak` is the value
// for T = 1.
static const Expr *shortest_time(const MotionPlan *plan, int step)
{
  const Shape *shape = shape_of(plan->law);
  const Expr *D = length_of(plan, step);
  const Expr *unit = one(D), *time = NULL;
  if (is_ramp_free(plan)) {
    const Expr *V = free_speed(plan, D);
    return sum(free_ramp(plan, V), quotient(D, V));
  }
  for (int order = 0; order < MOTION_ORDERS; order++) {
    if (!plan->limits[order]) continue;
    const Expr *power = product(unit_peak(shape, order, unit, ramp_of(plan, step, unit)), D);
    power = nth_root(quotient(power, plan->limits[order]), order + 1);
    time = time ? extreme(OP_MAX, time, power) : power;
  }
  assert(time && "a plan has a duration or a limit");
  return time;
}

const Expr *motion_duration(const MotionPlan *plan, int step)
{
  int last = plan->station_count - 2;
  if (!plan->duration) return shortest_time(plan, step);
  if (!plan->times) return quotient(plan->duration, integer(plan->duration, last + 1));
  const Expr *until = step < last ? plan->times[step] : plan->duration;
  return step > 0 ? difference(until, plan->times[step - 1]) : until;
}

const Expr *motion_peak(const MotionPlan *plan, int step, int order)
{
  const Expr *T = motion_duration(plan, step);
  const Expr *r = ramp_of(plan, step, T);
  return product(unit_peak(shape_of(plan->law), order, T, r), length_of(plan, step));
}

// ---- phases

typedef struct Phase {
  const Expr *until;  // time since the step's start
  const Expr *value;  // s
} Phase;

// Time at which piece `piece` of the acceleration phase begins and the preceding one ends.
static const Expr *piece_start(const Shape *shape, const Expr *r, int piece)
{
  return product(expr_rational(expr_pool(r), piece, shape->pieces), r);
}

// Fills in the phases of a step in order and returns their number; `u` is the time since the start
// of the step.
static int phases_of(const Shape *shape, const Expr *u, const Expr *T, const Expr *r,
                     Phase phases[2 * MAX_PIECES + 1])
{
  if (shape->pieces == 0) {
    phases[0] = (Phase){ T, shape->piece(u, T, r, 0) };
    return 1;
  }
  int count = 0;
  for (int i = 0; i < shape->pieces; i++) {
    const Expr *until = piece_start(shape, r, i + 1);
    phases[count++] = (Phase){ until, shape->piece(u, T, r, i) };
  }
  const Expr *slow = difference(T, r);
  if (slow != r) phases[count++] = (Phase){ slow, cruise(u, T, r) };
  const Expr *left = difference(T, u);
  for (int i = shape->pieces - 1; i >= 0; i--) {
    const Expr *until = difference(T, piece_start(shape, r, i));
    const Expr *rest = shape->piece(left, T, r, i);
    phases[count++] = (Phase){ until, difference(one(rest), rest) };
  }
  return count;
}

// Position from this step on; `later` is the position after the step.
static const Expr *with_step(const MotionPlan *plan, int step, const Expr *t, const Expr *start,
                             const Expr *later)
{
  const Shape *shape = shape_of(plan->law);
  Phase phases[2 * MAX_PIECES + 1];
  const Expr *T = motion_duration(plan, step), *D = distance(plan, step);
  const Expr *r = ramp_of(plan, step, T);
  int count = phases_of(shape, difference(t, start), T, r, phases);
  for (int i = count - 1; i >= 0; i--) {
    const Expr *position = sum(plan->waypoints[step], product(D, phases[i].value));
    const Expr *condition = expr_call2(OP_LT, t, sum(start, phases[i].until));
    later = expr_if(condition, position, later);
  }
  return later;
}

// ---- splines

static int degree_of(const MotionPlan *plan) { return strcmp(plan->law, "spline") == 0 ? 3 : 5; }

static const Expr **spline_of(const MotionPlan *plan, Arena *arena)
{
  int steps = plan->station_count - 1, degree = degree_of(plan);
  const Expr **lengths = ARENA_ARRAY(arena, const Expr *, steps);
  const Expr **coefficients = ARENA_ARRAY(arena, const Expr *, steps *(degree + 1));
  for (int i = 0; i < steps; i++)  // relative: numbers more often than times are
    lengths[i] = quotient(motion_duration(plan, i), plan->duration);
  spline_coefficients(degree, plan->waypoints, lengths, steps, arena, coefficients);
  return coefficients;
}

static const Expr *spline_piece(const MotionPlan *plan, int step, const Expr *x,
                                const Expr *const coefficients[])
{
  int degree = degree_of(plan);
  const Expr *const *own = coefficients + step * (degree + 1), *value = own[degree];
  for (int j = degree - 1; j >= 0; j--)
    value = sum(product(value, x), own[j]);
  return value;
}

// ---- complete motion

const Expr *motion_end(const MotionPlan *plan)
{
  const Expr *end = plan->start;
  for (int i = 0; i < plan->station_count - 1; i++)
    end = sum(end, motion_duration(plan, i));
  return end;
}

const Expr *motion_position(const MotionPlan *plan)
{
  const Expr *t = expr_symbol(expr_pool(plan->start), "t", STAGE_TIME);
  const Expr *end = motion_end(plan);
  int steps = plan->station_count - 1;
  const Expr *position = plan->waypoints[steps];
  Arena *arena = arena_new();
  const Expr **pieces = motion_is_spline(plan->law) ? spline_of(plan, arena) : NULL;
  for (int i = steps - 1; i >= 0; i--) {
    const Expr *until = end;
    end = difference(end, motion_duration(plan, i));
    if (pieces) {
      const Expr *value =
          spline_piece(plan, i, quotient(difference(t, end), motion_duration(plan, i)), pieces);
      position = expr_if(expr_call2(OP_LT, t, until), value, position);
    } else {
      position = with_step(plan, i, t, end, position);
    }
  }
  arena_free(arena);
  return expr_if(expr_call2(OP_LT, t, plan->start), plan->waypoints[0], position);
}
