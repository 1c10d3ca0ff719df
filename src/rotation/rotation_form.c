// rotation_form.c -- names of the representations, and sequences of axes.
// SPDX-License-Identifier: MIT
#include "rotation/rotation_form.h"

#include <string.h>

const RotationInfo *rotation_info(RotationKind kind)
{
  static const RotationInfo INFO[] = {
#define ROTATION(NAME, word, count, angles, title, labels) { word, count, angles, title, labels },
#include "rotation/rotations.def"
  };
  return &INFO[kind];
}

bool rotation_has_sequence(RotationKind kind)
{
  return kind == ROTATION_EULER || kind == ROTATION_FIXED || kind == ROTATION_RPY;
}

static bool find_kind(const char *word, size_t length, RotationKind *kind)
{
  for (int i = 0; i < ROTATION_KIND_COUNT; i++) {
    const char *known = rotation_info((RotationKind)i)->word;
    if (strlen(known) != length || strncmp(known, word, length) != 0) continue;
    *kind = (RotationKind)i;
    return true;
  }
  return false;
}

// Reads three letters; adjacent ones must differ, otherwise they would be a single rotation.
static bool read_axes(const char *letters, int axes[3])
{
  static const char AXES[] = "xyzXYZ";
  if (strlen(letters) != 3) return false;
  for (int i = 0; i < 3; i++) {
    const char *at = strchr(AXES, letters[i]);
    if (!at) return false;
    axes[i] = (int)(at - AXES) % 3;
    if (i > 0 && axes[i] == axes[i - 1]) return false;
  }
  return true;
}

RotationFormFault rotation_form_read(const char *text, RotationForm *form)
{
  *form = (RotationForm){ .axes = { 0, 1, 2 } };
  const char *colon = strchr(text, ':');
  size_t length = colon ? (size_t)(colon - text) : strlen(text);
  if (!find_kind(text, length, &form->kind)) return ROTATION_FORM_KIND;
  bool may_have_sequence = form->kind == ROTATION_EULER || form->kind == ROTATION_FIXED;
  if (colon && !may_have_sequence) return ROTATION_FORM_NO_SEQUENCE;
  const char *usual = form->kind == ROTATION_EULER ? "zxz" : "xyz";
  if (!read_axes(colon ? colon + 1 : usual, form->axes)) return ROTATION_FORM_SEQUENCE;
  return ROTATION_FORM_GOOD;
}

RotationSequence rotation_sequence(RotationForm form)
{
  bool is_reversed = form.kind != ROTATION_EULER;
  int first = form.axes[is_reversed ? 2 : 0], second = form.axes[1];
  int third = form.axes[is_reversed ? 0 : 2];
  return (RotationSequence){
    .first = first,
    .second = second,
    .third = third,
    .other = 3 - first - second,
    .sign = second == (first + 1) % 3 ? 1 : -1,
    .is_proper = third == first,
    .is_reversed = is_reversed,
  };
}
