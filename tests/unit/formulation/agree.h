// agree.h -- mechanisms for tests of methods: examples, odd ones, and one method against another.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TEST_FORMULATION_AGREE_H
#define BIELLE_TEST_FORMULATION_AGREE_H

#include "formulation/formulation.h"

// A mechanism with the text that its places point to.
typedef struct Reading {
  Text text;
  Source source;
  Mechanism *mechanism;
} Reading;

// A test fails where the description is not good.
void reading_open(Reading *reading, const char *description);
// examples/EXAMPLE of the tree, in any format, and more statements behind it.
void reading_open_example(Reading *reading, const char *example, const char *more);
void reading_close(Reading *reading);

// Trees of the examples whose equations every method must have; NULL behind the last.
extern const char *const TREE_EXAMPLES[];
// Descriptions with every kind of joint, joints driven by others and by time, branches, several
// bodies on a frame, forces of every kind; NULL behind the last.
extern const char *const ODD_MECHANISMS[];

// Every entry of the quantities is the same by both methods.
void assert_methods_agree(const Mechanism *mechanism, const char *first, const char *second,
                          const char *const keys[], int key_count);

// The same for tau and M of a mechanism with quaternions, where they have a meaning: for unit
// quaternions, and motions that keep them so. Each quaternion is put as three parameters.
void assert_methods_agree_on_unit_quaternions(const Mechanism *mechanism, const char *first,
                                              const char *second);

#endif
