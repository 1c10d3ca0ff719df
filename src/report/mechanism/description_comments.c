// description_comments.c -- comments with facts that the written description does not contain.
// SPDX-License-Identifier: MIT
#include "report/report.h"

static void put_unit(const char *what, const char *name, Dimension dimension, Text *out)
{
  text_format(out, "# %s %s", what, name);
  if (dimension.is_known) {
    text_put(out, " [");
    dimension_print(dimension, out);
    text_put_char(out, ']');
  }
  text_put_char(out, '\n');
}

void mechanism_report_facts(const Mechanism *mechanism, Text *out)
{
  static const char *const kinds[] = {
    [COORDINATE_ANGLE] = "angle", [COORDINATE_LENGTH] = "length", [COORDINATE_NUMBER] = "number"
  };
  char hash[SHA256_HEX_SIZE];
  mechanism_source_hash(mechanism, hash);
  text_format(out, "# source %s\n", hash);
  for (int i = 0; i < mechanism->parameter_count; i++)
    put_unit("parameter", mechanism->parameters[i].name, mechanism->parameters[i].dimension, out);
  for (int i = 0; i < mechanism->input_count; i++)
    put_unit("input", mechanism->inputs[i].name, mechanism->inputs[i].dimension, out);
  for (int i = 0; i < mechanism->state_count; i++)
    put_unit("state", mechanism->states[i].name, mechanism->states[i].dimension, out);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    text_format(out, "# coordinate %s, %s\n", coordinate_name(coordinate), kinds[coordinate->kind]);
  }
  for (int i = 1; i < mechanism->frame_count; i++) {
    const Frame *frame = &mechanism->frames[i];
    text_format(out, "# frame %s from %s\n", frame->name, mechanism->frames[frame->parent].name);
  }
}
