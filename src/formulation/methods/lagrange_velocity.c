// lagrange_velocity.c -- the coefficients B and C of the speeds, as derivatives of A.
//
//   B_ijk = dA_ij/dq_k + dA_ik/dq_j - dA_jk/dq_i       of qd_j qd_k, j < k              (3-17)
//   C_ij  = dA_ij/dq_j - 1/2 dA_jj/dq_i                of qd_j^2                        (3-18)
//
// The report prints twice that C, which with its own (3-1) is wrong. Only those that are not zero
// are listed: for the report's robot 94 of 126.
// SPDX-License-Identifier: MIT
#include "formulation/methods/lagrange.h"

#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

// ---- labels

static bool label_is_taken(const Equations *equations, const char *label)
{
  return expr_find_symbol(equations->pool, label) != NULL;
}

static const char *label_text(const Equations *equations, const char *key, const int indices[],
                              int index_count, bool is_bracketed)
{
  Text text = { 0 };
  text_format(&text, "%s%s", key, is_bracketed ? "[" : "");
  for (int i = 0; i < index_count; i++) {
    bool is_apart = equations->coordinate_count > 9;
    const char *separator = is_bracketed ? "," : is_apart ? "_" : "";
    text_format(&text, "%s%d", i > 0 ? separator : "", indices[i] + 1);
  }
  if (is_bracketed) text_put(&text, "]");
  const char *label = arena_copy_text(equations->arena, text_string(&text), text.length);
  text_free(&text);
  return label;
}

const char *lagrange_label(const Equations *equations, const char *key, const int indices[],
                           int index_count)
{
  const char *plain = label_text(equations, key, indices, index_count, false);
  if (!label_is_taken(equations, plain)) return plain;
  return label_text(equations, key, indices, index_count, true);
}

const char *const *lagrange_labels(const Equations *equations, const char *key, int columns)
{
  int count = equations->coordinate_count * columns;
  const char **labels = ARENA_ARRAY(equations->arena, const char *, count);
  for (int i = 0; i < count; i++) {
    const int indices[] = { i / columns, i % columns };
    labels[i] = lagrange_label(equations, key, indices, columns > 1 ? 2 : 1);
  }
  return labels;
}

// ---- derivatives

// dA[(i*n + j)*n + k] = dA_ij / dq_k
static const Expr **gradient(const Equations *equations, const Expr *const A[])
{
  int n = equations->coordinate_count;
  const Expr **dA = ARENA_ARRAY(equations->arena, const Expr *, n *n *n);
  const Expr **q = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int k = 0; k < n; k++)
    q[k] = equations->coordinates[k].symbol;
  expr_jacobian(A, n * n, q, n, dA);
  return dA;
}

static const Expr *coriolis(const Expr *const dA[], int n, int i, int j, int k)
{
  const Expr *both = sum(dA[(i * n + j) * n + k], dA[(i * n + k) * n + j]);
  return difference(both, dA[(j * n + k) * n + i]);
}

static const Expr *centrifugal(const Expr *const dA[], int n, int i, int j)
{
  return difference(dA[(i * n + j) * n + j], half(dA[(j * n + j) * n + i]));
}

// One of the list: B_ijk.
typedef struct Entry {
  int index[3];
  const Expr *value;
} Entry;

// Those that are not zero, in the order i, j, k.
static Entry *coriolis_entries(const Equations *equations, const Expr *const A[], int *count)
{
  int n = equations->coordinate_count;
  const Expr **dA = gradient(equations, A);
  Entry *entries = ARENA_ARRAY(equations->arena, Entry, n * n * n + 1);
  *count = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      for (int k = j + 1; k < n; k++) {
        const Expr *value = coriolis(dA, n, i, j, k);
        if (!is_zero(value)) entries[(*count)++] = (Entry){ { i, j, k }, value };
      }
    }
  }
  return entries;
}

bool derive_coriolis_list(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const Expr *const *A = derivation_quantity(derivation, "A", why);
  if (!A) return false;
  int count = 0;
  const Entry *entries = coriolis_entries(equations, A, &count);
  const char **labels = ARENA_ARRAY(equations->arena, const char *, count + 1);
  for (int i = 0; i < count; i++)
    labels[i] = lagrange_label(equations, key, entries[i].index, 3);
  const Expr **B = equations_add(
      equations,
      (Quantity){ .key = key, .rows = count > 0 ? count : 1, .labels = count > 0 ? labels : NULL });
  B[0] = expr_integer(equations->pool, 0);
  for (int i = 0; i < count; i++)
    B[i] = entries[i].value;
  return true;
}

bool derive_centrifugal(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const Expr *const *A = derivation_quantity(derivation, "A", why);
  if (!A) return false;
  int n = equations->coordinate_count;
  const Expr **dA = gradient(equations, A);
  const Expr **C = equations_add(
      equations, (Quantity){ .key = key, .labels = lagrange_labels(equations, key, n) });
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      C[i * n + j] = centrifugal(dA, n, i, j);
  }
  return true;
}

// h_i = sum_j qd_j (C_ij qd_j + sum_{k>j} B_ijk qd_k); added inertias are constant and have no
// part. Where time moves a link there is more, which T knows.
bool derive_bias_of_list(Derivation *derivation, const char *key, Text *why)
{
  if (frame_driven_by_time(derivation->mechanism))
    return derive_bias_of_energy(derivation, key, why);
  Equations *equations = derivation->equations;
  const Expr *const *A = derivation_quantity(derivation, "A", why);
  if (!A) return false;
  int n = equations->coordinate_count;
  const Expr **dA = gradient(equations, A);
  const Expr **h = add_bias(derivation, key, "Coriolis and centrifugal terms, C qd");
  for (int i = 0; i < n; i++) {
    h[i] = expr_integer(equations->pool, 0);
    for (int j = 0; j < n; j++) {
      const Expr *speed = speed_of(equations, j);
      const Expr *factor = product(centrifugal(dA, n, i, j), speed);
      for (int k = j + 1; k < n; k++) {
        const Expr *B = coriolis(dA, n, i, j, k);
        factor = sum(factor, product(B, speed_of(equations, k)));
      }
      h[i] = sum(h[i], product(speed, factor));
    }
  }
  return true;
}
