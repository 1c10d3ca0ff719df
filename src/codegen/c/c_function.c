// c_function.c -- functions: prototypes and bodies, with very long ones split into parts.
//
// Each quantity has two functions: NAME_x_prepared() takes the values computed by NAME_prepare(),
// and NAME_x() calls both. A body of more than C_MAX_STATEMENTS is split into static functions that
// pass values in one workspace (c_storage.c), to limit stack size and compile time.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

#include <string.h>

// ---- arguments

void c_add_argument(CArguments *arguments, const CodeModel *model, ValueSource source,
                    const char *name, const char *declaration)
{
  arguments->declaration[arguments->count] = code_text(model, declaration, name);
  arguments->name[arguments->count] = name;
  arguments->source[arguments->count++] = source;
}

int c_member(const CArguments *arguments, int index)
{
  int member = 0;
  for (int k = 0; k < index; k++)
    member += arguments->source[k] == SOURCE_OUTPUT;
  return member;
}

static bool is_batched(CForm form) { return form >= C_BATCHED; }

static const char *array_declaration(CForm form, bool is_const)
{
  if (form == C_BATCHED) return is_const ? "const $NAME_real *%s" : "$NAME_real *%s";
  if (is_batched(form))
    return is_const ? "const $NAME_real *restrict %s" : "$NAME_real *restrict %s";
  return is_const ? "const $NAME_real %s[]" : "$NAME_real %s[]";
}

CArguments c_first_argument(const CodeModel *model, CForm form)
{
  CArguments arguments = { .count = 0 };
  if (form == C_PREPARED || form == C_LANES) {
    c_add_argument(&arguments, model, SOURCE_PREPARED, "k", "const $NAME_prepared *%s");
  } else {
    c_add_argument(&arguments, model, SOURCE_PARAMETERS, "p", "const $NAME_params *%s");
  }
  return arguments;
}

CArguments c_arguments(const CodeModel *model, const CodeFunction *function, CForm form)
{
  CArguments arguments = c_first_argument(model, form);
  const char *input = array_declaration(form, true);
  if (form == C_LANES) {
    c_add_argument(&arguments, model, SOURCE_STRIDE, "n", "size_t %s");
  } else if (is_batched(form)) {
    c_add_argument(&arguments, model, SOURCE_NONE, "count", "int %s");
    c_add_argument(&arguments, model, SOURCE_NONE, "stride", "int %s");
  }
  for (ValueSource source = SOURCE_Q; source <= SOURCE_DISCRETES; source++) {
    if (function->signature.takes & (1U << source))
      c_add_argument(&arguments, model, source, CODE_ARRAYS[source].name, input);
  }
  if (function->signature.takes & TAKES_TIME)
    c_add_argument(&arguments, model, SOURCE_TIME, "t", is_batched(form) ? input : "$NAME_real %s");
  bool has_arrays = function->signature.is_array || is_batched(form);
  for (int k = 0; has_arrays && k < function->member_count; k++) {
    c_add_argument(&arguments, model, SOURCE_OUTPUT, function->members[k].output,
                   array_declaration(form, false));
  }
  if (form == C_LANES && function->signature.can_fail)
    c_add_argument(&arguments, model, SOURCE_FAILED, "lost", "$NAME_block %s[]");
  return arguments;
}

void c_put_prototype(Text *out, const CodeModel *model, const CodeFunction *function, CForm form)
{
  CArguments arguments = c_arguments(model, function, form);
  bool is_void = function->signature.is_array || is_batched(form);
  const char *type = function->signature.can_fail ? "int" : is_void ? "void" : "$NAME_real";
  const char *ending = is_batched(form) ? "_batch" : form == C_PREPARED ? "_prepared" : "";
  code_put_list(out, &LANGUAGE_C,
                code_text(model, "%s %s%s", code_named(model, type), function->name, ending),
                arguments.declaration, arguments.count);
}

void c_put_unused(Text *out, const CArguments *arguments, unsigned used)
{
  for (int k = 0; k < arguments->count; k++) {
    ValueSource source = arguments->source[k];
    int bit = (int)source + (source == SOURCE_OUTPUT ? c_member(arguments, k) : 0);
    if (source != SOURCE_NONE && !(used & (1U << bit))) {
      text_format(out, "  (void)%s;\n", arguments->name[k]);
    }
  }
}

// ---- bodies

// Puts the body of a function over k, q, ...: declarations, casts of unused arguments, statements.
static void put_body(Text *out, CodeWriter *writer, const CArguments *arguments, int first, int end)
{
  Text statements = { 0 };
  writer->used = 0;
  code_put_statements(writer, &statements, first, end, 2);
  if (writer->routine->product && end == writer->routine->statement_count)
    c_put_product_call(writer, &statements);
  unsigned used = writer->used;
  bool has_parameters = false;
  for (int k = 0; k < arguments->count; k++) {
    has_parameters = has_parameters || arguments->source[k] == SOURCE_PARAMETERS;
  }
  size_t start = out->length;
  if (!has_parameters && (used & (1U << SOURCE_PARAMETERS))) {
    code_put(out, writer->model, "  const $NAME_params *p = &k->p;\n");
    used |= 1U << SOURCE_PREPARED;
  }
  c_put_unused(out, arguments, used);
  if (out->length > start) text_put_char(out, '\n');
  text_put_bytes(out, text_string(&statements), statements.length);
  text_free(&statements);
}

// ---- parts

enum { PARTS_IN_CACHE = 6 };  // maximum number of parts that fit an instruction cache of 32 KB

// The structure of a function: a single body, or parts that it calls.
typedef struct Parts {
  const CodeModel *model;
  const char *name;              // name of the whole function
  const CodeFunction *function;  // NULL: prepare()
  CArguments arguments;
  Routine *routine;
  bool can_fail;
  int count;
  int *ends;  // one past the last statement of each part
  CStorage places;
  CWorkspacePointers *pieces;  // by part; NULL: no part has pointers
  CodeAngles angles;           // with several parts: angles of the first one
} Parts;

// Returns the last statement that reads each value, directly or through inlined steps.
static int *last_readers(const Routine *routine, const int statement_of[])
{
  int count = routine->steps->count;
  int *last = ARENA_ARRAY(routine->arena, int, count);
  memset(last, -1, sizeof *last * (size_t)count);
  for (int k = 0; k < routine->statement_count; k++) {
    const Statement *statement = &routine->statements[k];
    if (statement->check >= 0) last[routine->checks[statement->check].value] = k;
    if (statement->result >= 0 && routine->results[statement->result].copy_of < 0)
      last[routine->results[statement->result].value] = k;
  }
  for (int k = 0; routine->product && k < routine->product->slot_count; k++)
    last[routine->product->slots[k].value] = routine->statement_count;
  for (int k = count - 1; k >= 0; k--) {
    if (!routine_computes(routine, k)) continue;
    int reader = statement_of[k] >= 0 ? statement_of[k] : last[k];
    for (int a = 0; a < routine_arity(routine, k); a++) {
      int argument = routine->steps->at[k].arg[a];
      if (last[argument] < reader) last[argument] = reader;
    }
  }
  return last;
}

// Returns how many values are computed before each statement and read there or after it.
static int *values_across(const Routine *routine, const int statement_of[], const int last[])
{
  int *across = ARENA_ARRAY(routine->arena, int, routine->statement_count + 2);
  for (int k = 0; k < routine->steps->count; k++) {
    if (statement_of[k] < 0 || last[k] <= statement_of[k]) continue;
    across[statement_of[k] + 1]++;
    across[last[k] + 1]--;
  }
  for (int k = 0; k < routine->statement_count; k++)
    across[k + 1] += across[k];
  return across;
}

// Chooses parts of about the same length that end where few values are live.
static void choose_ends(Parts *parts, const int across[])
{
  int total = parts->routine->statement_count, size = total / parts->count;
  // late checks stay together, because each overwrites the result of those before it
  int furthest = total - (parts->routine->has_late_checks ? parts->routine->check_count : 0);
  parts->ends = ARENA_ARRAY(parts->model->arena, int, parts->count);
  for (int k = 0; k < parts->count - 1; k++) {
    int middle = (int)((long)furthest * (k + 1) / parts->count), best = middle;
    for (int end = middle - size / 8; end <= middle + size / 8 && end <= furthest; end++) {
      if (across[end] < across[best]) best = end;
    }
    parts->ends[k] = best;
  }
  parts->ends[parts->count - 1] = total;
}

static CodeAngles angles_of(const Parts *parts, int first, int end)
{
  bool have_calls = parts->function && !parts->model->language->lanes;
  return have_calls ? code_angles(parts->model, parts->routine, first, end) : (CodeAngles){ 0 };
}

// Leaves sines and cosines at the start of the first part where the call writes them. Returns how
// many workspace places they occupy.
static int keep_angles(Parts *parts)
{
  Routine *routine = parts->routine;
  parts->angles = angles_of(parts, 0, parts->ends[0]);
  if (parts->angles.count == 0) return 0;
  parts->angles.is_kept = true;
  for (int k = 0; k < parts->ends[0]; k++) {
    int index = routine->statements[k].value;
    const char *entry =
        index >= 0 ? code_sincos_entry(parts->model, routine, &parts->angles, index) : NULL;
    if (!entry || routine->values[index].is_stored) continue;
    routine->values[index].spelling = entry;
    routine->values[index].source = SOURCE_WORK;
    routine->values[index].place = code_sincos_place(routine, &parts->angles, index) + 1;
    routine->values[index].is_stored = true;
  }
  return 2 * code_sincos_room(&parts->angles);
}

static int first_statement(const Parts *parts, int k) { return k > 0 ? parts->ends[k - 1] : 0; }

// Chooses the workspace pointers of each part. Parts that pass the whole workspace to a call, for
// sines or a product, have none.
static void choose_pieces(Parts *parts, const int statement_of[], const int last[])
{
  const Routine *routine = parts->routine;
  int count = routine->steps->count;
  int *reader = ARENA_ARRAY(routine->arena, int, count);
  for (int k = 0; k < count; k++)
    reader[k] = statement_of[k] >= 0 ? statement_of[k] : last[k];
  parts->pieces = ARENA_ARRAY(routine->arena, CWorkspacePointers, parts->count);
  int first = parts->angles.is_kept ? 1 : 0, end = parts->count - (routine->product ? 1 : 0);
  for (int k = first; k < end; k++) {
    parts->pieces[k] =
        c_choose_pieces(routine, &parts->places, reader, first_statement(parts, k), parts->ends[k]);
  }
}

static void divide(Parts *parts)
{
  Routine *routine = parts->routine;
  int *statement_of = ARENA_ARRAY(routine->arena, int, routine->steps->count);
  memset(statement_of, -1, sizeof *statement_of * (size_t)routine->steps->count);
  for (int k = 0; k < routine->statement_count; k++) {
    if (routine->statements[k].value >= 0) statement_of[routine->statements[k].value] = k;
  }
  const int *last = last_readers(routine, statement_of);
  choose_ends(parts, values_across(routine, statement_of, last));
  if (parts->count > 1)
    parts->places = c_keep_values(routine, parts->ends, parts->count, last, keep_angles(parts));
  if (parts->count > PARTS_IN_CACHE && !parts->model->language->lanes)
    choose_pieces(parts, statement_of, last);
}

// Declares results as restrict: a part that stores one need not reload values from the workspace.
// While all instructions fit the cache, compilers produce better code without it.
static void set_results_apart(CArguments *arguments, const CodeModel *model)
{
  for (int k = 0; k < arguments->count; k++) {
    if (arguments->source[k] == SOURCE_OUTPUT)
      arguments->declaration[k] = code_text(model, "$NAME_real *restrict %s", arguments->name[k]);
  }
}

static Parts plan_parts(const CodeModel *model, const CodeFunction *function, Routine *routine,
                        const char *name, CArguments arguments)
{
  Parts parts = { .model = model,
                  .name = name,
                  .function = function,
                  .arguments = arguments,
                  .routine = routine,
                  .can_fail = function && function->signature.can_fail,
                  .count = 1 + (routine->statement_count - 1) / C_MAX_STATEMENTS };
  divide(&parts);
  if (parts.count > PARTS_IN_CACHE) set_results_apart(&parts.arguments, model);
  c_add_workspace(&parts.arguments, model, &parts.places);
  return parts;
}

static CArguments arguments_of_part(const Parts *parts, int k)
{
  CArguments arguments = parts->arguments;
  if (parts->pieces) c_add_pieces(&arguments, parts->model, &parts->pieces[k]);
  return arguments;
}

// Puts the body of part k, including the closing brace.
static void put_part(Text *out, const Parts *parts, int k)
{
  CodeWriter writer = { .model = parts->model,
                        .routine = parts->routine,
                        .function = parts->function };
  int first = first_statement(parts, k), end = parts->ends[k];
  if (parts->pieces) c_spell_places(parts->routine, &parts->pieces[k]);
  writer.angles = parts->count > 1 && k == 0 ? parts->angles : angles_of(parts, first, end);
  if (parts->count > 1)
    c_put_locals(out, parts->model, parts->routine, &parts->places, k, first, end);
  put_body(out, &writer, &parts->arguments, first, end);
  bool has_number =
      parts->routine->has_late_checks && parts->routine->check_count > 0 && k == parts->count - 1;
  if (parts->can_fail) text_put(out, has_number ? "  return failed;\n" : "  return 0;\n");
  text_put(out, "}\n\n");
}

// Returns the attribute that precedes a function. Vectorisation by gcc helps to store known
// numbers, such as rows of zeros; for up to four results it does not matter. Lanes are vectors
// already.
static const char *store_strategy(const Parts *parts, int first, int end)
{
  enum { FEW_RESULTS = 4 };
  const Routine *routine = parts->routine;
  if (parts->model->request->is_portable || parts->model->language->lanes || routine->product)
    return "";
  if (parts->count == 1 && routine->result_count <= FEW_RESULTS) return "";
  int known = 0;
  for (int k = first; k < end; k++) {
    int result = routine->statements[k].result;
    known += result >= 0 && !routine_computes(routine, routine->results[result].value);
  }
  return 2 * known > end - first ? "" : code_named(parts->model, "$NAME_no_slp\n");
}

static void put_parts(Text *out, const Parts *parts)
{
  bool is_portable = parts->model->request->is_portable;
  for (int k = 0; parts->count > 1 && k < parts->count; k++) {
    const char *type = parts->can_fail ? "int" : "void";
    const char *apart = is_portable ? "" : code_named(parts->model, "$NAME_noinline ");
    CArguments arguments = arguments_of_part(parts, k);
    text_put(out, store_strategy(parts, first_statement(parts, k), parts->ends[k]));
    code_put_list(out, &LANGUAGE_C,
                  code_text(parts->model, "static %s%s %s_part%d", apart, type, parts->name, k + 1),
                  arguments.declaration, arguments.count);
    text_put(out, "\n{\n");
    put_part(out, parts, k);
  }
}

static void put_part_calls(Text *out, const Parts *parts)
{
  c_put_workspace(out, parts->model, &parts->places);
  for (int k = 0; k < parts->count; k++) {
    CArguments arguments = arguments_of_part(parts, k);
    const char *assignment = !parts->can_fail ? ""
                             : k == 0         ? "int failed = "
                                              : "if (failed == 0) failed = ";
    code_put_list(out, &LANGUAGE_C,
                  code_text(parts->model, "  %s%s_part%d", assignment, parts->name, k + 1),
                  arguments.name, arguments.count);
    text_put(out, ";\n");
  }
  if (parts->can_fail) text_put(out, "  return failed;\n");
}

// ---- functions

void c_put_plain_body(Text *out, const CodeModel *model, const char *name, CArguments arguments,
                      bool has_value)
{
  code_put(out, model, "\n{\n  $NAME_prepared k;\n  $NAME_prepare(p, &k);\n");
  arguments.name[0] = "&k";
  code_put_list(out, &LANGUAGE_C,
                code_text(model, "  %s%s_prepared", has_value ? "return " : "", name),
                arguments.name, arguments.count);
  text_put(out, ";\n}\n");
}

// Puts a function in parts. These write the result to an array, even if it is a single number.
static void put_large(Text *out, const CodeModel *model, const CodeFunction *function,
                      Routine *routine)
{
  CArguments arguments = c_arguments(model, function, C_PREPARED);
  const char *output = function->output;
  bool is_returned = !function->signature.is_array;
  if (is_returned) {
    routine->results[0].target = code_text(model, "%s[0]", output);
    c_add_argument(&arguments, model, SOURCE_OUTPUT, output, "$NAME_real %s[]");
  }
  Parts parts = plan_parts(model, function, routine, function->name, arguments);
  put_parts(out, &parts);
  c_put_prototype(out, model, function, C_PREPARED);
  text_put(out, "\n{\n");
  if (is_returned) code_put(out, model, "  $NAME_real %s[1];\n", output);
  put_part_calls(out, &parts);
  if (is_returned) text_format(out, "  return %s[0];\n", output);
  text_put(out, "}\n\n");
}

void c_put_lanes(Text *out, const CodeModel *model, const CodeFunction *function, Routine *routine)
{
  const char *name = code_text(model, "%s_block", function->name);
  CArguments arguments = c_arguments(model, function, C_LANES);
  Parts parts = plan_parts(model, function, routine, name, arguments);
  parts.can_fail = false;
  if (routine->product) c_put_product(out, model, function, routine->product);
  put_parts(out, &parts);
  code_put_list(out, &LANGUAGE_C, code_text(model, "static void %s", name), arguments.declaration,
                arguments.count);
  text_put(out, "\n{\n");
  if (parts.count == 1) {
    if (routine->product) c_put_product_arrays(out, model, routine->product);
    put_part(out, &parts, 0);
  } else {
    put_part_calls(out, &parts);
    text_put(out, "}\n\n");
  }
}

void c_put_functions(Text *out, const CodeModel *model, const CodeFunction *function)
{
  Routine *routine = code_routine(model, function);
  if (routine->product) c_put_product(out, model, function, routine->product);
  CArguments arguments = c_arguments(model, function, C_PREPARED);
  if (routine->statement_count > C_MAX_STATEMENTS) {
    put_large(out, model, function, routine);
  } else {
    Parts whole = plan_parts(model, function, routine, function->name, arguments);
    text_put(out, store_strategy(&whole, 0, routine->statement_count));
    c_put_prototype(out, model, function, C_PREPARED);
    text_put(out, "\n{\n");
    if (routine->product) c_put_product_arrays(out, model, routine->product);
    put_part(out, &whole, 0);
  }
  c_put_prototype(out, model, function, C_PLAIN);
  c_put_plain_body(out, model, function->name, arguments,
                   function->signature.can_fail || !function->signature.is_array);
}

CArguments c_prepare_arguments(const CodeModel *model)
{
  CArguments arguments = c_first_argument(model, C_PLAIN);
  c_add_argument(&arguments, model, SOURCE_PREPARED, "k", "$NAME_prepared *%s");
  return arguments;
}

void c_put_prepare(Text *out, const CodeModel *model)
{
  CArguments arguments = c_prepare_arguments(model);
  const char *name = code_named(model, "$NAME_prepare");
  Parts parts = plan_parts(model, NULL, model->prepare, name, arguments);
  put_parts(out, &parts);
  code_put_list(out, &LANGUAGE_C, code_text(model, "void %s", name), arguments.declaration,
                arguments.count);
  text_put(out, "\n{\n  k->p = *p;\n");
  if (parts.count > 1) {
    put_part_calls(out, &parts);
  } else {
    CodeWriter writer = { .model = model, .routine = model->prepare };
    if (model->prepare->statement_count > 0) text_put_char(out, '\n');
    code_put_statements(&writer, out, 0, model->prepare->statement_count, 2);
  }
  text_put(out, "}\n");
}
