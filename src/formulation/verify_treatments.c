// verify_treatments.c -- the part of a certificate about constraints: the treatments agree, and
// what they find obeys the equations that it solves.
// SPDX-License-Identifier: MIT
#include "formulation/forward.h"
#include "formulation/treatment.h"
#include "formulation/verify.h"
#include "symbolic/algebra.h"

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

static bool satisfies_constraints(const Scene *scene)
{
  int n = scene->equations->coordinate_count;
  bool holds = true;
  for (int c = 0; c < scene->bonds->count; c++) {
    const Expr *made = dot_of(scene, scene->bonds->J + c * n, 1, scene->motion->qdd, 1, n);
    holds = holds && expr_same_value(made, scene->bonds->gamma[c]);
  }
  return holds;
}

static bool balances_forces(Scene *scene)
{
  int n = scene->equations->coordinate_count;
  Text why = { 0 };
  const Expr *const *M = scene_require(scene, "M");
  const Expr *const *Q = forward_right_hand_side(scene, &why);
  bool holds = Q != NULL;
  for (int i = 0; i < n && holds; i++) {
    const Expr *inertia = dot_of(scene, M + i * n, 1, scene->motion->qdd, 1, n);
    const Expr *borne =
        dot_of(scene, scene->bonds->J + i, n, scene->motion->lambda, 1, scene->bonds->count);
    holds = expr_same_value(sum(inertia, borne), Q[i]);
  }
  text_free(&why);
  return holds;
}

// J N = 0
static bool partition_allows_motion(Scene *scene)
{
  int n = scene->equations->coordinate_count;
  Text why = { 0 };
  const Partition *partition = scene_partition(scene, &why);
  bool holds = partition != NULL;
  for (int e = 0; holds && e < scene->bonds->count * partition->free_count; e++) {
    int row = e / partition->free_count, column = e % partition->free_count;
    holds = is_zero(dot_of(scene, scene->bonds->J + row * n, 1, partition->N + column,
                           partition->free_count, n));
  }
  text_free(&why);
  return holds;
}

// P P = P, P J^T = 0
static bool projector_projects(Scene *scene)
{
  int n = scene->equations->coordinate_count;
  const Expr *const *P = scene_require(scene, "Pc");
  bool holds = true;
  for (int e = 0; e < n * n && holds; e++)
    holds = expr_same_value(dot_of(scene, P + e / n * n, 1, P + e % n, n, n), P[e]);
  for (int e = 0; e < n * scene->bonds->count && holds; e++) {
    int row = e % n, bond = e / n;
    holds = is_zero(dot_of(scene, P + row * n, 1, scene->bonds->J + bond * n, 1, n));
  }
  return holds;
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
