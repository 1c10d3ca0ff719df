// equations.h -- the result of a formulation: named arrays of exact expressions.
//
// Equations stand alone: they carry what printers and programs need to know of the mechanism
// (names, units, defaults), so that no later layer looks back at it. Immutable once built.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_EQUATIONS_H
#define BIELLE_FORMULATION_EQUATIONS_H

#include "base/memory/arena.h"
#include "base/text/text.h"
#include "symbolic/expr.h"

// A symbol of the equations with what people want to know of it.
typedef struct Variable {
  const char *name;
  const char *joint;  // a coordinate's, or tau[..], by its joint, which has no other; NULL: not so
  const Expr *symbol;
  const Expr *value;  // parameters: exact default; coordinates, states: initial value; NULL: none
  bool is_rate;       // of an input: of the smooth one before it, or the rate of that
  const char *unit;   // "kg.m^2", "rad"; "" when unknown
  const char
      *meaning;  // "turns about z of ground, positive by the right hand"; "" when there is none
} Variable;

// A value by which a quantity divides and which is positive wherever the quantity exists: what is
// left of a coordinate's inertia when those behind it are free to move.
typedef struct Pivot {
  const Expr *value;
  int coordinate;          // behind the last one: a constraint; behind the last of these: heavy
  const char *constraint;  // its label: it follows from the others here; NULL: a coordinate
  const char *dependent;   // of a partition: what it does not determine here; NULL: no partition
  bool is_left_out;        // the constraint was, as redundant, and is not so here
  const char *heavy;       // a coordinate beside which others are nothing here; NULL: none
} Pivot;

// A mass matrix stays a matrix, and a torque a vector, where there is one coordinate.
typedef enum QuantityShape {
  QUANTITY_BY_COLUMNS,  // one column: a vector; more: a matrix
  QUANTITY_NUMBER,
  QUANTITY_VECTOR,
  QUANTITY_MATRIX
} QuantityShape;

// One result, row-major: a scalar is 1x1, a vector n x 1.
typedef struct Quantity {
  const char *key;  // as in --what: "M", "tau", "fk:tip"
  const char
      *function;      // of generated code, without the model's name: "mass_matrix", "position_tip"
  const char *title;  // "mass matrix, symmetric"
  const char *unit;   // of all entries; "" when they differ
  QuantityShape shape;
  int rows;
  int columns;
  const Expr **entries;
  bool is_symmetric;
  // How entries are called where they are listed, "B112"; NULL: by row and column.
  const char *const *labels;
  // What rows and columns stand for, "XX1"; NULL: their numbers.
  const char *const *row_labels;
  const char *const *column_labels;
  const char *const *row_units;  // where rows differ, "" if not known; NULL: no row has one
  // Not 0: each row is an equation, so many of its entries the terms of the left side, in which
  // that of the row's own acceleration comes first, the others those of the right side.
  int left_columns;
  // Entry i holds entry reused[i] as a term, which is printed by its label; -1, or NULL: none does.
  const int *reused;
  bool is_factored;     // printed as the product of its factors, even where a sum is shorter
  const Pivot *pivots;  // in the order in which they are divided by
  int pivot_count;      // 0: the quantity exists everywhere
  int place;            // in the order of derivation, which is the same whoever asks in which
} Quantity;

// What a name stands for that nobody gave, in words.
typedef struct NameMeaning {
  const char *name;
  const char *meaning;  // "inertia that x feels when th is free"
} NameMeaning;

typedef struct Equations {
  Arena *arena;
  Pool *pool;
  const char *name;   // of the mechanism
  const char *title;  // "" if it has none
  const char *source_hash;
  const char *method;  // formulation that derived them: "energy"
  // Lines for every reader: what a reduced model leaves out and how far it may be off; then, for
  // those who want to know, what was left out term by term. NULL if nothing is.
  const char *note;
  const char *omissions;
  // The coordinates, or rates, that a quantity of the reduced model is over; NULL: there is none.
  const char *const *independent;
  int independent_count;
  Variable *parameters;
  int parameter_count;
  const struct RegulatorDesign *design;  // of the mechanism: control/design.h
  Variable *coordinates;                 // speeds and accelerations are expr_rate() of the symbols
  int coordinate_count;
  Variable *inputs;  // forces and torques given from outside, as described
  int input_count;
  Variable *states;  // first-order states, by their values at the start
  int state_count;
  Variable *discretes;  // change at events and samples only
  int discrete_count;
  Variable *torques;  // one for each coordinate: generalised forces that forward dynamics is given
  Quantity *quantities;
  int quantity_count;
  int companion_count;  // behind them: not asked for, and needed where the others are used
  int quantity_capacity;
  NameMeaning *meanings;  // of names in `pool`
  int meaning_count;
  int meaning_capacity;
  struct Equations *part;  // where quantities with a pool of their own live; NULL: all share `pool`
} Equations;

// The one of that name, or the coordinate of the joint of that name; -1: none.
int variable_find(const Variable variables[], int count, const char *name);

// Operations of its entries with nothing shared; what a symmetric matrix repeats counts once.
double quantity_size_written(const Quantity *quantity);
bool quantity_is_zero(const Quantity *quantity);  // in all entries
bool quantity_is_number(const Quantity *quantity);
bool quantity_is_vector(const Quantity *quantity);
// "h[2]", "M[1,2]", "T": entry `index` by its place.
void quantity_put_place(const Quantity *quantity, int index, Text *out);
// The entry at "[2]" of a vector or "[1,2]" of a matrix, by numbers or by the labels of rows and
// columns, "[2,load]"; -1: there is none.
int quantity_index(const Quantity *quantity, const char *place);

// A copy to build on: what printing adds to a pool is added there. It borrows texts from the first.
Equations *equations_copy(const Equations *equations);
void equations_free(Equations *equations);                                    // NULL is allowed
const Quantity *equations_find(const Equations *equations, const char *key);  // NULL: none
// Takes the quantities and the lines of the note that are new over from `part`, which lives on
// behind the others.
void equations_join(Equations *whole, Equations *part);
// The meaning of a name in this pool, NULL: in any; NULL: it has none.
const char *equations_meaning(const Equations *equations, const Pool *pool, const char *name);
// Adds a line to the note.
void equations_add_note(Equations *equations, const char *line);
// Every quantity as text, for `bielle dump --stage=equations`.
void equations_dump(const Equations *equations, Text *out);

#endif
