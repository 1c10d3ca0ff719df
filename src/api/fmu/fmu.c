// fmu.c -- a mechanism as a Functional Mock-up Unit, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/fmu/fmu_model.h"
#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/files/zip.h"
#include "study/simulation/experiment.h"
#include "system/evaluator/shared_object.h"

#include <string.h>
#include <sys/utsname.h>

// ---- initial state

static bool read_experiment(StudyCall *call, const Task *experiment, StateValues *start, Fmu *fmu)
{
  SimulationOptions options = EXPERIMENT_DEFAULTS;
  ExperimentStart at = { start->q,         start->qd,         start->states,
                         start->discretes, start->inputs,     start->has_q,
                         start->has_qd,    start->has_states, start->has_discretes,
                         start->has_inputs };
  const TaskOption *option = NULL;
  if (!experiment_read(call->system, experiment, start->parameters, &at, &options, &option,
                       &call->why)) {
    return false;
  }
  experiment_complete(&options);
  fmu->has_times = options.end > options.begin;
  fmu->begin = options.begin;
  fmu->end = options.end;
  fmu->step = options.step;
  fmu->tolerance = options.tolerance;
  return true;
}

// `named` receives the externally given values, before the experiment adds others.
static bool read_start(StudyCall *call, const BielleFmuOptions *asked, StateValues *start,
                       StateValues *named, Fmu *fmu)
{
  const Task *experiment = experiment_find(call->mechanism, asked->experiment, &call->why);
  if (asked->experiment && !experiment) return false;
  call->defaults.experiment = experiment;
  if (!study_read_state(call, start) || !study_check_rates(call, start, true)) return false;
  *named = state_values_names(call->arena, call->system->equations, start);
  if (experiment && !read_experiment(call, experiment, start, fmu)) return false;
  start->time = fmu->begin;
  return true;
}

// ---- the archive

// Name of the folder of this machine's binary.
static void put_platform(Text *out, int version)
{
  struct utsname machine;
  bool is_known = uname(&machine) == 0;
  bool is_default = is_known && strcmp(machine.machine, "x86_64") == 0;
  if (version == 2 && is_default) {
    text_put(out, "linux64");
  } else {
    text_format(out, "%s-linux", is_known ? machine.machine : "unknown");
  }
}

typedef struct Archive {
  Zip zip;
  Text source, description, build, binary;
  Text source_name, source_path, binary_path;
  Text why;  // the reason if there is no binary
} Archive;

static void archive_free(Archive *archive)
{
  Text *const texts[] = { &archive->zip.bytes,   &archive->source,      &archive->description,
                          &archive->build,       &archive->binary,      &archive->source_name,
                          &archive->source_path, &archive->binary_path, &archive->why };
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
    text_free(texts[k]);
}

// Token of the unit, a hash of its contents: equal mechanisms have equal tokens.
static void put_token(const Archive *archive, const Fmu *fmu, char token[SHA256_HEX_SIZE])
{
  Text all = { 0 };
  text_put_bytes(&all, text_string(&archive->source), archive->source.length);
  codegen_fmu_description(fmu, text_string(&archive->source_name), "", &all);
  sha256_hex(text_string(&all), all.length, token);
  text_free(&all);
}

static bool write_source(Archive *archive, const Fmu *fmu, Text *why)
{
  char token[SHA256_HEX_SIZE];
  text_format(&archive->source_name, "%s_fmu.c", fmu->identifier);
  if (!codegen_fmu_source(fmu, &archive->source, why)) return false;
  put_token(archive, fmu, token);
  text_format(&archive->source, "\nstatic const char fmu_token[%d] = \"%s\";\n", SHA256_HEX_SIZE,
              token);
  codegen_fmu_description(fmu, text_string(&archive->source_name), token, &archive->description);
  return true;
}

static void pack(Archive *archive, const Fmu *fmu)
{
  Zip *zip = &archive->zip;
  const Text *source = &archive->source, *description = &archive->description;
  zip_add(zip, "modelDescription.xml", text_string(description), description->length);
  text_format(&archive->source_path, "sources/%s", text_string(&archive->source_name));
  zip_add(zip, text_string(&archive->source_path), text_string(source), source->length);
  if (fmu->version == 3) {
    codegen_fmu_build(fmu, text_string(&archive->source_name), &archive->build);
    zip_add(zip, "sources/buildDescription.xml", text_string(&archive->build),
            archive->build.length);
  }
  if (shared_object_compile(source, &archive->binary, &archive->why)) {
    text_put(&archive->binary_path, "binaries/");
    put_platform(&archive->binary_path, fmu->version);
    text_format(&archive->binary_path, "/%s.so", fmu->identifier);
    zip_add(zip, text_string(&archive->binary_path), archive->binary.bytes, archive->binary.length);
  }
  zip_end(zip);
}

// ---- result

static int count_role(const Fmu *fmu, FmuRole role)
{
  int count = 0;
  for (int k = 0; k < fmu->variable_count; k++)
    count += fmu->variables[k].role == role;
  return count;
}

static void put_constants(const Fmu *fmu, Text *words)
{
  int count = 0;
  for (int k = 0; k < fmu->variable_count; k++) {
    if (fmu->variables[k].is_constant)
      text_format(words, "%s%s", count++ > 0 ? ", " : "constant: ", fmu->variables[k].name);
  }
  if (count > 0) text_put(words, " (gains of 'lqr' are made of it; --set changes them)\n");
}

static void put_answer(StudyCall *call, const Fmu *fmu, const Archive *archive)
{
  static const struct {
    FmuRole role;
    const char *name;
  } COUNTS[] = { { FMU_PARAMETER, "parameters" },
                 { FMU_INPUT, "inputs" },
                 { FMU_STATE, "states" },
                 { FMU_OUTPUT, "outputs" },
                 { FMU_EVENT, "events" } };
  Text *words = &call->answer->words;
  Record *record = call->answer->record;
  text_format(words, "%s: FMI %d.0, model exchange and co-simulation\n", fmu->identifier,
              fmu->version);
  record_text(record, "model", fmu->identifier);
  record_integer(record, "fmi", fmu->version);
  for (size_t k = 0; k < sizeof COUNTS / sizeof COUNTS[0]; k++) {
    int count = count_role(fmu, COUNTS[k].role);
    text_format(words, "%s%s %d", k == 0 ? "" : ", ", COUNTS[k].name, count);
    record_integer(record, COUNTS[k].name, count);
  }
  text_put_char(words, '\n');
  put_constants(fmu, words);
  bool is_exact = fmu->has_slopes && fmu->output_count == 0;
  text_format(words, "directional derivatives: %s\n", is_exact ? "exact" : "by differences, too");
  record_flag(record, "directional_derivatives", true);
  record_flag(record, "exact_derivatives", is_exact);
  bool has_binary = archive->binary.length > 0;
  if (has_binary) text_format(words, "binary: %s\n", text_string(&archive->binary_path));
  if (!has_binary) text_format(words, "no binary, sources only: %s\n", text_string(&archive->why));
  record_text(record, "binary", text_string(&archive->binary_path));
}

static BielleStatus solve(StudyCall *call, const BielleFmuOptions *asked, const char *path)
{
  StateValues start, named;
  const char *hint = NULL;
  Fmu fmu = { .version = asked->version > 0 ? asked->version : 2,
              .tolerance = EXPERIMENT_DEFAULTS.tolerance,
              .request = { .command = asked->command ? asked->command : "",
                           .version = BIELLE_VERSION } };
  if (fmu.version != 2 && fmu.version != 3) {
    text_format(&call->why, "there is no FMI %d here; choose one of: 2, 3", fmu.version);
    return BIELLE_BAD_INPUT;
  }
  if (!read_start(call, asked, &start, &named, &fmu)) return BIELLE_BAD_INPUT;
  MotionOptions constraints = { .treatment = TREATMENT_AUGMENTED };
  study_named_values(call, &start, NULL, &constraints.is_named, &constraints.is_named_rate);
  ProgramState state = start_state_program(&start);
  MotionStudy *motion = motion_study_new(call->system, &state, &constraints, &call->why, &hint);
  if (!motion) return study_fail(call, hint);
  FmuPlan plan = { call,   &start,      &named,           call->defaults.experiment,
                   motion, asked->keys, asked->key_count, &fmu };
  Archive archive = { 0 };
  BielleStatus status = BIELLE_BAD_INPUT;
  if (!motion->is_closed) {
    text_put(&call->why,
             "this cannot be a functional mock-up unit: the mechanism does not close at the start");
  } else if (fmu_model_fill(&plan) && write_source(&archive, &fmu, &call->why)) {
    pack(&archive, &fmu);
    bool is_written =
        file_write(path, archive.zip.bytes.bytes, archive.zip.bytes.length, &call->why);
    status = is_written ? BIELLE_OK : BIELLE_IO;
    put_answer(call, &fmu, &archive);
  }
  archive_free(&archive);
  motion_study_free(motion);
  return status;
}

BielleStatus bielle_fmu(const BielleMechanism *mechanism, const BielleFmuOptions *options,
                        const char *path, BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleFmuOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  BielleMechanism sampled = { .mechanism =
                                  experiment_sampled(mechanism->mechanism, options->experiment) };
  if (sampled.mechanism) mechanism = &sampled;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  BielleStatus status = study_end(&call, solve(&call, options, path), out);
  mechanism_free(sampled.mechanism);
  return status;
}
