// lexer.c -- splits text into tokens.
//
// There is one function per class of token; it starts with the position on the first byte of the
// token and ends with the position after the last. Text that belongs to no class is a bad run: all
// bytes up to the next one at which the lexer can resume. A run is reported once, whatever its
// length.
// SPDX-License-Identifier: MIT
#include "lang/syntax/lexer.h"

#include "base/text/letters.h"
#include "base/memory/memory.h"
#include "base/text/text.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MAX_NUMBER_LENGTH = 1000,  // characters of a literal; the cost of exact numbers grows with it
  MAX_EXPONENT_DIGITS = 3,   // larger exponents are outside the range of doubles
};

static const char *const token_texts[TOKEN_KIND_COUNT] = {
#define TOKEN(NAME, text) [TOKEN_##NAME] = (text),
#include "lang/syntax/tokens.def"
};

static const struct {
  char text[4];
  TokenKind kind;
  MarkSet set;
} marks[] = {
#define TOKEN(NAME, text)
#define MARK(NAME, text, set) { text, TOKEN_##NAME, MARKS_##set },
#include "lang/syntax/tokens.def"
};
enum { MARK_COUNT = sizeof marks / sizeof marks[0] };

const LexerRules language_rules = { .marks = MARKS_OWN, .lines_end_statements = true };

const char *token_kind_text(TokenKind kind) { return token_texts[kind]; }

static void lexer_error(const Lexer *lexer, Span span, const char *hint, const char *message)
{
  if (!lexer->diagnostics) return;
  diagnostics_error(lexer->diagnostics, span, hint, "%s", message);
}

// Reports a UTF-16 byte order mark and skips the whole text.
static void skip_utf16(Lexer *lexer)
{
  static const char marks_of_order[2][2] = { { '\xFF', '\xFE' }, { '\xFE', '\xFF' } };
  const Source *source = lexer->source;
  for (int i = 0; i < 2; i++) {
    if (source->length < 2 || memcmp(lexer->bytes, marks_of_order[i], 2) != 0) continue;
    lexer_error(lexer, (Span){ source, 0, 2 }, "save the file as UTF-8",
                "this file is UTF-16 text");
    lexer->position = source->length;
  }
}

void lexer_init(Lexer *lexer, const Source *source, const LexerRules *rules,
                Diagnostics *diagnostics)
{
  static const char byte_order_mark[] = { '\xEF', '\xBB', '\xBF' };
  *lexer = (Lexer){ .source = source,
                    .bytes = source->bytes ? source->bytes : "",
                    .length = source->length,
                    .rules = rules,
                    .diagnostics = diagnostics,
                    .last_kind = TOKEN_NEWLINE };
  for (int i = MARK_COUNT; i > 0; i--)
    lexer->first_marks[(unsigned char)marks[i - 1].text[0]] = (unsigned char)i;
  if (source->length >= 3 && memcmp(lexer->bytes, byte_order_mark, 3) == 0) lexer->position = 3;
  skip_utf16(lexer);
}

static size_t available(const Lexer *lexer) { return lexer->length - lexer->position; }

static const char *here(const Lexer *lexer) { return lexer->bytes + lexer->position; }

// Returns the byte `ahead` of the position; NUL past the end (a NUL in the text is a bad byte
// anyway).
static char byte_at(const Lexer *lexer, size_t ahead)
{
  if (ahead < available(lexer)) return here(lexer)[ahead];
  return '\0';
}

static Span span_from(const Lexer *lexer, size_t start)
{
  return span_at(lexer->source, start, lexer->position - start);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_ascii(char c) { return (unsigned char)c < 0x80; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Returns true at a carriage return that is not part of a line end CR LF. Old files end their lines
// with it; it is a bad byte, since the file would otherwise be one long line.
static bool at_lone_return(const Lexer *lexer)
{
  return byte_at(lexer, 0) == '\r' && lexer->rules->lines_end_statements && available(lexer) > 1 &&
         byte_at(lexer, 1) != '\n';
}

// Returns true if the next bytes are `text`, of one or two bytes.
static bool at_text(const Lexer *lexer, const char *text)
{
  return byte_at(lexer, 0) == text[0] && (text[1] == '\0' || byte_at(lexer, 1) == text[1]);
}

static bool at_comment(const Lexer *lexer)
{
  return at_text(lexer, lexer->rules->star_comments ? "(*" : "#");
}

// ---- blanks and line ends

static void skip_star_comment(Lexer *lexer)
{
  Span opening = span_at(lexer->source, lexer->position, 2);
  lexer->position += 2;
  const char *end = memmem(here(lexer), available(lexer), "*)", 2);
  lexer->position = end ? (size_t)(end + 2 - lexer->bytes) : lexer->source->length;
  if (!end) lexer_error(lexer, opening, "end it with '*)'", "this comment has no end");
}

// Blanks that end a statement are read twice, but their comments are stored once.
static void skip_line_comment(Lexer *lexer)
{
  size_t start = lexer->position;
  const char *end = memchr(here(lexer), '\n', available(lexer));
  lexer->position = end ? (size_t)(end - lexer->bytes) : lexer->source->length;
  int count = lexer->comment_count;
  if (count > 0 && lexer->comments[count - 1].start >= start) return;
  const char *nul = memchr(lexer->bytes + start, '\0', lexer->position - start);
  if (nul) lexer_report_bad(lexer, span_at(lexer->source, (size_t)(nul - lexer->bytes), 1));
  MEMORY_ROOM(lexer->comments, count, lexer->comment_capacity);
  lexer->comments[lexer->comment_count++] = span_from(lexer, start);
}

static void skip_blanks(Lexer *lexer)
{
  for (;;) {
    size_t at = lexer->position;
    while (at < lexer->length && lexer->bytes[at] == ' ')
      at++;
    lexer->position = at;
    char c = byte_at(lexer, 0);
    if (c > '(') return;  // fast path: most tokens begin with a byte past blanks and comment marks
    if (is_blank(c) && !at_lone_return(lexer)) {
      lexer->position++;
    } else if (!at_comment(lexer)) {
      return;
    } else if (lexer->rules->star_comments) {
      skip_star_comment(lexer);
    } else {
      skip_line_comment(lexer);
    }
  }
}

// ---- names

static inline size_t letter_at(const Lexer *lexer, size_t ahead)
{
  char c = byte_at(lexer, ahead);
  if (is_ascii(c)) return is_plain_letter(c) ? 1 : 0;
  const char *bytes = here(lexer) + ahead;
  size_t left = available(lexer) - ahead;
  return lexer->rules->all_letters ? (size_t)text_utf8_length(bytes, left)
                                   : letter_length(bytes, left);
}

// Returns the length in bytes of the name at the position, or 0 if there is none.
static size_t name_length(const Lexer *lexer)
{
  const char *bytes = here(lexer);
  size_t most = available(lexer), length = letter_at(lexer, 0);
  bool begins = lexer->rules->digits_begin_names && most > 0;
  if (begins && (is_digit(bytes[0]) || bytes[0] == '\\')) length = 1;
  for (size_t part = length; part > 0; length += part) {
    while (length < most && is_plain_part(bytes[length]))
      length++;
    if (length == most || is_ascii(bytes[length])) break;
    part = letter_at(lexer, length);
    if (part == 0) part = name_part_length(bytes + length, most - length);
  }
  return length;
}

static bool at_statement_word(const Lexer *lexer)
{
  size_t length = name_length(lexer);
  return length > 0 && word_begins_statement(word_of(here(lexer), length));
}

// Fast path: most tokens directly follow the previous token or a single blank.
static bool is_near(Lexer *lexer)
{
  size_t at = lexer->position + (byte_at(lexer, 0) == ' ');
  bool is_there = at < lexer->length && lexer->bytes[at] > '(';  // neither a blank nor a comment
  if (is_there) lexer->position = at;
  return is_there;
}

// Skips blanks, comments and line ends. Returns true if a line end that ends a statement was
// passed.
static bool skip_to_token(Lexer *lexer, bool *passed_line)
{
  *passed_line = false;
  if (is_near(lexer)) return false;
  skip_blanks(lexer);
  while (byte_at(lexer, 0) == '\n') {
    *passed_line = true;
    lexer->position++;
    skip_blanks(lexer);
  }
  if (!*passed_line || !lexer->rules->lines_end_statements) return false;
  if (lexer->open_brackets == 0 && lexer->last_kind != TOKEN_COMMA) return true;
  return at_statement_word(lexer);
}

// ---- numbers

static size_t digits_at(const Lexer *lexer, size_t ahead)
{
  const char *bytes = here(lexer);
  size_t most = available(lexer), end = ahead;
  while (end < most && is_digit(bytes[end]))
    end++;
  return end - ahead;
}

// Returns the length in bytes of ".5" after an integer; "0..5" is a range, not a fraction.
static size_t fraction_length(const Lexer *lexer, size_t whole)
{
  if (byte_at(lexer, whole) != '.') return 0;
  size_t digits = digits_at(lexer, whole + 1);
  bool is_fraction = whole > 0 && digits > 0;
  if (lexer->rules->loose_numbers)
    is_fraction = digits > 0 || (whole > 0 && byte_at(lexer, whole + 1) != '.');
  return is_fraction ? digits + 1 : 0;
}

static size_t exponent_length(const Lexer *lexer, size_t ahead, size_t *digit_count)
{
  if (byte_at(lexer, ahead) != 'e' && byte_at(lexer, ahead) != 'E') return 0;
  size_t sign = byte_at(lexer, ahead + 1) == '+' || byte_at(lexer, ahead + 1) == '-' ? 1 : 0;
  *digit_count = digits_at(lexer, ahead + 1 + sign);
  return *digit_count > 0 ? 1 + sign + *digit_count : 0;
}

// Returns the length in bytes of the number at the position, or 0 if there is none.
static size_t number_length(const Lexer *lexer, size_t *exponent_digits)
{
  size_t length = digits_at(lexer, 0);
  length += fraction_length(lexer, length);
  if (length > 0) length += exponent_length(lexer, length, exponent_digits);
  return length;
}

// ---- bad runs

static TokenKind mark_at(const Lexer *lexer)
{
  char first = byte_at(lexer, 0);
  int place = is_ascii(first) ? lexer->first_marks[(int)first] : 0;
  for (int i = place - 1; place > 0 && i < MARK_COUNT && marks[i].text[0] == first; i++) {
    bool is_here = marks[i].text[1] == '\0' || at_text(lexer, marks[i].text);
    if (is_here && (marks[i].set & lexer->rules->marks)) return marks[i].kind;
  }
  return TOKEN_BAD;
}

static bool at_string(const Lexer *lexer)
{
  return lexer->rules->marks == MARKS_OWN && byte_at(lexer, 0) == '"';
}

static bool can_go_on(const Lexer *lexer)
{
  char c = byte_at(lexer, 0);
  return (is_blank(c) && !at_lone_return(lexer)) || c == '\n' || at_comment(lexer) ||
         at_string(lexer) || is_digit(c) || fraction_length(lexer, 0) > 0 ||
         name_length(lexer) > 0 || mark_at(lexer) != TOKEN_BAD;
}

static TokenKind lex_bad_run(Lexer *lexer)
{
  size_t start = lexer->position;
  do {
    int length = text_utf8_length(here(lexer), available(lexer));
    lexer->position += length > 0 ? (size_t)length : 1;
  } while (available(lexer) > 0 && !can_go_on(lexer));
  lexer_report_bad(lexer, span_from(lexer, start));
  return TOKEN_BAD;
}

// ---- tokens

// Literals are exact, but computations are not: a literal outside the range of doubles would become
// infinity or a false zero, so it is rejected.
static bool is_in_range(Span span, size_t exponent_digits)
{
  enum {
    FEW = 300
  };  // number of characters; without an exponent the value lies between 1e-300
      // and 1e300
  if (exponent_digits == 0 && span.length <= FEW) return true;
  char digits[MAX_NUMBER_LENGTH + 1];
  memcpy(digits, span.source->bytes + span.start, span.length);
  digits[span.length] = '\0';
  double value = strtod(digits, NULL);
  bool is_zero = strcspn(digits, "123456789") >= strcspn(digits, "eE");
  return isfinite(value) && (value >= DBL_MIN || is_zero);
}

static TokenKind lex_number(Lexer *lexer, size_t length, size_t exponent_digits)
{
  size_t start = lexer->position;
  lexer->position += length;
  Span span = span_from(lexer, start);
  bool is_short = length <= MAX_NUMBER_LENGTH && exponent_digits <= MAX_EXPONENT_DIGITS;
  if (lexer->rules->loose_numbers || (is_short && is_in_range(span, exponent_digits)))
    return TOKEN_NUMBER;
  if (is_short) {
    lexer_error(lexer, span, "numbers reach from 2.3e-308 to 1.7e308",
                "this number is beyond what can be computed with");
    return TOKEN_BAD;
  }
  lexer_error(lexer, span, "numbers have at most 1000 characters and three digits of exponent",
              "this number is too long to be exact");
  return TOKEN_BAD;
}

// Returns the number of bytes from the opening quote to the closing one, or to the end of the line.
static size_t string_length(const Lexer *lexer)
{
  size_t length = 1;
  while (length < available(lexer) && byte_at(lexer, length) != '\n') {
    if (byte_at(lexer, length) == '"') return length + 1;
    length++;
  }
  return length;
}

// Returns the first byte of `span` that is not text, as a span of length 1; length 0: all are text.
static Span bad_part(Span span)
{
  const char *bytes = span.source->bytes + span.start;
  for (size_t i = 0; i < span.length;) {
    int length = text_utf8_length(bytes + i, span.length - i);
    bool is_control = (unsigned char)bytes[i] < 0x20 && !is_blank(bytes[i]);
    if (length == 0 || is_control) return span_at(span.source, span.start + i, 1);
    i += (size_t)length;
  }
  return (Span){ span.source, span.start, 0 };
}

static TokenKind lex_string(Lexer *lexer)
{
  size_t start = lexer->position;
  lexer->position += string_length(lexer);
  Span span = span_from(lexer, start);
  Span bad = bad_part(span);
  if (bad.length > 0) {
    lexer_report_bad(lexer, bad);
    return TOKEN_BAD;
  }
  if (span.length >= 2 && lexer->bytes[lexer->position - 1] == '"') return TOKEN_STRING;
  lexer_error(lexer, span, "end it with '\"' on the same line", "this text has no closing quote");
  return TOKEN_BAD;
}

static TokenKind lex_mark(Lexer *lexer, TokenKind kind)
{
  lexer->position += token_texts[kind][1] == '\0' ? 1 : 2;
  if (kind == TOKEN_PAREN_OPEN || kind == TOKEN_BRACKET_OPEN) lexer->open_brackets++;
  bool closes = kind == TOKEN_PAREN_CLOSE || kind == TOKEN_BRACKET_CLOSE;
  if (closes && lexer->open_brackets > 0) lexer->open_brackets--;
  if (kind == TOKEN_SEMICOLON) lexer->open_brackets = 0;
  return kind;
}

static Word known_word(Lexer *lexer, const char *bytes, size_t length)
{
  if (length > sizeof(uint64_t) || is_digit(bytes[length - 1])) return word_of(bytes, length);
  uint64_t name = name_word(bytes, length);
  size_t place = (name * UINT64_C(0x9e3779b97f4a7c15) >> 32) % KNOWN_WORDS;
  if (lexer->known_words[place].name != name) {
    lexer->known_words[place].name = name;
    lexer->known_words[place].word = word_of(bytes, length);
  }
  return lexer->known_words[place].word;
}

static TokenKind lex_name(Lexer *lexer, size_t length, Word *word)
{
  *word = known_word(lexer, here(lexer), length);
  lexer->position += length;
  return TOKEN_NAME;
}

static TokenKind lex_token(Lexer *lexer, Word *word)
{
  if (available(lexer) == 0) return TOKEN_END;
  char first = *here(lexer);
  if (is_plain_letter(first)) return lex_name(lexer, name_length(lexer), word);
  if (first == '"' && at_string(lexer)) return lex_string(lexer);
  TokenKind mark = is_digit(first) ? TOKEN_BAD : mark_at(lexer);
  if (mark != TOKEN_BAD) return lex_mark(lexer, mark);
  size_t exponent_digits = 0, number = number_length(lexer, &exponent_digits);
  size_t name = number > 0 && !lexer->rules->digits_begin_names ? 0 : name_length(lexer);
  if (name > number) return lex_name(lexer, name, word);
  return number > 0 ? lex_number(lexer, number, exponent_digits) : lex_bad_run(lexer);
}

bool is_table_unit(const char *bytes, size_t length)
{
  static const char *const units[] = { "deg", "rad", "m", "cm", "mm" };
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    if (strlen(units[i]) == length && memcmp(bytes, units[i], length) == 0) return true;
  return false;
}

// Returns true if the blanks before the position end a cell of a table.
static bool ends_cell(const Lexer *lexer, size_t before)
{
  bool is_between = lexer->is_in_table && lexer->open_brackets == 0 && lexer->position > before &&
                    available(lexer) > 0;
  bool is_inside = lexer->last_kind != TOKEN_NEWLINE && lexer->last_kind != TOKEN_CELL &&
                   lexer->last_kind != TOKEN_SEMICOLON;
  return is_between && is_inside &&
         (lexer->last_kind != TOKEN_NUMBER || !is_table_unit(here(lexer), name_length(lexer)));
}

void lexer_next(Lexer *lexer, Token *token)
{
  size_t before = lexer->position;
  bool passed_line, ends_statement = skip_to_token(lexer, &passed_line);
  bool ends_line = ends_statement && lexer->last_kind != TOKEN_NEWLINE;
  if (ends_line || ends_cell(lexer, before)) {
    if (ends_line) lexer->open_brackets = 0;
    lexer->last_kind = ends_line ? TOKEN_NEWLINE : TOKEN_CELL;
    lexer->position = before;  // the blanks are read again, for the flags of the next token
    // The span is directly after the last token, not after a comment: a missing token belongs
    // there.
    *token = (Token){ .kind = lexer->last_kind, .span = span_at(lexer->source, before, 0) };
    return;
  }
  size_t start = lexer->position;
  token->follows_space = start > before;
  bool may_be_inside = lexer->rules->star_comments;  // a line end may be inside a comment
  token->is_first_on_line =
      start == 0 || passed_line ||
      (may_be_inside && memchr(lexer->bytes + before, '\n', start - before) != NULL);
  token->is_indented = passed_line && is_blank(lexer->bytes[start - 1]);
  token->word = WORD_NONE;
  token->kind = lex_token(lexer, &token->word);
  token->span = span_from(lexer, token->kind == TOKEN_END ? before : start);
  if (token->kind == TOKEN_END) token->span.length = 0;
  lexer->last_kind = token->kind;
}
