// test_parametrise.c -- what a description becomes by other coordinates, as a person would write
// it.
//
// That the motion stays the same is compared by numbers in tests/reference/test_parametrisation.py.
// SPDX-License-Identifier: MIT
#include "transform/parametrise.h"

#include "lang/write/write.h"
#include "api/mechanism/convert.h"
#include "support/reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

// The description by other coordinates, written out; the caller frees the text.
static Text remade(const char *description, const char *word)
{
  Reading reading;
  reading_open(&reading, description);
  Diagnostics *diagnostics = diagnostics_new();
  bool is_good =
      mechanism_parametrise(reading.mechanism, parametrisation_of(word), NULL, diagnostics);
  if (!is_good) print_diagnostics(diagnostics);
  assert_true(is_good);
  Text text = { 0 };
  assert_true(mechanism_convert(reading.mechanism, CONVENTION_LANGUAGE, diagnostics, &text));
  diagnostics_free(diagnostics);
  reading_close(&reading);
  flint_cleanup();
  return text;
}

// Names in columns and statements on several lines are put on one, with single blanks.
static Text squeezed(const Text *text)
{
  Text out = { 0 };
  for (const char *c = text_string(text); *c; c++) {
    bool is_end = *c == '\n' && c[1] != ' ';
    if (is_end || !strchr(" \n", *c)) {
      text_put_char(&out, *c);
    } else if (!strchr(" \n", c[1])) {
      text_put_char(&out, ' ');
    }
  }
  return out;
}

// Each line is one of the result, which can be read again.
static void assert_holds(const char *description, const char *word, const char *const lines[])
{
  Text whole = remade(description, word);
  Text text = squeezed(&whole);
  text_free(&whole);
  for (; *lines; lines++) {
    Text line = { 0 };
    text_format(&line, "\n%s\n", *lines);
    if (!strstr(text_string(&text), text_string(&line))) {
      fail_msg("there is no line '%s' in\n%s", *lines, text_string(&text));
    }
    text_free(&line);
  }
  Reading again;
  reading_open(&again, text_string(&text));
  reading_close(&again);
  text_free(&text);
}
#define ASSERT_HOLDS(description, word, ...)                                                       \
  assert_holds(description, word, (const char *const[]){ __VA_ARGS__, NULL })

// The message of the note or the error, with the mechanism as it was.
static void assert_answer(const char *description, const char *word, bool is_good,
                          const char *words)
{
  Reading reading;
  reading_open(&reading, description);
  Text before = { 0 }, after = { 0 };
  assert_true(mechanism_convert(reading.mechanism, CONVENTION_LANGUAGE, NULL, &before));
  Diagnostics *diagnostics = diagnostics_new();
  Parametrisation parametrisation = parametrisation_of(word);
  assert_int_equal(is_good,
                   mechanism_parametrise(reading.mechanism, parametrisation, NULL, diagnostics));
  assert_true(mechanism_convert(reading.mechanism, CONVENTION_LANGUAGE, NULL, &after));
  assert_string_equal(text_string(&before), text_string(&after));
  assert_true(diagnostics_count(diagnostics) > 0);
  if (!strstr(diagnostics_message(diagnostics, 0), words)) {
    fail_msg("%s", diagnostics_message(diagnostics, 0));
  }
  text_free(&before);
  text_free(&after);
  diagnostics_free(diagnostics);
  reading_close(&reading);
  flint_cleanup();
}

#define CRANK                                                                                      \
  "param L1 = 0.1, L2 = 0.3, m = 1\n"                                                              \
  "joint crank : revolute z (th1 = pi/6) from ground\n"                                            \
  "joint rod : revolute z (th2) from crank at [L1, 0, 0]\n"                                        \
  "body rod on rod : mass m, com [L2/2, 0, 0]\n"

#define FREE_CRANK                                                                                 \
  "param L1 = 0.1, L2 = 0.3, m = 1\n"                                                              \
  "joint rod : planar (x2 = 1/10, y2, th2) from ground\n"                                          \
  "joint crank : planar (x1, y1, th1 = 1/2) from ground\n"                                         \
  "loop bearing : revolute z ground = crank\n"                                                     \
  "loop pin : revolute z [L1, 0, 0] on crank = rod\n"                                              \
  "body rod on rod : mass m, com [L2/2, 0, 0]\n"

// ---- cartesian

static void joints_become_loops_of_their_name(void **state)
{
  (void)state;
  static const char ROD[] = "joint rod : planar z (x_rod = sqrt(3)*L1/2, y_rod = L1/2, "
                            "angle_rod = pi/6) from ground";
  ASSERT_HOLDS(CRANK, "cartesian",
               "joint crank : planar z (x_crank, y_crank, angle_crank = pi/6) from ground", ROD,
               "loop crank : revolute z ground = crank",
               "loop rod : revolute z [L1, 0, 0] on crank = rod");
}

static void torques_act_between_the_frames(void **state)
{
  (void)state;
  static const char PUSH[] =
      "force push at foot = [3*(x_foot*cos(angle_rod) - L2 - x_rod*cos(angle_rod) - "
      "y_rod*sin(angle_rod) + y_foot*sin(angle_rod)), 0, 0] in foot, against rod";
  ASSERT_HOLDS(
      CRANK "joint foot : prismatic -x (s) from rod at [L2, 0, 0]\n"
            "body foot on foot : mass m\n"
            "input u\ntorque motor on rod = u - 2*th2'\ntorque push on foot = 3*s\n",
      "cartesian",
      "moment motor on rod = [0, 0, 2*(angle_crank' - angle_rod') + u] in rod against crank",
      "loop foot : prismatic -x [L2, 0, 0] on rod = foot", PUSH);
}

static void a_joint_that_others_drive_becomes_a_constraint(void **state)
{
  (void)state;
  ASSERT_HOLDS(CRANK "joint wheel : revolute z (= -3*th1) from rod at [L2, 0, 0]\n", "cartesian",
               "loop wheel : revolute z [L2, 0, 0] on rod = wheel",
               "constraint wheel_drive : 3*angle_crank - angle_rod + angle_wheel = 0");
}

static void a_motion_becomes_a_constraint(void **state)
{
  (void)state;
  ASSERT_HOLDS(CRANK "motion th1 : 2*t\n", "cartesian",
               "constraint th1_motion : angle_crank - 2*t = 0");
}

static void every_plane_has_its_own_coordinates(void **state)
{
  (void)state;
  ASSERT_HOLDS("joint a : revolute x (q) from ground at [1, 2, 3]\nbody A on a : mass 1\n",
               "cartesian",
               "joint a : planar x (y_a = 2, z_a = 3, angle_a) from ground at [1, 0, 0]");
  ASSERT_HOLDS("joint a : revolute y (q) from ground at [1, 2, 3]\nbody A on a : mass 1\n",
               "cartesian",
               "joint a : planar y (z_a = 3, x_a = 1, angle_a) from ground at [0, 2, 0]");
}

static void a_turned_joint_in_space_has_a_seat(void **state)
{
  (void)state;
  ASSERT_HOLDS("joint a : revolute z (q1) from ground\n"
               "joint b : revolute y (q2) from a at [1, 0, 0] rotated RX(pi/2)\n"
               "body B on b : mass 1, com [1, 0, 0]\n",
               "cartesian", "frame b_seat from a : TX(1), RX(pi/2)",
               "loop b : revolute y b_seat = b",
               "joint a : free quaternion (x_a, y_a, z_a, e0_a = 1, e1_a, e2_a, e3_a) from ground");
}

static void coordinates_that_something_uses_get_frames_of_their_own(void **state)
{
  (void)state;
  static const char *const HOOK = "joint h : universal (a, b) from ground\n"
                                  "body H on h : mass 1, com [1, 0, 0]\n%s";
  Text text = { 0 };
  text_format(&text, HOOK, "");
  ASSERT_HOLDS(text_string(&text), "cartesian", "loop h : universal ground = h");
  text_free(&text);
  text_format(&text, HOOK, "torque w on a = 3\n");
  ASSERT_HOLDS(text_string(&text), "cartesian", "loop h_1 : revolute x ground = h_1",
               "loop h : revolute y h_1 = h", "moment w on h_1 = [3, 0, 0] in h_1");
  text_free(&text);
}

static void names_are_free_of_clashes(void **state)
{
  (void)state;
  ASSERT_HOLDS("param x_a = 1\njoint a : revolute z (q) from ground\nbody A on a : mass x_a\n"
               "torque a on q = 3\n",
               "cartesian", "joint a : planar z (x_a_2, y_a, angle_a) from ground",
               "loop a_2 : revolute z ground = a", "moment a on a = [0, 0, 3] in a");
}

// ---- relative

static void loops_become_joints_in_their_order(void **state)
{
  (void)state;
  ASSERT_HOLDS(FREE_CRANK "loop slot : prismatic x ground = rod\n", "relative",
               "joint crank : revolute z (bearing = 0.5) from ground",
               "joint rod : revolute z (pin = -0.5) from crank at [L1, 0, 0]",
               "loop slot : prismatic x ground = rod");
}

static void what_acted_on_free_coordinates_acts_on_frames(void **state)
{
  (void)state;
  ASSERT_HOLDS(FREE_CRANK "torque w on th2 = 5\ntorque f on x2 = 3*y2'\n", "relative",
               "moment w on rod = [0, 0, 5]",
               "force f at rod = [3*L1*cos(bearing)*bearing', 0, 0]");
}

static void places_beside_the_origin_are_reached(void **state)
{
  (void)state;
  ASSERT_HOLDS(
      "joint a : planar (x, y, q) from ground\nbody A on a : mass 1\n"
      "frame eye from a : TX(2), RZ(pi/2)\nloop pin : revolute z ground = [0, 1, 0] on eye\n",
      "relative", "joint a_pivot : revolute z (pin = pi/2) from ground",
      "frame a from a_pivot : TY(-1), RZ(-pi/2), TX(-2)");
}

// ---- minimal

static void a_slider_crank_has_the_formula_of_the_book(void **state)
{
  (void)state;
  ASSERT_HOLDS(CRANK "joint piston : revolute z (th3) from rod at [L2, 0, 0]\n"
                     "loop guide : prismatic x ground = piston\n",
               "minimal", "let th3 = asin(L1*sin(th1)/L2)", "let th2 = -th1 - th3",
               "joint rod : revolute z (= th2) from crank at [L1, 0, 0]",
               "joint piston : revolute z (= th3) from rod at [L2, 0, 0]");
}

static void the_initial_values_choose_the_branch(void **state)
{
  (void)state;
  static const char *const TOGGLE = "joint a : revolute z (q) from ground\n"
                                    "joint b : revolute z (p = %s) from a at [1, 0, 0]\n"
                                    "joint s : prismatic x (x = %s) from ground\n"
                                    "body B on b : mass 1\n"
                                    "loop pin : revolute z s = [2, 0, 0] on b\n";
  Text text = { 0 };
  text_format(&text, TOGGLE, "0.1", "3");
  ASSERT_HOLDS(text_string(&text), "minimal", "let p = -q - asin(sin(q)/2)");
  text_free(&text);
  text_format(&text, TOGGLE, "3", "-1");
  ASSERT_HOLDS(text_string(&text), "minimal", "let angle_b = pi + asin(sin(q)/2)",
               "let p = angle_b - q");
  text_free(&text);
}

static void a_torque_on_what_is_determined_acts_on_the_rest(void **state)
{
  (void)state;
  ASSERT_HOLDS("joint a : revolute z (q) from ground\njoint b : revolute z (p) from ground\n"
               "body A on a : mass 1\nbody B on b : mass 1\n"
               "constraint gear : p + 3*q = 0\ntorque w on p = 5\ntorque s on q = 1\n",
               "minimal", "torque w on q = -15", "torque s on q = 1");
}

static void a_torque_on_what_stands_still_is_gone(void **state)
{
  (void)state;
  ASSERT_HOLDS("joint a : prismatic z (s) from ground\njoint b : revolute z (p) from a\n"
               "body B on b : mass 1, com [1, 0, 0]\nconstraint c : s = 1\n"
               "torque f on s = 3\ntorque g on p = 2\n",
               "minimal", "frame a from ground : TZ(1)", "torque g on p = 2");
  Reading reading;
  reading_open(&reading, "joint a : prismatic z (s) from ground\nbody b on a : mass 1\n"
                         "constraint c : s = 1\ntorque f on s = 3\n");
  Diagnostics *diagnostics = diagnostics_new();
  assert_true(mechanism_parametrise(reading.mechanism, PARAMETRISATION_MINIMAL, NULL, diagnostics));
  assert_int_equal(reading.mechanism->coordinate_count, 0);
  assert_int_equal(reading.mechanism->force_count, 0);
  diagnostics_free(diagnostics);
  reading_close(&reading);
  flint_cleanup();
}

static void free_frames_are_put_on_each_other_first(void **state)
{
  (void)state;
  ASSERT_HOLDS(FREE_CRANK "joint piston : planar (x3, y3, th3) from ground\n"
                          "body piston on piston : mass m\n"
                          "loop eye : revolute z [L2, 0, 0] on rod = piston\n"
                          "loop guide : prismatic x ground = piston\n",
               "minimal", "let eye = asin(L1*sin(bearing)/L2)",
               "joint crank : revolute z (bearing = 0.5) from ground",
               "joint rod : revolute z (= pin) from crank at [L1, 0, 0]");
}

// ---- answers

static void what_is_wanted_already_stays_with_a_note(void **state)
{
  (void)state;
  assert_answer(CRANK, "relative", true, "no loop holds a frame that is free");
  assert_answer(FREE_CRANK, "cartesian", true, "every frame that moves is free already");
  assert_answer(CRANK, "minimal", true, "no loop and no constraint determines");
}

// Squares do not make a constraint the norm of a quaternion.
static void constraints_with_squares_are_measured(void **state)
{
  (void)state;
  ASSERT_HOLDS(FREE_CRANK "constraint c : x2^2 + 2*y2 - 3 = 0\n", "relative",
               "constraint c : L1^2*cos(bearing)^2 + 2*L1*sin(bearing) - 3 = 0");
}

static void what_cannot_be_done_is_refused_and_changes_nothing(void **state)
{
  (void)state;
  assert_answer(
      "joint a : spherical (p, q, r) from ground\njoint b : spherical from a at [1, 0, 0]\n"
      "loop tip : spherical [1, 0, 0] on b = ground\nbody B on b : mass 1\n",
      "minimal", false, "the loop 'tip' has no closed form: it is closed in space");
  assert_answer("joint a : revolute z (q) from ground\njoint b : prismatic x (s) from ground\n"
                "body A on a : mass 1\nconstraint c : s^3 + exp(s) + sin(q)^3 + q = 0\n",
                "minimal", false, "the constraint 'c' has no closed form");
  assert_answer("coord x, y\nframe a in ground : TX(x), TY(y)\nbody A on a : mass 1\n"
                "constraint c : x = y\nconstraint d : y = 1e-13\nconstraint e : x + y = 5e-13\n",
                "minimal", false, "no closed form: what is left of it holds no coordinate");
  static const char *const BRANCHES[] = { "s + 0.1*abs(s) = 1",
                                          "abs(s) = 1",
                                          "s + sign(s) = 1",
                                          "min(s, 2*s) = q",
                                          "s + (s < q) = 2",
                                          "if(s < 1, s, 2*s) = q",
                                          "s^2 + max(s, q) = 1",
                                          "asin(sin(s)) + 2*s = 9",
                                          "atan2(sin(s), cos(s)) + s = 8",
                                          "atan(tan(s)) + s = 8",
                                          "sqrt(1 + 2*s + s^2) + 2*s = -5",
                                          "(1 + 2*s + s^2)^(1/2) + 2*s = -5" };
  for (size_t i = 0; i < sizeof BRANCHES / sizeof BRANCHES[0]; i++) {
    Text text = { 0 };
    text_format(&text,
                "joint a : revolute z (q) from ground\njoint b : prismatic x (s) from a\n"
                "body A on a : mass 1\nconstraint d : q = 1\nconstraint c : %s\n",
                BRANCHES[i]);
    assert_answer(text_string(&text), "minimal", false,
                  "the constraint 'c' has no closed form: it holds");
    text_free(&text);
  }
  assert_answer("joint a : free quaternion from ground\njoint b : spherical quaternion from a\n"
                "body B on b : mass 1\nconstraint c : b_e1 = 0.1\n",
                "cartesian", false, "the Euler parameter 'b_e1'");
  assert_answer("coord p, q\nframe a in ground : RX(p*q)\nbody A on a : mass 1\n", "cartesian",
                false, "cannot be told from how 'a' moves");
}

static void words_are_known(void **state)
{
  (void)state;
  assert_int_equal(PARAMETRISATION_MINIMAL, parametrisation_of("minimal"));
  assert_int_equal(PARAMETRISATION_COUNT, parametrisation_of("polar"));
}

// Where an input jumps, the coordinates of the description stay; one that is given is held.
static void an_input_that_moves_frames_leaves_the_coordinates(void **state)
{
  (void)state;
  static const char *const lines[] = {
    "when t - 0.6 > 0 : set x_b = x_b - d + 0.3, x_b' = x_b' - d', d = 0.3",
    "experiment given { time 0 .. 1 start d = 0.1, x_b = 0.1, x_b' = 0.2",
    "experiment lawful { time 1 .. 2 start x_b = 0.2*sin(3), x_b' = 0.6*cos(3)", NULL
  };
  assert_holds("mechanism belt\n"
               "input d = 0.2 m*sin(3*t) smooth\n"
               "frame base from ground : TX(d)\n"
               "joint b : prismatic x (y) from base\n"
               "body load on b : mass 1 kg\n"
               "when t > 0.6 s : set d = 0.3 m\n"
               "experiment given { time 0 .. 1 s, start d = 0.1 m, y' = 0.2 m/s }\n"
               "experiment lawful { time 1 .. 2 s }\n",
               "cartesian", lines);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(an_input_that_moves_frames_leaves_the_coordinates),
    cmocka_unit_test(joints_become_loops_of_their_name),
    cmocka_unit_test(torques_act_between_the_frames),
    cmocka_unit_test(a_joint_that_others_drive_becomes_a_constraint),
    cmocka_unit_test(a_motion_becomes_a_constraint),
    cmocka_unit_test(every_plane_has_its_own_coordinates),
    cmocka_unit_test(a_turned_joint_in_space_has_a_seat),
    cmocka_unit_test(coordinates_that_something_uses_get_frames_of_their_own),
    cmocka_unit_test(names_are_free_of_clashes),
    cmocka_unit_test(loops_become_joints_in_their_order),
    cmocka_unit_test(what_acted_on_free_coordinates_acts_on_frames),
    cmocka_unit_test(places_beside_the_origin_are_reached),
    cmocka_unit_test(a_slider_crank_has_the_formula_of_the_book),
    cmocka_unit_test(the_initial_values_choose_the_branch),
    cmocka_unit_test(a_torque_on_what_is_determined_acts_on_the_rest),
    cmocka_unit_test(a_torque_on_what_stands_still_is_gone),
    cmocka_unit_test(free_frames_are_put_on_each_other_first),
    cmocka_unit_test(what_is_wanted_already_stays_with_a_note),
    cmocka_unit_test(constraints_with_squares_are_measured),
    cmocka_unit_test(what_cannot_be_done_is_refused_and_changes_nothing),
    cmocka_unit_test(words_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
