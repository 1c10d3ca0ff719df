// simulation.h -- a mechanism in motion, from a start over a time.
//
// The state is x = (q, qd, s, wa, w): coordinates, speeds, the states of the language, the work wa of each
// of what acts, and w of all of it but what V is the energy of (and how q, qd and s change with values
// of the start, if that is asked for: simulation_sensitivity.c),
//
//   d/dt q = qd,   d/dt qd = qdd(q, qd, s, t),   d/dt s = sd,   d/dt wa = Pa,
//   d/dt w = P + P_t + lambda . b
//
// so that T + V - w stays what it was: the audit. Constraints are treated in one of three ways:
//
//   projection    differentiated twice (index 1); where Phi or J qd + b drift from zero the state is
//                 put back on them
//   ggl           q' = qd - Phi_q^T mu and M qdd + J^T lambda = Q with Phi = 0 and J qd + b = 0, by
//                 IDA: stabilised index 2 (Gear, Gupta, Leimkuhler, J. Comp. Appl. Math. 12, 1985)
//   independent   some coordinates and speeds alone; the others follow by closing. They are chosen
//                 anew where they determine the others badly
//
// Events are found where their function rises through zero; what they set jumps there. Samples
// happen at multiples of their period, exactly.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SIMULATION_SIMULATION_H
#define BIELLE_STUDY_SIMULATION_SIMULATION_H

#include "base/messages/progress.h"
#include "numeric/integration/integrator.h"
#include "study/motion/motion.h"
#include "study/row_table.h"
#include "system/evaluator/evaluator.h"

typedef enum ConstraintEnforcement {
  SIMULATION_AUTO,
  SIMULATION_PROJECTION,
  SIMULATION_GGL,
  SIMULATION_INDEPENDENT,
  SIMULATION_TREATMENTS
} ConstraintEnforcement;

// "auto", "projection", "ggl", "independent"; SIMULATION_TREATMENTS: there is no such word.
ConstraintEnforcement simulation_treatment(const char *word);
const char *constraint_enforcement_word(ConstraintEnforcement treatment);

// A value of the start by which rows are differentiated.
typedef struct SensitivityVariable {
  const char *name, *unit;
  ValueSource source;
  double scale;        // its usual size, not 0
  ProgramState start;  // how parameters and all that is given change with it, before it is closed
  const bool *stays;   // coordinates that do not change when it is closed, if that can be
  const bool *stays_rate;  // likewise their speeds
} SensitivityVariable;

typedef struct SimulationOptions {
  double begin, end;  // [s]
  double step;        // between rows
  double stride;      // [s] the steps of methods with steps of one length
  double resolution;  // [s] between looks at events, at most
  IntegratorMethod method;
  ConstraintEnforcement treatment;
  double tolerance;  // relative
  double absolute;  // in SI units; NaN: the tolerance times the size of what is integrated, up to 1
  const TaskOption *const *records;  // values with how they are written; NULL: all that there is
  int record_count;
  bool lacks_event_rows;      // rows stand at multiples of the step alone
  const bool *has_inputs;     // by input: its value was given and stays; NULL: none was
  MotionOptions constraints;  // of the start
  Progress *progress;         // NULL: nobody asks
  RowListener *listener;      // takes every row; then a few thousand are kept. NULL: all are kept
  void *listener_context;
  const SensitivityVariable *by;  // rows have derivatives by these, too
  int by_count;
  CompileMode compiling;  // of what is evaluated at every step
} SimulationOptions;

// An event happens; an impact may come to rest, what rests be left again, stick, slip or jam.
typedef enum MomentKind {
  EVENT_FIRED,
  MOMENT_RESTS,
  MOMENT_LEAVES,
  MOMENT_STICKS,
  MOMENT_SLIPS,
  MOMENT_JAMS
} MomentKind;

// What happened, in order.
typedef struct SimulationEventRecord {
  double time;
  const Event *event;
  MomentKind kind;
} SimulationEventRecord;

// The function of an event came so near to 0 without rising through it: with another tolerance it might.
typedef struct SimulationMiss {
  double time;  // NaN: it did not
  double by;
} SimulationMiss;

// The command of a controller to a drive that gives so much at most.
typedef struct SimulationCommand {
  const Force *force;
  double limit;          // [N, N.m]
  double reached_first;  // [s], at a row; NaN: never
} SimulationCommand;

// A table that was looked up, where, and when a row was first below or above its points.
typedef struct SimulationTable {
  const TableFunction *table;
  bool is_of_time;
  Span span;
  double below_at, above_at;  // [s]; NaN: never
} SimulationTable;

// From a time on constraints were treated in another way.
typedef struct SimulationChange {
  double time;
  ConstraintEnforcement from, to;
  const char *cause;
} SimulationChange;
enum { MAX_CHANGES = 20 };

typedef struct Simulation {
  Arena *arena;
  const System *system;  // borrowed
  SimulationOptions options;
  MotionStudy *motion;  // owned: the start, closed
  RowColumn *columns;   // time first
  int column_count;
  double *rows;  // that are kept: the first, every row_stride-th, the last
  int row_count;
  int row_capacity;
  int own_columns;  // before derivatives
  long row_total;   // that were made
  long row_stride;
  bool listener_stopped;  // the listener could take no more
  SimulationEventRecord *moments;
  int moment_count;  // that are kept: with a listener the first few thousand
  int moment_capacity;
  long moment_total;
  SimulationMiss *misses;  // by event, the nearest one
  bool *holds_at_start;    // by event: its condition
  SimulationTable *tables;
  int table_count;
  double *left_at;  // by coordinate: when a row is first outside its limits; NaN: never
  SimulationCommand *commands;
  int command_count;
  const char *stop;   // why it ended before the time, as the description says it; NULL: it did not
  Text failure;       // why it could not go on; empty: it did
  const Force *lost;  // that has no value there; NULL: none is known
  const char *lost_in;  // where: "sqrt(-0.1)"
  const Joint *turned;  // its three angles are singular there; NULL: none is
  double lost_time;
  double last_time;
  double start_energy, last_energy, work, impact_energy;  // [J]; impact: what events changed
  double energy_scale;                                    // largest |T| + |V| seen
  double work_size;           // [J] the tolerance of works is a part of that, 1 J at most
  const char *const *acting;  // names of what acts, an element as one
  int acting_count;           // 0: nothing, or too much to be told apart
  double *acting_work;        // [J] of each
  double audit;               // largest |E - E0 - work - impacts| at a row
  double position_drift;      // largest |Phi| and |J qd + b| at a row, before it was put back
  double speed_drift;
  int projections;
  ConstraintEnforcement treatment;               // that was taken, at last
  double treatment_work[SIMULATION_TREATMENTS];  // operations of a step, of each; 0: not weighed
  SimulationChange changes[MAX_CHANGES];
  int change_count;
  int choices;               // of independent coordinates
  const char *independents;  // the last ones: "q1, q2 and speeds q1'"; NULL: none
  int crossings;             // of positions in which constraints depend on one another
  double last_crossing;      // [s]
  int passings;              // past positions in which coordinates have no inertia
  double last_passing;       // [s]
  bool lacks_jacobian;       // it would take too long to derive
  IntegratorCounts counts;
} Simulation;

// `start` as for motion_study_new(). NULL with a sentence in `why`, and *hint what would help.
Simulation *simulation_new(System *system, const ProgramState *start,
                           const SimulationOptions *options, Text *why, const char **hint);
RowTable simulation_table(const Simulation *simulation);
void simulation_free(Simulation *simulation);  // NULL is allowed

#endif
