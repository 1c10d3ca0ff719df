// evaluate.c -- evaluates expressions of the syntax tree to exact expressions of the pool.
//
// The recursion depth is that of the tree, which the parser limits. An error is reported where it
// occurs and yields SHAPE_NONE; the enclosing expressions report nothing. The other parts are still
// evaluated, so that every error of an expression is found.
// SPDX-License-Identifier: MIT
#include "base/text/letters.h"
#include "base/memory/memory.h"
#include "base/random.h"
#include "base/text/text.h"
#include "lang/evaluate/expression_check.h"
#include "lang/evaluate/units.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"

#include <ctype.h>
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

bool resolver_error(Resolver *resolver, Span span, const char *hint, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  diagnostics_vadd(resolver->diagnostics, SEVERITY_ERROR, span, hint, format, arguments);
  va_end(arguments);
  return false;
}

// "m2*L1 is kg.m"
static void put_side(Resolver *resolver, Side side, Text *out)
{
  enum { LONGEST = 60 };
  bool is_long = side.span.length > LONGEST;
  Dimension dimension = infer_dimension(&resolver->inference, side.quantity);
  if (is_long) {
    text_put(out, "one side");
  } else {
    text_put_bytes(out, span_bytes(side.span), side.span.length);
  }
  text_put(out, " is ");
  dimension_print(dimension, out);
}

// Used if both sides have the same unknown free dimensions, so that only the quotient is known.
static void put_quotient(Resolver *resolver, Side a, Side b, Text *out)
{
  Quantity quotient;
  infer_product(&resolver->inference, &quotient, a.quantity, b.quantity, -1);
  text_put(out, "the units of the two sides differ by ");
  dimension_print(infer_dimension(&resolver->inference, &quotient), out);
}

Quantity evaluate_dimension_error(Resolver *resolver, Span span, const char *what, Side a, Side b)
{
  Text sides = { 0 };
  if (infer_dimension(&resolver->inference, a.quantity).is_known) {
    put_side(resolver, a, &sides);
    text_put(&sides, ", ");
    put_side(resolver, b, &sides);
  } else {
    put_quotient(resolver, a, b, &sides);
  }
  evaluate_error(resolver, span, "the units do not agree", "cannot %s: %s", what,
                 text_string(&sides));
  text_free(&sides);
  return quantity_none();
}

bool evaluate_same_dimension(Resolver *resolver, const char *what, Side a, Side b, Quantity *both)
{
  Quantity joined = *a.quantity;
  bool is_good = infer_unify(&resolver->inference, &joined, b.quantity);
  if (!is_good) evaluate_dimension_error(resolver, b.span, what, a, b);
  if (is_good && both) *both = joined;
  return is_good;
}

// ---- literals and names

static const char *hint_for_unit(Resolver *resolver, const UnitFactor *factor)
{
  Span name = factor->name;
  const char *text = span_bytes(name);
  Unit unit;
  bool has_digit = name.length > 1 && isdigit((unsigned char)text[name.length - 1]);
  if (has_digit && unit_find(text, name.length - 1, &unit)) {
    return arena_format(resolver->scratch, "a power is written '%.*s^%c'", (int)name.length - 1,
                        text, text[name.length - 1]);
  }
  const char *nearest = unit_nearest(text, name.length);
  if (scope_knows(resolver->scope, SPACE_VALUES, resolver_text(resolver, name))) nearest = NULL;
  if (nearest) return arena_format(resolver->scratch, "did you mean '%s'?", nearest);
  return factor->exponent < 0 ? "to divide by a value write ' / ', with blanks"
                              : "for a product write '*'";
}

// Computes the product of the factors; returns false after an error.
static bool unit_product(Resolver *resolver, const UnitFactor *factors, UnitValue *value)
{
  value->is_proved = false;
  value->one = quantity_of(expr_integer(resolver->pool, 1), dimension_of_number());
  for (const UnitFactor *factor = factors; factor; factor = factor->next) {
    Unit unit;
    if (!unit_find(span_bytes(factor->name), factor->name.length, &unit))
      return resolver_error(resolver, factor->name, hint_for_unit(resolver, factor),
                            "'%s' is not a unit", resolver_text(resolver, factor->name));
    Quantity *one = &value->one;
    one->at[0] = expr_mul(one->at[0], unit_value(resolver->pool, &unit, factor->exponent));
    one->dimension =
        dimension_multiply(one->dimension, dimension_power(unit.dimension, factor->exponent));
    one->bits += 1;
    if (!evaluate_fits(resolver, evaluate_bits(one->at[0], 0), factor->name)) return false;
  }
  return true;
}

UnitValue *evaluate_unit(Resolver *resolver, const UnitFactor *factors)
{
  UnitValues *known = resolver->units;
  const char *text = span_bytes(factors->text);
  int place = map_find_n(&known->places, text, factors->text.length);
  if (place >= 0) return &known->values[place];
  UnitValue value;
  if (!unit_product(resolver, factors, &value)) return NULL;
  MEMORY_ROOM(known->values, known->count, known->capacity);
  known->values[known->count] = value;
  text = arena_copy_text(resolver->arena, text, factors->text.length);
  map_put_n(&known->places, text, factors->text.length, known->count);
  return &known->values[known->count++];
}

Quantity evaluate_with_unit(Resolver *resolver, Quantity quantity, const UnitFactor *factors)
{
  const UnitValue *unit = evaluate_unit(resolver, factors);
  if (!unit) return quantity_none();
  const Expr *scale = unit->one.at[0];
  quantity.bits += unit->one.bits;
  bool is_one = expr_is_integer(scale, 1);
  for (int i = 0; i < quantity_size(&quantity); i++) {
    if (!is_one) quantity.at[i] = expr_mul(scale, quantity.at[i]);
    quantity.bits += evaluate_bits(quantity.at[i], evaluate_bits(scale, 1));
  }
  infer_product(&resolver->inference, &quantity, &quantity, &unit->one, 1);
  return quantity;
}

Literal *evaluate_literal(Resolver *resolver, const Node *e, const UnitFactor *unit)
{
  Span text = node_text(e);
  if (text.length > 16) return NULL;
  uint64_t first = name_word(span_bytes(text), text.length);
  uint64_t last = text.length < 8 ? 0 : name_word(span_bytes(text) + 8, text.length - 8);
  uint64_t hash = random_mix(first ^ random_mix(last ^ (uintptr_t)unit));
  Literal *place = &resolver->literals[hash % LITERAL_COUNT];
  if (place->digits[0] == first && place->digits[1] == last && place->unit == unit) return place;
  place->digits[0] = first;
  place->digits[1] = last;
  place->unit = unit;
  place->value.shape = SHAPE_NONE;
  place->is_proved = false;
  return place;
}

static Quantity evaluate_number(Resolver *resolver, const Node *e, const UnitFactor *unit)
{
  Literal *literal = evaluate_literal(resolver, e, unit);
  if (literal && literal->value.shape != SHAPE_NONE) return literal->value;
  const UnitValue *in = unit ? evaluate_unit(resolver, unit) : NULL;
  if (unit && !in) return quantity_none();
  const Expr *scale = in && expr_is_number(in->one.at[0]) ? in->one.at[0] : NULL;
  Span text = node_text(e);
  const Expr *value = scale ? expr_decimal_times(span_bytes(text), text.length, scale)
                            : expr_decimal(resolver->pool, span_bytes(text), text.length);
  Quantity number = quantity_plain(value);
  number.bits = evaluate_bits(number.at[0], 0);
  if (scale) {
    number.bits += number.bits + evaluate_bits(scale, 0) + in->one.bits;
    infer_product(&resolver->inference, &number, &number, &in->one, 1);
  } else if (unit) {
    number = evaluate_with_unit(resolver, number, unit);
  }
  if (literal) literal->value = number;
  return number;
}

static Quantity evaluate_name(Resolver *resolver, const Node *e)
{
  Word word = node_word(e);
  if (word == WORD_PI) return quantity_plain(expr_pi(resolver->pool));
  if (word == WORD_TIME)
    return quantity_of(expr_symbol(resolver->pool, "t", STAGE_TIME), dimension_of_time());
  const char *text = resolver_name(resolver, e);
  const Name *name = scope_declared(resolver->scope, SPACE_VALUES, text);
  if (!name) {
    int coordinate = resolve_coordinate_of_joint(resolver, text);
    if (coordinate >= 0 && !scope_knows(resolver->scope, SPACE_VALUES, text))
      return resolve_coordinate_value(resolver, coordinate);
    scope_find(resolver->scope, SPACE_VALUES, text, e->span);  // reports the error
    return quantity_none();
  }
  if (name->kind == NAME_LIST) {
    return evaluate_error(resolver, e->span, "write the number of one after it: [1]",
                          "'%s' is a list of %d values", name->text, name->index);
  }
  if (name->kind == NAME_FUNCTION || name->kind == NAME_TABLE) {
    return evaluate_error(resolver, e->span, "a function has an argument: f(x)",
                          "'%s' is a function, not a value", name->text);
  }
  resolve_read_name(resolver, name);
  return name_value(name);
}

// ---- time derivatives

// Substitutes the rates of states and discrete variables; other inputs have no rates. If rates
// cancel in a sum, the result may still contain their symbols; these are replaced by zeros in a
// second pass, which is shorter.
static bool replace_rates(Resolver *resolver, const Node *e, Quantity *rate, bool is_again)
{
  const Mechanism *m = resolver->mechanism;
  int size = quantity_size(rate), used = 0, own = -1;
  if (quantity_stage(rate) < STAGE_INPUT || resolver->memories.count == 0) return true;
  Steps steps = steps_of(rate->at, size);
  const Expr **from = ARENA_ARRAY(resolver->scratch, const Expr *, steps.count + 1);
  const Expr **to = ARENA_ARRAY(resolver->scratch, const Expr *, steps.count + 1);
  for (int i = 0; i < steps.count; i++) {
    const Expr *node = steps.at[i].node;
    const char *name = node->form->op == OP_SYMBOL ? node->form->symbol->name : "";
    size_t length = strlen(name);
    bool is_rate = length > 0 && name[length - 1] == '\'';
    int place = is_rate ? map_find_n(&resolver->memories, name, length - 1) : -1;
    if (place < 0) continue;
    from[used] = node;
    bool is_zero = is_again || place % 2;
    to[used] = is_zero ? expr_integer(resolver->pool, 0) : m->states[place / 2].rate;
    bool is_own = !to[used] && expr_depends_on(rate->at[0], node);
    if (is_own && (own < 0 || place / 2 < own)) own = place / 2;
    used += to[used] != NULL;
  }
  steps_free(&steps);
  if (own >= 0)
    return resolver_error(resolver, e->span, "its rate follows the ':' of its statement",
                          "the rate of '%s' is used where it is not known yet",
                          m->states[own].name);
  if (used == 0) return true;
  expr_substitute_all(rate->at, size, from, to, used, rate->at);
  return is_again || replace_rates(resolver, e, rate, true);
}

// Test for symbols without a time derivative: inputs that are not smooth, and second derivatives of
// any symbol.
static bool has_no_rate(const Resolver *resolver, const Form *form, int stage)
{
  return form->op == OP_SYMBOL &&
         ((int)form->symbol->stage > stage || strstr(form->symbol->name, "''")) &&
         map_find(&resolver->memories, form->symbol->name) < 0;
}

static bool check_rate(Resolver *resolver, const Node *e, const Quantity *value)
{
  const Form *bad = find_form(value, has_no_rate, resolver, STAGE_VELOCITY);
  if (!bad) return true;
  bool is_input = bad->symbol->stage == STAGE_INPUT;
  return resolver_error(resolver, e->span,
                        is_input ? "declare it with 'smooth'" : "second rates are the highest",
                        "'%s' has no time derivative", bad->symbol->name);
}

// Returns the total time derivative of the value.
static Quantity evaluate_rate(Resolver *resolver, const Node *e, Quantity value)
{
  const Quantity second = { .dimension = dimension_of_time() };
  int size = quantity_size(&value);
  if (value.shape == SHAPE_NONE || !check_rate(resolver, e, &value)) return quantity_none();
  expr_time_derivatives(value.at, size, value.at);
  if (!replace_rates(resolver, e, &value, false)) return quantity_none();
  bool is_plain = value.is_plain;
  value.is_plain = false;
  if (is_plain) value.dimension = (Dimension){ 0 };
  if (!is_plain) infer_product(&resolver->inference, &value, &value, &second, -1);
  return value;
}

// ---- signs, comparisons, vectors

static Quantity evaluate_negation(Resolver *resolver, const Node *e)
{
  Quantity quantity = evaluate_part(resolver, e->first);
  for (int i = 0; i < quantity_size(&quantity); i++)
    quantity.at[i] = expr_neg(quantity.at[i]);
  return quantity;
}

Operator node_comparison(const Node *e, bool *is_swapped)
{
  TokenKind mark = (TokenKind)e->last->mark;
  *is_swapped = mark == TOKEN_GREATER || mark == TOKEN_GREATER_EQUAL;
  if (mark == TOKEN_LESS || mark == TOKEN_GREATER) return OP_LT;
  if (mark == TOKEN_LESS_EQUAL || mark == TOKEN_GREATER_EQUAL) return OP_LE;
  return mark == TOKEN_EQUAL ? OP_EQ : OP_NE;
}

static Quantity evaluate_comparison(Resolver *resolver, const Node *e)
{
  Quantity a = evaluate_part(resolver, e->first);
  Quantity b = evaluate_part(resolver, e->last);
  if (a.shape == SHAPE_NONE || b.shape == SHAPE_NONE) return quantity_none();
  if (a.shape != SHAPE_NUMBER || b.shape != SHAPE_NUMBER)
    return evaluate_error(resolver, e->span, NULL, "only numbers can be compared");
  Quantity before = a;
  if (!infer_unify(&resolver->inference, &a, &b)) {
    return evaluate_dimension_error(resolver, e->span, "compare", (Side){ e->first->span, &before },
                                    (Side){ e->last->span, &b });
  }
  bool is_swapped;
  Operator op = node_comparison(e, &is_swapped);
  return quantity_plain(is_swapped ? expr_call2(op, b.at[0], a.at[0])
                                   : expr_call2(op, a.at[0], b.at[0]));
}

// Stores part number `index`, a number or a row, in the vector or matrix.
static bool put_part(Resolver *resolver, Quantity *all, int index, const Quantity *part, Span span,
                     Span before_span)
{
  Quantity before = *all;
  Shape shape = part->shape == SHAPE_NUMBER ? SHAPE_VECTOR : SHAPE_MATRIX;
  if (part->shape == SHAPE_MATRIX || (index > 0 && shape != all->shape))
    return resolver_error(resolver, span, NULL,
                          "a vector has numbers only, a matrix rows of three");
  if (!infer_unify(&resolver->inference, all, part)) {
    evaluate_dimension_error(resolver, span, "make a vector", (Side){ before_span, &before },
                             (Side){ span, part });
    return false;
  }
  all->shape = shape;
  if (part->bits > all->bits) all->bits = part->bits;
  int size = quantity_size(part);
  for (int i = 0; i < size; i++)
    all->at[index * size + i] = part->at[i];
  return true;
}

// Returns the unit after a vector if all components are plain numbers.
const UnitFactor *evaluate_shared_unit(const Node *vector)
{
  const Node *part = vector->first;
  while (part && part->kind == NODE_NUMBER && !part->has_unit)
    part = part->next;
  return part ? NULL : node_unit(vector);
}

static Quantity evaluate_vector(Resolver *resolver, const Node *e)
{
  Quantity vector = { .is_plain = true };
  bool is_good = true;
  int index = 0;
  if (e->count != 3 && e->first->kind == NODE_VECTOR)
    return evaluate_error(resolver, e->span, NULL, "a matrix has three rows, not %d", e->count);
  if (e->count != 3) {
    return evaluate_error(resolver, e->span, "for a plane, the third is 0; decimals follow a point",
                          "a vector has three components, not %d", e->count);
  }
  const UnitFactor *unit = evaluate_shared_unit(e);
  if (unit && !evaluate_unit(resolver, unit)) return quantity_none();
  Span before = e->first->span;  // span of the parts so far
  for (const Node *part = e->first; part; part = part->next) {
    Quantity value = unit ? evaluate_number(resolver, part, unit) : evaluate_part(resolver, part);
    is_good = is_good && value.shape != SHAPE_NONE &&
              put_part(resolver, &vector, index++, &value, part->span, before);
    before.length = part->span.start + part->span.length - before.start;
  }
  if (!is_good) return quantity_none();
  return e->has_unit && !unit ? evaluate_with_unit(resolver, vector, e->unit) : vector;
}

static Quantity evaluate_component(Resolver *resolver, const Node *e)
{
  Quantity part = evaluate_part(resolver, e->first);
  if (part.shape == SHAPE_NONE) return part;
  if (part.shape != SHAPE_VECTOR) {
    return evaluate_error(resolver, e->span, NULL, "'.%c' is a component of a vector, not of %s",
                          span_bytes(node_text(e))[0], shape_text(part.shape));
  }
  part.shape = SHAPE_NUMBER;
  part.at[0] = part.at[node_component(e)];
  return part;
}

// ---- any expression

static Quantity evaluate_any(Resolver *resolver, const Node *e)
{
  switch ((NodeKind)e->kind) {
  case NODE_NUMBER: return evaluate_number(resolver, e, node_unit(e));
  case NODE_NAME: return evaluate_name(resolver, e);
  case NODE_SUM: return evaluate_sum(resolver, e);
  case NODE_PRODUCT: return evaluate_product(resolver, e);
  case NODE_POWER: return evaluate_power(resolver, e);
  case NODE_NEGATE: return evaluate_negation(resolver, e);
  case NODE_COMPARE: return evaluate_comparison(resolver, e);
  case NODE_CALL: return evaluate_call(resolver, e);
  case NODE_VECTOR: return evaluate_vector(resolver, e);
  case NODE_AXES: return evaluate_motion(resolver, e->first, e->last);
  case NODE_COMPONENT: return evaluate_component(resolver, e);
  case NODE_PLACE:
    return evaluate_error(resolver, e->span, "'position([x, y, z] on F)' is its position",
                          "a place is not a value");
  default: break;
  }
  assert(false && "the parser gives values only");
  return quantity_none();
}

Quantity evaluate_part(Resolver *resolver, const Node *e)
{
  Quantity quantity = evaluate_any(resolver, e);
  for (int i = 0; i < e->primes; i++)
    quantity = evaluate_rate(resolver, e, quantity);
  if (quantity_is_undefined(&quantity))
    return evaluate_error(resolver, e->span, NULL, "this expression has no value");
  bool is_dear = e->primes > 0 || e->kind == NODE_CALL || e->kind == NODE_AXES;
  if (is_dear && expression_is_given(e))
    *given_place(resolver, e) = (CachedOperand){ e, resolver->expression, quantity };
  return quantity;
}

static bool is_beyond_doubles(const Resolver *resolver, const Form *form, int stage)
{
  (void)resolver, (void)stage;
  return form->op == OP_NUMBER && !isfinite(fmpq_get_d(form->number));
}

Quantity evaluate(Resolver *resolver, const Node *e)
{
  enum { BITS_OF_DOUBLES = 1023 };
  long outer = resolver->expression;
  resolver->expression = ++resolver->expression_count;
  resolver->inference.place = e->span;
  Quantity quantity = evaluate_part(resolver, e);
  bool may_be_beyond = quantity.bits > BITS_OF_DOUBLES;
  bool is_beyond = may_be_beyond && find_form(&quantity, is_beyond_doubles, resolver, 0);
  bool is_known = is_beyond || quantity.shape == SHAPE_NONE || resolver->is_proved;
  bool is_right = is_known || expression_is_right(resolver, e, &quantity);
  resolver->expression = outer;
  if (is_beyond)
    return evaluate_error(resolver, e->span, "numbers reach from 2.3e-308 to 1.7e308",
                          "numbers in this expression are beyond what can be computed with");
  if (is_right) return quantity;
  diagnostics_add(resolver->diagnostics, SEVERITY_INTERNAL, e->span, "please report it",
                  "bielle misread this expression: its value is not that of the text");
  return quantity_none();
}
