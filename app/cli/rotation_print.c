// rotation_print.c -- numbers of a rotation on a terminal.
//
// 15 digits; what is below 1e-15 is rounding and printed as 0.
// SPDX-License-Identifier: MIT
#include "app/cli/rotation_print.h"

#include "app/cli/command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_WIDTH = 10, NUMBER_WIDTH = 21 };

bool rotation_read_form(const char *text, BielleRotationForm *form)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleStatus status = bielle_rotation_form(text, diagnostics, form);
  return finish(diagnostics, status) == EXIT_DONE;
}

static void put_number(const RotationPage *page, BielleRotationForm form, int index, double value,
                       bool is_aligned, Text *out)
{
  double rounding = 1e-15;
  if (page->is_degrees && bielle_rotation_form_is_angle(form, index)) {
    value /= ROTATION_DEGREE;
    rounding /= ROTATION_DEGREE;
  }
  if (fabs(value) < rounding) value = 0;
  text_format(out, is_aligned ? "%*.15g" : "%.*g", is_aligned ? NUMBER_WIDTH : 15, value);
}

// Values or rates; the case of the values, or that of the rates if the values are regular.
static BielleRotationCase numbers_of(const RotationPage *page, BielleRotationForm form,
                                     double values[], double numbers[])
{
  int count = bielle_rotation_form_count(form);
  BielleRotationCase found = bielle_rotation_to(page->rotation, form, values);
  memcpy(numbers, values, (size_t)count * sizeof *numbers);
  bool is_infinite = form.kind == BIELLE_ROTATION_RODRIGUES && found == BIELLE_ROTATION_HALF_TURN;
  if (!page->has_rates || is_infinite) return found;
  return bielle_rotation_rates(form, values, page->omega, page->axes, numbers);
}

// Are there numbers at all? Rates end at singularities, Rodrigues parameters at the half turn.
static bool exists(const RotationPage *page, BielleRotationForm form, BielleRotationCase found)
{
  if (found == BIELLE_ROTATION_REGULAR) return true;
  return !page->has_rates && form.kind != BIELLE_ROTATION_RODRIGUES;
}

// The remark about a singular case.
static void put_remark(const RotationPage *page, BielleRotationForm form, BielleRotationCase found,
                       const double values[], Text *out)
{
  char *sentence = bielle_rotation_explain(form, found, values);
  if (page->has_rates) {
    text_format(out, "%.*s: the rates are infinite", (int)strcspn(sentence, ":"), sentence);
  } else {
    text_put(out, sentence);
  }
  bielle_string_free(sentence);
}

static void tell_singular(const RotationPage *page, BielleRotationForm form,
                          BielleRotationCase found, const double values[])
{
  Text sentence = { 0 };
  put_remark(page, form, found, values, &sentence);
  remark("bielle rotation: %s", text_string(&sentence));
  text_free(&sentence);
}

bool rotation_print_one(const RotationPage *page, BielleRotationForm form, Text *out)
{
  double values[BIELLE_ROTATION_MOST_VALUES], numbers[BIELLE_ROTATION_MOST_VALUES];
  BielleRotationCase found = numbers_of(page, form, values, numbers);
  if (found != BIELLE_ROTATION_REGULAR) tell_singular(page, form, found, values);
  if (!exists(page, form, found)) return false;
  int count = bielle_rotation_form_count(form), columns = count == 9 ? 3 : count;
  for (int i = 0; i < count; i++) {
    put_number(page, form, i, numbers[i], false, out);
    text_put_char(out, (i + 1) % columns == 0 ? '\n' : ' ');
  }
  return true;
}

static void put_row(const RotationPage *page, const char *name, BielleRotationForm form, Text *out)
{
  double values[BIELLE_ROTATION_MOST_VALUES], numbers[BIELLE_ROTATION_MOST_VALUES];
  BielleRotationCase found = numbers_of(page, form, values, numbers);
  int count = bielle_rotation_form_count(form), columns = count == 9 ? 3 : count;
  text_format(out, "%-*s", NAME_WIDTH, name);
  if (!exists(page, form, found)) {
    text_put(out, "  ");
    put_remark(page, form, found, values, out);
    text_put_char(out, '\n');
    return;
  }
  for (int i = 0; i < count; i++) {
    if (i > 0 && i % columns == 0) text_repeat(out, ' ', NAME_WIDTH);
    put_number(page, form, i, numbers[i], true, out);
    if ((i + 1) % columns == 0) text_put_char(out, '\n');
  }
  if (found == BIELLE_ROTATION_REGULAR) return;
  text_repeat(out, ' ', NAME_WIDTH + 2);
  put_remark(page, form, found, values, out);
  text_put_char(out, '\n');
}

static const char *const FORMS[] = { "matrix",    "vector",    "axis", "euler:zxz",  "euler:zyz",
                                     "euler:zyx", "euler:xyz", "rpy",  "quaternion", "rodrigues" };

static void put_json_row(const RotationPage *page, const char *name, Text *out)
{
  double values[BIELLE_ROTATION_MOST_VALUES], numbers[BIELLE_ROTATION_MOST_VALUES];
  BielleRotationForm form;
  if (!rotation_read_form(name, &form)) return;
  BielleRotationCase found = numbers_of(page, form, values, numbers);
  if (found != BIELLE_ROTATION_REGULAR) tell_singular(page, form, found, values);
  text_put(out, ", ");
  text_put_json_string(out, name, strlen(name));
  text_put(out, ": ");
  if (!exists(page, form, found)) {
    text_put(out, "null");
    return;
  }
  for (int i = 0; i < bielle_rotation_form_count(form); i++) {
    text_put(out, i > 0 ? ", " : "[");
    put_number(page, form, i, numbers[i], false, out);
  }
  text_put_char(out, ']');
}

void rotation_put_json(const RotationPage *page, const char *name, Text *out)
{
  text_format(out, "{\"angles\": \"%s\", \"rates\": %s", page->is_degrees ? "degrees" : "radians",
              page->has_rates ? "true" : "false");
  if (name) put_json_row(page, name, out);
  for (size_t i = 0; !name && i < sizeof FORMS / sizeof FORMS[0]; i++)
    put_json_row(page, FORMS[i], out);
  text_put(out, "}\n");
}

void rotation_print_all(const RotationPage *page, Text *out)
{
  text_format(out, "angles in %s%s\n", page->is_degrees ? "degrees" : "radians",
              page->has_rates ? "; rates per second" : "");
  for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
    BielleRotationForm form;
    if (rotation_read_form(FORMS[i], &form)) put_row(page, FORMS[i], form, out);
  }
}
