// partition.h -- which coordinates follow from the others, chosen by numbers.
//
// Where a partition divides by small entries the equations are bad, and where it divides by zero
// there are none. So the constraints are eliminated where the mechanism is closed, at the start or,
// if that is a dead point, at a generic configuration: coordinates that are driven, and the first
// joints, stay independent as long as what is divided by is a fair part of its row.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_MOBILITY_PARTITION_H
#define BIELLE_SYSTEM_MOBILITY_PARTITION_H

#include "formulation/formulation.h"
#include "system/mobility/mobility.h"

// The places of the divisions in order, one for each constraint that is not redundant; in `arena`.
// `independent` (may be NULL): coordinates that must stay so. NULL with a sentence in `why` if
// these leave too few others, or hold what the constraints move.
const PartitionPlace *partition_choose(const MobilityStudy *study, const bool independent[],
                                       Arena *arena, Text *why);

#endif
