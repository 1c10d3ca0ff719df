// kane_rates.c -- rates of the coordinates as functions of generalised speeds and constraints.
//
// The speeds alpha = S(q,t) qd and the constraints A(q,t) qd + b(q,t) = 0, A = [Phi_q; H] and
// b = [Phi_t; b_nh], are together as many as the coordinates, and determine their rates:
//
//   [ S ]      [ alpha ]
//   [ A ] qd = [  -b   ]        qd = J_nh alpha + d
//
// J_nh is De Santis's, and d is the part due to time. Redundant constraints are omitted. The speeds
// are those of `speed` statements or, if there are none, rates.
// SPDX-License-Identifier: MIT
#include "formulation/methods/kane.h"

#include "formulation/constraints/dependents.h"
#include "formulation/constraints/constraint_method.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"
#include "symbolic/field/field_matrix.h"

// ---- choice of the speeds

const char **kane_rate_names(const Equations *equations)
{
  const char **names = ARENA_ARRAY(equations->arena, const char *, equations->coordinate_count);
  for (int j = 0; j < equations->coordinate_count; j++)
    names[j] = arena_format(equations->arena, "%s'", equations->coordinates[j].name);
  return names;
}

// Uses the rates of all coordinates; under constraints, those of the independent ones
// (dependents.h).
static void take_rates(Derivation *derivation, const ActiveConstraints *active, KaneSpeeds *speeds)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const char **names = kane_rate_names(equations);
  bool *is_dependent = ARENA_ARRAY(equations->arena, bool, n);
  if (active->count > 0) find_dependents(derivation, active, is_dependent);
  for (int j = 0; j < n; j++) {
    if (is_dependent[j]) continue;
    speeds->names[speeds->count] = names[j];
    speeds->alpha[speeds->count++] = speed_of(equations, j);
  }
}

static KaneSpeeds *choose_speeds(Derivation *derivation, const ActiveConstraints *active)
{
  Arena *arena = derivation->equations->arena;
  const Mechanism *mechanism = derivation->mechanism;
  int n = derivation->equations->coordinate_count, most = mechanism->speed_count + n;
  KaneSpeeds *speeds = ARENA_NEW(arena, KaneSpeeds);
  speeds->names = ARENA_ARRAY(arena, const char *, most);
  speeds->alpha = ARENA_ARRAY(arena, const Expr *, most);
  speeds->is_constrained = active->count > 0;
  if (mechanism->speed_count == 0) take_rates(derivation, active, speeds);
  for (int i = 0; i < mechanism->speed_count; i++) {
    speeds->names[i] = arena_format(arena, "%s", mechanism->speeds[i].name);
    speeds->alpha[i] = derivation_speeds(derivation)[i];
    speeds->count++;
  }
  return speeds;
}

// Adds "generalised speeds: v, w = theta'": a rate is printed as such, whatever the speed's name.
static void note_speeds(Derivation *derivation, const KaneSpeeds *speeds)
{
  bool is_chosen = derivation->mechanism->speed_count == 0;
  Text note = { 0 };
  text_put(&note, "generalised speeds:");
  for (int i = 0; i < speeds->count; i++) {
    text_format(&note, "%s %s", i == 0 ? "" : ",", speeds->names[i]);
    const Expr *alpha = speeds->alpha[i];
    if (alpha->form->op == OP_SYMBOL && !is_chosen)
      text_format(&note, " = %s", alpha->form->symbol->name);
  }
  derivation->equations->independent = speeds->names;
  derivation->equations->independent_count = speeds->count;
  if (is_chosen) text_put(&note, "; the other rates follow from the constraints");
  equations_add_note(derivation->equations, text_string(&note));
  text_free(&note);
}

// ---- the system

// The equations of all unknowns: rows of the speeds, then those of the constraints.
typedef struct RateSystem {
  Matrix K;  // columns by coordinate
  Matrix B;  // right-hand sides: a column for each speed, the last one for the drift
} RateSystem;

// Computes S; returns false with a sentence in `why` if alpha is not S qd.
static bool speeds_by_rates(const Derivation *derivation, const KaneSpeeds *speeds, Matrix *S,
                            Text *why)
{
  Matrix rates = speed_column(derivation);
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

// The part of a constraint's rate that contains no rate of a coordinate.
static const Expr *rest_of(Derivation *derivation, int place)
{
  int held = derivation->constraints->holonomic_count;
  return place < held ? derivation_require(derivation, "Phi_t")[place]
                      : derivation_require(derivation, "b_nh")[place - held];
}

static bool system_of(Derivation *derivation, const ActiveConstraints *active,
                      const KaneSpeeds *speeds, RateSystem *system, Text *why)
{
  Matrix S;
  if (!speeds_by_rates(derivation, speeds, &S, why)) return false;
  int m = speeds->count;
  system->K = matrix_above(S, active->J);
  system->B = derivation_zeros(derivation, m + active->count, m + 1);
  for (int i = 0; i < m; i++)
    matrix_set(system->B, i, i, expr_integer(derivation->equations->pool, 1));
  for (int i = 0; i < active->count; i++)
    matrix_set(system->B, m + i, m, negative(rest_of(derivation, active->places[i])));
  return true;
}

// ---- error messages

// Marks the columns of a matrix in which vectors of its kernel have entries.
static void mark_kernel(Matrix a, bool is_marked[])
{
  Echelon echelon = values_echelon(values_of(a));
  Values kernel = values_kernel(&echelon);
  for (int i = 0; i < kernel.rows; i++) {
    for (int j = 0; j < kernel.columns; j++)
      is_marked[j] = is_marked[j] || !fingerprint_is_zero(values_row(kernel, i)[j]);
  }
}

static int count_marked(const bool is_marked[], int count)
{
  int marked = 0;
  for (int i = 0; i < count; i++)
    marked += is_marked[i];
  return marked;
}

// Prints "the rates x', y'" for the marked ones.
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

// Lists dependent rows; the constraints are independent, so a speed is always among them.
static void explain_speeds(const Derivation *derivation, const ActiveConstraints *active,
                           const KaneSpeeds *speeds, const RateSystem *system, Text *why)
{
  bool *is_tied = ARENA_ARRAY(derivation->equations->arena, bool, system->K.rows);
  bool *is_tying = is_tied + speeds->count;
  mark_kernel(matrix_transpose(system->K), is_tied);
  put_marked(why, "generalised speed", speeds->names, is_tied, speeds->count);
  bool is_alone = count_marked(is_tied, speeds->count) == 1;
  text_put(why, is_alone ? " is not free" : " depend on one another");
  if (count_marked(is_tying, active->count) == 0) return;
  text_put(why, " under ");
  put_marked(why, "constraint", active->labels, is_tying, active->count);
}

static void explain_counts(const Derivation *derivation, const ActiveConstraints *active,
                           const KaneSpeeds *speeds, Text *why)
{
  int n = derivation->equations->coordinate_count;
  text_format(why, "there %s %d generalised speed%s and %d coordinate%s",
              speeds->count == 1 ? "is" : "are", speeds->count, speeds->count == 1 ? "" : "s", n,
              n == 1 ? "" : "s");
  if (active->count > 0) {
    text_format(why, " under %d independent constraint%s", active->count,
                active->count == 1 ? "" : "s");
  }
  text_format(why, ", which take %d, or no 'speed' statement: ", n - active->count);
}

// Returns true if the rows determine the rates.
static bool check_system(const Derivation *derivation, const ActiveConstraints *active,
                         const KaneSpeeds *speeds, const RateSystem *system, Text *why)
{
  int n = derivation->equations->coordinate_count, rows = system->K.rows;
  if (speeds->count == 0 && n > 0) {
    text_format(why, "nothing can move: the constraints determine the rates of all %d coordinates",
                n);
    return false;
  }
  if (rows != n) explain_counts(derivation, active, speeds, why);
  if (rows < n) {
    explain_rates(derivation, system, why);
    return false;
  }
  if (matrix_rank(system->K) == rows) return true;
  explain_speeds(derivation, active, speeds, system, why);
  if (rows > n) return false;
  text_put(why, "; ");
  explain_rates(derivation, system, why);
  return false;
}

// ---- solution

// Splits X = [Jnh d], and computes the rates from it.
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

// Derivatives of tangents have the form 1 + sin^2/cos^2. If 1/cos^2 has been built, they adopt that
// form.
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
  derivation_speeds(derivation);  // must be named before expressions are built from them
  const ActiveConstraints *active = derivation_active_constraints(derivation, why);
  if (!active) return NULL;
  KaneSpeeds *speeds = choose_speeds(derivation, active);
  RateSystem system;
  if (!system_of(derivation, active, speeds, &system, why)) return NULL;
  if (!check_system(derivation, active, speeds, &system, why)) return NULL;
  Matrix X;
  int tied = blocks_solve(system.K, system.B, &X);
  if (tied > 0) {
    text_format(why, "%d rates are tied to one another, too many to solve for in symbols", tied);
    return NULL;
  }
  split_rates(derivation, X, speeds);
  if (speeds->is_constrained) note_speeds(derivation, speeds);
  build_secants(speeds->Jnh);
  derivation->kane_speeds = speeds;
  return speeds;
}

void kane_reduce(const Derivation *derivation, const KaneSpeeds *speeds, const Expr *entries[],
                 int count)
{
  if (!speeds->is_constrained) return;
  Matrix rates = speed_column(derivation);
  expr_substitute_all(entries, count, rates.at, speeds->rates.at, rates.rows, entries);
}

void kane_shorten(Matrix a)
{
  enum { LONG = 1000 };
  for (int e = 0; e < a.rows * a.columns; e++) {
    if (a.at[e]->form->cost < LONG) entries_shorten(&a.at[e], 1);
  }
}
