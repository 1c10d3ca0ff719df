// negligible.h -- models without negligible terms, with a bound on their error.
//
// Each torque is a sum,
//   tau_i = sum A_ij qdd_j + sum B_ijk qd_j qd_k + sum C_ij qd_j^2 + G_i - Qe_i,
// and each coefficient is a sum of terms, a constant times a function of the coordinates. With
// numerical parameters and ranges for the motion, ball arithmetic computes an upper bound of every
// term, and a value that the torque attains. Terms are omitted, the smallest first, as long as the
// sum of their bounds does not exceed the tolerance times that value; this sum is the maximum error
// of the reduced torque anywhere in the ranges. Qe is not reduced, and a coefficient with very many
// terms is kept or omitted as a whole. For the files of formulation/.
//
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_NEGLIGIBLE_H
#define BIELLE_FORMULATION_DERIVED_NEGLIGIBLE_H

#include "formulation/formulation.h"
#include "formulation/derived/bound.h"
#include "notation/forms/term_list.h"

// A coefficient of one torque.
typedef enum PartKind { PART_ACCELERATION, PART_PRODUCT, PART_SQUARE, PART_GRAVITY } PartKind;
typedef struct Part {
  PartKind kind;
  int j, k;  // its coordinates: qdd_j, qd_j qd_k, qd_j^2
  const Expr *value;
  double factor;  // maximum of |qdd_j|, ...
  Term *terms;
  double *bounds;  // by term, including the factor
  bool *is_dropped;
  int term_count;
  int dropped_count;
  double dropped_bound;  // sum of the bounds of the omitted terms
} Part;

typedef struct Torque {
  Part *parts;  // the non-zero coefficients
  int part_count;
  double range;  // lower bound of the maximum of |tau_i + Qe_i|
  double bound;  // upper bound of its error
  int term_count;
  int dropped_count;
} Torque;

// The ranges: maximum speeds and accelerations by coordinate, and the box.
typedef struct Ranges {
  Interval *intervals;   // of parameters, coordinates, speeds, accelerations
  int first_coordinate;  // index of q_1; qd and qdd follow
  const Expr **speeds;
  const Expr **accelerations;
  Box *box;
} Ranges;

typedef struct Reduction {
  Derivation *whole;  // the model with all terms, in a separate pool
  Ranges ranges;
  Torque *torques;
  // The remaining coefficients, in the pool of the reduced model; B has rows i n + j and columns
  // k > j.
  Matrix A, B, C, G;
} Reduction;

// ---- negligible_range.c

// Reads the values of parameters and the limits of coordinates; returns false with a sentence in
// `why`.
bool ranges_read(Ranges *ranges, const Derivation *whole, const NegligibleOptions *options,
                 Text *why);
// The value that each torque attains, for M and h + G of the complete model.
void ranges_find_reach(const Ranges *ranges, const Equations *equations, Matrix M, Matrix rest,
                       double reach[]);

// ---- negligible_note.c

void negligible_note(const Reduction *reduction, const NegligibleOptions *options,
                     Equations *equations);

#endif
