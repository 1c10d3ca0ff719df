// study_text.h -- results of studies as text.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_STUDIES_STUDY_TEXT_H
#define BIELLE_REPORT_STUDIES_STUDY_TEXT_H

#include "base/record.h"
#include "system/assembly/assembly.h"
#include "study/four_bar/four_bar.h"
#include "study/mobility/mobility_findings.h"
#include "study/modes/modes.h"
#include "study/motion/motion.h"
#include "study/simulation/simulation.h"
#include "study/statics/statics.h"
#include "study/sweep/sweep.h"
#include "study/trajectory/trajectory.h"

// Whether the mechanism is assembled, the residual, the coordinates, and the remaining degrees of
// freedom.
void assembly_words(const Assembly *assembly, Text *out);
// `values` may be NULL: formulas only.
void four_bar_words(const FourBar *four_bar, const FourBarCase *values, Text *out);
void mobility_words(const MobilityFindings *findings, Text *out);
// One or two lines for the summary of a mechanism, and as data.
void mobility_brief(const MobilityStudy *study, Record *record, Text *out);
void modes_words(const Modes *modes, Text *out);
// For a state after loop closure, without mode shapes.
void modes_words_brief(const Modes *modes, Text *out);
void motion_words(const MotionStudy *study, Text *out);
// Corrections made by loop closure; nothing if there were none.
void motion_words_of_changes(const MotionStudy *study, bool may_hold, Text *out);
// Events, energy check, a short table.
void simulation_words(const Simulation *simulation, Text *out);
void statics_words(const Statics *statics, Text *out);
// With a short table.
void sweep_words(const Sweep *sweep, Text *out);
// Duration, peak values of every joint, exceeded limits, a short table.
void trajectory_words(const Trajectory *trajectory, Text *out);
// The forces of loops, constraints and joints.
void reactions_text(const JointReactions *joint_reactions, Text *out);

#endif
