// plot.h -- curves over one variable as a picture for reports: SVG, same numbers, same bytes.
//
// Curves in the same unit share a panel, panels share the axis below them; several plots stand below
// each other. Ticks are round numbers,
// of angles in degrees round parts of a turn. Colours are told apart by everybody (Okabe and Ito
// 2008), dashes in print.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_PLOT_H
#define BIELLE_REPORT_PLOT_H

#include "base/text/text.h"

#include <stdbool.h>

typedef struct PlotColumn {
  const char *name;
  const char *unit;      // "deg", "N.m"; "" if there is none
  const double *values;  // what is no finite number leaves a gap
} PlotColumn;

typedef struct Plot {
  const char *title;
  PlotColumn across;  // ascending or descending
  const PlotColumn *curves;
  int curve_count;
  int rows;
  bool is_logarithmic;  // across, where all is above 0
} Plot;

// Nothing is written where there is no curve or no row.
void plot_svg(const Plot *plot, Text *out);
// The same for several in one picture.
void plots_svg(const Plot plots[], int count, Text *out);

#endif
