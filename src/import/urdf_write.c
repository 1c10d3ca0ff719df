// urdf_write.c -- the description: joint, link, joint, link, depth first in the order of the file.
//
// A joint that mimics another is written behind it, with all that hangs from it.
// SPDX-License-Identifier: MIT
#include "import/urdf.h"

#include "import/describe.h"
#include "import/foreign_name.h"

#include <string.h>

enum { WIDEST = 24 };  // longer names do not shift the others

static void widen(int *width, const char *name)
{
  int length = (int)strlen(name);
  if (length <= WIDEST && length > *width) *width = length;
}

static void choose_names(Urdf *urdf)
{
  for (int i = 0; i < urdf->joint_count; i++) {
    UrdfJoint *joint = &urdf->joints[i];
    joint->label =
        labels_take_both(&urdf->frames, &urdf->values, urdf->arena, joint->name, "joint");
    widen(&urdf->joint_width, joint->label);
  }
  for (int i = 0; i < urdf->link_count; i++) {
    UrdfLink *link = &urdf->links[i];
    link->label = labels_take(&urdf->bodies, urdf->arena, link->name, "link");
    if (link->has_inertial || link->shapes) widen(&urdf->body_width, link->label);
  }
}

static bool must_wait(const Urdf *urdf, const UrdfJoint *joint)
{
  if (!joint->mimic) return false;
  return !urdf->joints[map_find(&urdf->joint_index, joint->mimic)].is_written;
}

// The joint behind `joint` in depth-first order below `top`; -1: no more.
static int next_joint(const Urdf *urdf, int joint, int top, bool skip_below)
{
  int below = urdf->links[urdf->joints[joint].child].first_child;
  if (!skip_below && below >= 0) return below;
  while (joint != top) {
    if (urdf->joints[joint].next_sibling >= 0) return urdf->joints[joint].next_sibling;
    joint = urdf->links[urdf->joints[joint].parent].parent_joint;
  }
  return -1;
}

typedef struct Waiting {
  int *joints;
  int count;
} Waiting;

static void write_below(Urdf *urdf, int top, Waiting *waiting, Text *bl)
{
  for (int i = top; i >= 0;) {
    UrdfJoint *joint = &urdf->joints[i];
    bool waits = must_wait(urdf, joint);
    if (waits) {
      waiting->joints[waiting->count++] = i;
    } else {
      urdf_write_joint(urdf, joint, bl);
      urdf_write_link(urdf, &urdf->links[joint->child], bl);
    }
    i = next_joint(urdf, i, top, waits);
  }
}

// Until nothing waits, or nothing moves any more: then joints mimic each other in a circle.
static void write_waiting(Urdf *urdf, Waiting *waiting, Text *bl)
{
  while (waiting->count > 0) {
    Waiting still = { ARENA_ARRAY(urdf->arena, int, urdf->joint_count), 0 };
    for (int i = 0; i < waiting->count; i++)
      write_below(urdf, waiting->joints[i], &still, bl);
    bool is_stuck = still.count == waiting->count &&
                    memcmp(still.joints, waiting->joints, sizeof(int) * (size_t)still.count) == 0;
    if (is_stuck) {
      const UrdfJoint *joint = &urdf->joints[still.joints[0]];
      diagnostics_add(urdf->diagnostics, SEVERITY_ERROR,
                      xml_span(urdf->xml, xml_child(joint->element, "mimic")), NULL,
                      "joint '%s' mimics '%s', which in the end depends on it", joint->name,
                      joint->mimic);
      return;
    }
    *waiting = still;
  }
}

void urdf_write(Urdf *urdf, Text *bl)
{
  const char *name = xml_attribute(urdf->xml, xml_root(urdf->xml), "name");
  const char *robot = name && *name ? name : "robot";
  describe_top(bl, urdf->options->file_name, "URDF", name,
               name_from(urdf->arena, robot, strlen(robot)));
  text_put(bl, "gravity [0, 0, -9.81] m/s^2  # URDF says nothing of gravity\n");
  choose_names(urdf);

  UrdfLink *root = &urdf->links[urdf->root];
  root->frame = "ground";
  text_put(bl, "\n# link ");
  describe_foreign(bl, root->name);
  text_put(bl, " is the ground\n");
  urdf_write_link(urdf, root, bl);

  Waiting waiting = { ARENA_ARRAY(urdf->arena, int, urdf->joint_count), 0 };
  for (int i = root->first_child; i >= 0; i = urdf->joints[i].next_sibling) {
    write_below(urdf, i, &waiting, bl);
  }
  write_waiting(urdf, &waiting, bl);
}
