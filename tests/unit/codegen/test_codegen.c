// test_codegen.c -- generated C, compiled by two compilers, gives the numbers of the evaluator.
// SPDX-License-Identifier: MIT
#include "codegen/codegen.h"

#include "compiled_model.h"
#include "sample_equations.h"

#include "base/memory/memory.h"

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 16, STATES = 100 };

// ---- requests

typedef struct Asked {
  Equations *equations;
  const char *keys[MOST];
  CodeRequest request;
} Asked;

// Takes over the equations and asks for all their quantities.
static Asked ask(Equations *equations, CodeReal real, bool with_batch)
{
  Asked asked = { .equations = equations };
  for (int k = 0; k < equations->quantity_count; k++) {
    asked.keys[k] = equations->quantities[k].key;
  }
  asked.request = (CodeRequest){ .equations = equations,
                                 .key_count = equations->quantity_count,
                                 .command = "bielle code sample.bl --lang c",
                                 .version = "1.2.3",
                                 .real = real,
                                 .with_batch = with_batch };
  return asked;
}

static CompiledModel *compile(Asked *asked, const char *compiler, const char *options)
{
  asked->request.keys = asked->keys;
  return compiled_model_new(&asked->request, compiler, options);
}

// ---- states: structure of arrays, entry i of state s at [i * STATES + s]

typedef struct States {
  double p[MOST];
  double q[MOST * STATES];
  double qd[MOST * STATES];
  double qdd[MOST * STATES];
  double u[MOST * STATES];
  double t[STATES];
} States;

static double next(unsigned *random)
{
  *random = *random * 1664525U + 1013904223U;
  return (double)(*random >> 8) / (1 << 23) - 1;
}

static States *random_states(void)
{
  unsigned random = 20260101;
  States *states = memory_new(1, sizeof *states);
  for (int k = 0; k < MOST; k++)
    states->p[k] = 0.1 + fabs(next(&random));
  for (int k = 0; k < MOST * STATES; k++) {
    states->q[k] = 3 * next(&random);
    states->qd[k] = 2 * next(&random);
    states->qdd[k] = 5 * next(&random);
    states->u[k] = 10 * next(&random);
  }
  for (int s = 0; s < STATES; s++)
    states->t[s] = fabs(next(&random));
  return states;
}

typedef struct OneState {
  double q[MOST], qd[MOST], qdd[MOST], u[MOST], t;
} OneState;

static OneState state_at(const States *states, int s)
{
  OneState one = { .t = states->t[s] };
  for (int k = 0; k < MOST; k++) {
    one.q[k] = states->q[k * STATES + s];
    one.qd[k] = states->qd[k * STATES + s];
    one.qdd[k] = states->qdd[k * STATES + s];
    one.u[k] = states->u[k * STATES + s];
  }
  return one;
}

static int evaluate(const CodeModel *model, int function, const double p[], const OneState *one,
                    double out[])
{
  const Program *program = model->program;
  double *registers = memory_new((size_t)program_register_count(program), sizeof *registers);
  ProgramState state = { .parameters = p,
                         .q = one->q,
                         .qd = one->qd,
                         .qdd = one->qdd,
                         .inputs = one->u,
                         .torques = one->u,
                         .time = one->t };
  program_run(program, &state, registers);
  int failed = program_read(model->functions[function].result, registers, out);
  free(registers);
  return failed;
}

// ---- comparisons

static void check_bits(const char *what, const double got[], const double expected[], int count)
{
  for (int k = 0; k < count; k++) {
    if (got[k] == expected[k] && signbit(got[k]) == signbit(expected[k])) continue;
    if (isnan(got[k]) && isnan(expected[k])) continue;
    fail_msg("%s, entry %d: %.17g, but the program gives %.17g", what, k, got[k], expected[k]);
  }
}

static void check_single(const CompiledModel *compiled, const States *states, int index)
{
  const CodeFunction *function = &compiled->model.functions[index];
  const char *forms[] = { "plain", "prepared" };
  double got[256], expected[256];
  assert_true(function->size <= 256);
  for (int form = 0; form < 2; form++) {
    UniformDouble *call = NULL;
    *(void **)&call = compiled_model_function(compiled, forms[form], index);
    for (int s = 0; s < STATES; s++) {
      OneState one = state_at(states, s);
      int failed = evaluate(&compiled->model, index, states->p, &one, expected);
      call(states->p, one.q, one.qd, one.qdd, one.u, &one.t, got, 0, 0);
      check_bits(function->name, got, expected, function->size);
      if (function->signature.can_fail) assert_true(got[function->size] == failed);
    }
  }
}

// The stride is larger than the count.
static void check_batch_of(const CompiledModel *compiled, const States *states, int index,
                           int count)
{
  const CodeFunction *function = &compiled->model.functions[index];
  double *many = memory_new((size_t)function->size * STATES + 1, sizeof *many);
  UniformDouble *call = NULL;
  *(void **)&call = compiled_model_function(compiled, "batch", index);
  call(states->p, states->q, states->qd, states->qdd, states->u, states->t, many, count, STATES);
  double got[256], expected[256];
  int failed = 0;
  for (int s = 0; s < count; s++) {
    OneState one = state_at(states, s);
    failed += evaluate(&compiled->model, index, states->p, &one, expected) != 0;
    for (int k = 0; k < function->size; k++)
      got[k] = many[k * STATES + s];
    check_bits(function->name, got, expected, function->size);
  }
  for (int s = count; s < STATES; s++)
    assert_true(many[s] == 0);  // nothing beyond
  if (function->signature.can_fail) assert_true(many[function->size * STATES] == failed);
  free(many);
}

// Blocks that are not full, of every length.
static void check_batch(const CompiledModel *compiled, const States *states, int index)
{
  for (int count = 0; count <= 9; count++)
    check_batch_of(compiled, states, index, count);
  check_batch_of(compiled, states, index, STATES - 9);
}

static void check_every_bit(Equations *equations, const char *compiler, const char *options)
{
  Asked asked = ask(equations, CODE_DOUBLE, true);
  CompiledModel *compiled = compile(&asked, compiler, options);
  States *states = random_states();
  for (int k = 0; k < compiled->model.function_count; k++) {
    check_single(compiled, states, k);
    check_batch(compiled, states, k);
  }
  free(states);
  compiled_model_free(compiled);
  equations_free(equations);
}

#define EXACT "-ffp-contract=off -O2"

static void gcc_gives_every_bit_of_the_evaluator(void **state)
{
  (void)state;
  check_every_bit(sample_arm(), "gcc", EXACT);
  check_every_bit(sample_awkward(), "gcc", EXACT);
  if (__builtin_cpu_supports("avx2")) check_every_bit(sample_awkward(), "gcc", EXACT " -mavx2");
  check_every_bit(sample_pendulum(), "gcc", "-ffp-contract=off -O3");
}

static void clang_gives_every_bit_of_the_evaluator(void **state)
{
  (void)state;
  check_every_bit(sample_arm(), "clang", EXACT);
  check_every_bit(sample_awkward(), "clang", EXACT);
  if (__builtin_cpu_supports("avx2")) check_every_bit(sample_awkward(), "clang", EXACT " -mavx2");
}

// With vectors as wide as this processor has them, and without any.
static void the_width_of_vectors_changes_no_bit(void **state)
{
  (void)state;
  check_every_bit(sample_arm(), "gcc", EXACT " -march=native");
  check_every_bit(sample_awkward(), "clang", EXACT " -march=native");
  check_every_bit(sample_arm(), "gcc", "-ffp-contract=off -O0");
}

static void portable_code_gives_every_bit_and_is_plain_c(void **state)
{
  (void)state;
  const char *const compilers[] = { "gcc", "clang" };
  States *states = random_states();
  for (int k = 0; k < 2; k++) {
    Asked asked = ask(sample_arm(), CODE_DOUBLE, true);
    asked.request.is_portable = true;
    CompiledModel *compiled = compile(&asked, compilers[k], EXACT);
    for (int f = 0; f < compiled->model.function_count; f++) {
      check_single(compiled, states, f);
      check_batch(compiled, states, f);
    }
    assert_null(strstr(text_string(&compiled->files.files[1].text), "__GNUC__"));
    assert_null(strstr(text_string(&compiled->files.files[1].text), "__attribute__"));
    compiled_model_free(compiled);
    equations_free(asked.equations);
  }
  free(states);
}

static void functions_split_into_parts_give_every_bit(void **state)
{
  (void)state;
  check_every_bit(sample_large(900), "gcc", "-ffp-contract=off -O1");
}

// ---- float

static void float_agrees_to_the_precision_of_float(void **state)
{
  (void)state;
  Asked asked = ask(sample_arm(), CODE_FLOAT, false);
  CompiledModel *compiled = compile(&asked, "gcc", EXACT);
  States *states = random_states();
  for (int f = 0; f < compiled->model.function_count; f++) {
    const CodeFunction *function = &compiled->model.functions[f];
    UniformFloat *call = NULL;
    *(void **)&call = compiled_model_function(compiled, "plain", f);
    for (int s = 0; s < STATES; s++) {
      float p[MOST], q[MOST], qd[MOST], qdd[MOST], got[256];
      OneState one = state_at(states, s);
      for (int k = 0; k < MOST; k++) {
        p[k] = (float)states->p[k];
        q[k] = (float)one.q[k];
        qd[k] = (float)one.qd[k];
        qdd[k] = (float)one.qdd[k];
      }
      call(p, q, qd, qdd, NULL, NULL, got, 0, 0);
      double expected[256];
      evaluate(&compiled->model, f, states->p, &one, expected);
      // masses, lengths and speeds are of order 1 to 10: torques stay below 1e3, in 30 operations
      for (int k = 0; k < function->size; k++) {
        assert_true(fabs((double)got[k] - expected[k]) < 30 * 1e3 * (double)FLT_EPSILON);
      }
    }
  }
  free(states);
  compiled_model_free(compiled);
  equations_free(asked.equations);
}

// ---- self-test

static void the_selftest_agrees_to_the_last_bit(void **state)
{
  (void)state;
  Asked asked = ask(sample_arm(), CODE_DOUBLE, true);
  CompiledModel *compiled = compile(&asked, "gcc", EXACT);
  Text output = { 0 };
  assert_int_equal(compiled_model_selftest(compiled, "gcc", EXACT, NULL, NULL, &output), 0);
  assert_string_equal(text_string(&output), "rr: 114 values agree, 114 of them to the last bit\n");
  text_free(&output);
  compiled_model_free(compiled);
  equations_free(asked.equations);
}

// Compilers that may do what they like with sums still find sines.
static void the_selftest_agrees_with_fast_mathematics(void **state)
{
  (void)state;
  Asked asked = ask(sample_arm(), CODE_DOUBLE, false);
  CompiledModel *compiled = compile(&asked, "gcc", EXACT);
  Text output = { 0 };
  const char *options = "-O3 -ffast-math -march=native";
  assert_int_equal(compiled_model_selftest(compiled, "gcc", options, NULL, NULL, &output), 0);
  assert_int_equal(compiled_model_selftest(compiled, "clang", options, NULL, NULL, &output), 0);
  text_free(&output);
  compiled_model_free(compiled);
  equations_free(asked.equations);
}

static void the_selftest_finds_a_changed_sign(void **state)
{
  (void)state;
  Asked asked = ask(sample_arm(), CODE_DOUBLE, false);
  CompiledModel *compiled = compile(&asked, "gcc", EXACT);
  Text output = { 0 };
  int status =
      compiled_model_selftest(compiled, "gcc", EXACT, "= cosine[0]", "= -cosine[0]", &output);
  assert_int_not_equal(status, 0);
  assert_non_null(strstr(text_string(&output), "rr: mass_matrix, state 0, entry 0: got "));
  text_free(&output);
  compiled_model_free(compiled);
  equations_free(asked.equations);
}

static void the_selftest_allows_float_its_roundings_and_no_more(void **state)
{
  (void)state;
  Asked asked = ask(sample_arm(), CODE_FLOAT, true);
  CompiledModel *compiled = compile(&asked, "clang", "-O2");
  Text output = { 0 };
  assert_int_equal(compiled_model_selftest(compiled, "clang", "-O2", NULL, NULL, &output), 0);
  int status = compiled_model_selftest(compiled, "clang", "-O2", "9.81f", "9.811f", &output);
  assert_int_not_equal(status, 0);
  text_free(&output);
  compiled_model_free(compiled);
  equations_free(asked.equations);
}

// ---- text

static void generate(Asked *asked, CodeFiles *files)
{
  Text why = { 0 };
  asked->request.keys = asked->keys;
  assert_true(codegen_c(&asked->request, files, &why));
  text_free(&why);
}

static void the_same_request_gives_the_same_bytes(void **state)
{
  (void)state;
  CodeFiles first = { 0 }, second = { 0 };
  Asked asked = ask(sample_awkward(), CODE_DOUBLE, true);
  Asked again = ask(sample_awkward(), CODE_DOUBLE, true);
  generate(&asked, &first);
  generate(&again, &second);
  assert_int_equal(first.count, 3);
  for (int k = 0; k < first.count; k++) {
    assert_string_equal(first.files[k].name, second.files[k].name);
    assert_string_equal(text_string(&first.files[k].text), text_string(&second.files[k].text));
  }
  codegen_files_free(&second);
  codegen_files_free(&first);
  equations_free(again.equations);
  equations_free(asked.equations);
}

static void no_line_is_longer_than_100_columns(void **state)
{
  (void)state;
  CodeFiles files = { 0 };
  Asked asked = ask(sample_large(300), CODE_FLOAT, true);
  generate(&asked, &files);
  for (int k = 0; k < files.count; k++) {
    const char *line = text_string(&files.files[k].text);
    while (*line != '\0') {
      size_t length = strcspn(line, "\n");
      assert_true(text_columns(line, length) <= 100);
      line += length + (line[length] == '\n');
    }
  }
  codegen_files_free(&files);
  equations_free(asked.equations);
}

static void contract_signatures_stand_in_the_header(void **state)
{
  (void)state;
  CodeFiles files = { 0 };
  Asked asked = ask(sample_arm(), CODE_DOUBLE, false);
  generate(&asked, &files);
  const char *header = text_string(&files.files[0].text);
  const char *expected[] = {
    "void rr_mass_matrix(const rr_params *p, const rr_real q[], rr_real M[]);",
    "void rr_inverse_dynamics(const rr_params *p, const rr_real q[], const rr_real qd[],\n",
    "                         const rr_real qdd[], rr_real tau[]);",
    "rr_real rr_potential_energy(const rr_params *p, const rr_real q[]);",
    "//   0      θ1          rad   C1 turns about z, from ground",
    "  rr_real LG1;  // [m] no default: set it",
    "Generated by bielle 1.2.3",
    "no licence attaches.",
    "// Regenerate:  bielle code sample.bl --lang c",
  };
  for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
    assert_non_null(strstr(header, expected[k]));
  }
  const char *source = text_string(&files.files[1].text);
  assert_non_null(strstr(source, "  M[2] = M[1];\n"));
  assert_non_null(strstr(source, "  rr_sincos(angles, sine, cosine, 3);\n"));
  assert_non_null(strstr(source, "const rr_real sin_theta2 = sine[1];\n"));
  assert_null(strstr(source, "rr_sign"));  // helpers only when used
  codegen_files_free(&files);
  equations_free(asked.equations);
}

// About half of the states have x <= 0: no answer, the coordinate's number, NaN.
static void functions_that_can_fail_say_so_and_give_every_bit(void **state)
{
  (void)state;
  const int steps[] = { 3, 400 };  // the second is split into parts
  States *states = random_states();
  for (int k = 0; k < 2; k++) {
    Asked asked = ask(sample_forward(steps[k]), CODE_DOUBLE, true);
    CompiledModel *compiled = compile(&asked, "gcc", "-O1 -ffp-contract=off");
    check_single(compiled, states, 0);
    check_batch(compiled, states, 0);
    compiled_model_free(compiled);
    equations_free(asked.equations);
  }
  free(states);
  CodeFiles files = { 0 };
  Asked asked = ask(sample_forward(3), CODE_DOUBLE, false);
  generate(&asked, &files);
  const char *header = text_string(&files.files[0].text);
  const char *source = text_string(&files.files[1].text);
  assert_non_null(strstr(header, "int forward_forward_dynamics(const forward_params *p,"));
  assert_non_null(strstr(header, "const forward_real tau[],"));
  assert_non_null(strstr(header, "const forward_real u[], forward_real qdd[]);"));
  assert_non_null(strstr(source, "if (!(q[0] > 0)) return forward_fail(1, qdd, 2);"));
  assert_non_null(strstr(header, "(3 c:"));
  codegen_files_free(&files);
  equations_free(asked.equations);
}

// ---- constraints

typedef int ConstraintSolverFunction(const double *p, double q[], const int held[], double t,
                                     double residual[]);

// Independent of everything here: the law of cosines.
static void assembled_bars_obey_the_law_of_cosines(void **state)
{
  (void)state;
  Asked asked = ask(sample_loop(), CODE_DOUBLE, true);
  CompiledModel *compiled = compile(&asked, "clang", EXACT);
  ConstraintSolverFunction *assemble = NULL;
  *(void **)&assemble = dlsym(compiled->library, "loop_assemble");
  assert_non_null(assemble);
  const double l = 2, t = 0.25;
  double q[] = { 0.5, 2 }, residual[2];
  assert_int_equal(assemble(&l, q, NULL, t, residual), 0);
  double apart = 2.5 + t;
  assert_true(fabs(q[0] - acos((4 + apart * apart - 2.25) / (2 * 2 * apart))) < 1e-14);
  assert_int_not_equal(assemble(&l, q, NULL, 2, residual), 0);  // too far apart for the bars
  Text output = { 0 };
  assert_int_equal(compiled_model_selftest(compiled, "gcc", EXACT, NULL, NULL, &output), 0);
  // 8 entries of quantities, alone and in the batch; 2 x (2 unknowns and a status); 3 states
  assert_string_equal(text_string(&output), "loop: 66 values agree, 66 of them to the last bit\n");
  text_free(&output);
  compiled_model_free(compiled);
  equations_free(asked.equations);
}

static void functions_that_solve_come_with_what_they_call(void **state)
{
  (void)state;
  static const struct {
    int first, count;
    bool assembles, projects;
  } cases[] = {
    { 0, 3, true, true }, { 0, 2, true, false }, { 1, 2, false, true }, { 0, 1, false, false }
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    CodeFiles files = { 0 };
    Text why = { 0 };
    Asked asked = ask(sample_loop(), CODE_DOUBLE, false);
    asked.request.keys = asked.keys + cases[k].first;
    asked.request.key_count = cases[k].count;
    assert_true(codegen_c(&asked.request, &files, &why));
    const char *header = text_string(&files.files[0].text);
    assert_int_equal(strstr(header, "int loop_assemble(") != NULL, cases[k].assembles);
    assert_int_equal(strstr(header, "int loop_project_velocity(") != NULL, cases[k].projects);
    bool has_solver = strstr(text_string(&files.files[1].text), "loop_newton") != NULL;
    assert_int_equal(has_solver, cases[k].assembles || cases[k].projects);
    codegen_files_free(&files);
    equations_free(asked.equations);
    text_free(&why);
  }
}

static void an_unknown_key_is_refused_by_name(void **state)
{
  (void)state;
  Equations *equations = sample_arm();
  const char *keys[] = { "M", "nonsense" };
  CodeRequest request = {
    .equations = equations, .keys = keys, .key_count = 2, .command = "", .version = ""
  };
  CodeFiles files = { 0 };
  Text why = { 0 };
  assert_false(codegen_c(&request, &files, &why));
  assert_int_equal(files.count, 0);
  assert_non_null(strstr(text_string(&why), "'nonsense'"));
  text_free(&why);
  equations_free(equations);
}

static void targets_are_found_by_name(void **state)
{
  (void)state;
  const CodeTarget *c = codegen_find_target("c");
  assert_non_null(c);
  assert_ptr_equal(c->print, codegen_c);
  assert_null(codegen_find_target("cobol"));
  int count = 0;
  while (codegen_target(count))
    count++;
  assert_true(count >= 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(gcc_gives_every_bit_of_the_evaluator),
    cmocka_unit_test(clang_gives_every_bit_of_the_evaluator),
    cmocka_unit_test(the_width_of_vectors_changes_no_bit),
    cmocka_unit_test(portable_code_gives_every_bit_and_is_plain_c),
    cmocka_unit_test(functions_split_into_parts_give_every_bit),
    cmocka_unit_test(float_agrees_to_the_precision_of_float),
    cmocka_unit_test(the_selftest_agrees_to_the_last_bit),
    cmocka_unit_test(the_selftest_agrees_with_fast_mathematics),
    cmocka_unit_test(the_selftest_finds_a_changed_sign),
    cmocka_unit_test(the_selftest_allows_float_its_roundings_and_no_more),
    cmocka_unit_test(the_same_request_gives_the_same_bytes),
    cmocka_unit_test(no_line_is_longer_than_100_columns),
    cmocka_unit_test(contract_signatures_stand_in_the_header),
    cmocka_unit_test(functions_that_can_fail_say_so_and_give_every_bit),
    cmocka_unit_test(assembled_bars_obey_the_law_of_cosines),
    cmocka_unit_test(functions_that_solve_come_with_what_they_call),
    cmocka_unit_test(an_unknown_key_is_refused_by_name),
    cmocka_unit_test(targets_are_found_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
