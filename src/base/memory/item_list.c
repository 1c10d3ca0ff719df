// item_list.c -- lists of names with optional values.
// SPDX-License-Identifier: MIT
#include "base/memory/item_list.h"

#include <ctype.h>
#include <string.h>

Piece piece_between(const char *start, const char *end)
{
  while (start < end && isspace((unsigned char)*start))
    start++;
  while (end > start && isspace((unsigned char)end[-1]))
    end--;
  return (Piece){ start, (size_t)(end - start) };
}

bool piece_is(Piece piece, const char *text)
{
  return strlen(text) == piece.length && memcmp(text, piece.text, piece.length) == 0;
}

// Returns the next comma outside of brackets, or the end of the text.
static const char *end_of_item(const char *at)
{
  int depth = 0;
  for (; *at; at++) {
    depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    if (*at == ',' && depth <= 0) break;
  }
  return at;
}

const char *list_next(const char *at, ListItem *item)
{
  const char *end = end_of_item(at), *equals = memchr(at, '=', (size_t)(end - at));
  item->name = piece_between(at, equals ? equals : end);
  item->has_value = equals != NULL;
  item->value = piece_between(equals ? equals + 1 : end, end);
  return *end == ',' ? end + 1 : end;
}
