// constraint_method_inverse.c -- inverse dynamics under constraints: the efforts of the drives for
// a given motion.
//
// Drives are the free inputs; the applied forces are affine in them, Q = Q0 + B u. With the degrees
// of freedom of the partition (constraint_method_partition.c)
//
//   N^T B u = r,   r = M_in qdd_in + h_in + G_in - N^T Q0
//
// qdd_in are the accelerations of the independent coordinates; those of the others follow. With
// more drives than degrees of freedom u is not unique; the solution with the minimum sum of w u^2
// is used:
//
//   u = W^-1 A^T (A W^-1 A^T)^-1 r,   A = N^T B
//
// Without any free input the drives are generalised forces on the independent coordinates, u = r.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"
#include "formulation/derived/forward.h"
#include "formulation/recipes.h"
#include "formulation/constraints/constraint_method.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

typedef struct Drives {
  int count;
  const Expr **symbols;
  const char **names;
  int *inputs;  // their indices among the inputs
  Matrix B;     // n x count
  Matrix Q;     // applied forces without the drives
} Drives;

// Finds the free inputs, without a value in the description, that Q depends on.
static void find_drives(const Derivation *derivation, const Expr *const Q[], Drives *drives)
{
  const Equations *equations = derivation->equations;
  for (int k = 0; k < equations->input_count; k++) {
    const Input *input = &derivation->mechanism->inputs[k];
    bool acts = false;
    for (int i = 0; i < equations->coordinate_count; i++)
      acts = acts || expr_depends_on(Q[i], equations->inputs[k].symbol);
    if (!acts || !input_is_free(input)) continue;
    drives->inputs[drives->count] = k;
    drives->names[drives->count] = equations->inputs[k].name;
    drives->symbols[drives->count++] = equations->inputs[k].symbol;
  }
}

// Returns true if the coefficients B of the drives do not depend on the drives.
static bool is_affine(const Equations *equations, const Drives *drives, Matrix B, Text *why)
{
  for (int e = 0; e < B.rows * B.columns; e++) {
    for (int k = 0; k < drives->count; k++) {
      if (!expr_depends_on(B.at[e], drives->symbols[k])) continue;
      text_format(why, "what acts on %s is not proportional to the input '%s'",
                  equations->coordinates[e / B.columns].name, drives->names[k]);
      return false;
    }
  }
  return true;
}

static bool drives_of(Derivation *derivation, Drives *drives, Text *why)
{
  const Equations *equations = derivation->equations;
  Arena *arena = equations->arena;
  int n = equations->coordinate_count, most = equations->input_count;
  Matrix Qe = derivation_matrix(derivation, "Qe", why);
  Matrix Qu = Qe.at ? derivation_matrix(derivation, "Qu", why) : Qe;
  if (!Qu.at) return false;
  *drives = (Drives){ .symbols = ARENA_ARRAY(arena, const Expr *, most),
                      .names = ARENA_ARRAY(arena, const char *, most),
                      .inputs = ARENA_ARRAY(arena, int, most),
                      .Q = matrix_add(Qe, Qu) };
  find_drives(derivation, drives->Q.at, drives);
  Matrix u = derivation_column(derivation, drives->symbols, drives->count);
  Matrix B = matrix_jacobian(drives->Q, u);
  drives->B = B;
  Matrix zeros = derivation_zeros(derivation, drives->count, 1);
  expr_substitute_all(drives->Q.at, n, u.at, zeros.at, drives->count, drives->Q.at);
  return is_affine(equations, drives, B, why);
}

// ---- the right-hand side and the distribution

// r, by independent coordinate; `at` is NULL, with a sentence in `why`, if it cannot be derived.
static Matrix wanted_forces(Derivation *derivation, const Partition *partition,
                            const Drives *drives, Text *why)
{
  Matrix M_in = derivation_matrix(derivation, "M_in", why);
  Matrix h_in = M_in.at ? derivation_matrix(derivation, "h_in", why) : M_in;
  Matrix G_in = h_in.at ? derivation_matrix(derivation, "G_in", why) : h_in;
  if (!G_in.at) return G_in;
  Matrix qdd_in = derivation_zeros(derivation, partition->free_count, 1);
  for (int j = 0; j < partition->free_count; j++)
    qdd_in.at[j] = acceleration_of(derivation->equations, partition->independent[j]);
  Matrix acts = matrix_mul_transposed(partition->N, drives->Q);
  Matrix r = matrix_sub(matrix_add(h_in, G_in), acts);
  return matrix_add(r, matrix_mul(M_in, qdd_in));
}

static void explain_too_few(const Derivation *derivation, const Partition *partition,
                            const Drives *drives, int rank, Text *why)
{
  text_format(why, "the mechanism has %d degrees of freedom and its actuators (",
              partition->free_count);
  for (int k = 0; k < drives->count; k++)
    text_format(why, "%s%s", k == 0 ? "" : ", ", drives->names[k]);
  text_format(why,
              ") act on %d of them, so not every motion can be driven; add drives, or hold %d of "
              "the coordinates",
              rank, partition->free_count - rank);
  for (int j = 0; j < partition->free_count; j++) {
    const char *name = derivation->equations->coordinates[partition->independent[j]].name;
    text_format(why, "%s%s", j == 0 ? " " : ", ", name);
  }
}

// The distribution of efforts among the drives, A = N^T B, with the factors of A W^-1 A^T.
typedef struct Distribution {
  Matrix weighted;  // W^-1 A^T, drives x free_count
  Matrix gram;      // A W^-1 A^T
  SymmetricFactors factors;
} Distribution;

static bool distribute(Derivation *derivation, const Partition *partition, const Drives *drives,
                       Distribution *distribution, Text *why)
{
  const Expr *const *weights = derivation->options ? derivation->options->weights : NULL;
  Matrix A = matrix_mul_transposed(partition->N, drives->B);
  int rank = matrix_rank(A);
  if (rank < partition->free_count) {
    explain_too_few(derivation, partition, drives, rank, why);
    return false;
  }
  distribution->weighted = matrix_transpose(A);
  for (int k = 0; k < drives->count && weights; k++) {
    const Expr *weight = weights[drives->inputs[k]], **row = matrix_row(distribution->weighted, k);
    if (!weight) continue;
    weight = expr_copy(derivation->equations->pool, weight);
    for (int i = 0; i < partition->free_count; i++)
      row[i] = quotient(row[i], weight);
  }
  distribution->gram = matrix_mul(A, distribution->weighted);
  IntermediateNaming naming =
      derivation_names(derivation, "u", partition->free_count, SYSTEM_OF_SHARES,
                       independent_names(derivation, partition), NULL);
  return factors_of(distribution->gram, NULL, naming, &distribution->factors) < 0;
}

// ---- the quantity

static const Expr **add_drives(Derivation *derivation, const char *key, const char *title, int rows,
                               const char *const labels[], const ConstrainedMotion *checks)
{
  return equations_add(derivation->equations, (Quantity){ .key = key,
                                                          .title = title,
                                                          .rows = rows,
                                                          .row_labels = labels,
                                                          .pivots = checks->pivots,
                                                          .pivot_count = checks->pivot_count });
}

static const char *title_of(const Derivation *derivation, const Partition *partition,
                            const Drives *drives)
{
  if (drives->count == partition->free_count) return "required actuator efforts";
  const char *measure =
      derivation->options && derivation->options->weights ? "sum of weight * u^2" : "norm";
  return arena_format(derivation->equations->arena,
                      "required actuator efforts: %d for %d degree%s of freedom, with the least %s",
                      drives->count, partition->free_count, partition->free_count == 1 ? "" : "s",
                      measure);
}

// The pivots of the partition, then those of A W^-1 A^T.
static ConstrainedMotion checks_of(const Derivation *derivation, const Partition *partition,
                                   const Distribution *distribution)
{
  Arena *arena = derivation->equations->arena;
  int f = distribution ? partition->free_count : 0;
  ConstrainedMotion checks = { .pivots = ARENA_ARRAY(arena, Pivot, partition->pivot_count + f) };
  for (int k = 0; k < partition->pivot_count; k++)
    checks.pivots[checks.pivot_count++] = partition->pivots[k];
  const Expr *tiny = expr_rational(derivation->equations->pool, 1, 1L << 40);
  const Expr *trace = expr_integer(derivation->equations->pool, 0);
  for (int k = 0; k < f; k++)
    trace = sum(trace, matrix_get(distribution->gram, k, k));
  const Expr *least = product(tiny, trace);
  for (int k = f - 1; k >= 0; k--) {
    Pivot pivot = { .value = difference(distribution->factors.pivot[k], least),
                    .coordinate = partition->independent[k] };
    checks.pivots[checks.pivot_count++] = pivot;
  }
  return checks;
}

bool derive_drive_efforts(Derivation *derivation, const char *key, Text *why)
{
  const Partition *partition = derivation_partition(derivation, why);
  Drives drives;
  if (!partition || !drives_of(derivation, &drives, why)) return false;
  Matrix r = wanted_forces(derivation, partition, &drives, why);
  if (!r.at) return false;
  int f = partition->free_count, m = drives.count;
  if (m == 0) {
    ConstrainedMotion checks = checks_of(derivation, partition, NULL);
    const Expr **u = add_drives(derivation, key,
                                "generalised forces on the independent coordinates that the motion "
                                "takes",
                                f, independent_names(derivation, partition), &checks);
    matrix_put(r, u);
    return true;
  }
  Distribution distribution;
  if (!distribute(derivation, partition, &drives, &distribution, why)) return false;
  factors_solve(&distribution.factors, r);
  const EntryWords words = { .before = "factor of the pull of each drive on ",
                             .rows = independent_names(derivation, partition) };
  if (f > 1) name_entries(derivation, "r", &words, r);
  ConstrainedMotion checks = checks_of(derivation, partition, &distribution);
  const Expr **u = add_drives(derivation, key, title_of(derivation, partition, &drives), m,
                              drives.names, &checks);
  matrix_put(matrix_mul(distribution.weighted, r), u);
  return true;
}
