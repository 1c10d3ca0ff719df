// reactions.h -- what loops, constraints, wheels and joints bear. For the files of study/ and api/.
//
// A^T lambda are the forces that the constraints take, A = [Phi_q; H]. A joint of the tree bears
// what the tree asks for (key reaction:) and what the multipliers add (key dreaction/dlambda:).
// Where constraints are redundant the multipliers are one choice of many: the least.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MOTION_REACTIONS_H
#define BIELLE_STUDY_MOTION_REACTIONS_H

#include "numeric/status.h"
#include "system/evaluator/evaluator.h"

enum { BEARING_COMPONENTS = 6 };  // of a joint's reaction: force [N], moment [N.m]

typedef struct JointReactions {
  const Mechanism *mechanism;  // all borrowed
  const Equations *equations;
  const ConstraintList *rows;  // of A: holonomic, then nonholonomic
  double *A;                   // rows x coordinates: the force of row i is -lambda[i] A[i]
  int rank;                    // of A
  double *lambda;              // by row
  bool *lambda_is_unique;      // by row; otherwise the least of many that balance
  double *reactions;           // 6 by joint, at the origin of its frame and in its axes
  bool *reaction_is_unique;    // likewise
} JointReactions;

// With room for everything in `arena`.
JointReactions reactions_new(const Mechanism *mechanism, const Equations *equations,
                             const ConstraintList *rows, Arena *arena);

// ---- reactions

// The keys that reactions need; `arena` holds them.
const char **reactions_keys(const Mechanism *mechanism, bool has_rows, Arena *arena, int *count);

// The reaction of a joint.
typedef struct JointEvaluator {
  double *tree;           // 6: without loops
  double *by_multiplier;  // 6 x columns, those of the constraints first
  int columns;
} JointEvaluator;

typedef struct ReactionEvaluator {
  Evaluator evaluator;
  JointEvaluator *joints;
} ReactionEvaluator;

bool reaction_evaluator_new(ReactionEvaluator *evaluator, const Mechanism *mechanism,
                            const Equations *equations, bool has_rows, Arena *arena, Text *why);

// ---- from forces to what bears them

// The shortest lambda with A^T lambda nearest to `forces`, and the rank of A. `null` receives the
// multipliers that may be added, as nothing feels them, (rows - rank) x rows in `arena`.
NumericStatus reactions_distribute(JointReactions *joint_reactions, const double forces[],
                                   double tolerance, Arena *arena, const double **null);
// Fills the reactions where the multipliers are known, and says what is unique. `null`: as
// reactions_distribute() returns it.
void reactions_compute(JointReactions *joint_reactions, const ReactionEvaluator *evaluator,
                       const ProgramState *state, const double null[]);

// Parts of the largest force below this are rounding.
#define REACTION_EPSILON 1e-9

#endif
