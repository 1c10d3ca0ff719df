// check_angle.h -- a random point at which a program is checked, and its sines and exponentials.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_CHECK_ANGLE_H
#define BIELLE_PROGRAM_CHECK_ANGLE_H

#include "program/program.h"
#include "symbolic/value.h"

typedef struct CheckPoint {
  const Program *program;
  uint64_t seed;
  Value *registers;
  fmpq *coefficients;  // by register, zero between two readings of a linear form
  int *form;           // registers of the linear form that is being read
} CheckPoint;

CheckPoint check_point_new(const Program *program, uint64_t seed);
void check_point_free(CheckPoint *point);

// Value of OP_SIN, OP_COS, OP_TAN or OP_EXP of a register whose own value is known.
Value check_angle_value(CheckPoint *point, Operator op, int argument);

#endif
