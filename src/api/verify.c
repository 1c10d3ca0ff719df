// verify.c -- the certificate of a mechanism: methods, laws, constraints, witness, programs.
// SPDX-License-Identifier: MIT
#include "api/constrained.h"
#include "formulation/constraints/constraints.h"
#include "formulation/verify/verify.h"

#include <string.h>

static void put_heading(const Mechanism *mechanism, uint64_t seed, Text *out)
{
  text_format(out, "Certificate of %s: %d coordinates, %d bodies, %d forces\n", mechanism->name,
              mechanism->coordinate_count, mechanism->body_count, mechanism->force_count);
  text_format(out, "description (SHA-256): %s\n", mechanism->source_hash);
  if (mechanism->held) text_format(out, "held still: %s\n", mechanism->held);
  text_format(out, "bielle %s, seed %llu\n\n", BIELLE_VERSION, (unsigned long long)seed);
}

// Programs of the shortest recipes, checked at points that their making did not use.
static void certify_programs(Certificate *certificate, Derivation *derivation)
{
  static const char *const KEYS[] = { "T", "V", "M", "h", "G", "tau" };
  enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0], FRESH_SEED = 0x5eed };
  Text why = { 0 };
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
  if (why.length > 0) text_format(certificate->out, "    %s\n", text_string(&why));
  program_free(program);
  text_free(&why);
}

// The equations that a user gets, in short forms unless these take long to find.
static void certify_usual_equations(Certificate *certificate)
{
  enum { FEW_COORDINATES = 12 };
  Derivation *derivation = certificate_derivation(certificate, NULL);
  derivation->stays_long = certificate->mechanism->coordinate_count > FEW_COORDINATES;
  certificate_progress(certificate, "witness", 0.85);
  certify_by_witness(certificate, derivation);
  certify_forms(certificate);
  certificate_progress(certificate, "programs", 0.9);
  certify_programs(certificate, derivation);
  equations_free(derivation_release(derivation));
}

// The treatments of the constraints, without those that are redundant. `unsaid` receives why nothing
// is certified about accelerations.
static void certify_constraints(Certificate *certificate, const BielleMechanism *mechanism,
                                Text *unsaid, BielleDiagnostics *diagnostics)
{
  if (!mechanism_is_constrained(mechanism->mechanism)) return;
  FormulateOptions options = { .seed = certificate->seed, .stays_long = true };
  System *system = system_new(mechanism->mechanism, &options);
  bool is_good = constrained_decide(system, &(Source){ 0 }, diagnostics);
  if (is_good && system->options.structure) {
    text_put(unsaid, system->options.structure);
  } else if (is_good) {
    certify_treatments(certificate, &system->options);
  }
  system_free(system);
}

// ---- the end

static void put_evidence(const Certificate *certificate, Text *out)
{
  text_put(out, "Fields: exact values at random points of two prime fields, and again at fresh "
                "points; behind each\nstatement the chance that a difference went unnoticed, "
                "entries times degree^2 over 2^122");
  if (certificate->merged < 1e-6) {
    text_format(out, "; that any two\nnodes were taken for equal and are not, < %.0e",
                certificate->merged);
  }
  text_put(out, ".\nWitness: poses and Newton-Euler in numbers of 128 bits with error bounds. "
                "--seed draws others.\n");
}

static void put_end(const Certificate *certificate, const Text *unsaid, Text *out)
{
  int holding = certificate->statements - certificate->failures - certificate->unproved;
  text_put_char(out, '\n');
  if (certificate->failures > 0) {
    text_format(out, "%d of %d statements DO NOT HOLD.\n", certificate->failures,
                certificate->statements);
  }
  if (certificate->unproved > 0) {
    text_format(out, "%d statements hold, %d %s not proved.", holding, certificate->unproved,
                certificate->unproved == 1 ? "is" : "are");
    if (certificate->unseen.length > 0) {
      text_format(out, " The fields do not see identities of: %s.\nNumbers of both sides agree.",
                  text_string(&certificate->unseen));
    }
    text_put_char(out, '\n');
  }
  if (holding == certificate->statements) {
    text_format(out, "All %d statements hold.\n", certificate->statements);
  }
  if (unsaid->length > 0)
    text_format(out, "None is about accelerations: %s.\n", text_string(unsaid));
  put_evidence(certificate, out);
}

BielleStatus bielle_verify(const BielleMechanism *mechanism, const BielleVerifyOptions *options,
                           BielleDiagnostics *diagnostics, char **out)
{
  static const BielleVerifyOptions USUAL = { 0 };
  if (!options) options = &USUAL;
  *out = NULL;
  Text text = { 0 }, unsaid = { 0 };
  int count = 0;
  while (formulation_info(count))
    count++;
  put_heading(mechanism->mechanism, options->seed, &text);
  Certificate certificate;
  certificate_begin(&certificate, mechanism->mechanism, options->seed, &text);
  Progress progress = { options->progress, options->progress_context, NULL, 0, false };
  certificate.progress = &progress;
  certify_methods(&certificate, formulation_info(0), count);
  certificate_progress(&certificate, "constraints", 0.75);
  certify_constraints(&certificate, mechanism, &unsaid, diagnostics);
  certify_usual_equations(&certificate);
  put_end(&certificate, &unsaid, &text);
  text_free(&unsaid);
  bool holds = certificate.failures == 0 && (certificate.unproved == 0 || options->allows_unproved);
  certificate_end(&certificate);
  if (progress.is_stopped) {
    text_free(&text);
    return BIELLE_CANCELLED;
  }
  *out = text_release(&text);
  return holds ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}
