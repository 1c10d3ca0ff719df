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

static bool derive_all(Scene *scene, const char *const keys[], int count, Text *why)
{
  for (int i = 0; i < count; i++) {
    if (!scene_quantity(scene, keys[i], why)) return false;
  }
  return true;
}

static bool derive_constraints_of(Scene *scene, const StaticsModel *model, Text *why)
{
  static const char *const HOLONOMIC[] = { "Phi", "Phi_q", "dPhi_q/dq" };
  static const char *const NONHOLONOMIC[] = { "H", "dH/dq" };
  int stiffness = model->has_stiffness ? 1 : 0;
  if (model->rows->holonomic_count > 0) {
    Text unused = { 0 };
    if (!derive_all(scene, HOLONOMIC, 2 + stiffness, why)) return false;
    scene_quantity(scene, "Phi_side", &unused);  // not every loop has sides
    text_free(&unused);
  }
  return !has_nonholonomic(model->rows) || derive_all(scene, NONHOLONOMIC, 1 + stiffness, why);
}

static const char *key_of_joint(Arena *arena, const char *quantity, const Joint *joint)
{
  return arena_format(arena, "%s:%s", quantity, joint->name);
}

static bool derive_reactions(Scene *scene, const StaticsModel *model, Text *why)
{
  Arena *arena = scene->equations->arena;
  for (int j = 0; j < model->mechanism->joint_count; j++) {
    const Joint *joint = &model->mechanism->joints[j];
    if (!scene_quantity(scene, key_of_joint(arena, "reaction", joint), why)) return false;
    if (model->rows->count == 0) continue;
    if (!scene_quantity(scene, key_of_joint(arena, "dreaction/dlambda", joint), why)) return false;
  }
  return true;
}

static bool derive_model(Scene *scene, StaticsModel *model, Text *why)
{
  static const char *const FORCES[] = { "S", "G", "Qe", "Qu" };
  model->rows = scene_constraints(scene, why);
  if (!model->rows || !derive_all(scene, FORCES, 4, why)) return false;
  if (model->mechanism->input_count > 0 && !scene_quantity(scene, "dS/du", why)) return false;
  if (model->has_stiffness && !scene_quantity(scene, "dS/dq", why)) return false;
  return derive_constraints_of(scene, model, why) && derive_reactions(scene, model, why);
}

StaticsModel *statics_model_new(const Mechanism *mechanism, bool wants_stiffness, Text *why)
{
  if (mechanism->coordinate_count == 0) {
    text_put(why, "nothing can move: there is no coordinate");
    return NULL;
  }
  StaticsModel *model = memory_new(1, sizeof *model);
  *model = (StaticsModel){ .mechanism = mechanism, .has_stiffness = wants_stiffness };
  Scene *scene = scene_new(mechanism, NULL, 0);
  bool is_complete = derive_model(scene, model, why);
  model->equations = scene_release(scene);
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
    for (int k = 0; k < mechanism->force_count && !input->value && !input->table; k++) {
      const Force *force = &mechanism->forces[k];
      is_drive = is_drive ||
                 (force->kind == FORCE_TORQUE && expr_depends_on(force->amount, input->symbol));
    }
    if (is_drive) drives[(*count)++] = (StaticsDrive){ true, i, 1 };
  }
  return drives;
}

// ---- boards

Board board_new(Arena *arena, int most)
{
  return (Board){ .out = ARENA_ARRAY(arena, double *, most),
                  .keys = ARENA_ARRAY(arena, const char *, most) };
}

double *board_add(Board *board, const StaticsModel *model, const char *key, double values[],
                  Arena *arena)
{
  const Quantity *quantity = equations_find(model->equations, key);
  if (!values) values = ARENA_ARRAY(arena, double, quantity->rows * quantity->columns);
  board->keys[board->count] = quantity->key;
  board->out[board->count++] = values;
  return values;
}

bool board_compile(Board *board, const StaticsModel *model, Arena *arena, Text *why)
{
  if (board->count == 0) return true;
  board->program = program_new(model->equations, board->keys, board->count, why);
  if (!board->program) return false;
  board->registers = ARENA_ARRAY(arena, double, program_register_count(board->program));
  return true;
}

void board_evaluate(const Board *board, const ProgramState *state)
{
  if (board->program) program_evaluate(board->program, state, board->registers, board->out);
}

// Phi_q and H, or their derivatives, one below the other.
static double *add_stacked(StaticsWork *work, Board *board, const char *holonomic,
                           const char *nonholonomic, int width)
{
  const ConstraintList *rows = work->model->rows;
  double *values = ARENA_ARRAY(work->arena, double, rows->count *width);
  if (rows->holonomic_count > 0) board_add(board, work->model, holonomic, values, work->arena);
  if (has_nonholonomic(rows)) {
    board_add(board, work->model, nonholonomic, values + rows->holonomic_count * width,
              work->arena);
  }
  return values;
}

bool force_board_new(StaticsWork *work, Text *why)
{
  const StaticsModel *model = work->model;
  Arena *arena = work->arena;
  ForceBoard *forces = &work->forces;
  enum { MOST = 7 };
  forces->board = board_new(arena, MOST);
  forces->S = board_add(&forces->board, model, "S", NULL, arena);
  forces->G = board_add(&forces->board, model, "G", NULL, arena);
  forces->Qe = board_add(&forces->board, model, "Qe", NULL, arena);
  forces->Qu = board_add(&forces->board, model, "Qu", NULL, arena);
  if (model->mechanism->input_count > 0) {
    forces->S_u = board_add(&forces->board, model, "dS/du", NULL, arena);
  }
  forces->A = add_stacked(work, &forces->board, "Phi_q", "H", work->n);
  return board_compile(&forces->board, model, arena, why);
}

bool stiffness_board_new(StaticsWork *work, Text *why)
{
  const StaticsModel *model = work->model;
  Arena *arena = work->arena;
  StiffnessBoard *stiffness = &work->stiffness;
  enum { MOST = 8 };
  stiffness->board = board_new(arena, MOST);
  stiffness->S = board_add(&stiffness->board, model, "S", NULL, arena);
  stiffness->S_q = board_add(&stiffness->board, model, "dS/dq", NULL, arena);
  stiffness->A = add_stacked(work, &stiffness->board, "Phi_q", "H", work->n);
  stiffness->A_q = add_stacked(work, &stiffness->board, "dPhi_q/dq", "dH/dq", work->n * work->n);
  if (model->rows->holonomic_count > 0) {
    stiffness->Phi = board_add(&stiffness->board, model, "Phi", NULL, arena);
  }
  const Quantity *side = equations_find(model->equations, "Phi_side");
  if (side) {
    stiffness->side = board_add(&stiffness->board, model, "Phi_side", NULL, arena);
    stiffness->side_count = side->rows;
  }
  return board_compile(&stiffness->board, model, arena, why);
}

bool reaction_board_new(StaticsWork *work, Text *why)
{
  const StaticsModel *model = work->model;
  Arena *arena = work->arena;
  int count = model->mechanism->joint_count;
  work->reactions = board_new(arena, 2 * count);
  work->joints = ARENA_ARRAY(arena, JointBoard, count);
  for (int j = 0; j < count; j++) {
    const Joint *joint = &model->mechanism->joints[j];
    const char *key = key_of_joint(arena, "reaction", joint);
    work->joints[j].tree = board_add(&work->reactions, model, key, NULL, arena);
    if (work->rows == 0) continue;
    key = key_of_joint(arena, "dreaction/dlambda", joint);
    work->joints[j].by_multiplier = board_add(&work->reactions, model, key, NULL, arena);
    work->joints[j].columns = equations_find(model->equations, key)->columns;
  }
  return board_compile(&work->reactions, model, arena, why);
}

void statics_close_boards(StaticsWork *work)
{
  program_free(work->forces.board.program);
  program_free(work->stiffness.board.program);
  program_free(work->reactions.program);
}
