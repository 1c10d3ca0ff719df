// four_bar_row.h -- examples/n_four_bar with any number of four-bars: cranks upright at theta = 0 and
// as far apart as they are long, so that all angles are equal in every closed position but those in
// which all links lie in a line.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_FOUR_BAR_ROW_H
#define BIELLE_TESTS_FOUR_BAR_ROW_H

#include "base/text/text.h"

// Coordinates are theta0 ... theta<count>, psi1 ... psi<count>.
static inline void four_bar_row(Text *out, int count)
{
  text_put(out, "param l = 1 m\n");
  for (int i = 0; i <= count; i++) {
    text_format(out,
                "joint crank%d : revolute -z (theta%d) from ground at [%d*l, 0, 0] rotated "
                "RZ(90 deg)\n",
                i, i, i);
  }
  for (int i = 1; i <= count; i++) {
    text_format(out,
                "joint coupler%d : revolute z (psi%d) from crank%d at [l, 0, 0] rotated "
                "RZ(-90 deg)\n"
                "loop pin%d : revolute z [l, 0, 0] on coupler%d = [l, 0, 0] on crank%d\n",
                i, i, i - 1, i, i, i);
  }
}

#endif
