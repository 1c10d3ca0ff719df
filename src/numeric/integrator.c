// integrator.c -- the table of methods, and what all families need.
// SPDX-License-Identifier: MIT
#include "numeric/integrator_impl.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *word;
  const MethodFamily *family;
} METHODS[INTEGRATOR_METHODS] = {
  [INTEGRATOR_AUTO] = { "auto", &CVODE_FAMILY },
  [INTEGRATOR_ADAMS] = { "adams", &CVODE_FAMILY },
  [INTEGRATOR_BDF] = { "bdf", &CVODE_FAMILY },
  [INTEGRATOR_ERK4] = { "erk4", &ERK_FAMILY },
  [INTEGRATOR_ERK5] = { "erk5", &ERK_FAMILY },
  [INTEGRATOR_ERK6] = { "erk6", &ERK_FAMILY },
  [INTEGRATOR_ERK7] = { "erk7", &ERK_FAMILY },
  [INTEGRATOR_ERK8] = { "erk8", &ERK_FAMILY },
  [INTEGRATOR_RK4] = { "rk4", &FIXED_FAMILY },
  [INTEGRATOR_EULER] = { "euler", &FIXED_FAMILY },
  [INTEGRATOR_MIDPOINT] = { "midpoint", &FIXED_FAMILY },
  [INTEGRATOR_IDA] = { "ida", &IDA_FAMILY },
};
const char INTEGRATOR_METHOD_WORDS[] =
    "auto, adams, bdf, erk4, erk5, erk6, erk7, erk8, rk4, euler, midpoint, ida";
const char NO_VALUE[] = "the accelerations have no value";

IntegratorMethod integrator_method(const char *word)
{
  for (int i = 0; i < INTEGRATOR_METHODS; i++) {
    if (strcmp(word, METHODS[i].word) == 0) return (IntegratorMethod)i;
  }
  return INTEGRATOR_METHODS;
}

const char *integrator_method_word(IntegratorMethod method) { return METHODS[method].word; }

bool integrator_method_is_fixed(IntegratorMethod method)
{
  return METHODS[method].family == &FIXED_FAMILY;
}

// ---- what solvers ask for

bool numbers_are_finite(const double values[], int count)
{
  for (int i = 0; i < count; i++) {
    if (!isfinite(values[i])) return false;
  }
  return true;
}

bool integrator_rates(Integrator *integrator, double t, const double y[], double rates[])
{
  const IntegratorProblem *problem = integrator->problem;
  integrator->counts.evaluations++;
  return problem->rates(problem->context, t, y, rates) && numbers_are_finite(rates, problem->size);
}

int sundials_rates(realtype t, N_Vector y, N_Vector rates, void *context)
{
  const Integrator *integrator = context;
  long most = integrator->most_evaluations;
  if (most > 0 && integrator->counts.evaluations >= most) return -1;  // no smaller step
  bool is_good = integrator_rates(context, t, N_VGetArrayPointer(y), N_VGetArrayPointer(rates));
  return is_good ? 0 : 1;  // 1: try a smaller step
}

int sundials_events(realtype t, N_Vector y, realtype *values, void *context)
{
  const IntegratorProblem *problem = ((Integrator *)context)->problem;
  bool is_good = problem->events(problem->context, t, N_VGetArrayPointer(y), values);
  return is_good && numbers_are_finite(values, problem->event_count) ? 0 : -1;
}

void sundials_be_silent(int code, const char *module, const char *function, char *message,
                        void *context)
{
  (void)code, (void)module, (void)function, (void)message, (void)context;
}

int *rising_directions(const IntegratorProblem *problem)
{
  int *rising = memory_new((size_t)problem->event_count + 1, sizeof(int));
  for (int i = 0; i < problem->event_count; i++)
    rising[i] = 1;
  return rising;
}

bool integrator_take_jacobian(Integrator *integrator)
{
  const IntegratorProblem *problem = integrator->problem;
  size_t n = (size_t)problem->size;
  if (!integrator->jacobian && problem->jacobian && problem->has_jacobian(problem->context))
    integrator->jacobian = memory_new(n * n, sizeof(double));
  return integrator->jacobian != NULL;
}

void integrator_explain(const char *cause, double t, Text *why)
{
  text_format(why, "%s at t = %.9g s", cause, t);
}

// ---- life

bool integrator_open(Integrator *integrator)
{
  const IntegratorProblem *problem = integrator->problem;
  integrator->family = METHODS[integrator->options.method].family;
  return integrator->family->open(integrator) &&
         (problem->event_count == 0 ||
          problem->events(problem->context, integrator->t, N_VGetArrayPointer(integrator->y),
                          integrator->events));
}

void integrator_close(Integrator *integrator)
{
  integrator->counts = integrator_counts(integrator);
  integrator->family->close(integrator);
}

Integrator *integrator_new(const IntegratorProblem *problem, const IntegratorOptions *options,
                           double t, const double y[], Text *why)
{
  Integrator *integrator = memory_new(1, sizeof *integrator);
  size_t n = (size_t)problem->size, events = (size_t)problem->event_count;
  integrator->problem = problem;
  integrator->options = *options;
  integrator->is_auto = options->method == INTEGRATOR_AUTO;
  if (integrator->is_auto) integrator->options.method = INTEGRATOR_ADAMS;
  integrator->counts.method = integrator->options.method;
  integrator->family = METHODS[integrator->options.method].family;
  integrator->t = t;
  integrator->roots = memory_new(events + 1, sizeof(int));
  integrator->events = memory_new(events + 1, sizeof(double));
  integrator->values = memory_new(events + 1, sizeof(double));
  integrator->below = memory_new(events + 1, sizeof(double));
  integrator->above = memory_new(events + 1, sizeof(double));
  integrator->mark.y = memory_new(n, sizeof(double));
  integrator->room = memory_new(3 * n, sizeof(double));
  bool is_good = SUNContext_Create(NULL, &integrator->sundials) == 0;
  if (is_good) integrator->y = integrator_vector(problem->size, integrator->sundials);
  if (is_good && integrator->y) integrator->tried = N_VClone(integrator->y);
  is_good = is_good && integrator->y && integrator->tried;
  if (is_good) integrator->next = N_VGetArrayPointer(integrator->tried);
  if (is_good) memcpy(N_VGetArrayPointer(integrator->y), y, sizeof(double) * n);
  if (is_good && integrator_open(integrator)) return integrator;
  text_put(why, "the integrator could not be made");
  integrator_free(integrator);
  return NULL;
}

void integrator_free(Integrator *integrator)
{
  if (!integrator) return;
  integrator_close(integrator);
  if (integrator->y) N_VDestroy(integrator->y);
  if (integrator->tried) N_VDestroy(integrator->tried);
  SUNContext_Free(&integrator->sundials);
  free(integrator->roots);
  free(integrator->events);
  free(integrator->values);
  free(integrator->below);
  free(integrator->above);
  free(integrator->mark.y);
  free(integrator->room);
  free(integrator->jacobian);
  free(integrator);
}

IntegratorEnd integrator_go(Integrator *integrator, double until, double wall, double *t,
                            double y[], bool has_risen[], Text *why)
{
  IntegratorEnd end = integrator->is_auto
                          ? auto_go(integrator, until, wall, has_risen, why)
                          : integrator->family->go(integrator, until, wall, has_risen, why);
  *t = integrator->t;
  memcpy(y, N_VGetArrayPointer(integrator->y), sizeof(double) * (size_t)integrator->problem->size);
  return end;
}

bool integrator_restart(Integrator *integrator, double t, const double y[], Text *why)
{
  memcpy(N_VGetArrayPointer(integrator->y), y, sizeof(double) * (size_t)integrator->problem->size);
  integrator->t = t;
  integrator->mark.restarts++;
  integrator_close(integrator);
  if (integrator_open(integrator)) return true;
  text_format(why, "the motion cannot go on from t = %.9g s", t);
  return false;
}

IntegratorCounts integrator_counts(const Integrator *integrator)
{
  IntegratorCounts counts = integrator->counts;
  integrator->family->count(integrator, &counts);
  return counts;
}
