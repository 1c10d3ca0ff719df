// force.h -- what acts on a mechanism: torques, forces, moments, springs, and inputs from outside.
//
// Read and represented here; what they do to the equations is the formulations' matter.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_FORCE_H
#define BIELLE_MECHANISM_FORCE_H

#include "base/diagnostics.h"
#include "mechanism/dimension.h"
#include "symbolic/vector.h"

#include <stdbool.h>

// A quantity given from outside: a symbol that stays one, an expression of time, or a table.
typedef struct Input {
  const char *name;
  const Expr *symbol;  // STAGE_INPUT
  const Expr *value;   // of time and parameters; NULL: free
  const char *table;   // file; NULL: none
  int column;          // of the table, from 1
  bool is_implied;     // not declared: a name alone as a force or a component
  Dimension dimension;
  Span span;
} Input;

typedef enum ForceKind {
  FORCE_TORQUE,    // generalised force `amount` on a coordinate
  FORCE_AT_POINT,  // `vector` at a place
  FORCE_MOMENT,    // `vector` on a frame
  FORCE_SPRING     // between two places
} ForceKind;

typedef struct Force {
  const char *name;
  ForceKind kind;
  int coordinate;        // TORQUE
  const Expr *amount;    // TORQUE
  int frame;             // AT_POINT, MOMENT, SPRING (first place)
  Vec3 position_F;       // AT_POINT, SPRING
  int second_frame;      // SPRING; of a moment or force between two bodies: the one that takes the
  Vec3 second_position;  // reaction, otherwise FRAME_GROUND (0)
  Vec3 vector;
  int axes;               // frame whose axes `vector` is given in
  const Expr *stiffness;  // SPRING; NULL: 0
  const Expr *length;
  const Expr *damping;
  const char *element;  // library element that made it; NULL: written by hand
  Span span;
} Force;

#endif
