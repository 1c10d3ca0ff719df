// code_selftest.c -- self-tests of languages other than C, generated from the templates of their
// table.
//
// The expected numbers are computed here by the same program, each with the tolerance of a running
// error analysis (code_samples.h): only a different libm causes differences.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_samples.h"

#include <math.h>

enum { MAX_NUMBERS = 60 };  // numbers per check: some languages limit the lines of a statement

typedef struct Place {
  const char *name;  // $f
  int state;         // $s, from 1
  int first;         // $i
  int count;         // $n
} Place;

static void put_template(Text *out, const CodeModel *model, const char *template, Place place)
{
  for (const char *c = code_named(model, template); *c != '\0'; c++) {
    if (*c != '$') {
      text_put_char(out, *c);
      continue;
    }
    switch (*++c) {
    case 'f': text_put(out, place.name); break;
    case 's': text_format(out, "%d", place.state); break;
    case 'i': text_format(out, "%d", place.first); break;
    default: text_format(out, "%d", place.count); break;
    }
  }
}

static void put_array(Text *out, const CodeModel *model, const char *const around[2],
                      const double numbers[], Place place)
{
  const Language *language = model->language;
  put_template(out, model, around[0], place);
  text_format(out, "%s\n", language->goes_on);
  code_put_numbers(out, model, 2 * language->indent, numbers, place.count);
  text_format(out, "%s\n", language->goes_on);
  put_template(out, model, around[1], place);
}

static void put_number(Text *out, const CodeModel *model, const char *const around[2],
                       double number, const char *name)
{
  put_template(out, model, around[0], (Place){ .name = name, .count = 1 });
  code_put_double(out, model->language, number);
  put_template(out, model, around[1], (Place){ .name = name, .count = 1 });
}

// Puts the arrays q1, q2, q3, qd1, ... that any function takes as arguments.
static void put_states(Text *out, const CodeModel *model, const Samples *samples)
{
  const SelfTest *words = &model->language->selftest;
  unsigned taken = 0;
  for (int k = 0; k < model->function_count; k++)
    taken |= model->functions[k].signature.takes;
  for (int k = 0; k < model->solver_count; k++)
    taken |= model->solvers[k].takes;
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (!(taken & (1U << source))) continue;
    int count = 0;
    variables_of_source(model->equations, source, &count);
    for (int s = 0; s < SELFTEST_STATES; s++) {
      const char *name = arena_format(model->arena, "%s%d", code_argument_name(source), s + 1);
      if (source == SOURCE_TIME) {
        put_number(out, model, words->number, samples->time[s], name);
      } else {
        put_array(out, model, words->array, samples->arrays[source][s],
                  (Place){ .name = name, .count = count });
      }
    }
  }
}

static void put_parameters(Text *out, const CodeModel *model, const Samples *samples)
{
  const SelfTest *words = &model->language->selftest;
  for (int k = 0; k < model->equations->parameter_count; k++) {
    if (!code_has_default(&model->equations->parameters[k]))
      put_number(out, model, words->parameter, samples->parameters[k], model->parameters[k]);
  }
  put_template(out, model, words->prepare, (Place){ .count = 0 });
}

// Puts the expected numbers and their tolerances in units of rounding, in sections.
static void put_comparison(Text *out, const CodeModel *model, Place place, const double values[],
                           const double roundings[])
{
  const SelfTest *words = &model->language->selftest;
  int size = place.count;
  for (place.first = 0; place.first < size; place.first += MAX_NUMBERS) {
    int left = size - place.first;
    place.count = left < MAX_NUMBERS ? left : MAX_NUMBERS;
    put_array(out, model, words->check, values + place.first, place);
    put_array(out, model, (const char *const[2]){ "", words->check[2] }, roundings + place.first,
              place);
  }
}

// Returns the name under which a difference is reported. Languages that limit the length of lines
// and names use the full name, which fits.
static const char *name_to_show(const CodeModel *model, const CodeFunction *function)
{
  return model->language->names.longest > 0 ? function->name : function->short_name;
}

static void put_checks(Text *out, const CodeModel *model, const CodeFunction *function,
                       const Samples *samples)
{
  ArenaMark start = arena_mark(model->arena);
  double *values = ARENA_ARRAY(model->arena, double, function->size);
  double *roundings = ARENA_ARRAY(model->arena, double, function->size);
  for (int s = 0; s < selftest_state_count(function); s++) {
    selftest_expected(model, function, samples, s, values, roundings);
    model->language->selftest.put_call(out, model, function, s + 1);
    Place place = { .name = name_to_show(model, function),
                    .state = s + 1,
                    .count = function->size };
    put_comparison(out, model, place, values, roundings);
  }
  arena_rewind(model->arena, start);
}

// ---- functions that solve constraints

typedef struct ConstraintSolverCases {
  ConstraintSolverCase at[SELFTEST_STATES];
} ConstraintSolverCases;

static void put_held(Text *out, const CodeModel *model, const int held[], Place place)
{
  const Language *language = model->language;
  int indent = 2 * language->indent, column = indent;
  put_template(out, model, language->selftest.held[0], place);
  text_format(out, "%s\n%*s", language->goes_on, indent, "");
  for (int j = 0; j < place.count; j++)
    code_put_item(out, language, &column, indent, language->selftest.flags[held[j] != 0],
                  j + 1 < place.count ? "," : "");
  text_format(out, "%s\n", language->goes_on);
  put_template(out, model, language->selftest.held[1], place);
}

// Puts the initial values start_assemble1, held_assemble1, q_project_velocity1, ...
static void put_constraint_solver_starts(Text *out, const CodeModel *model,
                                         const CodeConstraintSolver *solver,
                                         const ConstraintSolverCases *cases)
{
  const SelfTest *words = &model->language->selftest;
  int n = model->equations->coordinate_count;
  for (int s = 0; s < SELFTEST_STATES; s++) {
    const ConstraintSolverCase *one = &cases->at[s];
    const char *ending = code_text(model, "_%s%d", solver->short_name, s + 1);
    put_array(out, model, words->array, one->start,
              (Place){ .name = code_text(model, "start%s", ending), .count = n });
    put_held(out, model, one->held,
             (Place){ .name = code_text(model, "held%s", ending), .count = n });
    if (solver->is_for_speeds)
      put_array(out, model, words->array, one->q,
                (Place){ .name = code_text(model, "q%s", ending), .count = n });
  }
}

// Puts the checks of the solutions. If solutions form a curve, iterations that stop one step
// earlier or later because of rounding end about 1e-8 apart; a wrong sign causes a much larger
// difference.
static void put_constraint_solver_checks(Text *out, const CodeModel *model,
                                         const CodeConstraintSolver *solver,
                                         const ConstraintSolverCases *cases)
{
  static const double MIN_ROUNDINGS = 0x1p29;  // 1e-7
  int n = model->equations->coordinate_count;
  double *roundings = ARENA_ARRAY(model->arena, double, n + 1);
  for (int s = 0; s < SELFTEST_STATES; s++) {
    const ConstraintSolverCase *one = &cases->at[s];
    for (int j = 0; j < n; j++)
      roundings[j] = fmax(one->roundings[j], MIN_ROUNDINGS);
    model->language->selftest.put_constraint_solver_call(out, model, solver, s + 1);
    Place place = { .name = solver->short_name, .state = s + 1, .count = n + 1 };
    put_comparison(out, model, place, one->expected, roundings);
  }
}

void code_put_selftest(Text *out, const CodeModel *model)
{
  const SelfTest *words = &model->language->selftest;
  Samples samples = selftest_samples(model);
  ConstraintSolverCases cases[2];
  int solver_count = words->put_constraint_solver_call ? model->solver_count : 0;
  for (int k = 0; k < solver_count; k++) {
    for (int s = 0; s < SELFTEST_STATES; s++)
      cases[k].at[s] = selftest_constraint_solver_case(model, &model->solvers[k], &samples, s);
  }
  code_put_banner(out, model, code_named(model, words->file), "checks the functions");
  text_format(out, "%s\n", model->language->comment);
  code_put_comment(out, model->language, 0, 1,
                   code_text(model, "  %s", code_named(model, words->run)));
  code_put_runtime(out, model, words->parts[0]);
  put_states(out, model, &samples);
  for (int k = 0; k < solver_count; k++)
    put_constraint_solver_starts(out, model, &model->solvers[k], &cases[k]);
  code_put_runtime(out, model, words->parts[1]);
  put_parameters(out, model, &samples);
  for (int k = 0; k < model->function_count; k++)
    put_checks(out, model, &model->functions[k], &samples);
  for (int k = 0; k < solver_count; k++)
    put_constraint_solver_checks(out, model, &model->solvers[k], &cases[k]);
  code_put_runtime(out, model, words->parts[2]);
}
