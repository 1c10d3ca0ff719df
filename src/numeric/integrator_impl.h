// integrator_impl.h -- what the families of methods share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_INTEGRATOR_IMPL_H
#define BIELLE_NUMERIC_INTEGRATOR_IMPL_H

#include "numeric/integrator.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

enum { MOST_STEPS = 2000000 };  // between two rows

typedef struct MethodFamily {
  // From integrator->t and what is in integrator->y.
  bool (*open)(Integrator *integrator);
  void (*close)(Integrator *integrator);
  // As integrator_go(), with t and y of the integrator.
  IntegratorEnd (*go)(Integrator *integrator, double until, double wall, bool has_risen[],
                      Text *why);
  // Adds what the solver that is open counted itself.
  void (*count)(const Integrator *integrator, IntegratorCounts *counts);
} MethodFamily;

extern const MethodFamily CVODE_FAMILY, ERK_FAMILY, FIXED_FAMILY, IDA_FAMILY;

// Of auto: from where the work is counted that others are compared with.
typedef struct AutoMark {
  bool is_set;
  long next;  // it is, after so many evaluations
  double t, *y;
  long steps, evaluations;
  long ends;  // ways since then: to rows, samples, events
  long restarts;
} AutoMark;

struct Integrator {
  const IntegratorProblem *problem;
  IntegratorOptions options;
  const MethodFamily *family;
  double t;
  IntegratorCounts counts;  // of solvers that are gone, and what is counted here
  SUNContext sundials;
  N_Vector y;
  N_Vector tried;  // y at the end of a step that may be lost
  N_Vector rates;  // of ida
  void *solver;    // of SUNDIALS; NULL: none is open
  SUNNonlinearSolver fixed_point;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  int *roots;
  double *jacobian;  // row-major; NULL: differences
  long differences;  // matrices that were found so, by solvers before this one
  bool is_auto;      // options.method is what it has chosen
  AutoMark mark;
  long most_evaluations;  // 0: as many as it takes
  bool is_stuck;          // it failed because steps became too small
  // one step after the other
  double *events;         // at the last step
  double *values;         // at the end of one that is tried
  double *below, *above;  // around a rise
  double *next;           // the numbers of `tried`
  double *room;           // of a step
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
// f and the events, as CVODE, ARKODE and IDA ask for them; the context is the integrator.
int sundials_rates(realtype t, N_Vector y, N_Vector rates, void *context);
int sundials_events(realtype t, N_Vector y, realtype *values, void *context);
void sundials_be_silent(int code, const char *module, const char *function, char *message,
                        void *context);
// A direction for each event, upwards; free() it.
int *rising_directions(const IntegratorProblem *problem);
// Takes the jacobian of the problem, if it has one, for as long as the integrator lives.
bool integrator_take_jacobian(Integrator *integrator);
// "the accelerations have no value at t = 1.5 s"
void integrator_explain(const char *cause, double t, Text *why);
extern const char NO_VALUE[];

// ---- integrator_vector.c

// NULL: there is no memory. Those that SUNDIALS makes like it have the same operations.
N_Vector integrator_vector(int size, SUNContext sundials);

// ---- integrator_linear.c

// NULL: there is no memory. For square dense matrices of the problem's size.
SUNLinearSolver integrator_linear(const IntegratorProblem *problem, SUNContext sundials);
// Counts the derived Jacobian, by rows, and hands it over; false: it has entries without value.
bool integrator_put_jacobian(Integrator *integrator, SUNMatrix matrix);

// ---- integrator_auto.c

// As the go() of a family, with the family that is best.
IntegratorEnd auto_go(Integrator *integrator, double until, double wall, bool has_risen[],
                      Text *why);

// ---- integrator_steps.c: methods whose steps know nothing of the ones before

typedef struct Stepping {
  // One step from (t, y), not beyond `until`, into integrator->next; *length is how long it was.
  bool (*advance)(Integrator *integrator, double until, double *length);
  // The same with a step of this length.
  bool (*step)(Integrator *integrator, double length);
  // y is not what the last step left.
  bool (*moved)(Integrator *integrator);
  bool is_adaptive;  // advance() tries shorter steps itself
} Stepping;

// To `until`, with events and projections.
IntegratorEnd steps_go(Integrator *integrator, const Stepping *stepping, double until,
                       bool has_risen[], Text *why);

// ---- integrator_midpoint.c

bool midpoint_step(Integrator *integrator, double length);
void midpoint_close(Integrator *integrator);

#endif
