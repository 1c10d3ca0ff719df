// ast_dump_act.c -- the text form of statements that close a mechanism, act on it or use it.
// SPDX-License-Identifier: MIT
#include "lang/ast_act.h"
#include "lang/ast_dump.h"

static void dump_place(const char *label, const AstPlace *place, Text *out)
{
  ast_dump_field(label, place->at, out);
  ast_dump_name(place->at ? "on" : label, place->name, out);
}

static void dump_loop(const AstLoop *loop, Text *out)
{
  ast_dump_name("kind", loop->kind, out);
  ast_dump_name("axis", loop->axis.name, out);
  ast_dump_field("axis", loop->axis.vector, out);
  dump_place("first", &loop->first, out);
  dump_place("second", &loop->second, out);
  ast_dump_field("pitch", loop->pitch, out);
}

static void dump_rolling(const AstRolling *rolling, Text *out)
{
  ast_dump_field("radius", rolling->radius, out);
  ast_dump_field("normal", rolling->normal, out);
  ast_dump_name("axle", rolling->axle.name, out);
  ast_dump_field("axle", rolling->axle.vector, out);
  text_format(out, "  no %s\n", rolling->may_slide ? "side slip" : "slip");
}

static void dump_force(const AstForce *force, Text *out)
{
  ast_dump_name("on", force->target, out);
  if (force->place.name.length > 0) dump_place("at", &force->place, out);
  if (force->second.name.length > 0) dump_place("and", &force->second, out);
  ast_dump_field("value", force->value, out);
  ast_dump_name("in", force->axes, out);
  ast_dump_name("from", force->reaction, out);
  ast_dump_field("stiffness", force->stiffness, out);
  ast_dump_field("length", force->length, out);
  ast_dump_field("damping", force->damping, out);
}

static void dump_input(const AstInput *input, Text *out)
{
  ast_dump_field("value", input->value, out);
  ast_dump_name("table", input->table, out);
  ast_dump_name("column", input->column, out);
  if (input->unit) ast_dump_unit("unit", input->unit->unit, out);
}

static void dump_task(const AstTask *task, Text *out)
{
  ast_dump_name("word", task->word, out);
  for (const AstOption *option = task->options; option; option = option->next) {
    ast_dump_name("option", option->name, out);
    ast_dump_name("of", option->subject, out);
    for (const AstExpr *value = option->values; value; value = value->next)
      ast_dump_field("value", value, out);
    ast_dump_name("text", option->text, out);
  }
}

void ast_dump_action(const AstStatement *statement, Text *out)
{
  if (statement->loop) dump_loop(statement->loop, out);
  if (statement->constraint) {
    ast_dump_field("left", statement->constraint->left, out);
    ast_dump_field("right", statement->constraint->right, out);
  }
  if (statement->rolling) dump_rolling(statement->rolling, out);
  if (statement->force) dump_force(statement->force, out);
  if (statement->input) dump_input(statement->input, out);
  if (statement->task) dump_task(statement->task, out);
  if (!statement->element) return;
  ast_dump_items("formal", statement->element->formals, out);
  ast_dump_items("argument", statement->element->arguments, out);
  for (const AstStatement *inner = statement->element->body; inner; inner = inner->next) {
    text_put(out, "inside ");
    ast_dump_statement(inner, out);
  }
}
