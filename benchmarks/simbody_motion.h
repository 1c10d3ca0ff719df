// simbody_motion.h -- motions of trees by Simbody, for bench_simulate. The file is C and C++.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BENCHMARKS_SIMBODY_MOTION_H
#define BIELLE_BENCHMARKS_SIMBODY_MOTION_H

#ifdef __cplusplus
extern "C" {
#endif

// From rest at q = 0 to `end` [s] by Runge, Kutta and Merson's method with this accuracy; the angles at the
// end into q. Processor time in seconds, the least of so many motions as last 50 ms together. The file has
// a line of the whole, with its gravity, and one for each body: number, parent, Z, rotation and place of
// the joint, mass, its centre, inertia about it (xx xy xz yy yz zz). Negative: it cannot be read.
double simbody_move(const char *path, double end, double accuracy, double q[]);

#ifdef __cplusplus
}
#endif
#endif
