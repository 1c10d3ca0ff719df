// provenance_parts.c -- contributions to dynamics by body and by applied force.
//
// With v_i and w_i the velocity of a body's centre of mass and its angular velocity for q_i' = 1
// and all other rates 0, a_C the acceleration of the centre and b the angular acceleration:
//
//   M_ij   m v_i . v_j  +  w_i . I w_j
//   h_i    m a_C . v_i  +  (I b + w x I w) . w_i      with accelerations of coordinates 0
//   tau_i  the same with accelerations  +  G_i  -  applied forces on q_i
//   G_i    - m g . dp/dq_i,   p the position of the centre of mass
//   C_ij   Christoffel symbols of the body's contribution to M
//
// Reference: Kane and Levinson 1985, chapter 4; forces.c for applied forces.
// SPDX-License-Identifier: MIT
#include "formulation/derived/provenance_parts.h"
#include "formulation/forces.h"
#include "formulation/recipes.h"
#include "mechanism/default_value.h"
#include "notation/print/print.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <math.h>
#include <string.h>

static Arena *arena_of(const ProvenanceWork *work) { return work->derivation->equations->arena; }

static const char *name_of_coordinate(const ProvenanceWork *work, int i)
{
  return work->derivation->equations->coordinates[i].name;
}

static const Expr *speed(const ProvenanceWork *work, int i)
{
  return speed_of(work->derivation->equations, i);
}

static bool is_of(const ProvenanceWork *work, const char *key)
{
  return strcmp(work->quantity->key, key) == 0;
}

static int coordinate_count(const ProvenanceWork *work)
{
  return work->derivation->equations->coordinate_count;
}

// The text of a coefficient before a product, "m", "(m1 + m2)"; `other` if it is long or 1.
static const char *coefficient_text(const ProvenanceWork *work, const Expr *value,
                                    const char *other)
{
  enum { LONGEST = 20 };
  Text text = { 0 };
  expr_print(value, &text);
  const char *string = text_string(&text);
  bool is_sum = strstr(string, " + ") || strstr(string, " - ");
  const char *result = other;
  if (text.length <= LONGEST && !expr_is_one(value))
    result = arena_format(arena_of(work), is_sum ? "(%s)" : "%s", string);
  text_free(&text);
  return result;
}

// ---- bodies

typedef struct MovingBody {
  const Body *body;
  const FrameMotion *motion;
  const Expr *mass;
  Mat3 inertia;
  Vec3 v;  // of the centre of mass; all in the axes of the body's frame
  Vec3 w;
  const char *m;  // symbol of the mass in rules
} MovingBody;

static MovingBody moving_body(const ProvenanceWork *work, int index)
{
  Pool *pool = work->derivation->equations->pool;
  const Body *body = &work->derivation->mechanism->bodies[index];
  MovingBody moving = { .body = body,
                        .motion = &derivation_motions(work->derivation)[body->frame] };
  moving.mass = expr_copy(pool, body->mass);
  moving.inertia = mat3_copy(pool, body->inertia_F);
  moving.v = point_velocity_F(moving.motion, vec3_copy(pool, body->com_F));
  moving.w = moving.motion->w_F;
  moving.m = coefficient_text(work, moving.mass, "m");
  return moving;
}

// "v_th", "velocity of its centre of mass for th' = 1"
static NamedVector along(const ProvenanceWork *work, const char *symbol, const char *what, Vec3 v,
                         int i)
{
  const char *name = name_of_coordinate(work, i);
  Arena *arena = arena_of(work);
  return (NamedVector){ arena_format(arena, "%s_%s", symbol, name),
                        arena_format(arena, "%s for %s' = 1", what, name), v };
}

static NamedVector velocity_along(const ProvenanceWork *work, const MovingBody *moving, int i)
{
  return along(work, "v", "velocity of its centre of mass", vec3_partial(moving->v, speed(work, i)),
               i);
}

static NamedVector turning_along(const ProvenanceWork *work, const MovingBody *moving, int i)
{
  return along(work, "w", "angular velocity", vec3_partial(moving->w, speed(work, i)), i);
}

// Adds the part factor * (first . second), with its vectors unless it is zero.
static void add_dot(ProvenanceWork *work, ProvenanceSource *source, const char *what,
                    const char *rule, const Expr *factor, int frame, const NamedVector vectors[2])
{
  const Expr *value = product(factor, vec3_dot(vectors[0].value, vectors[1].value));
  ProvenancePart *part = provenance_part(work, source, what, rule, value);
  bool is_square = strcmp(vectors[0].name, vectors[1].name) == 0;
  if (!is_zero(value)) provenance_vectors(work, part, frame, vectors, is_square ? 1 : 2);
}

static const char *rule_of_dot(const ProvenanceWork *work, const char *factor,
                               const NamedVector vectors[2])
{
  bool is_square = strcmp(vectors[0].name, vectors[1].name) == 0;
  return arena_format(arena_of(work), is_square ? "%s%s^2" : "%s%s . %s", factor, vectors[0].name,
                      vectors[1].name);
}

// ---- inertia

static void add_inertia(ProvenanceWork *work, ProvenanceSource *source, const MovingBody *moving)
{
  int i = work->row, j = work->column, frame = moving->body->frame;
  Arena *arena = arena_of(work);
  const NamedVector v[] = { velocity_along(work, moving, i), velocity_along(work, moving, j) };
  const char *mass = arena_format(arena, "%s*", moving->m);
  add_dot(work, source, "mass", rule_of_dot(work, mass, v), moving->mass, frame, v);
  NamedVector w[] = { turning_along(work, moving, i), turning_along(work, moving, j) };
  w[1].name = arena_format(arena, "I %s", w[1].name);
  w[1].meaning = arena_format(arena, "its inertia times angular velocity for %s' = 1",
                              name_of_coordinate(work, j));
  w[1].value = mat3_mul_vec(moving->inertia, w[1].value);
  add_dot(work, source, "rotary inertia", rule_of_dot(work, "", w), one(moving->mass), frame, w);
}

// The contribution of the body's mass or rotary inertia to M_ij.
typedef const Expr *(*OwnInertia)(const ProvenanceWork *work, const MovingBody *moving, int i,
                                  int j);

static const Expr *own_mass(const ProvenanceWork *work, const MovingBody *moving, int i, int j)
{
  Vec3 v_i = vec3_partial(moving->v, speed(work, i)), v_j = vec3_partial(moving->v, speed(work, j));
  return product(moving->mass, vec3_dot(v_i, v_j));
}

static const Expr *own_rotary(const ProvenanceWork *work, const MovingBody *moving, int i, int j)
{
  Vec3 w_i = vec3_partial(moving->w, speed(work, i)), w_j = vec3_partial(moving->w, speed(work, j));
  return vec3_dot(w_i, mat3_mul_vec(moving->inertia, w_j));
}

// 1/2 sum_k (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k
static const Expr *christoffel(const ProvenanceWork *work, const MovingBody *moving, OwnInertia M)
{
  const Equations *equations = work->derivation->equations;
  int i = work->row, j = work->column;
  const Expr *q_i = equations->coordinates[i].symbol, *q_j = equations->coordinates[j].symbol;
  const Expr *M_ij = M(work, moving, i, j), *total = integer(M_ij, 0);
  for (int k = 0; k < equations->coordinate_count; k++) {
    const Expr *d_ij_k = expr_derivative(M_ij, equations->coordinates[k].symbol);
    const Expr *d_ik_j = expr_derivative(M(work, moving, i, k), q_j);
    const Expr *d_jk_i = expr_derivative(M(work, moving, j, k), q_i);
    const Expr *symbol = half(difference(sum(d_ij_k, d_ik_j), d_jk_i));
    total = sum(total, product(symbol, speed_of(equations, k)));
  }
  return total;
}

// The rate of a velocity in ground axes, sum_k dv/dq_k qd_k.
static Vec3 rate_by_coordinates(const ProvenanceWork *work, Vec3 v)
{
  const Equations *equations = work->derivation->equations;
  Vec3 rate = vec3_zero(equations->pool);
  for (int k = 0; k < equations->coordinate_count; k++) {
    Vec3 slope = vec3_partial(v, equations->coordinates[k].symbol);
    rate = vec3_add(rate, vec3_scale(speed_of(equations, k), slope));
  }
  return rate;
}

// If the velocities v_i are derivatives of positions, the symbols of m v_i . v_j are m v_i . v_j'.
static void add_christoffel_of_mass(ProvenanceWork *work, ProvenanceSource *source,
                                    const MovingBody *moving)
{
  int j = work->column;
  Arena *arena = arena_of(work);
  Mat3 R = moving->motion->pose.R;
  NamedVector v[] = { velocity_along(work, moving, work->row), velocity_along(work, moving, j) };
  v[0].value = mat3_mul_vec(R, v[0].value);
  v[1].value = rate_by_coordinates(work, mat3_mul_vec(R, v[1].value));
  v[1].meaning = arena_format(arena, "rate of v_%s", name_of_coordinate(work, j));
  v[1].name = arena_format(arena, "%s'", v[1].name);
  const Expr *value = christoffel(work, moving, own_mass);
  if (product(moving->mass, vec3_dot(v[0].value, v[1].value)) != value) {
    provenance_part(work, source, "mass", "Christoffel's symbols of m*v_i . v_j", value);
    return;
  }
  const char *mass = arena_format(arena, "%s*", moving->m);
  add_dot(work, source, "mass", rule_of_dot(work, mass, v), moving->mass, FRAME_GROUND, v);
}

static void add_christoffel(ProvenanceWork *work, ProvenanceSource *source,
                            const MovingBody *moving)
{
  add_christoffel_of_mass(work, source, moving);
  provenance_part(work, source, "rotary inertia", "Christoffel's symbols of w_i . I w_j",
                  christoffel(work, moving, own_rotary));
}

// ---- motion

// Adds inertia forces and moments; those of h without accelerations of coordinates.
static void add_motion(ProvenanceWork *work, ProvenanceSource *source, const MovingBody *moving)
{
  bool has_accelerations = is_of(work, "tau");
  int i = work->row, frame = moving->body->frame;
  Arena *arena = arena_of(work);
  const char *when = has_accelerations ? "" : " with q'' = 0";
  Vec3 a = vec3_add(vec3_rate(moving->v), vec3_cross(moving->w, moving->v));
  Vec3 momentum = mat3_mul_vec(moving->inertia, moving->w);
  Vec3 moment = vec3_add(vec3_rate(momentum), vec3_cross(moving->w, momentum));
  if (!has_accelerations) {
    without_accelerations(work->derivation->equations, a.at, 3);
    without_accelerations(work->derivation->equations, moment.at, 3);
  }
  const NamedVector force[] = {
    { "a_C", arena_format(arena, "acceleration of its centre of mass%s", when), a },
    velocity_along(work, moving, i)
  };
  const char *mass = arena_format(arena, "%s*", moving->m);
  add_dot(work, source, "mass", rule_of_dot(work, mass, force), moving->mass, frame, force);
  const NamedVector couple[] = {
    { "N_C", arena_format(arena, "rate of its angular momentum%s, I w' + w x I w", when), moment },
    turning_along(work, moving, i)
  };
  add_dot(work, source, "rotary inertia", rule_of_dot(work, "", couple), one(moving->mass), frame,
          couple);
}

static void add_kinetic_energy(ProvenanceWork *work, ProvenanceSource *source,
                               const MovingBody *moving)
{
  Arena *arena = arena_of(work);
  const Expr *half_of_one = expr_rational(work->derivation->equations->pool, 1, 2);
  int frame = moving->body->frame;
  const NamedVector v = { "v_C", "velocity of its centre of mass", moving->v };
  const NamedVector w = { "w", "angular velocity", moving->w };
  const NamedVector I_w = { "I w", "angular momentum about its centre of mass",
                            mat3_mul_vec(moving->inertia, moving->w) };
  add_dot(work, source, "mass", arena_format(arena, "1/2*%s*v_C^2", moving->m),
          product(half_of_one, moving->mass), frame, (NamedVector[]){ v, v });
  add_dot(work, source, "rotary inertia", "1/2*w . I w", half_of_one, frame,
          (NamedVector[]){ w, I_w });
}

// ---- weight

typedef struct Weight {
  Vec3 gravity;         // in ground axes
  Vec3 p;               // position of the centre of mass
  int axis;             // axis parallel to gravity; -1: none
  const Expr *weight;   // along that axis, opposite to gravity
  const char *m_g;      // symbol of the weight in rules
  const char *height;   // "z_C"
  const char *meaning;  // of the height
} Weight;

static Weight weight_of(const ProvenanceWork *work, const MovingBody *moving)
{
  static const char *const HEIGHTS[] = { "x_C", "y_C", "z_C" };
  static const char *const PLACES[] = { "place of its centre of mass along x",
                                        "place of its centre of mass along y",
                                        "place of its centre of mass along z" };
  Pool *pool = work->derivation->equations->pool;
  Weight weight = { .gravity = vec3_copy(pool, work->derivation->mechanism->gravity) };
  weight.p = pose_apply(moving->motion->pose, vec3_copy(pool, moving->body->com_F));
  weight.axis = vec3_axis(weight.gravity);
  if (weight.axis < 0) return weight;
  weight.weight = negative(product(moving->mass, weight.gravity.at[weight.axis]));
  weight.m_g = coefficient_text(work, weight.weight, "weight");
  weight.height = HEIGHTS[weight.axis];
  double value = mechanism_default_value(work->derivation->mechanism, weight.weight);
  bool is_up = isnan(value) ? weight.m_g[0] != '-' : value > 0;
  weight.meaning = is_up ? "height of its centre of mass" : PLACES[weight.axis];
  return weight;
}

// The Lagrangian contains potential energies with a negative sign.
static int sign_of_potential(const ProvenanceWork *work) { return is_of(work, "L") ? -1 : 1; }

static void add_potential(ProvenanceWork *work, ProvenanceSource *source, const MovingBody *moving)
{
  int sign = sign_of_potential(work);
  Weight weight = weight_of(work, moving);
  const char *minus = sign < 0 ? "-" : "";
  Arena *arena = arena_of(work);
  const Expr *factor = integer(moving->mass, sign);
  if (weight.axis < 0) {
    const NamedVector vectors[] = { { "g", "gravity", weight.gravity },
                                    { "p", "place of its centre of mass", weight.p } };
    add_dot(work, source, "weight",
            arena_format(arena, "%s%s*g . p", sign < 0 ? "" : "-", moving->m),
            product(negative(factor), moving->mass), FRAME_GROUND, vectors);
    return;
  }
  const Expr *height = weight.p.at[weight.axis];
  ProvenancePart *part = provenance_part(
      work, source, "weight", arena_format(arena, "%s%s*%s", minus, weight.m_g, weight.height),
      product(factor, product(weight.weight, height)));
  provenance_number(work, part, weight.height, weight.meaning, height);
}

static void add_weight(ProvenanceWork *work, ProvenanceSource *source, const MovingBody *moving)
{
  Weight weight = weight_of(work, moving);
  Arena *arena = arena_of(work);
  const char *name = name_of_coordinate(work, work->row);
  const Expr *q = work->derivation->equations->coordinates[work->row].symbol;
  if (weight.axis < 0) {
    const NamedVector vectors[] = {
      { "g", "gravity", weight.gravity },
      { arena_format(arena, "dp/d%s", name),
        arena_format(arena, "how the place of its centre of mass changes with %s", name),
        vec3_partial(weight.p, q) }
    };
    add_dot(work, source, "weight",
            rule_of_dot(work, arena_format(arena, "-%s*", moving->m), vectors),
            negative(moving->mass), FRAME_GROUND, vectors);
    return;
  }
  const Expr *height = weight.p.at[weight.axis], *slope = expr_derivative(height, q);
  const char *slope_name = arena_format(arena, "d%s/d%s", weight.height, name);
  ProvenancePart *part =
      provenance_part(work, source, "weight", arena_format(arena, "%s*%s", weight.m_g, slope_name),
                      product(weight.weight, slope));
  if (is_zero(slope)) return;
  provenance_number(work, part, weight.height, weight.meaning, height);
}

// ---- applied forces

static const char *const FORCE_WORDS[] = {
  [FORCE_TORQUE] = "torque", [FORCE_AT_POINT] = "force", [FORCE_MOMENT] = "moment"
};

static ProvenanceSource *source_of_force(ProvenanceWork *work, const Force *force)
{
  ProvenanceSource *source =
      provenance_source(work, FORCE_WORDS[force->kind], force->name, force->span);
  source->element = force->element;
  return source;
}

// The generalised forces of one applied force, with its reaction, by coordinate.
static Matrix acting(const ProvenanceWork *work, const Force *force)
{
  const ActionList *list = derivation_actions(work->derivation);
  Matrix Q = derivation_zeros(work->derivation, coordinate_count(work), 1);
  for (int k = 0; k < list->count; k++) {
    if (list->at[k].force == force) action_add(work->derivation, &list->at[k], Q);
  }
  return Q;
}

// The part proportional to accelerations is inertia, -dQ/dqdd.
static const Expr *inertia_of(const ProvenanceWork *work, const Expr *Q, int j)
{
  return negative(expr_derivative(Q, acceleration_of(work->derivation->equations, j)));
}

// Shows a force or moment and the velocity of its point relative to the point of the reaction:
// f . v_i.
static void show_force(ProvenanceWork *work, ProvenancePart *part, const Action *first)
{
  const Force *force = first->force;
  const FrameMotion *motions = derivation_motions(work->derivation);
  const char *name = name_of_coordinate(work, work->row);
  bool is_moment = force->kind == FORCE_MOMENT, is_between = force->second_frame != FRAME_GROUND;
  Vec3 lever = vec3_zero(work->derivation->equations->pool);
  for (int i = 0; i <= is_between; i++) {
    Vec3 v_F = vec3_partial(action_velocity(work->derivation, &first[i]), speed(work, work->row));
    Vec3 moved = mat3_mul_vec(motions[first[i].frame].pose.R, v_F);
    lever = first[i].is_reaction ? vec3_sub(lever, moved) : vec3_add(lever, moved);
  }
  Arena *arena = arena_of(work);
  provenance_vector(work, part, is_moment ? "N" : "f", is_moment ? "the moment" : "the force",
                    action_vector(work->derivation, first), force->axes);
  provenance_vector(work, part, arena_format(arena, is_moment ? "w_%s" : "v_%s", name),
                    arena_format(arena, "%s%s for %s' = 1",
                                 is_moment ? "angular velocity" : "velocity of its place",
                                 is_between ? ", against what reacts," : "", name),
                    mat3_mul_vec_transposed(motions[force->axes].pose.R, lever), force->axes);
}

static const char *rule_of_force(const ProvenanceWork *work, const Force *force, const char *minus)
{
  const char *name = name_of_coordinate(work, work->row);
  Arena *arena = arena_of(work);
  switch (force->kind) {
  case FORCE_AT_POINT: return arena_format(arena, "%sf . v_%s", minus, name);
  case FORCE_MOMENT: return arena_format(arena, "%sN . w_%s", minus, name);
  default: return NULL;
  }
}

// Adds drives in Qu, other forces otherwise; tau contains them with the opposite sign. Qe excludes
// inertia.
static void add_acting(ProvenanceWork *work)
{
  bool drives = is_of(work, "Qu"), keeps_inertia = !is_of(work, "Qe");
  int sign = is_of(work, "tau") ? -1 : 1;
  const ActionList *list = derivation_actions(work->derivation);
  const Expr *factor = expr_integer(work->derivation->equations->pool, sign);
  for (int k = 0; k < list->count; k++) {
    const Action *action = &list->at[k];
    if (action->is_reaction || action->is_drive != drives) continue;
    ProvenanceSource *source = source_of_force(work, action->force);
    const Expr *Q = acting(work, action->force).at[work->row];
    for (int j = 0; !keeps_inertia && j < coordinate_count(work); j++)
      Q = sum(Q, product(inertia_of(work, Q, j), acceleration_of(work->derivation->equations, j)));
    const char *rule = rule_of_force(work, action->force, sign < 0 ? "-" : "");
    const char *what = rule ? "force" : sign < 0 ? "with the opposite sign" : "as it stands";
    ProvenancePart *part = provenance_part(work, source, what, rule, product(factor, Q));
    if (rule && !is_zero(Q)) show_force(work, part, action);
  }
}

// Torques proportional to accelerations: rotors of motors. Adds 1/2 qd Ma qd, or an entry of Ma.
static void add_rotors(ProvenanceWork *work)
{
  bool is_energy = quantity_is_number(work->quantity);
  const ActionList *list = derivation_actions(work->derivation);
  int n = coordinate_count(work);
  for (int k = 0; k < list->count; k++) {
    const Action *action = &list->at[k];
    if (action->is_drive || action->is_reaction) continue;
    Matrix Q = acting(work, action->force);
    const Expr *value = is_energy ? expr_integer(work->derivation->equations->pool, 0)
                                  : inertia_of(work, Q.at[work->row], work->column);
    for (int i = 0; is_energy && i < n * n; i++) {
      const Expr *rates = product(speed(work, i / n), speed(work, i % n));
      value = sum(value, half(product(inertia_of(work, Q.at[i / n], i % n), rates)));
    }
    if (is_zero(value)) continue;
    provenance_part(work, source_of_force(work, action->force),
                    is_energy ? "energy of its inertia"
                              : "inertia, its torque against acceleration",
                    NULL, value);
  }
}

// ---- quantities

// Adds the energies given for forces by energy statements.
static void add_stored(ProvenanceWork *work)
{
  const Mechanism *mechanism = work->derivation->mechanism;
  int sign = sign_of_potential(work);
  for (int k = 0; k < mechanism->energy_count; k++) {
    const Energy *energy = &mechanism->energies[k];
    ProvenanceSource *source = provenance_source(work, "energy", energy->name, energy->span);
    source->element = energy->element;
    const Expr *value = derivation_expression(work->derivation, energy->value);
    provenance_part(work, source, sign < 0 ? "with the opposite sign" : "as it stands", NULL,
                    product(expr_integer(work->derivation->equations->pool, sign), value));
  }
}

// The terms of a quantity: functions for each body, and functions for everything else.
typedef struct Ingredients {
  const char *key;
  void (*of_body[2])(ProvenanceWork *work, ProvenanceSource *source, const MovingBody *moving);
  void (*of_others[2])(ProvenanceWork *work);
} Ingredients;

static const Ingredients INGREDIENTS[] = {
  { "T", { add_kinetic_energy }, { add_rotors } },
  { "V", { add_potential }, { add_stored } },
  { "E", { add_kinetic_energy, add_potential }, { add_rotors, add_stored } },
  { "L", { add_kinetic_energy, add_potential }, { add_rotors, add_stored } },
  { "M", { add_inertia }, { add_rotors } },
  { "C", { add_christoffel }, { NULL } },
  { "h", { add_motion }, { NULL } },
  { "G", { add_weight }, { NULL } },
  { "tau", { add_motion, add_weight }, { add_acting } },
  { "Qe", { NULL }, { add_acting } },
  { "Qu", { NULL }, { add_acting } },
  { "Ma", { NULL }, { add_rotors } },
};

void provenance_of_dynamics(ProvenanceWork *work)
{
  const Mechanism *mechanism = work->derivation->mechanism;
  const Ingredients *sum_of = INGREDIENTS;
  size_t length = strcspn(work->quantity->key, ":");  // the length of "T" in "T:arm"
  while (strlen(sum_of->key) != length || strncmp(sum_of->key, work->quantity->key, length) != 0)
    sum_of++;
  for (int b = 0; sum_of->of_body[0] && b < mechanism->body_count; b++) {
    const Body *body = &mechanism->bodies[b];
    if (work->subject && strcmp(work->subject, body->name) != 0) continue;
    MovingBody moving = moving_body(work, b);
    ProvenanceSource *source = provenance_source(work, "body", body->name, body->span);
    for (int i = 0; i < 2; i++) {
      if (sum_of->of_body[i]) sum_of->of_body[i](work, source, &moving);
    }
  }
  for (int i = 0; i < 2 && !work->subject; i++) {
    if (sum_of->of_others[i]) sum_of->of_others[i](work);
  }
}
