// equations_recursive.c -- the steps of a program as named formulas.
//
// The formulas are built in a separate pool, in which the name of every step is a symbol: there a
// name is not connected to the value that it has in the equations.
// SPDX-License-Identifier: MIT
#include "codegen/pages/equations_recursive.h"

#include "codegen/routine/routine.h"
#include "program/program.h"
#include "notation/formula/formula_distribute_numbers.h"

typedef struct Builder {
  const EquationsPrint *print;
  const Program *program;
  Routine *routine;
  FormulaMaker maker;
  Shorthand *names;
  const Formula **formulas;  // by value: how expressions refer to it; NULL: expand its steps
  RecursiveLine *entries;    // entries of the results, without their formulas
  NameSet scope;
} Builder;

static RoutineValue *value_at(const Builder *builder, int index)
{
  return &builder->routine->values[index];
}

static const Step *step_at(const Builder *builder, int index)
{
  return &builder->routine->steps->at[index];
}

static bool is_trigonometric(const Builder *builder, int index)
{
  return routine_is_circular(builder->routine, index);
}

// ---- values

static const Formula *symbol_atom(const Builder *builder, const char *name, Stage stage)
{
  return formula_atom(builder->maker, expr_symbol(builder->maker.pool, name, stage));
}

// Copies the symbols of the equations first: their order determines the printed order of factors.
static void copy_symbols(Pool *pool, const Variable variables[], int count)
{
  for (int i = 0; i < count; i++)
    expr_copy(pool, variables[i].symbol);
}

static void fill_leaves(Builder *builder)
{
  const Program *program = builder->program;
  int place = 0;
  for (int k = 0; k < program->constant_count; k++, place++) {
    const Expr *exact = expr_copy(builder->maker.pool, program->steps.at[place].node);
    builder->formulas[place] = formula_of(exact, builder->maker.arena);
  }
  for (int k = 0; k < program->input_count; k++, place++) {
    const ProgramInput *input = &program->inputs[k];
    *value_at(builder, place) = (RoutineValue){ .label = input->name, .spelling = input->name };
    builder->formulas[place] = symbol_atom(builder, input->name, input->stage);
  }
}

// A sign change is absorbed by every user.
static void fill_steps(Builder *builder)
{
  const Program *program = builder->program;
  const Steps *steps = &program->steps;
  for (int k = program_first_operation(program); k < steps->count; k++) {
    bool is_free = steps->at[k].op == OP_NEG;
    *value_at(builder, k) = (RoutineValue){ .section = (int)steps_stage(steps, k),
                                            .is_free = is_free,
                                            .name = is_free ? NULL : steps_name(steps, k) };
  }
}

static void fill_results(Builder *builder)
{
  const Program *program = builder->program;
  Routine *routine = builder->routine;
  int most = 0;
  for (int k = 0; k < program->output_count; k++)
    most += program->outputs[k].quantity->rows * program->outputs[k].quantity->columns;
  routine->results = ARENA_ARRAY(routine->arena, RoutineResult, most);
  builder->entries = ARENA_ARRAY(routine->arena, RecursiveLine, most);
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    for (int i = 0; i < quantity->rows * quantity->columns; i++) {
      if (!layout_is_shown(quantity, i)) continue;
      int place = routine->result_count++;
      routine->results[place].value = program->outputs[k].registers[i];
      builder->entries[place] = (RecursiveLine){ .quantity = quantity, .index = i };
    }
  }
}

// ---- formulas

static const Formula *formula_of_value(const Builder *builder, int index);

static const Formula *formula_of_step(const Builder *builder, int index)
{
  const Step *step = step_at(builder, index);
  const Formula *parts[MAX_ARITY] = { NULL };
  for (int a = 0; a < routine_arity(builder->routine, index); a++)
    parts[a] = formula_of_value(builder, step->arg[a]);
  FormulaMaker maker = builder->maker;
  const Expr *one = expr_integer(maker.pool, 1);
  switch (step->op) {
  case OP_ADD: return formula_sum(maker, parts, 2);
  case OP_SUB: parts[1] = formula_negative(maker, parts[1]); return formula_sum(maker, parts, 2);
  case OP_NEG: return formula_negative(maker, parts[0]);
  case OP_MUL: return formula_product(maker, one, parts, NULL, 2);
  case OP_DIV: return formula_product(maker, one, parts, (int[]){ 1, -1 }, 2);
  default: return formula_call(maker, step->op, parts);
  }
}

// The recursion is bounded because routine_inline() limits the width, and so the depth, of a tree.
static const Formula *formula_of_value(const Builder *builder, int index)
{
  const Formula *known = builder->formulas[index];
  return known ? known : formula_of_step(builder, index);
}

// ---- sines and cosines of the coordinates

// Returns the angle as a sum of multiples of symbols, or NULL if it is long or not such a sum.
static const Formula *angle_of(const Builder *builder, int index, int depth)
{
  enum { MAX_ANGLE_DEPTH = 12 };
  const Step *step = step_at(builder, index);
  if (builder->formulas[index]) return builder->formulas[index];
  bool is_linear =
      step->op == OP_ADD || step->op == OP_SUB || step->op == OP_NEG || step->op == OP_MUL;
  if (!is_linear || depth == MAX_ANGLE_DEPTH) return NULL;
  for (int a = 0; a < routine_arity(builder->routine, index); a++) {
    if (!angle_of(builder, step->arg[a], depth + 1)) return NULL;
  }
  const Formula *angle = formula_of_step(builder, index);
  return formula_is_linear(angle) ? angle : NULL;
}

// Writes sines and cosines inline; with shorthand, only those that have a short name. A name is
// then a leaf like the symbols of the equations.
static void write_angles_out(Builder *builder)
{
  for (int k = 0; k < builder->routine->steps->count; k++) {
    const Step *step = step_at(builder, k);
    if (!is_trigonometric(builder, k)) continue;
    const Formula *angle = angle_of(builder, step->arg[0], 0);
    if (!angle) continue;
    const Formula *call = formula_call(builder->maker, step->op, &angle);
    const char *name = builder->names ? shorthand_name(builder->names, call) : NULL;
    if (builder->names && !name) continue;
    if (name && !name_set_has(&builder->scope, name)) name_set_claim(&builder->scope, name);
    *value_at(builder, k) = (RoutineValue){ .label = name, .spelling = name, .is_given = true };
    builder->formulas[k] = call;
  }
}

// ---- names

static void claim_names(Builder *builder)
{
  const Pool *pool = builder->maker.pool;
  for (const Expr *e = NULL; (e = pool_next_symbol(pool, e));) {
    const char *name = e->form->symbol->name;
    if (!name_set_has(&builder->scope, name)) name_set_claim(&builder->scope, name);
  }
}

// Returns the name of a result that is also used elsewhere, composed of its key and place: tau2,
// M12.
static const char *name_of_result(const Builder *builder, int result)
{
  const Quantity *quantity = builder->entries[result].quantity;
  int index = builder->entries[result].index;
  Arena *arena = builder->maker.arena;
  const char *key = identifier_of(arena, quantity->key);
  int row = index / quantity->columns + 1, column = index % quantity->columns + 1;
  if (quantity->rows == 1 && quantity->columns == 1) return key;
  if (quantity->columns == 1) return arena_format(arena, "%s%d", key, row);
  bool is_apart = quantity->rows > 9 || quantity->columns > 9;
  return arena_format(arena, is_apart ? "%s%d_%d" : "%s%d%d", key, row, column);
}

static void name_results(Builder *builder)
{
  const Routine *routine = builder->routine;
  for (int k = 0; k < routine->result_count; k++) {
    int place = routine->results[k].value;
    RoutineValue *value = value_at(builder, place);
    bool has_line = routine_computes(routine, place) && !value->is_inlined && !value->is_free;
    if (!has_line || value->name || value->label || is_trigonometric(builder, place)) continue;
    value->label = value->name = name_of_result(builder, k);
  }
}

// Assigns the names given by the model verbatim; other constants are named k1, k2, ...
static void spell_names(Builder *builder)
{
  int constants = 0;
  for (int k = 0; k < builder->routine->statement_count; k++) {
    int index = builder->routine->statements[k].value;
    if (index < 0) continue;
    RoutineValue *value = value_at(builder, index);
    const char *wish = value->name;
    if (!wish && value->section == STAGE_PARAMETER && !is_trigonometric(builder, index)) {
      wish = arena_format(builder->maker.arena, "k%d", ++constants);
    }
    if (!wish) continue;
    value->spelling = value->label = name_set_claim(&builder->scope, wish);
    value->name = NULL;
  }
}

// ---- entry point

// Inlines single uses. A name alone does not justify a line; two entries of the same value do, and
// two users of a negative value are users of the negated value.
static void dissolve_single_uses(Builder *builder)
{
  Routine *routine = builder->routine;
  for (int k = 0; k < routine->result_count; k++) {
    if (routine->results[k].copy_of >= 0) value_at(builder, routine->results[k].value)->uses++;
  }
  for (int k = routine->steps->count - 1; k >= 0; k--) {
    const RoutineValue *value = value_at(builder, k);
    if (value->is_free && value->uses > 1)
      value_at(builder, step_at(builder, k)->arg[0])->uses += value->uses - 1;
  }
  for (int k = 0; k < routine->steps->count; k++) {
    if (value_at(builder, k)->uses < 2) value_at(builder, k)->name = NULL;
  }
}

// Moves a step that has a single user to the section of that user, whatever it depends on: programs
// compute it earlier, but readers expect it where it is used.
static void move_to_users(Builder *builder)
{
  for (int k = builder->routine->steps->count - 1; k >= 0; k--) {
    const RoutineValue *user = value_at(builder, k);
    bool is_needed = routine_computes(builder->routine, k) && user->uses > 0;
    for (int a = 0; is_needed && a < routine_arity(builder->routine, k); a++) {
      int argument = step_at(builder, k)->arg[a];
      RoutineValue *value = value_at(builder, argument);
      if (value->uses == 1 && !is_trigonometric(builder, argument)) value->section = user->section;
    }
  }
}

static void arrange(Builder *builder)
{
  static const char *const TITLES[STAGE_COUNT] = {
    [STAGE_PARAMETER] = "constants",        [STAGE_TIME] = "time",
    [STAGE_POSITION] = "configuration",     [STAGE_VELOCITY] = "velocities",
    [STAGE_ACCELERATION] = "accelerations", [STAGE_INPUT] = "forces from outside",
  };
  Routine *routine = builder->routine;
  routine_count_uses(routine);
  dissolve_single_uses(builder);
  move_to_users(builder);
  routine_inline(routine);
  name_results(builder);
  routine_order(routine, &(SectionTitles){ .of_section = TITLES,
                                           .count = STAGE_COUNT,
                                           .trigonometry = "sines and cosines" });
  spell_names(builder);
  routine_name(routine, &builder->scope, 't');
}

// Adds the steps. Like terms may cancel in a formula; a step that becomes a single symbol needs no
// name.
static void add_steps(Builder *builder, RecursiveForm *form)
{
  const Routine *routine = builder->routine;
  for (int k = 0; k < routine->statement_count; k++) {
    const Statement *statement = &routine->statements[k];
    if (statement->value < 0) continue;
    const RoutineValue *value = value_at(builder, statement->value);
    const Formula *formula =
        formula_distribute_numbers(builder->maker, formula_of_step(builder, statement->value));
    const Formula *name = symbol_atom(builder, value->spelling, (Stage)value->section);
    builder->formulas[statement->value] = formula->kind == FORMULA_ATOM ? formula : name;
    form->lines[form->count++] =
        (RecursiveLine){ .title = statement->title, .name = value->spelling, .formula = formula };
  }
}

// Marks the symbols of a formula. The depth of recursion is at most FORMULA_DEEPEST.
static void mark_symbols(const Formula *f, bool is_used[])
{
  if (f->kind == FORMULA_ATOM && f->expr->form->op == OP_SYMBOL)
    is_used[f->expr->form->symbol->index] = true;
  for (int i = 0; i < f->count; i++)
    mark_symbols(f->parts[i], is_used);
}

// Removes the steps that no line needs, from the last to the first; their titles move to the next
// step.
static void drop_unused(const Builder *builder, RecursiveForm *form)
{
  Pool *pool = builder->maker.pool;
  bool *is_used = ARENA_ARRAY(builder->maker.arena, bool, pool_symbol_count(pool));
  bool *is_kept = ARENA_ARRAY(builder->maker.arena, bool, form->count);
  for (int k = form->count - 1; k >= 0; k--) {
    const char *name = form->lines[k].name;
    is_kept[k] = !name || is_used[expr_find_symbol(pool, name)->form->symbol->index];
    if (is_kept[k]) mark_symbols(form->lines[k].formula, is_used);
  }
  int kept = 0;
  const char *title = NULL;
  for (int k = 0; k < form->count; k++) {
    RecursiveLine line = form->lines[k];
    if (line.title) title = line.title;
    if (!is_kept[k]) continue;
    line.title = line.name ? title : NULL;
    title = NULL;
    form->lines[kept++] = line;
  }
  form->count = kept;
}

static void add_entries(Builder *builder, RecursiveForm *form)
{
  for (int k = 0; k < builder->routine->result_count; k++) {
    const Formula *formula = formula_of_value(builder, builder->routine->results[k].value);
    RecursiveLine *line = &form->lines[form->count++];
    *line = builder->entries[k];
    line->formula = formula_distribute_numbers(builder->maker, formula);
  }
}

RecursiveForm recursive_build(const EquationsPrint *print, RecursiveAngles angles, Arena *arena)
{
  const Program *program = print->program;
  const Equations *equations = print->equations;
  enum { WIDEST = 250 };  // an estimate of the width of code; formulas are shorter
  int count = program_register_count(program);
  Routine routine = { .arena = arena,
                      .widest = WIDEST,
                      .steps = &program->steps,
                      .constants = program->constants,
                      .values = ARENA_ARRAY(arena, RoutineValue, count),
                      .result_section = -1 };
  Builder builder = { .print = print,
                      .program = program,
                      .routine = &routine,
                      .maker = { pool_new(0), arena },
                      .formulas = ARENA_ARRAY(arena, const Formula *, count),
                      .scope = { .arena = arena } };
  copy_symbols(builder.maker.pool, equations->parameters, equations->parameter_count);
  copy_symbols(builder.maker.pool, equations->coordinates, equations->coordinate_count);
  builder.names = layout_compact_names(print, builder.maker.pool, arena);
  fill_leaves(&builder);
  fill_steps(&builder);
  fill_results(&builder);
  claim_names(&builder);
  if (angles == ANGLES_WRITTEN_OUT) write_angles_out(&builder);
  arrange(&builder);
  int most = routine.statement_count + routine.result_count;
  RecursiveForm form = { .pool = builder.maker.pool,
                         .names = builder.names,
                         .lines = ARENA_ARRAY(arena, RecursiveLine, most) };
  add_steps(&builder, &form);
  add_entries(&builder, &form);
  drop_unused(&builder, &form);
  name_set_free(&builder.scope);
  return form;
}

void recursive_free(RecursiveForm *form) { pool_free(form->pool); }
