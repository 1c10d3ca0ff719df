// rotation_formula.c -- symbolic rotations through the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "api/rotation/rotation_form.h"
#include "base/memory/arena.h"
#include "notation/forms/condense.h"
#include "notation/print/latex.h"
#include "notation/print/layout.h"
#include "notation/print/print.h"
#include "rotation/rotation.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { WIDTH = 100, INDENT = 2 };

// ---- values

// Returns true for digits with at most one point, and optionally a short exponent, as accepted by
// expr_decimal().
static bool is_decimal(const char *text)
{
  size_t digits = strspn(text, "0123456789"), more = 0;
  const char *at = text + digits;
  if (*at == '.') {
    more = strspn(at + 1, "0123456789");
    at += 1 + more;
  }
  if (digits + more == 0 || digits + more > 100) return false;
  if (*at == 'e' || *at == 'E') {
    at++;
    if (*at == '+' || *at == '-') at++;
    size_t exponent = strspn(at, "0123456789");
    if (exponent == 0 || exponent > 2) return false;
    at += exponent;
  }
  return *at == '\0';
}

// Returns true for a name of letters (including Greek ones), digits and underscores that begins
// with a letter.
static bool is_name(const char *text)
{
  size_t length = strlen(text);
  if (length == 0 || length > 60 || isdigit((unsigned char)text[0]) || text[0] == '_') return false;
  for (size_t i = 0; i < length;) {
    unsigned char c = (unsigned char)text[i];
    int size = text_utf8_length(text + i, length - i);
    if (size == 0 || (size == 1 && !isalnum(c) && c != '_')) return false;
    i += (size_t)size;
  }
  return operator_of_function(text, length) == OP_COUNT;
}

// The expression of a word, or NULL with a diagnostic.
static const Expr *read_value(Pool *pool, const char *word, bool is_degrees,
                              BielleDiagnostics *diagnostics)
{
  bool is_negative = word[0] == '-';
  const char *text = word + (is_negative || word[0] == '+');
  const Expr *value;
  if (is_decimal(text)) {
    value = expr_decimal(pool, text, strlen(text));
    if (is_degrees) {
      const Expr *degree = expr_div(expr_pi(pool), expr_integer(pool, 180));
      value = expr_mul(value, degree);
    }
  } else if (strcmp(text, "pi") == 0) {
    value = expr_pi(pool);
  } else if (is_name(text)) {
    value = expr_symbol(pool, text, STAGE_POSITION);
  } else {
    diagnose(diagnostics, "give names and numbers, such as a, -a, q1, 0.5",
             "'%s' is neither a name nor a number", word);
    return NULL;
  }
  return is_negative ? expr_neg(value) : value;
}

static bool read_values(Pool *pool, const BielleRotationFormula *formula,
                        BielleDiagnostics *diagnostics, const Expr *values[])
{
  int count = bielle_rotation_form_count(formula->from);
  bool is_good = true;
  for (int i = 0; i < count; i++) {
    bool is_angle = formula->is_degrees && bielle_rotation_form_is_angle(formula->from, i);
    values[i] = read_value(pool, formula->values[i], is_angle, diagnostics);
    is_good = is_good && values[i];
  }
  return is_good;
}

static bool read_omega(Pool *pool, const BielleRotationFormula *formula,
                       BielleDiagnostics *diagnostics, Vec3 *omega)
{
  bool is_good = true;
  for (int i = 0; i < 3; i++) {
    omega->at[i] = read_value(pool, formula->omega[i], formula->is_degrees, diagnostics);
    is_good = is_good && omega->at[i];
  }
  return is_good;
}

// ---- page

typedef struct Page {
  RotationForm form;
  bool is_rate;
  Arena *arena;
  Text *out;
} Page;

// The label of value `index`, with a prime if it is a rate.
static const char *label_of(const Page *page, int index)
{
  const char *at = rotation_info(page->form.kind)->labels;
  for (int i = 0; i < index; i++)
    at += strcspn(at, " ") + 1;
  return arena_format(page->arena, "%.*s%s", (int)strcspn(at, " "), at, page->is_rate ? "'" : "");
}

static void put_list(const Page *page, const Formula *const formulas[], int count)
{
  int widest = 0;
  for (int i = 0; i < count; i++) {
    int width = (int)strlen(label_of(page, i));
    if (width > widest) widest = width;
  }
  for (int i = 0; i < count; i++) {
    text_repeat(page->out, ' ', INDENT);
    text_format(page->out, "%-*s = ", widest, label_of(page, i));
    formula_print_wrapped(formulas[i], NULL, INDENT + widest + 3, WIDTH, page->out);
    text_put_char(page->out, '\n');
  }
}

// Draws the matrix. Returns false if its rows do not fit.
static bool put_matrix(const Page *page, const Formula *const formulas[9])
{
  uint32_t widths[3] = { 0 }, total = INDENT + 4;
  for (int i = 0; i < 9; i++) {
    assert(formulas[i]);
    if (formula_length(formulas[i]) > widths[i % 3]) widths[i % 3] = formula_length(formulas[i]);
  }
  for (int j = 0; j < 3; j++)
    total += widths[j] < WIDTH ? widths[j] + 2 : WIDTH;
  if (total > WIDTH) return false;
  for (int i = 0; i < 3; i++) {
    text_put(page->out, "  [");
    for (int j = 0; j < 3; j++) {
      text_put(page->out, "  ");
      formula_print(formulas[3 * i + j], NULL, page->out);
      text_repeat(page->out, ' ', (int)(widths[j] - formula_length(formulas[3 * i + j])));
    }
    text_put(page->out, "  ]\n");
  }
  return true;
}

// A matrix is printed as such, anything else as a column.
static void put_latex(const Page *page, const Formula *const formulas[], int count)
{
  int columns = page->form.kind == ROTATION_MATRIX ? 3 : 1;
  text_put(page->out, "\\begin{bmatrix}\n");
  for (int i = 0; i < count; i++) {
    MathRow row = row_new(&LATEX);
    row_put_formula(&row, formulas[i], NULL, NULL);
    text_put(page->out, text_string(&row.text));
    row_free(&row);
    text_put(page->out, (i + 1) % columns != 0 ? " & " : i + 1 < count ? " \\\\\n" : "\n");
  }
  text_put(page->out, "\\end{bmatrix}\n");
}

static void put_formulas(const Page *page, BielleNotation notation, const Expr *const entries[])
{
  const Formula *formulas[ROTATION_MAX_VALUES] = { NULL };
  int count = rotation_info(page->form.kind)->count;
  for (int i = 0; i < count; i++)
    formulas[i] = condense(entries[i], page->arena);
  if (notation == BIELLE_LATEX) {
    put_latex(page, formulas, count);
  } else if (page->form.kind != ROTATION_MATRIX || !put_matrix(page, formulas)) {
    put_list(page, formulas, count);
  }
}

// ---- Euler vectors

// The norm of an Euler vector occurs everywhere. In text output it is named: formulas in the
// symbols k1, k2, k3 and angle, followed by their definitions.
typedef struct Shorthand {
  bool is_used;
  const Expr *vector[3];
} Shorthand;

static const char *const SHORT_NAMES[4] = { "k1", "k2", "k3", "angle" };

static bool may_shorten(Pool *pool, const BielleRotationFormula *formula,
                        const Expr *const values[3])
{
  if (formula->from.kind != BIELLE_ROTATION_VECTOR || formula->notation != BIELLE_TEXT)
    return false;
  if (formula->to.kind == BIELLE_ROTATION_VECTOR || formula->to.kind == BIELLE_ROTATION_AXIS) {
    return false;
  }
  bool has_symbol = false;
  for (int i = 0; i < 3; i++) {
    assert(values[i]);
    has_symbol = has_symbol || values[i]->form->stage != STAGE_LITERAL;
  }
  for (int i = 0; i < 4; i++) {
    if (expr_find_symbol(pool, SHORT_NAMES[i])) return false;
  }
  return has_symbol;
}

// Substitutes axis and angle, as symbols, for the vector.
static Shorthand shorten(Pool *pool, const BielleRotationFormula *formula, RotationForm *from,
                         const Expr *values[])
{
  Shorthand shorthand = { .is_used = may_shorten(pool, formula, values) };
  if (!shorthand.is_used) return shorthand;
  memcpy(shorthand.vector, values, sizeof shorthand.vector);
  from->kind = ROTATION_AXIS;
  for (int i = 0; i < 4; i++)
    values[i] = expr_symbol(pool, SHORT_NAMES[i], STAGE_POSITION);
  return shorthand;
}

static void put_shorthand(const Page *page, const Shorthand *shorthand, Pool *pool)
{
  if (!shorthand->is_used) return;
  Vec3 v = { { shorthand->vector[0], shorthand->vector[1], shorthand->vector[2] } };
  const Expr *angle = expr_find_symbol(pool, SHORT_NAMES[3]);
  text_put(page->out, "where\n");
  for (int i = 0; i < 3; i++) {
    text_format(page->out, "  %s = ", SHORT_NAMES[i]);
    expr_print(expr_div(v.at[i], angle), page->out);
    text_put_char(page->out, '\n');
  }
  text_format(page->out, "  %s = ", SHORT_NAMES[3]);
  expr_print(expr_call(OP_SQRT, vec3_dot(v, v)), page->out);
  text_put_char(page->out, '\n');
}

// ---- arguments

typedef struct Question {
  const Expr *values[ROTATION_MAX_VALUES];
  Vec3 omega;
} Question;

static bool read_question(Pool *pool, const BielleRotationFormula *formula,
                          BielleDiagnostics *diagnostics, Question *question)
{
  bool is_good = read_values(pool, formula, diagnostics, question->values);
  if (is_good && formula->omega) {
    is_good = read_omega(pool, formula, diagnostics, &question->omega);
  }
  return is_good;
}

static void answer(Pool *pool, const BielleRotationFormula *formula, Question *question, Text *out)
{
  RotationForm from = rotation_form_from_public(formula->from),
               to = rotation_form_from_public(formula->to);
  const Expr *values[ROTATION_MAX_VALUES], *rates[ROTATION_MAX_VALUES];
  Page page = { to, formula->omega != NULL, arena_new(), out };
  Shorthand shorthand = shorten(pool, formula, &from, question->values);
  rotation_formula_convert(from, question->values, to, values);
  if (page.is_rate) {
    bool is_body = formula->axes == BIELLE_BODY_AXES;
    rotation_formula_rates(to, values, question->omega, is_body, rates);
  }
  put_formulas(&page, formula->notation, page.is_rate ? rates : values);
  put_shorthand(&page, &shorthand, pool);
  arena_free(page.arena);
}

BielleStatus bielle_rotation_formula(const BielleRotationFormula *formula,
                                     BielleDiagnostics *diagnostics, char **out)
{
  *out = NULL;
  if (formula->notation != BIELLE_TEXT && formula->notation != BIELLE_LATEX) {
    diagnose(diagnostics, "text or latex", "formulas of rotations are text or LaTeX");
    return BIELLE_BAD_INPUT;
  }
  Pool *pool = pool_new(0);
  Question question = { 0 };
  bool is_good = read_question(pool, formula, diagnostics, &question);
  if (is_good) {
    Text text = { 0 };
    answer(pool, formula, &question, &text);
    *out = text_release(&text);
  }
  pool_free(pool);
  return is_good ? BIELLE_OK : BIELLE_BAD_INPUT;
}
