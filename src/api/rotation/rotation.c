// rotation.c -- numerical rotations through the public interface.
// SPDX-License-Identifier: MIT
#include "bielle/rotation.h"

#include "api/api.h"
#include "api/rotation/rotation_form.h"
#include "rotation/rotation_values.h"

#include <math.h>
#include <string.h>

// Smaller changes are rounding errors; larger ones than the second limit are rejected.
static const double SILENT_CHANGE = 1e-12, MAX_CHANGE = 0.1;

_Static_assert((int)BIELLE_ROTATION_RODRIGUES == (int)ROTATION_RODRIGUES, "same order of kinds");
_Static_assert((int)BIELLE_ROTATION_HALF_TURN == (int)ROTATION_HALF_TURN, "same order of cases");
_Static_assert((int)BIELLE_ROTATION_MOST_VALUES == (int)ROTATION_MAX_VALUES, "same size");

RotationForm rotation_form_from_public(BielleRotationForm form)
{
  return (RotationForm){ (RotationKind)form.kind, { form.axes[0], form.axes[1], form.axes[2] } };
}

static RotationMatrix matrix_inside(const BielleRotation *rotation)
{
  RotationMatrix r;
  memcpy(r.at, rotation->at, sizeof r.at);
  return r;
}

static BielleRotation matrix_outside(const RotationMatrix *r)
{
  BielleRotation rotation;
  memcpy(rotation.at, r->at, sizeof rotation.at);
  return rotation;
}

static void warn(BielleDiagnostics *diagnostics, const char *hint, const char *what, double number)
{
  diagnostics_add(diagnostics->list, SEVERITY_WARNING, (Span){ 0 }, hint, "%s %.3g", what, number);
}

// ---- forms

static void diagnose_kind(const char *text, BielleDiagnostics *diagnostics)
{
  const char *words[ROTATION_KIND_COUNT];
  Text hint = { 0 };
  for (int i = 0; i < ROTATION_KIND_COUNT; i++)
    words[i] = rotation_info((RotationKind)i)->word;
  size_t length = strcspn(text, ":");
  const char *near = nearest_name(text, length, words, ROTATION_KIND_COUNT);
  if (near) text_format(&hint, "did you mean '%s'? ", near);
  text_put(&hint, "choose one of:");
  for (int i = 0; i < ROTATION_KIND_COUNT; i++)
    text_format(&hint, " %s", words[i]);
  diagnose(diagnostics, text_string(&hint), "'%.*s' is not a representation of rotations",
           (int)length, text);
  text_free(&hint);
}

BielleStatus bielle_rotation_form(const char *text, BielleDiagnostics *diagnostics,
                                  BielleRotationForm *out)
{
  RotationForm form;
  RotationFormFault fault = rotation_form_read(text, &form);
  *out = (BielleRotationForm){ (BielleRotationKind)form.kind,
                               { form.axes[0], form.axes[1], form.axes[2] } };
  switch (fault) {
  case ROTATION_FORM_GOOD: return BIELLE_OK;
  case ROTATION_FORM_KIND: diagnose_kind(text, diagnostics); break;
  case ROTATION_FORM_SEQUENCE:
    diagnose(diagnostics,
             "it is three of x, y, z, neighbours different: xyz yzx zxy zyx xzy yxz, "
             "or xyx yzy zxz xzx yxy zyz",
             "'%s' has no sequence of axes", text);
    break;
  case ROTATION_FORM_NO_SEQUENCE:
    diagnose(diagnostics, "only euler and fixed have one, such as euler:zyx",
             "'%s' takes no sequence of axes", rotation_info(form.kind)->word);
    break;
  }
  return BIELLE_BAD_INPUT;
}

int bielle_rotation_form_count(BielleRotationForm form)
{
  return rotation_info((RotationKind)form.kind)->count;
}

const char *bielle_rotation_form_labels(BielleRotationForm form)
{
  return rotation_info((RotationKind)form.kind)->labels;
}

int bielle_rotation_form_is_angle(BielleRotationForm form, int index)
{
  return (int)(rotation_info((RotationKind)form.kind)->angles >> index & 1u);
}

const char *bielle_rotation_form_title(BielleRotationForm form)
{
  return rotation_info((RotationKind)form.kind)->title;
}

// ---- conversions

static double determinant(const double m[9])
{
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
         m[2] * (m[3] * m[7] - m[4] * m[6]);
}

BielleStatus bielle_rotation_nearest(const double matrix[9], BielleDiagnostics *diagnostics,
                                     BielleRotation *out, double *change)
{
  RotationMatrix given, nearest;
  memcpy(given.at, matrix, sizeof given.at);
  if (!rotation_nearest(&given, &nearest)) {
    diagnose(
        diagnostics,
        "the columns of a rotation matrix are unit vectors at right angles, with determinant 1",
        "the matrix is not a rotation, nor near one: its determinant is %.3g", determinant(matrix));
    return BIELLE_BAD_INPUT;
  }
  double largest = 0;
  for (int i = 0; i < 9; i++)
    largest = fmax(largest, fabs(nearest.at[i / 3][i % 3] - matrix[i]));
  if (change) *change = largest;
  *out = matrix_outside(&nearest);
  return BIELLE_OK;
}

static BielleStatus from_matrix(const double values[9], BielleDiagnostics *diagnostics,
                                BielleRotation *out)
{
  double change;
  BielleStatus status = bielle_rotation_nearest(values, diagnostics, out, &change);
  if (status != BIELLE_OK) return status;
  if (change > MAX_CHANGE) {
    diagnose(
        diagnostics, "the columns of a rotation matrix are unit vectors at right angles",
        "the matrix is not a rotation: the nearest one differs by %.3g in an entry, more than 0.1",
        change);
    return BIELLE_BAD_INPUT;
  }
  if (change > SILENT_CHANGE) {
    warn(diagnostics, NULL,
         "the matrix is not quite a rotation; the nearest one is taken, which differs at most by",
         change);
  }
  return BIELLE_OK;
}

static BielleStatus reject_length(RotationKind kind, BielleDiagnostics *diagnostics)
{
  if (kind == ROTATION_QUATERNION) {
    diagnose(diagnostics, "no rotation is 1 0 0 0; the scalar comes first",
             "the quaternion has length 0 and is not a rotation");
  } else if (kind == ROTATION_VECTOR) {
    diagnose(diagnostics, NULL, "the Euler vector is too long");
  } else {
    diagnose(diagnostics, "give the direction, such as 0 0 1 for z", "the axis has length 0");
  }
  return BIELLE_BAD_INPUT;
}

BielleStatus bielle_rotation_from(BielleRotationForm form, const double values[],
                                  BielleDiagnostics *diagnostics, BielleRotation *out)
{
  RotationForm inside = rotation_form_from_public(form);
  for (int i = 0; i < rotation_info(inside.kind)->count; i++) {
    if (isfinite(values[i])) continue;
    diagnose(diagnostics, NULL, "value %d of the rotation is not a finite number", i + 1);
    return BIELLE_BAD_INPUT;
  }
  if (inside.kind == ROTATION_MATRIX) return from_matrix(values, diagnostics, out);
  RotationMatrix r;
  if (!rotation_from_values(inside, values, &r)) return reject_length(inside.kind, diagnostics);
  *out = matrix_outside(&r);
  if (inside.kind == ROTATION_QUATERNION) {
    double length = hypot(hypot(values[0], values[1]), hypot(values[2], values[3]));
    if (fabs(length - 1) > SILENT_CHANGE) {
      warn(diagnostics, NULL, "the quaternion is divided by its length, which differs from 1 by",
           length - 1);
    }
  }
  return BIELLE_OK;
}

BielleRotationCase bielle_rotation_to(const BielleRotation *rotation, BielleRotationForm form,
                                      double values[])
{
  RotationMatrix r = matrix_inside(rotation);
  RotationForm inside = rotation_form_from_public(form);
  BielleRotationCase singular = (BielleRotationCase)rotation_to_values(&r, inside, values);
  for (int i = 0; i < rotation_info(inside.kind)->count; i++) {
    // atan2(-0, -1): 180 deg is pi, not -pi
    if (bielle_rotation_form_is_angle(form, i) && values[i] == -atan2(0, -1))
      values[i] = -values[i];
  }
  return singular;
}

// ---- text of singular cases

// At gimbal lock the first and the last angle turn about the same line, in the same or in the
// opposite direction: only their sum or their difference is determined.
static void explain_lock(RotationForm form, const double values[3], Text *out)
{
  RotationSequence q = rotation_sequence(form);
  bool adds = q.is_proper ? values[1] < 1 : q.sign * values[1] > 0;
  const char *names[3] = { "a1", "a2", "a3" };
  if (form.kind == ROTATION_RPY) {
    names[0] = "roll";
    names[2] = "yaw";
  }
  const char *first = names[q.is_reversed ? 2 : 0], *last = names[q.is_reversed ? 0 : 2];
  text_format(out, "gimbal lock: only %s %c %s is determined; %s = 0 is chosen", first,
              adds ? '+' : '-', last, last);
}

char *bielle_rotation_explain(BielleRotationForm form, BielleRotationCase singular,
                              const double values[])
{
  Text text = { 0 };
  switch (singular) {
  case BIELLE_ROTATION_REGULAR: return NULL;
  case BIELLE_ROTATION_GIMBAL_LOCK:
    explain_lock(rotation_form_from_public(form), values, &text);
    break;
  case BIELLE_ROTATION_NO_AXIS: text_put(&text, "no rotation: it has no axis; z is chosen"); break;
  case BIELLE_ROTATION_HALF_TURN:
    text_put(&text, form.kind == BIELLE_ROTATION_RODRIGUES
                        ? "half turn: Rodrigues-Hamilton parameters are infinite"
                        : "half turn: the opposite axis is the same rotation");
    break;
  }
  return text_release(&text);
}

// ---- matrices and rates

BielleRotation bielle_rotation_then_moving(const BielleRotation *a, const BielleRotation *b)
{
  RotationMatrix first = matrix_inside(a), second = matrix_inside(b);
  RotationMatrix r = rotation_product(&first, &second);
  return matrix_outside(&r);
}

BielleRotation bielle_rotation_then_fixed(const BielleRotation *a, const BielleRotation *b)
{
  return bielle_rotation_then_moving(b, a);
}

BielleRotation bielle_rotation_inverse(const BielleRotation *rotation)
{
  RotationMatrix given = matrix_inside(rotation), r = rotation_inverse(&given);
  return matrix_outside(&r);
}

void bielle_rotation_apply(const BielleRotation *rotation, const double v[3], double out[3])
{
  RotationMatrix r = matrix_inside(rotation);
  rotation_apply(&r, v, out);
}

BielleRotationCase bielle_rotation_rates(BielleRotationForm form, const double values[],
                                         const double omega[3], BielleRotationAxes axes,
                                         double rates[])
{
  return (BielleRotationCase)rotation_rates(rotation_form_from_public(form), values, omega,
                                            axes == BIELLE_BODY_AXES, rates);
}

void bielle_rotation_velocity(BielleRotationForm form, const double values[], const double rates[],
                              BielleRotationAxes axes, double omega[3])
{
  rotation_velocity(rotation_form_from_public(form), values, rates, axes == BIELLE_BODY_AXES,
                    omega);
}
