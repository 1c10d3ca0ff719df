// resolve_act.c -- statements that close a mechanism, act on it or use it: which function reads
// which, and which names they declare.
// SPDX-License-Identifier: MIT
#include "lang/resolve_act.h"

#include <string.h>

void *resolver_grow(Resolver *resolver, void *items, int count, size_t size)
{
  enum { FIRST_ROOM = 8 };
  bool is_power_of_two = (count & (count - 1)) == 0;
  bool is_full = count == 0 || (count >= FIRST_ROOM && is_power_of_two);
  if (!is_full) return items;
  size_t room = count == 0 ? FIRST_ROOM : 2 * (size_t)count;
  void *larger = arena_alloc(resolver->arena, room * size);
  if (count > 0) memcpy(larger, items, (size_t)count * size);
  return larger;
}

void resolve_action(Resolver *resolver, const AstStatement *statement)
{
  if (statement->word == WORD_SPEED) {
    for (const AstItem *item = statement->items; item; item = item->next)
      resolve_speed(resolver, item);
  }
  if (statement->loop) resolve_loop(resolver, statement);
  if (statement->constraint) resolve_constraint(resolver, statement);
  if (statement->rolling) resolve_rolling(resolver, statement);
  if (statement->force) resolve_force(resolver, statement);
  if (statement->input) resolve_input(resolver, statement);
  if (statement->task) resolve_task(resolver, statement);
  if (statement->word == WORD_ELEMENT) resolve_element(resolver, statement);
  if (statement->word == WORD_USE) resolve_use(resolver, statement);
}

// The kind of names that the statement declares; SPACE_COUNT: none.
static SpaceKind space_of(const AstStatement *statement)
{
  bool is_action = statement->loop || statement->constraint || statement->force;
  bool is_task = statement->word == WORD_OUTPUT || statement->word == WORD_EXPERIMENT;
  if (statement->name.length == 0) return SPACE_COUNT;
  if (statement->input) return SPACE_VALUES;
  return is_action || is_task ? SPACE_ACTIONS : SPACE_COUNT;
}

void resolve_announce_action(Resolver *resolver, const AstStatement *statement)
{
  SpaceKind space = space_of(statement);
  if (space != SPACE_COUNT) scope_announce(&resolver->scope, space, statement->name);
}

void resolve_broken_action(Resolver *resolver, const AstStatement *statement)
{
  SpaceKind space = space_of(statement);
  if (space != SPACE_COUNT) {
    scope_declare(&resolver->scope, space, statement->name, NAME_BROKEN, 0);
  }
}
