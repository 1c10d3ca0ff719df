// negligible.h -- a model without the terms that hardly matter, and how far it may be off.
//
// Each torque is a sum,
//   tau_i = sum A_ij qdd_j + sum B_ijk qd_j qd_k + sum C_ij qd_j^2 + G_i - Qe_i,
// and each coefficient a sum of terms, a constant times a function of the coordinates. With
// numbers for the parameters and ranges for what moves, ball arithmetic gives every term a bound
// that it never exceeds, and the torque a value that it does reach. Terms are left out, the
// smallest first, as long as their bounds add up to no more than the tolerance times that value;
// the sum of the bounds is how far the reduced torque may be off, anywhere in the ranges. Qe stays
// whole, and a coefficient of very many terms stays or goes as one. For the files of formulation/.
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
  int j, k;  // coordinates that it belongs to: qdd_j, qd_j qd_k, qd_j^2
  const Expr *value;
  double factor;  // largest |qdd_j|, ...
  Term *terms;
  double *bounds;  // by term, factor included
  bool *is_dropped;
  int term_count;
  int dropped_count;
  double dropped_bound;  // of the terms that are left out, together
} Part;

typedef struct Torque {
  Part *parts;  // those that are not zero
  int part_count;
  double range;  // |tau_i + Qe_i| reaches at least this
  double bound;  // and is off by at most this
  int term_count;
  int dropped_count;
} Torque;

// The ranges: largest speeds and accelerations by coordinate, and the box.
typedef struct Ranges {
  Interval *intervals;   // parameters, coordinates, speeds, accelerations
  int first_coordinate;  // place of q_1; qd and qdd follow
  const Expr **speeds;
  const Expr **accelerations;
  Box *box;
} Ranges;

typedef struct Reduction {
  Derivation *whole;  // the model with all its terms, in a pool of its own
  Ranges ranges;
  Torque *torques;
  // What is left, in the pool of the reduced model; B has rows i n + j and columns k > j.
  Matrix A, B, C, G;
} Reduction;

// ---- negligible_range.c

// Parameters at their values, coordinates within their limits; false with a sentence in `why`.
bool ranges_read(Ranges *ranges, const Derivation *whole, const NegligibleOptions *options,
                 Text *why);
// The value that each torque reaches, for M and h + G of the whole model.
void ranges_find_reach(const Ranges *ranges, const Equations *equations, Matrix M, Matrix rest,
                       double reach[]);

// ---- negligible_note.c

void negligible_note(const Reduction *reduction, const NegligibleOptions *options,
                     Equations *equations);

#endif
