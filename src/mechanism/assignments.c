// assignments.c -- taking a list of assignments apart.
// SPDX-License-Identifier: MIT
#include "mechanism/assignments.h"

#include "symbolic/algebra.h"

#include <ctype.h>
#include <string.h>

typedef struct Item {
  const char *name;
  size_t name_length;
  const char *value;  // NULL: none
  size_t value_length;
} Item;

static const char *skip_spaces(const char *at)
{
  while (isspace((unsigned char)*at))
    at++;
  return at;
}

static size_t trimmed(const char *start, const char *end)
{
  while (end > start && isspace((unsigned char)end[-1]))
    end--;
  return end > start ? (size_t)(end - start) : 0;
}

// Takes one "name" or "name=value" apart; returns what follows the comma.
static const char *next_item(const char *at, Item *item)
{
  const char *end = at + strcspn(at, ",");
  const char *equals = memchr(at, '=', (size_t)(end - at));
  item->name = skip_spaces(at);
  item->name_length = trimmed(item->name, equals ? equals : end);
  item->value = equals ? skip_spaces(equals + 1) : NULL;
  item->value_length = equals ? trimmed(item->value, end) : 0;
  return *end == ',' ? end + 1 : end;
}

// ---- values

static size_t digits_length(const char *text, size_t length, size_t most)
{
  size_t at = 0;
  while (at < length && at < most && isdigit((unsigned char)text[at]))
    at++;
  return at;
}

// Length of a decimal number without sign at the start: digits, a point, digits, an exponent.
static size_t number_length(const char *text, size_t length)
{
  size_t at = digits_length(text, length, length), digits = at;
  if (at < length && text[at] == '.') {
    size_t behind = digits_length(text + at + 1, length - at - 1, length);
    digits += behind;
    at += 1 + behind;
  }
  if (digits == 0) return 0;
  if (at < length && (text[at] == 'e' || text[at] == 'E')) {
    size_t exponent = at + 1;
    if (exponent < length && (text[exponent] == '-' || text[exponent] == '+')) exponent++;
    size_t behind = digits_length(text + exponent, length - exponent, 3);
    if (behind > 0) at = exponent + behind;
  }
  return at;
}

const Expr *assignment_value(Pool *pool, const char *text, size_t length)
{
  bool is_negative = length > 0 && text[0] == '-';
  size_t sign = length > 0 && (text[0] == '-' || text[0] == '+');
  size_t number = number_length(text + sign, length - sign);
  if (number == 0) return NULL;
  const Expr *value = expr_decimal(pool, text + sign, number);
  if (is_negative) value = negative(value);
  const char *unit = text + sign + number, *end = text + length;
  while (unit < end && isspace((unsigned char)*unit))
    unit++;
  if (unit == end) return value;
  if (end - unit != 3 || strncmp(unit, "deg", 3) != 0) return NULL;
  const Expr *turns = quotient(value, expr_integer(pool, 180));
  return product(turns, expr_pi(pool));
}

// ---- names

static int find_coordinate(const Mechanism *mechanism, const Item *item, const char *purpose,
                           Arena *arena, Text *why)
{
  const char **names = ARENA_ARRAY(arena, const char *, mechanism->coordinate_count + 1);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    names[i] = mechanism->coordinates[i].name;
    bool is_same = strlen(names[i]) == item->name_length &&
                   strncmp(names[i], item->name, item->name_length) == 0;
    if (is_same) return i;
  }
  text_format(why, "there is no coordinate '%.*s' %s", (int)item->name_length, item->name, purpose);
  const char *near =
      nearest_name(item->name, item->name_length, names, mechanism->coordinate_count);
  if (near) {
    text_format(why, "; did you mean '%s'?", near);
    return -1;
  }
  for (int i = 0; i < mechanism->coordinate_count; i++)
    text_format(why, "%s%s", i == 0 ? " (there are: " : " ", names[i]);
  if (mechanism->coordinate_count > 0) text_put(why, ")");
  return -1;
}

static int count_items(const char *list)
{
  int count = 1;
  for (const char *at = list; *at; at++)
    count += *at == ',';
  return count;
}

Assignment *assignments_read(const Mechanism *mechanism, const char *list, const char *purpose,
                             Pool *pool, Arena *arena, int *count, Text *why)
{
  Assignment *result = ARENA_ARRAY(arena, Assignment, count_items(list));
  *count = 0;
  for (const char *at = list; *at;) {
    Item item;
    at = next_item(at, &item);
    int i = find_coordinate(mechanism, &item, purpose, arena, why);
    if (i < 0) return NULL;
    for (int k = 0; k < *count; k++) {
      if (result[k].coordinate != i) continue;
      text_format(why, "'%s' is there twice", mechanism->coordinates[i].name);
      return NULL;
    }
    const Expr *value = item.value ? assignment_value(pool, item.value, item.value_length) : NULL;
    if (item.value && !value) {
      text_format(why, "'%.*s' is no value of '%s' %s; write a number, or 30deg",
                  (int)item.value_length, item.value, mechanism->coordinates[i].name, purpose);
      return NULL;
    }
    result[(*count)++] = (Assignment){ i, value };
  }
  return result;
}
