// sensed_points.h -- positions and velocities of places, kept as such while coordinates change.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_CARRIED_SENSED_POINTS_H
#define BIELLE_TRANSFORM_CARRIED_SENSED_POINTS_H

#include "transform/transform.h"

// Symbols that stand for the positions of the mechanism's observed places, in ground axes, and for
// their rates.
typedef struct ObservedPlaces {
  Vec3 *position;
  Vec3 *rate;
} ObservedPlaces;

// Puts the symbols into the laws, where the positions and velocities stand.
ObservedPlaces observed_places_hide(Transform *transform);
// Puts the positions and velocities as they are now in the place of the symbols.
void observed_places_show(Transform *transform, const ObservedPlaces *observed);

#endif
