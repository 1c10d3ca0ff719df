// state.h -- what has a memory or happens at a moment: first-order states, discrete variables,
// events, sampled controllers.
//
// Their symbols are of STAGE_INPUT: given, where forces are computed. Checked and carried here; who
// integrates a motion uses them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_STATE_H
#define BIELLE_MECHANISM_STATE_H

#include "base/messages/diagnostics.h"
#include "mechanism/task.h"
#include "symbolic/expr.h"

typedef struct StateVariable {
  const char *name;
  const Expr *symbol;
  const Expr *initial;  // of parameters
  const Expr *rate;     // its time derivative: of anything but accelerations
  Dimension dimension;
  bool is_of_controller;
  Span span;
  bool begins_vector;  // it is z.x, and z.y, z.z follow: of a state z that is a vector
} StateVariable;

typedef StateVariable DiscreteVariable;  // changes at events and samples only: no rate

typedef enum TargetKind {
  TARGET_POSITION,  // of the coordinate
  TARGET_SPEED,
  TARGET_STATE,
  TARGET_DISCRETE,
  TARGET_INPUT,
  TARGET_NEWTON,    // no variable, but the restitution of an impact, of speeds
  TARGET_POISSON,   // the same, of impulses
  TARGET_FRICTION,  // of the impact
  TARGET_SLIP       // a speed along what is hit; two of them are perpendicular
} TargetKind;

typedef struct Reset {
  TargetKind kind;
  int index;          // in the mechanism's array
  const Expr *value;  // from what there was before
  Span span;
} Reset;

static inline bool reset_is_impact(const Reset *reset) { return reset->kind >= TARGET_NEWTON; }

static inline bool reset_is_restitution(const Reset *reset)
{
  return reset->kind == TARGET_NEWTON || reset->kind == TARGET_POISSON;
}

// Happens when `function` rises through zero.
typedef struct Event {
  const char *name;  // event1, event2, ..: in the order of the text
  const Expr *function;
  bool is_strict;         // the condition does not hold where the function is 0
  const char *condition;  // as it is written
  const char *stop;       // the reason to stop; NULL: it goes on
  Reset *resets;
  int reset_count;
  bool adds_row;        // to the table of a motion, of what there was before
  TaskOption *records;  // columns of that table, with how they are written
  int record_count;
  Span span;
} Event;

static inline bool event_is_impact(const Event *event)
{
  return event->reset_count > 0 && reset_is_impact(&event->resets[event->reset_count - 1]);
}

// Happens at 0, period, 2 period, ...; what it sets takes effect after the delay.
typedef struct Sampling {
  const char *name;
  const Expr *period;
  const Expr *delay;  // NULL: none
  Reset *resets;
  int reset_count;
  Span span;
} Sampling;

// The potential energy of forces that are described besides.
typedef struct Energy {
  const char *name;
  const Expr *value;
  const char *element;  // library element that made it; NULL: written by hand
  Span span;
} Energy;

#endif
