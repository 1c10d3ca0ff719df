// equations_page.c -- quantities, steps, definitions and short names as rows of a medium.
//
// A matrix whose rows fit on a line is drawn as a matrix; otherwise its entries are listed, zeros
// left out, mirrored entries named once. Entries with labels (B112) or with names for their rows or
// columns are always listed.
// SPDX-License-Identifier: MIT
#include "codegen/equations_page.h"

#include "codegen/equations_recursive.h"
#include "notation/layout.h"

#include <string.h>

static PageSection *new_section(Page *page, const char *title, const Quantity *quantity, int most)
{
  PageSection *section = ARENA_NEW(page->arena, PageSection);
  section->title = title;
  section->quantity = quantity;
  section->lines = ARENA_ARRAY(page->arena, PageLine, most);
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

static PageLine *add_line(const Page *page, PageSection *section, const Formula *formula)
{
  PageLine *line = &section->lines[section->count++];
  *line = (PageLine){ row_new(page->style->medium), row_new(page->style->medium) };
  row_put_formula(&line->formula, formula, page->names);
  return line;
}

static void add_named(const Page *page, PageSection *section, const char *name, const Formula *f)
{
  PageLine *line = add_line(page, section, f);
  page->style->medium->put_name(&line->label, name);
}

// ---- quantities

static void add_entry(const Page *page, PageSection *section, int index, const Formula *formula)
{
  const Quantity *quantity = section->quantity;
  int row = index / quantity->columns, column = index % quantity->columns;
  MathRow *label = &add_line(page, section, formula)->label;
  page->style->put_label(label, quantity, row, column);
  if (!quantity->is_symmetric || row == column || quantity->labels) return;
  row_put_mark(label, MARK_IS);
  page->style->put_label(label, quantity, column, row);
}

static void drop_lines(PageSection *section)
{
  for (int i = 0; i < section->count; i++) {
    row_free(&section->lines[i].label);
    row_free(&section->lines[i].formula);
  }
  section->count = 0;
}

// Takes all entries as cells of a matrix; false if its rows are too wide.
static bool add_cells(const Page *page, PageSection *section)
{
  const Quantity *quantity = section->quantity;
  int n = quantity->columns, total = page->style->matrix_margin;
  if (n == 1 || n > page->style->most_columns || quantity->is_symmetric ||
      layout_is_listed(quantity)) {
    return false;
  }
  int *widths = ARENA_ARRAY(page->arena, int, n);
  for (int i = 0; i < quantity->rows * n; i++) {
    const Formula *f = layout_formula(&page->print, quantity->entries[i], page->arena);
    int width = add_line(page, section, f)->formula.width;
    if (width > widths[i % n]) widths[i % n] = width;
  }
  MathRow whole = row_new(page->style->medium);
  page->style->put_label(&whole, quantity, -1, -1);
  total += whole.width;
  row_free(&whole);
  for (int j = 0; j < n; j++)
    total += widths[j] + page->style->matrix_gap;
  section->is_matrix = total <= page->print.width;
  if (!section->is_matrix) drop_lines(section);
  return section->is_matrix;
}

// The report shows which A and Q are zero; the many C that are zero it does not.
static bool is_shown(const Page *page, const Quantity *quantity, int index)
{
  bool shows_zeros = page->style->has_zeros && (quantity->is_symmetric || quantity->columns == 1);
  bool is_mirrored =
      layout_is_mirrored(quantity, index / quantity->columns, index % quantity->columns);
  return shows_zeros ? !is_mirrored : layout_is_shown(quantity, index);
}

// Entries of the report's listing that hold others as terms come behind them: from the last to the
// first.
static void add_quantity(Page *page, const Quantity *quantity)
{
  int count = quantity->rows * quantity->columns;
  PageSection *section = new_section(page, NULL, quantity, count);
  add_section(page, section);
  if (add_cells(page, section)) return;
  bool is_report = page->style->has_zeros;
  for (int i = 0; i < count; i++) {
    int index = is_report && quantity->reused ? count - 1 - i : i;
    if (!is_shown(page, quantity, index)) continue;
    const Formula *formula = is_report
                                 ? layout_entry(&page->print, quantity, index, page->arena)
                                 : layout_short_entry(&page->print, quantity, index, page->arena);
    add_entry(page, section, index, formula);
  }
}

static void add_definitions(Page *page)
{
  NamedValues values = layout_named_values(&page->print, false, page->arena);
  PageSection *section = new_section(page, page->style->definitions, NULL, values.count);
  for (int i = 0; i < values.count; i++) {
    const Expr *definition = values.nodes[i]->form->named.definition;
    add_named(page, section, values.nodes[i]->form->named.name,
              layout_formula(&page->print, definition, page->arena));
  }
  if (section->count > 0) add_section(page, section);
}

// ---- short names

// C2 = cos(θ2), ...; NULL if there are none.
static PageSection *short_names(Page *page, const char *title)
{
  int count = 0;
  const char *name;
  while (page->names && shorthand_entry(page->names, count, &name))
    count++;
  if (count == 0) return NULL;
  PageSection *section = new_section(page, title, NULL, count);
  Page plain = *page;
  plain.names = NULL;
  for (int i = 0; i < count; i++) {
    PageLine *line = add_line(&plain, section, shorthand_entry(page->names, i, &name));
    page->style->medium->put_short_name(&line->label, name);
  }
  return section;
}

// ---- a sequence of named results

// The lines from `first` up to the next title or the first entry; returns where it stopped.
static int add_steps(Page *page, const RecursiveForm *form, int first)
{
  PageSection *section = new_section(page, form->lines[first].title, NULL, form->count - first);
  int k = first;
  for (; k < form->count && form->lines[k].name && (k == first || !form->lines[k].title); k++)
    add_named(page, section, form->lines[k].name, form->lines[k].formula);
  add_section(page, section);
  return k;
}

// Is the left side also the right one, an entry that the steps told under its own symbol?
static bool is_trivial(const PageLine *line)
{
  return strcmp(text_string(&line->label.text), text_string(&line->formula.text)) == 0;
}

static void add_results(Page *page, const RecursiveForm *form, const Quantity *quantity)
{
  PageSection *section = new_section(page, NULL, quantity, quantity->rows * quantity->columns);
  bool is_told = false;
  for (int k = 0; k < form->count; k++) {
    const RecursiveLine *line = &form->lines[k];
    if (line->quantity != quantity) continue;
    add_entry(page, section, line->index, line->formula);
    PageLine *last = &section->lines[section->count - 1];
    if (!is_trivial(last)) continue;
    is_told = true;
    row_free(&last->label);
    row_free(&last->formula);
    section->count--;
  }
  if (section->count > 0 || !is_told) add_section(page, section);
}

// Sines and cosines are computed first, so they are told first.
static void add_recursive(Page *page)
{
  bool is_written_out = page->print.is_compact || page->style->medium->is_paper;
  RecursiveAngles angles = is_written_out ? ANGLES_WRITTEN_OUT : ANGLES_AS_STEPS;
  RecursiveForm form = recursive_build(&page->print, angles, page->arena);
  page->names = form.names;
  for (int k = 0; k < form.count && form.lines[k].name;)
    k = add_steps(page, &form, k);
  for (int k = 0; k < page->print.key_count; k++)
    add_results(page, &form, equations_find(page->print.equations, page->print.keys[k]));
  PageSection *legend = short_names(page, "sines and cosines");
  if (legend) {
    legend->next = page->first;
    page->first = legend;
  }
  recursive_free(&form);
}

// ---- the page

Page *page_new(const EquationsPrint *print, const PageStyle *style)
{
  Arena *arena = arena_new();
  Page *page = ARENA_NEW(arena, Page);
  *page = (Page){ .print = *print, .style = style, .arena = arena };
  page->print.memory = layout_memory_new(arena);
  page->names = layout_compact_names(print, arena);
  if (print->form == FORM_RECURSIVE) {
    add_recursive(page);
    return page;
  }
  for (int k = 0; k < print->key_count; k++)
    add_quantity(page, equations_find(print->equations, print->keys[k]));
  add_definitions(page);
  PageSection *legend = short_names(page, style->short_names);
  if (legend) add_section(page, legend);
  return page;
}

void page_free(Page *page)
{
  for (PageSection *section = page->first; section; section = section->next)
    drop_lines(section);
  arena_free(page->arena);
}

void page_put_title(const PageSection *section, Text *out)
{
  if (section->title) {
    text_put(out, section->title);
  } else {
    text_format(out, "%s: %s", section->quantity->key, section->quantity->title);
  }
}

int page_label_width(const PageSection *section)
{
  int widest = 0;
  for (int i = 0; i < section->count; i++) {
    if (section->lines[i].label.width > widest) widest = section->lines[i].label.width;
  }
  return widest;
}
