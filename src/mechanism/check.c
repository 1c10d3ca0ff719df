// check.c -- checks whether the mechanism is physically meaningful.
//
// The checks use the parameters' values in the description. Quantities that depend on a parameter
// without a value are not checked.
//
// The principal moments A <= B <= C of a real body are not negative and C <= A + B, with equality
// for a flat plate: I and (A + B + C)/2 - I are not negative. A planar mechanism needs only one
// moment, so an inertia with a single entry on the diagonal is interpreted as planar.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "mechanism/check_constraints.h"
#include "mechanism/check_energy.h"
#include "mechanism/default_value.h"
#include "mechanism/mechanism.h"
#include "symbolic/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Above the rounding error of a few operations, below typical input errors.
static const double relative_tolerance = 1e-9;

bool body_is_massless(const Body *body)
{
  bool is_massless = expr_is_zero(body->mass);
  for (int i = 0; i < 9; i++)
    is_massless = is_massless && expr_is_zero(body->inertia_F.at[i / 3][i % 3]);
  return is_massless;
}

// For each frame: true if mass moves with it, on it, on its descendants, or on frames to which it
// is fixed. The ground does not move. free() the result.
static bool *frames_with_mass(const Mechanism *mechanism)
{
  bool *has_mass = memory_new((size_t)mechanism->frame_count, sizeof *has_mass);
  for (int i = 0; i < mechanism->body_count; i++) {
    const Body *body = &mechanism->bodies[i];
    if (!body_is_massless(body)) has_mass[body->frame] = true;
  }
  for (int frame = mechanism->frame_count - 1; frame > 0; frame--)
    if (has_mass[frame]) has_mass[mechanism->frames[frame].parent] = true;
  has_mass[FRAME_GROUND] = true;
  for (int i = 1; i < mechanism->frame_count; i++) {
    const Frame *frame = &mechanism->frames[i];
    if (!frame_is_moving(frame)) has_mass[i] |= has_mass[frame->parent];
  }
  return has_mass;
}

static void check_massless(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  bool *has_mass = frames_with_mass(mechanism);
  for (int i = 0; i < mechanism->body_count; i++) {
    const Body *body = &mechanism->bodies[i];
    if (has_mass[body->frame]) continue;
    diagnostics_add(diagnostics, SEVERITY_WARNING, body->mass_span,
                    "a joint that moves no mass has no equation of motion",
                    "body '%s' has no mass and carries none", body->name);
  }
  free(has_mass);
}

static void reject_overflow(double value, Span span, const char *what, const char *name,
                            Diagnostics *diagnostics)
{
  if (!isinf(value)) return;
  diagnostics_error(diagnostics, span, "numbers reach to 1.7e308", "%s '%s' overflows", what, name);
}

static void check_parameters(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    if (!parameter->value) continue;
    reject_overflow(mechanism_default_value(mechanism, parameter->value), parameter->span,
                    "the value of", parameter->name, diagnostics);
  }
}

static void check_mass(const Mechanism *mechanism, const Body *body, Diagnostics *diagnostics)
{
  double mass = mechanism_default_value(mechanism, body->mass);
  reject_overflow(mass, body->mass_span, "the mass of body", body->name, diagnostics);
  if (mass < 0) {
    diagnostics_error(diagnostics, body->mass_span, "a mass is not negative",
                      "the mass of body '%s' is negative", body->name);
  }
}

// ---- inertia

// Returns false if an entry has no numeric value.
static bool inertia_numbers(const Mechanism *mechanism, const Body *body, double inertia[3][3],
                            Diagnostics *diagnostics)
{
  bool are_finite = true;
  for (int i = 0; i < 9; i++) {
    double *entry = &inertia[i / 3][i % 3];
    *entry = i % 3 < i / 3 ? inertia[i % 3][i / 3]  // symmetric
                           : mechanism_default_value(mechanism, body->inertia_F.at[i / 3][i % 3]);
    reject_overflow(*entry, body->mass_span, "the inertia of body", body->name, diagnostics);
    are_finite = are_finite && isfinite(*entry);
  }
  return are_finite;
}

// Returns true if the symmetric matrix factor*a + shift*1 is positive definite (Cholesky
// elimination).
static bool is_positive(double a[3][3], double factor, double shift)
{
  double left[3][3];
  for (int i = 0; i < 9; i++)
    left[i / 3][i % 3] = factor * a[i / 3][i % 3] + (i % 4 == 0 ? shift : 0);
  for (int k = 0; k < 3; k++) {
    if (!(left[k][k] > 0)) return false;
    for (int i = k + 1; i < 3; i++) {
      for (int j = k + 1; j < 3; j++)
        left[i][j] -= left[i][k] * left[k][j] / left[k][k];
    }
  }
  return true;
}

// Returns true if the only non-zero entry is on the diagonal: the moment of a planar mechanism.
static bool is_planar(double a[3][3])
{
  int entries = 0;
  for (int i = 0; i < 9; i++)
    entries += a[i / 3][i % 3] != 0;
  return entries == 1 && (a[0][0] != 0 || a[1][1] != 0 || a[2][2] != 0);
}

// An inertia is realisable if the matrix of second moments, half the trace minus the inertia, is
// positive semidefinite: (A + B - C)/2 is its smallest eigenvalue.
static void check_inertia(const Mechanism *mechanism, const Body *body, Diagnostics *diagnostics)
{
  double inertia[3][3], size = 0;
  bool are_finite = inertia_numbers(mechanism, body, inertia, diagnostics);
  for (int i = 0; i < 9; i++)
    size = fmax(size, fabs(inertia[i / 3][i % 3]));
  if (body->inertia_span.length == 0 || !are_finite || size == 0) return;
  double half = inertia[0][0] / size / 2 + inertia[1][1] / size / 2 + inertia[2][2] / size / 2;
  if (!is_positive(inertia, 1 / size, relative_tolerance)) {
    diagnostics_add(diagnostics, SEVERITY_WARNING, body->inertia_span,
                    "about the centre of mass, all principal moments are positive",
                    "the inertia of body '%s' is not positive", body->name);
  } else if (!is_planar(inertia) &&
             !is_positive(inertia, -1 / size, half + relative_tolerance / 2)) {
    diagnostics_add(diagnostics, SEVERITY_WARNING, body->inertia_span,
                    "the largest principal moment is at most the sum of the other two",
                    "no real body has the inertia of '%s'", body->name);
  }
}

// ---- coordinates

// Marks the coordinates used by the steps, and returns the number of newly marked ones.
static int note_symbols(const Mechanism *mechanism, Steps steps, bool is_used[])
{
  int count = 0;
  for (int i = 0; i < steps.count; i++) {
    int index = mechanism_coordinate_of(mechanism, steps.at[i].node);
    if (index < 0 || is_used[index]) continue;
    is_used[index] = true;
    count++;
  }
  steps_free(&steps);
  return count;
}

static void note_uses(const Mechanism *mechanism, bool is_used[])
{
  int unused = 0;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    is_used[i] = mechanism->coordinates[i].joint >= 0;
    unused += !is_used[i];
  }
  for (int i = 0; i < mechanism->constraint_count && unused > 0; i++)
    if (!mechanism->constraints[i].norm)  // norms belong to joints
      unused -= note_symbols(mechanism, steps_of(&mechanism->constraints[i].residual, 1), is_used);
  for (int i = 0; i < mechanism->frame_count && unused > 0; i++)
    unused -= note_symbols(mechanism, frame_steps(&mechanism->frames[i]), is_used);
}

// Every coordinate must move a frame or occur in a constraint.
static void check_coordinates(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  int count = mechanism->coordinate_count;
  bool *is_used = memory_new((size_t)count + 1, sizeof *is_used);
  note_uses(mechanism, is_used);
  for (int i = 0; i < count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    if (is_used[i]) continue;
    diagnostics_error(diagnostics, coordinate->span,
                      "use it in the moves of a frame, or leave it out",
                      "coordinate '%s' moves nothing", coordinate_name(coordinate));
  }
  free(is_used);
}

static void check_multipliers(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  Map names = { 0 };
  for (int i = 0, known = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    if (!input->multiplier) continue;
    for (; known < mechanism->constraint_count; known++)
      map_put(&names, mechanism->constraints[known].name, known);
    if (map_find(&names, input->multiplier) < 0 || input_is_smooth(input))
      diagnostics_error(diagnostics, input->span, NULL,
                        "there is no constraint '%s', whose multiplier '%s' could be",
                        input->multiplier, input->name);
  }
  map_free(&names);
}

void mechanism_check(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  check_parameters(mechanism, diagnostics);
  for (int i = 0; i < mechanism->body_count; i++) {
    const Body *body = &mechanism->bodies[i];
    check_mass(mechanism, body, diagnostics);
    check_inertia(mechanism, body, diagnostics);
  }
  check_massless(mechanism, diagnostics);
  // a preceding error may have caused a missing frame
  if (diagnostics_error_count(diagnostics) > 0) return;
  check_coordinates(mechanism, diagnostics);
  check_multipliers(mechanism, diagnostics);
  mechanism_check_constraints(mechanism, diagnostics);
  mechanism_check_energies(mechanism, diagnostics);
}

bool mechanism_check_motions(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  bool is_good = true;
  for (int f = 1; f < mechanism->frame_count; f++) {
    const Frame *frame = &mechanism->frames[f];
    for (int m = 0; m < frame->move_count; m++) {
      const Move *move = &frame->moves[m];
      bool is_quaternion = move->kind == MOVE_QUATERNION && move_is_moving(move);
      bool is_driven = move->amount->form->stage == STAGE_TIME;
      if (!is_quaternion && !is_driven) continue;
      is_good = false;
      diagnostics_error(diagnostics, frame->span,
                        is_quaternion ? "joints must turn or slide by one coordinate each"
                                      : "give it a coordinate",
                        is_quaternion
                            ? "'%s' turns by a quaternion, which the conversion cannot say"
                            : "'%s' is driven by time",
                        frame->name);
    }
  }
  return is_good;
}
