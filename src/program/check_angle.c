// check_angle.c -- arguments of sines and exponentials, read off the steps.
//
// The same reading as angle_of() in symbolic/angle.c makes of expressions: sums and rational
// multiples are looked through, constants are taken apart exactly, inputs are atoms by name and all
// other registers atoms by value.
// SPDX-License-Identifier: MIT
#include "program/check_angle.h"

#include "base/memory.h"

#include <stdlib.h>

// ---- the point

CheckPoint check_point_new(const Program *program, uint64_t seed)
{
  size_t count = (size_t)program_register_count(program);
  CheckPoint point = { .program = program, .seed = seed };
  point.registers = memory_new(count, sizeof point.registers[0]);
  point.coefficients = memory_new(count, sizeof point.coefficients[0]);
  for (size_t i = 0; i < count; i++)
    fmpq_init(&point.coefficients[i]);
  point.form = memory_new(count, sizeof point.form[0]);
  return point;
}

void check_point_free(CheckPoint *point)
{
  for (int i = 0; i < program_register_count(point->program); i++) {
    fmpq_clear(&point->coefficients[i]);
  }
  free(point->coefficients);
  free(point->registers);
  free(point->form);
}

// ---- the registers of a linear form

static const ProgramStep *step_of(const Program *program, int reg)
{
  int first = program->constant_count + program->input_count;
  return reg < first ? NULL : &program->steps[reg - first];
}

static const fmpq *number_of(const Program *program, int reg)
{
  if (reg < 0 || reg >= program->constant_count) return NULL;
  const Expr *exact = program->constants[reg].exact;
  return expr_is_number(exact) ? exact->form->number : NULL;
}

// The register that a rational multiple multiplies, and by what; -1 if the step is none.
static int multiplied_register(const Program *program, const ProgramStep *step, const fmpq **number)
{
  if (step->op != OP_MUL) return -1;
  for (int k = 0; k < 2; k++) {
    *number = number_of(program, step->arg[k]);
    if (*number) return step->arg[1 - k];
  }
  return -1;
}

// What a step of a linear form hands its coefficient to; the number of such registers, 0: an atom.
static int parts_of(const Program *program, int reg, int parts[2])
{
  const ProgramStep *step = step_of(program, reg);
  if (!step) return 0;
  const fmpq *number;
  parts[0] = multiplied_register(program, step, &number);
  if (parts[0] >= 0) return 1;
  parts[0] = step->arg[0];
  parts[1] = step->arg[1];
  if (step->op == OP_ADD || step->op == OP_SUB) return 2;
  return step->op == OP_NEG ? 1 : 0;
}

static int descending(const void *a, const void *b)
{
  int left = *(const int *)a, right = *(const int *)b;
  return (left < right) - (left > right);
}

// A coefficient of one marks a register as collected; users come before arguments in the result.
static int collect_form(CheckPoint *point, int argument)
{
  int count = 0;
  point->form[count++] = argument;
  fmpq_one(&point->coefficients[argument]);
  for (int i = 0; i < count; i++) {
    int parts[2] = { -1, -1 };
    int part_count = parts_of(point->program, point->form[i], parts);
    for (int k = 0; k < part_count; k++) {
      if (!fmpq_is_zero(&point->coefficients[parts[k]])) continue;
      fmpq_one(&point->coefficients[parts[k]]);
      point->form[count++] = parts[k];
    }
  }
  for (int i = 0; i < count; i++)
    fmpq_zero(&point->coefficients[point->form[i]]);
  qsort(point->form, (size_t)count, sizeof point->form[0], descending);
  return count;
}

// ---- coefficients and atoms

static void hand_down(CheckPoint *point, const ProgramStep *step, const fmpq *c)
{
  const fmpq *number = NULL;
  int multiplied = multiplied_register(point->program, step, &number);
  if (multiplied >= 0) {
    fmpq_addmul(&point->coefficients[multiplied], c, number);
    return;
  }
  fmpq *first = &point->coefficients[step->arg[0]];
  if (step->op == OP_NEG) {
    fmpq_sub(first, first, c);
    return;
  }
  fmpq_add(first, first, c);
  fmpq *second = &point->coefficients[step->arg[1]];
  if (step->op == OP_ADD) {
    fmpq_add(second, second, c);
  } else {
    fmpq_sub(second, second, c);
  }
}

// Two constants may hold the same atom; its coefficients are added before the angle sees them.
static void add_scaled(Angle *sum, const Angle *part, const fmpq *c)
{
  fmpq_addmul(sum->pi_part, part->pi_part, c);
  fmpq_addmul(sum->number_part, part->number_part, c);
  for (int i = 0; i < part->count; i++) {
    const AngleTerm *term = &part->terms[i];
    int k = 0;
    while (k < sum->count && (sum->terms[k].symbol_name ||
                              !value_equal(sum->terms[k].atom_value, term->atom_value))) {
      k++;
    }
    fmpq_t scaled;
    fmpq_init(scaled);
    fmpq_mul(scaled, &term->coefficient, c);
    if (k < sum->count) {
      fmpq_add(&sum->terms[k].coefficient, &sum->terms[k].coefficient, scaled);
    } else {
      angle_add_term(sum, scaled, NULL, term->atom_value);
    }
    fmpq_clear(scaled);
  }
}

static void add_constant(const CheckPoint *point, Angle *angle, int reg, const fmpq *c)
{
  Angle part;
  angle_init(&part);
  angle_at(point->program->constants[reg].exact, point->seed, &part);
  add_scaled(angle, &part, c);
  angle_clear(&part);
}

static void add_register(CheckPoint *point, Angle *angle, int reg)
{
  const Program *program = point->program;
  const fmpq *c = &point->coefficients[reg];
  if (fmpq_is_zero(c)) return;
  int parts[2];
  if (parts_of(program, reg, parts) > 0) {
    hand_down(point, step_of(program, reg), c);
  } else if (reg < program->constant_count) {
    add_constant(point, angle, reg, c);
  } else {
    const ProgramStep *step = step_of(program, reg);
    if (step && step->op == OP_ACOS) {
      angle_add_arc_cosine(angle, c, point->seed, point->registers[reg]);
      return;
    }
    bool is_input = reg < program->constant_count + program->input_count;
    const char *name = is_input ? program->inputs[reg - program->constant_count].name : NULL;
    angle_add_term(angle, c, name, point->registers[reg]);
  }
}

Value check_angle_value(CheckPoint *point, Operator op, int argument)
{
  int count = collect_form(point, argument);
  Angle angle;
  angle_init(&angle);
  fmpq_one(&point->coefficients[argument]);
  for (int i = 0; i < count; i++) {
    add_register(point, &angle, point->form[i]);
    fmpq_zero(&point->coefficients[point->form[i]]);
  }
  Value value = value_of_angle(point->seed, op, &angle);
  angle_clear(&angle);
  return value;
}
