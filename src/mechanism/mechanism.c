// mechanism.c -- the end of a mechanism, and finding its parts by name.
//
// A mechanism has tens of parts, rarely a thousand, and is asked by name only at the border to
// the user: plain walks do.
// SPDX-License-Identifier: MIT
#include "mechanism/mechanism.h"

#include <string.h>

static const JointInfo joint_infos[JOINT_KIND_COUNT] = {
#define JOINT(NAME, word, coordinates, doc) [JOINT_##NAME] = { word, coordinates, doc },
#include "mechanism/joints.def"
};

const JointInfo *joint_info(JointKind kind) { return &joint_infos[kind]; }

bool joint_has_axis(JointKind kind)
{
  return kind == JOINT_REVOLUTE || kind == JOINT_PRISMATIC || kind == JOINT_SCREW ||
         kind == JOINT_CYLINDRICAL || kind == JOINT_PLANAR;
}

static const DhInfo dh_infos[DH_CONVENTION_COUNT] = {
  { "standard", "standard DH (Paul): RZ(theta) TZ(d) TX(a) RX(alpha)" },
  { "modified", "modified DH (Craig): RX(alpha) TX(a) RZ(theta) TZ(d)" },
  { "khalil", "Khalil-Kleinfinger: RZ(gamma) TZ(b) RX(alpha) TX(d) RZ(theta) TZ(r)" },
};

const DhInfo *dh_info(DhConvention convention) { return &dh_infos[convention]; }

const Expr *definition_body(const Definition *definition)
{
  const Expr *value = definition->value;
  bool is_own_name =
      value->form->op == OP_NAMED && strcmp(value->form->named.name, definition->name) == 0;
  return is_own_name ? value->form->named.definition : value;
}

void mechanism_free(Mechanism *mechanism)
{
  if (!mechanism) return;
  pool_free(mechanism->pool);
  arena_free(mechanism->arena);
}

bool move_is_moving(const Move *move)
{
  if (move->kind != MOVE_QUATERNION) return move->amount->form->stage > STAGE_PARAMETER;
  for (int i = 0; i < 4; i++) {
    if (move->parameter[i]->form->stage > STAGE_PARAMETER) return true;
  }
  return false;
}

int mechanism_find_frame(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->frame_count; i++) {
    if (strcmp(mechanism->frames[i].name, name) == 0) return i;
  }
  return -1;
}

int mechanism_find_point(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->point_count; i++) {
    if (strcmp(mechanism->points[i].name, name) == 0) return i;
  }
  return -1;
}

int mechanism_find_coordinate(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    if (strcmp(mechanism->coordinates[i].name, name) == 0) return i;
  }
  return -1;
}

int mechanism_find_parameter(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->parameter_count; i++) {
    if (strcmp(mechanism->parameters[i].name, name) == 0) return i;
  }
  return -1;
}
