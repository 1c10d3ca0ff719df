// resolve_prefix.c -- what stands before the names that the use of an element makes.
//
// `use brake(a)` makes `brake1_hold`. No other name of the mechanism may be the same, whether it is
// written somewhere in the text, made from a written one (`J` makes `J_e0`) or made by another use.
// So a prefix is free if no name of the text is equal to it or goes on with '_' behind it, and no
// use has taken it before.
// SPDX-License-Identifier: MIT
#include "lang/letters.h"
#include "lang/resolve_act.h"

// The whole name, and its parts up to each '_'.
static void take_name(Map *taken, const char *name, size_t length)
{
  map_put_n(taken, name, length, 1);
  for (size_t i = 1; i < length; i++) {
    if (name[i] == '_') map_put_n(taken, name, i, 1);
  }
}

static size_t name_length(const char *bytes, size_t available)
{
  size_t length = letter_length(bytes, available);
  size_t step = length;
  while (step > 0) {
    step = name_part_length(bytes + length, available - length);
    length += step;
  }
  return length;
}

static void take_names(Map *taken, const Source *source)
{
  for (size_t i = 0; i < source->length;) {
    size_t length = name_length(source->bytes + i, source->length - i);
    if (length > 0) take_name(taken, source->bytes + i, length);
    i += length > 0 ? length : 1;
  }
}

const char *resolve_prefix(Resolver *resolver, const char *element)
{
  Elements *elements = resolver->elements;
  if (elements->taken.count == 0) take_names(&elements->taken, elements->text->source);
  int number = elements->use_count;
  const char *prefix = arena_format(resolver->arena, "%s%d", element, number);
  while (map_find(&elements->taken, prefix) >= 0)
    prefix = arena_format(resolver->arena, "%s%d", element, ++number);
  map_put(&elements->taken, prefix, 1);
  return prefix;
}
