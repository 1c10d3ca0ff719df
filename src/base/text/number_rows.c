// number_rows.c -- reads rows of numbers from text.
// SPDX-License-Identifier: MIT
#include "base/text/number_rows.h"

#include "base/text/c_locale.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

NumberRows number_rows(const Text *text)
{
  const char *bytes = text_string(text);
  size_t mark = strncmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;  // byte order mark
  return (NumberRows){ .next = bytes + mark, .end = bytes + text->length };
}

bool number_rows_next(NumberRows *rows)
{
  do {
    if (rows->next >= rows->end) return false;
    const char *stop = rows->next + strcspn(rows->next, "\r\n");
    rows->start = rows->next + strspn(rows->next, " \t");
    rows->stop = rows->start + strcspn(rows->start, "#\r\n");
    rows->next = stop + (strncmp(stop, "\r\n", 2) == 0 ? 2 : 1);
    rows->line++;
  } while (rows->start == rows->stop);
  return true;
}

bool number_rows_has_commas(const NumberRows *row)
{
  bool has_comma = false, has_other = false;
  for (const char *at = row->start; at < row->stop; at++) {
    size_t others = strspn(at + 1, " \t;");
    if (!isdigit((unsigned char)*at)) continue;
    has_other = has_other || (others > 0 && isdigit((unsigned char)at[1 + others]));
    has_comma = has_comma || (at[1] == ',' && isdigit((unsigned char)at[2]));
  }
  return has_comma && has_other;
}

bool number_rows_read(const NumberRows *row, int column, double *value)
{
  const char *place = row->start;
  for (int i = 1;; i++) {
    const char *stop = place + strcspn(place, ",; \t#\r\n");
    if (i == column) {
      char *behind;
      CLocale locale = c_locale_enter();
      *value = strtod(place, &behind);
      c_locale_leave(locale);
      return behind == stop && stop > place && isfinite(*value);
    }
    stop += strspn(stop, " \t");
    if (stop >= row->stop) return false;
    place = stop + (*stop == ',' || *stop == ';');
    place += strspn(place, " \t");
  }
}
