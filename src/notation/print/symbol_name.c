// symbol_name.c -- identifiers as mathematical symbols in two-dimensional output formats.
//
// A name consists of a head and a subscript. The head is a Greek letter, as a character or by name,
// a word of at least three letters, an abbreviation of a letter such as th, or one letter; the
// rest, up to the primes, is the subscript. Primes are written as dots. The head of front.hip is
// hip: the object that contains it becomes a subscript.
// SPDX-License-Identifier: MIT
#include "notation/print/row.h"

#include "base/text/greek.h"
#include "base/memory/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTEST_WORD = 3 };

static size_t letters(const char *text, size_t length)
{
  size_t count = 0;
  while (count < length && isalpha((unsigned char)text[count]))
    count++;
  return count;
}

static void put_letters(MathRow *row, LetterStyle style, const char *text, size_t length)
{
  row->medium->put_letters(row, style, text, length);
}

// The Greek letter at the start of a name, or 0 if there is none; if given by name, it must not be
// the beginning of a longer word.
static uint32_t greek_head(const char *name, size_t length, size_t *size)
{
  int bytes = text_utf8_length(name, length);
  *size = (size_t)bytes;
  Text spelling = { 0 };
  uint32_t letter = bytes > 1 ? utf8_code_point(name, bytes) : 0;
  if (letter && !greek_put_spelling(&spelling, letter)) letter = 0;
  text_free(&spelling);
  if (letter) return letter;
  letter = greek_of_spelling(name, length, size);
  return letter && letters(name, length) <= *size + 1 ? letter : 0;
}

// ---- subscripts

// Writes one part of a subscript: words upright, Greek names as letters, anything else unchanged.
static void put_subscript_part(MathRow *row, const char *text, size_t length)
{
  size_t size = 0;
  uint32_t greek = greek_head(text, length, &size);
  if (greek) {
    row->medium->put_greek(row, greek);
    bool is_followed = size < length && isalpha((unsigned char)text[size]);
    if (is_followed) row_put_text(row, " ", 0);
    put_letters(row, LETTERS_PLAIN, text + size, length - size);
  } else {
    bool is_word = letters(text, length) >= SHORTEST_WORD;
    put_letters(row, is_word ? LETTERS_UPRIGHT : LETTERS_PLAIN, text, length);
  }
}

// Writes parts separated by underscores as parts separated by commas.
static void put_subscript(MathRow *row, const char *text, size_t length)
{
  row_put_mark(row, MARK_SUBSCRIPT);
  while (length > 0) {
    const char *end = memchr(text, '_', length);
    size_t part = end ? (size_t)(end - text) : length;
    put_subscript_part(row, text, part);
    if (end) put_letters(row, LETTERS_PLAIN, ",", 1);
    text += part + (end != NULL);
    length -= part + (end != NULL);
  }
  row_put_mark(row, MARK_END_OF_SUBSCRIPT);
}

// ---- heads

// XX3, YZ4: elements of an inertia matrix in Khalil's notation.
static bool is_inertia_name(const char *name, size_t letter_count)
{
  return letter_count == 2 && strchr("XYZ", name[0]) && strchr("XYZ", name[1]);
}

// Returns true for a word of at least three letters; LG2 and Ixx are not words.
static bool is_word(const char *name, size_t letter_count)
{
  bool is_axis_name = true;
  for (size_t i = 1; i < letter_count; i++) {
    if (!islower((unsigned char)name[i])) return false;
    if (!strchr("xyz", name[i])) is_axis_name = false;
  }
  return letter_count >= SHORTEST_WORD && !is_axis_name;
}

typedef struct Head {
  size_t size;  // bytes
  uint32_t greek;
  LetterStyle style;
} Head;

static Head head_of(const char *name, size_t length)
{
  Head head = { 0 };
  head.greek = greek_head(name, length, &head.size);
  if (head.greek) return head;
  size_t count = letters(name, length);
  if (is_word(name, count)) return (Head){ count, 0, LETTERS_UPRIGHT };
  if (is_inertia_name(name, count) || (count == 2 && greek_is_abbreviation(name, count)))
    return (Head){ count, 0, LETTERS_SLANTED };
  int symbol = text_utf8_length(name, length);
  return (Head){ symbol > 0 ? (size_t)symbol : 1, 0, LETTERS_PLAIN };
}

static void put_head(MathRow *row, const char *name, const Head *head, size_t primes)
{
  enum { MAX_DOTS = 4 };
  if (primes > MAX_DOTS) primes = MAX_DOTS;
  if (primes > 0) row_put_text(row, row->medium->dots[primes - 1][0], 0);
  if (head->greek) {
    row->medium->put_greek(row, head->greek);
  } else {
    put_letters(row, head->style, name, head->size);
  }
  if (primes > 0) row_put_text(row, row->medium->dots[primes - 1][1], 0);
}

// Writes a symbol that may get an index; returns true if it already has a subscript.
static bool put_name(MathRow *row, const char *name, size_t length, bool has_index)
{
  size_t primes = 0;
  while (primes + 1 < length && name[length - 1 - primes] == '\'')
    primes++;
  length -= primes;
  if (length == 0) return false;
  Head head = head_of(name, length);
  const char *rest = name + head.size, *end = name + length;
  while (rest < end && *rest == '_')
    rest++;
  if (rest < end || has_index) row_put_mark(row, MARK_SYMBOL);
  put_head(row, name, &head, primes);
  if (rest < end) put_subscript(row, rest, (size_t)(end - rest));
  return rest < end;
}

// The index of M[1,2] is written as a subscript, that of tau[q1] as a symbol; after a subscript
// they are written in brackets.
static void put_index(MathRow *row, const char *index, size_t length, bool has_subscript)
{
  if (has_subscript) {
    put_letters(row, LETTERS_PLAIN, "[", 1);
  } else {
    row_put_mark(row, MARK_SUBSCRIPT);
  }
  if (isdigit((unsigned char)index[0])) {
    put_letters(row, LETTERS_PLAIN, index, length);
  } else {
    char *copy = memory_new(length + 1, 1);
    memcpy(copy, index, length);
    symbol_put_name(row, copy);
    free(copy);
  }
  if (has_subscript) {
    put_letters(row, LETTERS_PLAIN, "]", 1);
  } else {
    row_put_mark(row, MARK_END_OF_SUBSCRIPT);
  }
}

// The last dot outside of brackets; NULL if there is none.
static const char *last_dot(const char *name)
{
  const char *dot = NULL;
  int depth = 0;
  for (const char *c = name; *c; c++) {
    depth += (*c == '[') - (*c == ']');
    if (*c == '.' && depth == 0) dot = c;
  }
  return dot;
}

static void put_without_brackets(Text *out, const char *text, size_t length, char bracket)
{
  for (size_t i = 0; i < length; i++) {
    bool is_bracket = text[i] == '[' || text[i] == ']';
    if (text[i] == '.') {
      text_put_char(out, '_');
    } else if (!is_bracket) {
      text_put_char(out, text[i]);
    } else if (bracket && text[i] == '[') {
      text_put_char(out, bracket);
    }
  }
}

// Writes leg[1].q2' as q2_leg1', u[2]' as u_2': a head, subscripts, primes.
static void put_flat_name(Text *out, const char *name)
{
  size_t length = strlen(name);
  while (length > 0 && name[length - 1] == '\'')
    length--;
  const char *dot = last_dot(name), *own = dot ? dot + 1 : name;
  put_without_brackets(out, own, (size_t)(name + length - own), '_');
  if (dot) text_put_char(out, '_');
  if (dot) put_without_brackets(out, name, (size_t)(dot - name), '\0');
  text_put(out, name + length);
}

void symbol_put_name(MathRow *row, const char *name)
{
  size_t whole = strlen(name);
  bool has_primes = whole > 1 && name[whole - 1] == '\'' && strchr(name, '[');
  if (last_dot(name) || has_primes) {
    Text flat = { 0 };
    put_flat_name(&flat, name);
    put_name(row, text_string(&flat), flat.length, false);
    text_free(&flat);
    return;
  }
  size_t length = strlen(name), head = strcspn(name, "[");
  bool has_index = head > 0 && head < length && name[length - 1] == ']';
  bool has_subscript = put_name(row, name, has_index ? head : length, has_index);
  if (has_index) put_index(row, name + head + 1, length - head - 2, has_subscript);
}

// Writes C_{23} for cos(θ2 + θ3), C_{1-2}, C_{10,11}: the short name with its numbers as a
// subscript.
void symbol_put_short_name(MathRow *row, const char *name)
{
  row_put_mark(row, MARK_SYMBOL);
  put_letters(row, LETTERS_PLAIN, name, 1);
  row_put_mark(row, MARK_SUBSCRIPT);
  for (const char *c = name + 1; *c; c++)
    put_letters(row, LETTERS_PLAIN, *c == 'm' ? "-" : *c == '_' ? "," : c, 1);
  row_put_mark(row, MARK_END_OF_SUBSCRIPT);
}
