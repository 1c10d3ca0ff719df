// vehicle.c -- the chassis, and the quantities derived for it.
// SPDX-License-Identifier: MIT
#include "study/vehicle/vehicle.h"

#include "mechanism/default_value.h"
#include "system/assembly/assembly.h"

#include <math.h>
#include <string.h>

// ---- chassis

// The chassis coordinates in the chain of moves from ground to a frame.
typedef struct Way {
  int x, y;  // coordinates; -1: none yet
  bool turns;
} Way;

static void follow(const Mechanism *mechanism, const Move *move, Way *way)
{
  int axis = vec3_axis(move_axis(move)),
      coordinate = mechanism_coordinate_of(mechanism, move->amount);
  bool is_shift = move->kind == MOVE_TRANSLATION && !way->turns && coordinate >= 0;
  if (move->kind == MOVE_QUATERNION) way->turns = way->turns || move_is_moving(move);
  if (move->kind == MOVE_ROTATION && move_is_moving(move)) way->turns = true;
  if (!is_shift || mechanism_default_value(mechanism, move->at[axis >= 0 ? axis : 0]) < 0) return;
  if (axis == 0) way->x = coordinate;
  if (axis == 1) way->y = coordinate;
}

static int body_on(const Mechanism *mechanism, int frame)
{
  for (int b = 0; b < mechanism->body_count; b++) {
    if (mechanism->bodies[b].frame == frame) return b;
  }
  return -1;
}

bool vehicle_find(Vehicle *vehicle, const Mechanism *mechanism)
{
  Arena *arena = arena_new();
  Way *ways = ARENA_ARRAY(arena, Way, mechanism->frame_count);
  ways[FRAME_GROUND] = (Way){ -1, -1, false };
  bool is_found = false;
  for (int f = 1; f < mechanism->frame_count && !is_found; f++) {
    const Frame *frame = &mechanism->frames[f];
    ways[f] = ways[frame->parent];
    for (int k = 0; k < frame->move_count; k++)
      follow(mechanism, &frame->moves[k], &ways[f]);
    int body = body_on(mechanism, f);
    is_found = ways[f].x >= 0 && ways[f].y >= 0 && ways[f].turns && body >= 0;
    if (!is_found) continue;
    vehicle->frame = f;
    vehicle->body = body;
    vehicle->x = ways[f].x;
    vehicle->y = ways[f].y;
  }
  arena_free(arena);
  return is_found;
}

// Marks the coordinates that move the chassis itself.
static void find_own(Vehicle *vehicle)
{
  const Mechanism *mechanism = vehicle->mechanism;
  for (int i = 0; i < vehicle->n; i++)
    vehicle->roles[i] = ROLE_SHAPE;
  for (int f = vehicle->frame; f != FRAME_GROUND; f = mechanism->frames[f].parent) {
    for (int k = 0; k < mechanism->frames[f].move_count; k++) {
      const Move *move = &mechanism->frames[f].moves[k];
      for (int i = 0; i < vehicle->n; i++) {
        const Expr *q = mechanism->coordinates[i].q;
        bool is_in = expr_depends_on(move->amount, q);
        for (int e = 0; e < 4 && move->kind == MOVE_QUATERNION; e++)
          is_in = is_in || expr_depends_on(move->at[e], q);
        if (is_in) vehicle->roles[i] = ROLE_CHASSIS;
      }
    }
  }
}

// ---- evaluators

static bool compile_motion(Vehicle *vehicle, Text *why)
{
  static const char *const KEYS[] = { "qdd", "sd" };
  int count = vehicle->states > 0 ? 2 : 1;
  if (!system_derive(vehicle->system, KEYS, count, why)) return false;
  vehicle->motion = evaluator_new(vehicle->system->equations, vehicle->arena, 2);
  vehicle->qdd = evaluator_add(&vehicle->motion, "qdd", NULL);
  if (count == 2) vehicle->sd = evaluator_add(&vehicle->motion, "sd", NULL);
  return evaluator_compile(&vehicle->motion, why);
}

static bool compile_chassis(Vehicle *vehicle, Text *why)
{
  const char *name = vehicle->mechanism->frames[vehicle->frame].name;
  const char *keys[] = { arena_format(vehicle->arena, "fk:%s", name),
                         arena_format(vehicle->arena, "twist:%s", name),
                         arena_format(vehicle->arena, "accel:%s", name) };
  const Equations *equations = vehicle->system->equations;
  if (!system_derive(vehicle->system, keys, 3, why)) return false;
  vehicle->place = evaluator_new(equations, vehicle->arena, 2);
  vehicle->pose = evaluator_add(&vehicle->place, keys[0], NULL);
  vehicle->twist = evaluator_add(&vehicle->place, keys[1], NULL);
  vehicle->rate = evaluator_new(equations, vehicle->arena, 1);
  vehicle->acceleration = evaluator_add(&vehicle->rate, keys[2], NULL);
  return evaluator_compile(&vehicle->place, why) && evaluator_compile(&vehicle->rate, why);
}

static void put_output(Vehicle *vehicle, const Task *task, const Expr *entries[],
                       const char *units[])
{
  const TaskOption *value = &task->options[0];
  Text unit = { 0 };
  dimension_print(value->dimension, &unit);
  if (value->value_count == 1) {
    int k = vehicle->output_count++;
    entries[3 + k] = value->values[0];
    vehicle->output_names[k] = task->name;
    units[k] = arena_copy_text(vehicle->arena, text_string(&unit), unit.length);
  }
  text_free(&unit);
}

// Compiles the centre of mass, the mass and all scalar outputs.
static bool compile_told(Vehicle *vehicle, Text *why)
{
  const Mechanism *mechanism = vehicle->mechanism;
  const Body *body = &mechanism->bodies[vehicle->body];
  const Expr **entries = ARENA_ARRAY(vehicle->arena, const Expr *, 3 + mechanism->task_count);
  const char **units = ARENA_ARRAY(vehicle->arena, const char *, mechanism->task_count);
  vehicle->output_names = ARENA_ARRAY(vehicle->arena, const char *, mechanism->task_count);
  vehicle->output_units = units;
  for (int i = 0; i < 3; i++)
    entries[i] = body->com_F.at[i];
  for (int i = 0; i < mechanism->task_count; i++) {
    if (mechanism->tasks[i].kind == TASK_OUTPUT)
      put_output(vehicle, &mechanism->tasks[i], entries, units);
  }
  vehicle->reported = evaluator_of_expressions(vehicle->system->derivation, vehicle->arena, entries,
                                               3 + vehicle->output_count, &vehicle->com);
  vehicle->outputs = vehicle->com + 3;
  vehicle->mass = mechanism_value_with(mechanism, vehicle->parameters, body->mass);
  if (!evaluator_compile(&vehicle->reported, why)) return false;
  // The centre of mass is constant in the chassis.
  evaluator_evaluate(&vehicle->reported, &vehicle->state);
  return true;
}

// ---- start

static double *copied(Arena *arena, const double values[], int count)
{
  double *copy = ARENA_ARRAY(arena, double, count + 1);
  if (values && count > 0) memcpy(copy, values, sizeof(double) * (size_t)count);
  return copy;
}

static void take_start(Vehicle *vehicle, const ProgramState *start)
{
  const Equations *equations = vehicle->system->equations;
  vehicle->state = *start;
  vehicle->parameters = copied(vehicle->arena, start->parameters, equations->parameter_count);
  vehicle->inputs = copied(vehicle->arena, start->inputs, equations->input_count);
  vehicle->torques = copied(vehicle->arena, start->torques, vehicle->n);
  vehicle->state.parameters = vehicle->parameters;
  vehicle->state.inputs = vehicle->inputs;
  vehicle->state.torques = vehicle->torques;
}

// Closes the loops; q is allocated in the arena.
static bool close_loops(Vehicle *vehicle, Text *why, const char **hint)
{
  System *system = vehicle->system;
  if (!system_derive_constraints(system, why)) return false;
  double *q = copied(vehicle->arena, vehicle->state.q, vehicle->n);
  vehicle->state.q = q;
  bool is_closed = true;
  if (system->rows->holonomic_count > 0) {
    Assembly *assembly = assembly_new(system, &vehicle->state, &(AssemblyOptions){ 0 }, why);
    if (!assembly) return false;
    is_closed = assembly->is_closed;
    memcpy(q, assembly->configurations[0].q, sizeof(double) * (size_t)vehicle->n);
    assembly_free(assembly);
  }
  if (!is_closed) {
    text_put(why, "the loops of the vehicle do not close from here");
    *hint = "'bielle analyze assembly' says what is open";
  }
  return is_closed && system_select_coordinates(system, &vehicle->state, why) &&
         constraint_system_init(&vehicle->constraints, system->ties, &vehicle->state, why);
}

bool vehicle_open(Vehicle *vehicle, System *system, const ProgramState *start, Text *why,
                  const char **hint)
{
  vehicle->system = system;
  vehicle->mechanism = system->mechanism;
  vehicle->n = system->mechanism->coordinate_count;
  vehicle->states = system->mechanism->state_count;
  vehicle->size = 2 * vehicle->n + vehicle->states + 3;
  vehicle->roles = ARENA_ARRAY(vehicle->arena, CoordinateRole, vehicle->n);
  take_start(vehicle, start);
  find_own(vehicle);
  return close_loops(vehicle, why, hint) && compile_motion(vehicle, why) &&
         compile_chassis(vehicle, why) && compile_told(vehicle, why);
}

void vehicle_close(Vehicle *vehicle)
{
  evaluator_free(&vehicle->motion);
  evaluator_free(&vehicle->place);
  evaluator_free(&vehicle->rate);
  evaluator_free(&vehicle->reported);
  if (vehicle->constraints.arena) constraint_system_free(&vehicle->constraints);
}
