// equations_text.c -- equations on a terminal, and pages in the layout of the 1980 report.
// SPDX-License-Identifier: MIT
#include "codegen/pages/equations_text.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

enum { INDENT = 2 };

void text_put_words(const char *words, int column, int width, Text *out)
{
  for (int at = column; *words;) {
    size_t length = strcspn(words, " ");
    int columns = text_columns(words, length);
    if (at > column && at + 1 + columns > width) {
      text_format(out, "\n%*s", column, "");
      at = column;
    } else if (at > column) {
      text_put_char(out, ' ');
      at++;
    }
    text_put_bytes(out, words, length);
    at += columns;
    words += length + (words[length] == ' ');
  }
}

// The meaning of a name follows its definition, aligned with the other meanings, or is on the next
// line.
static const char MEANS[] = "   -- ";

static bool has_meaning_behind(const Page *page, const PageLine *line, int column)
{
  int length = line->meaning ? text_columns(line->meaning, strlen(line->meaning)) : 0;
  return length > 0 && column + (int)strlen(MEANS) + length <= page->print.width;
}

// Returns the width of a line whose left side takes at least `label` columns.
static int width_of_line(const PageLine *line, int indent, int label)
{
  int left = line->label.width > label ? line->label.width : label;
  return indent + left + 3 + line->formula.width;
}

// Returns the column of the meanings: the width of the widest line that has space for one.
static int column_of_meanings(const Page *page, const PageSection *section, int indent, int label)
{
  int widest = 0;
  for (int i = 0; i < section->count; i++) {
    int width = width_of_line(&section->lines[i], indent, label);
    if (has_meaning_behind(page, &section->lines[i], width) && width > widest) widest = width;
  }
  return widest;
}

// Puts the meaning after a line of this width.
static void put_meaning(const Page *page, const PageLine *line, int indent, int width, int column,
                        Text *out)
{
  enum { FURTHER = 4 };
  if (!line->meaning) return;
  if (page->print.has_colour) text_put(out, "\033[2m");  // faint
  if (has_meaning_behind(page, line, width)) {
    bool is_aligned = width < column && has_meaning_behind(page, line, column);
    text_format(out, "%*s%s%s", is_aligned ? column - width : 0, "", MEANS, line->meaning);
  } else {
    text_format(out, "\n%*s-- ", indent + FURTHER, "");
    text_put_words(line->meaning, indent + FURTHER + 3, page->print.width, out);
  }
  if (page->print.has_colour) text_put(out, "\033[22m");
}

// Puts the lines. Equations are indented, the legend of their short names is not.
static void put_lines(const Page *page, const PageSection *section, int label, Text *out)
{
  int indent = section->title == page->style->short_names ? 0 : INDENT;
  int column = column_of_meanings(page, section, indent, label);
  for (int i = 0; i < section->count; i++) {
    const PageLine *line = &section->lines[i];
    int width = line->label.width > label ? line->label.width : label;
    const char *const signs[] = { section->has_equations ? ":" : "",
                                  section->has_equations ? "  " : " = " };
    text_format(out, "%*s%s%s", indent, "", text_string(&line->label.text), signs[0]);
    text_repeat(out, ' ', width - line->label.width);
    text_put(out, signs[1]);
    row_wrap(&line->formula, indent + width + 3, page->print.width, out);
    put_meaning(page, line, indent, width_of_line(line, indent, label), column, out);
    text_put_char(out, '\n');
  }
}

// ---- a terminal

static int count_lines(const Text *text)
{
  int count = 0;
  for (size_t i = 0; i < text->length; i++)
    count += text->bytes[i] == '\n';
  return count;
}

// Aligns the equals signs if the left sides differ little in width and the text does not become
// longer.
void text_put_lines(const Page *page, const PageSection *section, Text *out)
{
  enum { SHARE = 8 };  // maximum fraction of the line left blank
  int widest = page_label_width(section);
  bool are_alike = true;
  for (int i = 0; i < section->count; i++)
    are_alike = are_alike && widest - section->lines[i].label.width <= page->print.width / SHARE;
  Text loose = { 0 }, aligned = { 0 };
  put_lines(page, section, 0, &loose);
  if (are_alike) put_lines(page, section, widest, &aligned);
  bool is_aligned = are_alike && count_lines(&aligned) <= count_lines(&loose);
  text_put(out, text_string(is_aligned ? &aligned : &loose));
  text_free(&loose);
  text_free(&aligned);
}

static void put_bold(const Page *page, const char *text, Text *out)
{
  text_format(out, page->print.has_colour ? "\033[1m%s\033[22m" : "%s", text);
}

static void put_place(MathRow *row, const Quantity *quantity, int at_row, int at_column,
                      const char brackets[2])
{
  if (at_row < 0) return;  // the title above a matrix names it
  Text label = { 0 };
  page_put_label(quantity, quantity->key, at_row, at_column, brackets, &label);
  row->medium->put_name(row, text_string(&label));
  text_free(&label);
}

static void put_label(MathRow *row, const Quantity *quantity, int at_row, int at_column)
{
  put_place(row, quantity, at_row, at_column, "[]");
}

static void put_matrix(const PageSection *section, Text *out)
{
  int n = section->columns;
  for (int i = 0; i < section->count; i++) {
    const MathRow *cell = &section->lines[i].formula;
    if (i % n == 0) text_format(out, "%*s[", INDENT, "");
    text_format(out, "  %s", text_string(&cell->text));
    text_repeat(out, ' ', page_column_width(section, i % n) - cell->width);
    if (i % n == n - 1) text_put(out, "  ]\n");
  }
}

static void put_title(const Page *page, const PageSection *section, Text *out)
{
  const Quantity *quantity = section->quantity;
  Text title = { 0 };
  page_put_title(section, &title);
  put_bold(page, text_string(&title), out);
  text_free(&title);
  if (quantity && quantity->unit[0] != '\0') text_format(out, " [%s]", quantity->unit);
  text_put_char(out, '\n');
}

static void put_zeros(const PageSection *section, Text *out)
{
  const Quantity *quantity = section->quantity;
  bool is_listed = quantity && section->columns == 0 && !section->has_equations;
  if (!is_listed || !layout_has_zeros(quantity)) return;
  text_repeat(out, ' ', INDENT);
  if (quantity->rows * quantity->columns == 1) {
    text_format(out, "%s = 0\n", quantity->key);
  } else {
    text_put(out, section->count == 0 ? "all entries are 0\n" : "all other entries are 0\n");
  }
}

void text_put_heading(const Page *page, Text *out)
{
  const Equations *equations = page->print.equations;
  put_bold(page, equations->name, out);
  if (equations->title[0] != '\0') text_format(out, ": %s", equations->title);
  text_put(out, "\nq = (");
  for (int i = 0; i < equations->coordinate_count; i++) {
    text_format(out, "%s%s", i == 0 ? "" : ", ", equations->coordinates[i].name);
  }
  text_put(out, ")\n");
  if (equations->note) text_put(out, equations->note);
}

void equations_print_text(const EquationsPrint *print, Text *out)
{
  const OutputFormat medium = text_for_people(print->has_colour);
  const PageStyle style = { .medium = &medium,
                            .put_label = put_label,
                            .definitions = "where",
                            .short_names = "with",
                            .matrix_margin = INDENT + 4,
                            .matrix_gap = 2,
                            .most_columns = INT_MAX };
  Page *page = page_new(print, &style);
  text_put_heading(page, out);
  for (const PageSection *section = page->first; section; section = section->next) {
    text_put_char(out, '\n');
    put_title(page, section, out);
    if (section->columns > 0) {
      put_matrix(section, out);
    } else {
      text_put_lines(page, section, out);
    }
    put_zeros(section, out);
  }
  if (print->equations->omissions) text_format(out, "\n%s", print->equations->omissions);
  page_free(page);
}

// ---- the report (its sections 4.3 to 4.5)

static void put_report_label(MathRow *row, const Quantity *quantity, int at_row, int at_column)
{
  put_place(row, quantity, at_row, at_column, "()");
}

// Puts the heading of the report; quantities that it does not contain use their title.
static void put_report_heading(const PageSection *section, Text *out)
{
  static const char *const HEADINGS[][2] = {
    { "constants", "CONSTANT MASSES AND INERTIAS OF AUGMENTED BODIES" },
    { "Q", "TORQUES OF GRAVITY" },
    { "A", "COEFFICIENTS AIJ OF THE TORQUES OF INERTIA" },
    { "B", "COEFFICIENTS BIJK OF THE TORQUES OF CORIOLIS" },
    { "Cc", "COEFFICIENTS CIJ OF THE CENTRIFUGAL TORQUES" },
  };
  const char *heading = section->title ? section->title : section->quantity->title;
  for (size_t i = 0; section->quantity && i < sizeof HEADINGS / sizeof HEADINGS[0]; i++) {
    if (strcmp(section->quantity->key, HEADINGS[i][0]) == 0) heading = HEADINGS[i][1];
  }
  text_put_char(out, '\n');
  for (const char *c = heading; *c; c++)
    text_put_char(out, (char)toupper((unsigned char)*c));
  text_put_char(out, '\n');
}

void equations_print_listing(const EquationsPrint *print, Text *out)
{
  static const PageStyle STYLE = { .medium = &PLAIN_TEXT,
                                   .put_label = put_report_label,
                                   .definitions = "constants",
                                   .short_names = "sines and cosines",
                                   .has_zeros = true };
  EquationsPrint own = *print;
  own.is_compact = true;
  own.width = 84;  // as in the report
  Page *page = page_new(&own, &STYLE);
  for (const PageSection *section = page->first; section; section = section->next) {
    put_report_heading(section, out);
    put_lines(page, section, 0, out);
  }
  page_free(page);
}
