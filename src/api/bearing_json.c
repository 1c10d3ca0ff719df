// bearing_json.c -- what a mechanism bears, for programs.
// SPDX-License-Identifier: MIT
#include "api/bearing_json.h"

#include <string.h>

static void put_key(Text *out, bool is_first, const char *key)
{
  if (!is_first) text_put(out, ", ");
  text_put_json_string(out, key, strlen(key));
  text_put(out, ": ");
}

static void put_multipliers(const Bearing *bearing, Text *out)
{
  const ConstraintList *rows = bearing->rows;
  text_put(out, "\"lambda\": {");
  for (int i = 0; i < rows->count; i++) {
    put_key(out, i == 0, rows->equations[i].label);
    text_put_double_17(out, bearing->lambda[i]);
  }
  text_put_char(out, '}');
}

static void put_ambiguous(const Bearing *bearing, Text *out)
{
  text_put(out, "\"not_unique\": [");
  bool is_first = true;
  for (int i = 0; i < bearing->rows->count; i++) {
    if (bearing->lambda_is_unique[i]) continue;
    if (!is_first) text_put(out, ", ");
    const char *label = bearing->rows->equations[i].label;
    text_put_json_string(out, label, strlen(label));
    is_first = false;
  }
  text_put_char(out, ']');
}

static void put_reactions(const Bearing *bearing, Text *out)
{
  const Mechanism *mechanism = bearing->mechanism;
  text_put(out, "\"reactions\": {");
  for (int j = 0; j < mechanism->joint_count; j++) {
    put_key(out, j == 0, mechanism->joints[j].name);
    for (int c = 0; c < BEARING_COMPONENTS; c++) {
      text_put(out, c == 0 ? "[" : ", ");
      text_put_double_17(out, bearing->reactions[j * BEARING_COMPONENTS + c]);
    }
    text_put_char(out, ']');
  }
  text_put_char(out, '}');
}

void bearing_put_json(const Bearing *bearing, const char *indent, Text *out)
{
  put_multipliers(bearing, out);
  text_format(out, ",\n%s", indent);
  put_ambiguous(bearing, out);
  text_format(out, ",\n%s", indent);
  put_reactions(bearing, out);
}
