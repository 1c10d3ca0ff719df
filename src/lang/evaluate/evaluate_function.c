// evaluate_function.c -- functions of the user and of the library, tables, and their gradients.
// SPDX-License-Identifier: MIT
#include "lang/syntax/library.h"
#include "lang/resolve/resolve_impl.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/calculus/table_function.h"

enum { MAX_VARIABLES = 3 };  // of a gradient

const Name *resolve_function_name(Resolver *resolver, const char *text)
{
  const Name *name = scope_declared(resolver->scope, SPACE_VALUES, text);
  if (name || scope_knows(resolver->scope, SPACE_VALUES, text)) return name;
  resolve_library(resolver);
  return scope_declared(&resolver->elements.library_scope, SPACE_VALUES, text);
}

// ---- functions

// Limits recursion: a function that calls itself, or functions that call each other repeatedly,
// would not terminate.
static bool may_call(Resolver *resolver, const Node *e, const Name *function)
{
  enum { MAX_CALL_DEPTH = 40 };
  if (resolver->call_depth < MAX_CALL_DEPTH)
    return resolve_repeat(resolver, 1, function->function->definition->span.length, e->span);
  return resolver_error(resolver, e->span, "a function does not call itself",
                        "functions call each other more than %d deep", MAX_CALL_DEPTH);
}

static int argument_count(const Name *function)
{
  if (function->kind == NAME_TABLE) return function->table->row_count > 0 ? 2 : 1;
  int count = 0;
  const Node *formal = function->function->definition->first;
  for (; formal && formal->mark == TOKEN_PAREN_OPEN; formal = formal->next)
    count++;
  return count;
}

// Evaluates the body with the values as arguments, in the scope of the function.
static Quantity apply_definition(Resolver *resolver, const Node *e, const Name *function,
                                 const Quantity values[], int count)
{
  Scope *outer = resolver->scope;
  Scope inner = { .arena = resolver->scratch,
                  .diagnostics = resolver->diagnostics,
                  .outer = function->function->scope };
  if (!may_call(resolver, e, function)) return quantity_none();
  const Node *formal = function->function->definition->first;
  for (int i = 0; i < count; i++, formal = formal->next) {
    const char *text = resolver_name(resolver, formal);
    Name *name = scope_declare(&inner, SPACE_VALUES, text, node_text(formal), NAME_ARGUMENT, 0);
    if (name) scope_set_value(&inner, name, &values[i]);
  }
  resolver->scope = &inner;
  resolver->call_depth++;
  Quantity result = evaluate(resolver, binding_part(function->function->definition, TOKEN_ASSIGN));
  resolver->call_depth--;
  resolver->scope = outer;
  scope_free(&inner);
  return result;
}

// ---- tables

// Value of a grid at (x, y): each row's table in x times the weight function of its y.
static const Expr *grid_value(const NamedTable *table, const Expr *x, const Expr *y)
{
  const Expr *sum = expr_integer(expr_pool(x), 0);
  for (int i = 0; i < table->row_count; i++) {
    const Expr *weight = expr_table(table->weights[i], 0, y);
    sum = expr_add(sum, expr_mul(weight, expr_table(table->rows[i], 0, x)));
  }
  return sum;
}

static Quantity apply_table(Resolver *resolver, const Node *e, const Name *name,
                            const Quantity values[], int count)
{
  const NamedTable *table = name->table;
  for (int i = 0; i < count; i++) {
    if (values[i].shape != SHAPE_NUMBER)
      return evaluate_error(resolver, e->span, NULL, "a table takes a number, not %s",
                            shape_text(values[i].shape));
  }
  if (table->row_count > 0) {
    const Expr *value = grid_value(table, values[0].at[0], values[1].at[0]);
    return infer_symbol(&resolver->inference, value);
  }
  Quantity result = name_value(name);
  if (!evaluate_same_dimension(resolver, "look up", (Side){ name->span, &table->argument },
                               (Side){ e->last->span, &values[0] }, NULL))
    return quantity_none();
  result.shape = SHAPE_NUMBER;
  result.at[0] = expr_table(table->function, 0, values[0].at[0]);
  return result.is_plain ? infer_symbol(&resolver->inference, result.at[0]) : result;
}

// Reports messages about the body of a library function at the user's call.
static Quantity apply_of_library(Resolver *resolver, const Node *e, const Name *function,
                                 const Quantity values[], int count)
{
  Diagnostics *outside = resolver->diagnostics, *inside = diagnostics_new();
  resolver->diagnostics = inside;
  Quantity result = apply_definition(resolver, e, function, values, count);
  resolver->diagnostics = outside;
  resolve_report_inside(resolver, inside, node_text(e));
  diagnostics_free(inside);
  return result;
}

static Quantity apply(Resolver *resolver, const Node *e, const Name *function,
                      const Quantity values[], int count)
{
  int wanted = argument_count(function);
  if (count != wanted)
    return evaluate_error(resolver, e->span, NULL, "'%s' takes %d argument%s, not %d",
                          function->text, wanted, wanted == 1 ? "" : "s", count);
  if (function->kind == NAME_TABLE) return apply_table(resolver, e, function, values, count);
  bool is_of_library = function->function->definition->span.source != e->span.source &&
                       function->function->definition->span.source == library_source();
  return is_of_library ? apply_of_library(resolver, e, function, values, count)
                       : apply_definition(resolver, e, function, values, count);
}

// ---- calls

// Evaluates the arguments from `first` on; returns NULL after an error.
static Quantity *argument_values(Resolver *resolver, const Node *first, int count)
{
  Quantity *values = ARENA_ARRAY(resolver->scratch, Quantity, count + 1);
  bool is_good = true;
  for (int i = 0; i < count; i++, first = first->next) {
    values[i] = evaluate_part(resolver, first);
    is_good = values[i].shape != SHAPE_NONE && is_good;
  }
  return is_good ? values : NULL;
}

// Returns the derivative of the value f(x) by its argument, with its dimension.
static Quantity slope(Resolver *resolver, const Quantity *value, const Quantity *x)
{
  Quantity result = quantity_plain(expr_derivative(value->at[0], x->at[0]));
  infer_product(&resolver->inference, &result, value, x, -1);
  return result;
}

// Replaces the numbers by symbols for differentiation; returns false if a value is not a number.
static bool make_symbols(Resolver *resolver, const Quantity values[], int count, Quantity symbols[])
{
  bool are_numbers = true;
  for (int i = 0; i < count; i++) {
    const char *name = arena_format(resolver->arena, "argument%d.%d", i + 1, resolver->call_depth);
    symbols[i] = values[i];
    symbols[i].at[0] = expr_symbol(resolver->pool, name, STAGE_POSITION);
    are_numbers = are_numbers && values[i].shape == SHAPE_NUMBER;
  }
  return are_numbers;
}

static Quantity put_back(Quantity value, const Quantity symbols[], const Quantity values[],
                         int count)
{
  const Expr *from[MAX_VARIABLES], *to[MAX_VARIABLES];
  for (int i = 0; i < count; i++) {
    from[i] = symbols[i].at[0];
    to[i] = values[i].at[0];
  }
  expr_substitute_all(value.at, quantity_size(&value), from, to, count, value.at);
  return value;
}

Quantity evaluate_own_function(Resolver *resolver, const Node *e, const Name *function, int primes)
{
  const Quantity *values = argument_values(resolver, e->first, e->count);
  Quantity x;
  if (!values) return quantity_none();
  if (primes == 0) return apply(resolver, e, function, values, e->count);
  if (e->count != 1 || !make_symbols(resolver, values, 1, &x)) {
    return evaluate_error(resolver, e->span, "gradient(f, x, y) is for several",
                          "primes are derivatives of a function of one number");
  }
  Quantity result = apply(resolver, e, function, &x, 1);
  for (int i = 0; i < primes && result.shape == SHAPE_NUMBER; i++)
    result = slope(resolver, &result, &x);
  return result.shape == SHAPE_NONE ? result : put_back(result, &x, values, 1);
}

Quantity evaluate_gradient(Resolver *resolver, const Node *e)
{
  const Name *function = e->count > 0 && e->first->kind == NODE_NAME
                             ? resolve_function_name(resolver, resolver_name(resolver, e->first))
                             : NULL;
  bool is_function = function && (function->kind == NAME_FUNCTION || function->kind == NAME_TABLE);
  int count = e->count - 1;
  Quantity x[MAX_VARIABLES], result = { .shape = SHAPE_VECTOR, .is_plain = true };
  const Quantity *values = NULL;
  if (is_function && count >= 1 && count <= MAX_VARIABLES) {
    values = argument_values(resolver, e->first->next, count);
    if (!values) return quantity_none();
  }
  if (!values || !make_symbols(resolver, values, count, x)) {
    return evaluate_error(resolver, e->span, "such as gradient(road, x, y)",
                          "'gradient' takes a function and its one to three numbers");
  }
  Quantity height = apply(resolver, e, function, x, count);
  if (height.shape == SHAPE_NONE) return height;
  if (height.shape != SHAPE_NUMBER)
    return evaluate_error(resolver, e->span, NULL, "the gradient is that of a number");
  for (int i = 0; i < MAX_VARIABLES; i++)
    result.at[i] = expr_integer(resolver->pool, 0);
  for (int i = 0; i < count; i++) {
    Quantity part = slope(resolver, &height, &x[i]);
    result.at[i] = part.at[0];
    if (!evaluate_same_dimension(resolver, "make a vector", (Side){ e->first->span, &result },
                                 (Side){ e->span, &part }, &result))
      return quantity_none();
  }
  return put_back(result, x, values, count);
}
