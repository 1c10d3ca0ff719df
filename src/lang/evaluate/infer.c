// infer.c -- linear equations for exponents of free dimensions, solved one by one.
//
// The solution of a variable contains only variables that are free at that time. A variable solved
// early may therefore refer to variables solved later, but not vice versa: substituting the
// earliest first eliminates each variable permanently. An equation is solved for its newest
// variable, which keeps the chains short: in a + b + c + ... all refer to a.
// SPDX-License-Identifier: MIT
#include "lang/evaluate/infer.h"

#include "base/memory/memory.h"

#include <stdlib.h>

// Products of more variables, and higher powers, are treated as unknown dimensions.
enum { MAX_TERMS = 24, HIGHEST_POWER = 100 };

// A dimension; `known.is_known` false: unknown.
typedef struct LinearForm {
  Dimension known;
  const DimensionTerm *terms;  // in ascending order of variables, exponents nonzero
} LinearForm;

static const LinearForm nothing_known = { 0 };

void inference_free(Inference *inference) { free(inference->variables); }

static LinearForm form_of(const Quantity *quantity)
{
  if (quantity->is_plain) return (LinearForm){ .known = { .is_known = true } };
  return (LinearForm){ quantity->dimension, quantity->free };
}

static void set_form(Quantity *quantity, LinearForm form)
{
  quantity->dimension = form.known;
  quantity->free = form.known.is_known ? form.terms : NULL;
}

// ---- arithmetic of forms

static DimensionTerm *add_term(Inference *inference, DimensionTerm *last, int variable,
                               int exponent)
{
  if (exponent == 0) return last;
  DimensionTerm *term = ARENA_NEW(inference->arena, DimensionTerm);
  *term = (DimensionTerm){ variable, exponent, NULL };
  last->next = term;
  return term;
}

static bool is_bearable(const DimensionTerm *term)
{
  int count = 0;
  for (; term; term = term->next)
    if (++count > MAX_TERMS || abs(term->exponent) > HIGHEST_POWER) return false;
  return true;
}

// a * b^power
static LinearForm multiply(Inference *inference, LinearForm a, LinearForm b, int power)
{
  DimensionTerm head = { 0 };
  DimensionTerm *last = &head;
  Dimension known = dimension_multiply(a.known, dimension_power(b.known, power));
  if (!known.is_known) return nothing_known;
  const DimensionTerm *s = a.terms;
  const DimensionTerm *t = b.terms;
  while (s || t) {
    bool from_s = s && (!t || s->variable <= t->variable);
    bool from_t = t && (!s || t->variable <= s->variable);
    int variable = from_s ? s->variable : t->variable;
    int exponent = (from_s ? s->exponent : 0) + (from_t ? t->exponent * power : 0);
    last = add_term(inference, last, variable, exponent);
    if (from_s) s = s->next;
    if (from_t) t = t->next;
  }
  return is_bearable(head.next) ? (LinearForm){ known, head.next } : nothing_known;
}

// Returns the term whose variable was solved first, or NULL if none is solved.
static const DimensionTerm *earliest_solved(const Inference *inference, LinearForm form)
{
  const DimensionTerm *earliest = NULL;
  for (const DimensionTerm *term = form.terms; term; term = term->next) {
    int order = inference->variables[term->variable].order;
    if (order == 0) continue;
    if (!earliest || order < inference->variables[earliest->variable].order) earliest = term;
  }
  return earliest;
}

// Substitutes the solutions, so that only free variables remain. *last is the substituted variable
// that was solved last, or NULL.
static LinearForm reduce_to(Inference *inference, LinearForm form, const DimensionVariable **last)
{
  *last = NULL;
  for (;;) {
    const DimensionTerm *term = earliest_solved(inference, form);
    if (!term) return form;
    const DimensionVariable *variable = &inference->variables[term->variable];
    *last = variable;
    DimensionTerm alone = { term->variable, term->exponent, NULL };
    LinearForm itself = { { .is_known = true }, &alone };
    int exponent = term->exponent;
    form = multiply(inference, form, itself, -1);
    form = multiply(inference, form, (LinearForm){ variable->known, variable->terms }, exponent);
  }
}

static LinearForm reduce(Inference *inference, LinearForm form)
{
  const DimensionVariable *last;
  return reduce_to(inference, form, &last);
}

// ---- equations

static bool is_one(LinearForm form)
{
  const Dimension one = { .is_known = true };
  return !form.terms && dimension_equal(form.known, one);
}

// Returns the newest variable with exponent 1 or -1, for which the equation is solvable without
// roots.
static const DimensionTerm *pivot_of(LinearForm form)
{
  const DimensionTerm *pivot = NULL;
  for (const DimensionTerm *term = form.terms; term; term = term->next)
    if (abs(term->exponent) == 1) pivot = term;
  return pivot;
}

// Divides every exponent; returns false if a fraction results.
static bool divide_known(Dimension *known, int divisor)
{
  for (int i = 0; i < BASE_UNIT_COUNT; i++) {
    if (known->power[i] % divisor != 0) return false;
    known->power[i] = (signed char)(known->power[i] / divisor);
  }
  return true;
}

static bool has_power(Dimension dimension)
{
  for (int i = 0; i < BASE_UNIT_COUNT; i++)
    if (dimension.power[i] != 0) return true;
  return false;
}

// In Bf*q = 1, Bf is one per angle, i.e. a plain number, so a solution is an angle only if allowed.
static void solve(Inference *inference, int variable, LinearForm solution, bool may_be_angle)
{
  if (!solution.known.is_known) return;
  if (!may_be_angle) solution.known.is_angle = false;
  inference->variables[variable] = (DimensionVariable){ ++inference->solved_count, solution.known,
                                                        solution.terms, inference->place };
}

// Solves form = 1; returns false if that is inconsistent. The solution may be an angle only if one
// side of the equation was a single variable (`stood_alone`).
static bool set_to_one(Inference *inference, LinearForm form, bool stood_alone)
{
  form = reduce(inference, form);
  if (!form.known.is_known) return true;
  if (!form.terms) return is_one(form);
  const DimensionTerm *pivot = pivot_of(form);
  if (pivot) {
    // v^e * rest = 1 with e = 1 or -1 yields v = rest^-e.
    DimensionTerm alone = { pivot->variable, pivot->exponent, NULL };
    LinearForm rest = multiply(inference, form, (LinearForm){ { .is_known = true }, &alone }, -1);
    LinearForm one = { .known = { .is_known = true } };
    solve(inference, pivot->variable, multiply(inference, one, rest, -pivot->exponent),
          stood_alone);
  } else if (!form.terms->next && divide_known(&form.known, -form.terms->exponent)) {
    solve(inference, form.terms->variable, (LinearForm){ form.known, NULL }, stood_alone);
  }
  return true;
}

// ---- quantities

static int new_variable(Inference *inference)
{
  MEMORY_ROOM(inference->variables, inference->count, inference->capacity);
  inference->variables[inference->count] = (DimensionVariable){ 0 };
  return inference->count++;
}

static LinearForm new_form(Inference *inference)
{
  DimensionTerm head = { 0 };
  add_term(inference, &head, new_variable(inference), 1);
  return (LinearForm){ { .is_known = true }, head.next };
}

void infer_free(Inference *inference, Quantity *quantity)
{
  if (inference->is_active) set_form(quantity, new_form(inference));
}

Quantity infer_symbol(Inference *inference, const Expr *symbol)
{
  Quantity quantity = quantity_of(symbol, (Dimension){ 0 });
  infer_free(inference, &quantity);
  return quantity;
}

Dimension infer_dimension(Inference *inference, const Quantity *quantity)
{
  if (!inference->is_active || quantity->is_plain) return (Dimension){ 0 };
  LinearForm form = reduce(inference, form_of(quantity));
  return form.terms ? (Dimension){ 0 } : form.known;
}

Span infer_place(Inference *inference, const Quantity *quantity)
{
  const DimensionVariable *last = NULL;
  LinearForm form = reduce_to(inference, form_of(quantity), &last);
  return last && !form.terms ? last->place : (Span){ 0 };
}

static bool is_lone_variable(Inference *inference, const Quantity *quantity)
{
  LinearForm form = reduce(inference, form_of(quantity));
  bool is_single = form.terms && !form.terms->next && form.terms->exponent == 1;
  return is_single && !has_power(form.known) && !form.known.is_angle;
}

bool infer_unify(Inference *inference, Quantity *a, const Quantity *b)
{
  if (b->is_plain) return true;
  if (a->is_plain || !a->dimension.is_known) {
    a->is_plain = false;
    a->dimension = b->dimension;
    a->free = b->free;
    return true;
  }
  if (!inference->is_active || !b->dimension.is_known) return true;
  if (!a->free && !b->free) return dimension_equal(a->dimension, b->dimension);
  bool stands_alone = is_lone_variable(inference, a) || is_lone_variable(inference, b);
  LinearForm quotient = multiply(inference, form_of(a), form_of(b), -1);
  if (!set_to_one(inference, quotient, stands_alone)) return false;
  set_form(a, reduce(inference, form_of(a)));
  return true;
}

bool infer_is(Inference *inference, const Quantity *quantity, Dimension dimension)
{
  const Quantity wanted = { .dimension = dimension };
  Quantity copy = *quantity;
  return !dimension.is_known || infer_unify(inference, &copy, &wanted);
}

void infer_product(Inference *inference, Quantity *result, const Quantity *a, const Quantity *b,
                   int power)
{
  bool is_plain = a->is_plain && b->is_plain;  // result may alias a or b: read both first
  LinearForm product = multiply(inference, form_of(a), form_of(b), power);
  set_form(result, is_plain ? nothing_known : product);
  result->is_plain = is_plain;
}

void infer_power(Inference *inference, Quantity *result, const Quantity *base, int exponent)
{
  const LinearForm one = { .known = { .is_known = true } };
  bool is_plain = base->is_plain;
  LinearForm power = abs(exponent) <= HIGHEST_POWER
                         ? multiply(inference, one, form_of(base), exponent)
                         : nothing_known;
  set_form(result, is_plain ? nothing_known : power);
  result->is_plain = is_plain;
}

static bool is_square(LinearForm form)
{
  Dimension copy = form.known;
  for (const DimensionTerm *term = form.terms; term; term = term->next)
    if (term->exponent % 2 != 0) return false;
  return divide_known(&copy, 2);
}

void infer_root(Inference *inference, Quantity *result, const Quantity *square)
{
  result->is_plain = square->is_plain;
  set_form(result, nothing_known);
  if (!inference->is_active || square->is_plain || !square->dimension.is_known) return;
  LinearForm form = reduce(inference, form_of(square));
  if (!form.terms) {
    if (divide_known(&form.known, 2)) set_form(result, form);
    return;
  }
  // root^2 = form; without a variable to solve for, the root of an odd power remains unknown.
  if (!is_square(form) && !pivot_of(form)) return;
  LinearForm root = new_form(inference);
  set_to_one(inference, multiply(inference, form, root, -2), false);
  set_form(result, root);
}
