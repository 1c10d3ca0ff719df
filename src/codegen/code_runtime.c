// code_runtime.c -- helpers of generated code, pasted with the names of the model.
//
// The files of runtime/ are programs, tested as they are; the build makes text of them
// (tools/embed_runtime.py).
// SPDX-License-Identifier: MIT
#include "codegen/code_model.h"

#include <string.h>

// The line with the names of the model and, in float, a root of float.
static const char *spelled(const CodeModel *model, const char *line)
{
  static const char ROOT[] = "sqrt(";
  const char *named = code_named(model, line), *root = strstr(named, ROOT);
  if (!root || model->request->real == CODE_DOUBLE) return named;
  return arena_format(model->arena, "%.*ssqrtf(%s", (int)(root - named), named,
                      root + strlen(ROOT));
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
