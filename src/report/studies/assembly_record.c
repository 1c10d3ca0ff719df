// assembly_record.c -- assembled configurations as data.
// SPDX-License-Identifier: MIT
#include "report/studies/study_record.h"

void assembly_record(const Assembly *assembly, const ProgramState *start, Record *out)
{
  static const char *const BRANCHES[] = { [BRANCH_OF_START] = "start", [BRANCH_OTHER] = "other" };
  record_flag(out, "closed", assembly->is_closed);
  Record *residuals = record_list(out, "residuals");
  for (int k = 0; k < assembly->count; k++)
    record_number(residuals, NULL, assembly->configurations[k].norm, "");
  record_integer(out, "freedoms", assembly->free_count - assembly->configurations[0].rank.rank);
  Record *branches = record_list(out, "branches");
  for (int k = 0; k < assembly->count; k++) {
    const Configuration *configuration = &assembly->configurations[k];
    if (configuration->branch == BRANCH_UNKNOWN) {
      record_null(branches, NULL);
    } else {
      record_text(branches, NULL, BRANCHES[configuration->branch]);
    }
  }
  Record *alike = record_list(out, "alike");
  for (int k = 0; k < assembly->count; k++) {
    int count = assembly->configurations[k].alike;
    record_integer(alike, NULL, count > 0 ? count : 1);
  }
  Record *configurations = record_list(out, "configurations");
  for (int k = 0; k < assembly->count; k++) {
    ProgramState state = { .parameters = start->parameters,
                           .q = assembly->configurations[k].q,
                           .time = start->time };
    record_state(configurations, NULL, assembly->equations, &state);
  }
}
