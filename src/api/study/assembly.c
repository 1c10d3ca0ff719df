// assembly.c -- assembly of a mechanism through the public interface.
// SPDX-License-Identifier: MIT
#include "api/state/limits.h"
#include "api/study/study_call.h"
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"
#include "system/assembly/assembly.h"
#include "system/assembly/postures.h"

static void note_configurations(StudyCall *call, const Assembly *assembly,
                                const double parameters[])
{
  for (int k = 0; k < assembly->count && assembly->is_closed; k++) {
    const char *where =
        assembly->count > 1 ? arena_format(call->arena, "in configuration %d", k + 1) : "";
    for (int i = 0; i < call->mechanism->coordinate_count; i++) {
      double q = assembly->configurations[k].q[i];
      note_limits(call->mechanism, parameters, i, q, q, where, call->local);
    }
  }
}

static BielleStatus solve(StudyCall *call, const BielleAssemblyOptions *asked)
{
  static const char *const NEEDED[] = { "Phi" };
  if (!system_derive(call->system, NEEDED, 1, &call->why) ||
      !system_derive_constraints(call->system, &call->why)) {
    return BIELLE_BAD_INPUT;
  }
  StateValues start;
  AssemblyOptions options = { .requests_all = asked->requests_all != 0 };
  bool is_good = study_read_held(call, asked->hold, &options.is_held);
  if (!study_read_state(call, &start) || !is_good) return BIELLE_BAD_INPUT;
  const bool *unused;
  study_named_values(call, &start, options.is_held, &options.is_named, &unused);
  ProgramState state = start_state_program(&start);
  Assembly *assembly = assembly_new(call->system, &state, &options, &call->why);
  if (!assembly) return BIELLE_INTERNAL;
  assembly_merge_postures(assembly, call->system, &state);
  assembly_words(assembly, &call->answer->words);
  assembly_record(assembly, &state, call->answer->record);
  note_configurations(call, assembly, state.parameters);
  BielleStatus status = assembly->is_closed ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
  assembly_free(assembly);
  return status;
}

BielleStatus bielle_analyze_assembly(const BielleMechanism *mechanism,
                                     const BielleAssemblyOptions *options,
                                     BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleAssemblyOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  return study_end(&call, solve(&call, options), out);
}
