// resolve_state.c -- states, discrete variables, events and sampled controllers.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"
#include "notation/print/print.h"
#include "symbolic/calculus/derivative.h"

// ---- states and discrete variables

// Adds a state or a discrete variable with this initial value; a vector adds three states, z.x,
// z.y, z.z. Returns false after an error.
static bool add_memory(Resolver *resolver, const char *local, NameKind kind, Span span,
                       const Quantity *start)
{
  Mechanism *mechanism = resolver->mechanism;
  bool is_state = kind == NAME_STATE, is_vector = start->shape == SHAPE_VECTOR;
  int index = is_state ? mechanism->state_count : mechanism->discrete_count;
  Name *name = scope_declare(resolver->scope, SPACE_VALUES, local, span, kind, index);
  if (!name) return false;
  Quantity symbols = { .shape = start->shape,
                       .dimension = infer_dimension(&resolver->inference, start) };
  for (int i = 0; i < quantity_size(start); i++) {
    const char *part =
        is_vector ? name_component(resolver->scratch, local, SHAPE_VECTOR, i) : local;
    StateVariable *added =
        is_state ? RESOLVER_ADD(resolver, mechanism->states, mechanism->state_count)
                 : RESOLVER_ADD(resolver, mechanism->discretes, mechanism->discrete_count);
    *added = (StateVariable){ .symbol = resolver_symbol(resolver, part, STAGE_INPUT),
                              .initial = start->at[i],
                              .dimension = symbols.dimension,
                              .begins_vector = is_vector && i == 0,
                              .span = span };
    added->name = added->symbol->form->symbol->name;
    map_put(&resolver->memories, added->name, 2 * (index + i) + !is_state);
    symbols.at[i] = added->symbol;
  }
  if (!symbols.dimension.is_known) infer_free(&resolver->inference, &symbols);
  scope_set_value(resolver->scope, name, &symbols);
  scope_check_components(resolver->scope, name);
  return true;
}

// Reads `NAME = value`, a number or the vector of a state; returns false after an error.
static bool read_start(Resolver *resolver, const Node *item, NameKind kind, Quantity *start)
{
  const Requirement wanted = { "the value at the start", (Dimension){ 0 }, STAGE_PARAMETER };
  const Node *initial = binding_part(item, TOKEN_ASSIGN);
  *start = evaluate(resolver, initial);
  bool is_vector = kind == NAME_STATE && start->shape == SHAPE_VECTOR;
  Shape shape = is_vector ? SHAPE_VECTOR : SHAPE_NUMBER;
  if (require_quantity(resolver, start, shape, &wanted, initial->span)) return true;
  scope_declare(resolver->scope, SPACE_VALUES, resolver_name(resolver, item), node_text(item),
                NAME_BROKEN, -1);
  return false;
}

// Returns the index of the first state that the statement declares; -1 after an error.
static int declare_state(Resolver *resolver, const Statement *statement)
{
  const Node *item = statement_value(statement, "initial")->first;
  int index = resolver->mechanism->state_count;
  Quantity start;
  if (item->next || binding_part(item, TOKEN_PAREN_OPEN)) {
    evaluate_error(resolver, node_text(item), "write one statement for each",
                   "a statement has one state");
    resolve_declare_only(resolver, statement);
    return -1;
  }
  if (!read_start(resolver, item, NAME_STATE, &start)) return -1;
  const char *local = resolver_name(resolver, item);
  return add_memory(resolver, local, NAME_STATE, node_text(item), &start) ? index : -1;
}

static bool is_of_stage(const Resolver *resolver, const Form *form, int stage)
{
  (void)resolver;
  return form->op == OP_SYMBOL && form->symbol->stage == stage;
}

// Reads the rate of the state that the statement declares, from index `index` on.
static void read_rate(Resolver *resolver, const Statement *statement, int index)
{
  const Node *item = statement_value(statement, "initial")->first;
  const Node *rate = statement_value(statement, "rate");
  const char *local = resolver_name(resolver, item);
  bool has_prime = rate->first->kind == NODE_NAME && rate->first->primes == 1;
  if (!has_prime || !span_equal(node_text(rate->first), node_text(item))) {
    evaluate_error(resolver, rate->first->span,
                   arena_format(resolver->scratch, "write %s' = ..", local),
                   "expected the rate of '%s' after ':'", local);
    return;
  }
  const Quantity second = { .dimension = dimension_of_time() };
  const Requirement wanted = { "the rate of a state", (Dimension){ 0 }, STAGE_INPUT };
  Quantity like = name_value(scope_declared(resolver->scope, SPACE_VALUES, local));
  if (like.dimension.is_known) infer_product(&resolver->inference, &like, &like, &second, -1);
  Quantity value = evaluate(resolver, rate->last);
  Side left = { rate->first->span, &like }, right = { rate->last->span, &value };
  if (value.shape == SHAPE_NONE) return;
  if (like.dimension.is_known && !evaluate_same_dimension(resolver, "equate", left, right, NULL))
    return;
  if (!require_quantity(resolver, &value, like.shape, &wanted, rate->last->span)) return;
  const Form *form = find_form(&value, is_of_stage, resolver, STAGE_ACCELERATION);
  if (form) {
    evaluate_error(resolver, rate->last->span, "no accelerations here",
                   "the rate of a state cannot depend on '%s'", form->symbol->name);
    return;
  }
  for (int i = 0; i < quantity_size(&like); i++)
    resolver->mechanism->states[index + i].rate = value.at[i];
}

// Returns the state in the directly following statement, or NULL if there is none.
static const Statement *next_state(Resolver *resolver, const Statement *state)
{
  if (!state->next && resolver->scope == resolver->file) resolve_read_on(resolver, 1);
  const Statement *next = state->next;
  return next && next->kind == STATEMENT_STATE && !next->is_broken ? next : NULL;
}

// The rates of states in consecutive statements may depend on each other. The first statement
// resolves all of them, at most a thousand at a time, since the statements are kept until then.
void resolve_state(Resolver *resolver, const Statement *statement)
{
  enum { MOST = 1000 };
  int count = 0, places[MOST];
  if (resolver->states_ahead-- > 0) return;
  for (const Statement *state = statement; state; state = next_state(resolver, state)) {
    places[count++] = declare_state(resolver, state);
    if (count == MOST) break;
  }
  for (int i = 0; i < count; i++, statement = statement->next)
    if (places[i] >= 0) read_rate(resolver, statement, places[i]);
  resolver->states_ahead = count - 1;
}

void resolve_discrete(Resolver *resolver, const Statement *statement)
{
  for (const Node *item = statement_value(statement, "items")->first; item; item = item->next) {
    Quantity start;
    if (!read_start(resolver, item, NAME_DISCRETE, &start)) continue;
    add_memory(resolver, resolver_name(resolver, item), NAME_DISCRETE, node_text(item), &start);
  }
}

// ---- assignments

static bool target_of(Resolver *resolver, const Node *left, Reset *assignment)
{
  const char *text = resolver_name(resolver, left);
  const Name *frame = scope_declared(resolver->scope, SPACE_FRAMES, text);
  const Name *value = scope_declared(resolver->scope, SPACE_VALUES, text);
  NameKind kind = value ? value->kind : NAME_BROKEN;
  bool is_input = kind == NAME_INPUT || kind == NAME_STATE || (value && name_is_discrete(value));
  if (is_input && left->primes == 0) {
    assignment->kind = kind == NAME_INPUT   ? TARGET_INPUT
                       : kind == NAME_STATE ? TARGET_STATE
                                            : TARGET_DISCRETE;
    assignment->index = value->index;
    return true;
  }
  bool is_coordinate = kind == NAME_COORDINATE || (frame && frame->kind == NAME_FRAME);
  if (!is_coordinate && (value || frame))
    return resolver_error(resolver, left->span,
                          "coordinates, their speeds, states, discrete variables",
                          "'%s' cannot be set", text);
  if (!is_coordinate) {
    scope_find(resolver->scope, SPACE_VALUES, text, left->span);
    return false;
  }
  assignment->kind = left->primes == 0 ? TARGET_POSITION : TARGET_SPEED;
  assignment->index = resolve_target(resolver, left);
  if (left->primes <= 1) return assignment->index >= 0;
  return resolver_error(resolver, left->span, "positions and speeds may jump",
                        "an acceleration cannot be set");
}

// Reads one reset per component of the target, or none after an error; returns their number.
static int read_assignment(Resolver *resolver, const Node *node, Reset out[3])
{
  Reset first = { .span = node->span };
  if (!target_of(resolver, node->first, &first)) return 0;
  Quantity target = evaluate_part(resolver, node->first);
  Quantity value = evaluate(resolver, node->last);
  Side left = { node->first->span, &target }, right = { node->last->span, &value };
  if (target.shape == SHAPE_NONE || value.shape == SHAPE_NONE) return 0;
  if (value.shape != target.shape)
    return resolver_error(resolver, node->last->span, NULL, "what is set is %s, not %s",
                          shape_text(target.shape), shape_text(value.shape));
  if (!evaluate_same_dimension(resolver, "set", left, right, NULL)) return 0;
  for (int i = 0; i < quantity_size(&value); i++) {
    out[i] = first;
    out[i].index += i;
    out[i].value = value.at[i];
  }
  return quantity_size(&value);
}

// Reads the assignments of the clause, with capacity for `more` after them; returns their number.
static int read_assignments(Resolver *resolver, const Node *list, int more, Reset **out)
{
  int count = 0;
  *out = ARENA_ARRAY(resolver->arena, Reset, 3 * (list ? list->count : 0) + more);
  for (const Node *node = list ? list->first : NULL; node; node = node->next) {
    const Reset *first = *out + count;
    int added = read_assignment(resolver, node, *out + count);
    for (const Reset *other = *out; other < first; other++) {
      bool is_among = other->index >= first->index && other->index < first->index + added;
      if (is_among && other->kind == first->kind)
        evaluate_error(resolver, node->first->span, "remove the duplicate", "it is set twice");
    }
    count += added;
  }
  return count;
}

// ---- events

static bool is_continuous(const Resolver *resolver, const Form *form, int stage)
{
  if (form->op != OP_SYMBOL || (int)form->symbol->stage <= stage) return false;
  int place = map_find(&resolver->memories, form->symbol->name);  // odd: a discrete variable
  return place < 0 || place % 2 == 0;
}

// Returns true if the value changes at events and samples only, so that it may equal another for a
// while.
static bool is_discrete(const Resolver *resolver, const Quantity *value)
{
  return value->at[0]->form->stage > STAGE_PARAMETER &&
         !find_form(value, is_continuous, resolver, STAGE_PARAMETER);
}

// Returns a function that crosses zero upwards when the condition becomes true; NULL after an
// error.
static const Expr *event_function(Resolver *resolver, const Node *condition, bool *is_strict)
{
  TokenKind mark =
      condition->kind == NODE_COMPARE ? (TokenKind)condition->last->mark : TOKEN_NOT_EQUAL;
  *is_strict = mark == TOKEN_LESS || mark == TOKEN_GREATER;
  Quantity truth = evaluate(resolver, condition);
  if (truth.shape == SHAPE_NONE) return NULL;
  bool is_jump = condition->kind == NODE_COMPARE && !*is_strict && is_discrete(resolver, &truth);
  if (is_jump) return expr_sub(truth.at[0], expr_rational(resolver->pool, 1, 2));
  if (mark == TOKEN_EQUAL || mark == TOKEN_NOT_EQUAL) {
    evaluate_error(resolver, condition->span, "such as: x > 1 m, or (x > 1 m)*(x' > 0) > 0",
                   "an event is a comparison with <, <=, > or >=");
    return NULL;
  }
  Quantity a = evaluate_part(resolver, condition->first);
  Quantity b = evaluate_part(resolver, condition->last);
  bool is_less = mark == TOKEN_LESS || mark == TOKEN_LESS_EQUAL;
  const Expr *function = is_less ? expr_sub(b.at[0], a.at[0]) : expr_sub(a.at[0], b.at[0]);
  if (function->form->stage > STAGE_PARAMETER) return function;
  evaluate_error(resolver, condition->span, NULL, "nothing changes in this condition");
  return NULL;
}

// Reads the restitution of an impact.
static void read_impact(Resolver *resolver, const Statement *statement, Event *event)
{
  const Clause *newton = statement_clause(statement, "restitution");
  const char *name = newton ? "restitution" : "poisson";
  Reset reset = { .kind = newton ? TARGET_NEWTON : TARGET_POISSON };
  if (!clause_number(resolver, statement, name, &reset.value)) return;
  reset.span = statement_value(statement, name)->span;
  double part = mechanism_default_value(resolver->mechanism, reset.value);
  if (part < 0 || part > 1)
    evaluate_error(resolver, reset.span, NULL, "a restitution lies between 0 and 1");
  if (newton && statement_clause(statement, "poisson"))
    evaluate_error(resolver, reset.span, "remove the duplicate", "the impact has two restitutions");
  if (event->function && event->function->form->stage > STAGE_POSITION) {
    evaluate_error(resolver, event->span, "such as: when z < 0 m : impact restitution 0.8",
                   "an impact is where positions meet");
  }
  event->resets[event->reset_count++] = reset;
}

// Returns true if the slip is linear in the speeds: only then does its gradient, the direction of
// the impulse, not depend on them.
static bool is_linear_in_speeds(const Mechanism *mechanism, const Expr *slip)
{
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Expr *part = expr_derivative(slip, coordinate_rate(&mechanism->coordinates[i]));
    if (part->form->stage > STAGE_POSITION) return false;
  }
  return true;
}

static void read_slip(Resolver *resolver, const Node *node, Event *event)
{
  const Dimension speed = { .is_known = true, .power = { 1, 0, -1 } };
  const Requirement wanted = { "a slip", speed, STAGE_VELOCITY };
  Reset reset = { .kind = TARGET_SLIP, .span = node->span };
  if (!require_number(resolver, node, &wanted, &reset.value)) return;
  if (!is_linear_in_speeds(resolver->mechanism, reset.value)) {
    evaluate_error(resolver, node->span, "such as: velocity(P) . [1, 0, 0]",
                   "a slip is linear in speeds");
    return;
  }
  event->resets[event->reset_count++] = reset;
}

// Reads friction and slips, which follow the restitution.
static void read_friction(Resolver *resolver, const Statement *statement, Event *event)
{
  enum { MAX_SLIPS = 2 };
  const Clause *friction = statement_clause(statement, "friction");
  const Clause *slip = statement_clause(statement, "slip");
  const char *example = "such as: impact restitution 0.5, friction 0.3, slip x'";
  if (!friction && !slip) return;
  bool is_impact =
      statement_clause(statement, "restitution") || statement_clause(statement, "poisson");
  if (!is_impact || !friction || !slip) {
    evaluate_error(resolver, friction ? friction->span : slip->span, example,
                   is_impact ? "friction has a number and a slip" : "friction is of an impact");
    return;
  }
  const Requirement gap = { "the gap of an impact with friction", dimension_of_length(),
                            STAGE_INPUT };
  const Expr *unused;
  if (!require_number(resolver, statement_value(statement, "condition")->first, &gap, &unused))
    return;
  Reset reset = { .kind = TARGET_FRICTION, .span = friction->value->span };
  if (!clause_number(resolver, statement, "friction", &reset.value)) return;
  if (mechanism_default_value(resolver->mechanism, reset.value) < 0)
    evaluate_error(resolver, reset.span, NULL, "friction is not below 0");
  event->resets[event->reset_count++] = reset;
  if (slip->value->count > MAX_SLIPS) {
    evaluate_error(resolver, slip->value->span, "perpendicular ones, along what is hit",
                   "there are one or two slips");
    return;
  }
  for (const Node *node = slip->value->first; node; node = node->next)
    read_slip(resolver, node, event);
}

// Prints a definition of the element by its name outside, any other side as an expression.
static void put_side(Resolver *resolver, const Node *side, Text *out)
{
  bool is_name = side->kind == NODE_NAME && side->primes == 0;
  const char *text = is_name ? resolver_name(resolver, side) : NULL;
  const Name *name = is_name ? scope_own(resolver->scope, SPACE_VALUES, text) : NULL;
  if (name && name->kind == NAME_DEFINITION && !name->is_bound) {
    text_put(out, resolver_full_name(resolver, text));
  } else {
    expr_print(evaluate_part(resolver, side).at[0], out);
  }
}

// Returns the condition as written; in an element, with the values of its names.
static const char *condition_text(Resolver *resolver, const Node *condition)
{
  if (!resolver->prefix) return resolver_text(resolver, condition->span);
  Text text = { 0 };
  put_side(resolver, condition->first, &text);
  text_format(&text, " %s ", token_kind_text((TokenKind)condition->last->mark));
  put_side(resolver, condition->last, &text);
  return arena_take_text(resolver->arena, &text);
}

void resolve_when(Resolver *resolver, const Statement *statement)
{
  enum { MAX_OF_IMPACT = 4 };  // restitution, friction and two slips
  Mechanism *mechanism = resolver->mechanism;
  const Node *condition = statement_value(statement, "condition");
  const Node *stop = statement_value(statement, "stop");
  const Node *records = statement_value(statement, "record");
  Event event = { .span = condition->span };
  event.name = resolver_full_name(
      resolver, arena_format(resolver->scratch, "event%d", ++resolver->scope->event_count));
  event.function = event_function(resolver, condition, &event.is_strict);
  if (event.function) event.condition = condition_text(resolver, condition);
  if (stop) event.stop = resolver_text(resolver, node_text(stop));
  event.reset_count =
      read_assignments(resolver, statement_value(statement, "set"), MAX_OF_IMPACT, &event.resets);
  read_impact(resolver, statement, &event);
  read_friction(resolver, statement, &event);
  event.adds_row = statement_clause(statement, "record");
  event.records = ARENA_ARRAY(resolver->arena, TaskOption, records ? records->count : 0);
  for (const Node *node = records ? records->first : NULL; node; node = node->next)
    event.records[event.record_count++] = resolve_recorded(resolver, node);
  if (!event.function) return;
  *RESOLVER_ADD(resolver, mechanism->events, mechanism->event_count) = event;
}

// ---- samples

// Declares the targets of a sample that are not declared as discrete variables, 0 before the first
// sample. The rest of the text is not read for this purpose: a later declaration is an error
// (scope_declare).
static void declare_sampled(Resolver *resolver, const Node *list)
{
  for (const Node *node = list->first; node; node = node->next) {
    const Node *left = node->first;
    const char *local = resolver_name(resolver, left);
    bool is_new = left->primes == 0 && !scope_has_met(resolver->scope, SPACE_VALUES, local) &&
                  !scope_has_met(resolver->scope, SPACE_FRAMES, local);
    if (!is_new) continue;
    const Quantity zero = quantity_plain(expr_integer(resolver->pool, 0));
    add_memory(resolver, local, NAME_SAMPLED, left->span, &zero);
  }
}

void resolve_sample(Resolver *resolver, const Statement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  const Node *list = statement_value(statement, "set");
  Sampling sample = { .span = statement->span };
  sample.name = resolver_full_name(
      resolver, arena_format(resolver->scratch, "sample%d", ++resolver->scope->sample_count));
  bool is_good = clause_number(resolver, statement, "period", &sample.period);
  if (is_good && mechanism_default_value(mechanism, sample.period) <= 0) {
    evaluate_error(resolver, statement_value(statement, "period")->span, NULL,
                   "the period of a sample is positive");
  }
  declare_sampled(resolver, list);
  sample.reset_count = read_assignments(resolver, list, 0, &sample.resets);
  *RESOLVER_ADD(resolver, mechanism->samples, mechanism->sample_count) = sample;
}
