// mobility_brief.c -- a study in a line, for the summary of a mechanism.
// SPDX-License-Identifier: MIT
#include "report/study_record.h"
#include "report/study_words.h"
#include "study/mobility_findings.h"

// The norm of a quaternion is no news.
static bool has_news(const MobilityStudy *study)
{
  for (int i = 0; i < study->rows->count; i++) {
    if (study->rows->equations[i].origin != ORIGIN_QUATERNION) return true;
  }
  return false;
}

static void put_redundant(const MobilityStudy *study, Text *out)
{
  const char *separator = "; redundant: ";
  for (int i = 0; i < study->rows->count; i++) {
    if (!study->is_redundant[i]) continue;
    text_format(out, "%s%s", separator, study->rows->equations[i].label);
    separator = ", ";
  }
}

static void put_moving(const MobilityStudy *study, Text *out)
{
  int rank = study->rank.rank, rows = study->rows->count - study->motion_count;
  text_format(out, "  true mobility %d: ", study->mobility);
  if (study->finite < study->positions) {
    text_put(out, "shaky, its equations are dependent to first order");
  } else if (rank == rows) {
    text_format(out, "the equation%s independent", rows == 1 ? " is" : "s are");
  } else {
    text_format(out, "%d of %d equations are independent", rank, rows);
    put_redundant(study, out);
  }
  int excess = study->instantaneous - (study->coordinate_count - rank);
  if (excess > 0) text_format(out, "; %d more for an instant where it starts", excess);
  text_put(out, study->values == VALUES_TRIAL ? " (with trial values of parameters)\n" : "\n");
}

static void record_study(const MobilityStudy *study, Record *out)
{
  record_flag(out, "closed", study->is_assembled);
  record_number(out, "residual", study->residual, "");
  record_flag(out, "trial_values", study->values == VALUES_TRIAL);
  if (!study->is_assembled) return;
  record_whole(out, "mobility", study->mobility);
  record_whole(out, "instantaneous", study->instantaneous);
  record_whole(out, "equations", study->rows->count - study->motion_count);
  record_whole(out, "rank", study->rank.rank);
  record_redundant(out, study);
}

void mobility_brief(const MobilityStudy *study, Record *record, Text *out)
{
  record_study(study, record);
  if (!has_news(study)) return;
  if (study->is_assembled) {
    put_moving(study, out);
  } else if (study->values == VALUES_TRIAL) {
    text_put(out, "  true mobility unknown: it depends on parameters without values\n");
  } else {
    text_format(out, "  cannot be assembled: at least %.3g%s is left open\n", study->residual,
                mobility_residual_unit(study));
  }
}
