// urdf_write_link.c -- one link as a body: mass, inertia, shapes.
//
// URDF may turn the axes of an inertia. Quarter turns are carried out exactly; for others the
// language is given a frame of its own, in which the numbers of the file hold as they are.
// SPDX-License-Identifier: MIT
#include "import/urdf.h"

#include "import/decimal.h"
#include "import/describe.h"

#include <assert.h>

static Pose in_frame(const Urdf *urdf, const UrdfLink *link, const Pose *pose)
{
  Pose composed = pose_zero();
  bool is_exact = pose_compose(urdf->arena, &link->place, pose, &composed);
  assert(is_exact);
  (void)is_exact;
  return composed;
}

static void put_body(const Urdf *urdf, Text *bl, const char *name, const char *frame)
{
  text_format(bl, "body  %-*s on %s : ", urdf->body_width, name, frame);
}

static void put_shapes(const Urdf *urdf, const UrdfLink *link, Text *bl)
{
  for (const UrdfShape *shape = link->shapes; shape; shape = shape->next) {
    Pose pose = in_frame(urdf, link, &shape->pose);
    text_format(bl, ",\n      %s", shape->text);
    pose_put_shape_parts(bl, &pose, shape->next == NULL);
  }
}

// Mass, centre and inertia in the axes of the frame; with the shapes.
static void write_plain(const Urdf *urdf, const UrdfLink *link, const Pose *pose, Text *bl)
{
  const char *inertia[6];
  for (int i = 0; i < 6; i++)
    inertia[i] = link->inertia[i];
  if (pose_is_quarter(pose)) pose_rotate_inertia(urdf->arena, pose, link->inertia, inertia);
  put_body(urdf, bl, link->label, link->frame);
  text_format(bl, "mass %s kg", link->mass);
  describe_com(bl, pose);
  describe_inertia(bl, inertia);
  put_shapes(urdf, link, bl);
  text_put_char(bl, '\n');
}

static void write_shapes_alone(Urdf *urdf, const UrdfLink *link, const char *name, Text *bl)
{
  put_body(urdf, bl, name, link->frame);
  text_put(bl, "mass 0 kg");
  put_shapes(urdf, link, bl);
  text_put_char(bl, '\n');
}

static void write_turned(Urdf *urdf, const UrdfLink *link, const Pose *pose, Text *bl)
{
  const char *wanted = arena_format(urdf->arena, "%s_inertial", link->label);
  const char *frame = labels_take(&urdf->frames, urdf->arena, wanted, "inertial");
  text_format(bl, "frame %s in %s : ", frame, link->frame);
  pose_put_moves(bl, pose);
  text_put_char(bl, '\n');
  put_body(urdf, bl, link->label, frame);
  text_format(bl, "mass %s kg", link->mass);
  describe_inertia(bl, link->inertia);
  text_put_char(bl, '\n');
  if (!link->shapes) return;
  const char *shape = arena_format(urdf->arena, "%s_shape", link->label);
  write_shapes_alone(urdf, link, labels_take(&urdf->bodies, urdf->arena, shape, "shape"), bl);
}

void urdf_write_link(Urdf *urdf, UrdfLink *link, Text *bl)
{
  if (!link->has_inertial) {
    if (link->shapes) write_shapes_alone(urdf, link, link->label, bl);
    return;
  }
  bool is_nothing = decimal_is_zero(link->mass) && inertia_is_zero(link->inertia) && !link->shapes;
  if (is_nothing) return;
  Pose pose = in_frame(urdf, link, &link->inertial_pose);
  bool turns_matter = !pose_is_quarter(&pose) && !inertia_is_same_about_all_axes(link->inertia);
  if (turns_matter) {
    write_turned(urdf, link, &pose, bl);
  } else {
    write_plain(urdf, link, &pose, bl);
  }
}
