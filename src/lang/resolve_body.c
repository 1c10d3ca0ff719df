// resolve_body.c -- bodies and points: things that sit on a frame.
//
// An inertia about the frame's origin O is carried to the centre of mass C exactly (Huygens and
// Steiner):   I_C = I_O - m (|c|^2 1 - c c^T),   c from O to C.
// SPDX-License-Identifier: MIT
#include "lang/resolve_impl.h"

static const Dimension length_dimension = { .is_known = true, .power = { 1, 0, 0, 0, 0 } };
static const Dimension mass_dimension = { .is_known = true, .power = { 0, 1, 0, 0, 0 } };
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

static Mat3 about_com(const Expr *mass, Vec3 com, Mat3 inertia)
{
  const Expr *square = vec3_dot(com, com);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const Expr *product = expr_mul(com.at[i], com.at[j]);
      const Expr *arm = i == j ? expr_sub(square, product) : expr_neg(product);
      inertia.at[i][j] = expr_sub(inertia.at[i][j], expr_mul(mass, arm));
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
    evaluate_error(resolver, statement->name, "add 'mass m'; 'mass 0' if it has none",
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
    body->inertia_F = about_com(body->mass, body->com_F, body->inertia_F);
  }
}

void resolve_body(Resolver *resolver, const AstStatement *statement)
{
  const Wanted wanted_com = { "the centre of mass", length_dimension, STAGE_PARAMETER };
  const AstBody *ast = statement->body;
  Mechanism *mechanism = resolver->mechanism;
  int index = mechanism->body_count++;
  Body *body = &mechanism->bodies[index];
  body->name = resolver_copy(resolver, statement->name);
  body->span = statement->name;
  body->frame = resolve_frame_name(resolver, ast->frame);
  resolve_mass(resolver, statement, body);
  body->com_F = vec3_zero(resolver->pool);
  if (ast->com) wanted_vector(resolver, ast->com, &wanted_com, &body->com_F);
  resolve_inertia(resolver, ast, body);
  scope_declare(&resolver->scope, SPACE_BODIES, statement->name, NAME_BODY, index);
}

void resolve_point(Resolver *resolver, const AstStatement *statement)
{
  const Wanted wanted = { "the place of a point", length_dimension, STAGE_PARAMETER };
  Mechanism *mechanism = resolver->mechanism;
  int index = mechanism->point_count++;
  Point *point = &mechanism->points[index];
  point->name = resolver_copy(resolver, statement->name);
  point->span = statement->name;
  point->frame = resolve_frame_name(resolver, statement->point->frame);
  wanted_vector(resolver, statement->point->at, &wanted, &point->position_F);
  scope_declare(&resolver->scope, SPACE_FRAMES, statement->name, NAME_POINT, index);
}
