// state.c -- random numbers for symbols.
// SPDX-License-Identifier: MIT
#include "witness/state.h"

#include "base/memory/map.h"
#include "base/memory/memory.h"
#include "witness/tape.h"

#include <stdlib.h>
#include <string.h>

struct WitnessState {
  const Mechanism *mechanism;
  uint64_t seed;
  double spread;
  Arena *arena;
  const char **names;  // of the entries of `q`
  Map index;
  Ball *values;  // by map index
  Ball *q;       // q, qd and qdd, concatenated
  Ball *directions;
  int direction_count;
};

// ---- random numbers

static uint64_t mixed(uint64_t x)
{
  x += UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

// A random number in -1 .. 1 that depends only on the name and the seed; it is exact and short to
// print.
static double random_of(const WitnessState *state, const char *name)
{
  enum { STEPS = 1 << 14 };
  uint64_t hash = mixed(state->seed);
  for (; *name; name++)
    hash = mixed(hash ^ (unsigned char)*name);
  return (double)(hash % (2 * STEPS + 1)) / STEPS - 1;
}

static Ball ball_of_double(double value)
{
  Ball x;
  arb_init(&x);
  arb_set_d(&x, value);
  return x;
}

static void put(WitnessState *state, const char *name, Ball value)
{
  int found = map_find(&state->index, name);
  if (found < 0) {
    found = state->index.count;
    state->values = memory_grow(state->values, (size_t)found + 1, sizeof state->values[0]);
    map_put(&state->index, name, found);
  }
  state->values[found] = value;
}

Ball state_value(const WitnessState *state, const char *name)
{
  int found = map_find(&state->index, name);
  return found >= 0 ? state->values[found] : ball_of_double(random_of(state, name));
}

// ---- the numbers of a mechanism

static Ball value_of(const WitnessState *state, const Expr *e)
{
  Ball value;
  state_evaluate(state, &e, 1, &value);
  return value;
}

const char **state_names(const Mechanism *mechanism, Arena *arena)
{
  int n = mechanism->coordinate_count;
  const char **names = ARENA_ARRAY(arena, const char *, 3 * n);
  for (int i = 0; i < 3 * n; i++) {
    const char *name = tape_name_of(mechanism->coordinates[i % n].q);
    names[i] = arena_format(arena, "%s%.*s", name, i / n, "''");
  }
  return names;
}

// A parameter's value is given (1 + r/4); without a given value 1 + r/2, and r/2 if the given value
// is zero.
static void put_parameter(WitnessState *state, const Parameter *parameter)
{
  double random = state->spread * random_of(state, parameter->name);
  Ball value = ball_of_double(1 + random_of(state, parameter->name) / 2);
  if (parameter->value) {
    Ball given = value_of(state, parameter->value);
    value = ball_is_zero(given) ? ball_of_double(random / 2)
                                : ball_mul(given, ball_of_double(1 + random / 4));
  }
  put(state, parameter->name, value);
}

static void put_coordinate(WitnessState *state, int i)
{
  const Coordinate *coordinate = &state->mechanism->coordinates[i];
  int n = state->mechanism->coordinate_count;
  for (int order = 0; order < 3; order++) {
    const char *name = state->names[order * n + i];
    double random = random_of(state, name);
    Ball *value = &state->q[order * n + i];
    *value = ball_of_double(order == 0 ? state->spread * random : random);
    const Expr *initial = order == 0 ? coordinate->initial : NULL;
    if (initial) *value = ball_add(value_of(state, initial), *value);
    put(state, name, *value);
  }
}

// ---- quaternions

// Finds the coordinates of the move's quaternion; returns false if the quaternion is constant.
static bool quaternion_coordinates(const Mechanism *mechanism, const Move *move, int indices[4])
{
  if (move->kind != MOVE_QUATERNION) return false;
  for (int k = 0; k < 4; k++) {
    indices[k] = -1;
    for (int i = 0; i < mechanism->coordinate_count; i++) {
      if (mechanism->coordinates[i].q == move->at[k]) indices[k] = i;
    }
    if (indices[k] < 0) return false;
  }
  return true;
}

typedef void (*QuaternionVisit)(WitnessState *state, const int indices[4]);

static bool visit_quaternions(const Mechanism *mechanism, WitnessState *state,
                              QuaternionVisit visit)
{
  bool is_found = false;
  int indices[4];
  for (int f = 1; f < mechanism->frame_count; f++) {
    for (int m = 0; m < mechanism->frames[f].move_count; m++) {
      if (!quaternion_coordinates(mechanism, &mechanism->frames[f].moves[m], indices)) continue;
      is_found = true;
      if (visit) visit(state, indices);
    }
  }
  return is_found;
}

bool mechanism_has_quaternions(const Mechanism *mechanism)
{
  return visit_quaternions(mechanism, NULL, NULL);
}

static Ball dot4(const Ball a[4], const Ball b[4])
{
  Ball x = ball_zero();
  for (int i = 0; i < 4; i++)
    x = ball_addmul(x, a[i], b[i]);
  return x;
}

// Enforces e . e = 1, e . e' = 0, e . e'' = - e' . e'.
static void make_unit(WitnessState *state, const int indices[4])
{
  int n = state->mechanism->coordinate_count;
  Ball e[3][4];
  for (int i = 0; i < 12; i++)
    e[i / 4][i % 4] = state->q[i / 4 * n + indices[i % 4]];
  if (arb_contains_zero(&e[0][0])) e[0][0] = ball_of_integer(1);
  Ball length = ball_apply(arb_sqrt, dot4(e[0], e[0]));
  for (int i = 0; i < 4; i++)
    e[0][i] = ball_div(e[0][i], length);
  Ball along = dot4(e[0], e[1]);
  for (int i = 0; i < 4; i++)
    e[1][i] = ball_sub(e[1][i], ball_mul(along, e[0][i]));
  along = ball_add(dot4(e[0], e[2]), dot4(e[1], e[1]));
  for (int i = 0; i < 4; i++)
    e[2][i] = ball_sub(e[2][i], ball_mul(along, e[0][i]));
  for (int i = 0; i < 12; i++) {
    int place = i / 4 * n + indices[i % 4];
    state->q[place] = e[i / 4][i % 4];
    put(state, state->names[place], e[i / 4][i % 4]);
  }
}

// Adds the three directions e i, e j, e k of a quaternion.
static void add_directions(WitnessState *state, const int indices[4])
{
  static const int PART[3][4] = { { 1, 0, 3, 2 }, { 2, 3, 0, 1 }, { 3, 2, 1, 0 } };
  static const int SIGN[3][4] = { { -1, 1, 1, -1 }, { -1, -1, 1, 1 }, { -1, 1, -1, 1 } };
  int n = state->mechanism->coordinate_count;
  for (int d = 0; d < 3; d++) {
    for (int i = 0; i < 4; i++) {
      Ball part = state->q[indices[PART[d][i]]];
      state->directions[indices[i] * n + state->direction_count] =
          SIGN[d][i] > 0 ? part : ball_neg(part);
    }
    state->direction_count++;
  }
}

// Row i of `directions` has capacity for n columns; each coordinate that is not part of a
// quaternion has its own direction.
static void make_directions(WitnessState *state)
{
  int n = state->mechanism->coordinate_count;
  state->directions = memory_new((size_t)n * (size_t)n, sizeof state->directions[0]);
  visit_quaternions(state->mechanism, state, add_directions);
  int turned = state->direction_count;
  for (int i = 0; i < n; i++) {
    bool is_free = true;
    for (int c = 0; c < turned; c++)
      is_free = is_free && ball_is_zero(state->directions[i * n + c]);
    if (is_free) state->directions[i * n + state->direction_count++] = ball_of_integer(1);
  }
  for (int i = 0; i < n; i++) {  // compact the rows
    for (int c = 0; c < state->direction_count; c++)
      state->directions[i * state->direction_count + c] = state->directions[i * n + c];
  }
}

// ---- public functions

WitnessState *state_new(const Mechanism *mechanism, uint64_t seed, double spread)
{
  WitnessState *state = memory_new(1, sizeof *state);
  state->mechanism = mechanism;
  state->seed = seed;
  state->spread = spread;
  state->arena = arena_new();
  state->names = state_names(mechanism, state->arena);
  state->q = memory_new(3 * (size_t)mechanism->coordinate_count + 1, sizeof state->q[0]);
  for (int i = 0; i < mechanism->parameter_count; i++)
    put_parameter(state, &mechanism->parameters[i]);
  for (int i = 0; i < mechanism->coordinate_count; i++)
    put_coordinate(state, i);
  if (visit_quaternions(mechanism, state, make_unit)) make_directions(state);
  put(state, "t", ball_of_double(1 + random_of(state, "t") / 2));
  return state;
}

void state_free(WitnessState *state)
{
  if (!state) return;
  map_free(&state->index);
  arena_free(state->arena);
  free(state->values);
  free(state->q);
  free(state->directions);
  free(state);
}

const Ball *state_positions(const WitnessState *state) { return state->q; }

const Ball *state_speeds(const WitnessState *state)
{
  return state->q + state->mechanism->coordinate_count;
}

const Ball *state_accelerations(const WitnessState *state)
{
  return state->q + 2 * state->mechanism->coordinate_count;
}

const Ball *state_directions(const WitnessState *state, int *count)
{
  *count = state->direction_count;
  return state->directions;
}

void state_evaluate(const WitnessState *state, const Expr *const entries[], int count, Ball out[])
{
  Tape *tape = tape_new(entries, count, NULL, 0);
  int symbol_count = tape_symbol_count(tape);
  Jet *symbols = memory_new((size_t)symbol_count + 1, sizeof *symbols);
  Ball *values = memory_new((size_t)tape_length(tape) + 1, sizeof *values);
  for (int i = 0; i < symbol_count; i++)
    symbols[i] = jet_constant(state_value(state, tape_symbol_name(tape, i)), 0);
  tape_run(tape, symbols, 0, values);
  for (int i = 0; i < count; i++)
    out[i] = values[tape_place(tape, entries[i])];
  free(values);
  free(symbols);
  tape_free(tape);
}

static void print_value(const WitnessState *state, const char *name, Text *out)
{
  Ball value = state_value(state, name);
  if (out->length > 0) text_put(out, ", ");
  text_format(out, "%s = ", name);
  text_put_double(out, arf_get_d(arb_midref(&value), ARF_RND_NEAR));
}

void state_print(const WitnessState *state, Text *out)
{
  enum { MOST = 30 };
  const Mechanism *mechanism = state->mechanism;
  if (mechanism->parameter_count + 3 * mechanism->coordinate_count > MOST) {
    text_format(out, "state %llu has %d coordinates", (unsigned long long)state->seed,
                mechanism->coordinate_count);
    return;
  }
  for (int i = 0; i < mechanism->parameter_count; i++)
    print_value(state, mechanism->parameters[i].name, out);
  int n = mechanism->coordinate_count;
  for (int i = 0; i < 3 * n; i++)
    print_value(state, state->names[i % 3 * n + i / 3], out);
}
