// mobility_impl.h -- declarations shared by the files of the mobility study.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_MOBILITY_MOBILITY_IMPL_H
#define BIELLE_SYSTEM_MOBILITY_MOBILITY_IMPL_H

#include "system/constraints/constraint_system.h"
#include "system/mobility/mobility.h"

// ---- mobility_values.c

// The values of the description; parameters without a value receive trial values of set `trial`.
void values_of_description(MobilityStudy *study, int trial, double q[]);
// Returns true if every parameter that the constraints depend on has a value in the description.
bool values_are_complete(const MobilityStudy *study);
// Returns true if this parameter has no value.
bool values_lack(const MobilityStudy *study, int parameter);

// ---- mobility_motion.c

// Computes study->q and the ranks from study->start_q. NUMERIC_NOT_FINITE: J is not finite there.
NumericStatus motion_study(MobilityStudy *study, ConstraintSystem *constraints);

// ---- mobility_rows.c

// Marks the redundant constraints at study->q.
NumericStatus rows_study(MobilityStudy *study, ConstraintSystem *constraints);

#endif
