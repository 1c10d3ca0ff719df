// case.c -- see case.h.
// SPDX-License-Identifier: MIT
#include "case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void begin(Case *c, const char *method)
{
  c->mechanism = c->reading.mechanism;
  c->derivation = derivation_new(c->mechanism, method ? formulation_find(method) : NULL, 0);
  c->equations = c->derivation->equations;
}

void case_open(Case *c, const char *description, const char *method)
{
  reading_open(&c->reading, description);
  begin(c, method);
}

void case_open_example(Case *c, const char *example, const char *more, const char *method)
{
  reading_open_example(&c->reading, example, more);
  begin(c, method);
}

void case_close(Case *c)
{
  equations_free(derivation_release(c->derivation));
  reading_close(&c->reading);
}

const Expr **case_entries(Case *c, const char *format, ...)
{
  Text key = { 0 }, why = { 0 };
  va_list arguments;
  va_start(arguments, format);
  text_vformat(&key, format, arguments);
  va_end(arguments);
  const Expr **entries = derivation_quantity(c->derivation, text_string(&key), &why);
  if (!entries) fail_msg("%s: %s", text_string(&key), text_string(&why));
  text_free(&key);
  text_free(&why);
  return entries;
}

const Expr *case_definition(Case *c, const char *name)
{
  return derivation_expression(c->derivation, reading_definition(&c->reading, name));
}

void assert_entry(Case *c, const char *key, int index, const char *name)
{
  const Expr *entry = case_entries(c, "%s", key)[index];
  if (entry != case_definition(c, name)) fail_msg("%s is not %s[%d]", name, key, index);
}

void assert_refused(Case *c, const char *key, const char *sentence)
{
  Text why = { 0 };
  assert_null(derivation_quantity(c->derivation, key, &why));
  if (!strstr(text_string(&why), sentence)) fail_msg("%s: %s", key, text_string(&why));
  text_free(&why);
}
