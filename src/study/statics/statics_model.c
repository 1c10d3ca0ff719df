// statics_model.c -- the equations of a mechanism at rest, and programs of them.
// SPDX-License-Identifier: MIT
#include "study/statics/statics_impl.h"

// ---- the equations

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

bool statics_derive(System *system, bool wants_stiffness, Text *why)
{
  static const char *const FORCES[] = { "S", "G", "Qe", "Qu", "dS/du" };
  const Mechanism *mechanism = system->mechanism;
  if (mechanism->coordinate_count == 0) {
    text_put(why, "nothing can move: there is no coordinate");
    return false;
  }
  if (!system_derive_ties(system, why)) return false;
  int count = 0;
  const char **reactions = bearing_keys(mechanism, system->rows->count > 0, system->arena, &count);
  return system_derive(system, FORCES, mechanism->input_count > 0 ? 5 : 4, why) &&
         (!wants_stiffness || derive_stiffness(system, why)) &&
         system_derive(system, reactions, count, why);
}

StaticsDrive *statics_usual_drives(const Mechanism *mechanism, Arena *arena, int *count)
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

// ---- boards

bool force_board_new(StaticsWork *work, Text *why)
{
  const System *system = work->system;
  ForceBoard *forces = &work->forces;
  Board *board = &forces->board;
  enum { MOST = 7 };
  *board = board_new(system->equations, work->arena, MOST);
  forces->S = board_add(board, "S", NULL);
  forces->G = board_add(board, "G", NULL);
  forces->Qe = board_add(board, "Qe", NULL);
  forces->Qu = board_add(board, "Qu", NULL);
  if (system->mechanism->input_count > 0) forces->S_u = board_add(board, "dS/du", NULL);
  forces->A = board_add_rows(board, system->rows, "Phi_q", "H", work->n);
  return board_compile(board, why);
}

bool stiffness_board_new(StaticsWork *work, Text *why)
{
  const System *system = work->system;
  StiffnessBoard *stiffness = &work->stiffness;
  Board *board = &stiffness->board;
  enum { MOST = 8 };
  *board = board_new(system->equations, work->arena, MOST);
  stiffness->S = board_add(board, "S", NULL);
  stiffness->S_q = board_add(board, "dS/dq", NULL);
  stiffness->A = board_add_rows(board, system->rows, "Phi_q", "H", work->n);
  stiffness->A_q = board_add_rows(board, system->rows, "dPhi_q/dq", "dH/dq", work->n * work->n);
  if (system->rows->holonomic_count > 0) stiffness->Phi = board_add(board, "Phi", NULL);
  const Quantity *side = equations_find(system->equations, "Phi_side");
  if (side) {
    stiffness->side = board_add(board, "Phi_side", NULL);
    stiffness->side_count = side->rows;
  }
  stiffness->dynamics = board_new(system->equations, work->arena, 2);
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
