// energy.c -- Lagrange's equations from the energies.
//
//   T = sum over bodies  1/2 m v_C . v_C + 1/2 w . I_C w,    V = - sum m g . p_C
//   M_ij = d2T / dqd_i dqd_j
//   C_ij = 1/2 sum_k (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k     so that dM/dt - 2C is skew
//   h = C qd,   G = dV/dq,   tau = M qdd + h + G
//
// Reference: course of applied mechanics, chapter 6; Siciliano et al. 2009, (7.9)-(7.45).
// SPDX-License-Identifier: MIT
#include "formulation/builder.h"
#include "formulation/formulation.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

static const Expr *kinetic_energy(const Body *body, const FrameMotion *frame, Pool *pool)
{
  Vec3 v_C = point_velocity_F(frame, vec3_copy(pool, body->com_F));
  Mat3 I_C = mat3_copy(pool, body->inertia_F);
  const Expr *mass = expr_copy(pool, body->mass);
  const Expr *translation = product(mass, vec3_dot(v_C, v_C));
  const Expr *rotation = vec3_dot(frame->w_F, mat3_mul_vec(I_C, frame->w_F));
  return half(sum(translation, rotation));
}

static const Expr *potential_energy(const Body *body, const FrameMotion *frame, Vec3 gravity)
{
  Pool *pool = gravity.at[0]->pool;
  Vec3 p_C = point_position_G(frame, vec3_copy(pool, body->com_F));
  const Expr *mass = expr_copy(pool, body->mass);
  return negative(product(mass, vec3_dot(gravity, p_C)));
}

static void add_energies(Equations *equations, const Mechanism *mechanism,
                         const FrameMotion motions[])
{
  Pool *pool = equations->pool;
  Vec3 gravity = vec3_copy(pool, mechanism->gravity);
  const Expr *kinetic = expr_integer(pool, 0), *potential = kinetic;
  for (int b = 0; b < mechanism->body_count; b++) {
    const Body *body = &mechanism->bodies[b];
    const FrameMotion *frame = &motions[body->frame];
    kinetic = sum(kinetic, kinetic_energy(body, frame, pool));
    potential = sum(potential, potential_energy(body, frame, gravity));
  }
  entries_shorten(&potential, 1);
  equations_add(equations, (Quantity){ .key = "T",
                                       .function = "kinetic_energy",
                                       .unit = "J",
                                       .title = "kinetic energy",
                                       .rows = 1,
                                       .columns = 1 })[0] = kinetic;
  equations_add(equations, (Quantity){ .key = "V",
                                       .function = "potential_energy",
                                       .unit = "J",
                                       .title = "potential energy",
                                       .rows = 1,
                                       .columns = 1 })[0] = potential;
}

static const Expr *speed(const Equations *equations, int i)
{
  return expr_rate(equations->coordinates[i].symbol);
}

static const Expr **add_mass_matrix(Equations *equations, const Expr *kinetic)
{
  int n = equations->coordinate_count;
  const Expr **M = equations_add(equations, (Quantity){ .key = "M",
                                                        .function = "mass_matrix",
                                                        .unit = "",
                                                        .title = "mass matrix, symmetric",
                                                        .rows = n,
                                                        .columns = n,
                                                        .is_symmetric = true });
  for (int i = 0; i < n; i++) {
    const Expr *momentum = expr_derivative(kinetic, speed(equations, i));
    for (int j = 0; j < n; j++)
      M[i * n + j] = expr_derivative(momentum, speed(equations, j));
  }
  entries_shorten(M, n * n);
  return M;
}

// dM[(i*n + j)*n + k] = dM_ij / dq_k
static const Expr **mass_gradient(const Equations *equations, const Expr *const M[])
{
  int n = equations->coordinate_count;
  const Expr **dM = ARENA_ARRAY(equations->arena, const Expr *, n *n *n);
  const Expr **q = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int k = 0; k < n; k++)
    q[k] = equations->coordinates[k].symbol;
  expr_jacobian(M, n * n, q, n, dM);
  return dM;
}

static const Expr *christoffel(const Expr *const dM[], int n, int i, int j, int k)
{
  const Expr *d_ij_k = dM[(i * n + j) * n + k];
  const Expr *d_ik_j = dM[(i * n + k) * n + j];
  const Expr *d_jk_i = dM[(j * n + k) * n + i];
  return half(difference(sum(d_ij_k, d_ik_j), d_jk_i));
}

static const Expr **add_coriolis_matrix(Equations *equations, const Expr *const M[])
{
  int n = equations->coordinate_count;
  const Expr **dM = mass_gradient(equations, M);
  const Expr **C =
      equations_add(equations, (Quantity){ .key = "C",
                                           .function = "coriolis_matrix",
                                           .unit = "",
                                           .title = "Coriolis and centrifugal matrix (Christoffel)",
                                           .rows = n,
                                           .columns = n });
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const Expr *entry = expr_integer(equations->pool, 0);
      for (int k = 0; k < n; k++) {
        const Expr *symbol = christoffel(dM, n, i, j, k);
        entry = sum(entry, product(symbol, speed(equations, k)));
      }
      C[i * n + j] = entry;
    }
  }
  return C;
}

static const Expr **add_vector(Equations *equations, const char *key, const char *function,
                               const char *title)
{
  return equations_add(equations, (Quantity){ .key = key,
                                              .function = function,
                                              .title = title,
                                              .unit = "",
                                              .rows = equations->coordinate_count,
                                              .columns = 1 });
}

// Row i of matrix * (rates of the coordinates: speeds for order 1, accelerations for order 2).
static const Expr *row_times_rates(const Equations *equations, const Expr *const row[], int order)
{
  const Expr *result = expr_integer(equations->pool, 0);
  for (int j = 0; j < equations->coordinate_count; j++) {
    const Expr *rate = order == 1 ? speed(equations, j) : expr_rate(speed(equations, j));
    result = sum(result, product(row[j], rate));
  }
  return result;
}

Equations *formulate_energy(const Mechanism *mechanism, uint64_t seed)
{
  Equations *equations = equations_begin(mechanism, "energy", seed);
  int n = equations->coordinate_count;
  FrameMotion *motions = kinematics_of(mechanism, equations->pool, equations->arena);
  add_energies(equations, mechanism, motions);
  const Expr *kinetic = equations->quantities[0].entries[0];
  const Expr *potential = equations->quantities[1].entries[0];
  const Expr **M = add_mass_matrix(equations, kinetic);
  const Expr **C = add_coriolis_matrix(equations, M);
  const Expr **h = add_vector(equations, "h", "bias", "Coriolis and centrifugal terms, C qd");
  const Expr **G = add_vector(equations, "G", "gravity", "gravity terms, dV/dq");
  const Expr **tau =
      add_vector(equations, "tau", "inverse_dynamics", "inverse dynamics, tau = M qdd + C qd + G");
  for (int i = 0; i < n; i++) {
    h[i] = row_times_rates(equations, &C[i * n], 1);
    G[i] = expr_derivative(potential, equations->coordinates[i].symbol);
    tau[i] = sum(sum(row_times_rates(equations, &M[i * n], 2), h[i]), G[i]);
  }
  entries_shorten(G, n);
  add_poses(equations, mechanism, motions);
  return equations;
}
