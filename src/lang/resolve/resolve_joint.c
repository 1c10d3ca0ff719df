// resolve_joint.c -- joints with their frames, axes and coordinates.
//
// From the parent frame to the joint's frame: the translation `at`, the rotations `rotated`, then
// the joint motion, a sequence of elementary moves (joints.def), each with its own coordinate. With
// a quaternion, the rotations of a spherical or free joint are a single move of four coordinates,
// and their unit norm is a constraint.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"

enum { MAX_COORDINATES = 7, QUATERNION_SIZE = 4 };

// ---- axis

// Only joints with a single axis accept one; the normal of a planar joint is an axis of its frame.
static Vec3 axis_of_joint(Resolver *resolver, const Statement *statement, JointKind kind)
{
  const Node *axis = statement_value(statement, "axis");
  bool is_plain = axis && axis->kind == NODE_NAME && node_text(axis).length == 1;
  bool has_axis = joint_info(kind)->moves[0].axis == AXIS_OF_JOINT;
  if (!axis || has_axis || (kind == JOINT_PLANAR && is_plain)) return resolve_axis(resolver, axis);
  if (kind == JOINT_PLANAR) {
    evaluate_error(resolver, axis->span, "turn it with 'rotated'",
                   "the normal of a planar joint is x, y or z");
  } else {
    evaluate_error(resolver, axis->span, "turn it with 'rotated'", "a %s joint has no axis",
                   joint_info(kind)->word);
  }
  return vec3_unit(resolver->pool, 2);
}

// ---- coordinates

typedef struct JointDraft {
  const Statement *statement;
  const char *name;  // local name in its scope
  JointKind kind;
  bool is_quaternion;
  int index;             // index of the joint
  int coordinate_count;  // number of coordinates of the kind
  const Node *names;     // of the remaining coordinates; NULL: none
  const Node *limits;
} JointDraft;

// Adds the joint's next coordinate, with the given name or one generated from the joint's name.
static Coordinate *add_coordinate(Resolver *resolver, JointDraft *draft, CoordinateKind kind,
                                  const char *suffix)
{
  const Node *given = draft->names;
  CoordinateDraft coordinate = { .span = statement_name(draft->statement),
                                 .kind = kind,
                                 .joint = draft->index,
                                 .has_made_name = !given,
                                 .limits = draft->limits };
  if (given) {
    coordinate.name = resolver_name(resolver, given);
    coordinate.span = node_text(given);
    coordinate.initial = binding_part(given, TOKEN_ASSIGN);
    draft->names = given->next;
  } else {
    coordinate.name = arena_concat(resolver->scratch, draft->name, suffix);
  }
  if (draft->limits) draft->limits = draft->limits->next;
  int index = resolve_coordinate(resolver, &coordinate);
  return &resolver->mechanism->coordinates[index];
}

static void check_counts(Resolver *resolver, const JointDraft *draft)
{
  const Node *given = statement_value(draft->statement, "coordinates");
  const Node *limits = statement_value(draft->statement, "limits");
  if (given && given->count != draft->coordinate_count) {
    evaluate_error(resolver, node_text(given->first), NULL,
                   "a %s joint%s has %d coordinate%s, not %d", joint_info(draft->kind)->word,
                   draft->is_quaternion ? " with a quaternion" : "", draft->coordinate_count,
                   draft->coordinate_count == 1 ? "" : "s", given->count);
  }
  bool has_driver = statement_has(draft->statement, "driver");
  int most = has_driver ? 0 : draft->coordinate_count;
  if (!limits || limits->count <= most) return;
  const Node *extra = limits->first;
  for (int i = 0; i < most; i++)
    extra = extra->next;
  evaluate_error(resolver, extra->span, NULL, "there is no coordinate for these limits");
}

// ---- motion of the joint

static void add_quaternion(Resolver *resolver, JointDraft *draft, MoveList *list)
{
  static const char *const suffixes[QUATERNION_SIZE] = { "_e0", "_e1", "_e2", "_e3" };
  Mechanism *mechanism = resolver->mechanism;
  const Expr *e[QUATERNION_SIZE];
  for (int i = 0; i < QUATERNION_SIZE; i++) {
    Coordinate *coordinate = add_coordinate(resolver, draft, COORDINATE_NUMBER, suffixes[i]);
    if (i == 0 && !coordinate->initial) coordinate->initial = expr_integer(resolver->pool, 1);
    e[i] = coordinate->q;
  }
  Move turn = { MOVE_QUATERNION, expr_integer(resolver->pool, 0), expr_keep(e, 4) };
  list->moves[list->count++] = turn;
  const char *norm = arena_concat(resolver->scratch, draft->name, "_norm");
  const Name *taken = scope_own(resolver->scope, SPACE_ACTIONS, norm);
  if (taken && taken->kind == NAME_CONSTRAINT) {
    evaluate_error(resolver, statement_name(draft->statement), "give one of them another name",
                   "the constraint '%s' that this joint makes is declared already", norm);
  }
  *RESOLVER_ADD(resolver, mechanism->constraints, mechanism->constraint_count) =
      (Constraint){ .name = resolver_full_name(resolver, norm),
                    .norm = turn.at,
                    .span = statement_name(draft->statement) };
}

// A screw advances by its pitch per revolution: pitch / (2 pi) per radian.
static void add_advance(Resolver *resolver, const JointDraft *draft, Vec3 axis, const Expr *angle,
                        MoveList *list)
{
  const Expr *pitch = angle;
  if (!statement_has(draft->statement, "pitch")) {
    evaluate_error(resolver, statement_text(draft->statement, "kind"),
                   "add 'pitch 5 mm': the advance in one turn", "a screw joint needs its pitch");
  }
  if (!clause_number(resolver, draft->statement, "pitch", &pitch)) return;
  const Expr *turn = expr_mul(expr_integer(resolver->pool, 2), expr_pi(resolver->pool));
  const Expr *per_radian = expr_div(pitch, turn);
  move_list_add(list, MOVE_TRANSLATION, axis, expr_mul(per_radian, angle));
}

// Returns the amount of the joint's next move: a new coordinate, or the driving expression.
static const Expr *next_amount(Resolver *resolver, JointDraft *draft, const JointMove *motion)
{
  bool is_angle = motion->kind == MOVE_ROTATION;
  CoordinateKind kind = is_angle ? COORDINATE_ANGLE : COORDINATE_LENGTH;
  const Node *driver = statement_value(draft->statement, "driver");
  if (driver) {
    const Requirement wanted = { "what drives the joint",
                                 is_angle ? dimension_of_angle() : dimension_of_length(),
                                 STAGE_POSITION };
    const Expr *amount;
    require_number(resolver, driver, &wanted, &amount);
    return amount;
  }
  return add_coordinate(resolver, draft, kind, motion->suffix)->q;
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
  const Statement *statement = draft->statement;
  int errors = diagnostics_error_count(resolver->diagnostics);
  const char *word = joint_info(draft->kind)->word;
  bool may_turn_freely = draft->kind == JOINT_SPHERICAL || draft->kind == JOINT_FREE;
  const Node *driver = statement_value(statement, "driver");
  if (draft->is_quaternion && !may_turn_freely) {
    evaluate_error(resolver, statement_clause(statement, "quaternion")->span,
                   "only spherical and free joints have", "a %s joint has no quaternion", word);
  }
  if (statement_has(statement, "pitch") && draft->kind != JOINT_SCREW) {
    evaluate_error(resolver, statement_value(statement, "pitch")->span, "only screw joints have",
                   "a %s joint has no pitch", word);
  }
  if (driver && joint_info(draft->kind)->coordinate_count != 1) {
    evaluate_error(resolver, driver->span, "give its coordinates names",
                   "a %s joint cannot be driven by one expression", word);
  }
  return diagnostics_error_count(resolver->diagnostics) == errors;
}

// ---- limits of the joint's actuator

static const Expr *drive_limit(Resolver *resolver, const JointDraft *draft, const char *clause,
                               Dimension dimension)
{
  const Node *given = statement_value(draft->statement, clause);
  const Expr *value = NULL;
  if (!given) return NULL;
  if (joint_info(draft->kind)->coordinate_count != 1) {
    evaluate_error(resolver, given->span, "only joints with one coordinate have",
                   "a %s joint has no one %s", joint_info(draft->kind)->word, clause);
    return NULL;
  }
  const Requirement wanted = { statement_clause(draft->statement, clause)->row->what, dimension,
                               STAGE_PARAMETER };
  if (!require_number(resolver, given, &wanted, &value)) return NULL;
  if (mechanism_default_value(resolver->mechanism, value) >= 0 ||
      value->form->stage != STAGE_LITERAL) {
    return value;
  }
  evaluate_error(resolver, given->span, NULL, "%s is not negative", wanted.what);
  return NULL;
}

// ---- joint

void resolve_joint(Resolver *resolver, const Statement *statement)
{
  enum { MOTION_ROOM = 7 };
  Mechanism *mechanism = resolver->mechanism;
  const Node *names = statement_value(statement, "coordinates");
  const Node *limits = statement_value(statement, "limits");
  JointDraft draft = { .statement = statement,
                       .name = resolver_declared_name(resolver, statement),
                       .index = mechanism->joint_count,
                       .is_quaternion = statement_has(statement, "quaternion"),
                       .names = names ? names->first : NULL,
                       .limits = limits ? limits->first : NULL };
  int parent = resolve_parent(resolver, statement);
  MoveList list = resolve_placement(resolver, statement, MOTION_ROOM);
  bool is_known = resolve_joint_kind(resolver, statement_text(statement, "kind"), &draft.kind);
  if (!is_known || !check_options(resolver, &draft)) {
    resolve_declare_only(resolver, statement);
    return;
  }
  draft.coordinate_count = joint_info(draft.kind)->coordinate_count + draft.is_quaternion;
  Vec3 axis_F = axis_of_joint(resolver, statement, draft.kind);

  check_counts(resolver, &draft);
  int first = mechanism->coordinate_count;
  add_motion(resolver, &draft, axis_F, &list);
  int count = mechanism->coordinate_count - first;
  bool slides = draft.kind == JOINT_PRISMATIC;
  const Dimension effort = { true, false, { slides ? 1 : 2, 1, -2 } };
  const Dimension velocity = { true, !slides, { slides ? 1 : 0, 0, -1 } };
  Span span = statement_name(statement);
  int frame = resolve_add_frame(resolver, draft.name, span, parent, list);
  *RESOLVER_ADD(resolver, mechanism->joints, mechanism->joint_count) =
      (Joint){ .name = mechanism->frames[frame].name,
               .kind = draft.kind,
               .frame = frame,
               .axis_F = axis_F,
               .coordinate = count > 0 ? first : -1,
               .coordinate_count = count,
               .effort = drive_limit(resolver, &draft, "effort", effort),
               .velocity = drive_limit(resolver, &draft, "velocity", velocity),
               .span = span };
  if (names || count > 1) resolve_single_meaning(resolver, draft.name, span);
}
