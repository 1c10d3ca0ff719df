// write_action.c -- writes bodies, constraints, forces, events and experiments as statements.
// SPDX-License-Identifier: MIT
#include "lang/write/write_impl.h"
#include "symbolic/algebra.h"

#include <string.h>

static const char *frame_name(const Writer *writer, int frame)
{
  return writer->mechanism->frames[frame].name;
}

static const char *write_three(const Writer *writer, const Expr *const e[3])
{
  return write_vector(writer, (Vec3){ { e[0], e[1], e[2] } });
}

// ---- bodies

static void put_shape(const Writer *writer, const BodyShape *shape, Text *out)
{
  const Expr *const *size = shape->size;
  text_format(out, ", %s ", statement_row(STATEMENT_BOX + shape->kind)->word);
  switch (shape->kind) {
  case SHAPE_BOX: text_put(out, write_three(writer, size)); break;
  case SHAPE_CYLINDER:
  case SHAPE_CAPSULE:
    text_format(out, "radius %s, length %s", write_value(writer, size[0]),
                write_value(writer, size[1]));
    break;
  case SHAPE_SPHERE: text_format(out, "radius %s", write_value(writer, size[0])); break;
  case SHAPE_ROD: text_format(out, "length %s", write_value(writer, size[0])); break;
  case SHAPE_MESH: text_format(out, "\"%s\"", shape->path); break;
  }
  const Expr *const *color = shape->color;
  if (shape->scale[0]) text_format(out, ", scale %s", write_three(writer, shape->scale));
  write_placement(writer, shape->moves, shape->move_count, out);
  if (color[0]) text_format(out, ", color %s", write_three(writer, color));
  if (color[3] && !expr_is_one(color[3]))
    text_format(out, ", opacity %s", write_value(writer, color[3]));
}

static void write_body(const Writer *writer, int index)
{
  const Mechanism *mechanism = writer->mechanism;
  const Body *body = &mechanism->bodies[index];
  bool has_inertia = false;
  for (int i = 0; i < 9; i++)
    has_inertia = has_inertia || !is_zero(body->inertia_F.at[i / 3][i % 3]);
  Text text = { 0 };
  text_format(&text, "body %s on %s : mass %s", body->name, frame_name(writer, body->frame),
              write_value(writer, body->mass));
  if (!vec3_is_zero(body->com_F)) text_format(&text, ", com %s", write_vector(writer, body->com_F));
  if (has_inertia) text_format(&text, ", inertia %s", write_matrix(writer, body->inertia_F));
  for (int i = 0; i < mechanism->shape_count; i++)
    if (mechanism->shapes[i].body == index) put_shape(writer, &mechanism->shapes[i], &text);
  write_statement(writer, &text);
}

// ---- closed loops and other constraints

static void write_loop(const Writer *writer, const Loop *loop)
{
  bool has_axis = joint_has_axis(loop->kind);
  Text text = { 0 };
  text_format(&text, "loop %s : %s %s %s = %s", loop->name, joint_info(loop->kind)->word,
              has_axis ? write_axis(writer, loop->axis) : "",
              write_place(writer, loop->first.frame, loop->first.position_F),
              write_place(writer, loop->second.frame, loop->second.position_F));
  if (loop->pitch) text_format(&text, ", pitch %s", write_value(writer, loop->pitch));
  write_statement(writer, &text);
}

static void write_constraint(const Writer *writer, const Constraint *constraint)
{
  if (constraint->norm) return;  // its joint adds it
  write_line(writer, "constraint %s : %s = 0", constraint->name,
             write_value(writer, constraint->residual));
}

static void write_rolling(const Writer *writer, const Rolling *rolling)
{
  write_line(writer, "rolling %s radius %s on plane %s, axle %s, no %s", rolling->name,
             write_value(writer, rolling->radius), write_vector(writer, rolling->normal),
             write_axis(writer, rolling->axle_F), rolling->may_slide ? "side slip" : "slip");
}

void write_speeds(Writer *writer)
{
  for (int i = 0; i < writer->mechanism->speed_count; i++) {
    const Speed *speed = &writer->mechanism->speeds[i];
    write_line(writer, "speed %s = %s", speed->name, write_value(writer, speed->value));
    write_declared(writer, speed->symbol);
  }
}

// ---- inputs and forces

void write_inputs(Writer *writer)
{
  const Mechanism *mechanism = writer->mechanism;
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    write_declared(writer, input->symbol);
    if (input->is_rate) continue;
    write_line(writer, "input %s%s%s%s%s%s", input->name, input->value ? " = " : "",
               input->value ? write_value(writer, input->value) : "",
               input_is_smooth(input) ? ", smooth" : "", input->multiplier ? ", multiplier " : "",
               input->multiplier ? input->multiplier : "");
  }
  for (int i = 0; i < mechanism->discrete_count; i++) {
    const DiscreteVariable *discrete = &mechanism->discretes[i];
    write_line(writer, "discrete %s = %s", discrete->name, write_value(writer, discrete->initial));
    write_declared(writer, discrete->symbol);
  }
}

static void write_force(const Writer *writer, const Force *force)
{
  if (force->kind == FORCE_TORQUE) {
    write_line(writer, "torque %s on %s = %s", force->name,
               coordinate_name(&writer->mechanism->coordinates[force->coordinate]),
               write_value(writer, force->amount));
    return;
  }
  bool is_force = force->kind == FORCE_AT_POINT;
  Text text = { 0 };
  text_format(&text, is_force ? "force %s at %s = %s" : "moment %s on %s = %s", force->name,
              is_force ? write_place(writer, force->frame, force->position_F)
                       : frame_name(writer, force->frame),
              write_vector(writer, force->vector));
  if (force->axes != FRAME_GROUND) text_format(&text, ", in %s", frame_name(writer, force->axes));
  if (force->second_frame != FRAME_GROUND)
    text_format(&text, ", against %s", frame_name(writer, force->second_frame));
  write_statement(writer, &text);
}

// ---- states and events

// Returns the values of an option, separated by `between`, or its word.
static const char *write_option(const Writer *writer, const TaskOption *option, const char *between)
{
  Text list = { 0 };
  bool is_word = option->text && (option->value_count == 0 || write_is_name_of(writer, option));
  for (int i = 0; !is_word && i < option->value_count; i++)
    text_format(&list, "%s%s", i > 0 ? between : "", write_value(writer, option->values[i]));
  if (is_word || option->value_count == 0) text_put(&list, option->text);
  return arena_take_text(writer->document->arena, &list);
}

static void write_vector_state(Writer *writer, const StateVariable state[])
{
  int length = (int)strlen(state->name) - 2;  // without .x
  const Vec3 start = { { state[0].initial, state[1].initial, state[2].initial } };
  const Vec3 rate = { { state[0].rate, state[1].rate, state[2].rate } };
  for (int i = 0; i < 3; i++)
    write_declared(writer, state[i].symbol);
  write_line(writer, "state %.*s = %s : %.*s' = %s", length, state->name,
             write_vector(writer, start), length, state->name, write_vector(writer, rate));
}

static void write_number_state(Writer *writer, const StateVariable *state)
{
  write_line(writer, "state %s = %s : %s' = %s", state->name, write_value(writer, state->initial),
             state->name, write_value(writer, state->rate));
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

static void put_comma(Text *list)
{
  if (list->length > 0) text_put(list, ", ");
}

// Writes "x' = 0, y = 1" for the targets that are set.
static void put_resets(const Writer *writer, const Reset resets[], int count, Text *out)
{
  for (int i = 0; i < count; i++) {
    if (reset_is_impact(&resets[i])) continue;
    put_comma(out);
    reset_put_target(writer->mechanism, &resets[i], out);
    text_format(out, " = %s", write_value(writer, resets[i].value));
  }
}

// Restitution and friction are separate clauses; the slips share one clause, the last.
static void put_impact(const Writer *writer, const Reset resets[], int count, Text *out)
{
  static const char *const leads[] = { [TARGET_NEWTON] = "impact restitution",
                                       [TARGET_POISSON] = "impact poisson",
                                       [TARGET_FRICTION] = "friction" };
  Text slips = { 0 };
  for (int i = 0; i < count; i++) {
    if (!reset_is_impact(&resets[i])) continue;
    const char *value = write_value(writer, resets[i].value);
    bool is_slip = resets[i].kind == TARGET_SLIP;
    put_comma(is_slip ? &slips : out);
    if (is_slip) text_put(&slips, value);
    if (!is_slip) text_format(out, "%s %s", leads[resets[i].kind], value);
  }
  if (slips.length > 0) text_format(out, ", slip %s", text_string(&slips));
  text_free(&slips);
}

static void write_event(const Writer *writer, const Event *event)
{
  Text text = { 0 }, sets = { 0 };
  put_resets(writer, event->resets, event->reset_count, &sets);
  if (sets.length > 0) text_format(&text, "set %s", text_string(&sets));
  put_impact(writer, event->resets, event->reset_count, &text);
  if (event->stop) put_comma(&text);
  if (event->stop) text_format(&text, "stop \"%s\"", event->stop);
  if (event->adds_row) put_comma(&text);
  if (event->adds_row) text_put(&text, "record");
  for (int i = 0; event->adds_row && i < event->record_count; i++)
    text_format(&text, "%s%s", i > 0 ? ", " : " ", write_option(writer, &event->records[i], ", "));
  write_line(writer, event->is_strict ? "when %s > 0 : %s" : "when %s >= 0 : %s",
             write_value(writer, event->function), text_string(&text));
  text_free(&sets);
  text_free(&text);
}

static void write_sample(const Writer *writer, const Sampling *sample)
{
  Text sets = { 0 };
  put_resets(writer, sample->resets, sample->reset_count, &sets);
  write_line(writer, "sample %s : %s", write_value(writer, sample->period), text_string(&sets));
  text_free(&sets);
}

// ---- outputs, motions and experiments

static void write_output(const Writer *writer, const Task *task)
{
  const Expr *const *v = task->options[0].values;
  int count = task->options[0].value_count;
  Mat3 matrix;
  for (int i = 0; i < count && count == 9; i++)
    matrix.at[i / 3][i % 3] = v[i];
  write_line(writer, "output %s = %s", task->name,
             count == 1   ? write_value(writer, v[0])
             : count == 3 ? write_three(writer, v)
                          : write_matrix(writer, matrix));
}

// A table is written by its points, because a file name is relative to the folder of the text.
static void write_motion(const Writer *writer, const Task *task)
{
  if (*task->word == '\0' || strcmp(task->word, "table") == 0) {
    write_line(writer, "motion %s : %s", task->name, write_value(writer, task->law));
    return;
  }
  Text text = { 0 };
  text_format(&text, "motion %s : %s", task->name, task->word);
  for (int i = 0; i < task->option_count; i++) {
    const TaskOption *option = &task->options[i];
    bool is_turn = strcmp(option->name, "rotated") == 0;
    text_format(&text, ", %s ", option->name);
    if (task->law || option->value_count <= 1) {
      text_put(&text, write_option(writer, option, ", "));
    } else if (is_turn) {
      text_format(&text, "Q(%s, %s)", write_value(writer, option->values[0]),
                  write_three(writer, option->values + 1));
    } else {
      text_put(&text, write_three(writer, option->values));
    }
  }
  write_statement(writer, &text);
}

// A written description contains no controllers, only the forces that they command, which are not
// sampled.
static bool is_sampled(const Mechanism *mechanism, const Task *experiment)
{
  bool has_commands = false;
  for (int i = 0; i < mechanism->force_count; i++)
    has_commands = has_commands || mechanism->forces[i].is_command;
  return has_commands && task_option(experiment, "sample");
}

const char *write_obstacle(const Mechanism *mechanism, const Task *experiment)
{
  const char *started = mechanism_missing_start(mechanism, experiment);
  if (is_sampled(mechanism, experiment)) return "it samples controllers";
  return started ? arena_format(mechanism->arena, "it starts '%s', which is held still", started)
                 : NULL;
}

// Start values and recorded quantities are written as one clause each; a vector by its components.
static void write_experiment(const Writer *writer, const Task *task)
{
  static const char start[] = "start ";
  Text text = { 0 }, starts = { 0 }, records = { 0 };
  text_format(&text, "experiment %s {\n", task->name);
  for (int i = 0; i < task->option_count; i++) {
    const TaskOption *option = &task->options[i];
    bool is_range = strcmp(option->name, "time") == 0;
    const char *value = write_option(writer, option, is_range ? " .. " : ", ");
    if (strncmp(option->name, start, strlen(start)) == 0) {
      text_format(&starts, "%s%s = %s", starts.length > 0 ? ", " : start,
                  option->name + strlen(start), value);
    } else if (strcmp(option->name, "record") == 0) {
      text_format(&records, "%s%s", records.length > 0 ? ", " : "record ", value);
    } else {
      text_format(&text, "%s %s\n", option->name, value);
    }
  }
  text_format(&text, "%s\n%s\n}", text_string(&starts), text_string(&records));
  write_statement(writer, &text);
  text_free(&starts);
  text_free(&records);
}

static void write_task(const Writer *writer, const Task *task)
{
  switch (task->kind) {
  case TASK_MOTION: write_motion(writer, task); break;
  case TASK_EXPERIMENT:
    if (!write_obstacle(writer->mechanism, task)) write_experiment(writer, task);
    break;
  default: break;  // outputs are written before, and laws contain the references
  }
}

// ---- all parts

void write_parts(Writer *writer)
{
  const Mechanism *mechanism = writer->mechanism;
  write_gap(writer);
  for (int i = 0; i < mechanism->body_count; i++)
    write_body(writer, i);
  for (int i = 0; i < mechanism->point_count; i++) {
    const Point *point = &mechanism->points[i];
    write_line(writer, "point %s at %s on %s", point->name, write_vector(writer, point->position_F),
               frame_name(writer, point->frame));
  }
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
    write_line(writer, "energy %s = %s", energy->name, write_value(writer, energy->value));
  }
  write_gap(writer);
  write_record_names(writer);
  for (int i = 0; i < mechanism->task_count; i++) {  // before the events, which may record outputs
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
