// postures.h -- configurations in which all bodies have the same pose, listed once.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_ASSEMBLY_POSTURES_H
#define BIELLE_SYSTEM_ASSEMBLY_POSTURES_H

#include "system/assembly/assembly.h"

// Of configurations that differ in coordinates but not in the poses of the bodies, keeps the first
// and counts them in `alike`. The state has the parameters and the time at which they were found.
void assembly_merge_postures(Assembly *assembly, const System *system, const ProgramState *state);

#endif
