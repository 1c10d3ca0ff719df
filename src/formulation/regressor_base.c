// regressor_base.c -- the regressor of the parameters that motion can tell apart.
//
//   Yb, base   tau = Yb base + Y0 with the fewest parameters
//   base:K     base = K pi, with the lengths of the robot
//
// Regrouping (base_grouping.h) is done once for symbols that stand for all ten parameters of every
// link, so that a zero of this robot does not hide a parameter of another. The columns of Yb are
// those of the same letters in Y: what the other columns would add is counted elsewhere.
//
// Where a link without bodies carries others, what moves to it is no parameter of its own, and the
// rows of K may depend on each other. Then K is brought to echelon form: the parameters at its
// pivots stay, with the others of their row.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "formulation/regressor.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

#include <string.h>

typedef struct Base {
  LinkTree tree;         // with symbols for its parameters
  const Expr **symbols;  // "XX[3]": no name of the language
  const Expr **values;   // what they are here
  const char **labels;   // "XX3"
  int count;             // of the standard parameters
  RegressorColumns columns;
  const Expr **K;  // columns x count
} Base;

// ---- symbols for the parameters

static void add_symbols(const Equations *equations, Base *base, int i)
{
  Link *link = &base->tree.links[i];
  for (int k = 0; k < LINK_PARAMETERS; k++) {
    const char *letters = link_parameter_letters(k);
    const char *name = arena_format(equations->arena, "%s[%d]", letters, i + 1);
    const Expr *symbol = expr_symbol(equations->pool, name, STAGE_PARAMETER);
    base->symbols[base->count] = symbol;
    base->labels[base->count] = arena_format(equations->arena, "%s%d", letters, i + 1);
    base->values[base->count++] = link_parameter(&link->inertia, k);
    link_parameter_set(&link->inertia, k, symbol);
  }
}

static Base base_begin(Scene *scene)
{
  const LinkTree *tree = regressor_tree(scene);
  Arena *arena = scene->equations->arena;
  const bool *has_body = regressor_links(scene, tree);
  int most = LINK_PARAMETERS * tree->count;
  Base base = {
    .tree = *tree,
    .symbols = ARENA_ARRAY(arena, const Expr *, most),
    .values = ARENA_ARRAY(arena, const Expr *, most),
    .labels = ARENA_ARRAY(arena, const char *, most),
    .columns = regressor_columns_new(scene, tree),
  };
  base.tree.links = ARENA_ARRAY(arena, Link, tree->count);
  for (int i = 0; i < tree->count; i++) {
    base.tree.links[i] = tree->links[i];
    if (has_body[i]) add_symbols(scene->equations, &base, i);
  }
  return base;
}

// ---- columns

// The inertia of one unit of a parameter.
static LinkInertia unit_of(int parameter, Pool *pool)
{
  LinkInertia unit = link_inertia_zero(pool);
  link_parameter_set(&unit, parameter, expr_integer(pool, 1));
  return unit;
}

static void add_base_columns(Scene *scene, Base *base, const RegressorMotion *motion)
{
  Equations *equations = scene->equations;
  Vec3 gravity = vec3_copy(equations->pool, scene->mechanism->gravity);
  int count = 0;
  const BaseParameter *grouped = base_parameters(&base->tree, gravity, equations->arena, &count);
  const Expr **values = ARENA_ARRAY(equations->arena, const Expr *, count);
  base->K = ARENA_ARRAY(equations->arena, const Expr *, count * base->count);
  for (int b = 0; b < count; b++) {
    const Link *link = &base->tree.links[grouped[b].link];
    Placement turned = { base_axes(link), vec3_zero(equations->pool) };
    LinkInertia unit = unit_of(grouped[b].parameter, equations->pool);
    unit = link_inertia_transport(unit, turned);
    values[b] = grouped[b].value;
    RegressorColumn *column = regressor_add_column(scene, &base->columns, grouped[b].name, NULL);
    regressor_response(motion, grouped[b].link, &unit, column->entries);
  }
  expr_jacobian(values, count, base->symbols, base->count, base->K);
}

// ---- echelon form

static void swap_rows(const Expr *K[], int width, int a, int b)
{
  for (int c = 0; c < width; c++) {
    const Expr *moved = K[a * width + c];
    K[a * width + c] = K[b * width + c];
    K[b * width + c] = moved;
  }
}

// Makes the pivot 1 and everything else of its column 0.
static void clear_column(const Expr *K[], int rows, int width, int rank, int column)
{
  const Expr *pivot = K[rank * width + column];
  for (int c = column; c < width; c++)
    K[rank * width + c] = quotient(K[rank * width + c], pivot);
  for (int r = 0; r < rows; r++) {
    const Expr *factor = K[r * width + column];
    if (r == rank || is_zero(factor)) continue;
    for (int c = column; c < width; c++) {
      const Expr *taken = product(factor, K[rank * width + c]);
      K[r * width + c] = difference(K[r * width + c], taken);
    }
  }
}

// Returns the rank; pivots[i] is the column of row i.
static int echelon(const Expr *K[], int rows, int width, int pivots[])
{
  int rank = 0;
  for (int column = 0; column < width && rank < rows; column++) {
    int r = rank;
    while (r < rows && is_zero(K[r * width + column]))
      r++;
    if (r == rows) continue;
    swap_rows(K, width, rank, r);
    clear_column(K, rows, width, rank, column);
    pivots[rank++] = column;
  }
  return rank;
}

static bool is_alone(const Expr *const row[], int count)
{
  int others = 0;
  for (int p = 0; p < count; p++)
    others += !is_zero(row[p]);
  return others == 1;
}

// "XXR3" of "XX3": something else is counted with it.
static const char *regrouped_label(Arena *arena, const char *label)
{
  int letters = (int)strcspn(label, "R0123456789");
  if (label[letters] == 'R') return label;
  return arena_format(arena, "%.*sR%s", letters, label, label + letters);
}

static int link_of_symbol(const Base *base, int parameter)
{
  const Expr *symbol = base->symbols[parameter];
  for (int i = 0; i < base->tree.count; i++) {
    const LinkInertia *inertia = &base->tree.links[i].inertia;
    if (link_parameter(inertia, parameter % LINK_PARAMETERS) == symbol) return i;
  }
  return LINK_GROUND;
}

static void reduce(Scene *scene, Base *base, const RegressorMotion *motion)
{
  Arena *arena = scene->equations->arena;
  int rows = base->columns.count, *pivots = ARENA_ARRAY(arena, int, rows);
  const Expr **K = ARENA_ARRAY(arena, const Expr *, rows * base->count);
  memcpy(K, base->K, (size_t)(rows * base->count) * sizeof(*K));
  int rank = echelon(K, rows, base->count, pivots);
  if (rank == rows) return;
  base->K = K;
  base->columns.count = 0;
  for (int r = 0; r < rank; r++) {
    const char *label = base->labels[pivots[r]];
    if (!is_alone(K + r * base->count, base->count)) label = regrouped_label(arena, label);
    LinkInertia unit = unit_of(pivots[r] % LINK_PARAMETERS, scene->equations->pool);
    RegressorColumn *column = regressor_add_column(scene, &base->columns, label, NULL);
    regressor_response(motion, link_of_symbol(base, pivots[r]), &unit, column->entries);
  }
}

// ---- joints

static bool same_entries(const RegressorColumn *a, const RegressorColumn *b, int n)
{
  for (int i = 0; i < n; i++) {
    if (a->entries[i] != b->entries[i]) return false;
  }
  return true;
}

// The column with the same entries, or -1.
static int find_same(const Scene *scene, const RegressorColumns *columns,
                     const RegressorColumn *column)
{
  for (int b = 0; b < columns->count; b++) {
    if (same_entries(&columns->items[b], column, scene->equations->coordinate_count)) return b;
  }
  return -1;
}

// The inertia of a rotor that the inertia of a link cannot be told from is counted with it.
static void add_joint_columns(Scene *scene, Base *base)
{
  RegressorColumns joints = regressor_columns_new(scene, &base->tree);
  regressor_add_friction(scene, &joints);
  for (int c = 0; c < joints.count; c++) {
    int same = find_same(scene, &base->columns, &joints.items[c]);
    if (same < 0) {
      base->columns.items[base->columns.count++] = joints.items[c];
      continue;
    }
    RegressorColumn *column = &base->columns.items[same];
    column->value = sum(column->value, joints.items[c].value);
    column->label = regrouped_label(scene->equations->arena, column->label);
  }
}

// ---- values

// Names for the parameters of links that were regrouped and are more than a symbol: then base
// parameters can be read.
static void name_parameters(const Base *base)
{
  for (int i = 0; i < base->columns.count * base->count; i++) {
    const Expr *const *row = base->K + i / base->count * base->count;
    const char *name = base->labels[i % base->count];
    const Expr *value = base->values[i % base->count];
    if (is_zero(base->K[i]) || is_alone(row, base->count)) continue;
    if (!expr_find_symbol(value->pool, name)) expr_name(name, value);
  }
}

static void fill_values(const Scene *scene, Base *base)
{
  for (int c = 0; c < base->columns.count; c++) {
    const Expr *value = expr_integer(scene->equations->pool, 0);
    for (int p = 0; p < base->count; p++) {
      const Expr *factor = base->K[c * base->count + p];
      if (!is_zero(factor)) value = sum(value, product(factor, base->values[p]));
    }
    base->columns.items[c].value = value;
  }
}

static void add_regrouping(Scene *scene, const Base *base, int rows)
{
  RegressorColumns own = { base->columns.items, rows };
  const Expr **K =
      equations_add(scene->equations, (Quantity){ .key = "base:K",
                                                  .function = "regrouping",
                                                  .title = "base parameters in those of the links",
                                                  .unit = "",
                                                  .rows = rows,
                                                  .columns = base->count,
                                                  .shape = QUANTITY_MATRIX,
                                                  .row_labels = regressor_labels(scene, &own),
                                                  .column_labels = base->labels });
  memcpy(K, base->K, (size_t)(rows * base->count) * sizeof(*K));
}

bool derive_base(Scene *scene, const char *key, Text *why)
{
  Base base = base_begin(scene);
  RegressorMotion motion = regressor_motion(scene, &base.tree);
  add_base_columns(scene, &base, &motion);
  if (base.count < LINK_PARAMETERS * base.tree.count) reduce(scene, &base, &motion);
  int own = base.columns.count;
  if (strcmp(key, "base") == 0) name_parameters(&base);
  fill_values(scene, &base);
  add_joint_columns(scene, &base);
  if (!regressor_has_columns(&base.columns, why)) return false;
  if (strcmp(key, "Yb") == 0) {
    regressor_add(scene, "Yb", "regressor_base", "regressor of base parameters, tau = Yb base + Y0",
                  &base.columns);
  } else if (strcmp(key, "base") == 0) {
    regressor_add_parameters(scene, "base", "base_parameters",
                             "base parameters, what motion can tell apart", &base.columns);
  } else if (strcmp(key, "base:K") == 0) {
    add_regrouping(scene, &base, own);
  } else {
    text_format(why, "'%s': of base parameters there are base, base:K and Yb", key);
    return false;
  }
  return true;
}
