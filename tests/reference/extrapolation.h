// extrapolation.h -- y' = slope(y) integrated to high order, for the programs of this folder.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_EXTRAPOLATION_H
#define BIELLE_TESTS_EXTRAPOLATION_H

enum { MAX_UNKNOWNS = 64 };

typedef void Slope(const void *model, const double y[], double dy[]);

// The midpoint rule in `parts` parts of a step, ends smoothed (Gragg): its error has even powers
// only.
static void midpoints(Slope *slope, const void *model, int count, double step, int parts,
                      const double y[], double result[])
{
  const double h = step / parts;
  double before[MAX_UNKNOWNS], now[MAX_UNKNOWNS], dy[MAX_UNKNOWNS];
  slope(model, y, dy);
  for (int i = 0; i < count; i++) {
    before[i] = y[i];
    now[i] = y[i] + h * dy[i];
  }
  for (int s = 1; s < parts; s++) {
    slope(model, now, dy);
    for (int i = 0; i < count; i++) {
      const double next = before[i] + 2 * h * dy[i];
      before[i] = now[i];
      now[i] = next;
    }
  }
  slope(model, now, dy);
  for (int i = 0; i < count; i++)
    result[i] = (now[i] + before[i] + h * dy[i]) / 2;
}

// Extrapolated to infinitely many parts (Bulirsch and Stoer): order 8.
static void advance(Slope *slope, const void *model, int count, double step, double y[])
{
  enum { LEVELS = 4 };
  double table[LEVELS][MAX_UNKNOWNS];
  for (int j = 0; j < LEVELS; j++) {
    midpoints(slope, model, count, step, 2 * (j + 1), y, table[j]);
    for (int m = j - 1; m >= 0; m--) {
      const double ratio = (double)(j + 1) / (m + 1);
      for (int i = 0; i < count; i++)
        table[m][i] = table[m + 1][i] + (table[m + 1][i] - table[m][i]) / (ratio * ratio - 1);
    }
  }
  for (int i = 0; i < count; i++)
    y[i] = table[0][i];
}

#endif
