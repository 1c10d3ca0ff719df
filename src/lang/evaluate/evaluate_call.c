// evaluate_call.c -- calls of functions: number and shape of the arguments, domain of the function,
// and dimension of the result.
// SPDX-License-Identifier: MIT
#include "lang/evaluate/functions.h"
#include "lang/resolve/resolve_impl.h"
#include "symbolic/literal.h"

#include <assert.h>
#include <math.h>

// Treatment of dimensions by a function.
typedef enum DimensionRule {
  TAKES_ANGLE,    // argument: an angle or a plain number; result: a plain number
  GIVES_ANGLE,    // argument: a plain number; result: an angle
  GIVES_PLAIN,    // argument: anything; result: a plain number
  KEEPS,          // result has the dimension of the arguments, which must agree
  HALVES,         // square root
  COMPARES_ANGLE  // arguments agree; result: an angle
} DimensionRule;

static DimensionRule rule_of(Operator op)
{
  switch ((int)op) {
  case OP_ASIN:
  case OP_ACOS:
  case OP_ATAN: return GIVES_ANGLE;
  case OP_ATAN2: return COMPARES_ANGLE;
  case OP_SIGN: return GIVES_PLAIN;
  case OP_SQRT: return HALVES;
  case OP_ABS:
  case OP_MIN:
  case OP_MAX:
  case OP_IF: return KEEPS;
  default: return TAKES_ANGLE;
  }
}

// ---- arguments

// Evaluates all arguments; returns false if one has an error or a shape other than `shape`.
static bool evaluate_arguments(Resolver *resolver, const Node *e, Shape shape, Quantity arguments[])
{
  bool is_good = true;
  int count = 0;
  for (const Node *argument = e->first; argument; argument = argument->next) {
    Quantity *value = &arguments[count++];
    *value = evaluate_part(resolver, argument);
    if (value->shape != shape && value->shape != SHAPE_NONE) {
      evaluate_error(resolver, argument->span, NULL, "'%s' takes %s here, not %s",
                     resolver_text(resolver, node_text(e)), shape_text(shape),
                     shape_text(value->shape));
    }
    is_good = is_good && value->shape == shape;
  }
  return is_good;
}

static bool check_arity(Resolver *resolver, const Node *e, int arity)
{
  if (e->count == arity) return true;
  return resolver_error(resolver, e->span, NULL, "'%s' takes %d argument%s, not %d",
                        resolver_text(resolver, node_text(e)), arity, arity == 1 ? "" : "s",
                        e->count);
}

// ---- operators of the algebra

// Returns a description of the domain violation of a constant argument, or NULL if there is none or
// the argument is not constant.
static const char *domain_error(Operator op, const Expr *argument)
{
  bool is_anywhere = op != OP_SQRT && op != OP_LOG && op != OP_ASIN && op != OP_ACOS;
  if (is_anywhere || argument->form->stage != STAGE_LITERAL) return NULL;
  double value = expr_literal_value(argument);
  if (op == OP_SQRT && value < 0) return "the square root of a negative number";
  if (op == OP_LOG && value <= 0) return "the logarithm of a number that is not positive";
  if (op == OP_ASIN && fabs(value) > 1) return "the arc sine of a number outside -1 .. 1";
  if (op == OP_ACOS && fabs(value) > 1) return "the arc cosine of a number outside -1 .. 1";
  return NULL;
}

static bool check_pure(Resolver *resolver, const Node *e, const Quantity *argument)
{
  if (quantity_is_time(argument)) return true;  // in seconds: sin(t)
  if (infer_is(&resolver->inference, argument, (Dimension){ .is_known = true })) return true;
  Text unit = { 0 };
  dimension_print(infer_dimension(&resolver->inference, argument), &unit);
  evaluate_error(resolver, e->first->span, "it takes a number or an angle",
                 "'%s' of a quantity in %s", resolver_text(resolver, node_text(e)),
                 text_string(&unit));
  text_free(&unit);
  return false;
}

// Requires equal dimensions of the arguments from `first` on; the result has the same dimension.
static bool unify_arguments(Resolver *resolver, const Node *e, const Quantity arguments[],
                            int first, Quantity *result)
{
  const Node *argument = e->first;
  for (int i = 0; i < first; i++)
    argument = argument->next;
  Side side = { argument->span, &arguments[first] };
  result->dimension = arguments[first].dimension;
  result->free = arguments[first].free;
  result->is_plain = arguments[first].is_plain;
  for (int i = first + 1; i < e->count; i++) {
    argument = argument->next;
    Side other = { argument->span, &arguments[i] };
    if (!infer_unify(&resolver->inference, result, &arguments[i])) {
      evaluate_dimension_error(resolver, e->span, "join", side, other);
      return false;
    }
    if (side.quantity->is_plain) side = other;  // the first argument with a unit
  }
  return true;
}

static bool apply_rule(Resolver *resolver, const Node *e, Operator op, const Quantity arguments[],
                       Quantity *result)
{
  const Dimension angle = { .is_known = true, .is_angle = true };
  switch (rule_of(op)) {
  case TAKES_ANGLE: return check_pure(resolver, e, &arguments[0]);
  case GIVES_ANGLE:
    *result = quantity_of(result->at[0], angle);
    return check_pure(resolver, e, &arguments[0]);
  case GIVES_PLAIN: return true;
  case KEEPS: return unify_arguments(resolver, e, arguments, op == OP_IF ? 1 : 0, result);
  case HALVES: infer_root(&resolver->inference, result, &arguments[0]); return true;
  case COMPARES_ANGLE:
    if (!unify_arguments(resolver, e, arguments, 0, result)) return false;
    *result = quantity_of(result->at[0], angle);
    return true;
  }
  return true;
}

static Quantity call_operator(Resolver *resolver, const Node *e)
{
  Quantity arguments[MAX_ARITY] = { 0 };
  const Expr *values[MAX_ARITY] = { 0 };
  Operator op = node_operator(e);
  if (!check_arity(resolver, e, operator_info(op)->arity)) return quantity_none();
  if (!evaluate_arguments(resolver, e, SHAPE_NUMBER, arguments)) return quantity_none();
  assert(arguments[0].at[0] && "every operator takes an argument");
  const char *problem = domain_error(op, arguments[0].at[0]);
  if (problem) return evaluate_error(resolver, e->span, NULL, "%s has no value", problem);
  long bits = 0;
  for (int i = 0; i < e->count; i++) {
    values[i] = arguments[i].at[0];
    if (arguments[i].bits > bits) bits = arguments[i].bits;
  }
  Quantity result = quantity_plain(expr_apply(op, values));
  result.bits = bits;
  return apply_rule(resolver, e, op, arguments, &result) ? result : quantity_none();
}

// ---- vectors

static Quantity call_diag(Resolver *resolver, const Node *e)
{
  Quantity a[3] = { 0 };
  if (!evaluate_arguments(resolver, e, SHAPE_NUMBER, a)) return quantity_none();
  Quantity result = quantity_from_matrix(mat3_diagonal(a[0].at[0], a[1].at[0], a[2].at[0]));
  if (!unify_arguments(resolver, e, a, 0, &result)) return quantity_none();
  return e->has_unit ? evaluate_with_unit(resolver, result, e->unit) : result;
}

static Quantity call_on_vectors(Resolver *resolver, const Node *e, Function function)
{
  Quantity a[2] = { 0 };
  if (!evaluate_arguments(resolver, e, SHAPE_VECTOR, a)) return quantity_none();
  Vec3 u = quantity_vector(&a[0]);
  if (function == FUNCTION_NORM) {
    Quantity length = quantity_plain(expr_call(OP_SQRT, vec3_dot(u, u)));
    infer_power(&resolver->inference, &length, &a[0], 1);
    return length;
  }
  Vec3 v = quantity_vector(&a[1]);
  Quantity result = function == FUNCTION_DOT ? quantity_plain(vec3_dot(u, v))
                                             : quantity_from_vector(vec3_cross(u, v));
  infer_product(&resolver->inference, &result, &a[0], &a[1], 1);
  return result;
}

// ---- functions defined by operators

// mod(a, b) = a - b floor(a/b), which has the sign of b; hypot(a, b) = sqrt(a^2 + b^2).
static Quantity call_on_two_numbers(Resolver *resolver, const Node *e, Function function)
{
  Quantity arguments[2] = { 0 };
  if (!evaluate_arguments(resolver, e, SHAPE_NUMBER, arguments)) return quantity_none();
  const Expr *a = arguments[0].at[0], *b = arguments[1].at[0];
  const Expr *squares = expr_add(expr_mul(a, a), expr_mul(b, b));
  Quantity result = quantity_plain(
      function == FUNCTION_HYPOT ? expr_call(OP_SQRT, squares)
                                 : expr_sub(a, expr_mul(b, expr_call(OP_FLOOR, expr_div(a, b)))));
  result.bits = arguments[0].bits > arguments[1].bits ? arguments[0].bits : arguments[1].bits;
  return unify_arguments(resolver, e, arguments, 0, &result) ? result : quantity_none();
}

static Quantity report_no_function(Resolver *resolver, const Node *e, const Name *own)
{
  Span text = node_text(e);
  const char *name = resolver_text(resolver, text);
  const char *nearest = own ? NULL : function_nearest(span_bytes(text), text.length);
  const char *hint = own ? NULL : spelling_hint(name, strlen(name), true);
  if (!hint && nearest) hint = arena_format(resolver->scratch, "did you mean '%s'?", nearest);
  if (!hint) hint = "for a product write '*' in front of the bracket";
  return evaluate_error(resolver, text, hint,
                        own ? "'%s' is not a function" : "unknown function '%s'", name);
}

static Quantity call_by_name(Resolver *resolver, const Node *e)
{
  Span text = node_text(e);
  while (span_bytes(text)[text.length - 1] == '\'')
    text.length--;
  const char *name = resolver_text(resolver, text);
  const Name *own = resolve_function_name(resolver, name);
  if (own && (own->kind == NAME_TABLE || own->kind == NAME_FUNCTION))
    return evaluate_own_function(resolver, e, own, (int)(node_text(e).length - text.length));
  if (own || !scope_knows(resolver->scope, SPACE_VALUES, name))
    return report_no_function(resolver, e, own);
  scope_find(resolver->scope, SPACE_VALUES, name, node_text(e));
  return quantity_none();  // broken, or declared below
}

Quantity evaluate_call(Resolver *resolver, const Node *e)
{
  Function function = node_function(e);
  if (function == FUNCTION_NONE) return call_by_name(resolver, e);
  if (function == FUNCTION_OPERATOR) return call_operator(resolver, e);
  if (function == FUNCTION_GRADIENT) return evaluate_gradient(resolver, e);
  if (!check_arity(resolver, e, function_arity(function))) return quantity_none();
  if (function >= FUNCTION_REFERENCE) return evaluate_control(resolver, e, function);
  if (function_is_of_mechanism(function)) return evaluate_motion(resolver, e, NULL);
  if (function == FUNCTION_MOD || function == FUNCTION_HYPOT)
    return call_on_two_numbers(resolver, e, function);
  return function == FUNCTION_DIAG ? call_diag(resolver, e)
                                   : call_on_vectors(resolver, e, function);
}
