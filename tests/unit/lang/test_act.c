// test_act.c -- loops, constraints, wheels, speeds, forces, inputs, tasks and elements: the
// structures that the text becomes, field by field.
// SPDX-License-Identifier: MIT
#include "lang/lang.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

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

static const Coordinate *coordinate(const Mechanism *mechanism, const char *name)
{
  int index = mechanism_find_coordinate(mechanism, name);
  assert_true(index >= 0);
  return &mechanism->coordinates[index];
}

static void a_loop_joins_two_places(void **state)
{
  (void)state;
  Mechanism *bar = read_good("param l2, l3, l5\n"
                             "joint a : revolute z (phi1) from ground\n"
                             "joint d : revolute z (phi3) from ground at [l5, 0, 0]\n"
                             "point P at [0, l3, 0] on d\n"
                             "loop c : revolute -z [l2, 0, 0] on a = P\n");
  assert_int_equal(bar->loop_count, 1);
  const Loop *loop = &bar->loops[0];
  assert_string_equal(loop->name, "c");
  assert_int_equal(loop->kind, JOINT_REVOLUTE);
  assert_true(expr_is_integer(loop->axis.at[2], -1));
  assert_int_equal(loop->first.frame, mechanism_find_frame(bar, "a"));
  assert_ptr_equal(loop->first.position_F.at[0], parameter(bar, "l2"));
  assert_int_equal(loop->second.frame, mechanism_find_frame(bar, "d"));
  assert_ptr_equal(loop->second.position_F.at[1], parameter(bar, "l3"));
  mechanism_free(bar);
}

static void a_constraint_is_left_less_right(void **state)
{
  (void)state;
  Mechanism *cart = read_good("param r\n"
                              "coord x, phi\n"
                              "frame F from ground : TX(x), RZ(phi)\n"
                              "constraint c1 : x = r*phi\n"
                              "constraint c2 : x' = r*phi'\n"
                              "constraint c3 : position(F) = [0, 0, 0]\n");
  const Coordinate *x = coordinate(cart, "x");
  const Coordinate *phi = coordinate(cart, "phi");
  const Expr *r = parameter(cart, "r");
  assert_int_equal(cart->constraint_count, 3);
  const Expr *arc = expr_mul(r, phi->q);
  assert_ptr_equal(cart->constraints[0].residual, expr_sub(x->q, arc));
  assert_false(constraint_has_speeds(&cart->constraints[0]));
  const Expr *speed = expr_mul(r, coordinate_rate(phi));
  assert_ptr_equal(cart->constraints[1].residual, expr_sub(coordinate_rate(x), speed));
  assert_true(constraint_has_speeds(&cart->constraints[1]));
  // only the first component of the vector says anything
  assert_string_equal(cart->constraints[2].name, "c3_x");
  assert_ptr_equal(cart->constraints[2].residual, x->q);
  mechanism_free(cart);
}

static void wheels_and_speeds_are_kept(void **state)
{
  (void)state;
  Mechanism *cart = read_good("param r\n"
                              "coord x, y, phi\n"
                              "frame W from ground : TX(x), TY(y), RY(phi)\n"
                              "frame V from W : TX(r)\n"
                              "rolling W radius r on plane [0, 0, 2] no side slip\n"
                              "rolling V radius r on plane [0, 0, 1] axle -x\n"
                              "speed v = 2*x' - y', w = phi'\n");
  assert_int_equal(cart->rolling_count, 2);
  const Rolling *first = &cart->rollings[0];
  assert_int_equal(first->frame, mechanism_find_frame(cart, "W"));
  assert_ptr_equal(first->radius, parameter(cart, "r"));
  assert_true(expr_is_one(first->axle_F.at[1]));  // the y axis unless said
  assert_true(expr_is_one(first->normal.at[2]));  // a unit vector
  assert_true(first->may_slide);
  assert_true(expr_is_integer(cart->rollings[1].axle_F.at[0], -1));
  assert_false(cart->rollings[1].may_slide);
  assert_int_equal(cart->speed_count, 2);
  const Expr *twice = expr_mul(expr_integer(cart->pool, 2), coordinate_rate(coordinate(cart, "x")));
  assert_ptr_equal(cart->speeds[0].value, expr_sub(twice, coordinate_rate(coordinate(cart, "y"))));
  assert_int_equal(cart->speeds[1].symbol->form->stage, STAGE_VELOCITY);
  mechanism_free(cart);
}

static void forces_know_where_they_act(void **state)
{
  (void)state;
  Mechanism *arm =
      read_good("param k, l0\n"
                "joint a : revolute z (q) from ground\n"
                "joint b : prismatic x (d) from a\n"
                "point P at [l0, 0, 0] on b\n"
                "torque T on a = -k*q\n"
                "force F at P = [Fx, 0, 0] in a against ground\n"
                "moment N on a = [0, 0, 1] against b\n"
                "use spring(P, [0, l0, 0] on ground, stiffness = k, length = l0) as S\n");
  assert_int_equal(arm->force_count, 4);
  const Force *torque = &arm->forces[0];
  assert_int_equal(torque->kind, FORCE_TORQUE);
  assert_int_equal(torque->coordinate, mechanism_find_coordinate(arm, "q"));
  const Expr *pull = expr_mul(parameter(arm, "k"), coordinate(arm, "q")->q);
  assert_ptr_equal(torque->amount, expr_neg(pull));
  const Force *force = &arm->forces[1];
  assert_int_equal(force->frame, mechanism_find_frame(arm, "b"));
  assert_ptr_equal(force->position_F.at[0], parameter(arm, "l0"));
  assert_int_equal(force->axes, mechanism_find_frame(arm, "a"));
  assert_int_equal(arm->input_count, 1);  // Fx stands alone and is declared nowhere
  assert_ptr_equal(force->vector.at[0], arm->inputs[0].symbol);
  assert_int_equal(arm->forces[2].second_frame, mechanism_find_frame(arm, "b"));
  // a spring is a force between its ends and the energy that belongs to it
  const Force *spring = &arm->forces[3];
  assert_string_equal(spring->name, "S.pull");
  assert_int_equal(spring->kind, FORCE_AT_POINT);
  assert_int_equal(spring->frame, mechanism_find_frame(arm, "b"));
  assert_int_equal(spring->second_frame, FRAME_GROUND);
  assert_int_equal(arm->energy_count, 1);
  assert_string_equal(arm->energies[0].name, "S.elastic");
  mechanism_free(arm);
}

static void inputs_are_values_or_free(void **state)
{
  (void)state;
  Mechanism *none = read_good("input u = 90 [deg]\n"
                              "input w, v[2] [kN]\n");
  assert_int_equal(none->input_count, 4);
  const Expr *half_pi = expr_mul(expr_rational(none->pool, 1, 2), expr_pi(none->pool));
  assert_ptr_equal(none->inputs[0].value, half_pi);
  assert_string_equal(none->inputs[3].name, "v[2]");
  assert_int_equal(none->inputs[3].dimension.power[1], 1);
  assert_null(none->inputs[2].value);
  assert_int_equal(none->inputs[2].symbol->form->stage, STAGE_INPUT);
  mechanism_free(none);
}

static void quantities_of_the_mechanism_are_those_of_the_book(void **state)
{
  (void)state;
  Mechanism *arm = read_good("param L\n"
                             "joint a : revolute z (q) from ground\n"
                             "point P at [L, 0, 0] on a\n"
                             "output x = position(P) . [1, 0, 0]\n"
                             "output v = velocity(P) . [1, 0, 0]\n"
                             "output va = velocity(P) in a . [0, 1, 0]\n"
                             "output w = omega(a) . [0, 0, 1]\n"
                             "output R = rotation(a)\n");
  const Coordinate *q = coordinate(arm, "q");
  const Expr *L = parameter(arm, "L");
  const Expr *cosine = expr_call(OP_COS, q->q);
  const Expr *sine = expr_call(OP_SIN, q->q);
  const Expr *rim = expr_mul(L, coordinate_rate(q));
  assert_ptr_equal(arm->tasks[0].options[0].values[0], expr_mul(L, cosine));
  assert_ptr_equal(arm->tasks[1].options[0].values[0], expr_neg(expr_mul(rim, sine)));
  assert_ptr_equal(arm->tasks[2].options[0].values[0], rim);
  assert_ptr_equal(arm->tasks[3].options[0].values[0], coordinate_rate(q));
  assert_int_equal(arm->tasks[4].options[0].value_count, 9);
  assert_ptr_equal(arm->tasks[4].options[0].values[3], sine);
  mechanism_free(arm);
}

static void tasks_keep_their_options(void **state)
{
  (void)state;
  Mechanism *arm =
      read_good("joint a : revolute z (q) from ground\n"
                "motion a : quintic from 0 to 180 deg in 2 s\n"
                "joint b : revolute z (p) from a\n"
                "motion b : quintic from 0 to 180 deg in 2 s\n"
                "control pd(b, kp = 3, kd = 1/2)\n"
                "experiment e { time 0 .. 1 min, method auto, start q' = 1, record q }\n");
  assert_int_equal(arm->task_count, 3);
  const Task *motion = &arm->tasks[0];
  assert_int_equal(motion->kind, TASK_MOTION);
  assert_string_equal(motion->name, "q");
  assert_string_equal(motion->word, "quintic");
  assert_int_equal(motion->law->form->stage, STAGE_TIME);
  assert_string_equal(motion->options[1].name, "to");
  assert_ptr_equal(motion->options[1].values[0], expr_pi(arm->pool));
  assert_int_equal(arm->tasks[1].kind, TASK_REFERENCE);
  assert_string_equal(arm->tasks[1].name, "p");
  assert_true(arm->forces[0].is_command);
  const Task *experiment = &arm->tasks[2];
  assert_int_equal(experiment->option_count, 4);
  assert_int_equal(experiment->options[0].value_count, 2);
  assert_true(expr_is_integer(experiment->options[0].values[1], 60));
  assert_string_equal(experiment->options[1].text, "auto");
  assert_string_equal(experiment->options[2].name, "start q'");
  assert_string_equal(experiment->options[3].text, "q");
  mechanism_free(arm);
}

// Outputs, definitions, torques, events and elements read; a control follows, in whatever way it reads.
static void to_read_a_reference_changes_nothing(void **state)
{
  (void)state;
  Mechanism *arm = read_good("joint a : revolute z (q) from ground\n"
                             "motion a : quintic from 0 to 180 deg in 2 s\n"
                             "let r = reference(a), lag = r - q, both = [r, lag, 0]\n"
                             "output off = reference(a) - q + both.y\n"
                             "state missed = 0 : missed' = reference(a)/1 s\n"
                             "when reference(a) > 3 : stop \"far\", record reference(a)\n"
                             "element look(J, goal = reference(J)) { output e = goal - J }\n"
                             "use look(a)\n"
                             "experiment e { time 0 .. 1 s, record reference(a) }\n"
                             "joint b : revolute z (p) from a\n"
                             "torque pull on b = reference(a)*1 N.m\n"
                             "motion b : quintic from 0 to 90 deg in 2 s\n"
                             "let goal = [0, reference(b), 0]\n"
                             "control pd(b, kp = 3, kd = 1/2, goal = goal.y)\n");
  assert_int_equal(arm->tasks[0].kind, TASK_MOTION);
  assert_ptr_equal(arm->forces[0].amount, arm->tasks[0].law);
  int references = 0;
  for (int i = 1; i < arm->task_count; i++) {
    bool is_second = strcmp(arm->tasks[i].name, "p") == 0;
    assert_true((arm->tasks[i].kind == TASK_REFERENCE) == is_second);
    references += is_second;
  }
  assert_int_equal(references, 1);
  mechanism_free(arm);
}

static void an_element_is_its_statements_with_the_arguments_put_in(void **state)
{
  (void)state;
  Mechanism *arm =
      read_good("param c\n"
                "joint a : revolute z (q) from ground\n"
                "joint b : revolute z (p) from a\n"
                "element pull(J, k, rest = 1) { param s\n torque T on J = k*(J - rest) + s }\n"
                "use pull(a, c)\n"
                "use pull(b, 2*c, rest = 3)\n"
                "use viscous(b, c)\n");
  assert_int_equal(arm->force_count, 3);
  assert_string_equal(arm->forces[0].name, "pull1.T");
  assert_string_equal(arm->forces[0].element, "pull");
  assert_string_equal(arm->forces[1].name, "pull2.T");
  assert_string_equal(arm->forces[2].name, "viscous1.friction");
  assert_int_equal(arm->forces[1].coordinate, mechanism_find_coordinate(arm, "p"));
  // 2 c (p - 3) + s
  const Expr *c = parameter(arm, "c");
  const Expr *stretch = expr_sub(coordinate(arm, "p")->q, expr_integer(arm->pool, 3));
  const Expr *twice = expr_mul(expr_integer(arm->pool, 2), c);
  const Expr *pull = expr_mul(twice, stretch);
  assert_ptr_equal(arm->forces[1].amount, expr_add(pull, parameter(arm, "pull2.s")));
  const Expr *drag = expr_mul(c, coordinate_rate(coordinate(arm, "p")));
  assert_ptr_equal(arm->forces[2].amount, expr_neg(drag));
  // its place is where it is used, line 6
  assert_int_equal(span_place(arm->forces[0].span).line, 6);
  mechanism_free(arm);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_loop_joins_two_places),
    cmocka_unit_test(a_constraint_is_left_less_right),
    cmocka_unit_test(wheels_and_speeds_are_kept),
    cmocka_unit_test(forces_know_where_they_act),
    cmocka_unit_test(inputs_are_values_or_free),
    cmocka_unit_test(quantities_of_the_mechanism_are_those_of_the_book),
    cmocka_unit_test(tasks_keep_their_options),
    cmocka_unit_test(to_read_a_reference_changes_nothing),
    cmocka_unit_test(an_element_is_its_statements_with_the_arguments_put_in),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
