// group.c -- pulling out common factors greedily.
//
// What all terms share comes out first; the rest may be a product or a power, which FLINT finds.
// Otherwise the atom whose removal from its terms saves most is pulled out, its terms are grouped
// by themselves, and the same goes on with the other terms until nothing saves any more.
// SPDX-License-Identifier: MIT
#include "notation/group.h"

#include "base/memory.h"
#include "notation/number_text.h"

#include <stdlib.h>

enum {
  DEEPEST = 40,
  BRACKETS = 2,
  REPEATED = 4,  // a factor that stays inside the bracket too: the surcharge of formula_measure.c
  MOST_FACTORED_TERMS = 60,
  MOST_FACTORED_ATOMS = 14,
  DEEPEST_REMEMBERED = 10,  // so that the limit on depth plays no part
  MOST_REMEMBERED_TERMS = 25,
};

static const Formula *group(const Polynomial *p, Grouping grouping, int depth);

// ---- what all terms share

static int least_exponent(const Polynomial *p, int atom)
{
  int least = polynomial_exponent(p, 0, atom);
  for (int i = 1; i < p->term_count && least > 0; i++) {
    int exponent = polynomial_exponent(p, i, atom);
    if (exponent < least) least = exponent;
  }
  return least;
}

static bool has_one_exponent(const Polynomial *p, int atom)
{
  for (int i = 1; i < p->term_count; i++) {
    if (polynomial_exponent(p, i, atom) != polynomial_exponent(p, 0, atom)) return false;
  }
  return true;
}

static int atom_width(const Polynomial *p, int atom, int exponent)
{
  return (int)p->atoms[atom].base->score + 1 + (exponent > 1 ? 2 : 0);
}

// The power of an atom that is worth pulling out of all terms.
static int shared_exponent(const Polynomial *p, int atom)
{
  int least = least_exponent(p, atom);
  if (least == 0 || has_one_exponent(p, atom)) return least;
  int saved = (p->term_count - 1) * atom_width(p, atom, least);
  return saved > REPEATED + BRACKETS ? least : 0;
}

static bool is_negative_throughout(const Polynomial *p)
{
  for (int i = 0; i < p->term_count; i++) {
    if (fmpq_sgn(&p->coefficients[i]) > 0) return false;
  }
  return true;
}

static bool same_size(const fmpq *a, const fmpq *b)
{
  return fmpz_cmpabs(fmpq_numref(a), fmpq_numref(b)) == 0 &&
         fmpz_equal(fmpq_denref(a), fmpq_denref(b));
}

static bool has_one_size_of_coefficient(const Polynomial *p)
{
  for (int i = 1; i < p->term_count; i++) {
    if (!same_size(&p->coefficients[i], &p->coefficients[0])) return false;
  }
  return true;
}

// The greatest number that leaves whole coefficients; decimals such as 0.3*x + 0.7*y stay.
static void shared_number(const Polynomial *p, fmpq_t number)
{
  fmpz *top = fmpq_numref(number), *bottom = fmpq_denref(number);
  fmpz_zero(top);
  fmpz_one(bottom);
  for (int i = 0; i < p->term_count; i++) {
    fmpz_gcd(top, top, fmpq_numref(&p->coefficients[i]));
    fmpz_lcm(bottom, bottom, fmpq_denref(&p->coefficients[i]));
  }
  if (number_is_decimal(number) && !has_one_size_of_coefficient(p)) fmpq_one(number);
  if (is_negative_throughout(p)) fmpq_neg(number, number);
}

// p = shared (one term) * rest.
static void split_shared(const Polynomial *p, Polynomial *shared, Polynomial *rest)
{
  fmpq_t number;
  fmpq_init(number);
  shared_number(p, number);
  polynomial_copy_atoms(shared, p);
  polynomial_copy_atoms(rest, p);
  int *monomial = polynomial_add_term(shared, number);
  for (int k = 0; k < p->atom_count; k++)
    monomial[k] = shared_exponent(p, k);
  for (int i = 0; i < p->term_count; i++) {
    int *row = polynomial_copy_term(rest, p, i);
    for (int k = 0; k < p->atom_count; k++)
      row[k] -= monomial[k];
    fmpq_div(&rest->coefficients[i], &rest->coefficients[i], number);
  }
  fmpq_clear(number);
}

// ---- what was grouped before

enum { MEMORY_SLOTS = 256 };

typedef struct Grouped {
  const Formula *key;  // the polynomial, multiplied out
  GroupPriority priority;
  int cost;  // attempts to factor
  const Formula *result;
  struct Grouped *next;
} Grouped;

struct GroupMemory {
  Arena *arena;
  Grouped *slots[MEMORY_SLOTS];
};

GroupMemory *group_memory_new(Arena *arena)
{
  GroupMemory *memory = ARENA_NEW(arena, GroupMemory);
  memory->arena = arena;
  return memory;
}

static Grouped **slot_of(GroupMemory *memory, const Formula *key)
{
  uint32_t mixed = key->score * 31 + key->operations * 7 + (uint32_t)key->count;
  return &memory->slots[mixed % MEMORY_SLOTS];
}

const Formula *grouping_recall(Grouping grouping, const Formula *key)
{
  const Grouped *known = *slot_of(grouping.memory, key);
  for (; known; known = known->next) {
    if (known->priority != grouping.priority || known->key->length != key->length) continue;
    if (formula_compare(known->key, key) != 0) continue;
    if (known->cost >= *grouping.factor_budget) return NULL;
    *grouping.factor_budget -= known->cost;
    return known->result;
  }
  return NULL;
}

void grouping_remember(Grouping grouping, const Formula *key, int cost, const Formula *result)
{
  Grouped **slot = slot_of(grouping.memory, key);
  Grouped *grouped = ARENA_NEW(grouping.memory->arena, Grouped);
  *grouped = (Grouped){ key, grouping.priority, cost, result, *slot };
  *slot = grouped;
}

// ---- products and powers

static bool is_worth_factoring(const Polynomial *p, Grouping grouping)
{
  if (*grouping.factor_budget <= 0 || p->term_count > MOST_FACTORED_TERMS) return false;
  int used = 0;
  for (int k = 0; k < p->atom_count; k++) {
    for (int i = 0; i < p->term_count; i++) {
      if (polynomial_exponent(p, i, k) == 0) continue;
      used++;
      break;
    }
  }
  return used > 0 && used <= MOST_FACTORED_ATOMS;
}

// The only term that has the atom, if it has its first power; -1: there is no such term.
static int lonely_term(const Polynomial *p, int atom)
{
  int term = -1;
  for (int i = 0; i < p->term_count; i++) {
    int exponent = polynomial_exponent(p, i, atom);
    if (exponent == 0) continue;
    if (exponent > 1 || term >= 0) return -1;
    term = i;
  }
  return term;
}

static int common_divisor(int a, int b)
{
  while (b != 0) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static int divisor_of_exponents(const Polynomial *p)
{
  int divisor = 0;
  for (int i = 0; i < p->term_count; i++) {
    for (int k = 0; k < p->atom_count; k++)
      divisor = common_divisor(divisor, polynomial_exponent(p, i, k));
  }
  return divisor;
}

// If no atom is in all terms: a polynomial x m + b, m a monomial, x in neither, is irreducible,
// because a factor without x would divide m and b; so are two terms that are not powers of one
// degree. Most sums of mechanics are seen to be so.
static bool is_plainly_irreducible(const Polynomial *p)
{
  bool is_linear = false;
  for (int k = 0; k < p->atom_count; k++) {
    if (least_exponent(p, k) > 0) return false;
    is_linear = is_linear || lonely_term(p, k) >= 0;
  }
  return is_linear || (p->term_count == 2 && divisor_of_exponents(p) == 1);
}

// What FLINT found to be irreducible is not asked again.
static bool is_known_irreducible(const Polynomial *p, Grouping grouping, const Formula **key)
{
  if (!grouping.memory) return false;
  *key = formula_of_polynomial(p);
  grouping.priority = (GroupPriority)GROUPED_IRREDUCIBLE;
  int enough = 1;
  grouping.factor_budget = &enough;
  return grouping_recall(grouping, *key) != NULL;
}

// The product of grouped factors, or NULL if the polynomial is irreducible.
static const Formula *group_factors(const Polynomial *p, Grouping grouping, int depth)
{
  if (!is_worth_factoring(p, grouping)) return NULL;
  --*grouping.factor_budget;
  const Formula *key = NULL;
  if (is_plainly_irreducible(p) || is_known_irreducible(p, grouping, &key)) return NULL;
  fmpq_t constant;
  fmpq_init(constant);
  PolynomialFactor *factors = NULL;
  int count = polynomial_factor(p, constant, &factors);
  const Formula *product = NULL;
  if (count > 1 || (count == 1 && factors[0].exponent > 1)) {
    const Formula **bases = ARENA_ARRAY(p->maker.arena, const Formula *, count);
    int *exponents = ARENA_ARRAY(p->maker.arena, int, count);
    for (int i = 0; i < count; i++) {
      bases[i] = group(&factors[i].base, grouping, depth + 1);
      exponents[i] = factors[i].exponent;
    }
    const Expr *number = expr_fraction(p->maker.pool, constant);
    product = formula_product(p->maker, number, bases, exponents, count);
  }
  polynomial_free_factors(factors, count);
  fmpq_clear(constant);
  if (!product && grouping.memory) {
    grouping.priority = (GroupPriority)GROUPED_IRREDUCIBLE;
    grouping_remember(grouping, key, 0, key);
  }
  return product;
}

// ---- the best atom to pull out of some of the terms

static int class_of(const PolynomialAtom *atom)
{
  enum { PARAMETER, SPEED, POSITION, FUNCTION };
  if (atom->is_inverse || atom->base->kind != FORMULA_ATOM) return FUNCTION;
  if (atom->base->stage <= STAGE_PARAMETER) return PARAMETER;
  return atom->base->stage >= STAGE_VELOCITY ? SPEED : POSITION;
}

static int rank_of(GroupPriority priority, const PolynomialAtom *atom)
{
  static const int RANKS[GROUP_PRIORITY_COUNT][4] = {
    [GROUP_PARAMETERS] = { 0, 1, 2, 3 }, [GROUP_GAIN] = { 0, 0, 0, 0 },
    [GROUP_SPEEDS] = { 1, 0, 2, 3 },     [GROUP_FUNCTIONS] = { 1, 2, 3, 0 },
    [GROUP_NOTHING] = { 0, 0, 0, 0 },
  };
  return RANKS[priority][class_of(atom)];
}

static void take_terms(const Polynomial *p, int atom, Polynomial *with, Polynomial *without)
{
  polynomial_copy_atoms(with, p);
  polynomial_copy_atoms(without, p);
  for (int i = 0; i < p->term_count; i++) {
    bool has_atom = polynomial_exponent(p, i, atom) > 0;
    polynomial_copy_term(has_atom ? with : without, p, i);
  }
}

// Some of the terms of a polynomial.
typedef struct Selection {
  const Polynomial *p;
  int *terms;
  int count;
} Selection;

static Selection terms_with(const Polynomial *p, int atom)
{
  Selection selection = { p, memory_new((size_t)p->term_count + 1, sizeof(int)), 0 };
  for (int i = 0; i < p->term_count; i++) {
    if (polynomial_exponent(p, i, atom) > 0) selection.terms[selection.count++] = i;
  }
  return selection;
}

static int selected_exponent(const Selection *selection, int i, int atom)
{
  return polynomial_exponent(selection->p, selection->terms[i], atom);
}

// Columns that one term loses when what all selected terms have of `atom` is pulled out.
static int saved_width(const Selection *selection, int atom, bool may_be_repeated)
{
  int least = selected_exponent(selection, 0, atom);
  bool is_repeated = false;
  for (int i = 1; i < selection->count && least > 0; i++) {
    int exponent = selected_exponent(selection, i, atom);
    is_repeated = is_repeated || exponent != least;
    if (exponent < least) least = exponent;
  }
  if (least == 0 || (is_repeated && !may_be_repeated)) return 0;
  return atom_width(selection->p, atom, least) - (is_repeated ? REPEATED : 0);
}

static bool share_a_number(const Selection *selection)
{
  const fmpq *first = &selection->p->coefficients[selection->terms[0]];
  for (int i = 1; i < selection->count; i++) {
    if (!same_size(&selection->p->coefficients[selection->terms[i]], first)) return false;
  }
  return !fmpz_is_one(fmpq_denref(first)) || !fmpz_is_pm1(fmpq_numref(first));
}

// Columns saved by pulling out what the terms with `atom` share.
static int gain_of(const Polynomial *p, int atom)
{
  Selection selection = terms_with(p, atom);
  int gain = 0;
  if (selection.count > 1) {
    int width = share_a_number(&selection) ? 2 : 0;
    for (int k = 0; k < p->atom_count; k++)
      width += saved_width(&selection, k, k == atom);
    gain = (selection.count - 1) * width - BRACKETS;
  }
  free(selection.terms);
  return gain;
}

// The atom that saves most among those of the first rank that save anything; -1: none.
static int best_atom(const Polynomial *p, GroupPriority priority)
{
  int best = -1, best_rank = 0, best_gain = 0;
  for (int k = 0; k < p->atom_count; k++) {
    int rank = rank_of(priority, &p->atoms[k]);
    if (best >= 0 && rank > best_rank) continue;
    int gain = gain_of(p, k);
    if (gain <= 0) continue;
    if (best >= 0 && rank == best_rank && gain <= best_gain) continue;
    best = k;
    best_rank = rank;
    best_gain = gain;
  }
  return best;
}

static const Formula *group_terms(const Polynomial *p, Grouping grouping, int depth)
{
  const Formula **parts = memory_new((size_t)p->term_count + 1, sizeof(const Formula *));
  int count = 0;
  Polynomial left;
  polynomial_init(&left, p->maker);
  polynomial_copy_atoms(&left, p);
  for (int i = 0; i < p->term_count; i++)
    polynomial_copy_term(&left, p, i);
  bool is_open = grouping.priority != GROUP_NOTHING && depth < DEEPEST;
  for (int atom = is_open ? best_atom(&left, grouping.priority) : -1; atom >= 0;
       atom = best_atom(&left, grouping.priority)) {
    Polynomial with, without;
    polynomial_init(&with, p->maker);
    polynomial_init(&without, p->maker);
    take_terms(&left, atom, &with, &without);
    polynomial_clear(&left);
    left = without;
    parts[count++] = group(&with, grouping, depth + 1);
    polynomial_clear(&with);
  }
  for (int i = 0; i < left.term_count; i++)
    parts[count++] = formula_of_term(&left, i);
  polynomial_clear(&left);
  const Formula *sum = formula_sum(p->maker, parts, count);
  free(parts);
  return sum;
}

// ---- everything

static const Formula *group_afresh(const Polynomial *p, Grouping grouping, int depth)
{
  Polynomial shared, rest;
  polynomial_init(&shared, p->maker);
  polynomial_init(&rest, p->maker);
  split_shared(p, &shared, &rest);
  const Formula *inner = group_terms(&rest, grouping, depth);
  const Formula *factored = group_factors(&rest, grouping, depth);
  if (factored && factored->score < inner->score) inner = factored;
  const Formula *pair[] = { formula_of_term(&shared, 0), inner };
  const Formula *product = formula_product(p->maker, expr_integer(p->maker.pool, 1), pair, NULL, 2);
  polynomial_clear(&rest);
  polynomial_clear(&shared);
  return product;
}

static const Formula *group(const Polynomial *p, Grouping grouping, int depth)
{
  if (p->term_count < 2 || depth > DEEPEST) return formula_of_polynomial(p);
  bool is_kept = grouping.memory && depth <= DEEPEST_REMEMBERED &&
                 p->term_count <= MOST_REMEMBERED_TERMS && *grouping.factor_budget > 0;
  if (!is_kept) return group_afresh(p, grouping, depth);
  const Formula *key = formula_of_polynomial(p);
  const Formula *known = grouping_recall(grouping, key);
  if (known) return known;
  int budget = *grouping.factor_budget;
  const Formula *result = group_afresh(p, grouping, depth);
  if (*grouping.factor_budget > 0) {
    grouping_remember(grouping, key, budget - *grouping.factor_budget, result);
  }
  return result;
}

const Formula *formula_group(const Polynomial *p, Grouping grouping)
{
  return group(p, grouping, 0);
}
