// dump.c -- a program as text, one step per line, under the titles of its stages.
//
// Registers are printed as constants by value, as inputs by name, and as steps by name or as #n
// with n counted from the first operation.
// SPDX-License-Identifier: MIT
#include "program/program.h"

static const char *const STAGE_TITLES[STAGE_COUNT] = { "literals",  "parameters", "time",
                                                       "positions", "velocities", "accelerations",
                                                       "inputs" };

static void put_register(const Program *program, int reg, Text *out)
{
  int first = program_first_operation(program);
  const char *name = steps_name(&program->steps, reg);
  if (reg < program->constant_count) {
    text_put_double(out, program->constants[reg]);
  } else if (reg < first) {
    text_put(out, program->inputs[reg - program->constant_count].name);
  } else if (name) {
    text_put(out, name);
  } else {
    text_format(out, "#%d", reg - first);
  }
}

static void put_call(const Program *program, const Step *step, Text *out)
{
  bool is_table = step->op == OP_TABLE;
  const char *name =
      is_table ? program->steps.at[step->arg[1]].form->points.name : operator_info(step->op)->text;
  text_format(out, "%s(", name);
  for (int k = 0; k < operator_info(step->op)->arity - is_table; k++) {
    if (k > 0) text_put(out, ", ");
    put_register(program, step->arg[k], out);
  }
  text_put_char(out, ')');
}

static void put_step(const Program *program, int reg, Text *out)
{
  const Step *step = &program->steps.at[reg];
  const OperatorInfo *info = operator_info(step->op);
  text_put(out, "  ");
  put_register(program, reg, out);
  text_put(out, " = ");
  if (info->precedence == PREC_CALL) {
    put_call(program, step, out);
  } else if (info->arity == 1) {
    text_put(out, info->text);
    put_register(program, step->arg[0], out);
  } else {
    put_register(program, step->arg[0], out);
    text_format(out, " %s ", info->text);
    put_register(program, step->arg[1], out);
  }
  text_put_char(out, '\n');
}

static void put_inputs(const Program *program, Text *out)
{
  for (int i = 0; i < program->input_count; i++) {
    const ProgramInput *input = &program->inputs[i];
    bool is_first = i == 0 || program->inputs[i - 1].stage != input->stage;
    if (is_first) text_format(out, "%sinput %s:", i == 0 ? "" : "\n", STAGE_TITLES[input->stage]);
    text_format(out, " %s", input->name);
  }
  if (program->input_count > 0) text_put_char(out, '\n');
}

static void put_output(const Program *program, const Output *output, Text *out)
{
  const Quantity *quantity = output->quantity;
  for (int i = 0; i < quantity->rows * quantity->columns; i++) {
    text_format(out, "  %s", quantity->key);
    if (quantity->rows > 1 || quantity->columns > 1) {
      text_format(out, "[%d]", i / quantity->columns);
    }
    if (quantity->columns > 1) text_format(out, "[%d]", i % quantity->columns);
    text_put(out, " = ");
    put_register(program, output->registers[i], out);
    text_put_char(out, '\n');
  }
}

void program_dump(const Program *program, Text *out)
{
  text_format(out, "program %s\n", program->equations->name);
  put_inputs(program, out);
  int first = program_first_operation(program);
  for (int i = first; i < program->steps.count; i++) {
    Stage stage = steps_stage(&program->steps, i);
    bool is_first = i == first || steps_stage(&program->steps, i - 1) != stage;
    if (is_first) text_format(out, "stage %s\n", STAGE_TITLES[stage]);
    put_step(program, i, out);
  }
  text_put(out, "outputs\n");
  for (int k = 0; k < program->output_count; k++)
    put_output(program, &program->outputs[k], out);
}
