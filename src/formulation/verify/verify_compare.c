// verify_compare.c -- comparison by fingerprints and, if these differ, by numbers.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "formulation/verify/verify.h"
#include "symbolic/field/fingerprint.h"
#include "witness/tape.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { FRESH_POINT = 0xf5e5, NEGLIGIBLE_BITS = -66 };  // 1e-20

// ---- states

// Angles that determine the side on which a wheel leans, or the number of revolutions of a screw,
// stay near their initial values.
static double widest_spread(const Mechanism *mechanism)
{
  double spread = mechanism->rolling_count > 0 ? 0.25 : 1;
  for (int i = 0; i < mechanism->loop_count; i++) {
    if (mechanism->loops[i].kind == JOINT_SCREW) spread = 0.25;
  }
  return spread;
}

static bool all_known(const ReferenceModel *witness, const WitnessState *state)
{
  Arena *arena = arena_new();
  int count = 0;
  const WitnessQuantity *list = reference_evaluate(witness, state, arena, &count);
  bool is_known = true;
  for (int i = 0; i < count; i++) {
    for (int e = 0; e < list[i].rows * list[i].columns; e++)
      is_known = is_known && ball_is_known(list[i].entries[e]);
  }
  arena_free(arena);
  return is_known;
}

// Roots and inverse functions are not defined everywhere: successive trials approach the initial
// configuration, at which they are defined.
static WitnessState *draw_state(const ReferenceModel *witness, const Certificate *certificate,
                                int index)
{
  enum { TRIES = 24, TRIES_OF_A_SPREAD = 4 };
  double spread = widest_spread(certificate->mechanism);
  WitnessState *state = NULL;
  for (int i = 0; i < TRIES; i++) {
    state_free(state);
    uint64_t seed = certificate->seed * 1000003 + (uint64_t)(index * TRIES + i);
    state = state_new(certificate->mechanism, seed, spread);
    if (all_known(witness, state)) return state;
    if (i % TRIES_OF_A_SPREAD == TRIES_OF_A_SPREAD - 1) spread /= 4;
  }
  return state;
}

void certificate_begin(Certificate *certificate, const Mechanism *mechanism, uint64_t seed,
                       Record *claims)
{
  *certificate = (Certificate){ .mechanism = mechanism, .seed = seed, .claims = claims };
  ReferenceModel *witness = reference_model_new(mechanism);
  for (int i = 0; i < CERTIFICATE_STATES; i++)
    certificate->states[i] = draw_state(witness, certificate, i);
  reference_model_free(witness);
}

void certificate_end(Certificate *certificate)
{
  for (int i = 0; i < CERTIFICATE_STATES; i++)
    state_free(certificate->states[i]);
  text_free(&certificate->unseen);
}

void certificate_progress(const Certificate *certificate, const char *what, double part)
{
  progress_report(certificate->progress, what, part);
}

Derivation *certificate_derivation(const Certificate *certificate, const FormulationInfo *method)
{
  Derivation *derivation = derivation_new(certificate->mechanism, method, certificate->seed);
  pool_set_progress(derivation->equations->pool, certificate->progress);
  return derivation;
}

// ---- degrees

// The degree of a quotient of polynomials in the field variables.
typedef struct Degree {
  double above;
  double below;
  double angle;  // for an angle: the sum of the magnitudes of its coefficients
} Degree;

static double number_size(const Step *step)
{
  return step->op == OP_NUMBER ? fabs(fmpq_get_d(step->form->number)) : 1;
}

// The field variable of a sine is a small fraction of its angle (angle.c), and negative powers
// count like positive ones. A function without laws is a separate variable.
static Degree degree_of_step(const Steps *steps, const Step *step, const Degree degrees[])
{
  enum { OF_SINE = 14400 };
  Degree a = step->arg[0] >= 0 ? degrees[step->arg[0]] : (Degree){ 0 };
  Degree b = step->arg[1] >= 0 ? degrees[step->arg[1]] : (Degree){ 0 };
  double sine = OF_SINE * fmax(a.angle, 1);
  switch (step->op) {
  case OP_NUMBER: return (Degree){ 0 };
  case OP_NAMED:
  case OP_NEG: return a;
  case OP_ADD:
  case OP_SUB:
    return (Degree){ fmax(a.above + b.below, b.above + a.below), a.below + b.below,
                     a.angle + b.angle };
  case OP_MUL:
    return (Degree){ a.above + b.above, a.below + b.below,
                     fmax(number_size(&steps->at[step->arg[0]]) * b.angle, 1) };
  case OP_DIV: return (Degree){ a.above + b.below, a.below + b.above, fmax(a.angle, 1) };
  case OP_POW: {
    double larger = fmax(a.above, a.below) * number_size(&steps->at[step->arg[1]]);
    return (Degree){ larger, larger, 1 };
  }
  case OP_SIN:
  case OP_COS:
  case OP_EXP:
  case OP_SINH:
  case OP_COSH: return (Degree){ sine, 0, 1 };
  case OP_TAN:
  case OP_TANH: return (Degree){ sine, sine, 1 };
  default: return (Degree){ 1, 0, 1 };
  }
}

static double largest_degree(const Steps *steps)
{
  Degree *degrees = memory_new((size_t)steps->count + 1, sizeof *degrees);
  double most = 0;
  for (int i = 0; i < steps->count; i++) {
    degrees[i] = degree_of_step(steps, &steps->at[i], degrees);
    most = fmax(most, degrees[i].above + degrees[i].below);
  }
  free(degrees);
  return most;
}

// ---- forms

// Checks that the forms of all subexpressions have the values of the nodes at the pool's own
// points; `fresh` receives the values of the entries at new points.
static void evaluate_forms(Certificate *certificate, Comparison *comparison,
                           const Expr *const entries[], int count, Fingerprint fresh[])
{
  if (count == 0) return;
  Steps steps = steps_of(entries, count);
  Fingerprint *values = memory_new((size_t)steps.count + 1, sizeof *values);
  uint64_t seed = pool_seed(expr_pool(entries[0]));
  steps_values_at(&steps, seed, values);
  for (int i = 0; i < steps.count; i++) {
    if (!fingerprint_equal(values[i], expr_value(steps.at[i].node)))
      certificate->forms_differ = true;
  }
  steps_values_at(&steps, seed ^ FRESH_POINT, values);
  for (int i = 0; i < count; i++)
    fresh[i] = values[steps.roots[i]];
  free(values);
  certificate->form_count += count;
  comparison->degree = fmax(comparison->degree, largest_degree(&steps));
  certificate->degree = fmax(certificate->degree, comparison->degree);
  steps_free(&steps);
}

void certify_forms(Certificate *certificate)
{
  Text law = { 0 };
  text_format(&law, "forms of %d entries have their values", certificate->form_count);
  Comparison comparison = comparison_start();
  comparison.count = certificate->form_count;
  comparison.degree = certificate->degree;
  if (certificate->forms_differ) comparison.outcome = OUTCOME_DOES_NOT_HOLD;
  certificate_state(certificate, text_string(&law), &comparison, NULL);
  text_free(&law);
}

// ---- numbers

static double radius_by_size(Ball a, Ball b)
{
  double size = fmax(fabs(arf_get_d(arb_midref(&a), ARF_RND_NEAR)), 1);
  return fmax(mag_get_d(arb_radref(&a)), mag_get_d(arb_radref(&b))) / size;
}

static void note(Text *unseen, const char *name)
{
  if (unseen->length > 0 && strstr(text_string(unseen), name)) return;
  text_format(unseen, "%s%s", unseen->length > 0 ? ", " : "", name);
}

// Notes the functions without laws, and hashed numbers, of the two entries; returns true if there
// are any.
static bool note_unseen(Certificate *certificate, const Expr *left, const Expr *right)
{
  const Expr *sides[] = { left, right };
  const char *names[OP_COUNT];
  bool is_any = false;
  for (int side = 0; side < 2; side++) {
    Tape *tape = tape_new(&sides[side], 1, NULL, 0);
    int count = tape_nonalgebraic_functions(tape, names);
    for (int i = 0; i < count; i++)
      note(&certificate->unseen, names[i]);
    bool has_numbers = pool_has_hashed_numbers(expr_pool(sides[side]));
    if (has_numbers) note(&certificate->unseen, "multiples of the primes");
    is_any = is_any || count > 0 || has_numbers;
    tape_free(tape);
  }
  return is_any;
}

// The outcome by numbers for an entry whose fingerprints differ.
static Outcome judge_by_numbers(Certificate *certificate, Comparison *comparison, const Expr *left,
                                const Expr *right)
{
  // with numbers of sixty bits or more, every error is large
  bool is_huge = pool_has_hashed_numbers(expr_pool(left));
  int known = 0;
  for (int s = 0; s < CERTIFICATE_STATES; s++) {
    Ball a, b;
    state_evaluate(certificate->states[s], &left, 1, &a);
    state_evaluate(certificate->states[s], &right, 1, &b);
    if (!ball_is_known(a) || !ball_is_known(b)) continue;
    if (!arb_overlaps(&a, &b)) {
      comparison->state = s;
      comparison->left = a;
      comparison->right = b;
      return OUTCOME_DOES_NOT_HOLD;
    }
    known += is_huge || radius_by_size(a, b) < ldexp(1, NEGLIGIBLE_BITS);
  }
  bool is_unseen = known == CERTIFICATE_STATES && note_unseen(certificate, left, right);
  return is_unseen ? OUTCOME_NOT_PROVED : OUTCOME_DOES_NOT_HOLD;
}

// ---- entries

Comparison comparison_start(void)
{
  return (Comparison){ .outcome = OUTCOME_HOLDS, .entry = -1, .state = -1 };
}

Comparison comparison_of_law(const Certificate *certificate)
{
  Comparison comparison = comparison_start();
  comparison.degree = certificate->degree;
  return comparison;
}

void compare_entries(Certificate *certificate, Comparison *comparison, const Expr *const left[],
                     const Expr *const right[], int count)
{
  Fingerprint *a = memory_new(2 * (size_t)count + 1, sizeof *a), *b = a + count;
  evaluate_forms(certificate, comparison, left, count, a);
  evaluate_forms(certificate, comparison, right, count, b);
  for (int i = 0; i < count; i++) {
    bool is_same = expr_same_value(left[i], right[i]) && fingerprint_equal(a[i], b[i]);
    if (is_same || comparison->outcome == OUTCOME_DOES_NOT_HOLD) continue;
    Outcome outcome = judge_by_numbers(certificate, comparison, left[i], right[i]);
    if (outcome > comparison->outcome) {
      comparison->outcome = outcome;
      comparison->entry = comparison->count + i;
    }
  }
  comparison->count += count;
  free(a);
}

// ---- statements

// Schwartz-Zippel bound for the number of entries. Returns NAN if the degree is too large for a
// useful bound.
static double chance_of(const Comparison *comparison)
{
  double degree = fmax(comparison->degree, 1);  // d/p for each of the two fields
  double chance = comparison->count * degree * degree / FIELD_POINTS;
  return chance < 1e-6 ? chance : NAN;
}

void certificate_state(Certificate *certificate, const char *text, const Comparison *comparison,
                       const char *evidence)
{
  static const char *const WORDS[] = { "holds", "not proved", "does not hold" };
  Record *claim = record_object(certificate->claims, NULL);
  record_text(claim, "statement", text);
  record_text(claim, "outcome", WORDS[comparison->outcome]);
  if (comparison->outcome == OUTCOME_HOLDS && evidence) record_text(claim, "evidence", evidence);
  if (comparison->outcome == OUTCOME_HOLDS && !evidence)
    record_number(claim, "chance", chance_of(comparison), "");
  certificate->statements++;
  certificate->unproved += comparison->outcome == OUTCOME_NOT_PROVED;
  certificate->failures += comparison->outcome == OUTCOME_DOES_NOT_HOLD;
}

void certificate_explain(Certificate *certificate, const Text *difference)
{
  if (difference->length > 0)
    record_text(certificate->claims->last, "difference", text_string(difference));
}

void certificate_remark(Certificate *certificate, const char *format, ...)
{
  Text remark = { 0 };
  va_list arguments;
  va_start(arguments, format);
  text_vformat(&remark, format, arguments);
  va_end(arguments);
  record_text(record_object(certificate->claims, NULL), "remark", text_string(&remark));
  text_free(&remark);
}

void certificate_law(Certificate *certificate, const char *law, Matrix left, Matrix right)
{
  Comparison comparison = comparison_of_law(certificate);
  compare_entries(certificate, &comparison, left.at, right.at, left.rows * left.columns);
  certificate_state(certificate, law, &comparison, NULL);
}

void certificate_put_entry(Text *out, const char *key, int rows, int columns, int entry)
{
  text_put(out, key);
  if (columns > 1) {
    text_format(out, "[%d][%d]", entry / columns + 1, entry % columns + 1);
  } else if (rows > 1) {
    text_format(out, "[%d]", entry + 1);
  }
}
