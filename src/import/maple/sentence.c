// sentence.c -- the description sentence of the 1980 report, section 4.1.
//
//     RY(01MIN,01MAX),TYK(L1),RX(02MIN,02MAX),TZK(0),TX(-1,2.5);
//
//     sentence = term { "," term } ";"
//     term     = ( "R" | "T" ) ( "X" | "Y" | "Z" ) "(" limit "," limit ")"
//              | ( "R" | "T" ) ( "X" | "Y" | "Z" ) "K" "(" length ")"
//
// A term is a rotation about, or a translation along, an axis of the frame reached so far: a moving
// term is given with its limits, a constant one (K) with its amount. Each argument is a number or a
// symbol, which may begin with a digit. The line printer's zero with a stroke is a zero; blanks
// inside a symbol are ignored. The sentence becomes a `chain`; the n-th moving term has the
// coordinate qn.
//
// The sentence is the first part of the report's listing (section 4.2), which `bielle model --as
// listing` writes. If the tables follow, amounts are expressions, a minus denotes a missing limit,
// and the bodies are read from the tables (listing.h).
// SPDX-License-Identifier: MIT
#include "import/common/decimal.h"
#include "import/common/listing.h"

#include <string.h>

enum { GROUP_LENGTHS, GROUP_LIMITS, GROUP_MASSES };  // of parameters
static const char NO_LIMIT[] = "-";

typedef struct Term {
  Span word;
  char word_text[4];       // "RX", "TZK"
  const char *first;       // lower limit, or the amount of a constant term
  const char *second;      // upper limit
  const char *coordinate;  // NULL: constant
  struct Term *next;
} Term;

typedef struct Sentence {
  CellReader in;
  Values values;
  Diagnostics *diagnostics;
  Arena *arena;
  Term *terms;
  Term **end;
  int moving_count;
  bool is_listing;
  struct Listing *listing;  // its tables
} Sentence;

static const LexerRules sentence_rules = {
  .marks = MARKS_FOREIGN, .loose_numbers = true, .all_letters = true, .digits_begin_names = true
};
static const char term_hint[] = "terms are RX RY RZ TX TY TZ, with K after it for a constant: TZK";

static void error_at(Sentence *sentence, Span span, const char *hint, const char *message)
{
  diagnostics_error(sentence->diagnostics, span, hint, "%s", message);
}

static bool is_term_word(const Token *token)
{
  if (token->kind != TOKEN_NAME || token->span.length < 2 || token->span.length > 3) return false;
  const char *word = span_bytes(token->span);
  return (word[0] == 'R' || word[0] == 'T') && word[1] >= 'X' && word[1] <= 'Z' &&
         (token->span.length == 2 || word[2] == 'K');
}

// ---- arguments

static bool is_stroked_zero(const char *text)
{
  return strcmp(text, "\u2205") == 0 || strcmp(text, "\u00D8") == 0 ||
         strcmp(text, "emptyset") == 0;
}

// Returns true for a part of a symbol: a name, or digits without a point.
static bool is_word(const Token *token)
{
  if (token->kind == TOKEN_NAME) return true;
  return token->kind == TOKEN_NUMBER && !memchr(span_bytes(token->span), '.', token->span.length);
}

static const char *signed_text(Sentence *sentence, const Token *sign, const char *text)
{
  return sign->kind == TOKEN_MINUS ? arena_format(sentence->arena, "-%s", text) : text;
}

// A rotation of more than 2 pi was probably meant in degrees.
static void warn_of_degrees(Sentence *sentence, const Term *term, const char *number, Span span)
{
  const double full_turn = 6.2832;
  bool is_angle = term->word_text[0] == 'R';
  double value = decimal_value(number);
  if (!is_angle || (value <= full_turn && value >= -full_turn)) return;
  diagnostics_add(sentence->diagnostics, SEVERITY_WARNING, span, "angles are in rad",
                  "%s rad is more than a full turn", number);
}

static const char *read_number(Sentence *sentence, const Term *term, const Token *token)
{
  const char *number = decimal_read(sentence->arena, span_bytes(token->span), token->span.length);
  if (!number) {
    error_at(sentence, token->span, NULL, "this number is too long");
    return NULL;
  }
  warn_of_degrees(sentence, term, number, token->span);
  return number;
}

static const char *read_symbol(Sentence *sentence, const Token *first)
{
  Text joined = { 0 };
  for (; is_word(sentence->in.at); sentence->in.at++) {
    const char *bytes = span_bytes(sentence->in.at->span);
    size_t skipped = bytes[0] == '\\' ? 1 : 0;
    text_put_bytes(&joined, bytes + skipped, sentence->in.at->span.length - skipped);
  }
  const char *result = "0";
  if (!is_stroked_zero(text_string(&joined))) {
    int value = values_add_text(&sentence->values, text_string(&joined), first->span);
    result = sentence->values.items[value].name;
  }
  text_free(&joined);
  return result;
}

// Reads an expression, or a missing limit. Returns NULL after an error.
static const char *read_expression(Sentence *sentence)
{
  const Token *next = sentence->in.at + 1;
  if (sentence->in.at->kind == TOKEN_MINUS &&
      (next->kind == TOKEN_COMMA || next->kind == TOKEN_PAREN_CLOSE)) {
    sentence->in.at = next;
    return NO_LIMIT;
  }
  Cell cell;
  return cell_read(&sentence->in, &cell) ? cell.text : NULL;
}

// Reads a symbol or a number with an optional sign. Returns NULL after an error.
static const char *read_argument(Sentence *sentence, const Term *term)
{
  if (sentence->is_listing) return read_expression(sentence);
  const Token *sign = sentence->in.at;
  if (sign->kind == TOKEN_MINUS || sign->kind == TOKEN_PLUS) sentence->in.at++;
  const Token *first = sentence->in.at;
  if (!is_word(first) && first->kind != TOKEN_NUMBER) {
    reader_fail(&sentence->in, "a symbol or a number");
    return NULL;
  }
  if (first->kind == TOKEN_NUMBER && (!is_word(first) || !is_word(first + 1))) {
    sentence->in.at++;
    const char *number = read_number(sentence, term, first);
    return number ? signed_text(sentence, sign, number) : NULL;
  }
  return signed_text(sentence, sign, read_symbol(sentence, first));
}

// ---- terms

// Symbols do not begin with a digit after their conversion to names of the language.
static bool is_number(const char *argument)
{
  const char *digits = argument[0] == '-' ? argument + 1 : argument;
  return digits[0] >= '0' && digits[0] <= '9';
}

static bool read_limits(Sentence *sentence, Term *term)
{
  term->first = read_argument(sentence, term);
  if (!term->first) return false;
  if (sentence->in.at->kind == TOKEN_PAREN_CLOSE) {
    error_at(sentence, term->word, "write both limits, or K if it does not move: TZK(L)",
             "a term that moves has two limits, (min,max)");
    return false;
  }
  if (!reader_accept(&sentence->in, TOKEN_COMMA, "',' and the upper limit")) return false;
  term->second = read_argument(sentence, term);
  if (!term->second) return false;
  if (!sentence->is_listing && is_number(term->first) && is_number(term->second) &&
      decimal_value(term->first) >= decimal_value(term->second)) {
    error_at(sentence, term->word, NULL, "the lower limit is not below the upper one");
  }
  return true;
}

static bool read_constant(Sentence *sentence, Term *term)
{
  term->first = read_argument(sentence, term);
  if (!term->first) return false;
  if (sentence->in.at->kind != TOKEN_COMMA) return true;
  error_at(sentence, term->word, "without K it moves and has limits",
           "a constant term (K) has one amount");
  return false;
}

static bool read_term(Sentence *sentence)
{
  const Token *word = sentence->in.at;
  if (!is_term_word(word)) {
    diagnostics_error(sentence->diagnostics, word->span, term_hint, "expected a term instead of %s",
                      token_describe(word, sentence->arena));
    return false;
  }
  Term *term = ARENA_NEW(sentence->arena, Term);
  term->word = word->span;
  memcpy(term->word_text, span_bytes(word->span), word->span.length);
  sentence->in.at++;
  if (!reader_accept(&sentence->in, TOKEN_PAREN_OPEN, NULL)) return false;
  bool is_constant = word->span.length == 3;
  sentence->values.group = is_constant ? GROUP_LENGTHS : GROUP_LIMITS;
  bool is_good = is_constant ? read_constant(sentence, term) : read_limits(sentence, term);
  if (!is_good || !reader_accept(&sentence->in, TOKEN_PAREN_CLOSE, NULL)) return false;
  if (!is_constant) sentence->moving_count++;
  *sentence->end = term;
  sentence->end = &term->next;
  return true;
}

static bool begins_term(const Token *token)
{
  return token->kind == TOKEN_NAME && token[1].kind == TOKEN_PAREN_OPEN;
}

// Skips to the ',' before the next term, to a term without a preceding ',', or to the ';'.
static void skip_term(Sentence *sentence)
{
  bool is_behind_term = false;
  for (; sentence->in.at->kind != TOKEN_END && sentence->in.at->kind != TOKEN_SEMICOLON;
       sentence->in.at++) {
    if (sentence->in.at->kind == TOKEN_COMMA && begins_term(sentence->in.at + 1)) return;
    if (is_behind_term && is_term_word(sentence->in.at)) return;
    is_behind_term = sentence->in.at->kind == TOKEN_PAREN_CLOSE;
  }
}

static void read_terms(Sentence *sentence)
{
  for (;;) {
    if (!read_term(sentence)) skip_term(sentence);
    if (sentence->in.at->kind == TOKEN_SEMICOLON) return;
    if (sentence->in.at->kind == TOKEN_COMMA) {
      sentence->in.at++;
    } else if (is_term_word(sentence->in.at)) {
      reader_fail(&sentence->in, "',' between terms");
    } else {
      error_at(sentence, sentence->in.at->span, NULL,
               sentence->in.at->kind == TOKEN_END ? "the sentence does not end with ';'"
                                                  : "expected ',' or ';' after the term");
      skip_term(sentence);
      if (sentence->in.at->kind != TOKEN_COMMA) return;
      sentence->in.at++;
    }
  }
}

static void read_sentence(Sentence *sentence)
{
  read_terms(sentence);
  if (sentence->in.at->kind != TOKEN_SEMICOLON) return;
  Span end = sentence->in.at->span;
  sentence->in.at++;
  if (sentence->is_listing) {
    sentence->values.group = GROUP_MASSES;
    sentence->listing = listing_read_tables(&sentence->in, sentence->moving_count, sentence->arena);
  } else if (sentence->in.at->kind != TOKEN_END) {
    reader_fail(&sentence->in, "nothing after the ';' that ends the sentence");
  } else if (sentence->moving_count == 0 && diagnostics_error_count(sentence->diagnostics) == 0) {
    error_at(sentence, end, term_hint, "nothing moves in this sentence");
  }
}

// ---- the description

static void name_coordinates(Sentence *sentence)
{
  int number = 0;
  for (Term *term = sentence->terms; term; term = term->next) {
    if (!term->second) continue;
    number++;
    const char *wanted = arena_format(sentence->arena, "q%d", number);
    term->coordinate = names_take(&sentence->values.names, wanted, "q");
  }
}

static void put_coordinates(Import *import, const Sentence *sentence)
{
  Text items = { 0 };
  for (const Term *term = sentence->terms; term; term = term->next) {
    if (!term->coordinate || term->first == NO_LIMIT) continue;
    text_format(&items, "%s%s limits %s .. %s", items.length > 0 ? ", " : "", term->coordinate,
                term->first, term->second);
  }
  if (items.length > 0) document_write(import->document, "coord %s", text_string(&items));
  text_free(&items);
}

static void put_chain(Import *import, const Sentence *sentence)
{
  Text moves = { 0 };
  for (const Term *term = sentence->terms; term; term = term->next) {
    text_format(&moves, "%s%s(%s)", moves.length > 0 ? ", " : "", term->word_text,
                term->coordinate ? term->coordinate : term->first);
  }
  document_write(import->document, "chain R : %s", text_string(&moves));
  text_free(&moves);
}

static void put_description(Import *import, Sentence *sentence)
{
  name_coordinates(sentence);
  build_top(import, sentence->is_listing ? "a listing of 1980" : "a description sentence of 1980",
            NULL);
  for (int group = GROUP_LENGTHS; group <= GROUP_MASSES; group++)
    values_put_params(import, &sentence->values, group);
  put_coordinates(import, sentence);
  put_chain(import, sentence);
  if (sentence->listing) listing_write(import, sentence->listing);
}

bool recognise_sentence(const Source *source)
{
  Arena *arena = arena_new();
  const Token *tokens = tokens_of(source, &sentence_rules, NULL, arena);
  bool is_sentence = is_term_word(tokens) || begins_term(tokens);  // RZ or RW( was meant as a term
  arena_free(arena);
  return is_sentence;
}

bool import_sentence(Import *import)
{
  Arena *arena = import->arena;
  Sentence sentence = { .values.names.arena = arena,
                        .diagnostics = import->diagnostics,
                        .arena = arena };
  sentence.end = &sentence.terms;
  sentence.is_listing = listing_has_tables(import->source);
  // The pages after the tables are not read, so their text is not reported.
  sentence.in = (CellReader){ tokens_of(import->source, &sentence_rules,
                                        sentence.is_listing ? NULL : import->diagnostics, arena),
                              &sentence.values, import->diagnostics, arena };
  read_sentence(&sentence);
  if (!has_errors(import)) put_description(import, &sentence);
  values_free(&sentence.values);
  return true;
}
