// integrator.h -- y' = f(t, y) followed from a start, with the moments at which functions of it rise
// through zero.
//
//   Adams, BDF   CVODE (SUNDIALS): variable order and step; Adams where nothing is stiff, BDF with
//                Newton's method where it is; values between steps are of the method's own order
//   auto         Adams, and BDF from where that gets on with less than half the evaluations: stiff
//   rk4          steps of one length, classical Runge-Kutta: as a real-time loop would do it
//
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_INTEGRATOR_H
#define BIELLE_NUMERIC_INTEGRATOR_H

#include "base/text.h"

typedef enum IntegratorMethod {
  INTEGRATOR_AUTO,
  INTEGRATOR_ADAMS,
  INTEGRATOR_BDF,
  INTEGRATOR_RK4,
  INTEGRATOR_METHODS
} IntegratorMethod;

typedef struct IntegratorProblem {
  int size;
  void *context;
  // y' at (t, y). False: it has no value there; a smaller step is tried.
  bool (*rates)(void *context, double t, const double y[], double rates[]);
  // Functions whose rise through zero is an event.
  int event_count;
  bool (*events)(void *context, double t, const double y[], double values[]);
  // The nearest y for which what must hold holds; NULL: nothing must. BDF asks in every step, for
  // the others it is the caller's affair, by integrator_restart().
  bool (*project)(void *context, double t, double y[]);
} IntegratorProblem;

typedef struct IntegratorOptions {
  IntegratorMethod method;
  double tolerance;  // relative, and absolute in units of y
  double step;       // of rk4
} IntegratorOptions;

typedef struct IntegratorCounts {
  long steps;
  long evaluations;  // of rates
  long rejected;     // steps that were tried again
  bool is_stiff;     // auto went over to BDF
} IntegratorCounts;

typedef enum IntegratorEnd {
  INTEGRATOR_REACHED,
  INTEGRATOR_EVENT,
  INTEGRATOR_FAILED
} IntegratorEnd;

typedef struct Integrator Integrator;

// "auto", "adams", "bdf", "rk4"; INTEGRATOR_METHODS: there is no such word.
IntegratorMethod integrator_method(const char *word);
const char *integrator_method_word(IntegratorMethod method);

// Borrows the problem. NULL with a sentence in `why` if there is no memory.
Integrator *integrator_new(const IntegratorProblem *problem, const IntegratorOptions *options,
                           double t, const double y[], Text *why);
void integrator_free(Integrator *integrator);  // NULL is allowed

// Goes on to `until`, or to the first event before it; `wall` is a time beyond which nothing may be
// looked at, because something jumps there. Fills t, y and, by function, which have risen.
IntegratorEnd integrator_go(Integrator *integrator, double until, double wall, double *t,
                            double y[], bool has_risen[], Text *why);
// From another y: something has jumped.
bool integrator_restart(Integrator *integrator, double t, const double y[], Text *why);
IntegratorCounts integrator_counts(const Integrator *integrator);

#endif
