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

static const char *skip_blanks(const char *at, const char *end)
{
  while (at < end && isspace((unsigned char)*at))
    at++;
  return at;
}

// The number times what stands behind it, "pi" or "pi/2"; NULL: that is something else.
static const Expr *multiple_of_pi(const Expr *number, const char *at, const char *end)
{
  Pool *pool = expr_pool(number);
  if (end - at < 2 || strncmp(at, "pi", 2) != 0) return NULL;
  const Expr *value = product(number, expr_pi(pool));
  at = skip_blanks(at + 2, end);
  if (at == end) return value;
  if (*at != '/') return NULL;
  at = skip_blanks(at + 1, end);
  size_t length = number_length(at, (size_t)(end - at));
  const Expr *divisor = length > 0 && at + length == end ? expr_decimal(pool, at, length) : NULL;
  return divisor && !is_zero(divisor) ? quotient(value, divisor) : NULL;
}

const Expr *assignment_value(Pool *pool, const char *text, size_t length)
{
  bool is_negative = length > 0 && text[0] == '-';
  size_t sign = length > 0 && (text[0] == '-' || text[0] == '+');
  size_t digits = number_length(text + sign, length - sign);
  const Expr *number = digits > 0 ? expr_decimal(pool, text + sign, digits) : expr_integer(pool, 1);
  if (is_negative) number = negative(number);
  const char *end = text + length, *rest = skip_blanks(text + sign + digits, end);
  if (digits > 0 && rest == end) return number;
  if (digits > 0 && *rest == '*') rest = skip_blanks(rest + 1, end);
  bool is_in_degrees = digits > 0 && end - rest == 3 && strncmp(rest, "deg", 3) == 0;
  if (!is_in_degrees) return multiple_of_pi(number, rest, end);
  const Expr *turns = quotient(number, expr_integer(pool, 180));
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
      text_format(why, "'%.*s' is no value of '%s' %s; write a number, 30deg or pi/6",
                  (int)item.value_length, item.value, mechanism->coordinates[i].name, purpose);
      return NULL;
    }
    result[(*count)++] = (Assignment){ i, value };
  }
  return result;
}
