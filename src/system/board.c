// board.c -- programs with places for what they give.
// SPDX-License-Identifier: MIT
#include "system/board.h"

Board board_new(const Equations *equations, Arena *arena, int most)
{
  return (Board){ .equations = equations,
                  .arena = arena,
                  .out = ARENA_ARRAY(arena, double *, most),
                  .keys = ARENA_ARRAY(arena, const char *, most) };
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
  return true;
}

int board_evaluate(const Board *board, const ProgramState *state)
{
  if (!board->program) return 0;
  return program_evaluate(board->program, state, board->registers, board->out);
}

void board_close(Board *board)
{
  program_free(board->program);
  board->program = NULL;
}
