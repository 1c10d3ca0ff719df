// resolve_body.c -- bodies and points, which are fixed to a frame.
//
// An inertia about the frame's origin O is transferred to the centre of mass C exactly by the
// parallel axis theorem (Huygens and Steiner):   I_C = I_O - m (|c|^2 1 - c c^T),   c from O to C.
// First moments are m c.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"

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
    for (int j = 0; j <= i; j++) {
      const Expr *product = expr_mul(r.at[i], r.at[j]);
      const Expr *arm = i == j ? expr_sub(square, product) : expr_neg(product);
      inertia.at[i][j] = inertia.at[j][i] = expr_mul(mass, arm);
    }
  }
  return inertia;
}

static void resolve_mass(Resolver *resolver, const Statement *statement, Body *body)
{
  const Node *mass = statement_value(statement, "mass");
  const Expr *value;
  body->mass = expr_undefined(resolver->pool);  // not zero, which would cause further errors
  if (mass) body->mass_span = mass->span;
  if (clause_number(resolver, statement, "mass", &value)) body->mass = value;
  if (mass) return;
  Span name = statement_name(statement);
  bool has_shape = statement_has(statement, "shape");
  evaluate_error(resolver, name,
                 has_shape ? "add 'mass m', or 'density' to the shape"
                           : "add 'mass m'; 'mass 0' if it has none",
                 "body '%s' has no mass", resolver_text(resolver, name));
}

static void resolve_inertia(Resolver *resolver, const Statement *statement, Body *body)
{
  const Node *inertia = statement_value(statement, "inertia");
  const Clause *about = statement_clause(statement, "about");
  body->inertia_F = mat3_zero(resolver->pool);
  if (about && !inertia)
    evaluate_error(resolver, about->span, NULL, "'about origin' belongs to an inertia");
  if (!inertia) return;
  if (!clause_matrix(resolver, statement, "inertia", &body->inertia_F)) return;
  body->inertia_span = inertia->span;
  check_symmetry(resolver, body->inertia_F, inertia->span);
  if (about) {
    Mat3 arm = resolve_point_inertia(body->mass, body->com_F);
    body->inertia_F = mat3_sub(body->inertia_F, arm);
  }
}

static void resolve_com(Resolver *resolver, const Statement *statement, Body *body)
{
  Vec3 moments;
  body->com_F = vec3_zero(resolver->pool);
  clause_vector(resolver, statement, "com", &body->com_F);
  if (!clause_vector(resolver, statement, "first_moments", &moments)) return;
  Span span = statement_value(statement, "first_moments")->span;
  if (statement_has(statement, "com")) {
    evaluate_error(resolver, span, "first moments are mass times com",
                   "'com' and 'first_moments' are both given");
  } else if (expr_is_zero(body->mass)) {
    evaluate_error(resolver, span, "give it a mass", "a body without mass has no first moments");
  } else if (!expr_is_undefined(body->mass)) {
    const Expr *one = expr_integer(resolver->pool, 1);
    body->com_F = vec3_scale(expr_div(one, body->mass), moments);
  }
}

// Reports a mass, a centre of mass or an inertia that is given although the density of the shapes
// determines it.
static void check_given_once(Resolver *resolver, const Statement *statement)
{
  static const char *const names[] = { "mass", "com", "first_moments", "inertia" };
  for (int i = 0; i < 4; i++) {
    const Node *given = statement_value(statement, names[i]);
    if (!given) continue;
    evaluate_error(resolver, given->span, "leave out one of the two",
                   "'%s' is given, but it comes from the density", names[i]);
  }
}

// Warns about a body with a mass but neither a centre of mass nor an inertia, if it has a shape:
// the shape appears to determine them.
static void warn_of_point_mass(Resolver *resolver, const Statement *statement, const Body *body)
{
  const Clause *shape = statement_clause(statement, "shape");
  bool is_solid = shape && shape->part && shape->part->kind != STATEMENT_MESH;
  bool is_given = statement_has(statement, "com") || statement_has(statement, "first_moments") ||
                  statement_has(statement, "inertia");
  if (!is_solid || is_given || expr_is_zero(body->mass) || expr_is_undefined(body->mass)) return;
  diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, shape->span,
                  "'density' in place of 'mass' gives the shape's own; or add 'inertia'",
                  "a shape without density is for pictures: this mass is a point, without inertia");
}

void resolve_body(Resolver *resolver, const Statement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  int index = mechanism->body_count;
  Body *body = RESOLVER_ADD(resolver, mechanism->bodies, mechanism->body_count);
  const char *name = resolver_declared_name(resolver, statement);
  body->name = resolver_full_name(resolver, name);
  body->span = statement_name(statement);
  body->frame = resolve_frame_name(resolver, statement_value(statement, "on"));
  if (resolve_shapes(resolver, statement, index)) {
    check_given_once(resolver, statement);
  } else {
    resolve_mass(resolver, statement, body);
    resolve_com(resolver, statement, body);
    resolve_inertia(resolver, statement, body);
    warn_of_point_mass(resolver, statement, body);
  }
  scope_declare(resolver->scope, SPACE_BODIES, name, body->span, NAME_BODY, index);
}

void resolve_point(Resolver *resolver, const Statement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  int index = mechanism->point_count;
  const Clause *at = statement_clause(statement, "at");
  const char *name = resolver_declared_name(resolver, statement);
  FramePoint place;
  resolve_place(resolver, at->value, at->row->what, &place);
  *RESOLVER_ADD(resolver, mechanism->points, mechanism->point_count) =
      (Point){ .name = resolver_full_name(resolver, name),
               .frame = place.frame,
               .position_F = place.position_F,
               .span = statement_name(statement) };
  scope_declare(resolver->scope, SPACE_FRAMES, name, statement_name(statement), NAME_POINT, index);
}
