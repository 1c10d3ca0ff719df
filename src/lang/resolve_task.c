// resolve_task.c -- outputs, motions (their laws: resolve_motion.c), controllers, experiments:
// words and options against the table tasks.def.
// SPDX-License-Identifier: MIT
#include "lang/resolve_act.h"

#include <string.h>

typedef enum OptionUnit { UNIT_TIME, UNIT_NUMBER, UNIT_ANY, UNIT_COORDINATE } OptionUnit;

typedef struct OptionRule {
  TaskKind task;
  const char *word;  // law or controller; "": all
  const char *name;
  int values;  // -1: any number
  OptionUnit unit;
  int time_power;
} OptionRule;

static const OptionRule rules[] = {
#define OPTION(TASK, word, name, values, unit, time_power)                                         \
  { TASK_##TASK, word, name, values, UNIT_##unit, time_power },
#include "lang/tasks.def"
};
enum { RULE_COUNT = sizeof rules / sizeof rules[0] };

static const char *const laws[] = {
#define LAW(word) word,
#include "lang/tasks.def"
};
static const char *const controllers[] = {
#define CONTROLLER(word) word,
#include "lang/tasks.def"
};

static const char *text_of(Resolver *resolver, Span span)
{
  return arena_copy_text(resolver->arena, span_bytes(span), span.length);
}

// ---- words

static const char *hint_for(Resolver *resolver, const char *word, const char *const words[],
                            int count)
{
  const char *nearest = nearest_name(word, strlen(word), words, count);
  if (nearest) return arena_format(resolver->scratch, "did you mean '%s'?", nearest);
  Text list = { 0 };
  for (int i = 0; i < count; i++)
    text_format(&list, "%s%s", i == 0 ? "there is: " : ", ", words[i]);
  const char *hint = arena_format(resolver->scratch, "%s", text_string(&list));
  text_free(&list);
  return hint;
}

static bool check_word(Resolver *resolver, Span span, const char *what, const char *const words[],
                       int count)
{
  const char *word = text_of(resolver, span);
  for (int i = 0; i < count; i++) {
    if (strcmp(words[i], word) == 0) return true;
  }
  evaluate_error(resolver, span, hint_for(resolver, word, words, count), "unknown %s '%s'", what,
                 word);
  return false;
}

static bool applies(const OptionRule *rule, const Task *task)
{
  return rule->task == task->kind && (*rule->word == '\0' || strcmp(rule->word, task->word) == 0);
}

static const OptionRule *find_rule(Resolver *resolver, const Task *task, Span span)
{
  const char *names[RULE_COUNT];
  int count = 0;
  const char *name = text_of(resolver, span);
  for (int i = 0; i < RULE_COUNT; i++) {
    if (!applies(&rules[i], task)) continue;
    if (strcmp(rules[i].name, name) == 0) return &rules[i];
    names[count++] = rules[i].name;
  }
  evaluate_error(resolver, span, hint_for(resolver, name, names, count), "unknown option '%s'",
                 name);
  return NULL;
}

// ---- options

static Dimension unit_of(const Resolver *resolver, const OptionRule *rule, int coordinate)
{
  Dimension unit = { .is_known = true };
  if (rule->unit == UNIT_ANY || (rule->unit == UNIT_COORDINATE && coordinate < 0)) {
    return (Dimension){ 0 };
  }
  if (rule->unit == UNIT_TIME) unit.power[2] = 1;
  if (rule->unit != UNIT_COORDINATE) return unit;
  CoordinateKind kind = resolver->mechanism->coordinates[coordinate].kind;
  if (kind == COORDINATE_NUMBER) return (Dimension){ 0 };
  if (kind == COORDINATE_LENGTH) unit.power[0] = 1;
  unit.is_angle = kind == COORDINATE_ANGLE;
  unit.power[2] = (signed char)rule->time_power;
  return unit;
}

// `start q1 = ..`, `start q1' = ..`: the option's name has the coordinate in it.
static Dimension resolve_start(Resolver *resolver, Span subject, TaskOption *option)
{
  int primes = 0;
  Span name = subject;
  while (name.length > 0 && span_bytes(name)[name.length - 1] == '\'') {
    name.length--;
    primes++;
  }
  option->name =
      arena_format(resolver->arena, "start %.*s", (int)subject.length, span_bytes(subject));
  int coordinate = resolve_target(resolver, name);
  if (primes > 1) {
    evaluate_error(resolver, subject, "a motion starts with a position and a speed",
                   "the acceleration at the start cannot be chosen");
  }
  const OptionRule rule = { .unit = UNIT_COORDINATE, .time_power = -primes };
  return unit_of(resolver, &rule, coordinate);
}

static void resolve_record(Resolver *resolver, Span span, TaskOption *option)
{
  option->text = text_of(resolver, span);
  bool is_value = scope_declared(&resolver->scope, SPACE_VALUES, span) != NULL;
  const Name *output = scope_declared(&resolver->scope, SPACE_ACTIONS, span);
  if (is_value || (output && output->kind != NAME_EXPERIMENT)) return;
  if (scope_knows(&resolver->scope, SPACE_ACTIONS, span)) {
    scope_find(&resolver->scope, SPACE_ACTIONS, span);
  } else {
    scope_find(&resolver->scope, SPACE_VALUES, span);
  }
}

static int value_count(const AstOption *ast)
{
  int count = 0;
  for (const AstExpr *value = ast->values; value; value = value->next)
    count++;
  return count;
}

static void resolve_values(Resolver *resolver, const AstOption *ast, const Wanted *wanted,
                           TaskOption *option)
{
  int count = value_count(ast);
  const Expr **values = ARENA_ARRAY(resolver->arena, const Expr *, count);
  option->values = values;
  option->value_count = count;
  for (const AstExpr *value = ast->values; value; value = value->next) {
    if (!wanted_number(resolver, value, wanted, values++)) option->value_count = 0;
  }
}

static bool check_count(Resolver *resolver, const AstOption *ast, const OptionRule *rule)
{
  int count = value_count(ast);
  if (rule->values < 0 || count == rule->values) return true;
  const char *const texts[] = { "a name", "one value", "a range 'a .. b'" };
  evaluate_error(resolver, ast->name, NULL, "'%s' takes %s", rule->name, texts[rule->values]);
  return false;
}

static void resolve_option(Resolver *resolver, const AstOption *ast, const Task *task,
                           int coordinate, TaskOption *option)
{
  option->span = ast->name;
  option->name = text_of(resolver, ast->name);
  const OptionRule *rule = find_rule(resolver, task, ast->name);
  if (!rule || !check_count(resolver, ast, rule)) return;
  Wanted wanted = { arena_format(resolver->scratch, "'%s'", rule->name),
                    unit_of(resolver, rule, coordinate), STAGE_PARAMETER };
  if (ast->subject.length > 0) wanted.dimension = resolve_start(resolver, ast->subject, option);
  if (strcmp(rule->name, "record") == 0) {
    resolve_record(resolver, ast->text, option);
  } else if (ast->text.length > 0) {
    option->text = text_of(resolver, ast->text);
  }
  if (ast->values) resolve_values(resolver, ast, &wanted, option);
}

static bool is_twice(const Task *task, const TaskOption *option)
{
  if (strcmp(option->name, "record") == 0) return false;
  for (int i = 0; i < task->option_count; i++) {
    const TaskOption *other = &task->options[i];
    if (other != option && strcmp(other->name, option->name) == 0) return true;
  }
  return false;
}

static TaskOption *add_option(Resolver *resolver, Task *task)
{
  task->options = RESOLVER_GROW(resolver, TaskOption, task->options, task->option_count);
  return &task->options[task->option_count++];
}

static void add_options(Resolver *resolver, const AstOption *ast, Task *task, int coordinate)
{
  for (; ast; ast = ast->next) {
    TaskOption *option = add_option(resolver, task);
    *option = (TaskOption){ 0 };
    resolve_option(resolver, ast, task, coordinate, option);
    if (is_twice(task, option)) {
      evaluate_error(resolver, option->span, "once is enough", "'%s' is given twice", option->name);
    }
  }
}

const TaskOption *task_option(const Task *task, const char *name)
{
  for (int i = 0; i < task->option_count; i++) {
    if (strcmp(task->options[i].name, name) == 0) return &task->options[i];
  }
  return NULL;
}

// ---- the four tasks

static Task *add_task(Resolver *resolver, TaskKind kind, Span name, Span word)
{
  Mechanism *mechanism = resolver->mechanism;
  mechanism->tasks = RESOLVER_GROW(resolver, Task, mechanism->tasks, mechanism->task_count);
  Task *task = &mechanism->tasks[mechanism->task_count++];
  *task = (Task){ .kind = kind, .name = "", .word = "", .span = name.length > 0 ? name : word };
  if (name.length > 0) task->name = resolver_copy(resolver, name);
  if (word.length > 0) task->word = text_of(resolver, word);
  return task;
}

static void resolve_output(Resolver *resolver, const AstStatement *statement)
{
  Task *task = add_task(resolver, TASK_OUTPUT, statement->name, (Span){ 0 });
  Quantity value = evaluate(resolver, statement->task->options->values);
  bool is_good = value.shape != SHAPE_NONE;
  int count = quantity_size(&value);
  const Expr **values = ARENA_ARRAY(resolver->arena, const Expr *, count);
  for (int i = 0; i < count; i++)
    values[i] = value.at[i];
  TaskOption *option = add_option(resolver, task);
  *option = (TaskOption){ .name = "value", .values = values, .value_count = count };
  option->span = statement->task->options->values->span;
  scope_declare(&resolver->scope, SPACE_ACTIONS, statement->name,
                is_good ? NAME_OUTPUT : NAME_BROKEN, resolver->mechanism->task_count - 1);
}

// The file of a table stands first, as a text.
static const AstOption *take_file(Resolver *resolver, const AstOption *ast, Task *task)
{
  bool is_table = strcmp(task->word, "table") == 0;
  bool has_file = ast && ast->text.length > 2;
  if (is_table && !has_file) {
    evaluate_error(resolver, task->span, "write 'table \"file.csv\" column 2'",
                   "the table of a motion is a file");
  }
  if (!has_file) return ast;
  TaskOption *option = add_option(resolver, task);
  Span inside = { ast->text.source, ast->text.start + 1, ast->text.length - 2 };
  *option = (TaskOption){ .name = "file", .text = text_of(resolver, inside), .span = ast->text };
  return ast->next;
}

// `motion q : 0.3*sin(2*t)`
static void resolve_formula(Resolver *resolver, const AstOption *ast, Task *task, int coordinate)
{
  const OptionRule rule = { .unit = UNIT_COORDINATE };
  const Wanted wanted = { "the motion", unit_of(resolver, &rule, coordinate), STAGE_TIME };
  TaskOption *option = add_option(resolver, task);
  *option = (TaskOption){ .name = "value", .span = ast->values->span };
  resolve_values(resolver, ast, &wanted, option);
  if (option->value_count > 0) task->law = option->values[0];
}

// One coordinate follows one motion.
static void check_driven_once(Resolver *resolver, const Task *task, Span name)
{
  const Mechanism *mechanism = resolver->mechanism;
  for (int i = 0; i < mechanism->task_count - 1; i++) {
    const Task *other = &mechanism->tasks[i];
    bool is_good = other->law || strcmp(other->word, "table") == 0;
    if (other->kind != TASK_MOTION || !is_good || strcmp(other->name, task->name) != 0) continue;
    const char *hint = arena_format(resolver->scratch, "the first motion of it is at line %d",
                                    span_place(other->span).line);
    evaluate_error(resolver, name, hint, "'%s' is driven twice", task->name);
    return;
  }
}

static void resolve_motion(Resolver *resolver, const AstStatement *statement)
{
  const AstTask *ast = statement->task;
  Task *task = add_task(resolver, TASK_MOTION, statement->name, ast->word);
  int errors = diagnostics_error_count(resolver->diagnostics);
  int coordinate = resolve_target(resolver, statement->name);
  if (coordinate >= 0) task->name = resolver->mechanism->coordinates[coordinate].name;
  if (ast->word.length == 0) {
    resolve_formula(resolver, ast->options, task, coordinate);
  } else {
    check_word(resolver, ast->word, "law of motion", laws, sizeof laws / sizeof laws[0]);
    add_options(resolver, take_file(resolver, ast->options, task), task, coordinate);
  }
  // a name that failed before is not complained of again
  if (coordinate < 0 || diagnostics_error_count(resolver->diagnostics) > errors) return;
  check_driven_once(resolver, task, statement->name);
  bool is_law = ast->word.length > 0 && strcmp(task->word, "table") != 0;
  if (is_law) resolve_motion_law(resolver, task, coordinate);
}

// Names without a value in front: what is controlled.
static const AstOption *take_target(Resolver *resolver, const AstOption *ast, Task *task)
{
  if (!ast || ast->values) return ast;
  const Mechanism *mechanism = resolver->mechanism;
  task->name = text_of(resolver, ast->name);
  if (scope_declared(&resolver->scope, SPACE_VALUES, ast->name)) {
    int coordinate = resolve_target(resolver, ast->name);
    if (coordinate >= 0) task->name = mechanism->coordinates[coordinate].name;
    return ast->next;
  }
  const Name *name = scope_find(&resolver->scope, SPACE_FRAMES, ast->name);
  if (name) {
    task->name = name->kind == NAME_POINT ? mechanism->points[name->index].name
                                          : mechanism->frames[name->index].name;
  }
  return ast->next;
}

static void resolve_control(Resolver *resolver, const AstStatement *statement)
{
  const AstTask *ast = statement->task;
  Task *task = add_task(resolver, TASK_CONTROL, (Span){ 0 }, ast->word);
  bool is_known = check_word(resolver, ast->word, "controller", controllers,
                             sizeof controllers / sizeof controllers[0]);
  const AstOption *options = take_target(resolver, ast->options, task);
  if (!is_known) return;
  add_options(resolver, options, task, -1);
  bool is_of_joint = strcmp(task->word, "pd") == 0 || strcmp(task->word, "pid") == 0;
  if (is_of_joint && *task->name == '\0') {
    evaluate_error(resolver, ast->word, "write its joint first: pd(J, kp = 100, kd = 10)",
                   "'%s' controls one joint", task->word);
  }
}

static void check_times(Resolver *resolver, const Task *task)
{
  for (int i = 0; i < task->option_count; i++) {
    const TaskOption *option = &task->options[i];
    if (strcmp(option->name, "time") != 0 || option->value_count != 2) continue;
    double first = mechanism_default_value(resolver->mechanism, option->values[0]);
    double last = mechanism_default_value(resolver->mechanism, option->values[1]);
    if (last <= first) {
      evaluate_error(resolver, option->span, NULL, "the experiment ends before it begins");
    }
  }
}

static void resolve_experiment(Resolver *resolver, const AstStatement *statement)
{
  Task *task = add_task(resolver, TASK_EXPERIMENT, statement->name, (Span){ 0 });
  int index = resolver->mechanism->task_count - 1;
  add_options(resolver, statement->task->options, task, -1);
  check_times(resolver, task);
  if (!task_option(task, "time")) {
    evaluate_error(resolver, statement->name, "add 'time 0 .. 10 s'",
                   "the experiment '%s' has no time", task->name);
  }
  scope_declare(&resolver->scope, SPACE_ACTIONS, statement->name, NAME_EXPERIMENT, index);
}

void resolve_task(Resolver *resolver, const AstStatement *statement)
{
  if (statement->word == WORD_OUTPUT) resolve_output(resolver, statement);
  if (statement->word == WORD_MOTION) resolve_motion(resolver, statement);
  if (statement->word == WORD_CONTROL) resolve_control(resolver, statement);
  if (statement->word == WORD_EXPERIMENT) resolve_experiment(resolver, statement);
}
