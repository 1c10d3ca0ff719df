// sample.c -- see sample.h.
// SPDX-License-Identifier: MIT
#include "sample.h"

#include "base/memory/memory.h"
#include "symbolic/literal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- equations

static Variable *variables(Arena *arena, Pool *pool, const char *letter, Stage stage,
                           const Expr *symbols[])
{
  Variable *list = ARENA_ARRAY(arena, Variable, SAMPLE_VARIABLES);
  for (int i = 0; i < SAMPLE_VARIABLES; i++) {
    symbols[i] = expr_symbol(pool, arena_format(arena, "%s%d", letter, i + 1), stage);
    list[i] = (Variable){ .name = symbols[i]->form->symbol->name, .symbol = symbols[i] };
  }
  return list;
}

Sample *sample_new(void)
{
  Sample *sample = memory_new(1, sizeof *sample);
  Equations *equations = &sample->equations;
  Arena *arena = arena_new();
  sample->pool = pool_new(7);
  *equations = (Equations){ .arena = arena, .pool = sample->pool, .name = "sample", .title = "" };
  equations->parameters = variables(arena, sample->pool, "p", STAGE_PARAMETER, sample->p);
  equations->coordinates = variables(arena, sample->pool, "q", STAGE_POSITION, sample->q);
  equations->inputs = variables(arena, sample->pool, "u", STAGE_INPUT, sample->u);
  equations->parameter_count = equations->coordinate_count = SAMPLE_VARIABLES;
  equations->input_count = SAMPLE_VARIABLES;
  for (int i = 0; i < SAMPLE_VARIABLES; i++) {
    sample->qd[i] = expr_rate(sample->q[i]);
    sample->qdd[i] = expr_rate(sample->qd[i]);
  }
  sample->t = expr_symbol(sample->pool, "t", STAGE_TIME);
  equations->quantities = ARENA_ARRAY(arena, Quantity, SAMPLE_QUANTITIES);
  return sample;
}

void sample_free(Sample *sample)
{
  pool_free(sample->pool);
  arena_free(sample->equations.arena);
  free(sample);
}

void sample_add(Sample *sample, const char *key, int rows, int columns, const Expr *const entries[])
{
  Equations *equations = &sample->equations;
  Quantity *quantity = &equations->quantities[equations->quantity_count++];
  size_t size = (size_t)rows * (size_t)columns;
  *quantity = (Quantity){ .key = key, .function = key, .title = "", .unit = "" };
  quantity->rows = rows;
  quantity->columns = columns;
  quantity->entries = ARENA_ARRAY(equations->arena, const Expr *, size);
  memcpy(quantity->entries, entries, size * sizeof(const Expr *));
}

void sample_set(Sample *sample, const Expr *entry)
{
  sample->equations.quantity_count = 0;
  sample_add(sample, "y", 1, 1, &entry);
}

Program *sample_program(const Sample *sample, const char *key)
{
  Text why = { 0 };
  Program *program = program_new(&sample->equations, &key, 1, &why);
  if (!program) fail_msg("%s", text_string(&why));
  text_free(&why);
  return program;
}

Program *sample_program_with(const Sample *sample, const char *key, ProgramPasses passes)
{
  Text why = { 0 };
  Program *program = program_lower_with(&sample->equations, &key, 1, passes, &why);
  if (!program) fail_msg("%s", text_string(&why));
  text_free(&why);
  return program;
}

ProgramPasses sample_one_pass(const ProgramPass *pass)
{
  return (ProgramPasses){ pass, 1, 1, false };
}

// ---- random things

uint64_t sample_random(uint64_t *state)
{
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

double sample_random_number(uint64_t *state)
{
  double size = 0.1 + 1.9 * (double)(sample_random(state) >> 11) * 0x1p-53;
  return sample_random(state) & 1 ? size : -size;
}

static const Expr *random_leaf(const Sample *sample, uint64_t *state)
{
  size_t i = sample_random(state) % SAMPLE_VARIABLES;
  switch (sample_random(state) % 9) {
  case 0: return expr_integer(sample->pool, (long)(sample_random(state) % 5) + 2);
  case 1: return expr_rational(sample->pool, (long)(sample_random(state) % 9) - 4, 3);
  case 2: return sample->q[i];
  case 3: return sample->qd[i];
  case 4: return sample->qdd[i];
  case 5: return sample->u[i];
  case 6: return expr_call(OP_SQRT, expr_integer(sample->pool, (long)i + 2));
  default: return sample->p[i];
  }
}

// Functions whose values and slopes stay moderate, and angles that are linear forms.
static const Expr *random_function(const Sample *sample, uint64_t *state, const Expr *a,
                                   const Expr *b)
{
  const Expr *one = expr_integer(sample->pool, 1);
  const Expr *square = expr_mul(a, a);
  const Expr *eighth = expr_mul(expr_rational(sample->pool, 1, 8), expr_pi(sample->pool));
  switch (sample_random(state) % 9) {
  case 0: return expr_call(OP_SIN, a);
  case 1: return expr_call(OP_COS, expr_sub(a, b));
  case 2: return expr_call(OP_SIN, expr_add(sample->q[0], sample->q[1]));
  case 3: return expr_call(OP_COS, expr_add(expr_add(sample->q[0], sample->q[1]), eighth));
  case 4: return expr_call(OP_SQRT, expr_add(one, square));
  case 5: return expr_div(b, expr_add(one, square));
  case 6: return expr_call(OP_ATAN, a);
  case 7: return expr_call2(OP_MIN, a, b);
  default: return expr_if(expr_call2(OP_LT, sample->q[0], sample->q[1]), a, b);
  }
}

const Expr *sample_expression(const Sample *sample, uint64_t *state, int size, bool has_functions)
{
  enum { KEPT = 12 };
  const Expr *kept[KEPT];
  for (int i = 0; i < KEPT; i++)
    kept[i] = random_leaf(sample, state);
  const Expr *last = kept[0], *total = kept[1];
  for (int i = 0; i < size; i++) {
    const Expr *a = kept[sample_random(state) % KEPT], *b = kept[sample_random(state) % KEPT];
    uint64_t choice = sample_random(state) % (has_functions ? 10 : 8);
    if (choice < 3) last = expr_mul(a, b);
    if (choice >= 3 && choice < 6) last = expr_add(last, expr_mul(a, b));
    if (choice == 6) last = expr_sub(a, b);
    if (choice == 7) last = expr_neg(expr_add(expr_mul(last, a), b));
    if (choice > 7) last = random_function(sample, state, a, b);
    if (sample_random(state) % 16 == 0) {
      char name[32];
      snprintf(name, sizeof name, "n%d", i);
      last = expr_name(name, last);
    }
    kept[sample_random(state) % KEPT] = last;
    total = expr_add(total, last);
    // fresh leaves keep degrees, and with them the numbers, moderate
    for (int k = 0; k < 2; k++) {
      const Expr *leaf = random_leaf(sample, state);
      kept[sample_random(state) % KEPT] = leaf;
    }
  }
  return expr_add(total, last);
}

SampleState sample_state(uint64_t *random)
{
  SampleState state;
  for (int i = 0; i < SAMPLE_VARIABLES; i++) {
    state.p[i] = sample_random_number(random);
    state.q[i] = sample_random_number(random);
    state.qd[i] = sample_random_number(random);
    state.qdd[i] = sample_random_number(random);
    state.u[i] = sample_random_number(random);
  }
  state.t = sample_random_number(random);
  return state;
}

void sample_evaluate(const Program *program, const SampleState *state, double out[])
{
  double *registers = memory_new((size_t)program_register_count(program), sizeof registers[0]);
  ProgramState at = { .parameters = state->p,
                      .q = state->q,
                      .qd = state->qd,
                      .qdd = state->qdd,
                      .inputs = state->u,
                      .time = state->t };
  program_evaluate(program, &at, registers, &out);
  free(registers);
}

void sample_assert_near(double value, double expected, double tolerance)
{
  if (fabs(value - expected) <= tolerance) return;
  fail_msg("%.17g is not %.17g +- %.3g", value, expected, tolerance);
}

// ---- estimates

static double symbol_number(const Sample *sample, const Expr *e, const SampleState *state)
{
  for (int i = 0; i < SAMPLE_VARIABLES; i++) {
    if (e == sample->p[i]) return state->p[i];
    if (e == sample->q[i]) return state->q[i];
    if (e == sample->qd[i]) return state->qd[i];
    if (e == sample->qdd[i]) return state->qdd[i];
    if (e == sample->u[i]) return state->u[i];
  }
  assert_ptr_equal(e, sample->t);
  return state->t;
}

static Estimate estimate_operation(Operator op, Estimate a, Estimate b)
{
  double size = fabs(a.value) + fabs(b.value), both = a.error + b.error;
  double cross = fabs(a.value) * b.error + fabs(b.value) * a.error;
  double a2 = a.value * a.value;
  switch (op) {
  case OP_ADD: return (Estimate){ a.value + b.value, both + size * DBL_EPSILON };
  case OP_SUB: return (Estimate){ a.value - b.value, both + size * DBL_EPSILON };
  case OP_NEG: return (Estimate){ -a.value, a.error };
  case OP_MUL:
    return (Estimate){ a.value * b.value, cross + fabs(a.value * b.value) * DBL_EPSILON };
  case OP_DIV: {
    double quotient = a.value / b.value;
    double relative = a.error + fabs(quotient) * b.error;
    return (Estimate){ quotient, relative / fabs(b.value) + 2 * fabs(quotient) * DBL_EPSILON };
  }
  case OP_SQRT: return (Estimate){ sqrt(a.value), a.error / sqrt(a.value) + DBL_EPSILON };
  case OP_SIN: return (Estimate){ sin(a.value), a.error + DBL_EPSILON };
  case OP_COS: return (Estimate){ cos(a.value), a.error + DBL_EPSILON };
  case OP_ATAN: return (Estimate){ atan(a.value), a.error / (1 + a2) + DBL_EPSILON };
  case OP_ABS: return (Estimate){ fabs(a.value), a.error };
  case OP_MIN: return (Estimate){ a.value < b.value ? a.value : b.value, both };
  case OP_MAX: return (Estimate){ a.value > b.value ? a.value : b.value, both };
  case OP_LT: return (Estimate){ a.value < b.value ? 1 : 0, 0 };
  default: fail_msg("the estimate of %s is not written", operator_info(op)->name);
  }
  return a;
}

Estimate sample_estimate(const Sample *sample, const Expr *e, const SampleState *state)
{
  if (e->form->op == OP_SYMBOL) return (Estimate){ symbol_number(sample, e, state), 0 };
  if (e->form->op == OP_NUMBER || e->form->op == OP_PI) {
    double value = expr_literal_value(e);
    return (Estimate){ value, fabs(value) * DBL_EPSILON };
  }
  if (e->form->op == OP_NAMED) return sample_estimate(sample, e->form->named.definition, state);
  Estimate args[MAX_ARITY] = { { 0 } };
  for (int k = 0; k < expr_arity(e); k++)
    args[k] = sample_estimate(sample, e->form->arg[k], state);
  if (e->form->op == OP_IF) return args[0].value != 0 ? args[1] : args[2];
  return estimate_operation((Operator)e->form->op, args[0], args[1]);
}
