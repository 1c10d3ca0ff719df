// task.h -- tasks for a mechanism: outputs, motions, references of controllers, experiments.
//
// Tasks are parsed, checked and stored; motions become constraints
// (formulation/constraints/motion_equations.c), and the studies use the others. Options are stored
// as named expressions, so that a new law requires a row in a table but no new struct.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_TASK_H
#define BIELLE_MECHANISM_TASK_H

#include "base/messages/diagnostics.h"
#include "mechanism/dimension.h"
#include "symbolic/expr.h"

// TASK_REFERENCE: a motion or a position that a controller follows; it is not a constraint.
typedef enum TaskKind { TASK_OUTPUT, TASK_MOTION, TASK_REFERENCE, TASK_EXPERIMENT } TaskKind;

typedef struct TaskOption {
  const char *name;           // "from", "kp", "step", "start q1", "record"
  const Expr *const *values;  // one for a number, several for a vector or a range
  int value_count;
  const char *text;     // a word or a file; notation of a recorded quantity; NULL: none
  Dimension dimension;  // of an output or a recorded quantity
  bool is_force;        // the recorded quantity is the force of that name
  Span span;
} TaskOption;

typedef struct Task {
  TaskKind kind;
  const char *name;  // name of the output or experiment; coordinate, point or frame of a motion
  const char *word;  // law: "quintic"; "" for outputs, experiments, formulas
  const Expr *law;   // of a motion: the coordinate over time; NULL: it moves a point or a frame
  const Expr *end;   // of a motion: end time of its law; NULL: no end, or a table
  TaskOption *options;
  int option_count;
  Span span;
} Task;

const TaskOption *task_option(const Task *task, const char *name);  // NULL if it is not given

#endif
