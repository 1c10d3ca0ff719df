// statics_reactions.c -- what the joints of the tree bear, with the forces that close its loops.
//
// A joint's reaction is that of the tree without loops (key reaction:) and what the multipliers add
// (key dreaction/dlambda:). Where constraints are redundant some multipliers may be added that no
// coordinate feels; a component that they would change is not unique. Neither is one that an
// equation across the plane of a mechanism would change, whose multiplier nothing determines.
// SPDX-License-Identifier: MIT
#include "study/statics_impl.h"

#include <math.h>

enum { COMPONENTS = 6 };
static const double UNFELT = 1e-9;

// Do multipliers that may be added change row `row`, one number for each of `columns` multipliers?
static bool is_changed(const StaticsWork *work, const double row[], int columns,
                       const double null[], int null_count)
{
  for (int z = 0; z < null_count; z++) {
    double sum = 0;
    for (int i = 0; i < work->rows; i++)
      sum += row[i] * null[z * work->rows + i];
    if (fabs(sum) > UNFELT) return true;
  }
  for (int i = work->rows; i < columns; i++) {
    if (fabs(row[i]) > UNFELT) return true;
  }
  return false;
}

static void bear_joint(const StaticsWork *work, StaticsRest *rest, int index, const double null[])
{
  const JointBoard *joint = &work->joints[index];
  for (int c = 0; c < COMPONENTS; c++) {
    double *reaction = &rest->reactions[index * COMPONENTS + c];
    bool *is_unique = &rest->reaction_is_unique[index * COMPONENTS + c];
    *reaction = joint->tree[c];
    *is_unique = true;
    if (work->rows == 0) continue;
    const double *row = joint->by_multiplier + c * joint->columns;
    for (int i = 0; i < work->rows; i++)
      *reaction += row[i] * rest->lambda[i];
    *is_unique = !is_changed(work, row, joint->columns, null, work->rows - rest->rank);
  }
}

void statics_bear(StaticsWork *work, StaticsRest *rest, const double null[])
{
  int joints = work->model->mechanism->joint_count;
  rest->reactions = ARENA_ARRAY(work->arena, double, joints *COMPONENTS);
  rest->reaction_is_unique = ARENA_ARRAY(work->arena, bool, joints *COMPONENTS);
  rest->lambda_is_unique = ARENA_ARRAY(work->arena, bool, work->rows);
  ProgramState state = work->state;
  state.q = rest->q;
  state.inputs = rest->inputs;
  board_evaluate(&work->reactions, &state);
  for (int j = 0; j < joints; j++)
    bear_joint(work, rest, j, null);
  for (int i = 0; i < work->rows; i++) {
    rest->lambda_is_unique[i] = true;
    for (int z = 0; z < work->rows - rest->rank; z++) {
      if (fabs(null[z * work->rows + i]) > UNFELT) rest->lambda_is_unique[i] = false;
    }
  }
}
