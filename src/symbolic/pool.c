// pool.c -- storage of nodes in chunks, and selection of their forms.
// SPDX-License-Identifier: MIT
#include "symbolic/pool.h"

#include "base/memory/memory.h"
#include "symbolic/field/flint_failure.h"
#include "symbolic/field/fingerprint.h"

#include <assert.h>
#include <stdlib.h>

// Most pools are small: their chunks are single heap blocks. Large pools use huge pages, which the
// system clears when they are first touched.
enum { SINGLE_CHUNKS = 16, BLOCK_CHUNKS = 32 };

// ---- construction and destruction

Pool *pool_new(uint64_t seed)
{
  flint_failure_install();
  Pool *pool = memory_new(1, sizeof *pool);
  pool->seed = seed;
  pool->names = arena_new();
  pool_table_init(pool);
  pool_set_units(pool, expr_integer(pool, 0), expr_integer(pool, 1));
  Form pi = form_make(OP_PI, NULL), undefined = form_make(OP_UNDEFINED, NULL);
  pool->pi = pool_add(pool, fingerprint_of_pi(seed), &pi);
  pool->undefined = pool_add(pool, fingerprint_of_undefined(seed), &undefined);
  return pool;
}

void pool_set_units(Pool *pool, const Expr *zero, const Expr *one)
{
  pool->zero = zero;
  pool->one = one;
  for (int i = 0; i < 9; i++)
    pool->axes[i / 3][i % 3] = i / 3 == i % 3 ? one : zero;
}

void pool_free(Pool *pool)
{
  if (!pool) return;
  for (uint32_t id = 0; id < pool->node_count; id++) {
    const Expr *node = pool_node(pool, id);
    if (node->form->op != OP_NUMBER || node->is_hidden) continue;
    fmpz_clear((fmpz *)fmpq_numref(node->form->number));
    fmpz_clear((fmpz *)fmpq_denref(node->form->number));
  }
  for (int i = 0; i < pool->chunk_count; i++) {
    if (i < SINGLE_CHUNKS) {
      free(pool->chunks[i]);
    } else if ((i - SINGLE_CHUNKS) % BLOCK_CHUNKS == 0) {
      memory_unmap(pool->chunks[i], (size_t)BLOCK_CHUNKS * CHUNK_BYTES);
    }
  }
  free(pool->chunks);
  free(pool->root_parts);
  pool_table_free(pool);
  free(pool->known_results);
  free(pool->tables);
  map_free(&pool->table_places);
  arena_free(pool->names);
  free(pool);
}

void pool_set_progress(Pool *pool, Progress *progress)
{
  pool->progress = progress;
  pool->is_cancelled = progress_is_stopped(progress);
}

Progress *pool_progress(const Pool *pool) { return pool->progress; }

Progress *pool_pause(Pool *pool)
{
  Progress *progress = pool->progress;
  pool_set_progress(pool, NULL);
  return progress;
}

void pool_resume_progress(Pool *pool, Progress *progress)
{
  progress_continues(progress);
  pool_set_progress(pool, progress);
}

uint64_t pool_seed(const Pool *pool) { return pool->seed; }

size_t pool_node_count(const Pool *pool) { return pool->node_count; }

bool pool_has_hashed_numbers(const Pool *pool) { return pool->has_hashed_numbers; }

bool pool_has_names(const Pool *pool) { return pool->has_names; }

size_t pool_bytes(const Pool *pool)
{
  return sizeof *pool + (size_t)pool->chunk_count * CHUNK_BYTES + pool_table_bytes(pool) +
         arena_reserved(pool->names);
}

// ---- values

Fingerprint expr_value_with_root(const Expr *e)
{
  const Pool *pool = expr_pool(e);
  int low = 0, high = pool->root_part_count - 1;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (pool->root_parts[middle].id < e->id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const RootPart *part = &pool->root_parts[low];
  assert(part->id == e->id);
  return (Fingerprint){ { e->at[0], e->at[1] }, { part->root[0], part->root[1] } };
}

static void keep_root_part(Pool *pool, uint32_t id, Fingerprint value)
{
  pool->root_parts = memory_room(pool->root_parts, pool->root_part_count, &pool->root_part_capacity,
                                 sizeof pool->root_parts[0]);
  pool->root_parts[pool->root_part_count++] = (RootPart){ id, { value.root[0], value.root[1] } };
}

// ---- forms

// States when a property of the arguments is a property of the result.
enum { ALWAYS = 1, OF_ALL = 2, OF_ANY = 4 };

// Products and quotients propagate radicals: sqrt(x)*y times sqrt(x)*z is x*y*z. An expression is
// non-negative if it is so for all real values of its symbols.
static const struct {
  uint8_t is_nonnegative;
  uint8_t has_radical;
} PROPERTIES[OP_COUNT] = {
  [OP_PI] = { ALWAYS, 0 },        [OP_EXP] = { ALWAYS, 0 },      [OP_ACOS] = { ALWAYS, 0 },
  [OP_SQRT] = { ALWAYS, ALWAYS }, [OP_ABS] = { ALWAYS, ALWAYS }, [OP_NAMED] = { OF_ALL, 0 },
  [OP_ADD] = { OF_ALL, 0 },       [OP_MUL] = { OF_ALL, OF_ANY }, [OP_DIV] = { OF_ALL, OF_ANY },
  [OP_NEG] = { 0, OF_ANY },       [OP_MIN] = { OF_ALL, 0 },      [OP_MAX] = { OF_ANY, 0 },
  [OP_COSH] = { ALWAYS, 0 },      [OP_FLOOR] = { OF_ALL, 0 },
};

static bool follows(uint8_t property, unsigned all, unsigned any)
{
  return (property & (ALWAYS | OF_ALL * all | OF_ANY * any)) != 0;
}

// Returns true if the operator is undefined at some states. An argument that depends on parameters
// alone is not counted.
static bool has_gap(Operator op, const Expr *const args[])
{
  switch (op) {
  case OP_DIV:
  case OP_POW:
  case OP_SQRT:
  case OP_TAN:
  case OP_ASIN:
  case OP_ACOS:
  case OP_LOG: break;
  default: return false;
  }
  const Expr *limited = args[op == OP_DIV];
  if (op == OP_SQRT && limited->is_nonnegative) return false;
  return limited->form->stage > STAGE_PARAMETER;
}

Form form_make(Operator op, const Expr *const args[])
{
  const OperatorInfo *info = operator_info(op);
  assert(args || info->arity == 0);
  Form form = { .op = (uint8_t)op, .stage = STAGE_LITERAL };
  uint64_t cost = info->cost;
  unsigned gaps = has_gap(op, args), named_gaps = 0;
  unsigned all_nonnegative = 1, any_nonnegative = 0, any_radical = 0;
  for (int k = 0; k < info->arity; k++) {
    const Form *part = args[k]->form;
    if (part->stage > form.stage) form.stage = part->stage;
    cost += part->cost;
    gaps += part->gaps;
    named_gaps += op == OP_NAMED ? part->gaps : part->named_gaps;
    all_nonnegative &= args[k]->is_nonnegative;
    any_nonnegative |= args[k]->is_nonnegative;
    any_radical |= part->has_radical;
  }
  // unrolled, because compilers turn a loop into a call of memcpy
  if (info->arity > 0) form.arg[0] = args[0];
  if (info->arity > 1) form.arg[1] = args[1];
  if (info->arity > 2) form.arg[2] = args[2];
  form.cost = cost > UINT32_MAX ? UINT32_MAX : (uint32_t)cost;
  form.gaps = gaps > MAX_GAPS ? MAX_GAPS : gaps & MAX_GAPS;
  form.named_gaps = named_gaps > MAX_GAPS ? MAX_GAPS : named_gaps & MAX_GAPS;
  bool is_square = op == OP_MUL && args[0] == args[1];
  form.has_radical = follows(PROPERTIES[op].has_radical, 0, any_radical);
  form.is_nonnegative =
      is_square || follows(PROPERTIES[op].is_nonnegative, all_nonnegative, any_nonnegative);
  return form;
}

void pool_set_form(const Expr *e, const Form *form)
{
  Form *kept = ARENA_NEW(expr_pool(e)->names, Form);
  *kept = *form;
  pool_node(expr_pool(e), e->id)->form = kept;
}

// Forms are compared by named gaps first, then by cost; both only decrease. A node has at least as
// many named gaps as each argument and costs more, so a better form cannot contain the node that it
// replaces: there are no cycles.
static bool is_better(const Form *form, const Form *old)
{
  if (form->named_gaps != old->named_gaps) return form->named_gaps < old->named_gaps;
  return form->cost < old->cost;
}

static void take_if_better(const Expr *node, const Form *form)
{
  if (!is_better(form, node->form) || form->stage > node->form->stage) return;
  if (node->is_frozen || expr_arity(node) == 0 || node->form->op == OP_NAMED) return;
  pool_set_form(node, form);
}

const Expr *pool_find(Pool *pool, const Fingerprint *value, const Form *form, const Expr **negative)
{
  Expr *node = pool_table_find(pool, value, negative);
  if (!node) return NULL;
  if (form->is_nonnegative) node->is_nonnegative = true;
  take_if_better(node, form);
  return node;
}

void pool_add_chunk(Pool *pool)
{
  pool->chunks =
      memory_room(pool->chunks, pool->chunk_count, &pool->chunk_capacity, sizeof pool->chunks[0]);
  int number = pool->chunk_count++;
  if (number < SINGLE_CHUNKS) {
    pool->chunks[number] = memory_aligned(CHUNK_BYTES);
  } else if ((number - SINGLE_CHUNKS) % BLOCK_CHUNKS == 0) {
    pool->chunks[number] = memory_map_table((size_t)BLOCK_CHUNKS * CHUNK_BYTES);
  } else {
    pool->chunks[number] = pool->chunks[number - 1] + 1;
  }
  pool->chunks[number]->pool = pool;
  if (!progress_continues(pool->progress)) pool->is_cancelled = true;
}

Expr *pool_add_hidden(Pool *pool, Fingerprint value, const Form *form)
{
  if (pool->node_count == (uint32_t)pool->chunk_count * CHUNK_NODES) pool_add_chunk(pool);
  if (pool->node_count >= UINT32_MAX - 1) memory_exhausted();
  uint32_t id = pool->node_count++;
  Expr *node = pool_node(pool, id);
  *node = (Expr){ .at = { value.at[0], value.at[1] },
                  .form = &node->first,
                  .first = *form,
                  .id = id,
                  .has_root = fingerprint_has_root(value),
                  .is_hidden = true,
                  .is_nonnegative = form->is_nonnegative };
  if (node->has_root) keep_root_part(pool, id, value);
  return node;
}

const Expr *pool_add(Pool *pool, Fingerprint value, const Form *form)
{
  Expr *node = pool_add_hidden(pool, value, form);
  node->is_hidden = false;
  pool_table_insert(pool, &value, node->id);
  return node;
}

static const Expr *number_node(Pool *pool, fmpq_t number, Fingerprint value)
{
  const Expr *negative;
  const Expr *node = pool_table_find(pool, &value, &negative);
  if (node && expr_is_number(node)) {
    if (!fmpq_equal(node->form->number, number)) {
      fail_invariant("two different numbers have the same value in both fields");
    }
    return node;
  }
  if (number_is_hashed(number)) pool->has_hashed_numbers = true;
  Form form = { .op = OP_NUMBER, .stage = STAGE_LITERAL };
  form.is_nonnegative = fmpq_sgn(number) >= 0;
  fmpq_init(form.number);
  fmpq_swap(form.number, number);
  if (!node) return pool_add(pool, value, &form);
  pool_set_form(node, &form);
  pool_node(pool, node->id)->is_nonnegative = form.is_nonnegative;
  return node;
}

const Expr *pool_number(Pool *pool, fmpq_t number)
{
  return number_node(pool, number, fingerprint_of_fraction(number));
}

const Expr *pool_number_of(Pool *pool, fmpq_t number, Fingerprint value)
{
  bool is_it = fingerprint_is_of_fraction(value, number);
  return number_node(pool, number, is_it ? value : fingerprint_of_fraction(number));
}

// Returns NULL for small pools, which are the majority and use no cache.
NumberCacheEntry *pool_known_result(Pool *pool, Operator op, const Expr *a, const Expr *b)
{
  enum { FEW = 1000 };
  if (!pool->known_results) {
    if (pool->result_count++ < FEW) return NULL;
    pool->known_results = memory_new(KNOWN_RESULTS, sizeof pool->known_results[0]);
  }
  uint64_t key = ((uint64_t)a->id * 4 + (op & 3)) << 32 | b->id;
  return &pool->known_results[key * UINT64_C(0x9e3779b97f4a7c15) >> 53];
}

// A decimal with at most eight places times SCALE is an integer, which is the same in both fields.
// (x + 0.3255) - (x - 0.1111) is thus recognised as a number although its value was not yet in the
// pool. One in 2^60 other values passes this test by chance; recognise_number() rejects it by
// evaluation at other points.
static bool looks_like_number(Fingerprint value, fmpq_t number)
{
  const uint64_t SCALE = UINT64_C(18900000000);  // 2^8 3^3 5^8 7
  if (fingerprint_has_root(value)) return false;
  uint64_t a = field_mul(FIELD[0], value.at[0], SCALE);
  uint64_t b = field_mul(FIELD[1], value.at[1], SCALE);
  bool is_positive = a == b;
  if (!is_positive && FIELD[0].prime - a != FIELD[1].prime - b) return false;
  fmpq_set_si(number, is_positive ? (slong)a : -(slong)(FIELD[0].prime - a), SCALE);
  return true;
}

static const Expr *recognise_number(const Expr *node)
{
  fmpq_t number;
  fmpq_init(number);
  if (looks_like_number(expr_value(node), number)) {
    Fingerprint elsewhere;
    expr_values_at(&node, 1, ~expr_pool(node)->seed, &elsewhere);
    bool is_number = fingerprint_equal(elsewhere, fingerprint_of_fraction(number));
    if (is_number) node = pool_number(expr_pool(node), number);
  }
  fmpq_clear(number);
  return node;
}

const Expr *pool_make(Pool *pool, Fingerprint value, const Form *form, const Expr *negative)
{
  if (!negative) return recognise_number(pool_add(pool, value, form));
  Form opposite = form_make(OP_NEG, &negative);
  return pool_add(pool, value, &opposite);
}

const Expr *pool_intern(Pool *pool, Fingerprint value, const Form *form)
{
  const Expr *negative;
  const Expr *node = pool_find(pool, &value, form, &negative);
  return node ? node : pool_make(pool, value, form, negative);
}

// ---- frozen forms

void pool_freeze(const Expr *e)
{
  int depth = 0, capacity = 0;
  const Expr **stack = NULL;
  for (const Expr *next = e; next; next = depth > 0 ? stack[--depth] : NULL) {
    if (next->is_frozen) continue;
    pool_node(expr_pool(next), next->id)->is_frozen = true;
    const Form *form = next->form;
    for (int k = 0; k < operator_info((Operator)form->op)->arity; k++) {
      stack = memory_room(stack, depth, &capacity, sizeof stack[0]);
      stack[depth++] = form->arg[k];
    }
  }
  free(stack);
}
