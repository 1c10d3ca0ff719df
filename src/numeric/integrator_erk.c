// integrator_erk.c -- explicit Runge-Kutta pairs by ARKODE.
//
// Between the ends of its steps ARKODE has polynomials of lower order than the methods, so steps end
// at rows, and events are found by steps that are shorter.
//
//   erk4  Zonneveld 4(3)   erk5  Dormand, Prince 5(4)   erk6  Verner 6(5)
//   erk7  Fehlberg 7(8)    erk8  the same pair, going on with the higher order
// SPDX-License-Identifier: MIT
#include "numeric/integrator_impl.h"

#include <arkode/arkode_erkstep.h>

// Fehlberg's pair as he published it: of the lower order.
static bool set_lower_order(void *solver)
{
  ARKodeButcherTable table = ARKodeButcherTable_LoadERK(ARKODE_FEHLBERG_13_7_8);
  if (!table) return false;
  realtype *weights = table->b;
  int order = table->q;
  table->b = table->d;
  table->d = weights;
  table->q = table->p;
  table->p = order;
  bool is_good = ERKStepSetTable(solver, table) == 0;
  ARKodeButcherTable_Free(table);
  return is_good;
}

static bool set_table(void *solver, IntegratorMethod method)
{
  switch (method) {
  case INTEGRATOR_ERK4: return ERKStepSetTableNum(solver, ARKODE_ZONNEVELD_5_3_4) == 0;
  case INTEGRATOR_ERK5: return ERKStepSetTableNum(solver, ARKODE_DORMAND_PRINCE_7_4_5) == 0;
  case INTEGRATOR_ERK6: return ERKStepSetTableNum(solver, ARKODE_VERNER_8_5_6) == 0;
  case INTEGRATOR_ERK7: return set_lower_order(solver);
  default: return ERKStepSetTableNum(solver, ARKODE_FEHLBERG_13_7_8) == 0;
  }
}

static bool erk_open(Integrator *integrator)
{
  double tolerance = integrator->options.tolerance;
  integrator->solver =
      ERKStepCreate(sundials_rates, integrator->t, integrator->y, integrator->sundials);
  void *solver = integrator->solver;
  return solver && ERKStepSetErrHandlerFn(solver, sundials_be_silent, NULL) == 0 &&
         ERKStepSetUserData(solver, integrator) == 0 &&
         ERKStepSStolerances(solver, tolerance, tolerance) == 0 &&
         set_table(solver, integrator->options.method);
}

static void erk_close(Integrator *integrator)
{
  if (integrator->solver) ERKStepFree(&integrator->solver);
}

static bool evolve(Integrator *integrator, double until, double *length)
{
  double t = integrator->t;
  N_Vector next = N_VMake_Serial((sunindextype)integrator->problem->size, integrator->next,
                                 integrator->sundials);
  if (!next) return false;
  bool is_good = ERKStepSetStopTime(integrator->solver, until) == 0 &&
                 ERKStepEvolve(integrator->solver, until, next, &t, ARK_ONE_STEP) >= 0;
  N_VDestroy(next);
  *length = t - integrator->t;
  return is_good;
}

// ARKODE 6.4 takes the last stage of a method for the rates at the end of its step wherever that stage
// stands at the end. That is so of erk5, and not of erk6 to erk8: these
// begin anew in every step, with the length that was found.
static bool advance(Integrator *integrator, double until, double *length)
{
  bool is_right = integrator->options.method <= INTEGRATOR_ERK5;
  return (is_right || ERKStepReset(integrator->solver, integrator->t, integrator->y) == 0) &&
         evolve(integrator, until, length);
}

static bool erk_step(Integrator *integrator, double length)
{
  double unused;
  return ERKStepReset(integrator->solver, integrator->t, integrator->y) == 0 &&
         ERKStepSetFixedStep(integrator->solver, length) == 0 &&
         evolve(integrator, integrator->t + length, &unused);
}

static bool erk_moved(Integrator *integrator)
{
  return ERKStepReset(integrator->solver, integrator->t, integrator->y) == 0;
}

static IntegratorEnd erk_go(Integrator *integrator, double until, double wall, bool has_risen[],
                            Text *why)
{
  static const Stepping ERK = { advance, erk_step, erk_moved, true };
  (void)wall;
  return steps_go(integrator, &ERK, until, has_risen, why);
}

static void erk_count(const Integrator *integrator, IntegratorCounts *counts)
{
  long failures = 0;
  if (!integrator->solver) return;
  ERKStepGetNumErrTestFails(integrator->solver, &failures);
  counts->rejected += failures;
}

const MethodFamily ERK_FAMILY = { erk_open, erk_close, erk_go, erk_count };
