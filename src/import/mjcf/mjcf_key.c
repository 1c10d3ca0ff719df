// mjcf_key.c -- imports keyframes as experiments that start in these states.
//
// qpos and qvel contain the coordinates of all joints in order. The speeds of ball and free joints
// are not derivatives of their quaternions, so only those of hinges and slides are used.
// SPDX-License-Identifier: MIT
#include "import/mjcf/mjcf.h"

#include "import/common/decimal.h"

static const int position_counts[] = { 1, 1, 4, 7 };  // by MjcfJointKind
static const int speed_counts[] = { 1, 1, 3, 6 };

static int count_all(const Mjcf *mjcf, const int counts[])
{
  int count = 0;
  for (int i = 0; i < mjcf->joint_count; i++)
    count += counts[mjcf->joints[i].kind];
  return count;
}

static const char *unit_of(MjcfJointKind kind, int index)
{
  if (kind == MJCF_HINGE) return " rad";
  bool is_length = kind == MJCF_SLIDE || (kind == MJCF_FREE && index < 3);
  return is_length ? " m" : "";
}

static void put_start(Text *start, const char *name, const char *mark, const char *value,
                      const char *unit)
{
  text_format(start, "%s%s%s = %s%s", start->length > 0 ? ", " : "", name, mark, value, unit);
}

static void put_starts(const Mjcf *mjcf, const char *const qpos[], const char *const qvel[],
                       Text *start)
{
  for (int i = 0; i < mjcf->joint_count; i++) {
    const MjcfJoint *joint = &mjcf->joints[i];
    for (int k = 0; k < position_counts[joint->kind] && qpos; k++)
      put_start(start, joint->names[k], "", *qpos++, unit_of(joint->kind, k));
    if (qvel && joint->kind <= MJCF_SLIDE && !decimal_is_zero(*qvel)) {
      put_start(start, joint->label, "'", *qvel, joint->kind == MJCF_SLIDE ? " m/s" : " rad/s");
    }
    if (qvel) qvel += speed_counts[joint->kind];
  }
}

static void write_key(Mjcf *mjcf, XmlElement *key)
{
  int positions = count_all(mjcf, position_counts), speeds = count_all(mjcf, speed_counts);
  const char **qpos = ARENA_ARRAY(mjcf->arena, const char *, positions + 1);
  const char **qvel = ARENA_ARRAY(mjcf->arena, const char *, speeds + 1);
  bool has_positions = xml_numbers(mjcf->xml, key, "qpos", positions, positions, qpos) > 0;
  bool has_speeds = xml_numbers(mjcf->xml, key, "qvel", speeds, speeds, qvel) > 0;
  Text start = { 0 };
  put_starts(mjcf, has_positions ? qpos : NULL, has_speeds ? qvel : NULL, &start);
  if (start.length > 0) {
    const char *name = names_take(&mjcf->import->actions, xml_attribute(key, "name"), "key");
    document_write(mjcf->import->document, "experiment %s { time 0 s .. 1 s, start %s }", name,
                   text_string(&start));
  }
  text_free(&start);
}

void mjcf_write_keys(Mjcf *mjcf, XmlElement *keyframe)
{
  for (XmlElement *e = xml_child(keyframe, "key"); e; e = xml_next(e, "key"))
    write_key(mjcf, e);
}
