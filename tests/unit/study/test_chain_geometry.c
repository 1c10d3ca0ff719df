// test_chain_geometry.c -- Denavit-Hartenberg numbers of a loop, against those it was made of.
// SPDX-License-Identifier: MIT
#include "study/mobility/chain_geometry.h"

#include "support/reading.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void open_chain(const char *description, Reading *reading, MobilityStudy **study,
                       KinematicGraph **graph)
{
  Text why = { 0 };
  reading_open(reading, description);
  *study = mobility_study_new(reading_system(reading), NULL, NULL, &why);
  assert_non_null(*study);
  *graph = kinematic_graph_new(*study, &why);
  assert_non_null(*graph);
  text_free(&why);
}

static void close_chain(Reading *reading, MobilityStudy *study, KinematicGraph *graph)
{
  kinematic_graph_free(graph);
  mobility_study_free(study);
  reading_close(reading);
}

static void assert_close(double value, double expected)
{
  if (fabs(value - expected) <= 1e-9) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

// Bennett's linkage of sides 0.3 and b, twisted by 30 and 50 degrees; the cut joint comes first.
static void sides_of_bennetts_linkage(void **state)
{
  (void)state;
  Reading reading;
  MobilityStudy *study;
  KinematicGraph *graph;
  ChainGeometry chain;
  double alpha = acos(-1) / 6, beta = acos(-1) * 5 / 18, b = 0.3 * sin(beta) / sin(alpha);
  open_chain("let alpha = 30 deg, beta = 50 deg, b = 0.3*sin(beta)/sin(alpha)\n"
             "joint j1 : revolute z (q1 = 60 deg) from ground\n"
             "frame f1 from j1 : TX(0.3), RX(alpha)\n"
             "joint j2 : revolute z (q2 = 60 deg) from f1\n"
             "frame f2 from j2 : TX(b), RX(beta)\n"
             "joint j3 : revolute z (q3 = -60 deg) from f2\n"
             "frame f3 from j3 : TX(0.3), RX(alpha)\n"
             "frame last from ground : RX(-beta), TX(-b)\n"
             "loop j4 : revolute z  f3 = last\n",
             &reading, &study, &graph);
  assert_true(chain_geometry(graph, 0, &chain));
  assert_int_equal(chain.count, 4);
  for (int i = 0; i < 4; i++) {
    assert_close(chain.length[i], i % 2 == 0 ? b : 0.3);
    assert_close(chain.sine[i], sin(i % 2 == 0 ? beta : alpha));
    assert_close(chain.offset[i], 0);
  }
  assert_false(chain.are_parallel);
  assert_false(chain.meet_in_a_point);
  close_chain(&reading, study, graph);
}

// A four-bar linkage whose bars lie in planes one above the other, and a sleeve that slides.
static void axes_of_a_planar_loop_are_parallel(void **state)
{
  (void)state;
  Reading reading;
  MobilityStudy *study;
  KinematicGraph *graph;
  ChainGeometry chain;
  open_chain("joint a : revolute z (a = 1) from ground\n"
             "joint b : revolute z (b) from a at [1, 0, 0.1]\n"
             "joint d : revolute z (d = 1) from ground at [3, 0, 0]\n"
             "joint s : prismatic x (s) from ground\n"
             "joint r : revolute z (r) from a at [1, 0, 0]\n"
             "loop c : revolute z  [3, 0, -0.1] on b = [2, 0, 0] on d\n"
             "loop e : revolute z  [4, 0, 0] on r = s\n",
             &reading, &study, &graph);
  static const double lengths[] = { 2, 3, 1, 3 };
  assert_true(chain_geometry(graph, 0, &chain));
  assert_true(chain.are_parallel);
  for (int i = 0; i < 4; i++)
    assert_close(chain.length[i], lengths[i]);
  assert_false(chain_geometry(graph, 1, &chain));
  close_chain(&reading, study, graph);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sides_of_bennetts_linkage),
    cmocka_unit_test(axes_of_a_planar_loop_are_parallel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
