// state_correction.h -- states against the constraints. For the files of api/ only.
//
// Accelerations and reactions are computed at any state, and mean nothing where the mechanism is
// not closed, or moves as its constraints forbid. So such a state is closed first: what it names
// stays as far as possible.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_STATE_CORRECTION_H
#define BIELLE_API_STATE_STATE_CORRECTION_H

#include "api/state/state_json.h"
#include "system/system.h"

// What is done with a state that does not satisfy the constraints.
typedef enum ClosureNeed {
  CLOSURE_NONE,    // its residuals, or equations of generalised speeds, are requested: nothing
  CLOSURE_WARNS,   // positions, velocities, energies, terms of the equations: computed as it is
  CLOSURE_CLOSES,  // motion under constraints has no meaning there: the state is closed first
} ClosureNeed;
ClosureNeed closure_need(const Equations *equations);

// What closing changed of one state; NULL where nothing was.
typedef struct StateChange {
  const double *q;  // as it was given
  const double *qd;
  bool is_refused;  // it cannot be closed, which was told
} StateChange;

typedef struct StateCorrectionRequest {
  const System *system;  // with its ties; NULL: there is nothing to examine
  bool keeps_open;       // states stay as they are, with a warning
  bool only_warns;       // because nothing that is requested requires closed ones
  bool is_list;          // states have numbers in messages
  const Source *source;
  Arena *arena;
  Diagnostics *diagnostics;  // NULL: nothing is said about single states
} StateCorrectionRequest;

// Closes the states that do not satisfy the constraints, with one note about what was changed, and
// fills `changes` (may be NULL where states stay open). An error for each that cannot be closed.
void state_correction_apply(const StateCorrectionRequest *request, StateValues states[], int count,
                            StateChange changes[]);

// The same state by state. The request is borrowed; its arena and diagnostics may be exchanged.
typedef struct StateCorrection StateCorrection;
// The constraints are scaled at the first state. NULL: there is nothing to examine.
StateCorrection *state_correction_new(const StateCorrectionRequest *request,
                                      const StateValues *first);
// False if the state cannot be closed. Its number counts from 1; 0: a lone one.
bool state_correction_of_state(StateCorrection *closure, long number, StateValues *state,
                               StateChange *change);
// The note about all states, at the end.
void state_correction_report(StateCorrection *closure);
void state_correction_free(StateCorrection *closure);  // NULL is allowed

#endif
