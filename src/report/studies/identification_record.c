// identification_record.c -- identified parameters and exciting motions as data.
// SPDX-License-Identifier: MIT
#include "report/studies/identification_report.h"

#include "notation/forms/condense.h"
#include "notation/print/print.h"
#include "report/row_table.h"

#include <math.h>

static void put_parameter(Record *list, const IdentifiedParameter *own)
{
  Record *object = record_object(list, NULL);
  double nothing = NAN;
  record_text(object, "name", own->name);
  if (own->formula) {
    Arena *arena = arena_new();
    Text formula = { 0 };
    formula_print(condense(own->formula, arena), NULL, &formula);
    record_text(object, "formula", text_string(&formula));
    text_free(&formula);
    arena_free(arena);
  }
  record_flag(object, "identifiable", own->is_seen);
  record_number(object, "value", own->is_seen ? own->value : nothing, own->unit);
  record_number(object, "sd", own->is_seen ? own->sd : nothing, own->unit);
  const double interval[] = { own->value - own->margin, own->value + own->margin };
  if (own->is_seen) record_numbers(object, "interval_95", interval, 2, own->unit);
  record_number(object, "described", own->described, own->unit);
}

static void put_unseen(const Identification *found, Record *list)
{
  for (int r = 0; r < found->unseen_count; r++) {
    Record *change = record_object(list, NULL);
    for (int k = 0; k < found->count; k++) {
      double part = found->unidentifiable[r * found->count + k];
      const IdentifiedParameter *own = &found->parameters[k];
      if (part != 0) record_number(change, own->name, part, own->unit);
    }
  }
}

void identification_record(const Identification *found, Record *out)
{
  record_integer(out, "samples", found->samples);
  record_integer(out, "used", found->used);
  record_flag(out, "filtered", found->is_filtered);
  if (found->is_filtered) record_number(out, "cutoff", found->cutoff, "Hz");
  record_number(out, "condition", found->condition, "");
  Record *list = record_list(out, "parameters");
  for (int k = 0; k < found->count; k++)
    put_parameter(list, &found->parameters[k]);
  put_unseen(found, record_list(out, "not_identifiable"));
  Record *joints = record_list(out, "joints");
  for (int j = 0; j < found->joint_count; j++) {
    const IdentifiedJoint *joint = &found->joints[j];
    Record *object = record_object(joints, NULL);
    record_text(object, "name", joint->name);
    record_number(object, "rms", joint->rms, joint->unit);
    record_number(object, "explained", joint->share, "");
  }
  Record *values = found->value_count > 0 ? record_object(out, "values") : NULL;
  for (int i = 0; i < found->value_count; i++)
    record_number(values, found->value_names[i], found->values[i], "");
  if (!found->links.is_judged) return;
  record_flag(out, "consistent", found->links.exists);
  if (!found->links.exists && !found->links.is_near) return;
  if (found->links.is_near) record_number(out, "farthest_sd", found->links.farthest, "");
  Record *links = record_object(out, "links");
  for (int i = 0; i < found->links.count; i++) {
    static const char *const UNITS[] = { "kg.m^2", "kg.m", "kg" };
    int place = i % 10;
    record_number(links, found->links.names[i], found->links.values[i],
                  UNITS[(place > 5) + (place > 8)]);
  }
}

void identification_values(const Identification *found, Text *out)
{
  if (found->value_count == 0) return;
  text_put(out, "{\n  \"params\": {\n");
  for (int i = 0; i < found->value_count; i++) {
    text_format(out, "    \"%s\": ", found->value_names[i]);
    text_put_double(out, found->values[i]);
    text_put(out, i + 1 < found->value_count ? ",\n" : "\n");
  }
  text_put(out, "  }\n}\n");
}

void exciting_motion_record(const ExcitingMotion *motion, Record *out)
{
  record_number(out, "period", motion->period, "s");
  record_integer(out, "harmonics", motion->harmonics);
  record_number(out, "condition", motion->condition, "");
  record_number(out, "first_condition", motion->first_condition, "");
  record_integer(out, "tried", motion->tried);
  row_table_record(&motion->table, out);
}
