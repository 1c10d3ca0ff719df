// test_links.c -- the tree of links against the frames and bodies that it was folded from.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "symbolic/algebra.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

// Offsets before and behind the moves, several moves in a frame, two bodies on one link, a body on
// ground, a quaternion, a joint that follows another.
static const char MACHINE[] =
    "param a, b, e, r, m1, m2, m3, J, K\n"
    "coord x, y\n"
    "frame F from ground : TZ(a), TX(x), RY(30 deg), TY(y), RX(e)\n"
    "body one on F : mass m1, com [a, b, 0], inertia diag(J, K, J)\n"
    "frame tool from F : TX(a), RZ(90 deg)\n"
    "body two on tool : mass m2, com [0, b, a], inertia [[J, K, 0], [K, J, 0], [0, 0, J]]\n"
    "body base on ground : mass m3\n"
    "joint s : spherical quaternion from tool at [0, a, 0]\n"
    "body three on s : mass m3, com [b, 0, 0], inertia diag(J, J, K)\n"
    "joint k : revolute [1, 1, 0] from s at [a, 0, b] rotated RX(45 deg)\n"
    "joint f : prismatic y (= r*k) from k\n";

// Pose of a link in ground by composing R_PL and p_P.
static Pose pose_of_link(const LinkTree *tree, int link, Pool *pool)
{
  Pose pose = pose_identity(pool);
  for (; link != LINK_GROUND; link = tree->links[link].parent) {
    Pose own = { .R = tree->links[link].R_PL, .p = tree->links[link].p_P };
    pose = pose_product(own, pose);
  }
  return pose;
}

static void assert_same_vector(Vec3 a, Vec3 b) { assert_true(vec3_is_zero(vec3_sub(a, b))); }

static void only_moves_that_move_make_links(void **state)
{
  (void)state;
  Case c;
  case_open(&c, MACHINE, NULL);
  const LinkTree *tree = derivation_links(c.derivation);
  static const MoveKind kinds[] = { MOVE_TRANSLATION, MOVE_TRANSLATION, MOVE_QUATERNION,
                                    MOVE_ROTATION, MOVE_TRANSLATION };
  assert_int_equal(tree->count, 5);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(tree->links[i].kind, kinds[i]);
    assert_int_equal(tree->links[i].parent, i - 1);
  }
  case_close(&c);
}

static void links_and_places_lead_to_the_frames(void **state)
{
  (void)state;
  Case c;
  case_open(&c, MACHINE, NULL);
  const LinkTree *tree = derivation_links(c.derivation);
  const FrameMotion *motions = derivation_motions(c.derivation);
  for (int f = 0; f < c.mechanism->frame_count; f++) {
    const LinkPlace *place = &tree->places[f];
    Pose pose = pose_product(pose_of_link(tree, place->link, c.equations->pool), place->placement);
    assert_same_vector(pose.p, motions[f].pose.p);
    for (int j = 0; j < 3; j++) {
      for (int i = 0; i < 3; i++)
        assert_ptr_equal(pose.R.at[i][j], motions[f].pose.R.at[i][j]);
    }
  }
  case_close(&c);
}

// Composes the velocities along the links and compares with the frames'.
static void relative_velocities_add_up(void **state)
{
  (void)state;
  Case c;
  case_open(&c, MACHINE, NULL);
  const LinkTree *tree = derivation_links(c.derivation);
  Vec3 w[8], v[8];
  Vec3 zero = vec3_zero(c.equations->pool);
  const FrameMotion *motions = derivation_motions(c.derivation);
  for (int i = 0; i < tree->count; i++) {
    const Link *link = &tree->links[i];
    Vec3 w_P = link->parent < 0 ? zero : w[link->parent];
    Vec3 v_P = link->parent < 0 ? zero : v[link->parent];
    Vec3 carried = vec3_add(v_P, vec3_cross(w_P, link->p_P));
    w[i] = vec3_add(mat3_mul_vec_transposed(link->R_PL, w_P), link->w_L);
    v[i] = vec3_add(mat3_mul_vec_transposed(link->R_PL, carried), link->v_L);
  }
  for (int f = 1; f < c.mechanism->frame_count; f++) {
    const LinkPlace *place = &tree->places[f];
    Vec3 origin = vec3_cross(w[place->link], place->placement.p);
    Vec3 v_F = mat3_mul_vec_transposed(place->placement.R, vec3_add(v[place->link], origin));
    assert_same_vector(v_F, motions[f].v_F);
    assert_same_vector(mat3_mul_vec_transposed(place->placement.R, w[place->link]), motions[f].w_F);
  }
  case_close(&c);
}

static const Expr *value_of(const Case *c, const char *name)
{
  return expr_symbol(c->equations->pool, name, STAGE_PARAMETER);
}

// Bodies one and two sit on the second link; seen from `F`, whose axes are the link's turned by
// RX(e), by hand: two's centre is a x + Rz(90)(0, b, a) = (a - b, 0, a).
static void bodies_of_one_link_are_summed(void **state)
{
  (void)state;
  Case c;
  case_open(&c, MACHINE, NULL);
  const LinkTree *tree = derivation_links(c.derivation);
  const LinkInertia *inertia = &tree->links[1].inertia;
  const Expr *a = value_of(&c, "a"), *b = value_of(&c, "b");
  const Expr *m1 = value_of(&c, "m1"), *m2 = value_of(&c, "m2");
  const Expr *J = value_of(&c, "J"), *K = value_of(&c, "K");
  assert_ptr_equal(inertia->mass, sum(m1, m2));
  // x is not touched by RX(e): m1 a + m2 (a - b)
  const Expr *of_two = product(m2, difference(a, b));
  assert_ptr_equal(inertia->first_moment.at[0], sum(product(m1, a), of_two));
  // Ixx: J + m1 b^2 of one; of two Iyy of its own axes, J, and m2 a^2.
  const Expr *steiner = sum_of_products(m1, square(b), m2, square(a));
  assert_ptr_equal(inertia->inertia.at[0][0], sum(sum(J, J), steiner));
  // The trace does not depend on the axes: (2 J + K) + 2 m1 (a^2 + b^2) + 3 J + 2 m2 ((a-b)^2 +
  // a^2)
  const Expr *trace = sum(inertia->inertia.at[0][0], inertia->inertia.at[1][1]);
  trace = sum(trace, inertia->inertia.at[2][2]);
  const Expr *first = product(product(integer(a, 2), m1), sum(square(a), square(b)));
  const Expr *second = sum(square(difference(a, b)), square(a));
  second = product(product(integer(a, 2), m2), second);
  const Expr *expected = sum(product(integer(a, 5), J), K);
  assert_ptr_equal(trace, sum(sum(expected, first), second));
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(only_moves_that_move_make_links),
    cmocka_unit_test(links_and_places_lead_to_the_frames),
    cmocka_unit_test(relative_velocities_add_up),
    cmocka_unit_test(bodies_of_one_link_are_summed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
