// equations_of_motion.c -- the complete equations of motion in textbook form, for display.
//
//   M qdd + h + G - Qe = Qu - Phi_q^T lambda - H^T lambda
//
// There is one row for each coordinate. Each column is a term: on the left inertia by acceleration,
// h, G and the applied forces that depend on the motion; on the right loads, drives and each
// multiplier.
//
// tau, the additional input of forward dynamics, is included only for arms described without
// motors: for trees without applied forces other than friction. For other mechanisms the described
// forces are complete.
// SPDX-License-Identifier: MIT
#include "formulation/forces.h"
#include "formulation/formulation.h"
#include "formulation/recipes.h"
#include "formulation/constraints/constraint_method.h"
#include "symbolic/algebra.h"

typedef struct Terms {
  Matrix entries;
  const char **labels;  // by column
  int count;            // columns filled so far
} Terms;

static void add_term(Terms *terms, const char *label, Matrix column)
{
  for (int i = 0; i < column.rows; i++)
    matrix_set(terms->entries, i, terms->count, column.at[i]);
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

// Returns true if the force is a load: independent of the motion in the axes that it is given in.
static bool is_load(Derivation *derivation, const Action *action)
{
  const Equations *equations = derivation->equations;
  if (action->is_drive) return false;
  if (action->force->kind == FORCE_TORQUE)
    return !depends_on_state(equations, action_amount(derivation, action));
  Vec3 vector = action_vector(derivation, action);
  for (int k = 0; k < 3; k++) {
    if (depends_on_state(equations, vector.at[k])) return false;
  }
  return true;
}

// The generalised forces of the loads, by coordinate.
static Matrix loads_of(Derivation *derivation)
{
  const ActionList *list = derivation_actions(derivation);
  Matrix loads = derivation_zeros(derivation, derivation->equations->coordinate_count, 1);
  for (int k = 0; k < list->count; k++) {
    if (is_load(derivation, &list->at[k])) action_add(derivation, &list->at[k], loads);
  }
  return loads;
}

static bool add_left_side(Derivation *derivation, Matrix loads, Terms *terms, Text *why)
{
  Matrix M = derivation_matrix(derivation, "M", why);
  Matrix h = M.at ? derivation_matrix(derivation, "h", why) : M;
  Matrix G = h.at ? derivation_matrix(derivation, "G", why) : h;
  Matrix Qe = G.at ? derivation_matrix(derivation, "Qe", why) : G;
  if (!Qe.at) return false;
  for (int j = 0; j < M.columns; j++) {
    const Expr *acceleration = acceleration_of(derivation->equations, j);
    add_term(terms, acceleration->form->symbol->name,
             matrix_scale(acceleration, matrix_columns(M, &j, 1)));
  }
  add_term(terms, "h", h);
  add_term(terms, "G", G);
  add_term(terms, "-Qe", matrix_sub(loads, Qe));
  return true;
}

// Returns true if the action is a torque at a joint that depends on its speed.
static bool is_friction(Derivation *derivation, const Action *action)
{
  if (action->force->kind != FORCE_TORQUE || action->is_drive) return false;
  const Expr *speed = speed_of(derivation->equations, action->force->coordinate);
  return expr_depends_on(action_amount(derivation, action), speed);
}

static bool needs_motors(Derivation *derivation)
{
  const ActionList *list = derivation_actions(derivation);
  if (mechanism_is_constrained(derivation->mechanism)) return false;
  for (int k = 0; k < list->count; k++) {
    if (!is_friction(derivation, &list->at[k])) return false;
  }
  return true;
}

static bool add_drives(Derivation *derivation, Terms *terms, Text *why)
{
  Matrix Qu = derivation_matrix(derivation, "Qu", why);
  if (!Qu.at) return false;
  if (needs_motors(derivation)) {
    add_term(terms, "tau", torque_column(derivation));
  } else {
    add_term(terms, "Qu", Qu);
  }
  return true;
}

// "lambda[2]": a multiplier has the number of its constraint among all equations of Phi and H.
static const char *multiplier_name(const Derivation *derivation, const ActiveConstraints *active,
                                   const char *letters, int k)
{
  return arena_format(derivation->equations->arena, "%s[%d]", letters, active->places[k] + 1);
}

// "lambda", with letters prefixed if the description uses this name for a list.
static const char *multiplier_letters(const Derivation *derivation, const ActiveConstraints *active)
{
  const char *letters = "lambda";
  for (int k = 0; k < active->count; k++) {
    const char *name = multiplier_name(derivation, active, letters, k);
    if (!expr_find_symbol(derivation->equations->pool, name)) continue;
    letters = arena_format(derivation->equations->arena, "l%s", letters);
    k = -1;  // restart, since all names have the same letters
  }
  return letters;
}

static void add_multipliers(const Derivation *derivation, const ActiveConstraints *active,
                            const char *letters, Terms *terms)
{
  const Equations *equations = derivation->equations;
  for (int k = 0; k < active->count; k++) {
    const char *name = multiplier_name(derivation, active, letters, k);
    const Expr *lambda = expr_symbol(equations->pool, name, STAGE_INPUT);
    Matrix row = matrix_transpose(matrix_rows(active->J, &k, 1));
    add_term(terms, arena_format(equations->arena, "-%s", name),
             matrix_neg(matrix_scale(lambda, row)));
  }
}

// "equations of motion; lambda[1] holds c: x, lambda[2] c: y"
static const char *title_of(const Derivation *derivation, const ActiveConstraints *active,
                            const char *letters)
{
  enum { MAX_REPORTED = 2 };
  Text title = { 0 };
  text_put(&title, "equations of motion");
  for (int k = 0; k < active->count && active->count <= MAX_REPORTED; k++) {
    text_format(&title, "%s%s %s%s", k == 0 ? "; " : ", ",
                multiplier_name(derivation, active, letters, k), k == 0 ? "holds " : "",
                active->labels[k]);
  }
  if (active->count > MAX_REPORTED)
    text_format(&title, "; %s[k] holds row k of Phi and H", letters);
  const char *copy =
      arena_copy_text(derivation->equations->arena, text_string(&title), title.length);
  text_free(&title);
  return copy;
}

bool derive_equations_of_motion(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  if (!derivation->for_display) {
    text_put(why, "'motion' is for reading; what programs compute are tau, qdd, M, h, G, Qe, Qu");
    return false;
  }
  const ActiveConstraints *active = derivation_active_constraints(derivation, why);
  if (!active) return false;
  int left = n + 3, columns = left + 2 + active->count;
  Matrix loads = loads_of(derivation);
  Terms terms = { derivation_zeros(derivation, n, columns),
                  ARENA_ARRAY(equations->arena, const char *, columns), 0 };
  if (!add_left_side(derivation, loads, &terms, why)) return false;
  add_term(&terms, "Qe", loads);
  if (!add_drives(derivation, &terms, why)) return false;
  const char *letters = multiplier_letters(derivation, active);
  add_multipliers(derivation, active, letters, &terms);
  equations_put(equations,
                (Quantity){ .key = key,
                            .title = title_of(derivation, active, letters),
                            .left_columns = left,
                            .column_labels = terms.labels },
                terms.entries);
  return true;
}

void note_equations_of_motion(const Mechanism *mechanism, Equations *equations)
{
  const Quantity *M = equations_find(equations, "M");
  bool has_C = equations_find(equations, "C"), has_h = equations_find(equations, "h");
  bool has_terms = M && !quantity_is_zero(M) && equations_find(equations, "G");
  if (!has_terms || (!has_C && !has_h) || equations_find(equations, "motion")) return;
  const char *acts = mechanism->force_count > 0 ? " + Qe + Qu" : "";
  const char *active = mechanism_is_constrained(mechanism) ? " - [Phi_q; H]^T lambda" : "";
  equations_add_note(equations, arena_format(equations->arena, "M qdd + %s + G = tau%s%s",
                                             has_h ? "h" : "C qd", acts, active));
}
