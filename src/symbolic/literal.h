// literal.h -- correctly rounded numeric values of constant expressions.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_LITERAL_H
#define BIELLE_SYMBOLIC_LITERAL_H

#include "symbolic/steps.h"

// Double nearest to the exact value of an expression without symbols (STAGE_LITERAL), such as
// sqrt(3)/2 or pi/6; NaN if it is undefined. The precision of the ball arithmetic is increased
// until the rounding is certain.
double expr_literal_value(const Expr *e);

// Applies an operator to doubles with the functions of the C library. At least two elements of
// `args` are read, three for OP_IF. Returns NaN for leaves and tables.
double operator_value(Operator op, const double args[]);

// Same as operator_value() for an operation of a list, including tables; `values` are the values of
// the steps.
double operation_value(const Steps *steps, const Step *step, const double values[]);

// Returns true if `e` is a negative number or is written with a leading minus.
bool looks_negative(const Expr *e);

#endif
