// ride.c -- equilibrium of a vehicle, and the linearised equations about it.
// SPDX-License-Identifier: MIT
#include "numeric/linear/least_squares.h"
#include "study/vehicle/ride_impl.h"
#include "study/modes/small_motion.h"

#include <math.h>
#include <string.h>

static const double STEP = 1e-5;  // of finite differences
static const double RANK_TOLERANCE = 1e-13;

// ---- set-up

static double *copied(Arena *arena, const double values[], int count)
{
  double *copy = ARENA_ARRAY(arena, double, count + 1);
  if (values && count > 0) memcpy(copy, values, sizeof(double) * (size_t)count);
  return copy;
}

static void choose_roads(Ride *ride, const System *system, const RideOptions *options)
{
  ride->roads = ARENA_ARRAY(ride->arena, RideRoad, RIDE_MAX_ROADS);
  ride->road_count = options->road_count;
  for (int k = 0; k < options->road_count; k++)
    ride->roads[k] = options->roads[k];
  if (ride->road_count > 0) return;
  Excitation found[RIDE_MAX_ROADS];
  int count = excitation_list(system->mechanism, system->equations, "m", found, RIDE_MAX_ROADS);
  ride->road_count = count < RIDE_MAX_ROADS ? count : RIDE_MAX_ROADS;
  for (int k = 0; k < ride->road_count; k++)
    ride->roads[k] = (RideRoad){ .input = found[k], .behind = NAN };
}

// Finds the equilibrium, or a state at rest without an equilibrium nearby.
static bool find_modes(RideWork *work, const ProgramState *start, Text *why, const char **hint)
{
  Ride *ride = work->ride;
  ModesOptions options = { .requests_equilibrium = true };
  ride->modes = modes_new(work->system, start, &options, why, hint);
  if (!ride->modes) return false;
  const MotionStudy *motion = ride->modes->motion;
  ride->is_still = motion->is_closed && ride->modes->is_found;
  if (!ride->is_still) return true;
  if (motion->joint_reactions.rows->count > motion->joint_reactions.rows->holonomic_count) {
    text_put(
        why,
        "ride analysis does not support rolling constraints; remove the wheels or --freeze them");
    return false;
  }
  return true;
}

static void take_state(RideWork *work, const ProgramState *start)
{
  const Equations *equations = work->ride->equations;
  Arena *arena = work->arena;
  work->state = *start;
  work->state.q = work->q = copied(arena, work->ride->modes->motion->q, work->n);
  work->state.qd = work->qd = copied(arena, NULL, work->n);
  work->state.qdd = work->qdd = copied(arena, NULL, work->n);
  work->state.states = work->states = copied(arena, start->states, work->state_count);
  work->state.inputs = work->inputs = copied(arena, start->inputs, equations->input_count);
  work->state.torques = work->torques = copied(arena, start->torques, work->n);
  work->state.parameters = work->parameters =
      copied(arena, start->parameters, equations->parameter_count);
}

// ---- evaluators

static bool compile_motion(RideWork *work, Text *why)
{
  static const char *const KEYS[] = { "qdd", "sd" };
  int count = work->state_count > 0 ? 2 : 1;
  if (!system_derive(work->system, KEYS, count, why)) return false;
  work->motion = evaluator_new(work->ride->equations, work->arena, 2);
  work->accelerations = evaluator_add(&work->motion, KEYS[0], NULL);
  if (count == 2) work->rates = evaluator_add(&work->motion, KEYS[1], NULL);
  return evaluator_compile(&work->motion, why);
}

static const char *unit_of(Dimension dimension, Arena *arena)
{
  Text unit = { 0 };
  dimension_print(dimension, &unit);
  const char *kept = arena_copy_text(arena, text_string(&unit), unit.length);
  text_free(&unit);
  return kept;
}

// Compiles the acceleration of the body, and the scalar outputs.
static bool compile_outputs(RideWork *work, Text *why)
{
  const Mechanism *mechanism = work->system->mechanism;
  Ride *ride = work->ride;
  const Expr **entries = ARENA_ARRAY(work->arena, const Expr *, mechanism->task_count);
  ride->columns = ARENA_ARRAY(work->arena, RideColumn, mechanism->task_count + 1);
  ride->columns[0] = (RideColumn){ .name = "body", .unit = "m/s^2", .is_felt = true };
  int count = 0;
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (task->kind != TASK_OUTPUT || task->options[0].value_count != 1) continue;
    const char *unit = unit_of(task->options[0].dimension, work->arena);
    entries[count++] = task->options[0].values[0];
    ride->columns[count] =
        (RideColumn){ .name = task->name, .unit = unit, .is_felt = strcmp(unit, "m/s^2") == 0 };
  }
  ride->column_count = count + 1;
  if (count == 0) return true;
  work->reported = evaluator_of_expressions(work->system->derivation, work->arena, entries, count,
                                            &work->outputs);
  return evaluator_compile(&work->reported, why);
}

// ---- linearisation

void ride_differentiate(const RideWork *work, double *number, double step, double out[])
{
  double given = *number;
  for (int side = 1; side >= -1; side -= 2) {
    *number = given + side * step;
    evaluator_evaluate(&work->motion, &work->state);
    for (int row = 0; row < work->size; row++) {
      int place = work->places[row], n = work->n;
      if (place < n) continue;
      double value = place < 2 * n ? work->accelerations[place - n] : work->rates[place - 2 * n];
      out[row] += side * value / (2 * step);
    }
  }
  *number = given;
}

// Returns the derivatives of the outputs with respect to `count` numbers of the state.
static double *differentiate_outputs(const RideWork *work, double numbers[], int count)
{
  int outputs = work->ride->column_count - 1;
  double *out = ARENA_ARRAY(work->arena, double, outputs *count + 1);
  for (int j = 0; j < count && outputs > 0; j++) {
    double given = numbers[j];
    for (int side = 1; side >= -1; side -= 2) {
      numbers[j] = given + side * STEP;
      evaluator_evaluate(&work->reported, &work->state);
      for (int i = 0; i < outputs; i++)
        out[i * count + j] += side * work->outputs[i] / (2 * STEP);
    }
    numbers[j] = given;
  }
  return out;
}

static bool spread_coordinates(RideWork *work, Text *why)
{
  const Modes *modes = work->ride->modes;
  int n = work->n, free = modes->coordinates_in;
  double *shape = ARENA_ARRAY(work->arena, double, n);
  work->N = ARENA_ARRAY(work->arena, double, n *free + 1);
  for (int k = 0; k < free; k++) {
    memset(shape, 0, sizeof(double) * (size_t)n);
    shape[modes->q_in[k]] = 1;
    NumericStatus status = modes_complete_shape(modes, shape);
    if (status != NUMERIC_OK) {
      text_format(why, "how the other coordinates follow was not found: %s",
                  numeric_status_sentence(status));
      return false;
    }
    for (int i = 0; i < n; i++)
      work->N[i * free + k] = shape[i];
  }
  return true;
}

static double *numbers_of(const RideWork *work, const Excitation *input)
{
  return (input->is_parameter ? work->parameters : work->inputs) + input->index;
}

static bool linearise(RideWork *work, Text *why)
{
  Ride *ride = work->ride;
  int outputs = ride->column_count - 1;
  work->A = ride->modes->A;
  work->size = ride->modes->size;
  work->places = ARENA_ARRAY(work->arena, int, work->size);
  small_motion_places(ride->equations, equations_find(ride->equations, "lin:A_in"), work->places);
  if (!spread_coordinates(work, why)) return false;
  work->by_q = differentiate_outputs(work, work->q, work->n);
  work->by_qd = differentiate_outputs(work, work->qd, work->n);
  work->by_qdd = differentiate_outputs(work, work->qdd, work->n);
  work->by_states = differentiate_outputs(work, work->states, work->state_count);
  work->b = ARENA_ARRAY(work->arena, double, 3 * work->size * ride->road_count + 1);
  work->by_road = ARENA_ARRAY(work->arena, double, 3 * outputs * ride->road_count + 1);
  for (int r = 0; r < ride->road_count; r++) {
    const Excitation *input = &ride->roads[r].input;
    double *numbers = numbers_of(work, input);
    for (int k = 0; k < input->columns; k++) {
      ride_differentiate(work, &numbers[k], STEP, work->b + (3 * r + k) * work->size);
      const double *by = differentiate_outputs(work, &numbers[k], 1);
      memcpy(work->by_road + (3 * r + k) * outputs, by, sizeof(double) * (size_t)outputs);
    }
  }
  if (outputs > 0) evaluator_evaluate(&work->reported, &work->state);
  for (int i = 0; i < outputs; i++)
    ride->columns[i + 1].still = work->outputs[i];
  return true;
}

bool ride_settle(const RideWork *work, const double b[], double out[DIRECTIONS])
{
  Arena *arena = arena_new();
  int size = work->size, free = work->ride->modes->coordinates_in;
  double *x = ARENA_ARRAY(arena, double, size), *right = ARENA_ARRAY(arena, double, size);
  NumericRank rank;
  for (int i = 0; i < size; i++)
    right[i] = -b[i];
  NumericStatus status =
      least_squares_solve(size, size, work->A, right, RANK_TOLERANCE, x, &rank, NULL);
  for (int d = 0; d < DIRECTIONS; d++) {
    out[d] = 0;
    for (int i = 0; i < work->n; i++) {
      for (int k = 0; k < free; k++)
        out[d] += work->directions[d * work->n + i] * work->N[i * free + k] * x[k];
    }
  }
  arena_free(arena);
  return status == NUMERIC_OK;
}

// ---- allocation and release

static bool study(RideWork *work, const ProgramState *start, Text *why, const char **hint)
{
  if (!find_modes(work, start, why, hint)) return false;
  if (!work->ride->is_still) return true;
  take_state(work, start);
  bool is_good = compile_motion(work, why) && compile_outputs(work, why) && linearise(work, why) &&
                 ride_find_body(work, why);
  if (is_good && work->ride->road_count > 0) ride_respond(work);
  return is_good;
}

Ride *ride_new(System *system, const ProgramState *start, const RideOptions *options, Text *why,
               const char **hint)
{
  *hint = NULL;
  Arena *arena = arena_new();
  Ride *ride = ARENA_NEW(arena, Ride);
  *ride = (Ride){ .arena = arena, .equations = system->equations, .speed = options->speed };
  choose_roads(ride, system, options);
  RideWork work = { .ride = ride,
                    .system = system,
                    .arena = arena,
                    .n = system->mechanism->coordinate_count,
                    .state_count = system->mechanism->state_count };
  bool is_good = study(&work, start, why, hint);
  evaluator_free(&work.motion);
  evaluator_free(&work.reported);
  if (is_good) return ride;
  ride_free(ride);
  return NULL;
}

void ride_free(Ride *ride)
{
  if (!ride) return;
  modes_free(ride->modes);
  arena_free(ride->arena);
}
