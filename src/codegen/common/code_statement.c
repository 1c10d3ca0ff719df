// code_statement.c -- the lines of a function: values, checks and results, under their titles.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"

#include <assert.h>
#include <string.h>

// Replaces the character after '$' in the template of checks.
static void put_part(CodeWriter *writer, Text *out, const RoutineCheck *check, char part)
{
  const CodeFunction *member = &writer->function->members[check->member];
  switch (part) {
  case 'x': code_put_expression(writer, out, check->value); break;
  case 'n': text_format(out, "%d", check->number); break;
  case 'r': text_put(out, member->output); break;
  case 'm': text_format(out, "%d", check->member); break;
  default: text_format(out, "%d", member->size); break;
  }
}

static void put_template(CodeWriter *writer, Text *out, const RoutineCheck *check,
                         const char *template)
{
  for (const char *c = code_named(writer->model, template); *c != '\0'; c++) {
    if (*c == '$') {
      put_part(writer, out, check, *++c);
    } else {
      text_put_char(out, *c);
    }
  }
}

// Puts a check: "if (!(t12 > 0)) return rr_fail(2, qdd, 2);".
static void put_check(CodeWriter *writer, Text *out, int index, int indent)
{
  const Language *language = writer->model->language;
  const RoutineCheck *check = &writer->routine->checks[index];
  bool is_late = writer->routine->has_late_checks;
  Text head = { 0 }, marked = { 0 };
  if (is_late && index == 0 && !language->lanes)
    code_put_statement(out, language, indent, "int failed =", "0");
  put_template(writer, &head, check, language->unless);
  put_template(writer, &marked, check, is_late ? language->late_check : language->check);
  writer->used |= 1U << (language->lanes ? (int)SOURCE_FAILED : (int)SOURCE_OUTPUT + check->member);
  code_put_statement(out, language, indent, text_string(&head), text_string(&marked));
  text_free(&head);
  text_free(&marked);
}

static void put_result(CodeWriter *writer, Text *out, const RoutineResult *result, int indent)
{
  Text marked = { 0 };
  const LaneSyntax *lanes = writer->model->language->lanes;
  if (result->copy_of >= 0) {
    code_put(&marked, writer->model, lanes ? lanes->load : "%s",
             writer->routine->results[result->copy_of].target);
  } else {
    code_put_expression(writer, &marked, result->value);
  }
  if (lanes) {
    text_put_char(&marked, ')');
    writer->used |= 1U << SOURCE_STRIDE;
  }
  const char *head = result->target
                         ? code_text(writer->model, lanes ? lanes->store : "%s =", result->target)
                         : arena_format(writer->model->arena, writer->model->language->returned,
                                        writer->function->output);
  if (result->target) writer->used |= 1U << (SOURCE_OUTPUT + result->member);
  code_put_statement(out, writer->model->language, indent, head, text_string(&marked));
  text_free(&marked);
}

static void put_value(CodeWriter *writer, Text *out, int index, int indent)
{
  const RoutineValue *value = &writer->routine->values[index];
  const char *entry = code_sincos_entry(writer->model, writer->routine, &writer->angles, index);
  Text marked = { 0 };
  if (entry && strcmp(entry, value->spelling) == 0) return;  // already written by the call
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

// Returns true if the next statement is the cosine of the same angle as this sine.
static bool begins_pair(const CodeWriter *writer, int statement, int end)
{
  const Routine *routine = writer->routine;
  if (statement + 1 >= end || routine->statements[statement + 1].value < 0) return false;
  const Step *sine = &routine->steps->at[routine->statements[statement].value];
  const Step *cosine = &routine->steps->at[routine->statements[statement + 1].value];
  return sine->op == OP_SIN && cosine->op == OP_COS && sine->arg[0] == cosine->arg[0];
}

// Returns "&sin_theta1" and declares the variable first, or "NULL" if the index is -1 (no value).
static const char *address_of(CodeWriter *writer, Text *out, int index, int indent)
{
  if (index < 0) return "NULL";
  const RoutineValue *value = &writer->routine->values[index];
  if (value->is_stored) {
    writer->used |= 1U << value->source;
  } else {
    code_put(out, writer->model, "%*s$NAME_block %s;\n", indent, "", value->spelling);
  }
  return code_text(writer->model, "&%s", value->spelling);
}

// Puts the call that computes sine and cosine of an angle, or one of them, in all lanes:
// "rr_sincos_block(&sin_theta1, &cos_theta1, theta1);". Returns how many statements it covers.
static int put_circular(CodeWriter *writer, Text *out, int statement, int end, int indent)
{
  const CodeModel *model = writer->model;
  bool is_pair = begins_pair(writer, statement, end);
  int first = writer->routine->statements[statement].value;
  const Step *step = &writer->routine->steps->at[first];
  int cosine_at = is_pair ? writer->routine->statements[statement + 1].value : first;
  bool has_cosine = is_pair || step->op == OP_COS;
  const char *sine = address_of(writer, out, step->op == OP_SIN ? first : -1, indent);
  const char *cosine = address_of(writer, out, has_cosine ? cosine_at : -1, indent);
  Text marked = { 0 };
  text_format(&marked, "%s,\001", cosine);
  code_put_expression(writer, &marked, step->arg[0]);
  text_put_char(&marked, ')');
  const LaneSyntax *lanes = model->language->lanes;
  assert(lanes && "one number has its own call");
  code_put_statement(out, model->language, indent, code_text(model, lanes->sincos, sine),
                     text_string(&marked));
  text_free(&marked);
  return is_pair ? 2 : 1;
}

void code_put_statements(CodeWriter *writer, Text *out, int first, int end, int indent)
{
  writer->loads = out;
  if (writer->model->language->lanes)
    writer->is_loaded = ARENA_ARRAY(writer->model->arena, bool, writer->routine->steps->count);
  for (int k = first; k < end; k++) {
    const Statement *statement = &writer->routine->statements[k];
    if (statement->title) {
      const char *title = arena_format(writer->model->arena, "---- %s", statement->title);
      if (k > first) text_put_char(out, '\n');
      code_put_comment(out, writer->model->language, indent, 6, title);
    }
    if (writer->angles.count > 0 && k == writer->angles.first) code_put_sincos(writer, out, indent);
    bool is_value = statement->value >= 0;
    if (is_value && writer->is_loaded && routine_is_circular(writer->routine, statement->value)) {
      k += put_circular(writer, out, k, end, indent) - 1;
    } else if (is_value) {
      put_value(writer, out, statement->value, indent);
    } else if (statement->check >= 0) {
      put_check(writer, out, statement->check, indent);
    } else {
      put_result(writer, out, &writer->routine->results[statement->result], indent);
    }
  }
}
