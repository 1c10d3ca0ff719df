// c_batch.c -- functions over many states: loops that compilers vectorise.
//
// States are taken in blocks of C_BLOCK. In each block a first loop calls libm, a second one is
// plain arithmetic over arrays that do not overlap. A function too large to be printed twice loops
// over the states instead.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

#include <string.h>

// Statements of the first loop come first: those of section 0.
static int first_loop_end(const Routine *routine)
{
  int end = 0;
  while (end < routine->statement_count && routine->statements[end].value >= 0 &&
         routine->values[routine->statements[end].value].section == 0) {
    end++;
  }
  return end;
}

static void put_lane_arrays(Text *out, const CodeModel *model, const Routine *routine)
{
  for (int k = 0; k < routine->statement_count; k++) {
    int index = routine->statements[k].value;
    if (index < 0 || !routine->values[index].is_stored) continue;
    const char *spelling = routine->values[index].spelling;
    code_put(out, model, "    NAME_real %.*s[%d];\n", (int)strcspn(spelling, "["), spelling,
             C_BLOCK);
  }
}

static void put_loop(CodeWriter *writer, Text *out, int first, int end, int indent)
{
  if (first == end) return;
  text_repeat(out, ' ', indent);
  text_put(out, indent == 2 ? "for (size_t j = 0; j < end; j++) {\n"
                            : "for (size_t j = first; j < last; j++) {\n");
  code_put_statements(writer, out, first, end, indent + 2);
  text_repeat(out, ' ', indent);
  text_put(out, "}\n");
}

static void put_opening(Text *out, const CodeModel *model, const CArguments *arguments,
                        bool can_fail, unsigned used)
{
  code_put(out, model,
           "  NAME_prepared prepared;\n"
           "  const NAME_prepared *const k = &prepared;\n"
           "  const size_t n = (size_t)stride;\n"
           "  const size_t end = count > 0 ? (size_t)count : 0;\n"
           "%s"
           "  NAME_prepare(p, &prepared);\n",
           can_fail ? "  int failed = 0;\n" : "");
  if (!(used & (1U << SOURCE_PREPARED))) text_put(out, "  (void)k;\n");
  c_put_unused(out, arguments, used | 1U << SOURCE_PARAMETERS);
}

static void put_blocks(Text *out, const CodeModel *model, const Routine *routine, const Text *loops)
{
  text_format(out,
              "  for (size_t first = 0; first < end; first += %d) {\n"
              "    const size_t last = end - first < %d ? end : first + %d;\n",
              C_BLOCK, C_BLOCK, C_BLOCK);
  put_lane_arrays(out, model, routine);
  text_put_bytes(out, text_string(loops), loops->length);
  text_put(out, "  }\n");
}

// Without calls of libm there is nothing to set apart: one loop does.
static void put_loops(Text *out, const CodeModel *model, const CodeFunction *function,
                      const Routine *routine)
{
  CodeWriter writer = {
    .model = model, .routine = routine, .function = function, .style = CODE_BATCH
  };
  CArguments arguments = c_arguments(model, function, C_BATCHED_RESTRICT);
  Text loops = { 0 };
  int middle = first_loop_end(routine);
  int indent = middle > 0 ? 4 : 2;
  put_loop(&writer, &loops, 0, middle, indent);
  put_loop(&writer, &loops, middle, routine->statement_count, indent);
  put_opening(out, model, &arguments, function->signature.can_fail, writer.used);
  if (!strstr(text_string(&loops), "n + j]")) text_put(out, "  (void)n;\n");
  text_put_char(out, '\n');
  if (middle > 0) {
    put_blocks(out, model, routine, &loops);
  } else {
    text_put_bytes(out, text_string(&loops), loops.length);
  }
  text_free(&loops);
}

// The name of an argument of one state; arrays are declared, and those that go in filled.
static const char *put_gathering(Text *out, const CodeModel *model, const CodeFunction *function,
                                 ValueSource source, const char *name)
{
  if (source == SOURCE_PREPARED) return "k";
  if (source == SOURCE_TIME) return "t[j]";
  bool is_output = source == SOURCE_OUTPUT;
  int length = function->size;
  if (!is_output) variables_of_source(model->equations, source, &length);
  code_put(out, model, "    NAME_real %s_s[%d];\n", name, length);
  if (!is_output)
    text_format(out, "    for (size_t i = 0; i < %d; i++) %s_s[i] = %s[i * n + j];\n", length, name,
                name);
  return code_text(model, "%s_s", name);
}

// Gathers one state, calls the function, scatters the result.
static void put_state_by_state(Text *out, const CodeModel *model, const CodeFunction *function)
{
  CArguments arguments = c_arguments(model, function, C_PREPARED);
  Signature signature = function->signature;
  put_opening(out, model, &arguments, signature.can_fail, ~0U);
  if (!(signature.takes & TAKES_Q)) text_put(out, "  (void)n;\n");
  text_put(out, "  for (size_t j = 0; j < end; j++) {\n");
  for (int k = 0; k < arguments.count; k++) {
    arguments.name[k] = put_gathering(out, model, function, arguments.source[k], arguments.name[k]);
  }
  const char *assigned = signature.can_fail   ? "failed += "
                         : signature.is_array ? ""
                                              : code_text(model, "%s[j] = ", function->output);
  code_put_list(out, &LANGUAGE_C, code_text(model, "    %s%s_prepared", assigned, function->name),
                arguments.name, arguments.count);
  text_put(out, signature.can_fail ? " != 0;\n" : ";\n");
  if (signature.is_array)
    text_format(out, "    for (size_t i = 0; i < %d; i++) %s[i * n + j] = %s_s[i];\n",
                function->size, function->output, function->output);
  text_put(out, "  }\n");
}

void c_put_batch(Text *out, const CodeModel *model, const CodeFunction *function)
{
  Routine *routine = code_routine(model, function, CODE_BATCH);
  c_put_prototype(out, model, function, C_BATCHED_RESTRICT);
  text_put(out, "\n{\n");
  if (routine->statement_count > C_MOST_STATEMENTS) {
    put_state_by_state(out, model, function);
  } else {
    put_loops(out, model, function, routine);
  }
  text_put(out, function->signature.can_fail ? "  return failed;\n}\n" : "}\n");
}
