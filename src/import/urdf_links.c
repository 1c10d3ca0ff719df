// urdf_links.c -- reading links: inertials and visuals.
// SPDX-License-Identifier: MIT
#include "import/urdf.h"

#include <string.h>

static int count_elements(XmlElement *parent, const char *tag)
{
  int count = 0;
  for (XmlElement *e = xml_child(parent, tag); e; e = xml_next(e, tag))
    count++;
  return count;
}

void urdf_read_inertial(Urdf *urdf, UrdfLink *link, XmlElement *inertial)
{
  static const char *const names[6] = { "ixx", "ixy", "ixz", "iyy", "iyz", "izz" };
  XmlElement *mass = xml_child(inertial, "mass");
  XmlElement *inertia = xml_child(inertial, "inertia");
  link->has_inertial = true;
  link->inertial_pose = urdf_read_origin(urdf, inertial);
  link->mass = "0";
  for (int i = 0; i < 6; i++)
    link->inertia[i] = "0";
  if (!mass || !inertia) {
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, xml_span(urdf->xml, inertial), NULL,
                    "<inertial> of link '%s' has no <%s>", link->name, mass ? "inertia" : "mass");
    return;
  }
  link->mass = urdf_required_number(urdf, mass, "value");
  for (int i = 0; i < 6; i++)
    link->inertia[i] = urdf_required_number(urdf, inertia, names[i]);
}

// ---- shapes

static const char *box_text(Urdf *urdf, XmlElement *box)
{
  const char *size[3];
  int count = xml_numbers(urdf->xml, box, "size", 3, 3, size);
  if (count == 0) (void)urdf_required(urdf, box, "size");
  if (count <= 0) return NULL;
  return arena_format(urdf->arena, "box [%s, %s, %s] m", size[0], size[1], size[2]);
}

static const char *mesh_text(Urdf *urdf, XmlElement *mesh)
{
  const char *path = urdf_required(urdf, mesh, "filename");
  const char *scale[3];
  bool is_scaled =
      xml_numbers(urdf->xml, mesh, "scale", 3, 3, scale) == 3 &&
      (strcmp(scale[0], "1") != 0 || strcmp(scale[1], "1") != 0 || strcmp(scale[2], "1") != 0);
  if (is_scaled) {
    leftovers_add(&urdf->leftovers, "scale of mesh", xml_attribute_span(urdf->xml, mesh, "scale"));
  }
  for (const char *c = path; *c; c++) {
    if (*c != '"' && (unsigned char)*c >= ' ') continue;
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(urdf->xml, mesh, "filename"), NULL,
                    "a path must not hold quotes or control characters");
    return NULL;
  }
  return arena_format(urdf->arena, "mesh \"%s\"", path);
}

static const char *shape_text(Urdf *urdf, XmlElement *shape)
{
  if (xml_is(shape, "box")) return box_text(urdf, shape);
  if (xml_is(shape, "mesh")) return mesh_text(urdf, shape);
  if (xml_is(shape, "sphere")) {
    return arena_format(urdf->arena, "sphere radius %s m",
                        urdf_required_number(urdf, shape, "radius"));
  }
  if (xml_is(shape, "cylinder") || xml_is(shape, "capsule")) {
    const char *radius = urdf_required_number(urdf, shape, "radius");
    const char *length = urdf_required_number(urdf, shape, "length");
    return arena_format(urdf->arena, "%s radius %s m length %s m", xml_tag(shape), radius, length);
  }
  leftovers_add(&urdf->leftovers, xml_tag(shape), xml_span(urdf->xml, shape));
  return NULL;
}

void urdf_read_shape(Urdf *urdf, UrdfLink *link, XmlElement *visual)
{
  XmlElement *geometry = xml_child(visual, "geometry");
  XmlElement *shape = geometry ? xml_child(geometry, NULL) : NULL;
  if (!shape) {
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, xml_span(urdf->xml, visual),
                    "it needs a <geometry> with a box, cylinder, sphere or mesh",
                    "<visual> of link '%s' has no shape", link->name);
    return;
  }
  for (XmlElement *e = xml_child(visual, NULL); e; e = xml_next(e, NULL)) {
    if (xml_is(e, "geometry") || xml_is(e, "origin")) continue;
    leftovers_add(&urdf->leftovers, xml_tag(e), xml_span(urdf->xml, e));
  }
  const char *text = shape_text(urdf, shape);
  if (!text) return;
  UrdfShape *kept = ARENA_NEW(urdf->arena, UrdfShape);
  *kept = (UrdfShape){ .text = text, .pose = urdf_read_origin(urdf, visual) };
  UrdfShape **end = &link->shapes;
  while (*end)
    end = &(*end)->next;
  *end = kept;
}

// ---- links

static void read_link(Urdf *urdf, UrdfLink *link)
{
  for (XmlElement *e = xml_child(link->element, NULL); e; e = xml_next(e, NULL)) {
    if (xml_is(e, "inertial") && !link->has_inertial) {
      urdf_read_inertial(urdf, link, e);
    } else if (xml_is(e, "visual")) {
      urdf_read_shape(urdf, link, e);
    } else {
      leftovers_add(&urdf->leftovers, xml_tag(e), xml_span(urdf->xml, e));
    }
  }
}

void urdf_read_links(Urdf *urdf)
{
  XmlElement *root = xml_root(urdf->xml);
  urdf->links = ARENA_ARRAY(urdf->arena, UrdfLink, count_elements(root, "link"));
  for (XmlElement *e = xml_child(root, "link"); e; e = xml_next(e, "link")) {
    UrdfLink *link = &urdf->links[urdf->link_count];
    *link = (UrdfLink){ .element = e, .parent_joint = -1, .first_child = -1 };
    link->name = urdf_required(urdf, e, "name");
    link->place = pose_zero();
    if (map_find(&urdf->link_index, link->name) >= 0) {
      diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, xml_attribute_span(urdf->xml, e, "name"),
                      NULL, "there are two links '%s'", link->name);
    }
    map_put(&urdf->link_index, link->name, urdf->link_count++);
    read_link(urdf, link);
  }
  if (urdf->link_count == 0) {
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, xml_span(urdf->xml, root), NULL,
                    "the robot has no links");
  }
}
