// kinematic_graph.c -- links, joints, and their twists, computed from programs of the frames.
// SPDX-License-Identifier: MIT
#include "study/mobility/kinematic_graph.h"

#include "program/program.h"
#include "base/vector.h"

#include <math.h>
#include <string.h>

static const double STILL = 1e-7;  // relative to a motion in which coordinates change by about 1

// ---- links

static void find_links(KinematicGraph *graph)
{
  const Mechanism *mechanism = graph->study->mechanism;
  graph->link_of_frame = ARENA_ARRAY(graph->arena, int, mechanism->frame_count);
  graph->frame_of_link = ARENA_ARRAY(graph->arena, int, mechanism->frame_count);
  graph->link_count = 1;
  for (int i = 1; i < mechanism->frame_count; i++) {
    const Frame *frame = &mechanism->frames[i];
    graph->link_of_frame[i] = graph->link_of_frame[frame->parent];
    if (!frame_is_moving(frame)) continue;
    graph->frame_of_link[graph->link_count] = i;
    graph->link_of_frame[i] = graph->link_count++;
  }
}

// ---- twists

static Twist twist_minus(Twist a, Twist b)
{
  vector_add(a.w, -1, b.w, a.w);
  vector_add(a.v, -1, b.v, a.v);
  return a;
}

// Evaluates the first frames of all links.
typedef struct Walker {
  const KinematicGraph *graph;
  Equations *equations;
  Program *program;
  double *registers;
  double **out;  // by link from 1 on: fk, then the twist in the axes of the frame, 6 x 1
  Twist *drift;  // by link: twist due to time alone, at constant coordinates
} Walker;

static Equations *derive(const KinematicGraph *graph, const char **keys, Text *why)
{
  const Mechanism *mechanism = graph->study->mechanism;
  Derivation *derivation = derivation_new(mechanism, NULL, 0);
  bool is_good = true;
  for (int i = 1; i < graph->link_count; i++) {
    const char *name = mechanism->frames[graph->frame_of_link[i]].name;
    keys[2 * i - 2] = arena_format(graph->arena, "fk:%s", name);
    keys[2 * i - 1] = arena_format(graph->arena, "twist:%s", name);
    is_good = is_good && derivation_quantity(derivation, keys[2 * i - 2], why) &&
              derivation_quantity(derivation, keys[2 * i - 1], why);
  }
  Equations *equations = derivation_release(derivation);
  if (is_good) return equations;
  equations_free(equations);
  return NULL;
}

// Returns the rotation and the origin of the first frame of a link, as last evaluated.
static void read_pose(const Walker *walker, int link, double R[9], double p[3])
{
  const double *fk = walker->out[2 * link - 2];
  for (int i = 0; i < 3; i++) {
    memcpy(R + 3 * i, fk + 4 * i, 3 * sizeof *R);
    p[i] = fk[4 * i + 3];
  }
}

static Twist read_twist(const Walker *walker, int link)
{
  double R[9], p[3], arm[3];
  Twist twist;
  const double *own = walker->out[2 * link - 1];
  read_pose(walker, link, R, p);
  vector_turn(R, own, twist.v);
  vector_turn(R, own + 3, twist.w);
  vector_cross(twist.w, p, arm);
  vector_add(twist.v, -1, arm, twist.v);
  return twist;
}

// Computes the twists of all links for coordinate rates qd; NULL: all rates are zero.
static void walk(Walker *walker, const double qd[], Twist twists[])
{
  const MobilityStudy *study = walker->graph->study;
  ProgramState state = { .parameters = study->parameters,
                         .q = study->q,
                         .qd = qd,
                         .inputs = study->inputs,
                         .time = study->time };
  program_evaluate(walker->program, &state, walker->registers, walker->out);
  for (int i = 1; i < walker->graph->link_count; i++)
    twists[i] = twist_minus(read_twist(walker, i), walker->drift[i]);
}

static bool walker_new(Walker *walker, const KinematicGraph *graph, Text *why)
{
  Arena *arena = graph->arena;
  int links = graph->link_count, count = 2 * links - 2;
  const char **keys = ARENA_ARRAY(arena, const char *, count);
  *walker = (Walker){ .graph = graph, .equations = derive(graph, keys, why) };
  if (!walker->equations) return false;
  walker->program = program_new(walker->equations, keys, count, why);
  if (!walker->program) return false;
  walker->registers = ARENA_ARRAY(arena, double, program_register_count(walker->program));
  walker->drift = ARENA_ARRAY(arena, Twist, links);
  walker->out = ARENA_ARRAY(arena, double *, count);
  for (int i = 0; i < count; i++)
    walker->out[i] = ARENA_ARRAY(arena, double, i % 2 == 0 ? 16 : 6);
  Twist *drift = ARENA_ARRAY(arena, Twist, links);
  walk(walker, NULL, drift);
  walker->drift = drift;
  return true;
}

static void walker_free(Walker *walker)
{
  program_free(walker->program);
  equations_free(walker->equations);
}

static void find_twists(KinematicGraph *graph, Walker *walker)
{
  const MobilityStudy *study = graph->study;
  int n = study->coordinate_count, links = graph->link_count;
  graph->motion_count = n - study->rank.rank;
  graph->twists = ARENA_ARRAY(graph->arena, Twist, graph->motion_count * links + links);
  graph->rotations = ARENA_ARRAY(graph->arena, double, 9 * links);
  for (int k = 0; k < graph->motion_count; k++)
    walk(walker, study->motions + k * n, graph->twists + k * links);
  for (int i = 0; i < links; i++) {
    double p[3];
    if (i > 0) read_pose(walker, i, graph->rotations + 9 * i, p);
    for (int j = 0; i == 0 && j < 3; j++)
      graph->rotations[4 * j] = 1;
  }
}

// ---- joints

// Sets the axis of a joint from its relative twist; it stays unknown if the joint does not move.
static void set_axis(SkeletonJoint *joint, Twist twist)
{
  double turn = vector_length(twist.w), slide = vector_length(twist.v);
  if (turn > STILL) {
    joint->kind = fabs(vector_dot(twist.w, twist.v)) > STILL * turn * turn ? AXIS_SCREW : AXIS_TURN;
    vector_scale(1 / turn, twist.w, joint->direction);
    vector_cross(joint->direction, twist.v, joint->point);
    vector_scale(1 / turn, joint->point, joint->point);
  } else if (slide > STILL) {
    joint->kind = AXIS_SLIDE;
    vector_scale(1 / slide, twist.v, joint->direction);
  }
}

static double rate_along(const SkeletonJoint *joint, Twist twist)
{
  return vector_dot(joint->direction, joint->kind == AXIS_SLIDE ? twist.v : twist.w);
}

Twist kinematic_graph_twist(const KinematicGraph *graph, int link, int motion)
{
  return graph->twists[motion * graph->link_count + link];
}

static Twist relative_twist(const KinematicGraph *graph, const SkeletonJoint *joint, int motion)
{
  return twist_minus(kinematic_graph_twist(graph, joint->links[1], motion),
                     kinematic_graph_twist(graph, joint->links[0], motion));
}

// Determines the axis of a cut joint from the motion in which it moves most.
static void set_cut_axis(const KinematicGraph *graph, SkeletonJoint *joint)
{
  double most = 0;
  for (int k = 0; k < graph->motion_count; k++) {
    Twist twist = relative_twist(graph, joint, k);
    double speed = vector_length(twist.w) + vector_length(twist.v);
    if (speed > most) set_axis(joint, twist);
    most = fmax(most, speed);
  }
  for (int k = 0; k < graph->motion_count; k++)
    joint->rates[k] = rate_along(joint, relative_twist(graph, joint, k));
}

static void add_cut_joint(KinematicGraph *graph, const Loop *loop)
{
  SkeletonJoint *joint = &graph->joints[graph->joint_count++];
  *joint = (SkeletonJoint){ .name = loop->name,
                            .links = { graph->link_of_frame[loop->first.frame],
                                       graph->link_of_frame[loop->second.frame] },
                            .freedoms = joint_info(loop->kind)->coordinate_count,
                            .coordinate = -1,
                            .span = loop->span,
                            .rates = ARENA_ARRAY(graph->arena, double, graph->motion_count) };
  if (joint->freedoms == 1) set_cut_axis(graph, joint);
}

static void set_tree_axis(const KinematicGraph *graph, Walker *walker, SkeletonJoint *joint)
{
  const MobilityStudy *study = graph->study;
  int n = study->coordinate_count;
  double *qd = ARENA_ARRAY(graph->arena, double, n);
  Twist *twists = ARENA_ARRAY(graph->arena, Twist, graph->link_count);
  qd[joint->coordinate] = 1;
  walk(walker, qd, twists);
  set_axis(joint, twist_minus(twists[joint->links[1]], twists[joint->links[0]]));
  for (int k = 0; k < graph->motion_count; k++)
    joint->rates[k] = study->motions[k * n + joint->coordinate];
}

static void add_tree_joint(KinematicGraph *graph, Walker *walker, int link)
{
  const Mechanism *mechanism = graph->study->mechanism;
  const Frame *frame = &mechanism->frames[graph->frame_of_link[link]];
  SkeletonJoint *joint = &graph->joints[graph->joint_count++];
  *joint = (SkeletonJoint){ .name = frame->name,
                            .links = { graph->link_of_frame[frame->parent], link },
                            .coordinate = -1,
                            .span = frame->span,
                            .rates = ARENA_ARRAY(graph->arena, double, graph->motion_count) };
  int coordinate;
  joint->freedoms = frame_freedoms(mechanism, frame, &coordinate);
  if (joint->freedoms != 1) return;
  joint->coordinate = coordinate;
  joint->name = coordinate_name(&mechanism->coordinates[coordinate]);
  set_tree_axis(graph, walker, joint);
}

// ---- complete graph

KinematicGraph *kinematic_graph_new(const MobilityStudy *study, Text *why)
{
  const Mechanism *mechanism = study->mechanism;
  Arena *arena = arena_new();
  KinematicGraph *graph = ARENA_NEW(arena, KinematicGraph);
  *graph = (KinematicGraph){ .arena = arena, .study = study };
  find_links(graph);
  Walker walker;
  bool is_good = walker_new(&walker, graph, why);
  if (is_good) {
    int most = graph->link_count + mechanism->loop_count;
    graph->joints = ARENA_ARRAY(arena, SkeletonJoint, most);
    find_twists(graph, &walker);
    for (int i = 1; i < graph->link_count; i++)
      add_tree_joint(graph, &walker, i);
    for (int i = 0; i < mechanism->loop_count; i++)
      add_cut_joint(graph, &mechanism->loops[i]);
  }
  walker_free(&walker);
  if (is_good) return graph;
  kinematic_graph_free(graph);
  return NULL;
}

void kinematic_graph_free(KinematicGraph *graph)
{
  if (graph) arena_free(graph->arena);
}
