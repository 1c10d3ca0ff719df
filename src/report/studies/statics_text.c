// statics_text.c -- static balance and equilibria as text.
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "base/memory/table.h"
#include "report/words.h"

// ---- configurations

static void put_heading(const Statics *statics, Text *out)
{
  const Equations *equations = statics->system->equations;
  int n = equations->coordinate_count, m = statics->system->rows->count;
  words_put_heading(out, equations->name, n, m);
  int freedoms = n;  // less than the actual number in singular configurations
  for (int k = 0; k < statics->count; k++) {
    if (n - statics->rests[k].joint_reactions.rank < freedoms)
      freedoms = n - statics->rests[k].joint_reactions.rank;
  }
  text_format(out, ", %d degree%s of freedom\n", freedoms, words_plural(freedoms));
}

static bool is_held(const Statics *statics, int coordinate)
{
  for (int k = 0; statics->is_equilibrium && k < statics->drive_count; k++) {
    if (statics->drives[k].index == coordinate) return true;
  }
  return false;
}

static void put_coordinates(const Statics *statics, const StaticConfiguration *rest, Text *out)
{
  const Equations *equations = statics->system->equations;
  Table table = table_new(2);
  for (int i = 0; i < equations->coordinate_count; i++) {
    table_put(&table, equations->coordinates[i].name);
    Text *cell = table_cell(&table);
    words_put_value(cell, rest->q[i], 1e-12, equations->coordinates[i].unit);
    if (is_held(statics, i)) text_put(cell, "  (held)");
  }
  table_end(&table, out);
}

// ---- efforts

static void put_distribution(const Statics *statics, const StaticConfiguration *rest, Text *out)
{
  bool is_weighted = false;
  for (int k = 0; k < statics->drive_count; k++)
    is_weighted = is_weighted || statics->drives[k].weight != 1;
  text_format(
      out, "%d effort%s %d motion%s: of all solutions, this one has the least %ssum of squares.\n",
      statics->drive_count, statics->drive_count == 1 ? " balances" : "s balance",
      rest->independent_count, words_plural(rest->independent_count),
      is_weighted ? "weighted " : "");
}

static const char *heading_of_efforts(const Statics *statics)
{
  if (statics->is_equilibrium) return "Efforts on the fixed coordinates:\n";
  if (statics->are_given)
    return "Holding efforts, in addition to the actuators, which all have values (choose others "
           "with --drives):\n";
  return statics->has_default_drives
             ? "Holding efforts (no actuator described; choose with --drives):\n"
             : "Holding efforts:\n";
}

// Effort of an input, or "on q1".
static void put_efforts(const Statics *statics, const StaticConfiguration *rest, Text *out)
{
  const Equations *equations = statics->system->equations;
  if (statics->drive_count == 0) return;
  Table table = table_new(2);
  for (int k = 0; k < statics->drive_count; k++) {
    int i = statics->drives[k].index;
    bool is_input = statics->drives[k].is_input;
    text_format(table_cell(&table), "%s%s", is_input ? "" : "on ",
                is_input ? equations->inputs[i].name : equations->coordinates[i].name);
    words_put_value(table_cell(&table), rest->efforts[k], STATICS_ZERO_TOLERANCE * rest->scale,
                    is_input ? equations->inputs[i].unit : equations->torques[i].unit);
  }
  text_put(out, heading_of_efforts(statics));
  table_end(&table, out);
  if (rest->independent_count < statics->drive_count) put_distribution(statics, rest, out);
}

// Motions on which no actuator does work, unbalanced ones first.
static void put_free(const Statics *statics, const StaticConfiguration *rest, Text *out)
{
  const Equations *equations = statics->system->equations;
  for (int d = 0; d < rest->free_count; d++) {
    const StaticsMotion *motion = &rest->free[d];
    if (motion->force == 0) continue;
    text_put(out, "Not in equilibrium: no actuator balances ");
    words_put_motion(out, equations, motion);
    text_put(out, ". Required: ");
    words_put_number(out, motion->force, 0);
    text_format(out, " %s on %s%s.\n", equations->torques[motion->coordinate].unit,
                equations->coordinates[motion->coordinate].name,
                statics->is_equilibrium ? "" : ", included in the forces below");
  }
  for (int d = 0; d < rest->free_count && !statics->is_equilibrium; d++) {
    if (rest->free[d].force != 0) continue;
    text_put(out, "No actuator acts on ");
    words_put_motion(out, equations, &rest->free[d]);
    text_put(out, ", which is in equilibrium without one.\n");
  }
}

// ---- stability

static void put_stiffness(const Statics *statics, const StaticConfiguration *rest, Text *out)
{
  const Equations *equations = statics->system->equations;
  const StaticsMotion *softest = &rest->softest;
  const char *unit = equations->coordinates[softest->coordinate].unit;
  text_put(out, " (least stiffness ");
  words_put_number(out, softest->force, 0);
  if (unit[0]) text_format(out, " %s/%s", equations->torques[softest->coordinate].unit, unit);
  text_put(out, ", for ");
  words_put_motion(out, equations, softest);
  text_put(out, ")");
}

// "grow by a factor e in 0.3 s"
static void put_growth(const StaticConfiguration *rest, Text *out)
{
  text_put(out, "growth time constant ");
  words_put_number(out, 1 / rest->growth, 0);
  text_put(out, " s");
}

static void put_stability(const Statics *statics, const StaticConfiguration *rest, Text *out)
{
  switch (rest->stability) {
  case STABILITY_UNKNOWN:
    text_put(out, "stability undetermined: the stiffness is not finite");
    break;
  case STABILITY_STABLE:
    text_put(out, "stable");
    if (rest->has_energy) put_stiffness(statics, rest, out);
    if (!rest->has_energy) text_put(out, " (no growing motion; nonconservative forces)");
    break;
  case STABILITY_GYROSCOPIC:
    text_put(out, "gyroscopically stabilised (statically unstable)");
    put_stiffness(statics, rest, out);
    break;
  case STABILITY_NONCONSERVATIVE:
    text_put(out, "unstable: ");
    put_growth(rest, out);
    text_put(out, rest->has_energy ? ", from negative damping" : ", from nonconservative forces");
    if (rest->has_energy) put_stiffness(statics, rest, out);
    break;
  case STABILITY_UNSTABLE:
    text_put(out, "unstable");
    put_stiffness(statics, rest, out);
    break;
  case STABILITY_NEUTRAL:
    text_put(out, "neutrally stable (zero stiffness for ");
    words_put_motion(out, statics->system->equations, &rest->softest);
    text_put(out, ", to first order)");
    break;
  case STABILITY_RIGID: text_put(out, "no motion is possible"); break;
  case STABILITY_NO_ENERGY:
    text_put(out, "stability undetermined: the forces are nonconservative");
    break;
  }
  bool is_moving = rest->stability != STABILITY_RIGID && rest->stability != STABILITY_UNKNOWN;
  if (is_moving && statics->system->equations->state_count > 0)
    text_put(out, ", with its states frozen");
  text_put(out, rest->is_one_of_many ? ", one of infinitely many.\n" : ".\n");
}

// ---- report

// One of several equilibria, printed without forces; these are printed if the study starts near one
// of them.
static void put_equilibrium(const Statics *statics, int index, Text *out)
{
  const StaticConfiguration *rest = &statics->rests[index];
  if (statics->count > 1) {
    text_format(out, "Equilibrium %d, ", index + 1);
  } else {
    text_put(out, "Equilibrium, ");
  }
  put_stability(statics, rest, out);
  put_coordinates(statics, rest, out);
  if (statics->count > 1) return;
  put_efforts(statics, rest, out);
  reactions_text(&rest->joint_reactions, out);
}

static void put_equilibria(const Statics *statics, Text *out)
{
  if (!statics->is_balanced) {
    text_format(out, "No equilibrium was found from %d initial guess%s. At the first:\n",
                statics->starts, statics->starts == 1 ? "" : "es");
    put_coordinates(statics, &statics->rests[0], out);
    put_free(statics, &statics->rests[0], out);
    return;
  }
  if (statics->count > 1) {
    text_format(out, "%d equilibria, found from %d initial guesses.\n", statics->count,
                statics->starts);
  }
  for (int k = 0; k < statics->count; k++)
    put_equilibrium(statics, k, out);
}

static void put_holding(const Statics *statics, Text *out)
{
  const StaticConfiguration *rest = &statics->rests[0];
  if (statics->assembly) {
    words_put_changed(out, "Corrected to satisfy the constraints", statics->system->equations,
                      statics->assembly->start, rest->q, "");
  }
  text_put(out, "At rest with\n");
  put_coordinates(statics, rest, out);
  put_efforts(statics, rest, out);
  put_free(statics, rest, out);
  reactions_text(&rest->joint_reactions, out);
}

void statics_words(const Statics *statics, Text *out)
{
  if (!statics->is_closed) {
    assembly_words(statics->assembly, out);
    return;
  }
  put_heading(statics, out);
  if (statics->is_equilibrium) {
    put_equilibria(statics, out);
  } else {
    put_holding(statics, out);
  }
}
