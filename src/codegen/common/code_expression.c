// code_expression.c -- trees of inlined steps as expressions.
//
// All target languages evaluate a + b + c from left to right, so a step needs no parentheses as the
// left operand of an operator of the same rank, but does as the right one. Three identities of IEEE
// arithmetic (round to nearest) permit readable text without changing any bit of a result:
//   a*b = b*a and a+b = b+a          a product or sum on the right may change sides
//   (-a)*b = -(a*b)                  signs move to the front of a product
//   a + (-b) = a - b                 and from there into the sum
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"

#include <math.h>
#include <string.h>

typedef enum Rank { RANK_CHOICE, RANK_COMPARE, RANK_SUM, RANK_PRODUCT, RANK_ATOM } Rank;

typedef struct Printer {
  CodeWriter *writer;
  Text *out;
  int root;   // expanded although it has its own line
  int depth;  // nesting depth of parentheses
} Printer;

static const Language *language_of(const Printer *printer)
{
  return printer->writer->model->language;
}

static const Step *at(const Printer *printer, int place)
{
  return &printer->writer->routine->steps->at[place];
}

static bool is_expanded(const Printer *printer, int place)
{
  const Routine *routine = printer->writer->routine;
  const RoutineValue *value = &routine->values[place];
  return routine_computes(routine, place) &&
         (value->is_inlined || value->is_free || place == printer->root);
}

static bool is_expanded_as(const Printer *printer, int value, Operator one, Operator other)
{
  while (is_expanded(printer, value) && at(printer, value)->op == OP_NEG) {
    value = at(printer, value)->arg[0];
  }
  Operator op = at(printer, value)->op;
  return is_expanded(printer, value) && (op == one || op == other);
}

static bool is_number(const Printer *printer, int value)
{
  return at(printer, value)->op == OP_NUMBER;
}

// Returns true if the text of the value begins with a minus that can be merged into the preceding
// operator.
static bool is_negative(const Printer *printer, int value)
{
  const Step *v = at(printer, value);
  double number = v->op == OP_NUMBER ? printer->writer->routine->constants[value] : 0;
  if (v->op == OP_NUMBER) return signbit(number) && !isnan(number);
  if (!is_expanded(printer, value)) return false;
  if (v->op == OP_NEG) return !is_negative(printer, v->arg[0]);
  if (v->op != OP_MUL && v->op != OP_DIV) return false;
  return is_negative(printer, v->arg[0]) != is_negative(printer, v->arg[1]);
}

static void put_magnitude(Printer *printer, int value, Rank least);

// Returns true if the value is the same in all lanes.
static bool is_common(const Printer *printer, int value)
{
  return steps_stage(printer->writer->routine->steps, value) <= STAGE_PARAMETER;
}

static void put_signed(Printer *printer, int value, Rank least)
{
  bool has_minus = is_negative(printer, value);
  if (has_minus) text_put_char(printer->out, '-');
  put_magnitude(printer, value, has_minus && least < RANK_PRODUCT ? RANK_PRODUCT : least);
}

// Puts an operand. A scalar is converted to lanes where lanes are required (infix operators accept
// scalars).
static void put_operand(Printer *printer, int value, Rank least)
{
  const LaneSyntax *lanes = language_of(printer)->lanes;
  bool becomes_lanes = lanes && is_common(printer, value);
  if (becomes_lanes) text_put(printer->out, code_named(printer->writer->model, lanes->all));
  put_signed(printer, value, becomes_lanes ? RANK_CHOICE : least);
  if (becomes_lanes) text_put_char(printer->out, ')');
}

// Puts a break mark; inner operators have higher marks and break only if outer ones do not suffice.
static void put_mark(Printer *printer, Rank rank)
{
  int mark = 1 + 2 * printer->depth + (rank == RANK_PRODUCT ? 1 : 0);
  text_put_char(printer->out, (char)(mark < CODE_LAST_MARK ? mark : CODE_LAST_MARK));
}

static void put_infix(Printer *printer, Rank rank, const char *operator)
{
  put_mark(printer, rank);
  text_put(printer->out, operator);
  text_put_char(printer->out, ' ');
}

static void put_sum(Printer *printer, const Step *v)
{
  int left = v->arg[0], right = v->arg[1];
  bool right_is_sum = is_expanded_as(printer, right, OP_ADD, OP_SUB);
  bool left_is_sum = is_expanded_as(printer, left, OP_ADD, OP_SUB);
  bool left_is_negative = is_negative(printer, left);
  bool right_is_negative = is_negative(printer, right);
  bool is_better_turned = (left_is_negative && !right_is_negative) ||
                          (right_is_sum && !left_is_sum && !right_is_negative);
  if (v->op == OP_ADD && is_better_turned) {
    left = v->arg[1];
    right = v->arg[0];
    right_is_negative = left_is_negative;
  }
  put_signed(printer, left, RANK_SUM);
  bool is_minus = right_is_negative != (v->op == OP_SUB);
  put_infix(printer, RANK_SUM, is_minus ? "-" : "+");
  put_magnitude(printer, right, RANK_PRODUCT);
}

static void put_product(Printer *printer, const Step *v)
{
  int left = v->arg[0], right = v->arg[1];
  bool left_is_product = is_expanded_as(printer, left, OP_MUL, OP_DIV);
  bool right_is_product = is_expanded_as(printer, right, OP_MUL, OP_DIV);
  bool is_better_turned = !left_is_product && !is_number(printer, left) &&
                          (right_is_product || is_number(printer, right));
  if (v->op == OP_MUL && is_better_turned) {
    left = v->arg[1];
    right = v->arg[0];
  }
  put_magnitude(printer, left, RANK_PRODUCT);
  put_infix(printer, RANK_PRODUCT, operator_info(v->op)->c);
  put_magnitude(printer, right, RANK_ATOM);
}

static void put_comparison(Printer *printer, const Step *v)
{
  const char *word = v->op == OP_NE ? language_of(printer)->not_equal : operator_info(v->op)->c;
  put_signed(printer, v->arg[0], RANK_SUM);
  text_format(printer->out, " %s ", word);
  put_signed(printer, v->arg[1], RANK_SUM);
}

static bool is_comparison(Operator op)
{
  return op == OP_LT || op == OP_LE || op == OP_EQ || op == OP_NE;
}

static void put_constant(Printer *printer, double value)
{
  code_put_literal(printer->out, printer->writer->model, NULL, value);
}

// Puts the condition of a choice, or a comparison that is itself a truth value.
static void put_condition(Printer *printer, const Step *v)
{
  if (is_comparison(v->op)) {
    put_comparison(printer, v);
    return;
  }
  const Step *condition = at(printer, v->arg[0]);
  if (is_comparison(condition->op) && is_expanded(printer, v->arg[0])) {
    put_comparison(printer, condition);
  } else {
    put_operand(printer, v->arg[0], RANK_SUM);
    text_format(printer->out, " %s ", language_of(printer)->not_equal);
    put_constant(printer, 0);
  }
}

// Replaces the character after '$' in the templates of choices.
static void put_part(Printer *printer, const Step *v, char part)
{
  Rank least = language_of(printer)->has_choice_as_call ? RANK_CHOICE : RANK_COMPARE;
  switch (part) {
  case 'a': put_operand(printer, v->arg[1], least); break;
  case 'b': put_operand(printer, v->arg[2], least); break;
  case 'c': put_condition(printer, v); break;
  default: put_constant(printer, part == '1' ? 1 : 0); break;
  }
}

static void put_choice(Printer *printer, const Step *v)
{
  const Language *language = language_of(printer);
  const char *template = v->op == OP_IF ? language->choice : language->truth;
  if (language->lanes) template = code_named(printer->writer->model, template);
  printer->depth += language->has_choice_as_call;
  for (const char *c = template; *c != '\0'; c++) {
    if (*c == '$') {
      put_part(printer, v, *++c);
    } else if (*c == '~') {
      put_mark(printer, RANK_SUM);
    } else {
      text_put_char(printer->out, *c);
    }
  }
  printer->depth -= language->has_choice_as_call;
}

static void put_table(Printer *printer, const Step *v)
{
  const CodeModel *model = printer->writer->model;
  const Form *points = at(printer, v->arg[1])->form;
  const char *format = model->language->lanes ? model->language->lanes->table : "%s(%d, ";
  code_put(printer->out, model, format, code_table_name(model, points->points.table),
           points->points.order);
  printer->depth++;
  put_operand(printer, v->arg[0], RANK_CHOICE);
  printer->depth--;
  text_put_char(printer->out, ')');
}

// Puts the arguments of a call and ')'. Lane code, which has long names, may break between
// arguments.
static void put_arguments(Printer *printer, const Step *v)
{
  bool may_break = language_of(printer)->lanes;
  printer->depth++;
  for (int a = 0; a < operator_info(v->op)->arity; a++) {
    if (a > 0) text_put_char(printer->out, ',');
    if (a > 0 && may_break) put_mark(printer, RANK_SUM);
    if (a > 0 && !may_break) text_put_char(printer->out, ' ');
    put_operand(printer, v->arg[a], RANK_CHOICE);
  }
  printer->depth--;
  text_put_char(printer->out, ')');
}

static void put_call(Printer *printer, const Step *v)
{
  const CodeModel *model = printer->writer->model;
  const LaneSyntax *lanes = model->language->lanes;
  const char *name = model->language->calls[v->op];
  bool is_extremum = v->op == OP_MIN || v->op == OP_MAX;
  if (lanes && is_extremum) {
    code_put(printer->out, model, "%s",
             code_named(model, v->op == OP_MIN ? lanes->minimum : lanes->maximum));
    put_arguments(printer, v);
    return;
  }
  if (lanes) code_put(printer->out, model, lanes->each, operator_info(v->op)->arity);
  if (strncmp(name, "$NAME", strlen("$NAME")) == 0) {
    text_format(printer->out, "%s%s", model->name, name + strlen("$NAME"));
  } else {
    text_put(printer->out, name);
    if (model->request->real == CODE_FLOAT) text_put_char(printer->out, 'f');
  }
  text_put(printer->out, lanes ? "," : "(");
  if (lanes) {
    printer->depth++;
    put_mark(printer, RANK_SUM);
    printer->depth--;
  }
  put_arguments(printer, v);
}

static Rank rank_of(const Printer *printer, const Step *v)
{
  if (v->op == OP_ADD || v->op == OP_SUB) return RANK_SUM;
  if (v->op == OP_MUL || v->op == OP_DIV) return RANK_PRODUCT;
  bool is_choice = is_comparison(v->op) || v->op == OP_IF;
  return is_choice && !language_of(printer)->has_choice_as_call ? RANK_CHOICE : RANK_ATOM;
}

static void put_operation(Printer *printer, const Step *v)
{
  if (v->op == OP_ADD || v->op == OP_SUB) {
    put_sum(printer, v);
  } else if (v->op == OP_MUL || v->op == OP_DIV) {
    put_product(printer, v);
  } else if (v->op == OP_IF || is_comparison(v->op)) {
    put_choice(printer, v);
  } else if (v->op == OP_TABLE) {
    put_table(printer, v);
  } else {
    put_call(printer, v);
  }
}

// Puts the load of an input that is kept in a variable, before the line that uses it first.
static void load(CodeWriter *writer, int place)
{
  const RoutineValue *value = &writer->routine->values[place];
  if (!value->load || writer->is_loaded[place]) return;
  writer->is_loaded[place] = true;
  if (value->source != SOURCE_TIME) writer->used |= 1U << SOURCE_STRIDE;
  const Language *language = writer->model->language;
  const char *head = code_text(writer->model, language->local, value->spelling);
  size_t columns = (size_t)language->indent + strlen(head) + 1 + strlen(value->load) + 1;
  bool is_long = columns > (size_t)language->columns;
  text_format(writer->loads, "%*s%s%s%s;\n", language->indent, "", head, is_long ? "\n      " : " ",
              value->load);
}

static void put_reference(Printer *printer, int place)
{
  const Routine *routine = printer->writer->routine;
  if (at(printer, place)->op == OP_NUMBER) {
    code_put_literal(printer->out, printer->writer->model, at(printer, place)->node,
                     routine->constants[place]);
  } else {
    printer->writer->used |= 1U << routine->values[place].source;
    load(printer->writer, place);
    text_put(printer->out, routine->values[place].spelling);
  }
}

// Puts the value without its sign, in parentheses unless its rank is at least `least`. The
// recursion is bounded because routine_inline() limits the width, and so the depth, of a tree.
static void put_magnitude(Printer *printer, int value, Rank least)
{
  const Step *v = at(printer, value);
  if (!is_expanded(printer, value)) {
    put_reference(printer, value);
  } else if (v->op == OP_NEG) {
    put_magnitude(printer, v->arg[0], least);
  } else if (rank_of(printer, v) >= least) {
    put_operation(printer, v);
  } else {
    text_put_char(printer->out, '(');
    printer->depth++;
    put_operation(printer, v);
    printer->depth--;
    text_put_char(printer->out, ')');
  }
}

void code_put_expression(CodeWriter *writer, Text *out, int value)
{
  Printer printer = { writer, out, -1, 0 };
  put_operand(&printer, value, RANK_CHOICE);
}

void code_put_definition(CodeWriter *writer, Text *out, int value)
{
  Printer printer = { writer, out, value, 0 };
  put_signed(&printer, value, RANK_CHOICE);
}
