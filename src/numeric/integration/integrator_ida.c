// integrator_ida.c -- differential-algebraic equations, by IDA.
//
// Algebraic unknowns, for example multipliers, are excluded from the error test: in systems of
// index 2 their errors are of lower order and do not affect the other unknowns.
//
// Reference: K. E. Brenan, S. L. Campbell, L. R. Petzold, Numerical Solution of Initial-Value
// Problems in Differential-Algebraic Equations (1996).
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include "base/memory/memory.h"

#include <float.h>
#include <ida/ida.h>
#include <math.h>
#include <stdlib.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { STEPS_OF_A_LOOK = 10000 };  // then the progress is checked

static int residual_at(realtype t, N_Vector y, N_Vector rates, N_Vector residual, void *context)
{
  Integrator *integrator = context;
  const IntegratorProblem *problem = integrator->problem;
  double *out = N_VGetArrayPointer(residual);
  integrator->counts.evaluations++;
  bool is_good =
      problem->residual(problem->context, t, N_VGetArrayPointer(y), N_VGetArrayPointer(rates), out);
  // 1: recoverable, try a smaller step
  return is_good && numbers_are_finite(out, problem->size) ? 0 : 1;
}

static int jacobian_at(realtype t, realtype c, N_Vector y, N_Vector rates, N_Vector residual,
                       SUNMatrix matrix, void *context, N_Vector room1, N_Vector room2,
                       N_Vector room3)
{
  (void)residual, (void)room1, (void)room2, (void)room3;
  Integrator *integrator = context;
  const IntegratorProblem *problem = integrator->problem;
  bool is_found = problem->residual_jacobian(problem->context, t, N_VGetArrayPointer(y),
                                             N_VGetArrayPointer(rates), c, integrator->jacobian);
  return is_found && integrator_put_jacobian(integrator, matrix) ? 0 : 1;
}

// Uses the analytic Jacobian: finite differences with respect to unknowns close to 0, as
// multipliers often are, consist of rounding errors only.
static bool use_jacobian(Integrator *integrator)
{
  size_t n = (size_t)integrator->problem->size;
  if (!integrator->problem->residual_jacobian) return true;
  if (!integrator->jacobian) integrator->jacobian = memory_new(n * n, sizeof(double));
  return IDASetJacFn(integrator->solver, jacobian_at) == 0;
}

static bool mark_algebraic(Integrator *integrator)
{
  const IntegratorProblem *problem = integrator->problem;
  N_Vector has_rate = N_VClone(integrator->y);
  if (!has_rate) return false;
  for (int i = 0; i < problem->size; i++)
    NV_Ith_S(has_rate, i) = problem->is_algebraic[i] ? 0 : 1;
  bool is_good = IDASetId(integrator->solver, has_rate) == 0 &&
                 IDASetSuppressAlg(integrator->solver, SUNTRUE) == 0;
  N_VDestroy(has_rate);
  return is_good;
}

// Error weights, the reciprocals of the permissible errors. No entry is known better than its
// change while the time, and all that depends on it, changes by rounding: a fast mechanism at a
// late time has velocities whose zeros are inexact. Newton's method requires a hundredth of the
// permissible error. Algebraic unknowns are determined with fewer digits the shorter the step is,
// because the rounding errors of the others are divided by it: they need only be as accurate as the
// others require. A step may be repeated with a few times smaller length.
static int weights_at(N_Vector y, N_Vector weights, void *context)
{
  static const double LOOSER = 1e5, SHORTER = 100, ROUNDINGS = 100 * DBL_EPSILON;
  Integrator *integrator = context;
  const IntegratorProblem *problem = integrator->problem;
  double step = 0, t = integrator->t, *out = N_VGetArrayPointer(weights);
  IDAGetCurrentStep(integrator->solver, &step);
  IDAGetCurrentTime(integrator->solver, &t);
  double looser = step > 0 ? fmax(LOOSER, SHORTER / step) : LOOSER;
  sizes_see(integrator, N_VGetArrayPointer(y));
  sizes_errors(integrator, N_VGetArrayPointer(y), out);
  for (int i = 0; i < problem->size; i++) {
    double off = out[i] + ROUNDINGS * fabs(t) * fabs(NV_Ith_S(integrator->rates, i));
    out[i] = 1 / (problem->is_algebraic[i] ? looser * off : off);
  }
  return 0;
}

// Initial step length. IDA's own first step hardly changes y, so that rounding dominates it; the
// rates are known here, and the error of a first-order step is their change.
static double first_step(Integrator *integrator)
{
  const double *rates = N_VGetArrayPointer(integrator->rates);
  double *errors = integrator->room, step = sqrt(integrator->options.tolerance);
  sizes_see(integrator, N_VGetArrayPointer(integrator->y));
  sizes_errors(integrator, NULL, errors);
  for (int i = 0; i < integrator->problem->size; i++) {
    if (rates[i] != 0) step = fmin(step, sqrt(errors[i] / fabs(rates[i])));
  }
  return step;
}

static bool ida_open(Integrator *integrator)
{
  const IntegratorProblem *problem = integrator->problem;
  int n = problem->size;
  integrator->rates = N_VClone(integrator->y);
  integrator->solver = IDACreate(integrator->sundials);
  integrator->matrix = SUNDenseMatrix(n, n, integrator->sundials);
  integrator->linear = integrator_linear(problem, integrator->sundials);
  void *solver = integrator->solver;
  return integrator->rates && solver && integrator->linear &&
         problem->begin(problem->context, integrator->t, N_VGetArrayPointer(integrator->y),
                        N_VGetArrayPointer(integrator->rates)) &&
         IDAInit(solver, residual_at, integrator->t, integrator->y, integrator->rates) == 0 &&
         IDASetErrHandlerFn(solver, sundials_ignore_message, NULL) == 0 &&
         IDAWFtolerances(solver, weights_at) == 0 && IDASetUserData(solver, integrator) == 0 &&
         mark_algebraic(integrator) &&
         IDASetLinearSolver(solver, integrator->linear, integrator->matrix) == 0 &&
         use_jacobian(integrator) && IDASetInitStep(solver, first_step(integrator)) == 0 &&
         IDASetNonlinConvCoef(solver, 0.01) == 0;
}

static void ida_close(Integrator *integrator)
{
  if (integrator->solver) IDAFree(&integrator->solver);
  if (integrator->linear) SUNLinSolFree(integrator->linear);
  if (integrator->matrix) SUNMatDestroy(integrator->matrix);
  if (integrator->rates) N_VDestroy(integrator->rates);
  integrator->linear = NULL;
  integrator->matrix = NULL;
  integrator->rates = NULL;
}

static void explain(int code, double t, Text *why)
{
  const char *cause = "the integrator failed";
  switch (code) {
  case IDA_TOO_MUCH_WORK: cause = "it takes too many steps"; break;
  case IDA_TOO_MUCH_ACC: cause = "so small a tolerance cannot be kept with doubles"; break;
  case IDA_ERR_FAIL:
  case IDA_CONV_FAIL:
    cause = "even the smallest step is not accurate: a singularity is near";
    break;
  case IDA_LSETUP_FAIL:
  case IDA_LSOLVE_FAIL: cause = "the linear equations of a step cannot be solved"; break;
  case IDA_RES_FAIL:
  case IDA_REP_RES_ERR:
  case IDA_FIRST_RES_FAIL: cause = NO_VALUE; break;
  default: break;
  }
  integrator_explain(cause, t, why);
}

static void ida_count(const Integrator *integrator, IntegratorCounts *counts)
{
  long steps = 0, errors = 0, failures = 0;
  if (!integrator->solver) return;
  IDAGetNumSteps(integrator->solver, &steps);
  IDAGetNumErrTestFails(integrator->solver, &errors);
  IDAGetNumNonlinSolvConvFails(integrator->solver, &failures);
  counts->steps += steps;
  counts->rejected += errors + failures;
}

// Restarts after a failure of Newton's method, once at each time: the algebraic unknowns are often
// wrong and are initialised from the others.
static bool begin_anew(Integrator *integrator, int code, double *stuck)
{
  bool is_stuck = code == IDA_CONV_FAIL || code == IDA_ERR_FAIL;
  if (!is_stuck || integrator->t <= *stuck) return false;
  *stuck = integrator->t;
  ida_count(integrator, &integrator->counts);
  ida_close(integrator);
  return ida_open(integrator);
}

// Checks the progress after STEPS_OF_A_LOOK steps. Near a singular configuration steps may become
// so small that the row would never be reached.
static bool gets_on(const Integrator *integrator, double *from, double until)
{
  static const double LEAST = 1e-4;  // of the remaining time
  bool is_moving = integrator->t - *from > LEAST * (until - *from);
  *from = integrator->t;
  return is_moving;
}

static bool dense_at(Integrator *integrator, double t, bool requests_tangent, double values[])
{
  integrator->cause = "the integrator failed";
  return IDAGetDky(integrator->solver, t, 0, integrator->tried) == 0 &&
         (!requests_tangent || IDAGetDky(integrator->solver, t, 1, integrator->tangent) == 0) &&
         (!values || events_read(integrator, t, integrator->next, values));
}

static int ida_step(Integrator *integrator, double until, double stop_time)
{
  IDASetStopTime(integrator->solver, stop_time);
  // Smaller steps would not change the time, and the loop would not terminate.
  IDASetMinStep(integrator->solver, 4 * DBL_EPSILON * fabs(integrator->t));
  return IDASolve(integrator->solver, until, &integrator->reached, integrator->tried,
                  integrator->rates, IDA_ONE_STEP);
}

static IntegratorEnd ida_go(Integrator *integrator, double until, double stop_time,
                            bool has_crossed[], Text *why)
{
  static const Trail DENSE = { dense_at };
  double stuck = -INFINITY, from = integrator->t;
  int code = IDA_SUCCESS;
  for (long steps = 0; code >= 0; steps++) {
    if (integrator->reached > integrator->t) {
      IntegratorEnd end = dense_go(integrator, &DENSE, until, has_crossed, why);
      if (end != INTEGRATOR_REACHED || integrator->t >= until) return end;
    }
    bool is_late = steps > 0 && steps % STEPS_OF_A_LOOK == 0;
    if (is_late && (!gets_on(integrator, &from, until) || steps >= MAX_STEPS)) {
      code = IDA_TOO_MUCH_WORK;
      break;
    }
    code = ida_step(integrator, until, stop_time);
    if (code < 0 && begin_anew(integrator, code, &stuck)) code = IDA_SUCCESS;
  }
  explain(code, integrator->t, why);
  return INTEGRATOR_FAILED;
}

const IntegratorBackend IDA_FAMILY = { ida_open, ida_close, ida_go, ida_count };
