// mjcf_body.c -- walking the tree of bodies. XML nests at most 256 deep (xml.h), so it may recurse.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/describe.h"

#include <string.h>

static void place_in_world(Mjcf *mjcf, int body, int parent, const Pose *pose)
{
  const MjcfBody *outer = &mjcf->bodies[parent];
  MjcfBody *inner = &mjcf->bodies[body];
  double R[3][3];
  double p[3];
  pose_matrix(pose, R, p);
  for (int i = 0; i < 3; i++) {
    inner->position[i] = outer->position[i];
    for (int j = 0; j < 3; j++) {
      inner->position[i] += outer->rotation[i][j] * p[j];
      for (int k = 0; k < 3; k++)
        inner->rotation[i][j] += outer->rotation[i][k] * R[k][j];
    }
  }
}

static void write_site(Mjcf *mjcf, XmlElement *site, const char *class, int body)
{
  const char *name = xml_attribute(mjcf->xml, site, "name");
  if (!name) {
    mjcf_leave(mjcf, "site without a name", site);
    return;
  }
  const char *carrier = mjcf->bodies[body].frame;
  const char *label = labels_take(&mjcf->frames, mjcf->arena, name, "site");
  Pose pose = mjcf_read_pose(mjcf, site, class);
  bool is_point = pose_is_shift(&pose);
  mjcf->sites[mjcf->site_count] = (MjcfSite){ label, is_point ? carrier : label };
  map_put(&mjcf->site_index, name, mjcf->site_count++);
  text_format(mjcf->bl, is_point ? "point %s on %s at " : "frame %s in %s : ", label, carrier);
  if (is_point) {
    pose_put_vector(mjcf->bl, pose.position, "m");
  } else {
    pose_put_moves(mjcf->bl, &pose);
  }
  text_put_char(mjcf->bl, '\n');
}

// Elements that would change the tree are errors; others are only listed.
static void handle_other(Mjcf *mjcf, XmlElement *element)
{
  static const char *const builders[] = { "include",   "frame",    "replicate",
                                          "composite", "flexcomp", "attach" };
  for (size_t i = 0; i < sizeof builders / sizeof builders[0]; i++) {
    if (!xml_is(element, builders[i])) continue;
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, element),
                    "save the model from MuJoCo first, which writes it out",
                    "<%s> is not supported", xml_tag(element));
    return;
  }
  mjcf_leave(mjcf, xml_tag(element), element);
}

static void write_inside(Mjcf *mjcf, XmlElement *element, const char *class, int body);

static void write_comment(Mjcf *mjcf, const char *name)
{
  text_put_char(mjcf->bl, '\n');
  if (!name) return;
  text_put(mjcf->bl, "# body ");
  describe_foreign(mjcf->bl, name);
  text_put_char(mjcf->bl, '\n');
}

static void write_body(Mjcf *mjcf, XmlElement *element, const char *class, int parent)
{
  const char *name = xml_attribute(mjcf->xml, element, "name");
  const char *own_class = xml_attribute(mjcf->xml, element, "childclass");
  if (own_class) class = own_class;
  int body = mjcf->body_count++;
  if (name && map_find(&mjcf->body_index, name) >= 0) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(mjcf->xml, element, "name"), NULL,
                    "there are two bodies '%s'", name);
  }
  if (name) map_put(&mjcf->body_index, name, body);
  Pose pose = mjcf_read_pose(mjcf, element, NULL);
  place_in_world(mjcf, body, parent, &pose);
  write_comment(mjcf, name);
  MjcfBody *written = &mjcf->bodies[body];
  written->label = name ? name : arena_format(mjcf->arena, "part%d", body);
  written->frame = mjcf_write_joints(mjcf, element, class, parent, name, &pose);
  mjcf_write_mass(mjcf, element, class, body);
  write_inside(mjcf, element, class, body);
}

// What is in a body besides its joints and its mass: sites at once, bodies behind them.
static void write_inside(Mjcf *mjcf, XmlElement *element, const char *class, int body)
{
  static const char *const elsewhere[] = { "body", "joint", "freejoint", "inertial", "geom" };
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    bool is_elsewhere = false;
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++) {
      is_elsewhere |= xml_is(e, elsewhere[i]);
    }
    if (is_elsewhere) continue;
    if (xml_is(e, "site")) {
      write_site(mjcf, e, class, body);
    } else {
      handle_other(mjcf, e);
    }
  }
  for (XmlElement *e = xml_child(element, "body"); e; e = xml_next(e, "body")) {
    write_body(mjcf, e, class, body);
  }
}

void mjcf_write_bodies(Mjcf *mjcf, XmlElement *worldbody)
{
  if (mjcf->body_count == 0) {
    MjcfBody *world = &mjcf->bodies[mjcf->body_count++];
    *world = (MjcfBody){ .label = "world", .frame = "ground" };
    for (int i = 0; i < 3; i++)
      world->rotation[i][i] = 1;
    map_put(&mjcf->body_index, "world", MJCF_WORLD);
  }
  const char *class = xml_attribute(mjcf->xml, worldbody, "childclass");
  mjcf_write_mass(mjcf, worldbody, class, MJCF_WORLD);
  write_inside(mjcf, worldbody, class, MJCF_WORLD);
}
