// simulation.h -- time-domain simulation of a mechanism from an initial state.
//
// The state is x = (q, qd, s, wa, w): coordinates, speeds, the state variables of the description,
// the work wa of each load, and the total work w of all loads except those derived from the
// potential V (followed by the sensitivities of q, qd and s to values of the start, if requested:
// simulation_sensitivity.c),
//
//   d/dt q = qd,   d/dt qd = qdd(q, qd, s, t),   d/dt s = sd,   d/dt wa = Pa,
//   d/dt w = P + P_t + lambda . b
//
// so that T + V - w is constant: the energy balance. Constraints are enforced by one of three
// methods:
//
//   projection    differentiated twice (index 1); where Phi or J qd + b drift from zero the state
//                 is projected onto the constraints
//   ggl           q' = qd - Phi_q^T mu and M qdd + J^T lambda = Q with Phi = 0 and J qd + b = 0, by
//                 IDA: stabilised index 2 (Gear, Gupta, Leimkuhler, J. Comp. Appl. Math. 12, 1985)
//   independent   only independent coordinates and speeds are integrated; the others follow from
//                 the constraints. They are chosen anew where they determine the others badly
//                 (coordinate partitioning)
//
// An event occurs where its function rises through zero; the values it sets jump there. Samples are
// taken exactly at multiples of their period.
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

// "auto", "projection", "ggl", "independent". Returns SIMULATION_TREATMENTS for any other word.
ConstraintEnforcement simulation_treatment(const char *word);
const char *constraint_enforcement_word(ConstraintEnforcement treatment);

// A value of the start with respect to which rows are differentiated.
typedef struct SensitivityVariable {
  const char *name, *unit;
  ValueSource source;
  double scale;  // typical magnitude, not 0
  // Derivatives of the parameters and of all given values, before the start is closed.
  ProgramState start;
  const bool *stays;       // coordinates that stay unchanged when the start is closed, if possible
  const bool *stays_rate;  // likewise their speeds
} SensitivityVariable;

typedef struct SimulationOptions {
  double begin, end;  // [s]
  double step;        // [s] between rows
  double stride;      // [s] step of the fixed-step methods
  double resolution;  // [s] longest interval between checks of the events
  IntegratorMethod method;
  ConstraintEnforcement treatment;
  double tolerance;  // relative
  double absolute;   // in SI units; NaN: the tolerance times the size of the variable, at most 1
  const TaskOption *const *records;  // recorded values as written; NULL: all variables
  int record_count;
  bool lacks_event_rows;      // rows only at multiples of the step
  const bool *has_inputs;     // by input: its value was given and is kept; NULL: none was given
  MotionOptions constraints;  // how the start is closed
  Progress *progress;         // NULL: no progress callback
  // Receives every row; then only a few thousand are kept. NULL: all are kept.
  RowListener *listener;
  void *listener_context;
  const SensitivityVariable *by;  // rows also contain the derivatives with respect to these
  int by_count;
  CompileMode compiling;  // of the programs evaluated at every step
} SimulationOptions;

// An event fires; an impact comes to rest; a resting contact separates, sticks, slips or jams.
typedef enum MomentKind {
  EVENT_FIRED,
  MOMENT_RESTS,
  MOMENT_LEAVES,
  MOMENT_STICKS,
  MOMENT_SLIPS,
  MOMENT_JAMS
} MomentKind;

// One record, in order of time.
typedef struct SimulationEventRecord {
  double time;
  const Event *event;
  MomentKind kind;
} SimulationEventRecord;

// Smallest distance of an event function from 0 without rising through it: with another tolerance
// it might.
typedef struct SimulationMiss {
  double time;  // [s]; NaN: no near miss
  double by;
} SimulationMiss;

// The command of a controller to an actuator with limited effort.
typedef struct SimulationCommand {
  const Force *force;
  double limit;          // [N | N.m]
  double reached_first;  // [s] time of a row; NaN: never
} SimulationCommand;

// A table that is evaluated, its place in the description, and when a row was first outside its
// range.
typedef struct SimulationTable {
  const TableFunction *table;
  bool is_of_time;
  Span span;
  double below_at, above_at;  // [s]; NaN: never
} SimulationTable;

// A change of the constraint method during the simulation.
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
  RowColumn *columns;   // the first one is the time
  int column_count;
  double *rows;  // rows that are kept: the first, every row_stride-th, the last
  int row_count;
  int row_capacity;
  int own_columns;  // number of columns without derivatives
  long row_total;   // number of rows computed
  long row_stride;
  bool listener_stopped;  // the listener accepts no more rows
  SimulationEventRecord *moments;
  int moment_count;  // records that are kept: with a listener only the first few thousand
  int moment_capacity;
  long moment_total;
  SimulationMiss *misses;  // by event: the nearest miss
  bool *holds_at_start;    // by event: its condition holds at the start
  SimulationTable *tables;
  int table_count;
  double *left_at;  // [s] by coordinate: when a row is first outside its limits; NaN: never
  SimulationCommand *commands;
  int command_count;
  const char *stop;     // message of the event that ended the simulation early; NULL: none did
  Text failure;         // why the simulation could not continue; empty: it did not fail
  const Force *lost;    // force without a value at the failure; NULL: unknown
  const char *lost_in;  // the operation that failed: "sqrt(-0.1)"
  const Joint *turned;  // joint whose three angles are singular at the failure; NULL: none
  double lost_time;
  double last_time;
  double start_energy, last_energy, work, impact_energy;  // [J]; impact_energy: change by events
  double energy_scale;                                    // [J] largest |T| + |V| so far
  double work_size;           // [J] the tolerance of works is relative to this; at most 1 J
  const char *const *acting;  // names of the loads; an element counts as one
  int acting_count;           // 0: no loads, or too many to be listed separately
  double *acting_work;        // [J] work of each
  double audit;               // [J] largest |E - E0 - work - impacts| at a row
  double position_drift;      // largest |Phi| and |J qd + b| at a row, before projection
  double speed_drift;
  int projections;
  ConstraintEnforcement treatment;  // constraint method in use, or used last
  // Operations per step of each method; 0: not estimated.
  double treatment_work[SIMULATION_TREATMENTS];
  SimulationChange changes[MAX_CHANGES];
  int change_count;
  int choices;               // number of choices of independent coordinates
  const char *independents;  // the last choice: "q1, q2 and speeds q1'"; NULL: none
  int crossings;             // of configurations in which constraints are linearly dependent
  double last_crossing;      // [s]
  int passings;              // of configurations in which coordinates have no inertia
  double last_passing;       // [s]
  bool lacks_jacobian;  // no Jacobian was derived: too many coordinates, or the derivation failed
  IntegratorCounts counts;
} Simulation;

// Simulates from `start` (see motion_study_new()). Returns NULL with a message in `why` and a
// correction in *hint.
Simulation *simulation_new(System *system, const ProgramState *start,
                           const SimulationOptions *options, Text *why, const char **hint);
RowTable simulation_table(const Simulation *simulation);
void simulation_free(Simulation *simulation);  // NULL is allowed

#endif
