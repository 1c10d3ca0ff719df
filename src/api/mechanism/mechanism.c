// mechanism.c -- loads mechanisms through the public interface.
// SPDX-License-Identifier: MIT
#include "api/answer.h"
#include "api/mechanism/convert.h"
#include "lang/evaluate/value_list.h"
#include "base/files/file.h"
#include "base/memory/memory.h"
#include "control/design.h"
#include "control/model.h"
#include "formulation/formulation.h"
#include "formulation/methods/links.h"
#include "lang/syntax/grammar.h"
#include "lang/lang.h"
#include "report/report.h"
#include "study/simulation/experiment.h"
#include "transform/freeze.h"

#include <stdlib.h>
#include <string.h>

bool read_text(const char *path, BielleDiagnostics *diagnostics, Text *out)
{
  Text why = { 0 };
  bool is_read = file_read(path, out, &why);
  if (!is_read) diagnose(diagnostics, NULL, "%s", text_string(&why));
  text_free(&why);
  return is_read;
}

const char *source_name(const char *path)
{
  return strcmp(path, "-") == 0 ? "standard input" : path;
}

// Makes the text of `mechanism` its source, after translation of a foreign text; returns false if
// that failed.
static bool set_source(BielleMechanism *mechanism, const char *name, BielleDiagnostics *diagnostics)
{
  Translation translation = translate_foreign(name, &mechanism->text, NULL, diagnostics);
  if (translation == TRANSLATION_FAILED) return false;
  Text full_name = { 0 };
  text_format(&full_name, "%s%s", name, translation == TRANSLATION_DONE ? TRANSLATED : "");
  mechanism->source_name = text_release(&full_name);
  mechanism->source =
      (Source){ mechanism->source_name, text_string(&mechanism->text), mechanism->text.length };
  return true;
}

// Checks whether the options of experiments can be simulated.
static bool are_experiments_good(const Mechanism *mechanism, Diagnostics *local)
{
  bool is_good = true;
  Text why = { 0 };
  const TaskOption *at;
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (task->kind != TASK_EXPERIMENT || experiment_check(mechanism, task, &at, &why)) continue;
    diagnostics_add(local, SEVERITY_ERROR, at->span, NULL, "this cannot be simulated: %s",
                    text_string(&why));
    text_clear(&why);
    is_good = false;
  }
  text_free(&why);
  return is_good;
}

static void free_described(Mechanism *described)
{
  if (described) control_free_design(described->design);
  mechanism_free(described);
}

static BielleMechanism *new_mechanism(void)
{
  BielleMechanism *mechanism = memory_new(1, sizeof *mechanism);
  mechanism->self = mechanism;
  atomic_init(&mechanism->users, 1);
  return mechanism;
}

// Resolves the text of `mechanism`, which is stored in *out or freed.
static BielleStatus resolve(BielleMechanism *mechanism, const char *name,
                            BielleDiagnostics *diagnostics, BielleMechanism **out)
{
  BielleStatus failure = BIELLE_BAD_INPUT;
  if (set_source(mechanism, name, diagnostics)) {
    Diagnostics *local = diagnostics_new();
    mechanism->mechanism = lang_read(&mechanism->source, local);
    if (mechanism->mechanism && (!control_put_model(mechanism->mechanism, local) ||
                                 !are_experiments_good(mechanism->mechanism, local))) {
      free_described(mechanism->mechanism);
      mechanism->mechanism = NULL;
    }
    if (diagnostics_has_internal(local)) failure = BIELLE_INTERNAL;
    mechanism->said = diagnostics_new();
    diagnostics_merge(mechanism->said, local);
    diagnostics_own_sources(mechanism->said, &mechanism->source);
    adopt_diagnostics(diagnostics, local);
  }
  if (!mechanism->mechanism) {
    bielle_mechanism_free(mechanism);
    return failure;
  }
  *out = mechanism;
  return BIELLE_OK;
}

BielleStatus bielle_mechanism_load(const char *path, BielleDiagnostics *diagnostics,
                                   BielleMechanism **out)
{
  *out = NULL;
  BielleMechanism *mechanism = new_mechanism();
  if (!read_text(path, diagnostics, &mechanism->text)) {
    bielle_mechanism_free(mechanism);
    return BIELLE_IO;
  }
  return resolve(mechanism, source_name(path), diagnostics, out);
}

BielleStatus bielle_mechanism_read(const char *name, const char *text, size_t length,
                                   BielleDiagnostics *diagnostics, BielleMechanism **out)
{
  *out = NULL;
  BielleMechanism *mechanism = new_mechanism();
  text_put_bytes(&mechanism->text, text, length);
  return resolve(mechanism, name, diagnostics, out);
}

void bielle_mechanism_free(BielleMechanism *mechanism)
{
  if (!mechanism || atomic_fetch_sub(&mechanism->users, 1) > 1) return;
  free_described(mechanism->mechanism);
  diagnostics_free(mechanism->said);
  text_free(&mechanism->text);
  free(mechanism->source_name);
  free(mechanism);
}

BielleStatus bielle_mechanism_freeze(BielleMechanism *mechanism, const char *list,
                                     BielleDiagnostics *diagnostics)
{
  Text why = { 0 };
  Mechanism *described = mechanism->mechanism;
  const Expr **values = ARENA_ARRAY(described->arena, const Expr *, described->coordinate_count);
  bool is_good =
      coordinate_values_read(described, list, 0, "to hold still", described->pool, values, &why) &&
      mechanism_freeze(described, values, &why);
  if (!is_good) diagnose(diagnostics, NULL, "%s", text_string(&why));
  text_free(&why);
  return is_good ? BIELLE_OK : BIELLE_BAD_INPUT;
}

const char *bielle_mechanism_name(const BielleMechanism *mechanism)
{
  return mechanism->mechanism->name;
}

double bielle_mechanism_written_size(const BielleMechanism *mechanism, const char *key)
{
  return formulation_size(mechanism->mechanism, key);
}

int bielle_mechanism_force_count(const BielleMechanism *mechanism)
{
  return mechanism->mechanism->force_count;
}

int bielle_mechanism_is_driven_by_time(const BielleMechanism *mechanism)
{
  return frame_driven_by_time(mechanism->mechanism) != NULL;
}

// A summary omits the mobility study of thousands of equations, which takes minutes.
static bool is_long_study(int equations, int coordinates)
{
  // entries of the Jacobian; takes some seconds
  enum { MAX_EQUATIONS = 20000, MAX_COORDINATES = 5000, MAX_ENTRIES = 500000 };
  return equations > MAX_EQUATIONS || (equations > 0 && coordinates > MAX_COORDINATES) ||
         (double)equations * coordinates > MAX_ENTRIES;
}

static bool has_many_equations(const Mechanism *mechanism)
{
  int n = mechanism->coordinate_count, motions = 0;
  for (int i = 0; i < mechanism->task_count; i++)
    motions += mechanism->tasks[i].kind == TASK_MOTION;
  int least = mechanism->constraint_count + mechanism->loop_count + mechanism->rolling_count;
  return is_long_study(least + motions, n) ||
         is_long_study(n - mechanism_mobility(mechanism) + motions, n);
}

static void record_warnings(const Diagnostics *said, Record *to)
{
  Record *warnings = record_list(to, "warnings");
  for (int i = 0; i < diagnostics_count(said); i++) {
    if (diagnostics_severity(said, i) != SEVERITY_WARNING) continue;
    Record *warning = record_object(warnings, NULL);
    Place place = span_place(diagnostics_span(said, i));
    record_integer(warning, "line", place.line);
    record_integer(warning, "column", place.column);
    const char *code = diagnostics_code(said, i), *hint = diagnostics_hint(said, i);
    record_text(warning, "code", code ? code : "");
    record_text(warning, "message", diagnostics_message(said, i));
    record_text(warning, "hint", hint ? hint : "");
  }
}

// Returns true if there are constraints other than quaternion norms, which are independent of each
// other.
static bool is_tied(const Mechanism *mechanism)
{
  bool has_motions = false;
  int norms = 0;
  for (int i = 0; i < mechanism->constraint_count; i++)
    norms += mechanism->constraints[i].norm != NULL;
  for (int i = 0; i < mechanism->task_count; i++)
    has_motions |= mechanism->tasks[i].kind == TASK_MOTION;
  return has_motions || mechanism->loop_count + mechanism->rolling_count > 0 ||
         norms < mechanism->constraint_count;
}

BielleAnswer *bielle_mechanism_summary(const BielleMechanism *mechanism, int most)
{
  enum { MAX_PROVED = 1000 };
  const Mechanism *described = mechanism->mechanism;
  Text unused = { 0 };
  BielleAnswer *answer = answer_new();
  System *system = NULL;
  MobilityStudy *study = NULL;
  bool is_long = has_many_equations(described);
  // Without constraints Gruebler's count is the mobility; for few coordinates it is verified for
  // norms as well.
  bool is_studied = described->coordinate_count <= MAX_PROVED ? mechanism_is_constrained(described)
                                                              : is_tied(described);
  if (is_studied && !is_long) {
    system = system_new(described, &(FormulateOptions){ .skip_shortening = true });
    study = mobility_study_new(system, NULL, NULL, &unused);
  }
  mechanism_summary(described, study, most, answer->record, &answer->words);
  // finding a position scans the text, which takes too long for a short summary
  if (most == 0) record_warnings(mechanism->said, answer->record);
  if (is_long)
    text_put(&answer->words, "  true mobility: not sought among so many equations; see 'bielle "
                             "analyze mobility'\n");
  mobility_study_free(study);
  system_free(system);
  text_free(&unused);
  return answer;
}

BielleAnswer *bielle_mechanism_units(const BielleMechanism *mechanism)
{
  BielleAnswer *answer = answer_new();
  mechanism_report_units(mechanism->mechanism, answer->record, &answer->words);
  return answer;
}

char *bielle_mechanism_dump(const BielleMechanism *mechanism)
{
  Text text = { 0 };
  mechanism_report_facts(mechanism->mechanism, &text);
  mechanism_convert(mechanism->mechanism, CONVENTION_LANGUAGE, NULL, &text);
  return text_release(&text);
}

char *bielle_grammar(void)
{
  Arena *arena = arena_new();
  Record *grammar = record_new(arena);
  Text text = { 0 };
  grammar_record(grammar);
  record_put_json(grammar, &text);
  arena_free(arena);
  return text_release(&text);
}

static bool format_text(const Source *source, BielleDiagnostics *diagnostics, char **out)
{
  Diagnostics *local = diagnostics_new();
  Document *document = document_read(source, local);
  bool is_good = diagnostics_error_count(local) == 0;
  if (is_good) {
    Text text = { 0 };
    document_print(document, &text);
    *out = text_release(&text);
  }
  document_free(document);
  adopt_diagnostics(diagnostics, local);
  return is_good;
}

BielleStatus bielle_format(const char *path, BielleDiagnostics *diagnostics, char **out)
{
  *out = NULL;
  BielleMechanism holder = { 0 };
  BielleStatus status = BIELLE_BAD_INPUT;
  if (!read_text(path, diagnostics, &holder.text)) {
    status = BIELLE_IO;
  } else if (set_source(&holder, source_name(path), diagnostics) &&
             format_text(&holder.source, diagnostics, out)) {
    status = BIELLE_OK;
  }
  text_free(&holder.text);
  free(holder.source_name);
  return status;
}
