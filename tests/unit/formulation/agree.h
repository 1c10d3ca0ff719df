// agree.h -- one method against another, on examples and on odd mechanisms.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TEST_FORMULATION_AGREE_H
#define BIELLE_TEST_FORMULATION_AGREE_H

#include "formulation/formulation.h"
#include "support/reading.h"

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
