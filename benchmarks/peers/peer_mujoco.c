// peer_mujoco.c -- time and results of MuJoCo on a model in MJCF.
//
//   peer_mujoco MODEL.xml PREFIX
// Each call does all that its result needs: poses, then what inverse dynamics, the mass matrix
// (sparse, as MuJoCo keeps it) or forward dynamics take. A floating base has, for Bielle, three
// lengths and the angles of RZ RY RX; MuJoCo has a quaternion and the angular velocity in the
// body's axes, w = E(a) a'. States are translated before the clock starts and results after it
// stopped: tau = S^T tau_m and M = S^T M_m S with S = diag(1, E, 1), qdd_m = S qdd + S' qd.
// SPDX-License-Identifier: MIT
#include "measure.h"

#include <mujoco/mujoco.h>

#include <math.h>
#include <string.h>

enum { BASE = 6 };  // coordinates of a floating base

typedef struct Run {
  const mjModel *model;
  mjData *data;
  int n;
  int is_floating;
  States states;          // Bielle's
  double *positions;      // MuJoCo's, model->nq each
  double *speeds;         // n each
  double *accelerations;  // n each
  double *torques;        // n each
  double *result;         // n
  double *work;           // n*n
} Run;

static double *numbers_new(int count)
{
  double *numbers = calloc((size_t)count, sizeof *numbers);
  if (!numbers) abort();
  return numbers;
}

// ---- floating bases

typedef double Matrix[3][3];

// w = E a' for R = RZ(a0) RY(a1) RX(a2), and E' along the rates.
static void angle_matrices(const double a[3], const double rates[3], Matrix E, Matrix E_rate)
{
  double s1 = sin(a[1]), c1 = cos(a[1]), s2 = sin(a[2]), c2 = cos(a[2]);
  Matrix value = { { -s1, 0, 1 }, { s2 * c1, c2, 0 }, { c2 * c1, -s2, 0 } };
  Matrix rate = { { -c1 * rates[1], 0, 0 },
                  { c2 * c1 * rates[2] - s2 * s1 * rates[1], -s2 * rates[2], 0 },
                  { -s2 * c1 * rates[2] - c2 * s1 * rates[1], -c2 * rates[2], 0 } };
  memcpy(E, value, sizeof value);
  memcpy(E_rate, rate, sizeof rate);
}

static void angle_quaternion(const double a[3], double quaternion[4])
{
  double cz = cos(a[0] / 2), sz = sin(a[0] / 2), cy = cos(a[1] / 2), sy = sin(a[1] / 2);
  double cx = cos(a[2] / 2), sx = sin(a[2] / 2);
  quaternion[0] = cz * cy * cx + sz * sy * sx;
  quaternion[1] = cz * cy * sx - sz * sy * cx;
  quaternion[2] = cz * sy * cx + sz * cy * sx;
  quaternion[3] = sz * cy * cx - cz * sy * sx;
}

// y = A x, y = A^T x.
static void times(Matrix A, const double x[3], double y[3])
{
  for (int i = 0; i < 3; i++)
    y[i] = A[i][0] * x[0] + A[i][1] * x[1] + A[i][2] * x[2];
}

static void transposed_times(Matrix A, const double x[3], double y[3])
{
  for (int i = 0; i < 3; i++)
    y[i] = A[0][i] * x[0] + A[1][i] * x[1] + A[2][i] * x[2];
}

// By cofactors; E is regular away from gimbal lock.
static void invert(Matrix A, Matrix inverse)
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
      inverse[j][i] = A[k][m] * A[l][n] - A[k][n] * A[l][m];
    }
  }
  double determinant = A[0][0] * inverse[0][0] + A[0][1] * inverse[1][0] + A[0][2] * inverse[2][0];
  for (int i = 0; i < 9; i++)
    inverse[i / 3][i % 3] /= determinant;
}

static void translate_base(Run *run, int s)
{
  int n = run->n;
  const double *q = state_at(&run->states, s), *qd = q + n, *last = q + 2 * n;
  Matrix E, E_rate, inverse;
  double moved[3];
  angle_matrices(q + 3, qd + 3, E, E_rate);
  invert(E, inverse);
  angle_quaternion(q + 3, run->positions + s * run->model->nq + 3);
  times(E, qd + 3, run->speeds + s * n + 3);
  times(E, last + 3, run->accelerations + s * n + 3);
  times(E_rate, qd + 3, moved);
  for (int i = 0; i < 3; i++)
    run->accelerations[s * n + 3 + i] += moved[i];
  transposed_times(inverse, last + 3, run->torques + s * n + 3);
}

static void translate_states(Run *run)
{
  int n = run->n, tail = run->model->nq - n;  // one more number in a quaternion
  for (int s = 0; s < STATE_COUNT; s++) {
    const double *q = state_at(&run->states, s);
    for (int i = 0; i < n; i++) {
      run->positions[s * run->model->nq + (i < 3 ? i : i + tail)] = q[i];
      run->speeds[s * n + i] = q[n + i];
      run->accelerations[s * n + i] = run->torques[s * n + i] = q[2 * n + i];
    }
    if (run->is_floating) translate_base(run, s);
  }
}

static void torque_back(Run *run, int s)
{
  const double *q = state_at(&run->states, s);
  Matrix E, E_rate;
  double moved[3];
  angle_matrices(q + 3, q + run->n + 3, E, E_rate);
  transposed_times(E, run->result + 3, moved);
  memcpy(run->result + 3, moved, sizeof moved);
}

static void acceleration_back(Run *run, int s)
{
  const double *q = state_at(&run->states, s), *qd = q + run->n;
  Matrix E, E_rate, inverse;
  double moved[3];
  angle_matrices(q + 3, qd + 3, E, E_rate);
  invert(E, inverse);
  times(E_rate, qd + 3, moved);
  for (int i = 0; i < 3; i++)
    run->result[3 + i] -= moved[i];
  times(inverse, run->result + 3, moved);
  memcpy(run->result + 3, moved, sizeof moved);
}

static void mass_back(Run *run, int s)
{
  int n = run->n;
  const double *q = state_at(&run->states, s);
  Matrix E, E_rate;
  angle_matrices(q + 3, q + n + 3, E, E_rate);
  for (int i = 0; i < n; i++) {
    double *row = run->work + i * n + 3, moved[3];
    transposed_times(E, row, moved);
    memcpy(row, moved, sizeof moved);
  }
  for (int j = 0; j < n; j++) {
    double *top = run->work + 3 * n + j, column[3] = { top[0], top[n], top[2 * n] }, moved[3];
    transposed_times(E, column, moved);
    for (int i = 0; i < 3; i++)
      top[i * n] = moved[i];
  }
}

// ---- what is measured

static void set(Run *run, int s)
{
  size_t n = (size_t)run->n, nq = (size_t)run->model->nq, place = (size_t)s;
  memcpy(run->data->qpos, run->positions + nq * place, sizeof(double) * nq);
  memcpy(run->data->qvel, run->speeds + n * place, sizeof(double) * n);
  mj_kinematics(run->model, run->data);
  mj_comPos(run->model, run->data);
}

static void inverse_dynamics(void *context, int s)
{
  Run *run = context;
  size_t n = (size_t)run->n;
  memcpy(run->data->qacc, run->accelerations + n * (size_t)s, sizeof(double) * n);
  set(run, s);
  mj_comVel(run->model, run->data);
  mj_rne(run->model, run->data, 1, run->result);
}

static void mass_matrix(void *context, int s)
{
  Run *run = context;
  set(run, s);
  mj_crb(run->model, run->data);
}

static void forward_dynamics(void *context, int s)
{
  Run *run = context;
  const double *tau = run->torques + run->n * s;
  set(run, s);
  mj_crb(run->model, run->data);
  mj_factorM(run->model, run->data);
  mj_comVel(run->model, run->data);
  mj_rne(run->model, run->data, 0, run->work);
  for (int i = 0; i < run->n; i++)
    run->work[i] = tau[i] - run->work[i];
  mj_solveM(run->model, run->data, run->result, run->work, 1);
}

static void write_values(Run *run, const char *prefix)
{
  int n = run->n;
  FILE *torques = values_open(prefix, "id"), *masses = values_open(prefix, "M");
  FILE *accelerations = values_open(prefix, "fd");
  for (int s = 0; s < COMPARED_STATES; s++) {
    inverse_dynamics(run, s);
    if (run->is_floating) torque_back(run, s);
    values_put(torques, run->result, n);
    forward_dynamics(run, s);
    if (run->is_floating) acceleration_back(run, s);
    values_put(accelerations, run->result, n);
    mass_matrix(run, s);
    mj_fullM(run->model, run->work, run->data->qM);
    if (run->is_floating) mass_back(run, s);
    values_put(masses, run->work, n * n);
  }
  fclose(torques);
  fclose(masses);
  fclose(accelerations);
}

static void run_model(const mjModel *model, const char *prefix)
{
  int n = (int)model->nv, is_floating = model->nq > model->nv;
  Run run = { .model = model,
              .data = mj_makeData(model),
              .n = n,
              .is_floating = is_floating,
              .states = states_new(n, is_floating ? BASE : 0),
              .positions = numbers_new(STATE_COUNT * (int)model->nq),
              .speeds = numbers_new(STATE_COUNT * n),
              .accelerations = numbers_new(STATE_COUNT * n),
              .torques = numbers_new(STATE_COUNT * n),
              .result = numbers_new(n),
              .work = numbers_new(n * n) };
  translate_states(&run);
  write_values(&run, prefix);
  measure("id", inverse_dynamics, &run);
  measure("M", mass_matrix, &run);
  measure("fd", forward_dynamics, &run);
  double *owned[] = { run.states.numbers, run.positions, run.speeds, run.accelerations,
                      run.torques,        run.result,    run.work };
  for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++)
    free(owned[i]);
  mj_deleteData(run.data);
}

int main(int count, char *words[])
{
  char why[1000] = "";
  mjModel *model = count == 3 ? mj_loadXML(words[1], NULL, why, sizeof why) : NULL;
  if (!model) {
    fprintf(stderr, "peer_mujoco MODEL.xml PREFIX: %s\n", why);
    return EXIT_FAILURE;
  }
  run_model(model, words[2]);
  mj_deleteModel(model);
  return EXIT_SUCCESS;
}
