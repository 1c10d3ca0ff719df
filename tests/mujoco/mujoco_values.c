// mujoco_values.c -- inverse dynamics and mass matrix by MuJoCo, for comparison.
//
//   mujoco_values MODEL.xml [all] < states
// Each line of standard input holds q, qd and qdd, 3n numbers; each line of output the n torques of
// inverse dynamics and the n x n mass matrix. With `all`, activations and controls follow in the
// input; n forces of actuators, n of springs and dampers, n rotor inertias, n dry frictions, the mass
// of all bodies and the position of each follow in the output. Models with hinges and slides only.
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

static void put(const double numbers[], int count)
{
  for (int i = 0; i < count; i++)
    printf("%.17g ", numbers[i]);
}

static void put_all(const mjModel *model, mjData *data)
{
  double mass = 0;
  for (int i = 1; i < model->nbody; i++)
    mass += model->body_mass[i];
  mj_forward(model, data);
  put(data->qfrc_actuator, (int)model->nv);
  put(data->qfrc_passive, (int)model->nv);
  put(model->dof_armature, (int)model->nv);
  put(model->dof_frictionloss, (int)model->nv);
  put(&mass, 1);
  put(data->xpos + 3, 3 * ((int)model->nbody - 1));
}

static void compare(const mjModel *model, mjData *data, int is_all)
{
  int n = (int)model->nv;
  double *tau = calloc((size_t)n + (size_t)n * (size_t)n, sizeof *tau);
  double *M = tau + n;
  while (read_numbers(data->qpos, n) && read_numbers(data->qvel, n) &&
         read_numbers(data->qacc, n) &&
         (!is_all ||
          (read_numbers(data->act, (int)model->na) && read_numbers(data->ctrl, (int)model->nu)))) {
    mj_kinematics(model, data);
    mj_comPos(model, data);
    mj_crb(model, data);
    mj_comVel(model, data);
    mj_rne(model, data, 1, tau);
    mj_fullM(model, M, data->qM);
    put(tau, n + n * n);
    if (is_all) put_all(model, data);
    printf("\n");
  }
  free(tau);
}

int main(int count, char *words[])
{
  char why[1000] = "";
  mjModel *model = count >= 2 ? mj_loadXML(words[1], NULL, why, sizeof why) : NULL;
  if (!model) {
    fprintf(stderr, "mujoco_values MODEL.xml [all]: %s\n", why);
    return EXIT_FAILURE;
  }
  mjData *data = mj_makeData(model);
  compare(model, data, count > 2);
  mj_deleteData(data);
  mj_deleteModel(model);
  return EXIT_SUCCESS;
}
