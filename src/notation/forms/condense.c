// condense.c -- tries forms of an expression and selects the shortest.
// SPDX-License-Identifier: MIT
#include "notation/forms/condense.h"

#include "notation/formula/formula_simplify_trig.h"
#include "notation/forms/fraction.h"
#include "notation/forms/group.h"
#include "notation/forms/polynomial.h"
#include "notation/forms/trig_form.h"
#include "symbolic/field/fingerprint.h"

#include <stdlib.h>

enum {
  LONGEST = 20000,  // columns of the form as built
  MAX_ARGUMENT_DEPTH = 3,
  MAX_BY_PARTS_LENGTH = 2000,
  CONDENSED = 3000,  // type of cache keys
};

static const PolynomialLimits LIMITS = { .terms = 1000, .atoms = 100 };

typedef struct FormSearch {
  const Expr *value;
  FormulaMaker maker;
  const Formula *best;
  FormCache *memo;
  int level;  // 0, or the number of enclosing calls and denominators
} FormSearch;

static bool has_circular_atom(const Polynomial *p)
{
  for (int k = 0; k < p->ring->atom_count; k++) {
    if (atom_is_circular(&p->ring->atoms[k])) return true;
  }
  return false;
}

// ---- candidates

// Considers a candidate form. A candidate whose fingerprint differs from the requested value is
// rejected: the rules of trig_form.h use identities of roots, odd angles and composed functions
// that the prime fields do not represent.
static void consider_form(FormSearch *search, const Formula *candidate)
{
  if (!search->memo->is_for_nodes) candidate = formula_simplify_trig(search->maker, candidate);
  if (search->best && candidate->score >= search->best->score) return;
  // Compared by value, because the definition of a name is a separate node.
  if (fingerprint_equal(formula_value(search->maker, candidate), expr_value(search->value))) {
    search->best = candidate;
  } else {
    search->memo->refused_count++;
  }
}

// The shortest form of a polynomial.
static const Formula *shortest(const Polynomial *p, FormCache *memo)
{
  if (!has_circular_atom(p)) return formula_group(p, memo);
  Polynomial reduced = trig_without_squares(p);
  const Formula *best = formula_group(&reduced, memo);
  ShortTrig trig = trig_shorten(&reduced, memo);
  polynomial_clear(&reduced);
  const Formula *others[] = { formula_group(&trig.spread, memo), formula_group(&trig.kept, memo) };
  for (int i = 0; i < 2; i++) {
    if (others[i]->score < best->score) best = others[i];
  }
  short_trig_clear(&trig);
  return best;
}

static const Formula *write_shortest(const Polynomial *p, void *context)
{
  return shortest(p, context);
}

// ---- one fraction in lowest terms

static bool has_quotient(const Formula *f)
{
  if (f->kind != FORMULA_SUM && f->kind != FORMULA_PRODUCT) return false;
  for (int i = 0; i < f->count; i++) {
    if (f->kind == FORMULA_PRODUCT && f->exponents[i] < 0) return true;
    if (has_quotient(f->parts[i])) return true;
  }
  return false;
}

// Lower-bound test: returns false if `term_count` terms, at MIN_NODES_PER_TERM each, cannot score
// below the current best form.
static bool can_improve(const FormSearch *search, int term_count)
{
  enum { MIN_NODES_PER_TERM = 6 };
  return !search->best || (uint32_t)term_count * MIN_NODES_PER_TERM < search->best->score;
}

// Candidate: distributes the denominator, writing each term of the numerator over `below`.
static void enter_terms(FormSearch *search, const Polynomial *top, const fmpq_t number,
                        const Formula *below)
{
  if (!can_improve(search, polynomial_term_count(top))) return;
  FormulaList terms = { 0 };
  ulong *table = polynomial_exponents(top), *row = table;
  fmpq_t coefficient;
  fmpq_init(coefficient);
  for (int i = 0; i < polynomial_term_count(top); i++, row += polynomial_atom_count(top)) {
    fmpq_mpoly_get_term_coeff_fmpq(coefficient, top->sum, i, top->ring->context);
    fmpq_mul(coefficient, coefficient, number);
    formula_push(&terms, formula_of_monomial(top->ring, coefficient, row, below));
  }
  Polynomial sum = polynomial_of_terms(search->maker, &terms);
  consider_form(search, formula_group(&sum, search->memo));
  polynomial_clear(&sum);
  fmpq_clear(coefficient);
  free(table);
}

// Candidates for each factor of the denominator: polynomial division, top/(divisor*others) =
// whole/others + rest/(divisor*others).
static void enter_divisions(FormSearch *search, const PolynomialProduct *fraction,
                            const Formula *const bases[], const Polynomial *top,
                            const Formula *below)
{
  FormulaMaker maker = search->maker;
  const Expr *number = expr_fraction(maker.pool, fraction->number);
  for (int i = 0; i < fraction->count; i++) {
    if (fraction->exponents[i] != -1 || polynomial_term_count(&fraction->factors[i]) < 2) continue;
    Polynomial whole = polynomial_like(top), rest = polynomial_like(top);
    fmpq_mpoly_divrem(whole.sum, rest.sum, top->sum, fraction->factors[i].sum, top->ring->context);
    int count = polynomial_term_count(&whole) + polynomial_term_count(&rest);
    if (polynomial_term_count(&whole) > 0 && can_improve(search, count)) {
      const Formula *first[] = { shortest(&whole, search->memo), bases[i], below };
      const Formula *second[] = { shortest(&rest, search->memo), below };
      const Formula *terms[] = { formula_product(maker, number, first, NULL, 3),
                                 formula_product(maker, number, second, NULL, 2) };
      consider_form(search, formula_sum(maker, terms, 2));
    }
    polynomial_clear(&rest);
    polynomial_clear(&whole);
  }
}

static void enter_fraction(FormSearch *search, const Formula *as_built)
{
  PolynomialProduct fraction;
  FormulaMaker maker = search->maker;
  if (!fraction_of(as_built, maker, write_shortest, search->memo, &fraction)) return;
  int term_count = 0;
  for (int i = 0; i < fraction.count; i++)
    term_count += polynomial_term_count(&fraction.factors[i]);
  if (!can_improve(search, term_count)) {
    polynomial_product_clear(&fraction);
    return;
  }
  const Expr *one = expr_integer(maker.pool, 1),
             *number = expr_fraction(maker.pool, fraction.number);
  const Formula **bases = ARENA_ARRAY(maker.arena, const Formula *, fraction.count + 1);
  int *below = ARENA_ARRAY(maker.arena, int, fraction.count + 1);
  for (int i = 0; i < fraction.count; i++) {
    bases[i] = shortest(&fraction.factors[i], search->memo);
    below[i] = fraction.exponents[i] < 0 ? fraction.exponents[i] : 0;
  }
  consider_form(search, formula_product(maker, number, bases, fraction.exponents, fraction.count));
  if (fraction.count > 0) {
    Polynomial top = polynomial_like(&fraction.factors[0]);
    fmpq_mpoly_one(top.sum, top.ring->context);
    for (int i = 0; i < fraction.count; i++) {
      for (int n = 0; n < fraction.exponents[i]; n++)
        fmpq_mpoly_mul(top.sum, top.sum, fraction.factors[i].sum, top.ring->context);
    }
    const Formula *bottom = formula_product(maker, one, bases, below, fraction.count);
    enter_terms(search, &top, fraction.number, bottom);
    enter_divisions(search, &fraction, bases, &top, bottom);
    ShortTrig trig = trig_shorten(&top, search->memo);
    enter_terms(search, &trig.spread, fraction.number, bottom);
    enter_terms(search, &trig.kept, fraction.number, bottom);
    short_trig_clear(&trig);
    polynomial_clear(&top);
  }
  polynomial_product_clear(&fraction);
}

// ---- inside calls and denominators

static const Formula *condense_at(const Expr *e, Arena *arena, FormCache *memo, int level);

static const Formula *condense_part(const FormSearch *search, const Formula *part)
{
  if (part->kind == FORMULA_ATOM) return part;
  const Expr *value = expr_of_formula(search->maker.pool, part);
  return condense_at(value, search->maker.arena, search->memo, search->level + 1);
}

static const Formula *condense_atom(const FormSearch *search, const PolynomialAtom *atom)
{
  if (atom->is_inverse) return condense_part(search, atom->base);
  if (atom->base->kind != FORMULA_CALL || atom_is_circular(atom)) return atom->base;
  const Formula *arguments[MAX_ARITY];
  for (int i = 0; i < atom->base->count; i++)
    arguments[i] = condense_part(search, atom->base->parts[i]);
  return formula_call(search->maker, atom->base->op, arguments);
}

static void condense_atoms(const FormSearch *search, Polynomial *p)
{
  if (search->level == MAX_ARGUMENT_DEPTH) return;
  bool is_changed = false;
  for (int k = 0; k < p->ring->atom_count; k++) {
    PolynomialAtom *atom = &p->ring->atoms[k];
    const Formula *condensed = condense_atom(search, atom);
    is_changed = is_changed || formula_compare(condensed, atom->base) != 0;
    atom->base = condensed;
  }
  if (!is_changed) return;
  Polynomial changed = polynomial_renewed(p, NULL);
  polynomial_clear(p);
  *p = changed;
}

// Condenses each term with brackets separately, and all terms without brackets together.
static const Formula *condense_terms(const FormSearch *search, const Formula *sum)
{
  FormulaMaker maker = search->maker;
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, sum->count + 1);
  const Formula **plain = ARENA_ARRAY(maker.arena, const Formula *, sum->count);
  int count = 0, plain_count = 0;
  for (int i = 0; i < sum->count; i++) {
    if (sum->parts[i]->nesting == 0) {
      plain[plain_count++] = sum->parts[i];
    } else {
      parts[count++] = condense_part(search, sum->parts[i]);
    }
  }
  if (plain_count > 0 && count > 0)
    parts[count++] = condense_part(search, formula_sum(maker, plain, plain_count));
  return count > 0 ? formula_sum(maker, parts, count) : sum;
}

// For an expression too long as a whole: a sum or product whose parts are condensed separately.
static const Formula *condense_parts(const FormSearch *search, const Formula *f)
{
  FormulaMaker maker = search->maker;
  if (f->kind == FORMULA_SUM) return condense_terms(search, f);
  if (f->kind != FORMULA_PRODUCT) return f;
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, f->count);
  for (int i = 0; i < f->count; i++)
    parts[i] = condense_part(search, f->parts[i]);
  return formula_product(maker, f->expr, parts, f->exponents, f->count);
}

// ---- parts of the selected form

// Replaces sums inside the form by their shortest forms: parts that were grouped for the whole may
// contain sin(a)*sin(b) - cos(a)*cos(b).
static const Formula *with_short_parts(const FormSearch *search, const Formula *f, bool is_whole)
{
  enum { MAX_SUM_TERMS = 300 };
  FormulaMaker maker = search->maker;
  if (f->kind != FORMULA_SUM && f->kind != FORMULA_PRODUCT) return f;
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, f->count);
  bool is_same = true;
  for (int i = 0; i < f->count; i++) {
    parts[i] = with_short_parts(search, f->parts[i], false);
    is_same = is_same && parts[i] == f->parts[i];
  }
  bool is_sum = f->kind == FORMULA_SUM;
  if (!is_same) {
    f = is_sum ? formula_sum(maker, parts, f->count)
               : formula_product(maker, f->expr, parts, f->exponents, f->count);
  }
  if (is_whole || !is_sum || formula_length(f) > MAX_SUM_TERMS) return f;
  // the parts of this sum were already shortened
  const Expr *value = expr_of_formula(maker.pool, f);
  const Formula *own = condense_at(value, maker.arena, search->memo, MAX_ARGUMENT_DEPTH);
  return own->score < f->score ? own : f;
}

// ---- search

// Considers f as a polynomial if it has at most `most` terms, if necessary after applying sin^2 +
// cos^2 = 1. Returns the term count before that reduction, or 0 if f is not a polynomial.
static int enter_polynomial(FormSearch *search, const Formula *f, int most)
{
  Polynomial p;
  if (!polynomial_of(f, search->maker, LIMITS, &p)) return 0;
  int count = polynomial_term_count(&p);
  if (count > most) {
    Polynomial reduced = trig_without_squares(&p);
    polynomial_clear(&p);
    p = reduced;
  }
  if (polynomial_term_count(&p) <= most) {
    condense_atoms(search, &p);
    consider_form(search, shortest(&p, search->memo));
  }
  polynomial_clear(&p);
  return count;
}

static const Formula *open_names(FormulaMaker maker, const Formula *f);

// The parts with names expanded; NULL if they have none.
static const Formula **open_parts(FormulaMaker maker, const Formula *f)
{
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, f->count);
  bool is_changed = false;
  for (int i = 0; i < f->count; i++) {
    parts[i] = open_names(maker, f->parts[i]);
    is_changed = is_changed || parts[i] != f->parts[i];
  }
  return is_changed ? parts : NULL;
}

// The formula with names replaced by their definitions where these are short, also in angles; `f`
// itself if there are none.
static const Formula *open_names(FormulaMaker maker, const Formula *f)
{
  enum { SHORT = 60 };
  if (f->kind == FORMULA_ATOM) {
    if (formula_is_cut(f) || f->expr->form->op != OP_NAMED) return f;
    const Formula *definition = formula_of(f->expr->form->named.definition, maker.arena);
    return definition->score <= SHORT ? definition : f;
  }
  if (f->kind == FORMULA_CALL && !operator_reads_linear_form(f->op)) return f;
  const Formula **parts = open_parts(maker, f);
  if (!parts) return f;
  switch (f->kind) {
  case FORMULA_CALL: return formula_call(maker, f->op, parts);
  case FORMULA_SUM: return formula_sum(maker, parts, f->count);
  default: return formula_product(maker, f->expr, parts, f->exponents, f->count);
  }
}

bool condense_is_too_long(const Formula *formula) { return formula_length(formula) > LONGEST; }

static const Formula *condense_afresh(const Expr *e, Arena *arena, FormCache *memo, int level)
{
  const Formula *as_built = formula_of(e, arena);
  if (as_built->kind == FORMULA_ATOM || condense_is_too_long(as_built)) return as_built;
  FormSearch search = {
    .value = e, .maker = { expr_pool(e), arena }, .memo = memo, .level = level
  };
  int term_count = enter_polynomial(&search, as_built, LIMITS.terms);
  bool is_polynomial = term_count > 0, is_ratio = has_quotient(as_built);
  bool has_parts = as_built->nesting > 0 && formula_length(as_built) <= MAX_BY_PARTS_LENGTH;
  if (level < MAX_ARGUMENT_DEPTH && (!is_polynomial || is_ratio || has_parts)) {
    const Formula *by_parts = condense_parts(&search, as_built);
    consider_form(&search, by_parts);
    if (!is_polynomial) enter_polynomial(&search, by_parts, LIMITS.terms);
  }
  consider_form(&search, as_built);
  if (is_ratio) enter_fraction(&search, as_built);
  const Formula *opened = memo->is_for_nodes ? as_built : open_names(search.maker, as_built);
  if (opened != as_built) {
    // Definitions are longer than names, unless terms or denominators cancel, or terms of angles.
    consider_form(&search, opened);
    enter_polynomial(&search, opened, is_polynomial && !is_ratio ? term_count - 1 : LIMITS.terms);
  }
  if (search.best && level == 0)
    consider_form(&search, with_short_parts(&search, search.best, true));
  return search.best ? search.best : as_built;
}

// Cached version of condense_afresh(); parts recur frequently.
static const Formula *condense_at(const Expr *e, Arena *arena, FormCache *memo, int level)
{
  uint64_t key = hash_join(hash_join(CONDENSED, (uint64_t)level), e->id);
  const MemoEntry *known = form_cache_find(memo, key);
  if (known) return known->result;
  const Formula *result = condense_afresh(e, arena, memo, level);
  form_cache_put(memo, (MemoEntry){ .key = key, .result = result });
  return result;
}

const Formula *condense(const Expr *e, Arena *arena)
{
  return condense_next(e, arena, form_cache_new(arena));
}

const Formula *condense_next(const Expr *e, Arena *arena, FormCache *memo)
{
  Pool *pool = expr_pool(e);
  Progress *progress = pool_pause(pool);
  const Formula *formula = condense_at(e, arena, memo, 0);
  pool_resume_progress(pool, progress);
  return formula;
}
