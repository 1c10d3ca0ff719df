// lagrange_vector.c -- axes, first moments, levers and gravity in the axes of any link.
// SPDX-License-Identifier: MIT
#include "formulation/methods/lagrange.h"

int vector_home(const Lagrange *lagrange, Vector vector)
{
  switch (vector.kind) {
  case AXIS: return lagrange->freedoms[vector.index].link;
  case MOMENT: return vector.index;
  case LEVER: return lagrange->tree->links->links[vector.index].parent;
  default: return LINK_GROUND;
  }
}

static Vec3 vector_at_home(const Lagrange *lagrange, Vector vector)
{
  switch (vector.kind) {
  case AXIS: return lagrange->freedoms[vector.index].axis;
  case MOMENT: return lagrange->tree->bodies[vector.index].moment;
  case LEVER: return lagrange->tree->bodies[vector.index].lever;
  default:
    return vec3_copy(lagrange->derivation->equations->pool,
                     lagrange->derivation->mechanism->gravity);
  }
}

static int vector_count(const Lagrange *lagrange, VectorKind kind)
{
  if (kind == GRAVITY) return 1;
  return kind == AXIS ? lagrange->freedom_count : lagrange->tree->links->count;
}

Vec3 vector_in(Lagrange *lagrange, Vector vector, int link)
{
  int columns = lagrange->tree->links->count + 1;
  Vec3 **seen = &lagrange->seen[vector.kind];
  if (!*seen) {
    int count = vector_count(lagrange, vector.kind) * columns;
    *seen = ARENA_ARRAY(lagrange->derivation->equations->arena, Vec3, count);
  }
  Vec3 *result = &(*seen)[vector.index * columns + link + 1];
  if (!result->at[0]) {
    Vec3 home = vector_at_home(lagrange, vector);
    *result = augmented_turned(lagrange->tree, vector_home(lagrange, vector), link, home);
  }
  return *result;
}
