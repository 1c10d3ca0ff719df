// four_bar_text.c -- a four-bar as text and formulas: lengths, Grashof's condition, closed form,
// numbers.
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "base/memory/table.h"
#include "study/four_bar/four_bar.h"
#include "symbolic/algebra.h"
#include "notation/forms/condense.h"
#include "notation/print/print.h"

#include <math.h>
#include <string.h>

static const double NOTHING = 1e-12;  // rounding
static const double DEGREES = 180 / 3.14159265358979323846;

// ---- names

// Symbols of the lengths in formulas: names of parameters, otherwise r1, r2, r3.
typedef struct Names {
  const Expr *length[3];
  const char *text[3];
  const Expr *ground[2];
  const Expr *phi1;
} Names;

static const char *free_name(const FourBar *four_bar, const char *name)
{
  while (expr_find_symbol(four_bar->equations->pool, name))
    name = arena_format(four_bar->arena, "%s_", name);
  return name;
}

static Names names_of(const FourBar *four_bar)
{
  static const char *const LETTERS[] = { "r1", "r2", "r3" };
  Pool *pool = four_bar->equations->pool;
  Names names = { .phi1 = expr_symbol(pool, free_name(four_bar, "φ1"), STAGE_POSITION) };
  for (int i = 0; i < 3; i++) {
    names.length[i] = four_bar->length[i];
    if (names.length[i]->form->op != OP_SYMBOL) {
      names.length[i] = expr_symbol(pool, free_name(four_bar, LETTERS[i]), STAGE_PARAMETER);
    }
    Text text = { 0 };
    expr_print(names.length[i], &text);
    names.text[i] = arena_copy_text(four_bar->arena, text_string(&text), text.length);
    text_free(&text);
  }
  for (int i = 0; i < 2; i++)
    names.ground[i] = four_bar->ground[i];
  return names;
}

static void put_formula(const Expr *e, Text *out)
{
  Arena *arena = arena_new();
  formula_print(condense(e, arena), NULL, out);
  arena_free(arena);
}

// ---- links

static const Expr *ground_length(const FourBar *four_bar)
{
  const Expr *x = four_bar->ground[0], *y = four_bar->ground[1];
  if (is_zero(y)) return x;
  return is_zero(x) ? y : expr_call(OP_SQRT, sum_of_products(x, x, y, y));
}

// "r2 = sqrt(2)*a = 0.28", "r1 = 0.5", "l1 = 0.1"; without `size` the symbols only.
static void put_length(const FourBar *four_bar, const Names *names, Bar bar,
                       const FourBarSize *size, Text *out)
{
  const Expr *length = bar == BAR_GROUND ? ground_length(four_bar) : four_bar->length[bar];
  bool is_named = bar != BAR_GROUND && names->length[bar] != length;
  bool is_number = length->form->stage == STAGE_LITERAL;
  if (is_named) text_format(out, "%s = ", names->text[bar]);
  if (!size || !is_number) put_formula(length, out);
  if (size && !is_number) text_put(out, " = ");
  if (size) text_format(out, "%.6g", four_bar_length(size, bar));
}

static void put_links(const FourBar *four_bar, const Names *names, const FourBarSize *size,
                      Text *out)
{
  static const int ENDS[BAR_COUNT][2] = { { 0, 1 }, { 1, 2 }, { 3, 2 }, { 0, 3 } };
  Table table = table_with_headings("link|from|to|length [m]");
  for (int i = 0; i < BAR_COUNT; i++) {
    table_put(&table, bar_name((Bar)i));
    table_put(&table, four_bar->pivots[ENDS[i][0]]);
    table_put(&table, four_bar->pivots[ENDS[i][1]]);
    put_length(four_bar, names, (Bar)i, size, table_cell(&table));
  }
  table_end(&table, out);
}

// ---- Grashof

static void put_grashof(const FourBarSize *size, Text *out)
{
  static const char *const SIGNS[] = { [FOUR_BAR_GRASHOF] = "are less than",
                                       [FOUR_BAR_CHANGE_POINT] = "equal",
                                       [FOUR_BAR_TRIPLE_ROCKER] = "are more than" };
  FourBarGrashof grashof = four_bar_grashof(size);
  if (grashof.kind == FOUR_BAR_OPEN) {
    text_put(out, "It cannot be closed: one link is longer than the others together.\n");
    return;
  }
  text_format(out, "Grashof: shortest and longest, %.6g m, %s the %.6g m of the other two.\n",
              grashof.extremes, SIGNS[grashof.kind], grashof.others);
  Table table = table_with_headings("fixed link|kind");
  for (int i = 0; i < BAR_COUNT; i++) {
    Bar bar = (Bar)((i + BAR_GROUND) % BAR_COUNT);  // as described, then the inversions
    table_put(&table, bar_name(bar));
    four_bar_put_class(&grashof, bar, table_cell(&table));
  }
  table_end(&table, out);
}

// ---- closed form

// 2 a b
static const Expr *twice_product(const Expr *a, const Expr *b)
{
  const Expr *once = product(a, b);
  return sum(once, once);
}

// The coefficients K, L, M.
static void put_terms(const Names *names, Text *out)
{
  const Expr *l1 = names->length[0], *l2 = names->length[1], *l3 = names->length[2];
  const Expr *c1 = expr_call(OP_COS, names->phi1), *s1 = expr_call(OP_SIN, names->phi1);
  const Expr *x = names->ground[0], *y = names->ground[1];
  const Expr *across = difference(product(l1, c1), x), *up = difference(product(l1, s1), y);
  text_put(out, "  K = ");
  put_formula(twice_product(l2, across), out);
  text_put(out, "\n  L = ");
  put_formula(twice_product(l2, up), out);
  const Expr *M = difference_of_products(l3, l3, l1, l1);
  M = difference(M, square(l2));
  M = difference(M, square(x));
  M = difference(M, square(y));
  const Expr *projection = sum_of_products(x, c1, y, s1);
  M = sum(M, twice_product(l1, projection));
  text_put(out, "\n  M = ");
  put_formula(M, out);
  text_put(out, "\n");
}

// phi3, whose arguments contain the ground.
static void put_output_angle(const Names *names, Text *out)
{
  const char *l1 = names->text[0], *l2 = names->text[1];
  const Expr *x = names->ground[0], *y = names->ground[1];
  text_format(out, "  φ3 = atan2(%s*sin(φ1) + %s*sin(φ2)", l1, l2);
  for (int i = 0; i < 2; i++) {
    const Expr *ground = i == 0 ? y : x;
    if (!is_zero(ground)) {
      Text text = { 0 };
      put_formula(negative(ground), &text);
      bool has_minus = text_string(&text)[0] == '-';
      text_format(out, has_minus ? " - %s" : " + %s", text_string(&text) + (has_minus ? 1 : 0));
      text_free(&text);
    }
    if (i == 0) text_format(out, ", %s*cos(φ1) + %s*cos(φ2)", l1, l2);
  }
  text_put(out, ")\n");
}

static void put_rates(const Names *names, Text *out)
{
  const char *l1 = names->text[0], *l2 = names->text[1], *l3 = names->text[2];
  for (int i = 1; i < 3; i++) {
    text_format(out, "  φ%d' = ", i + 1);
    if (strcmp(l1, names->text[i]) != 0) text_format(out, "%s/%s*", l1, names->text[i]);
    text_format(out, "sin(φ%d - φ1)/sin(φ2 - φ3)*φ1'\n", 4 - i);
  }
  text_format(out,
              "  φ2'' = (%s*(sin(φ3 - φ1)*φ1'' - cos(φ3 - φ1)*φ1'^2) - %s*cos(φ2 - φ3)*φ2'^2\n"
              "          + %s*φ3'^2)/(%s*sin(φ2 - φ3))\n",
              l1, l2, l3, l2);
  text_format(out,
              "  φ3'' = (%s*(sin(φ2 - φ1)*φ1'' - cos(φ2 - φ1)*φ1'^2) - %s*φ2'^2\n"
              "          + %s*cos(φ2 - φ3)*φ3'^2)/(%s*sin(φ2 - φ3))\n",
              l1, l2, l3, l3);
}

static void put_closed_form(const FourBar *four_bar, const Names *names, Text *out)
{
  text_format(out, "Closed form, with angles from the %s axis of ground:\n", four_bar->axes[0]);
  for (int i = 0; i < 3; i++) {
    text_format(out, "  φ%d = ", i + 1);
    put_formula(four_bar->angle[i], out);
    text_format(out, "  (%s)\n", bar_name((Bar)i));
  }
  put_terms(names, out);
  text_put(out, "  φ2 = 2*atan2(L ± sqrt(K^2 + L^2 - M^2), K + M)\n");
  put_output_angle(names, out);
  put_rates(names, out);
}

// ---- numbers

static void put_branches(const FourBarCase *values, Text *out)
{
  FourBarMotion motions[2];
  bool closes = true;
  for (int k = 0; k < 2; k++) {
    motions[k] = (FourBarMotion){ .angle = { values->input[0] },
                                  .rate = { values->input[1] },
                                  .acceleration = { values->input[2] } };
    closes = four_bar_solve(&values->size, k == 0 ? 1 : -1, &motions[k]) && closes;
  }
  text_format(out, "At φ1 = %.6g rad (%.6g deg), φ1' = %.6g rad/s, φ1'' = %.6g rad/s^2",
              values->input[0], values->input[0] * DEGREES, values->input[1], values->input[2]);
  if (!closes) {
    text_put(out, " it does not close.\n");
    return;
  }
  text_put(out, ":\n");
  Table table = table_with_headings("|branch +|branch -");
  static const char *const MARKS[] = { "", "'", "''" };
  static const char *const UNITS[] = { "rad", "rad/s", "rad/s^2" };
  for (int order = 0; order < 3; order++) {
    for (int i = 1; i < 3; i++) {
      text_format(table_cell(&table), "φ%d%s [%s]", i + 1, MARKS[order], UNITS[order]);
      for (int k = 0; k < 2; k++) {
        const double *const orders[] = { motions[k].angle, motions[k].rate,
                                         motions[k].acceleration };
        double value = orders[order][i];
        text_format(table_cell(&table), "%.9g", fabs(value) < NOTHING ? 0 : value);
      }
    }
  }
  table_end(&table, out);
}

static void put_singular(const FourBarSize *size, const Names *names, Text *out)
{
  text_format(out, "Singular where %s*%s*sin(φ2 - φ3) = 0: coupler and output in line.\n",
              names->text[1], names->text[2]);
  double line = atan2(size->ground[1], size->ground[0]);
  Table table = table_new(2);
  for (int k = 0; k < 2; k++) {
    double angle = four_bar_singular_angle(size, k == 0);
    table_put(&table, k == 0 ? "stretched" : "folded");
    Text *cell = table_cell(&table);
    if (isnan(angle)) {
      text_put(cell, "not reached");
    } else {
      text_format(cell, "φ1 = %.9g and %.9g rad (%.6g and %.6g deg)", line + angle, line - angle,
                  (line + angle) * DEGREES, (line - angle) * DEGREES);
    }
  }
  table_end(&table, out);
}

void four_bar_words(const FourBar *four_bar, const FourBarCase *values, Text *out)
{
  Names names = names_of(four_bar);
  text_format(out, "%s: a four-bar, driven at %s\n", four_bar->equations->name,
              four_bar->pivots[0]);
  put_links(four_bar, &names, values ? &values->size : NULL, out);
  text_put(out, "\n");
  if (values) {
    put_grashof(&values->size, out);
    text_put(out, "\n");
  }
  put_closed_form(four_bar, &names, out);
  text_put(out, "\n");
  if (!values) {
    text_put(out, "With values of all parameters (--at STATE.json) there are Grashof's rule, both "
                  "branches and singular configurations.\n");
    return;
  }
  put_branches(values, out);
  text_put(out, "\n");
  put_singular(&values->size, &names, out);
}
