// low_pass.h -- low-pass filter without phase shift.
//
// A fourth-order Butterworth filter is applied forwards and backwards, so that the phases cancel;
// the gain is 1 / (1 + (f/f_c)^8), with the frequencies as warped by the bilinear transform. Both
// ends are extended by reflection about the last point.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LOW_PASS_H
#define BIELLE_NUMERIC_LOW_PASS_H

// Filters `count` samples values[0], values[stride], .. in place. `cutoff` is relative to the
// sampling frequency, strictly between 0 and 0.5.
void low_pass(int count, double values[], int stride, double cutoff);
// Fraction of the variance of white noise that passes the filter: the sum of squares of its impulse
// response.
double low_pass_noise(double cutoff);

#endif
