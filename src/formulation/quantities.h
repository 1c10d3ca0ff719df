// quantities.h -- access to the table of all quantities (quantities.def).
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
  TRAIT_MOTION = 1 << 0,             // depends on the equations of motion
  TRAIT_TIES_POSITIONS = 1 << 1,     // exists only with constraints on positions
  TRAIT_TIES_SPEEDS = 1 << 2,        // exists only with constraints on speeds
  TRAIT_NEEDS_CONSTRAINTS = 1 << 3,  // exists only with constraints of either kind
  TRAIT_DEFAULT = 1 << 4             // part of a model if no quantities are requested
};

// The order is that of the arguments of generated functions.
enum { ARGUMENT_Q = 1 << 0, ARGUMENT_QD = 1 << 1, ARGUMENT_QDD = 1 << 2, ARGUMENT_TAU = 1 << 3 };

// A row of the table; quantities.def describes the columns.
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

const QuantityInfo *quantity_info(int index);  // NULL past the end
// The row for a key such as "M", "M[1,2]" or "fk:tip"; NULL: there is no such quantity.
const QuantityInfo *quantity_find(const char *key);
const char *quantity_group_name(QuantityGroup group);
// Returns true if `known` is the complete key, or the family prefix that it begins with, "fk:".
bool key_is_of(const char *key, const char *known);
// The function name and the title of a quantity; for a family with its name, "tip" or "tip/R2",
// inserted. The texts are static or allocated in `arena`.
const char *quantity_function(Arena *arena, const QuantityInfo *info, const char *name);
const char *quantity_title(Arena *arena, const QuantityInfo *info, const char *name);
// Sets the fields that are not given from the table: function, title, unit, shape, number of rows
// and columns, and their labels if they are the coordinates.
void quantity_complete(const Equations *equations, Quantity *quantity);
// Prints an entry by the labels of its row and column, or by the names of the coordinates if there
// is one for each: "tau[q1]", "M[q1,q2]", "lambda[guide: y]"; by numbers if there are no labels.
void quantity_put_entry(const Equations *equations, const Quantity *quantity, int index, Text *out);

#endif
