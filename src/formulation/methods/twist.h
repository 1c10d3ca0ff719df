// twist.h -- six-component vectors: velocities or accelerations, forces and moments. For the files
// of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_TWIST_H
#define BIELLE_FORMULATION_METHODS_TWIST_H

#include "symbolic/matrix/matrix.h"
#include "symbolic/matrix/vector.h"

// The reference point and the axes are documented by each user.
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

// Read and write six rows of a column, v above w, starting at row `row`.
Twist twist_of_column(Matrix a, int row, int column);
void twist_put(Twist x, Matrix a, int row, int column);
// The twist as a column.
Matrix twist_column(Arena *arena, Twist x);

#endif
