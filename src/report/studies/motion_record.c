// motion_record.c -- the motion at a state as data.
// SPDX-License-Identifier: MIT
#include "report/studies/study_record.h"

void motion_record(const MotionStudy *study, const ProgramState *start, Record *out)
{
  record_flag(out, "closed", study->is_closed);
  if (!study->is_closed) return;
  ProgramState state = *start;
  state.q = study->q;
  state.qd = study->qd;
  state.qdd = study->qdd;
  record_state(out, "state", study->equations, &state);
  record_number(out, "T", study->kinetic_energy, "J");
  record_number(out, "V", study->potential_energy, "J");
  record_number(out, "P", study->power, "W");
  record_number(out, "P_motions", study->drive_power, "W");
  record_reactions(out, &study->joint_reactions);
}
