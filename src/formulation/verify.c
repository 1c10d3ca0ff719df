// verify.c -- the statements of a certificate.
// SPDX-License-Identifier: MIT
#include "formulation/verify.h"

#include "base/memory.h"
#include "formulation/builder.h"
#include "formulation/chart.h"
#include "formulation/formulation.h"
#include "formulation/forward.h"
#include "formulation/regressor.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/steps.h"
#include "notation/print.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_EXPRESSION = 400, COLUMN_OF_RESULT = 66 };

typedef struct Examination {
  const Mechanism *mechanism;
  Scene **scenes;  // one for each method
  int count;
  Text *out;
  Verdict verdict;
} Examination;

// ---- lines of the certificate

// Ends a line that begins at `line_start`.
static void put_result(Verdict *verdict, Text *out, size_t line_start, bool holds)
{
  int columns = text_columns(text_string(out) + line_start, out->length - line_start);
  text_format(out, "%*s%s\n", columns < COLUMN_OF_RESULT ? COLUMN_OF_RESULT - columns : 1, "",
              holds               ? "holds"
              : verdict->is_blind ? "not proved"
                                  : "DOES NOT HOLD");
  verdict->statements++;
  if (!holds && verdict->is_blind) verdict->unproved++;
  if (!holds && !verdict->is_blind) verdict->failures++;
}

static bool is_beyond_fingerprints(const Step *item)
{
  switch (item->op) {
  case OP_SQRT:
  case OP_ASIN:
  case OP_ACOS:
  case OP_ATAN:
  case OP_ATAN2: return item->node->form->stage >= STAGE_POSITION;
  default: return false;
  }
}

// Do roots or inverse functions move a frame?
static bool has_inverse_functions(const Mechanism *mechanism)
{
  bool is_found = false;
  for (int f = 1; f < mechanism->frame_count && !is_found; f++) {
    const Frame *frame = &mechanism->frames[f];
    for (int m = 0; m < frame->move_count && !is_found; m++) {
      Steps steps = steps_of(&frame->moves[m].amount, 1);
      for (int i = 0; i < steps.count; i++)
        is_found = is_found || is_beyond_fingerprints(&steps.at[i]);
      steps_free(&steps);
    }
  }
  return is_found;
}

void verdict_put(Verdict *verdict, Text *out, const char *law, bool holds)
{
  size_t start = out->length;
  text_format(out, "  %s ", law);
  put_result(verdict, out, start, holds);
}

static void put_law(Examination *examination, const char *law, bool holds)
{
  verdict_put(&examination->verdict, examination->out, law, holds);
}

static void put_expression(Text *out, const char *label, const Expr *e)
{
  Text text = { 0 };
  expr_print(e, &text);
  bool is_long = text.length > LONGEST_EXPRESSION;
  text_format(out, "      %s: %.*s%s\n", label, is_long ? LONGEST_EXPRESSION : (int)text.length,
              text_string(&text), is_long ? " ..." : "");
  text_free(&text);
}

// ---- one method against another

typedef struct Candidate {
  const Scene *scene;
  Quantity quantity;
} Candidate;

// The first entry that differs, or -1.
static int first_difference(const Quantity *a, const Quantity *b)
{
  if (a->rows != b->rows || a->columns != b->columns) return 0;
  for (int i = 0; i < a->rows * a->columns; i++) {
    if (!expr_same_value(a->entries[i], b->entries[i])) return i;
  }
  return -1;
}

static void put_difference(Text *out, const Candidate *a, const Candidate *b, int entry)
{
  int columns = a->quantity.columns;
  text_format(out, "    %s", a->quantity.key);
  if (columns > 1) {
    text_format(out, "[%d][%d]", entry / columns + 1, entry % columns + 1);
  } else if (a->quantity.rows > 1) {
    text_format(out, "[%d]", entry + 1);
  }
  text_put(out, " is not the same:\n");
  put_expression(out, a->scene->method->name, a->quantity.entries[entry]);
  put_expression(out, b->scene->method->name, b->quantity.entries[entry]);
}

// The quantity where it has a meaning: with quaternions on the unit sphere.
static Quantity on_unit_quaternions(const Scene *scene, Quantity quantity)
{
  if (!has_quaternions(scene->mechanism)) return quantity;
  Chart chart = chart_of(scene->mechanism, scene->equations);
  return chart_carry(&chart, &quantity);
}

// Those methods that have a recipe of their own for the quantity, and can follow it.
static int candidates_for(Examination *examination, const char *key, Candidate candidates[])
{
  int count = 0;
  Text why = { 0 };
  for (int i = 0; i < examination->count; i++) {
    Scene *scene = examination->scenes[i];
    if (!formulation_has_recipe(scene->method, key)) continue;
    text_clear(&why);
    if (scene_quantity(scene, key, &why)) {
      Quantity quantity = *equations_find(scene->equations, key);
      candidates[count++] = (Candidate){ scene, on_unit_quaternions(scene, quantity) };
    } else {
      text_format(examination->out, "  %s by %s: %s\n", key, scene->method->name,
                  text_string(&why));
    }
  }
  text_free(&why);
  return count;
}

static void compare_methods(Examination *examination, const char *key)
{
  Candidate *candidates = memory_new((size_t)examination->count, sizeof *candidates);
  int count = candidates_for(examination, key, candidates);
  size_t start = examination->out->length;
  text_format(examination->out, "  %-4s", key);
  for (int i = 0; i < count; i++) {
    text_format(examination->out, "%s%s", i == 0 ? "" : " = ", candidates[i].scene->method->name);
  }
  int entry = -1, other = 0;
  for (int i = 1; i < count && entry < 0; i++) {
    entry = first_difference(&candidates[0].quantity, &candidates[i].quantity);
    other = i;
  }
  if (count > 1) {
    put_result(&examination->verdict, examination->out, start, entry < 0);
  } else {
    text_put(examination->out, "   (nothing to compare)\n");
  }
  if (entry >= 0 && !examination->verdict.is_blind) {
    put_difference(examination->out, &candidates[0], &candidates[other], entry);
  }
  free(candidates);
}

// ---- laws

static bool is_symmetric(const Expr *const M[], int n)
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      if (M[i * n + j] != M[j * n + i]) return false;
    }
  }
  return true;
}

// dM/dt by the motion of the coordinates; what the clock moves is not part of C.
static bool rate_minus_2C_is_skew(const Expr *const M[], const Expr *const C[], int n)
{
  const Expr **N = memory_new((size_t)(n * n) + 1, sizeof(*N));
  expr_time_derivatives(M, n * n, N);
  const Expr *time = n > 0 ? expr_find_symbol(M[0]->pool, "t") : NULL;
  for (int i = 0; i < n * n; i++) {
    if (time) N[i] = difference(N[i], expr_derivative(M[i], time));
    N[i] = difference(N[i], product(integer(C[i], 2), C[i]));
  }
  bool is_skew = true;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      is_skew = is_skew && is_zero(sum(N[i * n + j], N[j * n + i]));
  }
  free(N);
  return is_skew;
}

// d(T + V)/dt = sum of qd_i (tau_i + Qe_i), where tau is what inverse dynamics answers.
static bool energy_changes_by_power(Scene *scene)
{
  const Equations *equations = scene->equations;
  const Expr *const *T = scene_require(scene, "T");
  const Expr *const *V = scene_require(scene, "V");
  const Expr *const *tau = scene_require(scene, "tau");
  const Expr *const *Qe = scene_require(scene, "Qe");
  const Expr *rate = expr_time_derivative(sum(T[0], V[0]));
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Expr *force = sum(tau[i], Qe[i]);
    rate = difference(rate, product(speed_of(equations, i), force));
  }
  return is_zero(rate);
}

// tau = Y pi + Y0 for a regressor and its parameters, entry by entry. Y is made of the geometry
// alone, so this is what linear means.
static bool is_regressor(Scene *scene, const char *regressor, const char *parameters, int *columns)
{
  const Equations *equations = scene->equations;
  scene_require(scene, "tau");
  const Expr *const *Y = scene_require(scene, regressor);
  const Expr *const *values = scene_require(scene, parameters);
  const Expr *const *Y0 = scene_require(scene, "Y0");
  *columns = equations_find(equations, regressor)->columns;
  Quantity given = *equations_find(equations, "tau");
  Quantity made = given;
  made.entries = ARENA_ARRAY(equations->arena, const Expr *, equations->coordinate_count);
  for (int i = 0; i < equations->coordinate_count; i++) {
    made.entries[i] = Y0[i];
    for (int c = 0; c < *columns; c++)
      made.entries[i] = sum(made.entries[i], product(Y[i * *columns + c], values[c]));
  }
  given = on_unit_quaternions(scene, given);
  made = on_unit_quaternions(scene, made);
  return first_difference(&given, &made) < 0;
}

// Has every link a coordinate of its own? Regrouping looks at links one by one; a coordinate that
// moves several, or a move that follows the clock, lets more be grouped.
static bool moves_are_free(Scene *scene)
{
  const LinkTree *tree = scene_links(scene);
  for (int i = 0; i < tree->count; i++) {
    if (tree->links[i].kind == MOVE_QUATERNION) continue;
    int coordinate = coordinate_of_link(scene, &tree->links[i]);
    if (coordinate < 0) return false;
    for (int k = 0; k < i; k++) {
      bool has_amount = tree->links[k].kind != MOVE_QUATERNION;
      if (has_amount && coordinate_of_link(scene, &tree->links[k]) == coordinate) return false;
    }
  }
  return true;
}

static void examine_parameters(Examination *examination, Scene *scene)
{
  Text law = { 0 };
  int standard = 0, base = 0;
  if (!scene_quantity(scene, "Y", &law)) {
    text_format(examination->out, "  (%s)\n", text_string(&law));
    text_free(&law);
    return;
  }
  bool is_linear = is_regressor(scene, "Y", "pi", &standard);
  put_law(examination, "tau = Y pi + Y0, linear in the inertial parameters", is_linear);
  bool is_grouped = is_regressor(scene, "Yb", "base", &base);
  text_format(&law, "tau = Yb base + Y0, %d base parameters for %d", base, standard);
  put_law(examination, text_string(&law), is_grouped);
  text_clear(&law);
  int rank = regressor_rank(examination->mechanism, pool_seed(scene->equations->pool));
  if (moves_are_free(scene)) {
    text_format(&law, "%d columns of Y are independent (rank modulo a prime)", base);
    put_law(examination, text_string(&law), rank == base);
  } else {
    text_format(
        examination->out,
        "  (%d columns of Y are independent: a coordinate moves several links, or time one)\n",
        rank);
  }
  text_free(&law);
}

static void examine_laws(Examination *examination)
{
  Scene *scene = examination->scenes[0];
  Text why = { 0 };
  int n = scene->equations->coordinate_count;
  const Expr *const *tau = scene_quantity(scene, "tau", &why);
  if (!tau) {
    text_format(examination->out, "  no equations of motion: %s\n", text_string(&why));
    examination->verdict.failures++;
    text_free(&why);
    return;
  }
  const Expr *const *M = scene_require(scene, "M");
  const Expr *const *C = scene_require(scene, "C");
  put_law(examination, "M is symmetric", is_symmetric(M, n));
  put_law(examination, "dM/dt - 2C is skew", rate_minus_2C_is_skew(M, C, n));
  if (frame_driven_by_time(scene->mechanism)) {
    text_put(examination->out, "  (energy is not balanced by tau alone: time moves a joint)\n");
  } else {
    put_law(examination, "d(T + V)/dt is the power of tau and of what acts",
            energy_changes_by_power(scene));
  }
  examine_parameters(examination, scene);
  text_free(&why);
}

Verdict verify_formulations(const Mechanism *mechanism, const FormulationInfo methods[], int count,
                            uint64_t seed, Text *out)
{
  static const char *const KEYS[] = { "T", "V", "M", "h", "G", "tau" };
  Examination examination = { .mechanism = mechanism,
                              .count = count,
                              .out = out,
                              .verdict.is_blind = has_inverse_functions(mechanism) };
  examination.scenes = memory_new((size_t)count, sizeof *examination.scenes);
  for (int i = 0; i < count; i++)
    examination.scenes[i] = scene_new(mechanism, &methods[i], seed);
  // h alone depends on the parameters of a quaternion; M qdd + h, in tau, does not.
  bool is_on_sphere = has_quaternions(mechanism);
  if (is_on_sphere) text_put(out, "  (for unit quaternions, by three parameters each)\n");
  for (int k = 0; k < (int)(sizeof KEYS / sizeof KEYS[0]); k++) {
    if (!is_on_sphere || strcmp(KEYS[k], "h") != 0) compare_methods(&examination, KEYS[k]);
  }
  examine_laws(&examination);
  for (int i = 0; i < count; i++)
    equations_free(scene_release(examination.scenes[i]));
  free(examination.scenes);
  return examination.verdict;
}
