// tape.c -- a traversal of the forms and a switch over the operators.
// SPDX-License-Identifier: MIT
#include "witness/tape.h"

#include "base/memory/map.h"
#include "base/memory/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct TapeStep {
  const Expr *node;
  Operator op;
  int arg[MAX_ARITY];  // tape indices; for a symbol, its number first
  Ball number;         // OP_NUMBER
} TapeStep;

struct Tape {
  TapeStep *steps;
  int count;
  int capacity;
  int *slots;  // hash table by node address: index of the node + 1, 0 if empty
  int slot_count;
  const char **symbols;
  int symbol_count;
  Map symbol_index;
  const TapeAlias *aliases;
  int alias_count;
};

// ---- what an expression is made of

static const Expr *alias_of(const Tape *tape, const Expr *e)
{
  for (int i = 0; e->form->op == OP_SYMBOL && i < tape->alias_count; i++) {
    if (strcmp(tape_name_of(tape->aliases[i].symbol), tape_name_of(e)) == 0) {
      return tape->aliases[i].meaning;
    }
  }
  return NULL;
}

static Operator operator_of(const Tape *tape, const Expr *e)
{
  return alias_of(tape, e) ? OP_NAMED : (Operator)e->form->op;
}

static const Expr *argument_of(const Tape *tape, const Expr *e, int k)
{
  const Expr *meaning = alias_of(tape, e);
  if (meaning) return meaning;
  return e->form->op == OP_NAMED ? e->form->named.definition : e->form->arg[k];
}

const char *tape_name_of(const Expr *symbol) { return symbol->form->symbol->name; }

static Ball number_of(const Expr *e)
{
  Ball x;
  arb_init(&x);
  arb_set_fmpq(&x, e->form->number, BALL_BITS);
  return ball_settled(x);
}

// ---- the list

static size_t slot_of(const Tape *tape, const Expr *e)
{
  size_t mask = (size_t)tape->slot_count - 1;
  size_t slot = (size_t)(((uintptr_t)e >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 20) & mask;
  while (tape->slots[slot] != 0 && tape->steps[tape->slots[slot] - 1].node != e)
    slot = (slot + 1) & mask;
  return slot;
}

static int find_node(const Tape *tape, const Expr *e) { return tape->slots[slot_of(tape, e)] - 1; }

static void grow(Tape *tape)
{
  enum { FIRST = 256 };
  tape->capacity = tape->capacity ? 2 * tape->capacity : FIRST;
  tape->steps = memory_grow(tape->steps, (size_t)tape->capacity, sizeof tape->steps[0]);
  tape->slot_count = 4 * tape->capacity;
  free(tape->slots);
  tape->slots = memory_new((size_t)tape->slot_count, sizeof tape->slots[0]);
  for (int i = 0; i < tape->count; i++)
    tape->slots[slot_of(tape, tape->steps[i].node)] = i + 1;
}

static int symbol_number(Tape *tape, const char *name)
{
  int found = map_find(&tape->symbol_index, name);
  if (found >= 0) return found;
  tape->symbols =
      memory_grow(tape->symbols, (size_t)tape->symbol_count + 1, sizeof tape->symbols[0]);
  tape->symbols[tape->symbol_count] = name;
  map_put(&tape->symbol_index, name, tape->symbol_count);
  return tape->symbol_count++;
}

// Appends a node; all its arguments must already be on the tape.
static void append(Tape *tape, const Expr *e)
{
  if (tape->count == tape->capacity) grow(tape);
  TapeStep step = { .node = e, .op = operator_of(tape, e), .arg = { -1, -1, -1 } };
  if (step.op == OP_NUMBER) {
    step.number = number_of(e);
  } else if (step.op == OP_SYMBOL) {
    step.arg[0] = symbol_number(tape, tape_name_of(e));
  } else {
    for (int k = 0; k < operator_info(step.op)->arity; k++)
      step.arg[k] = find_node(tape, argument_of(tape, e, k));
  }
  tape->steps[tape->count] = step;
  tape->slots[slot_of(tape, e)] = ++tape->count;
}

typedef struct Stack {
  const Expr **items;
  int count;
  int capacity;
} Stack;

static void push(Stack *stack, const Expr *e)
{
  if (stack->count == stack->capacity) {
    stack->capacity = 2 * stack->capacity + 64;
    stack->items = memory_grow(stack->items, (size_t)stack->capacity, sizeof stack->items[0]);
  }
  stack->items[stack->count++] = e;
}

// Depth-first traversal without recursion: a node stays on the stack until its arguments are on the
// tape.
static void append_all(Tape *tape, const Expr *root, Stack *stack)
{
  push(stack, root);
  while (stack->count > 0) {
    const Expr *e = stack->items[stack->count - 1];
    bool is_ready = true;
    if (find_node(tape, e) < 0) {
      for (int k = operator_info(operator_of(tape, e))->arity - 1; k >= 0; k--) {
        const Expr *argument = argument_of(tape, e, k);
        if (find_node(tape, argument) >= 0) continue;
        push(stack, argument);
        is_ready = false;
      }
      if (is_ready) append(tape, e);
    }
    if (is_ready) stack->count--;
  }
}

Tape *tape_new(const Expr *const roots[], int count, const TapeAlias aliases[], int alias_count)
{
  Tape *tape = memory_new(1, sizeof *tape);
  Stack stack = { 0 };
  tape->aliases = aliases;
  tape->alias_count = alias_count;
  grow(tape);
  for (int i = 0; i < count; i++) {
    if (roots[i]) append_all(tape, roots[i], &stack);
  }
  free(stack.items);
  return tape;
}

void tape_free(Tape *tape)
{
  if (!tape) return;
  map_free(&tape->symbol_index);
  free(tape->symbols);
  free(tape->slots);
  free(tape->steps);
  free(tape);
}

int tape_length(const Tape *tape) { return tape->count; }

int tape_place(const Tape *tape, const Expr *e)
{
  int place = find_node(tape, e);
  assert(place >= 0 && "the tape was made of it");
  return place;
}

int tape_symbol_count(const Tape *tape) { return tape->symbol_count; }

const char *tape_symbol_name(const Tape *tape, int symbol) { return tape->symbols[symbol]; }

bool tape_depends_on(const Tape *tape, const Expr *e, const char *symbol_name)
{
  int symbol = map_find(&tape->symbol_index, symbol_name), place = tape_place(tape, e);
  if (symbol < 0) return false;
  bool *depends = memory_new((size_t)place + 1, sizeof *depends);
  for (int i = 0; i <= place; i++) {
    const TapeStep *step = &tape->steps[i];
    bool is_leaf = step->op == OP_SYMBOL;
    depends[i] = is_leaf && step->arg[0] == symbol;
    for (int k = 0; !is_leaf && k < MAX_ARITY && step->arg[k] >= 0; k++)
      depends[i] = depends[i] || depends[step->arg[k]];
  }
  bool result = depends[place];
  free(depends);
  return result;
}

// Leaves and arithmetic operators are listed before the functions.
static bool has_law(Operator op)
{
  return op < OP_SQRT || op == OP_SIN || op == OP_COS || op == OP_TAN;
}

// A power with a non-integer exponent is also such a function.
static bool is_lawless(const Tape *tape, const TapeStep *step)
{
  if (step->op != OP_POW) return !has_law(step->op);
  const TapeStep *exponent = &tape->steps[step->arg[1]];
  return exponent->op != OP_NUMBER || !arb_is_int(&exponent->number);
}

int tape_nonalgebraic_functions(const Tape *tape, const char *names[])
{
  bool is_there[OP_COUNT] = { false };
  int count = 0;
  for (int i = 0; i < tape->count; i++)
    is_there[tape->steps[i].op] |= is_lawless(tape, &tape->steps[i]);
  for (int op = 0; op < OP_COUNT; op++) {
    if (is_there[op]) names[count++] = operator_info((Operator)op)->text;
  }
  return count;
}

// ---- numbers

static Jet truth(bool is_true, bool is_false, int order)
{
  return is_true || is_false ? jet_of_integer(is_true, order) : jet_unknown(order);
}

static Jet compare(Operator op, const Jet *a, const Jet *b)
{
  const Ball *x = &a->at[0], *y = &b->at[0];
  bool are_equal = arb_is_exact(x) && arb_equal(x, y), differ = !arb_overlaps(x, y);
  switch (op) {
  case OP_LT: return truth(arb_lt(x, y), arb_ge(x, y), a->order);
  case OP_LE: return truth(arb_le(x, y), arb_gt(x, y), a->order);
  case OP_EQ: return truth(are_equal, differ, a->order);
  default: return truth(differ, are_equal, a->order);
  }
}

static Jet choose(const Jet *condition, const Jet *then, const Jet *otherwise)
{
  if (ball_is_zero(condition->at[0])) return *otherwise;
  return arb_contains_zero(&condition->at[0]) ? jet_unknown(then->order) : *then;
}

static Jet apply(Operator op, const Jet a[], int order)
{
  switch (op) {
  case OP_NAMED: return a[0];
  case OP_ADD: return jet_add(a[0], a[1]);
  case OP_SUB: return jet_sub(a[0], a[1]);
  case OP_NEG: return jet_neg(a[0]);
  case OP_MUL: return jet_mul(a[0], a[1]);
  case OP_DIV: return jet_div(a[0], a[1]);
  case OP_POW: return jet_pow(a[0], a[1]);
  case OP_SQRT: return jet_sqrt(a[0]);
  case OP_SIN: return jet_sin(a[0]);
  case OP_COS: return jet_cos(a[0]);
  case OP_TAN: return jet_tan(a[0]);
  case OP_ASIN: return jet_asin(a[0]);
  case OP_ACOS: return jet_acos(a[0]);
  case OP_ATAN: return jet_atan(a[0]);
  case OP_ATAN2: return jet_atan2(a[0], a[1]);
  case OP_EXP: return jet_exp(a[0]);
  case OP_LOG: return jet_log(a[0]);
  case OP_SINH: return jet_sinh(a[0]);
  case OP_COSH: return jet_cosh(a[0]);
  case OP_TANH: return jet_tanh(a[0]);
  case OP_ABS: return jet_abs(a[0]);
  case OP_SIGN: return jet_sign(a[0]);
  case OP_FLOOR: return jet_floor(a[0]);
  case OP_MIN: return jet_min(a[0], a[1]);
  case OP_MAX: return jet_max(a[0], a[1]);
  case OP_LT:
  case OP_LE:
  case OP_EQ:
  case OP_NE: return compare(op, &a[0], &a[1]);
  case OP_IF: return choose(&a[0], &a[1], &a[2]);
  case OP_PI: {
    Ball pi;
    arb_init(&pi);
    arb_const_pi(&pi, BALL_BITS);
    return jet_constant(pi, order);
  }
  case OP_NUMBER:
  case OP_SYMBOL:
  case OP_POINTS:
  case OP_TABLE:
  case OP_UNDEFINED:
  case OP_COUNT: break;
  }
  return jet_unknown(order);
}

Jet tape_value(const Ball values[], int place, int order)
{
  Jet jet = { .order = order };
  for (int i = 0; i <= order; i++)
    jet.at[i] = values[place * (order + 1) + i];
  return jet;
}

static Jet value_of_step(const Tape *tape, const TapeStep *step, const Jet symbols[], int order,
                         const Ball values[])
{
  if (step->op == OP_NUMBER) return jet_constant(step->number, order);
  if (step->op == OP_SYMBOL) return symbols[step->arg[0]];
  Jet args[MAX_ARITY] = { 0 };
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
    args[k] = tape_value(values, step->arg[k], order);
  if (step->op != OP_TABLE) return apply(step->op, args, order);
  const Form *points = tape->steps[step->arg[1]].node->form;
  return jet_table(points->points.table, points->points.order, args[0]);
}

void tape_run(const Tape *tape, const Jet symbols[], int order, Ball values[])
{
  for (int i = 0; i < tape->count; i++) {
    Jet value = value_of_step(tape, &tape->steps[i], symbols, order, values);
    for (int k = 0; k <= order; k++)
      values[i * (order + 1) + k] = value.at[k];
  }
}
