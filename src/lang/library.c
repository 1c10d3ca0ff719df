// library.c -- the standard library lib/*.bl as text. Written by tools/embed_library.py.
// SPDX-License-Identifier: MIT
#include "lang/library.h"

// clang-format off
static const char text[] =
"element rotor(J, inertia, ratio = 1) {\n"
"  torque reaction on J = -inertia*ratio^2*J''\n"
"}\n"
"element motor(J, u, gain = 1, ratio = 1) {\n"
"  torque drive on J = ratio*gain*u\n"
"}\n"
"element viscous(J, c) {\n"
"  torque friction on J = -c*J'\n"
"}\n"
"element coulomb(J, fv = 0, fs = 0) {\n"
"  torque friction on J = -fv*J' - fs*sign(J')\n"
"}\n"
"element spring(P, Q, stiffness = 0 N/m, length = 0 m, damping = 0 N.s/m) {\n"
"  let r = position(Q) - position(P), d = norm(r)\n"
"  force pull at P = (stiffness*(1 - length/d) + damping*d'/d)*r against Q\n"
"  energy elastic = stiffness/2*(d - length)^2\n"
"}\n"
"element linear_spring(P, Q, stiffness, length) {\n"
"  use spring(P, Q, stiffness, length) as line\n"
"}\n"
"element damper(P, Q, damping) {\n"
"  use spring(P, Q, damping = damping) as line\n"
"}\n"
"element torsion_spring(J, stiffness, rest = 0) {\n"
"  torque elastic on J = -stiffness*(J - rest)\n"
"  energy elastic_energy = stiffness/2*(J - rest)^2\n"
"}\n"
"element elastic_stop(J, lower, upper, stiffness, damping = 0) {\n"
"  let below = max(lower - J, 0), above = max(J - upper, 0)\n"
"  torque push on J = stiffness*(below - above) - damping*J'*((J < lower) + (J > upper))\n"
"  energy stored = stiffness/2*(below^2 + above^2)\n"
"}\n"
"element impulsive_stop(J, lower, upper, restitution = 0) {\n"
"  when J < lower : set J' = -restitution*J'\n"
"  when J > upper : set J' = -restitution*J'\n"
"}\n";
// clang-format on

const Source *library_source(void)
{
  static const Source source = { "standard library", text, sizeof text - 1 };
  return &source;
}
