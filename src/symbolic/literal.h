// literal.h -- numeric values of constant expressions, correctly rounded.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_LITERAL_H
#define BIELLE_SYMBOLIC_LITERAL_H

#include "symbolic/steps.h"

// The double nearest to the exact value of an expression without symbols (STAGE_LITERAL), such as
// sqrt(3)/2 or pi/6; NaN if it is undefined. Ball arithmetic raises its precision until the
// rounding is certain.
double expr_literal_value(const Expr *e);

// An operator applied to doubles as C's library does it: two are read at least, of OP_IF three. NaN
// for leaves and tables.
double operator_value(Operator op, const double args[]);

// The same for a step of a list that is an operation, tables included; `values` are those of the
// steps.
double operation_value(const Steps *steps, const Step *step, const double values[]);

// Is it a negative number, or written with a minus?
bool looks_negative(const Expr *e);

#endif
