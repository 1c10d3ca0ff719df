// write_record.c -- quantities that experiments and events record by name.
//
// A name is written if it still denotes the recorded quantity. If the coordinate was replaced by
// others, or the torque by a moment, a definition with this name is added.
// SPDX-License-Identifier: MIT
#include "lang/write/write_impl.h"
#include "symbolic/calculus/derivative.h"

#include <ctype.h>
#include <string.h>

// ---- values by name

typedef struct Find {
  const char *name;
  size_t length;
  const Expr *found;
} Find;

static bool is_called(const Find *find, const char *name)
{
  return strlen(name) == find->length && memcmp(name, find->name, find->length) == 0;
}

static void check_symbol(const Expr **symbol, void *context)
{
  Find *find = context;
  if (is_called(find, (*symbol)->form->symbol->name)) find->found = *symbol;
}

// Returns the value that the name has in the text, or NULL if there is none.
static const Expr *value_called(const Writer *writer, const char *name, size_t length)
{
  Find find = { name, length, NULL };
  mechanism_visit_symbols(writer->mechanism, check_symbol, &find);
  for (int i = 0; i < writer->mechanism->definition_count && !find.found; i++) {
    const Definition *definition = &writer->mechanism->definitions[i];
    if (is_called(&find, definition->name)) find.found = definition->value;
  }
  return find.found;
}

static bool are_values(const TaskOption *option, const Expr *const values[], int count)
{
  bool result = option->value_count == count;
  for (int i = 0; i < count && result; i++)
    result = expr_same_value(option->values[i], values[i]);
  return result;
}

// Returns true if the option is the derivative of the value by the number of primes, as in q''.
static bool is_rate_of(const TaskOption *option, const Expr *value, const char *primes)
{
  for (; *primes == '\''; primes++)
    value = expr_time_derivative(value);
  return are_values(option, &value, 1);
}

static bool is_action(const Writer *writer, const TaskOption *option)
{
  const Mechanism *m = writer->mechanism;
  for (int i = 0; i < m->task_count; i++) {
    const Task *task = &m->tasks[i];
    if (task->kind == TASK_OUTPUT && strcmp(task->name, option->text) == 0)
      return are_values(option, task->options[0].values, task->options[0].value_count);
  }
  for (int i = 0; i < m->force_count; i++) {
    const Force *force = &m->forces[i];
    if (strcmp(force->name, option->text) == 0) return option->is_force && !force->said;
  }
  for (int i = 0; i < m->energy_count; i++) {
    if (strcmp(m->energies[i].name, option->text) == 0)
      return are_values(option, &m->energies[i].value, 1);
  }
  return false;
}

bool write_is_name_of(const Writer *writer, const TaskOption *option)
{
  if (strpbrk(option->text, "+-*/^( ")) return false;
  size_t length = strcspn(option->text, "'");
  const Expr *value = value_called(writer, option->text, length);
  if (map_find_n(&writer->added, option->text, length) >= 0) return true;
  return value ? is_rate_of(option, value, option->text + length) : is_action(writer, option);
}

// ---- names for values

static bool is_plain_name(const char *text)
{
  bool result = isalpha((unsigned char)*text) || *text == '_' || (unsigned char)*text >= 0x80;
  for (; *text && result; text++)
    result = isalnum((unsigned char)*text) || *text == '_' || (unsigned char)*text >= 0x80;
  return result;
}

static void name_option(Writer *writer, const TaskOption *option)
{
  const char *name = option->text;
  if (!name || option->value_count != 1 || !is_plain_name(name)) return;
  if (write_is_name_of(writer, option) || value_called(writer, name, strlen(name))) return;
  write_line(writer, "let %s = %s", name, write_value(writer, option->values[0]));
  map_put(&writer->added, name, 0);
}

void write_record_names(Writer *writer)
{
  const Mechanism *mechanism = writer->mechanism;
  for (int i = 0; i < mechanism->event_count; i++) {
    for (int k = 0; k < mechanism->events[i].record_count; k++)
      name_option(writer, &mechanism->events[i].records[k]);
  }
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    bool is_written = task->kind == TASK_EXPERIMENT && !write_obstacle(mechanism, task);
    for (int k = 0; k < task->option_count && is_written; k++)
      if (strcmp(task->options[k].name, "record") == 0) name_option(writer, &task->options[k]);
  }
}
