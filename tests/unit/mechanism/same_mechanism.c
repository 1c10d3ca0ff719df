// same_mechanism.c -- see same_mechanism.h.
// SPDX-License-Identifier: MIT
#include "same_mechanism.h"

#include "mechanism/default_value.h"
#include "mechanism/kinematics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { SEED = 11 };

typedef struct Motions {
  const Mechanism *mechanism;
  FrameMotion *frames;
  Pool *pool;
  const Mechanism *values;  // all symbols as parameters with values; NULL: fingerprints only
} Motions;

// Values between 1/2 and 3/2 for everything that has a name, the same for the same names.
static Mechanism values_of(const Mechanism *mechanism, Pool *pool, Arena *arena)
{
  int count = mechanism->parameter_count + mechanism->coordinate_count;
  Mechanism values = { .pool = pool, .parameter_count = count };
  values.parameters = ARENA_ARRAY(arena, Parameter, count);
  for (int i = 0; i < count; i++) {
    int coordinate = i - mechanism->parameter_count;
    const Expr *symbol =
        coordinate < 0 ? mechanism->parameters[i].symbol : mechanism->coordinates[coordinate].q;
    values.parameters[i].symbol = expr_copy(pool, symbol);
    values.parameters[i].value = expr_rational(pool, 500 + 617 * (i + 1) % 1000, 1000);
  }
  return values;
}

static bool is_same(const Motions *motions, const Expr *a, const Expr *b)
{
  if (a == b) return true;
  if (!motions->values) return false;
  double x = mechanism_default_value(motions->values, a);
  double y = mechanism_default_value(motions->values, b);
  return fabs(x - y) < 1e-13 * (1 + fabs(x));
}

static void assert_same_vector(const Motions *motions, const char *what, Vec3 a, Vec3 b)
{
  for (int i = 0; i < 3; i++) {
    if (!is_same(motions, a.at[i], b.at[i])) fail_msg("%s differs in component %d", what, i + 1);
  }
}

static void assert_same_matrix(const Motions *motions, const char *what, Mat3 a, Mat3 b)
{
  for (int i = 0; i < 9; i++) {
    const Expr *x = a.at[i / 3][i % 3], *y = b.at[i / 3][i % 3];
    if (!is_same(motions, x, y)) fail_msg("%s differs in entry %d", what, i);
  }
}

static void assert_same_frames(const Motions *a, const Motions *b)
{
  for (int f = 1; f < a->mechanism->frame_count; f++) {
    const char *name = a->mechanism->frames[f].name;
    int other = mechanism_find_frame(b->mechanism, name);
    assert_true(other > 0);
    assert_same_vector(a, name, a->frames[f].pose.p, b->frames[other].pose.p);
    assert_same_matrix(a, name, a->frames[f].pose.R, b->frames[other].pose.R);
  }
}

static Vec3 position(const Motions *motions, int frame, Vec3 r_F)
{
  return pose_apply(motions->frames[frame].pose, vec3_copy(motions->pool, r_F));
}

static void assert_same_points(const Motions *a, const Motions *b)
{
  for (int i = 0; i < a->mechanism->point_count; i++) {
    const Point *point = &a->mechanism->points[i];
    int index = mechanism_find_point(b->mechanism, point->name);
    assert_true(index >= 0);
    const Point *other = &b->mechanism->points[index];
    Vec3 here = position(a, point->frame, point->position_F);
    assert_same_vector(a, point->name, here, position(b, other->frame, other->position_F));
  }
}

static Mat3 inertia_G(const Motions *motions, const Body *body)
{
  Mat3 R = motions->frames[body->frame].pose.R;
  Mat3 turned = mat3_mul(R, mat3_copy(motions->pool, body->inertia_F));
  return mat3_mul(turned, mat3_transpose(R));
}

static void assert_same_bodies(const Motions *a, const Motions *b)
{
  assert_int_equal(a->mechanism->body_count, b->mechanism->body_count);
  for (int i = 0; i < a->mechanism->body_count; i++) {
    const Body *body = &a->mechanism->bodies[i], *other = &b->mechanism->bodies[i];
    assert_string_equal(body->name, other->name);
    assert_ptr_equal(expr_copy(a->pool, body->mass), expr_copy(a->pool, other->mass));
    Vec3 com = position(a, body->frame, body->com_F);
    assert_same_vector(a, body->name, com, position(b, other->frame, other->com_F));
    Mat3 inertia = inertia_G(a, body);
    assert_same_matrix(a, body->name, inertia, inertia_G(b, other));
  }
}

static void assert_same_coordinates(const Mechanism *a, const Mechanism *b)
{
  assert_int_equal(a->coordinate_count, b->coordinate_count);
  for (int i = 0; i < a->coordinate_count; i++) {
    assert_string_equal(coordinate_name(&a->coordinates[i]), coordinate_name(&b->coordinates[i]));
    assert_int_equal(a->coordinates[i].kind, b->coordinates[i].kind);
    assert_int_equal(!a->coordinates[i].lower, !b->coordinates[i].lower);
  }
  assert_int_equal(a->loop_count, b->loop_count);
  assert_int_equal(a->constraint_count, b->constraint_count);
}

void assert_same_mechanism(const Mechanism *a, const Mechanism *b, Proof proof)
{
  Arena *arena = arena_new();
  Pool *pool = pool_new(SEED);
  Mechanism values = values_of(a, pool, arena);
  Motions of_a = { a, kinematics_of(a, pool, arena), pool, proof == IN_NUMBERS ? &values : NULL };
  Motions of_b = { b, kinematics_of(b, pool, arena), pool, NULL };
  assert_same_coordinates(a, b);
  assert_same_frames(&of_a, &of_b);
  assert_same_points(&of_a, &of_b);
  assert_same_bodies(&of_a, &of_b);
  pool_free(pool);
  arena_free(arena);
}
