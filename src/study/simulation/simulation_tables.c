// simulation_tables.c -- tables that are evaluated outside their range, such as the end of a road,
// or a damper faster than measured.
//
// Outside its points a table is constant, or continues linearly if requested; a user who does not
// know that the range was left takes the rest of the motion for measured. The range is checked at
// every row.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"
#include "symbolic/steps.h"
#include "symbolic/calculus/table_function.h"

#include <math.h>
#include <string.h>

typedef struct TableList {
  Work *work;
  SimulationTable *at;
  const Expr **arguments;
  int count, capacity;
} TableList;

static bool is_listed(const TableList *list, const TableFunction *table, const Expr *argument)
{
  for (int i = 0; i < list->count; i++) {
    if (list->arguments[i] == argument && strcmp(list->at[i].table->name, table->name) == 0)
      return true;
  }
  return false;
}

static bool is_time(const Expr *e)
{
  return expr_op(e) == OP_SYMBOL && strcmp(e->form->symbol->name, "t") == 0;
}

static void list_table(TableList *list, const TableFunction *table, const Expr *argument, Span span)
{
  if (list->count == list->capacity || is_listed(list, table, argument)) return;
  list->arguments[list->count] = argument;
  list->at[list->count++] =
      (SimulationTable){ table, is_time(argument), span, .below_at = NAN, .above_at = NAN };
}

// Lists the tables of an expression by its steps, since tyre forces share most of their
// subexpressions.
static void list_tables_in(TableList *list, const Expr *e, Span span)
{
  Steps steps = steps_of(&e, 1);
  for (int i = 0; i < steps.count; i++) {
    const Form *form = steps.at[i].form;
    if (form->op == OP_TABLE && expr_op(form->arg[1]) == OP_POINTS)
      list_table(list, form->arg[1]->form->points.table, form->arg[0], span);
  }
  steps_free(&steps);
}

static void list_tables(TableList *list)
{
  const Mechanism *mechanism = list->work->mechanism;
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    if (input->value) list_tables_in(list, input->value, input->span);
  }
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (task->kind == TASK_MOTION && task->law) list_tables_in(list, task->law, task->span);
  }
  for (int i = 0; i < mechanism->state_count; i++)
    list_tables_in(list, mechanism->states[i].rate, mechanism->states[i].span);
  for (int i = 0; i < mechanism->force_count; i++) {
    const Force *force = &mechanism->forces[i];
    bool is_torque = force->kind == FORCE_TORQUE;
    if (is_torque) list_tables_in(list, force->amount, force->span);
    for (int k = 0; k < 3 && !is_torque; k++)
      list_tables_in(list, force->vector.at[k], force->span);
  }
}

bool tables_compile(Work *work)
{
  enum { MOST = 1000 };  // table lookups
  TableList list = { .work = work,
                     .at = ARENA_ARRAY(work->arena, SimulationTable, MOST),
                     .arguments = ARENA_ARRAY(work->arena, const Expr *, MOST),
                     .capacity = MOST };
  list_tables(&list);
  work->simulation->tables = list.at;
  work->simulation->table_count = list.count;
  if (list.count == 0) return true;
  work->arguments = evaluator_of_expressions(work->system->derivation, work->arena, list.arguments,
                                             list.count, &work->argument_values);
  return evaluator_compile(&work->arguments, work->why);
}

void table_range_record(Work *work, double t)
{
  Simulation *simulation = work->simulation;
  if (simulation->table_count == 0) return;
  evaluator_evaluate(&work->arguments, &work->state);
  for (int i = 0; i < simulation->table_count; i++) {
    SimulationTable *it = &simulation->tables[i];
    const TableFunction *table = it->table;
    double x = work->argument_values[i], first = table->x[0], last = table->x[table->count - 1];
    double slack = 1e-9 * (last - first);
    if (x < first - slack && isnan(it->below_at)) it->below_at = t;
    if (x > last + slack && isnan(it->above_at)) it->above_at = t;
  }
}
