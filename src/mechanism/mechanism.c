// mechanism.c -- release of mechanisms, and look-up of their parts by name.
//
// Parameters and coordinates are looked up for every evaluated expression and are therefore found
// by the order of their symbols; frames and points are only looked up for user input, by linear
// search.
// SPDX-License-Identifier: MIT
#include "mechanism/mechanism.h"

#include "symbolic/algebra.h"

#include <string.h>

enum { X, Y, Z, OWN = AXIS_OF_JOINT };
// clang-format off
#define TURN(axis, suffix) { MOVE_ROTATION, axis, suffix }
#define SLIDE(axis, suffix) { MOVE_TRANSLATION, axis, suffix }
#define MOVES(...) { __VA_ARGS__ }
// clang-format on
static const JointInfo joint_infos[JOINT_KIND_COUNT] = {
#define JOINT(NAME, word, coordinates, keeps, moves, doc)                                          \
  [JOINT_##NAME] = { word, coordinates, keeps, moves, doc },
#include "mechanism/joints.def"
};

const JointInfo *joint_info(JointKind kind) { return &joint_infos[kind]; }

bool joint_has_axis(JointKind kind)
{
  const JointInfo *info = joint_info(kind);
  for (int i = 0; i < info->coordinate_count; i++)
    if (info->moves[i].axis == AXIS_OF_JOINT) return true;
  return false;
}

Vec3 joint_move_axis(JointKind kind, int i, Vec3 axis_of_joint)
{
  int axis = joint_info(kind)->moves[i].axis;
  if (axis == AXIS_OF_JOINT) return axis_of_joint;
  int shift = kind == JOINT_PLANAR ? vec3_axis(axis_of_joint) + 1 : 0;
  return vec3_unit(expr_pool(axis_of_joint.at[0]), (axis + shift) % 3);
}

static const DhInfo dh_infos[DH_CONVENTION_COUNT] = {
  { "standard", "standard DH (Paul): RZ(theta) TZ(d) TX(a) RX(alpha)" },
  { "modified", "modified DH (Craig): RX(alpha) TX(a) RZ(theta) TZ(d)" },
  { "khalil", "Khalil-Kleinfinger: RZ(gamma) TZ(b) RX(alpha) TX(d) RZ(theta) TZ(r)" },
};

const DhInfo *dh_info(DhConvention convention) { return &dh_infos[convention]; }

int dh_row_moves(const DhRow *row, DhConvention convention, Move moves[MAX_DH_MOVES])
{
  const struct {
    MoveKind kind;
    int axis;
    const Expr *amount;
  } cells[] = {
    { MOVE_ROTATION, Z, row->gamma }, { MOVE_TRANSLATION, Z, row->b },
    { MOVE_ROTATION, Z, row->theta }, { MOVE_TRANSLATION, Z, row->d },
    { MOVE_TRANSLATION, X, row->a },  { MOVE_ROTATION, X, row->alpha },
  };
  static const int standard[MAX_DH_MOVES] = { 0, 1, 2, 3, 4, 5 };
  static const int others[MAX_DH_MOVES] = { 0, 1, 5, 4, 2, 3 };
  const int *order = convention == DH_STANDARD ? standard : others;
  int count = 0;
  for (int i = 0; i < MAX_DH_MOVES; i++) {
    const Expr *amount = cells[order[i]].amount;
    if (expr_is_zero(amount)) continue;
    moves[count++] = (Move){ .kind = cells[order[i]].kind,
                             .at = vec3_keep(vec3_unit(expr_pool(amount), cells[order[i]].axis)),
                             .amount = amount };
  }
  return count;
}

// In the standard convention alpha follows the motion.
Vec3 dh_row_axis(const DhRow *row, DhConvention convention)
{
  Vec3 axis = vec3_unit(expr_pool(row->alpha), 2);
  if (convention != DH_STANDARD) return axis;
  axis.at[1] = expr_call(OP_SIN, row->alpha);
  axis.at[2] = expr_call(OP_COS, row->alpha);
  return axis;
}

const Expr *definition_body(const Definition *definition)
{
  const Expr *value = definition->value;
  bool is_own_name =
      value->form->op == OP_NAMED && strcmp(value->form->named.name, definition->name) == 0;
  return is_own_name ? value->form->named.definition : value;
}

Dimension coordinate_dimension(const Coordinate *coordinate, int order)
{
  if (coordinate->kind == COORDINATE_NUMBER) return (Dimension){ 0 };
  bool is_angle = coordinate->kind == COORDINATE_ANGLE;
  return (Dimension){ true, is_angle, { is_angle ? 0 : 1, 0, (signed char)-order } };
}

bool coordinate_is_euler_parameter(const Coordinate *coordinate)
{
  return coordinate->kind == COORDINATE_NUMBER && coordinate->joint >= 0;
}

void mechanism_source_hash(const Mechanism *mechanism, char hex[SHA256_HEX_SIZE])
{
  const Source *source = &mechanism->source;
  hex[0] = '\0';
  if (source->bytes) sha256_hex(source->bytes, source->length, hex);
}

void mechanism_free(Mechanism *mechanism)
{
  if (!mechanism) return;
  pool_free(mechanism->pool);
  arena_free(mechanism->arena);
}

const Expr *constraint_residual(const Constraint *constraint, Pool *pool)
{
  if (!constraint->norm) return expr_copy(pool, constraint->residual);
  const Expr *residual = expr_integer(pool, -1);
  for (int i = 0; i < 4; i++)
    residual = sum(residual, square(expr_copy(pool, constraint->norm[i])));
  return residual;
}

int move_amounts(const Move *move, const Expr *const **amounts)
{
  *amounts = move->kind == MOVE_QUATERNION ? move->at : &move->amount;
  return move->kind == MOVE_QUATERNION ? 4 : 1;
}

bool move_is_moving(const Move *move)
{
  return frame_is_above(&(Frame){ .moves = (Move *)move, .move_count = 1 }, STAGE_PARAMETER);
}

bool frame_is_above(const Frame *frame, Stage stage)
{
  for (int m = 0; m < frame->move_count; m++) {
    const Expr *const *amounts;
    for (int i = move_amounts(&frame->moves[m], &amounts) - 1; i >= 0; i--)
      if (amounts[i]->form->stage > stage) return true;
  }
  return false;
}

bool frame_is_moving(const Frame *frame) { return frame_is_above(frame, STAGE_PARAMETER); }

int mechanism_find_frame(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->frame_count; i++)
    if (strcmp(mechanism->frames[i].name, name) == 0) return i;
  return -1;
}

int mechanism_find_point(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->point_count; i++)
    if (strcmp(mechanism->points[i].name, name) == 0) return i;
  return -1;
}

// Index of the item with this symbol (NULL: not found) among `count` items of `size` bytes each, in
// the order of their symbols. `first` is the address of the first item's symbol.
static int item_of_symbol(const Expr *symbol, const void *first, int count, size_t size)
{
  int low = 0, high = symbol && first ? count : 0;
  while (low < high) {
    int middle = low + (high - low) / 2;
    const Expr *other = *(const Expr *const *)((const char *)first + (size_t)middle * size);
    if (other == symbol) return middle;
    bool is_before = other->form->symbol->index < symbol->form->symbol->index;
    low = is_before ? middle + 1 : low;
    high = is_before ? high : middle;
  }
  return -1;
}

static int coordinate_of_symbol(const Mechanism *mechanism, const Expr *symbol)
{
  const Coordinate *all = mechanism->coordinates;
  return item_of_symbol(symbol, all ? &all->q : NULL, mechanism->coordinate_count, sizeof *all);
}

int mechanism_find_coordinate(const Mechanism *mechanism, const char *name)
{
  if (mechanism->coordinate_count == 0) return -1;
  return coordinate_of_symbol(mechanism, expr_find_symbol(mechanism->pool, name));
}

bool mechanism_has_name(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->definition_count; i++)
    if (strcmp(mechanism->definitions[i].name, name) == 0) return true;
  return mechanism_find_frame(mechanism, name) >= 0 || mechanism_find_point(mechanism, name) >= 0 ||
         expr_find_symbol(mechanism->pool, name);
}

int mechanism_coordinate_of(const Mechanism *mechanism, const Expr *e)
{
  if (e->form->op != OP_SYMBOL) return -1;
  if (expr_pool(e) == mechanism->pool) return coordinate_of_symbol(mechanism, e);
  return mechanism_find_coordinate(mechanism, e->form->symbol->name);
}

int mechanism_find_parameter(const Mechanism *mechanism, const char *name)
{
  const Expr *symbol = expr_find_symbol(mechanism->pool, name);
  const Parameter *all = mechanism->parameters;
  return item_of_symbol(symbol, all ? &all->symbol : NULL, mechanism->parameter_count, sizeof *all);
}

const TaskOption *task_option(const Task *task, const char *name)
{
  for (int i = 0; i < task->option_count; i++)
    if (strcmp(task->options[i].name, name) == 0) return &task->options[i];
  return NULL;
}

static bool has_start(const Mechanism *mechanism, const char *name, size_t length)
{
  const Mechanism *m = mechanism;
  bool result = false;
#define LOOK(items, count, own)                                                                    \
  for (int i = 0; i < m->count && !result; i++)                                                    \
    result = strlen(own) == length && memcmp(own, name, length) == 0;
  LOOK(coordinates, coordinate_count, coordinate_name(&m->coordinates[i]))
  LOOK(parameters, parameter_count, m->parameters[i].name)
  LOOK(states, state_count, m->states[i].name)
  LOOK(discretes, discrete_count, m->discretes[i].name)
  LOOK(inputs, input_count, m->inputs[i].name)
#undef LOOK
  return result;
}

const char *mechanism_missing_start(const Mechanism *mechanism, const Task *experiment)
{
  static const char START[] = "start ";
  for (int k = 0; k < experiment->option_count; k++) {
    const char *name = experiment->options[k].name;
    if (strncmp(name, START, strlen(START)) != 0) continue;
    name += strlen(START);
    if (!has_start(mechanism, name, strcspn(name, "'"))) return name;
  }
  return NULL;
}

void reset_put_target(const Mechanism *mechanism, const Reset *reset, Text *out)
{
  const Coordinate *coordinates = mechanism->coordinates;
  switch (reset->kind) {
  case TARGET_POSITION: text_put(out, coordinate_name(&coordinates[reset->index])); break;
  case TARGET_SPEED: text_format(out, "%s'", coordinate_name(&coordinates[reset->index])); break;
  case TARGET_STATE: text_put(out, mechanism->states[reset->index].name); break;
  case TARGET_DISCRETE: text_put(out, mechanism->discretes[reset->index].name); break;
  case TARGET_INPUT: text_put(out, mechanism->inputs[reset->index].name); break;
  case TARGET_NEWTON: text_put(out, "restitution"); break;
  case TARGET_POISSON: text_put(out, "poisson"); break;
  case TARGET_FRICTION: text_put(out, "friction"); break;
  case TARGET_SLIP: text_put(out, "slip"); break;
  }
}
