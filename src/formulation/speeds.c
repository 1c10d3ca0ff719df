// speeds.c -- generalised speeds: what they stand for, and the rates of the coordinates by them.
//
// A speed is a named linear expression of the rates, alpha = S(q, t) qd. In the equations the name
// stands for that expression, so programs still take q and qd, and a formula that holds the value
// shows the name. De Santis's J_nh is the inverse relation, qd = J_nh alpha. It is made of
// cofactors over the determinant, block by block of what belongs together: elimination would divide
// by entries that vanish where the inverse does not.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

// ---- names

// The first `count` speeds in `e` by what they stand for.
static const Expr *without_symbols(const Scene *scene, const Expr *e, const Expr *const nodes[],
                                   int count)
{
  Equations *equations = scene->equations;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, count + 1);
  for (int i = 0; i < count; i++)
    symbols[i] = expr_copy(equations->pool, scene->mechanism->speeds[i].symbol);
  return expr_substitute(e, symbols, nodes, count);
}

const Expr *const *scene_speeds(Scene *scene)
{
  if (scene->speeds) return scene->speeds;
  const Mechanism *mechanism = scene->mechanism;
  Equations *equations = scene->equations;
  const Expr **nodes = ARENA_ARRAY(equations->arena, const Expr *, mechanism->speed_count + 1);
  for (int i = 0; i < mechanism->speed_count; i++) {
    const Speed *speed = &mechanism->speeds[i];
    const Expr *value = expr_copy(equations->pool, speed->value);
    nodes[i] = expr_name(speed->name, without_symbols(scene, value, nodes, i));
  }
  scene->speeds = nodes;
  return nodes;
}

const Expr *scene_expression(Scene *scene, const Expr *e)
{
  const Expr *copy = expr_copy(scene->equations->pool, e);
  int count = scene->mechanism->speed_count;
  if (count == 0 || copy->stage < STAGE_VELOCITY) return copy;
  return without_symbols(scene, copy, scene_speeds(scene), count);
}

// ---- inverse

enum { LARGEST_BLOCK = 10 };

// Rows and columns of S that have no entry in common with the others.
typedef struct Block {
  int *rows;
  int *columns;
  int row_count;
  int column_count;
} Block;

// Speeds that share a rate get the same number.
static void label_rows(const Expr *const S[], int n, int labels[])
{
  for (int i = 0; i < n; i++)
    labels[i] = i;
  for (int j = 0; j < n; j++) {
    int first = -1;
    for (int i = 0; i < n; i++) {
      if (is_zero(S[i * n + j])) continue;
      if (first < 0) first = i;
      int old = labels[i];
      for (int k = 0; k < n; k++)
        labels[k] = labels[k] == old ? labels[first] : labels[k];
    }
  }
}

static Block block_of(const Expr *const S[], int n, const int labels[], int label, Arena *arena)
{
  Block block = { ARENA_ARRAY(arena, int, n), ARENA_ARRAY(arena, int, n), 0, 0 };
  for (int i = 0; i < n; i++) {
    if (labels[i] == label) block.rows[block.row_count++] = i;
  }
  for (int j = 0; j < n; j++) {
    bool is_used = false;
    for (int i = 0; i < block.row_count; i++)
      is_used = is_used || !is_zero(S[block.rows[i] * n + j]);
    if (is_used) block.columns[block.column_count++] = j;
  }
  return block;
}

// minors[set]: of the first rows, one of them left out, and the columns of the set. By the last
// row; minors of smaller sets are known. Sets are bit masks.
static void minors_without(const Expr *const S[], int n, const Block *block, int left_out,
                           const Expr *minors[])
{
  int size = block->row_count;
  minors[0] = integer(S[0], 1);
  for (unsigned set = 1; set < 1U << size; set++) {
    int rows = __builtin_popcount(set), place = 0;
    if (rows >= size) continue;
    int row = block->rows[rows - 1 < left_out ? rows - 1 : rows];
    minors[set] = integer(S[0], 0);
    for (int j = 0; j < size; j++) {
      if (!(set >> j & 1U)) continue;
      place++;
      const Expr *term = product(S[row * n + block->columns[j]], minors[set & ~(1U << j)]);
      minors[set] =
          (rows - place) % 2 == 0 ? sum(minors[set], term) : difference(minors[set], term);
    }
  }
}

// cofactors[i * size + j] of the block, and its determinant.
static const Expr *find_cofactors(const Expr *const S[], int n, const Block *block,
                                  const Expr *cofactors[])
{
  const Expr *minors[1U << LARGEST_BLOCK];
  int size = block->row_count;
  unsigned all = (1U << size) - 1;
  for (int i = 0; i < size; i++) {
    minors_without(S, n, block, i, minors);
    for (int j = 0; j < size; j++) {
      const Expr *minor = minors[all & ~(1U << j)];
      cofactors[i * size + j] = (i + j) % 2 == 0 ? minor : negative(minor);
    }
  }
  entries_shorten(cofactors, size * size);
  const Expr *determinant = integer(S[0], 0);
  for (int j = 0; j < size; j++) {
    const Expr *entry = S[block->rows[0] * n + block->columns[j]];
    determinant = sum(determinant, product(entry, cofactors[j]));
  }
  entries_shorten(&determinant, 1);
  return determinant;
}

static void explain_singular(const Scene *scene, const Block *block, Text *why)
{
  text_put(why, "the generalised speeds");
  for (int i = 0; i < block->row_count; i++) {
    const char *name = scene->mechanism->speeds[block->rows[i]].name;
    text_format(why, "%s %s", i == 0 ? "" : ",", name);
  }
  text_put(why, " do not determine the rates");
  for (int j = 0; j < block->column_count; j++) {
    const char *name = scene->equations->coordinates[block->columns[j]].name;
    text_format(why, "%s %s'", j == 0 ? "" : ",", name);
  }
  text_put(why, ": as many independent speeds as rates are needed");
}

static bool invert_block(const Scene *scene, const Expr *const S[], const Block *block,
                         const Expr *inverse[], Text *why)
{
  int n = scene->equations->coordinate_count, size = block->row_count;
  if (size > LARGEST_BLOCK) {
    text_format(why, "%d generalised speeds are tied to one another; at most %d may be", size,
                LARGEST_BLOCK);
    return false;
  }
  const Expr *cofactors[LARGEST_BLOCK * LARGEST_BLOCK];
  const Expr *determinant = NULL;
  if (block->column_count == size) determinant = find_cofactors(S, n, block, cofactors);
  if (!determinant || is_zero(determinant)) {
    explain_singular(scene, block, why);
    return false;
  }
  for (int e = 0; e < size * size; e++) {
    const Expr **entry = &inverse[block->columns[e % size] * n + block->rows[e / size]];
    *entry = quotient(cofactors[e], determinant);
    entries_shorten(entry, 1);
  }
  return true;
}

static bool invert(const Scene *scene, const Expr *const S[], const Expr *inverse[], Text *why)
{
  int n = scene->equations->coordinate_count;
  Arena *scratch = arena_new();
  int *labels = ARENA_ARRAY(scratch, int, n);
  label_rows(S, n, labels);
  bool is_done = true;
  for (int i = 0; i < n && is_done; i++) {
    Block block = block_of(S, n, labels, i, scratch);
    if (block.row_count > 0) is_done = invert_block(scene, S, &block, inverse, why);
  }
  arena_free(scratch);
  return is_done;
}

// ---- J_nh

// S, and whether it is all of alpha.
static bool coefficients(Scene *scene, const Expr *S[], Text *why)
{
  const Equations *equations = scene->equations;
  const Expr *const *alpha = scene_speeds(scene);
  int n = equations->coordinate_count;
  const Expr **rates = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int j = 0; j < n; j++)
    rates[j] = speed_of(equations, j);
  expr_jacobian(alpha, n, rates, n, S);
  for (int i = 0; i < n; i++) {
    const Expr *rest = alpha[i];
    for (int j = 0; j < n; j++)
      rest = difference(rest, product(S[i * n + j], rates[j]));
    if (is_zero(rest)) continue;
    text_format(why, "the generalised speed '%s' has a part that no rate multiplies",
                scene->mechanism->speeds[i].name);
    return false;
  }
  return true;
}

static bool find_inverse(Scene *scene, const Expr *inverse[], Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count, count = scene->mechanism->speed_count;
  if (count == 0) {
    for (int i = 0; i < n; i++)
      inverse[i * n + i] = expr_integer(equations->pool, 1);
    return true;
  }
  if (count != n) {
    text_format(why,
                "there are %d generalised speeds and %d coordinates: a tree has as many of one as "
                "of the other, or no 'speed' statement",
                count, n);
    return false;
  }
  const Expr **S = ARENA_ARRAY(equations->arena, const Expr *, n *n);
  return coefficients(scene, S, why) && invert(scene, S, inverse, why);
}

bool derive_rates_by_speeds(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr **inverse = ARENA_ARRAY(equations->arena, const Expr *, n *n);
  for (int i = 0; i < n * n; i++)
    inverse[i] = expr_integer(equations->pool, 0);
  if (!find_inverse(scene, inverse, why)) return false;
  const Expr **Jnh = add_matrix(equations, key, "rates_by_speeds",
                                "rates of the coordinates by generalised speeds", false);
  for (int i = 0; i < n * n; i++)
    Jnh[i] = inverse[i];
  return true;
}
