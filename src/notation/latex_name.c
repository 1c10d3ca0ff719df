// latex_name.c -- identifiers as mathematical symbols.
//
// A name is a head and a subscript. The head is a Greek letter, spelt or written, a word of three
// letters or more, a letter's abbreviation such as th, or one letter; the rest, up to the primes,
// is the subscript. Primes are dots.
// SPDX-License-Identifier: MIT
#include "notation/latex.h"

#include "base/greek.h"

#include <ctype.h>
#include <string.h>

static size_t letters(const char *text, size_t length)
{
  size_t count = 0;
  while (count < length && isalpha((unsigned char)text[count]))
    count++;
  return count;
}

// ---- letters

static int width_of_letter(char c)
{
  if (strchr("mwMWN", c)) return 102;
  if (strchr("ijltfrI.,'|", c)) return 50;
  if (strchr("()[]!", c)) return 46;
  if (c == '-') return 92;
  bool is_continuation = ((unsigned char)c & 0xC0) == 0x80;
  if (is_continuation || c == ' ') return 0;
  return isupper((unsigned char)c) ? 84 : 59;
}

void latex_put_letters(MathRow *row, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    char c[] = { '\\', text[i], '\0' };
    const char *written = strchr("#$%&_{}", text[i]) ? c : c + 1;
    row_put_text(row, text[i] == '\\' ? "\\backslash " : written, width_of_letter(text[i]));
  }
}

static void put_words(MathRow *row, const char *command, const char *text, size_t length)
{
  row_put_text(row, command, 0);
  latex_put_letters(row, text, length);
  row_put_text(row, "}", 0);
}

// ---- Greek

// The Greek letter that a name begins with, 0 if it is none; a spelt one must not go on as a longer
// word.
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

// \theta; letters that look like Latin ones have no command and are Latin ones.
static void put_greek(MathRow *row, uint32_t letter)
{
  static const char CAPITALS[] = "AB..EZH.IK.MN.O.P..T..X..";  // from U+0391
  uint32_t capital = letter - 0x391;
  char latin = '.';
  if (capital < strlen(CAPITALS)) latin = CAPITALS[capital];
  if (letter == 0x3BF) latin = 'o';
  Text spelling = { 0 }, written = { 0 };
  greek_put_spelling(&spelling, letter);
  const char *name = text_string(&spelling);
  bool is_variant = strcmp(name, "epsilon") == 0 || strcmp(name, "phi") == 0;
  if (latin != '.') {
    text_format(&written, "\\mathrm{%c}", latin);
  } else {
    text_format(&written, is_variant ? "\\var%s" : "\\%s", name);
  }
  row_put_text(row, text_string(&written), 72);
  text_free(&written);
  text_free(&spelling);
}

// ---- subscripts

// One part of a subscript: words upright, Greek as letters, anything else as it is.
static void put_subscript_part(MathRow *row, const char *text, size_t length)
{
  enum { SHORTEST_WORD = 3 };
  size_t size = 0;
  uint32_t greek = greek_head(text, length, &size);
  if (greek) {
    put_greek(row, greek);
    if (size < length && isalpha((unsigned char)text[size])) row_put_text(row, " ", 0);
    latex_put_letters(row, text + size, length - size);
  } else if (letters(text, length) >= SHORTEST_WORD) {
    put_words(row, "\\mathrm{", text, length);
  } else {
    latex_put_letters(row, text, length);
  }
}

// Parts set apart by underscores become parts set apart by commas.
static void put_subscript(MathRow *row, const char *text, size_t length)
{
  while (length > 0 && text[0] == '_') {
    text++;
    length--;
  }
  if (length == 0) return;
  row_put_mark(row, MARK_SUBSCRIPT);
  while (length > 0) {
    const char *end = memchr(text, '_', length);
    size_t part = end ? (size_t)(end - text) : length;
    put_subscript_part(row, text, part);
    text += part;
    length -= part;
    if (length > 0) {
      latex_put_letters(row, ",", 1);
      text++;
      length--;
    }
  }
  row_put_mark(row, MARK_END_OF_SUBSCRIPT);
}

// ---- heads

// XX3, YZ4: elements of an inertia matrix as Khalil calls them.
static bool is_inertia_name(const char *name, size_t letter_count)
{
  return letter_count == 2 && strchr("XYZ", name[0]) && strchr("XYZ", name[1]);
}

// A word of three letters or more: LG2 and Ixx are none.
static bool is_word(const char *name, size_t letter_count)
{
  bool is_axis_name = true;
  for (size_t i = 1; i < letter_count; i++) {
    if (!islower((unsigned char)name[i])) return false;
    if (!strchr("xyz", name[i])) is_axis_name = false;
  }
  return letter_count >= 3 && !is_axis_name;
}

// Puts the head; returns its bytes.
static size_t put_head(MathRow *row, const char *name, size_t length)
{
  size_t size = 0, count = letters(name, length);
  uint32_t greek = greek_head(name, length, &size);
  if (greek) {
    put_greek(row, greek);
    return size;
  }
  if (is_word(name, count)) {
    put_words(row, "\\mathrm{", name, count);
    return count;
  }
  if (is_inertia_name(name, count) || (count == 2 && greek_is_abbreviation(name, count))) {
    put_words(row, "\\mathit{", name, count);
    return count;
  }
  int symbol = text_utf8_length(name, length);
  latex_put_letters(row, name, symbol > 0 ? (size_t)symbol : 1);
  return symbol > 0 ? (size_t)symbol : 1;
}

static void put_name(MathRow *row, const char *name, size_t length)
{
  static const char *const DOTS[] = { "", "\\dot{", "\\ddot{", "\\dddot{", "\\ddddot{" };
  size_t primes = 0;
  while (primes + 1 < length && name[length - 1 - primes] == '\'')
    primes++;
  length -= primes;
  if (length == 0) return;
  row_put_text(row, DOTS[primes < 4 ? primes : 4], 0);
  size_t size = put_head(row, name, length);
  if (primes > 0) row_put_text(row, "}", 0);
  put_subscript(row, name + size, length - size);
}

// tau[q1] is the tau of q1: a symbol as subscript of another; M[1,2] has its place there.
void latex_put_name(MathRow *row, const char *name)
{
  size_t length = strlen(name);
  const char *bracket = strchr(name, '[');
  bool has_index = bracket && bracket > name && name[length - 1] == ']';
  size_t head = has_index ? (size_t)(bracket - name) : length;
  put_name(row, name, head);
  if (!has_index) return;
  row_put_mark(row, MARK_SUBSCRIPT);
  if (isdigit((unsigned char)bracket[1])) {
    latex_put_letters(row, bracket + 1, length - head - 2);
  } else {
    put_name(row, bracket + 1, length - head - 2);
  }
  row_put_mark(row, MARK_END_OF_SUBSCRIPT);
}
