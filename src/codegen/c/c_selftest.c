// c_selftest.c -- NAME_selftest.c: a program that checks the functions against embedded values.
//
// The values are computed here by the same programs. In double precision without contraction the
// generated code must reproduce them bit for bit; with float or fused operations it may deviate by
// at most the running error bound (error_bound.h).
// SPDX-License-Identifier: MIT
#include "codegen/c/c_selftest.h"

// ---- states: the arrays q, qd, qdd, u, tau, s and z that a function takes, and the time t

// Returns the length of an array of the states, or 0 if they do not contain it.
static int member_length(const CodeModel *model, ValueSource source)
{
  bool is_taken = source != SOURCE_TORQUES && source < SOURCE_STATES;
  for (int k = 0; k < model->function_count; k++)
    is_taken = is_taken || (model->functions[k].signature.takes & (1U << source));
  return is_taken ? selftest_length(model, source) : 0;
}

// Puts the declarations of the arrays. `states` is a factor of the lengths: "" or " * STATES".
static void put_arrays(Text *out, const CodeModel *model, const char *states)
{
  for (ValueSource source = SOURCE_Q; source <= SOURCE_DISCRETES; source++) {
    int length = member_length(model, source);
    if (length > 0)
      code_put(out, model, "  $NAME_real %s[%d%s];\n", CODE_ARRAYS[source].name, length, states);
  }
}

static void put_states(Text *out, const CodeModel *model, const Samples *samples)
{
  text_put(out, "typedef struct State {\n");
  put_arrays(out, model, "");
  code_put(out, model, "  $NAME_real t;\n} State;\n\nstatic const State states[STATES] = {\n");
  for (int s = 0; s < SELFTEST_STATES; s++) {
    text_put(out, "  {\n");
    for (ValueSource source = SOURCE_Q; source <= SOURCE_DISCRETES; source++) {
      int length = member_length(model, source);
      if (length == 0) continue;
      text_format(out, "    .%s = {\n      ", CODE_ARRAYS[source].name);
      selftest_put_reals(out, model, 6, samples->arrays[source][s], length);
      text_put(out, "\n    },\n");
    }
    text_put(out, "    .t = ");
    selftest_put_real(out, model, samples->time[s]);
    text_put(out, ",\n  },\n");
  }
  text_put(out, "};\n\n");
}

static void put_batch_states(Text *out, const CodeModel *model)
{
  text_put(out, "// The same states as a structure of arrays.\ntypedef struct Batch {\n");
  put_arrays(out, model, " * STATES");
  code_put(out, model,
           "  $NAME_real t[STATES];\n} Batch;\n\nstatic Batch all_states(void)\n{\n  Batch batch;\n"
           "  for (int s = 0; s < STATES; s++) {\n");
  for (ValueSource source = SOURCE_Q; source <= SOURCE_DISCRETES; source++) {
    int length = member_length(model, source);
    const char *name = CODE_ARRAYS[source].name;
    if (length > 0)
      text_format(out,
                  "    for (int i = 0; i < %d; i++) batch.%s[i * STATES + s] = states[s].%s[i];\n",
                  length, name, name);
  }
  text_put(out, "    batch.t[s] = states[s].t;\n  }\n  return batch;\n}\n\n");
}

static void put_parameters(Text *out, const CodeModel *model, const Samples *samples)
{
  code_put(out, model,
           "// The defaults, and invented values for parameters that have none.\n"
           "static $NAME_params parameters(void)\n{\n  $NAME_params p = $NAME_default_params();\n");
  for (int k = 0; k < model->equations->parameter_count; k++) {
    if (code_has_default(&model->equations->parameters[k])) continue;
    text_format(out, "  p.%s = ", model->parameters[k]);
    selftest_put_real(out, model, samples->parameters[k]);
    text_put(out, ";\n");
  }
  text_put(out, "  return p;\n}\n\n");
}

// Returns "STATES" or "1".
static const char *states_of(const CodeFunction *function)
{
  return selftest_is_large(function) ? "1" : "STATES";
}

// Returns true if only the upper triangle of the result is compared, row by row.
static bool is_packed(const CodeFunction *function)
{
  const Quantity *quantity = function->quantity;
  return selftest_is_large(function) && quantity && quantity->is_symmetric;
}

static int checked_size(const CodeFunction *function)
{
  if (!is_packed(function)) return function->size;
  int n = function->quantity->rows;
  return n * (n + 1) / 2;
}

static void pack(double values[], int n)
{
  int count = 0;
  for (int i = 0; i < n; i++) {
    for (int j = i; j < n; j++)
      values[count++] = values[n * i + j];
  }
}

static void put_expected(Text *out, const CodeModel *model, const CodeFunction *function,
                         const Samples *samples)
{
  ArenaMark start = arena_mark(model->arena);
  double *values = ARENA_ARRAY(model->arena, double, function->size);
  double *roundings = ARENA_ARRAY(model->arena, double, function->size);
  int size = checked_size(function);
  text_format(out, "static const Expected expected_%s[%s][%d] = {\n", function->short_name,
              states_of(function), size);
  for (int s = 0; s < selftest_state_count(function); s++) {
    selftest_expected(model, function, samples, s, values, roundings);
    if (is_packed(function)) {
      pack(values, function->quantity->rows);
      pack(roundings, function->quantity->rows);
    }
    selftest_put_expected(out, values, roundings, size);
  }
  text_put(out, "};\n\n");
  arena_rewind(model->arena, start);
}

// ---- checks

static void put_check(Text *out, const CodeModel *model)
{
  const char *const arguments[] = { "Tally *tally",
                                    "const char *function",
                                    "int state",
                                    code_text(model, "const $NAME_real got[]"),
                                    "const Expected expected[]",
                                    "int count" };
  code_put_list(out, &LANGUAGE_C, "static void check", arguments, 6);
  code_put(
      out, model,
      "\n{\n"
      "  for (int i = 0; i < count; i++) {\n"
      "    const double value = (double)got[i];\n"
      "    const double wanted = expected[i].value;\n"
      "    const double tolerance = %s * expected[i].roundings;\n"
      "    const double nearest = (double)($NAME_real)wanted;\n"
      "    const int is_same = value == nearest || (value != value && wanted != wanted);\n"
      "    if (expected[i].roundings > DBL_MAX) {\n"
      "      tally->skipped++;\n"
      "      continue;\n"
      "    }\n"
      "    tally->checked++;\n"
      "    tally->identical += is_same;\n"
      "    if (is_same || fabs(value - wanted) <= tolerance) continue;\n"
      "    if (tally->different++ > 0) continue;\n"
      "    printf(\"$NAME: %%s, state %%d, entry %%d: \", function, state, i);\n"
      "    printf(\"got %%.17g, expected %%.17g, tolerance %%.3g\\n\", value, wanted, tolerance);\n"
      "  }\n"
      "}\n\n",
      model->request->real == CODE_FLOAT ? "(double)FLT_EPSILON" : "DBL_EPSILON");
}

// Puts the call of a function, or of its batched form, with the results in `got` or `many`.
static void put_call(Text *out, const CodeModel *model, const CodeFunction *function, CForm form)
{
  CArguments arguments = c_arguments(model, function, form);
  bool is_batch = form == C_BATCHED;
  const CodeFunction *member = function->members;
  int first = 0;  // index in got
  for (int k = 0; k < arguments.count; k++) {
    ValueSource source = arguments.source[k];
    const char **name = &arguments.name[k];
    if (source >= SOURCE_Q && source <= SOURCE_TIME)
      *name = code_text(model, "%s->%s", is_batch ? "batch" : "x", *name);
    if (source == SOURCE_NONE) *name = "STATES";  // count and stride
    if (source != SOURCE_OUTPUT) continue;
    *name = is_batch ? "many" : "got";
    if (first > 0) *name = code_text(model, "%s + %d%s", *name, first, is_batch ? " * STATES" : "");
    first += (member++)->size;
  }
  bool is_returned = !is_batch && !function->signature.is_array;
  const char *before =
      code_text(model, "%s%s%s%s", is_batch ? "  " : "    ", is_returned ? "got[0] = " : "",
                function->name, is_batch ? "_batch" : "");
  code_put_list(out, &LANGUAGE_C, before, arguments.name, arguments.count);
  text_put(out, ";\n");
}

// Puts code that compares the two triangles of a symmetric result and packs the upper one.
static void put_packing(Text *out, const char *name, int n)
{
  text_format(out,
              "    int count = 0;\n"
              "    for (int i = 0; i < %d; i++) {\n"
              "      for (int j = i; j < %d; j++) {\n"
              "        const double value = (double)got[%d * i + j];\n"
              "        const double other = (double)got[%d * j + i];\n"
              "        if (value != other && value == value && tally->different++ == 0)\n"
              "          printf(\"%s: entry (%%d, %%d) is not entry (%%d, %%d)\\n\", i, j, j, i);\n"
              "        got[count++] = got[%d * i + j];\n"
              "      }\n"
              "    }\n",
              n, n, n, n, name, n);
}

// Puts a function that checks the results of one form of a function.
static void put_check_of(Text *out, const CodeModel *model, const CodeFunction *function,
                         CForm form)
{
  bool is_batch = form == C_BATCHED;
  const char *name = code_text(model, "%s%s", function->short_name, is_batch ? "_batch" : "");
  const char *const parameters[] = { "Tally *tally", code_text(model, "const $NAME_params *p"),
                                     "const Batch *batch" };
  code_put_list(out, &LANGUAGE_C, code_text(model, "static void check_%s", name), parameters,
                is_batch ? 3 : 2);
  text_put(out, "\n{\n");
  if (is_batch) {
    code_put(out, model, "  $NAME_real many[%d * STATES];\n", function->size);
    if (!function->signature.takes) text_put(out, "  (void)batch;\n");
    put_call(out, model, function, form);
  }
  code_put(out, model, "  for (int s = 0; s < %s; s++) {\n    $NAME_real got[%d];\n",
           states_of(function), function->size);
  if (is_batch) {
    text_format(out, "    for (int i = 0; i < %d; i++) got[i] = many[i * STATES + s];\n",
                function->size);
  } else {
    if (function->signature.takes) text_put(out, "    const State *x = &states[s];\n");
    put_call(out, model, function, form);
  }
  if (is_packed(function)) put_packing(out, name, function->quantity->rows);
  selftest_put_comparison(out, model, name, function->short_name, checked_size(function));
}

void selftest_put_comparison(Text *out, const CodeModel *model, const char *name,
                             const char *short_name, int count)
{
  const char *const arguments[] = { "tally",
                                    code_text(model, "\"%s\"", name),
                                    "s",
                                    "got",
                                    code_text(model, "expected_%s[s]", short_name),
                                    code_text(model, "%d", count) };
  code_put_list(out, &LANGUAGE_C, "    check", arguments, 6);
  text_put(out, ";\n  }\n}\n\n");
}

static void put_main(Text *out, const CodeModel *model)
{
  code_put(out, model,
           "int main(void)\n{\n  Tally tally = { 0, 0, 0, 0 };\n"
           "  const $NAME_params p = parameters();\n");
  if (model->request->with_batch) text_put(out, "  const Batch batch = all_states();\n");
  for (int k = 0; k < model->function_count; k++) {
    const char *name = model->functions[k].short_name;
    text_format(out, "  check_%s(&tally, &p);\n", name);
    if (model->request->with_batch)
      text_format(out, "  check_%s_batch(&tally, &p, &batch);\n", name);
  }
  for (int k = 0; k < model->solver_count; k++)
    text_format(out, "  check_%s(&tally, &p);\n", model->solvers[k].short_name);
  code_put(out, model,
           "  if (tally.different > 0) {\n"
           "    printf(\"$NAME: %%d of %%d values differ\\n\", tally.different, tally.checked);\n"
           "    return 1;\n"
           "  }\n"
           "  printf(\"$NAME: %%d values agree, %%d of them to the last bit\", tally.checked,\n"
           "         tally.identical);\n"
           "  if (tally.skipped > 0)\n"
           "    printf(\"; %%d are not determined and were not compared\", tally.skipped);\n"
           "  printf(\"\\n\");\n"
           "  return 0;\n"
           "}\n");
}

void c_put_selftest(Text *out, const CodeModel *model)
{
  Samples samples = selftest_samples(model);
  const char *file = code_text(model, "$NAME_selftest.c");
  code_put_banner(out, model, file, code_text(model, "checks $NAME.c against embedded values"));
  text_put(out, "//\n");
  code_put_comment(
      out, &LANGUAGE_C, 0, 5,
      code_text(model, "  cc -std=c99 -O2 -ffp-contract=off $NAME.c %s -lm && ./a.out", file));
  code_put(out, model,
           "\n#include \"$NAME.h\"\n\n#include <float.h>\n#include <math.h>\n#include <stdio.h>\n\n"
           "enum { STATES = %d };\n\n"
           "// A value, and how many roundings the code may be away from it: errors passed on from "
           "step\n"
           "// to step. In double without contraction (-ffp-contract=off) every bit is the same.\n"
           "typedef struct Expected {\n  double value;\n  double roundings;\n} Expected;\n\n"
           "typedef struct Tally {\n  int checked;\n  int identical;\n  int different;\n  int "
           "skipped;\n} Tally;\n\n",
           SELFTEST_STATES);
  put_states(out, model, &samples);
  put_parameters(out, model, &samples);
  for (int k = 0; k < model->function_count; k++)
    put_expected(out, model, &model->functions[k], &samples);
  put_check(out, model);
  if (model->request->with_batch) put_batch_states(out, model);
  for (int k = 0; k < model->function_count; k++) {
    put_check_of(out, model, &model->functions[k], C_PLAIN);
    if (model->request->with_batch) put_check_of(out, model, &model->functions[k], C_BATCHED);
  }
  for (int k = 0; k < model->solver_count; k++)
    selftest_put_constraint_solver(out, model, &model->solvers[k], &samples);
  put_main(out, model);
}
