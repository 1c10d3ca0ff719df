// statics_model.c -- static equations of a mechanism, and their evaluators.
// SPDX-License-Identifier: MIT
#include "study/statics/statics_impl.h"

// ---- equations

static bool derive_stiffness(System *system, Text *why)
{
  static const char *const SMALL_MOTIONS[] = { "dS/dq", "dS/dqd", "M" };
  static const char *const ON_POSITIONS[] = { "dPhi_q/dq" };
  static const char *const ON_SPEEDS[] = { "dH/dq" };
  const ConstraintList *rows = system->rows;
  return system_derive(system, SMALL_MOTIONS, 3, why) &&
         system_derive(system, ON_POSITIONS, rows->holonomic_count > 0 ? 1 : 0, why) &&
         system_derive(system, ON_SPEEDS, rows->count > rows->holonomic_count ? 1 : 0, why);
}

bool statics_derive(System *system, bool requests_stiffness, Text *why)
{
  static const char *const FORCES[] = { "S", "G", "Qe", "Qu", "dS/du" };
  const Mechanism *mechanism = system->mechanism;
  if (mechanism->coordinate_count == 0) {
    text_put(why, "nothing can move: there is no coordinate");
    return false;
  }
  if (!system_derive_constraints(system, why)) return false;
  int count = 0;
  const char **reactions =
      reactions_keys(mechanism, system->rows->count > 0, system->arena, &count);
  return system_derive(system, FORCES, mechanism->input_count > 0 ? 5 : 4, why) &&
         (!requests_stiffness || derive_stiffness(system, why)) &&
         system_derive(system, reactions, count, why);
}

StaticsDrive *statics_default_drives(const Mechanism *mechanism, Arena *arena, int *count)
{
  StaticsDrive *drives = ARENA_ARRAY(arena, StaticsDrive, mechanism->input_count);
  *count = 0;
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    bool is_drive = false;
    for (int k = 0; k < mechanism->force_count && input_is_free(input); k++) {
      const Force *force = &mechanism->forces[k];
      is_drive = is_drive ||
                 (force->kind == FORCE_TORQUE && expr_depends_on(force->amount, input->symbol));
    }
    if (is_drive) drives[(*count)++] = (StaticsDrive){ true, i, 1 };
  }
  return drives;
}

// ---- evaluators

bool force_evaluator_new(StaticsWork *work, Text *why)
{
  const System *system = work->system;
  ForceEvaluator *forces = &work->forces;
  Evaluator *evaluator = &forces->evaluator;
  enum { MOST = 7 };
  *evaluator = evaluator_new(system->equations, work->arena, MOST);
  forces->S = evaluator_add(evaluator, "S", NULL);
  forces->G = evaluator_add(evaluator, "G", NULL);
  forces->Qe = evaluator_add(evaluator, "Qe", NULL);
  forces->Qu = evaluator_add(evaluator, "Qu", NULL);
  if (system->mechanism->input_count > 0) forces->S_u = evaluator_add(evaluator, "dS/du", NULL);
  forces->A = evaluator_add_rows(evaluator, system->rows, "Phi_q", "H", work->n);
  return evaluator_compile(evaluator, why);
}

bool stiffness_evaluator_new(StaticsWork *work, Text *why)
{
  const System *system = work->system;
  StiffnessEvaluator *stiffness = &work->stiffness;
  Evaluator *evaluator = &stiffness->evaluator;
  enum { MOST = 8 };
  *evaluator = evaluator_new(system->equations, work->arena, MOST);
  stiffness->S = evaluator_add(evaluator, "S", NULL);
  stiffness->S_q = evaluator_add(evaluator, "dS/dq", NULL);
  stiffness->A = evaluator_add_rows(evaluator, system->rows, "Phi_q", "H", work->n);
  stiffness->A_q =
      evaluator_add_rows(evaluator, system->rows, "dPhi_q/dq", "dH/dq", work->n * work->n);
  if (system->rows->holonomic_count > 0) stiffness->Phi = evaluator_add(evaluator, "Phi", NULL);
  const Quantity *side = equations_find(system->equations, "Phi_side");
  if (side) {
    stiffness->side = evaluator_add(evaluator, "Phi_side", NULL);
    stiffness->side_count = side->rows;
  }
  stiffness->dynamics = evaluator_new(system->equations, work->arena, 2);
  stiffness->M = evaluator_add(&stiffness->dynamics, "M", NULL);
  stiffness->S_qd = evaluator_add(&stiffness->dynamics, "dS/dqd", NULL);
  return evaluator_compile(evaluator, why) && evaluator_compile(&stiffness->dynamics, why);
}

void statics_free_evaluators(StaticsWork *work)
{
  evaluator_free(&work->stiffness.dynamics);
  evaluator_free(&work->forces.evaluator);
  evaluator_free(&work->stiffness.evaluator);
  evaluator_free(&work->joint_reactions.evaluator);
}
