// statics_json.c -- one object: states that `eval` takes, and what was found at each.
// SPDX-License-Identifier: MIT
#include "api/statics_json.h"

#include "api/bearing_json.h"

#include <string.h>

static void put_key(Text *out, bool is_first, const char *key)
{
  if (!is_first) text_put(out, ", ");
  text_put_json_string(out, key, strlen(key));
  text_put(out, ": ");
}

// ---- states

static void put_state(const Equations *equations, const StateValues *start, const StaticsRest *rest,
                      Text *out)
{
  int n = equations->coordinate_count;
  text_put(out, "{\"params\": ");
  state_json_put(equations->parameters, equations->parameter_count, start->parameters, out);
  text_put(out, ",\n   \"q\": ");
  state_json_put(equations->coordinates, n, rest->q, out);
  text_put(out, ",\n   \"inputs\": ");
  state_json_put(equations->inputs, equations->input_count, rest->inputs, out);
  text_put(out, ",\n   \"tau\": ");
  state_json_put(equations->coordinates, n, rest->torques, out);
  text_put(out, ",\n   \"t\": ");
  text_put_double_17(out, start->time);
  text_put_char(out, '}');
}

// ---- what was found

static void put_drives(const Statics *statics, const StaticsRest *rest, Text *out)
{
  const Equations *equations = statics->model->equations;
  text_put(out, "{\"drives\": {");
  for (int k = 0; k < statics->drive_count; k++) {
    const StaticsDrive *drive = &statics->drives[k];
    put_key(out, k == 0,
            drive->is_input ? equations->inputs[drive->index].name
                            : equations->coordinates[drive->index].name);
    text_put_double_17(out, rest->efforts[k]);
  }
  text_put_char(out, '}');
}

static void put_motion(const Equations *equations, const StaticsMotion *motion, Text *out)
{
  text_put(out, "{\"motion\": ");
  state_json_put(equations->coordinates, equations->coordinate_count, motion->speeds, out);
  text_put(out, ", \"of\": ");
  const char *name = equations->coordinates[motion->coordinate].name;
  text_put_json_string(out, name, strlen(name));
  text_put(out, ", \"force\": ");
  text_put_double_17(out, motion->force);
  text_put_char(out, '}');
}

static void put_free(const Statics *statics, const StaticsRest *rest, Text *out)
{
  text_put(out, ",\n   \"free\": [");
  for (int d = 0; d < rest->free_count; d++) {
    if (d > 0) text_put(out, ", ");
    put_motion(statics->model->equations, &rest->free[d], out);
  }
  text_put_char(out, ']');
}

static void put_stability(const Statics *statics, const StaticsRest *rest, Text *out)
{
  static const char *const WORDS[] = {
    [STABILITY_UNKNOWN] = "unknown",       [STABILITY_STABLE] = "stable",
    [STABILITY_UNSTABLE] = "unstable",     [STABILITY_INDIFFERENT] = "indifferent",
    [STABILITY_RIGID] = "rigid",           [STABILITY_NO_ENERGY] = "no energy",
    [STABILITY_GYROSCOPIC] = "gyroscopic", [STABILITY_FED] = "unstable",
  };
  if (!statics->is_equilibrium) return;
  text_format(out, ",\n   \"stability\": \"%s\", \"one_of_many\": %s", WORDS[rest->stability],
              rest->is_one_of_many ? "true" : "false");
  if (rest->growth > 0) {
    text_put(out, ", \"growth\": ");
    text_put_double_17(out, rest->growth);
  }
  if (rest->softest.coordinate < 0) return;
  text_put(out, ",\n   \"softest\": ");
  put_motion(statics->model->equations, &rest->softest, out);
}

void statics_put_json(const Statics *statics, const StateValues *start, Text *out)
{
  const Equations *equations = statics->model->equations;
  bool is_closed = statics->is_closed;
  text_format(out, "{\"closed\": %s, \"balanced\": %s,\n", is_closed ? "true" : "false",
              is_closed && statics->is_balanced ? "true" : "false");
  text_put(out, " \"configurations\": [");
  for (int k = 0; k < statics->count; k++) {
    text_put(out, k > 0 ? ",\n  " : "\n  ");
    put_state(equations, start, &statics->rests[k], out);
  }
  text_put(out, "],\n \"forces\": [");
  for (int k = 0; k < statics->count; k++) {
    const StaticsRest *rest = &statics->rests[k];
    text_put(out, k > 0 ? ",\n  " : "\n  ");
    put_drives(statics, rest, out);
    put_free(statics, rest, out);
    text_put(out, ",\n   ");
    bearing_put_json(&rest->bearing, "   ", out);
    put_stability(statics, rest, out);
    text_put_char(out, '}');
  }
  text_put(out, "]}\n");
}
