// mobility.c -- the mobility study: equations, values, assembly, then the motion.
// SPDX-License-Identifier: MIT
#include "system/mobility/mobility.h"

#include "system/assembly/assembly.h"
#include "system/mobility/mobility_impl.h"

#include <string.h>

enum { MAX_TRIALS = 6 };

// ---- begin

static bool has_rows(const System *system, Text *why)
{
  if (system->rows->count > 0) return true;
  text_format(
      why,
      "the mechanism has no constraints, so all %d coordinates are free: there is no loop that "
      "moves, no constraint and no wheel",
      system->mechanism->coordinate_count);
  return false;
}

static MobilityStudy *study_begin(System *system, Text *why)
{
  if (!system_derive_constraints(system, why) || !has_rows(system, why)) return NULL;
  const Mechanism *mechanism = system->mechanism;
  Arena *arena = arena_new();
  MobilityStudy *study = ARENA_NEW(arena, MobilityStudy);
  int n = mechanism->coordinate_count;
  *study = (MobilityStudy){ .arena = arena,
                            .mechanism = mechanism,
                            .equations = system->ties,
                            .rows = system->rows,
                            .coordinate_count = n };
  for (int i = 0; i < study->rows->count; i++)
    study->motion_count += study->rows->equations[i].origin == ORIGIN_MOTION;
  study->parameters = ARENA_ARRAY(arena, double, mechanism->parameter_count);
  study->inputs = ARENA_ARRAY(arena, double, mechanism->input_count);
  study->start_q = ARENA_ARRAY(arena, double, n);
  study->q = ARENA_ARRAY(arena, double, n);
  study->is_redundant = ARENA_ARRAY(arena, bool, study->rows->count);
  return study;
}

// ---- assembly

static ProgramState start_of(const MobilityStudy *study)
{
  return (ProgramState){ .parameters = study->parameters,
                         .q = study->start_q,
                         .inputs = study->inputs,
                         .time = study->time };
}

// Assembles from the coordinates in start_q, which become the assembled or the closest ones.
static bool assemble(MobilityStudy *study, const System *system, const bool is_named[], Text *why)
{
  size_t size = sizeof(double) * (size_t)study->coordinate_count;
  study->is_assembled = true;
  if (study->rows->holonomic_count == 0) return true;
  ProgramState start = start_of(study);
  const AssemblyOptions options = { .is_named = is_named };
  Assembly *assembly = assembly_new(system, &start, &options, why);
  if (!assembly) return false;
  study->is_assembled = assembly->is_closed;
  study->residual = assembly->configurations[0].norm;
  memcpy(study->start_q, assembly->configurations[0].q, size);
  memcpy(study->q, study->start_q, size);
  assembly_free(assembly);
  return true;
}

static void copy_if(double to[], const double from[], int count)
{
  if (from && count > 0) memcpy(to, from, sizeof(double) * (size_t)count);
}

static void take_values(MobilityStudy *study, const ProgramState *start)
{
  copy_if(study->parameters, start->parameters, study->mechanism->parameter_count);
  copy_if(study->inputs, start->inputs, study->mechanism->input_count);
  copy_if(study->start_q, start->q, study->coordinate_count);
  study->given_q = ARENA_ARRAY(study->arena, double, study->coordinate_count);
  copy_if(study->given_q, study->start_q, study->coordinate_count);
  study->time = start->time;
  study->values = VALUES_GIVEN;
}

static bool assemble_description(MobilityStudy *study, const System *system, Text *why)
{
  int trials = values_are_complete(study) ? 1 : MAX_TRIALS;
  study->values = trials > 1 ? VALUES_TRIAL : VALUES_DESCRIBED;
  study->given_q = ARENA_ARRAY(study->arena, double, study->coordinate_count);
  for (int trial = 0; trial < trials && !study->is_assembled; trial++) {
    values_of_description(study, trial, study->start_q);
    copy_if(study->given_q, study->start_q, study->coordinate_count);
    if (!assemble(study, system, NULL, why)) return false;
  }
  return true;
}

// ---- the study

static bool study_motion(MobilityStudy *study, Text *why)
{
  ConstraintSystem constraints;
  ProgramState start = start_of(study);
  if (!constraint_system_init(&constraints, study->equations, &start, why)) return false;
  constraints.geometric -= study->motion_count;  // motions are the last
  NumericStatus status = motion_study(study, &constraints);
  if (status == NUMERIC_OK) status = rows_study(study, &constraints);
  if (status == NUMERIC_NOT_FINITE) {
    text_put(why, "the equations have no value where the mechanism is closed; start elsewhere");
  } else if (status != NUMERIC_OK) {
    text_format(why,
                "how many of the equations count where the mechanism is closed was not found (%s); "
                "start elsewhere",
                numeric_status_sentence(status));
  }
  constraint_system_free(&constraints);
  return status == NUMERIC_OK;
}

static bool complete(MobilityStudy *study, const System *system, const ProgramState *start,
                     const bool is_named[], Text *why)
{
  if (start) take_values(study, start);
  bool is_good =
      start ? assemble(study, system, is_named, why) : assemble_description(study, system, why);
  return is_good && (!study->is_assembled || study_motion(study, why));
}

MobilityStudy *mobility_study_new(System *system, const ProgramState *start, const bool is_named[],
                                  Text *why)
{
  MobilityStudy *study = study_begin(system, why);
  if (!study || complete(study, system, start, is_named, why)) return study;
  mobility_study_free(study);
  return NULL;
}

int mobility_redundant_count(const MobilityStudy *study)
{
  int count = 0;
  for (int i = 0; i < study->rows->count; i++)
    count += study->is_redundant[i];
  return count;
}

const char *mobility_residual_unit(const MobilityStudy *study)
{
  const Quantity *Phi = equations_find(study->equations, "Phi");
  if (!Phi || !Phi->row_units || Phi->row_units[0][0] == '\0') return "";
  for (int i = 1; i < Phi->rows; i++) {
    if (strcmp(Phi->row_units[i], Phi->row_units[0]) != 0) return "";
  }
  return arena_format(study->arena, " %s", Phi->row_units[0]);
}

void mobility_study_free(MobilityStudy *study)
{
  if (study) arena_free(study->arena);
}
