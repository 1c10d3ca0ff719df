// simulation_ggl.c -- y = (q, qd, s, wa, w, lambda, mu) with
//
//   q' - qd + Phi_q^T mu = 0,   tau(q, qd, qd') - Qu + J^T lambda = 0,   s' = sd,   w' = P + P_t + ..
//   Phi = 0,                    J qd + b = 0
//
// mu is zero but for rounding: it lets positions follow Phi = 0 while speeds follow J qd + b = 0.
// Rows that are redundant are left out, of both.
// SPDX-License-Identifier: MIT
#include "study/simulation_impl.h"

#include <string.h>

bool ggl_compile(Work *work)
{
  enum { MOST = 6 };
  static const char *const BALANCE[] = { "tau", "Qu" };
  Treating *treating = &work->treating;
  if (!system_derive(work->system, BALANCE, 2, work->why)) return false;
  Board *board = &treating->balance;
  *board = rates_board(work, MOST);
  treating->tau = board_add(board, "tau", NULL);
  treating->Qu = board_add(board, "Qu", NULL);
  treating->P = board_add(board, "P", NULL);
  treating->P_t = board_add(board, "P_t", NULL);
  if (work->simulation->acting_count > 0) treating->Pa = board_add(board, "Pa", NULL);
  if (work->states > 0) treating->sd = board_add(board, "sd", NULL);
  int size = treating->problem.size;
  treating->is_algebraic = ARENA_ARRAY(work->arena, bool, size);
  for (int i = work->size; i < size; i++)
    treating->is_algebraic[i] = true;
  treating->problem.is_algebraic = treating->is_algebraic;
  return board_compile(board, work->why);
}

bool ggl_begin(void *context, double t, double y[], double rates[])
{
  Work *work = context;
  const Treating *treating = &work->treating;
  memset(rates, 0, sizeof(double) * (size_t)treating->problem.size);
  if (!rates_at(work, t, y, rates)) return false;
  for (int k = 0; k < treating->kept_count; k++)
    y[work->size + k] = work->lambda[treating->kept[k]];
  for (int k = 0; k < treating->kept_holonomic; k++)
    y[work->size + treating->kept_count + k] = 0;
  return true;
}

bool ggl_residual(void *context, double t, const double y[], const double rates[],
                  double residual[])
{
  Work *work = context;
  Treating *treating = &work->treating;
  const Closing *closing = &work->closing;
  int n = work->n, kept = treating->kept_count, holonomic = treating->kept_holonomic;
  const double *speeds = y + n, *lambda = y + work->size, *mu = lambda + kept;
  double *balance = residual + n, *power = residual + work->plain - 1;
  rates_read_state(work, t, y);
  for (int k = 0; k < kept && work->follows; k++) {
    for (int i = 0; i < work->mechanism->input_count; i++)
      if (work->followed[i] == treating->kept[k]) work->inputs[i] = lambda[k];
  }
  sensitivity_rates(work, y, residual);
  for (int i = work->plain; i < work->size; i++)
    residual[i] = rates[i] - residual[i];
  work->state.qdd = rates + n;
  board_evaluate(&treating->balance, &work->state);
  if (kept > 0 && !rates_close_at(work, t, y)) return false;
  for (int i = 0; i < n; i++) {
    residual[i] = rates[i] - speeds[i];
    balance[i] = treating->tau[i] - treating->Qu[i];
  }
  for (int i = 0; i < work->states; i++)
    residual[2 * n + i] = rates[2 * n + i] - treating->sd[i];
  for (int i = 0, at = 2 * n + work->states; i < work->simulation->acting_count; i++, at++)
    residual[at] = rates[at] - treating->Pa[i];
  *power = rates[work->plain - 1] - treating->P[0] - treating->P_t[0];
  for (int k = 0; k < kept; k++) {
    int row = treating->kept[k];
    const double *J = closing->J + row * n;
    for (int i = 0; i < n; i++) {
      balance[i] += J[i] * lambda[k];
      if (k < holonomic) residual[i] += J[i] * mu[k];
    }
    *power -= lambda[k] * closing->rest[row];
    residual[work->size + k] = closing_slip(closing, row, speeds);
    if (k < holonomic) residual[work->size + kept + k] = closing->phi[row];
  }
  return true;
}
