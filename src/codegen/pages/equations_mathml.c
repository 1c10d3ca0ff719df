// equations_mathml.c -- equations for web pages: a fragment of HTML with MathML.
// SPDX-License-Identifier: MIT
#include "codegen/pages/equations_page.h"
#include "notation/print/mathml.h"

#include <string.h>

// Puts a label such as M[1,2] as a symbol; keys with a colon or a slash and row names in words are
// put as text.
static void put_label(MathRow *row, const Quantity *quantity, int at_row, int at_column)
{
  Text label = { 0 };
  bool is_acceleration = strcmp(quantity->key, "qdd") == 0;
  const char *key = is_acceleration ? "q''" : quantity->key;
  page_put_label(quantity, key, at_row, at_column, "[]", &label);
  if (strpbrk(text_string(&label), ":/ ")) {
    text_put(&row->text, "<mtext>");
    text_put_xml(&row->text, text_string(&label));
    text_put(&row->text, "</mtext>");
  } else {
    symbol_put_name(row, text_string(&label));
  }
  text_free(&label);
}

// Puts the symbol of the whole quantity and the equals sign.
static void put_whole(const PageSection *section, Text *out)
{
  MathRow row = row_new(&MATHML);
  put_label(&row, section->quantity, -1, -1);
  row_put_mark(&row, MARK_IS);
  text_put(out, text_string(&row.text));
  row_free(&row);
}

static void put_matrix(const PageSection *section, Text *out)
{
  int n = section->columns;
  put_whole(section, out);
  text_put(out, "<mrow><mo>(</mo><mtable>\n");
  for (int i = 0; i < section->count; i++) {
    const MathRow *cell = &section->lines[i].formula;
    text_put(out, i % n == 0 ? "<mtr><mtd>" : "<mtd>");
    text_put(out, text_string(&cell->text));
    text_put(out, i % n == n - 1 ? "</mtd></mtr>\n" : "</mtd>");
  }
  text_put(out, "</mtable><mo>)</mo></mrow>");
}

// Browsers take the alignment of a table cell only from its style.
static const char LEFT[] = "<mtd style=\"text-align:left\">";
static const char RIGHT[] = "<mtd style=\"text-align:right\">";

// Puts three columns: left side, equals sign, right side; 0 for the whole quantity if there is no
// line.
static void put_lines(const PageSection *section, Text *out)
{
  if (section->count == 0) {
    put_whole(section, out);
    text_put(out, "<mn>0</mn>");
    return;
  }
  text_put(out, "<mtable>\n");
  for (int i = 0; i < section->count; i++) {
    const PageLine *line = &section->lines[i];
    const char *sign = section->has_equations ? ":" : "=";
    text_format(out, "<mtr>%s%s</mtd><mtd><mo>%s</mo></mtd>%s%s</mtd></mtr>\n", RIGHT,
                text_string(&line->label.text), sign, LEFT, text_string(&line->formula.text));
  }
  text_put(out, "</mtable>");
}

// Puts text in an element; nothing if the text is NULL or empty.
static void put_element(const char *tag, const char *text, Text *out)
{
  if (!text || text[0] == '\0') return;
  text_format(out, "<%s>", tag);
  text_put_xml(out, text);
  text_format(out, "</%s>\n", tag);
}

static void put_meanings(const PageSection *section, Text *out)
{
  if (!page_has_meanings(section)) return;
  text_put(out, "<dl>\n");
  for (int i = 0; i < section->count; i++) {
    const PageLine *line = &section->lines[i];
    if (!line->meaning) continue;
    text_format(out, "<dt><math>%s</math></dt>", text_string(&line->label.text));
    put_element("dd", line->meaning, out);
  }
  text_put(out, "</dl>\n");
}

void equations_print_mathml(const EquationsPrint *print, Text *out)
{
  static const PageStyle STYLE = { .medium = &MATHML,
                                   .put_label = put_label,
                                   .definitions = "where",
                                   .short_names = "with",
                                   .most_columns = 12 };
  Page *page = page_new(print, &STYLE);
  text_put(out, "<section class=\"bielle\">\n");
  put_element("h2", print->equations->name, out);
  put_element("p", print->equations->title, out);
  put_element("pre", print->equations->note, out);
  for (const PageSection *section = page->first; section; section = section->next) {
    Text title = { 0 };
    page_put_title(section, &title);
    put_element("h3", text_string(&title), out);
    text_free(&title);
    text_put(out, "<div style=\"overflow-x:auto\"><math display=\"block\">");
    if (section->columns > 0) {
      put_matrix(section, out);
    } else {
      put_lines(section, out);
    }
    text_put(out, "</math></div>\n");
    put_meanings(section, out);
  }
  put_element("pre", print->equations->omissions, out);
  text_put(out, "</section>\n");
  page_free(page);
}
