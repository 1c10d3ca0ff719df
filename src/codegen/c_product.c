// c_product.c -- results that are told in loops: a function over two arrays.
//
// Its arguments do not overlap, and its inner loops go along a row of the result: compilers
// vectorise them without adding anything in another order. Entries below the diagonal, which are
// equal to those above it, are computed once more where they are one run of their row: vectors of
// six products are faster than numbers that are copied one by one across the rows of a large matrix.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

// ---- bounds

// Of each row of the result the entries first[i] .. end[i]-1; of a row without entries both are 0.
typedef struct Region {
  int rows;
  const int *first, *end;
} Region;

static bool is_empty(const Region *region, int row)
{
  return region->first[row] == region->end[row];
}

static int first_row(const Region *region)
{
  int row = 0;
  while (is_empty(region, row))
    row++;
  return row;
}

static int end_row(const Region *region)
{
  int row = region->rows;
  while (is_empty(region, row - 1))
    row--;
  return row;
}

// Every row begins, or ends, on the diagonal.
static bool are_diagonal(const Region *region, const int bounds[])
{
  bool are_so = true;
  for (int i = 0; i < region->rows; i++)
    are_so = are_so && (is_empty(region, i) || bounds[i] == i);
  return are_so;
}

static bool are_equal(const Region *region, const int bounds[])
{
  int first = first_row(region), end = end_row(region);
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
static const char *bound_text(Text *out, const CodeModel *model, const Region *region,
                              const char *name, const int bounds[])
{
  if (are_diagonal(region, bounds)) return "i";
  if (are_equal(region, bounds)) return code_text(model, "%d", bounds[first_row(region)]);
  put_bounds(out, model, name, bounds, region->rows);
  return code_text(model, "%s[i]", name);
}

// ---- below the diagonal

static bool has_entry(const Region *region, int row, int column)
{
  return region->first[row] <= column && column < region->end[row];
}

// The mirrors of the entries of a region. False if those of some row are not side by side.
static bool find_mirrors(const CodeModel *model, const Region *region, Region *mirrors)
{
  int *first = ARENA_ARRAY(model->arena, int, region->rows);
  int *end = ARENA_ARRAY(model->arena, int, region->rows);
  *mirrors = (Region){ region->rows, first, end };
  for (int i = 0; i < region->rows; i++) {
    int count = 0;
    for (int j = 0; j < i; j++) {
      if (!has_entry(region, j, i)) continue;
      if (count++ == 0) first[i] = j;
      end[i] = j + 1;
    }
    if (end[i] - first[i] > count) return false;
  }
  return true;
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

// The entry (i, j) as that of another row and column of the product, or of the same.
static void put_sum(Text *out, const CodeModel *model, const CodeFunction *function,
                    const RoutineProduct *product, const char *row, const char *column)
{
  Text marked = { 0 };
  for (int k = 0; k < product->depth; k++) {
    text_format(&marked, "%srow[%d + %s] * column[%d + %s]", k == 0 ? "" : "\001+ ",
                k * product->rows, row, k * product->columns, column);
  }
  if (has_lanes(model)) text_put_char(&marked, ')');
  const char *head = has_lanes(model) ? "NAME_store(%s," : "%s =";
  const char *target = entry_text(model, function, product, "i", "j");
  code_put_statement(out, &LANGUAGE_C, 6, code_text(model, head, target), text_string(&marked));
  text_free(&marked);
}

static void put_copy(Text *out, const CodeModel *model, const CodeFunction *function,
                     const RoutineProduct *product)
{
  const char *format = has_lanes(model) ? "      NAME_store(%s,\n                 NAME_load(%s));\n"
                                        : "      %s = %s;\n";
  code_put(out, model, format, entry_text(model, function, product, "j", "i"),
           entry_text(model, function, product, "i", "j"));
}

// "for (int i = 2; i < 95; i++) {" and the loop over j in it.
static void put_loop_heads(Text *out, const Region *region, const char *first, const char *end)
{
  text_format(out,
              "  for (int i = %d; i < %d; i++) {\n"
              "    for (int j = %s; j < %s; j++) {\n",
              first_row(region), end_row(region), first, end);
}

static void put_loops(Text *out, const CodeModel *model, const CodeFunction *function,
                      const RoutineProduct *product)
{
  Region region = { product->rows, product->first, product->end }, mirrors;
  bool are_computed =
      product->is_mirrored && !has_lanes(model) && find_mirrors(model, &region, &mirrors);
  const char *first = bound_text(out, model, &region, "first", region.first);
  const char *end = bound_text(out, model, &region, "end", region.end);
  const char *low_first = NULL, *low_end = NULL;
  if (are_computed) {
    low_first = bound_text(out, model, &mirrors, "low_first", mirrors.first);
    low_end = bound_text(out, model, &mirrors, "low_end", mirrors.end);
  }
  put_loop_heads(out, &region, first, end);
  put_sum(out, model, function, product, "i", "j");
  text_put(out, "    }\n  }\n");
  if (!product->is_mirrored) return;
  if (are_computed) {
    put_loop_heads(out, &mirrors, low_first, low_end);
    put_sum(out, model, function, product, "j", "i");
  } else {
    put_loop_heads(out, &region, first, end);
    put_copy(out, model, function, product);
  }
  text_put(out, "    }\n  }\n");
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
      code_text(model, "Entry (i, j) is the sum over k of row[%d*k + i] * column[%d*k + j].",
                product->rows, product->columns);
  code_put_comment(out, &LANGUAGE_C, 0, 0, comment);
  code_put_list(out, &LANGUAGE_C, code_text(model, "static void %s", product_name(model, function)),
                arguments, has_lanes(model) ? 4 : 3);
  text_put(out, "\n{\n");
  put_loops(out, model, function, product);
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
