// mjcf_geom.c -- the mass of a body, from its <inertial> or its geoms; and geoms as shapes.
//
// MJCF specifies half lengths, the language full lengths. A geom with a mass gets the density that
// yields this mass, as an expression, so that nothing is rounded. The language has no ellipsoid:
// its mass and inertia are written instead.
// SPDX-License-Identifier: MIT
#include "import/mjcf/mjcf.h"

#include "import/common/decimal.h"

#include <math.h>
#include <string.h>

typedef struct Geom {
  XmlElement *element;
  const char *type;
  StatementKind kind;  // STATEMENT_COUNT: not a shape of the language
  const char *size[3];
  int size_count;
  Pose pose;
  const char *length;   // between the ends, if they are given (fromto); otherwise NULL
  const char *axes[3];  // of an ellipsoid: half lengths
  const char *volume;   // expression [m^3]; NULL: unknown
  const char *file;     // of a mesh; NULL: none
  const char *scale;
} Geom;

// ---- reading

// Reads fromto: the pose is at the middle, with z along the line. Either direction gives the same
// shape; the one with a positive last nonzero component requires the smaller rotation.
static void read_ends(Mjcf *mjcf, Geom *geom)
{
  const char *ends[6];
  const char *along[3];
  double value[3];
  if (xml_numbers(mjcf->xml, geom->element, "fromto", 6, 6, ends) != 6) return;
  int last = 0;
  int count = 0;
  for (int i = 0; i < 3; i++) {
    value[i] = decimal_value(ends[3 + i]) - decimal_value(ends[i]);
    if (strcmp(ends[i], ends[3 + i]) == 0) continue;
    last = i;
    count++;
  }
  bool is_reversed = value[last] < 0;
  geom->pose = pose_zero();
  for (int i = 0; i < 3; i++) {
    const char *from = ends[is_reversed ? 3 + i : i];
    const char *to = ends[is_reversed ? i : 3 + i];
    along[i] = sum_text(mjcf->arena, to, negated(mjcf->arena, from));
    if (is_reversed) value[i] = -value[i];
    geom->pose.at[i] = from;
    if (strcmp(from, to) == 0) continue;
    const char *sum = sum_text(mjcf->arena, to, from);
    geom->pose.at[i] = decimal_is_zero(sum) ? "0" : arena_format(mjcf->arena, "%s/2", sum);
  }
  bool is_plain = count == 1 && along[last][0] != '(';
  geom->length = count == 0 ? "0"
                 : is_plain
                     ? along[last]
                     : arena_format(mjcf->arena, "norm(%s)", vector_text(mjcf->arena, along, ""));
  pose_turn_z_to(&geom->pose, mjcf->arena, along, value);
}

static bool has_sizes(Mjcf *mjcf, const Geom *geom, int needed)
{
  if (geom->length && needed > 1) needed = 1;
  if (geom->size_count >= needed) return true;
  xml_error(mjcf->xml, geom->element, NULL, NULL,
            "a geom of type %s has %d size%s; this one has %d", geom->type, needed,
            needed == 1 ? "" : "s", geom->size_count);
  return false;
}

// A mesh without a name has that of its file.
static XmlElement *find_mesh(Mjcf *mjcf, const char *name)
{
  XmlElement *asset = xml_child(xml_root(mjcf->xml), "asset");
  for (; asset; asset = xml_next(asset, "asset")) {
    for (XmlElement *m = xml_child(asset, "mesh"); m; m = xml_next(m, "mesh")) {
      const char *own = xml_attribute(m, "name");
      const char *file = xml_attribute(m, "file");
      if (!file) continue;
      const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
      size_t stem = strcspn(base, ".");
      bool is_it =
          own ? strcmp(own, name) == 0 : strlen(name) == stem && strncmp(base, name, stem) == 0;
      if (is_it) return m;
    }
  }
  return NULL;
}

static bool read_mesh(Mjcf *mjcf, Geom *geom)
{
  const char *name = xml_attribute(geom->element, "mesh");
  XmlElement *mesh = name ? find_mesh(mjcf, name) : NULL;
  if (!mesh) return false;
  const MjcfSettings *settings = mjcf_settings(mjcf, mesh);
  const char *file = xml_attribute(mesh, "file");
  const char *scale[3];
  if (settings->strips_path && strrchr(file, '/')) file = strrchr(file, '/') + 1;
  geom->file = arena_format(mjcf->arena, "%s%s", settings->mesh_folder, file);
  PictureMark mark = build_begin_picture(mjcf->import);
  if (xml_numbers(mjcf->xml, mesh, "scale", 3, 3, scale) == 3)
    geom->scale = vector_text(mjcf->arena, scale, "");
  build_end_picture(mjcf->import, mark);
  return true;
}

static void read_ellipsoid(Mjcf *mjcf, Geom *geom)
{
  bool has_ends = geom->length != NULL;
  const char *half = has_ends ? arena_format(mjcf->arena, "(%s/2)", geom->length) : geom->size[2];
  geom->axes[0] = geom->size[0];
  geom->axes[1] = has_ends ? geom->size[0] : geom->size[1];
  geom->axes[2] = half;
  geom->volume = arena_format(mjcf->arena, "(4/3*pi*%s*%s*%s)", geom->axes[0], geom->axes[1], half);
}

// Returns the length of a capsule, cylinder or box along z.
static const char *length_of(Mjcf *mjcf, const Geom *geom, int size)
{
  return geom->length ? geom->length : arena_format(mjcf->arena, "2*%s", geom->size[size]);
}

static const char *volume_of(Mjcf *mjcf, const Geom *geom)
{
  const char *r = geom->size[0];
  switch ((int)geom->kind) {
  case STATEMENT_SPHERE: return arena_format(mjcf->arena, "(4/3*pi*%s^3)", r);
  case STATEMENT_CYLINDER:
    return arena_format(mjcf->arena, "(pi*%s^2*%s)", r, length_of(mjcf, geom, 1));
  case STATEMENT_CAPSULE:
    return arena_format(mjcf->arena, "(pi*%s^2*(%s + 4/3*%s))", r, length_of(mjcf, geom, 1), r);
  default:
    return arena_format(mjcf->arena, "(4*%s*%s*%s)", r, geom->length ? r : geom->size[1],
                        length_of(mjcf, geom, 2));
  }
}

// Returns false, with a report, if the geom is not supported.
static bool read_geom(Mjcf *mjcf, XmlElement *element, Geom *geom)
{
  static const struct {
    const char *type;
    int sizes;
  } types[] = {
    { "sphere", 1 }, { "box", 3 }, { "capsule", 2 }, { "cylinder", 2 }, { "ellipsoid", 3 }
  };
  const char *type = xml_attribute(element, "type");
  bool has_mesh = xml_attribute(element, "mesh") != NULL;
  *geom = (Geom){ .element = element, .kind = STATEMENT_COUNT };
  geom->type = type ? type : "sphere";
  geom->pose = mjcf_read_pose(mjcf, element);
  geom->size_count = xml_numbers(mjcf->xml, element, "size", 1, 3, geom->size);
  if (geom->size_count < 0) return false;
  if (strcmp(geom->type, "mesh") == 0 && read_mesh(mjcf, geom)) {
    geom->kind = STATEMENT_MESH;
    return true;
  }
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (strcmp(types[i].type, geom->type) != 0) continue;
    if (has_mesh) {
      build_report_untranslated(mjcf->import, "geom fitted to a mesh, with its mass", element);
      return false;
    }
    read_ends(mjcf, geom);
    if (!has_sizes(mjcf, geom, types[i].sizes)) return false;
    if (strcmp(geom->type, "ellipsoid") == 0) {
      read_ellipsoid(mjcf, geom);
      return true;
    }
    geom->kind = statement_of_word(geom->type, strlen(geom->type), true);
    geom->volume = volume_of(mjcf, geom);
    return true;
  }
  build_report_untranslated(mjcf->import, arena_format(mjcf->arena, "geom of type %s", geom->type),
                            element);
  return false;
}

// ---- writing

static Shape shape_of(Mjcf *mjcf, const Geom *geom)
{
  const char *material = xml_attribute(geom->element, "material");
  XmlElement *colored = geom->element;
  if (!xml_attribute(colored, "rgba") && material)
    colored = mjcf_named(xml_root(mjcf->xml), "asset", "material", material);
  Shape shape = { .kind = geom->kind,
                  .pose = geom->pose,
                  .file = geom->file,
                  .scale = geom->scale,
                  .span = xml_span(mjcf->xml, geom->element) };
  PictureMark mark = build_begin_picture(mjcf->import);
  if (colored) (void)xml_numbers(mjcf->xml, colored, "rgba", 4, 4, shape.rgba);
  build_end_picture(mjcf->import, mark);
  if (geom->kind == STATEMENT_BOX && geom->length) {
    shape.size =
        arena_format(mjcf->arena, "[2*%s, 2*%s, %s] m", geom->size[0], geom->size[0], geom->length);
  } else if (geom->kind == STATEMENT_BOX) {
    shape.size = arena_format(mjcf->arena, "2*%s", vector_text(mjcf->arena, geom->size, "m"));
  } else if (geom->kind != STATEMENT_MESH) {
    shape.radius = arena_format(mjcf->arena, "%s m", geom->size[0]);
  }
  if (geom->kind == STATEMENT_CAPSULE || geom->kind == STATEMENT_CYLINDER) {
    const char *length = length_of(mjcf, geom, 1);
    shape.length = arena_format(mjcf->arena, length[0] == 'n' ? "%s" : "%s m", length);
  }
  return shape;
}

// Returns the mass, multiplied by the factor that yields the given total mass, if any.
static const char *scaled(Mjcf *mjcf, const char *value)
{
  if (!mjcf->mass_scale) return value;
  return arena_format(mjcf->arena, "%s*%s", mjcf->scale_name, value);
}

static void count_mass(Mjcf *mjcf, const char *mass)
{
  text_format(&mjcf->mass_sum, "%s%s", mjcf->mass_sum.length > 0 ? " + " : "", mass);
}

// The moments of inertia for mass m and half lengths a, b, c are m/5 (b^2 + c^2) about x, etc.
static void write_ellipsoid(Mjcf *mjcf, const Geom *geom, const char *name, const char *mass,
                            int body)
{
  static const int entry[3] = { 0, 3, 5 };
  Inertial inertial = { .mass = mass, .inertia = { "0", "0", "0", "0", "0", "0" } };
  inertial.pose = geom->pose;
  for (int i = 0; i < 3; i++) {
    inertial.inertia[entry[i]] = arena_format(mjcf->arena, "%s/5*(%s^2 + %s^2)", mass,
                                              geom->axes[(i + 1) % 3], geom->axes[(i + 2) % 3]);
  }
  build_body(mjcf->import, name, mjcf->bodies[body].frame, &inertial);
}

// Writes the geom as a separate body, with the mass of its volume.
static void write_massive(Mjcf *mjcf, const Geom *geom, int body)
{
  const char *density = xml_number(mjcf->xml, geom->element, "density", "1000");
  bool has_mass = xml_attribute(geom->element, "mass") != NULL;
  const char *mass = has_mass ? xml_number(mjcf->xml, geom->element, "mass", NULL)
                              : arena_format(mjcf->arena, "%s*%s", geom->volume, density);
  const char *own = xml_attribute(geom->element, "name");
  const char *name = own ? own : mjcf->bodies[body].name;
  count_mass(mjcf, mass);
  if (geom->kind == STATEMENT_COUNT) {
    write_ellipsoid(mjcf, geom, name, scaled(mjcf, mass), body);
    return;
  }
  Shape shape = shape_of(mjcf, geom);
  shape.density = scaled(mjcf, has_mass ? arena_format(mjcf->arena, "%s/%s", mass, geom->volume)
                                        : arena_format(mjcf->arena, "%s kg/m^3", density));
  build_massive_shape(mjcf->import, name, mjcf->bodies[body].frame, &shape);
}

// Returns true if the geom is in a group that contributes to the mass.
static bool counts(Mjcf *mjcf, XmlElement *geom)
{
  const MjcfSettings *settings = mjcf_settings(mjcf, geom);
  double group = decimal_value(xml_number(mjcf->xml, geom, "group", "0"));
  return group >= decimal_value(settings->groups[0]) && group <= decimal_value(settings->groups[1]);
}

// MuJoCo uses the density if there is no mass.
static bool has_mass(Mjcf *mjcf, const Geom *geom)
{
  const char *density = xml_number(mjcf->xml, geom->element, "density", "1000");
  const char *mass = xml_number(mjcf->xml, geom->element, "mass", density);
  return !decimal_is_zero(mass) && counts(mjcf, geom->element);
}

// Returns true if a body, or a frame in it, has geoms in these groups.
static bool has_counting_geoms(Mjcf *mjcf, XmlElement *element)
{
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    bool is_found =
        xml_is(e, "geom") ? counts(mjcf, e) : xml_is(e, "frame") && has_counting_geoms(mjcf, e);
    if (is_found) return true;
  }
  return false;
}

// A bound of zero is disabled, so negative values are not corrected: they are errors.
static const char *at_least(const char *decimal, const char *least)
{
  bool is_bound = !decimal_is_zero(least) && decimal_value(decimal) < decimal_value(least);
  return is_bound ? least : decimal;
}

// Applies boundmass, boundinertia and balanceinertia: MuJoCo changes principal moments that are too
// small, or of which one exceeds the sum of the others. It also does so for a full matrix after
// diagonalisation, which is not supported here.
static void correct(Mjcf *mjcf, XmlElement *element, Inertial *inertial)
{
  static const int entry[3] = { 0, 3, 5 };
  const MjcfSettings *settings = mjcf_settings(mjcf, element);
  const char **I = inertial->inertia;
  inertial->mass = at_least(inertial->mass, settings->least_mass);
  bool is_diagonal = decimal_is_zero(I[1]) && decimal_is_zero(I[2]) && decimal_is_zero(I[4]);
  if (!is_diagonal) {
    if (settings->balances_inertia || !decimal_is_zero(settings->least_inertia))
      build_report_untranslated(mjcf->import, "balanceinertia or boundinertia of a full matrix",
                                element);
    return;
  }
  double value[3];
  for (int i = 0; i < 3; i++) {
    I[entry[i]] = at_least(I[entry[i]], settings->least_inertia);
    value[i] = decimal_value(I[entry[i]]);
  }
  double sum = value[0] + value[1] + value[2];
  double largest = fmax(value[0], fmax(value[1], value[2]));
  if (!settings->balances_inertia || 2 * largest <= sum) return;
  const char *mean = arena_format(mjcf->arena, "(%s + %s + %s)/3", I[0], I[3], I[5]);
  I[0] = I[3] = I[5] = mean;
}

// The order of fullinertia in MJCF is xx yy zz xy xz yz.
static void read_inertial(Mjcf *mjcf, XmlElement *element, Inertial *inertial)
{
  static const int entry[6] = { 0, 3, 5, 1, 2, 4 };
  const char *numbers[6] = { "0", "0", "0", "0", "0", "0" };
  inertial->pose = mjcf_read_pose(mjcf, element);
  inertial->mass = xml_number(mjcf->xml, element, "mass", NULL);
  if (xml_numbers(mjcf->xml, element, "fullinertia", 6, 6, numbers) == 0)
    (void)xml_numbers(mjcf->xml, element, "diaginertia", 3, 3, numbers);
  for (int i = 0; i < 6; i++)
    inertial->inertia[entry[i]] = numbers[i];
}

static ShapeHolder write_inertial(Mjcf *mjcf, XmlElement *element, Inertial *inertial, int body)
{
  correct(mjcf, element, inertial);
  count_mass(mjcf, inertial->mass);
  inertial->mass = scaled(mjcf, inertial->mass);
  for (int i = 0; i < 6; i++) {
    if (!decimal_is_zero(inertial->inertia[i]))
      inertial->inertia[i] = scaled(mjcf, inertial->inertia[i]);
  }
  return build_body(mjcf->import, mjcf->bodies[body].name, mjcf->bodies[body].frame, inertial);
}

static void write_picture(Mjcf *mjcf, const Geom *geom, int body, ShapeHolder *holder)
{
  if (geom->kind == STATEMENT_COUNT) return;
  if (!holder->name)
    holder->name = names_take(&mjcf->import->bodies, mjcf->bodies[body].name, "shape");
  Shape shape = shape_of(mjcf, geom);
  build_shape(mjcf->import, holder, &shape);
}

// Writes a geom of a body whose mass is determined otherwise.
static void write_picture_only(Mjcf *mjcf, XmlElement *element, int body, ShapeHolder *holder)
{
  Geom geom;
  PictureMark mark = build_begin_picture(mjcf->import);
  bool is_geom = read_geom(mjcf, element, &geom);
  if (build_end_picture(mjcf->import, mark) && is_geom) write_picture(mjcf, &geom, body, holder);
}

// Writes a geom; returns true if it has mass.
static bool write_geom(Mjcf *mjcf, XmlElement *element, int body, ShapeHolder *holder)
{
  Geom geom;
  if (!read_geom(mjcf, element, &geom)) return false;
  bool is_heavy = has_mass(mjcf, &geom);
  if (is_heavy && geom.volume) {
    write_massive(mjcf, &geom, body);
    return true;
  }
  if (is_heavy)
    build_report_untranslated(mjcf->import, "mass of a mesh; give its body an <inertial>", element);
  write_picture(mjcf, &geom, body, holder);
  return is_heavy;
}

// Writes the geoms of a body, or of a frame in it; returns true if any of them has mass.
static bool write_geoms(Mjcf *mjcf, XmlElement *element, int body, bool may_have_mass,
                        ShapeHolder *holder)
{
  bool is_massive = false;
  for (XmlElement *e = xml_child(element, "geom"); e; e = xml_next(e, "geom")) {
    if (may_have_mass) {
      is_massive |= write_geom(mjcf, e, body, holder);
    } else {
      write_picture_only(mjcf, e, body, holder);
    }
  }
  return is_massive;
}

void mjcf_write_mass(Mjcf *mjcf, XmlElement *element, int body)
{
  const MjcfBody *own = &mjcf->bodies[body];
  const MjcfSettings *settings = mjcf_settings(mjcf, element);
  XmlElement *given = xml_child(element, "inertial");
  XmlElement *second = given ? xml_next(given, "inertial") : NULL;
  if (second) build_report_untranslated(mjcf->import, "further <inertial>", second);
  bool may_have_mass = !own->is_of_world &&
                       (!own->has_given_mass || settings->mass_from == MJCF_MASS_GEOMS) &&
                       settings->mass_from != MJCF_MASS_INERTIAL;
  if (given && settings->mass_from == MJCF_MASS_GEOMS && has_counting_geoms(mjcf, element)) {
    build_report_untranslated(mjcf->import, "inertial (inertiafromgeom is true)", given);
    given = NULL;
  }
  Inertial inertial = { .mass = "0", .inertia = { "0", "0", "0", "0", "0", "0" } };
  ShapeHolder holder = { .frame = own->frame };
  if (given) {
    read_inertial(mjcf, given, &inertial);
    holder = write_inertial(mjcf, given, &inertial, body);
  }
  bool has_geoms = write_geoms(mjcf, element, body, may_have_mass, &holder);
  bool is_bounded =
      !decimal_is_zero(settings->least_mass) || !decimal_is_zero(settings->least_inertia);
  if (has_geoms && is_bounded)
    build_report_untranslated(mjcf->import, "boundmass and boundinertia of a body with geoms",
                              element);
  if (has_geoms || given || !is_bounded || !xml_is(element, "body") || own->has_given_mass) return;
  inertial.pose = mjcf_read_pose(mjcf, element);  // MuJoCo uses the pose of the body a second time
  (void)write_inertial(mjcf, element, &inertial, body);
}
