// quantities.h -- the table of all quantities (quantities.def).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_QUANTITIES_H
#define BIELLE_FORMULATION_QUANTITIES_H

#include "formulation/equations.h"

typedef enum QuantityGroup {
#define GROUP(name, title) GROUP_##name,
#define QUANTITY(...)
#include "formulation/quantities.def"
} QuantityGroup;

enum {
  TRAIT_MOTION = 1 << 0,             // stands on the equations of motion
  TRAIT_TIES_POSITIONS = 1 << 1,     // there is none without constraints, on positions,
  TRAIT_TIES_SPEEDS = 1 << 2,        // on speeds,
  TRAIT_NEEDS_CONSTRAINTS = 1 << 3,  // on either
  TRAIT_DEFAULT = 1 << 4             // a model has it when nobody says what it should have
};

// In the order of the arguments of generated functions.
enum { ARGUMENT_Q = 1 << 0, ARGUMENT_QD = 1 << 1, ARGUMENT_QDD = 1 << 2, ARGUMENT_TAU = 1 << 3 };

// A row of the table; quantities.def says what the columns hold.
typedef struct QuantityInfo {
  const char *key;
  const char *subject;
  const char *function;
  const char *title;
  const char *unit;
  QuantityShape shape;
  bool is_symmetric;
  const char *rows;
  const char *columns;
  QuantityGroup group;
  unsigned traits;
  unsigned arguments;
} QuantityInfo;

const QuantityInfo *quantity_info(int index);  // NULL behind the last
// Of "M", "M[1,2]" or "fk:tip"; NULL: there is no such quantity.
const QuantityInfo *quantity_find(const char *key);
const char *quantity_group_name(QuantityGroup group);
// What the key of a family begins with, "fk:", or the whole key is `known`.
bool key_is_of(const char *key, const char *known);
// Function and title of a quantity of a family by its name, "tip" or "tip/R2"; others have none.
// They live in `arena`.
const char *quantity_function(Arena *arena, const QuantityInfo *info, const char *name);
const char *quantity_title(Arena *arena, const QuantityInfo *info, const char *name);
// Takes over from the table what nobody gave: function, title, unit, shape, how many rows and
// columns, and their labels where they are the coordinates.
void quantity_complete(const Equations *equations, Quantity *quantity);
// An entry by the names of its row and column, those of coordinates if there is one for each:
// "tau[q1]", "M[q1,q2]", "lambda[guide: y]"; by numbers where they have no names.
void quantity_put_entry(const Equations *equations, const Quantity *quantity, int index, Text *out);

#endif
