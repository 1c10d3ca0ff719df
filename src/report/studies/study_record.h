// study_record.h -- results of studies as data (base/record.h).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_STUDIES_STUDY_RECORD_H
#define BIELLE_REPORT_STUDIES_STUDY_RECORD_H

#include "base/record.h"
#include "system/assembly/assembly.h"
#include "study/four_bar/four_bar.h"
#include "study/mobility/mobility_findings.h"
#include "study/modes/modes.h"
#include "study/simulation/simulation.h"
#include "study/motion/motion.h"
#include "study/statics/statics.h"
#include "study/sweep/sweep.h"
#include "study/trajectory/trajectory.h"

// `start` has the values that a study uses unchanged: parameters, inputs, time.
void assembly_record(const Assembly *assembly, const ProgramState *start, Record *out);
void four_bar_record(const FourBarCase *values, Record *out);
void mobility_record(const MobilityFindings *findings, Record *out);
void simulation_record(const Simulation *simulation, Record *out);
void modes_record(const Modes *modes, const ProgramState *start, Record *out);
void motion_record(const MotionStudy *study, const ProgramState *start, Record *out);
void statics_record(const Statics *statics, const ProgramState *start, Record *out);
void sweep_record(const Sweep *sweep, Record *out);

// ---- common parts (state_record.c)

// {"q1": 0.5}: values of variables by name, with their units.
void record_variables(Record *to, const char *name, const Variable variables[], int count,
                      const double values[]);
// The arrays of a state that are present, in the format of `eval`.
void record_state(Record *to, const char *name, const Equations *equations,
                  const ProgramState *state);
// The redundant constraints: "row", "equation", "line".
void record_redundant(Record *to, const MobilityStudy *study);
// Forces of loops, constraints and joints: "lambda", "not_unique", "reactions".
void record_reactions(Record *to, const JointReactions *joint_reactions);
void trajectory_record(const Trajectory *trajectory, Record *out);

#endif
