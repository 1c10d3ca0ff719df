// four_bar_record.c -- the numbers of a four-bar as data.
// SPDX-License-Identifier: MIT
#include "report/studies/study_record.h"

static void put_branch(const FourBarCase *values, int sign, const char *name, Record *out)
{
  FourBarMotion motion = { .angle = { values->input[0] },
                           .rate = { values->input[1] },
                           .acceleration = { values->input[2] } };
  if (!four_bar_solve(&values->size, sign, &motion)) {
    record_null(out, name);
    return;
  }
  Record *branch = record_object(out, name);
  record_numbers(branch, "phi", motion.angle, 3, "rad");
  record_numbers(branch, "rate", motion.rate, 3, "rad/s");
  record_numbers(branch, "acceleration", motion.acceleration, 3, "rad/s^2");
  record_number(branch, "determinant", motion.determinant, "m^2");
}

static void put_classes(const FourBarGrashof *grashof, Record *out)
{
  Record *fixed = record_object(out, "fixed");
  for (int i = 0; i < BAR_COUNT; i++) {
    Text class = { 0 };
    four_bar_put_class(grashof, (Bar)i, &class);
    record_text(fixed, bar_name((Bar)i), text_string(&class));
    text_free(&class);
  }
}

void four_bar_record(const FourBarCase *values, Record *out)
{
  const FourBarSize *size = &values->size;
  FourBarGrashof grashof = four_bar_grashof(size);
  FourBarTerms terms = four_bar_terms(size, values->input[0]);
  Record *lengths = record_object(out, "lengths");
  for (int i = 0; i < BAR_COUNT; i++)
    record_number(lengths, bar_name((Bar)i), four_bar_length(size, (Bar)i), "m");
  record_number(out, "shortest_and_longest", grashof.extremes, "m");
  record_number(out, "others", grashof.others, "m");
  put_classes(&grashof, out);
  record_number(out, "K", terms.K, "m^2");
  record_number(out, "L", terms.L, "m^2");
  record_number(out, "M", terms.M, "m^2");
  put_branch(values, 1, "branch_plus", out);
  put_branch(values, -1, "branch_minus", out);
  record_number(out, "singular_stretched", four_bar_singular_angle(size, true), "rad");
  record_number(out, "singular_folded", four_bar_singular_angle(size, false), "rad");
}
