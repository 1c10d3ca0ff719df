// formula_names.c -- replaces subexpressions by names, found by value. The recursion is at most
// FORMULA_DEEPEST levels deep.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula_names.h"

#include "symbolic/steps.h"
#include "symbolic/field/fingerprint.h"

enum { LONGEST = 20000 };  // columns

typedef struct Naming {
  FormulaMaker maker;
  const Expr *definition;  // the definition being written; NULL: none
} Naming;

// Returns true if all names used by a name were defined before it. This fails if a name was given
// later to a part of an older definition.
static bool needs_older_names(const Expr *named)
{
  const Expr *definition = named->form->named.definition;
  Steps steps = steps_of(&definition, 1);
  bool are_older = true;
  for (int i = 0; i < steps.count; i++) {
    const Form *form = steps.at[i].form;
    if (steps.at[i].op == OP_NAMED && form->named.definition->id >= definition->id)
      are_older = false;
  }
  steps_free(&steps);
  return are_older;
}

// A definition uses only names that were defined before its own and that depend only on older ones,
// so that there are no cycles.
static const Expr *find(const Naming *naming, Fingerprint value)
{
  const Expr *named = pool_find_name(naming->maker.pool, value);
  if (!named || !naming->definition) return named;
  bool is_older = named->form->named.definition->id < naming->definition->id;
  return is_older && needs_older_names(named) ? named : NULL;
}

// The name of a formula, or the negative of a name; NULL if it has none.
static const Formula *name_of(const Naming *naming, const Formula *f)
{
  Fingerprint value = formula_value(naming->maker, f);
  const Expr *named = find(naming, value);
  if (named) return formula_atom(naming->maker, named);
  named = find(naming, fingerprint_neg(value));
  return named ? formula_negative(naming->maker, formula_atom(naming->maker, named)) : NULL;
}

static const Formula *named_product(const Naming *naming, const Formula *f)
{
  FormulaMaker maker = naming->maker;
  const Expr *one = expr_integer(maker.pool, 1);
  const Formula *factors = formula_product(maker, one, f->parts, f->exponents, f->count);
  const Formula *name = factors->kind == FORMULA_PRODUCT ? name_of(naming, factors) : NULL;
  return name ? formula_product(maker, f->expr, &name, NULL, 1) : NULL;
}

static const Formula *with_names(const Naming *naming, const Formula *f);

static const Formula *with_names_inside(const Naming *naming, const Formula *f)
{
  const Formula **parts = ARENA_ARRAY(naming->maker.arena, const Formula *, f->count);
  bool is_same = true;
  for (int i = 0; i < f->count; i++) {
    parts[i] = with_names(naming, f->parts[i]);
    is_same = is_same && parts[i] == f->parts[i];
  }
  if (is_same) return f;
  if (f->kind == FORMULA_SUM) return formula_sum(naming->maker, parts, f->count);
  if (f->kind == FORMULA_PRODUCT)
    return formula_product(naming->maker, f->expr, parts, f->exponents, f->count);
  return formula_call_as_given(naming->maker, f->op, parts);
}

static const Formula *with_names(const Naming *naming, const Formula *f)
{
  if (f->kind == FORMULA_ATOM) return f;
  const Formula *name = f->kind == FORMULA_PRODUCT ? named_product(naming, f) : name_of(naming, f);
  return name ? name : with_names_inside(naming, f);
}

const Formula *formula_with_names(FormulaMaker maker, const Expr *e, const Formula *f)
{
  if (!pool_has_names(maker.pool) || formula_length(f) > LONGEST) return f;
  Naming naming = { maker, e->is_hidden ? e : NULL };
  return with_names(&naming, f);
}
