// integrator_cvode.c -- Adams and BDF by CVODE.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include <cvode/cvode.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

// ---- callbacks of CVODE

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

static bool cvode_open(Integrator *integrator)
{
  bool is_newton = integrator->options.method == INTEGRATOR_BDF;
  if (is_newton && !integrator->is_auto) integrator_take_jacobian(integrator);
  integrator->solver = CVodeCreate(is_newton ? CV_BDF : CV_ADAMS, integrator->sundials);
  void *solver = integrator->solver;
  return solver && CVodeInit(solver, sundials_rates, integrator->t, integrator->y) == 0 &&
         CVodeSetErrHandlerFn(solver, sundials_ignore_message, NULL) == 0 &&
         CVodeWFtolerances(solver, sundials_weights) == 0 &&
         CVodeSetUserData(solver, integrator) == 0 &&
         (is_newton ? use_newton(integrator) : use_fixed_point(integrator));
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

// ---- integration

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
  case CV_PROJFUNC_FAIL:
  case CV_REPTD_PROJFUNC_ERR: cause = NOT_CLOSED; break;
  default: break;
  }
  integrator_explain(cause, t, why);
}

// Projects y onto the constraints if it has drifted in many Adams steps between rows. Adams is then
// restarted, which costs more than a small drift does.
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

// Adopts the analytic Jacobian after a large number of operations. Deriving it takes as long as
// some hundred Jacobians by finite differences, so that it does not pay at once after auto has
// selected an implicit method.
static bool take_jacobian_late(Integrator *integrator)
{
  static const double WORTH_WHILE = 5e7;  // operations
  const IntegratorProblem *problem = integrator->problem;
  double work = (double)jacobians_by_differences(integrator) * problem->size * problem->operations;
  bool is_late = integrator->is_auto && integrator->linear && !integrator->jacobian;
  if (!is_late || work < WORTH_WHILE || !integrator_take_jacobian(integrator)) return true;
  return CVodeSetJacFn(integrator->solver, jacobian_at) == 0;
}

static bool dense_at(Integrator *integrator, double t, bool requests_tangent, double values[])
{
  integrator->cause = "the integrator failed";
  return CVodeGetDky(integrator->solver, t, 0, integrator->tried) == 0 &&
         (!requests_tangent || CVodeGetDky(integrator->solver, t, 1, integrator->tangent) == 0) &&
         (!values || events_read(integrator, t, integrator->next, values));
}

// At intervals of STEPS_AT_ONCE steps corrects drift; auto may then select another method.
// CV_SUCCESS: continue.
static int pause_steps(Integrator *integrator, long steps)
{
  if (steps == 0 || steps % STEPS_AT_ONCE != 0) return CV_SUCCESS;
  if (steps >= MAX_STEPS) return CV_TOO_MUCH_WORK;
  return put_back(integrator) ? CV_SUCCESS : CV_PROJFUNC_FAIL;
}

static IntegratorEnd cvode_go(Integrator *integrator, double until, double stop_time,
                              bool has_crossed[], Text *why)
{
  static const Trail DENSE = { dense_at };
  int code = take_jacobian_late(integrator) ? CV_SUCCESS : CV_LSETUP_FAIL;
  // Smaller steps would not change the time, and the loop would not terminate.
  double least = 4 * DBL_EPSILON * fabs(integrator->t);
  for (long steps = 0; code >= 0; steps++) {
    if (integrator->reached > integrator->t) {
      IntegratorEnd end = dense_go(integrator, &DENSE, until, has_crossed, why);
      if (end != INTEGRATOR_REACHED || integrator->t >= until) return end;
    }
    code = pause_steps(integrator, steps);
    if (code < 0) break;
    if (steps == STEPS_AT_ONCE && integrator->is_auto) return INTEGRATOR_REASSESS;
    CVodeSetStopTime(integrator->solver, stop_time);
    CVodeSetMinStep(integrator->solver, least);
    code = CVode(integrator->solver, until, integrator->tried, &integrator->reached, CV_ONE_STEP);
  }
  integrator->is_stuck = code == CV_CONV_FAILURE || code == CV_ERR_FAILURE;
  explain(code, integrator->t, why);
  return INTEGRATOR_FAILED;
}

const IntegratorBackend CVODE_FAMILY = { cvode_open, close_solver, cvode_go, cvode_count };
