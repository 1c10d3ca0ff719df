// steps.c -- the list of steps, its hash table, and the traversal that lists expressions.
// SPDX-License-Identifier: MIT
#include "symbolic/steps.h"

#include "base/memory/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 32 };

// ---- look-up

struct StepSlot {
  uint32_t key;  // a hash: determines the slot and avoids most comparisons of steps
  int taken;     // index of the step + 1; 0: empty
};

static bool is_commutative(Operator op)
{
  return op == OP_ADD || op == OP_MUL || op == OP_MIN || op == OP_MAX || op == OP_EQ || op == OP_NE;
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

// A step is identified by its node, or by operator and arguments if it has no node. Nodes that were
// created together are often listed together, so their slots are adjacent.
static uint32_t key_of(const Step *step)
{
  if (step->node) return step->node->id;
  int first = step->arg[0], second = step->arg[1];
  bool is_turned = is_commutative(step->op) && first > second;
  uint64_t hash = mix((uint64_t)step->op, (uint64_t)(is_turned ? second : first));
  hash = mix(mix(hash, (uint64_t)(is_turned ? first : second)), (uint64_t)step->arg[2]);
  return (uint32_t)(hash >> 16);
}

static bool is_same(const Step *a, const Step *b)
{
  if (a->node || b->node) return a->node == b->node;
  if (a->op != b->op || a->arg[2] != b->arg[2]) return false;
  if (a->arg[0] == b->arg[0] && a->arg[1] == b->arg[1]) return true;
  return is_commutative(a->op) && a->arg[0] == b->arg[1] && a->arg[1] == b->arg[0];
}

// Distance from an occupied slot to the next one tried: odd, so that all slots are reached, and
// large, so that runs of consecutive ids do not cluster.
static size_t stride_of(uint32_t key) { return (size_t)(mix(0, key) >> 32) | 1; }

// Returns the slot that holds an equal step, or the empty slot where it belongs.
static struct StepSlot *slot_of(const Steps *steps, const Step *step, uint32_t key)
{
  assert(steps->slots && "a finished list is only read");
  size_t mask = steps->slot_count - 1, i = key & mask;
  for (;; i = (i + stride_of(key)) & mask) {
    struct StepSlot *slot = &steps->slots[i];
    if (slot->taken == 0) return slot;
    if (slot->key == key && is_same(&steps->at[slot->taken - 1], step)) return slot;
  }
}

int steps_place(const Steps *steps, const Expr *node)
{
  return slot_of(steps, &(Step){ .node = node }, node->id)->taken - 1;
}

bool steps_contain(const Steps *steps, const Expr *node) { return steps_place(steps, node) >= 0; }

// ---- growth

// Replaces the hash table by one with `slot_count` slots for the same steps.
static void spread(Steps *steps, size_t slot_count)
{
  struct StepSlot *slots = memory_new(slot_count, sizeof slots[0]);
  for (size_t k = 0; k < steps->slot_count; k++) {
    if (steps->slots[k].taken == 0) continue;
    uint32_t key = steps->slots[k].key;
    size_t i = key & (slot_count - 1);
    while (slots[i].taken != 0)
      i = (i + stride_of(key)) & (slot_count - 1);
    slots[i] = steps->slots[k];
  }
  free(steps->slots);
  steps->slots = slots;
  steps->slot_count = slot_count;
}

// Increases the capacity, doubling it until it is at least `wanted`.
static void grow(Steps *steps, int wanted)
{
  int old = steps->capacity;
  if (old == 0) steps->capacity = FIRST_CAPACITY;
  while (steps->capacity < wanted)
    steps->capacity *= 2;
  size_t capacity = (size_t)steps->capacity;
  steps->at = memory_grow(steps->at, capacity, sizeof steps->at[0]);
  steps->stages = memory_grow(steps->stages, capacity, sizeof steps->stages[0]);
  if (steps->names) {
    steps->names = memory_grow(steps->names, capacity, sizeof steps->names[0]);
    memset(steps->names + old, 0, (capacity - (size_t)old) * sizeof steps->names[0]);
  }
  spread(steps, 2 * capacity);
}

static uint8_t stage_of(const Steps *steps, const Step *step)
{
  if (step->arg[0] < 0) return step->form->stage;
  uint8_t stage = STAGE_LITERAL;
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++) {
    if (steps->stages[step->arg[k]] > stage) stage = steps->stages[step->arg[k]];
  }
  return stage;
}

static int find_or_add(Steps *steps, const Step *step)
{
  uint32_t key = key_of(step);
  struct StepSlot *slot = slot_of(steps, step, key);
  if (slot->taken != 0) return slot->taken - 1;
  if (steps->count == steps->capacity) {
    grow(steps, steps->capacity + 1);
    slot = slot_of(steps, step, key);
  }
  steps->at[steps->count] = *step;
  steps->stages[steps->count] = stage_of(steps, step);
  *slot = (struct StepSlot){ key, ++steps->count };
  return steps->count - 1;
}

Steps steps_new(Pool *literals, int root_count)
{
  Steps steps = { .literals = literals, .root_count = root_count };
  steps.roots = memory_new((size_t)root_count, sizeof steps.roots[0]);
  grow(&steps, FIRST_CAPACITY);
  return steps;
}

void steps_expect(Steps *steps, int count)
{
  if (count > steps->capacity) grow(steps, count);
}

void steps_free(Steps *steps)
{
  free(steps->at);
  free(steps->stages);
  free(steps->names);
  free(steps->roots);
  free(steps->slots);
  *steps = (Steps){ 0 };
}

// ---- listing expressions

typedef struct Visit {
  Step step;
  int next;   // next argument to visit
  int count;  // arguments to visit
} Visit;

// Returns the number of arguments of a form to be visited.
typedef int (*ArityRule)(const Form *form);

typedef struct Walk {
  Steps steps;
  ArityRule arity;
  Visit *stack;
  int depth;
  int capacity;
} Walk;

static void push(Walk *walk, const Expr *node)
{
  walk->stack = memory_room(walk->stack, walk->depth, &walk->capacity, sizeof walk->stack[0]);
  const Form *form = node->form;
  Step step = { node, form, (Operator)form->op, { -1, -1, -1 } };
  walk->stack[walk->depth++] = (Visit){ step, 0, walk->arity(form) };
}

// Adds `root` to the list after everything it depends on. Returns its index.
static int visit(Walk *walk, const Expr *root)
{
  int place = steps_place(&walk->steps, root);
  if (place >= 0) return place;
  push(walk, root);
  while (walk->depth > 0) {
    Visit *top = &walk->stack[walk->depth - 1];
    if (place >= 0) top->step.arg[top->next++] = place;
    if (top->next == top->count) {
      place = find_or_add(&walk->steps, &top->step);
      walk->depth--;
    } else {
      const Expr *arg = top->step.form->arg[top->next];
      place = steps_place(&walk->steps, arg);
      if (place < 0) push(walk, arg);
    }
  }
  return place;
}

static int all_arguments(const Form *form) { return operator_info((Operator)form->op)->arity; }

static int linear_arguments(const Form *form)
{
  switch (form->op) {
  case OP_ADD:
  case OP_SUB:
  case OP_NEG:
  case OP_NAMED: return all_arguments(form);
  case OP_MUL: return expr_is_number(form->arg[0]) ? 2 : 0;  // construction puts numbers first
  default: return 0;
  }
}

static Steps walk_from(const Expr *const roots[], int count, ArityRule arity)
{
  Walk walk = { .steps = steps_new(NULL, count), .arity = arity };
  for (int i = 0; i < count; i++)
    walk.steps.roots[i] = visit(&walk, roots[i]);
  free(walk.stack);
  return walk.steps;
}

Steps steps_of(const Expr *const roots[], int count)
{
  return walk_from(roots, count, all_arguments);
}

Steps steps_of_linear_part(const Expr *root) { return walk_from(&root, 1, linear_arguments); }

// ---- building

int steps_leaf(Steps *steps, const Expr *leaf)
{
  bool is_symbol = leaf->form->op == OP_SYMBOL;
  if (!is_symbol) leaf = expr_copy(steps->literals, leaf);
  assert(is_symbol || leaf->form->stage == STAGE_LITERAL);
  Operator op = is_symbol ? OP_SYMBOL : OP_NUMBER;
  return find_or_add(steps, &(Step){ leaf, leaf->form, op, { -1, -1, -1 } });
}

static Step operation(Operator op, const int args[])
{
  Step step = { NULL, NULL, op, { -1, -1, -1 } };
  for (int k = 0; k < operator_info(op)->arity; k++)
    step.arg[k] = args[k];
  return step;
}

int steps_operation(Steps *steps, Operator op, const int args[])
{
  Step step = operation(op, args);
  return find_or_add(steps, &step);
}

int steps_find(const Steps *steps, Operator op, const int args[])
{
  Step step = operation(op, args);
  return slot_of(steps, &step, key_of(&step))->taken - 1;
}

void steps_set_name(Steps *steps, int place, const char *name)
{
  if (operator_is_leaf(steps->at[place].op)) return;
  if (!steps->names) {
    steps->names = memory_new((size_t)steps->capacity, sizeof steps->names[0]);
  }
  if (!steps->names[place]) steps->names[place] = name;
}

Steps steps_ordered(const Steps *steps, const int order[], int count, int places[])
{
  size_t room = (size_t)count;
  Steps ordered = {
    .count = count, .capacity = count, .root_count = steps->root_count, .literals = steps->literals
  };
  ordered.at = memory_new(room, sizeof ordered.at[0]);
  ordered.stages = memory_new(room, sizeof ordered.stages[0]);
  ordered.roots = memory_new((size_t)steps->root_count, sizeof ordered.roots[0]);
  if (steps->names) ordered.names = memory_new(room, sizeof ordered.names[0]);
  for (int i = 0; i < count; i++) {
    Step step = steps->at[order[i]];
    for (int k = 0; k < MAX_ARITY && step.arg[k] >= 0; k++)
      step.arg[k] = places[step.arg[k]];
    ordered.at[i] = step;
    ordered.stages[i] = steps->stages[order[i]];
    if (steps->names) ordered.names[i] = steps->names[order[i]];
    places[order[i]] = i;
  }
  for (int i = 0; i < steps->root_count; i++)
    ordered.roots[i] = places[steps->roots[i]];
  return ordered;
}

void steps_finish(Steps *steps)
{
  int *order = memory_new((size_t)steps->count, sizeof order[0]), kept = 0;
  int *uses = steps_uses(steps);
  for (int i = steps->count - 1; i >= 0; i--) {
    for (int k = 0; uses[i] == 0 && k < MAX_ARITY && steps->at[i].arg[k] >= 0; k++)
      uses[steps->at[i].arg[k]]--;
  }
  for (int i = 0; i < steps->count; i++) {
    if (uses[i] > 0) order[kept++] = i;
  }
  Steps finished = steps_ordered(steps, order, kept, uses);
  free(uses);
  free(order);
  steps_free(steps);
  *steps = finished;
}

// ---- queries

int *steps_uses(const Steps *steps)
{
  int *uses = memory_new((size_t)steps->count, sizeof uses[0]);
  for (int i = 0; i < steps->root_count; i++)
    uses[steps->roots[i]]++;
  for (int i = 0; i < steps->count; i++) {
    for (int k = 0; k < MAX_ARITY && steps->at[i].arg[k] >= 0; k++)
      uses[steps->at[i].arg[k]]++;
  }
  return uses;
}

int *steps_partners(const Steps *steps)
{
  size_t count = (size_t)steps->count;
  int *partner = memory_new(count, sizeof partner[0]);
  int *first = memory_new(count, sizeof first[0]);  // per angle: index + 1 of the first of the pair
  for (int i = 0; i < steps->count; i++) {
    const Step *step = &steps->at[i];
    partner[i] = -1;
    if (step->op != OP_SIN && step->op != OP_COS) continue;
    int other = first[step->arg[0]] - 1;
    first[step->arg[0]] = i + 1;
    if (other < 0) continue;
    partner[i] = other;
    partner[other] = i;
  }
  free(first);
  return partner;
}

int steps_multiplied(const Steps *steps, int place)
{
  const Step *step = &steps->at[place];
  if (step->op != OP_MUL || step->arg[0] < 0) return -1;
  if (step_number(&steps->at[step->arg[0]])) return 1;
  return step_number(&steps->at[step->arg[1]]) ? 0 : -1;
}

bool steps_is_linear(const Steps *steps, int place)
{
  Operator op = steps->at[place].op;
  if (op == OP_ADD || op == OP_SUB || op == OP_NEG || op == OP_NAMED) return true;
  return steps_multiplied(steps, place) >= 0;
}

// The list is read backwards, so that users come before arguments.
bool *steps_in_linear_forms(const Steps *steps)
{
  bool *is_inside = memory_new((size_t)steps->count, sizeof is_inside[0]);
  for (int i = steps->count - 1; i >= 0; i--) {
    const Step *step = &steps->at[i];
    bool goes_on =
        operator_reads_linear_form(step->op) || (is_inside[i] && steps_is_linear(steps, i));
    for (int k = 0; goes_on && k < MAX_ARITY && step->arg[k] >= 0; k++)
      is_inside[step->arg[k]] = true;
  }
  return is_inside;
}
