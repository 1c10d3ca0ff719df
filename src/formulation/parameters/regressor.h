// regressor.h -- inverse dynamics is linear in the inertial parameters: the columns. For the files
// of formulation/ only.
//
//   tau = Y pi + Y0,    pi = (XX XY XZ YY YZ ZZ MX MY MZ M of each link; FV FS IA of each joint)
//
// Inertias are matrix entries about the link's origin, first moments MX = mass times x of the
// centre of mass, both in the link's axes. A unit of one parameter, everything else weightless,
// takes the wrench f, n to move as the link does; it shows on coordinate j as f . v_j + n . w_j,
// with v_j, w_j the motion of the link for a unit of that coordinate's rate.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_PARAMETERS_REGRESSOR_H
#define BIELLE_FORMULATION_PARAMETERS_REGRESSOR_H

#include "formulation/methods/newton_euler.h"

// The links with the axes that parameters are given in: those of the frame that the joint makes if
// its origin lies on the joint's axis and it is not turned, otherwise those behind the move.
const LinkTree *regressor_tree(Derivation *derivation);

// How the links move, and what each coordinate does to them.
typedef struct RegressorMotion {
  Newton newton;
  Vec3 *w;  // by link and coordinate, in the link's axes
  Vec3 *v;
} RegressorMotion;
RegressorMotion regressor_motion(Derivation *derivation, const LinkTree *tree);
// What this inertia on a link takes, by coordinate.
void regressor_response(const RegressorMotion *motion, int link, const LinkInertia *inertia,
                        const Expr *out[]);

// Columns so far, with room for those of all links and joints of a tree.
typedef struct Regressor {
  Matrix columns;  // each as a row, by coordinate
  Matrix values;   // of the parameters
  const char **labels;
  int count;
} Regressor;
Regressor regressor_new(const Derivation *derivation, const LinkTree *tree);
// A new column of zeros; returns its entries.
const Expr **regressor_add(Regressor *regressor, const char *label, const Expr *value);
// The inertia of one unit of a parameter.
LinkInertia regressor_unit(int parameter, Pool *pool);
// Columns of what joints rub and of what their motors turn, as far as it is described by torques:
// FV rate, FS sign(rate), IA acceleration.
void regressor_add_friction(Derivation *derivation, Regressor *regressor);
// The columns that there are as a matrix, by coordinate, and their values.
Matrix regressor_matrix(const Regressor *regressor);
Matrix regressor_values(const Regressor *regressor);
// The quantity of that matrix, or else of the values; false with a sentence in `why` if there is no
// column.
bool regressor_put(Derivation *derivation, const char *key, bool is_matrix,
                   const Regressor *regressor, Text *why);

// Which links have parameters: those that carry a body.
bool *regressor_links(const Derivation *derivation, const LinkTree *tree);

// How many columns of Y are independent. Too large: never; too small: if a minor of its degree d
// vanishes by chance in both fields, (d/2^61)^2.
int regressor_rank(const Mechanism *mechanism, uint64_t seed);

// Columns that are sums of others at every state:  column c = sum over k of factors(k, c) kept[k].
// Those that elimination finds but no factors that can be written down stay among the kept ones.
typedef struct Dependence {
  int *kept;
  int count;
  Matrix factors;  // kept x columns
} Dependence;
Dependence regressor_dependence(const Derivation *derivation, Matrix Y);

#endif
