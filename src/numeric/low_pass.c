// low_pass.c -- fourth-order Butterworth filter, forwards and backwards.
//
// Reference: F. Gustafsson, "Determining the initial states in forward-backward filtering", IEEE
// Trans. Signal Processing 44 (1996).
// SPDX-License-Identifier: MIT
#include "numeric/low_pass.h"

#include "base/memory/memory.h"

#include <math.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

// Second-order section: y = b x + 2b x1 + b x2 - a1 y1 - a2 y2.
typedef struct Section {
  double b, a1, a2;
} Section;

// `angle` is that between the poles and the negative real axis.
static Section section_of(double cutoff, double angle)
{
  double k = tan(PI * cutoff), damping = 2 * cos(angle) * k, norm = 1 / (1 + damping + k * k);
  return (Section){ .b = k * k * norm,
                    .a1 = 2 * (k * k - 1) * norm,
                    .a2 = (1 - damping + k * k) * norm };
}

// Filters in place; the initial state is the steady state for the first value.
static void run(Section s, int count, double x[])
{
  double z2 = (s.b - s.a2) * x[0], z1 = (2 * s.b - s.a1) * x[0] + z2;
  for (int i = 0; i < count; i++) {
    double y = s.b * x[i] + z1;
    z1 = 2 * s.b * x[i] - s.a1 * y + z2;
    z2 = s.b * x[i] - s.a2 * y;
    x[i] = y;
  }
}

static void reverse(int count, double x[])
{
  for (int i = 0, j = count - 1; i < j; i++, j--) {
    double other = x[i];
    x[i] = x[j];
    x[j] = other;
  }
}

void low_pass(int count, double values[], int stride, double cutoff)
{
  const Section sections[] = { section_of(cutoff, PI / 8), section_of(cutoff, 3 * PI / 8) };
  if (count < 2) return;
  double wanted = ceil(3 / cutoff);
  int pad = wanted < count - 1 ? (int)wanted : count - 1, all = count + 2 * pad;
  double *x = memory_new((size_t)all, sizeof(double));
  double first = values[0], last = values[(size_t)(count - 1) * (size_t)stride];
  for (int i = 0; i < count; i++)
    x[pad + i] = values[(size_t)i * (size_t)stride];
  for (int i = 1; i <= pad; i++) {
    x[pad - i] = 2 * first - values[(size_t)i * (size_t)stride];
    x[pad + count - 1 + i] = 2 * last - values[(size_t)(count - 1 - i) * (size_t)stride];
  }
  for (int way = 0; way < 2; way++) {
    run(sections[0], all, x);
    run(sections[1], all, x);
    reverse(all, x);
  }
  for (int i = 0; i < count; i++)
    values[(size_t)i * (size_t)stride] = x[pad + i];
  free(x);
}

double low_pass_noise(double cutoff)
{
  int half = (int)ceil(6 / cutoff), count = 2 * half + 1;
  double *answer = memory_new((size_t)count, sizeof(double)), sum = 0;
  answer[half] = 1;
  low_pass(count, answer, 1, cutoff);
  for (int i = 0; i < count; i++)
    sum += answer[i] * answer[i];
  free(answer);
  return sum;
}
