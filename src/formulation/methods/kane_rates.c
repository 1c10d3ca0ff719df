// kane_rates.c -- the rates of the coordinates by generalised speeds and constraints.
//
// Speeds alpha = S(q,t) qd and the constraints A(q,t) qd + b(q,t) = 0, A = [Phi_q; H] and
// b = [Phi_t; b_nh], are as many as the coordinates, and determine their rates:
//
//   [ S ]      [ alpha ]
//   [ A ] qd = [  -b   ]        qd = J_nh alpha + d
//
// De Santis's J_nh, and d for what the clock moves. Constraints that follow from others are left
// out.
// SPDX-License-Identifier: MIT
#include "formulation/methods/kane.h"
#include "formulation/constraints/treatment.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/steps.h"
#include "symbolic/values.h"

// ---- the system

// Of all unknowns at once: rows of the speeds, then those of the constraints.
typedef struct RateSystem {
  Matrix K;  // by coordinate
  Matrix B;  // right-hand sides: a column for each speed, the last without any
} RateSystem;

// S, and whether it is all of alpha.
static bool speeds_by_rates(const Derivation *derivation, const KaneSpeeds *speeds, Matrix *S,
                            Text *why)
{
  Matrix rates = kane_rate_symbols(derivation);
  Matrix alpha = derivation_column(derivation, speeds->alpha, speeds->count);
  *S = matrix_jacobian(alpha, rates);
  Matrix rest = matrix_sub(alpha, matrix_mul(*S, rates));
  for (int i = 0; i < speeds->count; i++) {
    if (is_zero(rest.at[i])) continue;
    text_format(why, "the generalised speed '%s' has a part that no rate multiplies",
                speeds->names[i]);
    return false;
  }
  return true;
}

// The part of a constraint's rate that no rate of a coordinate multiplies.
static const Expr *rest_of(Derivation *derivation, int place)
{
  int held = derivation->constraints->holonomic_count;
  return place < held ? derivation_require(derivation, "Phi_t")[place]
                      : derivation_require(derivation, "b_nh")[place - held];
}

static bool system_of(Derivation *derivation, const Bonds *bonds, const KaneSpeeds *speeds,
                      RateSystem *system, Text *why)
{
  Matrix S;
  if (!speeds_by_rates(derivation, speeds, &S, why)) return false;
  int m = speeds->count;
  system->K = matrix_above(S, bonds->J);
  system->B = derivation_zeros(derivation, m + bonds->count, m + 1);
  for (int i = 0; i < m; i++)
    matrix_set(system->B, i, i, expr_integer(derivation->equations->pool, 1));
  for (int i = 0; i < bonds->count; i++)
    matrix_set(system->B, m + i, m, negative(rest_of(derivation, bonds->places[i])));
  return true;
}

// ---- refusals

// Marks the columns of a matrix in which vectors that it takes to zero have entries.
static void mark_kernel(Matrix a, bool is_marked[])
{
  Echelon echelon = values_echelon(values_of(a));
  Values kernel = values_kernel(&echelon);
  for (int i = 0; i < kernel.rows; i++) {
    for (int j = 0; j < kernel.columns; j++)
      is_marked[j] = is_marked[j] || !value_is_zero(values_row(kernel, i)[j]);
  }
}

static int count_marked(const bool is_marked[], int count)
{
  int marked = 0;
  for (int i = 0; i < count; i++)
    marked += is_marked[i];
  return marked;
}

// "the rates x', y'" of those that are marked.
static void put_marked(Text *why, const char *noun, const char *const names[],
                       const bool is_marked[], int count)
{
  text_format(why, "the %s%s", noun, count_marked(is_marked, count) == 1 ? "" : "s");
  for (int i = 0, put = 0; i < count; i++) {
    if (is_marked[i]) text_format(why, "%s %s", put++ == 0 ? "" : ",", names[i]);
  }
}

static void explain_rates(const Derivation *derivation, const RateSystem *system, Text *why)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  bool *is_loose = ARENA_ARRAY(equations->arena, bool, n);
  mark_kernel(system->K, is_loose);
  text_put(why, "nothing determines ");
  put_marked(why, "rate", kane_rate_names(equations), is_loose, n);
}

// Which rows say nothing new; the constraints are independent, so a speed is always among them.
static void explain_speeds(const Derivation *derivation, const Bonds *bonds,
                           const KaneSpeeds *speeds, const RateSystem *system, Text *why)
{
  bool *is_tied = ARENA_ARRAY(derivation->equations->arena, bool, system->K.rows);
  bool *is_tying = is_tied + speeds->count;
  mark_kernel(matrix_transpose(system->K), is_tied);
  put_marked(why, "generalised speed", speeds->names, is_tied, speeds->count);
  bool is_alone = count_marked(is_tied, speeds->count) == 1;
  text_put(why, is_alone ? " is not free" : " depend on one another");
  if (count_marked(is_tying, bonds->count) == 0) return;
  text_put(why, " under ");
  put_marked(why, "constraint", bonds->labels, is_tying, bonds->count);
}

static void explain_counts(const Derivation *derivation, const Bonds *bonds,
                           const KaneSpeeds *speeds, Text *why)
{
  int n = derivation->equations->coordinate_count;
  text_format(why, "there %s %d generalised speed%s and %d coordinate%s",
              speeds->count == 1 ? "is" : "are", speeds->count, speeds->count == 1 ? "" : "s", n,
              n == 1 ? "" : "s");
  if (bonds->count > 0) {
    text_format(why, " under %d independent constraint%s", bonds->count,
                bonds->count == 1 ? "" : "s");
  }
  text_format(why, ", which take %d, or no 'speed' statement: ", n - bonds->count);
}

// Do the rows determine the rates?
static bool check_system(const Derivation *derivation, const Bonds *bonds, const KaneSpeeds *speeds,
                         const RateSystem *system, Text *why)
{
  int n = derivation->equations->coordinate_count, rows = system->K.rows;
  if (speeds->count == 0 && n > 0) {
    text_format(why, "nothing can move: the constraints determine the rates of all %d coordinates",
                n);
    return false;
  }
  if (rows != n) explain_counts(derivation, bonds, speeds, why);
  if (rows < n) {
    explain_rates(derivation, system, why);
    return false;
  }
  if (matrix_rank(system->K) == rows) return true;
  explain_speeds(derivation, bonds, speeds, system, why);
  if (rows > n) return false;
  text_put(why, "; ");
  explain_rates(derivation, system, why);
  return false;
}

// ---- solution

// X = [Jnh d], and the rates by them.
static void split_rates(const Derivation *derivation, Matrix X, KaneSpeeds *speeds)
{
  int m = speeds->count, *columns = ARENA_ARRAY(derivation->equations->arena, int, m + 1);
  for (int i = 0; i <= m; i++)
    columns[i] = i;
  speeds->Jnh = matrix_columns(X, columns, m);
  speeds->drift = matrix_columns(X, columns + m, 1);
  Matrix alpha = derivation_column(derivation, speeds->alpha, m);
  speeds->rates = matrix_add(speeds->drift, matrix_mul(speeds->Jnh, alpha));
  kane_shorten(speeds->rates);
}

// Derivatives of tangents come as 1 + sin^2/cos^2. Where 1/cos^2 has been built, that is its form.
static void build_secants(Matrix a)
{
  Steps steps = steps_of(a.at, a.rows * a.columns);
  for (int i = 0; i < steps.count; i++) {
    if (steps.at[i].op != OP_SIN && steps.at[i].op != OP_COS) continue;
    const Expr *secant = reciprocal(steps.at[i].node);
    square(secant);
  }
  steps_free(&steps);
}

const KaneSpeeds *kane_speeds(Derivation *derivation, Text *why)
{
  if (derivation->kane_speeds) return derivation->kane_speeds;
  derivation_speeds(derivation);  // named before anything is built of them
  const Bonds *bonds = derivation_bonds(derivation, why);
  if (!bonds) return NULL;
  KaneSpeeds *speeds = kane_choose_speeds(derivation, bonds);
  RateSystem system;
  if (!system_of(derivation, bonds, speeds, &system, why)) return NULL;
  if (!check_system(derivation, bonds, speeds, &system, why)) return NULL;
  Matrix X;
  int tied = blocks_solve(system.K, system.B, &X);
  if (tied > 0) {
    text_format(why, "%d rates are tied to one another, too many to solve for in symbols", tied);
    return NULL;
  }
  split_rates(derivation, X, speeds);
  if (speeds->is_constrained) kane_note_speeds(derivation, speeds);
  build_secants(speeds->Jnh);
  derivation->kane_speeds = speeds;
  return speeds;
}

void kane_reduce(const Derivation *derivation, const KaneSpeeds *speeds, const Expr *entries[],
                 int count)
{
  if (!speeds->is_constrained) return;
  Matrix rates = kane_rate_symbols(derivation);
  expr_substitute_all(entries, count, rates.at, speeds->rates.at, rates.rows, entries);
}

// ---- quantities

bool derive_rates_by_speeds(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const KaneSpeeds *speeds = kane_speeds(derivation, why);
  if (!speeds) return false;
  equations_put(equations,
                (Quantity){ .key = key,
                            .row_labels = kane_rate_names(equations),
                            .column_labels = speeds->names },
                speeds->Jnh);
  return true;
}

bool derive_drift(Derivation *derivation, const char *key, Text *why)
{
  const KaneSpeeds *speeds = kane_speeds(derivation, why);
  if (!speeds) return false;
  matrix_put(speeds->drift, equations_add(derivation->equations, (Quantity){ .key = key }));
  return true;
}

bool derive_rates(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const KaneSpeeds *speeds = kane_speeds(derivation, why);
  if (!speeds) return false;
  equations_put(equations, (Quantity){ .key = key, .labels = kane_rate_names(equations) },
                speeds->rates);
  return true;
}
