// sample_equations.h -- small equations written by hand, for the tests of generated code.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_CODEGEN_SAMPLE_EQUATIONS_H
#define BIELLE_TESTS_CODEGEN_SAMPLE_EQUATIONS_H

#include "formulation/equations.h"

// The planar arm with two revolute joints: T V M h G tau fk:tip jac:tip (textbook closed forms).
Equations *sample_arm(void);
// Every operator, time and inputs, names that C cannot use as they are.
Equations *sample_awkward(void);
// One coordinate, no parameters: M (1x1), and "nothing", which is the constant 1/3.
Equations *sample_pendulum(void);
// `steps` random operations on three coordinates, deterministic: more than one function can hold.
Equations *sample_large(int steps);
// So many values, each of something of the configuration and something of the velocity.
Equations *sample_wide(int rows);

// Forward dynamics of nothing real: divides by x, and by 1 + y^2 before, called a constraint; at
// least `steps` operations.
Equations *sample_forward(int steps);

// Two bars of length l = 2 and 1.5 between points that are 2.5 + t apart: Phi Phi_q Phi_t.
Equations *sample_loop(void);

#endif
