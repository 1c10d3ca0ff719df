// exact_angle.h -- exact angles and unit vectors of poses, and how to write a pose as moves.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_EXACT_ANGLE_H
#define BIELLE_MECHANISM_EXACT_ANGLE_H

#include "mechanism/pose.h"

// Exact numbers that are long to write (sines of general angles, multiplied) become decimals of the
// precision of a double, and near a whole number that number. Everything else stays exact.
const Expr *settled(const Expr *e);
Vec3 settled_vector(Vec3 v);
Pose settled_pose(Pose pose);

// Angles and lengths that the description itself is made of, tried first when a value is named:
// alpha instead of atan2(sin(alpha), cos(alpha)).
typedef struct Candidates {
  const Expr **angles;
  int angle_count;
  const Expr **lengths;
  int length_count;
} Candidates;
Candidates candidates_of(const Mechanism *mechanism, Pool *pool, Arena *arena);

// The angle of this sine and cosine: a multiple of 3 degrees, a candidate (or its negative) plus
// quarter turns, otherwise atan2.
const Expr *exact_angle(const Expr *sine, const Expr *cosine, const Candidates *candidates);
// The unit vector along or against `v`, which is not zero, and the factor that makes `v` of it. No
// root appears where the components have numeric ratios, or where a candidate, its sine or its
// cosine is the length.
Vec3 exact_unit(Vec3 v, const Candidates *candidates, const Expr **length);
// Is it a negative number, or written with a minus?
bool looks_negative(const Expr *e);

// Rotations about z, the new y, the new x that make R; those by zero are left out. Returns how
// many.
int rotation_moves(Mat3 R, const Candidates *candidates, Move moves[3]);

#endif
