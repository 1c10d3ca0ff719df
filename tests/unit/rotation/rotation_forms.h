// rotation_forms.h -- every representation of a rotation, with every sequence of axes.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_ROTATION_FORMS_H
#define BIELLE_TESTS_ROTATION_FORMS_H

#include "rotation/rotation_form.h"

enum { ROTATION_FORM_COUNT = 30 };

extern const char *const ROTATION_FORMS[ROTATION_FORM_COUNT];

RotationForm rotation_form_number(int index);

#endif
