// summary_kinds.c -- the elements of a mechanism by kind, driven by a table of tables.
// SPDX-License-Identifier: MIT
#include "report/mechanism/summary_impl.h"

typedef enum CellKind {
  CELL_TEXT,     // const char *
  CELL_FRAME,    // int: a frame, printed by name
  CELL_BODY,     // int: a body, printed by name
  CELL_WORD,     // an enumeration
  CELL_MARK,     // a symbol between two columns, in the text only
  CELL_UNIT,     // Dimension
  CELL_KNOWN,    // const Expr * of parameters: m1 = 18
  CELL_VALUE,    // const Expr * of parameters; NULL: none
  CELL_FORMULA,  // const Expr *
  CELL_LAST,     // const Expr *, in a wide last column
  CELL_VECTOR,   // Vec3
  CELL_INERTIA,  // Mat3
  CELL_AXIS,     // Vec3
  CELL_OWN       // written by the column's function
} CellKind;

// Writes the cell and, if the record differs from the text of the cell, members of the row's
// record.
typedef void (*CellFunction)(const Mechanism *mechanism, const void *thing, Text *cell,
                             Record *row);

typedef struct Column {
  const char *heading;
  const char *key;  // name of its member in the record; NULL: none, or added by the function
  CellKind kind;
  size_t place;              // offset of the field
  const char *unit;          // of numbers; or the symbol
  const char *const *words;  // names of an enumeration
  CellFunction put;
} Column;

typedef struct Kind {
  const char *name;            // in the record
  size_t things, count, size;  // offsets of the array and its length in the mechanism, and the size
                               // of an element
  Column columns[5];
  bool (*is_listed)(const void *it);  // listed in the text as well; NULL: all are
} Kind;

// ---- cells written by functions

static const char *const UNITS[] = {
  [COORDINATE_ANGLE] = "rad", [COORDINATE_LENGTH] = "m", [COORDINATE_NUMBER] = ""
};
static const char *const SHAPES[] = {
  [SHAPE_BOX] = "box",         [SHAPE_CYLINDER] = "cylinder", [SHAPE_SPHERE] = "sphere",
  [SHAPE_CAPSULE] = "capsule", [SHAPE_ROD] = "rod",           [SHAPE_MESH] = "mesh",
};
static const char *const FORCES[] = {
  [FORCE_TORQUE] = "torque", [FORCE_AT_POINT] = "force", [FORCE_MOMENT] = "moment"
};
static const char *const TASKS[] = { [TASK_OUTPUT] = "output",
                                     [TASK_MOTION] = "motion",
                                     [TASK_REFERENCE] = "reference",
                                     [TASK_EXPERIMENT] = "experiment" };

static void put_joint(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  (void)row;
  int joint = ((const Coordinate *)thing)->joint;
  if (joint >= 0) text_put(cell, mechanism->joints[joint].name);
}

static void put_coordinate(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  (void)mechanism, (void)row;
  text_put(cell, coordinate_name(thing));
}

static void put_start(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Coordinate *coordinate = thing;
  const char *unit = UNITS[coordinate->kind];
  const Expr *initial = coordinate->initial;
  if (initial) {
    summary_put_position(mechanism, coordinate, initial, cell);
    record_value(mechanism, row, "start", initial, unit);
  } else {
    text_put_char(cell, '0');
    record_number(row, "start", 0, unit);
  }
}

static void put_limits(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Coordinate *coordinate = thing;
  const char *unit = UNITS[coordinate->kind];
  if (!coordinate->lower) return;
  summary_put_position(mechanism, coordinate, coordinate->lower, cell);
  text_put(cell, " .. ");
  summary_put_position(mechanism, coordinate, coordinate->upper, cell);
  record_value(mechanism, row, "lower", coordinate->lower, unit);
  record_value(mechanism, row, "upper", coordinate->upper, unit);
}

static void put_size(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const BodyShape *shape = thing;
  int count = 0;
  if (shape->path) text_put(cell, shape->path);
  if (shape->path) record_text(row, "path", shape->path);
  for (; count < 3 && shape->size[count]; count++) {
    if (count > 0) text_put(cell, " x ");
    summary_put_value(mechanism, shape->size[count], cell);
  }
  record_values(mechanism, row, "size", shape->size, count, "m");
}

static void put_placed(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  (void)row;
  const BodyShape *shape = thing;
  summary_put_moves(mechanism, shape->moves, shape->move_count, cell);
}

// "b" for the origin of a frame, "[l2, 0, 0] on b" elsewhere.
static void put_place(const Mechanism *mechanism, int frame, Vec3 position_F, Text *out)
{
  if (!vec3_is_zero(position_F)) {
    summary_put_vector(mechanism, position_F, out);
    text_put(out, " on ");
  }
  text_put(out, mechanism->frames[frame].name);
}

static void put_closing(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Loop *loop = thing;
  text_put(cell, joint_info(loop->kind)->word);
  record_text(row, "joint", joint_info(loop->kind)->word);
  if (joint_has_axis(loop->kind)) {
    text_put_char(cell, ' ');
    size_t start = cell->length;
    summary_put_axis(mechanism, loop->axis, cell);
    record_text(row, "axis", text_string(cell) + start);
  }
  if (!loop->pitch) return;
  text_put(cell, ", pitch ");
  summary_put_value(mechanism, loop->pitch, cell);
  record_value(mechanism, row, "pitch", loop->pitch, "m");
}

// "2 (3 - 1)": the degrees of freedom of the plane or of space minus those of the joint
static void put_equations(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Loop *loop = thing;
  bool is_planar = loop_is_planar(mechanism, loop);
  int equations = loop_equations(loop, is_planar);
  text_format(cell, "%d (%d - %d)", equations, is_planar ? 3 : 6,
              joint_info(loop->kind)->coordinate_count);
  record_integer(row, "equations", equations);
}

static void put_joined(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Loop *loop = thing;
  const FramePoint *const PLACES[] = { &loop->first, &loop->second };
  Record *list = record_list(row, "joins");
  for (int i = 0; i < 2; i++) {
    Record *place = record_object(list, NULL);
    if (i > 0) text_put(cell, " and ");
    put_place(mechanism, PLACES[i]->frame, PLACES[i]->position_F, cell);
    record_text(place, "frame", mechanism->frames[PLACES[i]->frame].name);
    record_values(mechanism, place, "at", PLACES[i]->position_F.at, 3, "m");
  }
}

static void put_tied(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  (void)mechanism, (void)row;
  text_put(cell, constraint_has_speeds(thing) ? "speeds" : "positions");
}

static void put_residual(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Constraint *constraint = thing;
  Pool *own = constraint->norm ? pool_new(pool_seed(mechanism->pool)) : NULL;
  const Expr *residual = constraint_residual(constraint, own ? own : mechanism->pool);
  summary_put_last(mechanism, residual, cell);
  record_formula(row, "residual", residual);
  pool_free(own);
}

static void put_plane(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Rolling *rolling = thing;
  summary_put_vector(mechanism, rolling->normal, cell);
  text_put(cell, rolling->may_slide ? ", no side slip" : ", no slip");
  record_values(mechanism, row, "normal", rolling->normal.at, 3, "");
  record_flag(row, "may_slide", rolling->may_slide);
}

static void put_input(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Input *input = thing;
  if (input->value) {
    summary_put_value(mechanism, input->value, cell);
    record_formula(row, "value", input->value);
  } else {
    text_put(cell, "from outside");
  }
}

static void put_implied(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  (void)mechanism;
  const Input *input = thing;
  if (input->is_implied) text_put(cell, "(not declared: a name in a force)");
  record_flag(row, "declared", !input->is_implied);
}

static void put_force_place(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Force *force = thing;
  if (force->kind == FORCE_TORQUE) {
    text_put(cell, coordinate_name(&mechanism->coordinates[force->coordinate]));
    record_text(row, "coordinate", coordinate_name(&mechanism->coordinates[force->coordinate]));
    return;
  }
  put_place(mechanism, force->frame, force->position_F, cell);
  record_text(row, "frame", mechanism->frames[force->frame].name);
  if (force->kind == FORCE_AT_POINT)
    record_values(mechanism, row, "at", force->position_F.at, 3, "m");
  if (force->second_frame == FRAME_GROUND) return;
  text_format(cell, " against %s", mechanism->frames[force->second_frame].name);
  record_text(row, "against", mechanism->frames[force->second_frame].name);
}

static void put_force_value(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Force *force = thing;
  if (force->kind == FORCE_TORQUE) {
    summary_put_last(mechanism, force->amount, cell);
    record_formula(row, "value", force->amount);
    return;
  }
  summary_put_vector(mechanism, force->vector, cell);
  Record *vector = record_list(row, "value");
  for (int i = 0; i < 3; i++)
    record_formula(vector, NULL, force->vector.at[i]);
  if (force->axes != FRAME_GROUND) text_format(cell, " in %s", mechanism->frames[force->axes].name);
  record_text(row, "axes", mechanism->frames[force->axes].name);
  if (force->element) text_format(cell, " (%s)", force->element);
  if (force->element) record_text(row, "element", force->element);
}

static void put_resets(const Mechanism *mechanism, const Reset resets[], int count, Text *cell,
                       Record *row)
{
  size_t start = cell->length;
  for (int i = 0; i < count; i++) {
    if (reset_is_impact(&resets[i])) continue;
    text_put(cell, cell->length == start ? "set " : ", ");
    reset_put_target(mechanism, &resets[i], cell);
    text_put(cell, " = ");
    summary_put_value(mechanism, resets[i].value, cell);
  }
  bool sets = cell->length > start;
  record_text(row, "sets", sets ? text_string(cell) + start + sizeof "set" : "");
}

// "impact restitution 0.8, friction 0.3, slip x'"
static void put_impact(const Mechanism *mechanism, const Event *event, Text *cell, Record *row)
{
  for (int i = 0; i < event->reset_count; i++) {
    const Reset *reset = &event->resets[i];
    if (!reset_is_impact(reset)) continue;
    Text law = { 0 };
    reset_put_target(mechanism, reset, &law);
    text_put_char(&law, ' ');
    summary_put_value(mechanism, reset->value, &law);
    bool is_law = reset_is_restitution(reset);
    text_format(cell, "%s%s%s", i > 0 ? ", " : "", is_law ? "impact " : "", text_string(&law));
    if (is_law) record_text(row, "impact", text_string(&law));
    text_free(&law);
  }
}

static void put_event(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Event *event = thing;
  put_resets(mechanism, event->resets, event->reset_count, cell, row);
  put_impact(mechanism, event, cell, row);
  if (event->stop) text_format(cell, "%sstop: %s", event->reset_count ? ", " : "", event->stop);
  if (event->stop) record_text(row, "stop", event->stop);
  if (event->adds_row)
    text_put(cell, event->reset_count > 0 || event->stop ? ", record" : "record");
  Record *list = record_list(row, "records");
  for (int k = 0; k < event->record_count; k++) {
    text_format(cell, "%s%s", k == 0 ? " " : ", ", event->records[k].text);
    record_text(list, NULL, event->records[k].text);
  }
}

static void put_period(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Sampling *sample = thing;
  summary_put_value(mechanism, sample->period, cell);
  text_put(cell, " s");
  record_value(mechanism, row, "period", sample->period, "s");
}

static void put_sample(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Sampling *sample = thing;
  put_resets(mechanism, sample->resets, sample->reset_count, cell, row);
}

// Unit after a value, in brackets for a formula; nothing for a dimensionless value.
static void put_unit_behind(Dimension dimension, bool is_formula, Text *cell)
{
  const Dimension none = { .is_known = true };
  if (!dimension.is_known || (!dimension.is_angle && dimension_equal(dimension, none))) return;
  text_put(cell, is_formula ? " [" : " ");
  dimension_print(dimension, cell);
  if (is_formula) text_put_char(cell, ']');
}

static void put_option_value(const Mechanism *mechanism, const Expr *value, bool is_angle,
                             Text *cell)
{
  static const Coordinate like = { .kind = COORDINATE_ANGLE };
  if (is_angle) summary_put_position(mechanism, &like, value, cell);
  if (!is_angle) summary_put_value(mechanism, value, cell);
}

// "0 .. 2 s", "30 deg", "[0.1, 0.4, 0] m", "Q(1, [0, 0, 0])"; the unit of an output's formula is in
// brackets.
static void put_option_values(const Mechanism *mechanism, const Task *task,
                              const TaskOption *option, Text *cell)
{
  static const char *const BEFORE[4] = { "Q(", ", [", ", ", ", " };
  int count = option->value_count, numbers = 0;
  Dimension dimension = option->dimension, none = { .is_known = true };
  bool is_turn = strcmp(option->name, "rotated") == 0, is_output = task->kind == TASK_OUTPUT;
  bool is_way = strcmp(task->word, "line") == 0 || strcmp(task->word, "arc") == 0;
  bool is_angle = dimension.is_angle && dimension_equal(dimension, none) && !is_output;
  bool is_vector = count == 3 && (is_way || is_output);
  for (int i = 0; i < count; i++) {
    const Expr *value = option->values[i];
    const char *between = i == 0 ? "" : count == 2 ? " .. " : ", ";
    bool is_number = value->form->stage == STAGE_LITERAL;
    numbers += is_number;
    text_put(cell, is_turn ? BEFORE[i] : is_vector && i == 0 ? "[" : between);
    put_option_value(mechanism, value, is_angle && is_number, cell);
  }
  if (is_turn || is_vector) text_put(cell, is_turn ? "])" : "]");
  bool is_formula = numbers < count;
  if (!is_angle && (!is_formula || is_output)) put_unit_behind(dimension, is_formula, cell);
}

static void put_task_options(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  (void)row;
  const Task *task = thing;
  const char *before = "";
  for (int k = 0; k < task->option_count; k++) {
    const TaskOption *option = &task->options[k];
    size_t word = strcspn(option->name, " ");  // "start q1" is the start of q1
    const char *variable = option->name + word;
    bool goes_on = strncmp(before, option->name, word) == 0 && strcspn(before, " ") == word;
    text_format(cell, "%s%.*s",
                goes_on ? ","
                : k > 0 ? "; "
                        : "",
                goes_on ? 0 : (int)word, option->name);
    text_format(cell, "%s%s", variable, variable[0] && option->value_count > 0 ? " =" : "");
    if (option->text || option->value_count > 0) text_put_char(cell, ' ');
    if (option->text) text_put(cell, option->text);
    if (!option->text) put_option_values(mechanism, task, option, cell);
    before = option->name;
  }
}

static bool has_value(const void *thing) { return ((const Parameter *)thing)->value != NULL; }

static void put_definition(const Mechanism *mechanism, const void *thing, Text *cell, Record *row)
{
  const Expr *body = definition_body(thing);
  summary_put_last(mechanism, body, cell);
  record_formula(row, "formula", body);
}

// ---- the table

#define OF(things_, count_, type)                                                                  \
  .things = offsetof(Mechanism, things_), .count = offsetof(Mechanism, count_), .size = sizeof(type)
#define NUMBER(heading, key, kind, type, field, unit)                                              \
  {                                                                                                \
    heading, key, CELL_##kind, offsetof(type, field), unit, NULL, NULL                             \
  }
#define CELL(heading, key, kind, type, field) NUMBER(heading, key, kind, type, field, "")
#define CHOICE(heading, key, words, type, field)                                                   \
  {                                                                                                \
    heading, key, CELL_WORD, offsetof(type, field), "", words, NULL                                \
  }
#define OWN(heading, key, function)                                                                \
  {                                                                                                \
    heading, key, CELL_OWN, 0, "", NULL, function                                                  \
  }
#define MARK(mark)                                                                                 \
  {                                                                                                \
    "", NULL, CELL_MARK, 0, mark, NULL, NULL                                                       \
  }

static const Kind KINDS[] = {
  { .name = "coordinates",
    OF(coordinates, coordinate_count, Coordinate),
    .columns = { OWN("coordinate", "name", put_coordinate),
                 CHOICE("unit", "unit", UNITS, Coordinate, kind), OWN("joint", "joint", put_joint),
                 OWN("start", NULL, put_start), OWN("limits", NULL, put_limits) } },
  { .name = "bodies",
    OF(bodies, body_count, Body),
    .columns = { CELL("body", "name", TEXT, Body, name), CELL("on", "frame", FRAME, Body, frame),
                 NUMBER("mass [kg]", "mass", KNOWN, Body, mass, "kg"),
                 NUMBER("centre of mass [m]", "com", VECTOR, Body, com_F, "m"),
                 NUMBER("inertia about it [kg.m^2]", "inertia", INERTIA, Body, inertia_F,
                        "kg.m^2") } },
  { .name = "shapes",
    OF(shapes, shape_count, BodyShape),
    .columns = { CHOICE("shape", "kind", SHAPES, BodyShape, kind),
                 CELL("of", "body", BODY, BodyShape, body), OWN("size [m]", NULL, put_size),
                 OWN("placed", "moves", put_placed) } },
  { .name = "points",
    OF(points, point_count, Point),
    .columns = { CELL("point", "name", TEXT, Point, name), CELL("on", "frame", FRAME, Point, frame),
                 NUMBER("at [m]", "at", VECTOR, Point, position_F, "m") } },
  { .name = "loops",
    OF(loops, loop_count, Loop),
    .columns = { CELL("loop", "name", TEXT, Loop, name), OWN("closed by", NULL, put_closing),
                 OWN("equations", NULL, put_equations), OWN("joins", NULL, put_joined) } },
  { .name = "constraints",
    OF(constraints, constraint_count, Constraint),
    .columns = { CELL("constraint", "name", TEXT, Constraint, name), OWN("of", "of", put_tied),
                 MARK("0 ="), OWN("", NULL, put_residual) } },
  { .name = "wheels",
    OF(rollings, rolling_count, Rolling),
    .columns = { CELL("wheel", "frame", TEXT, Rolling, name),
                 NUMBER("radius [m]", "radius", VALUE, Rolling, radius, "m"),
                 CELL("axle", "axle", AXIS, Rolling, axle_F),
                 OWN("on the plane with normal", NULL, put_plane) } },
  { .name = "speeds",
    OF(speeds, speed_count, Speed),
    .columns = { CELL("speed", "name", TEXT, Speed, name), MARK("="),
                 CELL("", "formula", LAST, Speed, value) } },
  { .name = "inputs",
    OF(inputs, input_count, Input),
    .columns = { CELL("input", "name", TEXT, Input, name),
                 CELL("unit", "unit", UNIT, Input, dimension), OWN("value", NULL, put_input),
                 OWN("", NULL, put_implied) } },
  { .name = "forces",
    OF(forces, force_count, Force),
    .columns = { CELL("force", "name", TEXT, Force, name),
                 CHOICE("kind", "kind", FORCES, Force, kind), OWN("on", NULL, put_force_place),
                 OWN("value", NULL, put_force_value) } },
  { .name = "energies",
    OF(energies, energy_count, Energy),
    .columns = { CELL("energy", "name", TEXT, Energy, name),
                 CELL("value", "formula", FORMULA, Energy, value) } },
  { .name = "states",
    OF(states, state_count, StateVariable),
    .columns = { CELL("state", "name", TEXT, StateVariable, name),
                 CELL("unit", "unit", UNIT, StateVariable, dimension),
                 CELL("start", "start", VALUE, StateVariable, initial),
                 CELL("rate", "rate", FORMULA, StateVariable, rate) } },
  { .name = "discretes",
    OF(discretes, discrete_count, DiscreteVariable),
    .columns = { CELL("discrete", "name", TEXT, DiscreteVariable, name),
                 CELL("unit", "unit", UNIT, DiscreteVariable, dimension),
                 CELL("start", "start", VALUE, DiscreteVariable, initial) } },
  { .name = "events",
    OF(events, event_count, Event),
    .columns = { CELL("event", "name", TEXT, Event, name),
                 CELL("when", "when", TEXT, Event, condition),
                 OWN("what happens", NULL, put_event) } },
  { .name = "samples",
    OF(samples, sample_count, Sampling),
    .columns = { CELL("sample", "name", TEXT, Sampling, name), OWN("every", NULL, put_period),
                 OWN("what happens", NULL, put_sample) } },
  { .name = "tasks",
    OF(tasks, task_count, Task),
    .columns = { CHOICE("task", "kind", TASKS, Task, kind), CELL("", "name", TEXT, Task, name),
                 CELL("", "word", TEXT, Task, word), OWN("", "options", put_task_options) } },
  { .name = "parameters",
    OF(parameters, parameter_count, Parameter),
    .columns = { CELL("parameter", "name", TEXT, Parameter, name),
                 CELL("value", "value", VALUE, Parameter, value),
                 CELL("unit", "unit", UNIT, Parameter, dimension) },
    .is_listed = has_value },
  { .name = "definitions",
    OF(definitions, definition_count, Definition),
    .columns = { CELL("definition", "name", TEXT, Definition, name), MARK("="),
                 OWN("", NULL, put_definition) } },
};

// ---- entries

static void report_number(const Mechanism *mechanism, const Expr *e, const Column *column,
                          Text *cell, Record *row)
{
  if (!e) {
    record_null(row, column->key);
  } else {
    (column->kind == CELL_KNOWN ? summary_put_known : summary_put_value)(mechanism, e, cell);
    record_value(mechanism, row, column->key, e, column->unit);
  }
}

static void report_formula(const Mechanism *mechanism, const Expr *e, const Column *column,
                           Text *cell, Record *row)
{
  (column->kind == CELL_LAST ? summary_put_last : summary_put_value)(mechanism, e, cell);
  record_formula(row, column->key, e);
}

static void report_numbers(const Mechanism *mechanism, const void *field, const Column *column,
                           Text *cell, Record *row)
{
  bool is_vector = column->kind == CELL_VECTOR;
  if (is_vector) summary_put_vector(mechanism, *(const Vec3 *)field, cell);
  if (!is_vector) summary_put_inertia(mechanism, *(const Mat3 *)field, cell);
  record_values(mechanism, row, column->key, field, is_vector ? 3 : 9, column->unit);
}

// Returns true if the member of the record is the text of the cell.
static bool put_text(const Mechanism *mechanism, const Column *column, const void *thing,
                     Text *cell, Record *row)
{
  const void *field = (const char *)thing + column->place;
  switch (column->kind) {
  case CELL_TEXT: text_put(cell, *(const char *const *)field); break;
  case CELL_FRAME: text_put(cell, mechanism->frames[*(const int *)field].name); break;
  case CELL_BODY: text_put(cell, mechanism->bodies[*(const int *)field].name); break;
  case CELL_WORD: text_put(cell, column->words[*(const int *)field]); break;
  case CELL_MARK: text_put(cell, column->unit); break;
  case CELL_UNIT: dimension_print(*(const Dimension *)field, cell); break;
  case CELL_AXIS: summary_put_axis(mechanism, *(const Vec3 *)field, cell); break;
  case CELL_OWN: column->put(mechanism, thing, cell, row); break;
  case CELL_KNOWN:
  case CELL_VALUE:
    report_number(mechanism, *(const Expr *const *)field, column, cell, row);
    return false;
  case CELL_FORMULA:
  case CELL_LAST:
    report_formula(mechanism, *(const Expr *const *)field, column, cell, row);
    return false;
  case CELL_VECTOR:
  case CELL_INERTIA: report_numbers(mechanism, field, column, cell, row); return false;
  }
  return column->key != NULL;
}

static void report_row(const Mechanism *mechanism, const Kind *kind, const void *thing,
                       Table *table, Record *row)
{
  for (int c = 0; c < table->columns; c++) {
    const Column *column = &kind->columns[c];
    Text *cell = table_cell(table);
    size_t start = cell->length;
    if (put_text(mechanism, column, thing, cell, row))
      record_text(row, column->key, text_string(cell) + start);
  }
}

static Table table_of(const Kind *kind)
{
  enum { MAX_COLUMNS = sizeof kind->columns / sizeof kind->columns[0] };
  int count = 0;
  while (count < MAX_COLUMNS && kind->columns[count].heading)
    count++;
  Table table = table_new(count);
  for (int c = 0; c < count; c++)
    table_put(&table, kind->columns[c].heading);
  return table;
}

static void report_kind(const Summary *summary, const Kind *kind)
{
  const Mechanism *mechanism = summary->mechanism;
  const char *things = *(char *const *)((const char *)mechanism + kind->things);
  int count = *(const int *)((const char *)mechanism + kind->count), listed = 0;
  Record *list = record_list(summary->record, kind->name);
  Table table = table_of(kind), unlisted = table_of(kind);
  for (int i = 0; i < count; i++) {
    const void *thing = things + (size_t)i * kind->size;
    bool is_listed = !kind->is_listed || kind->is_listed(thing);
    listed += is_listed;
    if ((is_listed ? listed : i + 1 - listed) > summary->most) continue;
    report_row(mechanism, kind, thing, is_listed ? &table : &unlisted, record_object(list, NULL));
  }
  table_free(&unlisted);
  table_finish(&table, summary->words);
  summary_put_rest(summary, listed);
}

// ---- parameters without values

// "L1", or "L1 [m]" if the unit is known from its use.
static void put_parameter(const Parameter *parameter, Text *out)
{
  Text unit = { 0 };
  if (parameter->dimension.is_known) dimension_print(parameter->dimension, &unit);
  text_put(out, parameter->name);
  if (unit.length > 0) text_format(out, " [%s]", text_string(&unit));
  text_free(&unit);
}

static void put_symbolic_parameters(const Summary *summary)
{
  enum { LINE_WIDTH = 80, INDENT = 4 };
  const Mechanism *mechanism = summary->mechanism;
  Text *out = summary->words;
  int column = 0, count = 0;
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    if (has_value(parameter) || ++count > summary->most) continue;
    Text text = { 0 };
    put_parameter(parameter, &text);
    int width = text_columns(text_string(&text), text.length) + 1;
    bool is_full = column + width > LINE_WIDTH;
    if (count == 1) text_put(out, "\n  symbolic parameters\n");
    if (is_full) text_put_char(out, '\n');
    if (is_full || column == 0) column = INDENT;
    text_repeat(out, ' ', column == INDENT ? INDENT : 1);
    text_put(out, text_string(&text));
    text_free(&text);
    column += width;
  }
  if (count > 0) text_put_char(out, '\n');
  summary_put_rest(summary, count);
}

void summary_print_kinds(const Summary *summary)
{
  enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0], LAST = KIND_COUNT - 1 };
  for (int i = 0; i < LAST; i++)
    report_kind(summary, &KINDS[i]);
  put_symbolic_parameters(summary);
  report_kind(summary, &KINDS[LAST]);
}
