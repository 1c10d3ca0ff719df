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
// "diag(1, 2, 3) kg.m^2" or the full matrix on three lines that begin at `column`;
// xx xy xz yy yz zz.
void describe_inertia(Text *out, const char *const inertia[6], int column);
bool inertia_is_zero(const char *const inertia[6]);
bool inertia_is_same_about_all_axes(const char *const inertia[6]);

#endif
