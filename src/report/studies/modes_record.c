// modes_record.c -- vibration modes as data.
// SPDX-License-Identifier: MIT
#include "report/studies/study_record.h"

#include <math.h>

// {"q1": [1, 0], "q2": [0.5, 0.1]}: real and imaginary parts.
static void put_shape(Record *to, const char *name, const Equations *equations,
                      const double shape[], const double shape_im[])
{
  int n = equations->coordinate_count;
  Record *object = record_object(to, name);
  for (int i = 0; i < n + equations->state_count; i++) {
    const Variable *variable = i < n ? &equations->coordinates[i] : &equations->states[i - n];
    const double parts[] = { shape[i], shape_im ? shape_im[i] : 0 };
    record_numbers(object, variable->name, parts, 2, variable->unit);
  }
}

static void put_mode(Record *list, const Modes *modes, const Mode *mode)
{
  static const double TURN = 2 * 3.14159265358979323846;
  Record *object = record_object(list, NULL);
  const double eigenvalue[] = { mode->real, mode->imaginary };
  record_numbers(object, "eigenvalue", eigenvalue, 2, "1/s");
  if (mode->imaginary > 0) {
    record_number(object, "damped_Hz", mode->imaginary / TURN, "Hz");
    record_number(object, "natural_Hz", mode->natural / TURN, "Hz");
    record_number(object, "natural_rad_s", mode->natural, "rad/s");
    record_number(object, "damping_ratio", mode->damping, "");
  }
  if (mode->real != 0) record_number(object, "time_constant_s", 1 / fabs(mode->real), "s");
  record_text(object, "kind", mode_kind_word(mode->kind));
  record_flag(object, "unstable", mode_grows(mode));
  put_shape(object, "shape", modes->equations, mode->shape, mode->shape_im);
}

static void put_matrix(Record *to, const Modes *modes)
{
  Record *rows = record_list(to, "rows"), *A = record_list(to, "A");
  for (int i = 0; i < modes->size; i++) {
    record_text(rows, NULL, modes->rows[i]);
    record_numbers(A, NULL, modes->A + i * modes->size, modes->size, "");
  }
}

void modes_record(const Modes *modes, const ProgramState *start, Record *out)
{
  static const char *const STATES[] = { [MODES_EQUILIBRIUM] = "equilibrium",
                                        [MODES_STEADY] = "steady motion",
                                        [MODES_PASSING] = "passing" };
  record_flag(out, "closed", modes->motion->is_closed);
  if (!modes->motion->is_closed) return;
  const Equations *equations = modes->equations;
  int width = equations->coordinate_count + equations->state_count;
  record_text(out, "about", STATES[modes->state]);
  record_flag(out, "stable", modes_are_stable(modes));
  ProgramState state = *start;
  state.q = modes->motion->q;
  state.qd = modes->motion->qd;
  state.qdd = NULL;
  record_state(out, "state", equations, &state);
  put_matrix(out, modes);
  Record *list = record_list(out, "modes");
  for (int k = 0; k < modes->count; k++)
    put_mode(list, modes, &modes->modes[k]);
  record_integer(out, "zero_eigenvalues", modes->zero_count);
  Record *free_ones = record_list(out, "free");
  for (int k = 0; k < modes->null_count; k++)
    put_shape(free_ones, NULL, equations, modes->null + k * width, NULL);
}
