// sensed_points.h -- positions and velocities of sensed points, preserved while coordinates change.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_CARRIED_SENSED_POINTS_H
#define BIELLE_TRANSFORM_CARRIED_SENSED_POINTS_H

#include "transform/transform.h"

// Placeholder symbols for the positions of the mechanism's sensed points, in ground axes, and for
// their rates.
typedef struct ObservedPlaces {
  Vec3 *position;
  Vec3 *rate;
} ObservedPlaces;

// Replaces the positions and velocities in the laws by the symbols.
ObservedPlaces observed_places_hide(Transform *transform);
// Replaces the symbols by the positions and velocities in the new coordinates.
void observed_places_show(Transform *transform, const ObservedPlaces *observed);

#endif
