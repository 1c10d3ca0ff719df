// agree.c -- see agree.h.
// SPDX-License-Identifier: MIT
#include "agree.h"

#include "formulation/verify/chart.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

// ---- mechanisms

const char *const TREE_EXAMPLES[] = {
  "rr/rr.bl",
  "planar_2dof/planar_2dof.bl",
  "rrp/rrp.bl",
  "spatial_3r/spatial_3r.bl",
  "telescopic/telescopic.bl",
  "khalil_tree/khalil_tree.bl",
  "robot6/robot6.bl",
  "stanford/stanford.bl",
  "closed_chain/closed_chain.def",
  "monopod/monopod.def",
  "robot2d/robot2d.def",
  NULL,
};

#define FULL_BODY " : mass m, com [a, b, c], inertia [[A, D, E], [D, B, F], [E, F, C]]\n"
#define PARAMETERS "param m, a, b, c, A, B, C, D, E, F, g, L\ngravity [g, -2*g, 3*g]\n"

const char *const ODD_MECHANISMS[] = {
  // a screw about a skew axis, a cylinder on it
  PARAMETERS "joint j : screw [1, 2, 2] (s) from ground pitch L at [L, 0, 0]\n"
             "body first on j" FULL_BODY
             "joint k : cylindrical y (u, v) from j at [0, L, 0], rotated RX(30 deg)\n"
             "body second on k" FULL_BODY,
  // two branches
  PARAMETERS "joint j : universal (u1, u2) from ground\n"
             "body first on j" FULL_BODY "joint k : planar x (y, z, r) from j at [L, 0, 0]\n"
             "body second on k : mass m, com [0, b, 0]\n"
             "joint i : prismatic [0, 1, 1] (d) from j\n"
             "body third on i : mass m, com [a, 0, 0]\n",
  // a ball joint, and two bodies behind a fixed joint on one frame
  PARAMETERS "joint j : spherical (f1, f2, f3) from ground\n"
             "joint w : fixed from j at [L, 0, L], rotated RY(45 deg)\n"
             "body first on w" FULL_BODY "body second on w : mass 2*m, com [0, 0, c]\n"
             "body third on j : mass m\n",
  // nothing holds it
  PARAMETERS "joint j : free (x, y, z, f1, f2, f3) from ground\nbody first on j" FULL_BODY,
  // joints driven by others, also in a curved way; one coordinate that moves two branches
  PARAMETERS "coord q1, q2\n"
             "frame crank from ground : RZ(q1), TX(L*cos(q2))\n"
             "body first on crank" FULL_BODY
             "joint gear : revolute x (= 3*q1 - 2*q2 + 30 deg) from ground at [0, 0, L]\n"
             "body second on gear" FULL_BODY
             "frame cam from crank : TY(L*q1*q2 + L*sin(q1)), RX(q2)\n"
             "body third on cam : mass m, com [0, b, c]\n",
  // the clock moves the ground and a link
  PARAMETERS "param w\n"
             "frame deck from ground : TX(L*sin(w*t)), RY(w*t)\n"
             "joint j : revolute z (q1) from deck at [L, 0, 0]\n"
             "body first on j" FULL_BODY "joint k : prismatic x (q2) from j\n"
             "frame tool from k : RX(w*t + q2)\n"
             "body second on tool" FULL_BODY,
  // what acts, of every kind; the rotor of a motor
  PARAMETERS "param k, l0, d, n, Jm, mu\n"
             "joint j : revolute z (q1) from ground\n"
             "body first on j" FULL_BODY "joint i : revolute x (q2) from j at [L, 0, 0]\n"
             "body second on i" FULL_BODY "joint h : prismatic y (q3) from j at [0, L, 0]\n"
             "body third on h : mass m\n"
             "point P at [0, L, 0] on i\npoint R on h at [0, 0, L]\n"
             "torque motor on j = u1\n"
             "torque rotor on q1 = -n^2*Jm*q1'' - n*Jm*q2''\n"
             "torque wheel on q2 = -n*Jm*q1''\n"
             "torque drag on q2 = -mu*q2' - d*sign(q2')\n"
             "force push at P = [Fx, 2, 3*q3] in i\n"
             "force pair at P = [0, Fy, -mu*q1'] in j against h\n"
             "moment twist on i = [Nx, 0, N] in ground against h\n"
             "spring S between P and R : stiffness k, length l0, damping d\n"
             "spring T between [L, 0, 0] on ground and R : stiffness 2*k, damping mu\n",
  NULL,
};

// ---- one method against another

static const Expr *const *derive(Derivation *derivation, const char *key)
{
  Text why = { 0 };
  const Expr *const *entries = derivation_quantity(derivation, key, &why);
  if (!entries) fail_msg("%s by %s: %s", key, derivation->method->name, text_string(&why));
  text_free(&why);
  return entries;
}

void assert_methods_agree(const Mechanism *mechanism, const char *first, const char *second,
                          const char *const keys[], int key_count)
{
  Derivation *one_way = derivation_new(mechanism, formulation_find(first), 0);
  Derivation *other_way = derivation_new(mechanism, formulation_find(second), 0);
  for (int k = 0; k < key_count; k++) {
    const Expr *const *a = derive(one_way, keys[k]), *const *b = derive(other_way, keys[k]);
    const Quantity *quantity = equations_find(one_way->equations, keys[k]);
    for (int i = 0; i < quantity->rows * quantity->columns; i++) {
      if (expr_same_value(a[i], b[i])) continue;
      fail_msg("%s: entry %d of %s differs between %s and %s", mechanism->name, i, keys[k], first,
               second);
    }
  }
  equations_free(derivation_release(one_way));
  equations_free(derivation_release(other_way));
}

// ---- quaternions

void assert_methods_agree_on_unit_quaternions(const Mechanism *mechanism, const char *first,
                                              const char *second)
{
  static const char *const KEYS[] = { "T", "tau", "G", "M" };
  Derivation *derivations[2] = { derivation_new(mechanism, formulation_find(first), 0),
                                 derivation_new(mechanism, formulation_find(second), 0) };
  for (int k = 0; k < 4; k++) {
    Quantity carried[2];
    for (int m = 0; m < 2; m++) {
      Chart chart = chart_of(mechanism, derivations[m]->equations);
      derive(derivations[m], KEYS[k]);
      carried[m] = chart_carry(&chart, equations_find(derivations[m]->equations, KEYS[k]));
    }
    for (int i = 0; i < carried[0].rows * carried[0].columns; i++) {
      if (!expr_same_value(carried[0].entries[i], carried[1].entries[i])) {
        fail_msg("%s, entry %d over the parameters of the chart", KEYS[k], i);
      }
    }
  }
  for (int m = 0; m < 2; m++)
    equations_free(derivation_release(derivations[m]));
}
