// pool_copy.c -- copies a pool node by node, so that further nodes can be built without changing
// the original.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "symbolic/pool.h"

#include <string.h>

const Expr *pool_counterpart(const Pool *copy, const Expr *e) { return pool_node(copy, e->id); }

static const char *copy_name(Pool *pool, const char *name)
{
  return arena_copy_text(pool->names, name, strlen(name));
}

static void *copied(const void *items, int count, size_t size)
{
  void *copy = memory_new((size_t)count, size);
  return count > 0 ? memcpy(copy, items, (size_t)count * size) : copy;
}

// Adjusts a form copied from the first pool so that it refers to objects of the second.
static void take_form(Pool *pool, Form *form)
{
  if (form->op == OP_SYMBOL) {
    form->symbol->name = copy_name(pool, form->symbol->name);
    if (form->symbol->rate) form->symbol->rate = pool_counterpart(pool, form->symbol->rate);
  } else if (form->op == OP_POINTS) {
    form->points.table = pool_own_table(pool, form->points.table);
    form->points.name = copy_name(pool, form->points.name);
  } else if (form->op == OP_NUMBER) {
    fmpq_t number;
    fmpq_init(number);
    fmpq_set(number, form->number);
    form->number[0] = number[0];
  } else {
    for (int k = 0; k < operator_info((Operator)form->op)->arity; k++)
      form->arg[k] = pool_counterpart(pool, form->arg[k]);
    if (form->op == OP_NAMED) form->named.name = copy_name(pool, form->named.name);
  }
}

static void copy_node(Pool *pool, const Expr *old)
{
  Expr *node = pool_node(pool, old->id);
  *node = *old;
  node->form = &node->first;
  take_form(pool, &node->first);
  if (old->form == &old->first) return;
  Form *form = ARENA_NEW(pool->names, Form);
  *form = *old->form;
  take_form(pool, form);
  node->form = form;
}

Pool *pool_copy(const Pool *from)
{
  Pool *pool = memory_new(1, sizeof *pool);
  *pool = *from;
  pool->names = arena_new();
  pool->chunks = NULL;
  pool->chunk_count = pool->chunk_capacity = 0;
  pool->tables = NULL;
  pool->table_count = pool->table_capacity = 0;
  pool->table_places = (Map){ 0 };
  while (pool->chunk_count < from->chunk_count)
    pool_add_chunk(pool);
  pool->root_parts = copied(from->root_parts, from->root_part_capacity, sizeof(RootPart));
  pool_table_copy(pool, from);
  for (uint32_t id = 0; id < from->node_count; id++)
    copy_node(pool, pool_node(from, id));
  pool_set_units(pool, pool_counterpart(pool, from->zero), pool_counterpart(pool, from->one));
  pool->pi = pool_counterpart(pool, from->pi);
  pool->undefined = pool_counterpart(pool, from->undefined);
  pool->divisor = NULL;
  memset(pool->known, 0, sizeof pool->known);
  pool->known_results = NULL;
  return pool;
}
