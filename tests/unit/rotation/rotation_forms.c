// rotation_forms.c -- every representation of a rotation, with every sequence of axes.
// SPDX-License-Identifier: MIT
#include "rotation_forms.h"

#include <assert.h>

const char *const ROTATION_FORMS[ROTATION_FORM_COUNT] = {
  "matrix",    "vector",    "axis",      "rpy",       "quaternion", "rodrigues",
  "euler:xyz", "euler:yzx", "euler:zxy", "euler:zyx", "euler:xzy",  "euler:yxz",
  "euler:xyx", "euler:yzy", "euler:zxz", "euler:xzx", "euler:yxy",  "euler:zyz",
  "fixed:xyz", "fixed:yzx", "fixed:zxy", "fixed:zyx", "fixed:xzy",  "fixed:yxz",
  "fixed:xyx", "fixed:yzy", "fixed:zxz", "fixed:xzx", "fixed:yxy",  "fixed:zyz",
};

RotationForm rotation_form_number(int index)
{
  RotationForm form;
  RotationFormFault fault = rotation_form_read(ROTATION_FORMS[index], &form);
  assert(fault == ROTATION_FORM_GOOD);
  (void)fault;
  return form;
}
