// simulation_impl.h -- what the files of the simulation share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SIMULATION_IMPL_H
#define BIELLE_STUDY_SIMULATION_IMPL_H

#include "study/simulation.h"
#include "system/closing.h"
#include "system/described_values.h"

typedef struct Work {
  Simulation *simulation;
  System *system;
  const Mechanism *mechanism;
  Arena *arena;  // of the simulation
  int n, states, events;
  int size;  // of x
  double *x;
  double *inputs;     // as they are now
  double *discretes;  // likewise
  bool *is_sampled;   // by input: the start, a sample or an event sets it
  ProgramState state;
  DescribedValues *described;
  DescribedArrays described_arrays;
  double *described_inputs;
  Board motion;  // qdd, lambda, sd
  double *qdd, *lambda, *sd;
  Board power;  // T, V, P, P_t
  double *T, *V, *P, *P_t;
  Board happening;  // ev
  double *ev;
  Board *settings;  // by event, then by sample: what it sets
  double **set;
  Board outputs;
  Closing closing;  // with rows
  bool *has_risen;
  bool *is_set;            // speeds, at a moment
  double *before, *after;  // event functions, around a jump
  double *periods;         // by sample
  long *ticks;             // samples so far
  Text *why;
} Work;

// ---- simulation_rates.c: x, and what the integrator asks of it

// Derives and compiles what the rates and the energy need.
bool rates_compile(Work *work);
// Puts time, x and the inputs of that time into work->state.
void rates_read_state(Work *work, double t, const double x[]);
// As IntegratorProblem wants them; the context is the work.
bool rates_at(void *context, double t, const double x[], double rates[]);
bool rates_events(void *context, double t, const double x[], double values[]);
bool rates_project(void *context, double t, double x[]);
// T + V, and the largest that was seen.
double rates_energy(Work *work, double t, const double x[]);
// How far x is off the constraints: positions, speeds. The state must have been read.
void rates_drift(Work *work, const double x[], double *positions, double *speeds);

// ---- simulation_jumps.c: events and samples

// Periods, and which inputs are held from jump to jump. False with a sentence in work->why.
bool jumps_begin(Work *work);
bool jumps_compile(Work *work);
void jumps_close(Work *work);
double jumps_next_sample(const Work *work);
// The samples that are due at t.
void jumps_sample(Work *work, double t);
void jumps_look(Work *work, double t, double values[]);
// All that happens at one time: what has risen by itself, or by a sample, then what that makes true.
// False: the failure of the simulation is told.
bool jumps_happen(Work *work, double t, bool is_sampled);
// Events that are too many to be told apart: the failure is told.
bool jumps_accumulate(Work *work, double t);
bool jumps_are_endless(Work *work, double t);

// ---- simulation_rows.c: the table

bool rows_compile(Work *work);
void rows_add(Work *work, double t, const double x[]);
// Leaves the columns that are wanted.
void rows_choose(Simulation *simulation);

#endif
