// summary_act.c -- loops, constraints, wheels, speeds, inputs, forces, what has a memory, and tasks,
// for people.
// SPDX-License-Identifier: MIT
#include "report/summary_impl.h"

// "b" at the origin of a frame, "[l2, 0, 0] on b" elsewhere.
static void put_place(const Mechanism *mechanism, int frame, Vec3 position_F, Text *out)
{
  if (!vec3_is_zero(position_F)) {
    summary_put_vector(mechanism, position_F, out);
    text_put(out, " on ");
  }
  text_put(out, mechanism->frames[frame].name);
}

// "2 (3 - 1)": the freedoms of the plane or of space less those of the joint
static void put_equations(const Loop *loop, bool is_planar, Text *out)
{
  text_format(out, "%d (%d - %d)", loop_equations(loop, is_planar), is_planar ? 3 : 6,
              joint_info(loop->kind)->coordinate_count);
}

static void print_loops(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("loop|closed by|equations|joins");
  for (int i = 0; i < summary_rows(mechanism->loop_count); i++) {
    const Loop *loop = &mechanism->loops[i];
    table_put(&table, loop->name);
    Text *kind = table_cell(&table);
    text_put(kind, joint_info(loop->kind)->word);
    if (joint_has_axis(loop->kind)) {
      text_put_char(kind, ' ');
      summary_put_axis(mechanism, loop->axis, kind);
    }
    if (loop->pitch) {
      text_put(kind, ", pitch ");
      summary_put_value(mechanism, loop->pitch, kind);
    }
    put_equations(loop, loop_is_planar(mechanism, loop), table_cell(&table));
    Text *places = table_cell(&table);
    put_place(mechanism, loop->first.frame, loop->first.position_F, places);
    text_put(places, " and ");
    put_place(mechanism, loop->second.frame, loop->second.position_F, places);
  }
  summary_finish(&table, mechanism->loop_count, out);
}

static void print_constraints(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("constraint|of||");
  for (int i = 0; i < summary_rows(mechanism->constraint_count); i++) {
    const Constraint *constraint = &mechanism->constraints[i];
    table_put(&table, constraint->name);
    table_put(&table, constraint->has_speeds ? "speeds" : "positions");
    table_put(&table, "0 =");
    summary_put_last(mechanism, constraint->residual, table_cell(&table));
  }
  summary_finish(&table, mechanism->constraint_count, out);
}

static void print_rollings(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("wheel|radius [m]|axle|on the plane with normal");
  for (int i = 0; i < summary_rows(mechanism->rolling_count); i++) {
    const Rolling *rolling = &mechanism->rollings[i];
    table_put(&table, rolling->name);
    summary_put_value(mechanism, rolling->radius, table_cell(&table));
    summary_put_axis(mechanism, rolling->axle_F, table_cell(&table));
    Text *plane = table_cell(&table);
    summary_put_vector(mechanism, rolling->normal, plane);
    text_put(plane, rolling->may_slide ? ", no side slip" : ", no slip");
  }
  summary_finish(&table, mechanism->rolling_count, out);
}

static void print_speeds(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("speed|||");
  for (int i = 0; i < mechanism->speed_count; i++) {
    table_put(&table, mechanism->speeds[i].name);
    table_put(&table, "=");
    summary_put_last(mechanism, mechanism->speeds[i].value, table_cell(&table));
    table_put(&table, "");
  }
  table_finish(&table, out);
}

static void print_inputs(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("input|unit|value|");
  for (int i = 0; i < summary_rows(mechanism->input_count); i++) {
    const Input *input = &mechanism->inputs[i];
    table_put(&table, input->name);
    dimension_print(input->dimension, table_cell(&table));
    Text *value = table_cell(&table);
    if (input->value) summary_put_value(mechanism, input->value, value);
    if (!input->value) text_put(value, "from outside");
    table_put(&table, input->is_implied ? "(not declared: a name in a force)" : "");
  }
  summary_finish(&table, mechanism->input_count, out);
}

static void put_force(const Mechanism *mechanism, const Force *force, Table *table)
{
  static const char *const kinds[] = {
    [FORCE_TORQUE] = "torque", [FORCE_AT_POINT] = "force", [FORCE_MOMENT] = "moment"
  };
  table_put(table, force->name);
  table_put(table, kinds[force->kind]);
  Text *place = table_cell(table);
  if (force->kind == FORCE_TORQUE) {
    text_put(place, mechanism->coordinates[force->coordinate].name);
  } else {
    put_place(mechanism, force->frame, force->position_F, place);
  }
  if (force->kind != FORCE_TORQUE && force->second_frame != FRAME_GROUND) {
    text_format(place, " against %s", mechanism->frames[force->second_frame].name);
  }
  Text *value = table_cell(table);
  if (force->kind == FORCE_TORQUE) {
    summary_put_last(mechanism, force->amount, value);
  } else {
    summary_put_vector(mechanism, force->vector, value);
    if (force->axes != FRAME_GROUND) {
      text_format(value, " in %s", mechanism->frames[force->axes].name);
    }
    if (force->element) text_format(value, " (%s)", force->element);
  }
}

static void print_forces(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("force|kind|on|value");
  for (int i = 0; i < summary_rows(mechanism->force_count); i++)
    put_force(mechanism, &mechanism->forces[i], &table);
  summary_finish(&table, mechanism->force_count, out);
}

// ---- what has a memory, and what happens at a moment

static void print_energies(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("energy|value");
  for (int i = 0; i < summary_rows(mechanism->energy_count); i++) {
    table_put(&table, mechanism->energies[i].name);
    summary_put_value(mechanism, mechanism->energies[i].value, table_cell(&table));
  }
  summary_finish(&table, mechanism->energy_count, out);
}

static void print_states(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("state|unit|start|rate");
  for (int i = 0; i < summary_rows(mechanism->state_count); i++) {
    const StateVariable *state = &mechanism->states[i];
    table_put(&table, state->name);
    dimension_print(state->dimension, table_cell(&table));
    summary_put_value(mechanism, state->initial, table_cell(&table));
    summary_put_value(mechanism, state->rate, table_cell(&table));
  }
  summary_finish(&table, mechanism->state_count, out);
}

static void print_discretes(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("discrete|unit|start");
  for (int i = 0; i < summary_rows(mechanism->discrete_count); i++) {
    const DiscreteVariable *discrete = &mechanism->discretes[i];
    table_put(&table, discrete->name);
    dimension_print(discrete->dimension, table_cell(&table));
    summary_put_value(mechanism, discrete->initial, table_cell(&table));
  }
  summary_finish(&table, mechanism->discrete_count, out);
}

static void put_resets(const Mechanism *mechanism, const Reset resets[], int count, Text *out)
{
  for (int i = 0; i < count; i++) {
    text_put(out, i == 0 ? "set " : ", ");
    reset_put_target(mechanism, &resets[i], out);
    text_put(out, " = ");
    summary_put_value(mechanism, resets[i].value, out);
  }
}

static void print_moments(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("event|when|what happens");
  for (int i = 0; i < mechanism->event_count; i++) {
    const Event *event = &mechanism->events[i];
    table_put(&table, event->name);
    table_put(&table, event->condition);
    Text *cell = table_cell(&table);
    put_resets(mechanism, event->resets, event->reset_count, cell);
    if (event->stop) text_format(cell, "%sstop: %s", event->reset_count ? ", " : "", event->stop);
    const char *begin = event->reset_count > 0 || event->stop ? ", record " : "record ";
    for (int k = 0; k < event->record_count; k++)
      text_format(cell, "%s%s", k == 0 ? begin : ", ", event->records[k]);
  }
  for (int i = 0; i < mechanism->sample_count; i++) {
    const Sampling *sample = &mechanism->samples[i];
    table_put(&table, sample->name);
    Text *period = table_cell(&table);
    text_put(period, "every ");
    summary_put_value(mechanism, sample->period, period);
    text_put(period, " s");
    put_resets(mechanism, sample->resets, sample->reset_count, table_cell(&table));
  }
  table_finish(&table, out);
}

static void put_option(const Mechanism *mechanism, const TaskOption *option, Text *out)
{
  text_put(out, option->name);
  for (int i = 0; i < option->value_count; i++) {
    text_put(out, i == 0 ? " " : ", ");
    summary_put_value(mechanism, option->values[i], out);
  }
  if (option->text) text_format(out, " %s", option->text);
}

static void print_tasks(const Mechanism *mechanism, Text *out)
{
  static const char *const kinds[] = { [TASK_OUTPUT] = "output",
                                       [TASK_MOTION] = "motion",
                                       [TASK_CONTROL] = "control",
                                       [TASK_EXPERIMENT] = "experiment" };
  Table table = table_with_headings("task|||");
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    table_put(&table, kinds[task->kind]);
    table_put(&table, task->name);
    table_put(&table, task->word);
    Text *options = table_cell(&table);
    for (int k = 0; k < task->option_count; k++) {
      if (k > 0) text_put(options, "; ");
      put_option(mechanism, &task->options[k], options);
    }
  }
  table_finish(&table, out);
}

void summary_print_actions(const Mechanism *mechanism, Text *out)
{
  print_loops(mechanism, out);
  print_constraints(mechanism, out);
  print_rollings(mechanism, out);
  print_speeds(mechanism, out);
  print_inputs(mechanism, out);
  print_forces(mechanism, out);
  print_energies(mechanism, out);
  print_states(mechanism, out);
  print_discretes(mechanism, out);
  print_moments(mechanism, out);
  print_tasks(mechanism, out);
}
