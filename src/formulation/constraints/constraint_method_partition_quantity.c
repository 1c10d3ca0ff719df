// constraint_method_partition_quantity.c -- quantities of the model over the independent
// coordinates.
//
//   N, Ndotqd                    qdd = N qdd_in + a
//   M_in, h_in, G_in, tau_in     M_in qdd_in + h_in + G_in = tau_in
//   qdd_in                       its solution
// SPDX-License-Identifier: MIT
#include "formulation/derived/forward.h"
#include "formulation/constraints/constraint_method.h"

#include <string.h>

const char **independent_names(const Derivation *derivation, const Partition *partition)
{
  const Equations *equations = derivation->equations;
  const char **names = ARENA_ARRAY(equations->arena, const char *, partition->free_count);
  for (int j = 0; j < partition->free_count; j++)
    names[j] = equations->coordinates[partition->independent[j]].name;
  return names;
}

static bool is_over_independent(const char *key)
{
  static const char *const KEYS[] = {
    "N", "Ndotqd", "M_in", "h_in", "G_in", "tau_in", "qdd_in", "u"
  };
  for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
    if (strcmp(KEYS[i], key) == 0) return true;
  }
  return false;
}

void note_independent(Derivation *derivation, const char *const keys[], int key_count)
{
  const Partition *partition = derivation->partition;
  bool is_asked = false;
  for (int i = 0; i < key_count; i++)
    is_asked = is_asked || is_over_independent(keys[i]);
  if (!is_asked || !partition) return;
  Equations *equations = derivation->equations;
  equations->independent = independent_names(derivation, partition);
  equations->independent_count = partition->free_count;
  if (!derivation->for_display) return;
  Text note = { 0 };
  text_put(&note,
           partition->free_count == 1 ? "independent coordinate:" : "independent coordinates:");
  for (int j = 0; j < partition->free_count; j++)
    text_format(&note, "%s %s", j == 0 ? "" : ",", equations->independent[j]);
  if (partition->free_count > 0) equations_add_note(equations, text_string(&note));
  text_free(&note);
}

static const Expr **add_reduced(Derivation *derivation, const Partition *partition,
                                Quantity quantity)
{
  quantity.pivots = partition->pivots;
  quantity.pivot_count = partition->pivot_count;
  return equations_add(derivation->equations, quantity);
}

// Adds a vector over the independent coordinates.
static const Expr **add_free_vector(Derivation *derivation, const Partition *partition,
                                    const char *key)
{
  return add_reduced(derivation, partition,
                     (Quantity){ .key = key,
                                 .rows = partition->free_count,
                                 .row_labels = independent_names(derivation, partition) });
}

bool derive_partition(Derivation *derivation, const char *key, Text *why)
{
  const Partition *partition = derivation_partition(derivation, why);
  if (!partition) return false;
  bool is_matrix = strcmp(key, "N") == 0;
  Quantity quantity = { .key = key,
                        .columns = is_matrix ? partition->free_count : 1,
                        .column_labels =
                            is_matrix ? independent_names(derivation, partition) : NULL };
  Matrix entries = is_matrix ? partition->N : partition_bias(derivation);
  matrix_put(entries, add_reduced(derivation, partition, quantity));
  return true;
}

bool derive_reduced_mass(Derivation *derivation, const char *key, Text *why)
{
  choose_partition_writing(derivation, key);
  const Partition *partition = derivation_partition(derivation, why);
  Matrix M = partition ? derivation_matrix(derivation, "M", why) : (Matrix){ 0 };
  if (!M.at) return false;
  const char **names = independent_names(derivation, partition);
  const Expr **M_in = add_reduced(derivation, partition,
                                  (Quantity){ .key = key,
                                              .rows = partition->free_count,
                                              .columns = partition->free_count,
                                              .row_labels = names,
                                              .column_labels = names });
  matrix_put(matrix_mul_symmetric(partition->N, matrix_mul(M, partition->N)), M_in);
  entries_shorten_on_loops(derivation, M_in, partition->free_count * partition->free_count);
  return true;
}

// h + M a, G or tau + Qe + Qu; `at` is NULL, with a sentence in `why`, if it cannot be derived.
static Matrix unreduced(Derivation *derivation, char which, Text *why)
{
  if (which == 'G') return derivation_matrix(derivation, "G", why);
  if (which == 't') {
    const Expr *const *acting = acting_forces(derivation, why);
    return acting ? derivation_column(derivation, acting, derivation->equations->coordinate_count)
                  : (Matrix){ 0 };
  }
  Matrix h = derivation_matrix(derivation, "h", why);
  Matrix M = h.at ? derivation_matrix(derivation, "M", why) : h;
  return M.at ? matrix_add(h, matrix_mul(M, partition_bias(derivation))) : M;
}

bool derive_reduced_forces(Derivation *derivation, const char *key, Text *why)
{
  choose_partition_writing(derivation, key);
  const Partition *partition = derivation_partition(derivation, why);
  Matrix whole = partition ? unreduced(derivation, key[0], why) : (Matrix){ 0 };
  if (!whole.at) return false;
  const Expr **forces = add_free_vector(derivation, partition, key);
  matrix_put(matrix_mul_transposed(partition->N, whole), forces);
  entries_shorten_on_loops(derivation, forces, partition->free_count);
  return true;
}

bool derive_reduced_acceleration(Derivation *derivation, const char *key, Text *why)
{
  const Partition *partition = derivation_partition(derivation, why);
  const ConstrainedMotion *motion = partition ? constrained_motion(derivation, why) : NULL;
  if (!motion) return false;
  const Expr **out = equations_add(
      derivation->equations, (Quantity){ .key = key,
                                         .rows = partition->free_count,
                                         .row_labels = independent_names(derivation, partition),
                                         .pivots = motion->pivots,
                                         .pivot_count = motion->pivot_count });
  for (int j = 0; j < partition->free_count; j++)
    out[j] = motion->qdd.at[partition->independent[j]];
  if (derivation->writing == WRITTEN_OUT)
    entries_shorten_on_loops(derivation, out, partition->free_count);
  return true;
}
