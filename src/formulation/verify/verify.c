// verify.c -- statements of a certificate about methods and laws.
// SPDX-License-Identifier: MIT
#include "formulation/verify/verify.h"

#include "base/memory/memory.h"
#include "formulation/builder.h"
#include "formulation/verify/chart.h"
#include "formulation/derived/forward.h"
#include "formulation/recipes.h"
#include "formulation/parameters/regressor.h"
#include "mechanism/check_energy.h"
#include "notation/print/print.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_EXPRESSION_LENGTH = 400, KEY_COUNT = 6 };
static const char *const KEYS[KEY_COUNT] = { "T", "V", "M", "h", "G", "tau" };

// The results of the methods for one key, and the method that they are compared with.
typedef struct KeyRecord {
  const Derivation *reference;  // NULL: none yet
  Quantity quantity;            // of the reference
  bool *is_compared;            // by method
  Comparison comparison;
  Text difference;
} KeyRecord;

typedef struct Examination {
  Certificate *certificate;
  const Mechanism *mechanism;
  const FormulationInfo *methods;
  int count;
  bool is_large;
  KeyRecord records[KEY_COUNT];
  Derivation *laws;  // derivation by the last method, used for the laws
} Examination;

// ---- size

// The number of coordinates that move a frame.
static int freedoms_of_frame(const Mechanism *mechanism, int frame)
{
  int count = 0, first = 0;
  for (; frame > FRAME_GROUND; frame = mechanism->frames[frame].parent)
    count += frame_freedoms(mechanism, &mechanism->frames[frame], &first);
  return count;
}

// The number of Christoffel symbols and of constants of augmented bodies grows with the number of
// triples of coordinates before a body.
static bool is_large(const Mechanism *mechanism)
{
  const double MAX_TRIPLES = 200000;
  double triples = 0;
  for (int b = 0; b < mechanism->body_count; b++) {
    double freedoms = freedoms_of_frame(mechanism, mechanism->bodies[b].frame);
    triples += freedoms * freedoms * freedoms;
  }
  return triples > MAX_TRIPLES;
}

static bool is_within_reach(const Examination *examination, int method, const char *key)
{
  const char *name = examination->methods[method].name;
  if (!examination->is_large) return true;
  if (strcmp(name, "lagrange") == 0) return false;
  bool is_energy_alone = strcmp(key, "T") == 0 || strcmp(key, "V") == 0 || strcmp(key, "G") == 0;
  return strcmp(name, "energy") != 0 || is_energy_alone;
}

// ---- one method against another

static void put_expression(Text *out, const char *label, const Expr *e)
{
  Text text = { 0 };
  expr_print(e, &text);
  bool is_long = text.length > MAX_EXPRESSION_LENGTH;
  text_format(out, "      %s: %.*s%s\n", label, is_long ? MAX_EXPRESSION_LENGTH : (int)text.length,
              text_string(&text), is_long ? " ..." : "");
  text_free(&text);
}

static void put_difference(const Certificate *certificate, KeyRecord *record,
                           const Derivation *derivation, const Quantity *quantity)
{
  const Comparison *comparison = &record->comparison;
  Text *out = &record->difference;
  text_put(out, "    ");
  certificate_put_entry(out, quantity->key, quantity->rows, quantity->columns, comparison->entry);
  text_put(out, " is not the same:\n");
  put_expression(out, derivation->method->name, quantity->entries[comparison->entry]);
  put_expression(out, record->reference->method->name, record->quantity.entries[comparison->entry]);
  if (comparison->state < 0) return;
  text_put(out, "      in numbers: ");
  text_put_double(out, arf_get_d(arb_midref(&comparison->right), ARF_RND_NEAR));
  text_put(out, " and ");
  text_put_double(out, arf_get_d(arb_midref(&comparison->left), ARF_RND_NEAR));
  text_put(out, "\n      where ");
  Text state = { 0 };
  state_print(certificate->states[comparison->state], &state);
  text_format(out, "%s\n", text_string(&state));
  text_free(&state);
}

// The quantity where it is defined: with quaternions on the unit sphere.
static Quantity on_unit_quaternions(const Derivation *derivation, Quantity quantity)
{
  if (!has_quaternions(derivation->mechanism)) return quantity;
  Chart chart = chart_of(derivation->mechanism, derivation->equations);
  return chart_carry(&chart, &quantity);
}

// The first method is the reference of the key; the others are compared with it.
static void record_quantity(Examination *examination, KeyRecord *record, Derivation *derivation,
                            int method, const char *key)
{
  Quantity quantity = on_unit_quaternions(derivation, *equations_find(derivation->equations, key));
  record->is_compared[method] = true;
  if (!record->reference) {
    record->reference = derivation;
    record->quantity = quantity;
    return;
  }
  Comparison comparison = record->comparison;
  const Quantity *reference = &record->quantity;
  if (quantity.rows != reference->rows || quantity.columns != reference->columns) {
    record->comparison.outcome = OUTCOME_DOES_NOT_HOLD;
    return;
  }
  comparison.count = 0;
  compare_entries(examination->certificate, &comparison, reference->entries, quantity.entries,
                  quantity.rows * quantity.columns);
  comparison.count += record->comparison.count;
  bool is_worse = comparison.outcome > record->comparison.outcome;
  record->comparison = comparison;
  if (is_worse && comparison.outcome == OUTCOME_DOES_NOT_HOLD) {
    put_difference(examination->certificate, record, derivation, &quantity);
  }
}

// Returns true if a method was compared that derives the key by the same function.
static bool is_repetition(const Examination *examination, int method, int k)
{
  for (int other = 0; other < examination->count; other++) {
    if (examination->records[k].is_compared[other] &&
        formulation_shares_recipe(&examination->methods[method], &examination->methods[other],
                                  KEYS[k]))
      return true;
  }
  return false;
}

// Compares all keys for which the method has its own recipe and that are not too large for it.
static void examine_method(Examination *examination, int method)
{
  const FormulationInfo *info = &examination->methods[method];
  Derivation *derivation = certificate_derivation(examination->certificate, info);
  derivation->skip_shortening = true;
  bool is_reference = false;
  Text why = { 0 };
  for (int k = 0; k < KEY_COUNT; k++) {
    KeyRecord *record = &examination->records[k];
    // only h depends on the parameters of a quaternion; M qdd + h, in tau, does not
    bool is_left_out = strcmp(KEYS[k], "h") == 0 && has_quaternions(examination->mechanism);
    bool has_recipe =
        formulation_has_recipe(info, KEYS[k]) && !is_repetition(examination, method, k);
    if (is_left_out || !has_recipe || !is_within_reach(examination, method, KEYS[k])) continue;
    text_clear(&why);
    if (derivation_quantity(derivation, KEYS[k], &why)) {
      record_quantity(examination, record, derivation, method, KEYS[k]);
    } else {
      certificate_remark(examination->certificate, "%s by %s: %s", KEYS[k], info->name,
                         text_string(&why));
    }
    is_reference = is_reference || record->reference == derivation;
  }
  double nodes = (double)pool_node_count(derivation->equations->pool);
  examination->certificate->node_pairs += nodes * nodes / 2;
  if (method == examination->count - 1) {
    examination->laws = derivation;
  } else if (!is_reference) {
    equations_free(derivation_release(derivation));
  }
  text_free(&why);
}

static void put_record(Examination *examination, int k)
{
  KeyRecord *record = &examination->records[k];
  Text law = { 0 };
  int count = 0;
  text_format(&law, "%-4s", KEYS[k]);
  for (int i = 0; i < examination->count; i++) {
    if (!record->is_compared[i]) continue;
    text_format(&law, "%s%s", count++ == 0 ? "" : " = ", examination->methods[i].name);
  }
  if (count > 1) {
    certificate_state(examination->certificate, text_string(&law), &record->comparison, NULL);
    certificate_explain(examination->certificate, &record->difference);
  } else if (count == 1) {
    certificate_remark(examination->certificate, "%s   (nothing to compare)", text_string(&law));
  }
  text_free(&law);
}

// ---- laws

static Matrix zeros_like(Matrix a) { return matrix_zero(a.arena, a.pool, a.rows, a.columns); }

// dM/dt - 2C and its transpose cancel; dM/dt due to the motion of the coordinates only, since
// explicit time dependence is not part of C.
static void examine_skewness(Examination *examination, Matrix M, Matrix C)
{
  Matrix N = matrix_copy(M);
  expr_time_derivatives(M.at, M.rows * M.columns, N.at);
  for (int e = 0; e < M.rows * M.columns; e++) {
    N.at[e] = difference(N.at[e], expr_partial_time_derivative(M.at[e]));
    N.at[e] = difference(N.at[e], product(integer(C.at[e], 2), C.at[e]));
  }
  certificate_law(examination->certificate, "dM/dt - 2C is skew",
                  matrix_add(N, matrix_transpose(N)), zeros_like(N));
}

// d(T + V - U)/dt = sum of qd_i (tau_i + Qe_i), where tau is the result of inverse dynamics and U
// is the energy of forces that are in Qe.
static void examine_power(Examination *examination)
{
  Derivation *derivation = examination->laws;
  const Expr *const *T = derivation_require(derivation, "T");
  const Expr *const *V = derivation_require(derivation, "V");
  Matrix tau = derivation_require_matrix(derivation, "tau");
  Matrix forces = matrix_add(tau, derivation_require_matrix(derivation, "Qe"));
  const Expr *kept = difference(sum(T[0], V[0]), energy_of_forces(derivation));
  const Expr *power = matrix_mul_transposed(speed_column(derivation), forces).at[0];
  const Expr *rate = difference(expr_time_derivative(kept), power);
  Quantity balance = { .rows = 1, .columns = 1, .entries = &rate };
  balance = on_unit_quaternions(derivation, balance);
  Matrix left = derivation_column(derivation, balance.entries, 1);
  certificate_law(examination->certificate,
                  "d(T + V)/dt is the power of tau and the applied forces", left, zeros_like(left));
}

// ---- parameters

// Checks tau = Y pi + Y0 for a regressor and its parameters, entry by entry. Y depends on the
// geometry only, so this is the linearity in the parameters.
static Comparison compare_regressor(Examination *examination, const char *regressor,
                                    const char *parameters, int *columns)
{
  Derivation *derivation = examination->laws;
  derivation_require(derivation, "tau");
  Matrix Y = derivation_require_matrix(derivation, regressor);
  Matrix values = derivation_require_matrix(derivation, parameters);
  Matrix Y0 = derivation_require_matrix(derivation, "Y0");
  *columns = Y.columns;
  Quantity given = *equations_find(derivation->equations, "tau"), made = given;
  made.entries = matrix_add(Y0, matrix_mul(Y, values)).at;
  given = on_unit_quaternions(derivation, given);
  made = on_unit_quaternions(derivation, made);
  Comparison comparison = comparison_of_law(examination->certificate);
  compare_entries(examination->certificate, &comparison, given.entries, made.entries, given.rows);
  return comparison;
}

// Returns true if every link has a separate coordinate. Regrouping considers links individually;
// with a coordinate that moves several links, or a move driven by time, more parameters can be
// grouped.
static bool moves_are_free(Derivation *derivation)
{
  const LinkTree *tree = derivation_links(derivation);
  for (int i = 0; i < tree->count; i++) {
    if (tree->links[i].kind == MOVE_QUATERNION) continue;
    int coordinate = coordinate_of_link(derivation, &tree->links[i]);
    if (coordinate < 0) return false;
    for (int k = 0; k < i; k++) {
      bool has_amount = tree->links[k].kind != MOVE_QUATERNION;
      if (has_amount && coordinate_of_link(derivation, &tree->links[k]) == coordinate) return false;
    }
  }
  return true;
}

static void examine_parameters(Examination *examination)
{
  Derivation *derivation = examination->laws;
  Certificate *certificate = examination->certificate;
  Text law = { 0 };
  int standard = 0, base = 0;
  if (!derivation_quantity(derivation, "Y", &law)) {
    certificate_remark(certificate, "(%s)", text_string(&law));
    text_free(&law);
    return;
  }
  Comparison linear = compare_regressor(examination, "Y", "pi", &standard);
  certificate_state(examination->certificate, "tau = Y pi + Y0, linear in the inertial parameters",
                    &linear, NULL);
  Comparison grouped = compare_regressor(examination, "Yb", "base", &base);
  text_format(&law, "tau = Yb base + Y0, %d base parameters for %d", base, standard);
  certificate_state(examination->certificate, text_string(&law), &grouped, NULL);
  text_clear(&law);
  int rank = regressor_rank(examination->mechanism, certificate->seed);
  if (moves_are_free(derivation)) {
    text_format(&law, "%d columns of Y are independent", base);
    // certain: a minor that is not zero modulo a prime is not zero, and Yb base has no more columns
    Comparison ranks = comparison_start();
    if (rank != base) ranks.outcome = OUTCOME_DOES_NOT_HOLD;
    certificate_state(certificate, text_string(&law), &ranks, "a minor modulo a prime");
    text_clear(&law);
    if (rank != base) text_format(&law, "    %d are independent modulo a prime\n", rank);
    certificate_explain(certificate, &law);
  } else {
    certificate_remark(certificate,
                       "(%d columns of Y are independent: a coordinate moves several links, or "
                       "time one)",
                       rank);
  }
  text_free(&law);
}

// Checks that the energies of elements and of the description belong to their forces.
static void examine_energies(Examination *examination)
{
  Certificate *certificate = examination->certificate;
  if (examination->mechanism->energy_count == 0) return;
  Arena *arena = arena_new();
  Text difference = { 0 };
  int count = 0;
  const WrongEnergy *wrong = mechanism_wrong_energies(examination->mechanism, arena, &count);
  Comparison comparison = comparison_start();
  for (int k = 0; k < count; k++) {
    Outcome outcome = wrong[k].is_undecided ? OUTCOME_NOT_PROVED : OUTCOME_DOES_NOT_HOLD;
    if (outcome > comparison.outcome) comparison.outcome = outcome;
    text_put(&difference, "    ");
    wrong_energy_describe(examination->mechanism, &wrong[k], &difference);
    text_put_char(&difference, '\n');
  }
  Text evidence = { 0 };
  text_format(&evidence, "at %d random positions", ENERGY_PLACES);
  certificate_state(certificate, "energies are those of their forces: Q = -dU/dq at rest",
                    &comparison, text_string(&evidence));
  text_free(&evidence);
  certificate_explain(certificate, &difference);
  text_free(&difference);
  arena_free(arena);
}

static void examine_laws(Examination *examination)
{
  Derivation *derivation = examination->laws;
  Text why = { 0 };
  if (!derivation_quantity(derivation, "tau", &why)) {
    certificate_remark(examination->certificate, "no equations of motion: %s", text_string(&why));
    examination->certificate->failures++;
    text_free(&why);
    return;
  }
  Matrix M = derivation_require_matrix(derivation, "M");
  certificate_law(examination->certificate, "M is symmetric", M, matrix_transpose(M));
  if (!examination->is_large)
    examine_skewness(examination, M, derivation_require_matrix(derivation, "C"));
  if (frame_driven_by_time(derivation->mechanism)) {
    certificate_remark(examination->certificate,
                       "(energy is not balanced by tau alone: time moves a joint)");
  } else {
    examine_power(examination);
  }
  examine_energies(examination);
  certificate_progress(examination->certificate, "parameters", 0.65);
  examine_parameters(examination);
  text_free(&why);
}

// ---- the certificate

static void release(Examination *examination)
{
  for (int k = 0; k < KEY_COUNT; k++) {
    const Derivation *reference = examination->records[k].reference;
    bool is_first = reference && reference != examination->laws;
    for (int l = 0; l < k; l++)
      is_first = is_first && examination->records[l].reference != reference;
    if (is_first) equations_free(derivation_release((Derivation *)(uintptr_t)reference));
    free(examination->records[k].is_compared);
    text_free(&examination->records[k].difference);
  }
  equations_free(derivation_release(examination->laws));
}

double certificate_merge_chance(const Certificate *certificate)
{
  double degree = fmax(certificate->degree, 1);
  return certificate->node_pairs * degree * degree / FIELD_POINTS;
}

void certify_methods(Certificate *certificate, const FormulationInfo methods[], int count)
{
  Examination examination = { .certificate = certificate,
                              .mechanism = certificate->mechanism,
                              .methods = methods,
                              .count = count,
                              .is_large = is_large(certificate->mechanism) };
  for (int k = 0; k < KEY_COUNT; k++) {
    examination.records[k].comparison = comparison_start();
    examination.records[k].is_compared = memory_new((size_t)count + 1, sizeof(bool));
  }
  if (has_quaternions(certificate->mechanism)) {
    certificate_remark(certificate, "(for unit quaternions, by three parameters each)");
  }
  if (examination.is_large) {
    certificate_remark(certificate, "(a large mechanism: energy for T, V and G alone, lagrange and "
                                    "C not at all)");
  }
  for (int i = 0; i < count; i++) {  // the last method first, because it has the shortest equations
    int method = i == 0 ? count - 1 : i - 1;
    certificate_progress(certificate, methods[method].name, 0.1 + 0.5 * i / count);
    examine_method(&examination, method);
  }
  for (int k = 0; k < KEY_COUNT; k++)
    put_record(&examination, k);
  certificate_progress(certificate, "laws", 0.6);
  examine_laws(&examination);
  release(&examination);
}
