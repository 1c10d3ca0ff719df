// partition.h -- numerical selection of the dependent coordinates.
//
// A partition with small pivots is ill-conditioned, and one with zero pivots is singular. The
// constraints are therefore eliminated numerically in an assembled configuration, at the start or,
// if the start is singular, at a generic configuration. Driven coordinates and the first joints
// remain independent as long as the pivot is a sufficient fraction of its row.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_MOBILITY_PARTITION_H
#define BIELLE_SYSTEM_MOBILITY_PARTITION_H

#include "formulation/formulation.h"
#include "system/mobility/mobility.h"

// Returns the pivot positions in order, one for each constraint that is not redundant; allocated in
// `arena`. `independent` (may be NULL) marks coordinates that must be independent. NULL with a
// sentence in `why` if these leave too few dependent coordinates, or include coordinates that the
// constraints move.
const PartitionPlace *partition_choose(const MobilityStudy *study, const bool independent[],
                                       Arena *arena, Text *why);

#endif
