// reactions.c -- constraint multipliers and the resulting reactions of tree joints.
//
// If constraints are redundant, multipliers without effect on the coordinates may be added; a
// component that they would change is not unique. The same applies to a component that an equation
// normal to the plane of a mechanism would change, whose multiplier is undetermined.
// SPDX-License-Identifier: MIT
#include "study/motion/reactions.h"

#include "numeric/linear/least_squares.h"

#include <math.h>

enum { COMPONENTS = BEARING_COMPONENTS };
static const double UNFELT = 1e-9;

JointReactions reactions_new(const Mechanism *mechanism, const Equations *equations,
                             const ConstraintList *rows, Arena *arena)
{
  int components = mechanism->joint_count * COMPONENTS;
  return (
      JointReactions){ .mechanism = mechanism,
                       .equations = equations,
                       .rows = rows,
                       .A = ARENA_ARRAY(arena, double, rows->count * equations->coordinate_count),
                       .lambda = ARENA_ARRAY(arena, double, rows->count),
                       .lambda_is_unique = ARENA_ARRAY(arena, bool, rows->count),
                       .reactions = ARENA_ARRAY(arena, double, components),
                       .reaction_is_unique = ARENA_ARRAY(arena, bool, components) };
}

// ---- evaluator

const char **reactions_keys(const Mechanism *mechanism, bool has_rows, Arena *arena, int *count)
{
  const char **keys = ARENA_ARRAY(arena, const char *, 2 * mechanism->joint_count);
  *count = 0;
  for (int j = 0; j < mechanism->joint_count; j++) {
    const char *name = mechanism->joints[j].name;
    keys[(*count)++] = arena_format(arena, "reaction:%s", name);
    if (has_rows) keys[(*count)++] = arena_format(arena, "dreaction/dlambda:%s", name);
  }
  return keys;
}

bool reaction_evaluator_new(ReactionEvaluator *evaluator, const Mechanism *mechanism,
                            const Equations *equations, bool has_rows, Arena *arena, Text *why)
{
  int count = 0, next = 0;
  const char **keys = reactions_keys(mechanism, has_rows, arena, &count);
  evaluator->evaluator = evaluator_new(equations, arena, count);
  evaluator->joints = ARENA_ARRAY(arena, JointEvaluator, mechanism->joint_count);
  for (int j = 0; j < mechanism->joint_count; j++) {
    JointEvaluator *joint = &evaluator->joints[j];
    joint->tree = evaluator_add(&evaluator->evaluator, keys[next++], NULL);
    if (!has_rows) continue;
    joint->columns = equations_find(equations, keys[next])->columns;
    joint->by_multiplier = evaluator_add(&evaluator->evaluator, keys[next++], NULL);
  }
  return evaluator_compile(&evaluator->evaluator, why);
}

// ---- multipliers

NumericStatus reactions_distribute(JointReactions *joint_reactions, const double forces[],
                                   double tolerance, Arena *arena, const double **null)
{
  int n = joint_reactions->equations->coordinate_count, rows = joint_reactions->rows->count;
  double *transposed = ARENA_ARRAY(arena, double, n *rows);
  double *directions = ARENA_ARRAY(arena, double, rows *rows);
  for (int i = 0; i < n; i++) {
    for (int r = 0; r < rows; r++)
      transposed[i * rows + r] = joint_reactions->A[r * n + i];
  }
  NumericRank rank;
  NumericStatus status = least_squares_solve(n, rows, transposed, forces, tolerance,
                                             joint_reactions->lambda, &rank, NULL);
  if (status == NUMERIC_OK)
    status = numeric_rank(n, rows, transposed, tolerance, NULL, directions, &rank);
  joint_reactions->rank = rank.rank;
  *null = directions + rank.rank * rows;
  return status;
}

// ---- reactions

// Returns true if undetermined multipliers change the component with the derivatives `row`, one for
// each of `columns` multipliers.
static bool is_changed(const JointReactions *joint_reactions, const double row[], int columns,
                       const double null[])
{
  int rows = joint_reactions->rows->count;
  for (int z = 0; z < rows - joint_reactions->rank; z++) {
    double sum = 0;
    for (int i = 0; i < rows; i++)
      sum += row[i] * null[z * rows + i];
    if (fabs(sum) > UNFELT) return true;
  }
  for (int i = rows; i < columns; i++) {
    if (fabs(row[i]) > UNFELT) return true;
  }
  return false;
}

static void bear_joint(JointReactions *joint_reactions, const JointEvaluator *joint, int index,
                       const double null[])
{
  int rows = joint_reactions->rows->count;
  for (int c = 0; c < COMPONENTS; c++) {
    double *reaction = &joint_reactions->reactions[index * COMPONENTS + c];
    bool *is_unique = &joint_reactions->reaction_is_unique[index * COMPONENTS + c];
    *reaction = joint->tree[c];
    *is_unique = true;
    if (rows == 0) continue;
    const double *row = joint->by_multiplier + c * joint->columns;
    for (int i = 0; i < rows; i++)
      *reaction += row[i] * joint_reactions->lambda[i];
    *is_unique = !is_changed(joint_reactions, row, joint->columns, null);
  }
}

void reactions_compute(JointReactions *joint_reactions, const ReactionEvaluator *evaluator,
                       const ProgramState *state, const double null[])
{
  int rows = joint_reactions->rows->count;
  evaluator_evaluate(&evaluator->evaluator, state);
  for (int j = 0; j < joint_reactions->mechanism->joint_count; j++)
    bear_joint(joint_reactions, &evaluator->joints[j], j, null);
  for (int i = 0; i < rows; i++) {
    joint_reactions->lambda_is_unique[i] = true;
    for (int z = 0; z < rows - joint_reactions->rank; z++) {
      if (fabs(null[z * rows + i]) > UNFELT) joint_reactions->lambda_is_unique[i] = false;
    }
  }
}
