// c_selftest_closing.c -- the self-test of functions that solve constraints.
//
// assemble() starts a little off a closed configuration, project_velocity() from speeds that agree
// with nothing. What comes out is computed here by the same iterations; how far rounding may carry
// it is measured with iterations that are disturbed. Where no closed configuration is found (the
// parameters may be invented) only the failure is compared; where it took long, a rounding may lead
// to another one of many solutions, and only that there is one is compared.
// SPDX-License-Identifier: MIT
#include "codegen/c_selftest.h"
#include "codegen/closing_values.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>

// Of the numbers that the solver is given: small, and large enough to be seen in doubles.
static const double DISTURBANCE = 0x1p-24;
// The disturbance is one of many that are possible.
static const double SAFETY = 16;
// Along solutions that are a curve only the damping keeps x, of root 0.03: a rounding of the way
// counts 30 times.
static const double ALONG = 30;
enum { MANY_TRIES = 12 };           // Newton's own steps would be half as many
static const double AWAY = 0x1p-4;  // of a start from the closed configuration, rad or m
static const double GRID = 512;     // starts are multiples of 1 / GRID, which float holds

typedef struct ClosingCase {
  double *q;      // where speeds are solved for
  double *start;  // of what is solved for
  int *held;
  double *expected;  // and behind the last, whether there is no solution
  double *roundings;
} ClosingCase;

// ---- values

static double initial_value(const Variable *coordinate)
{
  return c_has_default(coordinate) ? expr_literal_value(coordinate->value) : 0;
}

// From the initial values of the description, then from random ones. False: nothing closes.
static bool close_somehow(const CModel *model, const Samples *samples, int s, double q[])
{
  const CClosing *positions = &model->closings[C_CLOSING_POSITIONS];
  int n = model->equations->coordinate_count;
  ProgramState state = selftest_state(samples, s);
  for (int attempt = 0; attempt <= SELFTEST_STATES; attempt++) {
    for (int j = 0; j < n; j++) {
      q[j] = attempt == 0 ? initial_value(&model->equations->coordinates[j])
                          : samples->q[attempt - 1][j];
    }
    if (closing_solve(model, positions, &state, NULL, 0, q).failed == 0) return true;
  }
  return false;
}

static void solve_case(const CModel *model, const CClosing *closing, const Samples *samples, int s,
                       ClosingCase *one)
{
  int n = model->equations->coordinate_count;
  ProgramState state = selftest_state(samples, s);
  state.q = one->q;
  double *moved = ARENA_ARRAY(model->arena, double, n);
  memcpy(one->expected, one->start, sizeof(double) * (size_t)n);
  memcpy(moved, one->start, sizeof(double) * (size_t)n);
  ClosingResult result = closing_solve(model, closing, &state, one->held, 0, one->expected);
  bool is_open = result.failed != 0 || result.tries > MANY_TRIES;
  closing_solve(model, closing, &state, one->held, DISTURBANCE, moved);
  double size = 0, distance = 0;
  for (int j = 0; j < n; j++) {
    size = fmax(size, fabs(one->expected[j]));
    distance = fmax(distance, fabs(one->expected[j] - one->start[j]));
  }
  for (int j = 0; j < n; j++) {
    double way = fabs(moved[j] - one->expected[j]) / DISTURBANCE;
    one->roundings[j] = is_open ? INFINITY : SAFETY * (way + size + ALONG * distance);
  }
  one->expected[n] = result.failed != 0;
}

static ClosingCase make_case(const CModel *model, const CClosing *closing, const Samples *samples,
                             int s)
{
  int n = model->equations->coordinate_count;
  Arena *arena = model->arena;
  ClosingCase one = { .q = ARENA_ARRAY(arena, double, n),
                      .start = ARENA_ARRAY(arena, double, n),
                      .held = ARENA_ARRAY(arena, int, n),
                      .expected = ARENA_ARRAY(arena, double, n + 1),
                      .roundings = ARENA_ARRAY(arena, double, n + 1) };
  bool has_positions = model->closings[C_CLOSING_POSITIONS].name != NULL;
  bool is_closed = has_positions && close_somehow(model, samples, s, one.q);
  if (!is_closed) memcpy(one.q, samples->q[s], sizeof(double) * (size_t)n);
  for (int j = 0; j < n; j++) {
    double start = round((one.q[j] + AWAY * samples->qd[s][j]) * GRID) / GRID;
    one.start[j] = closing->is_for_speeds ? samples->qd[s][j] : start;
  }
  if (s > 0) one.held[(s - 1) % n] = 1;
  solve_case(model, closing, samples, s, &one);
  if (one.expected[n] != 0 && s > 0) {  // held where it cannot stay
    one.held[(s - 1) % n] = 0;
    solve_case(model, closing, samples, s, &one);
  }
  return one;
}

// ---- text

static void put_reals_table(Text *out, const CModel *model, const char *name,
                            const ClosingCase cases[], bool is_start)
{
  int n = model->equations->coordinate_count;
  text_format(out, "static const %s %s[STATES][%d] = {\n", model->real, name, n);
  for (int s = 0; s < SELFTEST_STATES; s++) {
    text_put(out, "  {\n    ");
    selftest_put_reals(out, model, 4, is_start ? cases[s].start : cases[s].q, n);
    text_put(out, "\n  },\n");
  }
  text_put(out, "};\n\n");
}

static void put_tables(Text *out, const CModel *model, const CClosing *closing,
                       const ClosingCase cases[])
{
  int n = model->equations->coordinate_count;
  const char *name = closing->short_name;
  Arena *arena = model->arena;
  put_reals_table(out, model, arena_format(arena, "start_%s", name), cases, true);
  if (closing->is_for_speeds)
    put_reals_table(out, model, arena_format(arena, "q_%s", name), cases, false);
  text_format(out, "static const int held_%s[STATES][%d] = {\n", name, n);
  for (int s = 0; s < SELFTEST_STATES; s++) {
    text_put(out, "  {");
    for (int j = 0; j < n; j++)
      text_format(out, "%s%s %d", j > 0 ? "," : "", j % 30 == 29 ? "\n   " : "", cases[s].held[j]);
    text_put(out, " },\n");
  }
  text_put(out, "};\n\n// What is solved for; then whether there is no solution.\n");
  text_format(out, "static const Expected expected_%s[STATES][%d] = {\n", name, n + 1);
  for (int s = 0; s < SELFTEST_STATES; s++)
    selftest_put_expected(out, cases[s].expected, cases[s].roundings, n + 1);
  text_put(out, "};\n\n");
}

static void put_check(Text *out, const CModel *model, const CClosing *closing)
{
  Arena *arena = model->arena;
  int n = model->equations->coordinate_count;
  const char *name = closing->short_name;
  CArguments arguments = c_closing_arguments(model, closing, C_PLAIN);
  for (int k = 0; k < arguments.count; k++) {
    const char *argument = arguments.name[k];
    ValueSource source = arguments.source[k];
    if (source == SOURCE_OUTPUT) arguments.name[k] = "got";
    if (source == SOURCE_Q) arguments.name[k] = arena_format(arena, "q_%s[s]", name);
    if (source == SOURCE_INPUTS || source == SOURCE_TIME)
      arguments.name[k] = arena_format(arena, "states[s].%s", argument);
    if (strcmp(argument, "held") == 0) arguments.name[k] = arena_format(arena, "held_%s[s]", name);
  }
  text_format(out,
              "static void check_%s(Tally *tally, const %s_params *p)\n{\n"
              "  for (int s = 0; s < STATES; s++) {\n"
              "    %s got[%d], residual[%d];\n"
              "    for (int j = 0; j < %d; j++) got[j] = start_%s[s][j];\n",
              name, model->name, model->real, n + 1, closing->equations, n, name);
  c_put_list(out, arena_format(arena, "    const int failed = %s", closing->name), arguments.name,
             arguments.count);
  text_format(out,
              ";\n    got[%d] = (%s)(failed != 0);\n"
              "    check(tally, \"%s\", s, got, expected_%s[s], %d);\n  }\n}\n\n",
              n, model->real, name, name, n + 1);
}

void selftest_put_closing(Text *out, const CModel *model, const CClosing *closing,
                          const Samples *samples)
{
  ClosingCase cases[SELFTEST_STATES];
  for (int s = 0; s < SELFTEST_STATES; s++)
    cases[s] = make_case(model, closing, samples, s);
  put_tables(out, model, closing, cases);
  put_check(out, model, closing);
}
