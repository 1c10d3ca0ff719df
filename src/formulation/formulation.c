// formulation.c -- the table of methods, and derivation functions common to all methods.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"

#include "formulation/constraints/constraint_method.h"

#include "base/memory/memory.h"
#include "formulation/constraints/constraints.h"
#include "formulation/recipes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const FormulationInfo METHODS[] = {
  { "energy", ENERGY_RECIPES, "Lagrange's equations from T and V, Christoffel symbols" },
  { "lagrange", LAGRANGE_RECIPES, "augmented bodies, the report of 1980" },
  { "uicker", UICKER_RECIPES, "homogeneous 4x4 matrices, their derivatives and traces" },
  { "kane", KANE_RECIPES, "De Santis: body velocities, partial velocities, generalised speeds" },
  { "newton-euler", NEWTON_EULER_RECIPES,
    "Newton and Euler's recursion, base parameters (Khalil)" },
};

// Tables used if no method is chosen, searched in this order. They contain the recipes that produce
// the shortest programs.
static const Recipe *const BEST_RECIPES[] = { NEWTON_EULER_RECIPES, ENERGY_RECIPES, NULL };

const FormulationInfo *formulation_info(int index)
{
  int count = (int)(sizeof METHODS / sizeof METHODS[0]);
  return index < count ? &METHODS[index] : NULL;
}

const FormulationInfo *formulation_find(const char *name)
{
  for (int i = 0; formulation_info(i); i++) {
    if (strcmp(METHODS[i].name, name) == 0) return &METHODS[i];
  }
  return NULL;
}

// ---- derivations

Derivation *derivation_new(const Mechanism *mechanism, const FormulationInfo *method, uint64_t seed)
{
  Derivation *derivation = memory_new(1, sizeof *derivation);
  derivation->equations =
      equations_begin(mechanism, method ? method->name : "the shortest of each quantity", seed);
  derivation->mechanism = mechanism;
  derivation->method = method;
  return derivation;
}

Derivation *derivation_fork(const Derivation *derivation, const Mechanism *mechanism,
                            const FormulationInfo *method)
{
  const Pool *pool = derivation->equations->pool;
  Derivation *other = derivation_new(mechanism, method, pool_seed(pool));
  pool_set_progress(other->equations->pool, pool_progress(pool));
  return other;
}

Equations *derivation_release(Derivation *derivation)
{
  Equations *equations = derivation->equations;
  reduction_free(derivation->reduction);
  free(derivation);
  return equations;
}

const FrameMotion *derivation_motions(Derivation *derivation)
{
  Equations *equations = derivation->equations;
  if (!derivation->motions) {
    derivation->motions = kinematics_of(derivation->mechanism, equations->pool, equations->arena);
  }
  return derivation->motions;
}

const LinkTree *derivation_links(Derivation *derivation)
{
  Equations *equations = derivation->equations;
  if (!derivation->links)
    derivation->links = links_of(derivation->mechanism, equations->pool, equations->arena);
  return derivation->links;
}

static bool is_name_taken(const Derivation *derivation, const char *name)
{
  if (expr_find_symbol(derivation->equations->pool, name)) return true;
  const Mechanism *mechanism = derivation->mechanism;
  for (int i = 0; i < mechanism->definition_count; i++) {
    if (strcmp(mechanism->definitions[i].name, name) == 0) return true;
  }
  return false;
}

const char *derivation_free_name(const Derivation *derivation, const char *name, char letter)
{
  while (is_name_taken(derivation, name))
    name = arena_format(derivation->equations->arena, "%c%s", letter, name);
  return name;
}

const Expr *derivation_name(const Derivation *derivation, const char *name, char letter,
                            const char *meaning, const Expr *value)
{
  const char *own = derivation_free_name(derivation, name, letter);
  const Expr *named = expr_name(own, value);
  bool is_new = named->form->op == OP_NAMED && strcmp(named->form->named.name, own) == 0;
  if (is_new && meaning) equations_add_meaning(derivation->equations, own, meaning);
  return named;
}

// ---- recipes

const Recipe *recipe_find(const Recipe recipes[], const char *key)
{
  for (const Recipe *recipe = recipes; recipe->key; recipe++) {
    if (key_is_of(key, recipe->key)) return recipe;
  }
  return NULL;
}

bool formulation_has_recipe(const FormulationInfo *method, const char *key)
{
  return recipe_find(method->recipes, key) != NULL;
}

bool formulation_shares_recipe(const FormulationInfo *a, const FormulationInfo *b, const char *key)
{
  const Recipe *one = recipe_find(a->recipes, key), *other = recipe_find(b->recipes, key);
  return one && other && one->derive == other->derive;
}

const FormulationInfo *formulation_of_key_alone(const char *key)
{
  bool is_common = recipe_find(COMMON_RECIPES, key) || recipe_find(KINEMATIC_RECIPES, key) ||
                   recipe_find(ENERGY_RECIPES, key);
  for (int i = 0; !is_common && formulation_info(i); i++) {
    if (formulation_has_recipe(&METHODS[i], key)) return &METHODS[i];
  }
  return NULL;
}

bool formulation_is_kinematic(const char *key)
{
  const QuantityInfo *info = quantity_find(key);
  return info && !(info->traits & TRAIT_MOTION);
}

// The recipe tables that a derivation searches, in order, terminated by NULL.
enum { MAX_TABLES = 7 };

static void tables_of(const Derivation *derivation, const Recipe *tables[MAX_TABLES])
{
  int count = 0;
  if (derivation->before) tables[count++] = derivation->before;
  if (derivation->method) tables[count++] = derivation->method->recipes;
  for (int i = 0; !derivation->method && BEST_RECIPES[i]; i++)
    tables[count++] = BEST_RECIPES[i];
  tables[count++] = COMMON_RECIPES;
  tables[count++] = KINEMATIC_RECIPES;
  tables[count++] = ENERGY_RECIPES;  // energies are independent of the method
  tables[count] = NULL;
}

// "motion[2]": one row of a quantity whose rows are equations. The term of its own acceleration
// comes first, as in the complete quantity.
static const Expr **equation_alone(Derivation *derivation, const char *key, const Quantity *whole,
                                   int row)
{
  Arena *arena = derivation->equations->arena;
  int n = whole->columns;
  Quantity alone = *whole;
  const char **labels = ARENA_ARRAY(arena, const char *, n);
  alone.key = key;
  alone.rows = 1;
  alone.row_labels = whole->row_labels + row;
  alone.column_labels = labels;
  const Expr **entries = equations_add(derivation->equations, alone);
  for (int j = 0; j < n; j++) {
    int place = j == row ? 0 : j + (j < row);
    entries[place] = whole->entries[row * n + j];
    labels[place] = whole->column_labels[j];
  }
  return entries;
}

static bool names_something(const Mechanism *mechanism, const char *name)
{
  bool is_known = mechanism_find_frame(mechanism, name) >= 0;
  is_known = is_known || mechanism_find_point(mechanism, name) >= 0;
  for (int i = 0; i < mechanism->body_count; i++)
    is_known = is_known || strcmp(mechanism->bodies[i].name, name) == 0;
  for (int i = 0; i < mechanism->task_count; i++)
    is_known = is_known || strcmp(mechanism->tasks[i].name, name) == 0;
  return is_known;
}

size_t derivation_whole_key(const Derivation *derivation, const char *key)
{
  size_t length = strlen(key);
  const char *open = strrchr(key, '['), *name = strchr(key, ':');
  if (!name) return strcspn(key, "[");
  if (!open || key[length - 1] != ']') return length;
  const char *other = strchr(name, '/');  // fk:A/B
  if (other) name = other;
  return names_something(derivation->mechanism, name + 1) ? length : (size_t)(open - key);
}

// "M[1,2]", "tau[3]": one entry, in a short form, of a quantity that is not shortened as a whole.
static const Expr **entry_alone(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  size_t length = derivation_whole_key(derivation, key);
  const char *whole = arena_copy_text(equations->arena, key, length);
  bool skip_shortening = derivation->skip_shortening;
  derivation->skip_shortening = true;
  bool is_there = derivation_quantity(derivation, whole, why) != NULL;
  derivation->skip_shortening = skip_shortening;
  if (!is_there) return NULL;
  const Quantity quantity = *equations_find(equations, whole);
  int index = quantity_index(&quantity, key + length);
  const Quantity equations_of = {
    .rows = quantity.rows, .columns = 1, .shape = QUANTITY_VECTOR, .row_labels = quantity.row_labels
  };
  int row = quantity.left_columns > 0 ? quantity_index(&equations_of, key + length) : -1;
  if (row >= 0) return equation_alone(derivation, key, &quantity, row);
  if (index < 0) {
    text_format(why, "%s has %d x %d entries: there is no '%s'", whole, quantity.rows,
                quantity.columns, key);
    return NULL;
  }
  const Quantity alone = {
    .key = key,
    .function = arena_format(equations->arena, "%s_entry", quantity.function),
    .title = quantity.title,
    .unit = quantity.unit,
    .shape = QUANTITY_NUMBER,
    .rows = 1,
    .columns = 1,
  };
  const Expr **entry = equations_add(equations, alone);
  entry[0] = quantity.entries[index];
  derivation_shorten(derivation, entry, 1);
  return entry;
}

const Expr **derivation_quantity(Derivation *derivation, const char *key, Text *why)
{
  const Quantity *quantity = equations_find(derivation->equations, key);
  if (quantity) return quantity->entries;
  if (key[derivation_whole_key(derivation, key)] == '[') return entry_alone(derivation, key, why);
  const Recipe *tables[MAX_TABLES];
  tables_of(derivation, tables);
  const Recipe *recipe = NULL;
  for (int i = 0; tables[i] && !recipe; i++)
    recipe = recipe_find(tables[i], key);
  if (!recipe) explain_missing(tables, key, why);
  if (!recipe || key_lacks_name(key, why)) return NULL;
  if (!constraints_required(derivation, quantity_find(key)->traits, why)) return NULL;
  if (!recipe->derive(derivation, key, why)) return NULL;
  quantity = equations_find(derivation->equations, key);
  assert(quantity && "a recipe adds the quantity of its key");
  return quantity->entries;
}

const Expr **derivation_require(Derivation *derivation, const char *key)
{
  Text why = { 0 };
  const Expr **entries = derivation_quantity(derivation, key, &why);
  assert(entries && "every method has this quantity");
  text_free(&why);
  return entries;
}

Matrix derivation_matrix(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  if (!derivation_quantity(derivation, key, why)) return (Matrix){ 0 };
  const Quantity *quantity = equations_find(equations, key);
  return matrix_over(equations->arena, equations->pool, quantity->rows, quantity->columns,
                     quantity->entries);
}

Matrix derivation_require_matrix(Derivation *derivation, const char *key)
{
  Text why = { 0 };
  Matrix matrix = derivation_matrix(derivation, key, &why);
  assert(matrix.at && "every method has this quantity");
  text_free(&why);
  return matrix;
}

Matrix derivation_zeros(const Derivation *derivation, int rows, int columns)
{
  return matrix_zero(derivation->equations->arena, derivation->equations->pool, rows, columns);
}

Matrix derivation_column(const Derivation *derivation, const Expr *const entries[], int count)
{
  return matrix_of(derivation->equations->arena, derivation->equations->pool, count, 1, entries);
}

// ---- sizes

static bool is_name(const char *name, const char *text, size_t length)
{
  return strlen(name) == length && strncmp(name, text, length) == 0;
}

double formulation_size(const Mechanism *mechanism, const char *key)
{
  // quantities whose size is estimated by that of another one, which is available immediately
  static const char *const LIKE[][2] = { { "T", "M" },   { "C", "tau" },  { "motion", "tau" },
                                         { "B", "tau" }, { "Cc", "tau" }, { "A", "M" } };
  static const char *const KNOWN[] = { "V", "M", "h", "G", "tau" };
  for (size_t i = 0; i < sizeof LIKE / sizeof LIKE[0]; i++) {
    if (strcmp(key, LIKE[i][0]) == 0) key = LIKE[i][1];
  }
  bool is_known = false;
  for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
    is_known = is_known || is_name(KNOWN[i], key, strcspn(key, "["));
  if (!is_known) return 0;
  Derivation *derivation = derivation_new(mechanism, NULL, 0);
  derivation->skip_shortening = true;
  Text why = { 0 };
  const Expr *const *entries = derivation_quantity(derivation, key, &why);
  const Quantity *quantity = entries ? equations_find(derivation->equations, key) : NULL;
  double operations = quantity ? quantity_size_written(quantity) : 0;
  text_free(&why);
  equations_free(derivation_release(derivation));
  return operations;
}

// ---- order of derivation

// The rank of a key in the tables; keys that are in no table come last.
static int rank_of(const Derivation *derivation, const char *key)
{
  enum { MAX_KEYS = 128 };
  const Recipe *own = derivation->method ? derivation->method->recipes : NEWTON_EULER_RECIPES;
  const Recipe *const tables[] = { ENERGY_RECIPES, own, KINEMATIC_RECIPES, COMMON_RECIPES };
  int rank = 0, table_count = (int)(sizeof tables / sizeof tables[0]);
  for (int i = 0; i < table_count; i++) {
    const Recipe *recipe = recipe_find(tables[i], key);
    if (recipe) return rank + (int)(recipe - tables[i]);
    rank += MAX_KEYS;
  }
  return rank;
}

// The position of the first name in a key such as "fk:tip/R1": frames in tree order, then points;
// other keys last.
static int place_of_subject(const Mechanism *mechanism, const char *key)
{
  const char *name = key + strcspn(key, ":");
  name += *name == ':';
  size_t length = strcspn(name, "/");
  int frames = mechanism->frame_count, points = mechanism->point_count;
  for (int i = 0; i < frames + points; i++) {
    const char *known = i < frames ? mechanism->frames[i].name : mechanism->points[i - frames].name;
    if (is_name(known, name, length)) return i;
  }
  return frames + points;
}

static bool comes_before(const Derivation *derivation, const char *a, const char *b)
{
  int first = rank_of(derivation, a), second = rank_of(derivation, b);
  if (first == second) {
    first = place_of_subject(derivation->mechanism, a);
    second = place_of_subject(derivation->mechanism, b);
  }
  return first != second ? first < second : strcmp(a, b) < 0;
}

// The forms of quantities depend on what was derived before, so the order of derivation is that of
// the tables, not that of the requests.
static const char **derivation_order(const Derivation *derivation, const char *const keys[],
                                     int key_count)
{
  const char **order = ARENA_ARRAY(derivation->equations->arena, const char *, key_count);
  for (int i = 0; i < key_count; i++) {
    int place = i;
    for (; place > 0 && comes_before(derivation, keys[i], order[place - 1]); place--)
      order[place] = order[place - 1];
    order[place] = keys[i];
  }
  return order;
}

enum { COMPANIONS = 2 };

// Solvers of Phi = 0 that use its derivatives require these quantities to detect solutions rotated
// by 180 deg.
static const char *const *companions_of(Derivation *derivation, const char *const keys[],
                                        int key_count)
{
  static const char *const KEYS[COMPANIONS] = { "Phi_turn", "Phi_turn_q" };
  bool has_residuals = false, has_slopes = false;
  for (int i = 0; i < key_count; i++) {
    has_residuals = has_residuals || strcmp(keys[i], "Phi") == 0;
    has_slopes = has_slopes || strcmp(keys[i], "Phi_q") == 0;
  }
  if (derivation->for_display || !has_residuals || !has_slopes) return NULL;
  Text unused = { 0 };  // not every loop can be closed with its joint upside down
  bool is_there = true;
  for (int i = 0; i < COMPANIONS; i++)
    is_there = is_there && derivation_quantity(derivation, KEYS[i], &unused);
  text_free(&unused);
  return is_there ? KEYS : NULL;
}

// Keeps the requested quantities, in that order, then the companions (NULL: none) that are not
// among them. Intermediate quantities remain in the pool only.
static void keep_quantities(Equations *equations, const char *const keys[], int key_count,
                            const char *const order[], const char *const companions[])
{
  Quantity *kept = ARENA_ARRAY(equations->arena, Quantity, key_count + COMPANIONS);
  int count = 0;
  for (int i = 0; i < key_count; i++) {
    bool is_repeated = false;
    for (int k = 0; k < count; k++)
      is_repeated = is_repeated || strcmp(kept[k].key, keys[i]) == 0;
    if (is_repeated) continue;
    kept[count] = *equations_find(equations, keys[i]);
    while (strcmp(order[kept[count].place], keys[i]) != 0)
      kept[count].place++;
    count++;
  }
  int all = count;
  for (int i = 0; companions && i < COMPANIONS; i++) {
    bool is_asked = false;
    for (int k = 0; k < count; k++)
      is_asked = is_asked || strcmp(kept[k].key, companions[i]) == 0;
    if (!is_asked) kept[all++] = *equations_find(equations, companions[i]);
  }
  equations->quantities = kept;
  equations->quantity_count = count;
  equations->companion_count = all - count;
  equations->quantity_capacity = all;
}

// Reactions of the tree depend on its bodies only; a note states this if they are requested.
static void note_open_loops(Derivation *derivation, const char *const keys[], int key_count)
{
  static const char REACTION[] = "reaction:";
  bool is_asked = false;
  for (int i = 0; i < key_count; i++)
    is_asked = is_asked || strncmp(keys[i], REACTION, strlen(REACTION)) == 0;
  if (!is_asked || !mechanism_is_constrained(derivation->mechanism)) return;
  equations_add_note(derivation->equations,
                     "reaction: is that of the tree, without the forces of loops, constraints and "
                     "wheels; 'bielle analyze motion' adds them");
}

// The Christoffel matrix C and the lists B and Cc do not contain terms due to time, which are in h
// only; a note states this.
static void note_time(Derivation *derivation, const char *const keys[], int key_count)
{
  static const char *const OF_COORDINATES[] = { "C", "B", "Cc" };
  const Frame *driven = frame_driven_by_time(derivation->mechanism);
  bool is_asked = false;
  for (int i = 0; driven && i < key_count * 3; i++)
    is_asked = is_asked || strcmp(keys[i / 3], OF_COORDINATES[i % 3]) == 0;
  if (!is_asked || (derivation->method && derivation->method->recipes == KANE_RECIPES)) return;
  equations_add_note(derivation->equations,
                     arena_format(derivation->equations->arena,
                                  "time moves '%s': h holds terms that C qd does not, "
                                  "tau = M qdd + h + G - Qe",
                                  driven->name));
}

Derivation *formulate_begin(const Mechanism *mechanism, const FormulateOptions *options)
{
  Derivation *derivation = derivation_new(mechanism, options->method, options->seed);
  if (options->omits_coriolis) {
    derivation->before = NO_CORIOLIS_RECIPES;
    equations_add_note(derivation->equations,
                       "left out: all terms in products of speeds (Coriolis, centrifugal)");
  }
  if (options->negligible) derivation->before = NEGLIGIBLE_RECIPES;
  derivation->options = options;
  derivation->for_display = options->for_display;
  derivation->skip_shortening = options->skip_shortening;
  derivation->writing = options->is_explicit ? WRITTEN_OUT : WRITING_OPEN;
  derivation->names_vectors = options->names_vectors;
  pool_set_progress(derivation->equations->pool, options->progress);
  return derivation;
}

static bool derive_keys(Derivation *derivation, const char *const order[], int key_count, Text *why)
{
  const FormulateOptions *options = derivation->options;
  bool is_complete = true;
  for (int i = 0; i < key_count; i++) {
    if (!options->for_display) progress_report(options->progress, order[i], (double)i / key_count);
    bool is_offered = !options->negligible || negligible_has_key(order[i], why);
    if (is_offered && derivation_quantity(derivation, order[i], why)) continue;
    is_complete = false;
    if (progress_is_stopped(options->progress)) break;
    text_put_char(why, '\n');
    if (options->negligible) break;  // all keys would fail for the same reason
  }
  return is_complete && !progress_is_stopped(options->progress);
}

Equations *formulate_end(Derivation *derivation, const char *const keys[], int key_count, Text *why)
{
  const char **order = derivation_order(derivation, keys, key_count);
  bool is_complete = derive_keys(derivation, order, key_count, why);
  note_open_loops(derivation, keys, key_count);
  note_time(derivation, keys, key_count);
  note_independent(derivation, keys, key_count);
  const char *const *companions = is_complete ? companions_of(derivation, keys, key_count) : NULL;
  Equations *equations = derivation_release(derivation);
  if (!is_complete) {
    equations_free(equations);
    return NULL;
  }
  pool_set_progress(equations->pool, NULL);  // the progress callback may not outlive this call
  keep_quantities(equations, keys, key_count, order, companions);
  return equations;
}

Equations *formulate_with(const Mechanism *mechanism, const FormulateOptions *options,
                          const char *const keys[], int key_count, Text *why)
{
  return formulate_end(formulate_begin(mechanism, options), keys, key_count, why);
}

Equations *formulate_for_display(const Mechanism *mechanism, const FormulateOptions *options,
                                 const char *const keys[], int key_count, Text *why)
{
  FormulateOptions readable = *options;
  readable.for_display = true;
  if (options->negligible) return formulate_with(mechanism, &readable, keys, key_count, why);
  Equations *whole = NULL;
  bool is_complete = true;
  for (int i = 0; i < key_count; i++) {
    if (!progress_report(options->progress, keys[i], (double)i / key_count)) {
      is_complete = false;
      break;
    }
    Equations *part = formulate_with(mechanism, &readable, &keys[i], 1, why);
    is_complete = is_complete && part;
    if (part && whole) {
      equations_join(whole, part);
    } else if (part) {
      whole = part;
    }
  }
  if (is_complete) return whole;
  equations_free(whole);
  return NULL;
}

Equations *formulate(const Mechanism *mechanism, const FormulationInfo *method, uint64_t seed,
                     const char *const keys[], int key_count, Text *why)
{
  FormulateOptions whole = { .method = method, .seed = seed };
  return formulate_with(mechanism, &whole, keys, key_count, why);
}

enum { MAX_COORDINATES_OF_C = 12 };

const char **formulation_default_keys(const Mechanism *mechanism, const ConstraintList *rows,
                                      Arena *arena, int *count)
{
  unsigned missing = 0;
  if (rows && rows->holonomic_count == 0) missing |= TRAIT_TIES_POSITIONS;
  if (!rows || rows->count == rows->holonomic_count) missing |= TRAIT_TIES_SPEEDS;
  int most = mechanism->frame_count + 2 * mechanism->point_count;
  for (int i = 0; quantity_info(i); i++)
    most++;
  const char **keys = ARENA_ARRAY(arena, const char *, most);
  *count = 0;
  for (int i = 0; quantity_info(i); i++) {
    const QuantityInfo *info = quantity_info(i);
    if (!(info->traits & TRAIT_DEFAULT) || info->traits & missing) continue;
    bool is_long = strcmp(info->key, "C") == 0;
    if (is_long && mechanism->coordinate_count > MAX_COORDINATES_OF_C) continue;
    keys[(*count)++] = info->key;
  }
  for (int f = 1; f < mechanism->frame_count; f++)
    keys[(*count)++] = arena_format(arena, "fk:%s", mechanism->frames[f].name);
  for (int p = 0; p < mechanism->point_count; p++) {
    keys[(*count)++] = arena_format(arena, "fk:%s", mechanism->points[p].name);
    keys[(*count)++] = arena_format(arena, "jac:%s", mechanism->points[p].name);
  }
  return keys;
}
