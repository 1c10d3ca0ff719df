// lagrange.h -- the method of augmented bodies, shared by the files lagrange_*.c.
//
// A freedom is an axis g about which a link turns, or along which it slides, with its speed s. One
// for each link; three, about x, y and z, for a link that turns by Euler parameters. The formulas
// of the report are those of freedoms; when every speed is a qd, they are those of the coordinates.
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

// Vectors are asked for in the axes of many links; each is turned there once.
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
  const Expr **A;  // freedom_count squared, row-major; NULL until lagrange_inertia()
  const Expr **Q;  // by freedom; NULL until lagrange_gravity()
  int *reused;     // by freedom: the one whose Q is a term of its Q, -1: none
  Vec3 *seen[VECTOR_KIND_COUNT];
};

// ---- lagrange_vector.c

// The link in whose axes the vector is given.
int vector_home(const Lagrange *lagrange, Vector vector);
// Its components in the axes of `link`, which carries that link or is carried by it.
Vec3 vector_in(Lagrange *lagrange, Vector vector, int link);
static inline Vector axis_of(int freedom) { return (Vector){ AXIS, freedom }; }
static inline Vector moment_of(int link) { return (Vector){ MOMENT, link }; }
static inline Vector lever_of(int link) { return (Vector){ LEVER, link }; }
static inline Vector gravity_vector(void) { return (Vector){ GRAVITY, 0 }; }

// ---- the report's coefficients, of freedoms

void lagrange_inertia(Lagrange *lagrange);  // lagrange_inertia.c
void lagrange_gravity(Lagrange *lagrange);  // lagrange_gravity.c

// Labels "A12" or, if somebody has one of these names, "A[1,2]" for the entries of a square matrix,
// or "Q1" for those of a column.
const char *const *lagrange_labels(const Equations *equations, const char *key, int columns);
const char *lagrange_label(const Equations *equations, const char *key, const int indices[],
                           int index_count);

// ---- lagrange_velocity.c

bool derive_coriolis_list(Derivation *derivation, const char *key, Text *why);
bool derive_centrifugal(Derivation *derivation, const char *key, Text *why);
bool derive_bias_of_list(Derivation *derivation, const char *key, Text *why);

#endif
