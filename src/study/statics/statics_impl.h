// statics_impl.h -- what the files of the statics study share. For them only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_STATICS_STATICS_IMPL_H
#define BIELLE_STUDY_STATICS_STATICS_IMPL_H

#include "study/statics/statics.h"

// Singular values of A below this part of the largest count as zero. So near to a singular
// configuration nothing should be borne by what is only just not singular: the forces would be
// millions of times those that act.
#define STATICS_RANK_TOLERANCE 1e-6

// Values at a configuration. A stacks the rows of the system.
typedef struct ForceEvaluator {
  Evaluator evaluator;
  double *S, *G, *Qe, *Qu;  // n
  double *S_u;              // n x inputs
  double *A;                // rows x n
} ForceEvaluator;

typedef struct StiffnessEvaluator {
  Evaluator evaluator;
  double *Phi;  // holonomic rows
  double *side;
  int side_count;
  double *S;           // n
  double *S_q;         // n x n
  double *A;           // rows x n
  double *A_q;         // rows x n x n: entry (i, j, k) is dA_ij/dq_k
  Evaluator dynamics;  // what only stability asks for
  double *M;           // n x n
  double *S_qd;        // n x n
} StiffnessEvaluator;

// What the study works with.
typedef struct StaticsWork {
  Statics *statics;
  System *system;
  Arena *arena;
  ProgramState state;  // parameters, inputs, time and torques as given
  bool *is_held;
  ForceEvaluator forces;
  StiffnessEvaluator stiffness;  // of an equilibrium
  ReactionEvaluator joint_reactions;
  int n;
  int rows;
} StaticsWork;

// The equations of a mechanism at rest; with `requests_stiffness` their derivatives, too.
bool statics_derive(System *system, bool requests_stiffness, Text *why);
bool force_evaluator_new(StaticsWork *work, Text *why);
bool stiffness_evaluator_new(StaticsWork *work, Text *why);
void statics_free_evaluators(StaticsWork *work);

// Forces, multipliers and reactions at rest->q with the statics' drives. False if a force has no
// value there.
bool statics_balance(StaticsWork *work, StaticConfiguration *rest);
// The first drives of holding without any: a coordinate for each freedom at q.
void statics_choose_drives(StaticsWork *work, const double q[]);
// Whether the rest is stable.
void statics_judge(StaticsWork *work, StaticConfiguration *rest);

// Fills rests, count and starts. `q`: where to start, closed.
bool statics_search(StaticsWork *work, const double q[], bool requests_all, Text *why);

// K = dS/dq + sum lambda dA/dq at the values of the board, n x n.
void statics_stiffness(const StaticsWork *work, const double lambda[], double K[]);

#endif
