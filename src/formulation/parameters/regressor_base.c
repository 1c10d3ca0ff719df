// regressor_base.c -- the regressor of the base (identifiable) parameters.
//
//   Yb, base   tau = Yb base + Y0 with the fewest parameters
//   base:K     base = K pi, with the dimensions of the robot
//
// Regrouping (base_grouping.h) is done with symbols for all ten parameters of every link, so that a
// zero of this robot does not hide a parameter of another. The columns of Yb are those of the same
// letters in Y: the contributions of the other columns are regrouped.
//
// If a link without bodies carries others, the parts regrouped to it are not separate parameters,
// and the rows of K may be dependent. K is then reduced to echelon form: the parameters at its
// pivots remain, with the others of their row.
//
// The rules consider joints, but not mechanisms in which parts have a fixed point, several joints
// move by one coordinate, or gravity has no effect. The columns that are nevertheless linear
// combinations of others are found by elimination (regressor_rank.c), and their parameters are
// regrouped with those of the others.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "formulation/parameters/regressor.h"
#include "symbolic/algebra.h"

#include <string.h>

typedef struct Base {
  LinkTree tree;         // with symbols for its parameters
  const Expr **symbols;  // "XX of link 3": not a valid name in the language
  const Expr **values;   // their values in this robot
  const char **labels;   // "XX3"
  int count;             // number of standard parameters
  Regressor columns;
  Matrix K;  // columns x count
} Base;

// ---- symbols for the parameters

static void add_symbols(const Equations *equations, Base *base, int i)
{
  Link *link = &base->tree.links[i];
  for (int k = 0; k < LINK_PARAMETERS; k++) {
    const char *letters = link_parameter_letters(k);
    const char *name = arena_format(equations->arena, "%s of link %d", letters, i + 1);
    const Expr *symbol = expr_symbol(equations->pool, name, STAGE_PARAMETER);
    base->symbols[base->count] = symbol;
    base->labels[base->count] = arena_format(equations->arena, "%s%d", letters, i + 1);
    base->values[base->count++] = link_parameter(&link->inertia, k);
    link_parameter_set(&link->inertia, k, symbol);
  }
}

static Base base_begin(Derivation *derivation)
{
  const LinkTree *tree = regressor_tree(derivation);
  Arena *arena = derivation->equations->arena;
  const bool *has_body = regressor_links(derivation, tree);
  int most = LINK_PARAMETERS * tree->count;
  Base base = {
    .tree = *tree,
    .symbols = ARENA_ARRAY(arena, const Expr *, most),
    .values = ARENA_ARRAY(arena, const Expr *, most),
    .labels = ARENA_ARRAY(arena, const char *, most),
    .columns = regressor_new(derivation, tree),
  };
  base.tree.links = ARENA_ARRAY(arena, Link, tree->count);
  for (int i = 0; i < tree->count; i++) {
    base.tree.links[i] = tree->links[i];
    if (has_body[i]) add_symbols(derivation->equations, &base, i);
  }
  return base;
}

// ---- columns

static void add_base_columns(Derivation *derivation, Base *base, const RegressorMotion *motion)
{
  Equations *equations = derivation->equations;
  Vec3 gravity = vec3_copy(equations->pool, derivation->mechanism->gravity);
  int count = 0;
  const BaseParameter *grouped = base_parameters(&base->tree, gravity, equations->arena, &count);
  Matrix values = derivation_zeros(derivation, count, 1);
  for (int b = 0; b < count; b++) {
    const Link *link = &base->tree.links[grouped[b].link];
    Pose turned = { .R = base_axes(link), .p = vec3_zero(equations->pool) };
    LinkInertia unit = regressor_unit(grouped[b].parameter, equations->pool);
    unit = link_inertia_transport(unit, turned);
    values.at[b] = grouped[b].value;
    regressor_response(motion, grouped[b].link, &unit,
                       regressor_add(&base->columns, grouped[b].name, NULL));
  }
  base->K = matrix_jacobian(values, derivation_column(derivation, base->symbols, base->count));
}

// ---- echelon form

static bool row_is_alone(Matrix a, int row)
{
  int others = 0;
  for (int j = 0; j < a.columns; j++)
    others += !is_zero(matrix_get(a, row, j));
  return others == 1;
}

// "XXR3" for "XX3": another parameter is regrouped with it.
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

static void reduce(Derivation *derivation, Base *base, const RegressorMotion *motion)
{
  Arena *arena = derivation->equations->arena;
  Matrix K = matrix_copy(base->K);
  int *pivots = ARENA_ARRAY(arena, int, K.rows);
  K.rows = matrix_echelon(K, pivots);
  if (K.rows == base->K.rows) return;
  base->K = K;
  base->columns.count = 0;
  for (int r = 0; r < K.rows; r++) {
    const char *label = base->labels[pivots[r]];
    if (!row_is_alone(K, r)) label = regrouped_label(arena, label);
    LinkInertia unit = regressor_unit(pivots[r] % LINK_PARAMETERS, derivation->equations->pool);
    regressor_response(motion, link_of_symbol(base, pivots[r]), &unit,
                       regressor_add(&base->columns, label, NULL));
  }
}

// ---- linearly dependent columns

// Removes the linearly dependent columns. Returns the factors: the remaining parameters are these
// times all parameters.
static Matrix merge_columns(const Derivation *derivation, Regressor *columns)
{
  Dependence dependence = regressor_dependence(derivation, regressor_matrix(columns));
  columns->count = dependence.count;
  for (int k = 0; k < dependence.count; k++) {
    int kept = dependence.kept[k];
    memcpy(matrix_row(columns->columns, k), matrix_row(columns->columns, kept),
           sizeof(const Expr *) * (size_t)columns->columns.columns);
    const char *label = columns->labels[kept];
    columns->labels[k] = row_is_alone(dependence.factors, k)
                             ? label
                             : regrouped_label(derivation->equations->arena, label);
  }
  return dependence.factors;
}

// Adds the columns of joint friction and motor rotors. The inertia of a rotor that is
// indistinguishable from the inertia of links is regrouped with it.
static void add_joint_columns(Derivation *derivation, Regressor *columns)
{
  int links = columns->count;
  regressor_add_friction(derivation, columns);
  if (columns->count == links) return;
  Matrix values = regressor_values(columns);
  matrix_put(matrix_mul(merge_columns(derivation, columns), values), columns->values.at);
}

// ---- values

// Names the parameters of links that were regrouped and are not single symbols, so that base
// parameters are readable.
static void name_parameters(const Base *base)
{
  for (int r = 0; r < base->K.rows; r++) {
    if (row_is_alone(base->K, r)) continue;
    for (int p = 0; p < base->count; p++) {
      const Expr *value = base->values[p];
      if (is_zero(matrix_get(base->K, r, p))) continue;
      if (!expr_find_symbol(expr_pool(value), base->labels[p])) expr_name(base->labels[p], value);
    }
  }
}

bool derive_base(Derivation *derivation, const char *key, Text *why)
{
  Base base = base_begin(derivation);
  RegressorMotion motion = regressor_motion(derivation, &base.tree);
  add_base_columns(derivation, &base, &motion);
  if (base.count < LINK_PARAMETERS * base.tree.count) reduce(derivation, &base, &motion);
  int before = base.columns.count;
  Matrix factors = merge_columns(derivation, &base.columns);
  if (base.columns.count < before) base.K = matrix_mul(factors, base.K);
  if (strcmp(key, "base") == 0) name_parameters(&base);
  Matrix values = derivation_column(derivation, base.values, base.count);
  matrix_put(matrix_mul(base.K, values), base.columns.values.at);
  add_joint_columns(derivation, &base.columns);
  bool is_factors = strcmp(key, "base:K") == 0 && base.columns.count > 0;
  if (!is_factors)
    return regressor_put(derivation, key, strcmp(key, "Yb") == 0, &base.columns, why);
  equations_put(
      derivation->equations,
      (Quantity){ .key = key, .row_labels = base.columns.labels, .column_labels = base.labels },
      base.K);
  return true;
}
