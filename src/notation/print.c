// print.c -- formulas as text. All recursion ends within FORMULA_DEEPEST levels.
// SPDX-License-Identifier: MIT
#include "notation/print.h"

#include "base/memory.h"
#include "notation/layout.h"
#include "notation/number_text.h"
#include "notation/line_breaks.h"

#include <stdlib.h>

// Parts cut out of a formula, numbered in the order of their first use.
typedef struct CutList {
  const Formula **at;
  int count;
  int capacity;
} CutList;

typedef struct Printer {
  Layout layout;  // the first member
  Text *out;
  Shorthand *names;  // or NULL
  CutList cuts;
} Printer;

static int cut_number(CutList *cuts, const Formula *cut)
{
  for (int i = 0; i < cuts->count; i++) {
    if (cuts->at[i]->expr == cut->expr) return i + 1;
  }
  if (cuts->count == cuts->capacity) {
    cuts->capacity = 2 * cuts->capacity + 8;
    cuts->at = memory_grow(cuts->at, (size_t)cuts->capacity, sizeof(const Formula *));
  }
  cuts->at[cuts->count++] = cut;
  return cuts->count;
}

// Without its sign.
static void put_atom(Printer *printer, const Formula *f)
{
  if (formula_is_cut(f)) {
    text_format(printer->out, "r%d", cut_number(&printer->cuts, f));
  } else if (formula_is_number(f)) {
    number_put_unsigned(printer->out, f->expr->form->number);
  } else {
    text_put(printer->out, formula_atom_name(f));
  }
}

static void put_text(Layout *layout, const char *text) { text_put(((Printer *)layout)->out, text); }

static void put_part(Layout *layout, const Formula *part, bool is_unsigned)
{
  Printer *printer = (Printer *)layout;
  const char *name = printer->names ? shorthand_name(printer->names, part) : NULL;
  if (formula_has_sign(part) && !is_unsigned) text_put_char(printer->out, '-');
  if (name) {
    text_put(printer->out, name);
  } else if (part->kind == FORMULA_ATOM) {
    put_atom(printer, part);
  } else {
    lay_out(layout, part);
  }
}

// The definitions of the parts that were cut out; a definition may need further parts.
static void put_cuts(Printer *printer)
{
  for (int i = 0; i < printer->cuts.count; i++) {
    text_format(printer->out, "%s r%d = ", i == 0 ? " where" : ",", i + 1);
    put_part(&printer->layout, printer->cuts.at[i]->parts[0], false);
  }
  free(printer->cuts.at);
}

void formula_print(const Formula *f, Shorthand *names, Text *out)
{
  Printer printer = { .layout = { put_text, put_part, { "(", ")" } }, .out = out, .names = names };
  put_part(&printer.layout, f, false);
  put_cuts(&printer);
}

void expr_print(const Expr *e, Text *out)
{
  Arena *arena = arena_new();
  Pool *numbers = pool_new(pool_seed(expr_pool(e)));
  formula_print(formula_made((FormulaMaker){ numbers, arena }, e), NULL, out);
  pool_free(numbers);
  arena_free(arena);
}

// ---- lines

void formula_print_wrapped(const Formula *f, Shorthand *names, int column, int width, Text *out)
{
  Text line = { 0 };
  formula_print(f, names, &line);
  break_lines(&line, column, width, out);
  text_free(&line);
}
