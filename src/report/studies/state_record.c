// state_record.c -- states and forces as data.
// SPDX-License-Identifier: MIT
#include "report/studies/study_record.h"

void record_variables(Record *to, const char *name, const Variable variables[], int count,
                      const double values[])
{
  Record *object = record_object(to, name);
  for (int i = 0; i < count; i++)
    record_number(object, variables[i].name, values[i], variables[i].unit);
}

void record_state(Record *to, const char *name, const Equations *equations,
                  const ProgramState *state)
{
  Record *object = record_object(to, name);
  int n = equations->coordinate_count;
  record_variables(object, "params", equations->parameters, equations->parameter_count,
                   state->parameters);
  record_variables(object, "q", equations->coordinates, n, state->q);
  if (state->qd) record_variables(object, "qd", equations->coordinates, n, state->qd);
  if (state->qdd) record_variables(object, "qdd", equations->coordinates, n, state->qdd);
  if (state->inputs)
    record_variables(object, "inputs", equations->inputs, equations->input_count, state->inputs);
  // named after the coordinates
  Record *tau = state->torques ? record_object(object, "tau") : NULL;
  for (int i = 0; tau && i < n; i++)
    record_number(tau, equations->coordinates[i].name, state->torques[i],
                  equations->torques[i].unit);
  record_number(object, "t", state->time, "s");
}

void record_reactions(Record *to, const JointReactions *joint_reactions)
{
  const Mechanism *mechanism = joint_reactions->mechanism;
  const ConstraintList *rows = joint_reactions->rows;
  Record *lambda = record_object(to, "lambda");
  for (int i = 0; i < rows->count; i++)
    record_number(lambda, rows->equations[i].label, joint_reactions->lambda[i], "");
  Record *shared = record_list(to, "not_unique");
  for (int i = 0; i < rows->count; i++) {
    if (!joint_reactions->lambda_is_unique[i]) record_text(shared, NULL, rows->equations[i].label);
  }
  Record *reactions = record_object(to, "reactions");
  for (int j = 0; j < mechanism->joint_count; j++)
    record_numbers(reactions, mechanism->joints[j].name,
                   joint_reactions->reactions + j * BEARING_COMPONENTS, BEARING_COMPONENTS, "");
}
