// contact_kinematics.h -- gaps of impacts, and slips of touching contacts, as quantities.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SIMULATION_CONTACT_KINEMATICS_H
#define BIELLE_STUDY_SIMULATION_CONTACT_KINEMATICS_H

#include "system/system.h"

// Quantities by row: g, dg/dq, dg/dt at constant q, and the remainder g_2 in g'' = g_q qdd + g_2.
typedef enum GapKey { GAP, GAP_Q, GAP_T, GAP_2, GAP_KEYS } GapKey;

// Returns GAP_KEYS quantities with capacity for `rows` rows, allocated in `arena`.
Quantity *gaps_new(const System *system, Arena *arena, int rows);
// Fills a row with the gap of an event: the negative event function.
void gaps_put(const System *system, const Event *event, int row, Quantity quantities[]);
// Fills a row with a slip, a linear function of the speeds, as if it were the rate of a gap.
void gaps_put_slip(const System *system, const Expr *slip, int row, Quantity quantities[]);

#endif
