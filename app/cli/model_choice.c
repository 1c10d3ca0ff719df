// model_choice.c -- selects the quantities that are readable, and removes those that are too long.
// SPDX-License-Identifier: MIT
#include "app/cli/model_choice.h"

#include <string.h>

static void add_keys(Arguments *arguments, const char *const keys[])
{
  for (int i = 0; keys[i]; i++)
    arguments->keys[arguments->key_count++] = keys[i];
}

// Constraint equations belong to the model, as well as the quantities of the constraint method.
static void add_constraint_keys(const BielleMechanism *mechanism, Arguments *chosen)
{
  static const char *const HOLONOMIC[] = { "Phi", "Phi_q", "gamma", NULL };
  static const char *const NONHOLONOMIC[] = { "H", "gamma_nh", NULL };
  static const char *const AUGMENTED[] = { "K", "k", NULL };
  static const char *const PARTITION[] = { "N", "Ndotqd", "M_in", "h_in", "G_in", "tau_in", NULL };
  static const char *const PROJECTOR[] = { "Pc", NULL };
  BielleDiagnostics *unused = bielle_diagnostics_new();  // reported again by the derivation
  BielleConstraint *rows = NULL;
  int count = 0;
  bielle_mechanism_constraints(mechanism, unused, &rows, &count);
  if (count > 0 && !rows[0].ties_speeds) add_keys(chosen, HOLONOMIC);
  if (count > 0 && rows[count - 1].ties_speeds) add_keys(chosen, NONHOLONOMIC);
  bielle_constraints_free(rows);
  bielle_diagnostics_free(unused);
  if (is_word(chosen->constraints, "augmented")) add_keys(chosen, AUGMENTED);
  if (is_word(chosen->constraints, "partition")) add_keys(chosen, PARTITION);
  if (is_word(chosen->constraints, "projector")) add_keys(chosen, PROJECTOR);
}

static void add_motion_keys(const BielleMechanism *mechanism, bool is_short, Arguments *chosen)
{
  static const char *const ENERGIES[] = { "T", "V", NULL };
  static const char *const WHOLE[] = { "motion", NULL };
  static const char *const DEFAULTS[] = { "M", "C", "G", NULL };
  static const char *const BY_TIME[] = { "M", "C", "h", "G", NULL };
  static const char *const FORCES[] = { "Qe", "Qu", NULL };
  bool is_driven = bielle_mechanism_is_driven_by_time(mechanism);
  add_keys(chosen, ENERGIES);
  if (is_short) add_keys(chosen, WHOLE);
  add_keys(chosen, is_driven ? BY_TIME : DEFAULTS);
  if (!is_short && bielle_mechanism_force_count(mechanism) > 0) add_keys(chosen, FORCES);
}

Arguments readable_choices(const Arguments *given, const BielleMechanism *mechanism)
{
  enum { MAX_COORDINATES_IN_FULL = 5 };
  static const char *const OVER_SPEEDS[] = { "T", "V", "Jnh", "D", "C", "tauk", NULL };
  Arguments chosen = *given;
  chosen.is_for_reading = true;
  bool is_short =
      bielle_mechanism_variable_count(mechanism, BIELLE_COORDINATES) <= MAX_COORDINATES_IN_FULL;
  if (given->negligible) return chosen;
  if (!chosen.method) chosen.method = is_short ? "energy" : "lagrange";
  if (given->key_count > 0) return chosen;
  if (is_word(chosen.method, "kane")) {
    add_keys(&chosen, OVER_SPEEDS);
  } else {
    add_motion_keys(mechanism, is_short && !given->drop, &chosen);
    add_constraint_keys(mechanism, &chosen);
  }
  return chosen;
}

Arguments recursive_choices(const Arguments *given)
{
  Arguments arguments = *given;
  arguments.form = "recursive";
  arguments.is_for_steps = true;
  if (arguments.key_count == 0) arguments.keys[arguments.key_count++] = "tau";
  return arguments;
}

// ---- zero quantities

static bool is_one_of(const char *key, const char *const keys[])
{
  for (int i = 0; keys[i]; i++) {
    if (strcmp(key, keys[i]) == 0) return true;
  }
  return false;
}

bool has_masses(const BielleModel *model)
{
  return !bielle_model_quantity_is_zero(model, "T") || !bielle_model_quantity_is_zero(model, "V");
}

void drop_absent(const BielleMechanism *mechanism, const BielleModel *model, Arguments *chosen)
{
  static const char *const FORCES[] = { "Qe", "Qu", NULL };
  static const char *const DYNAMICS[] = {
    "T", "V", "motion", "M", "C", "h", "G", "Qe", "Qu", NULL
  };
  const char *const *droppable = has_masses(model) ? FORCES : DYNAMICS;
  bool has_forces = bielle_mechanism_force_count(mechanism) > 0;
  int kept = 0;
  for (int i = 0; i < chosen->key_count; i++) {
    const char *key = chosen->keys[i];
    bool is_absent =
        bielle_model_quantity_is_zero(model, key) || (strcmp(key, "motion") == 0 && !has_forces);
    if (!is_one_of(key, droppable) || !is_absent) chosen->keys[kept++] = key;
  }
  chosen->key_count = kept;
}

// ---- long quantities

static bool has_entries(const char *key)
{
  static const char *const WHOLE[] = { "T", "V", NULL };
  return !is_one_of(key, WHOLE) && !strchr(key, '[');
}

void put_ways(const Arguments *given, LeftOut *left_out)
{
  static const char *const PARTS_OF_TAU[] = { "T", "V", "motion", "M", "C", "h", "G", NULL };
  const char *key = left_out->first;
  bool is_matrix = is_word(key, "M") || is_word(key, "C");
  if (!key) return;
  const char *steps = given->key_count == 0 && is_one_of(key, PARTS_OF_TAU) ? "tau" : key;
  if (has_entries(key))
    text_format(&left_out->sizes, "  one entry       --what '%s%s'\n", key,
                is_matrix ? "[1,2]" : "[1]");
  if (!is_word(steps, "motion"))
    text_format(&left_out->sizes, "  step by step    --form recursive --what '%s'\n", steps);
  text_format(&left_out->sizes, "  all the same    --form condensed --what '%s'\n", key);
}

// Adds an omitted quantity. The hints will be for the first quantity with several entries, or else
// the first one.
static void leave_out(LeftOut *left_out, const char *key, double size, const char *unit)
{
  text_format(&left_out->sizes,
              size < 1e5 ? "%s is too long to read: some %.0f %s\n"
                         : "%s is too long to read: some %.0e %s\n",
              key, size, unit);
  bool is_better = left_out->first && has_entries(key) && !has_entries(left_out->first);
  if (!left_out->first || is_better) left_out->first = key;
}

bool drop_long(const BielleMechanism *mechanism, const BielleModel *model, Arguments *chosen,
               LeftOut *left_out)
{
  // Operations without shared subexpressions: before simplification, when a readable form may have
  // one in a hundred of them; and of the form to be printed, of which forty or more make a line.
  const double MAX_BEFORE = 3e5, MAX_PRINTED = 6e4;
  int kept = 0, count = chosen->key_count;
  for (int i = 0; i < count; i++) {
    const char *key = chosen->keys[i];
    double size = model ? bielle_model_quantity_size(model, key)
                        : bielle_mechanism_written_size(mechanism, key);
    if (size > (model ? MAX_PRINTED : MAX_BEFORE)) {
      leave_out(left_out, key, size, "operations");
    } else {
      chosen->keys[kept++] = key;
    }
  }
  chosen->key_count = kept;
  return kept < count;
}

bool drop_left_out(const int lines[], Arguments *chosen, LeftOut *left_out)
{
  int kept = 0, count = chosen->key_count;
  for (int i = 0; i < count; i++) {
    if (lines[i] > 0) {
      leave_out(left_out, chosen->keys[i], lines[i], "lines");
    } else {
      chosen->keys[kept++] = chosen->keys[i];
    }
  }
  chosen->key_count = kept;
  return kept < count;
}

bool prefers_steps(const Arguments *given, const Arguments *chosen)
{
  for (int i = 0; i < chosen->key_count; i++) {
    if (is_word(chosen->keys[i], "M")) return false;
  }
  return chosen->key_count == 0 || given->key_count == 0;
}
