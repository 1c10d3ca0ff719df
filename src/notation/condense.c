// condense.c -- trying forms of an expression and keeping the shortest.
// SPDX-License-Identifier: MIT
#include "notation/condense.h"

#include "notation/group.h"
#include "notation/polynomial.h"
#include "notation/trig_form.h"

#include <assert.h>

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
  GroupMemory *memory;
  int level;  // 0, or how many calls and denominators this one is inside of
} Contest;

// ---- candidates

// A part of an angle; pi only in multiples of pi/120, the roots of unity that the fields have.
static bool is_known_part(const Formula *part)
{
  bool is_product = part->kind == FORMULA_PRODUCT;
  const Expr *atom = is_product ? part->parts[0]->expr : part->expr;
  if (atom->form->op != OP_PI) return true;
  const Expr *steps = expr_integer(atom->pool, 120);
  if (is_product) steps = expr_mul(steps, part->expr);
  return expr_is_number(steps) && fmpz_is_one(fmpq_denref(steps->form->number));
}

static bool is_known_angle(const Formula *angle)
{
  if (!formula_is_linear(angle)) return false;
  if (angle->kind != FORMULA_SUM) return is_known_part(angle);
  for (int i = 0; i < angle->count; i++) {
    if (!is_known_part(angle->parts[i])) return false;
  }
  return true;
}

// Are all identities that a candidate may use known to the pool? Roots and absolute values square
// away only when a product is built, and parts of an angle that are no atoms are compared by form.
static bool is_fully_known(const Formula *f)
{
  if (formula_is_cut(f)) return false;
  if (f->kind == FORMULA_CALL) {
    return (f->op == OP_SIN || f->op == OP_COS) && is_known_angle(f->parts[0]);
  }
  for (int i = 0; i < f->count; i++) {
    if (!is_fully_known(f->parts[i])) return false;
  }
  return true;
}

static void enter(Contest *contest, const Formula *candidate)
{
  if (contest->best && candidate->score >= contest->best->score) return;
  // By value: the definition behind a name is a node of its own.
  const Expr *built = expr_of_formula(contest->maker.pool, candidate);
  bool is_equal = expr_same_value(built, contest->value);
  assert((is_equal || !is_fully_known(candidate)) && "a candidate has another value");
  if (is_equal) contest->best = candidate;
}

static void enter_groups(Contest *contest, const Polynomial *p)
{
  for (int i = 0; i < GROUP_PRIORITY_COUNT; i++) {
    if (p->term_count > MANY_TERMS && i > 0) return;
    int budget = FACTOR_BUDGET;
    enter(contest, formula_group(p, (Grouping){ (GroupPriority)i, &budget, contest->memory }));
  }
}

static bool has_circular_atom(const Polynomial *p)
{
  for (int k = 0; k < p->atom_count; k++) {
    if (atom_is_circular(&p->atoms[k])) return true;
  }
  return false;
}

static void enter_shortened(Contest *contest, const Polynomial *p)
{
  int budget = FACTOR_BUDGET;
  ShortTrig shortest = trig_shorten(p, (Grouping){ GROUP_GAIN, &budget, contest->memory });
  enter_groups(contest, &shortest.spread);
  enter_groups(contest, &shortest.kept);
  short_trig_clear(&shortest);
}

// ---- inside calls and denominators

static const Formula *condense_at(const Expr *e, Arena *arena, GroupMemory *memory, int level);

static const Formula *condense_part(const Contest *contest, const Formula *part)
{
  if (part->kind == FORMULA_ATOM) return part;
  const Expr *value = expr_of_formula(contest->maker.pool, part);
  return condense_at(value, contest->maker.arena, contest->memory, contest->level + 1);
}

static void condense_atoms(const Contest *contest, Polynomial *p)
{
  if (contest->level == DEEPEST_ARGUMENT) return;
  for (int k = 0; k < p->atom_count; k++) {
    PolynomialAtom *atom = &p->atoms[k];
    if (atom->is_inverse) {
      atom->base = condense_part(contest, atom->base);
    } else if (atom->base->kind == FORMULA_CALL && !atom_is_circular(atom)) {
      const Formula *arguments[MAX_ARITY];
      for (int i = 0; i < atom->base->count; i++) {
        arguments[i] = condense_part(contest, atom->base->parts[i]);
      }
      atom->base = formula_call(contest->maker, atom->base->op, arguments);
    }
  }
}

// ---- the contest

static const Formula *condense_at(const Expr *e, Arena *arena, GroupMemory *memory, int level)
{
  const Formula *as_built = formula_of(e, arena);
  if (as_built->kind == FORMULA_ATOM || as_built->length > LONGEST) return as_built;
  Contest contest = { .value = e, .maker = { e->pool, arena }, .memory = memory, .level = level };
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
  return condense_at(e, arena, group_memory_new(arena), 0);
}

const Formula *condense_next(const Expr *e, Arena *arena, GroupMemory *memory)
{
  return condense_at(e, arena, memory, 0);
}
