// lagrange.h -- the method of augmented bodies, by coordinate (lagrange.c) and by freedom
// (lagrange_freedoms.c).
//
// A freedom is an axis g about which a link rotates, or along which it slides, with speed s. There
// is one for each link, or three, about x, y and z, for a link that rotates by Euler parameters.
// The formulas of the report apply to freedoms; if every speed is a qd, they apply to the
// coordinates.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_LAGRANGE_H
#define BIELLE_FORMULATION_METHODS_LAGRANGE_H

#include "formulation/methods/augmented.h"
#include "formulation/recipes.h"

typedef struct Freedom {
  int link;
  bool is_turn;
  Vec3 axis;          // in the link's axes
  const Expr *speed;  // linear in qd
} Freedom;

// Vectors are required in the axes of many links; each one is transformed once per link.
typedef enum VectorKind { AXIS, MOMENT, LEVER, GRAVITY, VECTOR_KIND_COUNT } VectorKind;
typedef struct Vector {
  VectorKind kind;
  int index;  // of the freedom (AXIS), of the link (MOMENT, LEVER), 0 (GRAVITY)
} Vector;

typedef struct Lagrange Lagrange;
struct Lagrange {
  Derivation *derivation;
  const AugmentedTree *tree;
  Freedom *freedoms;
  int freedom_count;
  Matrix A;     // by freedom; no entries before lagrange_inertia()
  Matrix Q;     // a column; no entries before lagrange_gravity()
  int *reused;  // by freedom: the freedom whose Q is a term of its Q; -1: none
  Vec3 *seen[VECTOR_KIND_COUNT];
};

static inline Vector axis_of(int freedom) { return (Vector){ AXIS, freedom }; }
static inline Vector moment_of(int link) { return (Vector){ MOMENT, link }; }
static inline Vector lever_of(int link) { return (Vector){ LEVER, link }; }
static inline Vector gravity_vector(void) { return (Vector){ GRAVITY, 0 }; }
// The components of a vector in the axes of `link`, which must be an ancestor or a descendant of
// the vector's link.
Vec3 vector_in(Lagrange *lagrange, Vector vector, int link);

// Compute the report's coefficients, by freedom.
void lagrange_inertia(Lagrange *lagrange);
void lagrange_gravity(Lagrange *lagrange);

// ---- quantities (lagrange.c)

// Labels "A12", or "A[1,2]" if the user has such a name, for the entries of a square matrix; "Q1"
// for those of a column.
const char *const *lagrange_labels(const Derivation *derivation, const char *key, int columns);
// Adds the quantity of a square matrix with these labels. Always returns true.
bool lagrange_put_matrix(const Derivation *derivation, const char *key, Matrix a);
// Adds the list of the non-zero B_ijk, from rows i n + j and columns k. Always returns true.
bool lagrange_put_products(const Derivation *derivation, const char *key, const char *title,
                           Matrix B);
// h_i = sum_j qd_j (C_ij qd_j + sum_{k>j} B_ijk qd_k)
Matrix lagrange_bias(const Derivation *derivation, Matrix B, Matrix C);

#endif
