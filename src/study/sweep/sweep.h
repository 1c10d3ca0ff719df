// sweep.h -- positions, velocities and accelerations of a mechanism over a range of one input.
//
// The input is a coordinate or time. With the input held the mechanism must have no degree of
// freedom left, so that the closed configurations form a curve, Phi(q, t) = 0. The curve is
// followed in both directions from a closed start (numeric/solve/curve.h), without changing to
// another branch. At every value of a grid
//
//   Phi_q qd = -Phi_t,   Phi_q qdd = gamma
//
// is solved with the given rates of the input. Where the input reverses along the curve it cannot
// go further: a dead-centre (toggle) position. Where branches cross, at a change point, the sweep
// continues straight on.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SWEEP_SWEEP_H
#define BIELLE_STUDY_SWEEP_SWEEP_H

#include "base/messages/progress.h"
#include "study/row_table.h"
#include "system/system.h"

enum { SWEEP_TIME = -1, SWEEP_MAX_STEPS = 1000000 };

typedef struct SweepOptions {
  int input;  // a coordinate, or SWEEP_TIME
  double from;
  double to;            // different from `from`
  int steps;            // number of rows minus one
  double speed;         // constant rate of the input; of time it is 1
  double acceleration;  // of the input; of time it is 0
  const bool *is_held;  // by coordinate: its value stays constant; NULL: none
  Progress *progress;   // NULL: no progress callback
} SweepOptions;

typedef enum SweepPlaceKind {
  PLACE_DEAD_POINT,
  PLACE_CHANGE_POINT,
  PLACE_END  // no further step is possible: the equations have no value beyond it, or a corner
} SweepPlaceKind;
typedef struct SweepSingularity {
  SweepPlaceKind kind;
  double input;
  double *q;
} SweepSingularity;

// Extremes of one coordinate within the range, with the values of the input there.
typedef struct SweepExtremes {
  double least, least_at;
  double greatest, greatest_at;
} SweepExtremes;

typedef struct Sweep {
  Arena *arena;
  const System *system;  // borrowed, as are its equations
  const Equations *equations;
  SweepOptions options;  // is_held is not NULL
  const char *input_name;
  const char *input_unit;
  RowColumn *columns;  // the input first, then coordinates, rates, accelerations, points, outputs
  int column_count;
  int first_output;   // column
  int output_count;   // number of columns
  int first_force;    // column
  int force_count;    // number of columns; efforts of drives come first
  int transmission;   // column of the transmission angle; 0: there is none
  const int *chosen;  // requested columns, the input first; NULL: all
  int chosen_count;
  // Some reactions are not unique because constraints are redundant: they have no columns.
  bool has_unclear_forces;
  const double *rows;  // the rows that were reached, in order of the range
  int row_count;
  bool is_complete;  // the whole range was reached
  double start;  // value of the input at the closed configuration from which the curve was followed
  SweepSingularity *places;
  int place_count;
  int place_capacity;
  SweepExtremes *extremes;  // by coordinate; only if there are rows
} Sweep;

typedef enum SweepStatus {
  SWEEP_OK,
  SWEEP_NO_EQUATIONS,  // nonholonomic constraints are present, or a loop can never be closed
  SWEEP_DOES_NOT_CLOSE,
  // degrees of freedom are left with the input held, or the input cannot move
  SWEEP_WRONG_FREEDOMS,
  SWEEP_BROKEN  // internal error
} SweepStatus;

// `start` holds the parameters, the time and approximate coordinates. With any status except
// SWEEP_OK, *out is NULL and `why` contains a message.
SweepStatus sweep_new(System *system, const ProgramState *start, const SweepOptions *options,
                      Sweep **out, Text *why);
// Returns the rows, restricted to the chosen columns.
RowTable sweep_table(const Sweep *sweep);
void sweep_free(Sweep *sweep);  // NULL is allowed

// Appends columns, where the mechanism has them: efforts of the input and of held coordinates and
// reactions in joints and loops (sweep_forces.c); the transmission angle of a four-bar linkage
// (sweep_transmission.c). `start` as for sweep_new(). Returns false with a message after an
// internal error.
bool sweep_add_forces(Sweep *sweep, System *system, const ProgramState *start, Text *why);
void sweep_add_transmission(Sweep *sweep, const Mechanism *mechanism, const ProgramState *start);
// Chooses the columns for tables and files: "E.x, tau[phi], crank.*"; the input is always the
// first. Returns false with a message if a column does not exist.
bool sweep_choose(Sweep *sweep, const char *list, Text *why);
// Returns the column of this name, or -1.
int sweep_find_column(const Sweep *sweep, const char *name);

#endif
