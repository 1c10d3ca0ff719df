// latex_lines.c -- widths of formulas, greedy lines.
// SPDX-License-Identifier: MIT
#include "notation/latex_lines.h"

#include "base/memory.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// ---- widths

enum { TEXT_SIZE = 100, SCRIPT_SIZE = 74, SMALLEST_SIZE = 58 };  // percent

typedef struct Scanner {
  const char *at;
  const char *end;
} Scanner;

static int measure_list(Scanner *scanner, int size);

static int width_of_letter(char c)
{
  if (strchr("mwMWN", c)) return 102;
  if (strchr("ijltfrI.,'|", c)) return 50;
  if (strchr("()[]!", c)) return 46;
  if (isupper((unsigned char)c)) return 84;
  return 59;
}

// Between braces; a single sign else.
static int measure_group(Scanner *scanner, int size)
{
  if (scanner->at < scanner->end && *scanner->at == '{') {
    scanner->at++;
    int width = measure_list(scanner, size);
    if (scanner->at < scanner->end) scanner->at++;
    return width;
  }
  if (scanner->at < scanner->end) scanner->at++;
  return 59 * size / TEXT_SIZE;
}

// Subscript and superscript stand one above the other.
static int measure_scripts(Scanner *scanner, int size)
{
  int smaller = size == TEXT_SIZE ? SCRIPT_SIZE : SMALLEST_SIZE, widest = 0;
  while (scanner->at < scanner->end && (*scanner->at == '_' || *scanner->at == '^')) {
    scanner->at++;
    int width = measure_group(scanner, smaller);
    if (width > widest) widest = width;
  }
  return widest + 6;
}

static bool is_command(const char *name, size_t length, const char *wanted)
{
  return strlen(wanted) == length && strncmp(name, wanted, length) == 0;
}

// Commands that take groups; -1: it is none of them.
static int measure_construction(Scanner *scanner, const char *name, size_t length, int size)
{
  if (is_command(name, length, "frac")) {
    int top = measure_group(scanner, size), bottom = measure_group(scanner, size);
    return (top > bottom ? top : bottom) + 26;
  }
  if (is_command(name, length, "sqrt")) return measure_group(scanner, size) + 100;
  if (is_command(name, length, "operatorname")) return measure_group(scanner, size) + 36;
  static const char *const WRAPPERS[] = { "dot",    "ddot",   "dddot",  "ddddot",
                                          "mathrm", "mathit", "mathcal" };
  for (size_t i = 0; i < sizeof WRAPPERS / sizeof WRAPPERS[0]; i++) {
    if (is_command(name, length, WRAPPERS[i])) return measure_group(scanner, size);
  }
  return -1;
}

static int width_of_word(const char *name, size_t length)
{
  static const char *const FUNCTIONS[] = { "sin", "cos", "tan", "arcsin", "arccos", "arctan",
                                           "exp", "ln",  "min", "max",    "det" };
  static const struct {
    const char *name;
    int width;
  } SIGNS[] = { { ",", 19 },      { "quad", 110 }, { "cdot", 80 }, { "times", 136 },
                { "ldots", 130 }, { "le", 146 },   { "ne", 146 },  { "partial", 65 } };
  for (size_t i = 0; i < sizeof FUNCTIONS / sizeof FUNCTIONS[0]; i++) {
    if (is_command(name, length, FUNCTIONS[i])) return 51 * (int)length + 20;
  }
  for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++) {
    if (is_command(name, length, SIGNS[i].name)) return SIGNS[i].width;
  }
  return 72;  // Greek letters
}

static int measure_command(Scanner *scanner, int size)
{
  const char *name = ++scanner->at;
  while (scanner->at < scanner->end && isalpha((unsigned char)*scanner->at))
    scanner->at++;
  if (scanner->at == name && name < scanner->end) scanner->at++;
  size_t length = (size_t)(scanner->at - name);
  if (is_command(name, length, "left") || is_command(name, length, "right")) {
    bool is_empty = scanner->at < scanner->end && *scanner->at == '.';
    if (scanner->at < scanner->end) scanner->at++;
    return is_empty ? 14 : 66;
  }
  int width = measure_construction(scanner, name, length, size);
  return width >= 0 ? width : width_of_word(name, length) * size / TEXT_SIZE;
}

static int measure_item(Scanner *scanner, int size)
{
  char c = *scanner->at;
  if (c == '\\') return measure_command(scanner, size);
  if (c == '_' || c == '^') return measure_scripts(scanner, size);
  if (c == '{') return measure_group(scanner, size);
  scanner->at++;
  if (isspace((unsigned char)c) || ((unsigned char)c & 0xC0) == 0x80) return 0;
  if (c == '&') return 260;  // between the columns of cases, and their brace
  if (c == '=' || c == '<' || c == '>') return size == TEXT_SIZE ? LATEX_EQUALS : 68;
  if (c == '+' || c == '-') return size == TEXT_SIZE ? 136 : 68;
  return width_of_letter(c) * size / TEXT_SIZE;
}

static bool starts(const Scanner *scanner, const char *text)
{
  size_t length = strlen(text);
  return (size_t)(scanner->end - scanner->at) >= length && !memcmp(scanner->at, text, length);
}

// As wide as its widest row. Recursion is as deep as braces within each other, which a formula
// bounds by its own depth.
static int measure_list(Scanner *scanner, int size)
{
  int width = 0, widest = 0;
  while (scanner->at < scanner->end && *scanner->at != '}') {
    if (starts(scanner, "\\\\")) width = 0;
    width += measure_item(scanner, size);
    if (width > widest) widest = width;
  }
  return widest;
}

int latex_width(const char *formula, size_t length)
{
  Scanner scanner = { formula, formula + length };
  return measure_list(&scanner, TEXT_SIZE);
}

// ---- places to break

// How much of a line we give up to break one bracket further out, or at a sign and not a factor.
enum { OUTER_IS_WORTH = 1900, SIGN_IS_WORTH = 2500 };

typedef struct Break {
  const char *at;  // the blank before the sign, or before \,
  int width;       // of all that stands before
  int depth;       // open brackets
  bool is_factor;
} Break;

typedef struct Breaks {
  Break *at;
  int count;
  int capacity;
  int width;  // of the whole
} Breaks;

static void add_break(Breaks *breaks, Break one)
{
  if (breaks->count == breaks->capacity) {
    breaks->capacity = 2 * breaks->capacity + 16;
    breaks->at = memory_grow(breaks->at, (size_t)breaks->capacity, sizeof breaks->at[0]);
  }
  breaks->at[breaks->count++] = one;
}

static Breaks find_breaks(const Text *formula)
{
  const char *begin = text_string(formula);
  Scanner scanner = { begin, begin + formula->length };
  Breaks breaks = { 0 };
  int depth = 0;
  while (scanner.at < scanner.end) {
    bool is_sign = starts(&scanner, " + ") || starts(&scanner, " - ");
    bool is_factor = starts(&scanner, " \\, ");
    if (is_sign || is_factor) {
      add_break(&breaks, (Break){ scanner.at, breaks.width, depth, is_factor });
    }
    depth += starts(&scanner, "\\left");
    depth -= starts(&scanner, "\\right");
    breaks.width += measure_item(&scanner, TEXT_SIZE);
  }
  return breaks;
}

// ---- lines

// The best break behind number `last` for a line that begins with `used` of all widths; the next
// one if none is in time, the number of breaks if the rest fits or there is none.
static int choose_break(const Breaks *breaks, int last, int used, int width)
{
  if (breaks->width - used <= width) return breaks->count;
  int best = breaks->count, best_score = INT_MIN;
  for (int i = last + 1; i < breaks->count; i++) {
    const Break *one = &breaks->at[i];
    if (one->width - used > width) return best < breaks->count ? best : i;
    int score = one->width - OUTER_IS_WORTH * one->depth - SIGN_IS_WORTH * one->is_factor;
    if (score < best_score) continue;
    best = i;
    best_score = score;
  }
  return best;
}

static void put_line_end(const Break *one, Text *out)
{
  for (int i = 0; i < one->depth; i++)
    text_put(out, " \\right.");
  text_put(out, " \\\\\n  &\\quad ");
  for (int i = 0; i < one->depth; i++)
    text_put(out, "\\left. ");
  if (one->depth > 0) text_put(out, "{} ");
  if (one->is_factor) text_put(out, "\\times ");
}

void latex_wrap(const Text *formula, int width, Text *out)
{
  enum { INDENT = 110, CLOSING = 40 };
  Breaks breaks = find_breaks(formula);
  const char *from = text_string(formula), *end = from + formula->length;
  int used = 0, last = -1, room = width;
  for (;;) {
    last = choose_break(&breaks, last, used, room);
    if (last == breaks.count) break;
    assert(breaks.at);
    const Break *one = &breaks.at[last];
    text_put_bytes(out, from, (size_t)(one->at - from));
    put_line_end(one, out);
    from = one->at + (one->is_factor ? strlen(" \\, ") : 1);
    used = one->width;
    room = width - INDENT - CLOSING * one->depth;
  }
  text_put_bytes(out, from, (size_t)(end - from));
  free(breaks.at);
}
