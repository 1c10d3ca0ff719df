// angle_read.c -- reads the arguments of sines and exponentials as linear forms.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "symbolic/field/fingerprint.h"

#include <stdlib.h>

AngleReader angle_reader_new(const Steps *steps, uint64_t seed, const Fingerprint values[])
{
  size_t count = (size_t)steps->count;
  AngleReader reader = { .steps = steps, .seed = seed, .values = values };
  reader.coefficients = memory_new(count, sizeof reader.coefficients[0]);
  for (size_t i = 0; i < count; i++)
    fmpq_init(&reader.coefficients[i]);
  reader.reached = memory_new(count, sizeof reader.reached[0]);
  return reader;
}

void angle_reader_free(AngleReader *reader)
{
  for (int i = 0; i < reader->steps->count; i++)
    fmpq_clear(&reader->coefficients[i]);
  free(reader->coefficients);
  free(reader->reached);
}

// Returns the number of arguments, from *first, into which the linear form continues (a sum or a
// rational multiple); 0 if the step is an atom.
static int linear_arguments(const Steps *steps, int place, int *first)
{
  *first = steps_multiplied(steps, place);
  if (*first >= 0) return 1;
  *first = 0;
  if (!steps_is_linear(steps, place)) return 0;
  return steps->at[place].arg[1] >= 0 ? 2 : 1;
}

static int descending(const void *a, const void *b)
{
  int left = *(const int *)a, right = *(const int *)b;
  return (left < right) - (left > right);
}

// Lists the steps of the linear form, users before arguments. A coefficient of one temporarily
// marks the steps that have been reached.
static int reach(AngleReader *reader, int place)
{
  int count = 0;
  reader->reached[count++] = place;
  fmpq_one(&reader->coefficients[place]);
  for (int i = 0; i < count; i++) {
    const Step *step = &reader->steps->at[reader->reached[i]];
    int first, arguments = linear_arguments(reader->steps, reader->reached[i], &first);
    for (int k = first; k < first + arguments; k++) {
      if (!fmpq_is_zero(&reader->coefficients[step->arg[k]])) continue;
      fmpq_one(&reader->coefficients[step->arg[k]]);
      reader->reached[count++] = step->arg[k];
    }
  }
  for (int i = 0; i < count; i++)
    fmpq_zero(&reader->coefficients[reader->reached[i]]);
  qsort(reader->reached, (size_t)count, sizeof reader->reached[0], descending);
  return count;
}

static void hand_down(AngleReader *reader, int place, const fmpq *c)
{
  const Step *step = &reader->steps->at[place];
  int multiplied = steps_multiplied(reader->steps, place);
  fmpq *first = &reader->coefficients[step->arg[0]];
  fmpq *second = step->arg[1] < 0 ? NULL : &reader->coefficients[step->arg[1]];
  switch (step->op) {
  case OP_NEG: fmpq_sub(first, first, c); break;
  case OP_MUL:
    fmpq_addmul(multiplied == 0 ? first : second, c,
                step_number(&reader->steps->at[step->arg[1 - multiplied]]));
    break;
  case OP_SUB: fmpq_sub(second, second, c);  // fall through
  default:
    fmpq_add(first, first, c);
    if (step->op == OP_ADD) fmpq_add(second, second, c);
  }
}

// acos(u) is treated as pi/2 - asin(u), so that both are read in the same form.
static void add_arc_cosine(Angle *angle, const fmpq *c, uint64_t seed, Fingerprint arc)
{
  fmpq_t scaled;
  fmpq_init(scaled);
  fmpq_div_2exp(scaled, c, 1);
  fmpq_add(angle->pi_part, angle->pi_part, scaled);
  Fingerprint quarter = fingerprint_half(fingerprint_of_pi(seed));
  fmpq_neg(scaled, c);
  angle_add_term(angle, scaled, NULL, fingerprint_sub(quarter, arc));
  fmpq_clear(scaled);
}

// Adds c times a literal of any form, such as pi/6 + sqrt(2).
static void add_literal(Angle *angle, const fmpq *c, uint64_t seed, const Expr *literal)
{
  Angle part;
  fmpq_t scaled;
  angle_init(&part);
  fmpq_init(scaled);
  angle_at(literal, seed, &part);
  fmpq_addmul(angle->pi_part, c, part.pi_part);
  fmpq_addmul(angle->number_part, c, part.number_part);
  for (int i = 0; i < part.count; i++) {
    fmpq_mul(scaled, c, &part.terms[i].coefficient);
    angle_add_term(angle, scaled, NULL, part.terms[i].atom_value);
  }
  fmpq_clear(scaled);
  angle_clear(&part);
}

static void add_atom(const AngleReader *reader, int place, Angle *angle)
{
  const Step *step = &reader->steps->at[place];
  const fmpq *c = &reader->coefficients[place];
  if (step->op == OP_PI) {
    fmpq_add(angle->pi_part, angle->pi_part, c);
  } else if (step_number(step)) {
    fmpq_addmul(angle->number_part, c, step_number(step));
  } else if (step->op == OP_NUMBER) {
    add_literal(angle, c, reader->seed, step->node);
  } else if (step->op == OP_ACOS) {
    add_arc_cosine(angle, c, reader->seed, reader->values[place]);
  } else {
    bool is_moved = reader->is_moved && reader->is_moved[place];
    const char *name = step->op == OP_SYMBOL && !is_moved ? step->form->symbol->name : NULL;
    angle_add_term(angle, c, name, reader->values[place]);
  }
}

// Users come before arguments, so a coefficient is complete when its step is reached. The running
// time is linear in the number of steps, regardless of how many users share a step.
void angle_read(AngleReader *reader, int place, Angle *angle)
{
  int count = reach(reader, place);
  fmpq_one(&reader->coefficients[place]);
  for (int i = 0; i < count; i++) {
    int reached = reader->reached[i];
    fmpq *c = &reader->coefficients[reached];
    if (fmpq_is_zero(c)) continue;
    if (steps_is_linear(reader->steps, reached)) {
      hand_down(reader, reached, c);
    } else {
      add_atom(reader, reached, angle);
    }
    fmpq_zero(c);
  }
}

// If `e` is a number, pi or a symbol, or a rational multiple of one, returns that atom and sets the
// multiple; otherwise returns NULL.
static const Expr *short_atom(const Expr *e, fmpq_t multiple)
{
  bool is_minus = e->form->op == OP_NEG;
  if (is_minus) e = e->form->arg[0];
  bool has_number = e->form->op == OP_MUL && expr_is_number(e->form->arg[0]);
  const Expr *atom = has_number ? e->form->arg[1] : e;
  const Expr *number = has_number ? e->form->arg[0] : e;
  bool is_short = expr_is_number(e) || atom->form->op == OP_PI || atom->form->op == OP_SYMBOL;
  if (!is_short) return NULL;
  fmpq_one(multiple);
  if (expr_is_number(number)) fmpq_set(multiple, number->form->number);
  if (is_minus) fmpq_neg(multiple, multiple);
  return atom;
}

static void add_short_atom(const Expr *atom, const fmpq_t multiple, Angle *angle)
{
  if (atom->form->op == OP_SYMBOL) {
    angle_add_term(angle, multiple, atom->form->symbol->name, expr_value(atom));
  } else {
    fmpq *part = expr_is_number(atom) ? angle->number_part : angle->pi_part;
    fmpq_add(part, part, multiple);
  }
}

// Fast path for x, -2*x, x + 3*y, 2 or pi/7, which are most angles: no list of steps is needed.
static bool is_short_angle(const Expr *argument, Angle *angle)
{
  const Form *form = argument->form;
  bool is_sum = form->op == OP_ADD;
  fmpq_t first, second;
  fmpq_init(first);
  fmpq_init(second);
  const Expr *x = short_atom(is_sum ? form->arg[0] : argument, first);
  const Expr *y = is_sum ? short_atom(form->arg[1], second) : NULL;
  bool is_short = x && (y || !is_sum);
  if (is_short) add_short_atom(x, first, angle);
  if (is_short && y) add_short_atom(y, second, angle);
  fmpq_clear(second);
  fmpq_clear(first);
  return is_short;
}

void angle_of(const Expr *argument, Angle *angle)
{
  if (is_short_angle(argument, angle)) return;
  Steps steps = steps_of_linear_part(argument);
  Fingerprint *values = memory_new((size_t)steps.count, sizeof values[0]);
  for (int i = 0; i < steps.count; i++)
    values[i] = expr_value(steps.at[i].node);
  AngleReader reader = angle_reader_new(&steps, pool_seed(expr_pool(argument)), values);
  angle_read(&reader, steps.roots[0], angle);
  angle_reader_free(&reader);
  free(values);
  steps_free(&steps);
}
