// simulation_impl.h -- state shared by the files of the simulation.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SIMULATION_SIMULATION_IMPL_H
#define BIELLE_STUDY_SIMULATION_SIMULATION_IMPL_H

#include "numeric/linear/band.h"
#include "study/simulation/simulation.h"
#include "system/constraints/constraint_system.h"
#include "system/described_values.h"

// The integrated unknowns y, chosen from the state x by the constraint method, and how the rest of
// x follows from y.
typedef struct EnforcementState {
  ConstraintEnforcement kind;
  IntegratorProblem problem;
  double *y;
  int *kind_of;  // by entry of y: index into `kinds`
  IntegratorKind *kinds;
  // x of the last step, followed by scratch space for the rates and for the dependent coordinates.
  double *x;
  double *next;  // trial value of x
  double time;
  bool *has_crossed;  // events, then the guard function for nearly dependent constraints
  double limit;       // lower limit of independent_quality(); the guard is positive below it
  double default_limit;
  int kept_count;  // number of rows of J that are not redundant
  int *kept;
  int kept_holonomic;    // number of holonomic rows among these; they come first
  Entries across;        // transposed pattern of the kept rows: coordinates by kept rows
  Band band;             // band ordering of `across`
  double *now, *before;  // entries of the kept rows, now and at the previous evaluation
  double *before_x;      // positions and speeds of the previous evaluation
  double before_time;    // [s] time of the previous evaluation
  // By kept row: its length orthogonal to the rows before it, relative to its reference length.
  double *lengths;
  bool *is_turned;      // by kept row: it has passed through zero an odd number of times
  bool has_references;  // the values of the previous evaluation are valid
  // Used by `independent`.
  int *positions, position_count;  // integrated coordinates
  int *speeds, speed_count;
  int *followers, follower_count;  // dependent coordinates
  bool *is_position, *is_speed;    // by coordinate: it, or its speed, is integrated
  // Used by `ggl`.
  Evaluator balance;  // tau, Qu, sd, P, P_t, Pa for given accelerations
  double *tau, *Qu, *sd, *P, *P_t, *Pa;
  bool *is_algebraic;
  bool *is_held;  // by contact row: the row is an equation at present
  // Used by `auto`.
  IntegratorMethod method;                 // requested method
  bool has_failed[SIMULATION_TREATMENTS];  // methods that failed at failure_time
  double failure_time;
  double *sure;  // x at the last row or after the last jump, from which another method may resume
  double sure_time;
} EnforcementState;

// Transition through a configuration in which the constraints become linearly dependent: the rates
// before it are extrapolated as polynomials in time.
enum { CROSSING_POINTS = 6 };
typedef struct SingularCrossing {
  bool is_on;
  double from, to, spacing;
  double *x;      // state at `from`
  double *end;    // state at `to`, projected onto the constraints
  double *rates;  // rates at from, from - spacing, ..; each has the length of x
} SingularCrossing;

// Approach to a configuration in which some coordinates have no inertia (simulation_passing.c).
typedef struct Passing {
  bool is_on;
  int count;                        // number of such configurations found so far
  ConstraintEnforcement treatment;  // constraint method of the last attempt
  double time;                      // [s] time of the last one
  double distance;                  // [s] the crossing is attempted this long before it
  const char *cause;                // failure message that started the attempt
  Evaluator inertia;                // M, Ma; its program is NULL until first needed
  double *M, *Ma;
} Passing;

// Delay line of a sample with a delay: a ring buffer of the set values.
typedef struct SampleDelay {
  double delay;    // [s]
  double *values;  // room x number of set values
  int first, count, room;
} SampleDelay;

// Unilateral contacts: events that are impacts, with gaps g = -ev(q, t) that must not become
// negative (simulation_contacts.c).
typedef struct Contacts {
  int count;
  int *events;  // by contact: index of its event in the mechanism
  int *resets;  // by contact: index of its restitution among the resets of that event
  bool *is_poisson;
  int rows;          // gaps, then slips: sliding velocities along the surface, linear in qd
  double *friction;  // by contact: friction coefficient; 0: the contact has no slips
  int *slips;        // by contact: its first slip row
  int *slip_counts;  // by contact: 0, 1 or 2
  const Expr **slip_values;
  bool *is_closed;  // by contact: it rests, so g'' = 0 as long as its normal force is positive
  bool *is_left;    // by contact: its normal force has just become 0
  int *hits;        // by contact: number of impacts at this instant
  // By closed contact: |gap speed| at the start of this instant.
  double *drift;
  // By contact that touches at rest without force: its impact event occurs at gap = -idle.
  double *idle;
  double *slip_drift;  // by sticking contact: slip speed at the start of this instant
  bool *was_outside;   // by contact: the gap was positive at a row of the table
  double *force;       // [N | N.m] by row: forces of the closed contacts
  int *all;            // row indices 0, 1, ..
  bool *is_sticking;   // by closed contact: it does not slip
  bool *is_loose;      // by closed contact: it has just ceased to stick
  bool *is_fast;       // by closed contact: its slip speed is large enough to define a direction
  double (*way)[2];    // by contact: slip direction at the last instant (unit vector)
  double power;  // [W] power of the contact forces, including the constraint reactions they cause
  Evaluator gaps, inertia;
  double *gap, *gap_q, *gap_t;  // g, dg/dq by rows, dg/dt at constant q
  double *gap_2;                // g'' = gap_q qdd + gap_2; for a slip row, g' is the slip
  double *M, *Ma;
  int freedom;     // number of degrees of freedom at velocity level
  double *ways;    // freedom x n: basis of the admissible velocities
  double *factor;  // Cholesky factor L of the mass matrix over this basis, L L^T
  double *pull;    // rows x freedom: gap_q over this basis
  double *answer;  // rows x freedom: velocity change by a unit impulse in the row
  double *G;  // rows x rows: Delassus matrix, speed change of each row by a unit impulse in each
  double *room;
  double *free, *change;  // accelerations without contact forces, and the change by these forces
} Contacts;

// Sensitivities of the motion to values of the start (simulation_sensitivity.c). The derivatives of
// q, qd and s are appended to x.
typedef struct SensitivityState {
  int count;  // number of values
  int used;   // entries of x that are differentiated by each value
  const SensitivityVariable *by;
  ProgramState *directions;  // by value; its time is the derivative of the time of a jump
  double *inputs;            // by value
  double *offsets;           // by value: constant part for inputs that follow the description
  double *discretes;         // by value
  double *qdd, *sd, *ev;     // directional derivatives of the evaluators' outputs
  double *force;             // by contact
  double *rates;             // rates of x
  DescribedArrays described;
} SensitivityState;

// Counts and times of the recorded events (simulation_moments.c).
enum { MOMENTS_AT_ONCE = 100 };
typedef struct MomentLog {
  long *counts;  // by event
  // ring buffer: the time of record k is at k modulo MOMENTS_AT_ONCE
  double times[MOMENTS_AT_ONCE];
  int last;  // event of the last record
} MomentLog;

typedef struct Work {
  Simulation *simulation;
  System *system;
  const Mechanism *mechanism;
  Arena *arena;  // arena of the simulation
  int n, states, events;
  int size;   // length of x
  int plain;  // length of x without sensitivities
  double *x;
  double *inputs;     // current values
  double *discretes;  // current values
  // by input: the start, a sample or an event has set it, so that its law no longer applies
  bool *is_held;
  bool has_moved_input;  // a smooth input was set at this instant, which constraints may depend on
  int *followed;         // by input: the row of lambda it equals; -1: none
  bool follows;          // at least one input is a multiplier
  // by input: multiplier used in the previous iteration, and the multiplier computed from it
  double *gave, *came;
  ProgramState state;
  DescribedValues *described;
  DescribedArrays described_arrays;
  double *described_inputs;
  // qdd, sd, lambda if the rates need it, and P, P_t, Pa unless these depend on qdd
  Evaluator motion;
  // lambda, if `motion` does not compute it and ggl needs initial values
  Evaluator joint_reactions;
  double *lambda;  // NULL: not needed
  double *qdd, *sd;
  Evaluator acting;  // P, P_t, Pa, if these depend on qdd
  double *P, *P_t;
  double *Pa;        // by acting_count; NULL: no loads, or too many to be listed separately
  Evaluator energy;  // T, V
  double *T, *V;
  Evaluator slopes;           // lin:A
  double *state_slope;        // by (q, qd, s)
  bool is_moved;              // constraints depend on time, so that they do work
  Evaluator event_evaluator;  // ev
  double *ev;
  Evaluator *settings;  // by event, then by sample: the values it sets
  double **set;
  Evaluator recorded;  // columns of a row, after the time
  double *values;
  double *row, *next_row;  // last row, and the row under construction
  Evaluator arguments;     // arguments of the tables of the simulation
  double *argument_values;
  ConstraintSystem constraints;  // all constraint rows
  EnforcementState treating;
  Integrator *integrator;
  SingularCrossing crossing;
  Passing passing;
  bool *has_crossed;
  double *at_zero;              // by event: value that replaces 0 of its function
  bool *is_set;                 // by coordinate: its speed was set at this instant
  double *before, *after;       // event functions before and after a jump
  double *periods;              // [s] by sample
  long *ticks;                  // by sample: number of the next tick
  struct SampleDelay *waiting;  // by sample
  MomentLog moments;
  Evaluator commands;  // commands that have an effort limit, and these limits
  double *command, *limit;
  double *lower, *upper;  // limits by coordinate; NaN: none
  Contacts contacts;
  SensitivityState along;
  bool is_lost;  // the accelerations had no value at some state
  double *lost;  // x at the last such state
  double lost_time;
  Text *why;
} Work;

// ---- simulation_failure.c: cause of missing accelerations

// Records that there are no accelerations at x.
void failure_note(Work *work, double t, const double x[]);
// Finds the force, or the joint, that caused the failure, if the simulation has failed.
void failure_locate(Work *work);

// ---- simulation_rates.c: rates of x and the callbacks of the integrator

// Returns an evaluator for up to `most` quantities that are needed at every step; its program may
// be compiled.
Evaluator rates_evaluator(const Work *work, int most);
// Derives and compiles the quantities that the rates and the energy need.
bool rates_compile(Work *work);
bool rates_compile_multipliers(Work *work);
// Returns the operation count of one evaluation of the rates.
double rates_operations(const Work *work);
// Stores time, x and the inputs at that time in work->state.
void rates_read_state(Work *work, double t, const double x[]);
// rates_need_accelerations() returns true if the evaluator reads qdd. rates_accelerate() computes
// the accelerations, and the multipliers, at work->state, which must have been read, and stores
// them there. Returns false if they have no value.
bool rates_need_accelerations(const Evaluator *evaluator);
bool rates_accelerate(Work *work);
// Calls rates_accelerate() if the evaluator needs accelerations or an input is a multiplier.
bool rates_prepare(Work *work, const Evaluator *evaluator);
// Computes work->lambda at work->state; rates_compile_multipliers() must have been called.
bool rates_find_multipliers(Work *work);
// Callbacks of IntegratorProblem for y = x; the context is the Work.
bool rates_at(void *context, double t, const double x[], double rates[]);
bool rates_have_jacobian(void *context);
bool rates_jacobian(void *context, double t, const double x[], double jacobian[]);
bool rates_events(void *context, double t, const double x[], double values[]);
// Projects x onto the constraints if its residual exceeds `slack`, in the scaled units of the
// constraint system. rates_project_tightly() always projects, to rounding level.
bool rates_project(void *context, double t, double x[], double slack);
bool rates_project_tightly(Work *work, double t, double x[]);
// Evaluates all constraint quantities at x. Returns false if some of them are not finite.
bool rates_close_at(Work *work, double t, const double x[]);
// Returns T + V; simulation->energy_scale keeps the largest |T| + |V|.
double rates_energy(Work *work, double t, const double x[]);
// Returns the largest residuals of the constraints at x: |Phi| in *positions and |J qd + b| in
// *speeds. The state must have been read.
void rates_drift(Work *work, const double x[], double *positions, double *speeds);

// ---- simulation_enforcement.c: constraint method, conversion between x and y

// Chooses the constraint method and derives the quantities it needs. Returns false with a message
// in work->why.
bool treatment_begin(Work *work);
void treatment_close(Work *work);
// Creates the integrator, starting from work->x at t. Returns false with a message in `why`.
bool treatment_start(Work *work, double t, Text *why);
// Adds the counts of the integrator to those of the simulation and frees it.
void treatment_end(Work *work);
// Returns independent_quality() at work->x, without reference to the previous evaluation.
double treatment_quality(Work *work, double t);
// Stores work->x as the state from which another constraint method may resume.
void treatment_keep(Work *work, double t);
// Called when the motion has failed at *t with a message in simulation->failure. If the constraint
// method may be chosen freely, resumes from the stored state with another method and sets *t to its
// time. Returns false if no method succeeds.
bool treatment_change(Work *work, double *t);
// Equivalents of integrator_advance() and integrator_restart() for work->x. *is_near: the
// constraints are about to become linearly dependent.
IntegratorEnd treatment_go(Work *work, double until, double stop_time, double *t, bool *is_near);
bool treatment_restart(Work *work, double t, bool has_jumped);

// ---- simulation_kinds.c: magnitudes of the entries of y

void kinds_new(Work *work);
// Assigns a kind to each entry of y for the present constraint method, and updates the magnitudes
// from work->x.
void kinds_put(Work *work);
// Sets the magnitude of works to the largest energy so far; if this is zero at the start, to the
// kinetic energy that the accelerations will produce. kinds_see_energy() only updates it.
void kinds_begin_works(Work *work, double t);
void kinds_see_energy(Work *work);

// ---- simulation_independent.c: independent coordinates and speeds (coordinate partitioning)

// Chooses independent coordinates and speeds at x; *quality receives independent_quality(). Returns
// false with a message in work->why.
bool independent_choose(Work *work, double t, const double x[], double *quality);
// Computes all of x from y into treating->next. Returns false if the dependent coordinates have no
// solution near the previous one.
bool independent_unpack(Work *work, double t, const double y[]);
// Callbacks of IntegratorProblem for y; the context is the Work.
bool independent_have_jacobian(void *context);
bool independent_jacobian(void *context, double t, const double y[], double jacobian[]);
// Stores x and t as the starting point for the dependent coordinates.
void independent_keep(Work *work, double t, const double x[]);
// Returns the smallest relative length, over all kept rows of J, of the component orthogonal to the
// rows before it; it is negative after a row has passed through zero. If some coordinates are
// independent, only the columns of dependent ones count. The constraint system must have been
// evaluated at x.
double independent_quality(Work *work, double t, const double x[]);

// ---- simulation_ggl.c: positions, speeds and multipliers as simultaneous unknowns

// Returns the length of y.
int ggl_size(const Work *work);
bool ggl_compile(Work *work);
bool ggl_begin(void *context, double t, double y[], double rates[]);
bool ggl_residual(void *context, double t, const double y[], const double rates[],
                  double residual[]);
bool ggl_jacobian(void *context, double t, const double y[], const double rates[], double c,
                  double jacobian[]);

// ---- simulation_crossing.c: transition through configurations with dependent constraints

// Starts a crossing from work->x, which is projected exactly onto the constraints. Returns false if
// the motion does not approach such a configuration, or does not continue smoothly after it.
bool crossing_begin(Work *work, double t);
// Same as crossing_begin(), for any singularity that is reached after the time `left` [s].
bool crossing_begin_at(Work *work, double t, double left);
// Returns x at a time within the crossing.
void crossing_at(const Work *work, double t, double x[]);
// Sets work->x to the state after the crossing.
void crossing_end(Work *work);

// ---- simulation_passing.c: passing configurations in which coordinates have no inertia

// Called when the motion has failed at *t with a message in simulation->failure. If the cause is
// such a configuration, resumes from the last stored state in order to approach it, and sets *t to
// that time; otherwise returns false.
bool passing_begin(Work *work, double *t);
// passing_is_near() returns true where the crossing is to be attempted, and passing_try() attempts
// it. It returns false with a message in simulation->failure.
bool passing_is_near(const Work *work, double t);
bool passing_try(Work *work, double t);
void passing_close(Work *work);

// ---- simulation_events.c: events and samples

// Initialises the sampling periods and the inputs that are held between jumps. Returns false with a
// message in work->why.
bool simulation_events_begin(Work *work);
bool simulation_events_compile(Work *work);
void simulation_events_free(Work *work);
double simulation_events_next_sample(const Work *work);
// Takes the samples that are due at the start. Returns false with a message in simulation->failure.
bool simulation_events_start(Work *work, double t);
// Evaluates the event functions at work->x. Returns false with a message in simulation->failure.
bool simulation_events_check(Work *work, double t, double values[]);
// Handles all events and samples at time t: first those that have crossed zero or the due samples,
// then the events that these trigger. Returns false with a message in simulation->failure.
bool simulation_events_handle(Work *work, double t, bool is_sampled);

// ---- simulation_moments.c: event records

void moments_new(Work *work);
void moments_keep(Work *work, double t, int event, MomentKind kind);
// Callback `missed` of IntegratorProblem; the context is the Work.
void moments_miss(void *context, int event, double t, double by);
// Return true, with a message in simulation->failure, if events accumulate (Zeno behaviour).
bool moments_accumulate(Work *work, double t);
bool moments_are_endless(Work *work, double t);

// ---- simulation_commands.c: saturation of controller commands

bool commands_compile(Work *work);
// Records the commands that have reached their limits. The state must have been read.
void saturation_record(Work *work, double t);

// ---- simulation_contacts.c, simulation_impacts.c, simulation_resting_contacts.c: contacts

bool contacts_compile(Work *work);
void contacts_close(Work *work);
// Adds the effect of the forces that keep closed contacts closed to the accelerations; fills these
// forces and their power. Returns false if the mass matrix is singular.
bool contacts_apply_forces(Work *work, double t, const double x[], double qdd[]);
// Replaces the event function of each closed contact: it rises through zero when the normal force
// becomes negative, or when slipping or sticking ends.
bool contacts_events(Work *work, double t, const double x[], double values[]);
// Projects x so that the gaps of closed contacts, and their rates, are 0.
bool contacts_project(Work *work, double t, double x[]);
double contacts_drift(Work *work, double t, const double x[]);
// Handles the event of closed contact c: marks it as separating, or as ceasing to stick.
void contacts_release(Work *work, int c);
// Begins an instant: stores the gap and slip speeds of the closed contacts.
void contacts_begin_moment(Work *work, double t);
// Marks as crossed the contacts that touch and approach although their event function has not
// changed sign; releases the closed contacts that are marked. Returns false with a message in
// simulation->failure.
bool contacts_rise(Work *work, double t);
// Applies the impulses of all contacts that are marked, simultaneously. Returns false with a
// message in simulation->failure.
bool contacts_hit(Work *work, double t);
// Returns false, with a message in simulation->failure, if a gap has become negative.
bool contacts_audit(Work *work, double t);
// Determines which of the touching contacts stay closed, and ends the instant.
bool contacts_update_status(Work *work, double t);

// ---- simulation_contact_sensitivity.c: directional derivatives of contacts

// Prepares the derivatives of the contact quantities; contacts_compile() must have been called.
void contacts_differentiate(Work *work);
// Directional derivative at the state of the last contacts_apply_forces(). On entry `dqdd` is the
// change of the accelerations without contacts, on return that with contacts. `force` (may be NULL)
// receives the change of the contact forces.
void contacts_force_tangent(Work *work, const ProgramState *direction, double dqdd[],
                            double force[]);
// Projects the sensitivities of x to value v so that closed contacts stay closed.
void contacts_follow(Work *work, int v, double x[]);

// ---- simulation_sensitivity.c: derivatives with respect to values of the start

// All evaluators must have been compiled. Returns false with a message in work->why.
bool sensitivity_begin(Work *work);
// Computes the rates of the sensitivities at the state that was read, whose accelerations are
// known.
void sensitivity_rates(Work *work, const double x[], double rates[]);
// Returns the derivatives of all program inputs with respect to value v at the state that was read.
const ProgramState *sensitivity_direction(Work *work, int v, const double x[]);
// Projects the sensitivities onto the linearised constraints; x itself satisfies the constraints.
bool sensitivity_project(Work *work, double x[]);
// Updates the sensitivities of the speeds after the speeds of work->x were changed by `delta` to
// satisfy the constraints; the speeds in `stays` are not changed.
bool sensitivity_follow_speeds(Work *work, const bool stays[], const double delta[]);
// Before a jump, converts sensitivities at fixed time to those at the time of the event; after it,
// back. Return false with a message in simulation->failure.
bool sensitivity_leave(Work *work, double t, bool is_event);
bool sensitivity_arrive(Work *work, double t);
// Appends the derivatives of the `count` values that a setting sets, after these values.
void sensitivity_set(Work *work, int place, int count);
void sensitivity_put(Work *work, const Reset *reset, int v, double change);
// Records that the input is held at a constant value from now on.
void sensitivity_hold(Work *work, int input);
// Computes the derivative columns of the row that was evaluated last.
void sensitivity_row(Work *work, double more[]);

// ---- simulation_tables.c: tables evaluated outside their range

bool tables_compile(Work *work);
// Records which tables are outside their range at the state that was read.
void table_range_record(Work *work, double t);

// ---- simulation_rows.c: table of results

// Determines the loads listed in the energy balance, and the length of x.
bool rows_begin(Work *work);
bool rows_compile(Work *work);
// Returns false, with a message in simulation->failure, if some value is not finite; or, without a
// message, if the listener has stopped.
bool rows_add(Work *work, double t, const double x[]);
// Ensures that the last row is kept, even if thinning would drop it.
void rows_end(Work *work);

#endif
