// resolve_frame.c -- frames defined by moves, and chains.
//
// A chain is a sequence of moves (the description sentence of the 1980 report): each moving term
// ends a frame and makes a joint; the constant terms before it, marked K, lead to it. Constants
// after the last moving term lead to the frame NAME_tip.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"

void resolve_frame(Resolver *resolver, const Statement *statement)
{
  const Node *moves = statement_value(statement, "moves");
  int parent = resolve_parent(resolver, statement);
  MoveList list = resolve_move_list(resolver, moves, 0);
  resolve_moves(resolver, moves, MOVE_PLACE_FRAME, &list);
  resolve_add_frame(resolver, resolver_declared_name(resolver, statement),
                    statement_name(statement), parent, list);
}

int resolve_add_frame(Resolver *resolver, const char *name, Span span, int parent, MoveList list)
{
  Mechanism *mechanism = resolver->mechanism;
  int index = mechanism->frame_count;
  *RESOLVER_ADD(resolver, mechanism->frames, mechanism->frame_count) =
      (Frame){ .name = resolver_full_name(resolver, name),
               .parent = parent,
               .moves = move_list_keep(resolver, &list),
               .move_count = list.count,
               .span = span };
  scope_declare(resolver->scope, SPACE_FRAMES, name, span, NAME_FRAME, index);
  return index;
}

// ---- moving terms of chains and tables

static bool is_new_name(Resolver *resolver, const Node *e)
{
  return e->kind == NODE_NAME && e->primes == 0 && node_word(e) == WORD_NONE &&
         !scope_knows(resolver->scope, SPACE_VALUES, resolver_name(resolver, e));
}

// Returns the undeclared name that `e` is or that is a term of it, as in q1 + 90 deg; NULL: none.
static const Node *new_name_in(Resolver *resolver, const Node *e)
{
  if (is_new_name(resolver, e)) return e;
  if (e->kind != NODE_SUM && e->kind != NODE_NEGATE) return NULL;
  for (const Node *child = e->first; child; child = child->next)
    if (is_new_name(resolver, child)) return child;
  return NULL;
}

int resolve_new_coordinate(Resolver *resolver, const Node *e, MoveKind kind)
{
  const Node *name = new_name_in(resolver, e);
  if (!name) return -1;
  CoordinateDraft draft = {
    .name = resolver_name(resolver, name),
    .span = node_text(name),
    .kind = kind == MOVE_ROTATION ? COORDINATE_ANGLE : COORDINATE_LENGTH,
    .joint = resolver->mechanism->joint_count,
  };
  return resolve_coordinate(resolver, &draft);
}

// A coordinate declared by hand that is the whole amount belongs to the joint that it moves.
static int adopted_coordinate(Resolver *resolver, const Node *amount)
{
  Mechanism *mechanism = resolver->mechanism;
  if (amount->kind != NODE_NAME) return -1;
  const Name *name = scope_declared(resolver->scope, SPACE_VALUES, resolver_name(resolver, amount));
  if (!name || name->kind != NAME_COORDINATE) return -1;
  Coordinate *coordinate = &mechanism->coordinates[name->index];
  if (coordinate->joint >= 0) {
    diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, amount->span,
                    "a joint that moves by itself has a coordinate of its own",
                    "'%s' moves the joint '%s' already: this one follows it",
                    coordinate_name(coordinate), mechanism->joints[coordinate->joint].name);
    return -1;
  }
  coordinate->joint = mechanism->joint_count;
  return name->index;
}

void resolve_add_term(Resolver *resolver, const TermDraft *draft, MoveList list)
{
  Mechanism *mechanism = resolver->mechanism;
  int coordinate = draft->coordinate;
  if (coordinate < 0) coordinate = adopted_coordinate(resolver, draft->amount);
  int frame = resolve_add_frame(resolver, draft->name, draft->span, draft->parent, list);
  *RESOLVER_ADD(resolver, mechanism->joints, mechanism->joint_count) =
      (Joint){ .name = mechanism->frames[frame].name,
               .kind = draft->kind == MOVE_ROTATION ? JOINT_REVOLUTE : JOINT_PRISMATIC,
               .frame = frame,
               .axis_F = draft->axis_F,
               .coordinate = coordinate,
               .coordinate_count = coordinate >= 0 ? 1 : 0,
               .span = draft->span };
}

// ---- chain

typedef struct ChainDraft {
  const char *name;
  int parent;  // parent of the next frame
  int count;   // number of moving terms so far
  MoveList list;
} ChainDraft;

// Returns true if the term moves. T([x, y, z]) never does.
static bool is_moving(const Node *move)
{
  MoveName name;
  if (!resolve_move_name(node_text(move), &name) || name.is_constant) return false;
  return name.axis >= 0 || name.kind == MOVE_ROTATION;
}

static const Node *amount_of(const Node *move) { return move->last; }

static void end_moving_term(Resolver *resolver, const Node *move, ChainDraft *chain, int coordinate)
{
  const Move *last = &chain->list.moves[chain->list.count - 1];
  if (last->amount->form->stage <= STAGE_PARAMETER) {
    int length = (int)node_text(move).length;
    const char *name = span_bytes(node_text(move));
    evaluate_error(resolver, move->span,
                   arena_format(resolver->scratch, "a constant is marked: %.*sK(..)", length, name),
                   "'%.*s' moves nothing: there is no coordinate in it", length, name);
    return;
  }
  chain->count++;
  TermDraft term = { .name = arena_format(resolver->scratch, "%s%d", chain->name, chain->count),
                     .span = node_text(move),
                     .parent = chain->parent,
                     .axis_F = move_axis(last),
                     .kind = last->kind,
                     .amount = amount_of(move),
                     .coordinate = coordinate };
  resolve_add_term(resolver, &term, chain->list);
  chain->parent = resolver->mechanism->frame_count - 1;
  chain->list = (MoveList){ .moves = chain->list.moves + chain->list.count };
}

static void add_term(Resolver *resolver, const Node *move, ChainDraft *chain)
{
  if (!is_moving(move)) {
    resolve_one_move(resolver, move, MOVE_PLACE_FRAME, &chain->list);
    return;
  }
  MoveKind kind = span_bytes(node_text(move))[0] == 'R' ? MOVE_ROTATION : MOVE_TRANSLATION;
  int before = chain->list.count;
  int coordinate = resolve_new_coordinate(resolver, amount_of(move), kind);
  resolve_one_move(resolver, move, MOVE_PLACE_FRAME, &chain->list);
  if (chain->list.count > before) end_moving_term(resolver, move, chain, coordinate);
}

void resolve_chain(Resolver *resolver, const Statement *statement)
{
  const Node *moves = statement_value(statement, "moves");
  ChainDraft chain = { .name = resolver_declared_name(resolver, statement),
                       .parent = resolve_parent(resolver, statement),
                       .list = resolve_move_list(resolver, moves, 0) };
  for (const Node *move = moves->first; move; move = move->next)
    add_term(resolver, move, &chain);
  if (chain.list.count == 0) return;
  const char *tip = arena_format(resolver->scratch, "%s_tip", chain.name);
  resolve_add_frame(resolver, tip, statement_name(statement), chain.parent, chain.list);
}
