// summary.c -- summary of a mechanism as text and data: counts, mobility, the tree of frames, then
// one table per kind of element.
// SPDX-License-Identifier: MIT
#include "mechanism/default_value.h"
#include "report/studies/study_text.h"
#include "report/mechanism/summary_impl.h"

#include <limits.h>
#include <math.h>

void summary_put_rest(const Summary *summary, int count)
{
  if (count <= summary->most) return;
  text_format(summary->words, "  and %d more: 'bielle dump --stage mechanism' has them all\n",
              count - summary->most);
}

static void put_count(int count, const char *one, const char *many, Text *out)
{
  text_format(out, "%d %s", count, count == 1 ? one : many);
}

static void report_counts(const Summary *summary)
{
  const Mechanism *mechanism = summary->mechanism;
  Text *out = summary->words;
  text_put(out, "  ");
  put_count(mechanism->joint_count, "joint, ", "joints, ", out);
  put_count(mechanism->coordinate_count, "coordinate, ", "coordinates, ", out);
  put_count(mechanism->body_count, "body, ", "bodies, ", out);
  put_count(mechanism->point_count, "point\n", "points\n", out);
  Record *counts = record_object(summary->record, "counts");
  record_integer(counts, "frames", mechanism->frame_count);
  record_integer(counts, "joints", mechanism->joint_count);
  record_integer(counts, "coordinates", mechanism->coordinate_count);
  record_integer(counts, "bodies", mechanism->body_count);
  record_integer(counts, "points", mechanism->point_count);
}

static void put_equations(int equations, int count, const char *one, const char *many, Text *out)
{
  if (count == 0) return;
  text_format(out, " - %d of ", equations);
  put_count(count, one, many, out);
}

static const char *space_of_loops(const Mechanism *mechanism, const Mobility *mobility)
{
  if (mobility->is_planar) return " (Grübler in a plane)";
  if (mobility->planar_loops == 0) return " (Grübler in space)";
  bool is_each = mobility->planar_loops == mechanism->loop_count;
  return is_each ? " (Grübler, each loop in its plane)" : " (Grübler, some loops in planes)";
}

// mobility 1 = 3 coordinates - 2 of 1 loop (Grübler in a plane)
static void report_mobility(const Summary *summary)
{
  const Mechanism *mechanism = summary->mechanism;
  Mobility mobility = mechanism_count_freedoms(mechanism);
  Text *out = summary->words;
  text_format(out, "  mobility %d = ", mobility.freedoms);
  put_count(mechanism->coordinate_count, "coordinate", "coordinates", out);
  put_equations(mobility.loop_equations, mechanism->loop_count, "loop", "loops", out);
  put_equations(mobility.constraint_count, mechanism->constraint_count, "constraint", "constraints",
                out);
  put_equations(mobility.wheel_equations, mechanism->rolling_count, "wheel", "wheels", out);
  if (mechanism->loop_count > 0) text_put(out, space_of_loops(mechanism, &mobility));
  text_put_char(out, '\n');
  Record *count = record_object(summary->record, "grubler");
  record_integer(count, "mobility", mobility.freedoms);
  record_integer(count, "of_loops", mobility.loop_equations);
  record_integer(count, "of_constraints", mobility.constraint_count);
  record_integer(count, "of_wheels", mobility.wheel_equations);
  record_flag(count, "planar", mobility.is_planar);
}

static void report_gravity(const Summary *summary)
{
  const Mechanism *mechanism = summary->mechanism;
  record_values(mechanism, summary->record, "gravity", mechanism->gravity.at, 3, "m/s^2");
  if (vec3_is_zero(mechanism->gravity)) {
    text_put(summary->words, "  no gravity\n");
    return;
  }
  text_put(summary->words, "  gravity ");
  summary_put_vector(mechanism, mechanism->gravity, summary->words);
  text_put(summary->words, " m/s^2\n");
}

// Total mass, if every body's mass has a value.
static void report_total_mass(const Summary *summary)
{
  const Mechanism *mechanism = summary->mechanism;
  double total = 0;
  for (int i = 0; i < mechanism->body_count; i++)
    total += mechanism_default_value(mechanism, mechanism->bodies[i].mass);
  record_number(summary->record, "mass", total, "kg");
  if (mechanism->body_count == 0 || !isfinite(total)) return;
  text_put(summary->words, "  total mass ");
  text_put_rounded(summary->words, total);
  text_put(summary->words, " kg\n");
}

// Prints the convention of each table of joint parameters.
static void report_conventions(const Summary *summary)
{
  Record *list = record_list(summary->record, "tables");
  for (int i = 0; i < summary->mechanism->table_count; i++) {
    const JointTable *table = &summary->mechanism->tables[i];
    Record *row = record_object(list, NULL);
    text_format(summary->words, "  table %s, %s\n", table->name, table->convention);
    record_text(row, "name", table->name);
    record_text(row, "convention", table->convention);
  }
}

void mechanism_summary(const Mechanism *mechanism, const MobilityStudy *study, int most,
                       Record *record, Text *words)
{
  const Summary summary = { mechanism, most > 0 ? most : INT_MAX, record, words };
  record_text(record, "name", mechanism->name);
  record_text(record, "title", mechanism->title ? mechanism->title : "");
  text_put(words, mechanism->name);
  if (mechanism->title) text_format(words, ": %s", mechanism->title);
  text_put_char(words, '\n');
  report_counts(&summary);
  report_mobility(&summary);
  if (study) mobility_brief(study, record_object(record, "mobility"), words);
  report_gravity(&summary);
  report_total_mass(&summary);
  report_conventions(&summary);
  summary_print_tree(&summary);
  summary_print_kinds(&summary);
}
