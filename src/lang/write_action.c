// write_action.c -- what a mechanism carries, what acts on it and what to do with it, as statements.
// SPDX-License-Identifier: MIT
#include "lang/write_impl.h"
#include "symbolic/algebra.h"

#include <string.h>

static const char *frame_name(const Writer *writer, int frame)
{
  return writer->mechanism->frames[frame].name;
}

static void set_value(const Writer *writer, Statement *statement, const char *clause, const Expr *e)
{
  write_set(writer, statement, clause, "%s", write_value(writer, e));
}

static void set_vector(const Writer *writer, Statement *statement, const char *clause, Vec3 v)
{
  write_set(writer, statement, clause, "%s", write_vector(writer, v));
}

// ---- bodies

static void write_shape(const Writer *writer, Statement *body, const BodyShape *shape)
{
  static const StatementKind kinds[] = {
    [SHAPE_BOX] = STATEMENT_BOX,       [SHAPE_CYLINDER] = STATEMENT_CYLINDER,
    [SHAPE_SPHERE] = STATEMENT_SPHERE, [SHAPE_CAPSULE] = STATEMENT_CAPSULE,
    [SHAPE_ROD] = STATEMENT_ROD,       [SHAPE_MESH] = STATEMENT_MESH,
  };
  Statement *part = statement_add_part(writer->document, body, kinds[shape->kind]);
  const Expr *const *size = shape->size;
  switch (shape->kind) {
  case SHAPE_BOX: set_vector(writer, part, "size", (Vec3){ { size[0], size[1], size[2] } }); break;
  case SHAPE_CYLINDER:
  case SHAPE_CAPSULE:
    set_value(writer, part, "radius", size[0]);
    set_value(writer, part, "length", size[1]);
    break;
  case SHAPE_SPHERE: set_value(writer, part, "radius", size[0]); break;
  case SHAPE_ROD: set_value(writer, part, "length", size[0]); break;
  case SHAPE_MESH: write_set(writer, part, "file", "\"%s\"", shape->path); break;
  }
  const Expr *const *color = shape->color;
  const Expr *const *scale = shape->scale;
  if (scale[0]) set_vector(writer, part, "scale", (Vec3){ { scale[0], scale[1], scale[2] } });
  write_placement(writer, part, shape->moves, shape->move_count);
  if (color[0]) set_vector(writer, part, "color", (Vec3){ { color[0], color[1], color[2] } });
  if (color[3] && !expr_is_one(color[3])) set_value(writer, part, "opacity", color[3]);
}

static void write_body(const Writer *writer, int index)
{
  const Mechanism *mechanism = writer->mechanism;
  const Body *body = &mechanism->bodies[index];
  Statement *statement = write_add(writer, STATEMENT_BODY, body->name);
  bool has_inertia = false;
  for (int i = 0; i < 9; i++)
    has_inertia = has_inertia || !is_zero(body->inertia_F.at[i / 3][i % 3]);
  write_set(writer, statement, "on", "%s", frame_name(writer, body->frame));
  write_set(writer, statement, "begin", NULL);
  set_value(writer, statement, "mass", body->mass);
  if (!vec3_is_zero(body->com_F)) set_vector(writer, statement, "com", body->com_F);
  if (has_inertia) {
    write_set(writer, statement, "inertia", "%s", write_matrix(writer, body->inertia_F));
  }
  for (int i = 0; i < mechanism->shape_count; i++) {
    if (mechanism->shapes[i].body == index) write_shape(writer, statement, &mechanism->shapes[i]);
  }
}

static void write_point(const Writer *writer, const Point *point)
{
  Statement *statement = write_add(writer, STATEMENT_POINT, point->name);
  write_set(writer, statement, "at", "%s on %s", write_vector(writer, point->position_F),
            frame_name(writer, point->frame));
}

// ---- what closes it and restricts its motion

static void write_loop(const Writer *writer, const Loop *loop)
{
  Statement *statement = write_add(writer, STATEMENT_LOOP, loop->name);
  write_set(writer, statement, "kind", "%s", joint_info(loop->kind)->word);
  if (joint_has_axis(loop->kind)) {
    write_set(writer, statement, "axis", "%s", write_axis(writer, loop->axis));
  }
  write_set(writer, statement, "first", "%s",
            write_place(writer, loop->first.frame, loop->first.position_F));
  write_set(writer, statement, "second", "%s",
            write_place(writer, loop->second.frame, loop->second.position_F));
  if (loop->pitch) set_value(writer, statement, "pitch", loop->pitch);
}

static void write_constraint(const Writer *writer, const Constraint *constraint)
{
  if (constraint->is_norm) return;  // it comes with its joint
  Statement *statement = write_add(writer, STATEMENT_CONSTRAINT, constraint->name);
  write_set(writer, statement, "equation", "%s = 0", write_value(writer, constraint->residual));
}

static void write_rolling(const Writer *writer, const Rolling *rolling)
{
  Statement *statement = write_add(writer, STATEMENT_ROLLING, NULL);
  write_set(writer, statement, "wheel", "%s", rolling->name);
  set_value(writer, statement, "radius", rolling->radius);
  set_vector(writer, statement, "plane", rolling->normal);
  write_set(writer, statement, "axle", "%s", write_axis(writer, rolling->axle_F));
  write_set(writer, statement, rolling->may_slide ? "side" : "slip", NULL);
}

void write_speeds(Writer *writer)
{
  for (int i = 0; i < writer->mechanism->speed_count; i++) {
    const Speed *speed = &writer->mechanism->speeds[i];
    write_set(writer, write_add(writer, STATEMENT_SPEED, NULL), "items", "%s = %s", speed->name,
              write_value(writer, speed->value));
    write_declared(writer, speed->symbol);
  }
}

// ---- what acts

void write_inputs(Writer *writer)
{
  const Mechanism *mechanism = writer->mechanism;
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    write_declared(writer, input->symbol);
    if (input->is_rate) continue;
    Statement *statement = write_add(writer, STATEMENT_INPUT, NULL);
    write_set(writer, statement, "items", "%s", input->name);
    if (input->value) set_value(writer, statement, "value", input->value);
    if (input_is_smooth(input)) write_set(writer, statement, "smooth", NULL);
  }
  for (int i = 0; i < mechanism->discrete_count; i++) {
    const DiscreteVariable *discrete = &mechanism->discretes[i];
    write_set(writer, write_add(writer, STATEMENT_DISCRETE, NULL), "items", "%s = %s",
              discrete->name, write_value(writer, discrete->initial));
    write_declared(writer, discrete->symbol);
  }
}

static void write_force(const Writer *writer, const Force *force)
{
  static const StatementKind kinds[] = { [FORCE_TORQUE] = STATEMENT_TORQUE,
                                         [FORCE_AT_POINT] = STATEMENT_FORCE,
                                         [FORCE_MOMENT] = STATEMENT_MOMENT };
  Statement *statement = write_add(writer, kinds[force->kind], force->name);
  if (force->kind == FORCE_TORQUE) {
    write_set(writer, statement, "on", "%s",
              writer->mechanism->coordinates[force->coordinate].name);
    set_value(writer, statement, "value", force->amount);
    return;
  }
  if (force->kind == FORCE_AT_POINT) {
    write_set(writer, statement, "at", "%s", write_place(writer, force->frame, force->position_F));
  } else {
    write_set(writer, statement, "on", "%s", frame_name(writer, force->frame));
  }
  set_vector(writer, statement, "value", force->vector);
  if (force->axes != FRAME_GROUND) {
    write_set(writer, statement, "in", "%s", frame_name(writer, force->axes));
  }
  if (force->second_frame != FRAME_GROUND) {
    write_set(writer, statement, "against", "%s", frame_name(writer, force->second_frame));
  }
}

// ---- what has a memory, and what happens at a moment

// Is there a value, an output, a force or an energy of this name? What the library abbreviates has none.
static bool is_named(const Writer *writer, const char *name)
{
  const Mechanism *m = writer->mechanism;
  bool is_found = map_find_n(&writer->pending, name, strcspn(name, "'")) >= 0;
  for (int i = 0; i < m->task_count && !is_found; i++)
    is_found = strcmp(m->tasks[i].name, name) == 0;
  for (int i = 0; i < m->force_count && !is_found; i++)
    is_found = strcmp(m->forces[i].name, name) == 0;
  for (int i = 0; i < m->energy_count && !is_found; i++)
    is_found = strcmp(m->energies[i].name, name) == 0;
  return is_found;
}

// The values of an option with `between` them, or its word.
static const char *write_option(const Writer *writer, const TaskOption *option, const char *between)
{
  Text list = { 0 };
  bool is_word = option->text && !strpbrk(option->text, "+-*/^( ") &&
                 (option->value_count == 0 || is_named(writer, option->text));
  for (int i = 0; !is_word && i < option->value_count; i++)
    text_format(&list, "%s%s", i > 0 ? between : "", write_value(writer, option->values[i]));
  if (is_word || option->value_count == 0) text_put(&list, option->text);
  return write_keep(writer, &list);
}

static void write_vector_state(Writer *writer, const StateVariable state[])
{
  Statement *statement = write_add(writer, STATEMENT_STATE, NULL);
  int length = (int)strlen(state->name) - 2;  // without .x
  const Vec3 start = { { state[0].initial, state[1].initial, state[2].initial } };
  const Vec3 rate = { { state[0].rate, state[1].rate, state[2].rate } };
  for (int i = 0; i < 3; i++)
    write_declared(writer, state[i].symbol);
  write_set(writer, statement, "initial", "%.*s = %s", length, state->name,
            write_vector(writer, start));
  write_set(writer, statement, "rate", "%.*s' = %s", length, state->name,
            write_vector(writer, rate));
}

static void write_number_state(Writer *writer, const StateVariable *state)
{
  Statement *statement = write_add(writer, STATEMENT_STATE, NULL);
  write_set(writer, statement, "initial", "%s = %s", state->name,
            write_value(writer, state->initial));
  write_set(writer, statement, "rate", "%s' = %s", state->name, write_value(writer, state->rate));
  write_declared(writer, state->symbol);
}

void write_states(Writer *writer)
{
  const Mechanism *mechanism = writer->mechanism;
  for (int i = 0; i < mechanism->state_count; i++) {
    const StateVariable *state = &mechanism->states[i];
    if (!state->begins_vector) write_number_state(writer, state);
    if (!state->begins_vector) continue;
    write_vector_state(writer, state);
    i += 2;
  }
}

// Restitution and friction are clauses of their own; slips stand in one.
static void write_impact(const Writer *writer, Statement *statement, const Reset *reset,
                         Text *slips)
{
  static const char *const CLAUSES[] = {
    [TARGET_NEWTON] = "restitution", [TARGET_POISSON] = "poisson", [TARGET_FRICTION] = "friction"
  };
  const char *value = write_value(writer, reset->value);
  if (reset->kind == TARGET_SLIP) {
    text_format(slips, "%s%s", slips->length > 0 ? ", " : "", value);
  } else {
    write_set(writer, statement, CLAUSES[reset->kind], "%s", value);
  }
}

static void set_resets(const Writer *writer, Statement *statement, const Reset resets[], int count)
{
  Text list = { 0 }, slips = { 0 };
  for (int i = 0; i < count; i++) {
    if (reset_is_impact(&resets[i])) {
      write_impact(writer, statement, &resets[i], &slips);
      continue;
    }
    if (list.length > 0) text_put(&list, ", ");
    reset_put_target(writer->mechanism, &resets[i], &list);
    text_format(&list, " = %s", write_value(writer, resets[i].value));
  }
  if (list.length > 0) write_set(writer, statement, "set", "%s", text_string(&list));
  if (slips.length > 0) write_set(writer, statement, "slip", "%s", text_string(&slips));
  text_free(&list);
  text_free(&slips);
}

static void write_event(const Writer *writer, const Event *event)
{
  Statement *statement = write_add(writer, STATEMENT_WHEN, NULL);
  write_set(writer, statement, "condition", "%s > 0", write_value(writer, event->function));
  write_set(writer, statement, "begin", NULL);
  set_resets(writer, statement, event->resets, event->reset_count);
  if (event->stop) write_set(writer, statement, "stop", "\"%s\"", event->stop);
  if (!event->adds_row) return;
  Text records = { 0 };
  for (int i = 0; i < event->record_count; i++)
    text_format(&records, "%s%s", i > 0 ? ", " : "",
                write_option(writer, &event->records[i], ", "));
  write_set(writer, statement, "record", records.length > 0 ? "%s" : NULL, text_string(&records));
  text_free(&records);
}

static void write_sample(const Writer *writer, const Sampling *sample)
{
  Statement *statement = write_add(writer, STATEMENT_SAMPLE, NULL);
  set_value(writer, statement, "period", sample->period);
  set_resets(writer, statement, sample->resets, sample->reset_count);
}

// ---- what to do with it

static void write_output(const Writer *writer, const Task *task)
{
  Statement *statement = write_add(writer, STATEMENT_OUTPUT, task->name);
  const Expr *const *v = task->options[0].values;
  Mat3 matrix;
  switch (task->options[0].value_count) {
  case 1: set_value(writer, statement, "value", v[0]); break;
  case 3: set_vector(writer, statement, "value", (Vec3){ { v[0], v[1], v[2] } }); break;
  default:
    for (int i = 0; i < 9; i++)
      matrix.at[i / 3][i % 3] = v[i];
    write_set(writer, statement, "value", "%s", write_matrix(writer, matrix));
  }
}

// A table is written by its points: what a file's name means depends on where the text stands.
static void write_motion(const Writer *writer, const Task *task)
{
  Statement *statement = write_add(writer, STATEMENT_MOTION, NULL);
  write_set(writer, statement, "on", "%s", task->name);
  if (*task->word == '\0' || strcmp(task->word, "table") == 0) {
    set_value(writer, statement, "value", task->law);
    return;
  }
  write_set(writer, statement, "law", "%s", task->word);
  for (int i = 0; i < task->option_count; i++) {
    const TaskOption *option = &task->options[i];
    const Expr *const *v = option->values;
    bool is_turn = strcmp(option->name, "rotated") == 0;
    if (!task->law && option->value_count > 1) {
      Vec3 vector = { { v[is_turn], v[is_turn + 1], v[is_turn + 2] } };
      Text place = { 0 };
      if (is_turn) text_format(&place, "Q(%s, ", write_value(writer, v[0]));
      text_format(&place, "%s%s", write_vector(writer, vector), is_turn ? ")" : "");
      write_set(writer, statement, option->name, "%s", write_keep(writer, &place));
    } else {
      write_set(writer, statement, option->name, "%s", write_option(writer, option, ", "));
    }
  }
}

// What starts and what is recorded stand in one clause each; of a vector that is its components.
static void write_experiment(const Writer *writer, const Task *task)
{
  static const char start[] = "start ";
  Text starts = { 0 }, records = { 0 };
  Statement *statement = write_add(writer, STATEMENT_EXPERIMENT, task->name);
  for (int i = 0; i < task->option_count; i++) {
    const TaskOption *option = &task->options[i];
    bool is_range = strcmp(option->name, "time") == 0;
    const char *value = write_option(writer, option, is_range ? " .. " : ", ");
    if (strncmp(option->name, start, strlen(start)) == 0) {
      text_format(&starts, "%s%s = %s", starts.length > 0 ? ", " : "", option->name + strlen(start),
                  value);
    } else if (strcmp(option->name, "record") == 0) {
      text_format(&records, "%s%s", records.length > 0 ? ", " : "", value);
    } else {
      write_set(writer, statement, option->name, "%s", value);
    }
  }
  if (starts.length > 0) write_set(writer, statement, "start", "%s", text_string(&starts));
  if (records.length > 0) write_set(writer, statement, "record", "%s", text_string(&records));
  text_free(&starts);
  text_free(&records);
}

static void write_task(const Writer *writer, const Task *task)
{
  switch (task->kind) {
  case TASK_MOTION: write_motion(writer, task); break;
  case TASK_EXPERIMENT: write_experiment(writer, task); break;
  default: break;  // outputs are written before, and laws hold references
  }
}

// ---- all of it

void write_parts(const Writer *writer)
{
  const Mechanism *mechanism = writer->mechanism;
  write_gap(writer);
  for (int i = 0; i < mechanism->body_count; i++)
    write_body(writer, i);
  for (int i = 0; i < mechanism->point_count; i++)
    write_point(writer, &mechanism->points[i]);
  write_gap(writer);
  for (int i = 0; i < mechanism->loop_count; i++)
    write_loop(writer, &mechanism->loops[i]);
  for (int i = 0; i < mechanism->constraint_count; i++)
    write_constraint(writer, &mechanism->constraints[i]);
  for (int i = 0; i < mechanism->rolling_count; i++)
    write_rolling(writer, &mechanism->rollings[i]);
  write_gap(writer);
  for (int i = 0; i < mechanism->force_count; i++)
    write_force(writer, &mechanism->forces[i]);
  for (int i = 0; i < mechanism->energy_count; i++) {
    const Energy *energy = &mechanism->energies[i];
    set_value(writer, write_add(writer, STATEMENT_ENERGY, energy->name), "value", energy->value);
  }
  write_gap(writer);
  for (int i = 0; i < mechanism->task_count; i++) {  // events may record outputs
    if (mechanism->tasks[i].kind == TASK_OUTPUT) write_output(writer, &mechanism->tasks[i]);
  }
  for (int i = 0; i < mechanism->event_count; i++)
    write_event(writer, &mechanism->events[i]);
  for (int i = 0; i < mechanism->sample_count; i++)
    write_sample(writer, &mechanism->samples[i]);
  write_gap(writer);
  for (int i = 0; i < mechanism->task_count; i++)
    write_task(writer, &mechanism->tasks[i]);
}
