// steps.c -- depth-first order with an explicit stack.
// SPDX-License-Identifier: MIT
#include "symbolic/steps.h"

#include "base/memory.h"

#include <stdlib.h>

typedef struct Visit {
  const Expr *node;
  const Form *form;
  int next;  // argument to enter next
} Visit;

// How many arguments of a form are entered.
typedef int (*ArityRule)(const Form *form);

typedef struct Walk {
  Steps steps;
  ArityRule arity;
  int capacity;
  int *slots;  // from node to place: place + 1, 0 is empty
  size_t slot_count;
  Visit *stack;
  int depth;
  int stack_capacity;
} Walk;

// ---- from node to place

static size_t first_slot(const Walk *walk, const Expr *node)
{
  return (size_t)(((uintptr_t)node >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20) &
         (walk->slot_count - 1);
}

static int place_of(const Walk *walk, const Expr *node)
{
  for (size_t i = first_slot(walk, node); walk->slots[i] != 0;
       i = (i + 1) & (walk->slot_count - 1)) {
    if (walk->steps.at[walk->slots[i] - 1].node == node) return walk->slots[i] - 1;
  }
  return -1;
}

static void put_place(Walk *walk, int place)
{
  size_t i = first_slot(walk, walk->steps.at[place].node);
  while (walk->slots[i] != 0)
    i = (i + 1) & (walk->slot_count - 1);
  walk->slots[i] = place + 1;
}

static void grow(Walk *walk)
{
  walk->capacity = walk->capacity == 0 ? 32 : 2 * walk->capacity;
  walk->steps.at = memory_grow(walk->steps.at, (size_t)walk->capacity, sizeof walk->steps.at[0]);
  free(walk->slots);
  walk->slot_count = 2 * (size_t)walk->capacity;
  walk->slots = memory_new(walk->slot_count, sizeof walk->slots[0]);
  for (int i = 0; i < walk->steps.count; i++)
    put_place(walk, i);
}

// ---- the walk

static void push(Walk *walk, const Expr *node)
{
  if (walk->depth == walk->stack_capacity) {
    walk->stack_capacity = 2 * walk->stack_capacity + 64;
    walk->stack = memory_grow(walk->stack, (size_t)walk->stack_capacity, sizeof walk->stack[0]);
  }
  walk->stack[walk->depth++] = (Visit){ node, node->form, 0 };
}

static void append(Walk *walk, Visit done)
{
  if (walk->steps.count == walk->capacity) grow(walk);
  int arity = walk->arity(done.form);
  Step step = { done.node, done.form, (Operator)done.form->op, { -1, -1, -1 } };
  for (int k = 0; k < arity; k++)
    step.arg[k] = place_of(walk, done.form->arg[k]);
  walk->steps.at[walk->steps.count++] = step;
  put_place(walk, walk->steps.count - 1);
}

static void visit(Walk *walk, const Expr *root)
{
  if (place_of(walk, root) >= 0) return;
  push(walk, root);
  while (walk->depth > 0) {
    Visit *top = &walk->stack[walk->depth - 1];
    if (top->next == walk->arity(top->form)) {
      Visit done = *top;
      walk->depth--;
      // a node may wait on the stack twice; the first to finish places it
      if (place_of(walk, done.node) < 0) append(walk, done);
      continue;
    }
    const Expr *arg = top->form->arg[top->next++];
    if (place_of(walk, arg) < 0) push(walk, arg);
  }
}

static int all_arguments(const Form *form) { return operator_info((Operator)form->op)->arity; }

static int linear_arguments(const Form *form)
{
  switch (form->op) {
  case OP_ADD:
  case OP_SUB:
  case OP_NEG:
  case OP_NAMED: return all_arguments(form);
  case OP_MUL: return expr_is_number(form->arg[0]) ? 2 : 0;  // construction puts a number first
  default: return 0;
  }
}

static Steps walk_from(const Expr *const roots[], int count, ArityRule arity)
{
  Walk walk = { .arity = arity };
  walk.steps.root_count = count;
  walk.steps.roots = memory_new((size_t)count, sizeof walk.steps.roots[0]);
  grow(&walk);
  for (int i = 0; i < count; i++) {
    visit(&walk, roots[i]);
    walk.steps.roots[i] = place_of(&walk, roots[i]);
  }
  free(walk.stack);
  free(walk.slots);
  return walk.steps;
}

Steps steps_of(const Expr *const roots[], int count)
{
  return walk_from(roots, count, all_arguments);
}

Steps steps_of_linear_part(const Expr *root) { return walk_from(&root, 1, linear_arguments); }

void steps_free(Steps *steps)
{
  free(steps->at);
  free(steps->roots);
  *steps = (Steps){ 0 };
}

bool steps_contain(const Steps *steps, const Expr *node)
{
  for (int i = 0; i < steps->count; i++) {
    if (steps->at[i].node == node) return true;
  }
  return false;
}
