// integrator.h -- y' = f(t, y) followed from a start, with the moments at which functions of it rise
// through zero.
//
//   adams, bdf    CVODE (SUNDIALS): variable order and step; Adams where nothing is stiff, BDF with
//                 Newton's method where it is; values between steps are of the method's own order
//   auto          Adams, and another of these from where that gets on with less work
//   erk4 .. erk8  ARKODE: explicit Runge-Kutta pairs of that order; steps end where rows are
//   rk4           steps of one length: classical Runge-Kutta, as a real-time loop would do it
//   euler         likewise: speeds first, then positions with the new speeds
//   midpoint      likewise: the implicit midpoint rule, which keeps energies of springs for ever
//   ida           IDA: F(t, y, y') = 0 with unknowns that have no rates, by BDF
//
// One file for each family, behind integrator_impl.h; SUNDIALS is seen nowhere else.
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

// What is small beside the rest of its family may be rounding; forces and what has no family are beside
// positions, speeds and what has no family. Works are beside nothing: their size is an energy.
typedef enum IntegratorFamily {
  FAMILY_NONE,
  FAMILY_POSITIONS,
  FAMILY_SPEEDS,
  FAMILY_FORCES,
  FAMILY_WORKS,
  FAMILIES
} IntegratorFamily;

// What is known of the entries of one kind (integrator_sizes.c).
typedef struct IntegratorKind {
  IntegratorFamily family;
  double size;  // at least
  int smaller;  // another kind that is no larger; -1: none
} IntegratorKind;

typedef struct IntegratorProblem {
  int size;
  void *context;
  // y' at (t, y). False: it has no value there; a smaller step is tried.
  bool (*rates)(void *context, double t, const double y[], double rates[]);
  bool remembers;  // rates begin from those before them: they are asked for on the way only
  // The rate of y[i] is y[positions + i], for i < positions: that is what euler needs.
  int positions;
  // Of what kind an entry of y is: those of one kind have one size. NULL: each is its own.
  const int *kind;
  const IntegratorKind *kinds;
  int kind_count;
  // So many numbers at the end of y no rate depends on.
  int idle;
  // df/dy, size x size and row-major; NULL: it is found by differences. An implicit method asks
  // has_jacobian() first, when it begins: deriving may take time, or be impossible.
  bool (*has_jacobian)(void *context);
  bool (*jacobian)(void *context, double t, const double y[], double jacobian[]);
  // Functions whose rise through zero is an event. The last so many are guards: where one of them is
  // above 0, y may be beyond where it can be projected.
  int event_count, guards;
  bool (*events)(void *context, double t, const double y[], double values[]);
  // Function `event` came as near to 0 from below, and turned round: it may have risen. NULL: nobody asks.
  void (*missed)(void *context, int event, double t, double by);
  // The nearest y for which what must hold holds, if it is off by more than `slack`; NULL: nothing
  // must. Asked in every step, by Adams in every hundredth: between these it is the caller's affair,
  // by integrator_restart().
  bool (*project)(void *context, double t, double y[], double slack);
  // For auto: what one evaluation of the rates takes, in operations of its program, and whether
  // events may rise and fall within a long step.
  double operations;
  bool has_brief_events;
  bool is_sampled;  // it begins anew again and again
  // Of ida, instead of rates: F(t, y, y'), which entries of y have no rates, and what those are and
  // all rates are where it begins.
  bool (*residual)(void *context, double t, const double y[], const double rates[],
                   double residual[]);
  // dF/dy + c dF/dy', row-major; NULL: by differences.
  bool (*residual_jacobian)(void *context, double t, const double y[], const double rates[],
                            double c, double jacobian[]);
  const bool *is_algebraic;
  bool (*begin)(void *context, double t, double y[], double rates[]);
} IntegratorProblem;

typedef struct IntegratorOptions {
  IntegratorMethod method;
  double tolerance;  // relative
  double
      absolute;  // in units of y; NaN: the tolerance times the size of the entry (integrator_sizes.c)
  double step;        // of methods with steps of one length
  double resolution;  // [s] between looks at the events, at most; 0: a step has one at its end
} IntegratorOptions;

typedef struct IntegratorCounts {
  long steps;
  long evaluations;         // of rates, or of F
  long rejected;            // steps that were tried again
  long jacobians;           // that were derived, not found by differences
  IntegratorMethod method;  // the last one; of auto what it has chosen
} IntegratorCounts;

typedef enum IntegratorEnd {
  INTEGRATOR_REACHED,
  INTEGRATOR_EVENT,
  INTEGRATOR_FAILED,
  INTEGRATOR_REASSESS  // never told: auto may look around
} IntegratorEnd;

typedef struct Integrator Integrator;

// INTEGRATOR_METHODS: there is no such word.
IntegratorMethod integrator_method(const char *word);
const char *integrator_method_word(IntegratorMethod method);
// All words, for messages: "auto, adams, ..".
extern const char INTEGRATOR_METHOD_WORDS[];
// Are its steps of one length, whatever the error is?
bool integrator_method_is_fixed(IntegratorMethod method);

// Borrows the problem. NULL with a sentence in `why` if there is no memory.
Integrator *integrator_new(const IntegratorProblem *problem, const IntegratorOptions *options,
                           double t, const double y[], Text *why);
void integrator_free(Integrator *integrator);  // NULL is allowed

// Goes on to `until`, or to the first event before it; `wall` is a time beyond which nothing may be
// looked at, because something jumps there. Fills t, y and, by function, which have risen.
IntegratorEnd integrator_advance(Integrator *integrator, double until, double stop_time, double *t,
                                 double y[], bool has_crossed[], Text *why);
// From another y. If something has jumped, y tells which functions of events are above 0; otherwise y was
// only corrected, and a function that this brings above 0 has risen.
bool integrator_restart(Integrator *integrator, double t, const double y[], bool has_jumped,
                        Text *why);
IntegratorCounts integrator_counts(const Integrator *integrator);

#endif
