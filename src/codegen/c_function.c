// c_function.c -- functions: prototypes, bodies, and what to do with very long ones.
//
// For each quantity there are two functions: NAME_x_prepared() takes what NAME_prepare() computed,
// and NAME_x() calls both. A body of more than C_MOST_STATEMENTS is split into static functions
// that pass values in one workspace struct, so that stacks and compilers survive.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

#include <string.h>

// ---- arguments

void c_add_argument(CArguments *arguments, ValueSource source, const char *name,
                    const char *declaration)
{
  arguments->declaration[arguments->count] = declaration;
  arguments->name[arguments->count] = name;
  arguments->source[arguments->count++] = source;
}

static const char *array_declaration(const CModel *model, CForm form, bool is_const,
                                     const char *name)
{
  const char *qualifier = is_const ? "const " : "";
  const char *real = model->real;
  if (form == C_BATCHED) return arena_format(model->arena, "%s%s *%s", qualifier, real, name);
  if (form == C_BATCHED_RESTRICT) {
    return arena_format(model->arena, "%s%s *restrict %s", qualifier, real, name);
  }
  return arena_format(model->arena, "%s%s %s[]", qualifier, real, name);
}

CArguments c_arguments(const CModel *model, const CFunction *function, CForm form)
{
  CArguments arguments = { .count = 0 };
  Arena *arena = model->arena;
  bool is_batch = form == C_BATCHED || form == C_BATCHED_RESTRICT;
  if (form == C_PREPARED) {
    c_add_argument(&arguments, SOURCE_PREPARED, "k",
                   arena_format(arena, "const %s_prepared *k", model->name));
  } else {
    c_add_argument(&arguments, SOURCE_PARAMETERS, "p",
                   arena_format(arena, "const %s_params *p", model->name));
  }
  if (is_batch) {
    c_add_argument(&arguments, SOURCE_NONE, "count", "int count");
    c_add_argument(&arguments, SOURCE_NONE, "stride", "int stride");
  }
  for (int source = SOURCE_Q; source <= SOURCE_INPUTS; source++) {
    const char *name = C_ARRAYS[source].name;
    if (!(function->signature.takes & (1U << source))) continue;
    c_add_argument(&arguments, (ValueSource)source, name,
                   array_declaration(model, form, true, name));
  }
  if (function->signature.takes & TAKES_TIME) {
    c_add_argument(&arguments, SOURCE_TIME, "t",
                   is_batch ? array_declaration(model, form, true, "t")
                            : arena_format(arena, "%s t", model->real));
  }
  if (function->signature.is_array || is_batch) {
    c_add_argument(&arguments, SOURCE_OUTPUT, function->output,
                   array_declaration(model, form, false, function->output));
  }
  return arguments;
}

void c_put_prototype(Text *out, const CModel *model, const CFunction *function, CForm form)
{
  bool is_batch = form == C_BATCHED || form == C_BATCHED_RESTRICT;
  CArguments arguments = c_arguments(model, function, form);
  const char *type = function->signature.can_fail               ? "int"
                     : function->signature.is_array || is_batch ? "void"
                                                                : model->real;
  const char *ending = is_batch ? "_batch" : form == C_PREPARED ? "_prepared" : "";
  const char *before = arena_format(model->arena, "%s %s%s", type, function->name, ending);
  c_put_list(out, before, arguments.declaration, arguments.count);
}

void c_put_unused(Text *out, const CArguments *arguments, unsigned used)
{
  for (int k = 0; k < arguments->count; k++) {
    ValueSource source = arguments->source[k];
    if (source != SOURCE_NONE && !(used & (1U << source))) {
      text_format(out, "  (void)%s;\n", arguments->name[k]);
    }
  }
}

// ---- statements

static const char *head_of_value(const CModel *model, const RoutineValue *value)
{
  if (value->is_stored) return arena_format(model->arena, "%s =", value->spelling);
  return arena_format(model->arena, "const %s %s =", model->real, value->spelling);
}

// "if (!(t12 > 0)) return rr_fail(2, qdd, 2);"
static void put_check(CWriter *writer, Text *out, const RoutineCheck *check, int indent)
{
  Text marked = { 0 };
  text_put(&marked, "(!(");
  c_put_expression(writer, &marked, check->value);
  text_format(&marked, " > 0)) return %s_fail(%d, %s, %d)", writer->model->name, check->number,
              writer->function->output, writer->function->size);
  writer->used |= 1U << SOURCE_OUTPUT;
  c_put_statement(out, indent, "if", text_string(&marked));
  text_free(&marked);
}

// Lanes of a batch go on together: those without an answer are marked and counted.
static void put_batch_checks(CWriter *writer, Text *out, int indent)
{
  Text marked = { 0 };
  for (int k = 0; k < writer->routine->check_count; k++) {
    text_put(&marked, k > 0 ? "\001| !(" : "!(");
    c_put_expression(writer, &marked, writer->routine->checks[k].value);
    text_put(&marked, " > 0)");
  }
  c_put_statement(out, indent, "const int is_lost =", text_string(&marked));
  c_put_statement(out, indent, "failed +=", "is_lost");
  text_free(&marked);
}

static void put_result(CWriter *writer, Text *out, const RoutineResult *result, int indent)
{
  Text marked = { 0 };
  bool may_be_lost = writer->style == C_BATCH && writer->routine->check_count > 0;
  if (may_be_lost) text_format(&marked, "is_lost ? (%s)NAN : ", writer->model->real);
  if (result->copy_of >= 0) {
    text_put(&marked, writer->routine->results[result->copy_of].target);
  } else {
    c_put_expression(writer, &marked, result->value);
  }
  const char *head =
      result->target ? arena_format(writer->model->arena, "%s =", result->target) : "return";
  if (result->target) writer->used |= 1U << SOURCE_OUTPUT;
  c_put_statement(out, indent, head, text_string(&marked));
  text_free(&marked);
}

static void put_value(CWriter *writer, Text *out, int index, int indent)
{
  const RoutineValue *value = &writer->routine->values[index];
  Text marked = { 0 };
  c_put_definition(writer, &marked, index);
  c_put_statement(out, indent, head_of_value(writer->model, value), text_string(&marked));
  if (value->is_stored) writer->used |= 1U << value->source;
  text_free(&marked);
}

void c_put_statements(CWriter *writer, Text *out, int first, int end, int indent)
{
  for (int k = first; k < end; k++) {
    const Statement *statement = &writer->routine->statements[k];
    if (statement->title) {
      const char *title = arena_format(writer->model->arena, "---- %s", statement->title);
      if (k > first) text_put_char(out, '\n');
      c_put_comment(out, indent, 6, title);
    }
    if (statement->value >= 0) {
      put_value(writer, out, statement->value, indent);
    } else if (statement->check >= 0 && writer->style == C_SINGLE) {
      put_check(writer, out, &writer->routine->checks[statement->check], indent);
    } else if (statement->check >= 0) {
      if (statement->check == 0) put_batch_checks(writer, out, indent);
    } else {
      put_result(writer, out, &writer->routine->results[statement->result], indent);
    }
  }
}

// ---- bodies

// The body of a function over k, q, ...: declarations, then what is not used, then the statements.
static void put_body(Text *out, CWriter *writer, const CArguments *arguments, int first, int end)
{
  Text statements = { 0 };
  writer->used = 0;
  c_put_statements(writer, &statements, first, end, 2);
  unsigned used = writer->used;
  bool has_parameters = false;
  for (int k = 0; k < arguments->count; k++) {
    has_parameters = has_parameters || arguments->source[k] == SOURCE_PARAMETERS;
  }
  size_t start = out->length;
  if (!has_parameters && (used & (1U << SOURCE_PARAMETERS))) {
    text_format(out, "  const %s_params *p = &k->p;\n", writer->model->name);
    used |= 1U << SOURCE_PREPARED;
  }
  c_put_unused(out, arguments, used);
  if (out->length > start) text_put_char(out, '\n');
  text_put_bytes(out, text_string(&statements), statements.length);
  text_free(&statements);
}

// ---- parts

// The last part that reads each value: directly, or through steps that dissolve in what it tells.
static int *last_readers(const Routine *routine, const int part_of[], int part_size)
{
  int count = routine->steps->count;
  int *last = ARENA_ARRAY(routine->arena, int, count);
  memset(last, -1, sizeof *last * (size_t)count);
  for (int k = 0; k < routine->statement_count; k++) {
    const Statement *statement = &routine->statements[k];
    if (statement->check >= 0) last[routine->checks[statement->check].value] = k / part_size;
    if (statement->result >= 0 && routine->results[statement->result].copy_of < 0)
      last[routine->results[statement->result].value] = k / part_size;
  }
  for (int k = count - 1; k >= 0; k--) {
    if (!routine_computes(routine, k)) continue;
    int part = part_of[k] >= 0 ? part_of[k] : last[k];
    for (int a = 0; a < routine_arity(routine, k); a++) {
      int argument = routine->steps->at[k].arg[a];
      if (last[argument] < part) last[argument] = part;
    }
  }
  return last;
}

// Values that a later part reads move into the workspace. Returns how many there are.
static int store_between_parts(Routine *routine, int part_size)
{
  int total = routine->steps->count, count = 0;
  int *part_of = ARENA_ARRAY(routine->arena, int, total);
  memset(part_of, -1, sizeof *part_of * (size_t)total);
  for (int k = 0; k < routine->statement_count; k++) {
    if (routine->statements[k].value >= 0) part_of[routine->statements[k].value] = k / part_size;
  }
  const int *last = last_readers(routine, part_of, part_size);
  for (int k = 0; k < total; k++) {
    RoutineValue *value = &routine->values[k];
    if (part_of[k] < 0 || last[k] <= part_of[k] || value->is_stored) continue;
    value->is_stored = true;
    value->source = SOURCE_WORK;
    value->spelling = arena_format(routine->arena, "w->%s", value->spelling);
    count++;
  }
  return count;
}

static void put_workspace(Text *out, const CModel *model, const Routine *routine, const char *name)
{
  text_format(out, "// What one part of %s hands to the next.\ntypedef struct %s_work {\n", name,
              name);
  int column = C_COLUMNS;
  for (int k = 0; k < routine->statement_count; k++) {
    int index = routine->statements[k].value;
    if (index < 0 || routine->values[index].source != SOURCE_WORK) continue;
    const char *member = routine->values[index].spelling + strlen("w->");
    bool is_full = column + (int)strlen(member) + 3 > C_COLUMNS;
    if (is_full) {
      if (column < C_COLUMNS) text_put(out, ";\n");
      text_format(out, "  %s ", model->real);
      column = 3 + (int)strlen(model->real);
    } else {
      text_put(out, ", ");
    }
    text_put(out, member);
    column += (int)strlen(member) + 2;
  }
  text_format(out, ";\n} %s_work;\n\n", name);
}

typedef struct Parts {
  const char *name;           // of the whole function
  const CFunction *function;  // NULL: prepare
  CArguments arguments;
  Routine *routine;
  bool has_work;
  int count;
  int size;
} Parts;

static Parts plan_parts(const CModel *model, const CFunction *function, Routine *routine,
                        const char *name, CArguments arguments)
{
  Parts parts = { .name = name, .function = function, .arguments = arguments, .routine = routine };
  parts.count = (routine->statement_count + C_MOST_STATEMENTS - 1) / C_MOST_STATEMENTS;
  parts.size = (routine->statement_count + parts.count - 1) / parts.count;
  parts.has_work = store_between_parts(routine, parts.size) > 0;
  if (parts.has_work) {
    c_add_argument(&parts.arguments, SOURCE_WORK, "w",
                   arena_format(model->arena, "%s_work *w", name));
  }
  return parts;
}

static bool can_fail(const Parts *parts)
{
  return parts->function && parts->function->signature.can_fail;
}

static void put_parts(Text *out, const CModel *model, const Parts *parts)
{
  if (parts->has_work) put_workspace(out, model, parts->routine, parts->name);
  for (int k = 0; k < parts->count; k++) {
    const char *type = can_fail(parts) ? "int" : "void";
    const char *before =
        arena_format(model->arena, "static %s %s_part%d", type, parts->name, k + 1);
    c_put_list(out, before, parts->arguments.declaration, parts->arguments.count);
    text_put(out, "\n{\n");
    int end = (k + 1) * parts->size;
    if (end > parts->routine->statement_count) end = parts->routine->statement_count;
    CWriter writer = { .model = model, .routine = parts->routine, .function = parts->function };
    put_body(out, &writer, &parts->arguments, k * parts->size, end);
    text_put(out, can_fail(parts) ? "  return 0;\n}\n\n" : "}\n\n");
  }
}

static void put_part_calls(Text *out, const CModel *model, const Parts *parts)
{
  if (parts->has_work) text_format(out, "  %s_work w;\n", parts->name);
  const char *names[C_MOST_ARGUMENTS];
  for (int k = 0; k < parts->arguments.count; k++) {
    bool is_work = parts->arguments.source[k] == SOURCE_WORK;
    names[k] = is_work ? "&w" : parts->arguments.name[k];
  }
  for (int k = 0; k < parts->count; k++) {
    const char *assignment = !can_fail(parts) ? ""
                             : k == 0         ? "int failed = "
                                              : "if (failed == 0) failed = ";
    const char *before =
        arena_format(model->arena, "  %s%s_part%d", assignment, parts->name, k + 1);
    c_put_list(out, before, names, parts->arguments.count);
    text_put(out, ";\n");
  }
  if (can_fail(parts)) text_put(out, "  return failed;\n");
}

// ---- functions

void c_put_plain_body(Text *out, const CModel *model, const char *name, CArguments arguments,
                      bool has_value)
{
  text_format(out, "\n{\n  %s_prepared k;\n  %s_prepare(p, &k);\n", model->name, model->name);
  arguments.name[0] = "&k";
  c_put_list(out, arena_format(model->arena, "  %s%s_prepared", has_value ? "return " : "", name),
             arguments.name, arguments.count);
  text_put(out, ";\n}\n");
}

// Parts write the result to an array, even if it is one number.
static void put_large(Text *out, const CModel *model, const CFunction *function, Routine *routine)
{
  CArguments arguments = c_arguments(model, function, C_PREPARED);
  bool is_returned = !function->signature.is_array;
  if (is_returned) {
    routine->results[0].target = arena_format(model->arena, "%s[0]", function->output);
    c_add_argument(&arguments, SOURCE_OUTPUT, function->output,
                   array_declaration(model, C_PREPARED, false, function->output));
  }
  Parts parts = plan_parts(model, function, routine, function->name, arguments);
  put_parts(out, model, &parts);
  c_put_prototype(out, model, function, C_PREPARED);
  text_put(out, "\n{\n");
  if (is_returned) text_format(out, "  %s %s[1];\n", model->real, function->output);
  put_part_calls(out, model, &parts);
  if (is_returned) text_format(out, "  return %s[0];\n", function->output);
  text_put(out, "}\n\n");
}

void c_put_functions(Text *out, const CModel *model, const CFunction *function)
{
  Routine *routine = c_routine(model, function, C_SINGLE);
  if (routine->statement_count > C_MOST_STATEMENTS) {
    put_large(out, model, function, routine);
  } else {
    CArguments arguments = c_arguments(model, function, C_PREPARED);
    CWriter writer = { .model = model, .routine = routine, .function = function };
    c_put_prototype(out, model, function, C_PREPARED);
    text_put(out, "\n{\n");
    put_body(out, &writer, &arguments, 0, routine->statement_count);
    text_put(out, function->signature.can_fail ? "  return 0;\n}\n\n" : "}\n\n");
  }
  c_put_prototype(out, model, function, C_PLAIN);
  c_put_plain_body(out, model, function->name, c_arguments(model, function, C_PREPARED),
                   function->signature.can_fail || !function->signature.is_array);
}

void c_put_prepare(Text *out, const CModel *model)
{
  CArguments arguments = { .count = 0 };
  c_add_argument(&arguments, SOURCE_PARAMETERS, "p",
                 arena_format(model->arena, "const %s_params *p", model->name));
  c_add_argument(&arguments, SOURCE_PREPARED, "k",
                 arena_format(model->arena, "%s_prepared *k", model->name));
  const char *name = arena_format(model->arena, "%s_prepare", model->name);
  const char *before = arena_format(model->arena, "void %s", name);
  bool is_large = model->prepare->statement_count > C_MOST_STATEMENTS;
  Parts parts = { 0 };
  if (is_large) {
    parts = plan_parts(model, NULL, model->prepare, name, arguments);
    put_parts(out, model, &parts);
  }
  c_put_list(out, before, arguments.declaration, arguments.count);
  text_put(out, "\n{\n  k->p = *p;\n");
  if (is_large) {
    put_part_calls(out, model, &parts);
  } else {
    CWriter writer = { .model = model, .routine = model->prepare };
    if (model->prepare->statement_count > 0) text_put_char(out, '\n');
    c_put_statements(&writer, out, 0, model->prepare->statement_count, 2);
  }
  text_put(out, "}\n");
}
