// argument_file.c -- arguments of elements from a file, such as the .tir files of tyres.
//
// An argument is a line NAME = NUMBER. All other lines are ignored: sections, comments, words in
// quotes. Such files declare their units in words (LENGTH = 'meter'); only SI is accepted.
// SPDX-License-Identifier: MIT
#include "base/text/c_locale.h"
#include "lang/resolve/resolve_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Returns the text after "NAME =", or NULL if there is no such line.
static const char *find_value(const char *text, const char *name, size_t length)
{
  const char *line = text;
  while (line) {
    line += strspn(line, " \t\r\n");
    const char *behind = line + length;
    if (strncmp(line, name, length) == 0) {
      behind += strspn(behind, " \t");
      if (*behind == '=') return behind + 1 + strspn(behind + 1, " \t");
    }
    line = strchr(line, '\n');
  }
  return NULL;
}

bool argument_file_value(const Text *text, Span name, double *value)
{
  const char *place = find_value(text_string(text), span_bytes(name), name.length);
  if (!place) return false;
  char *end;
  CLocale locale = c_locale_enter();
  *value = strtod(place, &end);
  c_locale_leave(locale);
  // '$', '!' and '//' begin comments.
  bool is_whole = end > place && strchr("\n$!/", end[strspn(end, " \t\r")]);
  if (!is_whole || !isfinite(*value)) *value = NAN;
  return true;
}

bool argument_file_check(Resolver *resolver, const Node *file, const Text *text)
{
  static const struct {
    const char *name, *begin, *unit;
  } units[] = { { "LENGTH", "m", "meter" },
                { "FORCE", "n", "newton" },
                { "ANGLE", "rad", "radians" },
                { "MASS", "k", "kg" },
                { "TIME", "s", "second" } };
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    const char *value = find_value(text_string(text), units[i].name, strlen(units[i].name));
    if (!value || *value != '\'') continue;
    size_t length = strcspn(value + 1, "'\n");
    bool is_milli = length >= 2 && strncmp(value + 1, "mm", 2) == 0;
    bool is_si = strncmp(value + 1, units[i].begin, strlen(units[i].begin)) == 0 &&
                 !(i == 0 && (is_milli || strncmp(value + 1, "mile", 4) == 0));
    if (is_si) continue;
    return resolver_error(
        resolver, file->span, "convert it to SI: meter, newton, radians, kg, second",
        "'%.*s' has %s in '%.*s', not in '%s'", (int)node_text(file).length,
        span_bytes(node_text(file)), units[i].name, (int)length, value + 1, units[i].unit);
  }
  return true;
}
