// sweep_transmission.c -- the transmission angle of a four-bar linkage along a sweep.
//
// The angle between coupler and output follows from the law of cosines for the diagonal from the
// end of the input link to the pivot of the output link: it depends on the input alone, and is best
// at 90 deg.
// SPDX-License-Identifier: MIT
#include "study/four_bar/four_bar.h"
#include "study/sweep/sweep_impl.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static const double SAME = 1e-9;

// The angle of the input link is the coordinate times `slope`, 1 or -1, plus a constant.
typedef struct InputAngle {
  double slope;
  double constant;
} InputAngle;

static bool angle_at(const FourBar *four_bar, const Sweep *sweep, const ProgramState *start,
                     int row, FourBarCase *at)
{
  const SweepOptions *options = &sweep->options;
  const double *values = sweep->rows + (size_t)row * (size_t)sweep->column_count;
  int n = sweep->equations->coordinate_count, column = 1;
  Arena *scratch = arena_new();
  double *q = ARENA_ARRAY(scratch, double, n);
  for (int i = 0; i < n; i++) {
    if (options->is_held[i]) {
      q[i] = start->q ? start->q[i] : 0;
    } else {
      q[i] = i == options->input ? values[0] : values[column++];
    }
  }
  ProgramState state = *start;
  state.q = q;
  Text why = { 0 };
  bool is_good = four_bar_evaluate(four_bar, &state, at, &why);
  text_free(&why);
  arena_free(scratch);
  return is_good;
}

static double input_of(const Sweep *sweep, int row)
{
  return sweep->rows[(size_t)row * (size_t)sweep->column_count];
}

static bool read_angle(const FourBar *four_bar, const Sweep *sweep, const ProgramState *start,
                       FourBarCase *at, InputAngle *angle)
{
  FourBarCase next, last;
  int end = sweep->row_count - 1;
  if (!angle_at(four_bar, sweep, start, 1, &next) ||
      !angle_at(four_bar, sweep, start, end, &last) || !angle_at(four_bar, sweep, start, 0, at)) {
    return false;
  }
  double turn = remainder(next.input[0] - at->input[0], 2 * PI);
  angle->slope = turn * (input_of(sweep, 1) - input_of(sweep, 0)) > 0 ? 1 : -1;
  angle->constant = at->input[0] - angle->slope * input_of(sweep, 0);
  for (int k = 0; k < 2; k++) {
    double found = k == 0 ? next.input[0] : last.input[0];
    double expected = angle->constant + angle->slope * input_of(sweep, k == 0 ? 1 : end);
    if (fabs(remainder(found - expected, 2 * PI)) > SAME) return false;
  }
  return true;
}

static double transmission(const FourBarSize *size, double angle)
{
  double b = size->length[BAR_COUPLER], c = size->length[BAR_OUTPUT];
  double x = size->ground[0] - size->length[BAR_INPUT] * cos(angle);
  double y = size->ground[1] - size->length[BAR_INPUT] * sin(angle);
  double cosine = (b * b + c * c - x * x - y * y) / (2 * b * c);
  return acos(fmax(-1, fmin(1, cosine)));
}

void sweep_add_transmission(Sweep *sweep, const Mechanism *mechanism, const ProgramState *start)
{
  if (sweep->options.input == SWEEP_TIME || sweep->row_count < 3) return;
  Text why = { 0 };
  FourBar *four_bar = four_bar_find(mechanism, sweep->input_name, &why);
  text_free(&why);
  FourBarCase at;
  InputAngle angle;
  if (four_bar && read_angle(four_bar, sweep, start, &at, &angle)) {
    RowColumn column = { "transmission", "rad" };
    Arena *scratch = arena_new();
    double *values = ARENA_ARRAY(scratch, double, sweep->row_count);
    for (int k = 0; k < sweep->row_count; k++)
      values[k] = transmission(&at.size, angle.constant + angle.slope * input_of(sweep, k));
    sweep->transmission = sweep->column_count;
    sweep_append(sweep, &column, 1, values);
    arena_free(scratch);
  }
  four_bar_free(four_bar);
}
