// test_provenance.c -- parts of entries against closed forms, and their sums against other methods.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "formulation/derived/provenance.h"
#include "symbolic/algebra.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

// Two rods on hinges, and everything that may act on them.
static const char ARM[] = "param m1, m2, I2, L, d, g, k, l0, c, f, J\n"                       // 1
                          "gravity [0, -g, 0]\n"                                              // 2
                          "joint a : revolute z (q1) from ground\n"                           // 3
                          "body rod on a : mass m1, com [L, 0, 0]\n"                          // 4
                          "joint b : revolute z (q2) from a at [L, 0, 0]\n"                   // 5
                          "body tip on b : mass m2,\n"                                        // 6
                          "  com [d, 0, 0], inertia diag(0, 0, I2)\n"                         // 7
                          "use spring([0, d, 0] on ground, [L, 0, 0] on a, stiffness = k,\n"  // 8
                          "  length = l0, damping = c) as s\n"                                // 9
                          "torque friction on q2 = -f*q2'\n"                                  // 10
                          "torque drive on q1 = u\n"                                          // 11
                          "torque rotor on q2 = -J*q2''\n";                                   // 12

typedef struct Explained {
  Reading reading;
  Explanation explanation;
} Explained;

static void explained_open(Explained *e, const char *more, const char *key)
{
  Text text = { 0 }, why = { 0 };
  bool is_wrong;
  text_format(&text, "%s%s", ARM, more);
  reading_open(&e->reading, text_string(&text));
  if (!explain(e->reading.mechanism, 0, &key, 1, &e->explanation, &is_wrong, &why))
    fail_msg("%s: %s", key, text_string(&why));
  text_free(&text);
  text_free(&why);
}

static void explained_close(Explained *e)
{
  explanation_free(&e->explanation);
  reading_close(&e->reading);
}

static const ProvenancePart *find_part(const Provenance *entry, const char *source,
                                       const char *what, const ProvenanceSource **of)
{
  for (int s = 0; s < entry->source_count; s++) {
    *of = &entry->sources[s];
    for (int p = 0; p < (*of)->part_count; p++) {
      const ProvenancePart *part = &(*of)->parts[p];
      if (strcmp((*of)->name, source) == 0 && strcmp(part->what, what) == 0) return part;
    }
  }
  fail_msg("%s has no part '%s' of %s", entry->key, what, source);
  return NULL;
}

static const Expr *value_of(const Explained *e, const Provenance *entry, int place)
{
  return equations_find(e->explanation.equations, entry->key)->entries[place];
}

// The part is what the description calls E, and its statement is in that line.
static void assert_part(const char *key, const char *source, const char *what, const char *E,
                        int line)
{
  Explained e;
  Text more = { 0 };
  text_format(&more, "let E = %s\n", E);
  explained_open(&e, text_string(&more), key);
  text_free(&more);
  const Provenance *entry = &e.explanation.entries[0];
  const ProvenanceSource *of;
  const ProvenancePart *part = find_part(entry, source, what, &of);
  assert_string_equal(entry->key, key);
  const Expr *value = value_of(&e, entry, part->value);
  assert_ptr_equal(value, expr_copy(expr_pool(value), reading_definition(&e.reading, "E")));
  assert_int_equal(span_place(of->span).line, line);
  explained_close(&e);
}

static void inertia_is_mass_with_lever_and_rotary_inertia(void **state)
{
  (void)state;
  assert_part("M[1,2]", "tip", "mass", "m2*(d^2 + L*d*cos(q2))", 6);
  assert_part("M[1,2]", "tip", "rotary inertia", "I2", 6);
  assert_part("M[1,1]", "rod", "mass", "m1*L^2", 4);
  assert_part("M[2,2]", "rotor", "inertia, its torque against acceleration", "J", 12);
}

static void speeds_act_by_the_acceleration_that_they_cause(void **state)
{
  (void)state;
  assert_part("h[2]", "tip", "mass", "m2*L*d*sin(q2)*q1'^2", 6);
  assert_part("C[1,2]", "tip", "mass", "-m2*L*d*sin(q2)*(q1' + q2')", 6);
}

static void weights_act_by_their_height(void **state)
{
  (void)state;
  assert_part("G[1]", "rod", "weight", "m1*g*L*cos(q1)", 4);
  assert_part("V", "tip", "weight", "m2*g*(L*sin(q1) + d*sin(q1 + q2))", 6);
  assert_part("L", "tip", "weight", "-m2*g*(L*sin(q1) + d*sin(q1 + q2))", 6);
}

static void what_acts_has_its_statement(void **state)
{
  (void)state;
  const char *length = "sqrt(L^2 + d^2 - 2*L*d*sin(q1))";
  Text part = { 0 };
  text_format(&part,
              "k*(%s - l0)*L*d*cos(q1)/%s - c*(L*d*cos(q1))^2*q1'/(L^2 + d^2 - 2*L*d*sin(q1))",
              length, length);
  assert_part("Qe[1]", "s.pull", "force", text_string(&part), 8);
  text_clear(&part);
  text_format(&part, "k*(%s - l0)^2/2", length);
  assert_part("V", "s.elastic", "as it stands", text_string(&part), 8);
  text_clear(&part);
  text_format(&part, "-k*(%s - l0)^2/2", length);
  assert_part("L", "s.elastic", "with the opposite sign", text_string(&part), 8);
  text_free(&part);
  assert_part("Qe[2]", "friction", "as it stands", "-f*q2'", 10);
  assert_part("Qu[1]", "drive", "as it stands", "u", 11);
  assert_part("tau[2]", "friction", "with the opposite sign", "f*q2'", 10);
  assert_part("tau[2]", "rotor", "with the opposite sign", "J*q2''", 12);
  assert_part("T", "rotor", "energy of its inertia", "J*q2'^2/2", 12);
}

static void energies_are_told_of_one_body_too(void **state)
{
  (void)state;
  assert_part("T:rod", "rod", "mass", "m1*L^2*q1'^2/2", 4);
  Explained e;
  explained_open(&e, "", "T:tip");
  assert_int_equal(e.explanation.entries[0].source_count, 1);
  explained_close(&e);
}

static Vec3 vector_of(const Explained *e, const Provenance *entry, const ProvenanceFactor *factor)
{
  Vec3 vector;
  for (int i = 0; i < 3; i++)
    vector.at[i] = value_of(e, entry, factor->first + i);
  return vector;
}

// m2 v_q1 . v_q2, whatever the axes
static void parts_are_products_of_the_vectors_beside_them(void **state)
{
  (void)state;
  Explained e;
  explained_open(&e, "", "M[1,2]");
  const Provenance *entry = &e.explanation.entries[0];
  const ProvenanceSource *of;
  const ProvenancePart *part = find_part(entry, "tip", "mass", &of);
  assert_string_equal(part->rule, "m2*v_q1 . v_q2");
  assert_string_equal(part->factors[0].name, "v_q1");
  assert_string_equal(part->factors[1].name, "v_q2");
  assert_string_equal(part->factors[0].axes, part->factors[1].axes);
  const Expr *dot =
      vec3_dot(vector_of(&e, entry, &part->factors[0]), vector_of(&e, entry, &part->factors[1]));
  const Expr *m2 = expr_find_symbol(expr_pool(dot), "m2");
  assert_ptr_equal(product(m2, dot), value_of(&e, entry, part->value));
  explained_close(&e);
}

// Every part of every entry, added up, is the entry of another method than the one that it was
// compared with.
static void assert_sums(const char *example, const char *method)
{
  static const char *const KEYS[] = { "T", "V", "M", "C", "h", "G", "tau" };
  Case c;
  case_open_example(&c, example, "", method);
  for (size_t k = 0; k < sizeof KEYS / sizeof KEYS[0]; k++) {
    Explanation explanation;
    Text why = { 0 };
    bool is_wrong;
    assert_true(explain(c.mechanism, 0, &KEYS[k], 1, &explanation, &is_wrong, &why));
    case_entries(&c, "%s", KEYS[k]);
    const Quantity *whole = equations_find(c.equations, KEYS[k]);
    for (int i = 0; i < explanation.entry_count; i++) {
      const Provenance *entry = &explanation.entries[i];
      const Quantity *values = equations_find(explanation.equations, entry->key);
      const Expr *total = integer(values->entries[0], 0);
      for (int s = 0; s < entry->source_count; s++) {
        for (int p = 0; p < entry->sources[s].part_count; p++)
          total = sum(total, values->entries[entry->sources[s].parts[p].value]);
      }
      int place = quantity_is_number(whole) ? 0 : quantity_index(whole, strchr(entry->key, '['));
      if (!expr_same_value(total, whole->entries[place])) fail_msg("%s: %s", example, entry->key);
    }
    explanation_free(&explanation);
    text_free(&why);
  }
  case_close(&c);
}

static void parts_add_up_to_the_entries_of_every_method(void **state)
{
  (void)state;
  assert_sums("rrp/rrp.bl", "lagrange");
  assert_sums("spatial_3r/spatial_3r.bl", "uicker");
  assert_sums("stanford/stanford.bl", "newton-euler");
  assert_sums("watt_governor/watt_governor.bl", "energy");
}

static void assert_refusal(const char *key, const char *sentence)
{
  Reading reading;
  Explanation explanation;
  Text why = { 0 };
  bool is_wrong;
  reading_open(&reading, ARM);
  assert_false(explain(reading.mechanism, 0, &key, 1, &explanation, &is_wrong, &why));
  assert_false(is_wrong);
  if (!strstr(text_string(&why), sentence)) fail_msg("%s: %s", key, text_string(&why));
  explanation_free(&explanation);
  text_free(&why);
  reading_close(&reading);
}

static void what_has_no_parts_is_refused(void **state)
{
  (void)state;
  assert_refusal("qdd", "what can be explained: T");
  assert_refusal("lin:A[1,1]", "'lin:A' is not a sum");
  assert_refusal("M[3,1]", "there is no 'M[3,1]'");
  assert_refusal("T:rd", "did you mean 'rod'?");
  assert_refusal("Phi", "the mechanism has no position constraints");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(inertia_is_mass_with_lever_and_rotary_inertia),
    cmocka_unit_test(speeds_act_by_the_acceleration_that_they_cause),
    cmocka_unit_test(weights_act_by_their_height),
    cmocka_unit_test(what_acts_has_its_statement),
    cmocka_unit_test(energies_are_told_of_one_body_too),
    cmocka_unit_test(parts_are_products_of_the_vectors_beside_them),
    cmocka_unit_test(parts_add_up_to_the_entries_of_every_method),
    cmocka_unit_test(what_has_no_parts_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
