// equations_latex.c -- equations for a paper, with amsmath.
//
// A matrix whose rows fit on a line is a pmatrix; otherwise the entries of a quantity are the lines
// of an align environment, zeros left out.
// SPDX-License-Identifier: MIT
#include "codegen/equations_layout.h"
#include "codegen/equations_recursive.h"
#include "notation/latex.h"
#include "notation/latex_lines.h"

#include <string.h>

enum { MATRIX_COLUMNS = 6 };

typedef struct Page {
  const EquationsPrint *print;
  Shorthand *names;  // NULL: nothing is abbreviated
  Arena *arena;
  Text *out;
} Page;

// The symbol for the kind of a key, H of "fk:tip"; NULL: the kind itself.
static const char *kind_symbol(const char *key, size_t length)
{
  static const char *const KINDS[][2] = {
    { "fk", "H" },
    { "pos", "p" },
    { "jac", "J" },
    { "jacdot", "\\dot{J}" },
    { "twist", "\\mathcal{V}" },
    { "accel", "\\dot{\\mathcal{V}}" },
    { "det", "\\det J" },
    { "lambda", "\\Lambda" },
    { "mu", "\\mu" },
  };
  for (size_t k = 0; k < sizeof KINDS / sizeof KINDS[0]; k++) {
    if (strlen(KINDS[k][0]) == length && strncmp(KINDS[k][0], key, length) == 0) return KINDS[k][1];
  }
  return NULL;
}

static void put_variable(const char *name, Text *out)
{
  bool is_rate = strcmp(name, "qd") == 0, is_second = strcmp(name, "qdd") == 0;
  latex_put_name(out, is_rate ? "q'" : is_second ? "q''" : name);
}

// M, \tau; of "dtau/dq" the quotient of differentials
static void put_plain_symbol(const Page *page, const char *key, Text *out)
{
  const char *stroke = strchr(key, '/');
  if (!stroke) {
    latex_put_name(out, key);
    return;
  }
  text_put(out, "(\\partial ");
  put_variable(arena_copy_text(page->arena, key + 1, (size_t)(stroke - key) - 1), out);
  text_put(out, "/\\partial ");
  put_variable(stroke + 2, out);
  text_put(out, ")");
}

// M, \tau; "fk:tip" becomes H_{\mathrm{tip}}, "jac:tip/R2" {}^{R_{2}}J_{\mathrm{tip}}.
static void put_symbol(const Page *page, const Quantity *quantity, Text *out)
{
  const char *colon = strchr(quantity->key, ':');
  if (!colon) {
    put_plain_symbol(page, quantity->key, out);
    return;
  }
  const char *name = colon + 1, *stroke = strchr(name, '/');
  if (stroke) {
    text_put(out, "{}^{");
    latex_put_name(out, stroke + 1);
    text_put(out, "}");
    name = arena_copy_text(page->arena, name, (size_t)(stroke - name));
  }
  size_t length = (size_t)(colon - quantity->key);
  const char *symbol = kind_symbol(quantity->key, length);
  if (symbol) {
    text_put(out, symbol);
  } else {
    latex_put_name(out, arena_copy_text(page->arena, quantity->key, length));
  }
  text_put(out, "_{");
  latex_put_name(out, name);
  text_put(out, "}");
}

static void put_index(const char *const labels[], int index, Text *out)
{
  if (!labels) {
    text_format(out, "%d", index + 1);
    return;
  }
  const char *words = strstr(labels[index], ": ");  // c: turn about y
  if (words) {
    Text name = { 0 };
    text_put_bytes(&name, labels[index], (size_t)(words - labels[index]));
    latex_put_name(out, text_string(&name));
    text_format(out, "\\text{%s}", words);
    text_free(&name);
    return;
  }
  const char *bracket = strchr(labels[index], '[');  // tau[q1]
  if (bracket) {
    text_put(out, "\\tau_{");
    Text name = { 0 };
    text_put_bytes(&name, bracket + 1, strlen(bracket) - 2);
    latex_put_name(out, text_string(&name));
    text_free(&name);
    text_put(out, "}");
  } else {
    const char *last = strrchr(labels[index], ' ');  // motion q1
    if (last) text_format(out, "\\text{%.*s }", (int)(last - labels[index]), labels[index]);
    latex_put_name(out, last ? last + 1 : labels[index]);
  }
}

static void put_label(const Page *page, const Quantity *quantity, int row, int column, Text *out)
{
  if (quantity->labels) {
    latex_put_name(out, quantity->labels[row * quantity->columns + column]);
    return;
  }
  size_t start = out->length;
  put_symbol(page, quantity, out);
  if (quantity->rows == 1 && quantity->columns == 1) return;
  bool is_subscripted = strchr(text_string(out) + start, '_') != NULL;
  text_put(out, is_subscripted ? "[" : "_{");
  put_index(quantity->row_labels, row, out);
  if (quantity->columns > 1) {
    text_put_char(out, ',');
    put_index(quantity->column_labels, column, out);
  }
  text_put(out, is_subscripted ? "]" : "}");
}

// ---- equations below each other

typedef struct Equation {
  Text label;
  Text formula;
  struct Equation *next;
} Equation;

typedef struct EquationList {
  Equation *first;
  Equation *last;
} EquationList;

// Is the left side also the right one, an entry that the steps told under its own symbol?
static bool is_trivial(const Equation *equation)
{
  return strcmp(text_string(&equation->label), text_string(&equation->formula)) == 0;
}

// Takes out the trivial equations.
static void drop_trivial(EquationList *list)
{
  Equation **link = &list->first;
  list->last = NULL;
  for (Equation *e = list->first; e; e = e->next) {
    if (is_trivial(e)) {
      text_free(&e->label);
      text_free(&e->formula);
      continue;
    }
    *link = list->last = e;
    link = &e->next;
  }
  *link = NULL;
}

// Adds an equation without its left side.
static Equation *add_equation(const Page *page, EquationList *list, const Formula *formula)
{
  Equation *equation = ARENA_NEW(page->arena, Equation);
  formula_latex(formula, page->names, &equation->formula);
  if (list->last) {
    list->last->next = equation;
  } else {
    list->first = equation;
  }
  list->last = equation;
  return equation;
}

// All right sides begin behind the widest left side.
static int room_for_formulas(const EquationList *list)
{
  int widest = 0;
  for (const Equation *e = list->first; e; e = e->next) {
    int width = latex_width(text_string(&e->label), e->label.length);
    if (width > widest) widest = width;
  }
  return LATEX_TEXT_WIDTH - LATEX_EQUALS - widest;
}

// Puts the equations and frees their texts.
static void put_equations(const Page *page, EquationList *list)
{
  int room = room_for_formulas(list);
  text_put(page->out, "\\begin{align*}\n");
  for (Equation *e = list->first; e; e = e->next) {
    text_format(page->out, "  %s &= ", text_string(&e->label));
    latex_wrap(&e->formula, room, page->out);
    text_put(page->out, e->next ? " \\\\\n" : "\n");
    text_free(&e->label);
    text_free(&e->formula);
  }
  text_put(page->out, "\\end{align*}\n");
}

// ---- a matrix

static void free_cells(Text cells[], int count)
{
  for (int i = 0; i < count; i++)
    text_free(&cells[i]);
}

// The entries, or NULL if the rows do not fit.
static Text *matrix_cells(const Page *page, const Quantity *quantity)
{
  enum { COLUMN_SPACE = 110, BRACKETS = 200 };
  int n = quantity->columns;
  if (n == 1 || n > MATRIX_COLUMNS || quantity->is_symmetric || layout_is_listed(quantity))
    return NULL;
  Text symbol = { 0 };
  put_symbol(page, quantity, &symbol);
  int total = BRACKETS + LATEX_EQUALS + latex_width(text_string(&symbol), symbol.length);
  text_free(&symbol);
  Text *cells = ARENA_ARRAY(page->arena, Text, quantity->rows * n);
  for (int j = 0; j < n; j++) {
    int widest = 0;
    for (int i = 0; i < quantity->rows; i++) {
      Text *cell = &cells[i * n + j];
      const Expr *entry = quantity->entries[i * n + j];
      formula_latex(layout_formula(page->print, entry, page->arena), page->names, cell);
      int width = latex_width(text_string(cell), cell->length);
      if (width > widest) widest = width;
    }
    total += widest + COLUMN_SPACE;
    if (total > LATEX_TEXT_WIDTH) break;
  }
  if (total <= LATEX_TEXT_WIDTH) return cells;
  free_cells(cells, quantity->rows * n);
  return NULL;
}

static void put_matrix(const Page *page, const Quantity *quantity, Text cells[])
{
  text_put(page->out, "\\begin{equation*}\n  ");
  put_symbol(page, quantity, page->out);
  text_put(page->out, " = \\begin{pmatrix}\n");
  for (int i = 0; i < quantity->rows; i++) {
    for (int j = 0; j < quantity->columns; j++) {
      text_put(page->out, j == 0 ? "    " : " & ");
      text_put(page->out, text_string(&cells[i * quantity->columns + j]));
    }
    text_put(page->out, i + 1 < quantity->rows ? " \\\\\n" : "\n");
  }
  text_put(page->out, "  \\end{pmatrix}\n\\end{equation*}\n");
  free_cells(cells, quantity->rows * quantity->columns);
}

// ---- entries one by one

static void add_entry(const Page *page, EquationList *list, const Quantity *quantity, int index,
                      const Formula *formula)
{
  int row = index / quantity->columns, column = index % quantity->columns;
  Equation *equation = add_equation(page, list, formula);
  put_label(page, quantity, row, column, &equation->label);
  if (!quantity->is_symmetric || row == column || quantity->labels) return;
  text_put(&equation->label, " = ");
  put_label(page, quantity, column, row, &equation->label);
}

// The listed entries; 0 for the whole if there is none.
static void put_list(const Page *page, const Quantity *quantity, EquationList *list)
{
  if (!list->first) {
    FormulaMaker maker = { page->print->equations->pool, page->arena };
    const Formula *zero = formula_atom(maker, expr_integer(maker.pool, 0));
    put_symbol(page, quantity, &add_equation(page, list, zero)->label);
  }
  put_equations(page, list);
}

static void put_entries(const Page *page, const Quantity *quantity)
{
  EquationList list = { 0 };
  for (int i = 0; i < quantity->rows * quantity->columns; i++) {
    if (!layout_is_shown(quantity, i)) continue;
    add_entry(page, &list, quantity, i, layout_short_entry(page->print, quantity, i, page->arena));
  }
  put_list(page, quantity, &list);
}

static void put_quantity(const Page *page, const Quantity *quantity)
{
  text_format(page->out, "\n%% %s: %s\n", quantity->key, quantity->title);
  Text *cells = matrix_cells(page, quantity);
  if (cells) {
    put_matrix(page, quantity, cells);
  } else {
    put_entries(page, quantity);
  }
}

static void put_definitions(const Page *page)
{
  NamedValues values = layout_named_values(page->print, false, page->arena);
  if (values.count == 0) return;
  text_put(page->out, "\n% where\n");
  EquationList list = { 0 };
  for (int i = 0; i < values.count; i++) {
    const Expr *definition = values.nodes[i]->form->named.definition;
    Equation *equation =
        add_equation(page, &list, layout_formula(page->print, definition, page->arena));
    latex_put_name(&equation->label, values.nodes[i]->form->named.name);
  }
  put_equations(page, &list);
}

static void put_legend(const Page *page, const char *title)
{
  Text legend = { 0 };
  if (page->names) latex_put_legend(page->names, &legend);
  if (legend.length > 0) {
    text_format(page->out, "\n%% %s\n\\begin{align*}\n%s\n\\end{align*}\n", title,
                text_string(&legend));
  }
  text_free(&legend);
}

static void put_comment_lines(const Page *page, const char *lines)
{
  while (lines && *lines) {
    size_t length = strcspn(lines, "\n");
    text_put(page->out, length > 0 ? "% " : "%");
    text_put_bytes(page->out, lines, length);
    text_put_char(page->out, '\n');
    lines += length + (lines[length] == '\n');
  }
}

static void put_quantities(const Page *page)
{
  for (int k = 0; k < page->print->key_count; k++)
    put_quantity(page, equations_find(page->print->equations, page->print->keys[k]));
  put_definitions(page);
  put_legend(page, "with");
}

// ---- a sequence of named results

// The lines from `first` up to the next title or the first entry; returns where it stopped.
static int put_section(const Page *page, const RecursiveForm *form, int first)
{
  text_format(page->out, "\n%% %s\n", form->lines[first].title);
  EquationList list = { 0 };
  int k = first;
  for (; k < form->count && form->lines[k].name && (k == first || !form->lines[k].title); k++) {
    Equation *equation = add_equation(page, &list, form->lines[k].formula);
    latex_put_name(&equation->label, form->lines[k].name);
  }
  put_equations(page, &list);
  return k;
}

static void put_results(const Page *page, const RecursiveForm *form, const Quantity *quantity)
{
  text_format(page->out, "\n%% %s: %s\n", quantity->key, quantity->title);
  EquationList list = { 0 };
  for (int k = 0; k < form->count; k++) {
    const RecursiveLine *line = &form->lines[k];
    if (line->quantity == quantity) add_entry(page, &list, quantity, line->index, line->formula);
  }
  bool has_entries = list.first != NULL;
  drop_trivial(&list);
  if (list.first || !has_entries) put_list(page, quantity, &list);
}

// The legend is computed first, so it is told first.
static void put_recursive(const Page *given)
{
  const EquationsPrint *print = given->print;
  RecursiveForm form = recursive_build(print, ANGLES_WRITTEN_OUT, given->arena);
  Text body = { 0 };
  Page page = { print, form.names, given->arena, &body };
  for (int k = 0; k < form.count && form.lines[k].name;)
    k = put_section(&page, &form, k);
  for (int k = 0; k < print->key_count; k++)
    put_results(&page, &form, equations_find(print->equations, print->keys[k]));
  page.out = given->out;
  put_legend(&page, "sines and cosines");
  text_put(given->out, text_string(&body));
  text_free(&body);
  recursive_free(&form);
}

void equations_print_latex(const EquationsPrint *given, Text *out)
{
  Arena *arena = arena_new();
  EquationsPrint own = *given;
  own.memory = layout_memory_new(arena);
  const EquationsPrint *print = &own;
  Page page = { print, layout_compact_names(print, arena), arena, out };
  text_format(out, "%% %s; needs \\usepackage{amsmath}. Entries that are not listed are 0.\n",
              print->equations->name);
  put_comment_lines(&page, print->equations->note);
  if (print->form == FORM_RECURSIVE) {
    put_recursive(&page);
  } else {
    put_quantities(&page);
  }
  if (print->equations->omissions) text_put_char(out, '\n');
  put_comment_lines(&page, print->equations->omissions);
  arena_free(arena);
}
