// values_json.c -- the results of a program at one state, as a JSON object.
// SPDX-License-Identifier: MIT
#include "api/model/values_json.h"

#include <string.h>

static void put_row(Text *text, const double values[], int count)
{
  text_put_char(text, '[');
  for (int i = 0; i < count; i++) {
    if (i > 0) text_put(text, ", ");
    text_put_double_17(text, values[i]);
  }
  text_put_char(text, ']');
}

// A scalar as a number, a vector as a list, a matrix as a list of rows.
static void put_quantity(Text *text, const Quantity *quantity, const double values[])
{
  if (quantity_is_number(quantity)) {
    text_put_double_17(text, values[0]);
  } else if (quantity_is_vector(quantity)) {
    put_row(text, values, quantity->rows);
  } else {
    text_put_char(text, '[');
    for (int i = 0; i < quantity->rows; i++) {
      if (i > 0) text_put(text, ", ");
      put_row(text, values + i * quantity->columns, quantity->columns);
    }
    text_put_char(text, ']');
  }
}

static void put_coordinates(Text *text, const Equations *equations)
{
  text_put(text, "\"coordinates\": [");
  for (int i = 0; i < equations->coordinate_count; i++) {
    const char *name = equations->coordinates[i].name;
    if (i > 0) text_put(text, ", ");
    text_put_json_string(text, name, strlen(name));
  }
  text_put(text, "]");
}

// Names of the independent coordinates, to which the rows of N, M_in and similar quantities refer.
static void put_independent(Text *text, const Equations *equations)
{
  if (!equations->independent) return;
  text_put(text, ",\n \"independent\": [");
  for (int i = 0; i < equations->independent_count; i++) {
    const char *name = equations->independent[i];
    if (i > 0) text_put(text, ", ");
    text_put_json_string(text, name, strlen(name));
  }
  text_put(text, "]");
}

// The note of a reduced model, line by line.
static void put_note(Text *text, const char *note)
{
  if (!note) return;
  text_put(text, ",\n \"note\": [");
  for (const char *line = note; *line;) {
    size_t length = strcspn(line, "\n");
    if (line != note) text_put(text, ",\n  ");
    text_put_json_string(text, line, length);
    line += length + (line[length] == '\n');
  }
  text_put(text, "]");
}

// Labels of the entries of a vector: "lambda_rows": ["guide: y [N]"], "B_rows": ["B112"].
static void put_rows(Text *text, const Quantity *quantity)
{
  const char *const *labels = quantity->row_units ? quantity->row_labels : quantity->labels;
  Text row = { 0 };
  text_format(text, ",\n \"%s_rows\": [", quantity->key);
  for (int i = 0; i < quantity->rows; i++) {
    text_clear(&row);
    text_put(&row, labels[i]);
    bool has_unit = quantity->row_units && quantity->row_units[i][0];
    if (has_unit) text_format(&row, " [%s]", quantity->row_units[i]);
    if (i > 0) text_put(text, ", ");
    text_put_json_string(text, text_string(&row), row.length);
  }
  text_put(text, "]");
  text_free(&row);
}

void values_put_json(const Program *program, double *const values[], const char *more, Text *text)
{
  text_put(text, "{");
  put_coordinates(text, program->equations);
  text_put(text, more);
  put_independent(text, program->equations);
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    bool is_list = quantity->labels && quantity_is_vector(quantity);
    if (quantity->row_units || is_list) put_rows(text, quantity);
  }
  put_note(text, program->equations->note);
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    text_put(text, ",\n ");
    text_put_json_string(text, quantity->key, strlen(quantity->key));
    text_put(text, ": ");
    put_quantity(text, quantity, values[k]);
  }
  text_put(text, "}");
}
