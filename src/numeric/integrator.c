// integrator.c -- CVODE behind a few functions, and steps of one length.
// SPDX-License-Identifier: MIT
#include "numeric/integrator.h"

#include "base/memory.h"

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

// It is stiff where BDF gets as far as Adams did with less than half the evaluations. That is tried
// after so many steps of Adams, and again after ten times as many.
enum { FIRST_TRIAL = 200, MOST_STEPS = 2000000 };

struct Integrator {
  const IntegratorProblem *problem;
  IntegratorOptions options;
  bool is_stiff;
  double t;
  long steps, evaluations, rejected;  // of solvers that are gone, and of rk4
  SUNContext sundials;
  void *cvode;
  N_Vector y;
  long trial;  // after so many steps of this solver
  long trial_from, trial_evaluations;
  double trial_time;
  SUNNonlinearSolver fixed_point;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  int *roots;
  double *events;  // of rk4, at the last step
  double *room;    // of rk4
};

static const char *const WORDS[INTEGRATOR_METHODS] = { "auto", "adams", "bdf", "rk4" };

IntegratorMethod integrator_method(const char *word)
{
  for (int i = 0; i < INTEGRATOR_METHODS; i++) {
    if (strcmp(word, WORDS[i]) == 0) return (IntegratorMethod)i;
  }
  return INTEGRATOR_METHODS;
}

const char *integrator_method_word(IntegratorMethod method) { return WORDS[method]; }

// ---- what CVODE asks for

static bool are_finite(const double values[], int count)
{
  for (int i = 0; i < count; i++) {
    if (!isfinite(values[i])) return false;
  }
  return true;
}

static int rates_at(realtype t, N_Vector y, N_Vector rates, void *context)
{
  const IntegratorProblem *problem = ((Integrator *)context)->problem;
  double *out = N_VGetArrayPointer(rates);
  bool is_good = problem->rates(problem->context, t, N_VGetArrayPointer(y), out);
  return is_good && are_finite(out, problem->size) ? 0 : 1;  // 1: try a smaller step
}

static int events_at(realtype t, N_Vector y, realtype *values, void *context)
{
  const IntegratorProblem *problem = ((Integrator *)context)->problem;
  bool is_good = problem->events(problem->context, t, N_VGetArrayPointer(y), values);
  return is_good && are_finite(values, problem->event_count) ? 0 : -1;
}

static int project_at(realtype t, N_Vector y, N_Vector correction, realtype tolerance, N_Vector err,
                      void *context)
{
  (void)tolerance;
  (void)err;
  const IntegratorProblem *problem = ((Integrator *)context)->problem;
  double *moved = N_VGetArrayPointer(correction);
  const double *from = N_VGetArrayPointer(y);
  memcpy(moved, from, sizeof(double) * (size_t)problem->size);
  if (!problem->project(problem->context, t, moved)) return 1;
  for (int i = 0; i < problem->size; i++)
    moved[i] -= from[i];
  return 0;
}

// ---- CVODE

static void close_solver(Integrator *integrator)
{
  IntegratorCounts counts = integrator_counts(integrator);
  integrator->steps = counts.steps;
  integrator->evaluations = counts.evaluations;
  integrator->rejected = counts.rejected;
  CVodeFree(&integrator->cvode);
  if (integrator->fixed_point) SUNNonlinSolFree(integrator->fixed_point);
  if (integrator->linear) SUNLinSolFree(integrator->linear);
  if (integrator->matrix) SUNMatDestroy(integrator->matrix);
  integrator->cvode = NULL;
  integrator->fixed_point = NULL;
  integrator->linear = NULL;
  integrator->matrix = NULL;
}

static void be_silent(int code, const char *module, const char *function, char *message,
                      void *context)
{
  (void)code, (void)module, (void)function, (void)message, (void)context;
}

// Newton's method with a matrix of differences.
static bool use_newton(Integrator *integrator)
{
  int n = integrator->problem->size;
  integrator->matrix = SUNDenseMatrix(n, n, integrator->sundials);
  integrator->linear = SUNLinSol_Dense(integrator->y, integrator->matrix, integrator->sundials);
  return integrator->linear &&
         CVodeSetLinearSolver(integrator->cvode, integrator->linear, integrator->matrix) == 0 &&
         (!integrator->problem->project || CVodeSetProjFn(integrator->cvode, project_at) == 0);
}

static bool use_fixed_point(Integrator *integrator)
{
  integrator->fixed_point = SUNNonlinSol_FixedPoint(integrator->y, 0, integrator->sundials);
  return integrator->fixed_point &&
         CVodeSetNonlinearSolver(integrator->cvode, integrator->fixed_point) == 0;
}

// A solver from `t` and what is in integrator->y.
static bool open_solver(Integrator *integrator, double t)
{
  const IntegratorProblem *problem = integrator->problem;
  bool is_newton = integrator->options.method == INTEGRATOR_BDF || integrator->is_stiff;
  double tolerance = integrator->options.tolerance;
  int *rising = memory_new((size_t)problem->event_count + 1, sizeof(int));
  for (int i = 0; i < problem->event_count; i++)
    rising[i] = 1;
  integrator->trial = FIRST_TRIAL;
  integrator->trial_from = integrator->trial_evaluations = 0;
  integrator->trial_time = t;
  integrator->cvode = CVodeCreate(is_newton ? CV_BDF : CV_ADAMS, integrator->sundials);
  bool is_good = integrator->cvode &&
                 CVodeInit(integrator->cvode, rates_at, t, integrator->y) == 0 &&
                 CVodeSetErrHandlerFn(integrator->cvode, be_silent, NULL) == 0 &&
                 CVodeSStolerances(integrator->cvode, tolerance, tolerance) == 0 &&
                 CVodeSetUserData(integrator->cvode, integrator) == 0 &&
                 CVodeSetMaxNumSteps(integrator->cvode, 1) == 0 &&
                 (is_newton ? use_newton(integrator) : use_fixed_point(integrator));
  if (is_good && problem->event_count > 0) {
    is_good = CVodeRootInit(integrator->cvode, problem->event_count, events_at) == 0 &&
              CVodeSetRootDirection(integrator->cvode, rising) == 0 &&
              CVodeSetNoInactiveRootWarn(integrator->cvode) == 0;
  }
  free(rising);
  return is_good;
}

// BDF beside Adams, without events, as far again as Adams came since the last trial.
static bool bdf_is_cheaper(Integrator *integrator, double t, double way, long steps,
                           long evaluations)
{
  Integrator beside = { .problem = integrator->problem,
                        .options = integrator->options,
                        .sundials = integrator->sundials,
                        .y = N_VClone(integrator->y) };
  IntegratorProblem quiet = *integrator->problem;
  quiet.event_count = 0;
  beside.problem = &quiet;
  beside.options.method = INTEGRATOR_BDF;
  bool is_good =
      beside.y && CVodeGetDky(integrator->cvode, t, 0, beside.y) == 0 && open_solver(&beside, t);
  double reached = t;
  IntegratorCounts spent = { 0 };
  for (long k = 0; is_good && reached < t + way; k++) {
    int code = CVode(beside.cvode, t + way, beside.y, &reached, CV_ONE_STEP);
    spent = integrator_counts(&beside);
    is_good = code >= 0 && k < steps / 2 && spent.evaluations < evaluations / 2;
  }
  if (beside.cvode) close_solver(&beside);
  if (beside.y) N_VDestroy(beside.y);
  integrator->evaluations += spent.evaluations;
  return is_good;
}

static bool is_stiff(Integrator *integrator)
{
  long steps = 0, evaluations = 0;
  double now = 0;
  CVodeGetNumSteps(integrator->cvode, &steps);
  CVodeGetNumRhsEvals(integrator->cvode, &evaluations);
  CVodeGetCurrentTime(integrator->cvode, &now);
  if (steps < integrator->trial) return false;
  bool is_cheaper =
      bdf_is_cheaper(integrator, now, now - integrator->trial_time, steps - integrator->trial_from,
                     evaluations - integrator->trial_evaluations);
  integrator->trial *= 10;
  integrator->trial_from = steps;
  integrator->trial_evaluations = evaluations;
  integrator->trial_time = now;
  return is_cheaper;
}

// BDF from where Adams stands.
static bool become_stiff(Integrator *integrator)
{
  double now = integrator->t;
  CVodeGetCurrentTime(integrator->cvode, &now);
  if (CVodeGetDky(integrator->cvode, now, 0, integrator->y) != 0) return false;
  close_solver(integrator);
  integrator->is_stiff = true;
  return open_solver(integrator, now);
}

static void explain(int code, double t, Text *why)
{
  const char *cause = "the integrator failed";
  switch (code) {
  case CV_TOO_MUCH_WORK: cause = "it takes too many steps"; break;
  case CV_TOO_MUCH_ACC: cause = "so small a tolerance cannot be kept with doubles"; break;
  case CV_ERR_FAILURE:
  case CV_CONV_FAILURE:
    cause = "even the smallest step is not accurate: a singularity is near";
    break;
  case CV_LSETUP_FAIL:
  case CV_LSOLVE_FAIL: cause = "the linear equations of a step cannot be solved"; break;
  case CV_FIRST_RHSFUNC_ERR:
  case CV_RHSFUNC_FAIL:
  case CV_REPTD_RHSFUNC_ERR:
  case CV_UNREC_RHSFUNC_ERR: cause = "the accelerations have no value"; break;
  case CV_RTFUNC_FAIL: cause = "the condition of an event has no value"; break;
  case CV_PROJFUNC_FAIL:
  case CV_REPTD_PROJFUNC_ERR: cause = "the mechanism cannot be closed"; break;
  default: break;
  }
  text_format(why, "%s at t = %.9g s", cause, t);
}

static IntegratorEnd go_by_cvode(Integrator *integrator, double until, double wall, double *t,
                                 Text *why)
{
  long most = integrator_counts(integrator).steps + MOST_STEPS;
  CVodeSetStopTime(integrator->cvode, wall);
  for (;;) {
    int code = CVode(integrator->cvode, until, integrator->y, t, CV_NORMAL);
    integrator->t = *t;
    if (code == CV_ROOT_RETURN) return INTEGRATOR_EVENT;
    if (code == CV_SUCCESS || code == CV_TSTOP_RETURN) return INTEGRATOR_REACHED;
    bool is_auto = integrator->options.method == INTEGRATOR_AUTO && !integrator->is_stiff;
    bool is_stuck = code == CV_CONV_FAILURE || code == CV_ERR_FAILURE;
    if (is_auto && ((code == CV_TOO_MUCH_WORK && is_stiff(integrator)) || is_stuck)) {
      if (!become_stiff(integrator)) return INTEGRATOR_FAILED;
      CVodeSetStopTime(integrator->cvode, wall);
      continue;
    }
    if (code == CV_TOO_MUCH_WORK && integrator_counts(integrator).steps < most) continue;
    explain(code, *t, why);
    return INTEGRATOR_FAILED;
  }
}

// ---- steps of one length

static bool rk4_step(Integrator *integrator, double t, double h, const double y[], double out[])
{
  const IntegratorProblem *problem = integrator->problem;
  static const double TIMES[] = { 0, 0.5, 0.5, 1 }, WEIGHTS[] = { 1, 2, 2, 1 };
  int n = problem->size;
  double *k = integrator->room, *at = k + n, *sum = at + n;
  memset(sum, 0, sizeof(double) * (size_t)n);
  memset(k, 0, sizeof(double) * (size_t)n);
  for (int stage = 0; stage < 4; stage++) {
    for (int i = 0; i < n; i++)
      at[i] = y[i] + TIMES[stage] * h * k[i];
    integrator->evaluations++;
    if (!problem->rates(problem->context, t + TIMES[stage] * h, at, k) || !are_finite(k, n))
      return false;
    for (int i = 0; i < n; i++)
      sum[i] += WEIGHTS[stage] * k[i];
  }
  for (int i = 0; i < n; i++)
    out[i] = y[i] + h / 6 * sum[i];
  return true;
}

static int count_rises(const double before[], const double now[], int count, bool has_risen[])
{
  int rises = 0;
  for (int i = 0; i < count; i++) {
    has_risen[i] = before[i] < 0 && now[i] >= 0;
    rises += has_risen[i];
  }
  return rises;
}

// Halves the step until the first rise within it is at its end.
static bool find_rise(Integrator *integrator, double h, const double y[], double out[],
                      double *used, bool has_risen[])
{
  enum { HALVINGS = 60 };
  const IntegratorProblem *problem = integrator->problem;
  int events = problem->event_count, n = problem->size;
  double *values = integrator->room + 3 * n;
  double low = 0, high = h;
  for (int k = 0; k < HALVINGS; k++) {
    double middle = (low + high) / 2;
    if (!rk4_step(integrator, integrator->t, middle, y, out) ||
        !problem->events(problem->context, integrator->t + middle, out, values)) {
      return false;
    }
    if (count_rises(integrator->events, values, events, has_risen) > 0) {
      high = middle;
    } else {
      low = middle;
    }
  }
  *used = high;
  if (!rk4_step(integrator, integrator->t, high, y, out) ||
      !problem->events(problem->context, integrator->t + high, out, values)) {
    return false;
  }
  count_rises(integrator->events, values, events, has_risen);
  memcpy(integrator->events, values, sizeof(double) * (size_t)events);
  return true;
}

static IntegratorEnd go_by_rk4(Integrator *integrator, double until, double *t, bool has_risen[],
                               Text *why)
{
  const IntegratorProblem *problem = integrator->problem;
  int n = problem->size, events = problem->event_count;
  double *y = N_VGetArrayPointer(integrator->y);
  double *next = integrator->room + 3 * n + events, *values = integrator->room + 3 * n;
  IntegratorEnd end = INTEGRATOR_REACHED;
  while (integrator->t < until && end == INTEGRATOR_REACHED) {
    double h = fmin(integrator->options.step, until - integrator->t);
    bool is_last = until - integrator->t <= integrator->options.step * (1 + 1e-9);
    if (is_last) h = until - integrator->t;
    bool is_good =
        rk4_step(integrator, integrator->t, h, y, next) &&
        (events == 0 || problem->events(problem->context, integrator->t + h, next, values));
    if (is_good && events > 0 && count_rises(integrator->events, values, events, has_risen) > 0) {
      is_good = find_rise(integrator, h, y, next, &h, has_risen);
      is_last = false;
      end = INTEGRATOR_EVENT;
    } else if (is_good && events > 0) {
      memcpy(integrator->events, values, sizeof(double) * (size_t)events);
    }
    if (!is_good) {
      explain(CV_RHSFUNC_FAIL, integrator->t, why);
      end = INTEGRATOR_FAILED;
      break;
    }
    integrator->steps++;
    memcpy(y, next, sizeof(double) * (size_t)n);
    integrator->t = is_last ? until : integrator->t + h;
  }
  *t = integrator->t;
  return end;
}

static bool look_at_events(Integrator *integrator)
{
  const IntegratorProblem *problem = integrator->problem;
  return problem->event_count == 0 ||
         problem->events(problem->context, integrator->t, N_VGetArrayPointer(integrator->y),
                         integrator->events);
}

// ---- all of them

Integrator *integrator_new(const IntegratorProblem *problem, const IntegratorOptions *options,
                           double t, const double y[], Text *why)
{
  Integrator *integrator = memory_new(1, sizeof *integrator);
  size_t n = (size_t)problem->size, events = (size_t)problem->event_count;
  integrator->problem = problem;
  integrator->options = *options;
  integrator->t = t;
  integrator->roots = memory_new(events + 1, sizeof(int));
  integrator->events = memory_new(events + 1, sizeof(double));
  integrator->room = memory_new(4 * n + events + 1, sizeof(double));
  bool is_good = SUNContext_Create(NULL, &integrator->sundials) == 0;
  if (is_good) integrator->y = N_VNew_Serial((sunindextype)n, integrator->sundials);
  is_good = is_good && integrator->y != NULL;
  if (is_good) memcpy(N_VGetArrayPointer(integrator->y), y, sizeof(double) * n);
  if (is_good && options->method != INTEGRATOR_RK4) is_good = open_solver(integrator, t);
  if (is_good) is_good = look_at_events(integrator);
  if (is_good) return integrator;
  text_put(why, "the integrator could not be made");
  integrator_free(integrator);
  return NULL;
}

void integrator_free(Integrator *integrator)
{
  if (!integrator) return;
  if (integrator->cvode) close_solver(integrator);
  if (integrator->y) N_VDestroy(integrator->y);
  SUNContext_Free(&integrator->sundials);
  free(integrator->roots);
  free(integrator->events);
  free(integrator->room);
  free(integrator);
}

IntegratorEnd integrator_go(Integrator *integrator, double until, double wall, double *t,
                            double y[], bool has_risen[], Text *why)
{
  int events = integrator->problem->event_count;
  bool is_fixed = integrator->options.method == INTEGRATOR_RK4;
  IntegratorEnd end = is_fixed ? go_by_rk4(integrator, until, t, has_risen, why)
                               : go_by_cvode(integrator, until, wall, t, why);
  if (end == INTEGRATOR_EVENT && !is_fixed) {
    CVodeGetRootInfo(integrator->cvode, integrator->roots);
    for (int i = 0; i < events; i++)
      has_risen[i] = integrator->roots[i] > 0;
  }
  memcpy(y, N_VGetArrayPointer(integrator->y), sizeof(double) * (size_t)integrator->problem->size);
  return end;
}

bool integrator_restart(Integrator *integrator, double t, const double y[], Text *why)
{
  memcpy(N_VGetArrayPointer(integrator->y), y, sizeof(double) * (size_t)integrator->problem->size);
  integrator->t = t;
  if (integrator->cvode) close_solver(integrator);
  bool is_good = integrator->options.method == INTEGRATOR_RK4 || open_solver(integrator, t);
  if (is_good && look_at_events(integrator)) return true;
  text_format(why, "the motion cannot go on from t = %.9g s", t);
  return false;
}

IntegratorCounts integrator_counts(const Integrator *integrator)
{
  IntegratorCounts counts = { .steps = integrator->steps,
                              .evaluations = integrator->evaluations,
                              .rejected = integrator->rejected,
                              .is_stiff = integrator->is_stiff };
  long steps = 0, evaluations = 0, jacobian = 0, errors = 0, failures = 0;
  if (!integrator->cvode) return counts;
  CVodeGetNumSteps(integrator->cvode, &steps);
  CVodeGetNumRhsEvals(integrator->cvode, &evaluations);
  CVodeGetNumErrTestFails(integrator->cvode, &errors);
  CVodeGetNumNonlinSolvConvFails(integrator->cvode, &failures);
  if (integrator->linear) CVodeGetNumLinRhsEvals(integrator->cvode, &jacobian);
  counts.steps += steps;
  counts.evaluations += evaluations + jacobian;
  counts.rejected += errors + failures;
  return counts;
}
