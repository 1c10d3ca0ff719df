// scan.c -- the words of the foreign text formats.
// SPDX-License-Identifier: MIT
#include "import/scan.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct Scanner {
  const Source *source;
  ScanStyle style;
  Diagnostics *diagnostics;
  size_t position;
  bool is_first_on_line;
} Scanner;

static size_t available(const Scanner *scanner)
{
  return scanner->source->length - scanner->position;
}

static const char *here(const Scanner *scanner)
{
  return scanner->source->bytes + scanner->position;
}

static char byte_at(const Scanner *scanner, size_t ahead)
{
  if (ahead < available(scanner)) return here(scanner)[ahead];
  return '\0';
}

static Span span_from(const Scanner *scanner, size_t start)
{
  return span_at(scanner->source, start, scanner->position - start);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_known_mark(char c) { return c != '\0' && strchr("()[]{},;:=+-*/^'", c) != NULL; }

// ---- what is passed over

static void skip_line(Scanner *scanner)
{
  const char *end = memchr(here(scanner), '\n', available(scanner));
  scanner->position = end ? (size_t)(end - scanner->source->bytes) : scanner->source->length;
}

static void skip_star_comment(Scanner *scanner)
{
  size_t start = scanner->position;
  scanner->position += 2;
  while (available(scanner) > 0) {
    if (byte_at(scanner, 0) == '*' && byte_at(scanner, 1) == ')') {
      scanner->position += 2;
      return;
    }
    scanner->position++;
  }
  if (!scanner->diagnostics) return;
  diagnostics_add(scanner->diagnostics, SEVERITY_ERROR, span_at(scanner->source, start, 2),
                  "end it with '*)'", "this comment has no end");
}

static void skip_blanks(Scanner *scanner)
{
  while (available(scanner) > 0) {
    char c = byte_at(scanner, 0);
    if (c == '\n') scanner->is_first_on_line = true;
    if (is_blank(c)) {
      scanner->position++;
    } else if (scanner->style.hash_comments && c == '#') {
      skip_line(scanner);
    } else if (scanner->style.star_comments && c == '(' && byte_at(scanner, 1) == '*') {
      skip_star_comment(scanner);
    } else {
      return;
    }
  }
}

// ---- tokens

// Bytes of the letter or digit at `ahead`, 0 if there is none. Every character beyond ASCII is
// taken as a letter here; names.c decides what becomes of it.
static size_t name_part(const Scanner *scanner, size_t ahead)
{
  char c = byte_at(scanner, ahead);
  if (is_letter(c) || is_digit(c)) return 1;
  if ((unsigned char)c < 0x80 || ahead >= available(scanner)) return 0;
  return (size_t)text_utf8_length(here(scanner) + ahead, available(scanner) - ahead);
}

static size_t name_length(const Scanner *scanner)
{
  size_t length = scanner->style.digits_begin_names && byte_at(scanner, 0) == '\\' ? 1 : 0;
  if (!scanner->style.digits_begin_names && is_digit(byte_at(scanner, 0))) return 0;
  for (;;) {
    size_t part = name_part(scanner, length);
    if (part == 0) return length;
    length += part;
  }
}

static size_t digits_at(const Scanner *scanner, size_t ahead)
{
  size_t count = 0;
  while (is_digit(byte_at(scanner, ahead + count)))
    count++;
  return count;
}

// Bytes of the number here, 0 if there is none.
static size_t number_length(const Scanner *scanner)
{
  size_t whole = digits_at(scanner, 0);
  size_t length = whole;
  if (byte_at(scanner, length) == '.' && byte_at(scanner, length + 1) != '.') {
    size_t fraction = digits_at(scanner, length + 1);
    if (whole + fraction == 0) return 0;
    length += 1 + fraction;
  }
  if (length == 0) return 0;
  char e = byte_at(scanner, length);
  if (e != 'e' && e != 'E') return length;
  char sign = byte_at(scanner, length + 1);
  size_t mark = sign == '+' || sign == '-' ? 2 : 1;
  size_t digits = digits_at(scanner, length + mark);
  return digits > 0 ? length + mark + digits : length;
}

static bool next_number_or_name(Scanner *scanner, ScanToken *token)
{
  size_t number = number_length(scanner);
  size_t name = name_length(scanner);
  bool is_name = name > number || (name > 0 && number == 0);
  if (number == 0 && name == 0) return false;
  token->kind = is_name ? SCAN_NAME : SCAN_NUMBER;
  scanner->position += is_name ? name : number;
  return true;
}

static void next_mark(Scanner *scanner, ScanToken *token)
{
  char c = byte_at(scanner, 0);
  char next = byte_at(scanner, 1);
  bool is_double = (c == ':' && next == '=') || (c == '*' && next == '*');
  token->kind = SCAN_MARK;
  token->mark = c;
  if (is_double) token->mark = c == ':' ? (char)MARK_ASSIGN : '^';
  scanner->position += is_double ? 2 : 1;
}

// A run of bytes that begin no token, reported once.
static void skip_bad_run(Scanner *scanner)
{
  size_t start = scanner->position;
  do {
    int length = text_utf8_length(here(scanner), available(scanner));
    scanner->position += length > 0 ? (size_t)length : 1;
  } while (available(scanner) > 0 && !is_blank(byte_at(scanner, 0)) &&
           !is_known_mark(byte_at(scanner, 0)) && name_length(scanner) == 0 &&
           number_length(scanner) == 0);
  if (!scanner->diagnostics) return;
  Span span = span_from(scanner, start);
  const char *bytes = scanner->source->bytes + start;
  bool is_plain = (unsigned char)bytes[0] > 0x20 && (unsigned char)bytes[0] < 0x7F;
  if (is_plain) {
    diagnostics_add(scanner->diagnostics, SEVERITY_ERROR, span, NULL, "unexpected character '%c'",
                    bytes[0]);
  } else {
    diagnostics_add(scanner->diagnostics, SEVERITY_ERROR, span, "write plain UTF-8 text",
                    "unexpected byte 0x%02x", (unsigned)(unsigned char)bytes[0]);
  }
}

static ScanToken next_token(Scanner *scanner)
{
  for (;;) {
    skip_blanks(scanner);
    size_t start = scanner->position;
    ScanToken token = { .kind = SCAN_END, .is_first_on_line = scanner->is_first_on_line };
    bool is_found = available(scanner) == 0 || next_number_or_name(scanner, &token);
    if (!is_found && is_known_mark(byte_at(scanner, 0))) {
      next_mark(scanner, &token);
      is_found = true;
    }
    token.span = span_from(scanner, start);
    if (is_found) {
      scanner->is_first_on_line = false;
      return token;
    }
    skip_bad_run(scanner);
  }
}

const ScanToken *scan_text(const Source *source, ScanStyle style, Diagnostics *diagnostics,
                           Arena *arena)
{
  static const char byte_order_mark[] = { '\xEF', '\xBB', '\xBF' };
  Scanner scanner = {
    .source = source, .style = style, .diagnostics = diagnostics, .is_first_on_line = true
  };
  if (source->length >= 3 && memcmp(source->bytes, byte_order_mark, 3) == 0) scanner.position = 3;
  ScanToken *tokens = NULL;
  size_t count = 0;
  size_t capacity = 0;
  do {
    if (count == capacity) {
      capacity = 2 * capacity + 64;
      tokens = memory_grow(tokens, capacity, sizeof *tokens);
    }
    tokens[count++] = next_token(&scanner);
  } while (tokens[count - 1].kind != SCAN_END);
  ScanToken *result = ARENA_ARRAY(arena, ScanToken, count);
  memcpy(result, tokens, count * sizeof *tokens);
  free(tokens);
  return result;
}

bool scan_is_mark(const ScanToken *token, char mark)
{
  return token->kind == SCAN_MARK && token->mark == mark;
}

const char *scan_bytes(const ScanToken *token)
{
  return token->span.source->bytes + token->span.start;
}

bool scan_is_name(const ScanToken *token, const char *text)
{
  return token->kind == SCAN_NAME && token->span.length == strlen(text) &&
         memcmp(scan_bytes(token), text, token->span.length) == 0;
}

const char *scan_describe(const ScanToken *token, Arena *arena)
{
  if (token->kind == SCAN_END) return "the end of the text";
  int length = token->span.length < 60 ? (int)token->span.length : 60;
  return arena_format(arena, "'%.*s'", length, scan_bytes(token));
}
