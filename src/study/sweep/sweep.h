// sweep.h -- positions, velocities and accelerations of a mechanism while one input goes over a
// range.
//
// The input is a coordinate or time. With the input held nothing may be left free, so the closed
// configurations are a curve, Phi(q, t) = 0, which is followed from a closed start both ways
// (numeric/solve/curve.h); it is never left for another branch. At every value of a grid
//
//   Phi_q qd = -Phi_t,   Phi_q qdd = gamma
//
// with the input's rates given. Where the input turns back it can go no further, a dead point;
// where branches cross, a change point, the sweep goes straight on.
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
  double to;            // not the same
  int steps;            // rows less one
  double speed;         // of the input, the same everywhere; of time it is 1
  double acceleration;  // of the input; of time it is 0
  const bool *is_held;  // by coordinate: stay where they are; NULL: none
  Progress *progress;   // told how far it is; NULL: nobody asks
} SweepOptions;

typedef enum SweepPlaceKind {
  PLACE_DEAD_POINT,
  PLACE_CHANGE_POINT,
  PLACE_END  // no step leads on: beyond it the equations have no value, or a corner
} SweepPlaceKind;
typedef struct SweepSingularity {
  SweepPlaceKind kind;
  double input;
  double *q;
} SweepSingularity;

// Of one coordinate within the range, with the values of the input there.
typedef struct SweepExtremes {
  double least, least_at;
  double greatest, greatest_at;
} SweepExtremes;

typedef struct Sweep {
  Arena *arena;
  const System *system;  // borrowed, as its equations
  const Equations *equations;
  SweepOptions options;  // is_held: not NULL
  const char *input_name;
  const char *input_unit;
  RowColumn *columns;  // the input first, then coordinates, rates, accelerations, points, outputs
  int column_count;
  int first_output;   // column
  int output_count;   // columns
  int first_force;    // column
  int force_count;    // columns: efforts of drives first
  int transmission;   // column of the transmission angle; 0: there is none
  const int *chosen;  // columns that are wanted, the input first; NULL: nobody chose
  int chosen_count;
  bool has_unclear_forces;  // redundant constraints could share some in other ways: no columns
  const double *rows;       // those that were reached, in order of the range
  int row_count;
  bool is_complete;  // the whole range was reached
  double start;      // value of the input at the closed configuration where it began
  SweepSingularity *places;
  int place_count;
  int place_capacity;
  SweepExtremes *extremes;  // by coordinate; only with rows
} Sweep;

typedef enum SweepStatus {
  SWEEP_OK,
  SWEEP_NO_EQUATIONS,  // wheels or constraints tie speeds, or a loop can never be closed
  SWEEP_DOES_NOT_CLOSE,
  SWEEP_WRONG_FREEDOMS,  // of the mechanism with the input held
  SWEEP_BROKEN           // a bug of ours
} SweepStatus;

// `start` has the parameters, the time and rough coordinates. With any status but SWEEP_OK *out is
// NULL and `why` has a sentence.
SweepStatus sweep_new(System *system, const ProgramState *start, const SweepOptions *options,
                      Sweep **out, Text *why);
// Its rows, those columns that are chosen.
RowTable sweep_table(const Sweep *sweep);
void sweep_free(Sweep *sweep);  // NULL is allowed

// More columns, where the mechanism has them: efforts of the input and of what is held, forces in
// joints and loops (sweep_forces.c); the transmission angle of a four-bar (sweep_transmission.c).
// `start` as of sweep_new(). False with a sentence after a bug of ours.
bool sweep_add_forces(Sweep *sweep, System *system, const ProgramState *start, Text *why);
void sweep_add_transmission(Sweep *sweep, const Mechanism *mechanism, const ProgramState *start);
// Chooses the columns that tables and files show: "E.x, tau[phi], crank.*"; the input is always
// the first. False with a sentence if there is no such column.
bool sweep_choose(Sweep *sweep, const char *list, Text *why);
// The column of this name; -1: there is none.
int sweep_find_column(const Sweep *sweep, const char *name);

#endif
