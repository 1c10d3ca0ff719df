// mjcf_mass.c -- the mass of a body: its <inertial>, or its geoms.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/describe.h"

typedef struct Inertial {
  const char *mass;
  const char *inertia[6];  // xx xy xz yy yz zz
  Pose pose;
} Inertial;

// MJCF writes fullinertia as xx yy zz xy xz yz.
static void read_inertia(Mjcf *mjcf, XmlElement *element, Inertial *inertial)
{
  static const int entry[6] = { 0, 3, 5, 1, 2, 4 };
  const char *numbers[6] = { "0", "0", "0", "0", "0", "0" };
  if (xml_numbers(mjcf->xml, element, "fullinertia", 6, 6, numbers) == 0) {
    (void)xml_numbers(mjcf->xml, element, "diaginertia", 3, 3, numbers);
  }
  for (int i = 0; i < 6; i++)
    inertial->inertia[entry[i]] = numbers[i];
}

static void put_inertia(Text *bl, const char *const inertia[6])
{
  static const char begin[] = ",\n      inertia ";
  if (inertia_is_zero(inertia)) return;
  text_put(bl, begin);
  describe_inertia(bl, inertia, (int)sizeof begin - 3);
}

// The inertia is turned by quarters exactly; otherwise it gets a frame of its own.
static void write_inertial(Mjcf *mjcf, const Inertial *inertial, int body)
{
  const MjcfBody *carrier = &mjcf->bodies[body];
  const Pose *pose = &inertial->pose;
  const char *label = labels_take(&mjcf->body_labels, mjcf->arena, carrier->label, "part");
  const char *frame = carrier->frame;
  const char *inertia[6];
  for (int i = 0; i < 6; i++)
    inertia[i] = inertial->inertia[i];
  bool is_turned = !pose_is_quarter(pose) && !inertia_is_same_about_all_axes(inertia);
  if (is_turned) {
    const char *wanted = arena_format(mjcf->arena, "%s_inertial", label);
    frame = labels_take(&mjcf->frames, mjcf->arena, wanted, "inertial");
    text_format(mjcf->bl, "frame %s in %s : ", frame, carrier->frame);
    pose_put_moves(mjcf->bl, pose);
    text_put_char(mjcf->bl, '\n');
  } else if (pose_is_quarter(pose)) {
    pose_rotate_inertia(mjcf->arena, pose, inertial->inertia, inertia);
  }
  text_format(mjcf->bl, "body  %s on %s : mass %s kg", label, frame, inertial->mass);
  if (!is_turned && pose_has_position(pose)) {
    text_put(mjcf->bl, ", com ");
    pose_put_vector(mjcf->bl, pose->position, "m");
  }
  put_inertia(mjcf->bl, inertia);
  text_put_char(mjcf->bl, '\n');
}

void mjcf_write_mass(Mjcf *mjcf, XmlElement *element, const char *class, int body)
{
  XmlElement *given = xml_child(element, "inertial");
  if (given && mjcf->mass_from == MJCF_MASS_GEOMS) {
    mjcf_leave(mjcf, "inertial (inertiafromgeom is true)", given);
    given = NULL;
  }
  if (given) {
    Inertial inertial = { .mass = "0", .pose = mjcf_read_pose(mjcf, given, NULL) };
    if (xml_numbers(mjcf->xml, given, "mass", 1, 1, &inertial.mass) == 0) {
      diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, given), NULL,
                      "<inertial> has no 'mass'");
    }
    read_inertia(mjcf, given, &inertial);
    write_inertial(mjcf, &inertial, body);
  }
  bool has_mass = !given && mjcf->mass_from != MJCF_MASS_INERTIAL;
  for (XmlElement *e = xml_child(element, "geom"); e; e = xml_next(e, "geom")) {
    mjcf_write_geom(mjcf, e, class, body, has_mass);
  }
}
