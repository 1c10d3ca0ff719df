// routine_product.c -- results that are the product of two matrices, computed in loops.
//
// The entries of a large mass matrix are sums of products, each of a value of the row and a value
// of the column, all with the same number of terms. As separate statements they are most of the
// code and exceed the instruction cache; as loops over two arrays they are a few lines. The steps
// do not show this structure, so the product is detected here: an entry belongs to it if its steps
// add the products of its row and column in the order of a loop. Thus no bit changes, and other
// entries stay statements.
// SPDX-License-Identifier: MIT
#include "codegen/routine/routine.h"

#include <string.h>

enum {
  MAX_TERMS = 8,
  SHORTEST_RUN = 4,   // minimum number of adjacent entries of a row
  MIN_ENTRIES = 100,  // fewer fit the cache, where straight-line code is faster
};

// ---- one entry

// The products of which a value is the sum, in the order of addition.
typedef struct Terms {
  int count;                      // 0: not such a sum
  const int *factors[MAX_TERMS];  // two steps each
} Terms;

static bool is_operation(const Routine *routine, int place, Operator op)
{
  return routine_computes(routine, place) && routine->steps->at[place].op == op;
}

static Terms terms_of(const Routine *routine, int place)
{
  const Step *steps = routine->steps->at;
  Terms reversed = { 0 }, terms = { 0 };
  while (is_operation(routine, place, OP_ADD) && reversed.count < MAX_TERMS - 1) {
    const int *arg = steps[place].arg;
    int last = is_operation(routine, arg[1], OP_MUL) ? 1 : 0;
    if (!is_operation(routine, arg[last], OP_MUL)) return terms;
    reversed.factors[reversed.count++] = steps[arg[last]].arg;
    place = arg[1 - last];
  }
  if (!is_operation(routine, place, OP_MUL)) return terms;
  terms.factors[terms.count++] = steps[place].arg;
  while (reversed.count > 0)
    terms.factors[terms.count++] = reversed.factors[--reversed.count];
  return terms;
}

// ---- the search

typedef struct Search {
  const Routine *routine;
  int rows, columns;
  int depth;
  int *left;   // steps, rows x depth; -1: unknown
  int *right;  // columns x depth
} Search;

// Returns the terms of an entry; none if it is not such a sum or is a copy of an earlier result.
static Terms terms_at(const Search *search, int row, int column)
{
  const RoutineResult *result = &search->routine->results[row * search->columns + column];
  return result->copy_of >= 0 ? (Terms){ 0 } : terms_of(search->routine, result->value);
}

// Returns the most frequent number of terms of an entry, weighted by that number.
static int common_depth(const Search *search)
{
  int entries[MAX_TERMS + 1] = { 0 }, best = 0;
  for (int i = 0; i < search->rows * search->columns; i++)
    entries[terms_at(search, i / search->columns, i % search->columns).count]++;
  for (int depth = 2; depth <= MAX_TERMS; depth++) {
    if (depth * entries[depth] > best * entries[best]) best = depth;
  }
  return best;
}

static bool is_known(const Search *search, const int values[], int place)
{
  return values[place * search->depth] >= 0;
}

// Returns the other one of two factors, or -1 if `known` is neither of them.
static int other_factor(const int factors[2], int known)
{
  return factors[0] == known ? factors[1] : factors[1] == known ? factors[0] : -1;
}

// Determines the row values from one entry: the factors that do not belong to its column or, if
// these are unknown, the factors that a second entry of the row shares. Returns false on failure.
static bool find_left(Search *search, int row, const Terms *one, int column, const Terms *two)
{
  int *left = search->left + row * search->depth;
  const int *right = search->right + column * search->depth;
  for (int k = 0; k < search->depth; k++) {
    const int *factors = one->factors[k];
    if (right[k] >= 0) {
      left[k] = other_factor(factors, right[k]);
    } else {
      bool has_first = other_factor(two->factors[k], factors[0]) >= 0;
      bool has_second = other_factor(two->factors[k], factors[1]) >= 0;
      left[k] = has_first == has_second ? -1 : factors[has_second];
    }
    if (left[k] >= 0) continue;
    left[0] = -1;
    return false;
  }
  return true;
}

// Returns true if the entry is part of the product, and records its column values.
static bool takes_part(Search *search, int row, int column)
{
  Terms terms = terms_at(search, row, column);
  const int *left = search->left + row * search->depth;
  int *right = search->right + column * search->depth;
  if (terms.count != search->depth) return false;
  for (int k = 0; k < search->depth; k++) {
    int other = other_factor(terms.factors[k], left[k]);
    if (other < 0 || (right[k] >= 0 && right[k] != other)) return false;
  }
  for (int k = 0; k < search->depth; k++)
    right[k] = other_factor(terms.factors[k], left[k]);
  return true;
}

static bool search_left(Search *search, int row)
{
  Terms before = { 0 };
  int before_column = -1;
  for (int j = 0; j < search->columns; j++) {
    Terms terms = terms_at(search, row, j);
    if (terms.count != search->depth) continue;
    if (is_known(search, search->right, j)) return find_left(search, row, &terms, j, &terms);
    if (before_column >= 0 && find_left(search, row, &before, before_column, &terms)) return true;
    before = terms;
    before_column = j;
  }
  return false;
}

// Finds the longest run of entries of a row that are part of the product.
static void search_row(Search *search, int row, int *first, int *end)
{
  *first = *end = 0;
  if (!search_left(search, row)) return;
  int start = 0;
  for (int j = 0; j < search->columns; j++) {
    if (!takes_part(search, row, j)) start = j + 1;
    if (j + 1 - start <= *end - *first) continue;
    *first = start;
    *end = j + 1;
  }
  if (*end - *first < SHORTEST_RUN) *first = *end = 0;
}

// ---- results

static bool is_mirrored(const Routine *routine, const RoutineProduct *product)
{
  if (product->rows != product->columns) return false;
  for (int i = 0; i < product->rows; i++) {
    for (int j = product->first[i]; j < product->end[i]; j++) {
      bool is_copy = routine->results[j * product->columns + i].copy_of == i * product->columns + j;
      if (i != j && !is_copy) return false;
    }
  }
  return true;
}

// Removes the entries of the product from the results.
static void take_results(Routine *routine, const RoutineProduct *product)
{
  int columns = product->columns, count = routine->result_count;
  bool *is_taken = ARENA_ARRAY(routine->arena, bool, count);
  for (int i = 0; i < product->rows; i++) {
    for (int j = product->first[i]; j < product->end[i]; j++) {
      is_taken[i * columns + j] = true;
      if (product->is_mirrored) is_taken[j * columns + i] = true;
    }
  }
  routine->result_count = 0;
  for (int k = 0; k < count; k++) {
    if (!is_taken[k]) routine->results[routine->result_count++] = routine->results[k];
  }
}

static int *unknown_values(const Routine *routine, int count)
{
  int *values = ARENA_ARRAY(routine->arena, int, count);
  memset(values, -1, (size_t)count * sizeof values[0]);
  return values;
}

static void add_slot(RoutineProduct *product, ProductSlot slot)
{
  product->slots[product->slot_count++] = slot;
}

// Lists the array slots of the rows and columns that have entries in the product.
static void list_slots(const Search *search, RoutineProduct *product)
{
  Arena *arena = search->routine->arena;
  int depth = search->depth;
  bool *is_used = ARENA_ARRAY(arena, bool, search->columns);
  product->slots = ARENA_ARRAY(arena, ProductSlot, (search->rows + search->columns) * depth);
  for (int i = 0; i < search->rows; i++) {
    for (int j = product->first[i]; j < product->end[i]; j++)
      is_used[j] = true;
    bool is_empty = product->first[i] == product->end[i];
    for (int k = 0; !is_empty && k < depth; k++) {
      int index = product->row_start + k * product->step + i;
      add_slot(product, (ProductSlot){ search->left[i * depth + k], true, index, NULL, false });
    }
  }
  for (int j = 0; j < search->columns; j++) {
    for (int k = 0; is_used[j] && k < depth; k++) {
      int index = product->column_start + k * product->step + j;
      add_slot(product, (ProductSlot){ search->right[j * depth + k], false, index, NULL, false });
    }
  }
}

static int lanes_from(int count)
{
  return (count + PRODUCT_LANES - 1) / PRODUCT_LANES * PRODUCT_LANES;
}

// Defines the layout of the arrays. The loops run to the ends of rows, usually the same column, and
// below the diagonal from the first row on; vectors that begin there are aligned.
static void lay_out(RoutineProduct *product)
{
  int first = 0, end = 0;
  while (product->first[first] == product->end[first])
    first++;
  for (int i = 0; i < product->rows; i++)
    end = product->end[i] > end ? product->end[i] : end;
  product->step = lanes_from(product->rows > product->columns ? product->rows : product->columns);
  product->row_start = lanes_from(first) - first;
  product->column_start = lanes_from(end) - end;
  product->length = product->step * product->depth + PRODUCT_LANES;
}

// Searches for the product. Returns NULL if there is none that is large enough for a loop.
static RoutineProduct *find_product(const Routine *routine, int rows, int columns)
{
  Search search = { .routine = routine, .rows = rows, .columns = columns };
  search.depth = common_depth(&search);
  if (search.depth == 0) return NULL;
  search.left = unknown_values(routine, rows * search.depth);
  search.right = unknown_values(routine, columns * search.depth);
  RoutineProduct *product = ARENA_NEW(routine->arena, RoutineProduct);
  *product = (RoutineProduct){ .rows = rows,
                               .columns = columns,
                               .depth = search.depth,
                               .first = ARENA_ARRAY(routine->arena, int, rows),
                               .end = ARENA_ARRAY(routine->arena, int, rows) };
  int entries = 0;
  for (int i = 0; i < rows; i++) {
    search_row(&search, i, &product->first[i], &product->end[i]);
    entries += product->end[i] - product->first[i];
  }
  if (entries < MIN_ENTRIES) return NULL;
  product->is_mirrored = is_mirrored(routine, product);
  lay_out(product);
  list_slots(&search, product);
  return product;
}

// ---- arrays

// Assigns a computed value directly to its first slot; other values are copied there (c_product.c).
static void place_value(Routine *routine, ProductSlot *slot)
{
  RoutineValue *value = &routine->values[slot->value];
  if (!routine_computes(routine, slot->value) || value->is_free || value->is_stored) return;
  value->is_stored = slot->is_own = true;
  value->spelling = slot->spelling;
}

void routine_find_product(Routine *routine, int rows, int columns, NameSet *scope)
{
  if (rows * columns < MIN_ENTRIES) return;
  RoutineProduct *product = find_product(routine, rows, columns);
  if (!product) return;
  routine->product = product;
  take_results(routine, product);
  product->row_array = name_set_claim(scope, "row");
  product->column_array = name_set_claim(scope, "column");
  for (int k = 0; k < product->slot_count; k++) {
    ProductSlot *slot = &product->slots[k];
    const char *array = slot->is_of_row ? product->row_array : product->column_array;
    slot->spelling = arena_format(routine->arena, "%s[%d]", array, slot->index);
    place_value(routine, slot);
  }
}
