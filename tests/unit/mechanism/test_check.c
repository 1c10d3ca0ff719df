// test_check.c -- bodies that cannot be, and bodies that can.
//
// The inertias of real bodies come from their closed forms: cuboid m/12 (b^2 + c^2), and so on.
// SPDX-License-Identifier: MIT
#include "mechanism/mechanism.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const Source source = { "body", "body", 4 };

typedef struct Fixture {
  Mechanism mechanism;
  Frame frames[2];
  Move move;
  Body body;
} Fixture;

// One body on one moving frame; the mass in kg, the inertia in g.m^2 to stay with whole numbers.
static void fixture_init(Fixture *fixture, long mass, const long inertia[6])
{
  Pool *pool = pool_new(1);
  *fixture = (Fixture){ .mechanism = { .pool = pool, .frame_count = 2, .body_count = 1 } };
  fixture->mechanism.frames = fixture->frames;
  fixture->mechanism.bodies = &fixture->body;
  fixture->frames[0] = (Frame){ .name = "ground", .parent = -1 };
  fixture->move = (Move){ .kind = MOVE_ROTATION, .amount = expr_symbol(pool, "q", STAGE_POSITION) };
  fixture->frames[1] =
      (Frame){ .name = "f", .parent = 0, .moves = &fixture->move, .move_count = 1 };
  Body *body = &fixture->body;
  *body = (Body){ .name = "b", .frame = 1, .mass = expr_integer(pool, mass) };
  body->mass_span = (Span){ &source, 0, 2 };
  body->inertia_span = (Span){ &source, 2, 2 };
  body->com_F = vec3_zero(pool);
  static const int place[3][3] = { { 0, 3, 4 }, { 3, 1, 5 }, { 4, 5, 2 } };
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      body->inertia_F.at[i][j] = expr_rational(pool, inertia[place[i][j]], 1000);
    }
  }
}

// xx, yy, zz, xy, xz, yz. `expected` NULL: nothing is to be said.
static void check_inertia(const long inertia[6], const char *expected)
{
  Fixture fixture;
  fixture_init(&fixture, 1, inertia);
  Diagnostics *diagnostics = diagnostics_new();
  mechanism_check(&fixture.mechanism, diagnostics);
  assert_int_equal(diagnostics_count(diagnostics), expected ? 1 : 0);
  if (expected) {
    assert_string_equal(diagnostics_message(diagnostics, 0), expected);
    assert_int_equal(diagnostics_severity(diagnostics, 0), SEVERITY_WARNING);
    assert_int_equal(diagnostics_span(diagnostics, 0).start, 2);
  }
  diagnostics_free(diagnostics);
  pool_free(fixture.mechanism.pool);
}

static void real_bodies_pass(void **state)
{
  (void)state;
  check_inertia((const long[]){ 13, 10, 5, 0, 0, 0 }, NULL);  // cuboid 1 x 2 x 3, 12 g
  check_inertia((const long[]){ 1, 1, 2, 0, 0, 0 }, NULL);    // disc: equality in the triangle
  check_inertia((const long[]){ 0, 7, 7, 0, 0, 0 }, NULL);    // thin rod along x
  check_inertia((const long[]){ 0, 0, 0, 0, 0, 0 }, NULL);    // point
  check_inertia((const long[]){ 9, 9, 10, 4, 0, 0 }, NULL);   // principal moments 5, 13, 10
  // the rod turned by 45 degrees about z
  check_inertia((const long[]){ 5, 5, 10, -5, 0, 0 }, NULL);
}

static void one_moment_alone_is_a_planar_body(void **state)
{
  (void)state;
  check_inertia((const long[]){ 0, 0, 5, 0, 0, 0 }, NULL);
  check_inertia((const long[]){ 5, 0, 0, 0, 0, 0 }, NULL);
}

static void negative_moments_are_seen_in_any_axes(void **state)
{
  (void)state;
  const char *message = "the inertia of body 'b' is not positive";
  check_inertia((const long[]){ 5, 5, -1, 0, 0, 0 }, message);
  check_inertia((const long[]){ 5, 5, 5, 6, 0, 0 }, message);     // eigenvalues -1, 5, 11
  check_inertia((const long[]){ 1, 1, 1, -1, -1, -1 }, message);  // eigenvalues -1, 2, 2
  check_inertia((const long[]){ 0, 0, -5, 0, 0, 0 }, message);
  check_inertia((const long[]){ 1, 10, 10, 4, 0, 0 }, message);  // determinant -60
  check_inertia((const long[]){ 2, 9, 9, 3, 3, -5 }, message);   // determinant -140
}

static void the_triangle_inequality_holds_for_principal_moments(void **state)
{
  (void)state;
  const char *message = "no real body has the inertia of 'b'";
  check_inertia((const long[]){ 1, 1, 3, 0, 0, 0 }, message);
  check_inertia((const long[]){ 6, 6, 6, 5, 0, 0 }, message);  // principal moments 1, 6, 11
  check_inertia((const long[]){ 0, 1, 5, 0, 0, 0 }, message);
}

static void check_mass(long mass, Severity severity, const char *expected)
{
  Fixture fixture;
  fixture_init(&fixture, mass, (const long[]){ 0, 0, 0, 0, 0, 0 });
  Diagnostics *diagnostics = diagnostics_new();
  mechanism_check(&fixture.mechanism, diagnostics);
  assert_int_equal(diagnostics_count(diagnostics), 1);
  assert_string_equal(diagnostics_message(diagnostics, 0), expected);
  assert_int_equal(diagnostics_severity(diagnostics, 0), severity);
  assert_int_equal(diagnostics_span(diagnostics, 0).start, 0);
  diagnostics_free(diagnostics);
  pool_free(fixture.mechanism.pool);
}

static void masses_are_positive(void **state)
{
  (void)state;
  check_mass(-3, SEVERITY_ERROR, "the mass of body 'b' is negative");
  check_mass(0, SEVERITY_WARNING, "body 'b' has no mass and carries none");
}

static void what_does_not_move_needs_no_mass(void **state)
{
  (void)state;
  Fixture fixture;
  fixture_init(&fixture, 0, (const long[]){ 0, 0, 0, 0, 0, 0 });
  fixture.frames[1].move_count = 0;
  Diagnostics *diagnostics = diagnostics_new();
  mechanism_check(&fixture.mechanism, diagnostics);
  assert_int_equal(diagnostics_count(diagnostics), 0);
  diagnostics_free(diagnostics);
  pool_free(fixture.mechanism.pool);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(real_bodies_pass),
    cmocka_unit_test(one_moment_alone_is_a_planar_body),
    cmocka_unit_test(negative_moments_are_seen_in_any_axes),
    cmocka_unit_test(the_triangle_inequality_holds_for_principal_moments),
    cmocka_unit_test(masses_are_positive),
    cmocka_unit_test(what_does_not_move_needs_no_mass),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
