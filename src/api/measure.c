// measure.c -- a number, then units: words joined by . and /, each with a power.
// SPDX-License-Identifier: MIT
#include "api/measure.h"

#include "lang/units.h"
#include "mechanism/assignments.h"
#include "symbolic/literal.h"

#include <ctype.h>
#include <string.h>

// What is left to read, and what was read so far.
typedef struct Reader {
  const char *at;
  const char *end;
  const Expr *value;
  Dimension dimension;
} Reader;

static void skip_spaces(Reader *reader)
{
  while (reader->at < reader->end && isspace((unsigned char)*reader->at))
    reader->at++;
}

static bool is_one_of(const Reader *reader, const char *characters)
{
  return reader->at < reader->end && strchr(characters, *reader->at) && *reader->at != '\0';
}

// An exponent belongs to the number only if digits follow: 2e3, but not 2 e.
static bool read_number(Reader *reader, Pool *pool)
{
  const char *start = reader->at;
  while (is_one_of(reader, "+-.0123456789"))
    reader->at++;
  if (is_one_of(reader, "eE") && reader->end - reader->at > 1 &&
      strchr("+-0123456789", reader->at[1])) {
    reader->at++;
    while (is_one_of(reader, "+-0123456789"))
      reader->at++;
  }
  reader->value = assignment_value(pool, start, (size_t)(reader->at - start));
  return reader->value != NULL;
}

static bool read_unit(Reader *reader, Pool *pool, int sign)
{
  const char *start = reader->at;
  while (reader->at < reader->end && isalpha((unsigned char)*reader->at))
    reader->at++;
  Unit unit;
  if (!unit_find(start, (size_t)(reader->at - start), &unit)) return false;
  int power = 1;
  if (is_one_of(reader, "^")) {
    reader->at++;
    if (!is_one_of(reader, "123456789")) return false;
    power = *reader->at++ - '0';
  }
  reader->value = expr_mul(reader->value, unit_value(pool, &unit, sign * power));
  reader->dimension =
      dimension_multiply(reader->dimension, dimension_power(unit.dimension, sign * power));
  return true;
}

static bool read_units(Reader *reader, Pool *pool)
{
  for (int sign = 1; reader->at < reader->end;) {
    if (!read_unit(reader, pool, sign)) return false;
    skip_spaces(reader);
    if (reader->at == reader->end) return true;
    if (!is_one_of(reader, "./")) return false;
    sign = *reader->at++ == '/' ? -1 : 1;
  }
  return false;
}

bool measure_read(const char *text, size_t length, Dimension wanted, double *value)
{
  Pool *pool = pool_new(0);
  Reader reader = { text, text + length, NULL, { .is_known = true } };
  skip_spaces(&reader);
  bool is_good = read_number(&reader, pool);
  skip_spaces(&reader);
  if (is_good && reader.at < reader.end) {
    is_good = read_units(&reader, pool);
    if (is_good && wanted.is_known) is_good = dimension_equal(reader.dimension, wanted);
  }
  if (is_good) *value = expr_literal_value(reader.value);
  pool_free(pool);
  return is_good;
}
