// integrator_impl.h -- declarations shared by the integrator backends.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_INTEGRATION_INTEGRATOR_IMPL_H
#define BIELLE_NUMERIC_INTEGRATION_INTEGRATOR_IMPL_H

#include "numeric/integration/integrator.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

enum { MAX_STEPS = 2000000 };  // between two output rows

typedef struct IntegratorBackend {
  // Creates the solver at integrator->t and integrator->y.
  bool (*open)(Integrator *integrator);
  void (*close)(Integrator *integrator);
  // As integrator_advance(), with t and y of the integrator.
  IntegratorEnd (*go)(Integrator *integrator, double until, double stop_time, bool has_crossed[],
                      Text *why);
  // Adds the counts kept by the solver that is open.
  void (*count)(const Integrator *integrator, IntegratorCounts *counts);
} IntegratorBackend;

extern const IntegratorBackend CVODE_FAMILY, ERK_FAMILY, FIXED_FAMILY, IDA_FAMILY;

// For auto: the point from which work is counted for comparison with other methods.
typedef struct AutoBaseline {
  bool is_set;
  long next;  // number of evaluations at which the next baseline is set
  double t, *y;
  long steps, evaluations;
  long ends;  // intervals since then, which end at rows, samples, events
  long restarts;
} AutoBaseline;

// The event functions at one time with their derivatives along the solution, and y and y'.
typedef struct Look {
  double t;
  double *values, *slopes;
  double *y, *rates;
} Look;

// The search for events (integrator_events.c).
typedef struct EventSearch {
  bool has_first;  // `first` is valid; otherwise the integration was restarted
  Look first, next, low, middle, high;
  double length;    // [s] between evaluations of the event functions
  double *values;   // of event functions
  bool *has_fired;  // functions that fired in the last event
  double *guards;
  double *moved;
  double *largest;  // by event: |value| so far
  bool *was_low;    // by event: has been clearly below 0 since it held
} EventSearch;

typedef enum EventsFound { EVENTS_NONE, EVENTS_FOUND, EVENTS_LOST } EventsFound;

// Dense output of a method at a time within its last step: y into integrator->next, y' into
// integrator->tangent if requested, and the event functions into `values` (NULL: not requested).
// Returns false with integrator->cause if there is no value.
typedef struct Trail {
  bool (*at)(Integrator *integrator, double t, bool requests_tangent, double values[]);
} Trail;

struct Integrator {
  const IntegratorProblem *problem;
  IntegratorOptions options;
  const IntegratorBackend *family;
  double t;
  IntegratorCounts counts;  // of closed solvers, and counted here
  SUNContext sundials;
  N_Vector y;
  N_Vector tried;    // y at the end of a step that may be discarded
  N_Vector tangent;  // y' at an evaluation of the event functions
  N_Vector rates;    // of ida
  void *solver;      // of SUNDIALS; NULL: not created
  SUNNonlinearSolver fixed_point;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  double reached;     // CVODE and IDA: end of the interval with dense output
  const char *cause;  // the reason why a value is missing
  double *sizes;      // by kind: the largest value so far
  double *absolute;   // by kind: absolute tolerance
  bool has_absolute;  // `absolute` is up to date with `sizes`
  EventSearch search;
  bool *holds;       // by event: last known state of its function; true: not below 0
  double *jacobian;  // row-major; NULL: differences
  long differences;  // Jacobians by finite differences of previous solvers
  bool is_auto;      // options.method was selected automatically
  AutoBaseline mark;
  long most_evaluations;  // 0: no limit
  bool is_stuck;          // failed because the steps became too small
  // One-step methods:
  double *next;   // the numbers of `tried`
  double *ahead;  // y at the end of the last step
  double *room;   // workspace of a step
  void *between;  // erk: a second solver, for times within a step
  struct Midpoint *midpoint;
};

// Number of steps between checks whether auto may select another method.
enum { STEPS_AT_ONCE = 100 };

// ---- integrator.c

// Creates the solver of options.method at t and y.
bool integrator_open(Integrator *integrator);
void integrator_close(Integrator *integrator);
bool numbers_are_finite(const double values[], int count);
// Evaluates and counts the rates. Returns false if they are undefined.
bool integrator_rates(Integrator *integrator, double t, const double y[], double rates[]);
// f in the signature of CVODE and ARKODE; the context is the integrator.
int sundials_rates(realtype t, N_Vector y, N_Vector rates, void *context);
void sundials_ignore_message(int code, const char *module, const char *function, char *message,
                             void *context);
// Adopts the Jacobian of the problem, if it has one, until the integrator is freed.
bool integrator_take_jacobian(Integrator *integrator);
// Writes "the accelerations have no value at t = 1.5 s" to `why`.
void integrator_explain(const char *cause, double t, Text *why);
extern const char NO_VALUE[], NOT_CLOSED[];

// ---- integrator_sizes.c

int sizes_count(const IntegratorProblem *problem);
// Returns true if sizes are known from past or predicted motion.
bool sizes_are_known(const Integrator *integrator);
// Sets the sizes from the initial state; updates them with values that were reached.
void sizes_begin(Integrator *integrator, const double y[]);
void sizes_see(Integrator *integrator, const double y[]);
// Permissible error of each entry; `y` NULL: the absolute part only.
void sizes_errors(Integrator *integrator, const double y[], double errors[]);
// Error weights in the signature of CVODE and ARKODE; the context is the integrator.
int sundials_weights(N_Vector y, N_Vector weights, void *context);

// ---- integrator_looks.c

Look look_new(const IntegratorProblem *problem);
void look_copy(Look *to, const Look *from, const IntegratorProblem *problem);
void look_free(Look *look);
// Number of event functions without the guards, for which no slopes are computed.
int looks_own_count(const IntegratorProblem *problem);
// Evaluates the event functions at t within the last step. `interval` is the length of the adjacent
// interval, negative if t is its end; slopes are computed by differences over a fraction of it; 0:
// no slopes. Returns false if a value is undefined.
bool look_at(Integrator *integrator, const Trail *trail, double t, double interval, Look *look);
// Time between a and b at which the functions must be evaluated; NAN: none, a and b determine the
// functions in between.
double check_between(Integrator *integrator, const Look *a, const Look *b);
void looks_report_misses(Integrator *integrator, const Look *a, const Look *b);
// Stores the states of the functions at the beginning of the integration.
void looks_begin(Integrator *integrator, const double values[]);

// ---- integrator_events.c

void events_new(Integrator *integrator);
void events_free(Integrator *integrator);
// Initialises the states of the events at y. Returns false if a function is undefined.
bool events_begin(Integrator *integrator, const double y[]);
bool events_read(Integrator *integrator, double t, const double y[], double values[]);
// Searches for the first event from integrator->t to `to`. EVENTS_FOUND: integrator->t and
// integrator->next are at the event. EVENTS_LOST: integrator->cause has the reason.
EventsFound events_find(Integrator *integrator, const Trail *trail, double to, bool has_crossed[]);
// For CVODE and IDA: processes the last step up to `until` or to an event.
IntegratorEnd dense_go(Integrator *integrator, const Trail *trail, double until, bool has_crossed[],
                       Text *why);

// ---- integrator_vector.c

// New vector; NULL if there is not enough memory. Vectors that SUNDIALS clones from it have the
// same operations.
N_Vector integrator_vector(int size, SUNContext sundials);

// ---- integrator_linear.c

// New linear solver for dense square matrices of the problem's size; NULL if there is not enough
// memory.
SUNLinearSolver integrator_linear(const IntegratorProblem *problem, SUNContext sundials);
// Counts the evaluated row-major Jacobian and copies it to `matrix`. Returns false if an entry is
// not finite.
bool integrator_put_jacobian(Integrator *integrator, SUNMatrix matrix);

// ---- integrator_auto.c

// Initial method of auto.
IntegratorMethod auto_first(const IntegratorProblem *problem, const IntegratorOptions *options);
// As the go() of a backend, with the best method.
IntegratorEnd auto_go(Integrator *integrator, double until, double stop_time, bool has_crossed[],
                      Text *why);

// ---- integrator_steps.c: one-step methods

typedef struct Stepping {
  // One step from (t, y), not beyond `until`, into integrator->next; *length receives its length.
  bool (*advance)(Integrator *integrator, double until, double *length);
  // The same with a step of given length.
  bool (*step)(Integrator *integrator, double length);
  // Called when y differs from the result of the last step.
  bool (*moved)(Integrator *integrator);
  const Trail *trail;
  bool is_adaptive;  // advance() reduces the step itself
} Stepping;

// Dense output of such methods.
bool steps_at(Integrator *integrator, const Stepping *stepping, double t, bool requests_tangent,
              double values[]);
// Integrates to `until`, with events and projections.
IntegratorEnd steps_go(Integrator *integrator, const Stepping *stepping, double until,
                       bool has_crossed[], Text *why);

// ---- integrator_midpoint.c

bool midpoint_step(Integrator *integrator, double length);
void midpoint_close(Integrator *integrator);

#endif
