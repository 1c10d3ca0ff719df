// study_call.h -- the common part of every study: reads the initial state, collects messages,
// returns the result. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STUDY_STUDY_CALL_H
#define BIELLE_API_STUDY_STUDY_CALL_H

#include "api/answer.h"
#include "api/state/start_state.h"
#include "system/system.h"

typedef struct StudyCall {
  const Mechanism *mechanism;
  System *system;  // for numerical evaluation only: expressions are not shortened
  Source source;   // of the state
  bool has_state;
  bool keeps_open;             // the state is used as given
  ParameterDefaults defaults;  // for parameters that the state omits
  Arena *arena;
  Diagnostics *local;  // messages that refer to the state
  BielleDiagnostics *diagnostics;
  Text why;  // a sentence about the error
  BielleAnswer *answer;
} StudyCall;

// Borrows its arguments.
StudyCall study_begin(const BielleMechanism *mechanism, BielleStart start,
                      BielleDiagnostics *diagnostics);
// Reads the state. Returns false after reporting the reason. Warns of a state that remains open.
bool study_read_state(StudyCall *call, StateValues *values);
// Checks the rates of inputs. During a time interval an input follows its law or is constant, or,
// if it is given externally (`are_outside`), its rates are given as well. Returns false if a rate
// of a smooth input is given otherwise.
bool study_check_rates(StudyCall *call, const StateValues *values, bool are_outside);
// Reads the coordinates to be held, "q1, q2"; NULL: none. Returns false after reporting the reason.
bool study_read_held(StudyCall *call, const char *list, const bool **is_held);
// Coordinates and speeds given in the state, which loop closure changes only if necessary. NULL:
// none are given, or the caller holds some explicitly.
void study_named_values(const StudyCall *call, const StateValues *values, const bool *is_held,
                        const bool **coordinates, const bool **speeds);
// Warns of coordinates given in the state that differ from the value of a motion, which is in `q`.
void study_report_motions(const StudyCall *call, const StateValues *values, const double q[]);
// Reads a number with a unit; NULL leaves the value unchanged. Returns false after reporting the
// reason.
bool study_read_measure(StudyCall *call, const char *option, const char *text, Dimension wanted,
                        double *value);
// Reports the sentence in `why` as a message about the state, with a hint.
BielleStatus study_fail(StudyCall *call, const char *hint);
// Stores the result, if there is one, in *out, and moves the messages; returns `status`.
BielleStatus study_end(StudyCall *call, BielleStatus status, BielleAnswer **out);

#endif
