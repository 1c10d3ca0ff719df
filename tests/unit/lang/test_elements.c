// test_elements.c -- what a use of an element adds to the mechanism, and under which names.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"
#include "lang/lang.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

static Mechanism *read_text(const char *text)
{
  Source source = { "test.bl", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  assert_int_equal(diagnostics_count(diagnostics), 0);
  diagnostics_free(diagnostics);
  return mechanism;
}

static void names_inside_are_those_of_the_use_outside(void **state)
{
  (void)state;
  Mechanism *m = read_text("element pendulum(F, L) {\n"
                           "  joint j : revolute z from F\n"
                           "  body b on j : mass 1 kg, com [L, 0, 0], mesh \"rod.stl\"\n"
                           "  point p at [L, 0, 0] on j\n"
                           "}\n"
                           "use pendulum(ground, 1 m)\n"
                           "joint base : prismatic x from ground\n"
                           "use pendulum(base, 2 m)\n");
  assert_int_equal(m->frame_count, 4);
  assert_string_equal(m->frames[1].name, "pendulum1.j");
  assert_string_equal(m->frames[3].name, "pendulum2.j");
  assert_int_equal(m->frames[3].parent, 2);
  assert_string_equal(coordinate_name(&m->coordinates[0]), "pendulum1.j");
  assert_string_equal(coordinate_name(&m->coordinates[2]), "pendulum2.j");
  assert_ptr_not_equal(m->coordinates[0].q, m->coordinates[2].q);
  assert_string_equal(m->joints[2].name, "pendulum2.j");
  assert_int_equal(m->bodies[1].frame, 3);
  assert_int_equal(m->points[1].frame, 3);
  assert_string_equal(m->shapes[0].path, "rod.stl");
  mechanism_free(m);
}

// Two coordinates of one name would be one symbol, and the equations wrong.
static void no_name_is_made_twice(void **state)
{
  (void)state;
  Text text = { 0 };
  Text why = { 0 };
  assert_true(
      file_read(BIELLE_SOURCE_DIR "/tests/lang/elements/geometry_in_elements.bl", &text, &why));
  Mechanism *m = read_text(text_string(&text));
  assert_in_range(m->coordinate_count, 20, 100);
  for (int i = 0; i < m->coordinate_count; i++) {
    assert_int_equal(mechanism_find_coordinate(m, coordinate_name(&m->coordinates[i])), i);
    assert_int_equal(mechanism_find_parameter(m, coordinate_name(&m->coordinates[i])), -1);
  }
  for (int i = 0; i < m->frame_count; i++)
    assert_int_equal(mechanism_find_frame(m, m->frames[i].name), i);
  mechanism_free(m);
  text_free(&text);
  text_free(&why);
}

// The unit of a parameter inside an element is found from its use there.
static void units_inside_are_inferred(void **state)
{
  (void)state;
  Mechanism *m = read_text("element slide(F) { param m0; coord x; frame f from F : TX(x)\n"
                           "  body b on f : mass m0; let w = x + 1 m }\n"
                           "use slide(ground)\n");
  Text unit = { 0 };
  dimension_print(m->parameters[0].dimension, &unit);
  assert_string_equal(text_string(&unit), "kg");
  text_free(&unit);
  assert_int_equal(m->coordinates[0].kind, COORDINATE_LENGTH);
  mechanism_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_inside_are_those_of_the_use_outside),
    cmocka_unit_test(no_name_is_made_twice),
    cmocka_unit_test(units_inside_are_inferred),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
