// force.h -- loads on a mechanism (torques, forces, moments) and its external inputs.
//
// They are parsed and stored here; the formulations derive their effect on the equations.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_FORCE_H
#define BIELLE_MECHANISM_FORCE_H

#include "base/messages/diagnostics.h"
#include "mechanism/dimension.h"
#include "symbolic/matrix/vector.h"

#include <stdbool.h>

// An external quantity: a free symbol, an expression of time, or a table.
typedef struct Input {
  const char *name;
  const Expr *symbol;      // STAGE_INPUT; STAGE_TIME for a smooth input
  const Expr *value;       // depends on time and parameters; NULL: free
  const char *multiplier;  // constraint whose multiplier it is in a simulation; NULL: none
  bool is_rate;            // first or second rate of the preceding smooth input
  bool is_implied;         // not declared: a bare name used as a force or a component
  Dimension dimension;
  Span dimension_span;  // expression from which it was derived; `source` NULL: declared, or none
  Span span;
} Input;

// Returns true for a known function of time with its own rates, on which frames may depend.
static inline bool input_is_smooth(const Input *input)
{
  return input->symbol->form->stage == STAGE_TIME;
}

// Returns true if the value may be chosen by an actuator: it is neither described nor a known
// function of time.
static inline bool input_is_free(const Input *input)
{
  return !input->value && !input_is_smooth(input);
}

typedef enum ForceKind {
  FORCE_TORQUE,    // generalised force `amount` on a coordinate
  FORCE_AT_POINT,  // `vector` applied at a point
  FORCE_MOMENT     // moment `vector` on a frame
} ForceKind;

typedef struct Force {
  const char *name;
  ForceKind kind;
  int coordinate;      // TORQUE
  const Expr *amount;  // TORQUE
  const Expr *said;    // the scalar given in the description, if a change of coordinates made the
                       // force a multiple of it; NULL: `amount` or `vector` is as given
  int frame;           // AT_POINT, MOMENT
  Vec3 position_F;     // AT_POINT
  int second_frame;    // of a force between two bodies: receives the reaction at the same point of
                       // space; otherwise FRAME_GROUND (0)
  Vec3 vector;
  int axes;             // frame in whose axes `vector` is given
  const char *element;  // library element that created it; NULL: none
  bool is_command;      // command of a controller
  Span span;
} Force;

// Returns the components given in the description: one or three, stored in *given; the result is
// their number.
static inline int force_given(const Force *force, const Expr *const **given)
{
  bool is_number = force->said || force->kind == FORCE_TORQUE;
  *given = force->said ? &force->said : is_number ? &force->amount : force->vector.at;
  return is_number ? 1 : 3;
}

#endif
