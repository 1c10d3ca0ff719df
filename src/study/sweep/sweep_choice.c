// sweep_choice.c -- selection of the columns of a sweep by name.
// SPDX-License-Identifier: MIT
#include "base/messages/diagnostics.h"
#include "study/sweep/sweep.h"

#include <string.h>

// Names may contain commas in brackets: "phi[1,2]".
static size_t name_length(const char *at)
{
  size_t length = 0;
  for (int depth = 0; at[length] && (depth > 0 || at[length] != ','); length++)
    depth += (at[length] == '[') - (at[length] == ']');
  while (length > 0 && at[length - 1] == ' ')
    length--;
  return length;
}

// A star matches any text: "E.*", "*.F".
static bool is_meant(const char *name, const char *item, size_t length)
{
  size_t size = strlen(name);
  const char *star = memchr(item, '*', length);
  if (!star) return size == length && memcmp(name, item, length) == 0;
  size_t before = (size_t)(star - item), behind = length - before - 1;
  return size >= before + behind && memcmp(name, item, before) == 0 &&
         memcmp(name + size - behind, star + 1, behind) == 0;
}

static void explain(const Sweep *sweep, const char *item, size_t length, Text *why)
{
  const char **names = ARENA_ARRAY(sweep->arena, const char *, sweep->column_count);
  for (int i = 0; i < sweep->column_count; i++)
    names[i] = sweep->columns[i].name;
  const char *near = nearest_name(item, length, names, sweep->column_count);
  text_format(why, "there is no column '%.*s'", (int)length, item);
  if (near) text_format(why, "; did you mean '%s'?", near);
  for (int i = 0; !near && i < sweep->column_count; i++)
    text_format(why, "%s%s", i == 0 ? "; choose one of: " : ", ", names[i]);
}

// Returns the coordinate of the joint with this name, or NULL.
static const char *coordinate_of_joint(const Sweep *sweep, const char *item, size_t length)
{
  const Equations *equations = sweep->equations;
  const char *name = arena_copy_text(sweep->arena, item, length);
  int i = variable_find(equations->coordinates, equations->coordinate_count, name);
  return i >= 0 ? equations->coordinates[i].name : NULL;
}

bool sweep_choose(Sweep *sweep, const char *list, Text *why)
{
  int *chosen = ARENA_ARRAY(sweep->arena, int, sweep->column_count);
  bool *is_taken = ARENA_ARRAY(sweep->arena, bool, sweep->column_count);
  int count = 0;
  chosen[count++] = 0;
  is_taken[0] = true;
  while (*list) {
    list += strspn(list, ", ");
    size_t length = name_length(list);
    bool is_found = length == 0;
    const char *own = coordinate_of_joint(sweep, list, length);
    for (int i = 0; i < sweep->column_count && length > 0; i++) {
      const char *name = sweep->columns[i].name;
      if (!is_meant(name, list, length) && (!own || strcmp(name, own) != 0)) continue;
      is_found = true;
      if (!is_taken[i]) chosen[count++] = i;
      is_taken[i] = true;
    }
    if (!is_found) {
      explain(sweep, list, length, why);
      return false;
    }
    list += length;
    list += strspn(list, " ");
  }
  sweep->chosen = chosen;
  sweep->chosen_count = count;
  return true;
}
