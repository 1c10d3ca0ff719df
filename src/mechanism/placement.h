// placement.h -- where one frame stands in another, exactly.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_PLACEMENT_H
#define BIELLE_MECHANISM_PLACEMENT_H

#include "mechanism/mechanism.h"

// Takes components of the inner frame to the outer: r_outer = p + R r_inner.
typedef struct Placement {
  Mat3 R;
  Vec3 p;
} Placement;

Placement placement_identity(Pool *pool);
Placement placement_compose(Placement outer, Placement inner);
Placement placement_between(Placement from,
                            Placement to);  // from^-1 to, both seen from the same frame
Vec3 placement_apply(Placement pose, Vec3 r);
bool placement_is_identity(Placement pose);
// `pose` and one more move behind it, in the pool of `pose`.
Placement placement_move(Placement pose, const Move *move);

// Is it a negative number, or written with a minus?
bool looks_negative(const Expr *e);

#endif
