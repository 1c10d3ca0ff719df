// test_lang.c -- text to mechanism: every field compared with what the text says.
// SPDX-License-Identifier: MIT
#include "lang/lang.h"

#include "base/memory/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

// Reads a text that must be right.
static Mechanism *read_good(const char *text)
{
  static Source source;  // outlives the mechanism, whose spans point to it
  source = (Source){ "test.bl", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  Text messages = { 0 };
  diagnostics_print(diagnostics, &messages);
  assert_string_equal(text_string(&messages), "");
  text_free(&messages);
  diagnostics_free(diagnostics);
  assert_non_null(mechanism);
  return mechanism;
}

static const Expr *parameter(const Mechanism *mechanism, const char *name)
{
  int index = mechanism_find_parameter(mechanism, name);
  assert_true(index >= 0);
  return mechanism->parameters[index].symbol;
}

static void the_planar_arm_is_read_as_it_is_written(void **state)
{
  (void)state;
  Mechanism *arm = read_good("mechanism rr \"Planar arm\"\n"
                             "param L1, LG1, m1, I1z, g\n"
                             "gravity [0, -g, 0]\n"
                             "joint q1 : revolute z (θ1) from ground\n"
                             "body C1 on q1 : mass m1, com [LG1, 0, 0], inertia diag(0, 0, I1z)\n"
                             "joint q2 : prismatic -y (d) from q1 at [L1, 0, 0]\n"
                             "point tip at [0, 0, L1] on q2\n");
  assert_string_equal(arm->name, "rr");
  assert_string_equal(arm->title, "Planar arm");
  assert_int_equal(arm->parameter_count, 5);
  assert_int_equal(arm->coordinate_count, 2);
  assert_int_equal(arm->frame_count, 3);
  assert_int_equal(arm->joint_count, 2);
  assert_int_equal(arm->body_count, 1);
  assert_int_equal(arm->point_count, 1);
  assert_ptr_equal(arm->gravity.at[1], expr_neg(parameter(arm, "g")));
  assert_true(expr_is_zero(arm->gravity.at[0]));

  const Coordinate *theta = &arm->coordinates[0];
  assert_string_equal(coordinate_name(theta), "θ1");
  assert_int_equal(theta->kind, COORDINATE_ANGLE);
  assert_int_equal(theta->q->form->stage, STAGE_POSITION);
  const Expr *acceleration = coordinate_acceleration(theta);
  assert_string_equal(acceleration->form->symbol->name, "θ1''");
  assert_int_equal(acceleration->form->stage, STAGE_ACCELERATION);
  assert_int_equal(arm->coordinates[1].kind, COORDINATE_LENGTH);

  const Frame *second = &arm->frames[2];
  assert_string_equal(second->name, "q2");
  assert_int_equal(second->parent, 1);
  assert_int_equal(second->move_count, 2);
  assert_int_equal(second->moves[0].kind, MOVE_TRANSLATION);
  assert_ptr_equal(second->moves[0].amount, parameter(arm, "L1"));
  assert_true(expr_is_one(second->moves[0].at[0]));
  assert_int_equal(second->moves[1].kind, MOVE_TRANSLATION);
  assert_ptr_equal(second->moves[1].amount, arm->coordinates[1].q);
  assert_true(expr_is_integer(second->moves[1].at[1], -1));

  assert_int_equal(arm->bodies[0].frame, 1);
  assert_ptr_equal(arm->bodies[0].com_F.at[0], parameter(arm, "LG1"));
  assert_ptr_equal(arm->bodies[0].inertia_F.at[2][2], parameter(arm, "I1z"));
  assert_int_equal(mechanism_find_point(arm, "tip"), 0);
  assert_int_equal(arm->points[0].frame, 2);
  mechanism_free(arm);
}

static void check_value(const Mechanism *mechanism, const char *name, const Expr *expected,
                        const char *unit)
{
  int index = mechanism_find_parameter(mechanism, name);
  assert_true(index >= 0);
  assert_ptr_equal(mechanism->parameters[index].value, expected);
  Text text = { 0 };
  dimension_print(mechanism->parameters[index].dimension, &text);
  assert_string_equal(text_string(&text), unit);
  text_free(&text);
}

static void values_are_exact_and_in_si(void **state)
{
  (void)state;
  Mechanism *m = read_good("param a = 500 mm, b = 30 deg, c = 9.81 m/s^2, d = 3000 rpm, e = 0.1,\n"
                           "f = 2*3 kg, g = 1/(3 m), h = -2^2, i = 1.2 kg.m^2, j, k = sqrt(8),\n"
                           "l = sin(60 deg)*1 m, n = 25 N.s/m, o = 1e-3, p = 6 m / 2 s");
  Pool *pool = m->pool;
  check_value(m, "a", expr_rational(pool, 1, 2), "m");
  check_value(m, "b", expr_mul(expr_rational(pool, 1, 6), expr_pi(pool)), "rad");
  check_value(m, "c", expr_rational(pool, 981, 100), "m/s^2");
  check_value(m, "d", expr_mul(expr_integer(pool, 100), expr_pi(pool)), "rad/s");
  check_value(m, "e", expr_rational(pool, 1, 10), "");
  check_value(m, "f", expr_integer(pool, 6), "kg");
  check_value(m, "h", expr_integer(pool, -4), "");
  check_value(m, "i", expr_rational(pool, 6, 5), "kg.m^2");
  check_value(m, "k", expr_mul(expr_integer(pool, 2), expr_call(OP_SQRT, expr_integer(pool, 2))),
              "");
  check_value(m, "l",
              expr_mul(expr_rational(pool, 1, 2), expr_call(OP_SQRT, expr_integer(pool, 3))), "m");
  check_value(m, "n", expr_integer(pool, 25), "N.s/m");
  check_value(m, "o", expr_rational(pool, 1, 1000), "");
  check_value(m, "p", expr_integer(pool, 3), "m/s");
  check_value(m, "g", expr_rational(pool, 1, 3), "m^-1");  // a unit belongs to its number
  assert_null(m->parameters[mechanism_find_parameter(m, "j")].value);
  mechanism_free(m);
}

static void definitions_are_shown_by_their_names(void **state)
{
  (void)state;
  Mechanism *m = read_good("param m1, m2\njoint q : revolute z from ground\n"
                           "let mu = m1 + m2, v = q'*m1, twice = 2*mu, same = m1");
  assert_int_equal(m->definition_count, 4);
  const Expr *mu = m->definitions[0].value;
  assert_int_equal(mu->form->op, OP_NAMED);
  assert_string_equal(mu->form->named.name, "mu");
  assert_ptr_equal(mu, expr_add(parameter(m, "m1"), parameter(m, "m2")));
  assert_int_equal(definition_body(&m->definitions[0])->form->op, OP_ADD);
  assert_ptr_equal(m->definitions[1].value,
                   expr_mul(coordinate_rate(&m->coordinates[0]), parameter(m, "m1")));
  assert_ptr_equal(m->definitions[3].value, parameter(m, "m1"));
  assert_ptr_equal(definition_body(&m->definitions[3]), parameter(m, "m1"));
  mechanism_free(m);
}

static void inertia_about_the_origin_is_carried_to_the_centre_of_mass(void **state)
{
  (void)state;
  Mechanism *m =
      read_good("param m, a, b, J\njoint q : revolute z from ground\n"
                "body B on q : inertia diag(J, J, J) about origin, com [a, b, 0], mass m");
  const Expr *mass = parameter(m, "m");
  const Expr *a = parameter(m, "a");
  const Expr *b = parameter(m, "b");
  const Expr *J = parameter(m, "J");
  Mat3 inertia = m->bodies[0].inertia_F;
  const Expr *aa = expr_mul(a, a);
  const Expr *bb = expr_mul(b, b);
  // Steiner, written out: the x axis is at distance b, the y axis at a, the z axis at both
  assert_ptr_equal(inertia.at[0][0], expr_sub(J, expr_mul(mass, bb)));
  assert_ptr_equal(inertia.at[1][1], expr_sub(J, expr_mul(mass, aa)));
  assert_ptr_equal(inertia.at[2][2], expr_sub(J, expr_mul(mass, expr_add(aa, bb))));
  assert_ptr_equal(inertia.at[0][1], expr_mul(mass, expr_mul(a, b)));
  assert_ptr_equal(inertia.at[1][0], inertia.at[0][1]);
  assert_true(expr_is_zero(inertia.at[0][2]));
  mechanism_free(m);
}

static void axes_are_unit_vectors(void **state)
{
  (void)state;
  Mechanism *m = read_good("joint a : revolute [3, 0, 4] from ground\n"
                           "joint b : prismatic [0, 0, -2] from a\n"
                           "joint c : revolute [1, 1, 1] from b rotated RX(90 deg), RZ(-pi/2)");
  assert_ptr_equal(m->joints[0].axis_F.at[0], expr_rational(m->pool, 3, 5));
  assert_ptr_equal(m->joints[0].axis_F.at[2], expr_rational(m->pool, 4, 5));
  assert_true(expr_is_integer(m->joints[1].axis_F.at[2], -1));
  assert_true(expr_is_one(vec3_dot(m->joints[2].axis_F, m->joints[2].axis_F)));
  const Frame *last = &m->frames[3];
  assert_int_equal(last->move_count, 3);
  assert_int_equal(last->moves[0].kind, MOVE_ROTATION);
  assert_true(expr_is_one(last->moves[0].at[0]));
  assert_true(expr_is_one(last->moves[1].at[2]));
  assert_true(expr_is_zero(expr_add(last->moves[0].amount, last->moves[1].amount)));
  mechanism_free(m);
}

static void limits_and_start_belong_to_the_coordinate(void **state)
{
  (void)state;
  Mechanism *m = read_good("joint j : revolute z (q = 90 deg) from ground limits -1 .. 180 deg\n"
                           "joint k : prismatic z from j");
  const Coordinate *q = &m->coordinates[0];
  assert_ptr_equal(q->initial, expr_mul(expr_rational(m->pool, 1, 2), expr_pi(m->pool)));
  assert_true(expr_is_integer(q->lower, -1));
  assert_ptr_equal(q->upper, expr_pi(m->pool));
  assert_string_equal(coordinate_name(&m->coordinates[1]), "k");
  assert_null(m->coordinates[1].initial);
  assert_null(m->coordinates[1].lower);
  mechanism_free(m);
}

static void the_hash_names_the_text(void **state)
{
  (void)state;
  Mechanism *m = read_good("");
  char hash[SHA256_HEX_SIZE];
  mechanism_source_hash(m, hash);
  assert_string_equal(hash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert_string_equal(m->name, "mechanism");
  assert_null(m->title);
  assert_int_equal(m->frame_count, 1);
  assert_string_equal(m->frames[0].name, "ground");
  assert_int_equal(m->frames[0].parent, -1);
  assert_true(vec3_is_zero(m->gravity));
  mechanism_free(m);
}

// ---- texts made to break a reader

static int count_errors(const char *bytes, size_t length, int *kept)
{
  Source source = { "test.bl", bytes, length };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  int count = diagnostics_error_count(diagnostics);
  *kept = diagnostics_count(diagnostics);
  assert_int_equal(mechanism == NULL, count > 0);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
  return count;
}

static void ten_megabytes_of_garbage_give_a_hundred_messages(void **state)
{
  (void)state;
  enum { SIZE = 10000000 };
  char *bytes = memory_new(SIZE, 1);
  uint64_t random = 1;
  for (int i = 0; i < SIZE; i++) {
    random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    bytes[i] = (char)(random >> 56);
  }
  int kept = 0;
  assert_true(count_errors(bytes, SIZE, &kept) > 100);
  assert_int_equal(kept, 100);
  free(bytes);
}

static void check_repeated(const char *start, const char *part, int times, bool is_good)
{
  Text text = { 0 };
  int kept = 0;
  text_put(&text, start);
  for (int i = 0; i < times; i++)
    text_put(&text, part);
  int errors = count_errors(text_string(&text), text.length, &kept);
  assert_int_equal(errors == 0, is_good);
  assert_in_range(kept, 0, 100);
  text_free(&text);
}

static void long_sums_are_read(void **state)
{
  (void)state;
  check_repeated("param x\nlet a = 1", "+1", 100000, true);
  check_repeated("param x\nlet a = 1", "+x", 100000, true);
  check_repeated("param x, y\nlet a = 1", "-x*y+y*y", 25000, true);
}

static void the_same_mistake_a_hundred_thousand_times_takes_no_time(void **state)
{
  (void)state;
  check_repeated("", "param a = 1\n", 100000, false);
  check_repeated("", "let b = unknown\n", 100000, false);
  check_repeated("", "let c = (1\n", 100000, false);
  check_repeated("", "let d = e\n", 100000, false);
  check_repeated("", "joint j : revolute z from k\n", 100000, false);
}

static void numbers_that_double_their_length_are_stopped(void **state)
{
  (void)state;
  Text text = { 0 };
  int kept = 0;
  text_put(&text, "param x\nlet a0 = 1.0000001*x\n");
  for (int i = 1; i <= 60; i++)
    text_format(&text, "let a%d = a%d*a%d\n", i, i - 1, i - 1);
  assert_int_equal(count_errors(text_string(&text), text.length, &kept), 0);  // names stay names
  text_put(&text, "let b = ((((1.0000001*x)^60)^60)^60)^60\n");
  assert_int_equal(count_errors(text_string(&text), text.length, &kept), 1);
  text_free(&text);
}

// ---- what stands far below

// Is that the first thing said about `above`, thousands of lines and `below`? NULL: nothing is said.
static void check_far(const char *above, const char *below, const char *said)
{
  Text text = { 0 };
  text_format(&text, "mechanism m\nparam long = 1 m\n%s\n", above);
  for (int i = 0; i < 5000; i++)
    text_format(&text, "param p%d = %d mm\n", i, i);
  text_format(&text, "%s\n", below);
  Source source = { "test.bl", text_string(&text), text.length };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  Text printed = { 0 };
  diagnostics_print(diagnostics, &printed);
  assert_int_equal(mechanism != NULL, said == NULL);
  if (said == NULL) assert_string_equal(text_string(&printed), "");
  if (said != NULL && strstr(text_string(&printed), said) == NULL) {
    fail_msg("'%s' is not in:\n%s", said, text_string(&printed));
  }
  mechanism_free(mechanism);
  text_free(&printed);
  text_free(&text);
  diagnostics_free(diagnostics);
}

static void what_is_far_below_is_known_above(void **state)
{
  (void)state;
  check_far("let a = far", "param far = 1", "it is declared below, at line 5004; move that up");
  check_far("let a = far", "", "unknown name 'far'");
  check_far("use late(long)", "element late(x) { let y = 2*x }", NULL);
  check_far("frame A from B : TX(1 m)", "frame B from A : TX(1 m)", "A from B from A");
  check_far("joint j : revolute z (q) from ground\ntorque T on j = far", "param far = 1 N.m",
            "'far' is used before it is declared");
  check_far("", "mechanism m", "'mechanism' must be the first statement");
  check_far("let f(x) = 2*x", "let g = f(3)", NULL);
  check_far("let a = lost", "param = 1", "expected");
}

static void what_a_sample_sets_is_not_declared_far_below(void **state)
{
  (void)state;
  const char *sample = "sample 1 ms : u = 2", *said = "it is declared below, at line 5004";
  check_far(sample, "output o = u", NULL);
  check_far(sample, "body u on ground : mass 1 kg", NULL);  // a name of another kind
  check_far(sample, "input u", said);
  check_far(sample, "param u = 1", said);
  check_far(sample, "point u at [1, 0, 0] m on ground", said);
  check_far(sample, "joint u : revolute z from ground", said);
  check_far(sample, "joint u : revolute z (r) from ground\nframe F from u", said);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_planar_arm_is_read_as_it_is_written),
    cmocka_unit_test(values_are_exact_and_in_si),
    cmocka_unit_test(definitions_are_shown_by_their_names),
    cmocka_unit_test(inertia_about_the_origin_is_carried_to_the_centre_of_mass),
    cmocka_unit_test(axes_are_unit_vectors),
    cmocka_unit_test(limits_and_start_belong_to_the_coordinate),
    cmocka_unit_test(the_hash_names_the_text),
    cmocka_unit_test(ten_megabytes_of_garbage_give_a_hundred_messages),
    cmocka_unit_test(long_sums_are_read),
    cmocka_unit_test(the_same_mistake_a_hundred_thousand_times_takes_no_time),
    cmocka_unit_test(numbers_that_double_their_length_are_stopped),
    cmocka_unit_test(what_is_far_below_is_known_above),
    cmocka_unit_test(what_a_sample_sets_is_not_declared_far_below),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
