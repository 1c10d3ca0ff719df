// plot.c -- axes, grid, curves and legends as SVG.
// SPDX-License-Identifier: MIT
#include "report/plot.h"

#include "base/memory/arena.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum {
  WIDTH = 640,    // of a panel, without labels
  HEIGHT = 220,   // of a panel, without labels
  GAP = 34,       // between panels, for the unit of the lower one
  TOP = 52,       // title, unit
  BOTTOM = 48,    // ticks, name of the variable
  CHARACTER = 7,  // average width of a character at 12 px, upper bound
  TITLE_CHARACTER = 9,
  SAMPLE = 26,  // length of a line in the legend
  LINE = 18,    // line height of the legend
  MAX_POINTS = 2000,
  MAX_TICKS = 64,
};

static const char *const COLOURS[] = { "#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                       "#E69F00", "#56B4E9", "#000000" };
// Their number has no common factor with that of the colours: each curve of a panel has a unique
// pair, and neighbours differ in black-and-white print as well.
static const char *const DASHES[] = { "", "8 3", "2.5 2.5", "9 3 2.5 3" };
enum { COLOUR_COUNT = sizeof COLOURS / sizeof COLOURS[0] };
enum { DASH_COUNT = sizeof DASHES / sizeof DASHES[0] };

// ---- ticks

typedef struct Axis {
  double from, to;  // ends of the axis
  double first, step;
  int count;  // number of ticks
  int decimals;
  bool is_logarithmic;  // `first` is then an index into the ticks 1, 2, 5, 10, .., 0 for the tick 1
} Axis;

// The smallest round step with at most `most` steps in the range.
static double round_step(double range, int most, bool is_angle)
{
  static const double ROUND[] = { 1, 2, 5, 10 };
  static const double TURNS[] = { 5, 10, 15, 30, 45, 60, 90, 180, 360 };
  double least = range / most;
  for (size_t i = 0; is_angle && range > 25 && i < sizeof TURNS / sizeof TURNS[0]; i++) {
    if (TURNS[i] >= least) return TURNS[i];
  }
  double power = pow(10, floor(log10(least)));
  for (int i = 0; i < 4; i++) {
    if (ROUND[i] * power >= least * (1 - 1e-12)) return ROUND[i] * power;
  }
  return 10 * power;
}

// `is_wide`: the axis ends at ticks; otherwise at the smallest and largest value.
static Axis axis_of(double least, double greatest, int most, const char *unit, bool is_wide)
{
  double size = fmax(fabs(least), fabs(greatest));
  if (!(greatest - least > 1e-9 * size)) {  // a constant
    double around = size > 0 ? 0.1 * size : 1;
    least -= around;
    greatest += around;
  }
  Axis axis = { .from = least, .to = greatest };
  axis.step = round_step(greatest - least, most, strcmp(unit, "deg") == 0);
  // no additional step if a value exceeds a tick by less than a line width
  double slack = is_wide ? 0.01 : 1e-9;
  double low = is_wide ? floor(least / axis.step + slack) : ceil(least / axis.step - slack);
  double high = is_wide ? ceil(greatest / axis.step - slack) : floor(greatest / axis.step + slack);
  axis.first = low * axis.step;
  axis.count = (int)(high - low + 1.5);
  if (axis.count > MAX_TICKS) axis.count = MAX_TICKS;
  if (is_wide) {
    axis.from = axis.first;
    axis.to = high * axis.step;
  }
  axis.decimals = axis.step < 1 ? (int)ceil(-log10(axis.step) - 1e-9) : 0;
  return axis;
}

static double tick_of_decades(int index)
{
  static const double ROUND[] = { 1, 2, 5 };
  double decade = floor(index / 3.0);
  int place = ((index % 3) + 3) % 3;
  return ROUND[place] * pow(10, decade);
}

static Axis axis_of_decades(double least, double greatest)
{
  Axis axis = { .from = least, .to = greatest, .is_logarithmic = true };
  int first = 3 * (int)floor(log10(least));
  while (tick_of_decades(first) < least * (1 - 1e-9))
    first++;
  axis.first = first;
  while (axis.count < MAX_TICKS && tick_of_decades(first + axis.count) <= greatest * (1 + 1e-9))
    axis.count++;
  return axis;
}

static double tick_of(const Axis *axis, int index)
{
  if (axis->is_logarithmic) return tick_of_decades((int)axis->first + index);
  double value = axis->first + index * axis->step;
  return fabs(value) < 1e-9 * axis->step ? 0 : value;
}

static const char *label_of(const Axis *axis, int index, Text *label)
{
  double value = tick_of(axis, index);
  bool is_plain = axis->decimals <= 6 && fabs(value) < 1e7 && !axis->is_logarithmic;
  text_clear(label);
  if (is_plain) text_format(label, "%.*f", axis->decimals, value);
  if (!is_plain) text_format(label, "%.4g", value);
  return text_string(label);
}

// ---- panels

typedef struct Panel {
  const char *unit;
  int *curves;  // indices of the curves of the plot
  int count;
  Axis axis;
  double top;  // upper edge of its frame
} Panel;

typedef struct Sheet {
  const Plot *plot;
  Arena *arena;
  Panel *panels;
  int count;
  Axis across;
  double top;            // within the picture
  double left;           // left edge of the panels
  double width, height;  // of this plot
  Text *out;
} Sheet;

// Larger values would make the range infinite.
static bool is_drawn(double value) { return fabs(value) <= 1e300; }

static void widen(const double values[], int rows, double *least, double *greatest)
{
  for (int k = 0; k < rows; k++) {
    if (!is_drawn(values[k])) continue;
    *least = fmin(*least, values[k]);
    *greatest = fmax(*greatest, values[k]);
  }
}

static Axis axis_over(const Sheet *sheet, const Panel *panel)
{
  double least = INFINITY, greatest = -INFINITY;
  for (int k = 0; k < panel->count; k++)
    widen(sheet->plot->curves[panel->curves[k]].values, sheet->plot->rows, &least, &greatest);
  if (least > greatest) least = greatest = 0;
  return axis_of(least, greatest, 6, panel->unit, true);
}

// Creates one panel per unit, in the order of the curves.
static void share_panels(Sheet *sheet)
{
  const Plot *plot = sheet->plot;
  sheet->panels = ARENA_ARRAY(sheet->arena, Panel, plot->curve_count);
  for (int i = 0; i < plot->curve_count; i++) {
    int p = 0;
    while (p < sheet->count && strcmp(sheet->panels[p].unit, plot->curves[i].unit) != 0)
      p++;
    Panel *panel = &sheet->panels[p];
    if (p == sheet->count) {
      panel->unit = plot->curves[i].unit;
      panel->curves = ARENA_ARRAY(sheet->arena, int, plot->curve_count);
      sheet->count++;
    }
    panel->curves[panel->count++] = i;
  }
}

static double panel_height(const Panel *panel) { return fmax(HEIGHT, panel->count * LINE); }

static int columns_of(const char *text) { return text_columns(text, strlen(text)); }

static void lay_out(Sheet *sheet)
{
  const Plot *plot = sheet->plot;
  double least = INFINITY, greatest = -INFINITY, top = sheet->top + TOP;
  int widest_label = 1, widest_name = 1;
  Text label = { 0 };
  widen(plot->across.values, plot->rows, &least, &greatest);
  if (least > greatest) least = greatest = 0;
  sheet->across = plot->is_logarithmic && least > 0
                      ? axis_of_decades(least, greatest)
                      : axis_of(least, greatest, 9, plot->across.unit, false);
  for (int p = 0; p < sheet->count; p++) {
    Panel *panel = &sheet->panels[p];
    panel->axis = axis_over(sheet, panel);
    panel->top = top;
    top += panel_height(panel) + GAP;
    for (int k = 0; k < panel->axis.count; k++) {
      int columns = columns_of(label_of(&panel->axis, k, &label));
      if (columns > widest_label) widest_label = columns;
    }
    for (int k = 0; k < panel->count; k++) {
      int columns = columns_of(plot->curves[panel->curves[k]].name);
      if (columns > widest_name) widest_name = columns;
    }
  }
  text_free(&label);
  sheet->left = widest_label * CHARACTER + 18;
  sheet->width = sheet->left + WIDTH + 16 + SAMPLE + 6 + widest_name * CHARACTER + 8;
  sheet->width = fmax(sheet->width, sheet->left + columns_of(plot->title) * TITLE_CHARACTER + 8);
  sheet->height = top - GAP + BOTTOM - sheet->top;
}

static double place_x(const Sheet *sheet, double value)
{
  const Axis *axis = &sheet->across;
  double part = axis->is_logarithmic ? log(value / axis->from) / log(axis->to / axis->from)
                                     : (value - axis->from) / (axis->to - axis->from);
  return sheet->left + part * WIDTH;
}

static double place_y(const Panel *panel, double value)
{
  const Axis *axis = &panel->axis;
  return panel->top + (axis->to - value) / (axis->to - axis->from) * panel_height(panel);
}

// ---- drawing

static void put_text(const Sheet *sheet, double x, double y, const char *anchor, const char *class,
                     const char *text)
{
  text_format(sheet->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y,
              anchor, class);
  text_put_xml(sheet->out, text);
  text_put(sheet->out, "</text>\n");
}

static void put_line(const Sheet *sheet, double x1, double y1, double x2, double y2,
                     const char *class)
{
  text_format(sheet->out, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" class=\"%s\"/>\n",
              x1, y1, x2, y2, class);
}

static void put_grid(const Sheet *sheet, const Panel *panel)
{
  double bottom = panel->top + panel_height(panel), right = sheet->left + WIDTH;
  bool is_last = panel == &sheet->panels[sheet->count - 1];
  Text label = { 0 };
  for (int k = 0; k < sheet->across.count; k++) {
    double x = place_x(sheet, tick_of(&sheet->across, k));
    put_line(sheet, x, panel->top, x, bottom, "grid");
    if (is_last)
      put_text(sheet, x, bottom + 17, "middle", "tick", label_of(&sheet->across, k, &label));
  }
  for (int k = 0; k < panel->axis.count; k++) {
    double value = tick_of(&panel->axis, k), y = place_y(panel, value);
    bool is_zero = value == 0 && panel->axis.from < 0 && panel->axis.to > 0;
    put_line(sheet, sheet->left, y, right, y, is_zero ? "zero" : "grid");
    put_text(sheet, sheet->left - 7, y + 4, "end", "tick", label_of(&panel->axis, k, &label));
  }
  text_format(sheet->out,
              "<rect x=\"%.2f\" y=\"%.2f\" width=\"%d\" height=\"%.2f\" class=\"frame\"/>\n",
              sheet->left, panel->top, WIDTH, panel_height(panel));
  if (panel->unit[0]) {
    text_clear(&label);
    text_format(&label, "[%s]", panel->unit);
    put_text(sheet, sheet->left, panel->top - 8, "start", "unit", text_string(&label));
  }
  text_free(&label);
}

static void put_style(int index, Text *out)
{
  const char *dash = DASHES[index % DASH_COUNT];
  text_format(out, " class=\"curve\" stroke=\"%s\"", COLOURS[index % COLOUR_COUNT]);
  if (dash[0]) text_format(out, " stroke-dasharray=\"%s\"", dash);
}

static void put_curve(const Sheet *sheet, const Panel *panel, int index)
{
  const Plot *plot = sheet->plot;
  const double *x = plot->across.values, *y = plot->curves[panel->curves[index]].values;
  int every = plot->rows / MAX_POINTS + 1;
  bool is_down = false;
  text_put(sheet->out, "<path");
  put_style(index, sheet->out);
  text_put(sheet->out, " d=\"");
  for (int k = 0; k < plot->rows;
       k += k + every < plot->rows || k == plot->rows - 1 ? every : plot->rows - 1 - k) {
    bool is_number = is_drawn(x[k]) && is_drawn(y[k]);
    if (is_number) {
      text_format(sheet->out, "%c%.2f %.2f", is_down ? 'L' : 'M', place_x(sheet, x[k]),
                  place_y(panel, y[k]));
    }
    is_down = is_number;
  }
  text_put(sheet->out, "\"/>\n");
}

static void put_legend(const Sheet *sheet, const Panel *panel)
{
  double x = sheet->left + WIDTH + 16, y = panel->top + 8;
  for (int k = 0; k < panel->count; k++, y += LINE) {
    text_put(sheet->out, "<path");
    put_style(k, sheet->out);
    text_format(sheet->out, " d=\"M%.2f %.2fh%d\"/>\n", x, y, SAMPLE);
    put_text(sheet, x + SAMPLE + 6, y + 4, "start", "name",
             sheet->plot->curves[panel->curves[k]].name);
  }
}

static void put_head(const char *title, double width, double height, Text *out)
{
  text_format(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
              "viewBox=\"0 0 %.0f %.0f\">\n",
              width, height, width, height);
  text_put(out, "<style>text{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;font-size:12px;"
                "fill:#222}.title{font-size:14px;font-weight:bold}.grid{stroke:#ddd;stroke-width:1}"
                ".zero{stroke:#999;stroke-width:1}.frame{fill:none;stroke:#444;stroke-width:1}"
                ".curve{fill:none;stroke-width:1.8;stroke-linejoin:round}</style>\n");
  text_put(out, "<title>");
  text_put_xml(out, title);
  text_format(out, "</title>\n<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n", width,
              height);
}

static void put_foot(const Sheet *sheet)
{
  const PlotColumn *across = &sheet->plot->across;
  Text name = { 0 };
  text_put(&name, across->name);
  if (across->unit[0]) text_format(&name, " [%s]", across->unit);
  put_text(sheet, sheet->left + WIDTH / 2.0, sheet->top + sheet->height - 12, "middle", "name",
           text_string(&name));
  text_free(&name);
}

static void put_sheet(const Sheet *sheet)
{
  put_text(sheet, sheet->left, sheet->top + 22, "start", "title", sheet->plot->title);
  for (int p = 0; p < sheet->count; p++) {
    const Panel *panel = &sheet->panels[p];
    put_grid(sheet, panel);
    for (int k = 0; k < panel->count; k++)
      put_curve(sheet, panel, k);
    put_legend(sheet, panel);
  }
  put_foot(sheet);
}

void plots_svg(const Plot plots[], int count, Text *out)
{
  Arena *arena = arena_new();
  Sheet *sheets = ARENA_ARRAY(arena, Sheet, count);
  double left = 0, width = 0, height = 0;
  int used = 0;
  for (int k = 0; k < count; k++) {
    if (plots[k].curve_count == 0 || plots[k].rows == 0) continue;
    Sheet *sheet = &sheets[used++];
    *sheet = (Sheet){ .plot = &plots[k], .arena = arena, .out = out, .top = height };
    share_panels(sheet);
    lay_out(sheet);
    left = fmax(left, sheet->left);
    height += sheet->height;
  }
  for (int k = 0; k < used; k++) {  // plots are stacked
    width = fmax(width, sheets[k].width + left - sheets[k].left);
    sheets[k].left = left;
  }
  if (used > 0) put_head(sheets[0].plot->title, width, height, out);
  for (int k = 0; k < used; k++)
    put_sheet(&sheets[k]);
  if (used > 0) text_put(out, "</svg>\n");
  arena_free(arena);
}

void plot_svg(const Plot *plot, Text *out) { plots_svg(plot, 1, out); }
