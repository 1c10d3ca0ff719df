// certificate.c -- the certificate as data, and its text.
// SPDX-License-Identifier: MIT
#include "report/report.h"

#include <string.h>

Record *certificate_begin_record(const Mechanism *mechanism, const char *version, uint64_t seed,
                                 Record *out)
{
  Text number = { 0 };
  text_format(&number, "%llu", (unsigned long long)seed);
  record_text(out, "mechanism", mechanism->name);
  record_integer(out, "coordinates", mechanism->coordinate_count);
  record_integer(out, "bodies", mechanism->body_count);
  record_integer(out, "forces", mechanism->force_count);
  char hash[SHA256_HEX_SIZE];
  mechanism_source_hash(mechanism, hash);
  record_text(out, "sha256", hash);
  if (mechanism->held) record_text(out, "held", mechanism->held);
  record_text(out, "version", version);
  record_text(out, "seed", text_string(&number));  // 64 bits: too many for a JSON number
  text_free(&number);
  return record_list(out, "claims");
}

void certificate_end_record(const Certificate *certificate, const char *unsaid, Record *out)
{
  record_integer(out, "statements", certificate->statements);
  record_integer(out, "failures", certificate->failures);
  record_integer(out, "unproved", certificate->unproved);
  if (certificate->unseen.length > 0) record_text(out, "unseen", text_string(&certificate->unseen));
  if (*unsaid) record_text(out, "no_accelerations", unsaid);
  double merged = certificate_merge_chance(certificate);
  if (merged < 1e-6) record_number(out, "merged", merged, "");
}

// ---- text

static const char *reported(const Record *record, const char *name)
{
  const Record *part = record_find(record, name);
  return part && part->text ? part->text : "";
}

static int counted(const Record *record, const char *name)
{
  return (int)record_find(record, name)->whole;
}

static void put_heading(const Record *record, Text *out)
{
  text_format(out, "Certificate of %s: %d coordinates, %d bodies, %d forces\n",
              reported(record, "mechanism"), counted(record, "coordinates"),
              counted(record, "bodies"), counted(record, "forces"));
  text_format(out, "description (SHA-256): %s\n", reported(record, "sha256"));
  if (record_find(record, "held")) text_format(out, "frozen: %s\n", reported(record, "held"));
  text_format(out, "bielle %s, seed %s\n\n", reported(record, "version"), reported(record, "seed"));
}

// "  statement          holds   < 1e-30"
static void put_claim(const Record *claim, Text *out)
{
  enum { WIDTH = 64 };
  const Record *chance = record_find(claim, "chance");
  const char *statement = reported(claim, "statement"), *outcome = reported(claim, "outcome");
  const char *evidence = reported(claim, "evidence");
  int width = text_columns(statement, strlen(statement));
  bool is_wrong = strcmp(outcome, "does not hold") == 0;
  text_format(out, "  %s", statement);
  text_repeat(out, ' ', width < WIDTH ? WIDTH - width : 1);
  text_put(out, is_wrong ? "DOES NOT HOLD" : outcome);
  if (chance && chance->kind == RECORD_NUMBER) text_format(out, "  < %.0e", chance->number);
  if (*evidence) text_format(out, "  %s", evidence);
  text_format(out, "\n%s", reported(claim, "difference"));
}

void certificate_put_claims(const Record *claims, Text *out)
{
  for (const Record *claim = claims->first; claim; claim = claim->next) {
    if (record_find(claim, "remark")) {
      text_format(out, "  %s\n", reported(claim, "remark"));
    } else {
      put_claim(claim, out);
    }
  }
}

static void put_outcome(const Record *record, Text *out)
{
  int statements = counted(record, "statements"), failures = counted(record, "failures");
  int unproved = counted(record, "unproved"), holding = statements - failures - unproved;
  if (failures > 0) text_format(out, "%d of %d statements DO NOT HOLD.\n", failures, statements);
  if (unproved > 0) {
    text_format(out, "%d statements hold, %d %s not proved.", holding, unproved,
                unproved == 1 ? "is" : "are");
    if (record_find(record, "unseen")) {
      text_format(
          out, "\nVerified numerically only: %s have no exact representation in the prime fields.",
          reported(record, "unseen"));
    }
    text_put_char(out, '\n');
  }
  if (holding == statements) text_format(out, "All %d statements hold.\n", statements);
}

static void put_evidence(const Record *record, Text *out)
{
  const Record *merged = record_find(record, "merged");
  text_put(out, "Fields: exact values at random points of two prime fields, and again at fresh "
                "points; after each\nstatement the probability of an undetected difference, "
                "entries times degree^2 over 2^122");
  if (merged) {
    text_format(out, "; probability\nof any false merge < %.0e", merged->number);
  }
  text_put(out, ".\nReference evaluation: 128-bit ball arithmetic (poses, Newton-Euler) with error "
                "bounds.\n--seed changes the random points.\n");
}

void certificate_words(const Record *record, Text *out)
{
  put_heading(record, out);
  certificate_put_claims(record_find(record, "claims"), out);
  text_put_char(out, '\n');
  put_outcome(record, out);
  if (record_find(record, "no_accelerations"))
    text_format(out, "None is about accelerations: %s.\n", reported(record, "no_accelerations"));
  put_evidence(record, out);
}
