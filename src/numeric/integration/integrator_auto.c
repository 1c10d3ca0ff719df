// integrator_auto.c -- automatic selection of the method with the least work.
//
// Integration begins with Adams, or with an explicit method for sampled systems. After a number of
// evaluations, and again after many times as many, the alternatives are run for comparison, with
// equally short intervals between rows and as many restarts: BDF from the present point, over the
// time of the last evaluations, which is selected if it needs less than half of them, because then
// the problem is stiff; and an explicit method over the same time again, which is selected if it is
// clearly cheaper. Work is counted in evaluations and steps, never by a clock, so that results are
// reproducible on all machines.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include <math.h>
#include <string.h>

// ---- work

// Total work in operations: evaluations of the rates, and the overhead of the method (measured with
// compiled rates, from a pendulum to an arm of seven joints), which is the difference table of an
// Adams step or the stage sums of a Runge-Kutta step.
static double work_of(const IntegratorProblem *problem, IntegratorMethod method, double steps,
                      double evaluations)
{
  double size = problem->size;
  bool is_adams = method == INTEGRATOR_ADAMS;
  double besides = is_adams ? steps * (1800 + 320 * size) : evaluations * (275 + 50 * size);
  return evaluations * problem->operations + besides;
}

// ---- comparison runs

// Work from the baseline until now.
typedef struct Stretch {
  double way;  // [s] length
  double steps, evaluations, ends, restarts;
} Stretch;

static Stretch stretch_of(const Integrator *integrator)
{
  const AutoBaseline *mark = &integrator->mark;
  IntegratorCounts counts = integrator_counts(integrator);
  return (Stretch){ .way = integrator->t - mark->t,
                    .steps = (double)(counts.steps - mark->steps),
                    .evaluations = (double)(counts.evaluations - mark->evaluations),
                    .ends = fmax(1, (double)mark->ends),
                    .restarts = (double)mark->restarts };
}

// Returns true if the alternative already needs much more than its share. The first few intervals
// may be exceptional.
static bool is_hopeless(const Integrator *other, const Stretch *stretch, double most, double ways)
{
  enum { FIRST_WAYS = 3 };
  return ways >= FIRST_WAYS &&
         (double)other->counts.evaluations > 1.5 * most * ways / stretch->ends;
}

// Runs another method from (t, y) over a stretch of this length, without events. Returns false if
// it needs more evaluations than `most`.
static bool go_beside(Integrator *integrator, IntegratorMethod method, double t, const double y[],
                      const Stretch *stretch, double most, IntegratorCounts *counts)
{
  IntegratorProblem quiet = *integrator->problem;
  IntegratorOptions options = integrator->options;
  Text unused = { 0 };
  double reached = t, *at = integrator->next;
  bool is_explicit = method != INTEGRATOR_BDF;
  quiet.event_count = 0;
  quiet.jacobian = NULL;  // its derivation would take time
  quiet.project = NULL;   // negligible drift over a short time
  options.method = method;
  Integrator *other = integrator_new(&quiet, &options, t, y, &unused);
  bool is_good = other != NULL;
  if (other) other->most_evaluations = lround(most);
  size_t sizes = sizeof(double) * (size_t)sizes_count(&quiet);
  if (other) memcpy(other->sizes, integrator->sizes, sizes);
  double often = stretch->restarts / stretch->ends;
  for (double k = 1; is_good && k <= stretch->ends; k++) {
    bool begins = k > 1 && floor(k * often) > floor((k - 1) * often);
    if (begins) is_good = integrator_restart(other, reached, at, true, &unused);
    double until = t + stretch->way * k / stretch->ends, stop_time = t + 2 * stretch->way;
    is_good = is_good &&
              integrator_advance(other, until, stop_time, &reached, at, NULL, &unused) ==
                  INTEGRATOR_REACHED &&
              !(is_explicit && is_hopeless(other, stretch, most, k));
  }
  *counts = other ? integrator_counts(other) : (IntegratorCounts){ 0 };
  integrator->counts.evaluations += counts->evaluations;
  integrator_free(other);
  text_free(&unused);
  return is_good;
}

// ---- selection

static bool take(Integrator *integrator, IntegratorMethod method)
{
  integrator_close(integrator);
  integrator->options.method = integrator->counts.method = method;
  return integrator_open(integrator);
}

static IntegratorMethod runge_kutta_pair(const IntegratorOptions *options)
{
  static const double COARSE = 1e-5;
  return options->tolerance < COARSE ? INTEGRATOR_ERK6 : INTEGRATOR_ERK5;
}

static IntegratorMethod explicit_method(const Integrator *integrator)
{
  bool is_adams = integrator->options.method == INTEGRATOR_ADAMS;
  return is_adams ? runge_kutta_pair(&integrator->options) : INTEGRATOR_ADAMS;
}

// Returns true if the method may be selected. Long steps could miss event functions that rise and
// fall within them. Runge-Kutta methods project onto the constraints in every step, Adams at output
// rows only. Adams begins with short steps of low order, whose errors accumulate if it is restarted
// often.
static bool may_take(const IntegratorProblem *problem, IntegratorMethod other)
{
  bool may_go_far = !problem->has_brief_events && !problem->project;
  return other == INTEGRATOR_ADAMS ? !(problem->is_sampled && may_go_far) : may_go_far;
}

IntegratorMethod auto_first(const IntegratorProblem *problem, const IntegratorOptions *options)
{
  return may_take(problem, INTEGRATOR_ADAMS) ? INTEGRATOR_ADAMS : runge_kutta_pair(options);
}

// Minimum number of evaluations in one interval, however short.
static double least_evaluations(IntegratorMethod method)
{
  return method == INTEGRATOR_ERK6 ? 8 : method == INTEGRATOR_ERK5 ? 6 : 0;
}

// Returns true if stiffness may be the reason for short steps. BDF also begins with short steps of
// low order; if an explicit method needs only a few steps from one restart to the next, stability
// does not limit them.
static bool may_be_stiff(const Integrator *integrator, const Stretch *stretch)
{
  static const double FEW = 20;
  bool is_adams = integrator->options.method == INTEGRATOR_ADAMS;
  return is_adams || stretch->steps >= FEW * stretch->restarts;
}

// Selects the best method; the stretch was computed by Adams or by a Runge-Kutta method.
static IntegratorMethod best_method(Integrator *integrator, const Stretch *stretch)
{
  static const double CLEARLY = 0.75;
  const IntegratorProblem *problem = integrator->problem;
  const AutoBaseline *mark = &integrator->mark;
  IntegratorMethod now = integrator->options.method, other = explicit_method(integrator);
  IntegratorCounts counts;
  if (may_be_stiff(integrator, stretch) &&
      go_beside(integrator, INTEGRATOR_BDF, integrator->t, N_VGetArrayPointer(integrator->y),
                stretch, stretch->evaluations / 2, &counts) &&
      (double)counts.steps <= stretch->steps / 2) {
    return INTEGRATOR_BDF;
  }
  if (!may_take(problem, other)) return now;
  double least = CLEARLY * work_of(problem, now, stretch->steps, stretch->evaluations);
  double most = least / work_of(problem, other, other == INTEGRATOR_ADAMS ? 0.5 : 0, 1);
  bool is_cheaper =
      stretch->ends * least_evaluations(other) < most &&
      go_beside(integrator, other, mark->t, mark->y, stretch, most, &counts) &&
      work_of(problem, other, (double)counts.steps, (double)counts.evaluations) < least;
  return is_cheaper ? other : now;
}

static void put_mark(Integrator *integrator)
{
  IntegratorCounts counts = integrator_counts(integrator);
  AutoBaseline *mark = &integrator->mark;
  mark->is_set = true;
  mark->t = integrator->t;
  mark->steps = counts.steps;
  mark->evaluations = counts.evaluations;
  mark->ends = mark->restarts = 0;
  memcpy(mark->y, N_VGetArrayPointer(integrator->y),
         sizeof(double) * (size_t)integrator->problem->size);
}

// Changes the method if a comparison is due and another one is better.
static bool choose(Integrator *integrator)
{
  enum { STRETCH = 300 };
  AutoBaseline *mark = &integrator->mark;
  if (integrator->options.method == INTEGRATOR_BDF) return true;
  long evaluations = integrator->counts.evaluations;
  if (!mark->is_set && evaluations >= mark->next) put_mark(integrator);
  Stretch stretch = stretch_of(integrator);
  if (!mark->is_set || stretch.evaluations < STRETCH || !(stretch.way > 0)) return true;
  IntegratorMethod best = best_method(integrator, &stretch);
  mark->is_set = false;
  mark->next = (best == INTEGRATOR_ADAMS ? 3 : 10) * evaluations;
  return best == integrator->options.method || take(integrator, best);
}

IntegratorEnd auto_go(Integrator *integrator, double until, double stop_time, bool has_crossed[],
                      Text *why)
{
  for (;;) {
    if (!choose(integrator)) break;
    IntegratorEnd end = integrator->family->go(integrator, until, stop_time, has_crossed, why);
    if (end == INTEGRATOR_REASSESS) continue;
    if (end != INTEGRATOR_FAILED) integrator->mark.ends++;
    bool goes_over = end == INTEGRATOR_FAILED && integrator->is_stuck &&
                     integrator->options.method != INTEGRATOR_BDF;
    if (!goes_over) return end;
    text_clear(why);  // a failure of explicit methods indicates stiffness
    if (!take(integrator, INTEGRATOR_BDF)) break;
  }
  integrator_explain("the integrator failed", integrator->t, why);
  return INTEGRATOR_FAILED;
}
