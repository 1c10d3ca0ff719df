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
"element linear_spring(P, Q, stiffness, length) {\n"
"  spring elastic between P and Q : stiffness stiffness, length length\n"
"}\n"
"element damper(P, Q, damping) {\n"
"  spring viscous between P and Q : damping damping\n"
"}\n"
"element torsion_spring(J, stiffness, rest = 0) {\n"
"  torque elastic on J = -stiffness*(J - rest)\n"
"}\n";
// clang-format on

const Source *library_source(void)
{
  static const Source source = { "standard library", text, sizeof text - 1 };
  return &source;
}
