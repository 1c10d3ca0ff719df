// rotation_form.h -- converts the public form of a rotation to the internal one.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_ROTATION_ROTATION_FORM_H
#define BIELLE_API_ROTATION_ROTATION_FORM_H

#include "bielle/rotation.h"
#include "rotation/rotation_form.h"

RotationForm rotation_form_from_public(BielleRotationForm form);

#endif
