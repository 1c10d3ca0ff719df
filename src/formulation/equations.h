// equations.h -- the result of a formulation: named arrays of exact expressions.
//
// Equations stand alone: they carry what printers and programs need to know of the mechanism
// (names, units, defaults), so that no later layer looks back at it. Immutable once built.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_EQUATIONS_H
#define BIELLE_FORMULATION_EQUATIONS_H

#include "base/arena.h"
#include "base/text.h"
#include "symbolic/expr.h"

// A symbol of the equations with what people want to know of it.
typedef struct Variable {
  const char *name;
  const Expr *symbol;
  const Expr *value;  // parameters: exact default; coordinates: initial value; NULL: none
  const char *unit;   // "kg.m^2", "rad"; "" when unknown
  const char
      *meaning;  // "turns about z of ground, positive by the right hand"; "" when there is none
} Variable;

// One result, row-major: a scalar is 1x1, a vector n x 1.
typedef struct Quantity {
  const char *key;  // as in --what: "M", "tau", "fk:tip"
  const char
      *function;      // of generated code, without the model's name: "mass_matrix", "position_tip"
  const char *title;  // "mass matrix, symmetric"
  const char *unit;   // of all entries; "" when they differ
  int rows;
  int columns;
  const Expr **entries;
  bool is_symmetric;
  bool is_factored;  // printed as the product of its factors, even where a sum is shorter
} Quantity;

typedef struct Equations {
  Arena *arena;
  Pool *pool;
  const char *name;   // of the mechanism
  const char *title;  // "" if it has none
  const char *source_hash;
  const char *method;  // formulation that derived them: "energy"
  Variable *parameters;
  int parameter_count;
  Variable *coordinates;  // speeds and accelerations are expr_rate() of the symbols
  int coordinate_count;
  Variable *inputs;  // forces and torques given from outside
  int input_count;
  Quantity *quantities;
  int quantity_count;
  int quantity_capacity;
} Equations;

void equations_free(Equations *equations);                                    // NULL is allowed
const Quantity *equations_find(const Equations *equations, const char *key);  // NULL: none
// Every quantity as text, for `bielle dump --stage=equations`.
void equations_dump(const Equations *equations, Text *out);

#endif
