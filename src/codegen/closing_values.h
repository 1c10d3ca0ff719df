// closing_values.h -- what generated assemble() and project_velocity() give, computed here.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_CLOSING_VALUES_H
#define BIELLE_CODEGEN_CLOSING_VALUES_H

#include "codegen/c_model.h"

// Solves for x, coordinates or speeds as the function does, from the values that it has, at the
// state's parameters, time and inputs; speeds also at its q. `held` may be NULL. Leaves the same
// bits in x.
//
// With a disturbance every number that the solver is given is off by that many times what roundings
// can do to it: how far x then moves says how sharply it is determined.
typedef struct ClosingResult {
  int failed;  // what the generated function returns
  int tries;   // points at which the constraints were evaluated
} ClosingResult;
ClosingResult closing_solve(const CModel *model, const CClosing *closing, const ProgramState *state,
                            const int held[], double disturbance, double x[]);

#endif
