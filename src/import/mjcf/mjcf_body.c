// mjcf_body.c -- traverses the tree of bodies. XML nests at most 256 deep (xml.h), so recursion is
// safe.
// SPDX-License-Identifier: MIT
#include "import/mjcf/mjcf.h"

#include <string.h>

static void write_site(Mjcf *mjcf, XmlElement *site, int body)
{
  Import *import = mjcf->import;
  const char *name = xml_attribute(site, "name");
  if (!name) {
    build_report_untranslated(mjcf->import, "site without a name", site);
    return;
  }
  const char *carrier = mjcf->bodies[body].frame;
  const char *label = names_take(&import->values, name, "site");
  Pose pose = mjcf_read_pose(mjcf, site);
  bool is_point = !pose_has_turns(&pose);
  mjcf->sites[mjcf->site_count] = (MjcfSite){ label, is_point ? carrier : label, body, pose };
  map_put(&mjcf->site_index, name, mjcf->site_count++);
  if (!is_point) {
    build_frame(import, label, carrier, pose_moves(mjcf->arena, &pose));
    return;
  }
  document_write(import->document, "point %s at %s on %s", label,
                 vector_text(mjcf->arena, pose.at, "m"), carrier);
}

// Adds a body with the properties of its parent, except for name and pose.
static int add_body(Mjcf *mjcf, XmlElement *element, int parent)
{
  const char *name = xml_attribute(element, "name");
  int body = mjcf->body_count++;
  mjcf->poses[body] = (PoseNode){ parent, mjcf_read_pose(mjcf, element), false };
  mjcf->bodies[body] = mjcf->bodies[parent];
  mjcf->bodies[body].name = name ? name : arena_format(mjcf->arena, "part%d", body);
  mjcf->bodies[body].to_rest = "";
  return body;
}

static void write_inside(Mjcf *mjcf, XmlElement *element, int body);

static void write_body(Mjcf *mjcf, XmlElement *element, int parent)
{
  const char *name = xml_attribute(element, "name");
  if (name && map_find(&mjcf->body_index, name) >= 0)
    xml_error(mjcf->xml, element, "name", NULL, "there are two bodies '%s'", name);
  int body = add_body(mjcf, element, parent);
  if (name) map_put(&mjcf->body_index, name, body);
  document_comment(mjcf->import->document, "%s", "");
  if (name) document_comment(mjcf->import->document, "body %s", name);
  mjcf->bodies[body].is_of_world = false;
  mjcf->bodies[body].has_given_mass = xml_child(element, "inertial") != NULL;
  bool is_moved = xml_child(element, "joint") || xml_child(element, "freejoint");
  if (is_moved) mjcf->bodies[body].moved_by = body;
  mjcf->bodies[body].frame = mjcf_write_joints(mjcf, element, body);
  mjcf_write_mass(mjcf, element, body);
  write_inside(mjcf, element, body);
}

// A <frame> defines the pose of its contents.
static void write_frame(Mjcf *mjcf, XmlElement *element, int parent)
{
  int frame = add_body(mjcf, element, parent);
  if (!pose_is_zero(&mjcf->poses[frame].pose)) {
    const char *own = names_take(&mjcf->import->values, mjcf->bodies[frame].name, "frame");
    build_frame(mjcf->import, own, mjcf->bodies[parent].frame,
                pose_moves(mjcf->arena, &mjcf->poses[frame].pose));
    mjcf->bodies[frame].frame = own;
  }
  mjcf_write_mass(mjcf, element, frame);
  write_inside(mjcf, element, frame);
}

// Writes the contents of a body other than joints and mass: sites first, then bodies. Elements that
// would change the tree are errors; others are reported as untranslated.
static void write_inside(Mjcf *mjcf, XmlElement *element, int body)
{
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    if (xml_is(e, "site")) {
      write_site(mjcf, e, body);
    } else if (!xml_is(element, "body") && xml_is_one_of(e, " joint freejoint inertial ")) {
      xml_error(mjcf->xml, e, NULL, "put it into the body itself",
                "a <%s> in a <%s> is not supported", xml_tag(e), xml_tag(element));
    } else if (xml_is_one_of(e, " composite flexcomp ")) {
      xml_error(mjcf->xml, e, NULL, "save the model from MuJoCo first, which writes it out",
                "<%s> is not supported", xml_tag(e));
    } else if (!xml_is_one_of(e, " body frame joint freejoint inertial geom ")) {
      build_report_untranslated(mjcf->import, xml_tag(e), e);
    }
  }
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    if (xml_is(e, "body")) write_body(mjcf, e, body);
    if (xml_is(e, "frame")) write_frame(mjcf, e, body);
  }
}

void mjcf_write_bodies(Mjcf *mjcf, XmlElement *worldbody)
{
  if (mjcf->body_count == 0) {
    mjcf->poses[MJCF_WORLD] = (PoseNode){ -1, pose_zero(), false };
    mjcf->bodies[mjcf->body_count++] =
        (MjcfBody){ .name = "world", .frame = "ground", .is_of_world = true };
    map_put(&mjcf->body_index, "world", MJCF_WORLD);
  }
  mjcf_write_mass(mjcf, worldbody, MJCF_WORLD);
  write_inside(mjcf, worldbody, MJCF_WORLD);
}
