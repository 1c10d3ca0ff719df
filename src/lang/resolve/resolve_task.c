// resolve_task.c -- outputs, motions (their laws are in resolve_motion.c) and experiments.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"
#include "lang/evaluate/value_list.h"
#include "mechanism/pose.h"
#include "symbolic/calculus/table_function.h"

#include <stdlib.h>
#include <string.h>

static void check_law(Resolver *resolver, Span span)
{
  const char *word = resolver_text(resolver, span);
  int count = 0;
  for (; law_words[count]; count++)
    if (strcmp(law_words[count], word) == 0) return;
  const char *all = "choose one of: quintic, septic, trapezoid, bang_bang, s_curve, sin2, spline, "
                    "quintic_spline, line, arc, table";
  evaluate_error(resolver, span,
                 nearest_hint(resolver->scratch, word, strlen(word), law_words, count, all),
                 "unknown law of motion '%s'", word);
}

// ---- tasks and options

Task *resolve_add_task(Resolver *resolver, TaskKind kind, const char *name, Span span)
{
  Mechanism *mechanism = resolver->mechanism;
  Task *task = RESOLVER_ADD(resolver, mechanism->tasks, mechanism->task_count);
  *task = (Task){ .kind = kind, .name = name, .word = "", .span = span };
  return task;
}

static TaskOption *add_option(Resolver *resolver, Task *task, const char *name, Span span)
{
  TaskOption *option = RESOLVER_ADD(resolver, task->options, task->option_count);
  *option = (TaskOption){ .name = name, .span = span };
  return option;
}

// Reads the values of the nodes from `first` on; value_count is 0 after an error.
static void read_values(Resolver *resolver, const Node *first, int count, const Requirement *wanted,
                        TaskOption *option)
{
  const Expr **values = ARENA_ARRAY(resolver->arena, const Expr *, count);
  option->values = values;
  option->value_count = count;
  option->dimension = wanted->dimension;
  bool is_angle = wanted->dimension.is_angle && wanted->dimension.power[2] == 0;
  for (const Node *node = first; node && count > 0; node = node->next, count--) {
    if (!require_number(resolver, node, wanted, values++)) option->value_count = 0;
    if (is_angle) warn_unitless_angle(resolver, node);
  }
}

Dimension resolve_dimension_of(const Resolver *resolver, int coordinate, int primes)
{
  if (coordinate < 0) return (Dimension){ 0 };
  return coordinate_dimension(&resolver->mechanism->coordinates[coordinate], primes);
}

// Order of the derivative of an option of a motion, whose unit is derived from that of its
// coordinate.
static int primes_of(const char *option)
{
  static const char *const rates[] = { "velocity", "acceleration", "jerk" };
  for (int i = 0; i < 3; i++)
    if (strcmp(option, rates[i]) == 0) return i + 1;
  return 0;
}

static void keep_values(Resolver *resolver, const Expr *const values[], int count,
                        TaskOption *option)
{
  const Expr **copy = ARENA_ARRAY(resolver->arena, const Expr *, count);
  memcpy(copy, values, sizeof *copy * (size_t)count);
  option->values = copy;
  option->value_count = count;
}

// Reads options of a line or an arc: places, and a rotation, which is stored as a quaternion.
// Returns false if the option is neither.
static bool read_way(Resolver *resolver, const ClauseRow *row, const Node *value,
                     TaskOption *option)
{
  const Requirement length = { row->what, dimension_of_length(), STAGE_PARAMETER };
  bool is_turn = row->syntax == SYNTAX_MOVES;
  if (!is_turn && row->syntax != SYNTAX_VALUE && row->syntax != SYNTAX_NUMBERS) return false;
  if (is_turn) {
    MoveList list = resolve_move_list(resolver, value, 0);
    resolve_moves(resolver, value, MOVE_PLACE_ROTATED, &list);
    Quaternion turn = quaternion_of_moves(resolver->pool, list.moves, list.count);
    keep_values(resolver, turn.e, 4, option);
  } else {
    Vec3 place;
    require_vector(resolver, value->kind == NODE_LIST ? value->first : value, &length, &place);
    keep_values(resolver, place.at, 3, option);
    option->dimension = length.dimension;
  }
  return true;
}

static bool is_way(const Task *task)
{
  return strcmp(task->word, "line") == 0 || strcmp(task->word, "arc") == 0;
}

static void read_option(Resolver *resolver, const Clause *clause, Task *task, int coordinate)
{
  const ClauseRow *row = clause->row;
  TaskOption *option = add_option(resolver, task, row->name, clause->span);
  Requirement wanted = clause_wanted(row);
  const Node *value = clause->value;
  bool is_law = task->kind == TASK_MOTION && strcmp(row->name, "time") != 0;
  if (is_law && (is_way(task) || row->syntax == SYNTAX_MOVES) &&
      read_way(resolver, row, value, option)) {
    return;
  }
  bool is_list = value->kind == NODE_LIST || value->kind == NODE_RANGE;
  bool is_word = row->syntax == SYNTAX_WORD || row->syntax == SYNTAX_TEXT;
  if (row->syntax == SYNTAX_NUMBER && strcmp(row->name, "value") == 0) wanted.what = "the motion";
  if (task->kind == TASK_MOTION && !wanted.dimension.is_known) {
    wanted.dimension =
        is_way(task) ? dimension_of_length() : resolve_dimension_of(resolver, coordinate, 0);
    wanted.dimension.power[2] = (signed char)-primes_of(row->name);
  }
  if (is_word) {
    option->text = resolver_text(resolver, node_text(value));
  } else {
    read_values(resolver, is_list ? value->first : value, is_list ? value->count : 1, &wanted,
                option);
  }
}

// ---- output

static void put_value(Resolver *resolver, const Quantity *value, TaskOption *option)
{
  keep_values(resolver, value->at, quantity_size(value), option);
  option->dimension = infer_dimension(&resolver->inference, value);
}

// Evaluates a value for output: a controller that only outputs a reference does not follow it.
static Quantity evaluate_shown(Resolver *resolver, const Node *node)
{
  resolver->references.is_only_shown = true;
  Quantity value = evaluate(resolver, node);
  resolver->references.is_only_shown = false;
  return value;
}

void resolve_output(Resolver *resolver, const Statement *statement)
{
  const char *local = resolver_declared_name(resolver, statement);
  Span span = statement_name(statement);
  Task *task = resolve_add_task(resolver, TASK_OUTPUT, resolver_full_name(resolver, local), span);
  const Node *node = statement_value(statement, "value");
  Quantity value = evaluate_shown(resolver, node);
  put_value(resolver, &value, add_option(resolver, task, "value", node->span));
  NameKind kind = value.shape != SHAPE_NONE ? NAME_OUTPUT : NAME_BROKEN;
  scope_declare(resolver->scope, SPACE_ACTIONS, local, span, kind,
                resolver->mechanism->task_count - 1);
}

// ---- motion

// `motion q : table "file.csv" column 2`: the coordinate as a function of time, the first column.
static void read_table(Resolver *resolver, const Statement *statement, Task *task)
{
  const Node *file = statement_value(statement, "file");
  const TaskOption *column = task_option(task, "column");
  if (!file) {
    evaluate_error(resolver, task->span, "write 'table \"file.csv\" column 2'",
                   "the table of a motion is a file");
    return;
  }
  double number = column && column->value_count > 0 ? expr_number_value(column->values[0]) : 2;
  const char *name = arena_format(resolver->arena, "%s_table", task->name);
  const TableFunction *table = resolve_table_file(resolver, file, 1, (int)number, name);
  if (table) task->law = expr_table(table, 0, expr_symbol(resolver->pool, "t", STAGE_TIME));
}

int resolve_drive(Resolver *resolver, const Task *task)
{
  return map_add_n(&resolver->driven[is_way(task)], task->name, strlen(task->name),
                   (int)(task - resolver->mechanism->tasks));
}

// A coordinate has one motion, which must precede its controller.
static void check_driven_once(Resolver *resolver, const Task *task, int first)
{
  if (first < 0 && map_find(&resolver->references.early, task->name) >= 0) {
    evaluate_error(resolver, task->span, "put the motion in front of what reads it",
                   "the reference of '%s' is read above its motion", task->name);
  }
  const Task *other = &resolver->mechanism->tasks[first];
  if (first < 0 || other == task) return;
  if (other->kind == TASK_REFERENCE && other->option_count == 0) {
    evaluate_error(resolver, task->span, "put the motion in front of its controller",
                   "the controller of '%s' stands above its motion", task->name);
    return;
  }
  int line = span_place(other->span).line;
  const char *hint = arena_format(resolver->scratch, "the first motion of it is at line %d", line);
  evaluate_error(resolver, task->span, hint, "'%s' is driven twice", task->name);
}

// Returns the full name of a point or a frame.
static const char *place_name(Resolver *resolver, const Node *node)
{
  const Mechanism *mechanism = resolver->mechanism;
  const char *text = resolver_name(resolver, node);
  const Name *name = scope_find(resolver->scope, SPACE_FRAMES, text, node->span);
  if (!name) return resolver_text(resolver, node_text(node));
  return name->kind == NAME_POINT ? mechanism->points[name->index].name
                                  : mechanism->frames[name->index].name;
}

void resolve_motion(Resolver *resolver, const Statement *statement)
{
  const Node *on = statement_value(statement, "on");
  const Node *law = statement_value(statement, "law");
  const Clause *formula = statement_clause(statement, "value");
  Task *task =
      resolve_add_task(resolver, TASK_MOTION, resolver_text(resolver, node_text(on)), on->span);
  int errors = diagnostics_error_count(resolver->diagnostics);
  if (law) check_law(resolver, node_text(law));
  if (law) task->word = resolver_text(resolver, node_text(law));
  int coordinate = is_way(task) ? -1 : resolve_target(resolver, on);
  if (coordinate >= 0) task->name = coordinate_name(&resolver->mechanism->coordinates[coordinate]);
  if (is_way(task)) task->name = place_name(resolver, on);
  int first =
      is_way(task) ? resolve_drive(resolver, task) : map_find(&resolver->driven[false], task->name);
  for (const Clause *clause = statement->first; clause; clause = clause->next) {
    bool is_option = clause->row->presence == PRESENCE_ANY;
    if (is_option || clause == formula) read_option(resolver, clause, task, coordinate);
  }
  // Errors in the name were already reported.
  if (diagnostics_error_count(resolver->diagnostics) > errors) return;
  if (coordinate < 0 && !is_way(task)) return;
  check_driven_once(resolver, task, first);
  if (is_way(task)) {
    check_cartesian_path(resolver, task);
  } else if (formula) {
    task->law = task_option(task, "value")->values[0];
  } else if (strcmp(task->word, "table") == 0) {
    read_table(resolver, statement, task);
  } else {
    resolve_motion_law(resolver, task, coordinate);
  }
  if (task->law) resolve_drive(resolver, task);
}

// ---- experiment

// `start q1 = ..`, `start q1' = ..`, `start m = ..`: the variable is part of the option's name.
static void read_start(Resolver *resolver, const Node *node, Task *task)
{
  const Node *left = node->first;
  const char *text = resolver_name(resolver, left);
  Requirement wanted = { "'start'", (Dimension){ 0 }, STAGE_PARAMETER };
  const Name *value = scope_declared(resolver->scope, SPACE_VALUES, text);
  bool has_kind = value && value->shape == SHAPE_NUMBER &&
                  (value->kind == NAME_STATE || value->kind == NAME_PARAMETER ||
                   value->kind == NAME_INPUT || name_is_discrete(value));
  Quantity own = has_kind ? name_value(value) : quantity_none();
  int coordinate = has_kind ? -1 : resolve_target(resolver, left);
  if (coordinate >= 0)
    text = coordinate_name(&resolver->mechanism->coordinates[coordinate]);  // or of a joint
  const char *name = arena_format(resolver->arena, "start %s%.*s", text, left->primes, "''''");
  if (task_option(task, name))
    evaluate_error(resolver, left->span, "remove the duplicate", "'%s' is given twice", name);
  if (left->primes > (has_kind ? 0 : 1)) {
    evaluate_error(resolver, left->span, "a motion starts with a position and a speed",
                   "the acceleration at the start cannot be chosen");
  }
  wanted.dimension = has_kind ? infer_dimension(&resolver->inference, &own)
                              : resolve_dimension_of(resolver, coordinate, left->primes);
  TaskOption *option = add_option(resolver, task, name, left->span);
  read_values(resolver, node->last, 1, &wanted, option);
}

// Stores the value of an output, a force or an energy.
static void put_action(Resolver *resolver, const Name *action, TaskOption *option)
{
  const Dimension newton = { .is_known = true, .power = { 1, 1, -2 } };
  const Dimension joule = { .is_known = true, .power = { 2, 1, -2 } };
  const Mechanism *mechanism = resolver->mechanism;
  if (action->kind == NAME_OUTPUT) {
    const TaskOption *output = &mechanism->tasks[action->index].options[0];
    option->values = output->values;
    option->value_count = output->value_count;
    option->dimension = output->dimension;
  } else if (action->kind == NAME_ENERGY) {
    Quantity value = quantity_of(mechanism->energies[action->index].value, joule);
    put_value(resolver, &value, option);
  } else if (action->kind == NAME_FORCE) {
    const Force *force = &mechanism->forces[action->index];
    option->is_force = true;
    bool is_torque = force->kind == FORCE_TORQUE;
    Quantity value =
        is_torque ? quantity_plain(force->amount) : quantity_from_vector(force->vector);
    put_value(resolver, &value, option);
    option->dimension = force->kind == FORCE_MOMENT ? joule : newton;
    if (is_torque) option->dimension = resolve_dimension_on(resolver, force->coordinate);
  }
}

TaskOption resolve_recorded(Resolver *resolver, const Node *node)
{
  TaskOption option = { .name = "record", .span = node->span };
  bool is_name = node->kind == NODE_NAME && node->primes == 0;
  const char *name = is_name ? resolver_name(resolver, node) : "";
  const Name *action = scope_declared(resolver->scope, SPACE_ACTIONS, name);
  bool is_action = action && action->kind != NAME_EXPERIMENT;
  if (is_name && is_action && !scope_declared(resolver->scope, SPACE_VALUES, name)) {
    option.text = resolver_full_name(resolver, name);
    put_action(resolver, action, &option);
    return option;
  }
  bool is_value = scope_knows(resolver->scope, SPACE_VALUES, name);
  if (is_name && !is_value && scope_knows(resolver->scope, SPACE_ACTIONS, name)) {
    scope_find(resolver->scope, SPACE_ACTIONS, name, node->span);  // reports the error
    return option;
  }
  Quantity value = evaluate_shown(resolver, node);
  option.text = is_name ? resolver_full_name(resolver, name) : resolver_text(resolver, node->span);
  put_value(resolver, &value, &option);
  return option;
}

static void read_part(Resolver *resolver, const Clause *clause, Task *task)
{
  const Node *first = clause->value->first;
  if (strcmp(clause->row->name, "start") == 0) {
    for (const Node *node = first; node; node = node->next)
      read_start(resolver, node, task);
  } else if (strcmp(clause->row->name, "record") == 0) {
    for (const Node *node = first; node; node = node->next)
      *add_option(resolver, task, "record", node->span) = resolve_recorded(resolver, node);
  } else {
    read_option(resolver, clause, task, -1);
  }
}

static void check_samples(Resolver *resolver, const Task *task)
{
  const TaskOption *sample = task_option(task, "sample"), *delay = task_option(task, "delay");
  if (sample && sample->value_count > 0 && expr_number_sign(sample->values[0]) <= 0)
    evaluate_error(resolver, sample->span, NULL, "the period of a sample is positive");
  if (delay && delay->value_count > 0 && (!sample || expr_number_sign(delay->values[0]) < 0))
    evaluate_error(resolver, delay->span, "such as: sample 1 ms, delay 2 ms",
                   "a delay is one of samples, and not negative");
}

void resolve_experiment(Resolver *resolver, const Statement *statement)
{
  const char *local = resolver_declared_name(resolver, statement);
  Span span = statement_name(statement);
  Task *task =
      resolve_add_task(resolver, TASK_EXPERIMENT, resolver_full_name(resolver, local), span);
  int index = resolver->mechanism->task_count - 1;
  for (const Clause *clause = statement->first->next; clause; clause = clause->next)
    read_part(resolver, clause, task);
  if (!task_option(task, "time"))
    evaluate_error(resolver, span, "add 'time 0 .. 10 s'", "the experiment '%s' has no time",
                   task->name);
  check_samples(resolver, task);
  scope_declare(resolver->scope, SPACE_ACTIONS, local, span, NAME_EXPERIMENT, index);
}
