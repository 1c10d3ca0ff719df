// contact_kinematics.h -- gaps of impacts, and slips of what touches, as quantities.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SIMULATION_CONTACT_KINEMATICS_H
#define BIELLE_STUDY_SIMULATION_CONTACT_KINEMATICS_H

#include "system/system.h"

// g, dg/dq by rows, dg/dt with q held, and what g'' = g_q qdd + g_2 has besides.
typedef enum GapKey { GAP, GAP_Q, GAP_T, GAP_2, GAP_KEYS } GapKey;

// All GAP_KEYS of them, with room for so many rows.
Quantity *gaps_new(const System *system, Arena *arena, int rows);
// The gap of an event: its function with the sign turned.
void gaps_put(const System *system, const Event *event, int row, Quantity quantities[]);
// A slip, linear in the speeds, as if it were the rate of a gap.
void gaps_put_slip(const System *system, const Expr *slip, int row, Quantity quantities[]);

#endif
