// identification_regressor.c -- the regressor of base parameters and friction in numbers.
// SPDX-License-Identifier: MIT
#include "study/identification_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRICTION_COLUMNS = 2 };  // FV, FS

static double sign_of(double speed) { return (speed > 0) - (speed < 0); }

// Has the description this friction already?
static bool has_label(const Quantity *Yb, const char *letters, int coordinate)
{
  int length = (int)strlen(letters);
  for (int k = 0; k < Yb->columns; k++) {
    const char *name = Yb->column_labels[k];
    if (strncmp(name, letters, (size_t)length) == 0 &&
        strtol(name + length + (name[length] == 'R'), NULL, 10) == coordinate + 1) {
      return true;
    }
  }
  return false;
}

// Coordinates that a motion leads are driven: what they take is measured.
bool identification_is_possible(System *system, Text *why)
{
  const ConstraintList *rows = system_rows(system, why);
  for (int i = 0; rows && i < rows->count; i++) {
    if (rows->equations[i].origin == ORIGIN_MOTION) continue;
    text_put(why, "parameters are identified of trees: here, forces of loops and constraints are "
                  "among the efforts, and nobody measures them");
    return false;
  }
  return rows != NULL;
}

bool regressor_board_open(System *system, bool has_friction, Arena *arena, RegressorBoard *out,
                          Text *why)
{
  static const char *const KEYS[] = { "Yb", "Y0", "base" };
  *out = (RegressorBoard){ .n = system->mechanism->coordinate_count };
  if (!identification_is_possible(system, why) || !system_derive(system, KEYS, 3, why))
    return false;
  out->Yb = equations_find(system->equations, "Yb");
  out->board = board_new(system->equations, arena, 2);
  out->values = board_add(&out->board, "Yb", NULL);
  out->rest = board_add(&out->board, "Y0", NULL);
  out->count = out->of_base = out->Yb->columns;
  out->friction = ARENA_ARRAY(arena, int, out->n);
  for (int i = 0; i < out->n; i++) {
    bool is_there = has_label(out->Yb, "FV", i) || has_label(out->Yb, "FS", i);
    out->friction[i] = has_friction && !is_there ? out->count : -1;
    if (out->friction[i] >= 0) out->count += FRICTION_COLUMNS;
  }
  return board_compile(&out->board, why);
}

void regressor_board_evaluate(const RegressorBoard *board, const ProgramState *state, double rows[],
                              double rest[])
{
  board_evaluate(&board->board, state);
  for (int i = 0; i < board->n; i++) {
    double *row = rows + (size_t)i * (size_t)board->count;
    memset(row, 0, sizeof(double) * (size_t)board->count);
    memcpy(row, board->values + i * board->of_base, sizeof(double) * (size_t)board->of_base);
    if (board->friction[i] >= 0) {
      row[board->friction[i]] = state->qd[i];
      row[board->friction[i] + 1] = sign_of(state->qd[i]);
    }
    rest[i] = board->rest[i];
  }
}

void columns_scale(int rows, int columns, double a[], double lengths[])
{
  for (int k = 0; k < columns; k++) {
    double sum = 0;
    for (int i = 0; i < rows; i++)
      sum +=
          a[(size_t)i * (size_t)columns + (size_t)k] * a[(size_t)i * (size_t)columns + (size_t)k];
    lengths[k] = sum > 0 ? sqrt(sum) : 1;
    for (int i = 0; i < rows; i++)
      a[(size_t)i * (size_t)columns + (size_t)k] /= lengths[k];
  }
}
