// mobility_impl.h -- what the files of the mobility study share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_MOBILITY_MOBILITY_IMPL_H
#define BIELLE_SYSTEM_MOBILITY_MOBILITY_IMPL_H

#include "system/constraints/constraint_system.h"
#include "system/mobility/mobility.h"

// ---- mobility_values.c

// The values of the description; parameters without one get trial values of number `trial`.
void values_of_description(MobilityStudy *study, int trial, double q[]);
// Has every parameter that the constraints depend on a value in the description?
bool values_are_complete(const MobilityStudy *study);
// Is this one that has none?
bool values_lack(const MobilityStudy *study, int parameter);

// ---- mobility_motion.c

// Finds study->q and the ranks from study->start_q. NUMERIC_NOT_FINITE: J has no value there.
NumericStatus motion_study(MobilityStudy *study, ConstraintSystem *constraints);

// ---- mobility_rows.c

// Marks the redundant rows at study->q.
NumericStatus rows_study(MobilityStudy *study, ConstraintSystem *constraints);

#endif
