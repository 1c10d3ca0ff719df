// integrator.h -- initial value problems y' = f(t, y) with event detection: zeros that event
// functions pass upwards.
//
//   adams, bdf    CVODE (SUNDIALS): variable order and step; Adams for non-stiff problems, BDF with
//                 Newton's method for stiff ones; dense output of the method's own order
//   auto          Adams, then another of these methods if it needs less work
//   erk4 .. erk8  ARKODE: explicit Runge-Kutta pairs of that order; steps end at output rows
//   rk4           fixed step: classical Runge-Kutta, as in a real-time loop
//   euler         fixed step: semi-implicit Euler, velocities first, then positions with them
//   midpoint      fixed step: implicit midpoint rule, which conserves the energy of springs
//   ida           IDA: F(t, y, y') = 0 with algebraic unknowns, by BDF
//
// There is one file for each backend, with the interface of integrator_impl.h; SUNDIALS is used
// nowhere else.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_INTEGRATION_INTEGRATOR_H
#define BIELLE_NUMERIC_INTEGRATION_INTEGRATOR_H

#include "base/text/text.h"

typedef enum IntegratorMethod {
  INTEGRATOR_AUTO,
  INTEGRATOR_ADAMS,
  INTEGRATOR_BDF,
  INTEGRATOR_ERK4,
  INTEGRATOR_ERK5,
  INTEGRATOR_ERK6,
  INTEGRATOR_ERK7,
  INTEGRATOR_ERK8,
  INTEGRATOR_RK4,
  INTEGRATOR_EULER,
  INTEGRATOR_MIDPOINT,
  INTEGRATOR_IDA,
  INTEGRATOR_METHODS
} IntegratorMethod;

// Families of quantities. A size that is small relative to the largest of its family may be
// rounding error. Forces and entries without a family are compared with positions, speeds and
// entries without a family. Works are compared with nothing: their size is an energy.
typedef enum IntegratorFamily {
  FAMILY_NONE,
  FAMILY_POSITIONS,
  FAMILY_SPEEDS,
  FAMILY_FORCES,
  FAMILY_WORKS,
  FAMILIES
} IntegratorFamily;

// Properties of the entries of one kind (integrator_sizes.c).
typedef struct IntegratorKind {
  IntegratorFamily family;
  double size;  // minimum size
  int smaller;  // another kind whose size is not larger; -1: none
} IntegratorKind;

typedef struct IntegratorProblem {
  int size;
  void *context;
  // y' at (t, y). Returns false if it is undefined there; a smaller step is then tried.
  bool (*rates)(void *context, double t, const double y[], double rates[]);
  bool remembers;  // rates are iterated from previous ones: call along the solution only
  // The rate of y[i] is y[positions + i], for i < positions; used by euler.
  int positions;
  // Kind of each entry of y; entries of one kind share one size. NULL: each entry is its own kind.
  const int *kind;
  const IntegratorKind *kinds;
  int kind_count;
  // Number of entries at the end of y on which no rate depends.
  int idle;
  // df/dy, size x size and row-major; NULL: by finite differences. Implicit methods call
  // has_jacobian() once at the beginning, because the derivation may take time or be impossible.
  bool (*has_jacobian)(void *context);
  bool (*jacobian)(void *context, double t, const double y[], double jacobian[]);
  // Functions whose upward zero crossing is an event. The last `guards` of them are guards: where a
  // guard is positive, y may be outside of the region in which it can be projected.
  int event_count, guards;
  bool (*events)(void *context, double t, const double y[], double values[]);
  // Called if function `event` had a maximum `by` below 0 that may have been a crossing. NULL: not
  // reported.
  void (*missed)(void *context, int event, double t, double by);
  // Projects y onto the nearest point that satisfies the invariants, if its deviation exceeds
  // `slack`; NULL: no invariants. Called in every step, with Adams in every hundredth; otherwise
  // the caller projects and calls integrator_restart().
  bool (*project)(void *context, double t, double y[], double slack);
  // For auto: operation count of one evaluation of the rates, and whether event functions may rise
  // and fall within a long step.
  double operations;
  bool has_brief_events;
  bool is_sampled;  // the integration is restarted periodically
  // For ida, instead of rates: the residual F(t, y, y'), the entries of y that are algebraic, and
  // the initial values of these and of all rates.
  bool (*residual)(void *context, double t, const double y[], const double rates[],
                   double residual[]);
  // dF/dy + c dF/dy', row-major; NULL: by finite differences.
  bool (*residual_jacobian)(void *context, double t, const double y[], const double rates[],
                            double c, double jacobian[]);
  const bool *is_algebraic;
  bool (*begin)(void *context, double t, double y[], double rates[]);
} IntegratorProblem;

typedef struct IntegratorOptions {
  IntegratorMethod method;
  double tolerance;  // relative
  // in units of y; NaN: the tolerance times the size of the entry (integrator_sizes.c)
  double absolute;
  double step;        // of methods with a fixed step
  double resolution;  // [s] longest time between evaluations of the event functions; 0: at the end
                      // of each step only
} IntegratorOptions;

typedef struct IntegratorCounts {
  long steps;
  long evaluations;         // of rates, or of F
  long rejected;            // repeated steps
  long jacobians;           // evaluated by problem->jacobian, not by differences
  IntegratorMethod method;  // the last one; for auto the selected one
} IntegratorCounts;

typedef enum IntegratorEnd {
  INTEGRATOR_REACHED,
  INTEGRATOR_EVENT,
  INTEGRATOR_FAILED,
  INTEGRATOR_REASSESS  // internal: auto may select another method
} IntegratorEnd;

typedef struct Integrator Integrator;

// Method of this name; INTEGRATOR_METHODS if there is none.
IntegratorMethod integrator_method(const char *word);
const char *integrator_method_word(IntegratorMethod method);
// All names, for messages: "auto, adams, ..".
extern const char INTEGRATOR_METHOD_WORDS[];
// Returns true if the method has a fixed step, without error control.
bool integrator_method_is_fixed(IntegratorMethod method);

// Borrows the problem. NULL with a sentence in `why` if there is not enough memory.
Integrator *integrator_new(const IntegratorProblem *problem, const IntegratorOptions *options,
                           double t, const double y[], Text *why);
void integrator_free(Integrator *integrator);  // NULL is allowed

// Integrates to `until`, or to the first event before it. The functions are not evaluated beyond
// `stop_time`, because there is a discontinuity. Sets t, y and has_crossed, by event function.
IntegratorEnd integrator_advance(Integrator *integrator, double until, double stop_time, double *t,
                                 double y[], bool has_crossed[], Text *why);
// Restarts from another y. If has_jumped, the signs of the event functions at y become their states
// without events; otherwise y was only corrected, and a function that thereby becomes positive has
// crossed zero.
bool integrator_restart(Integrator *integrator, double t, const double y[], bool has_jumped,
                        Text *why);
IntegratorCounts integrator_counts(const Integrator *integrator);

#endif
