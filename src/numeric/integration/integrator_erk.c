// integrator_erk.c -- explicit Runge-Kutta pairs by ARKODE.
//
// Dense output of ARKODE has a lower order than the methods, so that steps end at rows, and events
// are located by shorter steps.
//
//   erk4  Zonneveld 4(3)   erk5  Dormand, Prince 5(4)   erk6  Verner 6(5)
//   erk7  Prince, Dormand 7(8) (J. Comp. Appl. Math. 7, 1981)
//   erk8  the same pair, continued with the higher order
//
// The error estimate of Fehlberg's pair of these orders misses terms that depend on time only, and
// contacts between the ends of a step.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include <arkode/arkode_erkstep.h>
#include <math.h>
#include <string.h>

enum { STAGES = 13 };

// RK8(7)13M: nodes, coefficients of the stages, weights of orders 8 and 7.
static const double TIMES[STAGES] = { 0,
                                      1.0 / 18,
                                      1.0 / 12,
                                      1.0 / 8,
                                      5.0 / 16,
                                      3.0 / 8,
                                      59.0 / 400,
                                      93.0 / 200,
                                      5490023248.0 / 9719169821,
                                      13.0 / 20,
                                      1201146811.0 / 1299019798,
                                      1,
                                      1 };
static const double COEFFICIENTS[STAGES][STAGES] = {
  { 0 },
  { 1.0 / 18 },
  { 1.0 / 48, 1.0 / 16 },
  { 1.0 / 32, 0, 3.0 / 32 },
  { 5.0 / 16, 0, -75.0 / 64, 75.0 / 64 },
  { 3.0 / 80, 0, 0, 3.0 / 16, 3.0 / 20 },
  { 29443841.0 / 614563906, 0, 0, 77736538.0 / 692538347, -28693883.0 / 1125000000,
    23124283.0 / 1800000000 },
  { 16016141.0 / 946692911, 0, 0, 61564180.0 / 158732637, 22789713.0 / 633445777,
    545815736.0 / 2771057229, -180193667.0 / 1043307555 },
  { 39632708.0 / 573591083, 0, 0, -433636366.0 / 683701615, -421739975.0 / 2616292301,
    100302831.0 / 723423059, 790204164.0 / 839813087, 800635310.0 / 3783071287 },
  { 246121993.0 / 1340847787, 0, 0, -37695042795.0 / 15268766246, -309121744.0 / 1061227803,
    -12992083.0 / 490766935, 6005943493.0 / 2108947869, 393006217.0 / 1396673457,
    123872331.0 / 1001029789 },
  { -1028468189.0 / 846180014, 0, 0, 8478235783.0 / 508512852, 1311729495.0 / 1432422823,
    -10304129995.0 / 1701304382, -48777925059.0 / 3047939560, 15336726248.0 / 1032824649,
    -45442868181.0 / 3398467696, 3065993473.0 / 597172653 },
  { 185892177.0 / 718116043, 0, 0, -3185094517.0 / 667107341, -477755414.0 / 1098053517,
    -703635378.0 / 230739211, 5731566787.0 / 1027545527, 5232866602.0 / 850066563,
    -4093664535.0 / 808688257, 3962137247.0 / 1805957418, 65686358.0 / 487910083 },
  { 403863854.0 / 491063109, 0, 0, -5068492393.0 / 434740067, -411421997.0 / 543043805,
    652783627.0 / 914296604, 11173962825.0 / 925320556, -13158990841.0 / 6184727034,
    3936647629.0 / 1978049680, -160528059.0 / 685178525, 248638103.0 / 1413531060, 0 }
};
static const double EIGHTH[STAGES] = { 14005451.0 / 335480064,
                                       0,
                                       0,
                                       0,
                                       0,
                                       -59238493.0 / 1068277825,
                                       181606767.0 / 758867731,
                                       561292985.0 / 797845732,
                                       -1041891430.0 / 1371343529,
                                       760417239.0 / 1151165299,
                                       118820643.0 / 751138087,
                                       -528747749.0 / 2220607170,
                                       1.0 / 4 };
static const double SEVENTH[STAGES] = { 13451932.0 / 455176623,
                                        0,
                                        0,
                                        0,
                                        0,
                                        -808719846.0 / 976000145,
                                        1757004468.0 / 5645159321,
                                        656045339.0 / 265891186,
                                        -3867574721.0 / 1518517206,
                                        465885868.0 / 322736535,
                                        53011238.0 / 667516719,
                                        2.0 / 45,
                                        0 };

static bool set_prince_dormand(void *solver, bool is_eighth)
{
  double times[STAGES], coefficients[STAGES * STAGES], weights[2][STAGES];
  memcpy(times, TIMES, sizeof times);
  memcpy(coefficients, COEFFICIENTS, sizeof coefficients);
  memcpy(weights[0], is_eighth ? EIGHTH : SEVENTH, sizeof weights[0]);
  memcpy(weights[1], is_eighth ? SEVENTH : EIGHTH, sizeof weights[1]);
  ARKodeButcherTable table = ARKodeButcherTable_Create(STAGES, is_eighth ? 8 : 7, is_eighth ? 7 : 8,
                                                       times, coefficients, weights[0], weights[1]);
  bool is_good = table && ERKStepSetTable(solver, table) == 0;
  ARKodeButcherTable_Free(table);
  return is_good;
}

static bool set_table(void *solver, IntegratorMethod method)
{
  switch (method) {
  case INTEGRATOR_ERK4: return ERKStepSetTableNum(solver, ARKODE_ZONNEVELD_5_3_4) == 0;
  case INTEGRATOR_ERK5: return ERKStepSetTableNum(solver, ARKODE_DORMAND_PRINCE_7_4_5) == 0;
  case INTEGRATOR_ERK6: return ERKStepSetTableNum(solver, ARKODE_VERNER_8_5_6) == 0;
  default: return set_prince_dormand(solver, method == INTEGRATOR_ERK8);
  }
}

static bool make_solver(Integrator *integrator, void **made)
{
  void *solver = *made =
      ERKStepCreate(sundials_rates, integrator->t, integrator->y, integrator->sundials);
  return solver && ERKStepSetErrHandlerFn(solver, sundials_ignore_message, NULL) == 0 &&
         ERKStepSetUserData(solver, integrator) == 0 &&
         ERKStepWFtolerances(solver, sundials_weights) == 0 &&
         set_table(solver, integrator->options.method);
}

static bool erk_open(Integrator *integrator)
{
  return make_solver(integrator, &integrator->solver);
}

static void erk_close(Integrator *integrator)
{
  if (integrator->solver) ERKStepFree(&integrator->solver);
  if (integrator->between) ERKStepFree(&integrator->between);
}

static bool evolve(Integrator *integrator, void *solver, double until, double *length)
{
  double t = integrator->t;
  bool is_good = ERKStepSetStopTime(solver, until) == 0 &&
                 ERKStepEvolve(solver, until, integrator->tried, &t, ARK_ONE_STEP) >= 0;
  *length = t - integrator->t;
  return is_good;
}

// ARKODE 6.4 uses the last stage as the rates at the end of the step whenever that stage is at the
// end time. That is correct for erk5, but not for erk6 to erk8, which are therefore reset in every
// step, with the step length that was found.
//
// ARKODE fails if a stage too far ahead has no rates; shorter steps are tried, which may reach an
// event first.
static bool advance(Integrator *integrator, double until, double *length)
{
  enum { MAX_TRIES = 20 };
  bool is_right = integrator->options.method <= INTEGRATOR_ERK5;
  for (int tries = 0; tries < MAX_TRIES; tries++) {
    bool is_fresh = is_right && tries == 0;
    if ((is_fresh || ERKStepReset(integrator->solver, integrator->t, integrator->y) == 0) &&
        evolve(integrator, integrator->solver, until, length)) {
      return true;
    }
    double tried = 0;
    ERKStepGetCurrentStep(integrator->solver, &tried);
    until = integrator->t + fmin(tried > 0 ? tried : until, until - integrator->t) / 4;
  }
  return false;
}

// Uses a second solver, so that the step control of the first one is not affected.
static bool erk_step(Integrator *integrator, double length)
{
  double unused;
  void **solver = &integrator->between;
  return (*solver || make_solver(integrator, solver)) &&
         ERKStepReset(*solver, integrator->t, integrator->y) == 0 &&
         ERKStepSetFixedStep(*solver, length) == 0 &&
         evolve(integrator, *solver, integrator->t + length, &unused);
}

static bool erk_moved(Integrator *integrator)
{
  return ERKStepReset(integrator->solver, integrator->t, integrator->y) == 0;
}

static bool erk_at(Integrator *integrator, double t, bool requests_tangent, double values[]);
static const Trail ERK_TRAIL = { erk_at };
static const Stepping ERK = { advance, erk_step, erk_moved, &ERK_TRAIL, true };

static bool erk_at(Integrator *integrator, double t, bool requests_tangent, double values[])
{
  return steps_at(integrator, &ERK, t, requests_tangent, values);
}

static IntegratorEnd erk_go(Integrator *integrator, double until, double stop_time,
                            bool has_crossed[], Text *why)
{
  (void)stop_time;
  return steps_go(integrator, &ERK, until, has_crossed, why);
}

static void erk_count(const Integrator *integrator, IntegratorCounts *counts)
{
  long failures = 0;
  if (!integrator->solver) return;
  ERKStepGetNumErrTestFails(integrator->solver, &failures);
  counts->rejected += failures;
}

const IntegratorBackend ERK_FAMILY = { erk_open, erk_close, erk_go, erk_count };
