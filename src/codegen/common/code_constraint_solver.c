// code_constraint_solver.c -- functions that solve the constraints: their parts, arguments and
// comments.
//
// assemble() changes coordinates until Phi(q, t) = 0; project_velocity() changes velocities until
// Phi_q qd + Phi_t = 0 and H qd + b_nh = 0. They are generated together with the functions that
// they call: a request for Phi and Phi_q adds the first, a request for Phi_q and Phi_t, or H and
// b_nh, the second. The iterations are in the files runtime/newton.*; the printers of the languages
// put the evaluation of the constraints.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"

#include <string.h>

// ---- parts and arguments

static const CodeFunction *function_of(const CodeModel *model, const char *key)
{
  for (int k = 0; k < model->function_count; k++) {
    const Quantity *quantity = model->functions[k].quantity;
    if (quantity && strcmp(quantity->key, key) == 0) return &model->functions[k];
  }
  return NULL;
}

static void add_part(const CodeModel *model, CodeConstraintSolver *solver, const char *key,
                     const char *jacobian)
{
  const CodeFunction *part = function_of(model, key), *derivative = function_of(model, jacobian);
  if (!part || !derivative) return;
  solver->part[solver->part_count] = part;
  solver->jacobian[solver->part_count++] = derivative;
  bool is_of_turns = strcmp(key, "Phi_turn") == 0;
  *(is_of_turns ? &solver->turns : &solver->equations) += part->size;
  solver->takes |= (part->signature.takes | derivative->signature.takes) & ~(unsigned)TAKES_Q;
}

static void add_constraint_solver(CodeModel *model, CodeConstraintSolver solver, const char *macro)
{
  if (solver.part_count == 0) return;
  solver.name = code_global(model, solver.short_name);
  solver.size_macro = code_text(model, "%s_%s_SIZE", model->upper, macro);
  model->solvers[model->solver_count++] = solver;
}

void constraint_solver_build(CodeModel *model)
{
  if (model->equations->coordinate_count == 0) return;
  CodeConstraintSolver positions = { .short_name = "assemble" };
  add_part(model, &positions, "Phi", "Phi_q");
  if (positions.part_count > 0) add_part(model, &positions, "Phi_turn", "Phi_turn_q");
  add_constraint_solver(model, positions, "ASSEMBLE");
  CodeConstraintSolver speeds = { .short_name = "project_velocity", .is_for_speeds = true };
  add_part(model, &speeds, "Phi_t", "Phi_q");
  add_part(model, &speeds, "b_nh", "H");
  add_constraint_solver(model, speeds, "PROJECT_VELOCITY");
}

const char *constraint_solver_unknowns(const CodeConstraintSolver *solver)
{
  return solver->is_for_speeds ? "qd" : "q";
}

const char *constraint_solver_kinds(const CodeModel *model, const CodeConstraintSolver *solver)
{
  int n = model->equations->coordinate_count;
  char *kinds = ARENA_ARRAY(model->arena, char, n + 1);
  for (int j = 0; j < n; j++) {
    const char *unit = model->equations->coordinates[j].unit;
    kinds[j] = strcmp(unit, "m") == 0 ? 'm' : '0';
    if (strcmp(unit, "rad") == 0 && !solver->is_for_speeds) kinds[j] = 'a';
    if (unit[0] == '\0' && !solver->is_for_speeds) kinds[j] = 'e';
  }
  kinds[n] = '\0';
  return kinds;
}

const char *constraint_solver_arguments(const CodeModel *model, const CodeFunction *part,
                                        const char *q)
{
  const char *names = "k";
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    if (part->signature.takes & (1U << source))
      names = arena_format(model->arena, "%s, %s", names,
                           source == SOURCE_Q ? q : code_argument_name(source));
  }
  return names;
}

const char *constraint_solver_calls(const CodeModel *model, const CodeConstraintSolver *solver,
                                    const CodeFunction *const functions[], const char *separator)
{
  const char *calls = "", *q = solver->is_for_speeds ? "q" : "x";
  for (int k = 0; k < solver->part_count; k++)
    calls = arena_format(model->arena, "%s%s%s(%s)", calls, k > 0 ? separator : "",
                         functions[k]->name, constraint_solver_arguments(model, functions[k], q));
  return calls;
}

const char *constraint_solver_names(const CodeModel *model, const CodeConstraintSolver *solver,
                                    int state, const char *unknowns)
{
  const char *ending = state > 0 ? code_text(model, "_%s%d", solver->short_name, state) : "";
  const char *number = state > 0 ? code_text(model, "%d", state) : "";
  const char *names = "k";
  if (solver->is_for_speeds) names = arena_format(model->arena, "%s, q%s", names, ending);
  names = arena_format(model->arena, "%s, %s, held%s", names, unknowns, ending);
  if (solver->takes & TAKES_INPUTS) names = arena_format(model->arena, "%s, u%s", names, number);
  if (solver->takes & TAKES_TIME) names = arena_format(model->arena, "%s, t%s", names, number);
  return names;
}

// ---- comments

static void put_row_labels(Text *out, const CodeConstraintSolver *solver)
{
  int row = 0;
  for (int k = 0; k < solver->part_count && row < solver->equations; k++) {
    const Quantity *quantity = solver->part[k]->quantity;
    for (int i = 0; quantity->row_labels && i < quantity->rows; i++)
      text_format(out, "%s%s", row++ == 0 ? " Rows: " : ", ", quantity->row_labels[i]);
  }
  if (row > 0) text_put_char(out, '.');
}

static void put_turns(Text *out, const CodeConstraintSolver *solver)
{
  if (solver->turns == 0) return;
  const Quantity *turns = solver->part[solver->part_count - 1]->quantity;
  text_put(out, " The joint of a loop is never closed upside down, half a turn away; a number ");
  text_format(out,
              "above %d means that nothing else was found, or that this is what is furthest "
              "from the description: ",
              solver->equations);
  for (int i = 0; i < turns->rows; i++)
    text_format(out, "%s%d of loop %s", i > 0 ? ", " : "", solver->equations + i + 1,
                turns->row_labels[i]);
  text_put_char(out, '.');
}

void code_put_constraint_solver_text(Text *out, const CodeModel *model,
                                     const CodeConstraintSolver *solver)
{
  text_put(out,
           solver->is_for_speeds
               ? "Makes the speeds agree with the constraints: changes qd as little as possible. "
                 "Speed"
               : "Closes the mechanism: changes q, rough values, until the constraints hold. "
                 "Coordinate");
  text_format(out,
              " j stays as it is if held%s %s. What is left of the %d constraint%s goes to "
              "residual. %s if that is nothing but roundings; otherwise the number, from 1, of the "
              "constraint that is furthest from holding, and %s is the best that was found.",
              model->language->entry[0] == '[' ? "[j]" : "(j)", model->language->held_words,
              solver->equations, solver->equations == 1 ? "" : "s", model->language->solved_words,
              constraint_solver_unknowns(solver));
  put_row_labels(out, solver);
  put_turns(out, solver);
}
