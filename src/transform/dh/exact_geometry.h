// exact_geometry.h -- angles, unit vectors and rotations of exact geometry, in the shortest form.
//
// Symbolic geometry and exact angles remain exact. Numbers that would have long forms (products of
// sines of general angles) become decimals in double precision. Expressions that are zero only up
// to rounding are then recognised numerically: components of directions below 1e-13, and lengths
// below 1e-13 of the mechanism's size, are zero.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_DH_EXACT_GEOMETRY_H
#define BIELLE_TRANSFORM_DH_EXACT_GEOMETRY_H

#include "mechanism/pose.h"

// Angles and lengths that occur in the description are tried first when a value is expressed: alpha
// instead of atan2(sin(alpha), cos(alpha)).
typedef struct Geometry {
  Pool *pool;
  const Expr **angles;
  int angle_count;
  const Expr **lengths;
  int length_count;
  Mechanism values[2];  // two sets of parameters: expressions that vanish with both are zero
  double size;          // of the mechanism: the largest of its lengths
  bool is_rounded;      // a number was rounded
  double farthest;      // distance of the farthest point at which two axes are closest, in sizes of
                        // the mechanism
} Geometry;

// Collects the geometry of the constant moves of the mechanism; the lists are in `arena`.
Geometry geometry_of(const Mechanism *mechanism, Arena *arena);

// Replaces long numbers by decimals, and vanishing expressions by zero.
const Expr *settled_ratio(Geometry *geometry, const Expr *e);
const Expr *settled_length(Geometry *geometry, const Expr *e);
Vec3 settled_direction(Geometry *geometry, Vec3 v);
Vec3 settled_position(Geometry *geometry, Vec3 v);
Pose settled_pose(Geometry *geometry, Pose placement);
// Returns true if e is a number with the given values of the parameters.
bool has_value(const Geometry *geometry, const Expr *e);
// Replaces long numbers by decimals only.
const Expr *rounded(Geometry *geometry, const Expr *e);

// The angle of this sine and cosine: a multiple of 3 degrees, an angle of the description (or its
// negative) plus a multiple of 90 deg, otherwise atan2.
const Expr *exact_angle(Geometry *geometry, const Expr *sine, const Expr *cosine);
// The unit vector parallel or antiparallel to `v`, which is not zero; *length receives the factor
// with v = length * unit vector. No root occurs if the components have numeric ratios, or if the
// length is a length of the description or the sine or cosine of an angle.
Vec3 exact_unit(Geometry *geometry, Vec3 v, const Expr **length);

// Moves that produce the placement: translations along x, y and z, then rotations about z, the new
// y, the new x, or a quaternion if symbols do not determine the angles. Zero moves are omitted.
// Returns the number of moves.
enum { MAX_PLACING_MOVES = 6 };
int placing_moves(Geometry *geometry, Pose placement, Move moves[MAX_PLACING_MOVES]);

#endif
