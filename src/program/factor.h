// factor.h -- sums of products, as the factoring pass sees them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_FACTOR_H
#define BIELLE_PROGRAM_FACTOR_H

#include "program/signed.h"

// One term: sign times the product of some factors.
typedef struct FactorTerm {
  bool is_minus;
  bool is_gone;  // has become part of a group
  int first;     // place of its first factor in the sum's list
  int count;
  Signed value;  // set: this is the value of the term
  bool has_value;
} FactorTerm;

typedef struct FactorSum {
  FactorTerm *terms;
  int term_count;
  int term_capacity;
  int *factors;  // places, those of a term side by side, by stage
  int factor_count;
  int factor_capacity;
} FactorSum;  // starts as { 0 }

void factor_sum_free(FactorSum *sum);
FactorTerm *factor_sum_add_term(FactorSum *sum, bool is_minus);
// Adds a factor to the term added last.
void factor_sum_add_factor(FactorSum *sum, int node);

// Terms that share a factor.
typedef struct FactorGroup {
  int factor;
  Stage stage;  // of the factor
  int first;    // place of its first occurrence in the index
  int count;
  int late_members;  // terms after the parameter stage
  long gain;         // of taking the factor out, before the product that comes back
} FactorGroup;

typedef struct Occurrence {
  int factor;
  int term;
  int place;  // in the sum's list of factors
} Occurrence;

// Which terms hold which factor. A factor that a term holds twice counts once.
typedef struct FactorIndex {
  Occurrence *occurrences;  // by factor, then by term
  int occurrence_count;
  FactorGroup *groups;
  int group_count;
  int *group_of_place;  // by place in the sum's list; -1: none
} FactorIndex;

FactorIndex factor_index_of(const Steps *steps, const FactorSum *sum);
void factor_index_free(FactorIndex *index);
// Products saved, weighted by stage; positive: taking the factor out pays.
long factor_group_score(const FactorGroup *group);
// Marks the term as gone and takes it out of the scores of all its groups.
void factor_index_remove(FactorIndex *index, const Steps *steps, FactorSum *sum, int term);

#endif
