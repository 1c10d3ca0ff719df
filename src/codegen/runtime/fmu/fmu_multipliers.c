// fmu_multipliers.c -- pasted into the source of a Functional Mock-up Unit that has inputs which are
// multipliers. What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
//
// As in study/simulation/simulation_rates.c, by Anderson's method of depth 1: with g(u) what comes of u and
// r = g - u, the next is g - part*(g - g_before).
// SPDX-License-Identifier: MIT
// ---- pasted from here
// What multipliers were in the round before, and what came of them.
typedef struct FmuPressed {
  int round;
  double gave[FMU_INPUTS], came[FMU_INPUTS];
} FmuPressed;

// Takes over multipliers, at their places in v. 1: they stay; 0: they moved by more than rounding;
// -1: they have no value, or never stay.
static int fmu_multipliers_stay(FmuPressed *pressed, int count, const int places[],
                                const int rows[], const double lambda[], double v[])
{
  enum { MAX_ROUNDS = 50 };
  const double rounding = 1e-13;
  double change = 0, most = 0, along = 0, square = 0;
  for (int i = 0; i < count; i++) {
    const double came = lambda[rows[i]], r = came - v[places[i]];
    const double turn = r - (pressed->came[i] - pressed->gave[i]);
    if (!(fabs(r) <= change)) change = fabs(r);
    if (fabs(came) > most) most = fabs(came);
    along += r * turn;
    square += turn * turn;
  }
  const int has_value = change < HUGE_VAL;
  const int answers = pressed->round > 0 && square > rounding * change * change;
  const double part = answers ? along / square : 0;
  for (int i = 0; i < count; i++) {
    const double came = lambda[rows[i]], step = came - pressed->came[i];
    pressed->gave[i] = v[places[i]];
    pressed->came[i] = came;
    v[places[i]] = has_value ? came - part * step : FMU_START[places[i]];
  }
  if (!has_value || ++pressed->round == MAX_ROUNDS) return -1;
  return change <= rounding * most;
}
