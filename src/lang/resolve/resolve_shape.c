// resolve_shape.c -- shapes of bodies, for display and for mass properties from a density.
//
// A shape is centred at the origin of its own frame: the body's frame, translated by `at` and
// rotated by `rotated`. Its mass m and its moments in this frame are exact:
//     box a b c           m = rho a b c             Ix = m (b^2 + c^2)/12 and so on
//     cylinder r l (z)    m = rho pi r^2 l          Iz = m r^2/2, Ix = Iy = m (3 r^2 + l^2)/12
//     sphere r            m = rho 4/3 pi r^3        I = 2/5 m r^2
//     capsule r l (z)     a cylinder and two half spheres, l between their centres
//     rod l (x)           m = rho l, rho in kg/m    Iy = Iz = m l^2/12, Ix = 0
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"

#include "base/files/file.h"
#include "mechanism/pose.h"
#include "symbolic/algebra.h"

#include <assert.h>

// ---- sizes

static bool is_positive(Resolver *resolver, const Node *e, const Expr *value)
{
  bool is_negative = expr_is_number(value) && expr_number_sign(value) <= 0;
  if (!is_negative) return true;
  return resolver_error(resolver, e->span, NULL, "a size is positive");
}

static bool read_length(Resolver *resolver, const Statement *part, const char *name,
                        const Expr **out)
{
  const Node *value = statement_value(part, name);
  if (value) return clause_number(resolver, part, name, out) && is_positive(resolver, value, *out);
  return resolver_error(resolver, part->span, NULL, "a %s needs its %s",
                        statement_row(part->kind)->word, name);
}

static bool read_box(Resolver *resolver, const Statement *part, BodyShape *shape)
{
  Vec3 size;
  if (!clause_vector(resolver, part, "size", &size)) return false;
  for (int i = 0; i < 3; i++) {
    shape->size[i] = size.at[i];
    if (!is_positive(resolver, statement_value(part, "size"), size.at[i])) return false;
  }
  return true;
}

static bool read_sizes(Resolver *resolver, const Statement *part, BodyShape *shape)
{
  switch (shape->kind) {
  case SHAPE_BOX: return read_box(resolver, part, shape);
  case SHAPE_SPHERE: return read_length(resolver, part, "radius", &shape->size[0]);
  case SHAPE_ROD: return read_length(resolver, part, "length", &shape->size[0]);
  case SHAPE_CYLINDER:
  case SHAPE_CAPSULE: break;
  case SHAPE_MESH: {
    Span path = statement_text(part, "file");
    shape->path = resolver_text(resolver, path);
    file_add_named_input(resolve_path(resolver, path));
    return true;
  }
  }
  bool has_radius = read_length(resolver, part, "radius", &shape->size[0]);
  return read_length(resolver, part, "length", &shape->size[1]) && has_radius;
}

// ---- appearance

// Reads one number for all axes, or a vector.
static bool read_scale(Resolver *resolver, const Statement *part, BodyShape *shape)
{
  const Clause *clause = statement_clause(part, "scale");
  Vec3 scale;
  if (!clause) return true;
  const Requirement wanted = clause_wanted(clause->row);
  bool is_vector = evaluate_part(resolver, clause->value).shape == SHAPE_VECTOR;
  bool is_good = is_vector ? require_vector(resolver, clause->value, &wanted, &scale)
                           : require_number(resolver, clause->value, &wanted, &scale.at[0]);
  for (int i = 0; i < 3 && is_good; i++)
    shape->scale[i] = scale.at[is_vector ? i : 0];
  return is_good;
}

// Reads red, green and blue; without an opacity the shape is opaque.
static bool read_color(Resolver *resolver, const Statement *part, BodyShape *shape)
{
  Vec3 color = { { NULL, NULL, NULL } };
  const Node *opacity = statement_value(part, "opacity");
  if (opacity && !statement_has(part, "color"))
    return resolver_error(resolver, opacity->span, "such as: color [1, 0, 0] opacity 0.5",
                          "an opacity needs a colour");
  bool is_good = !statement_has(part, "color") || clause_vector(resolver, part, "color", &color);
  for (int i = 0; i < 3; i++)
    shape->color[i] = color.at[i];
  if (color.at[0]) shape->color[3] = expr_integer(resolver->pool, 1);
  return (!opacity || clause_number(resolver, part, "opacity", &shape->color[3])) && is_good;
}

// ---- mass, centre of mass, inertia

// Sums over shapes, in the axes of a frame and about its origin.
typedef struct MassSum {
  const Expr *mass;
  Vec3 moment;  // first moments
  Mat3 inertia;
} MassSum;

// Returns factor (a^2 + b^2).
static const Expr *of_squares(const Expr *factor, const Expr *a, const Expr *b)
{
  return product(factor, sum_of_products(a, a, b, b));
}

static const Expr *times_fraction(const Expr *e, long numerator, long denominator)
{
  return product(expr_rational(expr_pool(e), numerator, denominator), e);
}

static MassSum box_mass(const Expr *density, const Expr *const size[3])
{
  const Expr *area = product(size[0], size[1]);
  const Expr *mass = product(density, product(area, size[2]));
  const Expr *twelfth = times_fraction(mass, 1, 12);
  const Expr *x = of_squares(twelfth, size[1], size[2]);
  const Expr *y = of_squares(twelfth, size[0], size[2]);
  const Expr *z = of_squares(twelfth, size[0], size[1]);
  return (MassSum){ .mass = mass, .inertia = mat3_diagonal(x, y, z) };
}

static MassSum cylinder_mass(const Expr *density, const Expr *radius, const Expr *length)
{
  const Expr *square_radius = square(radius);
  const Expr *area = product(expr_pi(expr_pool(radius)), square_radius);
  const Expr *mass = product(density, product(area, length));
  const Expr *three = times_fraction(square_radius, 3, 1);
  const Expr *across = product(times_fraction(mass, 1, 12), sum(three, square(length)));
  const Expr *along = product(times_fraction(mass, 1, 2), square_radius);
  return (MassSum){ .mass = mass, .inertia = mat3_diagonal(across, across, along) };
}

static MassSum sphere_mass(const Expr *density, const Expr *radius)
{
  const Expr *square_radius = square(radius);
  const Expr *cube = product(square_radius, radius);
  const Expr *volume = times_fraction(product(expr_pi(expr_pool(radius)), cube), 4, 3);
  const Expr *mass = product(density, volume);
  const Expr *moment = product(times_fraction(mass, 2, 5), square_radius);
  return (MassSum){ .mass = mass, .inertia = mat3_diagonal(moment, moment, moment) };
}

// m_s is the mass of both half spheres. Their moment across the axis is m_s (2/5 r^2 + l^2/4 + 3/8
// l r): their centres of mass lie 3/8 r beyond the ends of the cylinder.
static MassSum capsule_mass(const Expr *density, const Expr *radius, const Expr *length)
{
  MassSum cylinder = cylinder_mass(density, radius, length);
  MassSum ends = sphere_mass(density, radius);
  const Expr *quarter = times_fraction(square(length), 1, 4);
  const Expr *arm = sum(quarter, times_fraction(product(length, radius), 3, 8));
  const Expr *extra = product(ends.mass, arm);
  const Expr *zero = integer(radius, 0);
  Mat3 inertia = mat3_add(cylinder.inertia, ends.inertia);
  return (MassSum){ .mass = sum(cylinder.mass, ends.mass),
                    .inertia = mat3_add(inertia, mat3_diagonal(extra, extra, zero)) };
}

static MassSum rod_mass(const Expr *density, const Expr *length)
{
  const Expr *mass = product(density, length);
  const Expr *moment = product(times_fraction(mass, 1, 12), square(length));
  return (MassSum){ .mass = mass, .inertia = mat3_diagonal(integer(length, 0), moment, moment) };
}

static MassSum mass_of(const BodyShape *shape, const Expr *density)
{
  switch (shape->kind) {
  case SHAPE_BOX: return box_mass(density, shape->size);
  case SHAPE_CYLINDER: return cylinder_mass(density, shape->size[0], shape->size[1]);
  case SHAPE_SPHERE: return sphere_mass(density, shape->size[0]);
  case SHAPE_CAPSULE: return capsule_mass(density, shape->size[0], shape->size[1]);
  case SHAPE_ROD: return rod_mass(density, shape->size[0]);
  case SHAPE_MESH: break;
  }
  assert(false && "a mesh has no density");
  return (MassSum){ 0 };
}

static void add_mass(Pool *pool, const BodyShape *shape, const Expr *density, MassSum *total)
{
  MassSum own = mass_of(shape, density);
  total->mass = sum(total->mass, own.mass);
  if (shape->move_count > 0) {
    Pose pose = pose_of_moves(pool, shape->moves, shape->move_count);
    if (!mat3_is_identity(&pose.R))
      own.inertia = mat3_mul(mat3_mul(pose.R, own.inertia), mat3_transpose(pose.R));
    own.inertia = mat3_add(own.inertia, resolve_point_inertia(own.mass, pose.p));
    total->moment = vec3_add(total->moment, vec3_scale(own.mass, pose.p));
  }
  total->inertia = mat3_add(total->inertia, own.inertia);
}

// ---- shapes

static bool density_of(Resolver *resolver, const Statement *part, ShapeKind kind, const Expr **out)
{
  signed char length_power = kind == SHAPE_ROD ? -1 : -3;
  const Requirement wanted = { "the density",
                               { .is_known = true, .power = { length_power, 1, 0, 0, 0 } },
                               STAGE_PARAMETER };
  const Node *density = statement_value(part, "density");
  if (kind != SHAPE_MESH) return require_number(resolver, density, &wanted, out);
  return resolver_error(resolver, density->span, "give its mass, com and inertia",
                        "a mesh has no density here");
}

// Adds the shape to the mechanism; returns false after an error.
static bool add_shape(Resolver *resolver, const Statement *part, int body)
{
  Mechanism *mechanism = resolver->mechanism;
  BodyShape *shape = RESOLVER_ADD(resolver, mechanism->shapes, mechanism->shape_count);
  MoveList list = resolve_placement(resolver, part, 0);
  *shape = (BodyShape){ .kind = (ShapeKind)(part->kind - STATEMENT_BOX),
                        .body = body,
                        .moves = move_list_keep(resolver, &list),
                        .move_count = list.count,
                        .span = part->span };
  bool is_good = read_sizes(resolver, part, shape);
  is_good = read_scale(resolver, part, shape) && is_good;
  return read_color(resolver, part, shape) && is_good;
}

static void take_mass(const MassSum *total, const Statement *part, Body *body)
{
  body->mass = total->mass;
  body->com_F = total->moment;
  body->inertia_F = total->inertia;
  if (!vec3_is_zero(total->moment)) {
    body->com_F = vec3_scale(reciprocal(total->mass), total->moment);
    body->inertia_F = mat3_sub(total->inertia, resolve_point_inertia(total->mass, body->com_F));
  }
  body->mass_span = body->inertia_span = part->span;
}

bool resolve_shapes(Resolver *resolver, const Statement *statement, int body_index)
{
  Pool *pool = resolver->pool;
  Mechanism *mechanism = resolver->mechanism;
  MassSum total = { expr_integer(pool, 0), vec3_zero(pool), mat3_zero(pool) };
  const Statement *first = NULL;
  bool is_good = true;
  for (const Clause *clause = statement->first; clause; clause = clause->next) {
    const Statement *part = clause->part;
    const Expr *density;
    if (!part) continue;
    is_good = add_shape(resolver, part, body_index) && is_good;
    if (!statement_has(part, "density")) continue;
    if (!first) first = part;
    const BodyShape *shape = &mechanism->shapes[mechanism->shape_count - 1];
    is_good = density_of(resolver, part, shape->kind, &density) && is_good;
    if (is_good) add_mass(pool, shape, density, &total);
  }
  if (!first) return false;
  Body *body = &mechanism->bodies[body_index];
  body->mass = expr_undefined(pool);
  body->com_F = vec3_zero(pool);
  body->inertia_F = mat3_zero(pool);
  bool has_centre = !expr_is_zero(total.mass) || vec3_is_zero(total.moment);
  if (!has_centre)
    evaluate_error(resolver, first->span, "give the body its mass, com and inertia",
                   "the masses of the shapes cancel, so they have no centre");
  if (is_good && has_centre) take_mass(&total, first, body);
  return true;
}
