// study_call.h -- what every study does around its question: reads the state that it begins at,
// collects messages, hands over the answer. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STUDY_CALL_H
#define BIELLE_API_STUDY_CALL_H

#include "api/answer.h"
#include "api/start_state.h"

typedef struct StudyCall {
  const Mechanism *mechanism;
  Source source;  // of the state
  bool has_state;
  Arena *arena;
  Diagnostics *local;  // messages that point at the state
  BielleDiagnostics *diagnostics;
  Text why;  // a sentence about what went wrong
  BielleAnswer *answer;
} StudyCall;

// Borrows all that it is given.
StudyCall study_begin(const BielleMechanism *mechanism, BielleStart start,
                      BielleDiagnostics *diagnostics);
// The values of the state, in the order of these variables; false: it is told why not.
bool study_read_state(StudyCall *call, const Equations *variables, StateValues *values);
// Coordinates to be held, "q1, q2"; NULL: none. False: it is told why not.
bool study_read_held(StudyCall *call, const char *list, const bool **is_held);
// Coordinates to hold rather than others while it is closed: those that the state names. NULL: it
// names none, the caller holds some himself, or nothing is tied together.
const bool *study_named(const StudyCall *call, const StateValues *values, const bool *is_held);
// The sentence in `why` becomes a message about the state, with what would help.
BielleStatus study_refuse(StudyCall *call, const char *hint);
// Hands over the answer, if there is one, and the messages; gives back `status`.
BielleStatus study_end(StudyCall *call, BielleStatus status, BielleAnswer **out);

#endif
