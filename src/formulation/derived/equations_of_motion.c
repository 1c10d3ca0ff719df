// equations_of_motion.c -- the whole equations, as a book prints them, for readers.
//
//   M qdd + h + G - Qe = Qu - Phi_q^T lambda - H^T lambda
//
// One row for each coordinate. Each column is a term: inertia by acceleration, h, G and what acts
// that depends on the motion on the left; loads, drives and each multiplier on the right.
//
// tau, what forward dynamics is given beside the description, is told of arms that are described
// without motors: of trees on which nothing acts but friction. Elsewhere what is described is all
// that acts.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"
#include "formulation/recipes.h"
#include "formulation/constraints/treatment.h"
#include "symbolic/algebra.h"

typedef struct Terms {
  const Expr **entries;  // n rows
  const char **labels;   // of columns
  int capacity;          // columns that there are
  int count;             // filled so far
} Terms;

static void add_term(Terms *terms, const char *label, const Expr *const column[], int n)
{
  for (int i = 0; i < n; i++)
    terms->entries[i * terms->capacity + terms->count] = column[i];
  terms->labels[terms->count++] = label;
}

static bool depends_on_state(const Equations *equations, const Expr *e)
{
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (expr_depends_on(e, equations->coordinates[i].symbol)) return true;
    if (expr_depends_on(e, speed_of(equations, i))) return true;
    if (expr_depends_on(e, acceleration_of(equations, i))) return true;
  }
  return false;
}

// Is it a load, which the motion does not change in the axes that it is given in?
static bool is_load(Derivation *derivation, const Force *force)
{
  const Equations *equations = derivation->equations;
  if (force_is_drive(derivation, force)) return false;
  if (force->kind == FORCE_TORQUE)
    return !depends_on_state(equations, derivation_expression(derivation, force->amount));
  Vec3 vector = force_vector(derivation, force);
  for (int k = 0; k < 3; k++) {
    if (depends_on_state(equations, vector.at[k])) return false;
  }
  return true;
}

// By coordinate.
static const Expr **loads_of(Derivation *derivation)
{
  const Equations *equations = derivation->equations;
  const Mechanism *mechanism = derivation->mechanism;
  int n = equations->coordinate_count;
  const Expr **loads = ARENA_ARRAY(equations->arena, const Expr *, n);
  const Expr **alone = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++)
    loads[i] = expr_integer(equations->pool, 0);
  for (int k = 0; k < mechanism->force_count; k++) {
    if (!is_load(derivation, &mechanism->forces[k])) continue;
    force_alone(derivation, &mechanism->forces[k], alone);
    for (int i = 0; i < n; i++)
      loads[i] = sum(loads[i], alone[i]);
  }
  return loads;
}

static bool add_left_side(Derivation *derivation, const Expr *const loads[], Terms *terms,
                          Text *why)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *M = derivation_quantity(derivation, "M", why);
  const Expr *const *h = M ? derivation_quantity(derivation, "h", why) : NULL;
  const Expr *const *G = h ? derivation_quantity(derivation, "G", why) : NULL;
  const Expr *const *Qe = G ? derivation_quantity(derivation, "Qe", why) : NULL;
  if (!Qe) return false;
  const Expr **column = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int j = 0; j < n; j++) {
    const Expr *acceleration = acceleration_of(equations, j);
    for (int i = 0; i < n; i++)
      column[i] = product(M[i * n + j], acceleration);
    add_term(terms, acceleration->form->symbol->name, column, n);
  }
  add_term(terms, "h", h, n);
  add_term(terms, "G", G, n);
  for (int i = 0; i < n; i++)
    column[i] = difference(loads[i], Qe[i]);
  add_term(terms, "-Qe", column, n);
  return true;
}

// A torque at a joint that depends on its speed?
static bool is_friction(Derivation *derivation, const Force *force)
{
  if (force->kind != FORCE_TORQUE || force_is_drive(derivation, force)) return false;
  const Expr *amount = derivation_expression(derivation, force->amount);
  return expr_depends_on(amount, speed_of(derivation->equations, force->coordinate));
}

static bool needs_motors(Derivation *derivation)
{
  const Mechanism *mechanism = derivation->mechanism;
  if (mechanism_is_constrained(mechanism)) return false;
  for (int k = 0; k < mechanism->force_count; k++) {
    if (!is_friction(derivation, &mechanism->forces[k])) return false;
  }
  return true;
}

static bool add_drives(Derivation *derivation, Terms *terms, Text *why)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *Qu = derivation_quantity(derivation, "Qu", why);
  if (!Qu) return false;
  if (!needs_motors(derivation)) {
    add_term(terms, "Qu", Qu, n);
    return true;
  }
  const Expr **tau = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++)
    tau[i] = equations->torques[i].symbol;
  add_term(terms, "tau", tau, n);
  return true;
}

// A multiplier has the number of its constraint among all rows of Phi and H.
static void add_multipliers(Derivation *derivation, const Bonds *bonds, Terms *terms)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr **column = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int k = 0; k < bonds->count; k++) {
    const char *name = arena_format(equations->arena, "lambda[%d]", bonds->places[k] + 1);
    const Expr *lambda = expr_symbol(equations->pool, name, STAGE_INPUT);
    for (int i = 0; i < n; i++)
      column[i] = negative(product(matrix_get(bonds->J, k, i), lambda));
    add_term(terms, arena_format(equations->arena, "-%s", name), column, n);
  }
}

// "equations of motion; lambda[1] holds c: x, lambda[2] c: y"
static const char *title_of(const Derivation *derivation, const Bonds *bonds)
{
  enum { MOST_TOLD = 2 };
  Text title = { 0 };
  text_put(&title, "equations of motion");
  for (int k = 0; k < bonds->count && bonds->count <= MOST_TOLD; k++) {
    text_format(&title, "%slambda[%d] %s%s", k == 0 ? "; " : ", ", bonds->places[k] + 1,
                k == 0 ? "holds " : "", bonds->labels[k]);
  }
  if (bonds->count > MOST_TOLD) text_put(&title, "; lambda[k] holds row k of Phi and H");
  const char *copy =
      arena_copy_text(derivation->equations->arena, text_string(&title), title.length);
  text_free(&title);
  return copy;
}

bool derive_equations_of_motion(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  Arena *arena = equations->arena;
  int n = equations->coordinate_count;
  if (!derivation->is_for_readers) {
    text_put(why, "'motion' is for reading; what programs compute are tau, qdd, M, h, G, Qe, Qu");
    return false;
  }
  const Bonds *bonds = derivation_bonds(derivation, why);
  if (!bonds) return false;
  int left = n + 3, columns = left + 2 + bonds->count;
  const Expr *const *loads = loads_of(derivation);
  Terms terms = { ARENA_ARRAY(arena, const Expr *, n *columns),
                  ARENA_ARRAY(arena, const char *, columns), columns, 0 };
  if (!add_left_side(derivation, loads, &terms, why)) return false;
  add_term(&terms, "Qe", loads, n);
  if (!add_drives(derivation, &terms, why)) return false;
  add_multipliers(derivation, bonds, &terms);
  const Expr **out = equations_add(equations, (Quantity){ .key = key,
                                                          .title = title_of(derivation, bonds),
                                                          .columns = columns,
                                                          .left_columns = left,
                                                          .column_labels = terms.labels });
  for (int i = 0; i < n * columns; i++)
    out[i] = terms.entries[i];
  return true;
}

void note_equations_of_motion(const Mechanism *mechanism, Equations *equations)
{
  const Quantity *M = equations_find(equations, "M");
  bool has_C = equations_find(equations, "C"), has_h = equations_find(equations, "h");
  bool has_terms = M && !quantity_is_zero(M) && equations_find(equations, "G");
  if (!has_terms || (!has_C && !has_h) || equations_find(equations, "motion")) return;
  const char *acts = mechanism->force_count > 0 ? " + Qe + Qu" : "";
  const char *bonds = mechanism_is_constrained(mechanism) ? " - [Phi_q; H]^T lambda" : "";
  equations_add_note(equations, arena_format(equations->arena, "M qdd + %s + G = tau%s%s",
                                             has_h ? "h" : "C qd", acts, bonds));
}
