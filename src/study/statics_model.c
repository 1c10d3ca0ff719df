// statics_model.c -- the equations of a mechanism at rest, and programs of them.
// SPDX-License-Identifier: MIT
#include "study/statics_impl.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- the equations

static bool has_nonholonomic(const ConstraintList *rows)
{
  return rows->count > rows->holonomic_count;
}

static bool derive_all(Derivation *derivation, const char *const keys[], int count, Text *why)
{
  for (int i = 0; i < count; i++) {
    if (!derivation_quantity(derivation, keys[i], why)) return false;
  }
  return true;
}

static bool derive_constraints_of(Derivation *derivation, const StaticsModel *model, Text *why)
{
  static const char *const HOLONOMIC[] = { "Phi", "Phi_q", "dPhi_q/dq" };
  static const char *const NONHOLONOMIC[] = { "H", "dH/dq" };
  int stiffness = model->has_stiffness ? 1 : 0;
  if (model->rows->holonomic_count > 0) {
    Text unused = { 0 };
    if (!derive_all(derivation, HOLONOMIC, 2 + stiffness, why)) return false;
    derivation_quantity(derivation, "Phi_side", &unused);  // not every loop has sides
    text_free(&unused);
  }
  return !has_nonholonomic(model->rows) || derive_all(derivation, NONHOLONOMIC, 1 + stiffness, why);
}

static bool derive_reactions(Derivation *derivation, const StaticsModel *model, Text *why)
{
  int count = 0;
  const char **keys =
      bearing_keys(model->mechanism, model->rows->count > 0, derivation->equations->arena, &count);
  return derive_all(derivation, keys, count, why);
}

static bool derive_model(Derivation *derivation, StaticsModel *model, Text *why)
{
  static const char *const FORCES[] = { "S", "G", "Qe", "Qu" };
  model->rows = derivation_constraints(derivation, why);
  if (!model->rows || !derive_all(derivation, FORCES, 4, why)) return false;
  if (model->mechanism->input_count > 0 && !derivation_quantity(derivation, "dS/du", why))
    return false;
  static const char *const SMALL_MOTIONS[] = { "dS/dq", "dS/dqd", "M" };
  if (!derive_all(derivation, SMALL_MOTIONS, model->has_stiffness ? 3 : 0, why)) return false;
  return derive_constraints_of(derivation, model, why) && derive_reactions(derivation, model, why);
}

StaticsModel *statics_model_new(const Mechanism *mechanism, bool wants_stiffness, Text *why)
{
  if (mechanism->coordinate_count == 0) {
    text_put(why, "nothing can move: there is no coordinate");
    return NULL;
  }
  StaticsModel *model = memory_new(1, sizeof *model);
  *model = (StaticsModel){ .mechanism = mechanism, .has_stiffness = wants_stiffness };
  Derivation *derivation = derivation_new(mechanism, NULL, 0);
  bool is_complete = derive_model(derivation, model, why);
  model->equations = derivation_release(derivation);
  if (is_complete) return model;
  statics_model_free(model);
  return NULL;
}

void statics_model_free(StaticsModel *model)
{
  if (!model) return;
  equations_free(model->equations);
  free(model);
}

StaticsDrive *statics_usual_drives(const StaticsModel *model, Arena *arena, int *count)
{
  const Mechanism *mechanism = model->mechanism;
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

// ---- boards

bool force_board_new(StaticsWork *work, Text *why)
{
  const StaticsModel *model = work->model;
  ForceBoard *forces = &work->forces;
  Board *board = &forces->board;
  enum { MOST = 7 };
  *board = board_new(model->equations, work->arena, MOST);
  forces->S = board_add(board, "S", NULL);
  forces->G = board_add(board, "G", NULL);
  forces->Qe = board_add(board, "Qe", NULL);
  forces->Qu = board_add(board, "Qu", NULL);
  if (model->mechanism->input_count > 0) forces->S_u = board_add(board, "dS/du", NULL);
  forces->A = board_add_rows(board, model->rows, "Phi_q", "H", work->n);
  return board_compile(board, why);
}

bool stiffness_board_new(StaticsWork *work, Text *why)
{
  const StaticsModel *model = work->model;
  StiffnessBoard *stiffness = &work->stiffness;
  Board *board = &stiffness->board;
  enum { MOST = 8 };
  *board = board_new(model->equations, work->arena, MOST);
  stiffness->S = board_add(board, "S", NULL);
  stiffness->S_q = board_add(board, "dS/dq", NULL);
  stiffness->A = board_add_rows(board, model->rows, "Phi_q", "H", work->n);
  stiffness->A_q = board_add_rows(board, model->rows, "dPhi_q/dq", "dH/dq", work->n * work->n);
  if (model->rows->holonomic_count > 0) stiffness->Phi = board_add(board, "Phi", NULL);
  const Quantity *side = equations_find(model->equations, "Phi_side");
  if (side) {
    stiffness->side = board_add(board, "Phi_side", NULL);
    stiffness->side_count = side->rows;
  }
  stiffness->dynamics = board_new(model->equations, work->arena, 2);
  stiffness->M = board_add(&stiffness->dynamics, "M", NULL);
  stiffness->S_qd = board_add(&stiffness->dynamics, "dS/dqd", NULL);
  return board_compile(board, why) && board_compile(&stiffness->dynamics, why);
}

void statics_close_boards(StaticsWork *work)
{
  board_close(&work->stiffness.dynamics);
  board_close(&work->forces.board);
  board_close(&work->stiffness.board);
  board_close(&work->bearing.board);
}
