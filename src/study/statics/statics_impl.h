// statics_impl.h -- declarations shared by the files of the statics study; not for other code.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_STATICS_STATICS_IMPL_H
#define BIELLE_STUDY_STATICS_STATICS_IMPL_H

#include "study/statics/statics.h"

// Singular values of A below this fraction of the largest count as zero. Otherwise constraints
// close to a singular configuration would carry reactions millions of times larger than the loads.
#define STATICS_RANK_TOLERANCE 1e-6

// Forces and Jacobian at a configuration. A stacks all constraint rows of the system.
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
  Evaluator dynamics;  // M and dS/dqd, used only for stability
  double *M;           // n x n
  double *S_qd;        // n x n
} StiffnessEvaluator;

// Working data of the study.
typedef struct StaticsWork {
  Statics *statics;
  System *system;
  Arena *arena;
  ProgramState state;  // parameters, inputs, time and torques as given
  bool *is_held;
  ForceEvaluator forces;
  StiffnessEvaluator stiffness;  // used only for equilibria
  ReactionEvaluator joint_reactions;
  int n;
  int rows;
} StaticsWork;

// Derives the static equations; with `requests_stiffness` also their derivatives.
bool statics_derive(System *system, bool requests_stiffness, Text *why);
bool force_evaluator_new(StaticsWork *work, Text *why);
bool stiffness_evaluator_new(StaticsWork *work, Text *why);
void statics_free_evaluators(StaticsWork *work);

// Computes forces, multipliers and reactions at rest->q with the drives of the study. Returns false
// if a force has no value at this configuration.
bool statics_balance(StaticsWork *work, StaticConfiguration *rest);
// Chooses default drives for holding: one coordinate per degree of freedom at q.
void statics_choose_drives(StaticsWork *work, const double q[]);
// Determines the stability of the configuration.
void statics_judge(StaticsWork *work, StaticConfiguration *rest);

// Fills rests, count and starts of the study, starting from the closed configuration q.
bool statics_search(StaticsWork *work, const double q[], bool requests_all, Text *why);

// Computes K = dS/dq + sum lambda dA/dq, n x n, from the present values of the stiffness evaluator.
void statics_stiffness(const StaticsWork *work, const double lambda[], double K[]);

#endif
