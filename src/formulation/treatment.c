// treatment.c -- which constraints count, the mass that they hold, and the choice of the treatment.
// SPDX-License-Identifier: MIT
#include "formulation/treatment.h"

#include "formulation/forward.h"
#include "formulation/formulation.h"
#include "formulation/modular.h"
#include "symbolic/algebra.h"

// ---- small tools

const Expr *name_entry(const Scene *scene, const char *letters, int i, int j, const Expr *value)
{
  enum { SHORT = 12 };
  Arena *arena = scene->equations->arena;
  if (value->form->cost <= SHORT) return value;
  const char *name = j < 0 ? arena_format(arena, "%s%d", letters, i + 1)
                           : arena_format(arena, "%s%d_%d", letters, i + 1, j + 1);
  return expr_name(scene_free_name(scene, name, 'F'), value);
}

const Expr *dot_of(const Scene *scene, const Expr *const a[], int a_step, const Expr *const b[],
                   int b_step, int count)
{
  const Expr *total = expr_integer(scene->equations->pool, 0);
  for (int k = 0; k < count; k++) {
    const Expr *left = a[k * a_step], *right = b[k * b_step];
    if (!is_zero(left) && !is_zero(right)) total = sum(total, product(left, right));
  }
  return total;
}

const Expr *sum_beside(const Scene *scene, const Bonds *bonds, int row, const Expr *const values[])
{
  const ConstraintEquation *equations = scene->constraints->equations;
  const ConstraintEquation *own = &equations[bonds->places[row]];
  const Expr *total = values[row];
  for (int i = 0; i < bonds->count; i++) {
    const ConstraintEquation *other = &equations[bonds->places[i]];
    bool is_beside = other->origin == own->origin && other->index == own->index &&
                     other->is_turn == own->is_turn;
    if (i != row && is_beside) total = sum(total, values[i]);
  }
  return total;
}

// ---- the constraints that count

// Coefficients of qdd and right-hand sides of `count` constraints of one kind, from row `first` on.
static bool stack_rows(Scene *scene, const char *const keys[2], int first, int count,
                       const Bonds *all, Text *why)
{
  int n = scene->equations->coordinate_count;
  if (count == 0) return true;
  const Expr *const *J = scene_quantity(scene, keys[0], why);
  const Expr *const *gamma = J ? scene_quantity(scene, keys[1], why) : NULL;
  if (!gamma) return false;
  for (int i = 0; i < count * n; i++)
    all->J[first * n + i] = J[i];
  for (int i = 0; i < count; i++)
    all->gamma[first + i] = gamma[i];
  return true;
}

static bool stack_all(Scene *scene, const ConstraintList *list, Bonds *all, Text *why)
{
  static const char *const ON_POSITIONS[] = { "Phi_q", "gamma" };
  static const char *const ON_SPEEDS[] = { "H", "gamma_nh" };
  Arena *arena = scene->equations->arena;
  int held = list->holonomic_count, rolled = list->count - held;
  all->J = ARENA_ARRAY(arena, const Expr *, list->count * scene->equations->coordinate_count);
  all->gamma = ARENA_ARRAY(arena, const Expr *, list->count);
  return stack_rows(scene, ON_POSITIONS, 0, held, all, why) &&
         stack_rows(scene, ON_SPEEDS, held, rolled, all, why);
}

// Rows of `all` that do not depend on rows before them, in every configuration; nor are left out.
static int choose_rows(const Scene *scene, const Bonds *all, int count, int places[])
{
  int n = scene->equations->coordinate_count, chosen = 0;
  const bool *omitted = scene->options ? scene->options->omitted : NULL;
  const Expr **J = ARENA_ARRAY(scene->equations->arena, const Expr *, count *n);
  for (int i = 0; i < count; i++) {
    if (omitted && omitted[i]) continue;
    for (int j = 0; j < n; j++)
      J[chosen * n + j] = all->J[i * n + j];
    if (modular_rank(J, chosen + 1, n) == chosen + 1) places[chosen++] = i;
  }
  return chosen;
}

// Keeps the chosen rows.
static Bonds *bonds_of(const Scene *scene, const ConstraintList *list, const Bonds *all)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count;
  Bonds *bonds = ARENA_NEW(arena, Bonds);
  bonds->places = ARENA_ARRAY(arena, int, list->count);
  bonds->count = choose_rows(scene, all, list->count, bonds->places);
  bonds->labels = ARENA_ARRAY(arena, const char *, bonds->count);
  bonds->J = ARENA_ARRAY(arena, const Expr *, bonds->count *n);
  bonds->gamma = ARENA_ARRAY(arena, const Expr *, bonds->count);
  for (int i = 0; i < bonds->count; i++) {
    int place = bonds->places[i];
    bonds->labels[i] = list->equations[place].label;
    bonds->gamma[i] = all->gamma[place];
    for (int j = 0; j < n; j++)
      bonds->J[i * n + j] = all->J[place * n + j];
  }
  return bonds;
}

static void note_rows_left_out(Scene *scene, const ConstraintList *list, const Bonds *bonds)
{
  Equations *equations = scene->equations;
  for (int i = 0, next = 0; i < list->count; i++) {
    if (next < bonds->count && bonds->places[next] == i) {
      next++;
      continue;
    }
    equations_add_note(equations,
                       arena_format(equations->arena,
                                    "redundant constraint left out: '%s' says nothing that the "
                                    "others do not; its reaction, and theirs, are not unique",
                                    list->equations[i].label));
  }
}

const Bonds *scene_bonds(Scene *scene, Text *why)
{
  if (scene->bonds) return scene->bonds;
  const ConstraintList *list = scene_constraints(scene, why);
  Bonds all = { 0 };
  if (!list || !stack_all(scene, list, &all, why)) return NULL;
  Bonds *bonds = bonds_of(scene, list, &all);
  note_rows_left_out(scene, list, bonds);
  scene->bonds = bonds;
  return bonds;
}

// ---- mass and forces

// M + J^T J, Q + J^T gamma.
static void add_bonds(const Scene *scene, const Bonds *bonds, BoundMass *mass)
{
  int n = scene->equations->coordinate_count;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const Expr *added = dot_of(scene, bonds->J + i, n, bonds->J + j, n, bonds->count);
      mass->M[i * n + j] = sum(mass->M[i * n + j], added);
    }
    const Expr *added = dot_of(scene, bonds->J + i, n, bonds->gamma, 1, bonds->count);
    mass->Q[i] = sum(mass->Q[i], added);
  }
}

static void explain_no_motion(const Scene *scene, int coordinate, Text *why)
{
  const char *name = scene->equations->coordinates[coordinate].name;
  text_format(why,
              "forward dynamics is not possible: %s can move without moving any inertia, and no "
              "constraint determines it; give what it moves a mass or an inertia, or hold it still",
              name);
}

bool bound_mass(Scene *scene, const Bonds *bonds, BoundMass *mass, Text *why)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count;
  const Expr *const *M = scene_quantity(scene, "M", why);
  const Expr *const *Q = M ? forward_right_hand_side(scene, why) : NULL;
  if (!Q) return false;
  mass->M = ARENA_ARRAY(arena, const Expr *, n *n);
  mass->Q = ARENA_ARRAY(arena, const Expr *, n);
  for (int i = 0; i < n * n; i++)
    mass->M[i] = M[i];
  for (int i = 0; i < n; i++)
    mass->Q[i] = Q[i];
  int *order = ARENA_ARRAY(arena, int, n);
  coordinates_by_tree(scene, order);
  mass->has_bonds = modular_rank(M, n, n) < n;
  if (mass->has_bonds) add_bonds(scene, bonds, mass);
  int singular = factors_of(scene, mass->M, n, order, "", &mass->factors);
  if (singular >= 0) explain_no_motion(scene, singular, why);
  return singular < 0;
}

void motion_add_mass_pivots(ConstrainedMotion *motion, const BoundMass *mass)
{
  for (int k = mass->factors.n - 1; k >= 0; k--) {
    Pivot pivot = { .value = mass->factors.pivot[k], .coordinate = mass->factors.order[k] };
    motion->pivots[motion->pivot_count++] = pivot;
  }
}

void motion_add_bond_pivots(const Scene *scene, ConstrainedMotion *motion, const Bonds *bonds,
                            const SymmetricFactors *factors, const Expr *const diagonal[])
{
  // what is left of a row when rounding is all that is left
  const Expr *tiny = expr_rational(scene->equations->pool, 1, 1L << 40);
  for (int k = factors->n - 1; k >= 0; k--) {
    int row = factors->order[k];
    const Expr *least = product(tiny, sum_beside(scene, bonds, row, diagonal));
    Pivot pivot = { .value = difference(factors->pivot[k], least),
                    .coordinate = scene->equations->coordinate_count + bonds->places[row],
                    .constraint = bonds->labels[row] };
    motion->pivots[motion->pivot_count++] = pivot;
  }
}

// ---- the treatment

typedef bool TreatmentFunction(Scene *scene, const Bonds *bonds, ConstrainedMotion *motion,
                               Text *why);

static TreatmentFunction *treatment_of(const Scene *scene)
{
  static TreatmentFunction *const TREATMENTS[] = {
    [TREATMENT_AUGMENTED] = motion_augmented,
    [TREATMENT_PARTITION] = motion_by_partition,
    [TREATMENT_PROJECTOR] = motion_by_projector,
  };
  return TREATMENTS[scene->options ? scene->options->treatment : TREATMENT_AUGMENTED];
}

const ConstrainedMotion *constrained_motion(Scene *scene, Text *why)
{
  if (scene->motion) return scene->motion;
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count;
  const Bonds *bonds = scene_bonds(scene, why);
  if (!bonds || forward_refuses_drives(scene, why)) return NULL;
  ConstrainedMotion *motion = ARENA_NEW(arena, ConstrainedMotion);
  motion->qdd = ARENA_ARRAY(arena, const Expr *, n);
  motion->lambda = ARENA_ARRAY(arena, const Expr *, bonds->count);
  motion->pivots = ARENA_ARRAY(arena, Pivot, n + bonds->count);
  if (!treatment_of(scene)(scene, bonds, motion, why)) return NULL;
  scene->motion = motion;
  return motion;
}
