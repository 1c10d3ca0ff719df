// factor.c -- factors sums: a*b + a*c = a*(b + c).
//
// A sum is split into terms and factors, as far as these are not used elsewhere. The factor whose
// removal saves most is extracted first, then the best one of the remainder; the sum inside the
// brackets is treated recursively. The scores are updated when a term is removed; there is one
// score per different factor, which are few compared with the terms.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "program/program_impl.h"
#include "program/passes/rewrite.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_BRACKET_DEPTH = 24 };

// ---- sums

// One term: a sign times a product of factors.
typedef struct FactorTerm {
  bool is_minus;
  bool is_gone;  // moved into a group
  int first;     // index of its first factor in the sum's list
  int count;
  int late;      // number of factors after the parameter stage
  Signed value;  // value of the term, if has_value
  bool has_value;
} FactorTerm;

typedef struct Factor {
  int node;
  int term;
  int group;  // group of the terms that also contain the node; -1: none
} Factor;

typedef struct FactorSum {
  const Steps *steps;
  FactorTerm *terms;
  int term_count;
  int term_capacity;
  Factor *factors;  // grouped by term, then by stage
  int factor_count;
  int factor_capacity;
} FactorSum;  // initialise with its steps

static void sum_free(FactorSum *sum)
{
  free(sum->terms);
  free(sum->factors);
}

static void begin_term(FactorSum *sum, bool is_minus)
{
  sum->terms = memory_room(sum->terms, sum->term_count, &sum->term_capacity, sizeof sum->terms[0]);
  sum->terms[sum->term_count++] = (FactorTerm){ .is_minus = is_minus, .first = sum->factor_count };
}

static bool is_late(const FactorSum *sum, int node)
{
  return steps_stage(sum->steps, node) > STAGE_PARAMETER;
}

// Adds a factor to the term begun last.
static void add_factor(FactorSum *sum, int node)
{
  sum->factors =
      memory_room(sum->factors, sum->factor_count, &sum->factor_capacity, sizeof sum->factors[0]);
  sum->factors[sum->factor_count++] = (Factor){ node, sum->term_count - 1, -1 };
  sum->terms[sum->term_count - 1].count++;
  sum->terms[sum->term_count - 1].late += is_late(sum, node);
}

// ---- gains
//
// Essentially only products after the parameter stage count: in (p1*p2)*q1 + (p1*p3)*q2 the
// products of parameters are free, and p1*(p2*q1 + p3*q2) would cost one more for every state.

// One product after the parameter stage outweighs any number of products in it.
static const long LATE_WEIGHT = 1L << 24;

// Terms that share a factor.
typedef struct FactorGroup {
  int node;
  Stage stage;  // stage of the factor
  int first;    // position of its first factor in the index
  int count;
  int late_members;  // number of terms after the parameter stage
  long gain;         // saving by extracting the factor, not counting the new product
} FactorGroup;

// Weight of the product of `late` late factors and `early` others, with the early ones multiplied
// first.
static long product_weight(int late, int early)
{
  long weight = early > 1 ? early - 1 : 0;
  if (late > 0) weight += LATE_WEIGHT * (early > 0 ? late : late - 1);
  return weight;
}

// Adds (sign = 1) or subtracts (sign = -1) the saving in the factor's term when the factor is
// extracted.
static void count_gain(const FactorSum *sum, const Factor *factor, FactorGroup *group, int sign)
{
  const FactorTerm *term = &sum->terms[factor->term];
  int early = term->count - term->late;
  long before = product_weight(term->late, early);
  long after = is_late(sum, factor->node) ? product_weight(term->late - 1, early)
                                          : product_weight(term->late, early - 1);
  group->gain += sign * (before - after);
  group->late_members += sign * (term->late > 0);
}

// Returns the saved products, weighted by stage; if positive, extracting the factor pays.
static long score_of(const FactorGroup *group)
{
  bool comes_back_late = group->stage > STAGE_PARAMETER || group->late_members > 0;
  return group->gain - (comes_back_late ? LATE_WEIGHT : 1);
}

// ---- index

// Index of the terms that contain each factor.
typedef struct FactorIndex {
  Factor **sorted;  // by node, then by position in the sum
  int count;
  FactorGroup *groups;
  int group_count;
} FactorIndex;

static int compare_factors(const void *a, const void *b)
{
  const Factor *left = *(Factor *const *)a, *right = *(Factor *const *)b;
  if (left->node != right->node) return left->node < right->node ? -1 : 1;
  return (left > right) - (left < right);
}

// Adds a factor to its group; a factor that a term contains twice counts once.
static void add_to_group(FactorIndex *index, const FactorSum *sum, int i)
{
  Factor *factor = index->sorted[i];
  const Factor *previous = i > 0 ? index->sorted[i - 1] : NULL;
  if (!previous || previous->node != factor->node) {
    index->groups[index->group_count++] = (FactorGroup){
      .node = factor->node, .stage = steps_stage(sum->steps, factor->node), .first = i
    };
    previous = NULL;
  }
  FactorGroup *group = &index->groups[index->group_count - 1];
  group->count++;
  if (previous && previous->term == factor->term) return;
  factor->group = index->group_count - 1;
  count_gain(sum, factor, group, 1);
}

// Terms of a single factor are excluded: x + x*y has as many products as x*(1 + y).
static FactorIndex index_of(const FactorSum *sum)
{
  FactorIndex index = { 0 };
  index.sorted = memory_new((size_t)sum->factor_count, sizeof index.sorted[0]);
  index.groups = memory_new((size_t)sum->factor_count, sizeof index.groups[0]);
  for (int i = 0; i < sum->factor_count; i++) {
    Factor *factor = &sum->factors[i];
    if (sum->terms[factor->term].count > 1) index.sorted[index.count++] = factor;
  }
  qsort(index.sorted, (size_t)index.count, sizeof index.sorted[0], compare_factors);
  for (int i = 0; i < index.count; i++)
    add_to_group(&index, sum, i);
  return index;
}

// Marks the term as removed and subtracts it from the scores of all its groups.
static void remove_term(FactorIndex *index, FactorSum *sum, FactorTerm *term)
{
  term->is_gone = true;
  for (int i = term->first; i < term->first + term->count; i++) {
    const Factor *factor = &sum->factors[i];
    if (factor->group >= 0) count_gain(sum, factor, &index->groups[factor->group], -1);
  }
}

// ---- one sum

static Signed factored_sum(Steps *steps, FactorSum *sum, int depth);

static Signed term_value(Steps *steps, const FactorSum *sum, const FactorTerm *term)
{
  if (term->has_value) return term->value;
  assert(term->count > 0 && "a single factor is never taken out");
  Signed value = { sum->factors[term->first].node, false };
  for (int i = 1; i < term->count; i++) {
    value = signed_multiply(steps, value, (Signed){ sum->factors[term->first + i].node, false });
  }
  value.is_minus = value.is_minus != term->is_minus;
  return value;
}

static void copy_term_without(FactorSum *target, const FactorSum *sum, const Factor *skipped)
{
  const FactorTerm *term = &sum->terms[skipped->term];
  begin_term(target, term->is_minus);
  for (int i = term->first; i < term->first + term->count; i++) {
    if (&sum->factors[i] != skipped) add_factor(target, sum->factors[i].node);
  }
}

// Moves the terms of the group into brackets; the product replaces the first of them.
static void take_out(Steps *steps, FactorSum *sum, FactorIndex *index, int number, int depth)
{
  FactorGroup group = index->groups[number];
  FactorSum inside = { .steps = steps };
  int first = -1;
  for (int i = 0; i < group.count; i++) {
    const Factor *factor = index->sorted[group.first + i];
    FactorTerm *term = &sum->terms[factor->term];
    if (factor->group < 0 || term->is_gone || term->has_value) continue;
    copy_term_without(&inside, sum, factor);
    remove_term(index, sum, term);
    if (first < 0) first = factor->term;
  }
  Signed brackets = factored_sum(steps, &inside, depth + 1);
  FactorTerm *term = &sum->terms[first];
  term->is_gone = false;
  term->has_value = true;
  term->value = signed_multiply(steps, (Signed){ group.node, false }, brackets);
  sum_free(&inside);
}

// Returns the group that saves most; among equal ones that of the latest stage, so that the bracket
// has an earlier stage. Returns -1 if none pays.
static int best_group(const FactorIndex *index)
{
  int best = -1;
  long most = 0;
  for (int g = 0; g < index->group_count; g++) {
    long score = score_of(&index->groups[g]);
    bool is_later =
        best >= 0 && score == most && index->groups[g].stage > index->groups[best].stage;
    if (score <= most && !is_later) continue;
    best = g;
    most = score;
  }
  return best;
}

static void take_out_factors(Steps *steps, FactorSum *sum, int depth)
{
  FactorIndex index = index_of(sum);
  for (int group = best_group(&index); group >= 0; group = best_group(&index))
    take_out(steps, sum, &index, group, depth);
  free(index.sorted);
  free(index.groups);
}

// `depth` is the number of factors in front of the brackets; deeper sums are not factored.
static Signed factored_sum(Steps *steps, FactorSum *sum, int depth)
{
  if (depth < MAX_BRACKET_DEPTH && sum->term_count > 1) take_out_factors(steps, sum, depth);
  Signed total = { -1, false };
  for (int t = 0; t < sum->term_count; t++) {
    if (sum->terms[t].is_gone) continue;
    Signed value = term_value(steps, sum, &sum->terms[t]);
    total = total.place < 0 ? value : signed_add(steps, total, value);
  }
  return total;
}

// ---- the pass

static bool is_open_product(const Rewrite *rewrite, int node)
{
  return rewrite->old->at[node].op == OP_MUL && rewrite_is_private(rewrite, node);
}

// Adds a leaf to the sum. A product used only in this sum is split into factors; anything else is a
// term of one factor.
static void add_term(Rewrite *rewrite, FactorSum *sum, const ChainLeaf *leaf)
{
  Chain *product = &rewrite->product;
  bool is_minus = leaf->value.is_minus;
  if (!is_open_product(rewrite, leaf->old) || !chain_collect(rewrite, leaf->old, product)) {
    begin_term(sum, is_minus);
    add_factor(sum, leaf->value.place);
    return;
  }
  // the sign of the leaf's value includes those of its factors and that of the term
  is_minus = is_minus != rewrite->values[leaf->old].is_minus;
  chain_sort(product);
  for (int i = 0; i < product->count; i++)
    is_minus = is_minus != product->leaves[i].value.is_minus;
  begin_term(sum, is_minus);
  for (int i = 0; i < product->count; i++)
    add_factor(sum, product->leaves[i].value.place);
}

static Signed factor_out(Rewrite *rewrite, int i)
{
  const Chain *chain = &rewrite->chain;
  bool is_sum =
      operator_is_sum(rewrite->old->at[i].op) && chain_collect(rewrite, i, &rewrite->chain);
  int open_products = 0;
  for (int k = 0; is_sum && k < chain->count; k++)
    open_products += is_open_product(rewrite, chain->leaves[k].old);
  if (open_products <= 1) return rewrite_plain(rewrite, i);
  FactorSum sum = { .steps = &rewrite->steps };
  for (int k = 0; k < chain->count; k++)
    add_term(rewrite, &sum, &chain->leaves[k]);
  Signed value = factored_sum(&rewrite->steps, &sum, 0);
  sum_free(&sum);
  return value;
}

Steps pass_factors(const Steps *old) { return rewrite_list(old, NULL, factor_out); }
