// bielle/rotation.h -- rotations: from any representation to any other, rates, nearest matrix.
//
//     BielleRotationForm rpy, quaternion;
//     BielleRotation r;
//     const double degrees_10_20_30[3] = { 0.1745, 0.3491, 0.5236 };
//     double e[4];
//     bielle_rotation_form("rpy", diagnostics, &rpy);
//     bielle_rotation_form("quaternion", diagnostics, &quaternion);
//     bielle_rotation_from(rpy, degrees_10_20_30, diagnostics, &r);
//     bielle_rotation_to(&r, quaternion, e);
//
// A rotation is the matrix whose columns are the axes of the rotated frame B, in the axes of the
// fixed frame A: it takes components in B to components in A. Angles are in radians. The functions
// allocate only what is documented as owned; any number of threads may call them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_ROTATION_H
#define BIELLE_ROTATION_H

#include "bielle/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BielleRotation {
  double at[3][3];
} BielleRotation;

// ---- representations

typedef enum BielleRotationKind {
  BIELLE_ROTATION_MATRIX,      // r11 r12 r13 r21 ... r33
  BIELLE_ROTATION_VECTOR,      // Euler vector: unit axis times angle
  BIELLE_ROTATION_AXIS,        // axis (any length), angle
  BIELLE_ROTATION_EULER,       // three angles about moving axes, R = R1(a1) R2(a2) R3(a3)
  BIELLE_ROTATION_FIXED,       // three angles about fixed axes, R = R3(a3) R2(a2) R1(a1)
  BIELLE_ROTATION_RPY,         // roll, pitch, yaw about fixed x, y, z
  BIELLE_ROTATION_QUATERNION,  // Euler parameters cos(angle/2), sin(angle/2) axis; scalar first
  BIELLE_ROTATION_RODRIGUES    // Rodrigues-Hamilton parameters tan(angle/2) axis
} BielleRotationKind;

enum { BIELLE_ROTATION_MOST_VALUES = 9 };

typedef struct BielleRotationForm {
  BielleRotationKind kind;
  int axes[3];  // of EULER and FIXED: 0, 1, 2 for x, y, z
} BielleRotationForm;

// Reads "KIND" or "KIND:SEQUENCE": matrix vector axis euler:zxz fixed:xyz rpy quaternion rodrigues,
// with any of the 12 sequences. "euler" is "euler:zxz", "fixed" is "fixed:xyz".
BIELLE_API BielleStatus bielle_rotation_form(const char *text, BielleDiagnostics *diagnostics,
                                             BielleRotationForm *out);
// Number of values of the form, their names separated by spaces, and whether value `index` is an
// angle.
BIELLE_API int bielle_rotation_form_count(BielleRotationForm form);
BIELLE_API const char *bielle_rotation_form_labels(BielleRotationForm form);
BIELLE_API int bielle_rotation_form_is_angle(BielleRotationForm form, int index);
// Name of the form: "Euler vector". Static.
BIELLE_API const char *bielle_rotation_form_title(BielleRotationForm form);

// ---- conversions

// Rotation with these values. A matrix that is slightly off is replaced by the nearest rotation,
// and a quaternion is normalised; both with a warning that reports the deviation. BIELLE_BAD_INPUT:
// a matrix with an entry more than 0.1 from the nearest rotation, or with a reflection; a
// quaternion or an axis of norm 0; values that are not finite.
BIELLE_API BielleStatus bielle_rotation_from(BielleRotationForm form, const double values[],
                                             BielleDiagnostics *diagnostics, BielleRotation *out);

typedef enum BielleRotationCase {
  BIELLE_ROTATION_REGULAR,
  BIELLE_ROTATION_GIMBAL_LOCK,  // two of the angles turn about the same line
  BIELLE_ROTATION_NO_AXIS,      // zero rotation: the axis is arbitrary
  BIELLE_ROTATION_HALF_TURN     // 180 deg: the sign of the axis is arbitrary; Rodrigues parameters
                                // are infinite
} BielleRotationCase;

// Writes the values of the form. In a singular case they are one of the valid solutions: the last
// moving angle is 0, the axis is z, the first component of the axis is positive; infinite Rodrigues
// parameters are infinities with the signs of that axis. Angles are in [-pi, pi], the middle one in
// [-pi/2, pi/2] or, if first and last axis are the same, [0, pi]; the scalar of a quaternion is not
// negative.
BIELLE_API BielleRotationCase bielle_rotation_to(const BielleRotation *rotation,
                                                 BielleRotationForm form, double values[]);
// Describes a singular case of bielle_rotation_to() in a sentence: what is undetermined and which
// value was chosen. NULL for a regular case. Owned: bielle_string_free().
BIELLE_API char *bielle_rotation_explain(BielleRotationForm form, BielleRotationCase singular,
                                         const double values[]);

// ---- matrices

// Rotation a, followed by b about the moving axes: the product a b.
BIELLE_API BielleRotation bielle_rotation_then_moving(const BielleRotation *a,
                                                      const BielleRotation *b);
// Rotation a, followed by b about the fixed axes: the product b a.
BIELLE_API BielleRotation bielle_rotation_then_fixed(const BielleRotation *a,
                                                     const BielleRotation *b);
BIELLE_API BielleRotation bielle_rotation_inverse(const BielleRotation *rotation);
// Components in A of the vector with components v in B. `out` may be v.
BIELLE_API void bielle_rotation_apply(const BielleRotation *rotation, const double v[3],
                                      double out[3]);
// Rotation nearest to the 3 x 3 matrix (row-major) in the least-squares sense (polar
// decomposition). *change (may be NULL) receives the largest change of an entry. BIELLE_BAD_INPUT
// if there is none.
BIELLE_API BielleStatus bielle_rotation_nearest(const double matrix[9],
                                                BielleDiagnostics *diagnostics, BielleRotation *out,
                                                double *change);

// ---- kinematic equations

typedef enum BielleRotationAxes { BIELLE_BODY_AXES, BIELLE_FIXED_AXES } BielleRotationAxes;

// Rates of the values for the angular velocity omega [rad/s], in the axes of B or of A. Axis and
// quaternion must have norm 1. In a singular case nothing is written.
BIELLE_API BielleRotationCase bielle_rotation_rates(BielleRotationForm form, const double values[],
                                                    const double omega[3], BielleRotationAxes axes,
                                                    double rates[]);
// The angular velocity [rad/s] for given rates of the values, in the axes of B or of A.
BIELLE_API void bielle_rotation_velocity(BielleRotationForm form, const double values[],
                                         const double rates[], BielleRotationAxes axes,
                                         double omega[3]);

// ---- symbolic formulas

typedef struct BielleRotationFormula {
  BielleRotationForm from;
  const char *const *values;  // of `from`: names or numbers, with an optional minus sign
  BielleRotationForm to;
  const char *const *omega;  // NULL: compute the values of `to`; three texts: compute their rates
  BielleRotationAxes axes;   // of omega
  int is_degrees;            // numeric angles are in degrees
  BielleNotation notation;   // BIELLE_TEXT or BIELLE_LATEX
} BielleRotationFormula;

// The values (or rates) of one form as formulas in the values of another, valid where no singular
// case occurs. Owned in *out.
BIELLE_API BielleStatus bielle_rotation_formula(const BielleRotationFormula *formula,
                                                BielleDiagnostics *diagnostics, char **out);

#ifdef __cplusplus
}
#endif
#endif
