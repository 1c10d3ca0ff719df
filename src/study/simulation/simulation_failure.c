// simulation_failure.c -- which force has no value at a failure of the motion, and which operation
// causes it.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include <math.h>
#include <string.h>

void failure_note(Work *work, double t, const double x[])
{
  work->is_lost = true;
  memcpy(work->lost, x, sizeof(double) * (size_t)work->size);
  work->lost_time = t;
}

// Lists the expressions of all forces; `forces` receives the force of each.
static const Expr **list_entries(const Work *work, const Force **forces[], int *count)
{
  const Mechanism *mechanism = work->mechanism;
  const Expr **entries = ARENA_ARRAY(work->arena, const Expr *, 3 * mechanism->force_count);
  *forces = ARENA_ARRAY(work->arena, const Force *, 3 * mechanism->force_count);
  *count = 0;
  for (int i = 0; i < mechanism->force_count; i++) {
    const Force *force = &mechanism->forces[i];
    bool is_torque = force->kind == FORCE_TORQUE;
    for (int k = 0; k < (is_torque ? 1 : 3); k++) {
      (*forces)[*count] = force;
      entries[(*count)++] = is_torque ? force->amount : force->vector.at[k];
    }
  }
  return entries;
}

// Follows a value that is not finite to the first operation whose arguments are all finite.
static const Step *first_without_value(const Program *program, const double registers[], int place)
{
  for (;;) {
    const Step *step = &program->steps.at[place];
    int next = -1;
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0 && next < 0; k++) {
      bool is_taken = step->op != OP_IF || k == (registers[step->arg[0]] != 0 ? 1 : 2);
      if (is_taken && !isfinite(registers[step->arg[k]])) next = step->arg[k];
    }
    if (next < 0) return step;
    place = next;
  }
}

// Formats the operation with its arguments: "sqrt(-0.1)", "1/0".
static const char *written(Arena *arena, const Step *step, const double registers[])
{
  const OperatorInfo *info = operator_info(step->op);
  if (info->arity == 0) return "an input";
  double a = registers[step->arg[0]];
  if (info->arity == 1) return arena_format(arena, "%s(%.6g)", info->text, a);
  double b = registers[step->arg[1]];
  if (info->precedence == PREC_CALL) return arena_format(arena, "%s(%.6g, %.6g)", info->text, a, b);
  return arena_format(arena, "%.6g%s%.6g", a, info->text, b);
}

// Finds a joint with three angles whose second angle is 90 deg: the first and the third angle then
// turn about the same axis.
static void find_angles(Work *work)
{
  static const double NEAR = 1e-3;
  Simulation *simulation = work->simulation;
  for (int j = 0; j < work->mechanism->joint_count; j++) {
    const Joint *joint = &work->mechanism->joints[j];
    bool has_angles = (joint->kind == JOINT_SPHERICAL && joint->coordinate_count == 3) ||
                      (joint->kind == JOINT_FREE && joint->coordinate_count == 6);
    int second = joint->coordinate + joint->coordinate_count - 2;
    if (has_angles && fabs(cos(work->lost[second])) < NEAR) {
      simulation->turned = joint;
      simulation->lost_time = work->lost_time;
    }
  }
}

void failure_locate(Work *work)
{
  Simulation *simulation = work->simulation;
  if (!work->is_lost || simulation->failure.length == 0) return;
  find_angles(work);
  if (work->mechanism->force_count == 0) return;
  const Force **forces;
  int count;
  double *values;
  Text why = { 0 };
  const Expr **entries = list_entries(work, &forces, &count);
  Evaluator evaluator =
      evaluator_of_expressions(work->system->derivation, work->arena, entries, count, &values);
  rates_read_state(work, work->lost_time, work->lost);
  if (evaluator_compile(&evaluator, &why)) {
    evaluator_evaluate(&evaluator, &work->state);
    for (int i = 0; i < count && !simulation->lost; i++) {
      if (isfinite(values[i])) continue;
      const Step *step = first_without_value(evaluator.program, evaluator.registers,
                                             evaluator.program->outputs[0].registers[i]);
      simulation->lost = forces[i];
      simulation->lost_time = work->lost_time;
      simulation->lost_in = written(work->arena, step, evaluator.registers);
    }
  }
  evaluator_free(&evaluator);
  text_free(&why);
}
