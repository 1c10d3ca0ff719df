// foreign_name.c -- foreign symbols made valid names of the language.
//
// Of the letters beyond ASCII the Latin and Greek ones are kept, the others are rare in models.
// SPDX-License-Identifier: MIT
#include "import/foreign_name.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The words of src/lang/words.def and functions.def, which this layer does not see; a test
// compares.
bool name_is_reserved(const char *name)
{
  static const char *const reserved[] = {
    "mechanism", "param",  "let",    "gravity",  "joint",    "body",       "point",      "coord",
    "frame",     "chain",  "dh",     "loop",     "rolling",  "constraint", "speed",      "torque",
    "force",     "moment", "spring", "use",      "element",  "input",      "output",     "motion",
    "control",   "from",   "at",     "on",       "in",       "to",         "experiment", "between",
    "rotated",   "limits", "about",  "t",        "pi",       "sin",        "cos",        "tan",
    "asin",      "acos",   "atan",   "atan2",    "sqrt",     "exp",        "log",        "abs",
    "sign",      "min",    "max",    "if",       "diag",     "dot",        "cross",      "norm",
    "position",  "omega",  "ground", "velocity", "rotation", "sinh",       "cosh",       "tanh",
    "floor",     "mod",    "hypot",
  };
  for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
    if (strcmp(reserved[i], name) == 0) return true;
  }
  return false;
}

static bool is_name_byte(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Two bytes of UTF-8 that are a Latin or Greek letter.
static bool is_kept_letter(const char *bytes)
{
  uint32_t code =
      ((uint32_t)(unsigned char)bytes[0] & 0x1F) << 6 | ((unsigned char)bytes[1] & 0x3F);
  bool is_latin = code >= 0xC0 && code <= 0x24F && code != 0xD7 && code != 0xF7;
  bool is_greek = code >= 0x391 && code <= 0x3C9 && code != 0x3A2;
  return is_latin || is_greek;
}

static void put_letters(Text *out, const char *text, size_t length)
{
  for (size_t i = 0; i < length;) {
    int step = text_utf8_length(text + i, length - i);
    if (is_name_byte(text[i])) {
      text_put_char(out, text[i]);
    } else if (step == 2 && is_kept_letter(text + i)) {
      text_put_bytes(out, text + i, 2);
    } else {
      text_put_char(out, '_');
    }
    i += step > 0 ? (size_t)step : 1;
  }
}

const char *name_from(Arena *arena, const char *text, size_t length)
{
  Text name = { 0 };
  if (length > 0 && text[0] >= '0' && text[0] <= '9') text_put_char(&name, '_');
  put_letters(&name, text, length);
  if (name.length == 0) text_put(&name, "imported");
  if (name_is_reserved(text_string(&name))) text_put_char(&name, '_');
  const char *result = arena_copy_text(arena, text_string(&name), name.length);
  text_free(&name);
  return result;
}

const char *name_from_file(Arena *arena, const char *file_name)
{
  if (!file_name) return "imported";
  const char *dot = strchr(file_name, '.');
  return name_from(arena, file_name, dot ? (size_t)(dot - file_name) : strlen(file_name));
}

void names_free(Names *names)
{
  map_free(&names->of_foreign);
  map_free(&names->taken);
  free(names->names);
  *names = (Names){ 0 };
}

const char *names_new(Names *names, const char *wanted)
{
  const char *name = name_from(names->arena, wanted, strlen(wanted));
  while (map_find(&names->taken, name) >= 0)
    name = arena_format(names->arena, "%s_", name);
  map_put(&names->taken, name, 0);
  return name;
}

const char *names_of(Names *names, const char *foreign, size_t length)
{
  int known = map_find_n(&names->of_foreign, foreign, length);
  if (known >= 0) return names->names[known];
  if (names->count == names->capacity) {
    names->capacity = 2 * names->capacity + 16;
    names->names = memory_grow(names->names, (size_t)names->capacity, sizeof *names->names);
  }
  const char *key = arena_copy_text(names->arena, foreign, length);
  const char *name = names_new(names, name_from(names->arena, foreign, length));
  names->names[names->count] = name;
  map_put_n(&names->of_foreign, key, length, names->count);
  names->count++;
  return name;
}
