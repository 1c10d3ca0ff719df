// force.h -- what acts on a mechanism: torques, forces, moments, and inputs from outside.
//
// Read and represented here; what they do to the equations is the formulations' matter.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_FORCE_H
#define BIELLE_MECHANISM_FORCE_H

#include "base/messages/diagnostics.h"
#include "mechanism/dimension.h"
#include "symbolic/matrix/vector.h"

#include <stdbool.h>

// A quantity given from outside: a symbol that stays one, an expression of time, or a table.
typedef struct Input {
  const char *name;
  const Expr *symbol;      // STAGE_INPUT; of a smooth one STAGE_TIME
  const Expr *value;       // of time and parameters; NULL: free
  const char *multiplier;  // constraint whose multiplier it is in a simulation; NULL: of none
  bool is_rate;            // of the smooth input before it, or the rate of that
  bool is_implied;         // not declared: a name alone as a force or a component
  Dimension dimension;
  Span dimension_span;  // the expression that it was found from; `source` NULL: its own, or none
  Span span;
} Input;

// A known function of time, with rates of its own: frames may depend on it.
static inline bool input_is_smooth(const Input *input)
{
  return input->symbol->form->stage == STAGE_TIME;
}

// Whatever drives may choose it: neither described nor a known function of time.
static inline bool input_is_free(const Input *input)
{
  return !input->value && !input_is_smooth(input);
}

typedef enum ForceKind {
  FORCE_TORQUE,    // generalised force `amount` on a coordinate
  FORCE_AT_POINT,  // `vector` at a place
  FORCE_MOMENT     // `vector` on a frame
} ForceKind;

typedef struct Force {
  const char *name;
  ForceKind kind;
  int coordinate;      // TORQUE
  const Expr *amount;  // TORQUE
  const Expr *said;    // the number that the description gives, where other coordinates make the
                       // force a multiple of it; NULL: `amount` or `vector` is what it gives
  int frame;           // AT_POINT, MOMENT
  Vec3 position_F;     // AT_POINT
  int second_frame;    // of one between two bodies: takes the reaction, at the same place of space;
                       // otherwise FRAME_GROUND (0)
  Vec3 vector;
  int axes;             // frame whose axes `vector` is given in
  const char *element;  // library element that made it; NULL: written by hand
  bool is_command;      // of a controller
  Span span;
} Force;

// What the description gives: one component, or three. Returns how many.
static inline int force_given(const Force *force, const Expr *const **given)
{
  bool is_number = force->said || force->kind == FORCE_TORQUE;
  *given = force->said ? &force->said : is_number ? &force->amount : force->vector.at;
  return is_number ? 1 : 3;
}

#endif
