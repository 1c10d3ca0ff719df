// evaluator.c -- programs with places for what they give.
// SPDX-License-Identifier: MIT
#include "system/evaluator/evaluator.h"

Board board_new(const Equations *equations, Arena *arena, int most)
{
  return (Board){ .equations = equations,
                  .arena = arena,
                  .out = ARENA_ARRAY(arena, double *, most),
                  .keys = ARENA_ARRAY(arena, const char *, most),
                  .pace = ARENA_NEW(arena, BoardPace) };
}

Board board_of(Derivation *derivation, Arena *arena, const Expr *const expressions[], int count,
               double **values)
{
  static const char KEY[] = "values";
  const Expr **entries = ARENA_ARRAY(arena, const Expr *, count + 1);
  for (int i = 0; i < count; i++)
    entries[i] = derivation_expression(derivation, expressions[i]);
  Quantity *quantity = ARENA_NEW(arena, Quantity);
  *quantity = (Quantity){ .key = KEY, .rows = count, .columns = 1, .entries = entries };
  Equations *equations = ARENA_NEW(arena, Equations);
  *equations = *derivation->equations;
  equations->quantities = quantity;
  equations->quantity_count = 1;
  Board board = board_new(equations, arena, 1);
  *values = board_add(&board, KEY, NULL);
  return board;
}

double *board_add(Board *board, const char *key, double values[])
{
  const Quantity *quantity = equations_find(board->equations, key);
  if (!values) values = ARENA_ARRAY(board->arena, double, quantity->rows * quantity->columns);
  board->keys[board->count] = quantity->key;
  board->out[board->count++] = values;
  return values;
}

double *board_add_rows(Board *board, const ConstraintList *rows, const char *holonomic,
                       const char *nonholonomic, int width)
{
  double *values = ARENA_ARRAY(board->arena, double, rows->count *width);
  int held = rows->holonomic_count;
  if (held > 0) board_add(board, holonomic, values);
  if (rows->count > held) board_add(board, nonholonomic, values + held * width);
  return values;
}

bool board_compile(Board *board, Text *why)
{
  if (board->count == 0) return true;
  board->program = program_new(board->equations, board->keys, board->count, why);
  if (!board->program) return false;
  int registers = program_register_count(board->program);
  board->registers = ARENA_ARRAY(board->arena, double, registers);
  if (board->pace->compiling != COMPILING_ALWAYS) return true;
  board->pace->compiled = compiled_new(board->equations, board->keys, board->count, why);
  return board->pace->compiled;
}

// The compiler takes 0.25 ms for an operation, as much as the evaluator for 250000 times the same, and
// never less than a quarter of a second.
static bool is_worth_it(const Board *board)
{
  enum { LEAST_EVALUATIONS = 250000 };
  const double LEAST_OPERATIONS = 2.5e8;
  long evaluations = board->pace->evaluations;
  double operations = (double)evaluations * program_register_count(board->program);
  return evaluations >= LEAST_EVALUATIONS && operations >= LEAST_OPERATIONS;
}

// Both give the same bits: where one takes over from the other cannot be seen.
static void try_to_compile(const Board *board)
{
  Text unused = { 0 };
  board->pace->compiled = compiled_new(board->equations, board->keys, board->count, &unused);
  board->pace->compiling = COMPILING_NEVER;  // any more
  text_free(&unused);
}

int board_evaluate(const Board *board, const ProgramState *state)
{
  BoardPace *pace = board->pace;
  if (!board->program) return 0;
  pace->evaluations++;
  if (!pace->compiled && pace->compiling == COMPILING_AUTO && is_worth_it(board))
    try_to_compile(board);
  if (pace->compiled) return compiled_evaluate(pace->compiled, state, board->out);
  return program_evaluate(board->program, state, board->registers, board->out);
}

void board_close(Board *board)
{
  program_free(board->program);
  board->program = NULL;
  if (!board->pace) return;  // it was never made
  compiled_free(board->pace->compiled);
  board->pace->compiled = NULL;
}

// ---- along directions

void board_differentiate(Board *board)
{
  if (!board->program || board->rates) return;
  board->tangents = ARENA_ARRAY(board->arena, double, program_register_count(board->program));
  board->rates = ARENA_ARRAY(board->arena, double *, board->count);
  for (int k = 0; k < board->count; k++) {
    const Quantity *quantity = board->program->outputs[k].quantity;
    board->rates[k] = ARENA_ARRAY(board->arena, double, quantity->rows * quantity->columns);
  }
}

double *board_rate(const Board *board, const double values[])
{
  for (int k = 0; board->rates && k < board->count; k++) {
    if (board->out[k] == values) return board->rates[k];
  }
  return NULL;
}

void board_stand_at(const Board *board, const ProgramState *state)
{
  if (board->program) program_run(board->program, state, board->registers);
}

void board_go_along(const Board *board, const ProgramState *direction)
{
  if (!board->program) return;
  program_tangents(board->program, board->registers, direction, board->tangents);
  for (int k = 0; k < board->count; k++)
    program_copy(&board->program->outputs[k], board->tangents, board->rates[k]);
}
