// code_runtime.c -- helpers of generated code, pasted with the names of the model.
//
// The files of runtime/ are programs, tested verbatim; the build converts them to text
// (tools/embed_runtime.py).
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"

#include <string.h>

// Returns the position of '(' of a call of the libm function, or NULL if the line has none.
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

// Returns the line with the names of the model and, for float, the float variant of the libm call.
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

// Returns where to break a line of which `left` characters remain: at the last space within the
// columns that is not in a string, otherwise at the first space after them.
static size_t place_of_break(const char *line, size_t left, size_t columns, bool has_strings)
{
  char quote = '\0';
  size_t place = 0, indent = strspn(line, " ");
  for (size_t k = indent; k < left && (k <= columns || place == 0); k++) {
    if (quote == '\0' && line[k] == ' ') place = k;
    if (has_strings && strchr("\"'`", line[k]) && (quote == '\0' || quote == line[k]))
      quote = (char)(quote == '\0' ? line[k] : '\0');
  }
  return place > 0 ? place : left;
}

// Returns the comment marker if the line is only a comment, such as "//", "!>" or "///"; otherwise
// "". The language is determined by the extension of the file, because targets such as CasADi have
// helpers in two languages.
static const char *comment_marker(const CodeModel *model, const char *file, const char *line)
{
  const char *begin = line + strspn(line, " "), *ending = strrchr(file, '.'), *marker = "//";
  if (strcmp(ending, ".f90") == 0) marker = "!";
  if (strcmp(ending, ".m") == 0) marker = "%";
  if (strncmp(begin, marker, strlen(marker)) != 0) return "";
  return arena_format(model->arena, "%.*s ", (int)strcspn(begin, " "), begin);
}

// Returns false for preprocessor lines, including their continuations, and for Python and Julia,
// where a new line starts a new statement.
static bool may_break(const char *file, const char *line)
{
  const char *ending = strrchr(file, '.');
  if (strcmp(ending, ".py") == 0 || strcmp(ending, ".jl") == 0) return false;
  size_t length = strlen(line);
  return line[0] != '#' && (length == 0 || line[length - 1] != '\\');
}

// Puts a line. If long names make it too long, its trailing comment is moved to a line above it and
// the rest is broken.
static void put_line(Text *out, const CodeModel *model, const char *file, const char *line)
{
  const Language *language = model->language;
  size_t left = strlen(line);
  size_t columns = may_break(file, line) ? (size_t)language->columns : left;
  int indent = (int)strspn(line, " ");
  const char *marker = comment_marker(model, file, line);
  const char *comment = left > columns && marker[0] == '\0' ? strstr(line, "  // ") : NULL;
  if (comment) {
    text_format(out, "%*s%s\n", indent, "", comment + 2);
    left = (size_t)(comment - line);
  }
  int next_indent = marker[0] != '\0' ? indent : indent + 4;
  while (left > columns) {
    size_t length = place_of_break(line, left, columns, marker[0] == '\0');
    text_put_bytes(out, line, length);
    text_format(out, "%s\n%*s%s", marker[0] != '\0' ? "" : language->goes_on, next_indent, "",
                marker);
    size_t taken = length < left ? length + 1 : length;
    line += taken;
    left -= taken;
    columns = (size_t)(language->columns - next_indent) - strlen(marker);
  }
  text_put_bytes(out, line, left);
  text_put_char(out, '\n');
}

void code_put_runtime(Text *out, const CodeModel *model, const char *file)
{
  for (const char *const *line = code_runtime_lines(file); *line; line++)
    put_line(out, model, file, spelled(model, *line));
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
