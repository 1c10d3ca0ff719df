// treatment_reduced.c -- the model of the independent coordinates, as quantities.
//
//   N, Ndotqd                    qdd = N qdd_in + a
//   M_in, h_in, G_in, tau_in     M_in qdd_in + h_in + G_in = tau_in
//   qdd_in                       its solution
// SPDX-License-Identifier: MIT
#include "formulation/forward.h"
#include "formulation/treatment.h"
#include "symbolic/algebra.h"

#include <string.h>

// N^T M N
static void reduce_mass(const Scene *scene, const Partition *partition, const Expr *const M[],
                        const Expr *M_in[])
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count, free_count = partition->free_count;
  const Expr **carried = ARENA_ARRAY(arena, const Expr *, n *free_count);
  for (int e = 0; e < n * free_count; e++)
    carried[e] =
        dot_of(scene, M + e / free_count * n, 1, partition->N + e % free_count, free_count, n);
  for (int e = 0; e < free_count * free_count; e++) {
    int i = e / free_count, j = e % free_count;
    M_in[e] = j < i ? M_in[j * free_count + i]
                    : dot_of(scene, partition->N + i, free_count, carried + j, free_count, n);
  }
}

const char **independent_names(const Scene *scene, const Partition *partition)
{
  const Equations *equations = scene->equations;
  const char **names = ARENA_ARRAY(equations->arena, const char *, partition->free_count);
  for (int j = 0; j < partition->free_count; j++)
    names[j] = equations->coordinates[partition->independent[j]].name;
  return names;
}

static const Expr **add_reduced(Scene *scene, const Partition *partition, Quantity quantity)
{
  quantity.unit = "";
  quantity.pivots = partition->pivots;
  quantity.pivot_count = scene->bonds->count;
  return equations_add(scene->equations, quantity);
}

// A vector over the independent coordinates.
static const Expr **add_free_vector(Scene *scene, const Partition *partition, const char *key,
                                    const char *function, const char *title)
{
  return add_reduced(scene, partition,
                     (Quantity){ .key = key,
                                 .function = function,
                                 .title = title,
                                 .rows = partition->free_count,
                                 .columns = 1,
                                 .shape = QUANTITY_VECTOR,
                                 .row_labels = independent_names(scene, partition) });
}

bool derive_partition(Scene *scene, const char *key, Text *why)
{
  int n = scene->equations->coordinate_count;
  const Partition *partition = scene_partition(scene, why);
  if (!partition) return false;
  bool is_matrix = strcmp(key, "N") == 0;
  Quantity quantity = { .key = key,
                        .function = is_matrix ? "partition" : "partition_bias",
                        .title = is_matrix ? "accelerations by those of the independent "
                                             "coordinates, qdd = N qdd_in + a"
                                           : "the part of qdd = N qdd_in + a that is not theirs",
                        .rows = n,
                        .columns = is_matrix ? partition->free_count : 1,
                        .shape = is_matrix ? QUANTITY_MATRIX : QUANTITY_VECTOR,
                        .row_labels = coordinate_names(scene->equations),
                        .column_labels = is_matrix ? independent_names(scene, partition) : NULL };
  const Expr **entries = add_reduced(scene, partition, quantity);
  for (int i = 0; i < n * quantity.columns; i++)
    entries[i] = is_matrix ? partition->N[i] : partition->a[i];
  return true;
}

bool derive_reduced_mass(Scene *scene, const char *key, Text *why)
{
  const Partition *partition = scene_partition(scene, why);
  const Expr *const *M = partition ? scene_quantity(scene, "M", why) : NULL;
  if (!M) return false;
  const char **names = independent_names(scene, partition);
  const Expr **M_in =
      add_reduced(scene, partition,
                  (Quantity){ .key = key,
                              .function = "reduced_mass_matrix",
                              .title = "mass matrix of the independent coordinates, N^T M N",
                              .rows = partition->free_count,
                              .columns = partition->free_count,
                              .shape = QUANTITY_MATRIX,
                              .is_symmetric = true,
                              .row_labels = names,
                              .column_labels = names });
  reduce_mass(scene, partition, M, M_in);
  return true;
}

// h + M a, G, tau + Qe + Qu
static const Expr **unreduced(Scene *scene, const Partition *partition, char which, Text *why)
{
  int n = scene->equations->coordinate_count;
  if (which == 'G') return scene_quantity(scene, "G", why);
  if (which == 't') return acting_forces(scene, why);
  const Expr *const *h = scene_quantity(scene, "h", why);
  const Expr *const *M = h ? scene_quantity(scene, "M", why) : NULL;
  if (!M) return NULL;
  const Expr **out = ARENA_ARRAY(scene->equations->arena, const Expr *, n);
  mass_times(scene, M, partition->a, out);
  for (int i = 0; i < n; i++)
    out[i] = sum(h[i], out[i]);
  return out;
}

bool derive_reduced_forces(Scene *scene, const char *key, Text *why)
{
  const Partition *partition = scene_partition(scene, why);
  const Expr *const *whole = partition ? unreduced(scene, partition, key[0], why) : NULL;
  if (!whole) return false;
  const char *function = key[0] == 'G'   ? "reduced_gravity"
                         : key[0] == 't' ? "reduced_forces"
                                         : "reduced_bias";
  const char *title = key[0] == 'G'   ? "gravity on the independent coordinates, N^T G"
                      : key[0] == 't' ? "what acts on the independent coordinates, N^T (tau + Qe + "
                                        "Qu)"
                                      : "Coriolis and centrifugal terms of the independent "
                                        "coordinates, N^T (h + M a)";
  partition_project(scene, partition, whole,
                    add_free_vector(scene, partition, key, function, title));
  return true;
}

bool derive_reduced_acceleration(Scene *scene, const char *key, Text *why)
{
  const Partition *partition = scene_partition(scene, why);
  const ConstrainedMotion *motion = partition ? constrained_motion(scene, why) : NULL;
  if (!motion) return false;
  const Expr **out = equations_add(
      scene->equations, (Quantity){ .key = key,
                                    .function = "reduced_forward_dynamics",
                                    .title = "accelerations of the independent coordinates",
                                    .unit = "",
                                    .rows = partition->free_count,
                                    .columns = 1,
                                    .shape = QUANTITY_VECTOR,
                                    .row_labels = independent_names(scene, partition),
                                    .pivots = motion->pivots,
                                    .pivot_count = motion->pivot_count });
  for (int j = 0; j < partition->free_count; j++)
    out[j] = motion->qdd[partition->independent[j]];
  return true;
}
