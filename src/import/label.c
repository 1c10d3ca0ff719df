// label.c -- valid and distinct names.
// SPDX-License-Identifier: MIT
#include "import/label.h"

#include "base/text.h"
#include "import/foreign_name.h"

#include <string.h>

void labels_free(Labels *labels) { map_free(&labels->taken); }

static bool is_taken(const Labels *labels, const char *name)
{
  return labels && map_find(&labels->taken, name) >= 0;
}

const char *labels_take_both(Labels *first, Labels *second, Arena *arena, const char *wanted,
                             const char *otherwise)
{
  Text out = { 0 };
  const char *text = wanted && *wanted ? wanted : otherwise;
  text_put(&out, name_from(arena, text, strlen(text)));
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
