// run.c -- the poses of all frames along a path.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "witness/witness_impl.h"

#include <stdlib.h>
#include <string.h>

// ---- variables along the path

static Ball entry(const Ball *list, int i) { return list ? list[i] : ball_zero(); }

// The jet of a coordinate, its rate or its acceleration; returns false for any other symbol.
static bool coordinate_jet(const Run *run, const Path *path, const char *name, Jet *jet)
{
  const char *const *names = run->witness->names;
  int n = run->witness->mechanism->coordinate_count;
  for (int i = 0; i < n; i++) {
    if (strcmp(name, names[i]) == 0) {
      *jet = (Jet){ { state_positions(run->state)[i], entry(path->dq, i), entry(path->ddq, i) },
                    path->order };
      return true;
    }
    if (strcmp(name, names[n + i]) == 0) {
      *jet = (Jet){ { entry(path->qd, i), entry(path->dqd, i), ball_zero() }, path->order };
      return true;
    }
    if (strcmp(name, names[2 * n + i]) == 0) {
      *jet = jet_constant(entry(path->qdd, i), path->order);
      return true;
    }
  }
  return false;
}

// The derivatives of a smooth input are the inputs listed after it; their values are those of the
// state.
static void follow_inputs(const Run *run, const char *name, Jet *jet)
{
  const Mechanism *mechanism = run->witness->mechanism;
  int i = 0;
  while (i < mechanism->input_count && strcmp(tape_name_of(mechanism->inputs[i].symbol), name) != 0)
    i++;
  for (int order = 1; order <= 2 && i + order < mechanism->input_count; order++) {
    const Input *rate = &mechanism->inputs[i + order];
    if (!rate->is_rate) return;
    jet->at[order] = state_value(run->state, tape_name_of(rate->symbol));
  }
}

static Jet symbol_jet(const Run *run, const Path *path, const char *name)
{
  Jet jet;
  if (coordinate_jet(run, path, name, &jet)) return jet;
  jet = jet_constant(state_value(run->state, name), path->order);
  if (path->has_time && strcmp(name, "t") == 0) jet.at[1] = ball_of_integer(1);
  if (path->has_time) follow_inputs(run, name, &jet);
  return jet;
}

static void run_tape(Run *run, const Path *path)
{
  const Tape *tape = run->witness->tape;
  size_t places = (size_t)tape_length(tape) * ((size_t)path->order + 1);
  Jet *symbols = memory_new((size_t)tape_symbol_count(tape) + 1, sizeof *symbols);
  for (int i = 0; i < tape_symbol_count(tape); i++)
    symbols[i] = symbol_jet(run, path, tape_symbol_name(tape, i));
  run->values = memory_new(places + 1, sizeof run->values[0]);
  tape_run(tape, symbols, path->order, run->values);
  free(symbols);
}

Jet run_value(const Run *run, const Expr *e)
{
  if (!e) return jet_of_integer(0, run->order);
  return tape_value(run->values, tape_place(run->witness->tape, e), run->order);
}

JetVector run_vector(const Run *run, Vec3 v)
{
  JetVector x;
  for (int i = 0; i < 3; i++)
    x.at[i] = run_value(run, v.at[i]);
  return x;
}

// ---- poses

// Parameters of a constant quaternion may have any length.
static bool is_constant_quaternion(const Run *run, const Move *move)
{
  const Mechanism *mechanism = run->witness->mechanism;
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < mechanism->coordinate_count; i++) {
      if (mechanism->coordinates[i].q == move->at[k]) return false;
    }
  }
  return true;
}

static void turn(JetPose *pose, const JetMatrix *R) { pose->R = jet_matrix_mul(&pose->R, R); }

static void apply_move(const Run *run, const Move *move, JetPose *pose)
{
  if (move->kind == MOVE_QUATERNION) {
    Jet e[4];
    for (int k = 0; k < 4; k++)
      e[k] = run_value(run, move->at[k]);
    JetMatrix R = jet_matrix_of_quaternion(e, is_constant_quaternion(run, move));
    turn(pose, &R);
    return;
  }
  JetVector axis = run_vector(run, move_axis(move));
  Jet amount = run_value(run, move->amount);
  if (move->kind == MOVE_ROTATION) {
    JetMatrix R = jet_matrix_of_rotation(&axis, amount);
    turn(pose, &R);
  } else {
    JetVector r = vector_scale(amount, &axis);
    pose->p = jet_pose_apply(pose, &r);
  }
}

static JetPose pose_at_rest(int order)
{
  return (JetPose){ jet_matrix_identity(order), vector_zero(order) };
}

static void apply_frame(const Run *run, int f, JetPose *pose)
{
  const Frame *frame = &run->witness->mechanism->frames[f];
  for (int m = 0; m < frame->move_count; m++)
    apply_move(run, &frame->moves[m], pose);
}

JetPose run_pose_from_ancestor(const Run *run, int of, int ancestor)
{
  JetPose pose = pose_at_rest(run->order);
  if (of == ancestor) return pose;
  pose = run_pose_from_ancestor(run, run->witness->mechanism->frames[of].parent, ancestor);
  apply_frame(run, of, &pose);
  return pose;
}

// Of two different frames, the one with the larger index is not an ancestor of the other.
int common_ancestor(const Mechanism *mechanism, int a, int b)
{
  while (a != b) {
    if (a > b) {
      a = mechanism->frames[a].parent;
    } else {
      b = mechanism->frames[b].parent;
    }
  }
  return a;
}

JetPose run_pose_between(const Run *run, int of, int from)
{
  int ancestor = common_ancestor(run->witness->mechanism, of, from);
  JetPose inner = run_pose_from_ancestor(run, of, ancestor);
  JetPose outer = run_pose_from_ancestor(run, from, ancestor);
  JetVector d = vector_sub(&inner.p, &outer.p);
  JetPose pose = { .p = jet_matrix_apply_transposed(&outer.R, &d) };
  for (int j = 0; j < 3; j++) {
    JetVector column = { { inner.R.at[0][j], inner.R.at[1][j], inner.R.at[2][j] } };
    JetVector turned = jet_matrix_apply_transposed(&outer.R, &column);
    for (int i = 0; i < 3; i++)
      pose.R.at[i][j] = turned.at[i];
  }
  return pose;
}

Run reference_run(const ReferenceModel *witness, const WitnessState *state, const Path *path)
{
  const Mechanism *mechanism = witness->mechanism;
  Run run = { .witness = witness, .state = state, .order = path->order };
  run.frames = memory_new((size_t)mechanism->frame_count, sizeof run.frames[0]);
  run_tape(&run, path);
  run.frames[FRAME_GROUND] = pose_at_rest(path->order);
  for (int f = 1; f < mechanism->frame_count; f++) {
    run.frames[f] = run.frames[mechanism->frames[f].parent];
    apply_frame(&run, f, &run.frames[f]);
  }
  return run;
}

void run_free(Run *run)
{
  free(run->values);
  free(run->frames);
}
