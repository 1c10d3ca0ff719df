// verify_treatments.c -- statements about constraints: the methods of enforcement agree, and their
// results satisfy the equations that they solve.
// SPDX-License-Identifier: MIT
#include "formulation/derived/forward.h"
#include "formulation/constraints/constraint_method.h"
#include "formulation/verify/verify.h"
#include "symbolic/algebra.h"

static const char *const KEYS[] = { "qdd", "lambda" };
enum { KEY_COUNT = 2, TREATMENT_COUNT = 3 };

// The derivation by one method with both quantities; NULL with a sentence in `why`.
static Derivation *treated(const Certificate *certificate, const FormulateOptions *options,
                           Text *why)
{
  Derivation *derivation = certificate_derivation(certificate, options->method);
  derivation->options = options;
  derivation->skip_shortening = true;
  for (int k = 0; k < KEY_COUNT; k++) {
    if (derivation_quantity(derivation, KEYS[k], why)) continue;
    equations_free(derivation_release(derivation));
    return NULL;
  }
  return derivation;
}

static void compare_treatments(Certificate *certificate, Derivation *const derivations[],
                               const char *key)
{
  Text law = { 0 };
  Comparison comparison = comparison_start();
  const Quantity *first = equations_find(derivations[0]->equations, key);
  for (int i = 1; i < TREATMENT_COUNT; i++) {
    const Quantity *other = equations_find(derivations[i]->equations, key);
    if (first->rows != other->rows) {
      comparison.outcome = OUTCOME_DOES_NOT_HOLD;
    } else {
      compare_entries(certificate, &comparison, first->entries, other->entries, first->rows);
    }
  }
  text_format(&law, "%-6s augmented = partition = projector", key);
  certificate_state(certificate, text_string(&law), &comparison, NULL);
  text_free(&law);
}

// ---- equations satisfied by the accelerations and multipliers

// States a law one side of which could not be derived.
static void put_broken_law(Certificate *certificate, const char *law)
{
  Comparison comparison = comparison_of_law(certificate);
  comparison.outcome = OUTCOME_DOES_NOT_HOLD;
  certificate_state(certificate, law, &comparison, NULL);
}

static Matrix zero_like(Matrix a) { return matrix_zero(a.arena, a.pool, a.rows, a.columns); }

static void examine_constraints(Certificate *certificate, const Derivation *derivation)
{
  const ActiveConstraints *active = derivation->active;
  certificate_law(certificate, "the accelerations satisfy the constraints",
                  matrix_mul(active->J, derivation->motion->qdd), active->gamma);
}

static void examine_balance(Certificate *certificate, Derivation *derivation)
{
  static const char LAW[] = "M qdd + h + G + Jc^T lambda = tau + Qe + Qu";
  Text why = { 0 };
  Matrix M = derivation_require_matrix(derivation, "M");
  const Expr *const *Q = forward_right_hand_side(derivation, &why);
  text_free(&why);
  if (!Q) {
    put_broken_law(certificate, LAW);
    return;
  }
  Matrix inertia = matrix_mul(M, derivation->motion->qdd);
  Matrix borne = matrix_mul_transposed(derivation->active->J, derivation->motion->lambda);
  certificate_law(certificate, LAW, matrix_add(inertia, borne),
                  derivation_column(derivation, Q, M.rows));
}

static void examine_partition(Certificate *certificate, Derivation *derivation)
{
  static const char LAW[] = "Jc N = 0";
  Text why = { 0 };
  const Partition *partition = derivation_partition(derivation, &why);
  text_free(&why);
  if (!partition) {
    put_broken_law(certificate, LAW);
    return;
  }
  Matrix JN = matrix_mul(derivation->active->J, partition->N);
  certificate_law(certificate, LAW, JN, zero_like(JN));
}

static void examine_projector(Certificate *certificate, Derivation *derivation)
{
  Matrix P = derivation_require_matrix(derivation, "Pc");
  Matrix PJ = matrix_mul(P, matrix_transpose(derivation->active->J));
  Comparison comparison = comparison_of_law(certificate);
  compare_entries(certificate, &comparison, matrix_mul(P, P).at, P.at, P.rows * P.columns);
  compare_entries(certificate, &comparison, PJ.at, zero_like(PJ).at, PJ.rows * PJ.columns);
  certificate_state(certificate, "Pc Pc = Pc, Pc Jc^T = 0", &comparison, NULL);
}

void certify_treatments(Certificate *certificate, const FormulateOptions *options)
{
  FormulateOptions own[TREATMENT_COUNT];
  Derivation *derivations[TREATMENT_COUNT] = { NULL };
  Text why = { 0 };
  bool is_complete = true;
  for (int i = 0; i < TREATMENT_COUNT && is_complete; i++) {
    own[i] = *options;
    own[i].treatment = (ConstraintMethod)i;
    derivations[i] = treated(certificate, &own[i], &why);
    is_complete = derivations[i] != NULL;
  }
  if (is_complete) {
    for (int k = 0; k < KEY_COUNT; k++)
      compare_treatments(certificate, derivations, KEYS[k]);
    examine_constraints(certificate, derivations[TREATMENT_AUGMENTED]);
    examine_balance(certificate, derivations[TREATMENT_AUGMENTED]);
    examine_partition(certificate, derivations[TREATMENT_PARTITION]);
    examine_projector(certificate, derivations[TREATMENT_PROJECTOR]);
  } else {
    certificate_remark(certificate, "(no motion under the constraints: %s)", text_string(&why));
  }
  for (int i = 0; i < TREATMENT_COUNT; i++) {
    if (derivations[i]) equations_free(derivation_release(derivations[i]));
  }
  text_free(&why);
}
