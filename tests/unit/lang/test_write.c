// test_write.c -- a mechanism that is written and read again is the same, whatever is in it.
// SPDX-License-Identifier: MIT
#include "lang/write/write.h"
#include "report/report.h"

#include "support/reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

// clang-format off
static const char EVERYTHING[] =
    "mechanism everything \"All that can be said\"\n"
    "param L = 500 mm, m = 2 kg, a[3] = [1, 2, 3] m, g = 9.81 m/s^2, J\n"
    "let half = L/2\n"
    "table cam : (0, 0), (1, 0.5), (2, 0.25), (3, 1) cubic outside linear\n"
    "table lift : (0, 0), (1, 0.1), (2, 0)\n"
    "gravity [0, 0, -g]\n"
    "input u[2] [N.m]\n"
    "input steer [rad] smooth\n"
    "input F = 3 N * sin(2*t)\n"
    "discrete gear = 1\n"
    "coord y1, y2 = 1 limits 0 .. 2\n"
    "frame hand from ground : TX(y1), TZ(y2), R([1, 2, 2], 0.3), Q(1, [2, 0, 1])\n"
    "frame still from hand\n"
    "frame turned from hand : RZ(steer)\n"
    "joint fix : fixed from ground at [a[1], 0, 0] rotated RX(30 deg)\n"
    "joint p : prismatic -x (s = 0.1) from fix limits -1 .. 1\n"
    "joint r : revolute [0, 3, 4] from p at [L, half, 0]\n"
    "joint d : revolute z (= 2*r + 0.1) from r\n"
    "joint w : screw z (turn) from ground pitch 5 mm\n"
    "joint c : cylindrical y (c1, c2) from w\n"
    "joint pl : planar y (px, py, pa) from ground\n"
    "joint un : universal (u1, u2) from pl\n"
    "joint sp : spherical (r1, r2, r3) from un\n"
    "joint fr : free quaternion (x, y, z, e0, e1, e2, e3) from ground\n"
    "joint wheel : free (wx, wy, wz, w1, w2, w3) from ground\n"
    "element leg(n) {\n"
    "  joint knee : revolute z (q) from ground at [n, 0, 0]\n"
    "  body shin on knee : mass 1 kg\n"
    "}\n"
    "for k in 1..2 { use leg(k*1 m) as leg[k] }\n"
    "dh A modified from p\n"
    "   joint  a    alpha   d   theta\n"
    "   one    0    0       0   t1\n"
    "   two    L    90 deg  d2  0\n"
    "   3      0.1  0       0   0.2\n"
    "body B on r : mass m, com [half, 0, 0], inertia [[1, 0.1, 0], [0.1, 1, 0], [0, 0, 1]] kg.m^2, box [1, 2, 3] m at [0, 0, 1] m, cylinder radius 1 m length 2 m rotated RX(90 deg), sphere radius 1 m, capsule radius 1 m length 3 m, rod length 2 m, mesh \"parts/a b.stl\"\n"
    "body D on w : mass m, inertia diag(J, J, J)\n"
    "body E on wheel : mass m\n"
    "body G on fr : mass m, inertia diag(1, 2, 3) kg.m^2\n"
    "body H on sp : mass m, inertia diag(1, 2, 3) kg.m^2\n"
    "body K on hand : mass m\n"
    "body M on two : mass m\n"
    "body N on c : mass m\n"
    "body O on turned : mass m, com [L, 0, 0]\n"
    "point tip at [L, 0, 0] on d\n"
    "loop close : spherical tip = [0, 0, 1] m on hand\n"
    "loop nut : screw z hand = fr pitch 3 mm\n"
    "constraint roll : y1' - cos(turn)*y2' = 0\n"
    "rolling wheel radius L on plane [0, 0, 1] axle x no side slip\n"
    "speed v1 = s' + L*turn'\n"
    "state i = 0 A : i' = (u[1]/1 N.m*1 A - i)/1 s\n"
    "torque T on r = u[1] - 0.3 N.m.s*r' + cam(r)*1 N.m\n"
    "force P at tip = [u[2]/L, 0, gear*1 N] in r against hand\n"
    "moment Q on wheel = [0, 1, i*1 N.m/A]\n"
    "energy E1 = m*g*lift(turn)*1 m\n"
    "output tip_z = position(tip)\n"
    "when s > 0.5 : stop \"too far\"\n"
    "when r < 0 : set s' = -0.8*s', gear = 2, record tip_z\n"
    "sample 1 ms : gear = gear + 1, u[1] = -2*r*1 N.m\n"
    "motion turn : s_curve from 0 to 90 deg in 2 s\n"
    "motion y1 : lift(t/1 s)*1 m\n"
    "control pd(r, kp = 10, kd = 1)\n"
    "experiment run { time 0 .. 10 s\n"
    " step 0.01 s\n"
    " tolerance 1e-9\n"
    " method rk4\n"
    " start r = 0.1, s' = 2\n"
    " record r, tip_z\n"
    "}\n";
// clang-format on

static Text written(const Mechanism *mechanism)
{
  Text text = { 0 };
  Document *document = document_of_mechanism(mechanism);
  document_print(document, &text);
  document_free(document);
  return text;
}

static Text formatted(const Text *text)
{
  Text out = { 0 };
  Source source = { "test.bl", text_string(text), text->length };
  Diagnostics *diagnostics = diagnostics_new();
  Document *document = document_read(&source, diagnostics);
  assert_int_equal(diagnostics_count(diagnostics), 0);
  document_print(document, &out);
  document_free(document);
  diagnostics_free(diagnostics);
  return out;
}

// What is written of a description, and of what was written.
static void assert_goes_round(const char *description)
{
  Reading first, second;
  reading_open(&first, description);
  Text once = written(first.mechanism);
  Text tidy = formatted(&once);
  assert_string_equal(text_string(&once), text_string(&tidy));
  reading_open_text(&second, "once.bl", once);
  Text twice = written(second.mechanism);
  assert_string_equal(text_string(&twice), text_string(&tidy));
  text_free(&twice);
  text_free(&tidy);
  reading_close(&second);
  reading_close(&first);
}

static void assert_written(const char *description, const char *const parts[], int count)
{
  Reading reading;
  reading_open(&reading, description);
  Text text = written(reading.mechanism);
  for (int i = 0; i < count; i++) {
    if (!strstr(text_string(&text), parts[i])) {
      fail_msg("missing: %s\n%s", parts[i], text_string(&text));
    }
  }
  text_free(&text);
  reading_close(&reading);
}

static void all_statements_go_round(void **state)
{
  (void)state;
  assert_goes_round(EVERYTHING);
}

static void every_noun_is_written_as_its_statement(void **state)
{
  (void)state;
  static const char *const parts[] = {
    "mechanism everything \"All that can be said\"\n",
    "param L = 0.5, m = 2, a_1 = 1, a_2 = 2, a_3 = 3, g = 9.81, J\n",
    "table cam  : (0, 0), (1, 0.5), (2, 0.25), (3, 1) cubic outside linear\n",
    "input u_2\ninput steer smooth\ninput F = 3*sin(2*t)\ndiscrete gear = 1\n",
    "coord y1, y2 = 1 limits 0 .. 2\n",
    "TX(y1), TZ(y2), R([1/3, 2/3, 2/3], 0.3), Q(1, [2, 0, 1])\n",
    " : fixed from ground at [a_1, 0, 0] rotated RX(pi/6)\n",
    " : prismatic -x (s = 0.1) from fix limits -1 .. 1\n",
    " : revolute z (= 2*r + 0.1) from r\n",
    " : screw z (turn) from ground pitch 0.005\n",
    " : planar y (px, py, pa) from ground\n",
    " : free quaternion (x, y, z, e0 = 1, e1, e2, e3) from ground\n",
    "joint leg_2.knee : revolute z (leg_2.q) from ground at [2, 0, 0]\n",
    "dh A modified from p\n   joint  a    alpha  d   theta\n   one    0    0      0   t1\n",
    "   two    L    pi/2   d2  0\n   A3     0.1  0      0   0.2\n\n",
    "box [1, 2, 3] at [0, 0, 1], cylinder radius 1, length 2, rotated RX(pi/2), sphere radius 1",
    "loop nut   : screw z hand = fr pitch 0.003\n",
    "rolling wheel radius L on plane [0, 0, 1] axle x no side slip\n",
    "speed v1 = s' + L*turn'\nstate i = 0 : i' = u_1 - i\n",
    "force P at [L, 0, 0] on d = [u_2/L, 0, gear] in r against hand\n",
    "energy E1 = m*g*lift(turn)\n",
    "when -r > 0 : set s' = -0.8*s', gear = 2, record tip_z\n",
    "sample 0.001 : gear = gear + 1, u_1 = -2*r\n",
    "motion turn : s_curve from 0 to pi/2 in 2\nmotion y1   : lift(t)\n",
    "torque pd1.drive on r = -10*r - r'\n",
    "  method rk4\n  start r = 0.1, s' = 2\n  record r, tip_z\n}\n",
  };
  assert_written(EVERYTHING, parts, (int)(sizeof parts / sizeof parts[0]));
}

// Frames that a table made are rows of it again; rows declare coordinates unless these start
// somewhere or have limits.
static void tables_stay_tables(void **state)
{
  (void)state;
  static const char *const parts[] = { "coord q1 = 1, q2\n", "   K1     ground      0 ",
                                       "   K2     K1          1 ", "   K3     K2          2 " };
  static const char description[] = "param l\ncoord q1 = 1\n"
                                    "dh K khalil\n"
                                    "   joint  antecedent  d  alpha  r   theta\n"
                                    "   1      0           0  0      l   q1+pi/2\n"
                                    "   2      1           l  pi/2   q2  0\n"
                                    "   3      2           l  0      l   0\n";
  assert_written(description, parts, 4);
  assert_goes_round(description);
}

// Long parts that several values share, and long constants, are given names.
static void long_values_get_names(void **state)
{
  (void)state;
  static const char *const parts[] = {
    "let k1 = 0.3*cos(1.1) + 0.2*cos(0.7)*sin(1.1)\n",
    "let k2 = ",
    "com [k1, 0, 0]",
    "force P at B = [k2*sin(q), k2*cos(q), 0]\n",
  };
  static const char description[] =
      "param a, b, c, d\n"
      "joint B : revolute z (q) from ground\n"
      "body B on B : mass 1, com [0.3*cos(1.1) + 0.2*sin(1.1)*cos(0.7), 0, 0]\n"
      "let big(x) = a*sin(x)*b + a*b*c*cos(x)/sqrt(a^2 + b^2*sin(x)^2 + c^2*cos(x)*sin(d*x) + "
      "d^4) + 17*a^3*b^2*c*sin(2*x)^3*cos(b*x)*d\n"
      "force P at B = [big(q)*sin(q), big(q)*cos(q), 0]\n";
  assert_written(description, parts, 4);
  assert_goes_round(description);
}

// Slopes of functions that are given by points, tables of elements, definitions of speeds, names
// that are taken.
static void rare_names_go_round(void **state)
{
  (void)state;
  static const char *const parts[] = {
    "param L__1 = 1, L__2 = 2, L_1 = 3\n",
    "table two.rise : (0, 0), (1, 2), (2, 0)\n",
    "TX(two.rise(two.s))",
    "speed u1 = q'\nlet p = 3*q*u1\n",
    "joint C : revolute z (= 3*t) from A",
    "= -3*cam(q)*cam'(q) - p\n",
  };
  static const char description[] = "param L[2] = [1, 2], L_1 = 3\n"
                                    "table cam : (0, 0), (1, 5), (2, 2) cubic\n"
                                    "element part(n) {\n"
                                    "  table rise : (0, 0), (1, 2), (2, 0)\n"
                                    "  coord s\n"
                                    "  frame F from ground : TX(rise(s)), TY(n)\n"
                                    "  body B on F : mass 1\n"
                                    "}\n"
                                    "joint A : revolute z (q) from ground at [L[1], L[2], L_1]\n"
                                    "joint C : revolute z (= 3*t) from A\n"
                                    "body B on C : mass 2, com [1, 0, 0]\n"
                                    "speed u1 = q'\n"
                                    "let p = 3*u1*q\n"
                                    "torque T on A = -p - 3*cam(q)*cam'(q)\n"
                                    "torque S on A = cam(q)'\n"
                                    "use part(1) as two\n";
  assert_written(description, parts, (int)(sizeof parts / sizeof parts[0]));
  assert_goes_round(description);
}

// What the statements leave out.
static void facts_are_source_units_and_tree(void **state)
{
  (void)state;
  static const char *const parts[] = { "# source ",
                                       "\n# parameter L [m]\n",
                                       "\n# parameter J [kg.m^2]\n",
                                       "\n# input u[1] [N.m]\n",
                                       "\n# state i [A]\n",
                                       "\n# coordinate s, length\n",
                                       "\n# coordinate e0, number\n",
                                       "\n# frame A3 from two\n" };
  Reading reading;
  Text out = { 0 };
  reading_open(&reading, EVERYTHING);
  mechanism_report_facts(reading.mechanism, &out);
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    if (!strstr(text_string(&out), parts[i])) fail_msg("missing: %s", parts[i]);
  }
  text_free(&out);
  reading_close(&reading);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(all_statements_go_round),
    cmocka_unit_test(every_noun_is_written_as_its_statement),
    cmocka_unit_test(tables_stay_tables),
    cmocka_unit_test(long_values_get_names),
    cmocka_unit_test(rare_names_go_round),
    cmocka_unit_test(facts_are_source_units_and_tree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
