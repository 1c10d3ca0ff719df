// equations_latex.c -- equations for a paper, with amsmath.
//
// A matrix is a pmatrix; the entries of other quantities are the lines of an align environment.
// SPDX-License-Identifier: MIT
#include "codegen/equations_page.h"
#include "notation/latex.h"

#include <stdio.h>
#include <string.h>

// ---- symbols

// A name; of rates and accelerations, whose keys are no names, the symbol.
static void put_name(MathRow *row, const char *name, size_t length)
{
  Text own = { 0 };
  text_put_bytes(&own, name, length);
  const char *key = text_string(&own);
  bool is_rate = strcmp(key, "qd") == 0, is_second = strcmp(key, "qdd") == 0;
  symbol_put_name(row, is_rate ? "q'" : is_second ? "q''" : key);
  text_free(&own);
}

// The kind of a key, H of "fk:tip"; what has no symbol of its own is a name.
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

// M, \tau; of "dtau/dq" the quotient of differentials; "fk:tip" becomes H_{\mathrm{tip}},
// "jac:tip/R2" {}^{R_{2}}J_{\mathrm{tip}}.
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

// The number of a row or column, or what it stands for: "c: turn about y", "tau[q1]", "motion q1".
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

// The symbol of the whole quantity.
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

// The lines; 0 for the whole if there is none. All right sides begin behind the widest left side.
static void put_lines(const PageSection *section, Text *out)
{
  int room = LATEX_TEXT_WIDTH - LATEX_EQUALS - page_label_width(section);
  text_put(out, "\\begin{align*}\n");
  if (section->count == 0) {
    text_put(out, "  ");
    put_whole(section, out);
    text_put(out, " &= 0\n");
  }
  for (int i = 0; i < section->count; i++) {
    const PageLine *line = &section->lines[i];
    if (section->has_equations) {
      text_put(out, "  & ");
    } else {
      text_format(out, "  %s &= ", text_string(&line->label.text));
    }
    row_wrap(&line->formula, 0, section->has_equations ? LATEX_TEXT_WIDTH : room, out);
    text_put(out, i + 1 < section->count ? " \\\\\n" : "\n");
  }
  text_put(out, "\\end{align*}\n");
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
  }
  if (print->equations->omissions) text_put_char(out, '\n');
  put_comment_lines(print->equations->omissions, out);
  page_free(page);
}
