// low_pass.h -- samples without what is fast, and without delay.
//
// A Butterworth filter of fourth order goes over the samples forwards and then backwards, so that the
// phases cancel; its gain is 1 / (1 + (f/f_c)^8), with the frequencies as the bilinear transform warps
// them. Both ends are continued by reflection in the last point.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LOW_PASS_H
#define BIELLE_NUMERIC_LOW_PASS_H

// In place: values[0], values[stride], .. of `count` samples. `cutoff` in parts of the sampling
// frequency, 0 .. 0.5 without the ends.
void low_pass(int count, double values[], int stride, double cutoff);
// The part of the variance of white noise that it leaves: the squares of its answer to an impulse.
double low_pass_noise(double cutoff);

#endif
