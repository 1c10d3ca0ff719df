// condense.c -- trying forms of an expression and keeping the shortest.
// SPDX-License-Identifier: MIT
#include "notation/condense.h"

#include "notation/polynomial.h"
#include "notation/trig_form.h"

enum {
  LONGEST = 20000,   // columns as built
  MANY_TERMS = 150,  // only the first priority is tried beyond
  FACTOR_BUDGET = 60,
  DEEPEST_ARGUMENT = 3,
};

static const PolynomialLimits LIMITS = { .terms = 1000, .atoms = 100 };

typedef struct Contest {
  const Expr *value;
  FormulaMaker maker;
  const Formula *best;
  Memo *memo;
  int level;  // 0, or how many calls and denominators this one is inside of
} Contest;

// ---- candidates

// A candidate that has not the value asked for is not taken: the fields do not know all identities
// of roots, of odd angles and of functions of functions that the rules of trig_form.h use.
static void enter(Contest *contest, const Formula *candidate)
{
  if (contest->best && candidate->score >= contest->best->score) return;
  // By value: the definition behind a name is a node of its own.
  if (expr_same_value(expr_of_formula(contest->maker.pool, candidate), contest->value)) {
    contest->best = candidate;
  } else {
    contest->memo->refused_count++;
  }
}

static void enter_groups(Contest *contest, const Polynomial *p)
{
  for (int i = 0; i < GROUP_PRIORITY_COUNT; i++) {
    if (polynomial_term_count(p) > MANY_TERMS && i > 0) return;
    int budget = FACTOR_BUDGET;
    enter(contest, formula_group(p, (Grouping){ (GroupPriority)i, &budget, contest->memo }));
  }
}

static bool has_circular_atom(const Polynomial *p)
{
  for (int k = 0; k < p->ring->atom_count; k++) {
    if (atom_is_circular(&p->ring->atoms[k])) return true;
  }
  return false;
}

static void enter_shortened(Contest *contest, const Polynomial *p)
{
  int budget = FACTOR_BUDGET;
  ShortTrig shortest = trig_shorten(p, (Grouping){ GROUP_GAIN, &budget, contest->memo });
  enter_groups(contest, &shortest.spread);
  enter_groups(contest, &shortest.kept);
  short_trig_clear(&shortest);
}

// ---- inside calls and denominators

static const Formula *condense_at(const Expr *e, Arena *arena, Memo *memo, int level);

static const Formula *condense_part(const Contest *contest, const Formula *part)
{
  if (part->kind == FORMULA_ATOM) return part;
  const Expr *value = expr_of_formula(contest->maker.pool, part);
  return condense_at(value, contest->maker.arena, contest->memo, contest->level + 1);
}

static const Formula *condense_atom(const Contest *contest, const PolynomialAtom *atom)
{
  if (atom->is_inverse) return condense_part(contest, atom->base);
  if (atom->base->kind != FORMULA_CALL || atom_is_circular(atom)) return atom->base;
  const Formula *arguments[MAX_ARITY];
  for (int i = 0; i < atom->base->count; i++)
    arguments[i] = condense_part(contest, atom->base->parts[i]);
  return formula_call(contest->maker, atom->base->op, arguments);
}

static void condense_atoms(const Contest *contest, Polynomial *p)
{
  if (contest->level == DEEPEST_ARGUMENT) return;
  bool is_changed = false;
  for (int k = 0; k < p->ring->atom_count; k++) {
    PolynomialAtom *atom = &p->ring->atoms[k];
    const Formula *condensed = condense_atom(contest, atom);
    is_changed = is_changed || formula_compare(condensed, atom->base) != 0;
    atom->base = condensed;
  }
  if (!is_changed) return;
  const Formula *sum = formula_of_polynomial(p);
  const Expr *one = expr_integer(contest->maker.pool, 1);
  Products terms = { .ring = p->ring };
  for (int i = 0; i < (sum->kind == FORMULA_SUM ? sum->count : 1); i++)
    products_push(&terms, one->form->number, NULL, sum->kind == FORMULA_SUM ? sum->parts[i] : sum);
  Polynomial changed = polynomial_of_products(&terms);
  polynomial_clear(p);
  *p = changed;
}

// ---- the contest

static const Formula *condense_at(const Expr *e, Arena *arena, Memo *memo, int level)
{
  const Formula *as_built = formula_of(e, arena);
  if (as_built->kind == FORMULA_ATOM || as_built->length > LONGEST) return as_built;
  Contest contest = { .value = e, .maker = { expr_pool(e), arena }, .memo = memo, .level = level };
  Polynomial p;
  if (polynomial_of(as_built, contest.maker, LIMITS, &p)) {
    condense_atoms(&contest, &p);
    if (has_circular_atom(&p)) enter_shortened(&contest, &p);
    enter_groups(&contest, &p);
    polynomial_clear(&p);
  }
  enter(&contest, as_built);
  return contest.best ? contest.best : as_built;
}

const Formula *condense(const Expr *e, Arena *arena)
{
  return condense_at(e, arena, memo_new(arena), 0);
}

const Formula *condense_next(const Expr *e, Arena *arena, Memo *memo)
{
  return condense_at(e, arena, memo, 0);
}
