// c_selftest.c -- NAME_selftest.c: a program that checks the functions against embedded values.
//
// The values come from the same programs, evaluated here. In double precision without contraction
// the generated code must give them bit for bit; with float or fused operations it may differ by
// what a running error analysis allows (error_bound.h), no more.
// SPDX-License-Identifier: MIT
#include "codegen/c_selftest.h"

#include "codegen/error_bound.h"

#include <string.h>

static bool takes_torques(const CModel *model)
{
  for (int k = 0; k < model->function_count; k++) {
    if (model->functions[k].signature.takes & TAKES_TORQUES) return true;
  }
  return false;
}

static void put_member(Text *out, const CModel *model, const char *name, const double values[],
                       int count)
{
  text_format(out, "    .%s = {\n      ", name);
  selftest_put_reals(out, model, 6, values, count);
  text_put(out, "\n    },\n");
}

static void put_states(Text *out, const CModel *model, const Samples *samples)
{
  int n = selftest_length(model->equations->coordinate_count);
  int m = selftest_length(model->equations->input_count);
  const char *real = model->real;
  bool has_torques = takes_torques(model);
  text_format(out, "typedef struct State {\n  %s q[%d];\n  %s qd[%d];\n  %s qdd[%d];\n", real, n,
              real, n, real, n);
  if (has_torques) text_format(out, "  %s tau[%d];\n", real, n);
  text_format(out, "  %s u[%d];\n  %s t;\n} State;\n\nstatic const State states[STATES] = {\n",
              real, m, real);
  for (int s = 0; s < SELFTEST_STATES; s++) {
    text_put(out, "  {\n");
    put_member(out, model, "q", samples->q[s], n);
    put_member(out, model, "qd", samples->qd[s], n);
    put_member(out, model, "qdd", samples->qdd[s], n);
    if (has_torques) put_member(out, model, "tau", samples->torques[s], n);
    put_member(out, model, "u", samples->inputs[s], m);
    text_put(out, "    .t = ");
    selftest_put_real(out, model, samples->time[s]);
    text_put(out, ",\n  },\n");
  }
  text_put(out, "};\n\n");
}

static void put_parameters(Text *out, const CModel *model, const Samples *samples)
{
  text_format(out,
              "// The defaults, and invented values for parameters that have none.\n"
              "static %s_params parameters(void)\n{\n  %s_params p = %s_default_params();\n",
              model->name, model->name, model->name);
  for (int k = 0; k < model->equations->parameter_count; k++) {
    if (c_has_default(&model->equations->parameters[k])) continue;
    text_format(out, "  p.%s = ", model->parameters[k]);
    selftest_put_real(out, model, samples->parameters[k]);
    text_put(out, ";\n");
  }
  text_put(out, "  return p;\n}\n\n");
}

static void put_expected(Text *out, const CModel *model, const CFunction *function,
                         const Samples *samples)
{
  const Program *program = model->program;
  ArenaMark start = arena_mark(model->arena);
  double *registers = ARENA_ARRAY(model->arena, double, program_register_count(program));
  double *bounds = ARENA_ARRAY(model->arena, double, program_register_count(program));
  double *values = ARENA_ARRAY(model->arena, double, function->size);
  double *roundings = ARENA_ARRAY(model->arena, double, function->size);
  text_format(out, "static const Expected expected_%s[STATES][%d] = {\n", function->short_name,
              function->size);
  for (int s = 0; s < SELFTEST_STATES; s++) {
    ProgramState state = selftest_state(samples, s);
    program_run(program, &state, registers);
    program_read(function->result, registers, values);
    error_bounds(program, registers, bounds);
    for (int k = 0; k < function->size; k++)
      roundings[k] = 2 * bounds[function->result->registers[k]];
    selftest_put_expected(out, values, roundings, function->size);
  }
  text_put(out, "};\n\n");
  arena_rewind(model->arena, start);
}

// ---- checks

static void put_check(Text *out, const CModel *model)
{
  const char *const arguments[] = { "Tally *tally",
                                    "const char *function",
                                    "int state",
                                    arena_format(model->arena, "const %s got[]", model->real),
                                    "const Expected expected[]",
                                    "int count" };
  c_put_list(out, "static void check", arguments, 6);
  text_format(
      out,
      "\n{\n"
      "  for (int i = 0; i < count; i++) {\n"
      "    const double value = (double)got[i];\n"
      "    const double wanted = expected[i].value;\n"
      "    const double tolerance = %s * expected[i].roundings;\n"
      "    const double nearest = (double)(%s)wanted;\n"
      "    const int is_same = value == nearest || (value != value && wanted != wanted);\n"
      "    tally->checked++;\n"
      "    tally->identical += is_same;\n"
      "    if (is_same || fabs(value - wanted) <= tolerance) continue;\n"
      "    if (tally->different++ > 0) continue;\n"
      "    printf(\"%s: %%s, state %%d, entry %%d: \", function, state, i);\n"
      "    printf(\"got %%.17g, expected %%.17g, tolerance %%.3g\\n\", value, wanted, tolerance);\n"
      "  }\n"
      "}\n\n",
      model->request->real == CODE_FLOAT ? "(double)FLT_EPSILON" : "DBL_EPSILON", model->real,
      model->name);
}

static void put_call(Text *out, const CModel *model, const CFunction *function, CForm form)
{
  CArguments arguments = c_arguments(model, function, form);
  const char *names[C_MOST_ARGUMENTS];
  for (int k = 0; k < arguments.count; k++) {
    ValueSource source = arguments.source[k];
    bool is_state = source >= SOURCE_Q && source <= SOURCE_TIME;
    names[k] = is_state ? arena_format(model->arena, form == C_PLAIN ? "x->%s" : "batch->%s",
                                       arguments.name[k])
                        : arguments.name[k];
    if (strcmp(arguments.name[k], "count") == 0) names[k] = "STATES";
    if (strcmp(arguments.name[k], "stride") == 0) names[k] = "STATES";
    if (arguments.name[k] == function->output) names[k] = form == C_PLAIN ? "got" : "many";
  }
  bool is_returned = form == C_PLAIN && !function->signature.is_array;
  const char *before =
      arena_format(model->arena, "    %s%s", is_returned ? "got[0] = " : "", function->name);
  if (form != C_PLAIN) before = arena_format(model->arena, "  %s_batch", function->name);
  c_put_list(out, before, names, arguments.count);
  text_put(out, ";\n");
}

static void put_check_call(Text *out, const CModel *model, const CFunction *function,
                           const char *ending)
{
  Arena *arena = model->arena;
  const char *const arguments[] = { "tally",
                                    arena_format(arena, "\"%s%s\"", function->short_name, ending),
                                    "s",
                                    "got",
                                    arena_format(arena, "expected_%s[s]", function->short_name),
                                    arena_format(arena, "%d", function->size) };
  c_put_list(out, "    check", arguments, 6);
  text_put(out, ";\n  }\n}\n\n");
}

static void put_check_head(Text *out, const CModel *model, const CFunction *function,
                           const char *ending, int count)
{
  const char *const arguments[] = { "Tally *tally",
                                    arena_format(model->arena, "const %s_params *p", model->name),
                                    "const Batch *batch" };
  const char *before =
      arena_format(model->arena, "static void check_%s%s", function->short_name, ending);
  c_put_list(out, before, arguments, count);
  text_put(out, "\n{\n");
}

static void put_check_single(Text *out, const CModel *model, const CFunction *function)
{
  put_check_head(out, model, function, "", 2);
  text_format(out, "  for (int s = 0; s < STATES; s++) {\n    %s got[%d];\n", model->real,
              function->size);
  if (function->signature.takes) text_put(out, "    const State *x = &states[s];\n");
  put_call(out, model, function, C_PLAIN);
  put_check_call(out, model, function, "");
}

static void put_check_batch(Text *out, const CModel *model, const CFunction *function)
{
  put_check_head(out, model, function, "_batch", 3);
  text_format(out, "  %s many[%d * STATES];\n", model->real, function->size);
  if (!function->signature.takes) text_put(out, "  (void)batch;\n");
  put_call(out, model, function, C_BATCHED);
  text_format(out,
              "  for (int s = 0; s < STATES; s++) {\n"
              "    %s got[%d];\n"
              "    for (int i = 0; i < %d; i++) got[i] = many[i * STATES + s];\n",
              model->real, function->size, function->size);
  put_check_call(out, model, function, "_batch");
}

static void put_transposition(Text *out, const char *member, int count)
{
  text_format(out, "    for (int i = 0; i < %d; i++) batch.%s[i * STATES + s] = states[s].%s[i];\n",
              count, member, member);
}

static void put_batch_states(Text *out, const CModel *model)
{
  int n = selftest_length(model->equations->coordinate_count);
  int m = selftest_length(model->equations->input_count);
  const char *real = model->real;
  bool has_torques = takes_torques(model);
  text_format(out,
              "// The same states as a structure of arrays.\ntypedef struct Batch {\n"
              "  %s q[%d * STATES];\n  %s qd[%d * STATES];\n  %s qdd[%d * STATES];\n",
              real, n, real, n, real, n);
  if (has_torques) text_format(out, "  %s tau[%d * STATES];\n", real, n);
  text_format(out, "  %s u[%d * STATES];\n  %s t[STATES];\n} Batch;\n\n", real, m, real);
  text_put(out, "static Batch all_states(void)\n{\n  Batch batch;\n"
                "  for (int s = 0; s < STATES; s++) {\n");
  put_transposition(out, "q", n);
  put_transposition(out, "qd", n);
  put_transposition(out, "qdd", n);
  if (has_torques) put_transposition(out, "tau", n);
  put_transposition(out, "u", m);
  text_put(out, "    batch.t[s] = states[s].t;\n  }\n  return batch;\n}\n\n");
}

static void put_main(Text *out, const CModel *model)
{
  text_format(out,
              "int main(void)\n{\n  Tally tally = { 0, 0, 0 };\n"
              "  const %s_params p = parameters();\n",
              model->name);
  if (model->request->with_batch) text_put(out, "  const Batch batch = all_states();\n");
  for (int k = 0; k < model->function_count; k++) {
    const char *name = model->functions[k].short_name;
    text_format(out, "  check_%s(&tally, &p);\n", name);
    if (model->request->with_batch)
      text_format(out, "  check_%s_batch(&tally, &p, &batch);\n", name);
  }
  for (int k = 0; k < C_CLOSING_COUNT; k++) {
    const char *name = model->closings[k].short_name;
    if (name) text_format(out, "  check_%s(&tally, &p);\n", name);
  }
  text_format(out,
              "  if (tally.different > 0) {\n"
              "    printf(\"%s: %%d of %%d values differ\\n\", tally.different, tally.checked);\n"
              "    return 1;\n"
              "  }\n"
              "  printf(\"%s: %%d values agree, %%d of them to the last bit\\n\", tally.checked,\n"
              "         tally.identical);\n"
              "  return 0;\n"
              "}\n",
              model->name, model->name);
}

void c_put_selftest(Text *out, const CModel *model)
{
  Samples samples = selftest_samples(model);
  const char *file = arena_format(model->arena, "%s_selftest.c", model->name);
  c_put_banner(out, model, file,
               arena_format(model->arena, "checks %s.c against embedded values", model->name));
  text_put(out, "//\n");
  c_put_comment(out, 0, 5,
                arena_format(model->arena,
                             "  cc -std=c99 -O2 -ffp-contract=off %s.c %s -lm && ./a.out",
                             model->name, file));
  text_format(
      out, "\n#include \"%s.h\"\n\n#include <float.h>\n#include <math.h>\n#include <stdio.h>\n\n",
      model->name);
  text_format(out, "enum { STATES = %d };\n\n", SELFTEST_STATES);
  text_put(
      out,
      "// A value, and how many roundings the code may be away from it: errors passed on from "
      "step\n"
      "// to step. In double without contraction (-ffp-contract=off) every bit is the same.\n"
      "typedef struct Expected {\n  double value;\n  double roundings;\n} Expected;\n\n"
      "typedef struct Tally {\n  int checked;\n  int identical;\n  int different;\n} Tally;\n\n");
  put_states(out, model, &samples);
  put_parameters(out, model, &samples);
  for (int k = 0; k < model->function_count; k++) {
    put_expected(out, model, &model->functions[k], &samples);
  }
  put_check(out, model);
  if (model->request->with_batch) put_batch_states(out, model);
  for (int k = 0; k < model->function_count; k++) {
    put_check_single(out, model, &model->functions[k]);
    if (model->request->with_batch) put_check_batch(out, model, &model->functions[k]);
  }
  for (int k = 0; k < C_CLOSING_COUNT; k++) {
    if (model->closings[k].name) selftest_put_closing(out, model, &model->closings[k], &samples);
  }
  put_main(out, model);
}
