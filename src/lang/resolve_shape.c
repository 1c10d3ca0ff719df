// resolve_shape.c -- shapes of bodies: for pictures, and for mass from density.
//
// A shape is centred at the origin of its own frame: the body's frame, moved by `at` and turned by
// `rotated`. Its mass m and its moments there are exact:
//     box a b c           m = rho a b c             Ix = m (b^2 + c^2)/12 and so on
//     cylinder r l (z)    m = rho pi r^2 l          Iz = m r^2/2, Ix = Iy = m (3 r^2 + l^2)/12
//     sphere r            m = rho 4/3 pi r^3        I = 2/5 m r^2
//     capsule r l (z)     a cylinder and two half spheres, l between their centres
//     rod l (x)           m = rho l, rho in kg/m    Iy = Iz = m l^2/12, Ix = 0
// SPDX-License-Identifier: MIT
#include "lang/resolve_geometry.h"
#include "mechanism/pose.h"
#include "symbolic/algebra.h"

#include <assert.h>

typedef struct ShapeInfo {
  const char *word;
  bool has_size;
  bool has_radius;
  bool has_length;
  bool has_path;
} ShapeInfo;

static const ShapeInfo shape_infos[] = {
  [SHAPE_BOX] = { .word = "box", .has_size = true },
  [SHAPE_CYLINDER] = { .word = "cylinder", .has_radius = true, .has_length = true },
  [SHAPE_SPHERE] = { .word = "sphere", .has_radius = true },
  [SHAPE_CAPSULE] = { .word = "capsule", .has_radius = true, .has_length = true },
  [SHAPE_ROD] = { .word = "rod", .has_length = true },
  [SHAPE_MESH] = { .word = "mesh", .has_path = true },
};

static ShapeKind kind_of(Span word)
{
  int kind = 0;
  while (!span_is(word, shape_infos[kind].word))
    kind++;  // the parser lets only these words through
  return (ShapeKind)kind;
}

// ---- what belongs to which shape

static bool check_part(Resolver *resolver, const AstShape *ast, bool wanted, bool given,
                       const char *part)
{
  if (wanted == given) return true;
  int length = (int)ast->kind.length;
  const char *word = span_bytes(ast->kind);
  if (wanted) {
    evaluate_error(resolver, ast->kind, NULL, "a %.*s needs its %s", length, word, part);
  } else {
    evaluate_error(resolver, ast->kind, NULL, "a %.*s has no %s", length, word, part);
  }
  return false;
}

static bool check_parts(Resolver *resolver, const AstShape *ast, ShapeKind kind)
{
  const ShapeInfo *info = &shape_infos[kind];
  bool has_size = check_part(resolver, ast, info->has_size, ast->size != NULL, "size [a, b, c]");
  bool has_radius = check_part(resolver, ast, info->has_radius, ast->radius != NULL, "radius");
  bool has_length = check_part(resolver, ast, info->has_length, ast->length != NULL, "length");
  bool has_path = check_part(resolver, ast, info->has_path, ast->path.source != NULL, "file");
  bool has_density = !ast->density || kind != SHAPE_MESH;
  if (!has_density) {
    evaluate_error(resolver, ast->density->span, "give its mass, com and inertia",
                   "a mesh has no density here");
  }
  return has_size && has_radius && has_length && has_path && has_density;
}

static bool is_positive(Resolver *resolver, const AstExpr *e, const Expr *value)
{
  bool is_negative =
      value->form->stage == STAGE_LITERAL && expr_is_number(value) && expr_number_value(value) <= 0;
  if (!is_negative) return true;
  evaluate_error(resolver, e->span, NULL, "a size is positive");
  return false;
}

static bool read_length(Resolver *resolver, const AstExpr *e, const char *what, const Expr **out)
{
  const Wanted wanted = { what, dimension_of_length(), STAGE_PARAMETER };
  return wanted_number(resolver, e, &wanted, out) && is_positive(resolver, e, *out);
}

static bool read_sizes(Resolver *resolver, const AstShape *ast, BodyShape *shape)
{
  const Wanted wanted = { "the size of a box", dimension_of_length(), STAGE_PARAMETER };
  int count = 0;
  if (ast->size) {
    Vec3 size;
    if (!wanted_vector(resolver, ast->size, &wanted, &size)) return false;
    for (; count < 3; count++) {
      shape->size[count] = size.at[count];
      if (!is_positive(resolver, ast->size, size.at[count])) return false;
    }
  }
  bool is_good = true;
  if (ast->radius) {
    is_good = read_length(resolver, ast->radius, "the radius", &shape->size[count++]);
  }
  if (ast->length) {
    is_good = read_length(resolver, ast->length, "the length", &shape->size[count]) && is_good;
  }
  return is_good;
}

// ---- mass, centre of mass, inertia

// In axes of some frame, about its origin; sums over shapes.
typedef struct MassSum {
  const Expr *mass;
  Vec3 moment;  // first moments
  Mat3 inertia;
} MassSum;

// factor (square(a) + square(b))
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

// The half spheres together weigh m_s. Across the axis they have m_s (2/5 r^2 + l^2/4 + 3/8 l r):
// their centres of mass are 3/8 r behind the ends of the cylinder.
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
  Pose pose = pose_of_moves(pool, shape->moves, shape->move_count);
  Mat3 turned = mat3_mul(pose.R, own.inertia);
  turned = mat3_mul(turned, mat3_transpose(pose.R));
  turned = mat3_add(turned, resolve_point_inertia(own.mass, pose.p));
  total->mass = sum(total->mass, own.mass);
  total->moment = vec3_add(total->moment, vec3_scale(own.mass, pose.p));
  total->inertia = mat3_add(total->inertia, turned);
}

// ---- shapes

static bool density_of(Resolver *resolver, const AstShape *ast, ShapeKind kind, const Expr **out)
{
  signed char length_power = kind == SHAPE_ROD ? -1 : -3;
  const Wanted wanted = { "the density",
                          { .is_known = true, .power = { length_power, 1, 0, 0, 0 } },
                          STAGE_PARAMETER };
  return wanted_number(resolver, ast->density, &wanted, out);
}

// Adds the shape to the mechanism; false after an error.
static bool add_shape(Resolver *resolver, const AstShape *ast, int body)
{
  const Wanted wanted = { "the place of a shape", dimension_of_length(), STAGE_PARAMETER };
  Mechanism *mechanism = resolver->mechanism;
  mechanism->shapes = RESOLVER_GROW(resolver, BodyShape, mechanism->shapes, mechanism->shape_count);
  BodyShape *shape = &mechanism->shapes[mechanism->shape_count++];
  enum { PLACE_ROOM = 3 };
  int room = PLACE_ROOM + resolve_move_room(ast->rotated);
  MoveList list = { .moves = ARENA_ARRAY(resolver->arena, Move, room) };
  Vec3 at;
  shape->kind = kind_of(ast->kind);
  shape->body = body;
  shape->span = ast->kind;
  if (ast->at && wanted_vector(resolver, ast->at, &wanted, &at)) move_list_translate(&list, at);
  resolve_moves(resolver, ast->rotated, MOVE_PLACE_ROTATED, &list);
  shape->moves = list.moves;
  shape->move_count = list.count;
  if (ast->path.source) {
    shape->path = arena_copy_text(resolver->arena, span_bytes(ast->path), ast->path.length);
  }
  return check_parts(resolver, ast, shape->kind) && read_sizes(resolver, ast, shape);
}

static void take_mass(const MassSum *total, const AstShape *ast, Body *body)
{
  body->mass = total->mass;
  const Expr *unit = one(total->mass);
  body->com_F = vec3_scale(quotient(unit, total->mass), total->moment);
  body->inertia_F = mat3_sub(total->inertia, resolve_point_inertia(total->mass, body->com_F));
  body->mass_span = ast->kind;
  body->inertia_span = ast->kind;
}

bool resolve_shapes(Resolver *resolver, const AstStatement *statement, int body_index)
{
  Pool *pool = resolver->pool;
  Mechanism *mechanism = resolver->mechanism;
  MassSum total = { expr_integer(pool, 0), vec3_zero(pool), mat3_zero(pool) };
  const AstShape *first = NULL;
  bool is_good = true;
  for (const AstShape *ast = statement->body->shapes; ast; ast = ast->next) {
    const Expr *density;
    is_good = add_shape(resolver, ast, body_index) && is_good;
    if (!ast->density) continue;
    if (!first) first = ast;
    const BodyShape *shape = &mechanism->shapes[mechanism->shape_count - 1];
    is_good = density_of(resolver, ast, shape->kind, &density) && is_good;
    if (is_good) add_mass(pool, shape, density, &total);
  }
  if (!first) return false;
  Body *body = &mechanism->bodies[body_index];
  if (is_good && !expr_is_zero(total.mass)) {
    take_mass(&total, first, body);
  } else {
    body->mass = expr_undefined(pool);
    body->com_F = vec3_zero(pool);
    body->inertia_F = mat3_zero(pool);
  }
  return true;
}
