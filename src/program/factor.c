// factor.c -- a*b + a*c = a*(b + c), over whole sums.
//
// A sum is taken apart into terms and factors as far as nobody else uses the parts. The factor
// whose removal saves most goes first, then the next of what is left; the sum inside the brackets
// is treated the same way. A heap of scores that are corrected when a term leaves keeps this near
// linear in the number of factors.
// SPDX-License-Identifier: MIT
#include "program/factor.h"

#include "base/memory.h"
#include "program/program_impl.h"
#include "program/rewrite.h"

#include <stdlib.h>

enum { DEEPEST_BRACKET = 24 };

// ---- heap of groups, best first

typedef struct Candidate {
  long score;
  Stage stage;
  int group;
} Candidate;

typedef struct Heap {
  Candidate *items;
  int count;
} Heap;

// Of equal scores the factor of the later stage: what stays in the brackets is earlier.
static bool is_better(const Candidate *a, const Candidate *b)
{
  if (a->score != b->score) return a->score > b->score;
  if (a->stage != b->stage) return a->stage > b->stage;
  return a->group < b->group;
}

static void swap(Candidate *a, Candidate *b)
{
  Candidate kept = *a;
  *a = *b;
  *b = kept;
}

static void heap_push(Heap *heap, Candidate candidate)
{
  int i = heap->count++;
  heap->items[i] = candidate;
  for (; i > 0 && is_better(&heap->items[i], &heap->items[(i - 1) / 2]); i = (i - 1) / 2) {
    swap(&heap->items[i], &heap->items[(i - 1) / 2]);
  }
}

static Candidate heap_pop(Heap *heap)
{
  Candidate best = heap->items[0];
  heap->items[0] = heap->items[--heap->count];
  for (int i = 0;;) {
    int child = 2 * i + 1;
    if (child >= heap->count) return best;
    bool is_right =
        child + 1 < heap->count && is_better(&heap->items[child + 1], &heap->items[child]);
    if (is_right) child++;
    if (!is_better(&heap->items[child], &heap->items[i])) return best;
    swap(&heap->items[child], &heap->items[i]);
    i = child;
  }
}

static void push_if_it_pays(Heap *heap, const FactorIndex *index, int group)
{
  long score = factor_group_score(&index->groups[group]);
  if (score > 0) heap_push(heap, (Candidate){ score, index->groups[group].stage, group });
}

// ---- one sum

static Signed factored_sum(Steps *steps, FactorSum *sum, int depth);

static Signed term_value(Steps *steps, const FactorSum *sum, const FactorTerm *term)
{
  if (term->has_value) return term->value;
  Signed value = { sum->factors[term->first], false };
  for (int i = 1; i < term->count; i++) {
    value = signed_multiply(steps, value, (Signed){ sum->factors[term->first + i], false });
  }
  value.is_minus = value.is_minus != term->is_minus;
  return value;
}

static void copy_term_without(FactorSum *target, const FactorSum *sum, const FactorTerm *term,
                              int skipped_place)
{
  factor_sum_add_term(target, term->is_minus);
  for (int i = 0; i < term->count; i++) {
    int place = term->first + i;
    if (place != skipped_place) factor_sum_add_factor(target, sum->factors[place]);
  }
}

// Moves the group's terms into brackets; their value takes the place of the first of them.
static void take_out(Steps *steps, FactorSum *sum, FactorIndex *index, int group_number, int depth)
{
  FactorGroup group = index->groups[group_number];
  FactorSum inside = { 0 };
  int first = -1;
  for (int i = 0; i < group.count; i++) {
    const Occurrence *occurrence = &index->occurrences[group.first + i];
    FactorTerm *term = &sum->terms[occurrence->term];
    if (occurrence->place < 0 || term->is_gone || term->has_value) continue;
    copy_term_without(&inside, sum, term, occurrence->place);
    factor_index_remove(index, steps, sum, occurrence->term);
    if (first < 0) first = occurrence->term;
  }
  Signed brackets = factored_sum(steps, &inside, depth + 1);
  FactorTerm *term = &sum->terms[first];
  term->is_gone = false;
  term->has_value = true;
  term->value = signed_multiply(steps, (Signed){ group.factor, false }, brackets);
  factor_sum_free(&inside);
}

static void take_out_factors(Steps *steps, FactorSum *sum, int depth)
{
  FactorIndex index = factor_index_of(steps, sum);
  Heap heap = { memory_new((size_t)index.group_count, sizeof(Candidate)), 0 };
  for (int g = 0; g < index.group_count; g++)
    push_if_it_pays(&heap, &index, g);
  while (heap.count > 0) {
    Candidate best = heap_pop(&heap);
    if (factor_group_score(&index.groups[best.group]) == best.score) {
      take_out(steps, sum, &index, best.group, depth);
    } else {
      push_if_it_pays(&heap, &index, best.group);
    }
  }
  free(heap.items);
  factor_index_free(&index);
}

// Depth is the number of factors that stand before the brackets; deeper sums stay as they are.
static Signed factored_sum(Steps *steps, FactorSum *sum, int depth)
{
  if (depth < DEEPEST_BRACKET && sum->term_count > 1) take_out_factors(steps, sum, depth);
  Signed total = { -1, false };
  for (int t = 0; t < sum->term_count; t++) {
    if (sum->terms[t].is_gone) continue;
    Signed value = term_value(steps, sum, &sum->terms[t]);
    total = total.place < 0 ? value : signed_add(steps, total, value);
  }
  return total;
}

// ---- the pass

// A product that only this sum uses is opened; anything else is a term of one factor.
static void add_term(Rewrite *rewrite, FactorSum *sum, const ChainLeaf *leaf, bool is_open,
                     Chain *product)
{
  bool is_minus = leaf->value.is_minus;
  if (!is_open || !chain_gather(rewrite, leaf->old, product)) {
    factor_sum_add_term(sum, is_minus);
    factor_sum_add_factor(sum, leaf->value.place);
    return;
  }
  // the sign of the leaf's value is that of its factors together with that of the term
  is_minus = is_minus != rewrite->values[leaf->old].is_minus;
  chain_sort(product);
  for (int i = 0; i < product->count; i++) {
    is_minus = is_minus != product->leaves[i].value.is_minus;
  }
  factor_sum_add_term(sum, is_minus);
  for (int i = 0; i < product->count; i++) {
    factor_sum_add_factor(sum, product->leaves[i].value.place);
  }
}

static bool is_open_product(const Rewrite *rewrite, int node)
{
  return rewrite->old->at[node].op == OP_MUL && rewrite_is_private(rewrite, node);
}

static int count_open_products(const Rewrite *rewrite, const Chain *chain)
{
  int count = 0;
  for (int i = 0; i < chain->count; i++) {
    count += is_open_product(rewrite, chain->leaves[i].old);
  }
  return count;
}

static Signed factored_chain(Rewrite *rewrite, const Chain *chain, Chain *product)
{
  FactorSum sum = { 0 };
  for (int i = 0; i < chain->count; i++) {
    bool is_open = is_open_product(rewrite, chain->leaves[i].old);
    add_term(rewrite, &sum, &chain->leaves[i], is_open, product);
  }
  Signed value = factored_sum(&rewrite->steps, &sum, 0);
  factor_sum_free(&sum);
  return value;
}

Steps pass_factors(const Steps *old)
{
  Rewrite rewrite = rewrite_begin(old);
  Chain chain = { 0 }, product = { 0 };
  for (int i = 0; i < old->count; i++) {
    bool is_sum = operator_is_sum(old->at[i].op) && chain_gather(&rewrite, i, &chain);
    if (is_sum && count_open_products(&rewrite, &chain) > 1) {
      rewrite_set(&rewrite, i, factored_chain(&rewrite, &chain, &product));
    } else {
      rewrite_set(&rewrite, i, rewrite_plain(&rewrite, i));
    }
  }
  chain_free(&chain);
  chain_free(&product);
  return rewrite_end(&rewrite);
}
