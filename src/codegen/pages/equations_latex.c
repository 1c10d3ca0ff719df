// equations_latex.c -- equations in LaTeX with amsmath.
//
// A matrix is a pmatrix; the entries of other quantities are the lines of an align environment.
// SPDX-License-Identifier: MIT
#include "codegen/pages/equations_page.h"
#include "notation/print/latex.h"

#include <stdio.h>
#include <string.h>

// ---- symbols

// Puts a name; for the keys of rates and accelerations, which are not names, their symbol.
static void put_name(MathRow *row, const char *name, size_t length)
{
  Text own = { 0 };
  text_put_bytes(&own, name, length);
  const char *key = text_string(&own);
  bool is_rate = strcmp(key, "qd") == 0, is_second = strcmp(key, "qdd") == 0;
  symbol_put_name(row, is_rate ? "q'" : is_second ? "q''" : key);
  text_free(&own);
}

// Puts the symbol of the kind of a key, H for "fk:tip"; kinds without a symbol are put as a name.
static void put_kind(MathRow *row, const char *key, size_t length)
{
  static const struct {
    const char *kind;
    const char *symbol;
    int width;
  } KINDS[] = {
    { "fk", "H", 84 },
    { "pos", "p", 59 },
    { "jac", "J", 84 },
    { "jacdot", "\\dot{J}", 84 },
    { "twist", "\\mathcal{V}", 84 },
    { "accel", "\\dot{\\mathcal{V}}", 84 },
    { "det", "\\det J", 260 },
    { "lambda", "\\Lambda", 72 },
    { "mu", "\\mu", 72 },
  };
  for (size_t k = 0; k < sizeof KINDS / sizeof KINDS[0]; k++) {
    if (strlen(KINDS[k].kind) != length || strncmp(KINDS[k].kind, key, length) != 0) continue;
    row_put_text(row, KINDS[k].symbol, KINDS[k].width);
    return;
  }
  put_name(row, key, length);
}

static void put_subscript(MathRow *row, const char *name, size_t length)
{
  row_put_mark(row, MARK_SUBSCRIPT);
  put_name(row, name, length);
  row_put_mark(row, MARK_END_OF_SUBSCRIPT);
}

// Puts the symbol of a quantity: M, \tau; for "dtau/dq" the quotient of differentials; "fk:tip"
// becomes H_{\mathrm{tip}}, "jac:tip/R2" {}^{R_{2}}J_{\mathrm{tip}}.
static void put_symbol(MathRow *row, const char *key)
{
  const char *colon = strchr(key, ':');
  const char *name = colon ? colon + 1 : key;
  size_t length = strcspn(name, "/");
  const char *denominator = name[length] == '/' ? name + length + 1 : NULL;
  if (!colon && denominator) {
    row_put_text(row, "(\\partial ", 110);
    put_name(row, key + 1, length - 1);
    row_put_text(row, "/\\partial ", 125);
    put_name(row, denominator + 1, strlen(denominator + 1));
    row_put_text(row, ")", 46);
    return;
  }
  if (!colon) {
    put_name(row, key, length);
    return;
  }
  if (denominator) {
    row_put_text(row, "{}", 0);
    row_put_mark(row, MARK_EXPONENT);
    symbol_put_name(row, denominator);
    row_put_mark(row, MARK_END_OF_POWER);
  }
  put_kind(row, key, (size_t)(colon - key));
  put_subscript(row, name, length);
}

static void put_words(MathRow *row, const char *words, size_t length, const char *end)
{
  row_put_text(row, "\\text{", 0);
  latex_put_letters(row, LETTERS_PLAIN, words, length);
  row_put_text(row, end, 0);
}

// Puts the number of a row or column, or its label: "c: turn about y", "tau[q1]", "motion q1".
static void put_index(MathRow *row, const char *const labels[], int index)
{
  char digits[16];
  snprintf(digits, sizeof digits, "%d", index + 1);
  const char *label = labels ? labels[index] : digits;
  const char *words = strstr(label, ": "), *last = strrchr(label, ' ');
  if (!labels) {
    latex_put_letters(row, LETTERS_PLAIN, digits, strlen(digits));
  } else if (words) {
    put_name(row, label, (size_t)(words - label));
    put_words(row, words, strlen(words), "}");
  } else {
    if (last) put_words(row, label, (size_t)(last - label), " }");
    symbol_put_name(row, last ? last + 1 : label);
  }
}

static void put_label(MathRow *row, const Quantity *quantity, int at_row, int at_column)
{
  if (quantity->labels && at_row >= 0) {
    symbol_put_name(row, quantity->labels[at_row * quantity->columns + at_column]);
    return;
  }
  size_t start = row->text.length;
  put_symbol(row, quantity->key);
  if (at_row < 0 || quantity->rows * quantity->columns == 1) return;
  bool is_subscripted = strchr(text_string(&row->text) + start, '_') != NULL;
  if (is_subscripted) {
    row_put_text(row, "[", 46);
  } else {
    row_put_mark(row, MARK_SUBSCRIPT);
  }
  put_index(row, quantity->row_labels, at_row);
  if (quantity->columns > 1) {
    latex_put_letters(row, LETTERS_PLAIN, ",", 1);
    put_index(row, quantity->column_labels, at_column);
  }
  if (is_subscripted) {
    row_put_text(row, "]", 46);
  } else {
    row_put_mark(row, MARK_END_OF_SUBSCRIPT);
  }
}

// ---- sections

// Puts the symbol of the whole quantity.
static void put_whole(const PageSection *section, Text *out)
{
  MathRow row = row_new(&LATEX);
  put_label(&row, section->quantity, -1, -1);
  text_put(out, text_string(&row.text));
  row_free(&row);
}

static void put_matrix(const PageSection *section, Text *out)
{
  int n = section->columns;
  text_put(out, "\\begin{equation*}\n  ");
  put_whole(section, out);
  text_put(out, " = \\begin{pmatrix}\n");
  for (int i = 0; i < section->count; i++) {
    text_put(out, i % n == 0 ? "    " : " & ");
    text_put(out, text_string(&section->lines[i].formula.text));
    if (i % n == n - 1) text_put(out, i + 1 < section->count ? " \\\\\n" : "\n");
  }
  text_put(out, "  \\end{pmatrix}\n\\end{equation*}\n");
}

// Returns true if all right sides fit after the widest left side.
static bool has_room(const PageSection *section, int room)
{
  for (int i = 0; i < section->count; i++) {
    if (row_widest_part(&section->lines[i].formula) > room - LATEX_QUAD) return false;
  }
  return room >= LATEX_TEXT_WIDTH / 3;
}

static void put_right_sides(const PageSection *section, Text *out)
{
  int room = LATEX_TEXT_WIDTH - LATEX_EQUALS - page_label_width(section);
  bool is_beside = has_room(section, room);
  for (int i = 0; i < section->count; i++) {
    const PageLine *line = &section->lines[i];
    const char *label = text_string(&line->label.text);
    int whole = line->label.width + LATEX_EQUALS + line->formula.width;
    if (section->has_equations) {
      text_put(out, "  & ");
      row_wrap(&line->formula, 0, LATEX_TEXT_WIDTH, out);
    } else if (is_beside) {
      text_format(out, "  %s &= ", label);
      row_wrap(&line->formula, 0, room, out);
    } else if (whole <= LATEX_TEXT_WIDTH) {
      text_format(out, "  & %s = %s", label, text_string(&line->formula.text));
    } else {
      text_format(out, "  & %s \\\\\n  &\\quad = ", label);
      row_wrap(&line->formula, LATEX_QUAD + LATEX_EQUALS, LATEX_TEXT_WIDTH, out);
    }
    text_put(out, i + 1 < section->count ? " \\\\\n" : "\n");
  }
}

// Puts the lines, or 0 for the whole quantity if there are none. Right sides begin after the widest
// left side or, if that leaves too little space, below their own left side. A long environment may
// be broken across pages.
static void put_lines(const PageSection *section, Text *out)
{
  enum { MAX_COLUMNS_ON_PAGE = 12 };
  Text lines = { 0 };
  put_right_sides(section, &lines);
  if (section->count == 0) {
    text_put(&lines, "  ");
    put_whole(section, &lines);
    text_put(&lines, " &= 0\n");
  }
  int count = 0;
  for (const char *end = text_string(&lines); (end = strstr(end, "\\\\")) != NULL; end += 2)
    count++;  // line breaks of rows and of cases
  bool is_long = count > MAX_COLUMNS_ON_PAGE;
  if (is_long) text_put(out, "{\\allowdisplaybreaks\n");
  text_format(out, "\\begin{align*}\n%s\\end{align*}%s\n", text_string(&lines), is_long ? "}" : "");
  text_free(&lines);
}

// ---- meanings of names

// Returns true for coordinates and for words that are not ASCII, which are put as symbols.
static bool is_symbol(const Equations *equations, const char *word, size_t length)
{
  for (int i = 0; i < equations->coordinate_count; i++) {
    const char *name = equations->coordinates[i].name;
    if (strlen(name) == length && strncmp(name, word, length) == 0) return true;
  }
  for (size_t i = 0; i < length; i++) {
    if ((unsigned char)word[i] >= 0x80) return true;
  }
  return false;
}

// Puts a word; a dotted name may be broken after a dot.
static void put_word(const char *word, size_t length, MathRow *row)
{
  const char *point;
  while ((point = memchr(word, '.', length)) && point + 1 < word + length) {
    size_t part = (size_t)(point + 1 - word);
    latex_put_letters(row, LETTERS_PLAIN, word, part);
    row_put_text(row, "\\allowbreak{}", 0);
    word += part;
    length -= part;
  }
  latex_put_letters(row, LETTERS_PLAIN, word, length);
}

static void put_sentence(const Equations *equations, const char *words, MathRow *row)
{
  while (*words) {
    size_t length = strcspn(words, " ,:'");
    if (length > 0 && is_symbol(equations, words, length)) {
      row_put_text(row, "$", 0);
      put_name(row, words, length);
      row_put_text(row, "$", 0);
    } else {
      put_word(words, length, row);
    }
    words += length;
    size_t marks = strspn(words, " ,:'");
    latex_put_letters(row, LETTERS_PLAIN, words, marks);
    words += marks;
  }
}

// Puts the meanings as a paragraph, in which LaTeX breaks the lines.
static void put_meanings(const Equations *equations, const PageSection *section, Text *out)
{
  if (!page_has_meanings(section)) return;
  const char *before = "\\noindent\n";
  for (int i = 0; i < section->count; i++) {
    if (!section->lines[i].meaning) continue;
    MathRow row = row_new(&LATEX);
    put_sentence(equations, section->lines[i].meaning, &row);
    text_format(out, "%s$%s$: %s", before, text_string(&section->lines[i].label.text),
                text_string(&row.text));
    row_free(&row);
    before = ";\n";
  }
  text_put(out, ".\n");
}

static void put_comment_lines(const char *lines, Text *out)
{
  while (lines && *lines) {
    size_t length = strcspn(lines, "\n");
    text_put(out, length > 0 ? "% " : "%");
    text_put_bytes(out, lines, length);
    text_put_char(out, '\n');
    lines += length + (lines[length] == '\n');
  }
}

void equations_print_latex(const EquationsPrint *print, Text *out)
{
  static const PageStyle STYLE = { .medium = &LATEX,
                                   .put_label = put_label,
                                   .definitions = "where",
                                   .short_names = "with",
                                   .matrix_margin = LATEX_EQUALS + 200,
                                   .matrix_gap = 110,
                                   .most_columns = 6 };
  EquationsPrint own = *print;
  own.width = LATEX_TEXT_WIDTH;
  Page *page = page_new(&own, &STYLE);
  text_format(out, "%% %s; needs \\usepackage{amsmath}. Entries that are not listed are 0.\n",
              print->equations->name);
  put_comment_lines(print->equations->note, out);
  for (const PageSection *section = page->first; section; section = section->next) {
    text_put(out, "\n% ");
    page_put_title(section, out);
    text_put_char(out, '\n');
    if (section->columns > 0) {
      put_matrix(section, out);
    } else {
      put_lines(section, out);
    }
    put_meanings(print->equations, section, out);
  }
  if (print->equations->omissions) text_put_char(out, '\n');
  put_comment_lines(print->equations->omissions, out);
  page_free(page);
}
