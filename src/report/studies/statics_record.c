// statics_record.c -- static balance as data: states in the format of `eval`, and the results.
// SPDX-License-Identifier: MIT
#include "report/studies/study_record.h"

static void put_motion(Record *to, const char *name, const Equations *equations,
                       const StaticsMotion *motion)
{
  Record *object = record_object(to, name);
  record_variables(object, "motion", equations->coordinates, equations->coordinate_count,
                   motion->speeds);
  record_text(object, "of", equations->coordinates[motion->coordinate].name);
  record_number(object, "force", motion->force, "");
}

static void put_stability(Record *to, const Statics *statics, const StaticConfiguration *rest)
{
  static const char *const WORDS[] = {
    [STABILITY_UNKNOWN] = "unknown",       [STABILITY_STABLE] = "stable",
    [STABILITY_UNSTABLE] = "unstable",     [STABILITY_NEUTRAL] = "indifferent",
    [STABILITY_RIGID] = "rigid",           [STABILITY_NO_ENERGY] = "no energy",
    [STABILITY_GYROSCOPIC] = "gyroscopic", [STABILITY_NONCONSERVATIVE] = "unstable",
  };
  if (!statics->is_equilibrium) return;
  record_text(to, "stability", WORDS[rest->stability]);
  record_flag(to, "one_of_many", rest->is_one_of_many);
  if (rest->growth > 0) record_number(to, "growth", rest->growth, "1/s");
  if (rest->softest.coordinate >= 0)
    put_motion(to, "softest", statics->system->equations, &rest->softest);
}

static void put_rest(Record *list, const Statics *statics, const StaticConfiguration *rest)
{
  const Equations *equations = statics->system->equations;
  Record *object = record_object(list, NULL);
  Record *drives = record_object(object, "drives");
  for (int k = 0; k < statics->drive_count; k++) {
    const StaticsDrive *drive = &statics->drives[k];
    const Variable *variable =
        drive->is_input ? &equations->inputs[drive->index] : &equations->torques[drive->index];
    const char *name = drive->is_input ? variable->name : equations->coordinates[drive->index].name;
    record_number(drives, name, rest->efforts[k], variable->unit);
  }
  Record *free_motions = record_list(object, "free");
  for (int d = 0; d < rest->free_count; d++)
    put_motion(free_motions, NULL, equations, &rest->free[d]);
  record_reactions(object, &rest->joint_reactions);
  put_stability(object, statics, rest);
}

void statics_record(const Statics *statics, const ProgramState *start, Record *out)
{
  record_flag(out, "closed", statics->is_closed);
  record_flag(out, "balanced", statics->is_closed && statics->is_balanced);
  Record *configurations = record_list(out, "configurations");
  Record *forces = record_list(out, "forces");
  for (int k = 0; k < statics->count; k++) {
    const StaticConfiguration *rest = &statics->rests[k];
    ProgramState state = { .parameters = start->parameters,
                           .q = rest->q,
                           .inputs = rest->inputs,
                           .torques = rest->torques,
                           .time = start->time };
    record_state(configurations, NULL, statics->system->equations, &state);
    put_rest(forces, statics, rest);
  }
}
