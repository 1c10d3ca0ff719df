// twist.h -- six components at a time: velocities or accelerations, forces and moments. For the
// files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_TWIST_H
#define BIELLE_FORMULATION_METHODS_TWIST_H

#include "symbolic/matrix/matrix.h"
#include "symbolic/matrix/vector.h"

// Of a point and in axes that whoever has one says.
typedef struct Twist {
  Vec3 v;  // velocity, acceleration, force
  Vec3 w;  // angular velocity, angular acceleration, moment
} Twist;

Twist twist_zero(Pool *pool);
Twist twist_add(Twist a, Twist b);
Twist twist_sub(Twist a, Twist b);
Twist twist_neg(Twist a);
Twist twist_scale(const Expr *factor, Twist a);
const Expr *twist_dot(Twist a, Twist b);
Twist twist_rate(Twist a);  // component by component
bool twist_is_zero(Twist a);

// Six rows of a column, v above w, from row `row` on.
Twist twist_of_column(Matrix a, int row, int column);
void twist_put(Twist x, Matrix a, int row, int column);
// As a column of its own.
Matrix twist_column(Arena *arena, Twist x);

#endif
