// mujoco_values.c -- inverse dynamics and mass matrix by MuJoCo, for comparison.
//
//   mujoco_values MODEL.xml < states
// Each line of standard input holds q, qd and qdd, 3n numbers; each line of output the n torques of
// inverse dynamics and the n x n mass matrix. Models with hinges and slides only.
// SPDX-License-Identifier: MIT
#include <mujoco/mujoco.h>

#include <stdio.h>
#include <stdlib.h>

static int read_numbers(double numbers[], int count)
{
  for (int i = 0; i < count; i++) {
    if (scanf("%lf", &numbers[i]) != 1) return 0;
  }
  return 1;
}

static void compare(const mjModel *model, mjData *data)
{
  int n = (int)model->nv;
  size_t count = (size_t)n + (size_t)n * (size_t)n;
  double *tau = calloc(count, sizeof *tau);
  double *M = tau + n;
  while (read_numbers(data->qpos, n) && read_numbers(data->qvel, n) &&
         read_numbers(data->qacc, n)) {
    mj_kinematics(model, data);
    mj_comPos(model, data);
    mj_crb(model, data);
    mj_comVel(model, data);
    mj_rne(model, data, 1, tau);
    mj_fullM(model, M, data->qM);
    for (int i = 0; i < n + n * n; i++)
      printf("%.17g%c", tau[i], i == n + n * n - 1 ? '\n' : ' ');
  }
  free(tau);
}

int main(int count, char *words[])
{
  char why[1000] = "";
  mjModel *model = count == 2 ? mj_loadXML(words[1], NULL, why, sizeof why) : NULL;
  if (!model) {
    fprintf(stderr, "mujoco_values MODEL.xml: %s\n", why);
    return EXIT_FAILURE;
  }
  mjData *data = mj_makeData(model);
  compare(model, data);
  mj_deleteData(data);
  mj_deleteModel(model);
  return EXIT_SUCCESS;
}
