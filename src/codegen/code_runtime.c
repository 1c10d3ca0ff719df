// code_runtime.c -- helpers of generated code, pasted with the names of the model.
//
// The files of runtime/ are programs, tested as they are; the build makes text of them
// (tools/embed_runtime.py).
// SPDX-License-Identifier: MIT
#include "codegen/code_model.h"

#include <string.h>

// Where the parenthesis of a call of libm stands; NULL: there is none.
static const char *call_in(const char *line, const char *name)
{
  const char *place = line;
  while ((place = strstr(place, name)) != NULL) {
    bool is_name = place == line || strchr(" (!-", place[-1]) != NULL;
    place += strlen(name);
    if (is_name && *place == '(') return place;
  }
  return NULL;
}

// The line with the names of the model and, in float, the call of a function of float.
static const char *spelled(const CodeModel *model, const char *line)
{
  static const char *const NAMES[] = { "sqrt", "fabs", "sin", "cos" };
  const char *named = code_named(model, line), *call = NULL;
  if (model->request->real == CODE_DOUBLE) return named;
  for (size_t k = 0; k < sizeof NAMES / sizeof NAMES[0] && !call; k++)
    call = call_in(named, NAMES[k]);
  if (!call) return named;
  return arena_format(model->arena, "%.*sf%s", (int)(call - named), named, call);
}

// Where to break a line of which `left` characters do not fit: at the last space that does.
static size_t place_of_break(const char *line, size_t left, size_t columns)
{
  size_t place = columns, indent = strspn(line, " ");
  while (place > indent && line[place] != ' ')
    place--;
  return place > indent ? place : left;
}

// A long name makes lines too long: then a comment goes above, and the rest is broken.
static void put_line(Text *out, const Language *language, const char *line)
{
  size_t left = strlen(line), columns = (size_t)language->columns;
  if (language->has_parentheses) columns = left;  // a new line is a new statement
  int indent = (int)strspn(line, " ");
  const char *comment = left > columns ? strstr(line, "  // ") : NULL;
  if (comment) {
    text_format(out, "%*s%s\n", indent, "", comment + 2);
    left = (size_t)(comment - line);
  }
  while (left > columns) {
    size_t length = place_of_break(line, left, columns);
    text_put_bytes(out, line, length);
    text_format(out, "%s\n%*s", language->goes_on, indent + 4, "");
    size_t taken = length < left ? length + 1 : length;
    line += taken;
    left -= taken;
    columns = (size_t)language->columns - (size_t)indent - 4;
  }
  text_put_bytes(out, line, left);
  text_put_char(out, '\n');
}

void code_put_runtime(Text *out, const CodeModel *model, const char *file)
{
  for (const char *const *line = code_runtime_lines(file); *line; line++)
    put_line(out, model->language, spelled(model, *line));
  text_put_char(out, '\n');
}

void code_put_helpers(Text *out, const CodeModel *model, const CodeHelper helpers[], int count,
                      const char *text)
{
  for (int k = 0; k < count; k++) {
    if (strstr(text, code_named(model, helpers[k].call)))
      code_put_runtime(out, model, helpers[k].file);
  }
}
