// resolve_move.c -- elementary moves: RX RY RZ about and TX TY TZ along an axis of the frame
// reached so far, R([x, y, z], angle) and T([x, y, z]) in general, Q(w, [x, y, z]) by a constant
// quaternion of any length. A K at the end of the name marks a constant.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"

bool resolve_move_name(Span span, MoveName *name)
{
  const char *bytes = span_bytes(span);
  size_t length = span.length;
  if (length == 1 && bytes[0] == 'Q') {
    *name = (MoveName){ .kind = MOVE_QUATERNION, .axis = -1, .is_constant = true };
    return true;
  }
  if (length == 0 || length > 3 || (bytes[0] != 'R' && bytes[0] != 'T')) return false;
  *name = (MoveName){ .kind = bytes[0] == 'R' ? MOVE_ROTATION : MOVE_TRANSLATION, .axis = -1 };
  if (length > 1 && bytes[length - 1] == 'K') {
    name->is_constant = true;
    length--;
  }
  if (length == 1) return true;
  if (length == 2 && bytes[1] >= 'X' && bytes[1] <= 'Z') name->axis = bytes[1] - 'X';
  return name->axis >= 0;
}

MoveList resolve_move_list(Resolver *resolver, const Node *moves, int more)
{
  int room = more + 3 * (moves ? moves->count : 0);
  return (MoveList){ .moves = ARENA_ARRAY(resolver->scratch, Move, room) };
}

Move *move_list_keep(Resolver *resolver, const MoveList *list)
{
  Move *moves = ARENA_ARRAY(resolver->arena, Move, list->count);
  for (int i = 0; i < list->count; i++)
    moves[i] = list->moves[i];
  return moves;
}

// Adds one translation for each nonzero component.
static void move_list_translate(MoveList *list, Vec3 vector)
{
  for (int i = 0; i < 3; i++) {
    if (expr_is_zero(vector.at[i])) continue;
    move_list_add(list, MOVE_TRANSLATION, vec3_unit(expr_pool(vector.at[i]), i), vector.at[i]);
  }
}

MoveList resolve_placement(Resolver *resolver, const Statement *statement, int more)
{
  enum { PLACE_ROOM = 3 };
  const Node *rotated = statement_value(statement, "rotated");
  MoveList list = resolve_move_list(resolver, rotated, PLACE_ROOM + more);
  Vec3 at;
  if (clause_vector(resolver, statement, "at", &at)) move_list_translate(&list, at);
  resolve_moves(resolver, rotated, MOVE_PLACE_ROTATED, &list);
  return list;
}

void move_list_add(MoveList *list, MoveKind kind, Vec3 axis, const Expr *amount)
{
  list->moves[list->count++] = (Move){ kind, amount, vec3_keep(axis) };
}

// ---- one move

static bool check_name(Resolver *resolver, const Node *move, MovePlace place, MoveName *name)
{
  bool is_move = resolve_move_name(node_text(move), name);
  const char *text = resolver_text(resolver, node_text(move));
  if (!is_move && place == MOVE_PLACE_FRAME)
    return resolver_error(resolver, node_text(move),
                          "write RX(..), TY(..), R([x, y, z], ..), T([x, y, z]) or Q(w, [x, y, z])",
                          "'%s' is not a move", text);
  if (place == MOVE_PLACE_ROTATED && (!is_move || name->kind == MOVE_TRANSLATION))
    return resolver_error(resolver, node_text(move),
                          is_move ? "put translations after 'at'"
                                  : "write RX(..), RY(..) or RZ(..)",
                          "'%s' is not a rotation", text);
  return true;
}

// R([x, y, z], angle) and Q(w, [x, y, z]) require two arguments, every other move one.
static bool check_arguments(Resolver *resolver, const Node *move, const MoveName *name)
{
  bool is_quaternion = name->kind == MOVE_QUATERNION;
  bool requests_two = is_quaternion || (name->axis < 0 && name->kind == MOVE_ROTATION);
  if (move->count == (requests_two ? 2 : 1)) return true;
  const char *hint = is_quaternion  ? "write Q(w, [x, y, z])"
                     : requests_two ? "write R([x, y, z], angle)"
                                    : "write RX(angle) or TX(length)";
  return resolver_error(resolver, move->span, hint, "'%s' takes %s",
                        resolver_text(resolver, node_text(move)),
                        is_quaternion  ? "a number and a vector"
                        : requests_two ? "an axis and an angle"
                                       : "one argument");
}

static Stage stage_of(const MoveName *name, MovePlace place)
{
  bool may_move = place == MOVE_PLACE_FRAME && !name->is_constant;
  return may_move ? STAGE_POSITION : STAGE_PARAMETER;
}

static bool amount_of(Resolver *resolver, const Node *e, const MoveName *name, MovePlace place,
                      const Expr **amount)
{
  bool is_angle = name->kind == MOVE_ROTATION;
  const Requirement wanted = { is_angle ? "the angle of a rotation" : "the length of a translation",
                               is_angle ? dimension_of_angle() : dimension_of_length(),
                               stage_of(name, place) };
  resolve_note_kind(resolver, e, is_angle ? COORDINATE_ANGLE : COORDINATE_LENGTH);
  if (!require_number(resolver, e, &wanted, amount)) return false;
  if (is_angle) warn_unitless_angle(resolver, e);
  return true;
}

// The length of the quaternion is arbitrary (quaternion_matrix() divides by it) but must not be
// zero.
static void add_quaternion(Resolver *resolver, const Node *move, MoveList *list)
{
  const Requirement wanted = { "a quaternion", dimension_of_number(), STAGE_PARAMETER };
  const Expr *e[4];
  Vec3 vector;
  bool is_good = require_number(resolver, move->first, &wanted, &e[0]);
  is_good &= require_vector(resolver, move->last, &wanted, &vector);
  if (!is_good) return;
  for (int i = 0; i < 3; i++)
    e[i + 1] = vector.at[i];
  if (expr_is_zero(e[0]) && vec3_is_zero(vector)) {
    evaluate_error(resolver, move->span, "Q(1, [0, 0, 0]) turns nothing",
                   "a quaternion of length zero is not a rotation");
    return;
  }
  const Expr *zero = expr_integer(resolver->pool, 0);
  list->moves[list->count++] = (Move){ MOVE_QUATERNION, zero, expr_keep(e, 4) };
}

static void add_general(Resolver *resolver, const Node *move, const MoveName *name, MovePlace place,
                        MoveList *list)
{
  const Expr *angle;
  if (name->kind == MOVE_TRANSLATION) {
    const Requirement wanted = { "a translation", dimension_of_length(), stage_of(name, place) };
    Vec3 vector;
    if (require_vector(resolver, move->first, &wanted, &vector)) move_list_translate(list, vector);
    return;
  }
  Vec3 axis = resolve_axis(resolver, move->first);
  if (!amount_of(resolver, move->last, name, place, &angle)) return;
  move_list_add(list, MOVE_ROTATION, axis, angle);
}

void resolve_one_move(Resolver *resolver, const Node *move, MovePlace place, MoveList *list)
{
  MoveName name = { 0 };
  const Expr *amount;
  if (!check_name(resolver, move, place, &name)) return;
  if (!check_arguments(resolver, move, &name)) return;
  if (name.kind == MOVE_QUATERNION) {
    add_quaternion(resolver, move, list);
  } else if (name.axis < 0) {
    add_general(resolver, move, &name, place, list);
  } else if (amount_of(resolver, move->first, &name, place, &amount)) {
    move_list_add(list, name.kind, vec3_unit(resolver->pool, name.axis), amount);
  }
}

void resolve_moves(Resolver *resolver, const Node *moves, MovePlace place, MoveList *list)
{
  for (const Node *move = moves ? moves->first : NULL; move; move = move->next)
    resolve_one_move(resolver, move, place, list);
}
