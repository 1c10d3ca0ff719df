// mjcf_mass.c -- the mass of a body: its <inertial>, or its geoms.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/decimal.h"
#include "import/describe.h"

// MJCF writes fullinertia as xx yy zz xy xz yz.
static void read_inertia(Mjcf *mjcf, XmlElement *element, MjcfInertial *inertial)
{
  static const int entry[6] = { 0, 3, 5, 1, 2, 4 };
  const char *numbers[6] = { "0", "0", "0", "0", "0", "0" };
  if (xml_numbers(mjcf->xml, element, "fullinertia", 6, 6, numbers) == 0) {
    (void)xml_numbers(mjcf->xml, element, "diaginertia", 3, 3, numbers);
  }
  for (int i = 0; i < 6; i++)
    inertial->inertia[entry[i]] = numbers[i];
}

static MjcfInertial read_inertial(Mjcf *mjcf, XmlElement *element)
{
  MjcfInertial inertial = { .mass = "0", .pose = mjcf_read_pose(mjcf, element, NULL) };
  if (xml_numbers(mjcf->xml, element, "mass", 1, 1, &inertial.mass) == 0) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, element), NULL,
                    "<inertial> has no 'mass'");
  }
  read_inertia(mjcf, element, &inertial);
  return inertial;
}

// ---- writing

static void put_shapes(Mjcf *mjcf, const MjcfShape *shapes, int count)
{
  for (int i = 0; i < count; i++) {
    text_format(mjcf->bl, ",\n      %s", shapes[i].text);
    pose_put_shape_parts(mjcf->bl, &shapes[i].pose, i == count - 1);
  }
}

static void write_shapes_alone(Mjcf *mjcf, const char *name, int body, const MjcfShape *shapes,
                               int count)
{
  if (count == 0) return;
  text_format(mjcf->bl, "body  %s on %s : mass 0 kg",
              labels_take(&mjcf->body_labels, mjcf->arena, name, "shape"),
              mjcf->bodies[body].frame);
  put_shapes(mjcf, shapes, count);
  text_put_char(mjcf->bl, '\n');
}

// In a frame of its own, in which the numbers of the file hold as they are.
static void write_turned(Mjcf *mjcf, const char *label, const MjcfInertial *inertial, int body)
{
  const char *wanted = arena_format(mjcf->arena, "%s_inertial", label);
  const char *frame = labels_take(&mjcf->frames, mjcf->arena, wanted, "inertial");
  text_format(mjcf->bl, "frame %s in %s : ", frame, mjcf->bodies[body].frame);
  pose_put_moves(mjcf->bl, &inertial->pose);
  text_format(mjcf->bl, "\nbody  %s on %s : mass %s kg", label, frame, inertial->mass);
  describe_inertia(mjcf->bl, inertial->inertia);
  text_put_char(mjcf->bl, '\n');
}

// Quarter turns of the inertia are carried out exactly.
static void write_plain(Mjcf *mjcf, const char *label, const MjcfInertial *inertial, int body,
                        const MjcfShape *shapes, int shape_count)
{
  const Pose *pose = &inertial->pose;
  const char *inertia[6];
  for (int i = 0; i < 6; i++)
    inertia[i] = inertial->inertia[i];
  if (pose_is_quarter(pose)) pose_rotate_inertia(mjcf->arena, pose, inertial->inertia, inertia);
  text_format(mjcf->bl, "body  %s on %s : mass %s kg", label, mjcf->bodies[body].frame,
              inertial->mass);
  describe_com(mjcf->bl, pose);
  describe_inertia(mjcf->bl, inertia);
  put_shapes(mjcf, shapes, shape_count);
  text_put_char(mjcf->bl, '\n');
}

void mjcf_write_inertial(Mjcf *mjcf, const char *name, const MjcfInertial *inertial, int body,
                         const MjcfShape *shapes, int shape_count)
{
  if (!inertial) {
    write_shapes_alone(mjcf, name, body, shapes, shape_count);
    return;
  }
  const char *label = labels_take(&mjcf->body_labels, mjcf->arena, name, "part");
  bool is_plain =
      pose_is_quarter(&inertial->pose) || inertia_is_same_about_all_axes(inertial->inertia);
  if (is_plain) {
    write_plain(mjcf, label, inertial, body, shapes, shape_count);
  } else {
    write_turned(mjcf, label, inertial, body);
    write_shapes_alone(mjcf, arena_format(mjcf->arena, "%s_shape", label), body, shapes,
                       shape_count);
  }
}

// ---- a body

static int count_geoms(XmlElement *element)
{
  int count = 0;
  for (XmlElement *e = xml_child(element, "geom"); e; e = xml_next(e, "geom"))
    count++;
  return count;
}

// MuJoCo asks for the density where there is no mass.
static const char *mass_or_density(Mjcf *mjcf, const MjcfShape *shape)
{
  const char *density = mjcf_number(mjcf, shape->element, shape->class, "density", "1000");
  return mjcf_number(mjcf, shape->element, shape->class, "mass", density);
}

// Shapes without mass of their own stay in `shapes`; the others are written.
static int write_massive_shapes(Mjcf *mjcf, MjcfShape *shapes, int count, int body)
{
  int kept = 0;
  for (int i = 0; i < count; i++) {
    const MjcfShape *shape = &shapes[i];
    bool has_mass = !decimal_is_zero(mass_or_density(mjcf, shape));
    if (has_mass && !shape->volume) mjcf_leave(mjcf, "mass of a mesh geom", shape->element);
    if (has_mass && shape->volume) {
      mjcf_write_shape(mjcf, shape, body);
    } else if (shape->text) {
      shapes[kept++] = *shape;
    }
  }
  return kept;
}

static int keep_drawn(MjcfShape *shapes, int count)
{
  int kept = 0;
  for (int i = 0; i < count; i++) {
    if (shapes[i].text) shapes[kept++] = shapes[i];
  }
  return kept;
}

void mjcf_write_mass(Mjcf *mjcf, XmlElement *element, const char *class, int body)
{
  XmlElement *given = xml_child(element, "inertial");
  if (given && mjcf->mass_from == MJCF_MASS_GEOMS) {
    mjcf_leave(mjcf, "inertial (inertiafromgeom is true)", given);
    given = NULL;
  }
  MjcfShape *shapes = ARENA_ARRAY(mjcf->arena, MjcfShape, count_geoms(element) + 1);
  int count = 0;
  for (XmlElement *e = xml_child(element, "geom"); e; e = xml_next(e, "geom")) {
    if (mjcf_read_shape(mjcf, e, class, body, &shapes[count])) count++;
  }
  bool is_massive = !given && mjcf->mass_from != MJCF_MASS_INERTIAL && body != MJCF_WORLD;
  count = is_massive ? write_massive_shapes(mjcf, shapes, count, body) : keep_drawn(shapes, count);
  MjcfInertial inertial = { 0 };
  if (given) inertial = read_inertial(mjcf, given);
  mjcf_write_inertial(mjcf, mjcf->bodies[body].label, given ? &inertial : NULL, body, shapes,
                      count);
}
