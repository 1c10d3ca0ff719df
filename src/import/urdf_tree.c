// urdf_tree.c -- links and joints must form one tree.
// SPDX-License-Identifier: MIT
#include "import/urdf.h"

static void report_two_parents(Urdf *urdf, const UrdfJoint *joint)
{
  const UrdfLink *child = &urdf->links[joint->child];
  XmlElement *element = xml_child(joint->element, "child");
  diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, xml_attribute_span(urdf->xml, element, "link"),
                  NULL, "link '%s' is already the child of joint '%s'", child->name,
                  urdf->joints[child->parent_joint].name);
}

// Backwards, so that siblings come out in the order of the file.
static void join_links(Urdf *urdf)
{
  for (int i = 0; i < urdf->joint_count; i++) {
    UrdfLink *child = &urdf->links[urdf->joints[i].child];
    if (child->parent_joint >= 0) {
      report_two_parents(urdf, &urdf->joints[i]);
    } else {
      child->parent_joint = i;
    }
  }
  for (int i = urdf->joint_count - 1; i >= 0; i--) {
    UrdfLink *parent = &urdf->links[urdf->joints[i].parent];
    urdf->joints[i].next_sibling = parent->first_child;
    parent->first_child = i;
  }
}

static void find_root(Urdf *urdf)
{
  urdf->root = -1;
  for (int i = 0; i < urdf->link_count; i++) {
    if (urdf->links[i].parent_joint >= 0) continue;
    if (urdf->root < 0) {
      urdf->root = i;
      continue;
    }
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(urdf->xml, urdf->links[i].element, "name"),
                    "all links but one must be the child of a joint",
                    "'%s' is a second root, besides '%s'", urdf->links[i].name,
                    urdf->links[urdf->root].name);
  }
}

// With one parent each, a link that does not hang from the root hangs in a cycle. Upwards from a
// link there are at most as many steps as links.
static void check_cycles(Urdf *urdf)
{
  bool *is_good = ARENA_ARRAY(urdf->arena, bool, urdf->link_count);
  if (urdf->root >= 0) is_good[urdf->root] = true;
  for (int i = 0; i < urdf->link_count; i++) {
    int link = i;
    int steps = 0;
    while (!is_good[link] && steps++ <= urdf->link_count) {
      link = urdf->joints[urdf->links[link].parent_joint].parent;
    }
    if (!is_good[link]) {
      diagnostics_add(urdf->diagnostics, SEVERITY_ERROR,
                      xml_attribute_span(urdf->xml, urdf->links[i].element, "name"), NULL,
                      "link '%s' hangs in a cycle of joints", urdf->links[i].name);
      return;
    }
    for (link = i; !is_good[link]; link = urdf->joints[urdf->links[link].parent_joint].parent) {
      is_good[link] = true;
    }
  }
}

void urdf_build_tree(Urdf *urdf)
{
  join_links(urdf);
  if (diagnostics_error_count(urdf->diagnostics) > 0) return;
  find_root(urdf);
  if (diagnostics_error_count(urdf->diagnostics) == 0) check_cycles(urdf);
}
