// test_random_chains.c -- a thousand random mechanisms in every convention: each is read back, and
// every frame and point stands where it stood, every torque is what it was.
//
// The numbers come from the witness, which knows neither expressions nor the conversion: poses and
// tau of both mechanisms at random states agree to 1e-9. Chains and trees have odd angles and axes,
// parallel, crossing and coincident axes, constant turns about a joint's own axis, sliding joints,
// several motions in one frame, parameters in the geometry.
//
//     BIELLE_CHAINS=139 or 100-200   these mechanisms only, and what becomes of them is shown
// SPDX-License-Identifier: MIT
#include "api/mechanism/convert.h"
#include "base/random.h"
#include "import/import.h"
#include "lang/lang.h"
#include "support/sanitizer.h"
#include "support/reading.h"
#include "witness/witness.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#ifdef HAS_SANITIZER
enum { CHAINS = 100 };
#else
enum { CHAINS = 1000 };
#endif
enum { STATES = 2, MAX_JOINTS = 6 };
static const double TOLERANCE = 1e-9;

// ---- random mechanisms

typedef struct Chance {
  uint64_t state;
  bool has_parameters;
  char coordinate;  // j: called like their joints, as URDF does it
} Chance;

static int below(Chance *chance, int count)
{
  return (int)(random_next(&chance->state) % (uint64_t)count);
}

#define PICK(chance, list) (list)[below((chance), (int)(sizeof(list) / sizeof(list)[0]))]

static const char *angle(Chance *chance)
{
  static const char *const ANGLES[] = { "90 deg", "-90 deg", "180 deg", "45 deg",  "30 deg",
                                        "60 deg", "37 deg",  "0.11",    "-1.1",    "0.3",
                                        "2.7",    "pi/7",    "1e-3",    "-15 deg", "123.4 deg" };
  if (chance->has_parameters && below(chance, 5) == 0)
    return PICK(chance, ((const char *[]){ "alpha", "-alpha", "2*alpha" }));
  return PICK(chance, ANGLES);
}

static const char *length(Chance *chance)
{
  static const char *const LENGTHS[] = { "0", "0",   "0",           "0.25", "-0.5",
                                         "1", "1/3", "0.123456789", "-2",   "0.03" };
  static const char *const SYMBOLS[] = { "L", "-L", "L/2", "H", "L + H", "L - 0.1", "0.3*H" };
  if (chance->has_parameters && below(chance, 3) == 0) return PICK(chance, SYMBOLS);
  return PICK(chance, LENGTHS);
}

static const char *axis(Chance *chance)
{
  static const char *const AXES[] = { "x",
                                      "y",
                                      "z",
                                      "z",
                                      "-z",
                                      "-x",
                                      "-y",
                                      "[1, 2, 3]",
                                      "[0, 3, 4]",
                                      "[1, 1, 0]",
                                      "[-1, 0.2, 0.7]",
                                      "[1, 1, 1]" };
  return PICK(chance, AXES);
}

static void put_vector(Chance *chance, Text *bl)
{
  text_format(bl, "[%s, ", length(chance));
  text_format(bl, "%s, ", length(chance));
  text_format(bl, "%s]", length(chance));
}

static void put_turns(Chance *chance, const char *word, Text *bl)
{
  int count = below(chance, 4);
  for (int i = 0; i < count; i++)
    text_format(bl, "%sR%c(%s)", i == 0 ? word : ", ", "XYZ"[below(chance, 3)], angle(chance));
}

static const char *parent_of(Chance *chance, int joint, bool is_tree, Arena *arena)
{
  int parent = is_tree ? below(chance, joint + 1) : joint;
  return parent == 0 ? "ground" : arena_format(arena, "j%d", parent - 1);
}

// URDF has no place for it.
static const char *initial(const Chance *chance, int j)
{
  if (chance->coordinate == 'j') return "";
  return j % 2 == 1 ? " = 0.3" : " = -0.2";
}

// A frame that turns about its axis by a constant before and behind the motion, or moves twice.
static void put_frame(Chance *chance, int j, const char *parent, Text *bl)
{
  char a = "XYZ"[below(chance, 3)];
  char q = chance->coordinate;
  text_format(bl, "coord %c%d%s\n", q, j, initial(chance, j));
  switch (below(chance, 3)) {
  case 0:
    text_format(bl, "frame j%d in %s : T(", j, parent);
    put_vector(chance, bl);
    text_format(bl, "), R%c(%s), R%c(%c%d + %s)", a, angle(chance), a, q, j, angle(chance));
    text_format(bl, ", T%c(%s)\n", "XYZ"[below(chance, 3)], length(chance));
    break;
  case 1:
    text_format(bl, "frame j%d in %s : R%c(%s), T%c(-%c%d), ", j, parent, a, angle(chance),
                "XYZ"[below(chance, 3)], q, j);
    text_format(bl, "R([2, -1, 2], %s)\n", angle(chance));
    break;
  default:
    text_format(bl, "frame j%d in %s : R%c(2*%c%d), TX(%s), R%c(%c%d/2)\n", j, parent, a, q, j,
                length(chance), "XYZ"[below(chance, 3)], q, j);
  }
}

static void put_joint(Chance *chance, int j, const char *parent, Text *bl)
{
  if (below(chance, 6) == 0) {
    put_frame(chance, j, parent, bl);
    return;
  }
  const char *kind = below(chance, 4) == 0 ? "prismatic" : "revolute";
  text_format(bl, "joint j%d : %s %s (%c%d%s) from %s", j, kind, axis(chance), chance->coordinate,
              j, initial(chance, j), parent);
  if (below(chance, 4) > 0) {
    text_put(bl, " at ");
    put_vector(chance, bl);
  }
  put_turns(chance, " rotated ", bl);
  if (below(chance, 3) == 0) text_put(bl, " limits -1 .. 2");
  text_put_char(bl, '\n');
}

static void put_body(Chance *chance, int j, Text *bl)
{
  static const char *const INERTIAS[] = {
    "", ", inertia diag(0.1, 0.2, 0.25)",
    ", inertia [[2, 0.1, 0.2], [0.1, 2.5, 0.3], [0.2, 0.3, 3]]"
  };
  static const char *const SHAPES[] = { "", "",
                                        ", box [0.1, 0.2, 0.3] at [0, 0.1, 0] rotated RX(30 deg)",
                                        ", sphere radius 0.1",
                                        ", mesh \"arm & <hand>.stl\" at [0.1, 0, 0]" };
  text_format(bl, "body b%d on j%d : mass %s, com ", j, j, below(chance, 2) ? "2.5" : "1/3");
  put_vector(chance, bl);
  text_put(bl, PICK(chance, INERTIAS));
  text_put(bl, PICK(chance, SHAPES));
  text_put_char(bl, '\n');
}

// URDF knows numbers alone, no forces, and the gravity of the earth.
static bool is_for_urdf(int number) { return number % 4 == 0; }

static void put_mechanism(int number, Text *bl)
{
  bool is_urdf = is_for_urdf(number);
  Chance chance = { .state = (uint64_t)number,
                    .has_parameters = number % 2 == 1,
                    .coordinate = is_urdf ? 'j' : 'q' };
  Arena *arena = arena_new();
  bool is_tree = below(&chance, 3) == 0;
  int joints = 1 + below(&chance, MAX_JOINTS);
  text_format(bl, "mechanism c%d\n", number);
  if (chance.has_parameters) text_put(bl, "param L = 0.7, H = 0.4, alpha = 0.6\n");
  text_put(bl, is_urdf || number % 3 ? "gravity [0, 0, -9.81]\n" : "gravity [1, -2, -9]\n");
  for (int j = 0; j < joints; j++) {
    put_joint(&chance, j, parent_of(&chance, j, is_tree, arena), bl);
    put_body(&chance, j, bl);
    text_format(bl, "point p%d on j%d at ", j, j);
    put_vector(&chance, bl);
    text_put_char(bl, '\n');
  }
  if (below(&chance, 3) == 0) {
    text_format(bl, "joint tool : fixed from j%d at [0.1, 0, 0.2]", joints - 1);
    put_turns(&chance, " rotated ", bl);
    text_put(
        bl,
        "\nbody extra on tool : mass 0.5, com [0.1, 0.2, 0.3]\npoint tip on tool at [0, 0.1, 0]\n");
    if (!is_urdf)
      text_format(bl, "force push at tip = [1, 2, 3]\ntorque motor on q%d = 0.7\n", joints - 1);
  }
  arena_free(arena);
}

// ---- comparing

static bool is_near(const Ball *x, const Ball *y, double scale)
{
  double a = arf_get_d(arb_midref(x), ARF_RND_NEAR), b = arf_get_d(arb_midref(y), ARF_RND_NEAR);
  return fabs(a - b) <= TOLERANCE * scale;
}

static const WitnessQuantity *find(const WitnessQuantity *list, int count, const char *key)
{
  for (int i = 0; i < count; i++) {
    if (strcmp(list[i].key, key) == 0) return &list[i];
  }
  return NULL;
}

static double largest(const WitnessQuantity *quantity)
{
  double most = 1;
  for (int i = 0; i < quantity->rows * quantity->columns; i++) {
    double value = fabs(arf_get_d(arb_midref(&quantity->entries[i]), ARF_RND_NEAR));
    if (value > most) most = value;
  }
  return most;
}

// The key of the first quantity that differs; NULL: all are the same.
// A joint of URDF ends behind its motion; where the frame goes on, it is called NAME_end there.
static const WitnessQuantity *twin_of(const WitnessQuantity *list, int count, const char *key,
                                      Arena *arena)
{
  const WitnessQuantity *end = find(list, count, arena_format(arena, "%s_end", key));
  return end ? end : find(list, count, key);
}

static const char *difference_at(const Mechanism *a, const Mechanism *b, uint64_t seed,
                                 Arena *arena)
{
  WitnessState *state = state_new(a, seed, 1);
  ReferenceModel *of_a = reference_model_new(a), *of_b = reference_model_new(b);
  int count_a = 0, count_b = 0;
  const WitnessQuantity *in_a = reference_evaluate(of_a, state, arena, &count_a);
  WitnessState *same = state_new(b, seed, 1);
  const WitnessQuantity *in_b = reference_evaluate(of_b, same, arena, &count_b);
  const char *different = NULL;
  for (int i = 0; i < count_a && !different; i++) {
    const char *key = in_a[i].key;
    if (strcmp(key, "tau") != 0 && strncmp(key, "fk:", 3) != 0) continue;
    const WitnessQuantity *other = twin_of(in_b, count_b, key, arena);
    if (!other || other->rows * other->columns != in_a[i].rows * in_a[i].columns) different = key;
    bool is_tau = strcmp(key, "tau") == 0;
    for (int k = 0; !different && k < in_a[i].rows * in_a[i].columns; k++) {
      int row = is_tau ? mechanism_find_coordinate(b, coordinate_name(&a->coordinates[k])) : k;
      bool is_same =
          row >= 0 && is_near(&in_a[i].entries[k], &other->entries[row], largest(&in_a[i]));
      if (!is_same) different = key;
    }
  }
  reference_model_free(of_a);
  reference_model_free(of_b);
  state_free(state);
  state_free(same);
  return different;
}

static const char *difference_of(const Mechanism *a, const Mechanism *b, Arena *arena)
{
  const char *different = NULL;
  if (a->coordinate_count != b->coordinate_count) return "the number of coordinates";
  if (a->shape_count != b->shape_count) return "the number of shapes";
  for (uint64_t seed = 1; seed <= STATES && !different; seed++)
    different = difference_at(a, b, seed, arena);
  return different;
}

// ---- there and back

static Mechanism *read_back(Text *text, Source *source, Diagnostics *diagnostics)
{
  *source = (Source){ "converted", text_string(text), text->length };
  const ImportFormat *format = import_recognise(source);
  if (format) {
    Text bl = { 0 };
    bool is_good = import_text(format->import, source, &(ImportOptions){ .snap_angles = false },
                               diagnostics, &bl);
    text_free(text);
    *text = bl;
    *source = (Source){ "imported", text_string(text), text->length };
    if (!is_good) return NULL;
  }
  return lang_read(source, diagnostics);
}

// What is wrong with the conversion; NULL: nothing. `refused`: it is not wanted, and was said.
static const char *fault_of(const Mechanism *old, Convention convention, bool *refused,
                            Arena *arena, bool is_shown)
{
  Text text = { 0 };
  Source source;
  Diagnostics *diagnostics = diagnostics_new();
  const char *fault = NULL;
  bool is_good = mechanism_convert(old, convention, diagnostics, &text);
  *refused = !is_good;
  if (is_good) {
    Text shown = { 0 };
    if (is_shown) text_put(&shown, text_string(&text));
    Mechanism *new = read_back(&text, &source, diagnostics);
    fault = new ? difference_of(old, new, arena) : "cannot be read";
    mechanism_free(new);
    if (is_shown) printf("%s\n", text_string(&shown));
    text_free(&shown);
  }
  if (is_shown) print_diagnostics(diagnostics);
  if (fault && diagnostics_error_count(diagnostics) > 0) {
    for (int i = 0; i < diagnostics_count(diagnostics); i++) {
      const char *message = diagnostics_message(diagnostics, i);
      fault = arena_format(arena, "%s; %s", fault, message);
    }
  }
  diagnostics_free(diagnostics);
  text_free(&text);
  return fault;
}

static bool may_refuse(const Mechanism *mechanism, Convention convention)
{
  if (convention == CONVENTION_KHALIL || convention == CONVENTION_LANGUAGE) return false;
  if (convention == CONVENTION_URDF) return true;
  for (int f = 1; f < mechanism->frame_count; f++) {
    if (mechanism->frames[f].parent != f - 1) return true;
  }
  return false;
}

static void every_random_mechanism_comes_back(void **state)
{
  (void)state;
  const char *only = getenv("BIELLE_CHAINS");
  int first = only ? atoi(only) : 0, last = only ? first : CHAINS - 1;
  if (only && strchr(only, '-')) last = atoi(strchr(only, '-') + 1);
  int faults = 0, converted[CONVENTION_COUNT] = { 0 };
  for (int number = first; number <= last; number++) {
    Text bl = { 0 };
    put_mechanism(number, &bl);
    Arena *arena = arena_new();
    if (only && first == last) printf("%s", text_string(&bl));
    Reading old;
    reading_open(&old, text_string(&bl));
    for (int c = 0; c < CONVENTION_COUNT; c++) {
      if (c == CONVENTION_URDF && !is_for_urdf(number)) continue;
      bool refused = false;
      const char *fault =
          fault_of(old.mechanism, (Convention)c, &refused, arena, only && first == last);
      if (refused && !may_refuse(old.mechanism, (Convention)c)) fault = "refused";
      converted[c] += !refused;
      if (!fault) continue;
      printf("mechanism %d to %s: %s\n", number, convention_word((Convention)c), fault);
      faults++;
    }
    reading_close(&old);
    arena_free(arena);
    text_free(&bl);
  }
  for (int c = 0; c < CONVENTION_COUNT; c++)
    print_message("%d %s\n", converted[c], convention_word((Convention)c));
  assert_int_equal(faults, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_random_mechanism_comes_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
