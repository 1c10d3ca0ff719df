// provenance.c -- contributions to entries: which quantities have them, what they mean, and the
// check that they add up.
// SPDX-License-Identifier: MIT
#include "formulation/derived/provenance.h"

#include "formulation/verify/chart.h"
#include "formulation/derived/provenance_parts.h"
#include "formulation/recipes.h"
#include "notation/forms/condense.h"
#include "symbolic/algebra.h"

#include <string.h>

// ---- sources and parts under construction

static int add_value(ProvenanceWork *work, const Expr *value)
{
  if (work->value_count == work->value_capacity) {
    work->value_capacity = 2 * work->value_capacity + 16;
    Arena *arena = work->derivation->equations->arena;
    const Expr **larger = ARENA_ARRAY(arena, const Expr *, work->value_capacity);
    for (int i = 0; i < work->value_count; i++)
      larger[i] = work->values[i];
    work->values = larger;
  }
  work->values[work->value_count] = value;
  return work->value_count++;
}

ProvenanceSource *provenance_source(ProvenanceWork *work, const char *kind, const char *name,
                                    Span span)
{
  ProvenanceSource *source = &work->entry->sources[work->entry->source_count++];
  *source = (ProvenanceSource){ .kind = kind, .name = name, .span = span };
  return source;
}

ProvenancePart *provenance_part(ProvenanceWork *work, ProvenanceSource *source, const char *what,
                                const char *rule, const Expr *value)
{
  ProvenancePart *part = &source->parts[source->part_count++];
  *part = (ProvenancePart){ .what = what, .rule = rule, .value = add_value(work, value) };
  return part;
}

static void add_factor(ProvenancePart *part, ProvenanceFactor factor)
{
  part->factors[part->factor_count++] = factor;
}

void provenance_number(ProvenanceWork *work, ProvenancePart *part, const char *name,
                       const char *meaning, const Expr *value)
{
  add_factor(part, (ProvenanceFactor){ name, meaning, NULL, add_value(work, value) });
}

void provenance_vector(ProvenanceWork *work, ProvenancePart *part, const char *name,
                       const char *meaning, Vec3 value, int frame)
{
  const char *axes = work->derivation->mechanism->frames[frame].name;
  int first = add_value(work, value.at[0]);
  for (int i = 1; i < 3; i++)
    add_value(work, value.at[i]);
  add_factor(part, (ProvenanceFactor){ name, meaning, axes, first });
}

// ---- axes

// The reading effort of a vector; long components are not shortened for this estimate.
static double reading_score(ProvenanceWork *work, Vec3 vector)
{
  enum { LONGEST = 400 };
  double score = 0;
  Arena *arena = work->derivation->equations->arena;
  if (!work->memo) work->memo = form_cache_new(arena);
  for (int i = 0; i < 3; i++) {
    const Expr *component = vector.at[i];
    bool is_long = component->form->cost > LONGEST;
    score += is_long ? component->form->cost : condense_next(component, arena, work->memo)->score;
  }
  return score;
}

// Ground axes are preferred, since they are the most common ones: others must be much shorter.
void provenance_vectors(ProvenanceWork *work, ProvenancePart *part, int frame,
                        const NamedVector vectors[], int count)
{
  const double GROUND_IS_WORTH = 1.5;
  if (work->is_bare) return;
  const Mechanism *mechanism = work->derivation->mechanism;
  Vec3 shortest[MAX_FACTORS] = { 0 };
  double least = 0;
  int axes = -1;
  for (int f = frame; f >= 0; f = mechanism->frames[f].parent) {
    Pose between = pose_of_frame(mechanism, work->derivation->equations->pool, frame, f);
    Vec3 turned[MAX_FACTORS] = { 0 };
    double score = 0;
    for (int i = 0; i < count; i++) {
      turned[i] = mat3_mul_vec(between.R, vectors[i].value);
      score += reading_score(work, turned[i]);
    }
    if (f == FRAME_GROUND) score /= GROUND_IS_WORTH;
    if (axes >= 0 && score > least) continue;
    axes = f;
    least = score;
    for (int i = 0; i < count; i++)
      shortest[i] = turned[i];
  }
  for (int i = 0; i < count; i++)
    provenance_vector(work, part, vectors[i].name, vectors[i].meaning, shortest[i], axes);
}

// ---- meaning of an entry

static const char *unit_of(const ProvenanceWork *work, int coordinate)
{
  return work->derivation->equations->coordinates[coordinate].unit;
}

static const char *name_of(const ProvenanceWork *work, int coordinate)
{
  return work->derivation->equations->coordinates[coordinate].name;
}

// Returns "torque on th", or the term for another kind of coordinate.
static const char *effort_on(const ProvenanceWork *work, int coordinate)
{
  const char *unit = unit_of(work, coordinate);
  const char *word = strcmp(unit, "rad") == 0 ? "torque"
                     : strcmp(unit, "m") == 0 ? "force"
                                              : "generalised force";
  return arena_format(work->derivation->equations->arena, "%s on %s", word,
                      name_of(work, coordinate));
}

// Returns kg with one metre for every angle; "" if a coordinate is neither a length nor an angle.
static const char *unit_of_inertia(const ProvenanceWork *work)
{
  static const char *const UNITS[] = { "kg", "kg.m", "kg.m^2" };
  const int coordinates[] = { work->row, work->column };
  int angles = 0;
  for (int i = 0; i < 2; i++) {
    const char *unit = unit_of(work, coordinates[i]);
    if (unit[0] == '\0') return "";
    angles += strcmp(unit, "rad") == 0;
  }
  return UNITS[angles];
}

static const char *meaning_of_M(ProvenanceWork *work)
{
  Arena *arena = work->derivation->equations->arena;
  int i = work->row, j = work->column;
  work->entry->unit = unit_of_inertia(work);
  if (i == j) {
    return arena_format(arena, "%s required for a unit acceleration of %s: its inertia%s",
                        effort_on(work, i), name_of(work, i),
                        work->quantity->rows > 1 ? " while the others are at rest" : "");
  }
  return arena_format(arena, "%s required for a unit acceleration of %s, and %s for one of %s",
                      effort_on(work, i), name_of(work, j), effort_on(work, j), name_of(work, i));
}

static const char *meaning_of_C(ProvenanceWork *work)
{
  Arena *arena = work->derivation->equations->arena;
  const char *inertia = unit_of_inertia(work);
  work->entry->unit = inertia[0] == '\0' ? "" : arena_format(arena, "%s/s", inertia);
  return arena_format(arena, "share of the %s proportional to %s', in h = C qd",
                      effort_on(work, work->row), name_of(work, work->column));
}

// "torque on th that holds the weights"
static const char *meaning_of_effort(ProvenanceWork *work)
{
  static const char *const WORDS[][2] = {
    { "h", "required by the speeds alone" },
    { "G", "that balances the weights" },
    { "tau", "required by the motion in addition to the applied forces" },
    { "Qe", "by the applied forces, actuators excluded" },
    { "Qu", "by the actuators" },
  };
  size_t i = 0;
  while (strcmp(WORDS[i][0], work->quantity->key) != 0)
    i++;
  bool has_clock = i == 0 && frame_driven_by_time(work->derivation->mechanism);
  work->entry->unit = work->derivation->equations->torques[work->row].unit;
  return arena_format(work->derivation->equations->arena, "%s %s", effort_on(work, work->row),
                      has_clock ? "required by speeds and time-driven motions" : WORDS[i][1]);
}

static const char *meaning_of_scalar(ProvenanceWork *work)
{
  work->entry->unit = work->quantity->unit;
  return work->quantity->title;
}

// ---- quantities

typedef struct Explainer {
  const char *key;  // "T:" matches all keys with this prefix
  ProvenanceFunction add_parts;
  const char *(*meaning)(ProvenanceWork *work);  // also sets the unit
} Explainer;

static const Explainer EXPLAINERS[] = {
  { "T", provenance_of_dynamics, meaning_of_scalar },
  { "T:", provenance_of_dynamics, meaning_of_scalar },
  { "V", provenance_of_dynamics, meaning_of_scalar },
  { "V:", provenance_of_dynamics, meaning_of_scalar },
  { "L", provenance_of_dynamics, meaning_of_scalar },
  { "E", provenance_of_dynamics, meaning_of_scalar },
  { "M", provenance_of_dynamics, meaning_of_M },
  { "C", provenance_of_dynamics, meaning_of_C },
  { "h", provenance_of_dynamics, meaning_of_effort },
  { "G", provenance_of_dynamics, meaning_of_effort },
  { "tau", provenance_of_dynamics, meaning_of_effort },
  { "Qe", provenance_of_dynamics, meaning_of_effort },
  { "Qu", provenance_of_dynamics, meaning_of_effort },
  { "Ma", provenance_of_dynamics, meaning_of_M },
  { "Phi", provenance_of_equation, meaning_of_equation },
  { "Phi_q", provenance_of_equation, meaning_of_equation },
  { "Phi_t", provenance_of_equation, meaning_of_equation },
  { "gamma", provenance_of_equation, meaning_of_equation },
  { "H", provenance_of_equation, meaning_of_equation },
  { "b_nh", provenance_of_equation, meaning_of_equation },
  { "gamma_nh", provenance_of_equation, meaning_of_equation },
};
enum { EXPLAINER_COUNT = sizeof EXPLAINERS / sizeof EXPLAINERS[0] };

// Finds the explainer of "M", "M[1,2]" or "T:arm"; NULL with a sentence in `why`.
static const Explainer *find_explainer(const char *key, Text *why)
{
  const QuantityInfo *info = quantity_find(key);
  for (int i = 0; info && i < EXPLAINER_COUNT; i++) {
    if (strcmp(EXPLAINERS[i].key, info->key) == 0) return &EXPLAINERS[i];
  }
  text_format(why, "'%.*s' is not a sum over bodies, forces or constraints; what can be explained:",
              (int)strcspn(key, "["), key);
  for (int i = 0; i < EXPLAINER_COUNT; i++)
    text_format(why, " %s%s", EXPLAINERS[i].key, quantity_find(EXPLAINERS[i].key)->subject);
  return NULL;
}

// ---- entries

static const Expr *total_of_parts(const ProvenanceWork *work)
{
  const Provenance *entry = work->entry;
  const Expr *total = expr_integer(work->derivation->equations->pool, 0);
  for (int s = 0; s < entry->source_count; s++) {
    for (int p = 0; p < entry->sources[s].part_count; p++)
      total = sum(total, work->values[entry->sources[s].parts[p].value]);
  }
  return total;
}

// Explains an entry and returns the difference between its parts and the entry, which should be 0.
static const Expr *explain_entry(ProvenanceWork *work, const Explainer *explainer, int index)
{
  Equations *equations = work->derivation->equations;
  const Mechanism *mechanism = work->derivation->mechanism;
  int most_sources = mechanism->body_count + mechanism->force_count + 1;
  Text place = { 0 };
  quantity_put_place(work->quantity, index, &place);
  work->row = index / work->quantity->columns;
  work->column = index % work->quantity->columns;
  work->value_count = 0;
  *work->entry = (Provenance){
    .key = arena_copy_text(equations->arena, text_string(&place), place.length),
    .sources = ARENA_ARRAY(equations->arena, ProvenanceSource, most_sources),
  };
  text_free(&place);
  work->entry->meaning = explainer->meaning(work);
  add_value(work, work->quantity->entries[index]);
  explainer->add_parts(work);
  return difference(total_of_parts(work), work->values[0]);
}

static void keep_values(ProvenanceWork *work, Quantity *kept)
{
  Arena *arena = work->derivation->equations->arena;
  *kept = (Quantity){ .key = work->entry->key,
                      .function = "",
                      .title = work->entry->meaning,
                      .unit = work->entry->unit,
                      .shape = QUANTITY_VECTOR,
                      .rows = work->value_count,
                      .columns = 1,
                      .entries = ARENA_ARRAY(arena, const Expr *, work->value_count) };
  for (int i = 0; i < work->value_count; i++)
    kept->entries[i] = work->values[i];
}

// Returns true for the entry that the key requests. Without an index these are all entries except
// zeros and those that a symmetric matrix repeats.
static bool is_wanted(const Quantity *quantity, int index, int only)
{
  if (only >= 0) return index == only;
  int row = index / quantity->columns, column = index % quantity->columns;
  return !is_zero(quantity->entries[index]) && (!quantity->is_symmetric || row <= column);
}

static const char *behind_colon(const char *key)
{
  const char *colon = strchr(key, ':');
  return colon ? colon + 1 : NULL;
}

// Off the unit sphere a force on a quaternion can be written in several forms, so all entries
// together are compared on it (chart.h).
static bool is_same_on_sphere(const ProvenanceWork *work, const Explainer *explainer)
{
  const Derivation *derivation = work->derivation;
  if (!has_quaternions(derivation->mechanism)) return false;
  int count = work->quantity->rows * work->quantity->columns;
  Provenance unused;
  ProvenanceWork all = { .derivation = work->derivation,
                         .quantity = work->quantity,
                         .subject = work->subject,
                         .is_bare = true,
                         .entry = &unused };
  Quantity rest = *work->quantity;
  rest.entries = ARENA_ARRAY(derivation->equations->arena, const Expr *, count);
  for (int i = 0; i < count; i++)
    rest.entries[i] = explain_entry(&all, explainer, i);
  Chart chart = chart_of(derivation->mechanism, derivation->equations);
  Quantity carried = chart_carry(&chart, &rest);
  return entries_are_zero(carried.entries, carried.rows * carried.columns);
}

// Explains the requested entries; returns false if parts do not add up.
static bool explain_entries(ProvenanceWork *work, const Explainer *explainer, int only,
                            Explanation *found)
{
  Equations *equations = work->derivation->equations;
  int count = work->quantity->rows * work->quantity->columns;
  Quantity *kept = ARENA_ARRAY(equations->arena, Quantity, count);
  bool is_exact = true;
  found->entries = ARENA_ARRAY(equations->arena, Provenance, count);
  for (int i = 0; i < count; i++) {
    if (!is_wanted(work->quantity, i, only)) continue;
    work->entry = &found->entries[found->entry_count];
    const Expr *rest = explain_entry(work, explainer, i);
    is_exact = is_exact && is_zero(rest);
    work->values[0] = sum(work->values[0], rest);  // in the form given by its parts
    keep_values(work, &kept[found->entry_count++]);
  }
  if (found->entry_count == 0) {
    equations_add_note(
        equations, arena_format(equations->arena, "%s: all entries are 0", work->quantity->key));
  }
  equations->quantities = kept;
  equations->quantity_count = equations->quantity_capacity = found->entry_count;
  if (is_exact) return true;
  equations_add_note(equations, "equal for quaternions of length 1");
  return is_same_on_sphere(work, explainer);
}

// Derives the quantity of the key and the index of the requested entry (-1: all); returns false
// with a sentence in `why`.
static bool derive(Derivation *derivation, const char *key, Quantity *quantity, int *only,
                   Text *why)
{
  size_t length = derivation_whole_key(derivation, key);
  const char *whole = arena_copy_text(derivation->equations->arena, key, length);
  bool is_one = key[length] == '[';
  if (!derivation_quantity(derivation, is_one ? key : whole, why)) return false;
  *quantity = *equations_find(derivation->equations, whole);
  *only = is_one ? quantity_index(quantity, key + length) : -1;
  return true;
}

// Explains the entries requested by `key`, in separate equations.
static bool explain_key(const Mechanism *mechanism, uint64_t seed, const char *key,
                        Explanation *found, bool *is_wrong, Text *why)
{
  Derivation *derivation = derivation_new(mechanism, NULL, seed);
  derivation->for_display = true;
  Quantity quantity;
  int only;
  const Explainer *explainer = find_explainer(key, why);
  bool is_known = explainer && derive(derivation, key, &quantity, &only, why);
  if (is_known) {
    ProvenanceWork work = { .derivation = derivation,
                            .quantity = &quantity,
                            .subject = behind_colon(quantity.key) };
    *is_wrong = !explain_entries(&work, explainer, only, found);
  }
  found->equations = derivation_release(derivation);
  return is_known;
}

// Adds the entries of `part` that `all` does not contain.
static void join(Explanation *all, const Explanation *part)
{
  if (!all->equations) {
    *all = *part;
    return;
  }
  Arena *arena = all->equations->arena;
  Provenance *entries = ARENA_ARRAY(arena, Provenance, all->entry_count + part->entry_count);
  for (int i = 0; i < all->entry_count; i++)
    entries[i] = all->entries[i];
  for (int i = 0; i < part->entry_count; i++) {
    if (!equations_find(all->equations, part->entries[i].key))
      entries[all->entry_count++] = part->entries[i];
  }
  all->entries = entries;
  equations_join(all->equations, part->equations);
}

bool explain(const Mechanism *mechanism, uint64_t seed, const char *const keys[], int key_count,
             Explanation *explanation, bool *is_wrong, Text *why)
{
  bool is_complete = true;
  *explanation = (Explanation){ 0 };
  *is_wrong = false;
  for (int i = 0; i < key_count; i++) {
    Explanation part = { 0 };
    bool is_broken = false;
    if (!explain_key(mechanism, seed, keys[i], &part, &is_broken, why)) {
      is_complete = false;
      text_put_char(why, '\n');
    } else if (is_broken) {
      *is_wrong = true;
      text_format(why, "the parts of '%s' do not add up to it\n", keys[i]);
    }
    join(explanation, &part);
  }
  return is_complete && !*is_wrong;
}

void explanation_free(Explanation *explanation)
{
  equations_free(explanation->equations);
  *explanation = (Explanation){ 0 };
}
