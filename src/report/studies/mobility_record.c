// mobility_record.c -- a mobility study as data.
// SPDX-License-Identifier: MIT
#include "report/studies/study_record.h"

static void put_count(const Mobility *count, Record *out)
{
  Record *grubler = record_object(out, "grubler");
  record_integer(grubler, "mobility", count->freedoms);
  record_integer(grubler, "bodies", count->body_count);
  record_integer(grubler, "joints", count->joint_count);
  record_integer(grubler, "freedoms", count->joint_freedoms);
  record_flag(grubler, "planar", count->is_planar);
}

static void put_rank(const MobilityFindings *findings, Record *out)
{
  const NumericRank *rank = &findings->study->rank;
  record_integer(out, "rank", rank->rank);
  record_number(out, "smallest", rank->smallest, "");
  record_number(out, "dropped", rank->dropped, "");
  if (findings->start_rank.rank >= 0) {
    record_integer(out, "exact_at_start", findings->start_rank.rank);
  } else {
    record_null(out, "exact_at_start");
  }
}

void record_redundant(Record *to, const MobilityStudy *study)
{
  Record *list = record_list(to, "redundant");
  LineCounter lines = { 0 };
  for (int i = 0; i < study->rows->count; i++) {
    if (!study->is_redundant[i]) continue;
    const ConstraintEquation *equation = &study->rows->equations[i];
    Record *row = record_object(list, NULL);
    record_integer(row, "row", i + 1);
    record_text(row, "equation", equation->label);
    record_integer(row, "line", span_place_from(&lines, equation->span).line);
  }
}

static void put_internal(const MobilityFindings *findings, Record *out)
{
  Record *list = record_list(out, "internal");
  for (int i = 0; i < findings->internal.count; i++) {
    const InternalMotion *motion = &findings->internal.motions[i];
    int frame = findings->graph->frame_of_link[motion->link];
    Record *item = record_object(list, NULL);
    record_text(item, "frame", findings->study->mechanism->frames[frame].name);
    record_text(item, "kind", motion->is_turn ? "turn" : "slide");
    record_numbers(item, "axis", motion->direction, 3, "");
  }
}

static void put_actuators(const ActuatorSets *sets, Record *out)
{
  Record *actuators = record_object(out, "actuators");
  record_integer(actuators, "count", sets->size);
  Record *joints = record_list(actuators, "joints");
  for (int i = 0; i < sets->candidate_count; i++)
    record_text(joints, NULL, sets->candidates[i]->name);
  record_number(actuators, "ways", sets->ways, "");
  if (!sets->is_listed) return;
  record_integer(actuators, "admissible", sets->admissible);
  Record *listed =
      record_list(actuators, sets->lists_admissible ? "admissible_sets" : "inadmissible_sets");
  for (int i = 0; i < sets->set_count; i++) {
    Record *set = record_list(listed, NULL);
    for (int k = 0; k < sets->size; k++)
      record_text(set, NULL, sets->candidates[sets->sets[i * sets->size + k]]->name);
  }
}

static void put_motion(const MobilityFindings *findings, Record *out)
{
  const MobilityStudy *study = findings->study;
  int excess = study->mobility - findings->count.freedoms;
  record_integer(out, "mobility", study->mobility);
  record_integer(out, "instantaneous", study->instantaneous);
  record_integer(out, "positions", study->finite);
  record_integer(out, "hyperstatic", excess > 0 ? excess : 0);
  put_rank(findings, out);
  record_redundant(out, study);
  put_internal(findings, out);
  record_text(out, "geometry", findings->special ? findings->special : "");
  put_actuators(&findings->actuators, out);
}

void mobility_record(const MobilityFindings *findings, Record *out)
{
  const MobilityStudy *study = findings->study;
  record_flag(out, "closed", study->is_assembled);
  record_number(out, "residual", study->residual, "");
  record_flag(out, "trial_values", study->values == VALUES_TRIAL);
  record_integer(out, "coordinates", study->coordinate_count);
  record_integer(out, "equations", study->rows->count - study->motion_count);
  record_integer(out, "motions", study->motion_count);
  put_count(&findings->count, out);
  if (study->is_assembled) put_motion(findings, out);
  record_integer(out, "rank_where_open", findings->open_rank);
  const Coordinate *coordinates = study->mechanism->coordinates;
  Record *branch = study->branch_q ? record_object(out, "other_branch") : NULL;
  if (branch) record_integer(branch, "mobility", study->branch_mobility);
  for (int i = 0; branch && i < study->coordinate_count; i++)
    record_number(branch, coordinate_name(&coordinates[i]), study->branch_q[i], "");
  Record *start = study->is_assembled ? record_object(out, "start") : NULL;
  for (int i = 0; start && i < study->coordinate_count; i++)
    record_number(start, coordinate_name(&coordinates[i]), study->start_q[i], "");
  Record *q = record_object(out, "q");
  for (int i = 0; i < study->coordinate_count; i++)
    record_number(q, coordinate_name(&coordinates[i]), study->q[i], "");
}
