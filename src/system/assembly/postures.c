// postures.c -- compares the poses of all bodies.
//
// The two angles of a universal joint yield the same direction of its rod for two pairs of values,
// (a, b) and (a + 180 deg, -b), and three angles yield the same orientation of a body twice. Such
// coordinates are different solutions of Phi = 0 but one posture. Frames are compared by origin and
// axes; those of universal joints by what they carry instead: masses, loop points, points, and
// child frames.
// SPDX-License-Identifier: MIT
#include "system/assembly/postures.h"

#include "mechanism/default_value.h"
#include "mechanism/pose.h"
#include "system/evaluator/evaluator.h"

#include <math.h>
#include <string.h>

enum { POSE = 12, UNIVERSAL_TURNS = 2 };
static const double ALIKE =
    1e-5;  // relative, for lengths; singular configurations are known to half the digits

typedef struct Postures {
  const Mechanism *mechanism;
  const double *parameters;
  int size;          // number of values of a posture
  double **numbers;  // by configuration
  double largest;    // largest of all values
} Postures;

// ---- compared values

static int moving_turns(const Frame *frame)
{
  int count = 0;
  for (int k = 0; k < frame->move_count; k++)
    count += frame->moves[k].kind != MOVE_TRANSLATION && move_is_moving(&frame->moves[k]);
  return count;
}

// Returns true if the orientation of the frame is compared; false for a universal joint.
static bool has_axes(const Mechanism *mechanism, int frame)
{
  while (frame > 0 && !frame_is_moving(&mechanism->frames[frame]))
    frame = mechanism->frames[frame].parent;
  return moving_turns(&mechanism->frames[frame]) != UNIVERSAL_TURNS;
}

static double *put(double *out, const double values[], int count)
{
  memcpy(out, values, sizeof(double) * (size_t)count);
  return out + count;
}

// Appends the position of a point. A pose is the position p, then R row by row.
static double *put_place(const Postures *postures, const double poses[], int frame, Vec3 position_F,
                         double *out)
{
  const double *pose = poses + frame * POSE;
  double place[3] = { pose[0], pose[1], pose[2] };
  for (int j = 0; j < 3; j++) {
    double along =
        mechanism_value_with(postures->mechanism, postures->parameters, position_F.at[j]);
    for (int i = 0; i < 3; i++)
      place[i] += pose[3 + 3 * i + j] * along;
  }
  return put(out, place, 3);
}

// Appends R I R', relative to its largest entry.
static double *put_inertia(const Postures *postures, const double poses[], const Body *body,
                           double *out)
{
  const double *R = poses + body->frame * POSE + 3;
  double inertia[9], turned[9] = { 0 }, largest = 0;
  for (int k = 0; k < 9; k++) {
    inertia[k] = mechanism_value_with(postures->mechanism, postures->parameters,
                                      body->inertia_F.at[k / 3][k % 3]);
    largest = fmax(largest, fabs(inertia[k]));
  }
  for (int k = 0; k < 81 && largest > 0; k++) {
    int i = k / 27, j = k / 9 % 3, a = k / 3 % 3, b = k % 3;
    turned[3 * i + j] += R[3 * i + a] * inertia[3 * a + b] * R[3 * j + b] / largest;
  }
  return put(out, turned, 9);
}

static void fill(const Postures *postures, const double poses[], double *out)
{
  const Mechanism *m = postures->mechanism;
  for (int f = 0; f < m->frame_count; f++)
    out = put(out, poses + f * POSE, has_axes(m, f) ? POSE : 3);
  for (int b = 0; b < m->body_count; b++) {
    out = put_place(postures, poses, m->bodies[b].frame, m->bodies[b].com_F, out);
    out = put_inertia(postures, poses, &m->bodies[b], out);
  }
  for (int p = 0; p < m->point_count; p++)
    out = put_place(postures, poses, m->points[p].frame, m->points[p].position_F, out);
  for (int l = 0; l < m->loop_count; l++) {
    const Loop *loop = &m->loops[l];
    out = put_place(postures, poses, loop->first.frame, loop->first.position_F, out);
    out = put_place(postures, poses, loop->second.frame, loop->second.position_F, out);
  }
}

static int most_numbers(const Mechanism *m)
{
  return POSE * (m->frame_count + m->body_count) + 3 * m->point_count + 6 * m->loop_count;
}

static bool are_alike(const Postures *postures, int a, int b)
{
  for (int i = 0; i < postures->size; i++) {
    double apart = fabs(postures->numbers[a][i] - postures->numbers[b][i]);
    if (!(apart <= ALIKE * postures->largest)) return false;
  }
  return true;
}

// ---- poses

static Evaluator poses_new(const System *system, Arena *arena, double **poses)
{
  const Mechanism *m = system->mechanism;
  const Expr **entries = ARENA_ARRAY(arena, const Expr *, m->frame_count *POSE);
  Pool *pool = system->derivation->equations->pool;
  for (int f = 0; f < m->frame_count; f++) {
    Pose pose = pose_of_frame(m, pool, f, FRAME_GROUND);
    for (int i = 0; i < 3; i++)
      entries[f * POSE + i] = pose.p.at[i];
    for (int i = 0; i < 9; i++)
      entries[f * POSE + 3 + i] = pose.R.at[i / 3][i % 3];
  }
  return evaluator_of_expressions(system->derivation, arena, entries, m->frame_count * POSE, poses);
}

static bool measure(Postures *postures, const Assembly *assembly, const System *system,
                    ProgramState state, Arena *arena)
{
  Text unused = { 0 };
  double *poses;
  Evaluator evaluator = poses_new(system, arena, &poses);
  bool is_good = evaluator_compile(&evaluator, &unused);
  for (int k = 0; k < assembly->count && is_good; k++) {
    postures->numbers[k] = ARENA_ARRAY(arena, double, postures->size);
    state.q = assembly->configurations[k].q;
    evaluator_evaluate(&evaluator, &state);
    fill(postures, poses, postures->numbers[k]);
    for (int i = 0; i < postures->size; i++)
      postures->largest = fmax(postures->largest, fabs(postures->numbers[k][i]));
  }
  evaluator_free(&evaluator);
  text_free(&unused);
  return is_good;
}

void assembly_merge_postures(Assembly *assembly, const System *system, const ProgramState *state)
{
  if (assembly->count < 2) return;
  Arena *arena = arena_new();
  Postures postures = { .mechanism = system->mechanism,
                        .parameters = state->parameters,
                        .size = most_numbers(system->mechanism),
                        .numbers = ARENA_ARRAY(arena, double *, assembly->count) };
  int kept = 0;
  bool is_good = measure(&postures, assembly, system, *state, arena);
  for (int k = 0; k < assembly->count && is_good; k++) {
    int same = 0;
    while (same < kept && !are_alike(&postures, same, k))
      same++;
    assembly->configurations[same].alike++;
    if (same < kept) continue;
    assembly->configurations[kept] = assembly->configurations[k];
    assembly->configurations[kept].alike = 1;
    postures.numbers[kept++] = postures.numbers[k];
  }
  if (is_good) assembly->count = kept;
  arena_free(arena);
}
