// treatment_inverse.c -- what the drives must give so that the mechanism moves as wanted.
//
// Drives are the inputs that are free: what acts is affine in them, Q = Q0 + B u. With the freedoms
// of the partition (treatment_partition.c)
//
//   N^T B u = r,   r = M_in qdd_in + h_in + G_in - N^T Q0
//
// qdd_in are the accelerations of the independent coordinates, those of the others follow. With
// more drives than freedoms u is not unique; the one with the least sum of w u^2 is given:
//
//   u = W^-1 A^T (A W^-1 A^T)^-1 r,   A = N^T B
//
// Without any free input the drives are generalised forces on the independent coordinates, u = r.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"
#include "formulation/forward.h"
#include "formulation/modular.h"
#include "formulation/recipes.h"
#include "formulation/treatment.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

typedef struct Drives {
  int count;
  const Expr **symbols;
  const char **names;
  int *inputs;     // their numbers among the inputs
  const Expr **B;  // n x count
  const Expr **Q;  // what acts without them
} Drives;

// The inputs without a described value that something depends on.
static void find_drives(const Scene *scene, const Expr *const Q[], Drives *drives)
{
  const Equations *equations = scene->equations;
  for (int k = 0; k < equations->input_count; k++) {
    const Input *input = &scene->mechanism->inputs[k];
    bool acts = false;
    for (int i = 0; i < equations->coordinate_count; i++)
      acts = acts || expr_depends_on(Q[i], equations->inputs[k].symbol);
    if (!acts || input->value || input->table) continue;
    drives->inputs[drives->count] = k;
    drives->names[drives->count] = equations->inputs[k].name;
    drives->symbols[drives->count++] = equations->inputs[k].symbol;
  }
}

static bool is_affine(const Scene *scene, const Drives *drives, Text *why)
{
  const Equations *equations = scene->equations;
  for (int e = 0; e < equations->coordinate_count * drives->count; e++) {
    for (int k = 0; k < drives->count; k++) {
      if (!expr_depends_on(drives->B[e], drives->symbols[k])) continue;
      text_format(why, "what acts on %s is not proportional to the input '%s'",
                  equations->coordinates[e / drives->count].name, drives->names[k]);
      return false;
    }
  }
  return true;
}

static bool drives_of(Scene *scene, Drives *drives, Text *why)
{
  const Equations *equations = scene->equations;
  Arena *arena = equations->arena;
  int n = equations->coordinate_count, most = equations->input_count;
  const Expr *const *Qe = scene_quantity(scene, "Qe", why);
  const Expr *const *Qu = Qe ? scene_quantity(scene, "Qu", why) : NULL;
  if (!Qu) return false;
  *drives = (Drives){ .symbols = ARENA_ARRAY(arena, const Expr *, most),
                      .names = ARENA_ARRAY(arena, const char *, most),
                      .inputs = ARENA_ARRAY(arena, int, most),
                      .Q = ARENA_ARRAY(arena, const Expr *, n) };
  for (int i = 0; i < n; i++)
    drives->Q[i] = sum(Qe[i], Qu[i]);
  find_drives(scene, drives->Q, drives);
  drives->B = ARENA_ARRAY(arena, const Expr *, n * drives->count);
  expr_jacobian(drives->Q, n, drives->symbols, drives->count, drives->B);
  const Expr **zeros = ARENA_ARRAY(arena, const Expr *, drives->count);
  for (int k = 0; k < drives->count; k++)
    zeros[k] = expr_integer(equations->pool, 0);
  expr_substitute_all(drives->Q, n, drives->symbols, zeros, drives->count, drives->Q);
  return is_affine(scene, drives, why);
}

// ---- the equation

// r, by freedom.
static const Expr **wanted_forces(Scene *scene, const Partition *partition, const Drives *drives,
                                  Text *why)
{
  const Equations *equations = scene->equations;
  int n = equations->coordinate_count, free_count = partition->free_count;
  const Expr *const *M_in = scene_quantity(scene, "M_in", why);
  const Expr *const *h_in = M_in ? scene_quantity(scene, "h_in", why) : NULL;
  const Expr *const *G_in = h_in ? scene_quantity(scene, "G_in", why) : NULL;
  if (!G_in) return NULL;
  const Expr **r = ARENA_ARRAY(equations->arena, const Expr *, free_count);
  for (int i = 0; i < free_count; i++) {
    const Expr *acts = dot_of(scene, partition->N + i, free_count, drives->Q, 1, n);
    r[i] = difference(sum(h_in[i], G_in[i]), acts);
    for (int j = 0; j < free_count; j++) {
      const Expr *acceleration = acceleration_of(equations, partition->independent[j]);
      r[i] = sum(r[i], product(M_in[i * free_count + j], acceleration));
    }
  }
  return r;
}

static void explain_too_few(const Scene *scene, const Partition *partition, const Drives *drives,
                            int rank, Text *why)
{
  text_format(why, "the mechanism has %d freedoms and its drives (", partition->free_count);
  for (int k = 0; k < drives->count; k++)
    text_format(why, "%s%s", k == 0 ? "" : ", ", drives->names[k]);
  text_format(why,
              ") act on %d of them, so not every motion can be driven; add drives, or hold %d of "
              "the coordinates",
              rank, partition->free_count - rank);
  for (int j = 0; j < partition->free_count; j++) {
    const char *name = scene->equations->coordinates[partition->independent[j]].name;
    text_format(why, "%s%s", j == 0 ? " " : ", ", name);
  }
}

// A = N^T B with its columns divided by the weights; the factors of A W^-1 A^T.
typedef struct Distribution {
  const Expr **A;         // free_count x drives
  const Expr **weighted;  // W^-1 A^T, drives x free_count
  SymmetricFactors factors;
  const Expr **diagonal;
} Distribution;

static bool distribute(Scene *scene, const Partition *partition, const Drives *drives,
                       Distribution *distribution, Text *why)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count, m = drives->count, f = partition->free_count;
  const Expr *const *weights = scene->options ? scene->options->weights : NULL;
  const Expr **gram = ARENA_ARRAY(arena, const Expr *, f *f);
  *distribution = (Distribution){ .A = ARENA_ARRAY(arena, const Expr *, f *m),
                                  .weighted = ARENA_ARRAY(arena, const Expr *, f *m),
                                  .diagonal = ARENA_ARRAY(arena, const Expr *, f) };
  for (int e = 0; e < f * m; e++) {
    const Expr *entry = dot_of(scene, partition->N + e / m, f, drives->B + e % m, m, n);
    distribution->A[e] = entry;
    const Expr **weighted = &distribution->weighted[e % m * f + e / m];
    const Expr *weight = weights ? weights[drives->inputs[e % m]] : NULL;
    *weighted = weight ? quotient(entry, expr_copy(scene->equations->pool, weight)) : entry;
  }
  int rank = modular_rank(distribution->A, f, m);
  if (rank < f) {
    explain_too_few(scene, partition, drives, rank, why);
    return false;
  }
  for (int e = 0; e < f * f; e++) {
    gram[e] = dot_of(scene, distribution->A + e / f * m, 1, distribution->weighted + e % f, f, m);
    if (e / f == e % f) distribution->diagonal[e / f] = gram[e];
  }
  return factors_of(scene, gram, f, NULL, "u", &distribution->factors) < 0;
}

// ---- the quantity

static const Expr **add_drives(Scene *scene, const char *key, const char *title, int rows,
                               const char *const labels[], const ConstrainedMotion *checks)
{
  return equations_add(scene->equations, (Quantity){ .key = key,
                                                     .function = "drive_efforts",
                                                     .title = title,
                                                     .unit = "",
                                                     .rows = rows,
                                                     .columns = 1,
                                                     .shape = QUANTITY_VECTOR,
                                                     .row_labels = labels,
                                                     .pivots = checks->pivots,
                                                     .pivot_count = checks->pivot_count });
}

static const char *title_of(const Scene *scene, const Partition *partition, const Drives *drives)
{
  if (drives->count == partition->free_count) return "what the drives must give";
  const char *measure = scene->options && scene->options->weights ? "sum of weight * u^2" : "norm";
  return arena_format(scene->equations->arena,
                      "what the drives must give: %d for %d freedom%s, those with the least %s",
                      drives->count, partition->free_count, partition->free_count == 1 ? "" : "s",
                      measure);
}

// The pivots of the partition, then those of A W^-1 A^T.
static ConstrainedMotion checks_of(const Scene *scene, const Partition *partition,
                                   const Distribution *distribution)
{
  Arena *arena = scene->equations->arena;
  int bonds = scene->bonds->count, f = distribution ? partition->free_count : 0;
  ConstrainedMotion checks = { .pivots = ARENA_ARRAY(arena, Pivot, bonds + f) };
  for (int k = 0; k < bonds; k++)
    checks.pivots[checks.pivot_count++] = partition->pivots[k];
  const Expr *tiny = expr_rational(scene->equations->pool, 1, 1L << 40);
  const Expr *trace = expr_integer(scene->equations->pool, 0);
  for (int k = 0; k < f; k++)
    trace = sum(trace, distribution->diagonal[k]);
  const Expr *least = product(tiny, trace);
  for (int k = f - 1; k >= 0; k--) {
    Pivot pivot = { .value = difference(distribution->factors.pivot[k], least),
                    .coordinate = partition->independent[k] };
    checks.pivots[checks.pivot_count++] = pivot;
  }
  return checks;
}

bool derive_drive_efforts(Scene *scene, const char *key, Text *why)
{
  const Partition *partition = scene_partition(scene, why);
  Drives drives;
  if (!partition || !drives_of(scene, &drives, why)) return false;
  const Expr **r = wanted_forces(scene, partition, &drives, why);
  if (!r) return false;
  int f = partition->free_count, m = drives.count;
  if (m == 0) {
    ConstrainedMotion checks = checks_of(scene, partition, NULL);
    const Expr **u = add_drives(scene, key,
                                "generalised forces on the independent coordinates that the motion "
                                "takes",
                                f, independent_names(scene, partition), &checks);
    for (int i = 0; i < f; i++)
      u[i] = r[i];
    return true;
  }
  Distribution distribution;
  if (!distribute(scene, partition, &drives, &distribution, why)) return false;
  factors_solve(&distribution.factors, r, 1, r);
  for (int i = 0; i < f && f > 1; i++)
    r[i] = name_entry(scene, "r", i, -1, r[i]);
  ConstrainedMotion checks = checks_of(scene, partition, &distribution);
  const Expr **u =
      add_drives(scene, key, title_of(scene, partition, &drives), m, drives.names, &checks);
  for (int k = 0; k < m; k++)
    u[k] = dot_of(scene, distribution.weighted + k * f, 1, r, 1, f);
  return true;
}
