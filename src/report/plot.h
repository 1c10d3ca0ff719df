// plot.h -- plots of curves over one variable as SVG, reproducible byte by byte.
//
// Curves of the same unit share a panel, and panels share the axis below them; several plots are
// stacked. Ticks are round numbers, for angles round fractions of 360 deg. The colours are
// distinguishable with colour blindness (Okabe and Ito 2008), dashes in black-and-white print.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_PLOT_H
#define BIELLE_REPORT_PLOT_H

#include "base/text/text.h"

#include <stdbool.h>

typedef struct PlotColumn {
  const char *name;
  const char *unit;      // "deg", "N.m"; "" if there is none
  const double *values;  // values that are not finite leave a gap
} PlotColumn;

typedef struct Plot {
  const char *title;
  PlotColumn across;  // ascending or descending
  const PlotColumn *curves;
  int curve_count;
  int rows;
  bool is_logarithmic;  // the horizontal axis, whose values must all be positive
} Plot;

// Writes nothing if there is no curve or no row.
void plot_svg(const Plot *plot, Text *out);
// The same for several plots in one picture.
void plots_svg(const Plot plots[], int count, Text *out);

#endif
