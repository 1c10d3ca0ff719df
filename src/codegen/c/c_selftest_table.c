// c_selftest_table.c -- tables of numbers.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_selftest.h"

#include <math.h>

// Puts a constant expression, as required in static tables.
static void put_constant(Text *out, double value)
{
  if (isnan(value)) {
    text_put(out, "(double)NAN");
  } else {
    code_put_double(out, &LANGUAGE_C, value);
  }
}

void selftest_put_real(Text *out, const CodeModel *model, double value)
{
  code_put_double(out, &LANGUAGE_C, value);
  if (model->request->real == CODE_FLOAT) text_put_char(out, 'f');
}

void selftest_put_reals(Text *out, const CodeModel *model, int indent, const double values[],
                        int count)
{
  int column = indent;
  Text item = { 0 };
  for (int k = 0; k < count; k++) {
    text_clear(&item);
    selftest_put_real(&item, model, values[k]);
    code_put_item(out, &LANGUAGE_C, &column, indent, text_string(&item), ",");
  }
  text_free(&item);
}

void selftest_put_expected(Text *out, const double values[], const double roundings[], int count)
{
  text_put(out, "  {\n    ");
  int column = 4;
  Text item = { 0 };
  for (int k = 0; k < count; k++) {
    text_clear(&item);
    text_put(&item, "{ ");
    put_constant(&item, values[k]);
    text_put(&item, ", ");
    put_constant(&item, roundings[k]);
    text_put(&item, " }");
    code_put_item(out, &LANGUAGE_C, &column, 4, text_string(&item), ",");
  }
  text_put(out, "\n  },\n");
  text_free(&item);
}
