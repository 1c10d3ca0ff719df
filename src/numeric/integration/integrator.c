// integrator.c -- the table of methods, and functions for all backends.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include "base/memory/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *word;
  const IntegratorBackend *family;
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
const char NOT_CLOSED[] = "the mechanism cannot be closed";

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

// ---- callbacks of the solvers

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
  // unrecoverable: no smaller step
  if (most > 0 && integrator->counts.evaluations >= most) return -1;
  bool is_good = integrator_rates(context, t, N_VGetArrayPointer(y), N_VGetArrayPointer(rates));
  return is_good ? 0 : 1;  // 1: recoverable, try a smaller step
}

void sundials_ignore_message(int code, const char *module, const char *function, char *message,
                             void *context)
{
  (void)code, (void)module, (void)function, (void)message, (void)context;
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

// ---- construction

bool integrator_open(Integrator *integrator)
{
  integrator->family = METHODS[integrator->options.method].family;
  integrator->reached = integrator->t;
  integrator->search.has_first = false;
  return integrator->family->open(integrator);
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
  size_t n = (size_t)problem->size;
  integrator->problem = problem;
  integrator->options = *options;
  integrator->is_auto = options->method == INTEGRATOR_AUTO;
  if (integrator->is_auto) integrator->options.method = auto_first(problem, options);
  integrator->counts.method = integrator->options.method;
  integrator->family = METHODS[integrator->options.method].family;
  integrator->t = t;
  events_new(integrator);
  integrator->sizes = memory_new((size_t)sizes_count(problem), sizeof(double));
  integrator->absolute = memory_new((size_t)sizes_count(problem), sizeof(double));
  integrator->mark.y = memory_new(n, sizeof(double));
  integrator->room = memory_new(3 * n, sizeof(double));
  integrator->ahead = memory_new(n, sizeof(double));
  bool is_good = SUNContext_Create(NULL, &integrator->sundials) == 0;
  if (is_good) integrator->y = integrator_vector(problem->size, integrator->sundials);
  if (is_good && integrator->y) integrator->tried = N_VClone(integrator->y);
  if (is_good && integrator->y) integrator->tangent = N_VClone(integrator->y);
  is_good = is_good && integrator->y && integrator->tried && integrator->tangent;
  if (is_good) integrator->next = N_VGetArrayPointer(integrator->tried);
  if (is_good) memcpy(N_VGetArrayPointer(integrator->y), y, sizeof(double) * n);
  if (is_good) sizes_begin(integrator, y);
  if (is_good && events_begin(integrator, y) && integrator_open(integrator)) return integrator;
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
  if (integrator->tangent) N_VDestroy(integrator->tangent);
  SUNContext_Free(&integrator->sundials);
  events_free(integrator);
  free(integrator->sizes);
  free(integrator->absolute);
  free(integrator->mark.y);
  free(integrator->room);
  free(integrator->ahead);
  free(integrator->jacobian);
  free(integrator);
}

IntegratorEnd integrator_advance(Integrator *integrator, double until, double stop_time, double *t,
                                 double y[], bool has_crossed[], Text *why)
{
  integrator->has_absolute = false;  // the problem may have other sizes now
  IntegratorEnd end = integrator->is_auto
                          ? auto_go(integrator, until, stop_time, has_crossed, why)
                          : integrator->family->go(integrator, until, stop_time, has_crossed, why);
  *t = integrator->t;
  memcpy(y, N_VGetArrayPointer(integrator->y), sizeof(double) * (size_t)integrator->problem->size);
  return end;
}

bool integrator_restart(Integrator *integrator, double t, const double y[], bool has_jumped,
                        Text *why)
{
  memcpy(N_VGetArrayPointer(integrator->y), y, sizeof(double) * (size_t)integrator->problem->size);
  integrator->t = t;
  integrator->mark.restarts++;
  integrator->has_absolute = false;
  integrator_close(integrator);
  if (has_jumped && !sizes_are_known(integrator)) sizes_begin(integrator, y);
  if ((!has_jumped || events_begin(integrator, y)) && integrator_open(integrator)) return true;
  text_format(why, "the motion cannot go on from t = %.9g s", t);
  return false;
}

IntegratorCounts integrator_counts(const Integrator *integrator)
{
  IntegratorCounts counts = integrator->counts;
  integrator->family->count(integrator, &counts);
  return counts;
}
