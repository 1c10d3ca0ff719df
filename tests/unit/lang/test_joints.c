// test_joints.c -- the pose that each kind of joint, chain and table gives, against closed forms
// written as `let` statements of the same description.
// SPDX-License-Identifier: MIT
#include "lang/lang.h"
#include "mechanism/kinematics.h"
#include "symbolic/calculus/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

typedef struct Case {
  Source source;
  Diagnostics *diagnostics;
  Mechanism *mechanism;
  Arena *arena;
  FrameMotion *motions;
} Case;

static void case_open(Case *c, const char *text)
{
  *c = (Case){ .source = { "test.bl", text, strlen(text) },
               .diagnostics = diagnostics_new(),
               .arena = arena_new() };
  c->mechanism = lang_read(&c->source, c->diagnostics);
  if (!c->mechanism) {
    Text messages = { 0 };
    diagnostics_print(c->diagnostics, &messages);
    print_error("%s", text_string(&messages));
    text_free(&messages);
  }
  assert_non_null(c->mechanism);
  c->motions = kinematics_of(c->mechanism, c->mechanism->pool, c->arena);
}

static void case_close(Case *c)
{
  arena_free(c->arena);
  mechanism_free(c->mechanism);
  diagnostics_free(c->diagnostics);
  flint_cleanup();
}

// The definition `name`; NULL: there is none.
static const Expr *definition(const Case *c, const char *name)
{
  for (int i = 0; i < c->mechanism->definition_count; i++) {
    const Definition *definition = &c->mechanism->definitions[i];
    if (strcmp(definition->name, name) == 0) return definition_body(definition);
  }
  return NULL;
}

static int frame_index(const Case *c, const char *name)
{
  int index = mechanism_find_frame(c->mechanism, name);
  assert_in_range(index, 0, c->mechanism->frame_count);
  return index;
}

static void assert_same(const Expr *ours, const Expr *closed_form, const char *what)
{
  const Expr *difference = expr_sub(ours, closed_form);
  if (!expr_is_zero(difference)) fail_msg("%s differs from its closed form", what);
}

// Definitions R11 .. R33 and px py pz, as far as they are there, are the pose of the frame.
static void assert_pose(const Case *c, const char *frame)
{
  const FrameMotion *motion = &c->motions[frame_index(c, frame)];
  int checked = 0;
  for (int i = 0; i < 3; i++) {
    char position[] = { 'p', (char)('x' + i), '\0' };
    const Expr *closed_form = definition(c, position);
    if (closed_form) {
      assert_same(motion->pose.p.at[i], closed_form, position);
      checked++;
    }
    for (int j = 0; j < 3; j++) {
      char entry[] = { 'R', (char)('1' + i), (char)('1' + j), '\0' };
      closed_form = definition(c, entry);
      if (!closed_form) continue;
      assert_same(motion->pose.R.at[i][j], closed_form, entry);
      checked++;
    }
  }
  assert_in_range(checked, 3, 12);
}

static void check_pose(const char *frame, const char *text)
{
  Case c;
  case_open(&c, text);
  assert_pose(&c, frame);
  case_close(&c);
}

// ---- kinds of joints

static void a_screw_advances_by_its_pitch_in_a_turn(void **state)
{
  (void)state;
  check_pose("S", "param h\n"
                  "joint S : screw z (q) from ground pitch h\n"
                  "let px = 0, py = 0, pz = h*q/(2*pi), R11 = cos(q), R12 = -sin(q), R33 = 1\n");
}

static void a_cylindrical_joint_turns_about_and_slides_along_its_axis(void **state)
{
  (void)state;
  check_pose("C", "joint C : cylindrical -x (q, s) from ground\n"
                  "let px = -s, py = 0, pz = 0, R11 = 1, R22 = cos(q), R23 = sin(q)\n");
}

static void a_universal_joint_turns_about_x_then_about_the_new_y(void **state)
{
  (void)state;
  check_pose("U", "joint U : universal (a, b) from ground\n"
                  "let R11 = cos(b), R12 = 0, R13 = sin(b), R21 = sin(a)*sin(b), R22 = cos(a)\n"
                  "let R23 = -sin(a)*cos(b), R31 = -cos(a)*sin(b), R32 = sin(a)\n"
                  "let R33 = cos(a)*cos(b)\n");
}

static void a_spherical_joint_turns_about_z_y_x(void **state)
{
  (void)state;
  check_pose("B", "joint B : spherical (a, b, c) from ground\n"
                  "let R11 = cos(a)*cos(b), R21 = sin(a)*cos(b), R31 = -sin(b)\n"
                  "let R12 = cos(a)*sin(b)*sin(c) - sin(a)*cos(c), R32 = cos(b)*sin(c)\n"
                  "let R13 = cos(a)*sin(b)*cos(c) + sin(a)*sin(c), R33 = cos(b)*cos(c)\n");
}

static void a_planar_joint_slides_along_x_and_y_and_turns_about_z(void **state)
{
  (void)state;
  check_pose("P", "joint P : planar from ground\n"
                  "let px = P_x, py = P_y, pz = 0, R11 = cos(P_1), R21 = sin(P_1), R33 = 1\n");
}

static void the_normal_of_a_planar_joint_may_be_another_axis(void **state)
{
  (void)state;
  check_pose("P", "joint P : planar x (u, v, w) from ground\n"
                  "let px = 0, py = u, pz = v, R11 = 1, R22 = cos(w), R32 = sin(w)\n");
}

static void a_free_joint_slides_before_it_turns(void **state)
{
  (void)state;
  check_pose("F", "joint F : free from ground at [1, 2, 3]\n"
                  "let px = 1 + F_x, py = 2 + F_y, pz = 3 + F_z\n"
                  "let R11 = cos(F_1)*cos(F_2), R31 = -sin(F_2), R33 = cos(F_2)*cos(F_3)\n");
}

static void a_fixed_joint_only_leads_there(void **state)
{
  (void)state;
  check_pose("W", "param a\n"
                  "joint W : fixed from ground at [a, 0, 0] rotated RZ(30 deg)\n"
                  "let px = a, py = 0, R11 = sqrt(3)/2, R21 = 1/2\n");
}

static void a_driven_joint_follows_its_expression(void **state)
{
  (void)state;
  check_pose("D", "joint A : revolute z (q) from ground\n"
                  "joint D : revolute z (= -q + 90 deg) from A at [1, 0, 0]\n"
                  "let px = cos(q), py = sin(q), R11 = 0, R21 = 1, R12 = -1\n");
}

static void a_quaternion_turns_by_its_matrix(void **state)
{
  (void)state;
  check_pose("Q", "joint Q : spherical quaternion (e0, e1, e2, e3) from ground\n"
                  "let R11 = 1 - 2*(e2^2 + e3^2), R12 = 2*(e1*e2 - e0*e3)\n"
                  "let R13 = 2*(e1*e3 + e0*e2), R21 = 2*(e1*e2 + e0*e3)\n"
                  "let R22 = 1 - 2*(e1^2 + e3^2), R23 = 2*(e2*e3 - e0*e1)\n"
                  "let R31 = 2*(e1*e3 - e0*e2), R32 = 2*(e2*e3 + e0*e1)\n"
                  "let R33 = 1 - 2*(e1^2 + e2^2)\n");
}

static void a_quaternion_begins_at_rest_and_has_unit_norm(void **state)
{
  (void)state;
  Case c;
  case_open(&c, "joint Q : free quaternion from ground\n"
                "let norm2 = Q_e0^2 + Q_e1^2 + Q_e2^2 + Q_e3^2 - 1\n");
  assert_int_equal(c.mechanism->coordinate_count, 7);
  assert_int_equal(c.mechanism->constraint_count, 1);
  assert_same(constraint_residual(&c.mechanism->constraints[0], c.mechanism->pool),
              definition(&c, "norm2"), "norm");
  assert_true(expr_is_one(c.mechanism->coordinates[3].initial));
  assert_null(c.mechanism->coordinates[4].initial);
  assert_int_equal(c.mechanism->coordinates[3].kind, COORDINATE_NUMBER);
  assert_int_equal(mechanism_mobility(c.mechanism), 6);
  case_close(&c);
}

// Unit quaternions by stereographic projection, so that the norm holds for every p:
// e = (1 - p.p, 2 p) / (1 + p.p).
static Move projected_quaternion(const Case *c)
{
  const Expr *e0 = definition(c, "e0");
  const Expr *e[] = { e0, definition(c, "e1"), definition(c, "e2"), definition(c, "e3") };
  return (Move){ MOVE_QUATERNION, expr_integer(expr_pool(e0), 0), expr_keep(e, 4) };
}

static void the_angular_velocity_of_a_quaternion_is_that_of_its_matrix(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "coord p1, p2, p3, a\n"
            "frame F from ground : TX(p1), TY(p2), TZ(p3), RX(a)\n"
            "let s = p1^2 + p2^2 + p3^2\n"
            "let e0 = (1 - s)/(1 + s), e1 = 2*p1/(1 + s), e2 = 2*p2/(1 + s), e3 = 2*p3/(1 + s)\n");
  c.mechanism->frames[1].moves[2] = projected_quaternion(&c);
  const FrameMotion motion = kinematics_of(c.mechanism, c.mechanism->pool, c.arena)[1];
  Mat3 turned = mat3_mul(motion.pose.R, mat3_skew(motion.w_F));
  Mat3 square = mat3_mul(motion.pose.R, mat3_transpose(motion.pose.R));
  Mat3 unit = mat3_identity(c.mechanism->pool);
  Vec3 v_G = mat3_mul_vec(motion.pose.R, motion.v_F);
  for (int i = 0; i < 3; i++) {
    assert_same(expr_time_derivative(motion.pose.p.at[i]), v_G.at[i], "p' = R v");
    for (int j = 0; j < 3; j++) {
      assert_same(square.at[i][j], unit.at[i][j], "R R^T = 1");
      assert_same(expr_time_derivative(motion.pose.R.at[i][j]), turned.at[i][j], "R' = R [w]");
    }
  }
  case_close(&c);
}

static void seen_from_a_quaternion_joint_its_own_turn_is_undone(void **state)
{
  (void)state;
  Case c;
  case_open(&c, "joint Q : spherical quaternion (e0, e1, e2, e3) from ground\n");
  FrameMotion motion = kinematics_between(c.mechanism, c.mechanism->pool, 0, 1);
  Mat3 transposed = mat3_transpose(c.motions[1].pose.R);
  for (int i = 0; i < 9; i++)
    assert_same(motion.pose.R.at[i / 3][i % 3], transposed.at[i / 3][i % 3], "R^T");
  case_close(&c);
}

// ---- frames, chains, tables

static void moves_follow_each_other_in_the_axes_reached(void **state)
{
  (void)state;
  check_pose("F", "param L\n"
                  "coord q, x\n"
                  "frame F from ground : RZ(q), TXK(L), T([0, x, 0]), R([0, 0, 2], 90 deg)\n"
                  "let px = L*cos(q) - x*sin(q), py = L*sin(q) + x*cos(q), pz = 0\n"
                  "let R11 = -sin(q), R21 = cos(q)\n");
}

static void a_chain_makes_a_joint_of_each_moving_term(void **state)
{
  (void)state;
  Case c;
  case_open(&c, "param L1, L2\n"
                "chain arm : RZ(a), TXK(L1), RZ(b), TX(s), TXK(L2)\n"
                "let px = L1*cos(a) + (L2 + s)*cos(a + b), py = L1*sin(a) + (L2 + s)*sin(a + b)\n"
                "let pz = 0\n");
  assert_pose(&c, "arm_tip");
  assert_int_equal(c.mechanism->joint_count, 3);
  assert_int_equal(c.mechanism->coordinate_count, 3);
  assert_int_equal(c.mechanism->joints[2].kind, JOINT_PRISMATIC);
  assert_int_equal(c.mechanism->coordinates[2].kind, COORDINATE_LENGTH);
  assert_int_equal(c.mechanism->coordinates[2].joint, 2);
  assert_string_equal(c.mechanism->joints[1].name, "arm2");
  case_close(&c);
}

static void a_coordinate_written_by_hand_belongs_to_the_joint_that_it_moves(void **state)
{
  (void)state;
  Case c;
  case_open(&c, "coord q limits -1 .. 1, r = 2 m\n"
                "chain arm : RZ(q), TX(r)\n");
  assert_int_equal(c.mechanism->coordinates[0].joint, 0);
  assert_int_equal(c.mechanism->coordinates[0].kind, COORDINATE_ANGLE);
  assert_int_equal(c.mechanism->coordinates[1].joint, 1);
  assert_int_equal(c.mechanism->coordinates[1].kind, COORDINATE_LENGTH);
  case_close(&c);
}

// The axis of a joint in the standard convention is z of the frame before it.
static void the_axis_of_a_table_s_joint_is_given_in_its_own_frame(void **state)
{
  (void)state;
  Case c;
  case_open(&c, "param a, al\n"
                "dh T standard\n"
                "  a alpha d theta\n"
                "  a al    0 q\n");
  const Joint *joint = &c.mechanism->joints[0];
  Vec3 axis_G = mat3_mul_vec(c.motions[joint->frame].pose.R, joint->axis_F);
  Vec3 z = vec3_unit(c.mechanism->pool, 2);
  for (int i = 0; i < 3; i++)
    assert_same(axis_G.at[i], z.at[i], "axis");
  case_close(&c);
}

static void rows_of_a_khalil_table_sit_on_their_antecedents(void **state)
{
  (void)state;
  Case c;
  case_open(&c, "param g, b, l\n"
                "dh T khalil\n"
                "  joint antecedent gamma b alpha d theta r\n"
                "  1     0          0     0 0     0 q1    0\n"
                "  2     1          0     0 0     l q2    0\n"
                "  left  1          g     b 0     l q3    0\n"
                "let px = l*cos(q1 + g), py = l*sin(q1 + g), pz = b\n");
  assert_pose(&c, "left");
  assert_int_equal(c.mechanism->frames[frame_index(&c, "left")].parent, frame_index(&c, "T1"));
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_screw_advances_by_its_pitch_in_a_turn),
    cmocka_unit_test(a_cylindrical_joint_turns_about_and_slides_along_its_axis),
    cmocka_unit_test(a_universal_joint_turns_about_x_then_about_the_new_y),
    cmocka_unit_test(a_spherical_joint_turns_about_z_y_x),
    cmocka_unit_test(a_planar_joint_slides_along_x_and_y_and_turns_about_z),
    cmocka_unit_test(the_normal_of_a_planar_joint_may_be_another_axis),
    cmocka_unit_test(a_free_joint_slides_before_it_turns),
    cmocka_unit_test(a_fixed_joint_only_leads_there),
    cmocka_unit_test(a_driven_joint_follows_its_expression),
    cmocka_unit_test(a_quaternion_turns_by_its_matrix),
    cmocka_unit_test(a_quaternion_begins_at_rest_and_has_unit_norm),
    cmocka_unit_test(the_angular_velocity_of_a_quaternion_is_that_of_its_matrix),
    cmocka_unit_test(seen_from_a_quaternion_joint_its_own_turn_is_undone),
    cmocka_unit_test(moves_follow_each_other_in_the_axes_reached),
    cmocka_unit_test(a_chain_makes_a_joint_of_each_moving_term),
    cmocka_unit_test(a_coordinate_written_by_hand_belongs_to_the_joint_that_it_moves),
    cmocka_unit_test(the_axis_of_a_table_s_joint_is_given_in_its_own_frame),
    cmocka_unit_test(rows_of_a_khalil_table_sit_on_their_antecedents),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
