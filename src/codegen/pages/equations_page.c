// equations_page.c -- quantities, steps, definitions and short names as rows of an output format.
//
// A matrix whose rows fit on a line is drawn as a matrix; otherwise its entries are listed without
// zeros, and mirrored entries only once. Entries with labels (B112), or with names for rows or
// columns, are always listed.
// SPDX-License-Identifier: MIT
#include "codegen/pages/equations_page.h"

#include "base/memory/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { ONLY_NOTED = -1 };  // record the names of a formula without emitting their definitions

static PageSection *new_section(Page *page, const char *title, const Quantity *quantity)
{
  PageSection *section = ARENA_NEW(page->arena, PageSection);
  section->title = title;
  section->quantity = quantity;
  return section;
}

static void add_section(Page *page, PageSection *section)
{
  if (page->last) {
    page->last->next = section;
  } else {
    page->first = section;
  }
  page->last = section;
}

static void drop_last_line(PageSection *section)
{
  PageLine *line = &section->lines[--section->count];
  row_free(&line->label);
  row_free(&line->formula);
}

static void note_names(Page *page, const Formula *f, int depth);

FormulaSubexpressions *page_cuts(Page *page)
{
  return page->print.form == FORM_RECURSIVE ? NULL : &page->cuts;
}

static PageLine *new_line(Page *page, PageSection *section)
{
  section->lines =
      memory_room(section->lines, section->count, &section->capacity, sizeof section->lines[0]);
  PageLine *line = &section->lines[section->count++];
  const OutputFormat *medium = page->style->medium;
  *line = (PageLine){ .label = row_new(medium), .formula = row_new(medium) };
  return line;
}

static void put_formula(Page *page, MathRow *row, const Formula *formula)
{
  int cuts = page->cuts.count;
  row_put_formula(row, formula, page->names, page_cuts(page));
  for (; cuts < page->cuts.count; cuts++) {
    page->cut_from =
        memory_room(page->cut_from, cuts, &page->cut_from_capacity, sizeof page->cut_from[0]);
    page->cut_from[cuts] = page->whole;
  }
  note_names(page, formula, ONLY_NOTED);
}

static PageLine *add_line(Page *page, PageSection *section, const Formula *formula)
{
  PageLine *line = new_line(page, section);
  line->tree = formula;
  put_formula(page, &line->formula, formula);
  return line;
}

// The listing of the report has no meanings.
static bool tells_meanings(const Page *page) { return !page->style->has_zeros; }

// `pool` is that of the name; NULL: any
static void add_named(Page *page, PageSection *section, const char *name, const Pool *pool,
                      const Formula *f)
{
  page->whole = name;
  PageLine *line = add_line(page, section, f);
  row_put_defined_name(&line->label, name);
  if (tells_meanings(page)) line->meaning = equations_meaning(page->print.equations, pool, name);
}

// ---- quantities

static void add_entry(Page *page, PageSection *section, int index, const Formula *formula)
{
  const Quantity *quantity = section->quantity;
  int row = index / quantity->columns, column = index % quantity->columns;
  PageLine *line = add_line(page, section, formula);
  MathRow *label = &line->label;
  line->index = index;
  if (!page->style->put_label) return;
  page->style->put_label(label, quantity, row, column);
  if (!quantity->is_symmetric || row == column || quantity->labels) return;
  row_put_mark(label, MARK_IS);
  page->style->put_label(label, quantity, column, row);
}

// Returns true if the quantity is drawn as a matrix, provided that it fits.
static bool may_draw(const Page *page, const Quantity *quantity)
{
  return quantity->columns > 1 && quantity->columns <= page->style->most_columns &&
         !quantity->is_symmetric && !layout_is_listed(quantity) && !quantity_is_zero(quantity);
}

static bool fits(const Page *page, const PageSection *section)
{
  MathRow whole = row_new(page->style->medium);
  page->style->put_label(&whole, section->quantity, -1, -1);
  int total = page->style->matrix_margin + whole.width;
  row_free(&whole);
  for (int j = 0; j < section->columns; j++)
    total += page_column_width(section, j) + page->style->matrix_gap;
  return total <= page->print.width;
}

// Adds all entries as cells of a matrix. Returns false if its rows are too wide.
static bool add_cells(Page *page, PageSection *section)
{
  const Quantity *quantity = section->quantity;
  if (!may_draw(page, quantity)) return false;
  for (int i = 0; i < quantity->rows * quantity->columns; i++)
    add_line(page, section, layout_formula(&page->print, quantity->entries[i], page->arena));
  section->columns = quantity->columns;
  if (fits(page, section)) return true;
  section->columns = 0;
  while (section->count > 0)
    drop_last_line(section);
  return false;
}

// Appends the terms of an entry to a row.
static void put_terms(Page *page, MathRow *row, const Expr *entry, bool *is_first)
{
  if (expr_is_zero(entry)) return;
  FormulaMaker maker = { expr_pool(entry), page->arena };
  const Formula *whole = layout_formula(&page->print, entry, page->arena);
  for (int i = 0; i < formula_term_count(whole); i++) {
    const Formula *term = formula_term(whole, i);
    bool is_negative = formula_is_negative(term) && !*is_first;
    if (!*is_first) row_put_mark(row, is_negative ? MARK_MINUS : MARK_PLUS);
    put_formula(page, row, is_negative ? formula_negative(maker, term) : term);
    *is_first = false;
  }
}

// Puts one side of an equation: the terms of these columns, starting with that of the row's own
// acceleration.
static void put_side(Page *page, MathRow *row, const Quantity *quantity, int at_row, int first,
                     int count)
{
  const Expr *const *entries = quantity->entries + (ptrdiff_t)at_row * quantity->columns;
  bool is_first = true, has_own = first <= at_row && at_row < first + count;
  if (has_own) put_terms(page, row, entries[at_row], &is_first);
  for (int j = first; j < first + count; j++) {
    if (j != at_row || !has_own) put_terms(page, row, entries[j], &is_first);
  }
  FormulaMaker maker = { expr_pool(entries[0]), page->arena };
  if (is_first) put_formula(page, row, formula_atom(maker, expr_integer(maker.pool, 0)));
}

static void add_equations(Page *page, PageSection *section)
{
  const Quantity *quantity = section->quantity;
  int left = quantity->left_columns;
  section->has_equations = true;
  for (int i = 0; i < quantity->rows; i++) {
    PageLine *line = new_line(page, section);
    MathRow *row = &line->formula;
    page->style->medium->put_name(&line->label, quantity->row_labels[i]);
    put_side(page, row, quantity, i, 0, left);
    row_put_mark(row, MARK_IS);
    put_side(page, row, quantity, i, left, quantity->columns - left);
  }
}

// The report shows which A and Q are zero, but not the many zero C.
static bool is_shown(const Page *page, const Quantity *quantity, int index)
{
  bool shows_zeros = page->style->has_zeros && (quantity->is_symmetric || quantity->columns == 1);
  return shows_zeros ? !layout_is_mirrored(quantity, index) : layout_is_shown(quantity, index);
}

static const Formula *entry_formula(const Page *page, const Quantity *quantity, int index)
{
  const EquationsPrint *print = &page->print;
  if (page->style->is_complete) return layout_formula(print, quantity->entries[index], page->arena);
  if (page->style->has_zeros) return layout_entry(print, quantity, index, page->arena);
  return layout_short_entry(print, quantity, index, page->arena);
}

// Adds the entries. In the listing of the report, entries that contain others as terms come after
// these: from the last to the first.
static void add_entries(Page *page, PageSection *section)
{
  const Quantity *quantity = section->quantity;
  int count = quantity->rows * quantity->columns;
  if (quantity->left_columns > 0 && page->style->put_label) {
    add_equations(page, section);
    return;
  }
  if (add_cells(page, section)) return;
  for (int i = 0; i < count; i++) {
    int index = page->style->has_zeros && quantity->reused ? count - 1 - i : i;
    if (!is_shown(page, quantity, index)) continue;
    if (!progress_report(page->print.progress, quantity->key, (double)i / count)) return;
    add_entry(page, section, index, entry_formula(page, quantity, index));
  }
}

// Returns the number of lines of the page that the section takes if lines are filled.
static int line_count(const Page *page, const PageSection *section)
{
  int lines = 0, rows = section->columns > 0 ? section->count / section->columns : 0;
  for (int i = 0; section->columns == 0 && i < section->count; i++) {
    const PageLine *line = &section->lines[i];
    lines += 1 + (line->label.width + line->formula.width) / page->print.width;
  }
  return rows + lines;
}

// Adds quantity `k` of the page. If it is too long it is omitted, and its names are not defined
// either.
static void add_quantity(Page *page, int k)
{
  const EquationsPrint *print = &page->print;
  int names = page->defined_count, cuts = page->cuts.count;
  PageSection *section = new_section(page, NULL, equations_find(print->equations, print->keys[k]));
  page->whole = print->keys[k];
  add_entries(page, section);
  int lines = line_count(page, section);
  if (print->most_lines == 0 || lines <= print->most_lines) {
    add_section(page, section);
    return;
  }
  if (print->lines_left_out) print->lines_left_out[k] = lines;
  while (section->count > 0)
    drop_last_line(section);
  free(section->lines);
  page->defined_count = names;
  page->cuts.count = cuts;
}

// ---- definitions

// Returns the index among the names of the page of a named value that is not emitted elsewhere, or
// -1 if it is not such a value.
static int name_place(Page *page, const Formula *f)
{
  bool is_name = f->kind == FORMULA_ATOM && !formula_is_cut(f) && f->expr->form->op == OP_NAMED;
  if (!is_name || (!page->style->is_complete && layout_lists_name(&page->print, f->expr)))
    return -1;
  for (int i = 0; i < page->defined_count; i++) {
    if (layout_is_same_name(page->defined[i].node, f->expr)) return i;
  }
  page->defined = memory_room(page->defined, page->defined_count, &page->defined_capacity,
                              sizeof page->defined[0]);
  page->defined[page->defined_count] = (PageName){ .form = f->expr->form, .node = f->expr };
  return page->defined_count++;
}

// Emits the definition of a name after those that it needs. Names nested deeper than DEEPEST levels
// are emitted in the order of their use.
static void define(Page *page, int place, int depth)
{
  enum { DEEPEST = 5000 };
  if (page->defined[place].is_emitted || depth > DEEPEST) return;
  page->defined[place].is_emitted = true;
  const Form *name = page->defined[place].form;
  const Pool *pool = expr_pool(page->defined[place].node);
  const Formula *formula = layout_formula(&page->print, name->named.definition, page->arena);
  note_names(page, formula, depth + 1);
  add_named(page, page->definitions, name->named.name, pool, formula);
}

// Records the named values of a formula, or emits their definitions.
static void note_names(Page *page, const Formula *f, int depth)
{
  bool is_noted = depth == ONLY_NOTED;
  for (int i = 0; i < f->count; i++)
    note_names(page, f->parts[i], is_noted ? depth : depth + 1);
  int place = name_place(page, f);
  if (place >= 0 && !is_noted) define(page, place, depth);
}

static void add_definitions(Page *page)
{
  page->definitions = new_section(page, page->style->definitions, NULL);
  for (int i = 0; i < page->defined_count; i++)
    define(page, i, 0);
  for (int i = 0; i < page->cuts.count; i++) {
    page->whole = page->cut_from[i];
    PageLine *line = add_line(page, page->definitions, page->cuts.at[i]->parts[0]);
    row_put_cut_name(&line->label, &page->cuts, i);
    if (tells_meanings(page))
      line->meaning = arena_format(page->arena, "part of %s", page->cut_from[i]);
  }
  if (page->definitions->count > 0) add_section(page, page->definitions);
}

// ---- short names

// Returns a section C2 = cos(θ2), ..., or NULL if there are no short names.
static PageSection *short_names(Page *page, const char *title)
{
  const char *name;
  Shorthand *names = page->names;
  const Formula *call = names ? shorthand_entry(names, 0, &name) : NULL;
  if (!call) return NULL;
  PageSection *section = new_section(page, title, NULL);
  page->names = NULL;  // their values are written in full
  for (int i = 1; call; i++) {
    page->style->medium->put_short_name(&add_line(page, section, call)->label, name);
    call = shorthand_entry(names, i, &name);
  }
  page->names = names;
  return section;
}

// ---- a sequence of named results

// Adds the lines from `first` up to the next title or the first entry. Returns the index where it
// stopped.
static int add_steps(Page *page, const RecursiveForm *form, int first)
{
  PageSection *section = new_section(page, form->lines[first].title, NULL);
  int k = first;
  for (; k < form->count && form->lines[k].name && (k == first || !form->lines[k].title); k++)
    add_named(page, section, form->lines[k].name, NULL, form->lines[k].formula);
  add_section(page, section);
  return k;
}

// Returns true if the left side equals the right side: an entry that the steps computed under its
// own symbol.
static bool is_trivial(const PageLine *line)
{
  return strcmp(text_string(&line->label.text), text_string(&line->formula.text)) == 0;
}

static void add_results(Page *page, const RecursiveForm *form, const Quantity *quantity)
{
  PageSection *section = new_section(page, NULL, quantity);
  bool is_reported = false;
  for (int k = 0; k < form->count; k++) {
    const RecursiveLine *line = &form->lines[k];
    if (line->quantity != quantity) continue;
    add_entry(page, section, line->index, line->formula);
    if (!is_trivial(&section->lines[section->count - 1])) continue;
    is_reported = true;
    drop_last_line(section);
  }
  if (section->count > 0 || !is_reported) add_section(page, section);
}

// Sines and cosines are computed first and therefore printed first.
static void add_recursive(Page *page)
{
  bool is_written_out = page->print.is_compact || page->style->medium->is_paper;
  RecursiveAngles angles = is_written_out ? ANGLES_WRITTEN_OUT : ANGLES_AS_STEPS;
  RecursiveForm *form = ARENA_NEW(page->arena, RecursiveForm);
  *form = recursive_build(&page->print, angles, page->arena);
  page->recursive = form;
  page->names = form->names;
  if (page->print.most_lines > 0 && form->count > page->print.most_lines) {
    if (page->print.lines_left_out) page->print.lines_left_out[0] = form->count;
    return;
  }
  for (int k = 0; k < form->count && form->lines[k].name;)
    k = add_steps(page, form, k);
  for (int k = 0; k < page->print.key_count; k++)
    add_results(page, form, equations_find(page->print.equations, page->print.keys[k]));
  PageSection *legend = short_names(page, "sines and cosines");
  if (legend) {
    legend->next = page->first;
    page->first = legend;
  }
}

// ---- the page

// Returns true if the pool contains a symbol such as r1, r2, ...
static bool has_numbered_symbol(const Pool *pool, char letter)
{
  for (const Expr *e = NULL; (e = pool_next_symbol(pool, e));) {
    const char *name = e->form->symbol->name;
    if (name[0] == letter && isdigit((unsigned char)name[1])) return true;
  }
  return false;
}

Page *page_new(const EquationsPrint *print, const PageStyle *style)
{
  Arena *arena = arena_new();
  Page *page = ARENA_NEW(arena, Page);
  *page = (Page){ .print = *print, .style = style, .arena = arena };
  page->print.memory = layout_memory_new(arena);
  page->names = layout_compact_names(print, print->equations->pool, arena);
  page->cuts.letter = has_numbered_symbol(print->equations->pool, 'r') ? "part" : "r";
  if (print->form == FORM_RECURSIVE) {
    add_recursive(page);
    return page;
  }
  for (int k = 0; k < print->key_count; k++)
    add_quantity(page, k);
  add_definitions(page);
  PageSection *legend = short_names(page, style->short_names);
  if (legend) add_section(page, legend);
  return page;
}

void page_free(Page *page)
{
  for (PageSection *section = page->first; section; section = section->next) {
    while (section->count > 0)
      drop_last_line(section);
    free(section->lines);
  }
  free(page->defined);
  free(page->cuts.at);
  free(page->cut_from);
  if (page->recursive) recursive_free(page->recursive);
  arena_free(page->arena);
}

static void put_index(const char *const labels[], int index, Text *out)
{
  if (labels) {
    text_put(out, labels[index]);
  } else {
    text_format(out, "%d", index + 1);
  }
}

void page_put_label(const Quantity *quantity, const char *key, int at_row, int at_column,
                    const char brackets[2], Text *out)
{
  bool has_label = quantity->labels && at_row >= 0;
  text_put(out, has_label ? quantity->labels[at_row * quantity->columns + at_column] : key);
  if (has_label || at_row < 0 || quantity->rows * quantity->columns == 1) return;
  text_put_char(out, brackets[0]);
  put_index(quantity->row_labels, at_row, out);
  if (quantity->columns > 1) {
    text_put_char(out, ',');
    put_index(quantity->column_labels, at_column, out);
  }
  text_put_char(out, brackets[1]);
}

void page_put_title(const PageSection *section, Text *out)
{
  if (section->title) {
    text_put(out, section->title);
  } else {
    text_format(out, "%s: %s", section->quantity->key, section->quantity->title);
  }
}

bool page_has_meanings(const PageSection *section)
{
  for (int i = 0; i < section->count; i++) {
    if (section->lines[i].meaning) return true;
  }
  return false;
}

int page_label_width(const PageSection *section)
{
  int widest = 0;
  for (int i = 0; i < section->count; i++) {
    if (section->lines[i].label.width > widest) widest = section->lines[i].label.width;
  }
  return widest;
}

int page_column_width(const PageSection *section, int column)
{
  int widest = 0;
  for (int i = column; i < section->count; i += section->columns) {
    if (section->lines[i].formula.width > widest) widest = section->lines[i].formula.width;
  }
  return widest;
}
