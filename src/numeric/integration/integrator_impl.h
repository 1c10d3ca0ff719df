// integrator_impl.h -- what the families of methods share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_INTEGRATION_INTEGRATOR_IMPL_H
#define BIELLE_NUMERIC_INTEGRATION_INTEGRATOR_IMPL_H

#include "numeric/integration/integrator.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

enum { MAX_STEPS = 2000000 };  // between two rows

typedef struct IntegratorBackend {
  // From integrator->t and what is in integrator->y.
  bool (*open)(Integrator *integrator);
  void (*close)(Integrator *integrator);
  // As integrator_advance(), with t and y of the integrator.
  IntegratorEnd (*go)(Integrator *integrator, double until, double stop_time, bool has_crossed[],
                      Text *why);
  // Adds what the solver that is open counted itself.
  void (*count)(const Integrator *integrator, IntegratorCounts *counts);
} IntegratorBackend;

extern const IntegratorBackend CVODE_FAMILY, ERK_FAMILY, FIXED_FAMILY, IDA_FAMILY;

// Of auto: from where the work is counted that others are compared with.
typedef struct AutoBaseline {
  bool is_set;
  long next;  // it is, after so many evaluations
  double t, *y;
  long steps, evaluations;
  long ends;  // ways since then: to rows, samples, events
  long restarts;
} AutoBaseline;

// The functions of the events at a time, and their slopes along the solution, of which y and y' are kept.
typedef struct Look {
  double t;
  double *values, *slopes;
  double *y, *rates;
} Look;

// The search for events (integrator_events.c).
typedef struct EventSearch {
  bool has_first;  // the look from which it goes on; otherwise something was restarted
  Look first, next, low, middle, high;
  double length;    // [s] between looks
  double *values;   // of events
  bool *has_fired;  // in the last one that was found
  double *guards;
  double *moved;
  double *largest;  // by event: |value| so far
  bool *was_low;    // by event: it has been clearly below 0 since it held
} EventSearch;

typedef enum EventsFound { EVENTS_NONE, EVENTS_FOUND, EVENTS_LOST } EventsFound;

// How a method gives the solution at a time of its last step: y into integrator->next, y' into
// integrator->tangent if it is requested, and the functions of the events into `values` (NULL: not
// requested). False: there is none, and integrator->cause tells why.
typedef struct Trail {
  bool (*at)(Integrator *integrator, double t, bool requests_tangent, double values[]);
} Trail;

struct Integrator {
  const IntegratorProblem *problem;
  IntegratorOptions options;
  const IntegratorBackend *family;
  double t;
  IntegratorCounts counts;  // of solvers that are gone, and what is counted here
  SUNContext sundials;
  N_Vector y;
  N_Vector tried;    // y at the end of a step that may be lost
  N_Vector tangent;  // y' at a look
  N_Vector rates;    // of ida
  void *solver;      // of SUNDIALS; NULL: none is open
  SUNNonlinearSolver fixed_point;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  double reached;     // CVODE and IDA know the solution from the last step up to there
  const char *cause;  // why there is no solution somewhere
  double *sizes;      // by kind: the largest value so far
  double *absolute;   // by kind: how much may be off
  bool has_absolute;  // it belongs to the sizes
  EventSearch search;
  bool *holds;       // by event: its function is not below 0, as far as is remembered
  double *jacobian;  // row-major; NULL: differences
  long differences;  // matrices that were found so, by solvers before this one
  bool is_auto;      // options.method is what it has chosen
  AutoBaseline mark;
  long most_evaluations;  // 0: as many as it takes
  bool is_stuck;          // it failed because steps became too small
  // one step after the other
  double *next;   // the numbers of `tried`
  double *ahead;  // y at the end of the last step
  double *room;   // of a step
  void *between;  // erk: a second solver, for times within a step
  struct Midpoint *midpoint;
};

// Steps that auto lets pass before it may look around.
enum { STEPS_AT_ONCE = 100 };

// ---- integrator.c

// The solver of options.method, from t and y.
bool integrator_open(Integrator *integrator);
void integrator_close(Integrator *integrator);
bool numbers_are_finite(const double values[], int count);
// Counted; false where there are none.
bool integrator_rates(Integrator *integrator, double t, const double y[], double rates[]);
// f, as CVODE and ARKODE ask for it; the context is the integrator.
int sundials_rates(realtype t, N_Vector y, N_Vector rates, void *context);
void sundials_ignore_message(int code, const char *module, const char *function, char *message,
                             void *context);
// Takes the jacobian of the problem, if it has one, for as long as the integrator lives.
bool integrator_take_jacobian(Integrator *integrator);
// "the accelerations have no value at t = 1.5 s"
void integrator_explain(const char *cause, double t, Text *why);
extern const char NO_VALUE[], NOT_CLOSED[];

// ---- integrator_sizes.c

int sizes_count(const IntegratorProblem *problem);
// Has anything moved, or will it?
bool sizes_are_known(const Integrator *integrator);
// Where the solution begins, and values that were reached.
void sizes_begin(Integrator *integrator, const double y[]);
void sizes_see(Integrator *integrator, const double y[]);
// By how much each entry may be off; `y` NULL: the absolute part of that.
void sizes_errors(Integrator *integrator, const double y[], double errors[]);
// As CVODE and ARKODE ask for them; the context is the integrator.
int sundials_weights(N_Vector y, N_Vector weights, void *context);

// ---- integrator_looks.c

Look look_new(const IntegratorProblem *problem);
void look_copy(Look *to, const Look *from, const IntegratorProblem *problem);
void look_free(Look *look);
// Functions that are no guards: those have no slopes.
int looks_own_count(const IntegratorProblem *problem);
// At t of the last step, beside an interval of that length, below 0 at its end; 0: slopes are not
// requested. False: something has no value there.
bool look_at(Integrator *integrator, const Trail *trail, double t, double interval, Look *look);
// The time at which to look between a and b; NAN: both tell what is between them.
double check_between(Integrator *integrator, const Look *a, const Look *b);
void looks_report_misses(Integrator *integrator, const Look *a, const Look *b);
// What the functions are where the solution begins.
void looks_begin(Integrator *integrator, const double values[]);

// ---- integrator_events.c

void events_new(Integrator *integrator);
void events_free(Integrator *integrator);
// What holds at y. False: some function has no value there.
bool events_begin(Integrator *integrator, const double y[]);
bool events_read(Integrator *integrator, double t, const double y[], double values[]);
// From integrator->t to `to`. Found: integrator->t and integrator->next are those of the moment. Lost:
// integrator->cause tells why.
EventsFound events_find(Integrator *integrator, const Trail *trail, double to, bool has_crossed[]);
// CVODE and IDA: as far as the last step reached, to `until` or to an event.
IntegratorEnd dense_go(Integrator *integrator, const Trail *trail, double until, bool has_crossed[],
                       Text *why);

// ---- integrator_vector.c

// NULL: there is no memory. Those that SUNDIALS makes like it have the same operations.
N_Vector integrator_vector(int size, SUNContext sundials);

// ---- integrator_linear.c

// NULL: there is no memory. For square dense matrices of the problem's size.
SUNLinearSolver integrator_linear(const IntegratorProblem *problem, SUNContext sundials);
// Counts the derived Jacobian, by rows, and hands it over; false: it has entries without value.
bool integrator_put_jacobian(Integrator *integrator, SUNMatrix matrix);

// ---- integrator_auto.c

// With which method it begins.
IntegratorMethod auto_first(const IntegratorProblem *problem, const IntegratorOptions *options);
// As the go() of a family, with the family that is best.
IntegratorEnd auto_go(Integrator *integrator, double until, double stop_time, bool has_crossed[],
                      Text *why);

// ---- integrator_steps.c: methods whose steps know nothing of the ones before

typedef struct Stepping {
  // One step from (t, y), not beyond `until`, into integrator->next; *length is how long it was.
  bool (*advance)(Integrator *integrator, double until, double *length);
  // The same with a step of this length.
  bool (*step)(Integrator *integrator, double length);
  // y is not what the last step left.
  bool (*moved)(Integrator *integrator);
  const Trail *trail;
  bool is_adaptive;  // advance() tries shorter steps itself
} Stepping;

// The trail of such methods.
bool steps_at(Integrator *integrator, const Stepping *stepping, double t, bool requests_tangent,
              double values[]);
// To `until`, with events and projections.
IntegratorEnd steps_go(Integrator *integrator, const Stepping *stepping, double until,
                       bool has_crossed[], Text *why);

// ---- integrator_midpoint.c

bool midpoint_step(Integrator *integrator, double length);
void midpoint_close(Integrator *integrator);

#endif
