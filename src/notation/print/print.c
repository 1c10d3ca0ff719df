// print.c -- writes formulas to rows of any output format, and defines the plain text format. All
// recursion is at most FORMULA_DEEPEST levels deep.
// SPDX-License-Identifier: MIT
#include "notation/print/print.h"

#include "base/memory/memory.h"
#include "notation/print/layout.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Printer {
  Layout layout;  // must be the first member
  MathRow *row;
  FormulaSubexpressions *cuts;
} Printer;

int cut_index(FormulaSubexpressions *cuts, const Formula *cut)
{
  for (int i = 0; i < cuts->count; i++) {
    if (cuts->at[i]->expr == cut->expr) return i;
  }
  cuts->at = memory_room(cuts->at, cuts->count, &cuts->capacity, sizeof(const Formula *));
  cuts->at[cuts->count] = cut;
  return cuts->count++;
}

void cut_put_name(const FormulaSubexpressions *cuts, int index, Text *out)
{
  text_format(out, "%s%d", cuts->letter, index + 1);
}

void row_put_defined_name(MathRow *row, const char *name)
{
  row_put_mark(row, MARK_DEFINED_NAME);
  row->medium->put_name(row, name);
  row_put_mark(row, MARK_END_OF_DEFINED_NAME);
}

void row_put_cut_name(MathRow *row, const FormulaSubexpressions *cuts, int index)
{
  Text name = { 0 };
  cut_put_name(cuts, index, &name);
  row_put_defined_name(row, text_string(&name));
  text_free(&name);
}

static void put_mark(Layout *layout, const Mark *mark) { row_put(((Printer *)layout)->row, mark); }

static void put_part(Layout *layout, const Formula *part, bool is_unsigned)
{
  Printer *printer = (Printer *)layout;
  const OutputFormat *medium = layout->medium;
  const char *name = layout_short_name(layout, part);
  if (formula_has_sign(part) && !is_unsigned) row_put_mark(printer->row, MARK_NEGATIVE);
  if (name) {
    medium->put_short_name(printer->row, name);
  } else if (part->kind != FORMULA_ATOM) {
    lay_out(layout, part);
  } else if (formula_is_cut(part)) {
    row_put_cut_name(printer->row, printer->cuts, cut_index(printer->cuts, part));
  } else if (formula_is_number(part)) {
    layout_put_number(layout, part->expr->form->number);
  } else if (part->expr->form->op == OP_NAMED) {
    row_put_defined_name(printer->row, formula_atom_name(part));
  } else {
    medium->put_name(printer->row, formula_atom_name(part));
  }
}

// Writes the definitions of the extracted parts; a definition may need further parts.
static void put_cuts(Printer *printer)
{
  for (int i = 0; i < printer->cuts->count; i++) {
    row_put_mark(printer->row, i == 0 ? MARK_WHERE : MARK_COMMA);
    row_put_cut_name(printer->row, printer->cuts, i);
    row_put_mark(printer->row, MARK_IS);
    put_part(&printer->layout, printer->cuts->at[i]->parts[0], false);
  }
}

void row_put_formula(MathRow *row, const Formula *f, Shorthand *names, FormulaSubexpressions *cuts)
{
  Layout layout = { .medium = row->medium,
                    .put = put_mark,
                    .put_part = put_part,
                    .names = names,
                    .paper = row->medium->is_paper ? row : NULL };
  FormulaSubexpressions own = { .letter = "r" };
  Printer printer = { .layout = layout, .row = row, .cuts = cuts ? cuts : &own };
  put_part(&printer.layout, f, false);
  if (!cuts) put_cuts(&printer);
  free(own.at);
}

// ---- plain text

static void put_plain(MathRow *row, const char *text)
{
  row_put_text(row, text, text_columns(text, strlen(text)));
}

// Starts a line after the bracket that contains the sum; beyond the middle of the page, two columns
// to the right of the surrounding bracket. A choice is placed below the one to which it belongs.
static int put_line_end(Text *out, const LineEnd *end)
{
  int column = end->first;
  for (int i = 0; i < end->depth; i++)
    column = end->open[i] <= end->width / 2 ? end->open[i] : column + 2;
  if (end->point == POINT_CHOICE && end->depth > 0)
    column = end->open[end->depth - 1] - (int)strlen("if(");
  text_put_char(out, '\n');
  text_repeat(out, ' ', column);
  return column;
}

const OutputFormat PLAIN_TEXT = {
  .marks = { [MARK_PLUS] = { " + ", 3, POINT_SIGN },
             [MARK_MINUS] = { " - ", 3, POINT_SIGN },
             [MARK_NEGATIVE] = { "-", 1, POINT_NONE },
             [MARK_TIMES] = { "*", 1, POINT_NONE },
             [MARK_OPEN] = { "(", 1, POINT_OPEN },
             [MARK_CLOSE] = { ")", 1, POINT_CLOSE },
             [MARK_COMMA] = { ", ", 2, POINT_NONE },
             [MARK_CHOICE] = { ", ", 2, POINT_CHOICE },
             [MARK_OVER] = { "/", 1, POINT_NONE },
             [MARK_SLASH] = { "/", 1, POINT_NONE },
             [MARK_EXPONENT] = { "^", 1, POINT_NONE },
             [MARK_LT] = { " < ", 3, POINT_NONE },
             [MARK_LE] = { " <= ", 4, POINT_NONE },
             [MARK_EQ] = { " == ", 4, POINT_NONE },
             [MARK_NE] = { " != ", 4, POINT_NONE },
             [MARK_IS] = { " = ", 3, POINT_SIGN },
             [MARK_WHERE] = { " where ", 7, POINT_NONE } },
  .blank = 1,
  .outer_break_penalty = 60,
  .widest_unbroken = 20,
  .put_name = put_plain,
  .put_short_name = put_plain,
  .put_line_end = put_line_end,
};

OutputFormat text_for_people(bool has_colour)
{
  static const char MAGENTA[] = "\033[35m", CYAN[] = "\033[36m", PLAIN[] = "\033[39m";
  OutputFormat medium = PLAIN_TEXT;
  medium.most_digits = PAGE_DIGITS;
  if (!has_colour) return medium;
  medium.marks[MARK_NUMBER].text = MAGENTA;
  medium.marks[MARK_DEFINED_NAME].text = CYAN;
  medium.marks[MARK_END_OF_NUMBER].text = medium.marks[MARK_END_OF_DEFINED_NAME].text = PLAIN;
  return medium;
}

void formula_print(const Formula *f, Shorthand *names, Text *out)
{
  formula_print_wrapped(f, names, 0, INT_MAX, out);
}

void formula_print_wrapped(const Formula *f, Shorthand *names, int column, int width, Text *out)
{
  MathRow row = row_new(&PLAIN_TEXT);
  row_put_formula(&row, f, names, NULL);
  row_wrap(&row, column, width, out);
  row_free(&row);
}

void expr_print(const Expr *e, Text *out)
{
  Arena *arena = arena_new();
  Pool *numbers = pool_new(pool_seed(expr_pool(e)));
  formula_print(formula_made((FormulaMaker){ numbers, arena }, e), NULL, out);
  pool_free(numbers);
  arena_free(arena);
}
