// mobility_findings.c -- computes all findings of a mobility study.
// SPDX-License-Identifier: MIT
#include "study/mobility/mobility_findings.h"

// Returns false if a degree of freedom is only infinitesimal: the motions of the study are then
// incomplete.
static bool is_followed(const MobilityStudy *study) { return study->finite == study->positions; }

static bool check_joints(MobilityFindings *findings, Arena *arena, Text *why)
{
  findings->graph = kinematic_graph_new(findings->study, why);
  if (!findings->graph) return false;
  NumericStatus status = internal_motions(findings->graph, arena, &findings->internal);
  if (status != NUMERIC_OK) {
    text_format(why, "whether links move while the others stand still was not found (%s)",
                numeric_status_sentence(status));
    return false;
  }
  findings->special = special_geometry(findings->graph, arena);
  if (findings->study->mechanism->loop_count > 0) {
    status = actuator_sets(findings->graph, findings->internal.count, arena, &findings->actuators);
  }
  if (status != NUMERIC_OK) {
    text_format(why, "which joints can drive the mechanism was not found (%s)",
                numeric_status_sentence(status));
  }
  return status == NUMERIC_OK;
}

MobilityFindings *mobility_findings_new(const MobilityStudy *study, Text *why)
{
  Arena *arena = arena_new();
  MobilityFindings *findings = ARENA_NEW(arena, MobilityFindings);
  *findings = (MobilityFindings){
    .arena = arena,
    .study = study,
    .count = mechanism_count_freedoms(study->mechanism),
    .start_rank = exact_start_rank(study),
    .open_rank = exact_open_rank(study),
  };
  bool has_motions = study->is_assembled && is_followed(study);
  if (!has_motions || check_joints(findings, arena, why)) return findings;
  mobility_findings_free(findings);
  return NULL;
}

void mobility_findings_free(MobilityFindings *findings)
{
  if (!findings) return;
  kinematic_graph_free(findings->graph);
  arena_free(findings->arena);
}
