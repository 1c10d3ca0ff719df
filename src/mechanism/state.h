// state.h -- quantities with memory and discrete events: first-order states, discrete variables,
// events, sampled controllers.
//
// Their symbols have STAGE_INPUT: they are given when forces are computed. They are checked and
// stored here; the simulation uses them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_STATE_H
#define BIELLE_MECHANISM_STATE_H

#include "base/messages/diagnostics.h"
#include "mechanism/task.h"
#include "symbolic/expr.h"

typedef struct StateVariable {
  const char *name;
  const Expr *symbol;
  const Expr *initial;  // depends on parameters
  const Expr *rate;     // time derivative; must not depend on accelerations
  Dimension dimension;
  bool is_of_controller;
  Span span;
  bool begins_vector;  // this is z.x of a vector state z, followed by z.y and z.z
} StateVariable;

typedef StateVariable DiscreteVariable;  // changes only at events and samples: no rate

typedef enum TargetKind {
  TARGET_POSITION,  // position of the coordinate
  TARGET_SPEED,
  TARGET_STATE,
  TARGET_DISCRETE,
  TARGET_INPUT,
  TARGET_NEWTON,    // not a variable: Newton's coefficient of restitution of an impact (velocities)
  TARGET_POISSON,   // not a variable: Poisson's coefficient of restitution (impulses)
  TARGET_FRICTION,  // coefficient of friction of the impact
  TARGET_SLIP       // a tangential speed of the impact; two slips are perpendicular
} TargetKind;

typedef struct Reset {
  TargetKind kind;
  int index;          // index in the mechanism's array
  const Expr *value;  // evaluated before the event
  Span span;
} Reset;

static inline bool reset_is_impact(const Reset *reset) { return reset->kind >= TARGET_NEWTON; }

static inline bool reset_is_restitution(const Reset *reset)
{
  return reset->kind == TARGET_NEWTON || reset->kind == TARGET_POISSON;
}

// An event that occurs when `function` rises through zero.
typedef struct Event {
  const char *name;  // event1, event2, ..: in the order of the text
  const Expr *function;
  bool is_strict;         // the condition is false where the function is 0
  const char *condition;  // as given in the description
  const char *stop;       // reason to stop; NULL: the simulation continues
  Reset *resets;
  int reset_count;
  bool adds_row;        // adds a row to the table of a motion, with the values before the event
  TaskOption *records;  // columns of that table and their notation
  int record_count;
  Span span;
} Event;

static inline bool event_is_impact(const Event *event)
{
  return event->reset_count > 0 && reset_is_impact(&event->resets[event->reset_count - 1]);
}

// A sample at 0, period, 2 period, ...; its assignments take effect after the delay.
typedef struct Sampling {
  const char *name;
  const Expr *period;
  const Expr *delay;  // NULL: none
  Reset *resets;
  int reset_count;
  Span span;
} Sampling;

// Potential energy of forces that are described separately.
typedef struct Energy {
  const char *name;
  const Expr *value;
  const char *element;  // library element that created it; NULL: none
  Span span;
} Energy;

#endif
