// test_function.c -- numbers through the public interface: torques, inputs, time, no answer.
//
// The mechanisms are small enough to write the expected numbers down.
// SPDX-License-Identifier: MIT
#include "api/api.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A mass on a line: m x'' = tau + F - c x', with a force that is described and one that is not.
static const char *const CART = "mechanism cart\n"
                                "param m, c\n"
                                "coord x\n"
                                "input f1 = 2*m*sin(3*t)\n"
                                "input f2\n"
                                "frame a from ground : TX(x)\n"
                                "body b on a : mass m\n"
                                "point p at [0, 0, 0] on a\n"
                                "torque drag on x = -c*x'\n"
                                "force pull at p = [f1 + f2, 0, 0]\n";

// A point mass at the distance r: at r = 0 nothing resists the angle.
static const char *const POLAR = "mechanism polar\n"
                                 "coord a, r\n"
                                 "frame arm from ground : RZ(a), TX(r)\n"
                                 "body b on arm : mass 2\n";

typedef struct Case {
  BielleDiagnostics *diagnostics;
  BielleMechanism *mechanism;
  BielleModel *model;
} Case;

static Case open_case(const char *text)
{
  const char *keys[] = { "qdd", "P" };
  BielleDeriveOptions options = { .keys = keys, .key_count = 2 };
  Case c = { .diagnostics = bielle_diagnostics_new() };
  assert_int_equal(bielle_mechanism_read("test", text, strlen(text), c.diagnostics, &c.mechanism),
                   BIELLE_OK);
  assert_int_equal(bielle_model_derive(c.mechanism, &options, c.diagnostics, &c.model), BIELLE_OK);
  return c;
}

static void close_case(Case *c)
{
  bielle_model_free(c->model);
  bielle_mechanism_free(c->mechanism);
  bielle_diagnostics_free(c->diagnostics);
}

static int evaluate(const Case *c, const char *key, const BielleState *state, double out[])
{
  BielleFunction *function = NULL;
  assert_int_equal(bielle_function_new(c->model, &key, 1, c->diagnostics, &function), BIELLE_OK);
  double *scratch = calloc(bielle_function_scratch(function), sizeof *scratch);
  int failed = bielle_function_evaluate(function, state, scratch, &out);
  free(scratch);
  bielle_function_free(function);
  return failed;
}

static void assert_near(double value, double expected)
{
  if (!(fabs(value - expected) <= 1e-14 * fmax(1, fabs(expected)))) {
    fail_msg("%.17g, expected %.17g", value, expected);
  }
}

static void torques_inputs_and_rates_reach_forward_dynamics(void **unused)
{
  (void)unused;
  Case c = open_case(CART);
  const double params[] = { 2, 0.5 }, qd[] = { 4 }, tau[] = { 3 }, inputs[] = { 7, 11 };
  double qdd = 0, power = 0;
  BielleState state = { .params = params, .qd = qd, .tau = tau, .inputs = inputs };
  assert_int_equal(evaluate(&c, "qdd", &state, &qdd), 0);
  assert_near(qdd, (3 + 7 + 11 - 0.5 * 4) / 2.0);
  assert_int_equal(evaluate(&c, "P", &state, &power), 0);
  assert_near(power, (3 + 7 + 11 - 0.5 * 4) * 4.0);
  state = (BielleState){ .params = params };  // what is not there is zero
  assert_int_equal(evaluate(&c, "qdd", &state, &qdd), 0);
  assert_near(qdd, 0);
  close_case(&c);
}

static void a_state_without_inertia_has_no_answer_and_names_the_coordinate(void **unused)
{
  (void)unused;
  Case c = open_case(POLAR);
  const double qd[] = { 3, 5 }, tau[] = { 1, 2 };
  double q[] = { 0.2, 0.5 }, qdd[2];
  BielleState state = { .q = q, .qd = qd, .tau = tau };
  assert_int_equal(evaluate(&c, "qdd", &state, qdd), 0);
  assert_near(qdd[0], (1 - 2 * 2 * 0.5 * 5 * 3) / (2 * 0.25));  // m r^2 a'' + 2 m r r' a' = tau
  assert_near(qdd[1], (2 + 2 * 0.5 * 9) / 2);                   // m r'' - m r a'^2 = tau
  q[1] = 0;
  assert_int_equal(evaluate(&c, "qdd", &state, qdd), 1);
  assert_true(isnan(qdd[0]) && isnan(qdd[1]));
  close_case(&c);
}

// ---- states as JSON

static char *evaluate_json(const Case *c, const char *state, BielleStatus expected)
{
  const char *key = "qdd";
  char *out = NULL;
  assert_int_equal(bielle_model_evaluate_json(c->model, &key, 1, "state", state, strlen(state),
                                              c->diagnostics, &out),
                   expected);
  return out;
}

static double number_of(const Case *c, const char *state)
{
  char *text = evaluate_json(c, state, BIELLE_OK);
  const char *place = strstr(text, "\"qdd\": [");
  assert_non_null(place);
  double value = strtod(place + strlen("\"qdd\": ["), NULL);
  bielle_string_free(text);
  return value;
}

static void described_inputs_have_their_value_at_the_time_unless_they_are_given(void **unused)
{
  (void)unused;
  Case c = open_case(CART);
  assert_near(number_of(&c, "{\"params\": {\"m\": 2, \"c\": 0.5}, \"t\": 0.4}"), 2 * sin(1.2));
  assert_near(number_of(&c, "{\"params\": {\"m\": 2, \"c\": 0.5}, \"t\": 0.4, "
                            "\"inputs\": {\"f2\": 3}, \"tau\": {\"x\": 1}}"),
              2 * sin(1.2) + 2);
  assert_near(number_of(&c, "{\"params\": {\"m\": 2, \"c\": 0.5}, \"t\": 0.4, "
                            "\"inputs\": {\"f1\": 3}, \"qd\": {\"x\": 1}}"),
              1.25);
  close_case(&c);
}

static void assert_message(const Case *c, const char *state, const char *message)
{
  assert_null(evaluate_json(c, state, BIELLE_BAD_INPUT));
  char *text = bielle_diagnostics_text(c->diagnostics);
  if (!strstr(text, message)) fail_msg("%s", text);
  bielle_string_free(text);
}

static void a_state_without_an_answer_is_an_error_in_words(void **unused)
{
  (void)unused;
  Case c = open_case(POLAR);
  assert_message(&c, "{\"tau\": {\"b\": 1}}", "unknown coordinate 'b'");
  assert_message(&c, "{\"q\": {\"r\": 0}}", "qdd has no value at this state: no inertia resists a");
  close_case(&c);
}

// Long lists go through the batched evaluator.
static void one_state_of_many_without_an_answer_is_an_error_too(void **unused)
{
  (void)unused;
  enum { COUNT = 40, LENGTH = 64 };
  Case c = open_case(POLAR);
  char list[COUNT * LENGTH] = "[";
  for (int s = 0; s < COUNT; s++)
    strcat(list, s == 0 ? "{\"q\": {\"r\": 1}}" : ", {\"q\": {\"r\": 1}, \"tau\": {\"a\": 4}}");
  size_t end = strlen(list);
  strcat(list, "]");
  char *text = evaluate_json(&c, list, BIELLE_OK);
  int found = 0;
  for (const char *place = text; (place = strstr(place, "\"qdd\": [2,")) != NULL; place++)
    found++;
  assert_int_equal(found, COUNT - 1);
  bielle_string_free(text);
  strcpy(list + end, ", {\"q\": {\"r\": 0}}]");
  assert_message(&c, list, "no inertia resists a");
  close_case(&c);
}

// Starts that parameters make are evaluated like all else: nothing is added for each state.
static void states_leave_the_model_as_it_is(void **unused)
{
  (void)unused;
  Case c = open_case("mechanism slide\nparam m, l\ncoord x = 3*l/2\n"
                     "frame a from ground : TX(x)\nbody b on a : mass m\ntorque k on x = -x\n");
  assert_near(number_of(&c, "{\"params\": {\"m\": 2, \"l\": 0.7}}"), -3 * 0.7 / 2 / 2);
  assert_near(number_of(&c, "{\"params\": {\"m\": 2, \"l\": 0.7}, \"q\": {\"x\": 4}}"), -2);
  size_t before = pool_node_count(c.model->equations->pool);
  for (int s = 1; s <= 20; s++) {
    char state[64];
    snprintf(state, sizeof state, "{\"params\": {\"m\": 1, \"l\": 0.%d1}}", s);
    assert_near(number_of(&c, state), -1.5 * strtod(strstr(state, "0."), NULL));
  }
  assert_int_equal(pool_node_count(c.model->equations->pool), before);
  close_case(&c);
}

static void options_leave_the_mechanism_as_it_is(void **unused)
{
  (void)unused;
  static const char *const PUSHED = "coord x, y\nframe a in ground : TX(x), TY(y)\n"
                                    "body b on a : mass 1\nconstraint c : x = 2*y\n"
                                    "input u1\ninput u2\ntorque f on x = u1\ntorque g on y = u2\n";
  const char *keys[] = { "u" };
  Case c = open_case(PUSHED);
  BielleDeriveOptions options = { .keys = keys,
                                  .key_count = 1,
                                  .weights = "u1=0.123,u2=0.456",
                                  .independent = "y",
                                  .constraints = "partition" };
  size_t before = pool_node_count(c.mechanism->mechanism->pool);
  bielle_model_free(c.model);
  assert_int_equal(bielle_model_derive(c.mechanism, &options, c.diagnostics, &c.model), BIELLE_OK);
  assert_int_equal(pool_node_count(c.mechanism->mechanism->pool), before);
  close_case(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(torques_inputs_and_rates_reach_forward_dynamics),
    cmocka_unit_test(a_state_without_inertia_has_no_answer_and_names_the_coordinate),
    cmocka_unit_test(described_inputs_have_their_value_at_the_time_unless_they_are_given),
    cmocka_unit_test(a_state_without_an_answer_is_an_error_in_words),
    cmocka_unit_test(one_state_of_many_without_an_answer_is_an_error_too),
    cmocka_unit_test(states_leave_the_model_as_it_is),
    cmocka_unit_test(options_leave_the_mechanism_as_it_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
