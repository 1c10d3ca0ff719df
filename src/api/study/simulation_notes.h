// simulation_notes.h -- warnings about a simulation, at the statement they refer to.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STUDY_SIMULATION_NOTES_H
#define BIELLE_API_STUDY_SIMULATION_NOTES_H

#include "study/simulation/simulation.h"

// Reports conditions that hold at the start, tables whose range was left, and limits without a
// stop.
void simulation_notes(const Mechanism *mechanism, const Simulation *simulation,
                      Diagnostics *diagnostics);

#endif
