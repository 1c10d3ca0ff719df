// motion_direction.c -- motions, as people write them.
// SPDX-License-Identifier: MIT
#include "report/motion_direction.h"

#include <math.h>

static const double NO_MOTION = 1e-9;
enum { MOST_NAMED = 4 };  // of the coordinates of a motion

static void put_share(const Equations *equations, int coordinate, double speed, Text *out)
{
  const Variable *variable = &equations->coordinates[coordinate];
  text_format(out, "%s by %.4g%s%s", variable->name, speed, variable->unit[0] ? " " : "",
              variable->unit);
}

void words_put_motion(const Equations *equations, const StaticsMotion *motion, Text *out)
{
  put_share(equations, motion->coordinate, 1, out);
  int named = 1, others = 0;
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (i == motion->coordinate || fabs(motion->speeds[i]) < NO_MOTION) continue;
    if (named == MOST_NAMED) {
      others++;
      continue;
    }
    text_put(out, ", ");
    put_share(equations, i, motion->speeds[i], out);
    named++;
  }
  if (others > 0) text_format(out, " and %d more", others);
}
