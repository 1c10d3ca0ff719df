// mjcf_geom.c -- geoms as shapes, and as bodies with the mass of these.
//
// MJCF gives half lengths; the language whole ones. A geom with a mass gets the density that makes
// this mass, as an expression, so that nothing is rounded. The language has no ellipsoid: its mass
// and inertia are written instead.
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

// Of a length_text().
static const char *half(Mjcf *mjcf, const char *length)
{
  if (length[0] == 'n') return arena_format(mjcf->arena, "(%s/2)", length);
  return decimal_scale(mjcf->arena, length, 5, -1);
}

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

// fromto: the middle, with z along the line. Both directions are the same to a shape; the one with
// positive components needs less of a turn.
static void read_ends(Mjcf *mjcf, XmlElement *element, const char *class, Geom *geom)
{
  const char *ends[6];
  const char *along[3];
  if (mjcf_numbers(mjcf, element, class, "fromto", 6, 6, ends) != 6) return;
  geom->pose = pose_zero();
  int last = 0;
  for (int i = 0; i < 3; i++) {
    const char *sum = decimal_add(mjcf->arena, ends[i], ends[3 + i]);
    geom->pose.position[i] = decimal_scale(mjcf->arena, sum, 5, -1);
    along[i] = difference(mjcf, ends[3 + i], ends[i]);
    if (!decimal_is_zero(along[i])) last = i;
  }
  bool is_reversed = along[last][0] == '-';
  for (int i = 0; i < 3 && is_reversed; i++)
    along[i] = decimal_negate(mjcf->arena, along[i]);
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
  return arena_format(mjcf->arena, "box [%s, %s, %s]%s", x, y, z, z[0] == 'n' ? "" : " m");
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

static const char *mesh_file(Mjcf *mjcf, const char *name)
{
  XmlElement *asset = xml_child(xml_root(mjcf->xml), "asset");
  for (; asset; asset = xml_next(asset, "asset")) {
    for (XmlElement *m = xml_child(asset, "mesh"); m; m = xml_next(m, "mesh")) {
      const char *own = xml_attribute(mjcf->xml, m, "name");
      const char *file = xml_attribute(mjcf->xml, m, "file");
      if (!file) continue;
      const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
      size_t stem = strcspn(base, ".");  // without a name, a mesh is called after its file
      bool is_it =
          own ? strcmp(own, name) == 0 : strlen(name) == stem && strncmp(base, name, stem) == 0;
      if (is_it) return arena_format(mjcf->arena, "%s%s", mjcf->mesh_folder, file);
    }
  }
  return NULL;
}

static const char *mesh_text(Mjcf *mjcf, XmlElement *element, const char *class)
{
  const char *name = mjcf_attribute(mjcf, element, class, "mesh");
  const char *path = name ? mesh_file(mjcf, name) : NULL;
  bool is_good = path && !strpbrk(path, "\"\n\r\t");
  return is_good ? arena_format(mjcf->arena, "mesh \"%s\"", path) : NULL;
}

// ---- reading

static bool read_ellipsoid(Mjcf *mjcf, XmlElement *element, const Geom *geom, MjcfShape *shape)
{
  bool has_ends = geom->length != NULL;
  if (!has_sizes(mjcf, element, geom, has_ends ? 1 : 3)) return false;
  const char *a = geom->size[0];
  shape->axes[0] = a;
  shape->axes[1] = has_ends ? a : geom->size[1];
  shape->axes[2] = has_ends ? half(mjcf, geom->length) : geom->size[2];
  shape->volume = arena_format(mjcf->arena, "(4/3*pi*%s*%s*%s)", a, shape->axes[1], shape->axes[2]);
  return true;
}

// False with an error, or for a type that is none of ours.
static bool read_type(Mjcf *mjcf, XmlElement *element, const char *class, const Geom *geom,
                      MjcfShape *shape)
{
  bool has_ends = geom->length != NULL;
  const char *type = geom->type;
  if (strcmp(type, "ellipsoid") == 0) return read_ellipsoid(mjcf, element, geom, shape);
  if (strcmp(type, "sphere") == 0) {
    if (!has_sizes(mjcf, element, geom, 1)) return false;
    shape->volume = arena_format(mjcf->arena, "(4/3*pi*%s^3)", geom->size[0]);
    shape->text = arena_format(mjcf->arena, "sphere radius %s m", geom->size[0]);
    shape->pose.turn_count = 0;  // a sphere looks the same from everywhere
  } else if (strcmp(type, "box") == 0) {
    if (!has_sizes(mjcf, element, geom, has_ends ? 1 : 3)) return false;
    shape->text = box_text(mjcf, geom, &shape->volume);
  } else if (strcmp(type, "capsule") == 0 || strcmp(type, "cylinder") == 0) {
    if (!has_sizes(mjcf, element, geom, has_ends ? 1 : 2)) return false;
    shape->text = round_text(mjcf, geom, &shape->volume);
  } else if (strcmp(type, "mesh") == 0) {
    shape->text = mesh_text(mjcf, element, class);
  }
  return shape->text != NULL;
}

bool mjcf_read_shape(Mjcf *mjcf, XmlElement *element, const char *class, int body, MjcfShape *shape)
{
  const char *type = mjcf_attribute(mjcf, element, class, "type");
  Geom geom = { .type = type ? type : "sphere", .pose = mjcf_read_pose(mjcf, element, class) };
  geom.size_count = mjcf_numbers(mjcf, element, class, "size", 1, 3, geom.size);
  if (geom.size_count < 0) return false;
  read_ends(mjcf, element, class, &geom);
  const char *name = xml_attribute(mjcf->xml, element, "name");
  *shape = (MjcfShape){ .element = element, .class = class, .pose = geom.pose };
  shape->name = name ? name : mjcf->bodies[body].label;
  int errors = diagnostics_error_count(mjcf->diagnostics);
  if (read_type(mjcf, element, class, &geom, shape)) return true;
  if (diagnostics_error_count(mjcf->diagnostics) == errors) {
    mjcf_leave(mjcf, arena_format(mjcf->arena, "geom of type %s", geom.type), element);
  }
  return false;
}

// ---- writing

// Mass m and half lengths a, b, c: m/5 (b^2 + c^2) about x, and so on.
static void write_ellipsoid(Mjcf *mjcf, const MjcfShape *shape, const char *mass, int body)
{
  static const int entry[3] = { 0, 3, 5 };
  MjcfInertial inertial = { .mass = mass, .pose = shape->pose };
  for (int i = 0; i < 6; i++)
    inertial.inertia[i] = "0";
  for (int i = 0; i < 3; i++) {
    inertial.inertia[entry[i]] = arena_format(mjcf->arena, "%s/5*(%s^2 + %s^2)", mass,
                                              shape->axes[(i + 1) % 3], shape->axes[(i + 2) % 3]);
  }
  mjcf_write_inertial(mjcf, shape->name, &inertial, body, NULL, 0);
}

void mjcf_write_shape(Mjcf *mjcf, const MjcfShape *shape, int body)
{
  const char *density = mjcf_number(mjcf, shape->element, shape->class, "density", "1000");
  const char *mass = mjcf_number(mjcf, shape->element, shape->class, "mass", NULL);
  if (!shape->text) {
    if (!mass) mass = arena_format(mjcf->arena, "%s*%s", shape->volume, density);
    write_ellipsoid(mjcf, shape, mass, body);
    return;
  }
  text_format(mjcf->bl, "body  %s on %s : %s density ",
              labels_take(&mjcf->body_labels, mjcf->arena, shape->name, "part"),
              mjcf->bodies[body].frame, shape->text);
  if (mass) {
    text_format(mjcf->bl, "%s/%s", mass, shape->volume);
  } else {
    text_format(mjcf->bl, "%s kg/m^3", density);
  }
  pose_put_shape_parts(mjcf->bl, &shape->pose, true);
  text_put_char(mjcf->bl, '\n');
}
