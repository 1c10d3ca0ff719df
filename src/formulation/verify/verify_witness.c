// verify_witness.c -- statements about numbers: the equations against the witness.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "formulation/verify/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The radius, relative to the largest number, above which a comparison is inconclusive. Balls grow
// along chains: a hundred joints leave thirteen of their 38 digits.
static const double FAR_APART = 1e-9;

// Quantities reported in one line.
typedef enum Group { GROUP_MOTION, GROUP_PLACES, GROUP_CONSTRAINTS, GROUP_COUNT } Group;

typedef struct GroupRecord {
  Text keys;
  int places;  // number of fk: and jac:, which are too many to list
  Comparison comparison;
  double largest;  // of the witness's numbers at this state: the scale of zero entries
  double radius;   // relative to it; maximum over all states
  Text difference;
} GroupRecord;

typedef struct Hearing {
  Certificate *certificate;
  Derivation *derivation;
  Arena *arena;
  int state;  // the current state
  GroupRecord groups[GROUP_COUNT];
} Hearing;

static Group group_of(const char *key)
{
  static const char *const CONSTRAINTS[] = { "Phi", "Phi_q", "Phi_t",   "gamma",
                                             "H",   "b_nh",  "gamma_nh" };
  if (strchr(key, ':')) return GROUP_PLACES;
  for (size_t i = 0; i < sizeof CONSTRAINTS / sizeof CONSTRAINTS[0]; i++) {
    if (strcmp(key, CONSTRAINTS[i]) == 0) return GROUP_CONSTRAINTS;
  }
  return GROUP_MOTION;
}

// ---- numbers of both sides

static Ball *evaluate(const Hearing *hearing, const Quantity *quantity)
{
  int count = quantity->rows * quantity->columns;
  Ball *values = ARENA_ARRAY(hearing->arena, Ball, count);
  state_evaluate(hearing->certificate->states[hearing->state], quantity->entries, count, values);
  return values;
}

// The values of the equations' entries; gamma minus J qdd, as defined by the witness.
static Ball *equation_values(const Hearing *hearing, const WitnessQuantity *asked)
{
  const Equations *equations = hearing->derivation->equations;
  const Ball *qdd = state_accelerations(hearing->certificate->states[hearing->state]);
  Ball *values = evaluate(hearing, equations_find(equations, asked->key));
  if (!asked->jacobian) return values;
  int n = equations->coordinate_count;
  const Ball *J = evaluate(hearing, equations_find(equations, asked->jacobian));
  for (int e = 0; e < asked->rows * n; e++)
    values[e / n] = ball_sub(values[e / n], ball_mul(J[e], qdd[e % n]));
  return values;
}

// A P, or P^T A
static Ball *along_columns(const Hearing *hearing, const Ball *A, int rows, int n, const Ball *P,
                           int m)
{
  Ball *out = ARENA_ARRAY(hearing->arena, Ball, rows * m);
  for (int e = 0; e < rows * m; e++) {
    for (int k = 0; k < n; k++)
      out[e] = ball_addmul(out[e], A[e / m * n + k], P[k * m + e % m]);
  }
  return out;
}

static Ball *along_rows(const Hearing *hearing, const Ball *A, int n, int columns, const Ball *P,
                        int m)
{
  Ball *out = ARENA_ARRAY(hearing->arena, Ball, m * columns);
  for (int e = 0; e < m * columns; e++) {
    for (int k = 0; k < n; k++)
      out[e] = ball_addmul(out[e], P[k * m + e / columns], A[k * columns + e % columns]);
  }
  return out;
}

// Projects rows and columns on the directions in which unit quaternions move; other coordinates are
// unchanged.
static const Ball *with_meaning(const Hearing *hearing, const WitnessQuantity *shape, const Ball *A,
                                int *rows, int *columns)
{
  int m = 0;
  const Ball *P = state_directions(hearing->certificate->states[hearing->state], &m);
  *rows = shape->rows;
  *columns = shape->columns;
  if (P && shape->has_coordinate_columns) {
    A = along_columns(hearing, A, *rows, *columns, P, m);
    *columns = m;
  }
  if (P && shape->has_coordinate_rows) {
    A = along_rows(hearing, A, *rows, *columns, P, m);
    *rows = m;
  }
  return A;
}

// ---- comparison

static double size_of(Ball a) { return fabs(arf_get_d(arb_midref(&a), ARF_RND_NEAR)); }

static void put_number(Text *out, const char *label, Ball a)
{
  char *digits = arb_get_str(&a, 20, 0);
  text_format(out, "      %s %s\n", label, digits);
  flint_free(digits);
}

static void put_difference(const Hearing *hearing, GroupRecord *group, const char *key, int entry,
                           int rows, int columns, Ball equations, Ball witness)
{
  Text *out = &group->difference, state = { 0 };
  text_put(out, "    ");
  certificate_put_entry(out, key, rows, columns, entry);
  text_put(out, " is not the same:\n");
  put_number(out, "equations:", equations);
  put_number(out, "reference:", witness);
  state_print(hearing->certificate->states[hearing->state], &state);
  text_format(out, "      where %s\n", text_string(&state));
  text_free(&state);
}

static Outcome judge(Ball equations, Ball witness, double largest, double *radius)
{
  if (!ball_is_known(equations) || !ball_is_known(witness)) return OUTCOME_NOT_PROVED;
  if (!arb_overlaps(&equations, &witness)) return OUTCOME_DOES_NOT_HOLD;
  double own = mag_get_d(arb_radref(&equations)) + mag_get_d(arb_radref(&witness));
  *radius = fmax(*radius, own / largest);
  return own / largest < FAR_APART ? OUTCOME_HOLDS : OUTCOME_NOT_PROVED;
}

static void compare_quantity(Hearing *hearing, const WitnessQuantity *asked)
{
  GroupRecord *group = &hearing->groups[group_of(asked->key)];
  const Quantity *made = equations_find(hearing->derivation->equations, asked->key);
  if (made->rows != asked->rows || made->columns != asked->columns) {
    group->comparison.outcome = OUTCOME_DOES_NOT_HOLD;
    text_format(&group->difference, "    %s is %d x %d, and %d x %d in the reference evaluation\n",
                asked->key, made->rows, made->columns, asked->rows, asked->columns);
    return;
  }
  int rows, columns;
  const Ball *left = with_meaning(hearing, asked, equation_values(hearing, asked), &rows, &columns);
  const Ball *right = with_meaning(hearing, asked, asked->entries, &rows, &columns);
  for (int e = 0; e < rows * columns; e++) {
    Outcome outcome = judge(left[e], right[e], group->largest, &group->radius);
    if (outcome > group->comparison.outcome) {
      group->comparison.outcome = outcome;
      text_clear(&group->difference);
      put_difference(hearing, group, asked->key, e, rows, columns, left[e], right[e]);
    }
  }
  group->comparison.count += rows * columns;
}

// ---- statements

// Derives the quantity; if it cannot be derived, it is reported once and not compared.
static bool derive(Hearing *hearing, const WitnessQuantity *asked)
{
  Text why = { 0 };
  bool is_there = derivation_quantity(hearing->derivation, asked->key, &why) != NULL;
  if (is_there && asked->jacobian) {
    is_there = derivation_quantity(hearing->derivation, asked->jacobian, &why) != NULL;
  }
  if (!is_there && hearing->state == 0) {
    certificate_remark(hearing->certificate, "(%s: %s)", asked->key, text_string(&why));
  }
  text_free(&why);
  return is_there;
}

static void note_key(Hearing *hearing, const char *key)
{
  GroupRecord *group = &hearing->groups[group_of(key)];
  if (group_of(key) == GROUP_PLACES) {
    group->places++;
  } else {
    text_format(&group->keys, "%s%s", group->keys.length > 0 ? " " : "", key);
  }
}

static void hear_state(Hearing *hearing, const ReferenceModel *witness)
{
  Arena *arena = arena_new();
  int count = 0;
  const WitnessState *state = hearing->certificate->states[hearing->state];
  const WitnessQuantity *list = reference_evaluate(witness, state, arena, &count);
  hearing->arena = arena;
  for (int g = 0; g < GROUP_COUNT; g++)
    hearing->groups[g].largest = 1;
  for (int i = 0; i < count; i++) {
    GroupRecord *group = &hearing->groups[group_of(list[i].key)];
    for (int e = 0; e < list[i].rows * list[i].columns; e++)
      group->largest = fmax(group->largest, size_of(list[i].entries[e]));
  }
  for (int i = 0; i < count; i++) {
    if (!derive(hearing, &list[i])) continue;
    if (hearing->state == 0) note_key(hearing, list[i].key);
    compare_quantity(hearing, &list[i]);
  }
  arena_free(arena);
}

static void put_group(Hearing *hearing, GroupRecord *group)
{
  if (group->comparison.count == 0 && group->comparison.outcome == OUTCOME_HOLDS) return;
  Text law = { 0 }, evidence = { 0 };
  if (group->places > 0) {
    text_format(&law, "%d poses and Jacobians match the reference evaluation", group->places);
  } else {
    text_format(&law, "%s match the reference evaluation", text_string(&group->keys));
  }
  text_format(&evidence, "within %.0e at %d states", fmax(group->radius, 1e-38),
              CERTIFICATE_STATES);
  certificate_state(hearing->certificate, text_string(&law), &group->comparison,
                    text_string(&evidence));
  text_clear(&law);
  if (group->comparison.outcome == OUTCOME_NOT_PROVED)
    text_put(&law, "    not known accurately enough, or not at all:\n");
  text_put(&law, text_string(&group->difference));
  certificate_explain(hearing->certificate, &law);
  text_free(&evidence);
  text_free(&law);
}

void certify_by_witness(Certificate *certificate, Derivation *derivation)
{
  Hearing hearing = { .certificate = certificate, .derivation = derivation };
  for (int g = 0; g < GROUP_COUNT; g++)
    hearing.groups[g].comparison = comparison_start();
  ReferenceModel *witness = reference_model_new(certificate->mechanism);
  for (hearing.state = 0; hearing.state < CERTIFICATE_STATES; hearing.state++)
    hear_state(&hearing, witness);
  for (int g = 0; g < GROUP_COUNT; g++) {
    put_group(&hearing, &hearing.groups[g]);
    text_free(&hearing.groups[g].keys);
    text_free(&hearing.groups[g].difference);
  }
  reference_model_free(witness);
}
