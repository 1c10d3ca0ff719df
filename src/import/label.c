// label.c -- valid and distinct names.
// SPDX-License-Identifier: MIT
#include "import/label.h"

#include "base/text.h"

#include <string.h>

void labels_free(Labels *labels) { map_free(&labels->taken); }

// The words of src/lang/words.def and functions.def, which this layer does not see; a test
// compares.
bool label_is_reserved(const char *name)
{
  static const char *const reserved[] = {
    "mechanism", "param",  "let",    "gravity", "joint",    "body",       "point",      "coord",
    "frame",     "chain",  "dh",     "loop",    "rolling",  "constraint", "speed",      "torque",
    "force",     "moment", "spring", "use",     "element",  "input",      "output",     "motion",
    "control",   "from",   "at",     "on",      "in",       "to",         "experiment", "between",
    "rotated",   "limits", "about",  "t",       "pi",       "sin",        "cos",        "tan",
    "asin",      "acos",   "atan",   "atan2",   "sqrt",     "exp",        "log",        "abs",
    "sign",      "min",    "max",    "if",      "diag",     "dot",        "cross",      "norm",
    "position",  "omega",  "ground", "x",       "velocity", "rotation",   "y",          "z",
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

// Letters of other scripts are valid too, but which code points are letters is the language's
// knowledge; here they become '_'.
static void put_valid(Text *out, const char *wanted)
{
  if (wanted[0] >= '0' && wanted[0] <= '9') text_put_char(out, '_');
  for (const char *c = wanted; *c; c++) {
    bool continues = ((unsigned char)*c & 0xC0u) == 0x80u;
    if (!continues) text_put_bytes(out, is_name_byte(*c) ? c : "_", 1);
  }
  if (label_is_reserved(text_string(out))) text_put_char(out, '_');
}

static bool is_taken(const Labels *labels, const char *name)
{
  return labels && map_find(&labels->taken, name) >= 0;
}

const char *labels_take_both(Labels *first, Labels *second, Arena *arena, const char *wanted,
                             const char *otherwise)
{
  Text out = { 0 };
  put_valid(&out, wanted && *wanted ? wanted : otherwise);
  size_t length = out.length;
  for (int number = 2; is_taken(first, text_string(&out)) || is_taken(second, text_string(&out));
       number++) {
    out.length = length;
    text_format(&out, "_%d", number);
  }
  const char *name = arena_copy_text(arena, text_string(&out), out.length);
  text_free(&out);
  map_put(&first->taken, name, 1);
  if (second) map_put(&second->taken, name, 1);
  return name;
}

const char *labels_take(Labels *labels, Arena *arena, const char *wanted, const char *otherwise)
{
  return labels_take_both(labels, NULL, arena, wanted, otherwise);
}
