// test_convert_examples.c -- every example in every convention: proved the same, or refused, and
// why.
//
// The table below names the reason of a refusal; everything else must come back as the same
// mechanism by fingerprints: the place and the axes of every frame and point, the mass, centre of
// mass and inertia of every body, all in ground. Fingerprints know no law for the cosine of an
// atan2, which a table needs where a normal lies across general lengths: such an example is marked,
// and compared in numbers at random values of all its symbols. URDF holds rounded numbers, whose
// equality tests/convert/test_convert.py shows; here it must only be readable.
// SPDX-License-Identifier: MIT
#include "mechanism/convert.h"

#include "base/file.h"
#include "import/import.h"
#include "lang/lang.h"
#include "mechanism/default_value.h"
#include "mechanism/kinematics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { SEED = 11 };

static const char BRANCHES[] = "the table is for one chain";
static const char NO_VALUE[] = "has no value";
static const char QUATERNION[] = "turns by a quaternion";

// Fingerprints, or numbers where fingerprints do not do.
typedef enum Proof { EXACT, IN_NUMBERS } Proof;

typedef struct Case {
  const char *path;  // below examples/
  Proof proof;
  const char *refused[CONVENTION_COUNT];  // part of the message; NULL: converted
} Case;

static const Case CASES[] = {
  { "closed_chain/closed_chain.def", EXACT, { BRANCHES, BRANCHES, NULL, NO_VALUE } },
  { "four_bar/four_bar.bl", IN_NUMBERS, { BRANCHES, BRANCHES, NULL, "URDF cannot say the loop" } },
  { "free_body/free_body.bl", EXACT, { QUATERNION, QUATERNION, QUATERNION, QUATERNION } },
  { "khalil_tree/khalil_tree.bl", EXACT, { BRANCHES, BRANCHES, NULL, NULL } },
  { "kuka_kr30/kuka_kr30.bl", EXACT, { NULL } },
  { "monopod/monopod.def", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "planar_2dof/planar_2dof.bl", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "robot2d/robot2d.def", IN_NUMBERS, { BRANCHES, BRANCHES, NULL, NO_VALUE } },
  { "robot6/robot6.bl", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "robot6_sentence/robot6.sentence", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "rr/rr.bl", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "rrp/rrp.bl", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "spatial_3r/spatial_3r.bl", EXACT, { NULL } },
  { "telescopic/telescopic.bl", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "telescopic_sentence/telescopic.sentence", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "unicycle/unicycle.bl", EXACT, { NULL, NULL, NULL, "URDF cannot say the constraint" } },
  { "vehicle15/vehicle15.def", EXACT, { BRANCHES, BRANCHES, NULL, NO_VALUE } },
};

// ---- reading

typedef struct Description {
  Text text;
  Source source;
  Diagnostics *diagnostics;
  Mechanism *mechanism;
} Description;

static void print_messages(const Diagnostics *diagnostics)
{
  Text messages = { 0 };
  diagnostics_print(diagnostics, &messages);
  print_error("%s", text_string(&messages));
  text_free(&messages);
}

static void translate(Description *description)
{
  const ImportFormat *format = import_recognise(&description->source);
  if (!format) return;
  const ImportOptions options = { .snap_angles = true };
  Text bl = { 0 };
  assert_true(format->import(&description->source, &options, description->diagnostics, &bl));
  text_free(&description->text);
  description->text = bl;
  description->source = (Source){ "translated", text_string(&description->text), bl.length };
}

// Takes over `text`.
static void description_open(Description *description, const char *name, Text text)
{
  *description = (Description){ .text = text, .diagnostics = diagnostics_new() };
  description->source = (Source){ name, text_string(&description->text), text.length };
  translate(description);
  description->mechanism = lang_read(&description->source, description->diagnostics);
  if (!description->mechanism) print_messages(description->diagnostics);
  assert_non_null(description->mechanism);
}

static void description_close(Description *description)
{
  mechanism_free(description->mechanism);
  diagnostics_free(description->diagnostics);
  text_free(&description->text);
}

// ---- the same mechanism

typedef struct Motions {
  const Mechanism *mechanism;
  FrameMotion *frames;
  Pool *pool;
  const Mechanism *values;  // all symbols as parameters with values; NULL: fingerprints only
} Motions;

// Values between 1/2 and 3/2 for everything that has a name, the same for the same names.
static Mechanism values_of(const Mechanism *mechanism, Pool *pool, Arena *arena)
{
  int count = mechanism->parameter_count + mechanism->coordinate_count;
  Mechanism values = { .parameter_count = count };
  values.parameters = ARENA_ARRAY(arena, Parameter, count);
  for (int i = 0; i < count; i++) {
    int coordinate = i - mechanism->parameter_count;
    const Expr *symbol =
        coordinate < 0 ? mechanism->parameters[i].symbol : mechanism->coordinates[coordinate].q;
    values.parameters[i].symbol = expr_copy(pool, symbol);
    values.parameters[i].value = expr_rational(pool, 500 + 617 * (i + 1) % 1000, 1000);
  }
  return values;
}

static bool is_same(const Motions *motions, const Expr *a, const Expr *b)
{
  if (a == b) return true;
  if (!motions->values) return false;
  double x = mechanism_default_value(motions->values, a);
  double y = mechanism_default_value(motions->values, b);
  return fabs(x - y) < 1e-13 * (1 + fabs(x));
}

static void assert_same_vector(const Motions *motions, const char *what, Vec3 a, Vec3 b)
{
  for (int i = 0; i < 3; i++) {
    if (!is_same(motions, a.at[i], b.at[i])) fail_msg("%s differs in component %d", what, i + 1);
  }
}

static void assert_same_matrix(const Motions *motions, const char *what, Mat3 a, Mat3 b)
{
  for (int i = 0; i < 9; i++) {
    const Expr *x = a.at[i / 3][i % 3], *y = b.at[i / 3][i % 3];
    if (!is_same(motions, x, y)) fail_msg("%s differs in entry %d", what, i);
  }
}

static void assert_same_frames(const Motions *a, const Motions *b)
{
  for (int f = 1; f < a->mechanism->frame_count; f++) {
    const char *name = a->mechanism->frames[f].name;
    int other = mechanism_find_frame(b->mechanism, name);
    assert_true(other > 0);
    assert_same_vector(a, name, a->frames[f].p_G, b->frames[other].p_G);
    assert_same_matrix(a, name, a->frames[f].R_GF, b->frames[other].R_GF);
  }
}

static Vec3 position(const Motions *motions, int frame, Vec3 r_F)
{
  return point_position_G(&motions->frames[frame], vec3_copy(motions->pool, r_F));
}

static void assert_same_points(const Motions *a, const Motions *b)
{
  for (int i = 0; i < a->mechanism->point_count; i++) {
    const Point *point = &a->mechanism->points[i];
    int index = mechanism_find_point(b->mechanism, point->name);
    assert_true(index >= 0);
    const Point *other = &b->mechanism->points[index];
    Vec3 here = position(a, point->frame, point->position_F);
    assert_same_vector(a, point->name, here, position(b, other->frame, other->position_F));
  }
}

static Mat3 inertia_G(const Motions *motions, const Body *body)
{
  Mat3 R = motions->frames[body->frame].R_GF;
  Mat3 turned = mat3_mul(R, mat3_copy(motions->pool, body->inertia_F));
  return mat3_mul(turned, mat3_transpose(R));
}

static void assert_same_bodies(const Motions *a, const Motions *b)
{
  assert_int_equal(a->mechanism->body_count, b->mechanism->body_count);
  for (int i = 0; i < a->mechanism->body_count; i++) {
    const Body *body = &a->mechanism->bodies[i], *other = &b->mechanism->bodies[i];
    assert_string_equal(body->name, other->name);
    assert_ptr_equal(expr_copy(a->pool, body->mass), expr_copy(a->pool, other->mass));
    Vec3 com = position(a, body->frame, body->com_F);
    assert_same_vector(a, body->name, com, position(b, other->frame, other->com_F));
    Mat3 inertia = inertia_G(a, body);
    assert_same_matrix(a, body->name, inertia, inertia_G(b, other));
  }
}

static void assert_same_coordinates(const Mechanism *a, const Mechanism *b)
{
  assert_int_equal(a->coordinate_count, b->coordinate_count);
  for (int i = 0; i < a->coordinate_count; i++) {
    assert_string_equal(a->coordinates[i].name, b->coordinates[i].name);
    assert_int_equal(a->coordinates[i].kind, b->coordinates[i].kind);
    assert_int_equal(!a->coordinates[i].lower, !b->coordinates[i].lower);
  }
  assert_int_equal(a->loop_count, b->loop_count);
  assert_int_equal(a->constraint_count, b->constraint_count);
}

static void assert_same_mechanism(const Mechanism *a, const Mechanism *b, bool by_numbers)
{
  Arena *arena = arena_new();
  Pool *pool = pool_new(SEED);
  Mechanism values = values_of(a, pool, arena);
  Motions of_a = { a, kinematics_of(a, pool, arena), pool, by_numbers ? &values : NULL };
  Motions of_b = { b, kinematics_of(b, pool, arena), pool, NULL };
  assert_same_coordinates(a, b);
  assert_same_frames(&of_a, &of_b);
  assert_same_points(&of_a, &of_b);
  assert_same_bodies(&of_a, &of_b);
  pool_free(pool);
  arena_free(arena);
}

// ---- the table

static bool says(const Diagnostics *diagnostics, const char *part)
{
  for (int i = 0; i < diagnostics_count(diagnostics); i++) {
    if (strstr(diagnostics_message(diagnostics, i), part)) return true;
  }
  return false;
}

static void convert_and_compare(Description *old, Convention convention, const Case *test)
{
  const char *refused = test->refused[convention];
  Text converted = { 0 };
  bool is_good = mechanism_convert(old->mechanism, convention, old->diagnostics, &converted);
  if (is_good == (refused != NULL) || (refused && !says(old->diagnostics, refused))) {
    print_messages(old->diagnostics);
    fail_msg("%s to %s", old->source.name, convention_word(convention));
  }
  if (refused) {
    text_free(&converted);
    return;
  }
  Description new;
  description_open(&new, convention_word(convention), converted);
  if (convention == CONVENTION_URDF) {
    assert_int_equal(new.mechanism->coordinate_count, old->mechanism->coordinate_count);
    assert_true(new.mechanism->body_count >= old->mechanism->body_count);
  } else {
    assert_same_mechanism(old->mechanism, new.mechanism, test->proof == IN_NUMBERS);
  }
  description_close(&new);
}

static void every_example_is_converted_or_refused_with_its_reason(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    for (int convention = 0; convention < CONVENTION_COUNT; convention++) {
      char path[300];
      Text text = { 0 }, why = { 0 };
      snprintf(path, sizeof path, BIELLE_SOURCE_DIR "/examples/%s", CASES[i].path);
      assert_true(file_read(path, &text, &why));
      Description old;
      description_open(&old, CASES[i].path, text);
      convert_and_compare(&old, (Convention)convention, &CASES[i]);
      description_close(&old);
      text_free(&why);
    }
  }
  flint_cleanup();
}

// ---- long values

// Skew axes at general angles, all in symbols: the exact cells would fill pages.
static const char GENERAL[] =
    "param a, b, c, u, v, w, k2\n"
    "joint p : revolute z (q1) from ground\n"
    "joint r : revolute [1, 2, 3] (q2) from p at [a, b, c] rotated RX(u), RY(v), RZ(w)\n"
    "joint s : revolute [1, 1, 0] (q3) from r at [a, b, c] rotated RX(v), RY(w), RZ(u)\n"
    "joint g : prismatic [0, 1, 2] (q4) from s at [c, a, b] rotated RX(w), RY(u), RZ(v)\n"
    "joint n : revolute [2, 1, 2] (q5) from g at [c, b, a] rotated RX(u), RY(w), RZ(v)\n"
    "joint o : revolute [2, 0, 1] (q6) from n at [b, b, a] rotated RX(v), RY(w), RZ(u)\n";

static size_t longest_line(const Text *text)
{
  size_t longest = 0;
  for (const char *at = text_string(text); *at;) {
    size_t length = strcspn(at, "\n");
    if (length > longest) longest = length;
    at += length + (at[length] == '\n');
  }
  return longest;
}

static void long_cells_become_definitions_that_can_be_read(void **state)
{
  (void)state;
  for (int convention = 0; convention < CONVENTION_URDF; convention++) {
    Text text = { 0 }, converted = { 0 };
    text_put(&text, GENERAL);
    Description old, new;
    description_open(&old, "general.bl", text);
    assert_true(
        mechanism_convert(old.mechanism, (Convention)convention, old.diagnostics, &converted));
    assert_null(strstr(text_string(&converted), " where "));
    assert_null(strstr(text_string(&converted), "let k2 ="));  // the name is taken
    assert_non_null(strstr(text_string(&converted), "\nlet k3 = "));
    assert_true(longest_line(&converted) < 2000);
    description_open(&new, "converted.bl", converted);
    assert_same_mechanism(old.mechanism, new.mechanism, true);
    description_close(&new);
    description_close(&old);
  }
  flint_cleanup();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_example_is_converted_or_refused_with_its_reason),
    cmocka_unit_test(long_cells_become_definitions_that_can_be_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
