// resolve_joint.c -- a joint: its frame, its axis, its coordinate.
//
// From the parent frame to the joint's frame: the translation `at`, the rotations `rotated`, then
// the joint's own motion about or along its axis.
// SPDX-License-Identifier: MIT
#include "lang/resolve_impl.h"
#include "mechanism/default_value.h"

#include <math.h>
#include <string.h>

static const Dimension length_dimension = { .is_known = true, .power = { 1, 0, 0, 0, 0 } };
static const Dimension angle_dimension = { .is_known = true, .is_angle = true };

static bool is_text(Span span, const char *text)
{
  return strlen(text) == span.length && memcmp(span_bytes(span), text, span.length) == 0;
}

// ---- kind and axis

static const char *hint_for_kind(Resolver *resolver, Span kind)
{
  const char *words[JOINT_KIND_COUNT];
  for (int i = 0; i < JOINT_KIND_COUNT; i++)
    words[i] = joint_info((JointKind)i)->word;
  const char *nearest = nearest_name(span_bytes(kind), kind.length, words, JOINT_KIND_COUNT);
  return nearest ? arena_format(resolver->scratch, "did you mean '%s'?", nearest)
                 : "a joint is revolute or prismatic";
}

static JointKind resolve_kind(Resolver *resolver, Span kind)
{
  static const char *const later[] = { "screw",  "cylindrical", "universal", "spherical",
                                       "planar", "free",        "fixed" };
  for (int i = 0; i < JOINT_KIND_COUNT; i++) {
    if (is_text(kind, joint_info((JointKind)i)->word)) return (JointKind)i;
  }
  for (size_t i = 0; i < sizeof later / sizeof later[0]; i++) {
    if (!is_text(kind, later[i])) continue;
    evaluate_error(resolver, kind, "a joint is revolute or prismatic",
                   "'%s' joints are not supported yet", later[i]);
    return JOINT_REVOLUTE;
  }
  evaluate_error(resolver, kind, hint_for_kind(resolver, kind), "unknown kind of joint '%.*s'",
                 (int)kind.length, span_bytes(kind));
  return JOINT_REVOLUTE;
}

// x, y, z with a sign in front.
static Vec3 axis_of_name(Resolver *resolver, Span name)
{
  char letter = span_bytes(name)[name.length - 1];
  Vec3 axis = vec3_unit(resolver->pool, letter - 'x');
  return span_bytes(name)[0] == '-' ? vec3_neg(axis) : axis;
}

static Vec3 resolve_axis(Resolver *resolver, const AstJoint *joint)
{
  const Wanted wanted = { .what = "the axis", .stage = STAGE_PARAMETER };
  Vec3 axis = vec3_unit(resolver->pool, 0);
  if (!joint->axis) return axis_of_name(resolver, joint->axis_name);
  if (!wanted_vector(resolver, joint->axis, &wanted, &axis)) return axis;
  if (vec3_is_zero(axis)) {
    evaluate_error(resolver, joint->axis->span, "write z or [0, 0, 1]",
                   "the axis of a joint cannot be the zero vector");
    return axis;
  }
  const Expr *length = expr_call(OP_SQRT, vec3_dot(axis, axis));
  for (int i = 0; i < 3; i++)
    axis.at[i] = expr_div(axis.at[i], length);
  return axis;
}

// ---- angles

// Angles without a unit are in rad. Two turns or more, written as a bare number, are most likely
// degrees.
static void doubt_angle(Resolver *resolver, const AstExpr *e)
{
  const AstExpr *number = e->kind == AST_NEGATE ? e->first : e;
  if (number->kind != AST_NUMBER || number->unit) return;
  const Expr *value = expr_decimal(resolver->pool, span_bytes(number->text), number->text.length);
  if (expr_number_value(value) < 4 * acos(-1.0)) return;
  const char *hint = arena_format(resolver->scratch, "write '%.*s deg' for degrees",
                                  (int)number->text.length, span_bytes(number->text));
  diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, e->span, hint,
                  "this angle is in rad, two turns or more");
}

// ---- coordinate

static void resolve_limits(Resolver *resolver, const AstJoint *joint, Coordinate *coordinate,
                           Dimension dimension)
{
  const Wanted wanted = { "a limit", dimension, STAGE_PARAMETER };
  if (!joint->lower) return;
  bool has_lower = wanted_number(resolver, joint->lower, &wanted, &coordinate->lower);
  bool has_upper = wanted_number(resolver, joint->upper, &wanted, &coordinate->upper);
  if (!has_lower || !has_upper) return;
  if (dimension.is_angle) {
    doubt_angle(resolver, joint->lower);
    doubt_angle(resolver, joint->upper);
  }
  double lower = mechanism_default_value(resolver->mechanism, coordinate->lower);
  double upper = mechanism_default_value(resolver->mechanism, coordinate->upper);
  if (lower < upper || !(lower >= upper)) return;  // in order, or not known
  Span span = joint->lower->span;
  span.length = joint->upper->span.start + joint->upper->span.length - span.start;
  if (lower > upper) {
    evaluate_error(resolver, span, "the lower limit comes first", "the limits are reversed");
  } else {
    evaluate_error(resolver, span, NULL, "the limits leave no room to move");
  }
}

static void resolve_initial(Resolver *resolver, const AstJoint *joint, Coordinate *coordinate,
                            Dimension dimension)
{
  const Wanted wanted = { "the initial value", dimension, STAGE_PARAMETER };
  if (!joint->initial) return;
  if (!wanted_number(resolver, joint->initial, &wanted, &coordinate->initial)) return;
  if (dimension.is_angle) doubt_angle(resolver, joint->initial);
  if (!coordinate->lower) return;
  double value = mechanism_default_value(resolver->mechanism, coordinate->initial);
  double lower = mechanism_default_value(resolver->mechanism, coordinate->lower);
  double upper = mechanism_default_value(resolver->mechanism, coordinate->upper);
  if (value < lower || value > upper) {
    diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, joint->initial->span, NULL,
                    "the initial value is outside the limits");
  }
}

static void make_symbols(Resolver *resolver, Coordinate *coordinate, const char *symbol)
{
  Pool *pool = resolver->pool;
  Arena *arena = resolver->scratch;
  coordinate->q = expr_symbol(pool, symbol, STAGE_POSITION);
  coordinate->qd = expr_symbol(pool, arena_format(arena, "%s'", symbol), STAGE_VELOCITY);
  coordinate->qdd = expr_symbol(pool, arena_format(arena, "%s''", symbol), STAGE_ACCELERATION);
  expr_set_rate(coordinate->q, coordinate->qd);
  expr_set_rate(coordinate->qd, coordinate->qdd);
}

// Adds the joint's coordinate and gives its index.
static int resolve_coordinate(Resolver *resolver, const AstStatement *statement, JointKind kind,
                              int joint_index)
{
  const AstJoint *joint = statement->joint;
  Mechanism *mechanism = resolver->mechanism;
  int index = mechanism->coordinate_count++;
  Coordinate *coordinate = &mechanism->coordinates[index];
  bool is_angle = kind == JOINT_REVOLUTE;
  Dimension dimension = is_angle ? angle_dimension : length_dimension;

  coordinate->span = joint->coordinate.length > 0 ? joint->coordinate : statement->name;
  coordinate->name = resolver_copy(resolver, coordinate->span);
  coordinate->kind = is_angle ? COORDINATE_ANGLE : COORDINATE_LENGTH;
  coordinate->joint = joint_index;
  resolve_limits(resolver, joint, coordinate, dimension);
  resolve_initial(resolver, joint, coordinate, dimension);

  Name *name =
      scope_declare(&resolver->scope, SPACE_VALUES, coordinate->span, NAME_COORDINATE, index);
  // a name that is taken stays with its first owner; '#' is in no name
  const char *symbol = name ? coordinate->name : arena_format(resolver->scratch, "#%d", index);
  make_symbols(resolver, coordinate, symbol);
  if (name) name->value = quantity_of(coordinate->q, dimension);
  return index;
}

// ---- frame

static void add_move(Frame *frame, MoveKind kind, Vec3 axis, const Expr *amount)
{
  frame->moves[frame->move_count++] = (Move){ kind, axis, amount };
}

static void add_translations(Resolver *resolver, const AstJoint *joint, Frame *frame)
{
  const Wanted wanted = { "the place of a joint", length_dimension, STAGE_PARAMETER };
  Vec3 at;
  if (!joint->at || !wanted_vector(resolver, joint->at, &wanted, &at)) return;
  for (int i = 0; i < 3; i++) {
    if (expr_is_zero(at.at[i])) continue;
    add_move(frame, MOVE_TRANSLATION, vec3_unit(resolver->pool, i), at.at[i]);
  }
}

static void add_rotation(Resolver *resolver, const AstItem *item, Frame *frame)
{
  const Wanted wanted = { "the angle of a rotation", angle_dimension, STAGE_PARAMETER };
  const char *bytes = span_bytes(item->name);
  bool is_move = item->name.length == 2 && (bytes[0] == 'R' || bytes[0] == 'T') &&
                 bytes[1] >= 'X' && bytes[1] <= 'Z';
  if (!is_move || bytes[0] == 'T') {
    evaluate_error(resolver, item->name,
                   is_move ? "put translations behind 'at'" : "write RX(..), RY(..) or RZ(..)",
                   "'%.*s' is not a rotation", (int)item->name.length, bytes);
    return;
  }
  const Expr *angle;
  if (!wanted_number(resolver, item->value, &wanted, &angle)) return;
  doubt_angle(resolver, item->value);
  add_move(frame, MOVE_ROTATION, vec3_unit(resolver->pool, bytes[1] - 'X'), angle);
}

static void resolve_frame(Resolver *resolver, const AstStatement *statement, Frame *frame)
{
  const AstJoint *joint = statement->joint;
  int most_moves = 4;  // three translations and the joint's motion
  for (const AstItem *item = joint->rotated; item; item = item->next)
    most_moves++;
  frame->name = resolver_copy(resolver, statement->name);
  frame->span = statement->name;
  frame->moves = ARENA_ARRAY(resolver->arena, Move, most_moves);
  frame->parent = resolve_frame_name(resolver, joint->parent);
  add_translations(resolver, joint, frame);
  for (const AstItem *item = joint->rotated; item; item = item->next) {
    add_rotation(resolver, item, frame);
  }
}

void resolve_joint(Resolver *resolver, const AstStatement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  int frame_index = mechanism->frame_count;
  Frame *frame = &mechanism->frames[frame_index];
  resolve_frame(resolver, statement, frame);
  mechanism->frame_count++;

  int joint_index = mechanism->joint_count++;
  Joint *joint = &mechanism->joints[joint_index];
  joint->name = frame->name;
  joint->span = statement->name;
  joint->frame = frame_index;
  joint->kind = resolve_kind(resolver, statement->joint->kind);
  joint->axis_F = resolve_axis(resolver, statement->joint);
  joint->coordinate = resolve_coordinate(resolver, statement, joint->kind, joint_index);
  MoveKind motion = joint->kind == JOINT_REVOLUTE ? MOVE_ROTATION : MOVE_TRANSLATION;
  add_move(frame, motion, joint->axis_F, mechanism->coordinates[joint->coordinate].q);
  scope_declare(&resolver->scope, SPACE_FRAMES, statement->name, NAME_FRAME, frame_index);
}
