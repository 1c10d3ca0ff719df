// exact_geometry.h -- angles, unit vectors and rotations of exact geometry, as short as they can be
// written.
//
// Geometry in symbols and in exact angles stays exact. Numbers that would be long to write (sines
// of general angles, multiplied) become decimals of the precision of a double. What is zero then
// only up to rounding is told apart by its value: directions of which less than 1e-13 is left, and
// lengths of less than 1e-13 of the mechanism's size, are zero.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_DH_EXACT_GEOMETRY_H
#define BIELLE_TRANSFORM_DH_EXACT_GEOMETRY_H

#include "mechanism/pose.h"

// Angles and lengths that the description itself is made of, tried first when a value is named:
// alpha instead of atan2(sin(alpha), cos(alpha)).
typedef struct Geometry {
  Pool *pool;
  const Expr **angles;
  int angle_count;
  const Expr **lengths;
  int length_count;
  Mechanism values[2];  // two sets of parameters: what vanishes with both is zero
  double size;          // of the mechanism: the largest of its lengths
  bool is_rounded;      // a number had to be
  double farthest;      // place where two axes come closest, in sizes of the mechanism
} Geometry;

// Of the constant moves of the mechanism; the lists live in `arena`.
Geometry geometry_of(const Mechanism *mechanism, Arena *arena);

// Long numbers become decimals, what vanishes becomes zero.
const Expr *settled_ratio(Geometry *geometry, const Expr *e);
const Expr *settled_length(Geometry *geometry, const Expr *e);
Vec3 settled_direction(Geometry *geometry, Vec3 v);
Vec3 settled_position(Geometry *geometry, Vec3 v);
Pose settled_pose(Geometry *geometry, Pose placement);
// Is it a number with the given values of the parameters?
bool has_value(const Geometry *geometry, const Expr *e);
// Long numbers become decimals; nothing else.
const Expr *rounded(Geometry *geometry, const Expr *e);

// The angle of this sine and cosine: a multiple of 3 degrees, an angle of the description (or its
// negative) plus quarter turns, otherwise atan2.
const Expr *exact_angle(Geometry *geometry, const Expr *sine, const Expr *cosine);
// The unit vector along or against `v`, which is not zero, and the factor that makes `v` of it. No
// root appears where the components have numeric ratios, or where a length of the description, or
// the sine or cosine of an angle, is the length.
Vec3 exact_unit(Geometry *geometry, Vec3 v, const Expr **length);

// Moves that make the placement: shifts along x, y and z, then turns about z, the new y, the new x,
// or a quaternion where symbols allow no angles that can be told. Those by zero are left out.
// Returns how many.
enum { MAX_PLACING_MOVES = 6 };
int placing_moves(Geometry *geometry, Pose placement, Move moves[MAX_PLACING_MOVES]);

#endif
