// label.h -- foreign names made names of our language.
//
// "left-arm/joint 1" becomes left_arm_joint_1, "3dof" becomes _3dof, "frame" (a word of the
// language) becomes frame_, and a name that is taken gets a number: wheel_2.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_LABEL_H
#define BIELLE_IMPORT_LABEL_H

#include "base/arena.h"
#include "base/map.h"

// Labels that must differ from each other: the language has one such set each for values
// (parameters, coordinates, inputs), for frames with points, and for bodies.
typedef struct Labels {
  Map taken;
} Labels;  // starts as { 0 }

void labels_free(Labels *labels);

// A valid name made from `wanted`, owned by `arena`; taken from now on. An empty `wanted` becomes
// `otherwise`.
const char *labels_take(Labels *labels, Arena *arena, const char *wanted, const char *otherwise);
// The same, free in both sets and taken in both: a joint's frame and its coordinate.
const char *labels_take_both(Labels *first, Labels *second, Arena *arena, const char *wanted,
                             const char *otherwise);

#endif
