// test_clock.c -- frames that follow the clock, against closed forms and the balance of energy.
//
// The formulas of textbooks are appended as `let` statements; every method must have their values.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

// A bead on a hoop that turns about the vertical: Goldstein, chapter 2.
static const char *const HOOP =
    "param m, R, W, g\ngravity [0, 0, -g]\nframe hoop in ground : RZ(W*t)\n"
    "joint j : revolute y (q) from hoop\nbody bead on j : mass m, com [0, 0, -R]\n"
    "let cT = m*R^2*(q'^2 + W^2*sin(q)^2)/2\nlet cV = -m*g*R*cos(q)\n"
    "let ch = -m*R^2*W^2*sin(q)*cos(q)\n"
    "let ctau = m*R^2*q'' - m*R^2*W^2*sin(q)*cos(q) + m*g*R*sin(q)\n"
    "let cP = 2*m*R^2*W^2*sin(q)*cos(q)*q'\n";

// A pendulum whose pivot is shaken: Landau and Lifshitz, section 30.
static const char *const SHAKEN =
    "param m, l, a, w, g\ngravity [0, 0, -g]\nframe pivot in ground : TX(a*sin(w*t))\n"
    "joint j : revolute y (q) from pivot\nbody bob on j : mass m, com [0, 0, -l]\n"
    "let cT = m*(l^2*q'^2 + a^2*w^2*cos(w*t)^2 - 2*a*w*l*cos(w*t)*cos(q)*q')/2\n"
    "let cV = -m*g*l*cos(q)\nlet ch = m*a*w^2*l*sin(w*t)*cos(q)\n"
    "let ctau = m*l^2*q'' + m*a*w^2*l*sin(w*t)*cos(q) + m*g*l*sin(q)\n"
    "let cP = m*(-a*w^2*sin(w*t) - l*cos(q)*q'' + l*sin(q)*q'^2)*a*w*cos(w*t)\n";

// A particle on an arm whose speed grows.
static const char *const ARM =
    "param m, k, c, b\nframe arm in ground : RZ(c*t^2/2)\njoint j : prismatic x (r) from arm\n"
    "body p on j : mass m\ntorque back on r = -k*r\ntorque drag on r = -b*r'\n"
    "let cT = m*(r'^2 + r^2*c^2*t^2)/2\nlet cV = 0*m\nlet ch = -m*r*c^2*t^2\n"
    "let ctau = m*r'' - m*r*c^2*t^2 + k*r + b*r'\n"
    "let cP = m*(2*r*r'*c*t + r^2*c)*c*t\n";

static const char *const BOOK[] = { HOOP, SHAKEN, ARM };
enum { BOOK_COUNT = sizeof BOOK / sizeof BOOK[0] };

static void every_method_has_the_formulas_of_the_book(void **state)
{
  (void)state;
  for (int i = 0; i < BOOK_COUNT; i++) {
    for (int m = 0; formulation_info(m); m++) {
      Case c;
      case_open(&c, BOOK[i], formulation_info(m)->name);
      assert_entry(&c, "T", 0, "cT");
      assert_entry(&c, "V", 0, "cV");
      assert_entry(&c, "h", 0, "ch");
      assert_entry(&c, "tau", 0, "ctau");
      assert_entry(&c, "P_t", 0, "cP");
      case_close(&c);
    }
  }
}

// Forces, moments, springs and dampers between what time moves and what it does not.
static const char *const LOADED[] = {
  "param m, k, d, W, a, g\ngravity [0, 0, -g]\nframe table in ground : RZ(W*t), TZ(a*sin(t))\n"
  "joint j : prismatic x (r) from table\njoint e : revolute y (q) from j\n"
  "body b on e : mass m, com [0.1, 0.2, 0.3], inertia diag(1, 2, 3)\n"
  "point p at [0.3, 0, 0.1] on e\npoint o on ground at [0.5, 0.1, 0]\n"
  "point s at [0, 0.7, 0] on table\n"
  "spring pull between o and p : stiffness k, length 0.2, damping d\n"
  "spring inner between s and p : stiffness k, damping d\n"
  "force push at p = [1, k, 2*W] in e\nmoment turn on e = [d, 1, 0] in ground\n"
  "torque friction on q = -d*q'\n",
  // an amount of a coordinate and of time, another of both multiplied
  "param m, W\ncoord q, r\nframe f in ground : RZ(q + W*t), TX(1 + r*sin(t))\n"
  "body b on f : mass m, com [0.1, 0.2, 0], inertia diag(1, 2, 3)\n"
  "point p at [0, 0.4, 0] on f\nforce push at p = [3, 4, 5] in ground\n",
};
enum { LOADED_COUNT = sizeof LOADED / sizeof LOADED[0] };

// d(T + V)/dt = P + P_t with the torques that the motion takes. T and V know no force, and nothing
// in clock.c and forces.c knows T.
static void energy_grows_by_what_acts_and_what_moves_the_frames(void **state)
{
  (void)state;
  for (int i = 0; i < BOOK_COUNT + LOADED_COUNT; i++) {
    for (int m = 0; formulation_info(m); m++) {
      Case c;
      case_open(&c, i < BOOK_COUNT ? BOOK[i] : LOADED[i - BOOK_COUNT], formulation_info(m)->name);
      int n = c.equations->coordinate_count;
      const Expr *E = case_entries(&c, "E")[0], *P = case_entries(&c, "P")[0];
      const Expr *const *tau = case_entries(&c, "tau");
      for (int k = 0; k < n; k++)
        P = expr_substitute(P, &c.equations->torques[k].symbol, &tau[k], 1);
      const Expr *power = sum(P, case_entries(&c, "P_t")[0]);
      assert_ptr_equal(expr_time_derivative(E), power);
      case_close(&c);
    }
  }
}

static const char *title_of(Case *c, const char *key)
{
  case_entries(c, "%s", key);
  return equations_find(c->equations, key)->title;
}

static void titles_are_true(void **state)
{
  (void)state;
  for (int m = 0; formulation_info(m); m++) {
    Case c;
    case_open(&c, HOOP, formulation_info(m)->name);
    assert_null(strstr(title_of(&c, "h"), "C qd"));
    assert_non_null(strstr(title_of(&c, "h"), "time-driven"));
    assert_string_equal(title_of(&c, "tau"), "inverse dynamics, tau = M qdd + h + G");
    case_close(&c);
    case_open(&c, ARM, formulation_info(m)->name);
    assert_string_equal(title_of(&c, "tau"), "inverse dynamics, tau = M qdd + h + G - Qe");
    case_close(&c);
    case_open_example(&c, "rr/rr.bl", "", formulation_info(m)->name);
    assert_string_equal(title_of(&c, "tau"), "inverse dynamics, tau = M qdd + C qd + G");
    assert_true(is_zero(case_entries(&c, "P_t")[0]));
    case_close(&c);
  }
}

static void who_asks_for_c_is_told_that_it_is_not_all(void **state)
{
  (void)state;
  static const char *const C[] = { "M", "C" }, *const h[] = { "M", "h" };
  Text why = { 0 };
  Case c;
  case_open(&c, HOOP, NULL);
  Equations *with_C = formulate(c.mechanism, NULL, 0, C, 2, &why);
  Equations *with_h = formulate(c.mechanism, NULL, 0, h, 2, &why);
  assert_non_null(strstr(with_C->note, "time moves 'hoop': h holds terms that C qd does not"));
  assert_null(with_h->note);
  equations_free(with_C);
  equations_free(with_h);
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_method_has_the_formulas_of_the_book),
    cmocka_unit_test(energy_grows_by_what_acts_and_what_moves_the_frames),
    cmocka_unit_test(titles_are_true),
    cmocka_unit_test(who_asks_for_c_is_told_that_it_is_not_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
