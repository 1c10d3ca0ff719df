// factor_index.c -- which factor is shared by most terms, and what taking it out would save.
//
// Only products after the parameter stage really count: in (p1*p2)*q1 + (p1*p3)*q2 the products of
// parameters are free, and p1*(p2*q1 + p3*q2) would cost one more at every pose.
// SPDX-License-Identifier: MIT
#include "program/factor.h"

#include "base/memory.h"

#include <stdlib.h>

// A product after the parameter stage outweighs any number of products in it.
static const long LATE_WEIGHT = 1L << 24;

// ---- sums

void factor_sum_free(FactorSum *sum)
{
  free(sum->terms);
  free(sum->factors);
  *sum = (FactorSum){ 0 };
}

FactorTerm *factor_sum_add_term(FactorSum *sum, bool is_minus)
{
  if (sum->term_count == sum->term_capacity) {
    sum->term_capacity = 2 * sum->term_capacity + 8;
    sum->terms = memory_grow(sum->terms, (size_t)sum->term_capacity, sizeof sum->terms[0]);
  }
  FactorTerm *term = &sum->terms[sum->term_count++];
  *term = (FactorTerm){ .is_minus = is_minus, .first = sum->factor_count };
  return term;
}

void factor_sum_add_factor(FactorSum *sum, int node)
{
  if (sum->factor_count == sum->factor_capacity) {
    sum->factor_capacity = 2 * sum->factor_capacity + 16;
    sum->factors = memory_grow(sum->factors, (size_t)sum->factor_capacity, sizeof sum->factors[0]);
  }
  sum->factors[sum->factor_count++] = node;
  sum->terms[sum->term_count - 1].count++;
}

// ---- gains

static bool is_late(const Steps *steps, int place)
{
  return steps_stage(steps, place) > STAGE_PARAMETER;
}

// Weight of the product of `late` late factors and `early` others, the others taken first.
static long product_weight(int late, int early)
{
  long weight = early > 1 ? early - 1 : 0;
  if (late > 0) weight += LATE_WEIGHT * (early > 0 ? late : late - 1);
  return weight;
}

static int late_factors(const Steps *steps, const FactorSum *sum, const FactorTerm *term)
{
  int count = 0;
  for (int i = 0; i < term->count; i++)
    count += is_late(steps, sum->factors[term->first + i]);
  return count;
}

// What the term saves when one `factor` leaves it.
static long gain_of_term(const Steps *steps, int late, int count, int factor)
{
  int early = count - late;
  long before = product_weight(late, early);
  return before - (is_late(steps, factor) ? product_weight(late - 1, early)
                                          : product_weight(late, early - 1));
}

long factor_group_score(const FactorGroup *group)
{
  bool comes_back_late = group->stage > STAGE_PARAMETER || group->late_members > 0;
  return group->gain - (comes_back_late ? LATE_WEIGHT : 1);
}

// ---- index

static int compare_occurrences(const void *a, const void *b)
{
  const Occurrence *left = a, *right = b;
  if (left->factor != right->factor) return left->factor < right->factor ? -1 : 1;
  return (left->place > right->place) - (left->place < right->place);
}

// Single factors are left alone: x + x*y has as many products as x*(1 + y).
static void list_occurrences(FactorIndex *index, const FactorSum *sum)
{
  for (int t = 0; t < sum->term_count; t++) {
    const FactorTerm *term = &sum->terms[t];
    for (int i = 0; term->count > 1 && i < term->count; i++) {
      int place = term->first + i;
      index->occurrences[index->occurrence_count++] = (Occurrence){ sum->factors[place], t, place };
    }
  }
  qsort(index->occurrences, (size_t)index->occurrence_count, sizeof index->occurrences[0],
        compare_occurrences);
}

static void add_to_group(FactorIndex *index, const Steps *steps, const FactorSum *sum, int i)
{
  Occurrence *occurrence = &index->occurrences[i];
  const Occurrence *previous = i > 0 ? occurrence - 1 : NULL;
  if (!previous || previous->factor != occurrence->factor) {
    index->groups[index->group_count++] = (FactorGroup){
      .factor = occurrence->factor, .stage = steps_stage(steps, occurrence->factor), .first = i
    };
  } else if (previous->term == occurrence->term) {
    occurrence->place = -1;
  }
  FactorGroup *group = &index->groups[index->group_count - 1];
  group->count++;
  if (occurrence->place < 0) return;
  const FactorTerm *term = &sum->terms[occurrence->term];
  int late = late_factors(steps, sum, term);
  index->group_of_place[occurrence->place] = index->group_count - 1;
  group->late_members += late > 0;
  group->gain += gain_of_term(steps, late, term->count, occurrence->factor);
}

FactorIndex factor_index_of(const Steps *steps, const FactorSum *sum)
{
  size_t count = (size_t)sum->factor_count;
  FactorIndex index = { 0 };
  index.occurrences = memory_new(count, sizeof index.occurrences[0]);
  index.groups = memory_new(count, sizeof index.groups[0]);
  index.group_of_place = memory_new(count, sizeof index.group_of_place[0]);
  for (size_t i = 0; i < count; i++)
    index.group_of_place[i] = -1;
  list_occurrences(&index, sum);
  for (int i = 0; i < index.occurrence_count; i++)
    add_to_group(&index, steps, sum, i);
  return index;
}

void factor_index_free(FactorIndex *index)
{
  free(index->occurrences);
  free(index->groups);
  free(index->group_of_place);
  *index = (FactorIndex){ 0 };
}

void factor_index_remove(FactorIndex *index, const Steps *steps, FactorSum *sum, int t)
{
  FactorTerm *term = &sum->terms[t];
  term->is_gone = true;
  int late = late_factors(steps, sum, term);
  for (int i = 0; i < term->count; i++) {
    int place = term->first + i;
    if (index->group_of_place[place] < 0) continue;
    FactorGroup *group = &index->groups[index->group_of_place[place]];
    group->gain -= gain_of_term(steps, late, term->count, sum->factors[place]);
    group->late_members -= late > 0;
  }
}
