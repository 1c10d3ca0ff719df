// resolve_joint.c -- a joint: its frame, its axis, its coordinates.
//
// From the parent frame to the joint's frame: the translation `at`, the rotations `rotated`, then
// the joint's own motion, a sequence of elementary moves (joints.def), each with a coordinate
// of its own. With a quaternion, the rotations of a spherical or free joint are one move of four
// coordinates, and their unit norm is a constraint.
// SPDX-License-Identifier: MIT
#include "lang/resolve_geometry.h"

enum { MOST_COORDINATES = 7, QUATERNION_SIZE = 4 };

static bool has_axis(JointKind kind) { return joint_info(kind)->moves[0].axis == AXIS_OF_JOINT; }

// ---- kind and axis

static const char *hint_for_kind(Resolver *resolver, Span kind)
{
  const char *words[JOINT_KIND_COUNT];
  for (int i = 0; i < JOINT_KIND_COUNT; i++)
    words[i] = joint_info((JointKind)i)->word;
  const char *nearest = nearest_name(span_bytes(kind), kind.length, words, JOINT_KIND_COUNT);
  return nearest ? arena_format(resolver->scratch, "did you mean '%s'?", nearest)
                 : "revolute, prismatic, screw, cylindrical, universal, spherical, planar, free, "
                   "fixed";
}

bool resolve_joint_kind(Resolver *resolver, Span kind, JointKind *out)
{
  for (int i = 0; i < JOINT_KIND_COUNT; i++) {
    *out = (JointKind)i;
    if (span_is(kind, joint_info(*out)->word)) return true;
  }
  evaluate_error(resolver, kind, hint_for_kind(resolver, kind), "unknown kind of joint '%.*s'",
                 (int)kind.length, span_bytes(kind));
  return false;
}

// x, y, z with a sign in front.
static Vec3 axis_of_name(Resolver *resolver, Span name)
{
  char letter = span_bytes(name)[name.length - 1];
  Vec3 axis = vec3_unit(resolver->pool, letter - 'x');
  return span_bytes(name)[0] == '-' ? vec3_neg(axis) : axis;
}

Vec3 resolve_axis(Resolver *resolver, const AstAxis *ast)
{
  const Wanted wanted = { .what = "the axis", .stage = STAGE_PARAMETER };
  Vec3 axis = vec3_unit(resolver->pool, 2);
  if (ast->name.length > 0) return axis_of_name(resolver, ast->name);
  if (!ast->vector || !wanted_vector(resolver, ast->vector, &wanted, &axis)) {
    return vec3_unit(resolver->pool, 2);
  }
  if (vec3_is_zero(axis)) {
    evaluate_error(resolver, ast->vector->span, "write z or [0, 0, 1]",
                   "an axis cannot be the zero vector");
    return vec3_unit(resolver->pool, 2);
  }
  const Expr *length = expr_call(OP_SQRT, vec3_dot(axis, axis));
  return vec3_scale(expr_div(expr_integer(resolver->pool, 1), length), axis);
}

// The axis of the joint. Only the joints about one axis have one; the normal of a planar joint is
// an axis of its frame.
static Vec3 axis_of_joint(Resolver *resolver, const AstJoint *ast, JointKind kind)
{
  const AstAxis *axis = &ast->axis;
  bool is_given = axis->name.length > 0 || axis->vector;
  if (!is_given || has_axis(kind)) return resolve_axis(resolver, axis);
  bool is_plain = axis->name.length == 1;
  if (kind == JOINT_PLANAR && is_plain) return resolve_axis(resolver, axis);
  Span span = axis->vector ? axis->vector->span : axis->name;
  if (kind == JOINT_PLANAR) {
    evaluate_error(resolver, span, "turn it with 'rotated'",
                   "the normal of a planar joint is x, y or z");
  } else {
    evaluate_error(resolver, span, "turn it with 'rotated'", "a %s joint has no axis",
                   joint_info(kind)->word);
  }
  return vec3_unit(resolver->pool, 2);
}

// ---- coordinates

typedef struct JointDraft {
  const AstStatement *statement;
  const AstJoint *ast;
  JointKind kind;
  bool is_quaternion;
  int index;                   // of the joint
  int coordinate_count;        // as many as the kind has
  const AstCoordinate *names;  // to come; NULL: no more
  const AstCoordinate *limits;
} JointDraft;

// The joint's next coordinate: named or with a name made from the joint's.
static int add_coordinate(Resolver *resolver, JointDraft *draft, CoordinateKind kind,
                          const char *suffix)
{
  Span joint_name = draft->statement->name;
  const AstCoordinate *given = draft->names;
  const char *made = arena_format(resolver->scratch, "%.*s%s", (int)joint_name.length,
                                  span_bytes(joint_name), suffix);
  CoordinateDraft coordinate = { .name = made, .span = joint_name, .kind = kind };
  coordinate.joint = draft->index;
  coordinate.has_made_name = !given;
  if (given) {
    coordinate.name = resolver_text(resolver, given->name);
    coordinate.span = given->name;
    coordinate.initial = given->initial;
    draft->names = given->next;
  }
  if (draft->limits) {
    coordinate.lower = draft->limits->lower;
    coordinate.upper = draft->limits->upper;
    draft->limits = draft->limits->next;
  }
  return resolve_coordinate(resolver, &coordinate);
}

static void check_counts(Resolver *resolver, const JointDraft *draft)
{
  const AstJoint *ast = draft->ast;
  int count = 0;
  for (const AstCoordinate *given = ast->coordinates; given; given = given->next)
    count++;
  if (count > 0 && count != draft->coordinate_count) {
    evaluate_error(resolver, ast->coordinates->name, NULL,
                   "a %s joint%s has %d coordinate%s, not %d", joint_info(draft->kind)->word,
                   draft->is_quaternion ? " with a quaternion" : "", draft->coordinate_count,
                   draft->coordinate_count == 1 ? "" : "s", count);
  }
  const AstCoordinate *limits = ast->limits;
  for (int i = 0; i < draft->coordinate_count && limits && !ast->driver; i++)
    limits = limits->next;
  if (!limits) return;
  evaluate_error(resolver, limits->lower->span, NULL, "there is no coordinate for these limits");
}

// ---- the joint's own motion

static Constraint norm_constraint(Resolver *resolver, const JointDraft *draft, const Move *move)
{
  const Expr *residual = expr_integer(resolver->pool, -1);
  for (int i = 0; i < QUATERNION_SIZE; i++) {
    const Expr *square = expr_mul(move->parameter[i], move->parameter[i]);
    residual = expr_add(residual, square);
  }
  Span name = draft->statement->name;
  const char *joint = resolver_copy(resolver, name);
  return (Constraint){ .name = arena_format(resolver->arena, "%s_norm", joint),
                       .residual = residual,
                       .is_norm = true,
                       .span = name };
}

static void add_quaternion(Resolver *resolver, JointDraft *draft, MoveList *list)
{
  static const char *const suffixes[QUATERNION_SIZE] = { "_e0", "_e1", "_e2", "_e3" };
  Mechanism *mechanism = resolver->mechanism;
  Move move = { .kind = MOVE_QUATERNION,
                .axis = vec3_zero(resolver->pool),
                .amount = expr_integer(resolver->pool, 0) };
  for (int i = 0; i < QUATERNION_SIZE; i++) {
    int index = add_coordinate(resolver, draft, COORDINATE_NUMBER, suffixes[i]);
    Coordinate *coordinate = &mechanism->coordinates[index];
    if (i == 0 && !coordinate->initial) coordinate->initial = expr_integer(resolver->pool, 1);
    move.parameter[i] = coordinate->q;
  }
  list->moves[list->count++] = move;
  mechanism->constraints =
      RESOLVER_GROW(resolver, Constraint, mechanism->constraints, mechanism->constraint_count);
  mechanism->constraints[mechanism->constraint_count++] = norm_constraint(resolver, draft, &move);
}

static bool pitch_of(Resolver *resolver, const JointDraft *draft, const Expr **pitch)
{
  const Wanted wanted = { "the pitch", dimension_of_length(), STAGE_PARAMETER };
  if (draft->ast->pitch) return wanted_number(resolver, draft->ast->pitch, &wanted, pitch);
  evaluate_error(resolver, draft->ast->kind, "add 'pitch 5 mm': the advance in one turn",
                 "a screw joint needs its pitch");
  return false;
}

// A screw advances by its pitch in a turn: pitch / (2 pi) in a radian.
static void add_advance(Resolver *resolver, const JointDraft *draft, Vec3 axis, const Expr *angle,
                        MoveList *list)
{
  const Expr *pitch;
  if (!pitch_of(resolver, draft, &pitch)) return;
  const Expr *turn = expr_mul(expr_integer(resolver->pool, 2), expr_pi(resolver->pool));
  const Expr *per_radian = expr_div(pitch, turn);
  move_list_add(list, MOVE_TRANSLATION, axis, expr_mul(per_radian, angle));
}

// The amount of the joint's next move: a new coordinate, or the driving expression.
static const Expr *next_amount(Resolver *resolver, JointDraft *draft, const JointMove *motion)
{
  bool is_angle = motion->kind == MOVE_ROTATION;
  CoordinateKind kind = is_angle ? COORDINATE_ANGLE : COORDINATE_LENGTH;
  if (draft->ast->driver) {
    const Wanted wanted = { "what drives the joint",
                            is_angle ? dimension_of_angle() : dimension_of_length(),
                            STAGE_POSITION };
    const Expr *amount;
    wanted_number(resolver, draft->ast->driver, &wanted, &amount);
    return amount;
  }
  int index = add_coordinate(resolver, draft, kind, motion->suffix);
  return resolver->mechanism->coordinates[index].q;
}

static void add_motion(Resolver *resolver, JointDraft *draft, Vec3 axis_F, MoveList *list)
{
  int elementary = joint_info(draft->kind)->coordinate_count;
  if (draft->is_quaternion) elementary -= 3;
  for (int i = 0; i < elementary; i++) {
    const JointMove *motion = &joint_info(draft->kind)->moves[i];
    const Expr *amount = next_amount(resolver, draft, motion);
    Vec3 axis = joint_move_axis(draft->kind, i, axis_F);
    move_list_add(list, motion->kind, axis, amount);
    if (draft->kind == JOINT_SCREW) add_advance(resolver, draft, axis, amount, list);
  }
  if (draft->is_quaternion) add_quaternion(resolver, draft, list);
}

// ---- options that do not fit the kind

static bool check_options(Resolver *resolver, const JointDraft *draft)
{
  const AstJoint *ast = draft->ast;
  int errors = diagnostics_error_count(resolver->diagnostics);
  const char *word = joint_info(draft->kind)->word;
  bool may_turn_freely = draft->kind == JOINT_SPHERICAL || draft->kind == JOINT_FREE;
  if (ast->quaternion.length > 0 && !may_turn_freely) {
    evaluate_error(resolver, ast->quaternion, "only spherical and free joints have",
                   "a %s joint has no quaternion", word);
  }
  if (ast->pitch && draft->kind != JOINT_SCREW) {
    evaluate_error(resolver, ast->pitch->span, "only screw joints have", "a %s joint has no pitch",
                   word);
  }
  if (ast->driver && joint_info(draft->kind)->coordinate_count != 1) {
    evaluate_error(resolver, ast->driver->span, "give its coordinates names",
                   "a %s joint cannot be driven by one expression", word);
  }
  return diagnostics_error_count(resolver->diagnostics) == errors;
}

// ---- frames

int resolve_parent(Resolver *resolver, Span name, Span parent)
{
  if (parent.length == 0) return FRAME_GROUND;
  bool is_declared = scope_declared(&resolver->scope, SPACE_FRAMES, parent) != NULL;
  if (!is_declared && resolve_is_circle(resolver, name, parent)) return FRAME_GROUND;
  return resolve_frame_name(resolver, parent);
}

int resolve_add_frame(Resolver *resolver, const char *name, Span span, int parent, MoveList list)
{
  Mechanism *mechanism = resolver->mechanism;
  mechanism->frames = RESOLVER_GROW(resolver, Frame, mechanism->frames, mechanism->frame_count);
  int index = mechanism->frame_count++;
  mechanism->frames[index] = (Frame){ .name = resolver_name(resolver, name),
                                      .parent = parent,
                                      .moves = list.moves,
                                      .move_count = list.count,
                                      .span = span };
  scope_declare_text(&resolver->scope, SPACE_FRAMES, name, span, NAME_FRAME, index);
  return index;
}

static MoveList begin_moves(Resolver *resolver, const AstJoint *ast)
{
  const Wanted wanted = { "the place of a joint", dimension_of_length(), STAGE_PARAMETER };
  enum { PLACE_ROOM = 3, MOTION_ROOM = 6 };
  int room = PLACE_ROOM + MOTION_ROOM + resolve_move_room(ast->rotated);
  MoveList list = { .moves = ARENA_ARRAY(resolver->arena, Move, room) };
  Vec3 at;
  if (ast->at && wanted_vector(resolver, ast->at, &wanted, &at)) move_list_translate(&list, at);
  resolve_moves(resolver, ast->rotated, MOVE_PLACE_ROTATED, &list);
  return list;
}

void resolve_joint(Resolver *resolver, const AstStatement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  const AstJoint *ast = statement->joint;
  JointDraft draft = { .statement = statement,
                       .ast = ast,
                       .index = mechanism->joint_count,
                       .is_quaternion = ast->quaternion.length > 0,
                       .names = ast->coordinates,
                       .limits = ast->limits };
  int parent = resolve_parent(resolver, statement->name, ast->parent);
  MoveList list = begin_moves(resolver, ast);
  bool is_known = resolve_joint_kind(resolver, ast->kind, &draft.kind);
  if (!is_known || !check_options(resolver, &draft)) {
    resolve_broken(resolver, statement);
    return;
  }
  draft.coordinate_count = joint_info(draft.kind)->coordinate_count + draft.is_quaternion;
  Vec3 axis_F = axis_of_joint(resolver, ast, draft.kind);

  check_counts(resolver, &draft);
  int first = mechanism->coordinate_count;
  add_motion(resolver, &draft, axis_F, &list);
  int count = mechanism->coordinate_count - first;
  const char *name = resolver_text(resolver, statement->name);
  int frame = resolve_add_frame(resolver, name, statement->name, parent, list);
  mechanism->joints = RESOLVER_GROW(resolver, Joint, mechanism->joints, mechanism->joint_count);
  mechanism->joints[mechanism->joint_count++] = (Joint){ .name = mechanism->frames[frame].name,
                                                         .kind = draft.kind,
                                                         .frame = frame,
                                                         .axis_F = axis_F,
                                                         .coordinate = count > 0 ? first : -1,
                                                         .coordinate_count = count,
                                                         .span = statement->name };
}
