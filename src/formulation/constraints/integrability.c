// integrability.c -- detects velocity constraints that are derivatives of position constraints.
//
// An equation H qd + b = 0 is a form w = H dq + b dt on the space of z = (q, t). By Frobenius'
// theorem a set of forms w_i is equivalent to position equations if and only if each dw_i vanishes
// on the directions admitted by all of them: v' (W_i - W_i') u = 0 for u, v in the kernel of all w,
// (W_i)_jk = d w_ij / d z_k. Coefficients and derivatives are expressions; the kernel and the
// products are computed with their fingerprints, that is at random points modulo two primes. The
// probability that a set passes by chance is below 10^-18.
//
// Several forms pass wrongly if their computed rank is larger than the actual one, because the
// kernel is then too small. This happens at a random point that violates the position equations
// (wheels steered by Ackermann's rule), or with functions whose identities residues do not
// represent (algebraic.h). In these cases it must be known that the forms are independent where the
// mechanism is closed. The rank of a single form is always known.
// SPDX-License-Identifier: MIT
#include "formulation/verify/algebraic.h"
#include "formulation/constraints/constraints.h"
#include "formulation/formulation.h"
#include "formulation/recipes.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/field/field_matrix.h"

// The forms of nonholonomic equations: coefficients of dq and dt, and their derivatives.
typedef struct Forms {
  int size;                  // number of entries of z
  const Expr **w;            // [form][z]
  const Expr **derivatives;  // [form][z][z]
} Forms;

static Forms forms_of(Derivation *derivation, const ConstraintList *list, const int members[],
                      int count)
{
  const Equations *equations = derivation->equations;
  Arena *arena = equations->arena;
  int n = equations->coordinate_count, size = n + 1;  // z: the coordinates and time
  Forms forms = { size, ARENA_ARRAY(arena, const Expr *, count *size),
                  ARENA_ARRAY(arena, const Expr *, count *size *size) };
  const Expr **z = ARENA_ARRAY(arena, const Expr *, n);
  for (int j = 0; j < n; j++)
    z[j] = equations->coordinates[j].symbol;
  for (int i = 0; i < count; i++) {
    const Expr *residual = list->equations[members[i]].residual, **w = forms.w + i * size;
    for (int j = 0; j < n; j++)
      w[j] = expr_derivative(residual, speed_of(equations, j));
    w[n] = residual;
    without_speeds(equations, &w[n], 1);
  }
  const Expr **column = ARENA_ARRAY(arena, const Expr *, count *size);
  for (int k = 0; k < size; k++) {
    for (int i = 0; i < count * size && k == n; i++)
      column[i] = expr_partial_time_derivative(forms.w[i]);
    if (k < n) expr_derivatives(forms.w, count * size, z[k], column);
    for (int i = 0; i < count * size; i++)
      forms.derivatives[i * size + k] = column[i];
  }
  return forms;
}

// v' (W - W') u at the point of the fingerprints.
static Fingerprint curl(const Expr *const W[], int size, const Fingerprint u[],
                        const Fingerprint v[])
{
  Fingerprint total = fingerprint_of_integer(0);
  for (int j = 0; j < size; j++) {
    for (int k = 0; k < size; k++) {
      Fingerprint skew = fingerprint_sub(expr_value(W[j * size + k]), expr_value(W[k * size + j]));
      Fingerprint term = fingerprint_mul(skew, fingerprint_mul(v[j], u[k]));
      total = fingerprint_add(total, term);
    }
  }
  return total;
}

static bool vanishes_on(const Expr *const W[], const Values *kernel)
{
  int size = kernel->columns;
  for (int a = 0; a < kernel->rows; a++) {
    for (int b = 0; b < a; b++) {
      Fingerprint turn = curl(W, size, values_row(*kernel, a), values_row(*kernel, b));
      if (!fingerprint_is_zero(turn)) return false;
    }
  }
  return true;
}

// Returns true if the rank of the forms at the random point is known to be the rank where the
// position equations are satisfied.
static bool rank_is_known(const Derivation *derivation, const ConstraintList *list,
                          const int members[], int member_count, const Forms *forms)
{
  if (member_count == 1) return true;
  bool is_free = list->holonomic_count == 0;
  if (is_free && entries_are_algebraic(forms->w, member_count * forms->size)) return true;
  const bool *omitted = derivation->options ? derivation->options->omitted : NULL;
  for (int i = 0; omitted && i < member_count; i++) {
    if (omitted[members[i]]) return false;
  }
  return omitted != NULL;
}

bool constraints_are_integrable(Derivation *derivation, const ConstraintList *list,
                                const int members[], int member_count)
{
  Forms forms = forms_of(derivation, list, members, member_count);
  if (!rank_is_known(derivation, list, members, member_count, &forms)) return false;
  int size = forms.size;
  const Equations *equations = derivation->equations;
  Matrix w = matrix_over(equations->arena, equations->pool, member_count, size, forms.w);
  Echelon echelon = values_echelon(values_of(w));
  Values kernel = values_kernel(&echelon);
  bool is_integrable = true;
  for (int i = 0; i < member_count && is_integrable; i++)
    is_integrable = vanishes_on(forms.derivatives + i * size * size, &kernel);
  return is_integrable;
}

// ---- notes

void constraints_note_integrable(Derivation *derivation, const ConstraintList *list)
{
  Equations *equations = derivation->equations;
  int count = list->count - list->holonomic_count, alone = 0;
  int *members = ARENA_ARRAY(equations->arena, int, count);
  for (int i = 0; i < count; i++) {
    members[i] = list->holonomic_count + i;
    if (!constraints_are_integrable(derivation, list, &members[i], 1)) continue;
    alone++;
    equations_add_note(equations,
                       arena_format(equations->arena,
                                    "integrable: '%s' holds speeds, but is the rate of an "
                                    "equation of positions",
                                    list->equations[members[i]].label));
  }
  if (alone == count || !constraints_are_integrable(derivation, list, members, count)) return;
  equations_add_note(equations,
                     arena_format(equations->arena,
                                  "integrable: together the %d constraints on speeds are the rates "
                                  "of equations of positions",
                                  count));
}
