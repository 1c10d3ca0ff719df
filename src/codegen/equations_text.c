// equations_text.c -- equations on a terminal, and the pages of the 1980 report's listing.
// SPDX-License-Identifier: MIT
#include "codegen/equations_page.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

enum { INDENT = 2 };

// Equations are indented, the legend of their short names is not.
static void put_lines(const Page *page, const PageSection *section, Text *out)
{
  int indent = section->title == page->style->short_names ? 0 : INDENT;
  for (int i = 0; i < section->count; i++) {
    const PageLine *line = &section->lines[i];
    int blanks = section->has_equations ? page_label_width(section) - line->label.width : 0;
    const char *sign = section->has_equations ? ":  " : " = ";
    text_format(out, "%*s%s%s%*s", indent, "", text_string(&line->label.text), sign, blanks, "");
    row_wrap(&line->formula, indent + line->label.width + 3 + blanks, page->print.width, out);
    text_put_char(out, '\n');
  }
}

// ---- a terminal

static void put_place(MathRow *row, const Quantity *quantity, int at_row, int at_column,
                      const char brackets[2])
{
  if (at_row < 0) return;  // a matrix stands below its title
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

static void put_heading(const Equations *equations, Text *out)
{
  text_put(out, equations->name);
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
  static const PageStyle STYLE = { .medium = &PLAIN_TEXT,
                                   .put_label = put_label,
                                   .definitions = "where",
                                   .short_names = "with",
                                   .matrix_margin = INDENT + 4,
                                   .matrix_gap = 2,
                                   .most_columns = INT_MAX };
  Page *page = page_new(print, &STYLE);
  put_heading(print->equations, out);
  for (const PageSection *section = page->first; section; section = section->next) {
    const Quantity *quantity = section->quantity;
    text_put_char(out, '\n');
    page_put_title(section, out);
    if (quantity && quantity->unit[0] != '\0') text_format(out, " [%s]", quantity->unit);
    text_put_char(out, '\n');
    if (section->columns > 0) {
      put_matrix(section, out);
    } else {
      put_lines(page, section, out);
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

// Quantities that the report does not have get a page under their title.
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
  own.width = 84;  // of the report
  Page *page = page_new(&own, &STYLE);
  for (const PageSection *section = page->first; section; section = section->next) {
    put_report_heading(section, out);
    put_lines(page, section, out);
  }
  page_free(page);
}
