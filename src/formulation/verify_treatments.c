// verify_treatments.c -- the part of a certificate about constraints: the treatments agree, and
// what they find obeys the equations that it solves.
// SPDX-License-Identifier: MIT
#include "formulation/forward.h"
#include "formulation/treatment.h"
#include "formulation/verify.h"

static const char *const KEYS[] = { "qdd", "lambda" };
enum { KEY_COUNT = 2, TREATMENT_COUNT = 3 };

// The scene of one treatment with both quantities; NULL with a sentence in `why`.
static Scene *treated(const Mechanism *mechanism, const FormulateOptions *options, Text *why)
{
  Scene *scene = scene_new(mechanism, options->method, options->seed);
  scene->options = options;
  for (int k = 0; k < KEY_COUNT; k++) {
    if (scene_quantity(scene, KEYS[k], why)) continue;
    equations_free(scene_release(scene));
    return NULL;
  }
  return scene;
}

static bool is_same(const Scene *a, const Scene *b, const char *key)
{
  const Quantity *left = equations_find(a->equations, key);
  const Quantity *right = equations_find(b->equations, key);
  bool is_equal = left->rows == right->rows;
  for (int i = 0; i < left->rows && is_equal; i++)
    is_equal = expr_same_value(left->entries[i], right->entries[i]);
  return is_equal;
}

// ---- what the accelerations and multipliers solve

static bool is_equal_to(Matrix a, Matrix b)
{
  bool is_equal = true;
  for (int e = 0; e < a.rows * a.columns; e++)
    is_equal = is_equal && expr_same_value(a.at[e], b.at[e]);
  return is_equal;
}

static bool satisfies_constraints(const Scene *scene)
{
  const Bonds *bonds = scene->bonds;
  return is_equal_to(matrix_mul(bonds->J, scene->motion->qdd), bonds->gamma);
}

static bool balances_forces(Scene *scene)
{
  Text why = { 0 };
  Matrix M = scene_require_matrix(scene, "M");
  const Expr *const *Q = forward_right_hand_side(scene, &why);
  text_free(&why);
  if (!Q) return false;
  Matrix inertia = matrix_mul(M, scene->motion->qdd);
  Matrix borne = matrix_mul_transposed(scene->bonds->J, scene->motion->lambda);
  return is_equal_to(matrix_add(inertia, borne), scene_column(scene, Q, M.rows));
}

// J N = 0
static bool partition_allows_motion(Scene *scene)
{
  Text why = { 0 };
  const Partition *partition = scene_partition(scene, &why);
  text_free(&why);
  return partition && matrix_is_zero(matrix_mul(scene->bonds->J, partition->N));
}

// P P = P, P J^T = 0
static bool projector_projects(Scene *scene)
{
  Matrix P = scene_require_matrix(scene, "Pc"), Jt = matrix_transpose(scene->bonds->J);
  return is_equal_to(matrix_mul(P, P), P) && matrix_is_zero(matrix_mul(P, Jt));
}

Verdict verify_treatments(const Mechanism *mechanism, const FormulateOptions *options, Text *out)
{
  Verdict verdict = { 0 };
  FormulateOptions own[TREATMENT_COUNT];
  Scene *scenes[TREATMENT_COUNT] = { NULL };
  Text why = { 0 };
  bool is_complete = true;
  for (int i = 0; i < TREATMENT_COUNT && is_complete; i++) {
    own[i] = *options;
    own[i].treatment = (Treatment)i;
    scenes[i] = treated(mechanism, &own[i], &why);
    is_complete = scenes[i] != NULL;
  }
  if (is_complete) {
    for (int k = 0; k < KEY_COUNT; k++) {
      bool is_equal =
          is_same(scenes[0], scenes[1], KEYS[k]) && is_same(scenes[0], scenes[2], KEYS[k]);
      Text law = { 0 };
      text_format(&law, "%-6s augmented = partition = projector", KEYS[k]);
      verdict_put(&verdict, out, text_string(&law), is_equal);
      text_free(&law);
    }
    verdict_put(&verdict, out, "the accelerations satisfy the constraints",
                satisfies_constraints(scenes[TREATMENT_AUGMENTED]));
    verdict_put(&verdict, out, "M qdd + h + G + Jc^T lambda = tau + Qe + Qu",
                balances_forces(scenes[TREATMENT_AUGMENTED]));
    verdict_put(&verdict, out, "Jc N = 0", partition_allows_motion(scenes[TREATMENT_PARTITION]));
    verdict_put(&verdict, out, "Pc Pc = Pc, Pc Jc^T = 0",
                projector_projects(scenes[TREATMENT_PROJECTOR]));
  } else {
    text_format(out, "  (no motion under the constraints: %s)\n", text_string(&why));
  }
  for (int i = 0; i < TREATMENT_COUNT; i++) {
    if (scenes[i]) equations_free(scene_release(scenes[i]));
  }
  text_free(&why);
  return verdict;
}
