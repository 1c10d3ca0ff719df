// lexer_report.c -- messages about text that is not a token.
// SPDX-License-Identifier: MIT
#include "lang/syntax/lexer.h"

#include "base/text/text.h"

#include <ctype.h>
#include <string.h>

// Notations of other languages, and characters that word processors and web formulas substitute for
// plain ones: alternatives separated by blanks, and the form in this language.
static const char *const spellings[][2] = {
  { "// /* -- ", "a comment begins with '#'" },
  { "% ", "a comment begins with '#', a remainder is mod(a, b)" },
  { "** pow ", "a power is written x^2" },
  { "== := ", "write '='" },
  { "=< \u2264 ", "write '<='" },
  { "=> \u2265 ", "write '>='" },
  { "<> \u2260 ", "write '!='" },
  { "& and ", "both: write (a > 0)*(b > 0) > 0" },
  { "|| or ", "one of them: write max(a > 0, b > 0) > 0" },
  { "! ", "write a == 0" },
  { "| ", "write abs(x), norm(v)" },
  { "? ", "write if(condition, a, b)" },
  { "if ", "an event is 'when x > 1 m : ..', a choice of values if(x > 1 m, a, b)" },
  { "e ", "write exp(x)" },
  { "ln ", "did you mean 'log'?" },
  { "d D dt ddt der diff ", "a rate is written x'" },
  { "\u03C0 ", "write 'pi'" },
  { "\u2212 \u2013 ", "write '-'" },
  { "\u00D7 ", "write '*', or cross(u, v) for vectors" },
  { "\u22C5 \u00B7 ", "write '.' in a unit, '*' for a product" },
  { "\u00F7 ", "write '/'" },
  { "\u00B0 ", "write 'deg'" },
  { "\u2019 \u2032 ", "write \"'\"" },
  { "\u201C \u201D ", "write '\"'" },
  { "\u00B2 ", "write '^2'" },
  { "\u00B3 ", "write '^3'" },
  { "\u2026 ", "write '..'" },
  { "\u00A0 ", "a blank that is none: write a plain one" },
};

const char *spelling_hint(const char *bytes, size_t length, bool is_name)
{
  for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
    const char *at = spellings[i][0];
    for (size_t size; (size = strcspn(at, " ")) > 0; at += size + 1) {
      bool is_long_enough =
          is_name ? size == length : size <= length && !isalpha((unsigned char)*at);
      if (is_long_enough && memcmp(at, bytes, size) == 0) return spellings[i][1];
    }
  }
  return NULL;
}

static void report_bad_character(const Lexer *lexer, Span run, const char *bytes)
{
  int length = text_utf8_length(bytes, run.length);
  if (text_is_control(bytes[0])) {
    diagnostics_error(lexer->diagnostics, run, "remove it", "control character 0x%02x in the text",
                      (unsigned)bytes[0]);
  } else {
    const char *hint = spelling_hint(bytes, run.length, false);
    diagnostics_error(lexer->diagnostics, run, lexer->rules == &language_rules ? hint : NULL,
                      "unexpected character '%.*s'", length, bytes);
  }
}

// Returns true at the first call only, since invalid bytes usually occur in large numbers.
static bool is_first(bool *has_reported)
{
  bool was_reported = *has_reported;
  *has_reported = true;
  return !was_reported;
}

void lexer_report_bad(Lexer *lexer, Span run)
{
  const char *bytes = run.source->bytes + run.start;
  bool is_text = text_utf8_length(bytes, run.length) > 0;
  bool is_plain = bytes[0] > 0x20 && bytes[0] < 0x7F;
  if (!lexer->diagnostics) return;
  if (lexer->rules->all_letters && !is_plain) {
    diagnostics_error(lexer->diagnostics, run, "write plain UTF-8 text", "unexpected byte 0x%02x",
                      (unsigned)(unsigned char)bytes[0]);
  } else if (bytes[0] == '\0') {
    if (!is_first(&lexer->has_nul)) return;
    diagnostics_error(lexer->diagnostics, run, "a description is plain text",
                      "NUL byte in the text");
  } else if (!is_text) {
    if (!is_first(&lexer->has_bad_utf8)) return;
    diagnostics_error(lexer->diagnostics, run, "save the file as UTF-8",
                      "these bytes are not UTF-8 text");
  } else if (bytes[0] == '\r') {
    if (!is_first(&lexer->has_lone_return)) return;
    diagnostics_error(lexer->diagnostics, run, "save the file with line ends LF or CR LF",
                      "a carriage return alone does not end a line");
  } else {
    report_bad_character(lexer, run, bytes);
  }
}
