// system.c -- from a mechanism to equations valid in its assembled configuration.
// SPDX-License-Identifier: MIT
#include "system/system.h"

#include "system/mobility/mobility.h"
#include "system/mobility/partition.h"

System *system_new(const Mechanism *mechanism, const FormulateOptions *options)
{
  Arena *arena = arena_new();
  System *system = ARENA_NEW(arena, System);
  *system = (System){ .arena = arena, .mechanism = mechanism };
  if (options) system->options = *options;
  system->derivation = formulate_begin(mechanism, &system->options);
  system->equations = system->derivation->equations;
  return system;
}

void system_free(System *system)
{
  if (!system) return;
  if (system->derivation) equations_free(derivation_release(system->derivation));
  mobility_study_free(system->mobility);
  arena_free(system->arena);
}

// ---- derivation

bool system_derive(System *system, const char *const keys[], int count, Text *why)
{
  for (int i = 0; i < count; i++) {
    if (!derivation_quantity(system->derivation, keys[i], why)) return false;
  }
  return true;
}

const ConstraintList *system_rows(System *system, Text *why)
{
  if (!system->rows) system->rows = derivation_constraints(system->derivation, why);
  return system->rows;
}

enum { ON_POSITIONS = 3, ON_SPEEDS = 2, ON_SIDES = 2, MAX_TIES = 7 };
static const char *const TIES[MAX_TIES] = { "Phi",  "Phi_q",    "Phi_t",     "H",
                                            "b_nh", "Phi_turn", "Phi_turn_q" };

static const Equations *constraint_equations(const System *system)
{
  Equations *ties = ARENA_NEW(system->arena, Equations);
  *ties = *system->equations;
  ties->quantities = ARENA_ARRAY(system->arena, Quantity, MAX_TIES);
  ties->quantity_count = 0;
  ties->quantity_capacity = MAX_TIES;
  for (int k = 0; k < MAX_TIES; k++) {
    const Quantity *quantity = equations_find(system->equations, TIES[k]);
    if (quantity) ties->quantities[ties->quantity_count++] = *quantity;
  }
  return ties;
}

// Returns true if the Jacobian fits in memory.
static bool fits_in_memory(const System *system, Text *why)
{
  enum { MAX_ENTRIES = 100000000 };
  int rows = system->rows->count, n = system->mechanism->coordinate_count;
  if ((double)rows * n <= MAX_ENTRIES) return true;
  text_format(why, "%d equations in %d coordinates are too many to study at once", rows, n);
  return false;
}

static bool derive_constraints(System *system, const ConstraintList *rows, Text *why)
{
  bool has_positions = rows->holonomic_count > 0, has_speeds = rows->count > rows->holonomic_count;
  if (has_positions && !system_derive(system, TIES, ON_POSITIONS, why)) return false;
  if (has_speeds && !system_derive(system, TIES + ON_POSITIONS, ON_SPEEDS, why)) return false;
  Text unused = { 0 };  // Phi_turn exists only for some loops
  if (has_positions) system_derive(system, TIES + ON_POSITIONS + ON_SPEEDS, ON_SIDES, &unused);
  text_free(&unused);
  return true;
}

// Derives the constraints without shortening, because they are only evaluated numerically here. If
// shortening is enabled, the long forms are not kept among the quantities: a quantity that is
// requested later is derived in short form.
bool system_derive_constraints(System *system, Text *why)
{
  if (system->ties) return true;
  const ConstraintList *rows = system_rows(system, why);
  if (!rows || !fits_in_memory(system, why)) return false;
  bool skip_shortening = system->derivation->skip_shortening;
  int count = system->equations->quantity_count;
  system->derivation->skip_shortening = true;
  bool is_good = derive_constraints(system, rows, why);
  if (is_good) system->ties = constraint_equations(system);
  system->derivation->skip_shortening = skip_shortening;
  if (!skip_shortening) system->equations->quantity_count = count;
  return is_good;
}

Equations *system_formulate(System *system, const char *const keys[], int count, Text *why)
{
  Equations *equations = formulate_end(system->derivation, keys, count, why);
  system->derivation = NULL;
  system->equations = equations;
  system->options = (FormulateOptions){ 0 };  // the referenced data may be freed
  if (!equations) system->ties = NULL;
  return equations;
}

// ---- selection

// Describes a structure: velocities that the constraints allow without a finite motion. The rows of
// J are dependent there, yet none of them can be omitted, and the accelerations are not determined.
static const char *structure_words(const MobilityStudy *study, Arena *arena)
{
  int shaky = study->positions - study->finite;
  if (shaky <= 0 || study->values == VALUES_TRIAL) return NULL;
  const char *what = study->mobility <= 0 ? "the mechanism is a structure, and shaky"
                                          : "a part of the mechanism is a structure, and shaky";
  return arena_format(
      arena,
      "%s: its constraints allow %d speed%s that lead%s nowhere, so it has no "
      "accelerations, and forces that hold it are not found by them; 'bielle analyze "
      "mobility' says more",
      what, shaky, shaky == 1 ? "" : "s", shaky == 1 ? "s" : "");
}

static MobilityStudy *study_of(System *system, const ProgramState *start, Text *why)
{
  MobilityStudy *study = start ? mobility_study_new(system, start, NULL, why) : NULL;
  if (study && study->is_assembled) return study;
  mobility_study_free(study);
  text_clear(why);
  return mobility_study_new(system, NULL, NULL, why);
}

bool system_select_coordinates(System *system, const ProgramState *start, Text *why)
{
  if (!system_derive_constraints(system, why)) return false;
  if (system->rows->count == 0) return true;
  MobilityStudy *study = study_of(system, start, why);
  if (!study) return false;
  mobility_study_free(system->mobility);
  system->mobility = study;
  if (!study->is_assembled) return true;
  FormulateOptions *options = &system->options;
  options->omitted = study->is_redundant;
  options->structure = structure_words(study, system->arena);
  if (options->structure) return true;
  options->places = partition_choose(study, options->independent, system->arena, why);
  return options->places != NULL;
}
