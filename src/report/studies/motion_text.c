// motion_text.c -- the motion at a state as text.
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "study/motion/motion.h"

#include "base/memory/table.h"
#include "report/words.h"

#include <math.h>

// Values below this fraction of the largest comparable one are rounding errors, as are values below
// the second limit in SI units, which is less than that of any real motion.
static const double NOTHING = 1e-10;
static const double STILL = 1e-12;

static double largest_of(const double values[], int count)
{
  double result = 0;
  for (int i = 0; i < count; i++)
    result = fmax(result, fabs(values[i]));
  return result;
}

// ---- corrections

void motion_words_of_changes(const MotionStudy *study, bool may_hold, Text *out)
{
  bool is_moved = words_put_changed(out, "Corrected to satisfy the constraints", study->equations,
                                    study->given_q, study->q, "");
  bool is_hurried = words_put_changed(out, "Velocities projected onto the constraints",
                                      study->equations, study->given_qd, study->qd, "/s");
  bool is_free = study->joint_reactions.rank < study->equations->coordinate_count;
  if (may_hold && (is_moved || is_hurried) && is_free && !study->has_held) {
    text_put(out, "(--hold names coordinates whose given positions and speeds are kept.)\n");
  }
}

// ---- the state

static void put_heading(const MotionStudy *study, Text *out)
{
  int n = study->equations->coordinate_count, m = study->joint_reactions.rows->count;
  int freedoms = n - study->joint_reactions.rank;
  words_put_heading(out, study->equations->name, n, m);
  text_format(out, ", %d degree%s of freedom", freedoms, words_plural(freedoms));
  if (study->time != 0) text_put(out, ", t = ");
  if (study->time != 0) words_put_value(out, study->time, 0, "s");
  text_put(out, "\n");
}

static void put_motion(const MotionStudy *study, Text *out)
{
  static const char *const TIMES[] = { "", "/s", "/s^2" };
  const double *const columns[] = { study->q, study->qd, study->qdd };
  const Equations *equations = study->equations;
  int n = equations->coordinate_count;
  Table table = table_with_headings("|position|speed|acceleration");
  for (int i = 0; i < n; i++) {
    table_put(&table, equations->coordinates[i].name);
    for (int k = 0; k < 3; k++) {
      Text *cell = table_cell(&table);
      words_put_number(cell, columns[k][i], fmax(STILL, NOTHING * largest_of(columns[k], n)));
      words_put_unit(cell, equations->coordinates[i].unit, TIMES[k]);
    }
  }
  table_end(&table, out);
}

// ---- energy

static void put_energy(const MotionStudy *study, Text *out)
{
  double nothing = NOTHING * (fabs(study->kinetic_energy) + fabs(study->potential_energy));
  Table table = table_new(2);
  table_put(&table, "kinetic energy");
  words_put_value(table_cell(&table), study->kinetic_energy, nothing, "J");
  table_put(&table, "potential energy");
  words_put_value(table_cell(&table), study->potential_energy, nothing, "J");
  table_put(&table, "power of forces not included in the potential energy");
  words_put_value(table_cell(&table), study->power, 0, "W");
  if (study->is_driven) {
    table_put(&table, "power of prescribed motions");
    words_put_value(table_cell(&table), study->drive_power, 0, "W");
  }
  text_put(out, "Energy:\n");
  table_end(&table, out);
}

void motion_words(const MotionStudy *study, Text *out)
{
  if (!study->is_closed) {
    assembly_words(study->assembly, out);
    return;
  }
  put_heading(study, out);
  motion_words_of_changes(study, true, out);
  put_motion(study, out);
  put_energy(study, out);
  reactions_text(&study->joint_reactions, out);
}
