// resolve_body.c -- bodies and points: things that sit on a frame.
//
// An inertia about the frame's origin O is carried to the centre of mass C exactly (Huygens and
// Steiner):   I_C = I_O - m (|c|^2 1 - c c^T),   c from O to C. First moments are m c.
// SPDX-License-Identifier: MIT
#include "lang/resolve_geometry.h"

static const Dimension mass_dimension = { .is_known = true, .power = { 0, 1, 0, 0, 0 } };
static const Dimension moment_dimension = { .is_known = true, .power = { 1, 1, 0, 0, 0 } };
static const Dimension inertia_dimension = { .is_known = true, .power = { 2, 1, 0, 0, 0 } };

int resolve_frame_name(Resolver *resolver, Span span)
{
  const Name *name = scope_find(&resolver->scope, SPACE_FRAMES, span);
  if (!name) return FRAME_GROUND;
  if (name->kind == NAME_FRAME) return name->index;
  evaluate_error(resolver, span, "write the frame that it is on", "'%s' is a point, not a frame",
                 name->text);
  return FRAME_GROUND;
}

static void check_symmetry(Resolver *resolver, Mat3 inertia, Span span)
{
  static const char *const pairs[3][2] = { { "xy", "yx" }, { "yz", "zy" }, { "zx", "xz" } };
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    if (inertia.at[i][j] == inertia.at[j][i]) continue;
    evaluate_error(resolver, span, "an inertia matrix is symmetric",
                   "the entries %s and %s of the inertia differ", pairs[i][0], pairs[i][1]);
    return;
  }
}

Mat3 resolve_point_inertia(const Expr *mass, Vec3 r)
{
  const Expr *square = vec3_dot(r, r);
  Mat3 inertia;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const Expr *product = expr_mul(r.at[i], r.at[j]);
      const Expr *arm = i == j ? expr_sub(square, product) : expr_neg(product);
      inertia.at[i][j] = expr_mul(mass, arm);
    }
  }
  return inertia;
}

static void resolve_mass(Resolver *resolver, const AstStatement *statement, Body *body)
{
  const Wanted wanted = { "the mass", mass_dimension, STAGE_PARAMETER };
  const AstExpr *mass = statement->body->mass;
  body->mass = expr_undefined(resolver->pool);  // not zero: one error does not cause another
  if (!mass) {
    evaluate_error(resolver, statement->name,
                   statement->body->shapes ? "add 'mass m', or 'density' to the shape"
                                           : "add 'mass m'; 'mass 0' if it has none",
                   "body '%.*s' has no mass", (int)statement->name.length,
                   span_bytes(statement->name));
    return;
  }
  body->mass_span = mass->span;
  const Expr *value;
  if (wanted_number(resolver, mass, &wanted, &value)) body->mass = value;
}

static void resolve_inertia(Resolver *resolver, const AstBody *ast, Body *body)
{
  const Wanted wanted = { "the inertia", inertia_dimension, STAGE_PARAMETER };
  body->inertia_F = mat3_zero(resolver->pool);
  if (!ast->inertia) return;
  if (!wanted_matrix(resolver, ast->inertia, &wanted, &body->inertia_F)) return;
  body->inertia_span = ast->inertia->span;
  check_symmetry(resolver, body->inertia_F, ast->inertia->span);
  if (ast->is_about_origin) {
    Mat3 arm = resolve_point_inertia(body->mass, body->com_F);
    body->inertia_F = mat3_sub(body->inertia_F, arm);
  }
}

static void resolve_com(Resolver *resolver, const AstBody *ast, Body *body)
{
  const Wanted wanted_com = { "the centre of mass", dimension_of_length(), STAGE_PARAMETER };
  const Wanted wanted_moments = { "the first moments", moment_dimension, STAGE_PARAMETER };
  Vec3 moments;
  body->com_F = vec3_zero(resolver->pool);
  if (ast->com) wanted_vector(resolver, ast->com, &wanted_com, &body->com_F);
  if (!ast->first_moments) return;
  if (!wanted_vector(resolver, ast->first_moments, &wanted_moments, &moments)) return;
  if (ast->com) {
    evaluate_error(resolver, ast->first_moments->span, "first moments are mass times com",
                   "'com' and 'first_moments' are both given");
  } else if (expr_is_zero(body->mass)) {
    evaluate_error(resolver, ast->first_moments->span, "give it a mass",
                   "a body without mass has no first moments");
  } else if (!expr_is_undefined(body->mass)) {
    const Expr *one = expr_integer(resolver->pool, 1);
    body->com_F = vec3_scale(expr_div(one, body->mass), moments);
  }
}

// Mass, centre and inertia of a body whose shapes have densities are not given a second time.
static void check_given_once(Resolver *resolver, const AstBody *ast)
{
  const AstExpr *const given[] = { ast->mass, ast->com, ast->first_moments, ast->inertia };
  static const char *const names[] = { "mass", "com", "first_moments", "inertia" };
  for (int i = 0; i < 4; i++) {
    if (!given[i]) continue;
    evaluate_error(resolver, given[i]->span, "leave out one of the two",
                   "'%s' is given, but it comes from the density", names[i]);
  }
}

void resolve_body(Resolver *resolver, const AstStatement *statement)
{
  const AstBody *ast = statement->body;
  Mechanism *mechanism = resolver->mechanism;
  mechanism->bodies = RESOLVER_GROW(resolver, Body, mechanism->bodies, mechanism->body_count);
  int index = mechanism->body_count++;
  Body *body = &mechanism->bodies[index];
  body->name = resolver_copy(resolver, statement->name);
  body->span = statement->name;
  body->frame = resolve_frame_name(resolver, ast->frame);
  if (resolve_shapes(resolver, statement, index)) {
    check_given_once(resolver, ast);
  } else {
    resolve_mass(resolver, statement, body);
    resolve_com(resolver, ast, body);
    resolve_inertia(resolver, ast, body);
  }
  scope_declare(&resolver->scope, SPACE_BODIES, statement->name, NAME_BODY, index);
}

void resolve_point(Resolver *resolver, const AstStatement *statement)
{
  const Wanted wanted = { "the place of a point", dimension_of_length(), STAGE_PARAMETER };
  Mechanism *mechanism = resolver->mechanism;
  mechanism->points = RESOLVER_GROW(resolver, Point, mechanism->points, mechanism->point_count);
  int index = mechanism->point_count++;
  Point *point = &mechanism->points[index];
  point->name = resolver_copy(resolver, statement->name);
  point->span = statement->name;
  point->frame = resolve_frame_name(resolver, statement->point->frame);
  wanted_vector(resolver, statement->point->at, &wanted, &point->position_F);
  scope_declare(&resolver->scope, SPACE_FRAMES, statement->name, NAME_POINT, index);
}
