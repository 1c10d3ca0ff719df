// equations.h -- the result of a formulation: named arrays of exact expressions.
//
// Equations are self-contained: they include all that printers and programs need about the
// mechanism (names, units, defaults), so that no later layer accesses it. They are immutable once
// built.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_EQUATIONS_H
#define BIELLE_FORMULATION_EQUATIONS_H

#include "base/memory/arena.h"
#include "base/text/text.h"
#include "symbolic/expr.h"

// A symbol of the equations with its name, unit and meaning.
typedef struct Variable {
  const char *name;
  const char *joint;  // second name of a coordinate or tau[..]: that of its only joint; NULL: none
  const Expr *symbol;
  const Expr *value;    // parameters: exact default; coordinates, states: initial value; NULL: none
  bool is_rate;         // an input: rate of the smooth input before it, or of that rate
  const char *unit;     // "kg.m^2", "rad"; "" if unknown
  const char *meaning;  // "turns about z of ground, positive by the right hand"; "" if none
} Variable;

// A divisor of a quantity that is positive wherever the quantity exists: for a coordinate, its
// effective inertia when the coordinates after it are free to move.
typedef struct Pivot {
  const Expr *value;
  int coordinate;          // index; past the coordinates: a constraint; past these: heavy
  const char *constraint;  // label of a constraint, redundant in this state; NULL: a coordinate
  const char *dependent;   // partition: coordinate not determined in this state; NULL: none
  bool is_left_out;        // the constraint was omitted as redundant and is not redundant here
  const char *heavy;       // coordinate that dominates all others in this state; NULL: none
} Pivot;

// With one coordinate, a mass matrix remains a matrix and a torque a vector.
typedef enum QuantityShape {
  QUANTITY_BY_COLUMNS,  // one column: a vector; more: a matrix
  QUANTITY_NUMBER,
  QUANTITY_VECTOR,
  QUANTITY_MATRIX
} QuantityShape;

// One result, row-major: a scalar is 1x1, a vector n x 1.
typedef struct Quantity {
  const char *key;       // as in --what: "M", "tau", "fk:tip"
  const char *function;  // in generated code, without the model's name: "mass_matrix"
  const char *title;     // "mass matrix, symmetric"
  const char *unit;      // of all entries; "" if they differ
  QuantityShape shape;
  int rows;
  int columns;
  const Expr **entries;
  bool is_symmetric;
  // Labels of the entries in lists, "B112"; NULL: by row and column.
  const char *const *labels;
  // Labels of rows and columns, "XX1"; NULL: their numbers.
  const char *const *row_labels;
  const char *const *column_labels;
  const char *const *row_units;  // if rows differ, "" if unknown; NULL: no units by row
  // Not 0: each row is an equation. Its first left_columns entries are the terms of the left side,
  // starting with that of the row's own acceleration; the others are the terms of the right side.
  int left_columns;
  // Entry i contains entry reused[i] as a term, which is printed by its label; -1, or NULL: none.
  const int *reused;
  bool is_factored;     // printed as the product of its factors, even if a sum is shorter
  const Pivot *pivots;  // in the order of the divisions
  int pivot_count;      // 0: the quantity exists everywhere
  int place;            // in the order of derivation, independent of that of requests
} Quantity;

// The meaning, in words, of a generated name.
typedef struct NameMeaning {
  const char *name;
  const char *meaning;  // "inertia that x feels when th is free"
} NameMeaning;

typedef struct Equations {
  Arena *arena;
  Pool *pool;
  const char *name;   // of the mechanism
  const char *title;  // "" if there is none
  const char *source_hash;
  const char *method;  // formulation that derived the equations: "energy"
  // `note`: lines for every reader, such as what a reduced model omits and its maximum error.
  // `omissions`: a detailed list of the omitted terms. NULL: none.
  const char *note;
  const char *omissions;
  // The coordinates or rates over which a quantity of the reduced model is defined; NULL: none.
  const char *const *independent;
  int independent_count;
  Variable *parameters;
  int parameter_count;
  const struct RegulatorDesign *design;  // of the mechanism: control/design.h
  Variable *coordinates;                 // speeds and accelerations are expr_rate() of the symbols
  int coordinate_count;
  Variable *inputs;  // external forces and torques, as described
  int input_count;
  Variable *states;  // first-order states, with their initial values
  int state_count;
  Variable *discretes;  // change only at events and samples
  int discrete_count;
  Variable *torques;  // by coordinate: generalised forces, inputs of forward dynamics
  Quantity *quantities;
  int quantity_count;
  int companion_count;  // after the quantities: not requested, but required by users of the others
  int quantity_capacity;
  NameMeaning *meanings;  // of names in `pool`
  int meaning_count;
  int meaning_capacity;
  struct Equations *part;  // owner of quantities with a separate pool; NULL: all share `pool`
} Equations;

// The variable of that name, or the coordinate of the joint of that name; -1: none.
int variable_find(const Variable variables[], int count, const char *name);

// The number of operations of the entries without sharing; repeated entries of a symmetric matrix
// count once.
double quantity_size_written(const Quantity *quantity);
bool quantity_is_zero(const Quantity *quantity);  // all entries are zero
bool quantity_is_number(const Quantity *quantity);
bool quantity_is_vector(const Quantity *quantity);
// Prints entry `index` by its position: "h[2]", "M[1,2]", "T".
void quantity_put_place(const Quantity *quantity, int index, Text *out);
// The index of the entry at "[2]" of a vector or "[1,2]" of a matrix, by numbers or by the labels
// of rows and columns, "[2,load]"; -1: there is none.
int quantity_index(const Quantity *quantity, const char *place);

// A copy that can be extended: printing may add nodes to its pool. It shares texts with the
// original, which must outlive it.
Equations *equations_copy(const Equations *equations);
void equations_free(Equations *equations);                                    // NULL is allowed
const Quantity *equations_find(const Equations *equations, const char *key);  // NULL: none
// Moves the quantities and the new lines of the note from `part` into `whole`, which then owns
// `part`.
void equations_join(Equations *whole, Equations *part);
// The meaning of a name in this pool (`pool` NULL: in any pool); NULL: there is none.
const char *equations_meaning(const Equations *equations, const Pool *pool, const char *name);
// Adds a line to the note.
void equations_add_note(Equations *equations, const char *line);
// Prints every quantity as text, for `bielle dump --stage=equations`.
void equations_dump(const Equations *equations, Text *out);

#endif
