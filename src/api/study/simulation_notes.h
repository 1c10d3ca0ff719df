// simulation_notes.h -- what a simulation makes one wonder about, said at its place.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STUDY_SIMULATION_NOTES_H
#define BIELLE_API_STUDY_SIMULATION_NOTES_H

#include "study/simulation/simulation.h"

// Conditions that hold at the start, tables that end before the motion does, limits
// that nothing stops at.
void simulation_notes(const Mechanism *mechanism, const Simulation *simulation,
                      Diagnostics *diagnostics);

#endif
