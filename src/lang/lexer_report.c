// lexer_report.c -- what to say about text that is no token.
// SPDX-License-Identifier: MIT
#include "lang/lexer.h"

#include "base/text.h"

#include <string.h>

typedef struct LookAlike {
  const char *text;
  const char *hint;
} LookAlike;

// Characters that word processors and formulas on the web put where a plain one belongs.
static const LookAlike look_alikes[] = {
  { "\u2212", "write '-'" },
  { "\u2013", "write '-'" },
  { "\u00D7", "write '*'" },
  { "\u22C5", "write '*'" },
  { "\u00B7", "write '.' in a unit, '*' for a product" },
  { "\u00F7", "write '/'" },
  { "\u00B0", "write 'deg'" },
  { "\u2019", "write \"'\"" },
  { "\u2032", "write \"'\"" },
  { "\u201C", "write '\"'" },
  { "\u201D", "write '\"'" },
  { "\u00B2", "write '^2'" },
  { "\u00B3", "write '^3'" },
  { "\u2026", "write '..'" },
  { "\u2264", "write '<='" },
  { "\u2265", "write '>='" },
  { "\u2260", "write '!='" },
  { "&", "write (a > 0)*(b > 0)" },
  { "|", "write abs(x), norm(v)" },
  { "\u00A0", "a blank that is none: write a plain one" },
};

static const char *hint_for(const char *bytes, size_t length)
{
  for (size_t i = 0; i < sizeof look_alikes / sizeof look_alikes[0]; i++) {
    size_t size = strlen(look_alikes[i].text);
    if (size <= length && memcmp(look_alikes[i].text, bytes, size) == 0) return look_alikes[i].hint;
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
    diagnostics_error(lexer->diagnostics, run, hint_for(bytes, run.length),
                      "unexpected character '%.*s'", length, bytes);
  }
}

// True the first time: of bytes that are no text there will be many.
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
