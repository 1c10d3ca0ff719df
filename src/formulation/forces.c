// forces.c -- generalised forces of everything that acts, by virtual power.
//
//   force f at P of frame F       Q_i = f . dv_P/dqd_i
//   moment N on F                 Q_i = N . dw_F/dqd_i
//   torque on a coordinate        itself
//
// Where time moves frames, the same forces have a power of their own, v with speeds zero.
//
// A torque that holds a free input is a drive: what drives must supply is what inverse dynamics
// answers, so they are kept apart (Qu). Torques that are proportional to accelerations (the rotor
// of a motor) are inertia: they go to the mass matrix (Ma) and to the kinetic energy.
//
//   M qdd + h + G = tau + Qe + Qu,   M and T with Ma
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/steps.h"

// ---- virtual power

// Generalised forces along the coordinates, and along time where it moves frames (NULL: nobody
// asks).
typedef struct Powers {
  const Expr **Q;
  const Expr **of_time;
} Powers;

static void add(const Expr **power, const Expr *part) { *power = sum(*power, part); }

// Adds f . dv/dqd_i for every coordinate.
static void add_power(const Derivation *derivation, Vec3 f, Vec3 v, Powers powers)
{
  for (int i = 0; i < derivation->equations->coordinate_count; i++) {
    Vec3 partial = vec3_partial(v, speed_of(derivation->equations, i));
    add(&powers.Q[i], vec3_dot(f, partial));
  }
  if (!powers.of_time) return;
  without_speeds(derivation->equations, v.at, 3);
  add(powers.of_time, vec3_dot(f, v));
}

// ---- lengths

static void add_roots(Derivation *derivation, const Expr *e, const Expr *roots[], int *count,
                      int most)
{
  Steps steps = steps_of(&e, 1);
  for (int i = 0; i < steps.count && *count < most; i++) {
    const Step *step = &steps.at[i];
    if (step->op != OP_SQRT) continue;
    roots[(*count)++] = expr_copy(derivation->equations->pool, steps.at[step->arg[0]].node);
  }
  steps_free(&steps);
}

// Places are described in the axes of ground: of a distance between two bodies much cancels that no
// copy of its square would find. Its node has the short form before anything is made of it.
void derivation_shorten_roots(Derivation *derivation)
{
  enum { MOST_ROOTS = 64 };
  const Mechanism *mechanism = derivation->mechanism;
  if (derivation->has_short_roots || derivation->stays_long) return;
  derivation->has_short_roots = true;
  const Expr *roots[MOST_ROOTS];
  int count = 0;
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    for (int i = 0; i < 3 && force->kind != FORCE_TORQUE; i++)
      add_roots(derivation, force->vector.at[i], roots, &count, MOST_ROOTS);
  }
  for (int k = 0; k < mechanism->energy_count; k++)
    add_roots(derivation, mechanism->energies[k].value, roots, &count, MOST_ROOTS);
  entries_shorten(roots, count);
}

Vec3 force_vector(Derivation *derivation, const Force *force)
{
  derivation_shorten_roots(derivation);
  Vec3 vector;
  for (int i = 0; i < 3; i++)
    vector.at[i] = derivation_expression(derivation, force->vector.at[i]);
  return vector;
}

// The factor of a product that takes the most operations.
static const Expr *longest_factor(const Expr *e)
{
  switch (e->form->op) {
  case OP_NEG:
  case OP_DIV: return longest_factor(e->form->arg[0]);
  case OP_MUL: {
    const Expr *a = longest_factor(e->form->arg[0]), *b = longest_factor(e->form->arg[1]);
    return a->form->cost >= b->form->cost ? a : b;
  }
  default: return e;
  }
}

// A pull along a line is a factor times the line, which stays short when it is turned by itself.
// False: the components have no long factor in common.
static bool split_line(Vec3 vector, const Expr **factor, Vec3 *line)
{
  *factor = integer(vector.at[0], 0);
  for (int i = 0; i < 3; i++) {
    const Expr *longest = longest_factor(vector.at[i]);
    if (longest->form->cost > (*factor)->form->cost) *factor = longest;
  }
  if ((*factor)->form->stage <= STAGE_PARAMETER) return false;
  for (int i = 0; i < 3; i++) {
    line->at[i] = quotient(vector.at[i], *factor);
    bool is_long = line->at[i]->form->cost >= (*factor)->form->cost;
    if (is_long && !is_zero(line->at[i])) return false;
  }
  return true;
}

// `vector`, given in the axes of one frame, in those of another.
static Vec3 vector_in(Derivation *derivation, const Force *force, int frame)
{
  Pool *pool = derivation->equations->pool;
  Vec3 vector = force_vector(derivation, force);
  if (force->axes == frame) return vector;
  Mat3 R = pose_of_frame(derivation->mechanism, pool, force->axes, frame).R;
  const Expr *factor;
  Vec3 line;
  if (!split_line(vector, &factor, &line)) return mat3_mul_vec(R, vector);
  line = mat3_mul_vec(R, line);
  derivation_shorten(derivation, line.at, 3);
  derivation_shorten(derivation, &factor, 1);
  return vec3_scale(factor, line);
}

static void add_moment(Derivation *derivation, const Force *force, Powers powers)
{
  const FrameMotion *motions = derivation_motions(derivation);
  add_power(derivation, vector_in(derivation, force, force->frame), motions[force->frame].w_F,
            powers);
  if (force->second_frame == FRAME_GROUND) return;
  Vec3 reaction = vec3_neg(vector_in(derivation, force, force->second_frame));
  add_power(derivation, reaction, motions[force->second_frame].w_F, powers);
}

// The reaction acts at the same place of space.
static void add_force(Derivation *derivation, const Force *force, Powers powers)
{
  Pool *pool = derivation->equations->pool;
  const FrameMotion *motions = derivation_motions(derivation);
  Vec3 r_F = vec3_copy(pool, force->position_F);
  Vec3 f = vector_in(derivation, force, force->frame);
  add_power(derivation, f, point_velocity_F(&motions[force->frame], r_F), powers);
  int second = force->second_frame;
  if (second == FRAME_GROUND) return;
  Vec3 r_S = pose_apply(pose_of_frame(derivation->mechanism, pool, force->frame, second), r_F);
  Vec3 reaction = vec3_neg(vector_in(derivation, force, second));
  add_power(derivation, reaction, point_velocity_F(&motions[second], r_S), powers);
}

bool force_is_drive(const Derivation *derivation, const Force *force)
{
  if (force->kind != FORCE_TORQUE) return false;
  for (int i = 0; i < derivation->mechanism->input_count; i++) {
    const Input *input = &derivation->mechanism->inputs[i];
    if (input_is_free(input) && expr_depends_on(force->amount, input->symbol)) return true;
  }
  return false;
}

static void add_acting(Derivation *derivation, const Force *force, Powers powers)
{
  switch (force->kind) {
  case FORCE_TORQUE:
    add(&powers.Q[force->coordinate], derivation_expression(derivation, force->amount));
    break;
  case FORCE_AT_POINT: add_force(derivation, force, powers); break;
  case FORCE_MOMENT: add_moment(derivation, force, powers); break;
  }
}

static void set_to_zero(const Derivation *derivation, Powers powers)
{
  const Expr *zero = expr_integer(derivation->equations->pool, 0);
  for (int i = 0; i < derivation->equations->coordinate_count; i++)
    powers.Q[i] = zero;
  if (powers.of_time) *powers.of_time = zero;
}

void force_alone(Derivation *derivation, const Force *force, const Expr *Q[])
{
  Powers powers = { .Q = Q };
  set_to_zero(derivation, powers);
  add_acting(derivation, force, powers);
}

// Sums those that are drives, or those that are not.
static void add_forces(Derivation *derivation, bool drives, Powers powers)
{
  const Mechanism *mechanism = derivation->mechanism;
  set_to_zero(derivation, powers);
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    if (force_is_drive(derivation, force) == drives) add_acting(derivation, force, powers);
  }
}

const Expr *power_along_time(Derivation *derivation)
{
  const Equations *equations = derivation->equations;
  const Expr *power = expr_integer(equations->pool, 0);
  if (!frame_driven_by_time(derivation->mechanism)) return power;
  const Expr **Q = ARENA_ARRAY(equations->arena, const Expr *, equations->coordinate_count);
  add_forces(derivation, false, (Powers){ .Q = Q, .of_time = &power });
  return power;
}

// ---- quantities

// Q + Ma qdd
static const Expr *without_inertia(const Equations *equations, const Expr *const Ma[],
                                   const Expr *const Q[], int i)
{
  int n = equations->coordinate_count;
  const Expr *rest = Q[i];
  for (int j = 0; j < n; j++)
    rest = sum(rest, product(Ma[i * n + j], acceleration_of(equations, j)));
  return rest;
}

// Constant and symmetric, and no acceleration in what is left: then it is an inertia, with an
// energy. (Of sign(q'') the derivative is 0.)
static bool is_inertia(const Equations *equations, const Expr *const Ma[], const Expr *const Q[],
                       Text *why)
{
  int n = equations->coordinate_count;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      bool is_symmetric = Ma[i * n + j] == Ma[j * n + i];
      if (is_symmetric && Ma[i * n + j]->form->stage < STAGE_TIME) continue;
      text_format(why,
                  "the torque on %s depends on the acceleration of %s, but not as an inertia does: "
                  "by a factor that is constant and the same the other way round",
                  equations->coordinates[i].name, equations->coordinates[j].name);
      return false;
    }
  }
  for (int i = 0; i < n; i++) {
    const Expr *rest = without_inertia(equations, Ma, Q, i), *at_rest = rest;
    without_accelerations(equations, &at_rest, 1);
    if (rest == at_rest) continue;
    text_format(
        why,
        "the torque on %s depends on accelerations, but not as an inertia does: by constant "
        "factors",
        equations->coordinates[i].name);
    return false;
  }
  return true;
}

bool derive_added_inertia(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr **Q = ARENA_ARRAY(equations->arena, const Expr *, n);
  const Expr **inertia = ARENA_ARRAY(equations->arena, const Expr *, n *n);
  add_forces(derivation, false, (Powers){ .Q = Q });
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      inertia[i * n + j] = negative(expr_derivative(Q[i], acceleration_of(equations, j)));
  }
  if (!is_inertia(equations, inertia, Q, why)) return false;
  const Expr **Ma = equations_add(equations, (Quantity){ .key = key });
  for (int i = 0; i < n * n; i++)
    Ma[i] = inertia[i];
  return true;
}

bool derive_applied_forces(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *Ma = derivation_quantity(derivation, "Ma", why);
  if (!Ma) return false;
  const Expr **Qe = equations_add(equations, (Quantity){ .key = key });
  add_forces(derivation, false, (Powers){ .Q = Qe });
  for (int i = 0; i < n; i++)
    Qe[i] = without_inertia(equations, Ma, Qe, i);
  return true;
}

bool derive_drives(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const Expr **Qu = equations_add(derivation->equations, (Quantity){ .key = key });
  add_forces(derivation, true, (Powers){ .Q = Qu });
  return true;
}

// ---- beside inertia

const Expr **add_gravity(const Derivation *derivation, const char *key)
{
  bool is_whole = derivation->mechanism->energy_count == 0;  // V is of the weights alone
  return equations_add(derivation->equations,
                       (Quantity){ .key = key, .title = is_whole ? NULL : "gravity terms" });
}

const Expr **outer_forces(Derivation *derivation, Text *why)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *Ma = derivation_quantity(derivation, "Ma", why);
  const Expr *const *Qe = Ma ? derivation_quantity(derivation, "Qe", why) : NULL;
  if (!Qe) return NULL;
  const Expr **result = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++) {
    result[i] = negative(Qe[i]);
    for (int j = 0; j < n; j++)
      result[i] = sum(result[i], product(Ma[i * n + j], acceleration_of(equations, j)));
  }
  return result;
}
