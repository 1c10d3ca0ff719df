// test_shapes.c -- mass, centre of mass and inertia of shapes, against closed forms, and against
// numerical integration over thin discs.
// SPDX-License-Identifier: MIT
#include "lang/lang.h"
#include "mechanism/default_value.h"

#include <math.h>
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
} Case;

static void case_open(Case *c, const char *text)
{
  *c = (Case){ .source = { "test.bl", text, strlen(text) }, .diagnostics = diagnostics_new() };
  c->mechanism = lang_read(&c->source, c->diagnostics);
  assert_non_null(c->mechanism);
}

static void case_close(Case *c)
{
  mechanism_free(c->mechanism);
  diagnostics_free(c->diagnostics);
}

// Definitions m, cx cy cz, Ixx Iyy Izz Ixy Ixz Iyz, as far as they are there, are those of the
// first body.
static void check_body(const char *text)
{
  Case c;
  case_open(&c, text);
  const Body *body = &c.mechanism->bodies[0];
  const struct {
    const char *name;
    const Expr *value;
  } ours[] = {
    { "m", body->mass },
    { "cx", body->com_F.at[0] },
    { "cy", body->com_F.at[1] },
    { "cz", body->com_F.at[2] },
    { "Ixx", body->inertia_F.at[0][0] },
    { "Iyy", body->inertia_F.at[1][1] },
    { "Izz", body->inertia_F.at[2][2] },
    { "Ixy", body->inertia_F.at[0][1] },
    { "Ixz", body->inertia_F.at[0][2] },
    { "Iyz", body->inertia_F.at[1][2] },
  };
  int checked = 0;
  for (int i = 0; i < c.mechanism->definition_count; i++) {
    const Definition *definition = &c.mechanism->definitions[i];
    for (size_t k = 0; k < sizeof ours / sizeof ours[0]; k++) {
      if (strcmp(ours[k].name, definition->name) != 0) continue;
      checked++;
      if (!expr_is_zero(expr_sub(ours[k].value, definition_body(definition)))) {
        fail_msg("%s differs from its closed form", ours[k].name);
      }
    }
  }
  assert_in_range(checked, 4, 10);
  case_close(&c);
}

static void a_box_has_the_inertia_of_a_box(void **state)
{
  (void)state;
  check_body("param a, b, c, rho\n"
             "body B on ground : box [a, b, c] density rho\n"
             "let m = rho*a*b*c, cx = 0, cy = 0, cz = 0\n"
             "let Ixx = rho*a*b*c*(b^2 + c^2)/12, Iyy = rho*a*b*c*(a^2 + c^2)/12\n"
             "let Izz = rho*a*b*c*(a^2 + b^2)/12, Ixy = 0\n");
}

static void a_rod_has_no_inertia_about_itself(void **state)
{
  (void)state;
  check_body("param l, mu\n"
             "body B on ground : rod length l density mu at [l/2, 0, 0]\n"
             "let m = mu*l, cx = l/2, cy = 0, cz = 0, Ixx = 0, Iyy = mu*l^3/12, Izz = mu*l^3/12\n");
}

static void a_cylinder_that_lies_down_has_its_moments_exchanged(void **state)
{
  (void)state;
  check_body("param r, l, rho\n"
             "body B on ground : cylinder radius r length l density rho rotated RY(90 deg)\n"
             "let m = pi*r^2*l*rho, Ixx = pi*r^4*l*rho/2, Iyy = pi*r^2*l*rho*(3*r^2 + l^2)/12\n"
             "let Izz = pi*r^2*l*rho*(3*r^2 + l^2)/12, Ixz = 0\n");
}

static void a_rod_askew_has_products_of_inertia(void **state)
{
  (void)state;
  check_body("param l, mu, q\n"
             "body B on ground : rod length l density mu rotated RZ(q)\n"
             "let Ixx = mu*l^3/12*sin(q)^2, Iyy = mu*l^3/12*cos(q)^2\n"
             "let Ixy = -mu*l^3/12*sin(q)*cos(q), Izz = mu*l^3/12\n");
}

// A quarter turn about x, and one about y by the angle whose cosine and sine are -21/29 and 20/29.
static void a_quaternion_turns_a_shape(void **state)
{
  (void)state;
  check_body("param a, b, c, rho\n"
             "body B on ground : box [a, b, c] density rho rotated Q(1, [1, 0, 0])\n"
             "let m = rho*a*b*c, Ixx = m*(b^2 + c^2)/12, Iyy = m*(a^2 + b^2)/12\n"
             "let Izz = m*(a^2 + c^2)/12, Iyz = 0\n");
  check_body("param r, l, rho\n"
             "body B on ground : cylinder radius r length l density rho rotated Q(1, [0, 2.5, 0])\n"
             "let m = rho*pi*r^2*l, across = m*(3*r^2 + l^2)/12, along = m*r^2/2\n"
             "let Ixx = (441*across + 400*along)/841, Iyy = across\n"
             "let Izz = (400*across + 441*along)/841, Ixz = 420*(across - along)/841\n");
}

// Two equal balls: the centre is in the middle, each adds m d^2 across.
static void shapes_of_one_body_are_added(void **state)
{
  (void)state;
  check_body("param r, d, rho\n"
             "body B on ground : sphere radius r density rho at [0, 0, 2*d],\n"
             "     sphere radius r density rho\n"
             "let m = 8/3*pi*r^3*rho, cx = 0, cz = d\n"
             "let Ixx = 8/3*pi*r^3*rho*(2/5*r^2 + d^2), Izz = 8/3*pi*r^3*rho*2/5*r^2\n");
}

static void first_moments_are_mass_times_centre(void **state)
{
  (void)state;
  check_body(
      "param m0, a, b, J\n"
      "body B on ground : mass m0, first_moments [a, b, 0], inertia diag(J, J, J) about origin\n"
      "let m = m0, cx = a/m0, cy = b/m0, cz = 0, Izz = J - (a^2 + b^2)/m0\n"
      "let Ixy = a*b/m0\n");
}

// ---- bodies of revolution, disc by disc

typedef struct Moments {
  double mass;
  double across;
  double along;
} Moments;

// Radius of the capsule (length 0: a sphere) at height z.
static double radius_at(double z, double radius, double length)
{
  double beyond = fabs(z) - length / 2;
  if (beyond <= 0) return radius;
  return beyond < radius ? sqrt(radius * radius - beyond * beyond) : 0;
}

// Discs of density 1: dm = pi s^2 dz, with s^2/4 + z^2 across and s^2/2 along. Midpoint rule.
static Moments integrate(double radius, double length, double end)
{
  enum { DISCS = 200000 };
  Moments sum = { 0 };
  double step = 2 * end / DISCS;
  for (int i = 0; i < DISCS; i++) {
    double z = -end + (i + 0.5) * step;
    double s = radius_at(z, radius, length);
    double mass = acos(-1.0) * s * s * step;
    sum.mass += mass;
    sum.across += mass * (s * s / 4 + z * z);
    sum.along += mass * s * s / 2;
  }
  return sum;
}

static void check_revolution(const char *text, Moments expected)
{
  const double tolerance = 1e-9;  // of the midpoint rule with that many discs
  Case c;
  case_open(&c, text);
  const Body *body = &c.mechanism->bodies[0];
  double mass = mechanism_default_value(c.mechanism, body->mass);
  double across = mechanism_default_value(c.mechanism, body->inertia_F.at[0][0]);
  double along = mechanism_default_value(c.mechanism, body->inertia_F.at[2][2]);
  assert_true(fabs(mass - expected.mass) < tolerance * expected.mass);
  assert_true(fabs(across - expected.across) < tolerance * expected.across);
  assert_true(fabs(along - expected.along) < tolerance * expected.along);
  assert_ptr_equal(body->inertia_F.at[0][0], body->inertia_F.at[1][1]);
  case_close(&c);
}

static void a_sphere_weighs_as_much_as_its_discs(void **state)
{
  (void)state;
  check_revolution("body B on ground : sphere radius 0.3 m density 1 kg/m^3\n",
                   integrate(0.3, 0, 0.3));
}

static void a_cylinder_weighs_as_much_as_its_discs(void **state)
{
  (void)state;
  check_revolution("body B on ground : cylinder radius 0.3 m length 0.8 m density 1 kg/m^3\n",
                   integrate(0.3, 0.8, 0.4));
}

static void a_capsule_weighs_as_much_as_its_discs(void **state)
{
  (void)state;
  check_revolution("body B on ground : capsule radius 0.3 m length 0.8 m density 1 kg/m^3\n",
                   integrate(0.3, 0.8, 0.7));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_box_has_the_inertia_of_a_box),
    cmocka_unit_test(a_rod_has_no_inertia_about_itself),
    cmocka_unit_test(a_cylinder_that_lies_down_has_its_moments_exchanged),
    cmocka_unit_test(a_rod_askew_has_products_of_inertia),
    cmocka_unit_test(a_quaternion_turns_a_shape),
    cmocka_unit_test(shapes_of_one_body_are_added),
    cmocka_unit_test(first_moments_are_mass_times_centre),
    cmocka_unit_test(a_sphere_weighs_as_much_as_its_discs),
    cmocka_unit_test(a_cylinder_weighs_as_much_as_its_discs),
    cmocka_unit_test(a_capsule_weighs_as_much_as_its_discs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
