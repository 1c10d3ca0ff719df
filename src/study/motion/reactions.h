// reactions.h -- reactions of loops, constraints, wheels and joints. For the files of study/ and
// api/.
//
// A^T lambda are the generalised constraint forces, A = [Phi_q; H]. The reaction of a tree joint is
// the sum of a part without loops (key reaction:) and a part due to the multipliers (key
// dreaction/dlambda:). If constraints are redundant, the multipliers are not unique; the
// minimum-norm solution is used.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MOTION_REACTIONS_H
#define BIELLE_STUDY_MOTION_REACTIONS_H

#include "numeric/status.h"
#include "system/evaluator/evaluator.h"

enum { BEARING_COMPONENTS = 6 };  // of a joint reaction: force [N], moment [N.m]

typedef struct JointReactions {
  const Mechanism *mechanism;  // this and the next two are borrowed
  const Equations *equations;
  const ConstraintList *rows;  // rows of A: holonomic, then nonholonomic
  double *A;               // rows x coordinates: the generalised force of row i is -lambda[i] A[i]
  int rank;                // of A
  double *lambda;          // by row
  bool *lambda_is_unique;  // by row; false: one of many solutions
  double *reactions;       // 6 per joint, at the origin of its frame and in its axes
  bool *reaction_is_unique;  // likewise
} JointReactions;

// Allocates all arrays in `arena`.
JointReactions reactions_new(const Mechanism *mechanism, const Equations *equations,
                             const ConstraintList *rows, Arena *arena);

// ---- reactions

// Returns the keys of the quantities that reactions need, allocated in `arena`.
const char **reactions_keys(const Mechanism *mechanism, bool has_rows, Arena *arena, int *count);

// The reaction of one joint.
typedef struct JointEvaluator {
  double *tree;           // 6: without loops
  double *by_multiplier;  // 6 x columns; the first columns are those of the constraints
  int columns;
} JointEvaluator;

typedef struct ReactionEvaluator {
  Evaluator evaluator;
  JointEvaluator *joints;
} ReactionEvaluator;

bool reaction_evaluator_new(ReactionEvaluator *evaluator, const Mechanism *mechanism,
                            const Equations *equations, bool has_rows, Arena *arena, Text *why);

// ---- from generalised forces to reactions

// Computes the minimum-norm least-squares solution lambda of A^T lambda = `forces`, and the rank of
// A. `null` receives a basis of the multipliers without effect on the coordinates, (rows - rank) x
// rows in `arena`.
NumericStatus reactions_distribute(JointReactions *joint_reactions, const double forces[],
                                   double tolerance, Arena *arena, const double **null);
// Computes the reactions from known multipliers, and which of them are unique. `null` as returned
// by reactions_distribute().
void reactions_compute(JointReactions *joint_reactions, const ReactionEvaluator *evaluator,
                       const ProgramState *state, const double null[]);

// Values below this fraction of the largest force are rounding errors.
#define REACTION_EPSILON 1e-9

#endif
