// code_statement.c -- the lines of a function: values, checks, results, under their titles.
// SPDX-License-Identifier: MIT
#include "codegen/code_model.h"

// What stands behind '$' in the template of checks.
static void put_part(CodeWriter *writer, Text *out, const RoutineCheck *check, char part)
{
  switch (part) {
  case 'x': code_put_expression(writer, out, check->value); break;
  case 'n': text_format(out, "%d", check->number); break;
  case 'r': text_put(out, writer->function->output); break;
  default: text_format(out, "%d", writer->function->size); break;
  }
}

// "if (!(t12 > 0)) return rr_fail(2, qdd, 2);"
static void put_check(CodeWriter *writer, Text *out, const RoutineCheck *check, int indent)
{
  const Language *language = writer->model->language;
  Text marked = { 0 };
  for (const char *c = code_named(writer->model, language->check); *c != '\0'; c++) {
    if (*c == '$') {
      put_part(writer, &marked, check, *++c);
    } else {
      text_put_char(&marked, *c);
    }
  }
  writer->used |= 1U << SOURCE_OUTPUT;
  code_put_statement(out, language, indent, language->unless, text_string(&marked));
  text_free(&marked);
}

// Lanes of a batch of C go on together: those without an answer are marked and counted.
static void put_batch_checks(CodeWriter *writer, Text *out, int indent)
{
  Text marked = { 0 };
  for (int k = 0; k < writer->routine->check_count; k++) {
    text_put(&marked, k > 0 ? "\001| !(" : "!(");
    code_put_expression(writer, &marked, writer->routine->checks[k].value);
    text_put(&marked, " > 0)");
  }
  code_put_statement(out, writer->model->language, indent,
                     "const int is_lost =", text_string(&marked));
  code_put_statement(out, writer->model->language, indent, "failed +=", "is_lost");
  text_free(&marked);
}

static void put_result(CodeWriter *writer, Text *out, const RoutineResult *result, int indent)
{
  Text marked = { 0 };
  bool may_be_lost = writer->style == CODE_BATCH && writer->routine->check_count > 0;
  if (may_be_lost) code_put(&marked, writer->model, "is_lost ? (NAME_real)NAN : ");
  if (result->copy_of >= 0) {
    text_put(&marked, writer->routine->results[result->copy_of].target);
  } else {
    code_put_expression(writer, &marked, result->value);
  }
  const char *head = result->target
                         ? arena_format(writer->model->arena, "%s =", result->target)
                         : arena_format(writer->model->arena, writer->model->language->returned,
                                        writer->function->output);
  if (result->target) writer->used |= 1U << SOURCE_OUTPUT;
  code_put_statement(out, writer->model->language, indent, head, text_string(&marked));
  text_free(&marked);
}

static void put_value(CodeWriter *writer, Text *out, int index, int indent)
{
  const RoutineValue *value = &writer->routine->values[index];
  const char *entry = code_sincos_entry(writer, index);
  Text marked = { 0 };
  if (entry) {
    text_put(&marked, entry);
  } else {
    code_put_definition(writer, &marked, index);
  }
  const char *head = value->is_stored ? "%s =" : writer->model->language->local;
  code_put_statement(out, writer->model->language, indent,
                     code_text(writer->model, head, value->spelling), text_string(&marked));
  if (value->is_stored) writer->used |= 1U << value->source;
  text_free(&marked);
}

void code_put_statements(CodeWriter *writer, Text *out, int first, int end, int indent)
{
  for (int k = first; k < end; k++) {
    const Statement *statement = &writer->routine->statements[k];
    if (statement->title) {
      const char *title = arena_format(writer->model->arena, "---- %s", statement->title);
      if (k > first) text_put_char(out, '\n');
      code_put_comment(out, writer->model->language, indent, 6, title);
    }
    if (writer->angles.count > 0 && k == writer->angles.first) code_put_sincos(writer, out, indent);
    if (statement->value >= 0) {
      put_value(writer, out, statement->value, indent);
    } else if (statement->check >= 0 && writer->style == CODE_SINGLE) {
      put_check(writer, out, &writer->routine->checks[statement->check], indent);
    } else if (statement->check >= 0) {
      if (statement->check == 0) put_batch_checks(writer, out, indent);
    } else {
      put_result(writer, out, &writer->routine->results[statement->result], indent);
    }
  }
}
