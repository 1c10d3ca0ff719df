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
#include "base/memory.h"
#include "formulation/kane.h"
#include "formulation/modular.h"
#include "formulation/treatment.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/steps.h"

#include <stdlib.h>

// ---- the system

// Of all unknowns at once: rows of the speeds, then those of the constraints.
typedef struct RateSystem {
  int rows;
  const Expr **K;  // rows x coordinates
  const Expr **B;  // right-hand sides: a column for each speed, the last without any
} RateSystem;

// S, and whether it is all of alpha.
static bool put_speeds(const Scene *scene, const KaneSpeeds *speeds, const Expr *S[], Text *why)
{
  const Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr **rates = kane_rate_symbols(equations);
  expr_jacobian(speeds->alpha, speeds->count, rates, n, S);
  for (int i = 0; i < speeds->count; i++) {
    const Expr *rest = speeds->alpha[i];
    for (int j = 0; j < n; j++)
      rest = difference(rest, product(S[i * n + j], rates[j]));
    if (is_zero(rest)) continue;
    text_format(why, "the generalised speed '%s' has a part that no rate multiplies",
                speeds->names[i]);
    return false;
  }
  return true;
}

// The part of a constraint's rate that no rate of a coordinate multiplies.
static const Expr *rest_of(Scene *scene, int place)
{
  int held = scene->constraints->holonomic_count;
  return place < held ? scene_require(scene, "Phi_t")[place]
                      : scene_require(scene, "b_nh")[place - held];
}

static bool system_of(Scene *scene, const Bonds *bonds, const KaneSpeeds *speeds,
                      RateSystem *system, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count, m = speeds->count, columns = m + 1;
  system->rows = m + bonds->count;
  system->K = ARENA_ARRAY(equations->arena, const Expr *, system->rows *n);
  system->B = ARENA_ARRAY(equations->arena, const Expr *, system->rows *columns);
  if (!put_speeds(scene, speeds, system->K, why)) return false;
  for (int e = 0; e < bonds->count * n; e++)
    system->K[m * n + e] = bonds->J[e];
  for (int e = 0; e < system->rows * columns; e++)
    system->B[e] = expr_integer(equations->pool, e / columns == e % columns && e / columns < m);
  for (int i = 0; i < bonds->count; i++)
    system->B[(m + i) * columns + m] = negative(rest_of(scene, bonds->places[i]));
  return true;
}

// ---- refusals

// Marks the columns of a matrix in which vectors that it takes to zero have entries.
static void mark_kernel(const Expr *const entries[], int rows, int columns, bool is_marked[])
{
  ModularMatrix matrix = modular_of(entries, rows, columns);
  int *pivots = memory_new((size_t)columns + 1, sizeof *pivots);
  int rank = modular_reduce(&matrix, pivots);
  ModularMatrix kernel = modular_kernel(&matrix, rank, pivots);
  for (int e = 0; e < kernel.rows * columns; e++)
    is_marked[e % columns] = is_marked[e % columns] || kernel.at[e] != 0;
  free(kernel.at);
  free(pivots);
  free(matrix.at);
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

static void explain_rates(const Scene *scene, const RateSystem *system, Text *why)
{
  const Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  bool *is_loose = ARENA_ARRAY(equations->arena, bool, n);
  mark_kernel(system->K, system->rows, n, is_loose);
  text_put(why, "nothing determines ");
  put_marked(why, "rate", kane_rate_names(equations), is_loose, n);
}

// Which rows say nothing new; the constraints are independent, so a speed is always among them.
static void explain_speeds(const Scene *scene, const Bonds *bonds, const KaneSpeeds *speeds,
                           const RateSystem *system, Text *why)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count, rows = system->rows;
  const Expr **transposed = ARENA_ARRAY(arena, const Expr *, rows *n);
  for (int e = 0; e < rows * n; e++)
    transposed[e] = system->K[e % rows * n + e / rows];
  bool *is_tied = ARENA_ARRAY(arena, bool, rows), *is_tying = is_tied + speeds->count;
  mark_kernel(transposed, n, rows, is_tied);
  put_marked(why, "generalised speed", speeds->names, is_tied, speeds->count);
  bool is_alone = count_marked(is_tied, speeds->count) == 1;
  text_put(why, is_alone ? " is not free" : " depend on one another");
  if (count_marked(is_tying, bonds->count) == 0) return;
  text_put(why, " under ");
  put_marked(why, "constraint", bonds->labels, is_tying, bonds->count);
}

static void explain_counts(const Scene *scene, const Bonds *bonds, const KaneSpeeds *speeds,
                           Text *why)
{
  int n = scene->equations->coordinate_count;
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
static bool check_system(const Scene *scene, const Bonds *bonds, const KaneSpeeds *speeds,
                         const RateSystem *system, Text *why)
{
  int n = scene->equations->coordinate_count;
  if (speeds->count == 0 && n > 0) {
    text_format(why, "nothing can move: the constraints determine the rates of all %d coordinates",
                n);
    return false;
  }
  if (system->rows != n) explain_counts(scene, bonds, speeds, why);
  if (system->rows < n) {
    explain_rates(scene, system, why);
    return false;
  }
  if (modular_rank(system->K, system->rows, n) == system->rows) return true;
  explain_speeds(scene, bonds, speeds, system, why);
  if (system->rows > n) return false;
  text_put(why, "; ");
  explain_rates(scene, system, why);
  return false;
}

// ---- solution

static void fill_rates(const Scene *scene, const Expr *const X[], KaneSpeeds *speeds)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count, m = speeds->count;
  speeds->Jnh = ARENA_ARRAY(arena, const Expr *, n *m);
  speeds->drift = ARENA_ARRAY(arena, const Expr *, n);
  speeds->rates = ARENA_ARRAY(arena, const Expr *, n);
  for (int j = 0; j < n; j++) {
    speeds->drift[j] = speeds->rates[j] = X[j * (m + 1) + m];
    for (int i = 0; i < m; i++) {
      const Expr *entry = speeds->Jnh[j * m + i] = X[j * (m + 1) + i];
      speeds->rates[j] = sum(speeds->rates[j], product(entry, speeds->alpha[i]));
    }
  }
  kane_shorten(speeds->rates, n);
}

// Derivatives of tangents come as 1 + sin^2/cos^2. Where 1/cos^2 has been built, that is its form.
static void build_secants(const Expr *const entries[], int count)
{
  Steps steps = steps_of(entries, count);
  for (int i = 0; i < steps.count; i++) {
    if (steps.at[i].op != OP_SIN && steps.at[i].op != OP_COS) continue;
    const Expr *secant = reciprocal(steps.at[i].node);
    square(secant);
  }
  steps_free(&steps);
}

const KaneSpeeds *kane_speeds(Scene *scene, Text *why)
{
  if (scene->kane_speeds) return scene->kane_speeds;
  scene_speeds(scene);  // named before anything is built of them
  int n = scene->equations->coordinate_count;
  const Bonds *bonds = scene_bonds(scene, why);
  if (!bonds) return NULL;
  KaneSpeeds *speeds = kane_choose_speeds(scene, bonds);
  RateSystem system;
  if (!system_of(scene, bonds, speeds, &system, why)) return NULL;
  if (!check_system(scene, bonds, speeds, &system, why)) return NULL;
  int columns = speeds->count + 1;
  const Expr **X = ARENA_ARRAY(scene->equations->arena, const Expr *, n *columns);
  int tied = blocks_solve(scene, system.K, n, system.B, columns, X);
  if (tied > 0) {
    text_format(why, "%d rates are tied to one another, too many to solve for in symbols", tied);
    return NULL;
  }
  fill_rates(scene, X, speeds);
  if (speeds->is_constrained) kane_note_speeds(scene, speeds);
  build_secants(speeds->Jnh, n * speeds->count);
  scene->kane_speeds = speeds;
  return speeds;
}

void kane_reduce(const Scene *scene, const KaneSpeeds *speeds, const Expr *entries[], int count)
{
  const Equations *equations = scene->equations;
  if (!speeds->is_constrained) return;
  const Expr **rates = kane_rate_symbols(equations);
  expr_substitute_all(entries, count, rates, speeds->rates, equations->coordinate_count, entries);
}

// ---- quantities

bool derive_rates_by_speeds(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  const KaneSpeeds *speeds = kane_speeds(scene, why);
  if (!speeds) return false;
  int n = equations->coordinate_count;
  const Expr **Jnh = equations_add(
      equations, (Quantity){ .key = key,
                             .function = "rates_by_speeds",
                             .title = "rates of the coordinates by generalised speeds",
                             .unit = "",
                             .shape = QUANTITY_MATRIX,
                             .rows = n,
                             .columns = speeds->count,
                             .row_labels = kane_rate_names(equations),
                             .column_labels = speeds->names });
  for (int e = 0; e < n * speeds->count; e++)
    Jnh[e] = speeds->Jnh[e];
  return true;
}

bool derive_drift(Scene *scene, const char *key, Text *why)
{
  const KaneSpeeds *speeds = kane_speeds(scene, why);
  if (!speeds) return false;
  const Expr **drift = add_vector(scene->equations, key, "rates_without_speeds",
                                  "rates of the coordinates where all speeds are zero");
  for (int j = 0; j < scene->equations->coordinate_count; j++)
    drift[j] = speeds->drift[j];
  return true;
}

bool derive_rates(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  const KaneSpeeds *speeds = kane_speeds(scene, why);
  if (!speeds) return false;
  int n = equations->coordinate_count;
  const Expr **rates = equations_add(
      equations, (Quantity){ .key = key,
                             .function = "rates",
                             .title = "rates of the coordinates by speeds, Jnh alpha + dnh",
                             .unit = "",
                             .shape = QUANTITY_VECTOR,
                             .rows = n,
                             .columns = 1,
                             .labels = kane_rate_names(equations) });
  for (int j = 0; j < n; j++)
    rates[j] = speeds->rates[j];
  return true;
}
