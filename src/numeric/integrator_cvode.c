// integrator_cvode.c -- Adams and BDF by CVODE.
// SPDX-License-Identifier: MIT
#include "numeric/integrator_impl.h"

#include <cvode/cvode.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

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
  if (!problem->project(problem->context, t, moved, 0)) return 1;
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
  bool is_found =
      problem->jacobian(problem->context, t, N_VGetArrayPointer(y), integrator->jacobian);
  return is_found && integrator_put_jacobian(integrator, matrix) ? 0 : 1;
}

// ---- the solver

static long jacobians_by_differences(const Integrator *integrator)
{
  long count = 0;
  bool is_counted = integrator->linear && integrator->solver && !integrator->jacobian &&
                    CVodeGetNumJacEvals(integrator->solver, &count) == 0;
  return integrator->differences + (is_counted ? count : 0);
}

static void close_solver(Integrator *integrator)
{
  integrator->differences = jacobians_by_differences(integrator);
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
  integrator->linear = integrator_linear(integrator->problem, integrator->sundials);
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

static bool cvode_open(Integrator *integrator)
{
  bool is_newton = integrator->options.method == INTEGRATOR_BDF;
  double tolerance = integrator->options.tolerance;
  if (is_newton && !integrator->is_auto) integrator_take_jacobian(integrator);
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

// ---- the way

static void explain(int code, double t, Text *why)
{
  const char *cause = "the integrator failed";
  switch (code) {
  case CV_TOO_MUCH_WORK: cause = "it takes too many steps"; break;
  case CV_TOO_MUCH_ACC: cause = "so small a tolerance cannot be kept with doubles"; break;
  case CV_ERR_FAILURE:
  case CV_CONV_FAILURE:
  case CV_TOO_CLOSE: cause = "even the smallest step is not accurate: a singularity is near"; break;
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

// What has drifted in many steps of Adams, if rows are so far apart. Adams begins anew then, which costs
// more than a little drift does.
static bool put_back(Integrator *integrator)
{
  const IntegratorProblem *problem = integrator->problem;
  size_t size = sizeof(double) * (size_t)problem->size;
  double *y = N_VGetArrayPointer(integrator->y), slack = 10 * integrator->options.tolerance;
  if (integrator->options.method != INTEGRATOR_ADAMS || !problem->project) return true;
  memcpy(integrator->next, y, size);
  if (!problem->project(problem->context, integrator->t, y, slack)) return false;
  if (memcmp(integrator->next, y, size) == 0) return true;
  integrator_close(integrator);
  return integrator_open(integrator);
}

// Deriving takes as long as some hundred matrices by differences: where auto has become implicit, it is
// worth while only after so much work.
static bool take_jacobian_late(Integrator *integrator)
{
  static const double WORTH_WHILE = 5e7;  // operations
  const IntegratorProblem *problem = integrator->problem;
  double work = (double)jacobians_by_differences(integrator) * problem->size * problem->operations;
  bool is_late = integrator->is_auto && integrator->linear && !integrator->jacobian;
  if (!is_late || work < WORTH_WHILE || !integrator_take_jacobian(integrator)) return true;
  return CVodeSetJacFn(integrator->solver, jacobian_at) == 0;
}

static IntegratorEnd cvode_go(Integrator *integrator, double until, double wall, bool has_risen[],
                              Text *why)
{
  long most = integrator_counts(integrator).steps + MOST_STEPS;
  int code = take_jacobian_late(integrator) ? CV_TOO_MUCH_WORK : CV_LSETUP_FAIL;
  while (code == CV_TOO_MUCH_WORK && integrator_counts(integrator).steps < most) {
    CVodeSetStopTime(integrator->solver, wall);
    // Steps that do not change the time would never end.
    CVodeSetMinStep(integrator->solver, 4 * DBL_EPSILON * fabs(integrator->t));
    code = CVode(integrator->solver, until, integrator->y, &integrator->t, CV_NORMAL);
    if (code == CV_TOO_MUCH_WORK && !put_back(integrator)) code = CV_PROJFUNC_FAIL;
    if (code == CV_TOO_MUCH_WORK && integrator->is_auto) return INTEGRATOR_PAUSED;
    if (code == CV_SUCCESS || code == CV_TSTOP_RETURN) return INTEGRATOR_REACHED;
    if (code == CV_ROOT_RETURN) {
      CVodeGetRootInfo(integrator->solver, integrator->roots);
      for (int i = 0; i < integrator->problem->event_count; i++)
        has_risen[i] = integrator->roots[i] > 0;
      return INTEGRATOR_EVENT;
    }
  }
  integrator->is_stuck = code == CV_CONV_FAILURE || code == CV_ERR_FAILURE;
  explain(code, integrator->t, why);
  return INTEGRATOR_FAILED;
}

const MethodFamily CVODE_FAMILY = { cvode_open, close_solver, cvode_go, cvode_count };
