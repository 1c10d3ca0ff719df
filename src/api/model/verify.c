// verify.c -- the certificate of a mechanism: methods, laws, constraints, reference model,
// programs.
// SPDX-License-Identifier: MIT
#include "api/answer.h"
#include "api/model/constrained.h"
#include "formulation/constraints/constraints.h"
#include "report/report.h"

// Checks programs of the shortest recipes at points that were not used to derive them.
static void certify_programs(Certificate *certificate, Derivation *derivation)
{
  static const char *const KEYS[] = { "T", "V", "M", "h", "G", "tau" };
  enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0], FRESH_SEED = 0x5eed };
  Text why = { 0 }, line = { 0 };
  bool is_there = true;
  for (int k = 0; k < KEY_COUNT; k++)
    is_there = is_there && derivation_quantity(derivation, KEYS[k], &why);
  Program *program = is_there ? program_new(derivation->equations, KEYS, KEY_COUNT, &why) : NULL;
  Comparison comparison = comparison_start();
  if (!program || !program_check(program, certificate->seed ^ FRESH_SEED, &why)) {
    bool is_unseen = pool_has_hashed_numbers(derivation->equations->pool);
    comparison.outcome = is_unseen ? OUTCOME_NOT_PROVED : OUTCOME_DOES_NOT_HOLD;
  }
  for (int k = 0; is_there && k < KEY_COUNT; k++) {
    const Quantity *quantity = equations_find(derivation->equations, KEYS[k]);
    comparison.count += quantity->rows * quantity->columns;
  }
  comparison.degree = certificate->degree;
  certificate_state(certificate, "programs of T V M h G tau compute their expressions", &comparison,
                    NULL);
  if (why.length > 0) text_format(&line, "    %s\n", text_string(&why));
  certificate_explain(certificate, &line);
  text_free(&line);
  program_free(program);
  text_free(&why);
}

// Checks the equations as a user obtains them, in short forms unless these take long to find.
static void certify_usual_equations(Certificate *certificate)
{
  enum { FEW_COORDINATES = 12 };
  Derivation *derivation = certificate_derivation(certificate, NULL);
  derivation->skip_shortening = certificate->mechanism->coordinate_count > FEW_COORDINATES;
  certificate_progress(certificate, "witness", 0.85);
  certify_by_witness(certificate, derivation);
  certify_forms(certificate);
  certificate_progress(certificate, "programs", 0.9);
  certify_programs(certificate, derivation);
  equations_free(derivation_release(derivation));
}

// Checks the constraint methods, without redundant constraints. `unsaid` receives the reason if
// nothing is certified about accelerations.
static void certify_constraints(Certificate *certificate, const BielleMechanism *mechanism,
                                Text *unsaid, BielleDiagnostics *diagnostics)
{
  if (!mechanism_is_constrained(mechanism->mechanism)) return;
  FormulateOptions options = { .seed = certificate->seed, .skip_shortening = true };
  System *system = system_new(mechanism->mechanism, &options);
  bool is_good = constrained_decide(system, &(BielleDeriveOptions){ 0 }, diagnostics);
  if (is_good && system->options.structure) {
    text_put(unsaid, system->options.structure);
  } else if (is_good) {
    certify_treatments(certificate, &system->options);
  }
  system_free(system);
}

BielleStatus bielle_verify(const BielleMechanism *mechanism, const BielleVerifyOptions *options,
                           BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleVerifyOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  *out = NULL;
  Text unsaid = { 0 };
  int count = 0;
  while (formulation_info(count))
    count++;
  BielleAnswer *answer = answer_new();
  Record *record = answer->record;
  Certificate certificate;
  certificate_begin(
      &certificate, mechanism->mechanism, options->seed,
      certificate_begin_record(mechanism->mechanism, BIELLE_VERSION, options->seed, record));
  Progress progress = { options->progress, options->progress_context, NULL, 0, false };
  certificate.progress = &progress;
  certify_methods(&certificate, formulation_info(0), count);
  certificate_progress(&certificate, "constraints", 0.75);
  certify_constraints(&certificate, mechanism, &unsaid, diagnostics);
  certify_usual_equations(&certificate);
  bool holds = certificate.failures == 0 && (certificate.unproved == 0 || options->allows_unproved);
  record_flag(record, "holds", holds);
  certificate_end_record(&certificate, text_string(&unsaid), record);
  certificate_words(record, &answer->words);
  certificate_end(&certificate);
  text_free(&unsaid);
  if (progress.is_cancelled) {
    bielle_answer_free(answer);
    return BIELLE_CANCELLED;
  }
  *out = answer;
  return holds ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}
