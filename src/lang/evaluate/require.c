// require.c -- evaluates expressions that must have a certain shape, dimension and dependence.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"
#include "symbolic/steps.h"

const Form *find_form(const Quantity *quantity, FormTest *is_it, const Resolver *resolver,
                      int stage)
{
  const Form *found = NULL, *first = quantity->at[0]->form;
  bool is_leaf = quantity->shape == SHAPE_NUMBER && operator_is_leaf((Operator)first->op);
  if (is_leaf) return is_it(resolver, first, stage) ? first : NULL;
  Steps steps = steps_of(quantity->at, quantity_size(quantity));
  for (int i = 0; i < steps.count && !found; i++)
    if (is_it(resolver, steps.at[i].node->form, stage)) found = steps.at[i].node->form;
  steps_free(&steps);
  return found;
}

static bool is_above(const Resolver *resolver, const Form *form, int stage)
{
  (void)resolver;
  return form->op == OP_SYMBOL && (int)form->symbol->stage > stage;
}

// Returns the first symbol of a later stage that the quantity depends on, or NULL.
static const Symbol *offender(const Quantity *quantity, Stage stage)
{
  bool may_depend = quantity_stage(quantity) > stage;
  const Form *form = may_depend ? find_form(quantity, is_above, NULL, (int)stage) : NULL;
  return form ? form->symbol : NULL;
}

bool wanted_stage(Resolver *resolver, const Quantity *quantity, const Requirement *wanted,
                  Span span)
{
  static const char *const hints[STAGE_COUNT] = {
    [STAGE_LITERAL] =
        "only numbers may stand here, units as kg.m^2; 'let' is for what depends on others",
    [STAGE_PARAMETER] = "only numbers and parameters may stand here",
    [STAGE_TIME] = "only numbers, parameters and time may stand here",
    [STAGE_POSITION] =
        "only numbers, parameters, coordinates, smooth inputs and time may stand here",
    [STAGE_VELOCITY] = "no accelerations and no inputs here",
    [STAGE_ACCELERATION] = "no inputs here",
  };
  const Symbol *symbol = offender(quantity, wanted->stage);
  if (!symbol) return true;
  return resolver_error(resolver, span, hints[wanted->stage], "%s cannot depend on '%s'",
                        wanted->what, symbol->name);
}

static bool check_shape(Resolver *resolver, const Quantity *quantity, Shape shape,
                        const Requirement *wanted, Span span)
{
  static const char *const hints[] = { [SHAPE_NONE] = NULL,
                                       [SHAPE_NUMBER] = NULL,
                                       [SHAPE_VECTOR] = "write [x, y, z]",
                                       [SHAPE_MATRIX] = "write diag(a, b, c) or three rows" };
  if (quantity->shape == shape) return true;
  if (quantity->shape == SHAPE_NONE) return false;
  return resolver_error(resolver, span, hints[shape], "%s is %s, not %s", wanted->what,
                        shape_text(shape), shape_text(quantity->shape));
}

bool require_dimension(Resolver *resolver, const Quantity *quantity, const Requirement *wanted,
                       Span span)
{
  Inference *inference = &resolver->inference;
  if (infer_is(inference, quantity, wanted->dimension)) return true;
  Text units = { 0 };
  bool is_plain = !wanted->dimension.is_angle &&
                  dimension_equal(wanted->dimension, (Dimension){ .is_known = true });
  text_put(&units, is_plain ? "has no unit" : "is in ");
  if (!is_plain) dimension_print(wanted->dimension, &units);
  text_put(&units, is_plain ? ", but this is in " : ", not in ");
  dimension_print(infer_dimension(inference, quantity), &units);
  evaluate_error(resolver, span, NULL, "%s %s", wanted->what, text_string(&units));
  text_free(&units);
  return false;
}

bool require_quantity(Resolver *resolver, const Quantity *quantity, Shape shape,
                      const Requirement *wanted, Span span)
{
  return check_shape(resolver, quantity, shape, wanted, span) &&
         wanted_stage(resolver, quantity, wanted, span) &&
         require_dimension(resolver, quantity, wanted, span);
}

bool require_number(Resolver *resolver, const Node *e, const Requirement *wanted, const Expr **out)
{
  Quantity quantity = evaluate(resolver, e);
  bool is_good = require_quantity(resolver, &quantity, SHAPE_NUMBER, wanted, e->span);
  *out = is_good ? quantity.at[0] : expr_integer(resolver->pool, 0);
  return is_good;
}

bool require_vector(Resolver *resolver, const Node *e, const Requirement *wanted, Vec3 *out)
{
  Quantity quantity = evaluate(resolver, e);
  bool is_good = require_quantity(resolver, &quantity, SHAPE_VECTOR, wanted, e->span);
  *out = is_good ? quantity_vector(&quantity) : vec3_zero(resolver->pool);
  return is_good;
}

// ---- clauses

bool clause_number(Resolver *resolver, const Statement *statement, const char *name,
                   const Expr **out)
{
  const Clause *clause = statement_clause(statement, name);
  const Requirement wanted = clause ? clause_wanted(clause->row) : (Requirement){ 0 };
  return clause && require_number(resolver, clause->value, &wanted, out);
}

bool clause_vector(Resolver *resolver, const Statement *statement, const char *name, Vec3 *out)
{
  const Clause *clause = statement_clause(statement, name);
  const Requirement wanted = clause ? clause_wanted(clause->row) : (Requirement){ 0 };
  return clause && require_vector(resolver, clause->value, &wanted, out);
}

bool clause_matrix(Resolver *resolver, const Statement *statement, const char *name, Mat3 *out)
{
  const Clause *clause = statement_clause(statement, name);
  if (!clause) return false;
  const Requirement wanted = clause_wanted(clause->row);
  Quantity value = evaluate(resolver, clause->value);
  bool is_good = require_quantity(resolver, &value, SHAPE_MATRIX, &wanted, clause->value->span);
  *out = is_good ? quantity_matrix(&value) : mat3_zero(resolver->pool);
  return is_good;
}
