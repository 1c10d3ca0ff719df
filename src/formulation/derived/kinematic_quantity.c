// kinematic_quantity.c -- positions, velocities, accelerations and Jacobians by their keys.
//
//   fk:A    fk:A/B     pose of A relative to ground, or relative to B in B's axes: [R p; 0 1]
//   pos:P   pos:P/B    its last column
//   jac:P   jac:P/F    6 x n: velocity of P, then angular velocity, relative to ground, per unit of
//                      qd; ground axes or those of F
//   jacdot:P           its time derivative, entry by entry
//   twist:F twist:F/A  velocity of the origin, then angular velocity, relative to ground; own axes
//                      or those of A
//   accel:F accel:F/A  acceleration of the origin, then angular acceleration, likewise
//   det:P              determinant of the Jacobian; it is the same in all axes
//
// Where a point is expected, a frame denotes its origin; where axes are expected, a point denotes
// those of its frame.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/calculus/derivative.h"

#include <assert.h>
#include <string.h>

typedef struct KindInfo KindInfo;

// A parsed key: "jac:tip/R2" is { jac, tip, R2 }.
typedef struct Request {
  const KindInfo *kind;
  const char *key;
  Site site;
  Site base;  // after the slash; if there is none, ground or the site itself
} Request;

// A kind of key. `before`, `between` and `behind` are the parts of a title such as "pose of tip in
// base, homogeneous transform".
struct KindInfo {
  const char *word;
  Matrix (*entries)(Derivation *derivation, const Request *request, Text *why);
  const char *before, *between, *behind;
  bool names_base;      // the base is inserted after `between`, instead of "axes of" the base
  bool is_in_own_axes;  // without a slash: in the site's axes, not in those of ground
};

// ---- positions

static RelativePose seen_from_base(Derivation *derivation, const Request *request)
{
  RelativePose sight = site_relative_pose(derivation, &request->site, request->base.frame);
  sight.r_A = vec3_sub(sight.r_A, request->base.r_F);
  return sight;
}

static Matrix pose_entries(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  RelativePose sight = seen_from_base(derivation, request);
  Matrix H = matrix_identity(derivation->equations->arena, derivation->equations->pool, 4);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      matrix_set(H, i, j, sight.R_AF.at[i][j]);
    matrix_set(H, i, 3, sight.r_A.at[i]);
  }
  return H;
}

static Matrix position_entries(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  return derivation_column(derivation, seen_from_base(derivation, request).r_A.at, 3);
}

// ---- Jacobians

static Matrix jacobian_entries(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  return site_jacobian(derivation, &request->site, request->base.frame);
}

static Matrix jacobian_rate_entries(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  Matrix J = site_jacobian(derivation, &request->site, request->base.frame);
  expr_time_derivatives(J.at, J.rows * J.columns, J.at);
  return J;
}

static Matrix determinant_entries(Derivation *derivation, const Request *request, Text *why)
{
  const Expr *value = jacobian_determinant(derivation, &request->site, why);
  return value ? derivation_column(derivation, &value, 1) : (Matrix){ 0 };
}

// ---- velocities

static Matrix twist_entries(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  return twist_column(derivation->equations->arena,
                      site_twist(derivation, &request->site, request->base.frame));
}

static Matrix acceleration_entries(Derivation *derivation, const Request *request, Text *why)
{
  (void)why;
  return twist_column(derivation->equations->arena,
                      site_acceleration(derivation, &request->site, request->base.frame));
}

// ---- keys

// clang-format off
static const KindInfo KINDS[] = {
  { "fk", pose_entries, "pose of", " in ", ", homogeneous transform", true, false },
  { "pos", position_entries, "position of", " in ", "", true, false },
  { "jac", jacobian_entries, "Jacobian of", ": velocity, then angular velocity, ", "", false, false },
  { "jacdot", jacobian_rate_entries, "time derivative of the Jacobian of", ", ", "", false, false },
  { "twist", twist_entries, "velocity of", ", then angular velocity, ", "", false, true },
  { "accel", acceleration_entries, "acceleration of", ", then angular acceleration, ", "", false, true },
  { "det", determinant_entries, NULL, NULL, NULL, false, false },  // the same in all axes
};
// clang-format on
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

static const char *title_of(const Derivation *derivation, const Request *request)
{
  const KindInfo *kind = request->kind;
  Arena *arena = derivation->equations->arena;
  if (!kind->before) return NULL;
  int frame = request->base.frame;
  const char *base =
      kind->names_base ? request->base.name
      : frame == FRAME_GROUND
          ? "ground axes"
          : arena_format(arena, "axes of %s", derivation->mechanism->frames[frame].name);
  return arena_format(arena, "%s %s%s%s%s", kind->before, request->site.name, kind->between, base,
                      kind->behind);
}

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
  if (!stroke) {
    request->base = request->kind->is_in_own_axes ? site_of_frame(derivation, request->site.frame)
                                                  : site_of_frame(derivation, FRAME_GROUND);
    return true;
  }
  if (!request->kind->before) {
    text_format(why, "'%s': write '%.*s'; it is the same in all axes", key, (int)(stroke - key),
                key);
    return false;
  }
  return find_site(derivation, request, stroke + 1, strlen(stroke + 1), &request->base, why);
}

bool derive_kinematic(Derivation *derivation, const char *key, Text *why)
{
  Request request;
  if (!read_request(derivation, key, &request, why)) return false;
  Matrix entries = request.kind->entries(derivation, &request, why);
  if (!entries.at) return false;
  const Quantity quantity = { .key = key,
                              .title = title_of(derivation, &request),
                              .is_factored = !request.kind->before };
  equations_put(derivation->equations, quantity, entries);
  return true;
}
