// mjcf_geom.c -- geoms as bodies with a shape and a density.
//
// MJCF gives half lengths; the language whole ones. A geom with a mass gets the density that makes
// this mass, as an expression, so that nothing is rounded.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/decimal.h"

#include <string.h>

typedef struct Geom {
  const char *type;
  const char *size[3];
  int size_count;
  Pose pose;
  const char *length;  // from end to end, if the ends are given (fromto); otherwise NULL
} Geom;

static const char *twice(Mjcf *mjcf, const char *a) { return decimal_scale(mjcf->arena, a, 2, 0); }

static const char *difference(Mjcf *mjcf, const char *a, const char *b)
{
  return decimal_add(mjcf->arena, a, decimal_negate(mjcf->arena, b));
}

// The length of a vector: exact along an axis, an expression otherwise.
static const char *length_text(Mjcf *mjcf, const char *const v[3])
{
  const char *only = NULL;
  int count = 0;
  for (int i = 0; i < 3; i++) {
    if (decimal_is_zero(v[i])) continue;
    only = v[i];
    count++;
  }
  if (count == 0) return "0";
  if (count == 1) return only[0] == '-' ? only + 1 : only;
  return arena_format(mjcf->arena, "norm([%s, %s, %s])", v[0], v[1], v[2]);
}

// fromto: the middle, with z along the line
static void read_ends(Mjcf *mjcf, XmlElement *element, const char *class, Geom *geom)
{
  const char *ends[6];
  const char *along[3];
  if (mjcf_numbers(mjcf, element, class, "fromto", 6, 6, ends) != 6) return;
  geom->pose = pose_zero();
  for (int i = 0; i < 3; i++) {
    const char *sum = decimal_add(mjcf->arena, ends[i], ends[3 + i]);
    geom->pose.position[i] = decimal_scale(mjcf->arena, sum, 5, -1);
    along[i] = difference(mjcf, ends[3 + i], ends[i]);
  }
  geom->length = length_text(mjcf, along);
  pose_turn_z_to(&geom->pose, mjcf->arena, along);
}

static bool has_sizes(Mjcf *mjcf, XmlElement *element, const Geom *geom, int needed)
{
  if (geom->size_count >= needed) return true;
  diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, element), NULL,
                  "a %s has %d size%s; this one has %d", geom->type, needed, needed == 1 ? "" : "s",
                  geom->size_count);
  return false;
}

// The shape, and with `volume` its volume as an expression.
static const char *box_text(Mjcf *mjcf, const Geom *geom, const char **volume)
{
  const char *x = twice(mjcf, geom->size[0]);
  const char *y = geom->length ? x : twice(mjcf, geom->size[1]);
  const char *z = geom->length ? geom->length : twice(mjcf, geom->size[2]);
  *volume = arena_format(mjcf->arena, "(%s*%s*%s)", x, y, z);
  return arena_format(mjcf->arena, "box [%s, %s, %s]%s", x, y, z, geom->length ? "" : " m");
}

static const char *round_text(Mjcf *mjcf, const Geom *geom, const char **volume)
{
  const char *r = geom->size[0];
  const char *l = geom->length ? geom->length : twice(mjcf, geom->size[1]);
  bool is_capsule = strcmp(geom->type, "capsule") == 0;
  *volume = is_capsule ? arena_format(mjcf->arena, "(pi*%s^2*(%s + 4/3*%s))", r, l, r)
                       : arena_format(mjcf->arena, "(pi*%s^2*%s)", r, l);
  const char *unit = l[0] == 'n' ? "" : " m";
  return arena_format(mjcf->arena, "%s radius %s m length %s%s", geom->type, r, l, unit);
}

static const char *mesh_text(Mjcf *mjcf, XmlElement *element, const char *class)
{
  const char *name = mjcf_attribute(mjcf, element, class, "mesh");
  const char *path = name;
  for (XmlElement *a = xml_child(xml_root(mjcf->xml), "asset"); a && name;
       a = xml_next(a, "asset")) {
    for (XmlElement *m = xml_child(a, "mesh"); m; m = xml_next(m, "mesh")) {
      const char *own = xml_attribute(mjcf->xml, m, "name");
      const char *file = xml_attribute(mjcf->xml, m, "file");
      if (own && file && strcmp(own, name) == 0) path = file;
    }
  }
  bool is_good = path && !strpbrk(path, "\"\n\r\t");
  return is_good ? arena_format(mjcf->arena, "mesh \"%s\"", path) : NULL;
}

static const char *shape_text(Mjcf *mjcf, XmlElement *element, const char *class, const Geom *geom,
                              const char **volume)
{
  bool has_ends = geom->length != NULL;
  if (strcmp(geom->type, "sphere") == 0) {
    if (!has_sizes(mjcf, element, geom, 1)) return NULL;
    *volume = arena_format(mjcf->arena, "(4/3*pi*%s^3)", geom->size[0]);
    return arena_format(mjcf->arena, "sphere radius %s m", geom->size[0]);
  }
  if (strcmp(geom->type, "box") == 0) {
    return has_sizes(mjcf, element, geom, has_ends ? 1 : 3) ? box_text(mjcf, geom, volume) : NULL;
  }
  if (strcmp(geom->type, "capsule") == 0 || strcmp(geom->type, "cylinder") == 0) {
    return has_sizes(mjcf, element, geom, has_ends ? 1 : 2) ? round_text(mjcf, geom, volume) : NULL;
  }
  if (strcmp(geom->type, "mesh") == 0) return mesh_text(mjcf, element, class);
  return NULL;
}

// " density 1000 kg/m^3", from the density or the mass
static void put_density(Mjcf *mjcf, XmlElement *element, const char *class, const char *volume)
{
  const char *number = "1000";
  if (mjcf_numbers(mjcf, element, class, "mass", 1, 1, &number) == 1) {
    text_format(mjcf->bl, " density %s/%s", number, volume);
    return;
  }
  (void)mjcf_numbers(mjcf, element, class, "density", 1, 1, &number);
  text_format(mjcf->bl, " density %s kg/m^3", number);
}

static void leave_geom(Mjcf *mjcf, XmlElement *element, const char *type)
{
  const char *word = arena_format(mjcf->arena, "geom of type %s", type);
  mjcf_leave(mjcf, word, element);
}

void mjcf_write_geom(Mjcf *mjcf, XmlElement *element, const char *class, int body, bool has_mass)
{
  const MjcfBody *carrier = &mjcf->bodies[body];
  const char *type = mjcf_attribute(mjcf, element, class, "type");
  Geom geom = { .type = type ? type : "sphere", .pose = mjcf_read_pose(mjcf, element, class) };
  geom.size_count = mjcf_numbers(mjcf, element, class, "size", 1, 3, geom.size);
  if (geom.size_count < 0) return;
  read_ends(mjcf, element, class, &geom);
  int errors = diagnostics_error_count(mjcf->diagnostics);
  const char *volume = NULL;
  const char *shape = shape_text(mjcf, element, class, &geom, &volume);
  if (!shape) {
    if (diagnostics_error_count(mjcf->diagnostics) == errors) leave_geom(mjcf, element, geom.type);
    return;
  }
  if (has_mass && !volume) mjcf_leave(mjcf, "mass of a mesh geom", element);
  has_mass = has_mass && volume != NULL;
  const char *name = xml_attribute(mjcf->xml, element, "name");
  if (!name) name = body == MJCF_WORLD ? "world" : carrier->label;
  text_format(mjcf->bl, "body  %s on %s : %s%s",
              labels_take(&mjcf->body_labels, mjcf->arena, name, "part"), carrier->frame,
              has_mass ? "" : "mass 0 kg, ", shape);
  if (has_mass) put_density(mjcf, element, class, volume);
  pose_put_shape_parts(mjcf->bl, &geom.pose, true);
  text_put_char(mjcf->bl, '\n');
}
