// state_correction.h -- corrects states that violate the constraints. For the files of api/ only.
//
// Accelerations and reactions can be computed at any state, but are meaningless if the mechanism is
// not assembled, or its velocities violate the constraints. Such a state is therefore closed first;
// values that it gives explicitly are kept as far as possible.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_STATE_CORRECTION_H
#define BIELLE_API_STATE_STATE_CORRECTION_H

#include "api/state/state_json.h"
#include "system/system.h"

// Treatment of a state that does not satisfy the constraints.
typedef enum ClosureNeed {
  CLOSURE_NONE,    // constraint residuals or equations of generalised speeds are requested: nothing
  CLOSURE_WARNS,   // positions, velocities, energies, terms of the equations: evaluated as given
  CLOSURE_CLOSES,  // motion under constraints is undefined there: the state is closed first
} ClosureNeed;
ClosureNeed closure_need(const Equations *equations);

// Corrections to one state; NULL members: unchanged.
typedef struct StateChange {
  const double *q;  // as given
  const double *qd;
  bool is_refused;  // it cannot be closed, which was reported
} StateChange;

typedef struct StateCorrectionRequest {
  const System *system;  // with its constraints; NULL: nothing to check
  bool keeps_open;       // states are used as given, with a warning
  bool only_warns;       // because no requested quantity requires closed states
  bool is_list;          // states have numbers in messages
  const Source *source;
  Arena *arena;
  Diagnostics *diagnostics;  // NULL: single states are not reported
} StateCorrectionRequest;

// Closes the states that do not satisfy the constraints, with one note about the corrections, and
// fills `changes` (may be NULL if states stay open). Reports an error for each state that cannot be
// closed.
void state_correction_apply(const StateCorrectionRequest *request, StateValues states[], int count,
                            StateChange changes[]);

// The same for one state after the other. The request is borrowed; its arena and diagnostics may be
// replaced between calls.
typedef struct StateCorrection StateCorrection;
// The constraints are scaled at the first state. NULL: nothing to check.
StateCorrection *state_correction_new(const StateCorrectionRequest *request,
                                      const StateValues *first);
// Returns false if the state cannot be closed. Numbers start at 1; 0: a single state.
bool state_correction_of_state(StateCorrection *closure, long number, StateValues *state,
                               StateChange *change);
// Reports the note about all states; call it at the end.
void state_correction_report(StateCorrection *closure);
void state_correction_free(StateCorrection *closure);  // NULL is allowed

#endif
