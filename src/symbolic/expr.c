// expr.c -- table of operators, numbers, symbols, names, and predicates.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "base/text/text.h"
#include "symbolic/steps.h"
#include "symbolic/pool.h"
#include "symbolic/field/fingerprint.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- operators

const OperatorInfo OPERATORS[OP_COUNT] = {
#define OPERATOR(NAME, arity, precedence, text, c, latex, cost)                                    \
  { #NAME, arity, precedence, text, c, latex, cost },
#include "symbolic/operators.def"
};

Operator operator_of_function(const char *text, size_t length)
{
  for (int op = OP_SQRT; op < OP_COUNT; op++) {
    const OperatorInfo *info = &OPERATORS[op];
    if (!text_is(info->text, text, length)) continue;
    if (info->precedence == PREC_CALL && op != OP_TABLE) return (Operator)op;
  }
  return OP_COUNT;
}

// ---- numbers

const Expr *expr_integer(Pool *pool, long value)
{
  if (value == 1 && pool->one) return pool->one;
  return value == 0 && pool->zero ? pool->zero : expr_rational(pool, value, 1);
}

const Expr *expr_rational(Pool *pool, long numerator, long denominator)
{
  assert(denominator != 0);
  fmpq_t number;
  fmpq_init(number);
  fmpz_set_si(fmpq_numref(number), numerator);
  fmpz_set_si(fmpq_denref(number), denominator);
  fmpq_canonicalise(number);
  const Expr *node = pool_number(pool, number);
  fmpq_clear(number);
  return node;
}

const Expr *expr_fraction(Pool *pool, const fmpq_t value)
{
  fmpq_t number;
  fmpq_init(number);
  fmpq_set(number, value);
  const Expr *node = pool_number(pool, number);
  fmpq_clear(number);
  return node;
}

// Reads "12.5" if its digits fit into a machine word.
static bool is_short_decimal(const char *text, size_t length, long *digits, long *power_of_ten)
{
  enum { MOST = 18 };
  bool after_point = false;
  *digits = 0;
  *power_of_ten = 1;
  for (size_t i = 0; i < length && length <= MOST; i++) {
    if (text[i] == '.') {
      after_point = true;
    } else if (text[i] >= '0' && text[i] <= '9') {
      *digits = 10 * *digits + (text[i] - '0');
      if (after_point) *power_of_ten *= 10;
    } else {
      return false;
    }
  }
  return length <= MOST;
}

// Reads "12.5e-3" as the integer formed by its digits, times a power of ten.
const Expr *expr_decimal(Pool *pool, const char *text, size_t length)
{
  long whole, power_of_ten;
  if (is_short_decimal(text, length, &whole, &power_of_ten)) {
    return expr_rational(pool, whole, power_of_ten);
  }
  char *digits = memory_new(length + 2, 1);
  size_t digit_count = 0;
  long exponent = 0;
  size_t i = 0;
  bool after_point = false;
  for (; i < length && text[i] != 'e' && text[i] != 'E'; i++) {
    if (text[i] == '.') {
      after_point = true;
    } else {
      digits[digit_count++] = text[i];
      exponent -= after_point;
    }
  }
  if (i < length) {  // the text may continue after the number
    char *written = memory_new(length - i, 1);
    memcpy(written, text + i + 1, length - i - 1);
    exponent += strtol(written, NULL, 10);
    free(written);
  }
  fmpq_t number;
  fmpz_t power;
  fmpq_init(number);
  fmpz_init_set_ui(power, 10);
  fmpz_set_str(fmpq_numref(number), digit_count > 0 ? digits : "0", 10);
  fmpz_pow_ui(power, power, (ulong)labs(exponent));
  if (exponent < 0) {
    fmpq_div_fmpz(number, number, power);
  } else {
    fmpq_mul_fmpz(number, number, power);
  }
  const Expr *node = pool_number(pool, number);
  fmpz_clear(power);
  fmpq_clear(number);
  free(digits);
  return node;
}

const Expr *expr_decimal_times(const char *text, size_t length, const Expr *number)
{
  Pool *pool = expr_pool(number);
  long whole, power_of_ten;
  if (!is_short_decimal(text, length, &whole, &power_of_ten))
    return expr_mul(number, expr_decimal(pool, text, length));
  fmpq_t product;
  fmpq_init(product);
  fmpq_set_si(product, whole, (ulong)power_of_ten);
  fmpq_mul(product, product, number->form->number);
  const Expr *node = pool_number(pool, product);
  fmpq_clear(product);
  return node;
}

const Expr *expr_pi(Pool *pool) { return pool->pi; }

const Expr *expr_undefined(Pool *pool) { return pool->undefined; }

// ---- symbols

// Symbols need no separate table: their fingerprint is a hash of their name.
static const Expr *find_symbol(const Pool *pool, const char *name, const Fingerprint *value)
{
  const Expr *negative, *node = pool_table_find(pool, value, &negative);
  bool is_found =
      node && node->form->op == OP_SYMBOL && strcmp(node->form->symbol->name, name) == 0;
  return is_found ? node : NULL;
}

static const Expr *symbol_at(Pool *pool, const char *name, Stage stage, int index,
                             int pending_rate_count)
{
  Fingerprint value = fingerprint_of_symbol(pool->seed, name);
  const Expr *known = find_symbol(pool, name, &value);
  if (known) {
    assert(known->form->symbol->stage == stage && "one symbol, one stage");
    return known;
  }
  Form form = { .symbol = { { .name = arena_copy_text(pool->names, name, strlen(name)),
                              .stage = (uint8_t)stage,
                              .pending_rate_count = (uint8_t)pending_rate_count,
                              .index = index } },
                .op = OP_SYMBOL,
                .stage = (uint8_t)stage };
  if (index == pool->symbol_count) pool->symbol_count += 1 + pending_rate_count;
  return pool_add(pool, value, &form);
}

const Expr *expr_symbol(Pool *pool, const char *name, Stage stage)
{
  return symbol_at(pool, name, stage, pool->symbol_count, 0);
}

const Expr *expr_coordinate(Pool *pool, const char *name)
{
  enum { RATES = 2 };
  return symbol_at(pool, name, STAGE_POSITION, pool->symbol_count, RATES);
}

const Expr *expr_find_symbol(Pool *pool, const char *name)
{
  Fingerprint value = fingerprint_of_symbol(pool->seed, name);
  return find_symbol(pool, name, &value);
}

int pool_symbol_count(const Pool *pool) { return pool->symbol_count; }

const Expr *pool_next_symbol(const Pool *pool, const Expr *last)
{
  for (uint32_t id = last ? last->id + 1 : 0; id < pool->node_count; id++) {
    const Expr *node = pool_node(pool, id);
    if (node->form->op == OP_SYMBOL) return node;
  }
  return NULL;
}

static Stage rate_stage(Stage stage)
{
  if (stage == STAGE_POSITION) return STAGE_VELOCITY;
  if (stage == STAGE_VELOCITY) return STAGE_ACCELERATION;
  if (stage == STAGE_TIME) return STAGE_TIME;
  return STAGE_INPUT;  // rates beyond accelerations and rates of inputs are external inputs
}

const Expr *expr_rate(const Expr *e)
{
  assert(e->form->op == OP_SYMBOL);
  const Symbol *symbol = e->form->symbol;
  if (symbol->stage == STAGE_PARAMETER) return expr_pool(e)->zero;
  if (symbol->stage == STAGE_TIME && strcmp(symbol->name, "t") == 0) return expr_pool(e)->one;
  if (!symbol->rate) {
    Text name = { 0 };
    text_put(&name, symbol->name);
    text_put_char(&name, '\'');
    bool has_place = symbol->pending_rate_count > 0;
    expr_set_rate(e, symbol_at(expr_pool(e), text_string(&name), rate_stage(symbol->stage),
                               has_place ? symbol->index + 1 : expr_pool(e)->symbol_count,
                               has_place ? symbol->pending_rate_count - 1 : 0));
    text_free(&name);
  }
  return symbol->rate;
}

void expr_set_rate(const Expr *symbol, const Expr *rate)
{
  assert(symbol->form->op == OP_SYMBOL && rate->form->op == OP_SYMBOL);
  pool_node(expr_pool(symbol), symbol->id)->first.symbol->rate = rate;
}

// ---- names

// The name becomes the form of the node, so that expressions built from it before show the name,
// too; its old form moves to a hidden node, the definition. The definition is frozen: a form found
// later for a part of it could use the name, and the name would then be defined by itself.
const Expr *expr_name(const char *name, const Expr *value)
{
  if (expr_arity(value) == 0 || value->form->op == OP_NAMED) return value;
  Pool *pool = expr_pool(value);
  const Expr *definition = pool_add_hidden(pool, expr_value(value), value->form);
  pool_freeze(definition);
  Form form = form_make(OP_NAMED, &definition);
  form.named.name = arena_copy_text(pool->names, name, strlen(name));
  form.cost = 0;
  pool_set_form(value, &form);
  pool->has_names = true;
  return value;
}

const Expr *pool_find_name(const Pool *pool, Fingerprint value)
{
  const Expr *negative;
  if (!pool->has_names) return NULL;
  const Expr *node = pool_table_find(pool, &value, &negative);
  return node && node->form->op == OP_NAMED ? node : NULL;
}

// ---- predicates

bool expr_is_zero(const Expr *e) { return e == expr_pool(e)->zero; }

bool expr_is_one(const Expr *e) { return e == expr_pool(e)->one; }

bool expr_is_integer(const Expr *e, long value)
{
  return expr_is_number(e) && fmpz_is_one(fmpq_denref(e->form->number)) &&
         fmpz_equal_si(fmpq_numref(e->form->number), value);
}

bool expr_same_value(const Expr *a, const Expr *b)
{
  assert(expr_pool(a)->seed == expr_pool(b)->seed && "fingerprints of one seed only");
  return fingerprint_equal(expr_value(a), expr_value(b));
}

bool expr_is_multiple(const Expr *a, const Expr *b, long numerator, long denominator)
{
  Fingerprint left = fingerprint_mul(expr_value(a), fingerprint_of_integer(denominator));
  return fingerprint_equal(left, fingerprint_mul(expr_value(b), fingerprint_of_integer(numerator)));
}

int expr_number_sign(const Expr *number)
{
  assert(expr_is_number(number));
  return fmpq_sgn(number->form->number);
}

// The form may contain a symbol that the value does not depend on; steps_depend_on() changes the
// symbol to test this.
bool expr_depends_on(const Expr *e, const Expr *symbol)
{
  if (symbol->form->stage > e->form->stage) return false;
  if (expr_arity(e) == 0) return e == symbol;
  Steps steps = steps_of(&e, 1);
  bool is_in_form = steps_contain(&steps, symbol);
  bool depends = is_in_form && steps_depend_on(&steps, symbol);
  steps_free(&steps);
  return depends;
}
