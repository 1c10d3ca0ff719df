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
static Scene *treated(const Certificate *certificate, const FormulateOptions *options, Text *why)
{
  Scene *scene = scene_new(certificate->mechanism, options->method, certificate->seed);
  scene->options = options;
  scene->stays_long = true;
  for (int k = 0; k < KEY_COUNT; k++) {
    if (scene_quantity(scene, KEYS[k], why)) continue;
    equations_free(scene_release(scene));
    return NULL;
  }
  return scene;
}

static void compare_treatments(Certificate *certificate, Scene *const scenes[], const char *key)
{
  Text law = { 0 };
  Comparison comparison = comparison_start();
  const Quantity *first = equations_find(scenes[0]->equations, key);
  for (int i = 1; i < TREATMENT_COUNT; i++) {
    const Quantity *other = equations_find(scenes[i]->equations, key);
    if (first->rows != other->rows) {
      comparison.outcome = OUTCOME_DOES_NOT_HOLD;
    } else {
      compare_entries(certificate, &comparison, first->entries, other->entries, first->rows);
    }
  }
  text_format(&law, "%-6s augmented = partition = projector", key);
  certificate_state(certificate, text_string(&law), &comparison, NULL);
  text_free(&law);
}

// ---- what the accelerations and multipliers solve

// Pairs of expressions that a law makes equal.
typedef struct Pairs {
  const Expr **left;
  const Expr **right;
  int count;
} Pairs;

static Pairs pairs_for(const Scene *scene, int most)
{
  Arena *arena = scene->equations->arena;
  return (Pairs){ .left = ARENA_ARRAY(arena, const Expr *, most),
                  .right = ARENA_ARRAY(arena, const Expr *, most) };
}

static void add_pair(Pairs *pairs, const Expr *left, const Expr *right)
{
  pairs->left[pairs->count] = left;
  pairs->right[pairs->count++] = right;
}

// `is_there`: could both sides be made?
static void put_law(Certificate *certificate, const char *law, const Pairs *pairs, bool is_there)
{
  Comparison comparison = comparison_of_law(certificate);
  if (!is_there) comparison.outcome = OUTCOME_DOES_NOT_HOLD;
  compare_entries(certificate, &comparison, pairs->left, pairs->right, pairs->count);
  certificate_state(certificate, law, &comparison, NULL);
}

static void examine_constraints(Certificate *certificate, const Scene *scene)
{
  int n = scene->equations->coordinate_count;
  Pairs pairs = pairs_for(scene, scene->bonds->count);
  for (int c = 0; c < scene->bonds->count; c++) {
    const Expr *made = dot_of(scene, scene->bonds->J + c * n, 1, scene->motion->qdd, 1, n);
    add_pair(&pairs, made, scene->bonds->gamma[c]);
  }
  put_law(certificate, "the accelerations satisfy the constraints", &pairs, true);
}

static void examine_balance(Certificate *certificate, Scene *scene)
{
  int n = scene->equations->coordinate_count;
  Text why = { 0 };
  Pairs pairs = pairs_for(scene, n);
  const Expr *const *M = scene_require(scene, "M");
  const Expr *const *Q = forward_right_hand_side(scene, &why);
  for (int i = 0; i < n && Q; i++) {
    const Expr *inertia = dot_of(scene, M + i * n, 1, scene->motion->qdd, 1, n);
    const Expr *borne =
        dot_of(scene, scene->bonds->J + i, n, scene->motion->lambda, 1, scene->bonds->count);
    add_pair(&pairs, sum(inertia, borne), Q[i]);
  }
  put_law(certificate, "M qdd + h + G + Jc^T lambda = tau + Qe + Qu", &pairs, Q != NULL);
  text_free(&why);
}

// J N = 0
static void examine_partition(Certificate *certificate, Scene *scene)
{
  int n = scene->equations->coordinate_count;
  Text why = { 0 };
  const Partition *partition = scene_partition(scene, &why);
  int columns = partition ? partition->free_count : 0;
  Pairs pairs = pairs_for(scene, scene->bonds->count * columns);
  for (int e = 0; e < scene->bonds->count * columns; e++) {
    const Expr *const *row = scene->bonds->J + e / columns * n;
    const Expr *entry = dot_of(scene, row, 1, partition->N + e % columns, columns, n);
    add_pair(&pairs, entry, integer(entry, 0));
  }
  put_law(certificate, "Jc N = 0", &pairs, partition != NULL);
  text_free(&why);
}

// P P = P, P J^T = 0
static void examine_projector(Certificate *certificate, Scene *scene)
{
  int n = scene->equations->coordinate_count, bonds = scene->bonds->count;
  const Expr *const *P = scene_require(scene, "Pc");
  Pairs pairs = pairs_for(scene, n * (n + bonds));
  for (int e = 0; e < n * n; e++)
    add_pair(&pairs, dot_of(scene, P + e / n * n, 1, P + e % n, n, n), P[e]);
  for (int e = 0; e < n * bonds; e++) {
    const Expr *entry = dot_of(scene, P + e % n * n, 1, scene->bonds->J + e / n * n, 1, n);
    add_pair(&pairs, entry, integer(entry, 0));
  }
  put_law(certificate, "Pc Pc = Pc, Pc Jc^T = 0", &pairs, true);
}

void certify_treatments(Certificate *certificate, const FormulateOptions *options)
{
  FormulateOptions own[TREATMENT_COUNT];
  Scene *scenes[TREATMENT_COUNT] = { NULL };
  Text why = { 0 };
  bool is_complete = true;
  for (int i = 0; i < TREATMENT_COUNT && is_complete; i++) {
    own[i] = *options;
    own[i].treatment = (Treatment)i;
    scenes[i] = treated(certificate, &own[i], &why);
    is_complete = scenes[i] != NULL;
  }
  if (is_complete) {
    for (int k = 0; k < KEY_COUNT; k++)
      compare_treatments(certificate, scenes, KEYS[k]);
    examine_constraints(certificate, scenes[TREATMENT_AUGMENTED]);
    examine_balance(certificate, scenes[TREATMENT_AUGMENTED]);
    examine_partition(certificate, scenes[TREATMENT_PARTITION]);
    examine_projector(certificate, scenes[TREATMENT_PROJECTOR]);
  } else {
    text_format(certificate->out, "  (no motion under the constraints: %s)\n", text_string(&why));
  }
  for (int i = 0; i < TREATMENT_COUNT; i++) {
    if (scenes[i]) equations_free(scene_release(scenes[i]));
  }
  text_free(&why);
}
