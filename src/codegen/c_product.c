// c_product.c -- results that are told in loops: a function over two arrays.
//
// Its arguments do not overlap, and its inner loop goes along a row of the result: compilers
// vectorise it without adding anything in another order.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

// ---- bounds

// Rows without entries have whatever bounds the others have: they end at 0.
static bool is_empty(const RoutineProduct *product, int row)
{
  return product->first[row] == product->end[row];
}

static int first_row(const RoutineProduct *product)
{
  int row = 0;
  while (is_empty(product, row))
    row++;
  return row;
}

static int end_row(const RoutineProduct *product)
{
  int row = product->rows;
  while (is_empty(product, row - 1))
    row--;
  return row;
}

// Every row begins on the diagonal, or at the same column.
static bool is_triangle(const RoutineProduct *product)
{
  bool is_so = true;
  for (int i = 0; i < product->rows; i++)
    is_so = is_so && (is_empty(product, i) || product->first[i] == i);
  return is_so;
}

static bool have_one_bound(const RoutineProduct *product, const int bounds[])
{
  int first = first_row(product), end = end_row(product);
  for (int i = first; i < end; i++) {
    if (bounds[i] != bounds[first]) return false;
  }
  return true;
}

static void put_bounds(Text *out, const CodeModel *model, const char *name, const int bounds[],
                       int count)
{
  int column = 4;
  text_format(out, "  static const int %s[%d] = {\n    ", name, count);
  for (int i = 0; i < count; i++) {
    code_put_item(out, &LANGUAGE_C, &column, 4, code_text(model, "%d", bounds[i]),
                  i + 1 < count ? "," : "");
  }
  text_put(out, "\n  };\n");
}

// How the loops call the bound of row i; a table where no formula says it.
static const char *bound_text(Text *out, const CodeModel *model, const RoutineProduct *product,
                              const char *name, const int bounds[])
{
  if (have_one_bound(product, bounds)) return code_text(model, "%d", bounds[first_row(product)]);
  put_bounds(out, model, name, bounds, product->rows);
  return code_text(model, "%s[i]", name);
}

// ---- loops

static bool has_lanes(const CodeModel *model) { return model->language->lanes != NULL; }

static const char *product_name(const CodeModel *model, const CodeFunction *function)
{
  return code_text(model, "%s%s_product", function->name, has_lanes(model) ? "_block" : "");
}

// Where the entry is stored: lanes stand side by side, entries n apart.
static const char *entry_text(const CodeModel *model, const CodeFunction *function,
                              const RoutineProduct *product, const char *row, const char *column)
{
  const char *format = has_lanes(model) ? "%s + (size_t)(%d * %s + %s) * n" : "%s[%d * %s + %s]";
  return code_text(model, format, function->output, product->columns, row, column);
}

static void put_sum(Text *out, const CodeModel *model, const CodeFunction *function,
                    const RoutineProduct *product)
{
  Text marked = { 0 };
  for (int k = 0; k < product->depth; k++) {
    text_format(&marked, "%srow[%d * i + %d] * column[%d + j]", k == 0 ? "" : "\001+ ",
                product->depth, k, k * product->columns);
  }
  if (has_lanes(model)) text_put_char(&marked, ')');
  const char *head = has_lanes(model) ? "NAME_store(%s," : "%s =";
  const char *target = entry_text(model, function, product, "i", "j");
  code_put_statement(out, &LANGUAGE_C, 6, code_text(model, head, target), text_string(&marked));
  text_free(&marked);
}

static void put_mirrored(Text *out, const CodeModel *model, const CodeFunction *function,
                         const RoutineProduct *product)
{
  const char *format =
      has_lanes(model) ? "{\n      NAME_store(%s,\n                 NAME_load(%s));\n    }\n  }\n"
                       : "%s = %s;\n  }\n";
  code_put(out, model, format, entry_text(model, function, product, "j", "i"),
           entry_text(model, function, product, "i", "j"));
}

// "for (int i = 2; i < 95; i++) {" and the loop over j in it.
static void put_loop_heads(Text *out, const RoutineProduct *product, const char *first,
                           const char *end)
{
  text_format(out,
              "  for (int i = %d; i < %d; i++) {\n"
              "    for (int j = %s; j < %s; j++) ",
              first_row(product), end_row(product), first, end);
}

void c_put_product(Text *out, const CodeModel *model, const CodeFunction *function,
                   const RoutineProduct *product)
{
  const char *type = c_value_type(model);
  const char *const arguments[] = { code_text(model, "const %s *restrict row", type),
                                    code_text(model, "const %s *restrict column", type),
                                    code_text(model, "NAME_real *restrict %s", function->output),
                                    "size_t n" };
  const char *comment =
      code_text(model, "Entry (i, j) is the sum over k of row[%d*i + k] * column[%d*k + j].",
                product->depth, product->columns);
  code_put_comment(out, &LANGUAGE_C, 0, 0, comment);
  code_put_list(out, &LANGUAGE_C, code_text(model, "static void %s", product_name(model, function)),
                arguments, has_lanes(model) ? 4 : 3);
  text_put(out, "\n{\n");
  const char *first =
      is_triangle(product) ? "i" : bound_text(out, model, product, "first", product->first);
  const char *end = bound_text(out, model, product, "end", product->end);
  put_loop_heads(out, product, first, end);
  text_put(out, "{\n");
  put_sum(out, model, function, product);
  text_put(out, "    }\n  }\n");
  if (product->is_mirrored) {
    put_loop_heads(out, product, first, end);
    put_mirrored(out, model, function, product);
  }
  text_put(out, "}\n\n");
}

// ---- in the body

void c_put_product_arrays(Text *out, const CodeModel *model, const RoutineProduct *product)
{
  text_format(out, "  %s %s[%d], %s[%d];\n", c_value_type(model), product->row_array,
              product->rows * product->depth, product->column_array,
              product->columns * product->depth);
}

// Values that are assigned elsewhere, or given, are copied to the arrays first.
void c_put_product_call(CodeWriter *writer, Text *out)
{
  const RoutineProduct *product = writer->routine->product;
  const CodeModel *model = writer->model;
  const char *output = writer->function->output;
  text_put_char(out, '\n');
  for (int k = 0; k < product->slot_count; k++) {
    const ProductSlot *slot = &product->slots[k];
    if (writer->routine->values[slot->value].spelling == slot->spelling) continue;
    Text marked = { 0 };
    code_put_expression(writer, &marked, slot->value);
    code_put_statement(out, model->language, 2, code_text(model, "%s =", slot->spelling),
                       text_string(&marked));
    text_free(&marked);
  }
  writer->used |= 1U << SOURCE_OUTPUT | 1U << SOURCE_WORK;
  if (has_lanes(model)) writer->used |= 1U << SOURCE_STRIDE;
  text_format(out, "  %s(%s, %s, %s%s);\n", product_name(model, writer->function),
              product->row_array, product->column_array, output, has_lanes(model) ? ", n" : "");
}
