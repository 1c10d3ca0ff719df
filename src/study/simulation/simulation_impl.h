// simulation_impl.h -- what the files of the simulation share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SIMULATION_SIMULATION_IMPL_H
#define BIELLE_STUDY_SIMULATION_SIMULATION_IMPL_H

#include "numeric/linear/band.h"
#include "study/simulation/simulation.h"
#include "system/constraints/constraint_system.h"
#include "system/described_values.h"

// What of x is integrated, as y, and how the rest follows.
typedef struct EnforcementState {
  ConstraintEnforcement kind;
  IntegratorProblem problem;
  double *y;
  int *kind_of;  // of the entries of y
  IntegratorKind *kinds;
  double *x;     // of the last step; behind it room for rates and for coordinates that follow
  double *next;  // x that is tried
  double time;
  bool *has_crossed;  // the events, then: constraints are about to depend on one another
  double limit;       // of how independent they are
  double default_limit;
  int kept_count;  // rows of J that are not redundant
  int *kept;
  int kept_holonomic;    // of these, the first ones
  Entries across;        // of these rows, transposed: coordinates by rows that are kept
  Band band;             // of that
  double *now, *before;  // their values, and those of the last time
  double *before_x;      // positions and speeds there
  double before_time;    // [s]
  double *lengths;       // by row: how much is left of it without those before it
  bool *is_turned;       // and whether it is on the other side of zero than at first
  bool has_references;   // there was a last time
  // independent
  int *positions, position_count;  // coordinates that are integrated
  int *speeds, speed_count;
  int *followers, follower_count;  // the other coordinates
  bool *is_position, *is_speed;    // by coordinate: it, or its speed, is integrated
  // ggl
  Evaluator balance;  // tau, Qu, sd, P, P_t, Pa with accelerations given
  double *tau, *Qu, *sd, *P, *P_t, *Pa;
  bool *is_algebraic;
  bool *is_held;  // by row of contacts: it is an equation now
  // of auto
  IntegratorMethod method;                 // that was asked for
  bool has_failed[SIMULATION_TREATMENTS];  // at failure_time
  double failure_time;
  double *sure;  // x at the last row, or behind the last jump
  double sure_time;
} EnforcementState;

// A way over a position in which constraints depend on one another: the rates of before it, gone on
// with as polynomials of time.
enum { CROSSING_POINTS = 6 };
typedef struct SingularCrossing {
  bool is_on;
  double from, to, spacing;
  double *x;      // at `from`
  double *end;    // at `to`, closed
  double *rates;  // at from, from - spacing, .., each as long as x
} SingularCrossing;

// The way to a position in which coordinates have no inertia (simulation_passing.c).
typedef struct Passing {
  bool is_on;
  int count;                        // positions that were found so far
  ConstraintEnforcement treatment;  // by which it was tried
  double time;                      // [s] of the last one
  double distance;                  // [s] from it, from where it is tried
  const char *cause;                // why the motion could not go on
  Evaluator inertia;                // M, Ma; no program: it was not needed yet
  double *M, *Ma;
} Passing;

// Of samples with a delay: a ring of what they set.
typedef struct SampleDelay {
  double delay;    // [s]
  double *values;  // room x what is set
  int first, count, room;
} SampleDelay;

// Events that are impacts, as gaps g = -ev(q, t) that must not become negative (simulation_contacts.c).
typedef struct Contacts {
  int count;
  int *events;  // by contact: its place among the mechanism's events
  int *resets;  // its restitution's place among what that event sets
  bool *is_poisson;
  int rows;          // gaps, then slips: speeds along what is hit, linear in qd
  double *friction;  // by contact; 0: it has no slips
  int *slips;        // by contact: its first row of slips
  int *slip_counts;  // 0, 1 or 2
  const Expr **slip_values;
  bool *is_closed;  // it rests: g'' = 0 as long as its force pushes
  bool *is_left;    // its force has just become 0
  int *hits;        // at this moment
  double *drift;    // of those that were closed: their speed when this moment began
  double
      *idle;  // of those that touch at rest without a force: what their gaps must fall by to be hit
  double *slip_drift;  // of those that stuck: likewise, along their slips
  bool *was_outside;   // the gap was positive at a row
  double *force;       // [N | N.m] by row, of those that are closed
  int *all;            // rows: 0, 1, ..
  bool *is_sticking;   // of those that are closed: no slip
  bool *is_loose;      // it has just ceased to stick
  bool *is_fast;       // it slips fast enough for the slip to have a direction
  double (*way)[2];    // direction in which it slips, at the last moment
  double power;        // [W] of these, with what they make of constraints
  Evaluator gaps, inertia;
  double *gap, *gap_q, *gap_t;  // g, dg/dq by rows, dg/dt with q held
  double *gap_2;                // g'' = gap_q qdd + gap_2; a slip stands in the place of g'
  double *M, *Ma;
  int freedom;     // of speeds that the constraints leave
  double *ways;    // freedom x n: speeds that belong to each
  double *factor;  // of the mass matrix over these: L L^T
  double *pull;    // rows x freedom: gap_q over these
  double *answer;  // rows x freedom: what a unit impulse of the row changes
  double *G;       // rows x rows: by how much it changes the speed of each
  double *room;
  double *free, *change;  // accelerations without them, and what they change of these
} Contacts;

// How the motion changes with values of its start (simulation_sensitivity.c): x has the changes of q,
// qd and s behind the rest.
typedef struct SensitivityState {
  int count;  // of values
  int used;   // of x, for each
  const SensitivityVariable *by;
  ProgramState *directions;  // by value; the time is that of a jump, which changes too
  double *inputs;            // by value
  double *offsets;           // of inputs that follow the description
  double *discretes;         // by value
  double *qdd, *sd, *ev;     // of boards, along a direction
  double *force;             // by contact
  double *rates;             // of x
  DescribedArrays described;
} SensitivityState;

// What is remembered of what has happened (simulation_moments.c).
enum { MOMENTS_AT_ONCE = 100 };
typedef struct MomentLog {
  long *counts;                   // by event
  double times[MOMENTS_AT_ONCE];  // the last ones: that of moment k at k modulo their number
  int last;                       // the event of the last one
} MomentLog;

typedef struct Work {
  Simulation *simulation;
  System *system;
  const Mechanism *mechanism;
  Arena *arena;  // of the simulation
  int n, states, events;
  int size;   // of x
  int plain;  // of x without derivatives
  double *x;
  double *inputs;        // as they are now
  double *discretes;     // likewise
  bool *is_held;         // by input: the start, a sample or an event has set it: its law has ended
  bool has_moved_input;  // a smooth input was set at this moment: constraints may follow it
  int *followed;         // by input: the row of lambda that it is; -1: none
  bool follows;          // an input is a multiplier
  double *gave, *came;   // by input: the multiplier of the round before, and what came of it
  ProgramState state;
  DescribedValues *described;
  DescribedArrays described_arrays;
  double *described_inputs;
  Evaluator motion;  // qdd, sd, lambda where rates need it, and P, P_t, Pa unless these need qdd
  Evaluator joint_reactions;  // lambda, where they do not and ggl begins with it
  double *lambda;             // NULL: nobody asks
  double *qdd, *sd;
  Evaluator acting;  // P, P_t, Pa, if they do
  double *P, *P_t;
  double *Pa;        // by acting_count; NULL: nothing acts, or too much to be told apart
  Evaluator energy;  // T, V
  double *T, *V;
  Evaluator slopes;           // lin:A
  double *state_slope;        // by (q, qd, s)
  bool is_moved;              // constraints follow the clock: they have power
  Evaluator event_evaluator;  // ev
  double *ev;
  Evaluator *settings;  // by event, then by sample: what it sets
  double **set;
  Evaluator recorded;  // what stands in a row, behind the time
  double *values;
  double *row, *next_row;  // the last one, and one that may be lost
  Evaluator arguments;     // of the tables of the simulation
  double *argument_values;
  ConstraintSystem constraints;  // with rows
  EnforcementState treating;
  Integrator *integrator;
  SingularCrossing crossing;
  Passing passing;
  bool *has_crossed;
  double *at_zero;              // by event: what its function counts as where it is 0
  bool *is_set;                 // speeds, at a moment
  double *before, *after;       // event functions, around a jump
  double *periods;              // by sample
  long *ticks;                  // samples so far
  struct SampleDelay *waiting;  // by sample
  MomentLog moments;
  Evaluator commands;  // those with a limit, and the limits
  double *command, *limit;
  double *lower, *upper;  // limits by coordinate; NaN: none
  Contacts contacts;
  SensitivityState along;
  bool is_lost;  // accelerations had no value somewhere
  double *lost;  // x at the last such place
  double lost_time;
  Text *why;
} Work;

// ---- simulation_lost.c: where there are no accelerations

// There are no accelerations at x.
void failure_note(Work *work, double t, const double x[]);
// Which force is to blame, if the motion could not go on.
void failure_locate(Work *work);

// ---- simulation_rates.c: x, and what the integrator asks of it

// For at most `most` quantities that every step asks for: it may be compiled.
Evaluator rates_evaluator(const Work *work, int most);
// Derives and compiles what the rates and the energy need.
bool rates_compile(Work *work);
bool rates_compile_multipliers(Work *work);
// What evaluating them once takes.
double rates_operations(const Work *work);
// Puts time, x and the inputs of that time into work->state.
void rates_read_state(Work *work, double t, const double x[]);
// Does it depend on accelerations? Puts them, and the multipliers, into work->state, which must have
// been read; false: they have no value.
bool rates_need_accelerations(const Evaluator *evaluator);
bool rates_accelerate(Work *work);
// The same, if the board needs them.
bool rates_prepare(Work *work, const Evaluator *evaluator);
// Likewise work->lambda, which rates_compile_multipliers() has made room for.
bool rates_find_multipliers(Work *work);
// As IntegratorProblem wants them, of x; the context is the work.
bool rates_at(void *context, double t, const double x[], double rates[]);
bool rates_have_jacobian(void *context);
bool rates_jacobian(void *context, double t, const double x[], double jacobian[]);
bool rates_events(void *context, double t, const double x[], double values[]);
// Puts x back where it is off by more than `slack` in units of the closing; by anything at all.
bool rates_project(void *context, double t, double x[], double slack);
bool rates_project_tightly(Work *work, double t, double x[]);
// Everything of the constraints at x. False if not all of it are numbers.
bool rates_close_at(Work *work, double t, const double x[]);
// T + V, and the largest that was seen.
double rates_energy(Work *work, double t, const double x[]);
// How far x is off the constraints: positions, speeds. The state must have been read.
void rates_drift(Work *work, const double x[], double *positions, double *speeds);

// ---- simulation_treatment.c: from x to y and back

// Chooses how constraints are treated, and derives what that needs. False with a sentence in
// work->why.
bool treatment_begin(Work *work);
void treatment_close(Work *work);
// The integrator, from work->x at t. False with a sentence in `why`.
bool treatment_start(Work *work, double t, Text *why);
// Nothing moves any more.
void treatment_end(Work *work);
// How independent constraints are at work->x, wherever that came from.
double treatment_quality(Work *work, double t);
// From here another treatment may go on.
void treatment_keep(Work *work, double t);
// The motion could not go on at *t, as simulation->failure says: goes on from where it was kept, by
// another treatment, if that is left open. False: by none.
bool treatment_change(Work *work, double *t);
// As integrator_advance() and integrator_restart(), of work->x. *is_near: constraints are about to depend
// on one another.
IntegratorEnd treatment_go(Work *work, double until, double stop_time, double *t, bool *is_near);
bool treatment_restart(Work *work, double t, bool has_jumped);

// ---- simulation_kinds.c: of what size y is

void kinds_new(Work *work);
// Of the entries of y as they are treated now, and of what work->x has.
void kinds_put(Work *work);
// Works are as large as the energy that moves; at the start that may be none yet.
void kinds_begin_works(Work *work, double t);
void kinds_see_energy(Work *work);

// ---- simulation_independent.c: some coordinates and speeds, and the others by closing

// Chooses at x; *quality is how well. False with a sentence in work->why.
bool independent_choose(Work *work, double t, const double x[], double *quality);
// Fills treating->next. False: it cannot be closed near to where it was.
bool independent_unpack(Work *work, double t, const double y[]);
// As IntegratorProblem wants them, of y.
bool independent_have_jacobian(void *context);
bool independent_jacobian(void *context, double t, const double y[], double jacobian[]);
// x is what the others start from.
void independent_keep(Work *work, double t, const double x[]);
// What is left of a row of J, as a part of its usual length, when what it has of those before it is taken away: the least
// over all, negative behind a position where that was 0. Over the columns of the coordinates that
// follow, if some do. The closing must have been evaluated at x.
double independent_quality(Work *work, double t, const double x[]);

// ---- simulation_ggl.c: positions, speeds and multipliers at once

// Of y.
int ggl_size(const Work *work);
bool ggl_compile(Work *work);
bool ggl_begin(void *context, double t, double y[], double rates[]);
bool ggl_residual(void *context, double t, const double y[], const double rates[],
                  double residual[]);
bool ggl_jacobian(void *context, double t, const double y[], const double rates[], double c,
                  double jacobian[]);

// ---- simulation_crossing.c: over positions in which constraints depend on one another

// From work->x, which is put exactly on the constraints. False: the motion does not come nearer to
// such a position, or does not go on smoothly behind it.
bool crossing_begin(Work *work, double t);
// The same where `left` is the time until there, whatever makes it singular.
bool crossing_begin_at(Work *work, double t, double left);
// x at a time within it.
void crossing_at(const Work *work, double t, double x[]);
// Puts work->x behind it.
void crossing_end(Work *work);

// ---- simulation_passing.c: past positions in which coordinates have no inertia

// The motion could not go on at *t, as simulation->failure says. Is that such a position? Then it goes on from
// where it was kept last, to near there.
bool passing_begin(Work *work, double *t);
// There it is tried. False: the failure is told.
bool passing_is_near(const Work *work, double t);
bool passing_try(Work *work, double t);
void passing_close(Work *work);

// ---- simulation_jumps.c: events and samples

// Periods, and which inputs are held from jump to jump. False with a sentence in work->why.
bool simulation_events_begin(Work *work);
bool simulation_events_compile(Work *work);
void simulation_events_free(Work *work);
double simulation_events_next_sample(const Work *work);
// The samples that are due at the start. False: the failure of the simulation is told.
bool simulation_events_start(Work *work, double t);
// False: the failure of the simulation is told.
bool simulation_events_check(Work *work, double t, double values[]);
// All that happens at one time: what has risen by itself, or by a sample, then what that makes true.
// False: the failure of the simulation is told.
bool simulation_events_handle(Work *work, double t, bool is_sampled);

// ---- simulation_moments.c: what has happened

void moments_new(Work *work);
void moments_keep(Work *work, double t, int event, MomentKind kind);
// As IntegratorProblem has it; the context is the work.
void moments_miss(void *context, int event, double t, double by);
// Events that are too many to be told apart: the failure is told.
bool moments_accumulate(Work *work, double t);
bool moments_are_endless(Work *work, double t);

// ---- simulation_commands.c: what controllers ask of drives

bool commands_compile(Work *work);
// Notes those that have reached their limits. The state must have been read.
void saturation_record(Work *work, double t);

// ---- simulation_contacts.c, simulation_hits.c, simulation_rests.c: what hits, and what rests

bool contacts_compile(Work *work);
void contacts_close(Work *work);
// Changes accelerations to those with what is closed kept closed; fills its forces and their power.
// False: there is no inertia to it.
bool contacts_apply_forces(Work *work, double t, const double x[], double qdd[]);
// In the place of the event of a contact that is closed: its force, which falls through zero, or what
// ends slipping or sticking.
bool contacts_events(Work *work, double t, const double x[], double values[]);
// Puts gaps that are closed back to 0, and their speeds.
bool contacts_project(Work *work, double t, double x[]);
double contacts_drift(Work *work, double t, const double x[]);
// The event of a contact that is closed has happened: it will open, or slip.
void contacts_release(Work *work, int c);
// A moment begins, of which the speeds of what is closed are known.
void contacts_begin_moment(Work *work, double t);
// Gaps of which the end is reached, though no sign has changed: marked as risen. What is closed and
// marked is let go. False: the failure of the simulation is told.
bool contacts_rise(Work *work, double t);
// The impulses of all that has risen, at once. False: the failure of the simulation is told.
bool contacts_hit(Work *work, double t);
// False: a gap has become negative, and the failure of the simulation is told.
bool contacts_audit(Work *work, double t);
// Which of those that touch stay closed from here on; the moment is over.
bool contacts_update_status(Work *work, double t);

// ---- simulation_contacts_along.c: how they change along a direction

// Behind contacts_compile().
void contacts_differentiate(Work *work);
// Where contacts_apply_forces() was: accelerations that would change by dqdd without what is closed. `force` (may
// be NULL) is how the forces of these change.
void contacts_force_tangent(Work *work, const ProgramState *direction, double dqdd[],
                            double force[]);
// Puts changes of x with a value back, so that what is closed stays so.
void contacts_follow(Work *work, int v, double x[]);

// ---- simulation_sensitivity.c: derivatives by values of the start

// All boards must have been compiled. False with a sentence in work->why.
bool sensitivity_begin(Work *work);
// Of x at the state that was read, whose accelerations are known.
void sensitivity_rates(Work *work, const double x[], double rates[]);
// How all that a program reads changes with a value, at the state that was read.
const ProgramState *sensitivity_direction(Work *work, int v, const double x[]);
// Puts the changes of x back on the constraints, which x fulfils.
bool sensitivity_project(Work *work, double x[]);
// Speeds of work->x were changed by `delta` so that they fit, but those that stay.
bool sensitivity_follow_speeds(Work *work, const bool stays[], const double delta[]);
// Around a jump: changes at one time become those at the moment of the event, and back. False: the
// failure is told.
bool sensitivity_leave(Work *work, double t, bool is_event);
bool sensitivity_arrive(Work *work, double t);
// Of what a setting of so many numbers sets, behind these.
void sensitivity_set(Work *work, int place, int count);
void sensitivity_put(Work *work, const Reset *reset, int v, double change);
// The input is held at a number from here on.
void sensitivity_hold(Work *work, int input);
// Of the row that was evaluated.
void sensitivity_row(Work *work, double more[]);

// ---- simulation_tables.c: tables of the description that are left

bool tables_compile(Work *work);
// At the state that was read.
void table_range_record(Work *work, double t);

// ---- simulation_rows.c: the table

// What acts, for the audit, and the size of x that follows from it.
bool rows_begin(Work *work);
bool rows_compile(Work *work);
// False: something has no value, and the failure is told; or nobody takes the rows any more.
bool rows_add(Work *work, double t, const double x[]);
// The last row is kept, whatever was left out before it.
void rows_end(Work *work);

#endif
