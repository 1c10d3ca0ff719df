// task.h -- what to do with a mechanism: outputs, motions, references of controllers, experiments.
//
// Read, checked and kept; motions become constraints (formulation/constraints/motion_equations.c), the studies
// use the others. Options are kept as named expressions, so that a new law is a row
// in its table and not a new struct.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_TASK_H
#define BIELLE_MECHANISM_TASK_H

#include "base/messages/diagnostics.h"
#include "mechanism/dimension.h"
#include "symbolic/expr.h"

// TASK_REFERENCE: a motion, or a place, that a controller knows; it is no constraint.
typedef enum TaskKind { TASK_OUTPUT, TASK_MOTION, TASK_REFERENCE, TASK_EXPERIMENT } TaskKind;

typedef struct TaskOption {
  const char *name;           // "from", "kp", "step", "start q1", "record"
  const Expr *const *values;  // one for a number, several for a vector or a range
  int value_count;
  const char *text;     // a word or a file; of what is recorded how it is written; NULL: none
  Dimension dimension;  // of an output, or of what is recorded
  bool is_force;        // what is recorded is the force of that name, as it acts
  Span span;
} TaskOption;

typedef struct Task {
  TaskKind kind;
  const char *name;  // of the output or experiment; coordinate, point or frame of a motion
  const char *word;  // law: "quintic"; "" for outputs, experiments, formulas
  const Expr *law;   // of a motion: the coordinate over time; NULL: it leads a point or a frame
  const Expr *end;   // of a motion: when its law ends; NULL: it has no end, or it is a table
  TaskOption *options;
  int option_count;
  Span span;
} Task;

const TaskOption *task_option(const Task *task, const char *name);  // NULL: it is not given

#endif
