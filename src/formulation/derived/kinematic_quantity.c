// kinematic_quantity.c -- positions, velocities, accelerations and Jacobians by their keys.
//
//   fk:A    fk:A/B     pose of A in ground, or in the axes and with the origin of B: [R p; 0 1]
//   pos:P   pos:P/B    its last column alone
//   jac:P   jac:P/F    6 x n: velocity of P, then angular velocity, relative to ground, per unit of
//                      qd; ground axes or those of F
//   jacdot:P           its time derivative, entry by entry
//   twist:F twist:F/A  velocity of the origin, then angular velocity, relative to ground; own axes
//                      or those of A
//   accel:F accel:F/A  acceleration of the origin, then angular acceleration, likewise
//   det:P              determinant of the Jacobian; it is the same in all axes
//
// A frame stands for its origin, a point for the axes of its frame, wherever the other could be.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/derivative.h"

#include <assert.h>
#include <string.h>

typedef struct KindInfo KindInfo;

// A key taken apart: "jac:tip/R2" is { jac, tip, R2 }.
typedef struct Request {
  const KindInfo *kind;
  const char *key;
  Site site;
  bool has_base;
  Site base;  // behind the stroke; ground, or the site itself, if there is none
} Request;

struct KindInfo {
  const char *word;
  bool (*add)(Derivation *derivation, const Request *request, Text *why);
  bool is_in_own_axes;  // without a stroke: in the site's axes, not in ground's
  bool takes_base;
  bool is_factored;
};

// `title` says what it is of.
static const Expr **add_quantity(Derivation *derivation, const Request *request, const char *title)
{
  const Quantity quantity = { .key = request->key,
                              .title = title,
                              .is_factored = request->kind->is_factored };
  return equations_add(derivation->equations, quantity);
}

static const char *axes_text(Derivation *derivation, const Request *request)
{
  int frame = request->base.frame;
  if (frame == FRAME_GROUND) return "ground axes";
  return arena_format(derivation->equations->arena, "axes of %s",
                      derivation->mechanism->frames[frame].name);
}

// ---- positions

static Sight seen_from_base(Derivation *derivation, const Request *request)
{
  Sight sight = site_seen_from(derivation, &request->site, request->base.frame);
  sight.r_A = vec3_sub(sight.r_A, request->base.r_F);
  return sight;
}

static bool add_pose(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  Sight sight = seen_from_base(derivation, request);
  const char *title =
      arena_format(derivation->equations->arena, "pose of %s in %s, homogeneous transform",
                   request->site.name, request->base.name);
  const Expr **H = add_quantity(derivation, request, title);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      H[4 * i + j] = sight.R_AF.at[i][j];
    H[4 * i + 3] = sight.r_A.at[i];
  }
  for (int j = 0; j < 4; j++)
    H[12 + j] = expr_integer(derivation->equations->pool, j == 3);
  return true;
}

static bool add_position(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  Sight sight = seen_from_base(derivation, request);
  const char *title = arena_format(derivation->equations->arena, "position of %s in %s",
                                   request->site.name, request->base.name);
  const Expr **p = add_quantity(derivation, request, title);
  for (int i = 0; i < 3; i++)
    p[i] = sight.r_A.at[i];
  return true;
}

// ---- Jacobians

static bool add_jacobian(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  const char *title = arena_format(derivation->equations->arena,
                                   "Jacobian of %s: velocity, then angular velocity, %s",
                                   request->site.name, axes_text(derivation, request));
  const Expr **J = add_quantity(derivation, request, title);
  site_jacobian(derivation, &request->site, request->base.frame, J);
  return true;
}

static bool add_jacobian_rate(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  Arena *arena = derivation->equations->arena;
  const char *title = arena_format(arena, "time derivative of the Jacobian of %s, %s",
                                   request->site.name, axes_text(derivation, request));
  int n = derivation->equations->coordinate_count;
  const Expr **J = ARENA_ARRAY(arena, const Expr *, 6 * n);
  site_jacobian(derivation, &request->site, request->base.frame, J);
  const Expr **rate = add_quantity(derivation, request, title);
  expr_time_derivatives(J, 6 * n, rate);
  return true;
}

static bool add_determinant(Derivation *derivation, const Request *request, Text *why)
{
  const Expr *value = jacobian_determinant(derivation, &request->site, why);
  if (!value) return false;
  const Expr **entry = add_quantity(derivation, request, NULL);
  entry[0] = value;
  return true;
}

// ---- velocities

static void add_pair(Derivation *derivation, const Request *request, const char *title, Twist twist)
{
  const Expr **entries = add_quantity(derivation, request, title);
  for (int i = 0; i < 3; i++) {
    entries[i] = twist.v.at[i];
    entries[3 + i] = twist.w.at[i];
  }
}

static bool add_twist(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  const char *title =
      arena_format(derivation->equations->arena, "velocity of %s, then angular velocity, %s",
                   request->site.name, axes_text(derivation, request));
  add_pair(derivation, request, title, site_twist(derivation, &request->site, request->base.frame));
  return true;
}

static bool add_acceleration(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  const char *title = arena_format(derivation->equations->arena,
                                   "acceleration of %s, then angular acceleration, %s",
                                   request->site.name, axes_text(derivation, request));
  add_pair(derivation, request, title,
           site_acceleration(derivation, &request->site, request->base.frame));
  return true;
}

// ---- keys

static const KindInfo KINDS[] = {
  { "fk", add_pose, false, true, false },
  { "pos", add_position, false, true, false },
  { "jac", add_jacobian, false, true, false },
  { "jacdot", add_jacobian_rate, false, true, false },
  { "twist", add_twist, true, true, false },
  { "accel", add_acceleration, true, true, false },
  { "det", add_determinant, false, false, true },
};
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

static const KindInfo *find_kind(const char *word, size_t length)
{
  for (int k = 0; k < KIND_COUNT; k++) {
    if (strlen(KINDS[k].word) == length && strncmp(KINDS[k].word, word, length) == 0) {
      return &KINDS[k];
    }
  }
  return NULL;
}

static void explain_unknown_site(const Derivation *derivation, const char *key, const char *name,
                                 Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  int count = 0;
  const char **names = ARENA_ARRAY(derivation->equations->arena, const char *,
                                   mechanism->frame_count + mechanism->point_count);
  for (int f = 0; f < mechanism->frame_count; f++)
    names[count++] = mechanism->frames[f].name;
  for (int p = 0; p < mechanism->point_count; p++)
    names[count++] = mechanism->points[p].name;
  explain_unknown_name(key, "frame or point", name, names, count, why);
}

static bool find_site(Derivation *derivation, const Request *request, const char *name,
                      size_t length, Site *site, Text *why)
{
  const char *whole = arena_copy_text(derivation->equations->arena, name, length);
  int frame = mechanism_find_frame(derivation->mechanism, whole);
  int point = mechanism_find_point(derivation->mechanism, whole);
  if (frame >= 0) {
    *site = site_of_frame(derivation, frame);
  } else if (point >= 0) {
    *site = site_of_point(derivation, point);
  } else {
    explain_unknown_site(derivation, request->key, whole, why);
  }
  return frame >= 0 || point >= 0;
}

static bool read_request(Derivation *derivation, const char *key, Request *request, Text *why)
{
  const char *colon = strchr(key, ':');
  assert(colon && "these keys have one");
  *request = (Request){ .kind = find_kind(key, (size_t)(colon - key)), .key = key };
  assert(request->kind && "recipes.c lists the same words");
  const char *name = colon + 1, *stroke = strchr(name, '/');
  size_t length = stroke ? (size_t)(stroke - name) : strlen(name);
  if (!find_site(derivation, request, name, length, &request->site, why)) return false;
  request->has_base = stroke != NULL;
  if (!stroke) {
    request->base = request->kind->is_in_own_axes ? site_of_frame(derivation, request->site.frame)
                                                  : site_of_frame(derivation, FRAME_GROUND);
    return true;
  }
  if (!request->kind->takes_base) {
    text_format(why, "'%s': write '%.*s'; it is the same in all axes", key, (int)(stroke - key),
                key);
    return false;
  }
  return find_site(derivation, request, stroke + 1, strlen(stroke + 1), &request->base, why);
}

bool derive_kinematic(Derivation *derivation, const char *key, Text *why)
{
  Request request;
  return read_request(derivation, key, &request, why) &&
         request.kind->add(derivation, &request, why);
}
