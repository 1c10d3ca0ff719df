// describe.h -- pieces of a description in our language that several importers write.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_DESCRIBE_H
#define BIELLE_IMPORT_DESCRIBE_H

#include "base/text.h"
#include "import/pose.h"

#include <stdbool.h>

// Foreign text inside a comment: control characters become blanks.
void describe_foreign(Text *out, const char *text);
// "# arm.urdf, translated from URDF", then the mechanism's name.
void describe_top(Text *out, const char *file_name, const char *format, const char *foreign_name,
                  const char *name);

// "x", "-z" or "[1, 2, 0]"; NULL: zero length.
const char *describe_axis(Arena *arena, const char *const axis[3]);
// The part ", com [0, 0, 0.1] m" of a body; nothing for the origin.
void describe_com(Text *out, const Pose *pose);
// The part ", inertia diag(1, 2, 3) kg.m^2" of a body, or the full matrix on three lines; nothing
// for zeros. xx xy xz yy yz zz.
void describe_inertia(Text *out, const char *const inertia[6]);
bool inertia_is_zero(const char *const inertia[6]);
bool inertia_is_same_about_all_axes(const char *const inertia[6]);

// What acts in a joint that turns or slides, in the words of lib/: `use viscous(..)` and so on, a
// line each, nothing for zeros. The numbers are decimals in SI.
void describe_friction(Text *out, const char *joint, bool slides, const char *viscous,
                       const char *dry);
void describe_rotor(Text *out, const char *joint, bool slides, const char *inertia);
// `rest` with its unit.
void describe_spring(Text *out, const char *joint, bool slides, const char *stiffness,
                     const char *rest);

#endif
