// quantities.c -- the table of quantities through the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "formulation/formulation.h"
#include "formulation/quantities.h"

#include <string.h>

static const char *needed(const QuantityInfo *info)
{
  if (info->traits & TRAIT_TIES_POSITIONS) return "constraints on positions";
  if (info->traits & TRAIT_TIES_SPEEDS) return "constraints on speeds";
  return info->traits & TRAIT_NEEDS_CONSTRAINTS ? "constraints" : "";
}

int bielle_quantity_info(int index, BielleQuantityInfo *out)
{
  const QuantityInfo *info = index < 0 ? NULL : quantity_info(index);
  if (!info) return 0;
  const FormulationInfo *method = formulation_of_key_alone(info->key);
  *out = (BielleQuantityInfo){
    .key = info->key,
    .subject = info->subject,
    .title = info->title,
    .unit = info->unit,
    .rows = info->rows,
    .columns = info->columns,
    .group = quantity_group_name(info->group),
    .needs = needed(info),
    .method = method ? method->name : "",
    .function = info->function,
  };
  return 1;
}

char *bielle_quantities(void)
{
  Text text = { 0 };
  BielleQuantityInfo info;
  for (int i = 0; bielle_quantity_info(i, &info); i++) {
    const char *const fields[][2] = {
      { "key", info.key },           { "subject", info.subject }, { "title", info.title },
      { "unit", info.unit },         { "rows", info.rows },       { "columns", info.columns },
      { "group", info.group },       { "needs", info.needs },     { "method", info.method },
      { "function", info.function },
    };
    for (size_t f = 0; f < sizeof fields / sizeof fields[0]; f++) {
      text_format(&text, "%s\"%s\": ", f > 0 ? ", " : i > 0 ? ",\n  {" : "[\n  {", fields[f][0]);
      text_put_json_string(&text, fields[f][1], strlen(fields[f][1]));
    }
    text_put(&text, "}");
  }
  text_put(&text, "\n]\n");
  return text_release(&text);
}
