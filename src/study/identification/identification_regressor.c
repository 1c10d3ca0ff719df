// identification_regressor.c -- numerical regressor of base parameters and friction.
// SPDX-License-Identifier: MIT
#include "study/identification/identification_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRICTION_COLUMNS = 2 };  // FV, FS

static double sign_of(double speed) { return (speed > 0) - (speed < 0); }

// Returns true if the description already contains this friction.
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

// Coordinates with motions are driven, and their efforts measured; motions do not count as
// constraints here.
int identification_keys(System *system, const char *keys[], Text *why)
{
  const ConstraintList *rows = system_rows(system, why);
  if (!rows) return 0;
  bool is_tied = false;
  for (int i = 0; i < rows->count; i++)
    is_tied = is_tied || rows->equations[i].origin != ORIGIN_MOTION;
  keys[0] = "Yb";
  keys[1] = "Y0";
  keys[2] = "N";
  return is_tied ? 3 : 2;
}

bool regressor_evaluator_init(System *system, bool has_friction, Arena *arena,
                              RegressorEvaluator *out, Text *why)
{
  static const char *const BASE[] = { "base" };
  const char *keys[3];
  *out = (RegressorEvaluator){ .n = system->mechanism->coordinate_count };
  int key_count = identification_keys(system, keys, why);
  if (key_count == 0 || !system_derive(system, keys, key_count, why) ||
      !system_derive(system, BASE, 1, why)) {
    return false;
  }
  out->Yb = equations_find(system->equations, "Yb");
  out->evaluator = evaluator_new(system->equations, arena, key_count);
  out->values = evaluator_add(&out->evaluator, "Yb", NULL);
  out->rest = evaluator_add(&out->evaluator, "Y0", NULL);
  if (key_count == 3) out->independent = equations_find(system->equations, "N");
  if (key_count == 3) out->N = evaluator_add(&out->evaluator, "N", NULL);
  out->count = out->of_base = out->Yb->columns;
  out->friction = ARENA_ARRAY(arena, int, out->n);
  for (int i = 0; i < out->n; i++) {
    bool is_there = has_label(out->Yb, "FV", i) || has_label(out->Yb, "FS", i);
    out->friction[i] = has_friction && !is_there ? out->count : -1;
    if (out->friction[i] >= 0) out->count += FRICTION_COLUMNS;
  }
  return evaluator_compile(&out->evaluator, why);
}

void regressor_evaluator_evaluate(const RegressorEvaluator *evaluator, const ProgramState *state,
                                  double rows[], double rest[])
{
  evaluator_evaluate(&evaluator->evaluator, state);
  for (int i = 0; i < evaluator->n; i++) {
    double *row = rows + (size_t)i * (size_t)evaluator->count;
    memset(row, 0, sizeof(double) * (size_t)evaluator->count);
    memcpy(row, evaluator->values + i * evaluator->of_base,
           sizeof(double) * (size_t)evaluator->of_base);
    if (evaluator->friction[i] >= 0) {
      row[evaluator->friction[i]] = state->qd[i];
      row[evaluator->friction[i] + 1] = sign_of(state->qd[i]);
    }
    rest[i] = evaluator->rest[i];
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
