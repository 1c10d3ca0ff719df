// study_call.h -- what every study does around its question: reads the state that it begins at,
// collects messages, hands over the answer. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STUDY_STUDY_CALL_H
#define BIELLE_API_STUDY_STUDY_CALL_H

#include "api/answer.h"
#include "api/state/start_state.h"
#include "system/system.h"

typedef struct StudyCall {
  const Mechanism *mechanism;
  System *system;  // of numbers: nothing in it need be short
  Source source;   // of the state
  bool has_state;
  bool keeps_open;             // the state stays as it is
  ParameterDefaults defaults;  // of parameters that the state leaves out
  Arena *arena;
  Diagnostics *local;  // messages that point at the state
  BielleDiagnostics *diagnostics;
  Text why;  // a sentence about what went wrong
  BielleAnswer *answer;
} StudyCall;

// Borrows all that it is given.
StudyCall study_begin(const BielleMechanism *mechanism, BielleStart start,
                      BielleDiagnostics *diagnostics);
// The values of the state; false: it is told why not. One that stays open is warned of.
bool study_read_state(StudyCall *call, StateValues *values);
// Over a time an input follows its law or is held, or, where inputs go on to come from outside, that
// says its rates. False: a rate of a smooth one is given otherwise.
bool study_check_rates(StudyCall *call, const StateValues *values, bool are_outside);
// Coordinates to be held, "q1, q2"; NULL: none. False: it is told why not.
bool study_read_held(StudyCall *call, const char *list, const bool **is_held);
// Coordinates and speeds that shall change last while the state is closed: those that it names. NULL:
// it names none, or the caller holds some himself.
void study_named_values(const StudyCall *call, const StateValues *values, const bool *is_held,
                        const bool **coordinates, const bool **speeds);
// Warns of coordinates that the state gives and a motion has elsewhere, which is at `q`.
void study_report_motions(const StudyCall *call, const StateValues *values, const double q[]);
// A number with a unit; NULL: it stays. False: it is told why not.
bool study_read_measure(StudyCall *call, const char *option, const char *text, Dimension wanted,
                        double *value);
// The sentence in `why` becomes a message about the state, with what would help.
BielleStatus study_fail(StudyCall *call, const char *hint);
// Hands over the answer, if there is one, and the messages; gives back `status`.
BielleStatus study_end(StudyCall *call, BielleStatus status, BielleAnswer **out);

#endif
