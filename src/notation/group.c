// group.c -- pulling out common factors greedily.
//
// What all terms share comes out first; the rest may be a product or a power, which FLINT finds.
// Otherwise the atom whose removal from its terms saves most is pulled out, its terms are grouped
// by themselves, and the same goes on with the other terms until nothing saves any more.
// SPDX-License-Identifier: MIT
#include "notation/group.h"

#include "base/memory.h"
#include "notation/number_text.h"

#include <flint/ulong_extras.h>

#include <stdlib.h>

enum {
  DEEPEST = 40,
  BRACKETS = 2,
  REPEATED = 4,  // a factor that stays inside the bracket too: the surcharge of formula_measure.c
  MOST_FACTORED_TERMS = 60,
  MOST_FACTORED_ATOMS = 14,
  DEEPEST_REMEMBERED = 10,  // so that the limit on depth plays no part
  IRREDUCIBLE = 1000,       // beside the priorities: what the memo keeps
};

static const Formula *group(const Polynomial *p, Grouping grouping, int depth);

// ---- the exponents of a polynomial, unpacked

typedef struct Table {
  Polynomial p;
  int term_count;
  int atom_count;
  ulong *exponents;  // rows of atom_count
  ulong *least;      // of each atom in all terms
  ulong *most;
  int *atoms;       // of each term, those that occur
  int *first_atom;  // those of term i are atoms[first_atom[i]] to before atoms[first_atom[i + 1]]
  bool *is_left;    // terms that are in no group yet
  int *hits;        // scratch of gain_of(), zeros
} Table;

static ulong *row_of(const Table *table, int i)
{
  return table->exponents + (size_t)i * (size_t)table->atom_count;
}

static void find_extremes(Table *table)
{
  for (int k = 0; k < table->atom_count; k++) {
    table->least[k] = table->most[k] = row_of(table, 0)[k];
    for (int i = 1; i < table->term_count; i++) {
      ulong exponent = row_of(table, i)[k];
      if (exponent < table->least[k]) table->least[k] = exponent;
      if (exponent > table->most[k]) table->most[k] = exponent;
    }
  }
}

static Table open_table(const Polynomial *p)
{
  size_t terms = (size_t)polynomial_term_count(p), atoms = (size_t)polynomial_atom_count(p);
  Table table = { .term_count = (int)terms,
                  .atom_count = (int)atoms,
                  .exponents = polynomial_exponents(p),
                  .least = memory_new(atoms + 1, sizeof(ulong)),
                  .most = memory_new(atoms + 1, sizeof(ulong)) };
  find_extremes(&table);
  return table;
}

static void close_table(Table *table)
{
  polynomial_clear(&table->p);
  free(table->exponents);
  free(table->least);
  free(table->most);
  free(table->atoms);
  free(table->first_atom);
  free(table->is_left);
  free(table->hits);
}

static void list_atoms(Table *table)
{
  size_t terms = (size_t)table->term_count, atoms = (size_t)table->atom_count;
  table->atoms = memory_new(terms * atoms + 1, sizeof(int));
  table->first_atom = memory_new(terms + 1, sizeof(int));
  table->is_left = memory_new(terms + 1, sizeof(bool));
  table->hits = memory_new(atoms + 1, sizeof(int));
  int count = 0;
  for (int i = 0; i < table->term_count; i++) {
    for (int k = 0; k < table->atom_count; k++) {
      if (row_of(table, i)[k] > 0) table->atoms[count++] = k;
    }
    table->first_atom[i + 1] = count;
    table->is_left[i] = true;
  }
}

// ---- what all terms share

static int atom_width(const PolynomialRing *ring, int atom, ulong exponent)
{
  return (int)ring->atoms[atom].base->score + 1 + (exponent > 1 ? 2 : 0);
}

// The power of an atom that is worth pulling out of all terms.
static ulong shared_exponent(const Table *table, const PolynomialRing *ring, int atom)
{
  ulong least = table->least[atom];
  if (least == 0 || least == table->most[atom]) return least;
  int saved = (table->term_count - 1) * atom_width(ring, atom, least);
  return saved > REPEATED + BRACKETS ? least : 0;
}

// Coefficients are FLINT's: content times coprime integers.
static bool are_all(const Polynomial *p, bool (*is_so)(const fmpz *))
{
  for (int i = 0; i < polynomial_term_count(p); i++) {
    if (!is_so(&p->sum->zpoly->coeffs[i])) return false;
  }
  return true;
}

static bool is_unit(const fmpz *n) { return fmpz_is_pm1(n); }
static bool is_negative(const fmpz *n) { return fmpz_sgn(n) < 0; }
static bool is_positive(const fmpz *n) { return fmpz_sgn(n) > 0; }

// The greatest number that leaves whole coefficients; decimals such as 0.3*x + 0.7*y stay.
static void shared_number(const Polynomial *p, fmpq_t number)
{
  bool is_negative_throughout =
      are_all(p, fmpq_sgn(p->sum->content) < 0 ? is_positive : is_negative);
  fmpq_abs(number, p->sum->content);
  if (number_is_decimal(number) && !are_all(p, is_unit)) fmpq_one(number);
  if (is_negative_throughout) fmpq_neg(number, number);
}

// p = shared (a term) * rest, whose table is returned.
static Table split_shared(const Polynomial *p, const Formula **shared)
{
  Table table = open_table(p);
  ulong *monomial = memory_new((size_t)table.atom_count + 1, sizeof monomial[0]);
  for (int k = 0; k < table.atom_count; k++)
    monomial[k] = shared_exponent(&table, p->ring, k);
  for (int k = 0; k < table.atom_count; k++) {
    table.least[k] -= monomial[k];
    table.most[k] -= monomial[k];
  }
  table.p = polynomial_like(p);
  for (int i = 0; i < table.term_count; i++) {
    ulong *row = row_of(&table, i);
    for (int k = 0; k < table.atom_count; k++)
      row[k] -= monomial[k];
    polynomial_push(&table.p, p, i, row);
  }
  fmpq_t number;
  fmpq_init(number);
  shared_number(p, number);
  fmpq_mpoly_scalar_div_fmpq(table.p.sum, table.p.sum, number, p->ring->context);
  *shared = formula_of_monomial(p->ring, number, monomial);
  fmpq_clear(number);
  free(monomial);
  return table;
}

// ---- products and powers

static bool is_worth_factoring(const Table *table, Grouping grouping)
{
  if (*grouping.factor_budget <= 0 || table->term_count > MOST_FACTORED_TERMS) return false;
  int used = 0;
  for (int k = 0; k < table->atom_count; k++)
    used += table->most[k] > 0;
  return used > 0 && used <= MOST_FACTORED_ATOMS;
}

// Is the atom in one term only, with its first power?
static bool is_lonely(const Table *table, int atom)
{
  int count = 0;
  for (int i = 0; i < table->term_count && table->most[atom] == 1; i++)
    count += row_of(table, i)[atom] > 0;
  return count == 1;
}

static ulong divisor_of_exponents(const Table *table)
{
  ulong divisor = 0;
  for (int i = 0; i < table->term_count * table->atom_count; i++)
    divisor = n_gcd(divisor, table->exponents[i]);
  return divisor;
}

// If no atom is in all terms: a polynomial x m + b, m a monomial, x in neither, is irreducible,
// because a factor without x would divide m and b; so are two terms that are not powers of one
// degree. Most sums of mechanics are seen to be so.
static bool is_plainly_irreducible(const Table *table)
{
  bool is_linear = false;
  for (int k = 0; k < table->atom_count; k++) {
    if (table->least[k] > 0) return false;
    is_linear = is_linear || is_lonely(table, k);
  }
  return is_linear || (table->term_count == 2 && divisor_of_exponents(table) == 1);
}

typedef struct Inside {
  Grouping grouping;
  int depth;
} Inside;

static const Formula *group_inside(const Polynomial *p, void *context)
{
  const Inside *inside = context;
  return group(p, inside->grouping, inside->depth);
}

// The product of grouped factors, or NULL if the polynomial is irreducible. What FLINT found to be
// so is not asked again.
static const Formula *group_factors(const Table *table, const Formula *unfactored,
                                    Grouping grouping, int depth)
{
  if (!is_worth_factoring(table, grouping)) return NULL;
  --*grouping.factor_budget;
  if (is_plainly_irreducible(table)) return NULL;
  uint64_t key = hash_join(polynomial_hash(&table->p), IRREDUCIBLE);
  const MemoEntry *known = memo_find(grouping.memo, key);
  if (known) return NULL;
  Inside inside = { grouping, depth + 1 };
  const Formula *product = polynomial_factored(&table->p, group_inside, &inside);
  if (!product) memo_put(grouping.memo, (MemoEntry){ .key = key, .result = unfactored });
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

static bool is_in_group(const Table *table, int term, int atom)
{
  return table->is_left[term] && row_of(table, term)[atom] > 0;
}

// Have terms i and j coefficients of one size, which is not one?
static bool share_a_number(const Polynomial *p, int i, int j)
{
  const fmpz *first = &p->sum->zpoly->coeffs[i], *second = &p->sum->zpoly->coeffs[j];
  if (fmpz_cmpabs(first, second) != 0) return false;
  return fmpz_cmpabs(first, fmpq_denref(p->sum->content)) != 0 ||
         !fmpz_is_pm1(fmpq_numref(p->sum->content));
}

// Columns that one term loses when the power of `atom` that all terms of its group have comes out.
static int saved_width(const Table *table, int atom, ulong least, bool is_repeated, bool may_repeat)
{
  if (is_repeated && !may_repeat) return 0;
  return atom_width(table->p.ring, atom, least) - (is_repeated ? REPEATED : 0);
}

// Term i joins a group of `count` terms. An atom that all of them have has `count` hits.
static void join_group(const Table *table, int i, int count, ulong least[], ulong most[])
{
  for (int n = table->first_atom[i]; n < table->first_atom[i + 1]; n++) {
    int k = table->atoms[n];
    if (table->hits[k] != count) continue;
    ulong exponent = row_of(table, i)[k];
    if (count == 0 || exponent < least[k]) least[k] = exponent;
    if (count == 0 || exponent > most[k]) most[k] = exponent;
    table->hits[k]++;
  }
}

// Columns saved by pulling out what the terms that are left with `atom` share; only atoms of the
// first term can be in all.
static int gain_of(const Table *table, int atom, ulong least[], ulong most[])
{
  int first = -1, count = 0;
  bool has_number = true;
  for (int i = 0; i < table->term_count; i++) {
    if (!is_in_group(table, i, atom)) continue;
    if (first < 0) first = i;
    has_number = has_number && share_a_number(&table->p, first, i);
    join_group(table, i, count++, least, most);
  }
  if (count == 0) return 0;
  int width = has_number ? 2 : 0;
  for (int n = table->first_atom[first]; n < table->first_atom[first + 1]; n++) {
    int k = table->atoms[n];
    bool is_repeated = least[k] != most[k];
    if (table->hits[k] == count) {
      width += saved_width(table, k, least[k], is_repeated, k == atom);
    }
    table->hits[k] = 0;
  }
  return count > 1 ? (count - 1) * width - BRACKETS : 0;
}

// The atom that saves most among those of the first rank that save anything; -1: none.
static int best_atom(const Table *table, GroupPriority priority)
{
  size_t size = (size_t)table->atom_count + 1;
  ulong *least = memory_new(size, sizeof least[0]), *most = memory_new(size, sizeof most[0]);
  int best = -1, best_rank = 0, best_gain = 0;
  for (int k = 0; k < table->atom_count; k++) {
    int rank = rank_of(priority, &table->p.ring->atoms[k]);
    if (best >= 0 && rank > best_rank) continue;
    int gain = gain_of(table, k, least, most);
    if (gain <= 0) continue;
    if (best >= 0 && rank == best_rank && gain <= best_gain) continue;
    best = k;
    best_rank = rank;
    best_gain = gain;
  }
  free(most);
  free(least);
  return best;
}

// The terms that are left with `atom`, grouped by themselves.
static const Formula *group_with(Table *table, int atom, Grouping grouping, int depth)
{
  Polynomial with = polynomial_like(&table->p);
  for (int i = 0; i < table->term_count; i++) {
    if (!is_in_group(table, i, atom)) continue;
    polynomial_push(&with, &table->p, i, row_of(table, i));
    table->is_left[i] = false;
  }
  polynomial_reduce(&with);
  const Formula *grouped = group(&with, grouping, depth);
  polynomial_clear(&with);
  return grouped;
}

static const Formula *group_terms(Table *table, Grouping grouping, int depth)
{
  const PolynomialRing *ring = table->p.ring;
  const Formula **parts = memory_new((size_t)table->term_count + 1, sizeof(const Formula *));
  int count = 0;
  list_atoms(table);
  bool is_open = grouping.priority != GROUP_NOTHING && depth < DEEPEST;
  for (int atom; is_open && (atom = best_atom(table, grouping.priority)) >= 0;)
    parts[count++] = group_with(table, atom, grouping, depth + 1);
  fmpq_t coefficient;
  fmpq_init(coefficient);
  for (int i = 0; i < table->term_count; i++) {
    if (!table->is_left[i]) continue;
    fmpq_mpoly_get_term_coeff_fmpq(coefficient, table->p.sum, i, ring->context);
    parts[count++] = formula_of_monomial(ring, coefficient, row_of(table, i));
  }
  fmpq_clear(coefficient);
  const Formula *sum = formula_sum(ring->maker, parts, count);
  free(parts);
  return sum;
}

// ---- everything

static const Formula *group_afresh(const Polynomial *p, Grouping grouping, int depth)
{
  const Formula *shared = NULL;
  Table table = split_shared(p, &shared);
  const Formula *inner = group_terms(&table, grouping, depth);
  const Formula *factored = group_factors(&table, inner, grouping, depth);
  if (factored && factored->score < inner->score) inner = factored;
  const Formula *pair[] = { shared, inner };
  FormulaMaker maker = p->ring->maker;
  close_table(&table);
  return formula_product(maker, expr_integer(maker.pool, 1), pair, NULL, 2);
}

const Formula *grouping_recall(Grouping grouping, uint64_t key)
{
  const MemoEntry *known = memo_find(grouping.memo, key);
  if (!known || known->cost >= *grouping.factor_budget) return NULL;
  *grouping.factor_budget -= known->cost;
  return known->result;
}

void grouping_remember(Grouping grouping, uint64_t key, int budget, const Formula *result)
{
  if (*grouping.factor_budget <= 0) return;
  memo_put(grouping.memo, (MemoEntry){ key, result, budget - *grouping.factor_budget });
}

static const Formula *group(const Polynomial *p, Grouping grouping, int depth)
{
  int term_count = polynomial_term_count(p), budget = *grouping.factor_budget;
  if (term_count < 2 || depth > DEEPEST) return formula_of_polynomial(p);
  bool is_kept = depth <= DEEPEST_REMEMBERED && budget > 0;
  if (!is_kept) return group_afresh(p, grouping, depth);
  uint64_t key = hash_join(polynomial_hash(p), (uint64_t)grouping.priority);
  const Formula *result = grouping_recall(grouping, key);
  if (result) return result;
  result = group_afresh(p, grouping, depth);
  grouping_remember(grouping, key, budget, result);
  return result;
}

const Formula *formula_group(const Polynomial *p, Grouping grouping)
{
  return group(p, grouping, 0);
}
