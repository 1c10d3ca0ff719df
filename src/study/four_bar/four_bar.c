// four_bar.c -- closed-form numerical solution of a four-bar linkage.
//
// Eliminating phi3 by squaring yields K cos(phi2) + L sin(phi2) = M. With the tangent of the half
// angle, phi2 = 2 atan2(L +- sqrt(K^2 + L^2 - M^2), K + M), which has no pole at K + M = 0. Both
// arguments vanish together only for one of the signs; then the other form of the root of the
// quadratic, (M - K) / (L -+ sqrt(...)), is used.
// SPDX-License-Identifier: MIT
#include "study/four_bar/four_bar.h"

#include <math.h>

// Sums of lengths that differ by less than this fraction count as equal.
static const double SAME = 1e-12;

const char *bar_name(Bar link)
{
  static const char *const NAMES[BAR_COUNT] = { "input", "coupler", "output", "ground" };
  return NAMES[link];
}

double four_bar_length(const FourBarSize *size, Bar link)
{
  if (link == BAR_GROUND) return hypot(size->ground[0], size->ground[1]);
  return fabs(size->length[link]);
}

// ---- position

FourBarTerms four_bar_terms(const FourBarSize *size, double angle)
{
  double l1 = size->length[0], l2 = size->length[1], l3 = size->length[2];
  double x = l1 * cos(angle) - size->ground[0], y = l1 * sin(angle) - size->ground[1];
  return (FourBarTerms){ 2 * l2 * x, 2 * l2 * y, l3 * l3 - l2 * l2 - x * x - y * y };
}

static double coupler_angle(const FourBarTerms *terms, double root)
{
  double K = terms->K, L = terms->L, M = terms->M;
  double sum = L + root;
  bool cancels = fabs(sum) < 1e-8 * fabs(L) && fabs(K + M) < 1e-8 * fabs(K);
  return cancels ? 2 * atan2(M - K, L - root) : 2 * atan2(sum, K + M);
}

static bool solve_position(const FourBarSize *size, int branch, double angle[3])
{
  FourBarTerms terms = four_bar_terms(size, angle[0]);
  double size_squared = terms.K * terms.K + terms.L * terms.L;
  double square = size_squared - terms.M * terms.M;
  // stretched or folded within rounding
  if (fabs(square) < SAME * size_squared) square = 0;
  if (!(square >= 0) || !(size_squared > 0)) return false;
  angle[1] = remainder(coupler_angle(&terms, branch * sqrt(square)), 2 * acos(-1));
  double x = size->length[0] * cos(angle[0]) + size->length[1] * cos(angle[1]) - size->ground[0];
  double y = size->length[0] * sin(angle[0]) + size->length[1] * sin(angle[1]) - size->ground[1];
  double sign = size->length[2] < 0 ? -1 : 1;
  angle[2] = atan2(sign * y, sign * x);
  return true;
}

// ---- rates

static void solve_rates(const FourBarSize *size, FourBarMotion *motion)
{
  const double *l = size->length, *phi = motion->angle, *w = motion->rate;
  double *a = motion->acceleration;
  double s23 = sin(phi[1] - phi[2]), c23 = cos(phi[1] - phi[2]);
  motion->determinant = l[1] * l[2] * s23;
  motion->rate[1] = l[0] / l[1] * sin(phi[2] - phi[0]) / s23 * w[0];
  motion->rate[2] = l[0] / l[2] * sin(phi[1] - phi[0]) / s23 * w[0];
  a[1] = (l[0] * (a[0] * sin(phi[2] - phi[0]) - w[0] * w[0] * cos(phi[2] - phi[0])) -
          l[1] * w[1] * w[1] * c23 + l[2] * w[2] * w[2]) /
         (l[1] * s23);
  a[2] = (l[0] * (a[0] * sin(phi[1] - phi[0]) - w[0] * w[0] * cos(phi[1] - phi[0])) -
          l[1] * w[1] * w[1] + l[2] * w[2] * w[2] * c23) /
         (l[2] * s23);
}

bool four_bar_solve(const FourBarSize *size, int branch, FourBarMotion *motion)
{
  if (!solve_position(size, branch, motion->angle)) return false;
  solve_rates(size, motion);
  return true;
}

// ---- Grashof condition

FourBarGrashof four_bar_grashof(const FourBarSize *size)
{
  FourBarGrashof result = { .shortest = BAR_INPUT };
  double total = 0, least = INFINITY, greatest = 0;
  for (int i = 0; i < BAR_COUNT; i++) {
    double length = four_bar_length(size, (Bar)i);
    total += length;
    greatest = fmax(greatest, length);
    if (length < least) result.shortest = (Bar)i;
    least = fmin(least, length);
  }
  result.extremes = least + greatest;
  result.others = total - result.extremes;
  double excess = result.extremes - result.others;
  if (greatest > (total - greatest) * (1 + SAME)) {
    result.kind = FOUR_BAR_OPEN;
  } else if (fabs(excess) <= SAME * total) {
    result.kind = FOUR_BAR_CHANGE_POINT;
  } else {
    result.kind = excess < 0 ? FOUR_BAR_GRASHOF : FOUR_BAR_TRIPLE_ROCKER;
  }
  return result;
}

void four_bar_put_class(const FourBarGrashof *grashof, Bar fixed, Text *out)
{
  const char *shortest = bar_name(grashof->shortest);
  switch (grashof->kind) {
  case FOUR_BAR_OPEN: text_put(out, "cannot be closed"); return;
  case FOUR_BAR_CHANGE_POINT: text_put(out, "change point"); return;
  case FOUR_BAR_TRIPLE_ROCKER: text_put(out, "non-Grashof (triple rocker)"); return;
  case FOUR_BAR_GRASHOF: break;
  }
  if (grashof->shortest == fixed) {
    text_put(out, "double-crank");
  } else if ((grashof->shortest + 2) % BAR_COUNT == fixed) {
    text_format(out, "double-rocker (%s rotates fully)", shortest);
  } else {
    text_format(out, "crank-rocker (%s rotates fully)", shortest);
  }
}

// ---- singular configurations

double four_bar_singular_angle(const FourBarSize *size, bool is_stretched)
{
  double l1 = four_bar_length(size, BAR_INPUT), l2 = four_bar_length(size, BAR_COUPLER);
  double l3 = four_bar_length(size, BAR_OUTPUT), l0 = four_bar_length(size, BAR_GROUND);
  double reach = is_stretched ? l2 + l3 : l2 - l3;
  double cosine = (l1 * l1 + l0 * l0 - reach * reach) / (2 * l1 * l0);
  if (fabs(fabs(cosine) - 1) < SAME) cosine = cosine > 0 ? 1 : -1;
  return fabs(cosine) <= 1 ? acos(cosine) : NAN;
}

// ---- numbers at a state

enum { ENTRY_GROUND = 3, ENTRY_ANGLE = 5, ENTRY_COUNT = 8 };

bool four_bar_evaluate(const FourBar *four_bar, const ProgramState *state, FourBarCase *out,
                       Text *why)
{
  static const char *const KEY = "four_bar";
  const Expr *entries[ENTRY_COUNT];
  memcpy(entries, four_bar->length, sizeof four_bar->length);
  memcpy(entries + ENTRY_GROUND, four_bar->ground, sizeof four_bar->ground);
  memcpy(entries + ENTRY_ANGLE, four_bar->angle, sizeof four_bar->angle);
  Quantity quantity = { .key = KEY, .rows = ENTRY_COUNT, .columns = 1, .entries = entries };
  Equations equations = *four_bar->equations;
  equations.quantities = &quantity;
  equations.quantity_count = 1;
  Program *program = program_new(&equations, &KEY, 1, why);
  if (!program) return false;
  double values[ENTRY_COUNT], *const place = values;
  Arena *arena = arena_new();
  program_evaluate(program, state, ARENA_ARRAY(arena, double, program_register_count(program)),
                   &place);
  memcpy(out->size.length, values, sizeof out->size.length);
  memcpy(out->size.ground, values + ENTRY_GROUND, sizeof out->size.ground);
  out->input[0] = values[ENTRY_ANGLE];
  arena_free(arena);
  program_free(program);
  return true;
}
