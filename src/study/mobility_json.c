// mobility_json.c -- a mobility study as JSON, with 17 digits.
// SPDX-License-Identifier: MIT
#include "study/mobility_report.h"

#include <string.h>

static void put_string(const char *string, Text *out)
{
  text_put_json_string(out, string, strlen(string));
}

static void put_numbers(const double values[], int count, Text *out)
{
  text_put_char(out, '[');
  for (int i = 0; i < count; i++) {
    if (i > 0) text_put(out, ", ");
    text_put_double_17(out, values[i]);
  }
  text_put_char(out, ']');
}

static void put_count(const Mobility *count, Text *out)
{
  text_format(out, " \"grubler\": {\"mobility\": %d, \"bodies\": %d, \"joints\": %d, ",
              count->freedoms, count->body_count, count->joint_count);
  text_format(out, "\"freedoms\": %d, \"planar\": %s},\n", count->joint_freedoms,
              count->is_planar ? "true" : "false");
}

static void put_rank(const MobilityFindings *findings, Text *out)
{
  const NumericRank *rank = &findings->study->rank;
  text_format(out, " \"rank\": %d, \"smallest\": ", rank->rank);
  text_put_double_17(out, rank->smallest);
  text_put(out, ", \"dropped\": ");
  text_put_double_17(out, rank->dropped);
  text_put(out, ", \"exact_at_start\": ");
  if (findings->start_rank.rank >= 0) {
    text_format(out, "%d,\n", findings->start_rank.rank);
  } else {
    text_put(out, "null,\n");
  }
}

static void put_redundant(const MobilityStudy *study, Text *out)
{
  const char *separator = "\n  ";
  text_put(out, " \"redundant\": [");
  for (int i = 0; i < study->rows->count; i++) {
    if (!study->is_redundant[i]) continue;
    const ConstraintEquation *equation = &study->rows->equations[i];
    text_format(out, "%s{\"row\": %d, \"equation\": ", separator, i + 1);
    put_string(equation->label, out);
    text_format(out, ", \"line\": %d}", span_place(equation->span).line);
    separator = ",\n  ";
  }
  text_put(out, "],\n");
}

static void put_internal(const MobilityFindings *findings, Text *out)
{
  text_put(out, " \"internal\": [");
  for (int i = 0; i < findings->internal.count; i++) {
    const InternalMotion *motion = &findings->internal.motions[i];
    int frame = findings->skeleton->frame_of_link[motion->link];
    text_put(out, i > 0 ? ",\n  {\"frame\": " : "\n  {\"frame\": ");
    put_string(findings->study->mechanism->frames[frame].name, out);
    text_format(out, ", \"kind\": \"%s\", \"axis\": ", motion->is_turn ? "turn" : "slide");
    put_numbers(motion->direction, 3, out);
    text_put_char(out, '}');
  }
  text_put(out, "],\n");
}

static void put_sets(const ActuatorSets *sets, Text *out)
{
  text_format(out, "\"%s\": [", sets->lists_admissible ? "admissible_sets" : "inadmissible_sets");
  for (int i = 0; i < sets->set_count; i++) {
    text_put(out, i > 0 ? ", [" : "[");
    for (int k = 0; k < sets->size; k++) {
      if (k > 0) text_put(out, ", ");
      put_string(sets->candidates[sets->sets[i * sets->size + k]]->name, out);
    }
    text_put_char(out, ']');
  }
  text_put_char(out, ']');
}

static void put_actuators(const ActuatorSets *sets, Text *out)
{
  text_format(out, " \"actuators\": {\"count\": %d, \"joints\": [", sets->size);
  for (int i = 0; i < sets->candidate_count; i++) {
    if (i > 0) text_put(out, ", ");
    put_string(sets->candidates[i]->name, out);
  }
  text_format(out, "], \"ways\": %.0f", sets->ways);
  if (sets->is_listed) {
    text_format(out, ", \"admissible\": %d, ", sets->admissible);
    put_sets(sets, out);
  }
  text_put(out, "},\n");
}

static void put_configuration(const MobilityStudy *study, Text *out)
{
  text_put(out, " \"q\": {");
  for (int i = 0; i < study->coordinate_count; i++) {
    if (i > 0) text_put(out, ", ");
    put_string(study->mechanism->coordinates[i].name, out);
    text_put(out, ": ");
    text_put_double_17(out, study->q[i]);
  }
  text_put(out, "}}\n");
}

void mobility_json(const MobilityFindings *findings, Text *out)
{
  const MobilityStudy *study = findings->study;
  text_format(out, "{\"closed\": %s, \"residual\": ", study->is_assembled ? "true" : "false");
  text_put_double_17(out, study->residual);
  text_format(out, ", \"trial_values\": %s,\n", study->values == VALUES_TRIAL ? "true" : "false");
  text_format(out, " \"coordinates\": %d, \"equations\": %d, \"motions\": %d,\n",
              study->coordinate_count, study->rows->count - study->motion_count,
              study->motion_count);
  put_count(&findings->count, out);
  if (study->is_assembled) {
    int excess = study->mobility - findings->count.freedoms;
    text_format(out, " \"mobility\": %d, \"instantaneous\": %d, \"positions\": %d, ",
                study->mobility, study->instantaneous, study->finite);
    text_format(out, "\"hyperstatic\": %d,\n", excess > 0 ? excess : 0);
    put_rank(findings, out);
    put_redundant(study, out);
    put_internal(findings, out);
    text_put(out, " \"geometry\": ");
    put_string(findings->special ? findings->special : "", out);
    text_put(out, ",\n");
    put_actuators(&findings->actuators, out);
  }
  text_format(out, " \"rank_where_open\": %d,\n", findings->open_rank);
  put_configuration(study, out);
}
