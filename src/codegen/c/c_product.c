// c_product.c -- results computed in loops: a function over two arrays.
//
// Its arguments do not overlap, and its inner loops run along a row of the result, in vectors that
// do not change the order of addition. A loop vectorised by the compiler begins anywhere: every
// other vector that it reads crosses a cache line, and the remainder of a row costs as much as many
// vectors. Therefore the vectors are explicit and begin at cache lines. Entries below the diagonal,
// which equal those above it, are computed again if they are contiguous in their row: vectors of
// six products are faster than single numbers copied across the rows of a large matrix.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

// ---- bounds

// The entries first[i] .. end[i]-1 of each row of the result; both are 0 for an empty row.
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

// Returns true if every row begins, or ends, on the diagonal.
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

// Returns the bound of row i as used in the loops, and puts a table if no formula exists.
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

// Finds the transposed entries of a region. Returns false if those of some row are not contiguous.
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

// Returns true if entries are computed as vectors. Lanes are vectors of states instead.
static bool has_vectors(const CodeModel *model)
{
  return !has_lanes(model) && !model->request->is_portable;
}

const char *c_alignment(const CodeModel *model)
{
  return has_vectors(model) ? code_named(model, "$NAME_aligned ") : "";
}

static const char *product_name(const CodeModel *model, const CodeFunction *function)
{
  return code_text(model, "%s%s_product", function->name, has_lanes(model) ? "_block" : "");
}

// Puts all terms of an entry: "one[112] * many[112 + j] + ...". The formats contain %d for the
// index of a value in its array.
static void put_sum(Text *out, int indent, const char *head, const RoutineProduct *product,
                    const char *one, const char *many, const char *ending)
{
  Text marked = { 0 };
  for (int k = 0; k < product->depth; k++) {
    text_put(&marked, k == 0 ? "" : "\001+ ");
    text_format(&marked, one, k * product->step);
    text_put(&marked, " * ");
    text_format(&marked, many, k * product->step);
  }
  text_put(&marked, ending);
  code_put_statement(out, &LANGUAGE_C, indent, head, text_string(&marked));
  text_free(&marked);
}

// Puts "  for (int i = 2; i < 95; i++)".
static void put_loop_over_rows(Text *out, const Region *region)
{
  text_format(out, "  for (int i = %d; i < %d; i++)", first_row(region), end_row(region));
}

static void put_copies(Text *out, const CodeModel *model, const CodeFunction *function,
                       const RoutineProduct *product, const char *first, const char *end)
{
  const char *format = has_lanes(model)
                           ? "      $NAME_store(%s + (size_t)(%d * j + i) * n,\n"
                             "                 $NAME_load(%s + (size_t)(%d * i + j) * n));\n"
                           : "      %s[%d * j + i] = %s[%d * i + j];\n";
  text_format(out, " {\n    for (int j = %s; j < %s; j++) {\n", first, end);
  code_put(out, model, format, function->output, product->columns, function->output,
           product->columns);
  text_put(out, "    }\n  }\n");
}

// Puts a row for states in parallel, with entries n apart.
static void put_lanes_of_row(Text *out, const CodeModel *model, const CodeFunction *function,
                             const RoutineProduct *product, const char *first, const char *end)
{
  text_format(out, " {\n    for (int j = %s; j < %s; j++) {\n", first, end);
  const char *head = code_text(model, "$NAME_store(%s + (size_t)(%d * i + j) * n,",
                               function->output, product->columns);
  put_sum(out, 6, head, product, "row[%d + i]", "column[%d + j]", ")");
  text_put(out, "    }\n  }\n");
}

// Puts the call of the row function. Below the diagonal, columns and rows are exchanged.
static void put_row(Text *out, const CodeFunction *function, const RoutineProduct *product,
                    bool is_below, const char *first, const char *end)
{
  text_format(out, "\n    %s_row(%s + i, %s, %s + %d * i, %s, %s);\n", function->name,
              is_below ? "column" : "row", is_below ? "row" : "column", function->output,
              product->columns, first, end);
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
  put_loop_over_rows(out, &region);
  if (has_lanes(model)) {
    put_lanes_of_row(out, model, function, product, first, end);
  } else {
    put_row(out, function, product, false, first, end);
  }
  if (!product->is_mirrored) return;
  put_loop_over_rows(out, are_computed ? &mirrors : &region);
  if (are_computed) {
    put_row(out, function, product, true, low_first, low_end);
  } else {
    put_copies(out, model, function, product, first, end);
  }
}

// Puts the row function. Runs shorter than a vector are computed one by one, as are all runs if
// there are no vectors.
static void put_row_function(Text *out, const CodeModel *model, const CodeFunction *function,
                             const RoutineProduct *product)
{
  const char *to = function->output;
  const char *const arguments[] = { code_named(model, "const $NAME_real *restrict one"),
                                    code_named(model, "const $NAME_real *restrict many"),
                                    code_text(model, "$NAME_real *restrict %s", to), "int first",
                                    "int end" };
  const char *comment = code_text(
      model, "Entry j, from first to end - 1, is the sum over k of one[%d*k] * many[%d*k + j].%s",
      product->step, product->step,
      has_vectors(model) ? " Vectors but the first begin where they are read fastest, and the last "
                           "one ends with the row."
                         : "");
  code_put_comment(out, &LANGUAGE_C, 0, 1, comment);
  code_put_list(out, &LANGUAGE_C,
                code_text(model, "static inline %svoid %s_row",
                          has_vectors(model) ? code_named(model, "$NAME_wide_vectors ") : "",
                          function->name),
                arguments, 5);
  text_put(out, "\n{\n  int j = first;\n");
  if (has_vectors(model)) {
    code_put(out, model,
             "#ifdef $NAME_wide_bytes\n"
             "  const int width = (int)(sizeof($NAME_wide) / sizeof($NAME_real));\n"
             "  const int inside = (int)((uintptr_t)(many + first) %% $NAME_wide_bytes / "
             "sizeof($NAME_real));\n"
             "  int next = first + width - inside;\n"
             "  for (; end - first >= width && j < end; j = next, next += width) {\n"
             "    const int at = j + width <= end ? j : end - width;\n");
    put_sum(out, 4, code_named(model, "const $NAME_wide sum ="), product, "one[%d]",
            code_named(model, "$NAME_wide_at(many + %d + at)"), "");
    text_format(out, "    memcpy(%s + at, &sum, sizeof sum);\n  }\n#endif\n", to);
  }
  text_put(out, "  for (; j < end; j++) {\n");
  put_sum(out, 4, code_text(model, "%s[j] =", to), product, "one[%d]", "many[%d + j]", "");
  text_put(out, "  }\n}\n\n");
}

void c_put_product(Text *out, const CodeModel *model, const CodeFunction *function,
                   const RoutineProduct *product)
{
  const char *type = c_value_type(model);
  const char *const arguments[] = { code_text(model, "const %s *restrict row", type),
                                    code_text(model, "const %s *restrict column", type),
                                    code_text(model, "$NAME_real *restrict %s", function->output),
                                    "size_t n" };
  const char *comment =
      code_text(model, "Entry (i, j) is the sum over k of row[%d*k + i] * column[%d*k + j].",
                product->step, product->step);
  if (!has_lanes(model)) put_row_function(out, model, function, product);
  code_put_comment(out, &LANGUAGE_C, 0, 1, comment);
  const char *widely = has_vectors(model) ? code_named(model, "$NAME_wide_vectors ") : "";
  code_put_list(out, &LANGUAGE_C,
                code_text(model, "static %svoid %s", widely, product_name(model, function)),
                arguments, has_lanes(model) ? 4 : 3);
  text_put(out, "\n{\n");
  put_loops(out, model, function, product);
  text_put(out, "}\n\n");
}

// ---- in the body

void c_put_product_arrays(Text *out, const CodeModel *model, const RoutineProduct *product)
{
  text_format(out, "  %s%s %s[%d], %s[%d];\n", c_alignment(model), c_value_type(model),
              product->row_array, product->length, product->column_array, product->length);
}

// Returns where an array of the product begins: "w + 885".
static const char *array_text(const CodeModel *model, const char *array, int start)
{
  return start > 0 ? code_text(model, "%s + %d", array, start) : array;
}

// Puts the call. Values that are assigned elsewhere, or are inputs, are copied to the arrays first.
void c_put_product_call(CodeWriter *writer, Text *out)
{
  const RoutineProduct *product = writer->routine->product;
  const CodeModel *model = writer->model;
  const char *output = writer->function->output;
  text_put_char(out, '\n');
  for (int k = 0; k < product->slot_count; k++) {
    const ProductSlot *slot = &product->slots[k];
    if (slot->is_own) continue;
    Text marked = { 0 };
    code_put_expression(writer, &marked, slot->value);
    code_put_statement(out, model->language, 2, code_text(model, "%s =", slot->spelling),
                       text_string(&marked));
    text_free(&marked);
  }
  writer->used |= 1U << SOURCE_OUTPUT | 1U << SOURCE_WORK;
  if (has_lanes(model)) writer->used |= 1U << SOURCE_STRIDE;
  text_format(out, "  %s(%s, %s, %s%s);\n", product_name(model, writer->function),
              array_text(model, product->row_array, product->row_start),
              array_text(model, product->column_array, product->column_start), output,
              has_lanes(model) ? ", n" : "");
}
