// rotation_print.h -- numbers of a rotation on a terminal.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_ROTATION_PRINT_H
#define BIELLE_CLI_ROTATION_PRINT_H

#include "base/text.h"
#include "bielle/bielle.h"

#include <stdbool.h>

#define ROTATION_DEGREE 0.017453292519943295  // in radians

typedef struct RotationPage {
  const BielleRotation *rotation;
  double omega[3];  // rad/s
  BielleRotationAxes axes;
  bool has_rates;  // rates for omega, instead of values
  bool is_degrees;
} RotationPage;

// The form that `text` names; says what is wrong and returns false if there is none.
bool rotation_read_form(const char *text, BielleRotationForm *form);

// The numbers of one form, as --from takes them; a remark about a singular case goes to standard
// error. False if there are no such numbers.
bool rotation_print_one(const RotationPage *page, BielleRotationForm form, Text *out);
// {"angles": "degrees", "rpy": [..], ..} of the form `name`, or of all (NULL); null where there are no
// such numbers.
void rotation_put_json(const RotationPage *page, const char *name, Text *out);
// A table of all forms, remarks included.
void rotation_print_all(const RotationPage *page, Text *out);

#endif
