// integrator_cvode.c -- Adams and BDF by CVODE, and the choice between them.
// SPDX-License-Identifier: MIT
#include "numeric/integrator_impl.h"

#include <cvode/cvode.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

// It is stiff where BDF gets as far as Adams did with less than half the evaluations. That is tried
// after so many steps of Adams, and again after ten times as many.
enum { FIRST_TRIAL = 200, STEPS_AT_ONCE = 100 };

// ---- what CVODE asks for

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

static int jacobian_at(realtype t, N_Vector y, N_Vector rates, SUNMatrix matrix, void *context,
                       N_Vector room1, N_Vector room2, N_Vector room3)
{
  (void)rates, (void)room1, (void)room2, (void)room3;
  Integrator *integrator = context;
  const IntegratorProblem *problem = integrator->problem;
  int n = problem->size;
  if (!problem->jacobian(problem->context, t, N_VGetArrayPointer(y), integrator->jacobian) ||
      !numbers_are_finite(integrator->jacobian, n * n)) {
    return 1;
  }
  integrator->counts.jacobians++;
  for (int j = 0; j < n; j++) {
    realtype *column = SM_COLUMN_D(matrix, j);
    for (int i = 0; i < n; i++)
      column[i] = integrator->jacobian[i * n + j];
  }
  return 0;
}

// ---- the solver

static void close_solver(Integrator *integrator)
{
  CVodeFree(&integrator->solver);
  if (integrator->fixed_point) SUNNonlinSolFree(integrator->fixed_point);
  if (integrator->linear) SUNLinSolFree(integrator->linear);
  if (integrator->matrix) SUNMatDestroy(integrator->matrix);
  integrator->solver = NULL;
  integrator->fixed_point = NULL;
  integrator->linear = NULL;
  integrator->matrix = NULL;
}

static bool use_newton(Integrator *integrator)
{
  int n = integrator->problem->size;
  integrator->matrix = SUNDenseMatrix(n, n, integrator->sundials);
  integrator->linear = SUNLinSol_Dense(integrator->y, integrator->matrix, integrator->sundials);
  return integrator->linear &&
         CVodeSetLinearSolver(integrator->solver, integrator->linear, integrator->matrix) == 0 &&
         (!integrator->jacobian || CVodeSetJacFn(integrator->solver, jacobian_at) == 0) &&
         (!integrator->problem->project || CVodeSetProjFn(integrator->solver, project_at) == 0);
}

static bool use_fixed_point(Integrator *integrator)
{
  integrator->fixed_point = SUNNonlinSol_FixedPoint(integrator->y, 0, integrator->sundials);
  return integrator->fixed_point &&
         CVodeSetNonlinearSolver(integrator->solver, integrator->fixed_point) == 0;
}

static bool find_roots(Integrator *integrator)
{
  const IntegratorProblem *problem = integrator->problem;
  if (problem->event_count == 0) return true;
  int *rising = rising_directions(problem);
  bool is_good = CVodeRootInit(integrator->solver, problem->event_count, sundials_events) == 0 &&
                 CVodeSetRootDirection(integrator->solver, rising) == 0 &&
                 CVodeSetNoInactiveRootWarn(integrator->solver) == 0;
  free(rising);
  return is_good;
}

static bool open_solver(Integrator *integrator)
{
  bool is_newton = integrator->options.method == INTEGRATOR_BDF || integrator->counts.is_stiff;
  double tolerance = integrator->options.tolerance;
  integrator->trial = FIRST_TRIAL;
  integrator->trial_from = 0;
  integrator->trial_evaluations = integrator->counts.evaluations;
  integrator->trial_time = integrator->t;
  integrator->solver = CVodeCreate(is_newton ? CV_BDF : CV_ADAMS, integrator->sundials);
  void *solver = integrator->solver;
  return solver && CVodeInit(solver, sundials_rates, integrator->t, integrator->y) == 0 &&
         CVodeSetErrHandlerFn(solver, sundials_be_silent, NULL) == 0 &&
         CVodeSStolerances(solver, tolerance, tolerance) == 0 &&
         CVodeSetUserData(solver, integrator) == 0 &&
         CVodeSetMaxNumSteps(solver, STEPS_AT_ONCE) == 0 &&
         (is_newton ? use_newton(integrator) : use_fixed_point(integrator)) &&
         find_roots(integrator);
}

static bool cvode_open(Integrator *integrator)
{
  if (integrator->options.method == INTEGRATOR_BDF || integrator->counts.is_stiff)
    integrator_take_jacobian(integrator);
  return open_solver(integrator);
}

static void cvode_count(const Integrator *integrator, IntegratorCounts *counts)
{
  long steps = 0, errors = 0, failures = 0;
  if (!integrator->solver) return;
  CVodeGetNumSteps(integrator->solver, &steps);
  CVodeGetNumErrTestFails(integrator->solver, &errors);
  CVodeGetNumNonlinSolvConvFails(integrator->solver, &failures);
  counts->steps += steps;
  counts->rejected += errors + failures;
}

// ---- auto

// BDF beside Adams, without events and by differences, as far again as Adams came since the last
// trial.
static bool bdf_is_cheaper(Integrator *integrator, double t, double way, long steps,
                           long evaluations)
{
  IntegratorProblem quiet = *integrator->problem;
  quiet.event_count = 0;
  Integrator beside = { .problem = &quiet,
                        .options = integrator->options,
                        .t = t,
                        .sundials = integrator->sundials,
                        .y = N_VClone(integrator->y) };
  beside.options.method = INTEGRATOR_BDF;
  bool is_good =
      beside.y && CVodeGetDky(integrator->solver, t, 0, beside.y) == 0 && open_solver(&beside);
  double reached = t;
  for (long k = 0; is_good && reached < t + way; k++) {
    int code = CVode(beside.solver, t + way, beside.y, &reached, CV_ONE_STEP);
    is_good = code >= 0 && k < steps / 2 && beside.counts.evaluations < evaluations / 2;
  }
  if (beside.solver) close_solver(&beside);
  if (beside.y) N_VDestroy(beside.y);
  integrator->counts.evaluations += beside.counts.evaluations;
  return is_good;
}

// Before `until`: a step may have gone further already, and then it is looked at later.
static bool is_stiff(Integrator *integrator, double until)
{
  long steps = 0, evaluations = integrator->counts.evaluations;
  double now = 0;
  CVodeGetNumSteps(integrator->solver, &steps);
  CVodeGetCurrentTime(integrator->solver, &now);
  if (steps < integrator->trial || now >= until) return false;
  bool is_cheaper =
      bdf_is_cheaper(integrator, now, now - integrator->trial_time, steps - integrator->trial_from,
                     evaluations - integrator->trial_evaluations);
  integrator->trial *= 10;
  integrator->trial_from = steps;
  integrator->trial_evaluations = integrator->counts.evaluations;
  integrator->trial_time = now;
  return is_cheaper;
}

// BDF from where Adams stands.
static bool become_stiff(Integrator *integrator)
{
  CVodeGetCurrentTime(integrator->solver, &integrator->t);
  if (CVodeGetDky(integrator->solver, integrator->t, 0, integrator->y) != 0) return false;
  cvode_count(integrator, &integrator->counts);
  close_solver(integrator);
  integrator->counts.is_stiff = true;
  return cvode_open(integrator);
}

// ---- the way

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
  case CV_UNREC_RHSFUNC_ERR: cause = NO_VALUE; break;
  case CV_RTFUNC_FAIL: cause = "the condition of an event has no value"; break;
  case CV_PROJFUNC_FAIL:
  case CV_REPTD_PROJFUNC_ERR: cause = "the mechanism cannot be closed"; break;
  default: break;
  }
  integrator_explain(cause, t, why);
}

// Adams goes over to BDF where that is cheaper, and where it is stuck.
static bool look_for_stiffness(Integrator *integrator, int code, double until)
{
  bool is_stuck = code == CV_CONV_FAILURE || code == CV_ERR_FAILURE;
  if (integrator->options.method != INTEGRATOR_AUTO || integrator->counts.is_stiff) return true;
  return (!is_stuck && !is_stiff(integrator, until)) || become_stiff(integrator);
}

static IntegratorEnd cvode_go(Integrator *integrator, double until, double wall, bool has_risen[],
                              Text *why)
{
  long most = integrator_counts(integrator).steps + MOST_STEPS;
  int code = CV_SUCCESS;
  for (;;) {
    if (!look_for_stiffness(integrator, code, until)) break;
    CVodeSetStopTime(integrator->solver, wall);
    code = CVode(integrator->solver, until, integrator->y, &integrator->t, CV_NORMAL);
    if (code == CV_ROOT_RETURN) {
      CVodeGetRootInfo(integrator->solver, integrator->roots);
      for (int i = 0; i < integrator->problem->event_count; i++)
        has_risen[i] = integrator->roots[i] > 0;
      return INTEGRATOR_EVENT;
    }
    if (code == CV_SUCCESS || code == CV_TSTOP_RETURN) return INTEGRATOR_REACHED;
    bool was_auto = integrator->options.method == INTEGRATOR_AUTO && !integrator->counts.is_stiff;
    bool is_stuck = code == CV_CONV_FAILURE || code == CV_ERR_FAILURE;
    bool goes_on = code == CV_TOO_MUCH_WORK && integrator_counts(integrator).steps < most;
    if (!goes_on && !(was_auto && is_stuck)) break;
  }
  explain(code, integrator->t, why);
  return INTEGRATOR_FAILED;
}

const MethodFamily CVODE_FAMILY = { cvode_open, close_solver, cvode_go, cvode_count };
