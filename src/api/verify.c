// verify.c -- the certificate of a mechanism: methods, laws, programs.
// SPDX-License-Identifier: MIT
#include "api/constrained.h"
#include "formulation/constraints.h"
#include "formulation/verify.h"

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
static Verdict verify_programs(const Mechanism *mechanism, uint64_t seed, Text *out)
{
  static const char *const KEYS[] = { "T", "V", "M", "h", "G", "tau" };
  enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0], FRESH_SEED = 0x5eed };
  Verdict verdict = { .statements = 1 };
  Text why = { 0 };
  Equations *equations = formulate(mechanism, NULL, seed, KEYS, KEY_COUNT, &why);
  Program *program = equations ? program_new(equations, KEYS, KEY_COUNT, &why) : NULL;
  bool holds = program && program_check(program, seed ^ FRESH_SEED, &why);
  text_format(out, "  %-63s %s\n", "programs of T V M h G tau compute their expressions",
              holds ? "holds" : "DOES NOT HOLD");
  if (!holds) text_format(out, "    %s\n", text_string(&why));
  if (!holds) verdict.failures++;
  program_free(program);
  equations_free(equations);
  text_free(&why);
  return verdict;
}

// The treatments of the constraints, without those that are redundant.
static Verdict verify_constraints(const BielleMechanism *mechanism, uint64_t seed,
                                  BielleDiagnostics *diagnostics, Text *out)
{
  Verdict verdict = { 0 };
  if (!mechanism_is_constrained(mechanism->mechanism)) return verdict;
  Arena *arena = arena_new();
  FormulateOptions options = { .seed = seed };
  if (constrained_study(mechanism, arena, &options, diagnostics)) {
    verdict = verify_treatments(mechanism->mechanism, &options, out);
  }
  arena_free(arena);
  return verdict;
}

static void add_verdict(Verdict *total, Verdict part)
{
  total->statements += part.statements;
  total->failures += part.failures;
  total->unproved += part.unproved;
}

static void put_end(Verdict verdict, Text *out)
{
  if (verdict.failures > 0) {
    text_format(out, "\n%d of %d statements DO NOT HOLD.\n", verdict.failures, verdict.statements);
    return;
  }
  if (verdict.unproved > 0) {
    text_format(out,
                "\n%d statements hold, %d are not proved: a root or an inverse function moves a "
                "frame,\nand exact values do not know identities such as cos(asin(u)) = "
                "sqrt(1 - u^2).\n",
                verdict.statements - verdict.unproved, verdict.unproved);
    return;
  }
  text_format(out,
              "\nAll %d statements hold. They compare exact values at random points of two prime "
              "fields;\nthe chance that a difference went unnoticed is below 1e-18. "
              "--seed repeats them at others.\n",
              verdict.statements);
}

BielleStatus bielle_verify(const BielleMechanism *mechanism, uint64_t seed,
                           BielleDiagnostics *diagnostics, char **out)
{
  *out = NULL;
  Text text = { 0 };
  int count = 0;
  while (formulation_info(count))
    count++;
  put_heading(mechanism->mechanism, seed, &text);
  Verdict verdict =
      verify_formulations(mechanism->mechanism, formulation_info(0), count, seed, &text);
  add_verdict(&verdict, verify_constraints(mechanism, seed, diagnostics, &text));
  add_verdict(&verdict, verify_programs(mechanism->mechanism, seed, &text));
  put_end(verdict, &text);
  *out = text_release(&text);
  return verdict.failures == 0 ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}
