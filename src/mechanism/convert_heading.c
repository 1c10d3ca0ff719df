// convert_heading.c -- what stands above a table: name, parameters, definitions, gravity,
// coordinates.
// SPDX-License-Identifier: MIT
#include "mechanism/convert_impl.h"
#include "symbolic/algebra.h"
#include "notation/print.h"

#include <string.h>

enum { LINE_WIDTH = 80 };  // after which a list goes on in the next line

void write_item(const char *word, int index, size_t *line_start, Text *out)
{
  if (index == 0) {
    *line_start = out->length;
    text_format(out, "%s ", word);
  } else if (out->length - *line_start > LINE_WIDTH) {
    text_put(out, ",\n");
    *line_start = out->length;
    text_repeat(out, ' ', (int)strlen(word) + 1);
  } else {
    text_put(out, ", ");
  }
}

static void put_value(const Conversion *conversion, const Parameter *parameter, Text *out)
{
  const Expr *value = expr_copy(conversion->pool, parameter->value);
  bool has_unit = parameter->dimension.is_known;
  text_put(out, " = ");
  if (!write_decimal(value, out)) {
    expr_print(value, out);
    if (has_unit) text_put(out, "*1");
  }
  if (!has_unit) return;
  text_put_char(out, ' ');
  dimension_print(parameter->dimension, out);
}

static void put_parameters(const Conversion *conversion, Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  size_t line_start = 0;
  for (int i = 0; i < mechanism->parameter_count; i++) {
    write_item("param", i, &line_start, out);
    text_put(out, mechanism->parameters[i].name);
    if (mechanism->parameters[i].value) put_value(conversion, &mechanism->parameters[i], out);
  }
  if (mechanism->parameter_count > 0) text_put_char(out, '\n');
}

void write_definitions(const Mechanism *mechanism, bool with_coordinates, Text *out)
{
  for (int i = 0; i < mechanism->definition_count; i++) {
    const Definition *definition = &mechanism->definitions[i];
    if ((definition->value->form->stage > STAGE_PARAMETER) != with_coordinates) continue;
    text_format(out, "let %s = ", definition->name);
    expr_print(definition_body(definition), out);
    text_put_char(out, '\n');
  }
}

void write_name(const Mechanism *mechanism, Text *out)
{
  if (strcmp(mechanism->name, "mechanism") == 0) return;  // it was never named
  text_format(out, "mechanism %s", mechanism->name);
  if (mechanism->title) text_format(out, " \"%s\"", mechanism->title);
  text_put_char(out, '\n');
}

void write_heading(const Conversion *conversion, Convention convention, Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  write_name(mechanism, out);
  text_format(out, "# converted: %s\n", convention_word(convention));
  put_parameters(conversion, out);
  write_definitions(mechanism, false, out);
  if (vec3_is_zero(mechanism->gravity)) return;
  text_put(out, "gravity ");
  write_vector(mechanism->gravity, out);
  text_put_char(out, '\n');
}

static void put_angle_or_length(const Expr *e, bool is_angle, Text *out)
{
  if (!is_angle || !write_degrees(e, out)) expr_print(e, out);
}

void write_coordinates(const Conversion *conversion, Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  size_t line_start = 0;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    bool is_angle = coordinate->kind == COORDINATE_ANGLE;
    write_item("coord", i, &line_start, out);
    text_put(out, coordinate->name);
    if (coordinate->initial) {
      text_put(out, " = ");
      put_angle_or_length(expr_copy(conversion->pool, coordinate->initial), is_angle, out);
    }
    if (coordinate->lower && coordinate->upper) {
      text_put(out, " in [");
      put_angle_or_length(expr_copy(conversion->pool, coordinate->lower), is_angle, out);
      text_put(out, ", ");
      put_angle_or_length(expr_copy(conversion->pool, coordinate->upper), is_angle, out);
      text_put_char(out, ']');
    }
  }
  if (mechanism->coordinate_count > 0) text_put_char(out, '\n');
}
