// test_plot.c -- pictures of curves: what stands in them, and that odd numbers do no harm.
// SPDX-License-Identifier: MIT
#include "report/plot.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static int count_of(const Text *text, const char *part)
{
  int count = 0;
  for (const char *at = text_string(text); (at = strstr(at, part)) != NULL; at++)
    count++;
  return count;
}

static void assert_has(const Text *text, const char *part)
{
  if (strstr(text_string(text), part)) return;
  print_message("'%s' is missing in\n%s\n", part, text_string(text));
  fail();
}

static void draw(const double y[], int rows, const char *unit, Text *out)
{
  static const double X[] = { 0, 1, 2, 3, 4, 5 };
  PlotColumn curve = { "a<b&c", unit, y };
  Plot plot = { "title", { "t", "s", X }, &curve, 1, rows, false };
  plot_svg(&plot, out);
  assert_null(strstr(text_string(out), "nan"));
  assert_null(strstr(text_string(out), "inf"));
}

static void names_are_escaped(void **state)
{
  (void)state;
  Text out = { 0 };
  draw((const double[]){ 0, 1, 2 }, 3, "m", &out);
  assert_has(&out, ">a&lt;b&amp;c</text>");
  assert_has(&out, ">t [s]</text>");
  assert_has(&out, ">[m]</text>");
  text_free(&out);
}

static void decades_are_equally_long(void **state)
{
  (void)state;
  static const double X[] = { 0.1, 1, 10, 100 }, Y[] = { 0, 1, 2, 3 };
  PlotColumn curve = { "y", "m", Y };
  Plot plot = { "title", { "f", "Hz", X }, &curve, 1, 4, true };
  Text out = { 0 };
  plot_svg(&plot, &out);
  assert_int_equal(count_of(&out, ">0.1</text>"), 1);
  assert_int_equal(count_of(&out, ">0.2</text>"), 1);
  assert_int_equal(count_of(&out, ">50</text>"), 1);
  double x[4], y[4];
  const char *path = strstr(strstr(text_string(&out), "<path"), "d=\"M");
  assert_non_null(path);
  assert_int_equal(sscanf(path, "d=\"M%lf %lfL%lf %lfL%lf %lfL%lf %lf", &x[0], &y[0], &x[1], &y[1],
                          &x[2], &y[2], &x[3], &y[3]),
                   8);
  for (int k = 0; k < 3; k++)
    assert_true(fabs(x[k + 1] - x[k] - 640.0 / 3) < 0.02);
  text_free(&out);
}

static void plots_stand_below_each_other(void **state)
{
  (void)state;
  static const double X[] = { 1, 2, 3 }, LARGE[] = { 1e6, 2e6, 3e6 };
  PlotColumn small = { "a", "m", X }, large = { "b", "m", LARGE };
  Plot plots[] = { { "first", { "x", "s", X }, &small, 1, 3, false },
                   { "none", { "x", "s", X }, NULL, 0, 3, false },
                   { "second", { "x", "s", X }, &large, 1, 3, false } };
  Text out = { 0 };
  plots_svg(plots, 3, &out);
  assert_int_equal(count_of(&out, "<svg"), 1);
  assert_int_equal(count_of(&out, "</svg>"), 1);
  assert_int_equal(count_of(&out, "class=\"frame\""), 2);
  assert_has(&out, ">second</text>");
  assert_int_equal(count_of(&out, ">none</text>"), 0);
  text_free(&out);
}

static void what_is_no_number_leaves_a_gap(void **state)
{
  (void)state;
  Text out = { 0 };
  draw((const double[]){ 0, 1, NAN, 3, INFINITY, 5 }, 6, "", &out);
  // two pieces and a point; one more M is the legend's
  assert_int_equal(count_of(&out, "M"), 4);
  text_free(&out);
  draw((const double[]){ NAN, NAN }, 2, "", &out);
  assert_has(&out, "</svg>");
  text_free(&out);
}

static void level_lines_have_an_axis(void **state)
{
  (void)state;
  Text out = { 0 };
  draw((const double[]){ 2, 2, 2 }, 3, "N", &out);
  assert_has(&out, ">2.0</text>");
  text_free(&out);
  draw((const double[]){ 0, 0 }, 2, "N", &out);
  assert_has(&out, ">0.0</text>");
  text_free(&out);
}

static void ticks_are_round(void **state)
{
  (void)state;
  Text out = { 0 };
  draw((const double[]){ -170, 185 }, 2, "deg", &out);
  assert_has(&out, ">-180</text>");
  assert_has(&out, ">60</text>");
  text_free(&out);
  draw((const double[]){ 0, 3.7e-9 }, 2, "m", &out);
  assert_has(&out, ">1e-09</text>");
  text_free(&out);
  draw((const double[]){ -1e300, 1e308, 1e300 }, 3, "m", &out);
  assert_has(&out, ">1e+300</text>");
  text_free(&out);
}

static void nothing_gives_nothing(void **state)
{
  (void)state;
  Text out = { 0 };
  draw(NULL, 0, "m", &out);
  assert_int_equal(out.length, 0);
  text_free(&out);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_are_escaped),
    cmocka_unit_test(decades_are_equally_long),
    cmocka_unit_test(plots_stand_below_each_other),
    cmocka_unit_test(what_is_no_number_leaves_a_gap),
    cmocka_unit_test(level_lines_have_an_axis),
    cmocka_unit_test(ticks_are_round),
    cmocka_unit_test(nothing_gives_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
