// equations_json.c -- equations for other programs: every entry as text of the language, as an
// exact tree, in LaTeX and in MathML.
// SPDX-License-Identifier: MIT
#include "codegen/pages/equations_page.h"
#include "notation/formula/formula_json.h"
#include "notation/print/latex.h"
#include "notation/print/mathml.h"

#include <string.h>

static void put_string(Text *out, const char *string)
{
  text_put_json_string(out, string, strlen(string));
}

// ---- one formula in several representations

typedef enum Way { AS_TEXT, AS_TREE, AS_LATEX, AS_MATHML, WAY_COUNT } Way;

typedef struct JsonPage {
  Page *page;
  Way way;
  Text *out;
} JsonPage;

// Puts a row as a JSON string. MathML is enclosed in its element, ready to be inserted in a web
// page.
static void put_row(const MathRow *row, Text *out)
{
  bool is_mathml = row->medium == &MATHML;
  Text text = { 0 };
  text_format(&text, is_mathml ? "<math>%s</math>" : "%s", text_string(&row->text));
  text_put_json_string(out, text_string(&text), text.length);
  text_free(&text);
}

static void put_formula_in(const JsonPage *json, const OutputFormat *medium, const Formula *f)
{
  MathRow row = row_new(medium);
  row_put_formula(&row, f, NULL, page_cuts(json->page));
  put_row(&row, json->out);
  row_free(&row);
}

static void put_formula(const JsonPage *json, const PageLine *line)
{
  switch (json->way) {
  case AS_TREE: formula_put_json(line->tree, page_cuts(json->page), json->out); break;
  case AS_LATEX: put_formula_in(json, &LATEX, line->tree); break;
  case AS_MATHML: put_formula_in(json, &MATHML, line->tree); break;
  default: put_row(&line->formula, json->out); break;
  }
}

// ---- quantities

// Puts an entry. A mirrored entry is found at its transposed place; entries that are not listed are
// zero.
static void put_entry(const JsonPage *json, const PageSection *section, int index)
{
  int n = section->quantity->columns;
  if (layout_is_mirrored(section->quantity, index)) index = index % n * n + index / n;
  const PageLine *line = section->lines, *end = line + section->count;
  while (line < end && line->index != index)
    line++;
  if (line < end) {
    put_formula(json, line);
  } else {
    text_put(json->out, json->way == AS_MATHML ? "\"<math><mn>0</mn></math>\"" : "\"0\"");
  }
}

static void put_entries(const JsonPage *json, const PageSection *section, int first, int count)
{
  text_put_char(json->out, '[');
  for (int j = 0; j < count; j++) {
    if (j > 0) text_put(json->out, ", ");
    put_entry(json, section, first + j);
  }
  text_put_char(json->out, ']');
}

// Puts a quantity in the same shape as the numbers of `bielle eval`.
static void put_quantity(const JsonPage *json, const PageSection *section)
{
  const Quantity *quantity = section->quantity;
  if (quantity_is_number(quantity)) {
    put_entry(json, section, 0);
  } else if (quantity_is_vector(quantity)) {
    put_entries(json, section, 0, quantity->rows);
  } else {
    for (int i = 0; i < quantity->rows; i++) {
      text_put(json->out, i == 0 ? "[" : ", ");
      put_entries(json, section, i * quantity->columns, quantity->columns);
    }
    text_put_char(json->out, ']');
  }
}

static void put_quantities(const JsonPage *json, const char *first, const char *between)
{
  for (const PageSection *section = json->page->first; section; section = section->next) {
    if (!section->quantity) continue;
    text_put(json->out, first);
    put_string(json->out, section->quantity->key);
    text_put(json->out, ": ");
    put_quantity(json, section);
    first = between;
  }
}

// ---- names

// Puts the steps in the order of computation, each with the section to which it belongs.
static void put_steps(JsonPage json)
{
  static const char *const KEYS[WAY_COUNT] = { "value", "tree", "latex", "mathml" };
  const char *between = "\n";
  text_put(json.out, "\"steps\": [");
  for (const PageSection *section = json.page->first; section; section = section->next) {
    for (int i = 0; !section->quantity && i < section->count; i++) {
      text_format(json.out, "%s  {\"name\": ", between);
      put_row(&section->lines[i].label, json.out);
      for (json.way = AS_TEXT; json.way < WAY_COUNT; json.way++) {
        text_format(json.out, ", \"%s\": ", KEYS[json.way]);
        put_formula(&json, &section->lines[i]);
      }
      text_put(json.out, ", \"section\": ");
      put_string(json.out, section->title);
      text_put_char(json.out, '}');
      between = ",\n";
    }
  }
  text_put_char(json.out, ']');
}

// Puts the definitions of all names in the formulas that the description does not define.
static void put_definitions(const JsonPage *json)
{
  text_put(json->out, "\"definitions\": {");
  for (const PageSection *section = json->page->first; section; section = section->next) {
    for (int i = 0; !section->quantity && i < section->count; i++) {
      if (i > 0) text_put(json->out, ", ");
      put_row(&section->lines[i].label, json->out);
      text_put(json->out, ": ");
      put_formula(json, &section->lines[i]);
    }
  }
  text_put_char(json->out, '}');
}

// Puts the meanings of generated names, by name.
static void put_meanings(const Page *page, Text *out)
{
  int count = 0;
  for (const PageSection *section = page->first; section; section = section->next) {
    for (int i = 0; i < section->count; i++) {
      const PageLine *line = &section->lines[i];
      if (!line->meaning) continue;
      text_put(out, count++ == 0 ? ",\n \"meanings\": {" : ", ");
      put_row(&line->label, out);
      text_put(out, ": ");
      put_string(out, line->meaning);
    }
  }
  if (count > 0) text_put_char(out, '}');
}

// Puts the definitions and quantities in another representation, under one key.
static void put_again(JsonPage json, Way way, const char *key)
{
  json.way = way;
  bool has_steps = json.page->print.form == FORM_RECURSIVE;  // the steps already contain all
                                                             // representations
  text_format(json.out, ",\n \"%s\": {\n  ", key);
  if (!has_steps) put_definitions(&json);
  put_quantities(&json, has_steps ? "" : ",\n  ", ",\n  ");
  text_put_char(json.out, '}');
}

// ---- labels, notes

static void put_list(const char *key, const char *const labels[], int count, Text *out)
{
  put_string(out, key);
  for (int i = 0; i < count; i++) {
    text_put(out, i == 0 ? ": [" : ", ");
    put_string(out, labels[i]);
  }
  text_put(out, "]");
}

// Labels of the entries of lists, or of the rows or columns of matrices: one list for each
// quantity.
typedef enum LabelKind { LABELS_OF_ENTRIES, LABELS_OF_ROWS, LABELS_OF_COLUMNS } LabelKind;

static const char *const *labels_of(const Quantity *quantity, LabelKind kind)
{
  switch (kind) {
  case LABELS_OF_ROWS: return quantity->row_labels;
  case LABELS_OF_COLUMNS: return quantity->column_labels;
  default: return quantity->columns > 1 ? NULL : quantity->labels;
  }
}

static void put_labels(const EquationsPrint *print, LabelKind kind, const char *word, Text *out)
{
  bool is_first = true;
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    const char *const *labels = labels_of(quantity, kind);
    if (!labels) continue;
    if (is_first) {
      text_format(out, ",\n \"%s\": {", word);
    } else {
      text_put(out, ", ");
    }
    is_first = false;
    int count = kind == LABELS_OF_COLUMNS ? quantity->columns : quantity->rows;
    put_list(quantity->key, labels, count, out);
  }
  if (!is_first) text_put(out, "}");
}

// Puts "word" and a list of the lines.
static void put_lines(const char *word, const char *lines, Text *out)
{
  if (!lines) return;
  text_format(out, ",\n \"%s\": [", word);
  for (const char *line = lines; *line;) {
    size_t length = strcspn(line, "\n");
    if (line != lines) text_put(out, ", ");
    text_put_json_string(out, line, length);
    line += length + (line[length] == '\n');
  }
  text_put(out, "]");
}

static void put_heading(const Equations *equations, Text *out)
{
  text_put(out, "{\"name\": ");
  put_string(out, equations->name);
  text_put(out, ",\n \"coordinates\": [");
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (i > 0) text_put(out, ", ");
    put_string(out, equations->coordinates[i].name);
  }
  text_put(out, "]");
  put_lines("note", equations->note, out);
}

void equations_print_json(const EquationsPrint *print, Text *out)
{
  static const PageStyle STYLE = { .medium = &PLAIN_TEXT, .is_complete = true };
  Page *page = page_new(print, &STYLE);
  JsonPage json = { page, AS_TEXT, out };
  put_heading(print->equations, out);
  text_put(out, ",\n ");
  if (print->form == FORM_RECURSIVE) {
    put_steps(json);
  } else {
    put_definitions(&json);
  }
  put_meanings(page, out);
  put_labels(print, LABELS_OF_ENTRIES, "labels", out);
  put_labels(print, LABELS_OF_ROWS, "rows", out);
  put_labels(print, LABELS_OF_COLUMNS, "columns", out);
  put_quantities(&json, ",\n ", ",\n ");
  put_again(json, AS_TREE, "tree");
  put_again(json, AS_LATEX, "latex");
  put_again(json, AS_MATHML, "mathml");
  put_lines("omissions", print->equations->omissions, out);
  text_put(out, "}\n");
  page_free(page);
}
