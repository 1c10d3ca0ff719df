// forces.c -- generalised forces: the power of every force per unit rate of each coordinate.
// SPDX-License-Identifier: MIT
#include "witness/witness_impl.h"

Ball3 run_values(const JetVector *v)
{
  return (Ball3){ { v->at[0].at[0], v->at[1].at[0], v->at[2].at[0] } };
}

Ball3 ball3_sub(Ball3 a, Ball3 b)
{
  for (int i = 0; i < 3; i++)
    a.at[i] = ball_sub(a.at[i], b.at[i]);
  return a;
}

Ball ball3_dot(Ball3 a, Ball3 b)
{
  Ball x = ball_mul(a.at[0], b.at[0]);
  for (int i = 1; i < 3; i++)
    x = ball_addmul(x, a.at[i], b.at[i]);
  return x;
}

Ball3 twists_point(const Twists *twists, const Run *run, int frame, int coordinate, Ball3 x)
{
  Ball3 v = twists->origin[frame * twists->n + coordinate];
  Ball3 w = twists->angular[frame * twists->n + coordinate];
  Ball3 r = ball3_sub(x, run_values(&run->frames[frame].p));
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    Ball turning = ball_sub(ball_mul(w.at[j], r.at[k]), ball_mul(w.at[k], r.at[j]));
    v.at[i] = ball_add(v.at[i], turning);
  }
  return v;
}

// Adds a force f on `frame` at x, and its reaction on `second` at the same point, to Q.
static void add_force(const Run *run, const Twists *twists, Ball3 f, Ball3 x, int frame, int second,
                      Ball Q[])
{
  for (int j = 0; j < twists->n; j++) {
    Ball3 v = twists_point(twists, run, frame, j, x);
    if (second != FRAME_GROUND) v = ball3_sub(v, twists_point(twists, run, second, j, x));
    Q[j] = ball_add(Q[j], ball3_dot(f, v));
  }
}

static void add_moment(const Twists *twists, Ball3 moment, int frame, int second, Ball Q[])
{
  for (int j = 0; j < twists->n; j++) {
    Ball3 w = twists->angular[frame * twists->n + j];
    if (second != FRAME_GROUND) w = ball3_sub(w, twists->angular[second * twists->n + j]);
    Q[j] = ball_add(Q[j], ball3_dot(moment, w));
  }
}

static Ball3 vector_in_ground(const Run *run, const Force *force)
{
  JetVector given = run_vector(run, force->vector);
  JetVector turned = jet_matrix_apply(&run->frames[force->axes].R, &given);
  return run_values(&turned);
}

void reference_forces(const Run *run, const Twists *twists, bool drives, Ball Q[])
{
  const Mechanism *mechanism = run->witness->mechanism;
  for (int j = 0; j < twists->n; j++)
    Q[j] = ball_zero();
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    if (run->witness->is_drive[k] != drives) continue;
    switch (force->kind) {
    case FORCE_TORQUE: {
      Ball amount = run_value(run, force->amount).at[0];
      Q[force->coordinate] = ball_add(Q[force->coordinate], amount);
      break;
    }
    case FORCE_AT_POINT: {
      JetVector place = run_vector(run, force->position_F);
      JetVector x = jet_pose_apply(&run->frames[force->frame], &place);
      add_force(run, twists, vector_in_ground(run, force), run_values(&x), force->frame,
                force->second_frame, Q);
      break;
    }
    case FORCE_MOMENT:
      add_moment(twists, vector_in_ground(run, force), force->frame, force->second_frame, Q);
      break;
    }
  }
}
