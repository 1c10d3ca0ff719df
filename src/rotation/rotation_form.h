// rotation_form.h -- representations of a rotation: "matrix", "quaternion", "euler:zyx".
//
// R is the matrix Rot(A,B) of De Santis's annex: its columns are the axes of B expressed in A, and
// it transforms components in B to components in A. Rotations about moving axes are multiplied on
// the right, rotations about fixed axes on the left, so that angles about the fixed axes x, y, z
// equal those about the moving axes z, y, x in reverse order. Roll, pitch and yaw are the angles
// about the fixed axes x, y, z.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_ROTATION_ROTATION_FORM_H
#define BIELLE_ROTATION_ROTATION_FORM_H

#include <stdbool.h>

typedef enum RotationKind {
#define ROTATION(NAME, word, count, angles, title, labels) ROTATION_##NAME,
#include "rotation/rotations.def"
  ROTATION_KIND_COUNT
} RotationKind;

enum { ROTATION_MAX_VALUES = 9 };

typedef struct RotationInfo {
  const char *word;
  int count;
  unsigned angles;  // bit i: value i is an angle
  const char *title;
  const char *labels;
} RotationInfo;

const RotationInfo *rotation_info(RotationKind kind);
bool rotation_has_sequence(RotationKind kind);  // three angles about axes: euler, fixed, rpy

typedef struct RotationForm {
  RotationKind kind;
  int axes[3];  // axes of euler and fixed in the order of the angles: 0, 1, 2 for x, y, z
} RotationForm;

// The fault in the text of a form.
typedef enum RotationFormFault {
  ROTATION_FORM_GOOD,
  ROTATION_FORM_KIND,         // unknown kind
  ROTATION_FORM_SEQUENCE,     // not three of x, y, z with different neighbours
  ROTATION_FORM_NO_SEQUENCE,  // a sequence after a kind that takes none
} RotationFormFault;

// Parses "KIND" or "KIND:SEQUENCE". The default sequence of euler is zxz (the classical angles psi,
// theta, phi), that of fixed is xyz. The letters of the sequence may be capitals.
RotationFormFault rotation_form_read(const char *text, RotationForm *form);

// Three successive rotations about moving axes: R = R_first(u) R_second(v) R_third(w).
typedef struct RotationSequence {
  int first, second, third;
  int other;         // the axis that is neither first nor second
  int sign;          // 1 if first, second, other are in cyclic order, otherwise -1
  bool is_proper;    // third is first: zxz; otherwise third is other: zyx
  bool is_reversed;  // the angles of the form are w, v, u (fixed axes)
} RotationSequence;

RotationSequence rotation_sequence(RotationForm form);  // form is euler, fixed or rpy

#endif
