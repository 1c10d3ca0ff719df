// regressor.h -- the columns of the regressor: inverse dynamics is linear in the inertial
// parameters. For the files of formulation/ only.
//
//   tau = Y pi + Y0,    pi = (XX XY XZ YY YZ ZZ MX MY MZ M of each link; FV FS IA of each joint)
//
// Inertias are matrix entries about the link's origin, first moments MX = mass times x of the
// centre of mass, both in the link's axes. A unit of one parameter, with all others zero, requires
// the wrench f, n to move with the link; its contribution to coordinate j is f . v_j + n . w_j,
// with v_j, w_j the motion of the link for a unit of that coordinate's rate.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_PARAMETERS_REGRESSOR_H
#define BIELLE_FORMULATION_PARAMETERS_REGRESSOR_H

#include "formulation/methods/newton_euler.h"

// The links with the axes that parameters refer to: those of the frame of the joint if its origin
// lies on the joint's axis and it is not rotated, otherwise those after the move.
const LinkTree *regressor_tree(Derivation *derivation);

// The motion of the links, and the effect of each coordinate on it.
typedef struct RegressorMotion {
  Newton newton;
  Vec3 *w;  // by link and coordinate, in the link's axes
  Vec3 *v;
} RegressorMotion;
RegressorMotion regressor_motion(Derivation *derivation, const LinkTree *tree);
// The generalised forces required by this inertia on a link, by coordinate.
void regressor_response(const RegressorMotion *motion, int link, const LinkInertia *inertia,
                        const Expr *out[]);

// The columns added so far, with capacity for all links and joints of a tree.
typedef struct Regressor {
  Matrix columns;  // one column per row, by coordinate
  Matrix values;   // of the parameters
  const char **labels;
  int count;
} Regressor;
Regressor regressor_new(const Derivation *derivation, const LinkTree *tree);
// Adds a column of zeros and returns its entries.
const Expr **regressor_add(Regressor *regressor, const char *label, const Expr *value);
// The inertia with one parameter equal to 1 and all others zero.
LinkInertia regressor_unit(int parameter, Pool *pool);
// Adds the columns of joint friction and motor rotors, as far as they are described by torques: FV
// rate, FS sign(rate), IA acceleration.
void regressor_add_friction(Derivation *derivation, Regressor *regressor);
// The columns added so far as a matrix, by coordinate, and the values of their parameters.
Matrix regressor_matrix(const Regressor *regressor);
Matrix regressor_values(const Regressor *regressor);
// Adds the quantity of that matrix, or of the values; returns false with a sentence in `why` if
// there are no columns.
bool regressor_put(Derivation *derivation, const char *key, bool is_matrix,
                   const Regressor *regressor, Text *why);

// By link: whether it has parameters, that is, carries a body.
bool *regressor_links(const Derivation *derivation, const LinkTree *tree);

// The number of independent columns of Y. Never too large; too small only if a minor of its degree
// d vanishes by chance in both fields, with probability (d/2^61)^2.
int regressor_rank(const Mechanism *mechanism, uint64_t seed);

// Columns that are linear combinations of others at every state: column c = sum over k of
// factors(k, c) kept[k]. Dependent columns found by elimination whose factors cannot be written in
// closed form are kept.
typedef struct Dependence {
  int *kept;
  int count;
  Matrix factors;  // kept x columns
} Dependence;
Dependence regressor_dependence(const Derivation *derivation, Matrix Y);

#endif
