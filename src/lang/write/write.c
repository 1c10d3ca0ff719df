// write.c -- writes a mechanism as a document.
//
// A definition is written as soon as everything it depends on is declared. Values are in SI without
// units: the dimension of a number in a product is unknown, and a description without any unit is
// not checked.
// SPDX-License-Identifier: MIT
#include "lang/write/write_impl.h"
#include "mechanism/long_values.h"
#include "symbolic/steps.h"
#include "symbolic/calculus/table_function.h"

#include <string.h>

// ---- declared names

static void await(const Expr **symbol, void *to)
{
  Writer *writer = to;
  const char *name = (*symbol)->form->symbol->name;
  // A name with an index may coincide with another name when it is made plain.
  while (strchr(name, '[') && mechanism_has_name(writer->mechanism, write_plain(writer, name)))
    writer->joiner = arena_format(writer->document->arena, "%s_", writer->joiner);
  map_put(&writer->pending, name, PENDING);
}

// Marks the definition to be examined: it may be complete.
static void look_at(Writer *writer, int definition)
{
  writer->is_due[definition] = true;
  writer->due_count++;
  if (definition < writer->first_due) writer->first_due = definition;
}

static void declare(Writer *writer, const char *name)
{
  int waiting = map_find(&writer->pending, name) - WAITED_FOR;
  map_put(&writer->pending, name, DECLARED);
  for (; waiting >= 0; waiting = writer->next_waiting[waiting])
    look_at(writer, waiting);
}

void write_declared(Writer *writer, const Expr *symbol)
{
  declare(writer, symbol->form->symbol->name);
}

bool write_is_pending(const Writer *writer, const char *name)
{
  return map_find(&writer->pending, name) >= PENDING;
}

static void await_all(Writer *writer)
{
  const Mechanism *mechanism = writer->mechanism;
  Arena *arena = writer->document->arena;
  mechanism_visit_symbols(writer->mechanism, await, writer);
  writer->is_due = ARENA_ARRAY(arena, bool, mechanism->definition_count);
  writer->next_waiting = ARENA_ARRAY(arena, int, mechanism->definition_count);
  for (int i = 0; i < mechanism->definition_count; i++) {
    map_put(&writer->pending, mechanism->definitions[i].name, PENDING);
    look_at(writer, i);
  }
}

// Lets the definition wait for a pending symbol that it contains; returns false if there is none.
// Rates are named after their coordinates: q''.
static bool wait_for_part(Writer *writer, int definition)
{
  const Expr *body = definition_body(&writer->mechanism->definitions[definition]);
  Steps steps = steps_of(&body, 1);
  bool is_waiting = false;
  for (int i = 0; i < steps.count && !is_waiting; i++) {
    const Form *form = steps.at[i].form;
    const char *name = form->op == OP_SYMBOL  ? form->symbol->name
                       : form->op == OP_NAMED ? form->named.name
                                              : "";
    size_t length = strcspn(name, "'");
    int state = map_find_n(&writer->pending, name, length);
    if (state < PENDING) continue;
    is_waiting = true;
    writer->next_waiting[definition] = state - WAITED_FOR;
    map_put_n(&writer->pending, name, length, definition + WAITED_FOR);
  }
  steps_free(&steps);
  return is_waiting;
}

void write_definitions(Writer *writer)
{
  while (writer->due_count > 0) {
    int i = writer->first_due++;
    if (!writer->is_due[i]) continue;
    writer->is_due[i] = false;
    writer->due_count--;
    if (wait_for_part(writer, i)) continue;
    const Definition *definition = &writer->mechanism->definitions[i];
    write_line(writer, "let %s = %s", definition->name,
               write_value(writer, definition_body(definition)));
    declare(writer, definition->name);
  }
}

// ---- functions given by points

// Writes the points, the interpolation and the extrapolation: table_function.h.
static void write_function(const Writer *writer, const TableFunction *table)
{
  int width = table->degree + 1;
  const double *before = table->coefficients;
  const double *behind = before + table->count * width;
  Text text = { 0 };
  text_format(&text, "table %s : ", table->name);
  for (int i = 0; i < table->count; i++) {
    text_put(&text, i > 0 ? ", (" : "(");
    text_put_double(&text, table->x[i]);
    text_put(&text, ", ");
    text_put_double(&text, table->coefficients[(i + 1) * width]);
    text_put_char(&text, ')');
  }
  if (table->degree == TABLE_CUBIC) text_put(&text, ", cubic");
  if (before[1] != 0 || behind[1] != 0) text_put(&text, ", outside linear");
  write_statement(writer, &text);
}

typedef struct Functions {
  const Writer *writer;
  Map names;  // names already written
} Functions;

static void write_functions_of(const Expr **e, void *context)
{
  Functions *functions = context;
  Steps steps = steps_of(e, 1);
  for (int i = 0; i < steps.count; i++) {
    const Form *form = steps.at[i].form;
    if (form->op != OP_POINTS || map_find(&functions->names, form->points.table->name) >= 0)
      continue;
    write_function(functions->writer, form->points.table);
    map_put(&functions->names, form->points.table->name, 1);
  }
  steps_free(&steps);
}

static void write_functions(const Writer *writer)
{
  Functions functions = { .writer = writer };
  mechanism_visit(writer->mechanism, write_functions_of, &functions);
  map_free(&functions.names);
}

// ---- the heading

static void write_parameters(Writer *writer)
{
  const Mechanism *mechanism = writer->mechanism;
  Text list = { 0 };
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    text_format(&list, "%s%s", i > 0 ? ", " : "param ", parameter->name);
    if (parameter->value) text_format(&list, " = %s", write_value(writer, parameter->value));
    write_declared(writer, parameter->symbol);
  }
  if (list.length > 0) write_statement(writer, &list);
}

static void write_heading(Writer *writer)
{
  const Mechanism *mechanism = writer->mechanism;
  if (strcmp(mechanism->name, "mechanism") != 0) {
    const char *quote = mechanism->title ? "\"" : "";
    write_line(writer, "mechanism %s %s%s%s", mechanism->name, quote,
               mechanism->title ? mechanism->title : "", quote);
  }
  document_comment(writer->document, "in SI units: m, kg, s, rad");
  write_parameters(writer);
  write_functions(writer);
  write_definitions(writer);
  write_inputs(writer);
  write_definitions(writer);
  if (vec3_is_zero(mechanism->gravity)) return;
  write_line(writer, "gravity %s", write_vector(writer, mechanism->gravity));
}

// ---- the whole mechanism

Document *document_of_mechanism(const Mechanism *mechanism)
{
  Document *document = document_new();
  Mechanism *copy = mechanism_copy(mechanism);
  mechanism_name_long_values(copy);
  Writer writer = { .mechanism = copy, .document = document, .joiner = "_" };
  await_all(&writer);
  write_heading(&writer);
  write_frames(&writer);
  write_definitions(&writer);
  write_speeds(&writer);
  write_definitions(&writer);
  write_states(&writer);
  write_definitions(&writer);
  write_parts(&writer);
  document->note = NULL;  // no blank line after the last statement
  map_free(&writer.pending);
  map_free(&writer.added);
  mechanism_free(copy);
  return document;
}
