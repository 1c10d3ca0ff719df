// cut_joint.c -- reactions in a joint of the tree due to the multipliers of loops and wheels.
//
// A joint's reaction is found by cutting it: six additional coordinates after the joint, all zero,
// three translations along and three rotations about the axes of its frame. By virtual work, the
// reaction is the generalised force on them, so that a multiplier lambda of the constraint Phi adds
//
//   lambda dPhi/dq_i,   for a velocity constraint   lambda d(H qd)/dqd_i,   i one of the six
//
// Only loops with exactly one place after the joint, and wheels after it, contribute. In a
// mechanism that moves in a plane, cutting the joint can also open a loop perpendicular to the
// plane: it then has additional equations. Their multipliers are columns after those of the list;
// their values are undetermined.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/constraints.h"
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <string.h>

enum { FREEDOMS = 6 };

// The mechanism with the joint cut. The symbols are in a separate pool, because mechanisms are
// immutable.
typedef struct Release {
  Mechanism mechanism;
  Pool *pool;
  const Expr *symbols[FREEDOMS];
} Release;

// ---- the mechanism with the joint cut

static void add_coordinates(Release *release, const Mechanism *mechanism, Arena *arena)
{
  // names in the language contain no blanks
  static const char *const NAMES[FREEDOMS] = { "along x", "along y", "along z",
                                               "about x", "about y", "about z" };
  int n = mechanism->coordinate_count;
  Coordinate *coordinates = ARENA_ARRAY(arena, Coordinate, n + FREEDOMS);
  if (n > 0) memcpy(coordinates, mechanism->coordinates, sizeof(Coordinate) * (size_t)n);
  for (int i = 0; i < FREEDOMS; i++) {
    release->symbols[i] = expr_coordinate(release->pool, NAMES[i]);
    coordinates[n + i] = (Coordinate){ .kind = i < 3 ? COORDINATE_LENGTH : COORDINATE_ANGLE,
                                       .q = release->symbols[i],
                                       .joint = -1 };
  }
  release->mechanism.coordinates = coordinates;
  release->mechanism.coordinate_count = n + FREEDOMS;
}

static void add_moves(Release *release, const Mechanism *mechanism, int frame, Arena *arena)
{
  Frame *frames = ARENA_ARRAY(arena, Frame, mechanism->frame_count);
  memcpy(frames, mechanism->frames, sizeof(Frame) * (size_t)mechanism->frame_count);
  Frame *freed = &frames[frame];
  Move *moves = ARENA_ARRAY(arena, Move, freed->move_count + FREEDOMS);
  if (freed->move_count > 0) memcpy(moves, freed->moves, sizeof(Move) * (size_t)freed->move_count);
  for (int i = 0; i < FREEDOMS; i++) {
    moves[freed->move_count + i] = (Move){ .kind = i < 3 ? MOVE_TRANSLATION : MOVE_ROTATION,
                                           .at = vec3_keep(vec3_unit(release->pool, i % 3)),
                                           .amount = release->symbols[i] };
  }
  freed->moves = moves;
  freed->move_count += FREEDOMS;
  release->mechanism.frames = frames;
}

// Keeps only the constraints that depend on the additional coordinates.
static void keep_constraints(Release *release, const bool is_carried[], Arena *arena)
{
  Mechanism *mechanism = &release->mechanism;
  const Loop *loops = mechanism->loops;
  const Rolling *rollings = mechanism->rollings;
  int loop_count = 0, rolling_count = 0;
  mechanism->loops = ARENA_ARRAY(arena, Loop, mechanism->loop_count);
  mechanism->rollings = ARENA_ARRAY(arena, Rolling, mechanism->rolling_count);
  for (int i = 0; i < mechanism->loop_count; i++) {
    if (is_carried[loops[i].first.frame] == is_carried[loops[i].second.frame]) continue;
    mechanism->loops[loop_count++] = loops[i];
  }
  for (int i = 0; i < mechanism->rolling_count; i++) {
    if (is_carried[rollings[i].frame]) mechanism->rollings[rolling_count++] = rollings[i];
  }
  mechanism->loop_count = loop_count;
  mechanism->rolling_count = rolling_count;
  mechanism->constraint_count = 0;  // expressions of the original coordinates: they do not change
  mechanism->task_count = 0;
  mechanism->speed_count = 0;
}

static Release release_of(const Derivation *derivation, const Joint *joint)
{
  Arena *arena = derivation->equations->arena;
  const Mechanism *mechanism = derivation->mechanism;
  Release release = { .mechanism = *mechanism,
                      .pool = pool_new(pool_seed(derivation->equations->pool)) };
  add_coordinates(&release, mechanism, arena);
  add_moves(&release, mechanism, joint->frame, arena);
  keep_constraints(&release, frames_carried_by(derivation, joint->frame), arena);
  return release;
}

// ---- columns

typedef struct Columns {
  int count;
  const char **labels;
  const Expr **entries;  // FREEDOMS for each column
} Columns;

static int find_label(const Columns *columns, const char *label)
{
  for (int i = 0; i < columns->count; i++) {
    if (strcmp(columns->labels[i], label) == 0) return i;
  }
  return -1;
}

// The derivatives of the residual by the additional coordinates, or by their rates, with all of
// these coordinates zero; in the derivation's pool.
static void fill_column(const Derivation *derivation, const Derivation *inner,
                        const ConstraintEquation *equation, const Expr *out[FREEDOMS])
{
  Equations *equations = inner->equations;
  int first = equations->coordinate_count - FREEDOMS;
  const Expr *freedoms[FREEDOMS], *zeros[FREEDOMS], *column[FREEDOMS];
  for (int i = 0; i < FREEDOMS; i++) {
    freedoms[i] = equations->coordinates[first + i].symbol;
    zeros[i] = expr_integer(equations->pool, 0);
    column[i] = expr_derivative(
        equation->residual, equation->is_holonomic ? freedoms[i] : speed_of(equations, first + i));
  }
  expr_substitute_all(column, FREEDOMS, freedoms, zeros, FREEDOMS, column);
  for (int i = 0; i < FREEDOMS; i++)
    out[i] = expr_copy(derivation->equations->pool, column[i]);
}

static Columns columns_of(Derivation *derivation, const ConstraintList *list,
                          const Derivation *inner, const ConstraintList *released)
{
  Arena *arena = derivation->equations->arena;
  int most = list->count + released->count;
  Columns columns = { .labels = ARENA_ARRAY(arena, const char *, most),
                      .entries = ARENA_ARRAY(arena, const Expr *, most *FREEDOMS) };
  for (int i = 0; i < list->count; i++)
    columns.labels[columns.count++] = list->equations[i].label;
  for (int i = 0; i < most * FREEDOMS; i++)
    columns.entries[i] = expr_integer(derivation->equations->pool, 0);
  for (int i = 0; i < released->count; i++) {
    const char *label = released->equations[i].label;
    int column = find_label(&columns, label);
    if (column < 0) {
      column = columns.count++;
      columns.labels[column] = arena_copy_text(arena, label, strlen(label));
    }
    fill_column(derivation, inner, &released->equations[i], &columns.entries[column * FREEDOMS]);
  }
  return columns;
}

static void add_columns(Derivation *derivation, const char *key, const Columns *columns)
{
  static const char *const ROWS[FREEDOMS] = { "fx", "fy", "fz", "mx", "my", "mz" };
  const Quantity quantity = {
    .key = key, .columns = columns->count, .row_labels = ROWS, .column_labels = columns->labels
  };
  const Expr **out = equations_add(derivation->equations, quantity);
  for (int i = 0; i < FREEDOMS; i++) {
    for (int j = 0; j < columns->count; j++)
      out[i * columns->count + j] = columns->entries[j * FREEDOMS + i];
  }
}

bool derive_reaction_by_multipliers(Derivation *derivation, const char *key, Text *why)
{
  const Joint *joint = joint_of_key(derivation, key, why);
  const ConstraintList *list = joint ? derivation_constraints(derivation, why) : NULL;
  if (!list) return false;
  Release release = release_of(derivation, joint);
  Derivation *inner = derivation_fork(derivation, &release.mechanism, NULL);
  const ConstraintList *released = derivation_constraints(inner, why);
  if (released) {
    Columns columns = columns_of(derivation, list, inner, released);
    add_columns(derivation, key, &columns);
  }
  equations_free(derivation_release(inner));
  pool_free(release.pool);
  return released != NULL;
}
