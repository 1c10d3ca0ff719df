// test_verify.c -- what is wrong is caught: a method, a law, a quantity against the witness, a
// form; and what cannot be proved is told apart from what is wrong.
// SPDX-License-Identifier: MIT
#include "formulation/builder.h"
#include "formulation/formulation.h"
#include "formulation/verify/verify.h"
#include "report/report.h"
#include "support/reading.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/table_function.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

typedef struct Trial {
  Reading reading;
  Arena *arena;
  Certificate certificate;
} Trial;

static void trial_begin(Trial *trial)
{
  trial->arena = arena_new();
  certificate_begin(&trial->certificate, trial->reading.mechanism, 0,
                    record_list(record_new(trial->arena), "claims"));
}

static void trial_open(Trial *trial, const char *description)
{
  reading_open(&trial->reading, description);
  trial_begin(trial);
}

static void trial_open_example(Trial *trial, const char *example)
{
  reading_open_example(&trial->reading, example, "");
  trial_begin(trial);
}

static void trial_close(Trial *trial)
{
  certificate_end(&trial->certificate);
  arena_free(trial->arena);
  reading_close(&trial->reading);
}

static void assert_says(const Trial *trial, const char *part)
{
  Text words = { 0 };
  certificate_put_claims(trial->certificate.claims, &words);
  if (!strstr(text_string(&words), part)) fail_msg("no \"%s\" in:\n%s", part, text_string(&words));
  text_free(&words);
}

// ---- methods

// Forgets the distance between the joints in M, as a slip of the pen would.
static bool derive_wrong_mass(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Pool *pool = derivation->equations->pool;
  Text text = { 0 };
  Equations *right =
      formulate(derivation->mechanism, formulation_find("energy"), 0, &key, 1, &text);
  const Expr **M = equations_add(derivation->equations, (Quantity){ .key = "M" });
  int n = derivation->equations->coordinate_count;
  for (int i = 0; i < n * n; i++)
    M[i] = expr_copy(pool, right->quantities[0].entries[i]);
  const Expr *m2 = expr_symbol(pool, "m2", STAGE_PARAMETER);
  const Expr *L1 = expr_symbol(pool, "L1", STAGE_PARAMETER);
  M[0] = difference(M[0], product(m2, square(L1)));
  equations_free(right);
  text_free(&text);
  return true;
}

static const Recipe WRONG_RECIPES[] = {
  { "M", derive_wrong_mass },
  { NULL, NULL },
};

static void a_wrong_formulation_is_caught_at_its_entry(void **state)
{
  (void)state;
  Trial trial;
  trial_open_example(&trial, "rr/rr.bl");
  const FormulationInfo methods[] = { *formulation_find("energy"),
                                      { "wrong", WRONG_RECIPES, "none" } };
  certify_methods(&trial.certificate, methods, 2);
  assert_true(trial.certificate.failures >= 1);
  assert_says(&trial, "M   energy = wrong");
  assert_says(&trial, "DOES NOT HOLD\n    M[1][1] is not the same:\n      energy: ");
  assert_says(&trial, "\n      wrong: ");
  assert_says(&trial, "\n      in numbers: ");
  trial_close(&trial);
}

// A method that breaks every law, so that none of the statements is empty.
static bool derive_lopsided(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const Expr *x = expr_symbol(derivation->equations->pool, "m1", STAGE_PARAMETER);
  int n = derivation->equations->coordinate_count;
  bool is_scalar = key[0] == 'T' || key[0] == 'V';
  QuantityShape shape = quantity_find(key)->shape;  // a matrix, whether or not it is symmetric
  const Expr **entries =
      equations_add(derivation->equations, (Quantity){ .key = key, .shape = shape });
  int count = is_scalar ? 1 : key[0] == 'M' ? n * n : n;
  for (int i = 0; i < count; i++)
    entries[i] = product(integer(x, i + 1), x);
  return true;
}

static bool derive_lopsided_matrix(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const Expr *x = expr_symbol(derivation->equations->pool, "m1", STAGE_PARAMETER);
  int n = derivation->equations->coordinate_count;
  const Expr **C = equations_add(derivation->equations, (Quantity){ .key = key });
  for (int i = 0; i < n * n; i++)
    C[i] = x;
  return true;
}

static const Recipe LOPSIDED_RECIPES[] = {
  { "T", derive_lopsided }, { "V", derive_lopsided },        { "M", derive_lopsided },
  { "h", derive_lopsided }, { "C", derive_lopsided_matrix }, { "tau", derive_lopsided },
  { NULL, NULL },
};

static void every_law_can_fail(void **state)
{
  (void)state;
  Trial trial;
  trial_open_example(&trial, "rr/rr.bl");
  const FormulationInfo methods[] = { { "lopsided", LOPSIDED_RECIPES, "none" } };
  certify_methods(&trial.certificate, methods, 1);
  assert_int_equal(trial.certificate.statements, 6);
  // how many columns are independent is no matter of methods
  assert_int_equal(trial.certificate.failures, 5);
  trial_close(&trial);
}

static int method_count(void)
{
  int count = 0;
  while (formulation_info(count))
    count++;
  return count;
}

static void all_methods_agree_on_an_example(void **state)
{
  (void)state;
  Trial trial;
  trial_open_example(&trial, "rr/rr.bl");
  certify_methods(&trial.certificate, formulation_info(0), method_count());
  assert_int_equal(trial.certificate.failures, 0);
  assert_int_equal(trial.certificate.statements, 12);
  assert_true(certificate_merge_chance(&trial.certificate) < 1e-15);
  trial_close(&trial);
}

// All energies and matrices are 0 there: nodes are many none the less.
static void links_without_bodies_leave_a_chance(void **state)
{
  (void)state;
  Trial trial;
  trial_open_example(&trial, "four_bar/four_bar.bl");
  certify_methods(&trial.certificate, formulation_info(0), method_count());
  assert_true(certificate_merge_chance(&trial.certificate) > 0);
  trial_close(&trial);
}

// A damper and a cam that are given by points: in a torque, and in how far a frame moves with q.
static void tables_are_certified(void **state)
{
  (void)state;
  static const double x[] = { -3, -1, 0.3, 2, 4 }, y[] = { 1, -2, 0.4, 3, 1 };
  Trial trial;
  reading_open(&trial.reading, "param m, L, g\n"
                               "gravity [0, 0, -g]\n"
                               "joint j : revolute y (q) from ground\n"
                               "frame cam from j : TX(L*q)\n"
                               "body b on cam : mass m, com [L, 0, 0]\n"
                               "torque brake on j = q'\n");
  Mechanism *mechanism = trial.reading.mechanism;
  TableDescription description = { "damper", 5, x, y, TABLE_CUBIC, OUTSIDE_LINEAR };
  int point;
  Text why = { 0 };
  const TableFunction *damper = table_function_new(mechanism->pool, &description, &point, &why);
  description.name = "cam";
  const TableFunction *cam = table_function_new(mechanism->pool, &description, &point, &why);
  const Expr *rate = mechanism->forces[0].amount, *q = expr_find_symbol(mechanism->pool, "q");
  mechanism->forces[0].amount = expr_table(damper, 0, rate);
  int changed = 0;
  for (int f = 0; f < mechanism->frame_count; f++) {
    for (int k = 0; k < mechanism->frames[f].move_count; k++) {
      Move *move = (Move *)&mechanism->frames[f].moves[k];
      if (!move->amount || move->amount == q || !expr_depends_on(move->amount, q)) continue;
      move->amount = expr_table(cam, 0, q);
      changed++;
    }
  }
  assert_int_equal(changed, 1);
  trial_begin(&trial);
  certify_methods(&trial.certificate, formulation_info(0), method_count());
  Derivation *derivation = derivation_new(mechanism, NULL, 0);
  certify_by_witness(&trial.certificate, derivation);
  equations_free(derivation_release(derivation));
  assert_int_equal(trial.certificate.failures, 0);
  assert_true(trial.certificate.statements >= 12);
  assert_says(&trial, "match the reference evaluation");
  trial_close(&trial);
}

// ---- the witness

// What the usual recipe gives, with the first entry changed.
static bool derive_changed(Derivation *derivation, const char *key, Text *why)
{
  Equations *right = formulate(derivation->mechanism, NULL, 0, &key, 1, why);
  if (!right) return false;
  const Quantity *from = &right->quantities[0];
  Quantity quantity = { .key = key, .rows = from->rows, .columns = from->columns, .unit = "" };
  const Expr **entries = equations_add(derivation->equations, quantity);
  for (int i = 0; i < from->rows * from->columns; i++)
    entries[i] = expr_copy(derivation->equations->pool, from->entries[i]);
  bool is_bias = key[0] == 'g';  // gamma gets the wrong sign, of forces the first is dropped
  entries[0] = is_bias ? negative(entries[0]) : integer(entries[0], 0);
  equations_free(right);
  return true;
}

static const char MACHINE[] =
    "mechanism m\nparam L = 1 m, m1 = 2 kg, c = 0.3\ngravity [0, -9.81, 0]\n"
    "joint a : revolute z (q1) from ground\nbody A on a : mass m1, com [L/2, 0, 0]\n"
    "joint b : revolute z (q2) from a at [L, 0, 0]\nbody B on b : mass 1 kg, com [L/2, 0, 0]\n"
    "point tip at [L, 0, 0] on b\n"
    "torque friction on a = -c*q1'\nconstraint rope : L^2*cos(q1)*sin(q2) = 0.1*t\n";

static int failures_with(const Recipe *before, const char *part)
{
  Trial trial;
  trial_open(&trial, MACHINE);
  Derivation *derivation = derivation_new(trial.reading.mechanism, NULL, 0);
  derivation->before = before;
  certify_by_witness(&trial.certificate, derivation);
  int failures = trial.certificate.failures;
  if (part) assert_says(&trial, part);
  equations_free(derivation_release(derivation));
  trial_close(&trial);
  return failures;
}

static void the_witness_catches_what_all_methods_share(void **state)
{
  (void)state;
  static const char *const KEYS[] = { "T",   "V",     "M",     "h",     "G",       "tau",   "Qe",
                                      "Phi", "Phi_q", "Phi_t", "gamma", "jac:tip", "fk:tip" };
  assert_int_equal(failures_with(NULL, NULL), 0);
  for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
    const Recipe wrong[] = { { KEYS[i], derive_changed }, { NULL, NULL } };
    Text expected = { 0 };
    text_format(&expected, "DOES NOT HOLD\n    %s", KEYS[i]);
    if (failures_with(wrong, text_string(&expected)) < 1) fail_msg("%s is not caught", KEYS[i]);
    text_free(&expected);
  }
}

// ---- what fields cannot see

static Outcome outcome_of(const char *left, const char *right)
{
  Trial trial;
  Text description = { 0 };
  text_format(&description,
              "mechanism m\nparam a = 0.4, b = 0.3\njoint j : revolute z (q) from ground\n"
              "body B on j : mass 1\nlet left = %s\nlet right = %s\n",
              left, right);
  trial_open(&trial, text_string(&description));
  const Expr *x = reading_definition(&trial.reading, "left");
  const Expr *y = reading_definition(&trial.reading, "right");
  Comparison comparison = comparison_start();
  compare_entries(&trial.certificate, &comparison, &x, &y, 1);
  text_free(&description);
  trial_close(&trial);
  return comparison.outcome;
}

static void numbers_tell_not_proved_from_wrong(void **state)
{
  (void)state;
  assert_int_equal(outcome_of("a + b", "b + a"), OUTCOME_HOLDS);
  assert_int_equal(outcome_of("a + b", "a - b"), OUTCOME_DOES_NOT_HOLD);
  assert_int_equal(outcome_of("log(a) + log(b)", "log(a*b)"), OUTCOME_NOT_PROVED);
  assert_int_equal(outcome_of("if(a < b, a, b)", "min(a, b)"), OUTCOME_NOT_PROVED);
  assert_int_equal(outcome_of("if(a < b, a, b)", "max(a, b)"), OUTCOME_DOES_NOT_HOLD);
  assert_int_equal(outcome_of("log(a) + log(b)", "log(a*b) + 1e-18"), OUTCOME_DOES_NOT_HOLD);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_wrong_formulation_is_caught_at_its_entry),
    cmocka_unit_test(every_law_can_fail),
    cmocka_unit_test(all_methods_agree_on_an_example),
    cmocka_unit_test(links_without_bodies_leave_a_chance),
    cmocka_unit_test(tables_are_certified),
    cmocka_unit_test(the_witness_catches_what_all_methods_share),
    cmocka_unit_test(numbers_tell_not_proved_from_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
