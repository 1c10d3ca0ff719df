// code_function.c -- arguments and bodies of functions, common to all languages.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"

#include <string.h>

// ---- arguments

const char *code_argument_name(ValueSource source)
{
  return source == SOURCE_TIME ? "t" : CODE_ARRAYS[source].name;
}

int code_argument_length(const CodeModel *model, const CodeFunction *function, ValueSource source)
{
  if (!(function->signature.takes & (1U << source))) return 0;
  int count = 1;
  if (source != SOURCE_TIME) variables_of_source(model->equations, source, &count);
  return count;
}

const char *code_argument_names(const CodeModel *model, const CodeFunction *function, int state)
{
  const char *names = "k";
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (!(function->signature.takes & (1U << source))) continue;
    const char *name = code_argument_name(source);
    names = state > 0 ? arena_format(model->arena, "%s, %s%d", names, name, state)
                      : arena_format(model->arena, "%s, %s", names, name);
  }
  return names;
}

void code_put_argument_text(Text *out, const CodeModel *model, const CodeFunction *function)
{
  static const char *const WORDS[SOURCE_COUNT] = {
    [SOURCE_Q] = "coordinates",
    [SOURCE_QD] = "their rates",
    [SOURCE_QDD] = "their second rates",
    [SOURCE_TORQUES] = "generalised forces",
    [SOURCE_INPUTS] = "inputs",
    [SOURCE_STATES] = "states",
    [SOURCE_DISCRETES] = "discrete variables",
  };
  text_put(out, "k: what prepare gives");
  for (ValueSource source = SOURCE_Q; source <= SOURCE_DISCRETES; source++) {
    if (!(function->signature.takes & (1U << source))) continue;
    text_format(out, "; %s: %s, %d", code_argument_name(source), WORDS[source],
                code_argument_length(model, function, source));
  }
  text_put(out, function->signature.takes & TAKES_TIME ? "; t: time [s]." : ".");
}

// ---- bodies

CodeBody code_body(const CodeModel *model, const CodeFunction *function)
{
  const Language *language = model->language;
  CodeBody body = { .routine = function ? code_routine(model, function) : model->prepare };
  CodeWriter writer = { .model = model, .routine = body.routine, .function = function };
  Text statements = { 0 };
  code_put_statements(&writer, &statements, 0, body.routine->statement_count, language->indent);
  if (function && (writer.used & (1U << SOURCE_PARAMETERS)))
    text_format(&body.lines, "%*s%s\n", language->indent, "", language->alias);
  text_put_bytes(&body.lines, text_string(&statements), statements.length);
  text_free(&statements);
  body.used = writer.used;
  return body;
}

void code_body_free(CodeBody *body) { text_free(&body->lines); }

void code_put_members(Text *out, const CodeModel *model, const char *format)
{
  const Routine *prepare = model->prepare;
  for (int k = 0; k < prepare->statement_count; k++) {
    const RoutineValue *value = &prepare->values[prepare->statements[k].value];
    if (value->is_stored) text_format(out, format, value->spelling + strlen("k."));
  }
}
