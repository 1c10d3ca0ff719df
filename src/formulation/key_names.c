// key_names.c -- looks up the body or joint whose name follows the colon of a key.
// SPDX-License-Identifier: MIT
#include "base/messages/diagnostics.h"
#include "formulation/recipes.h"

#include <string.h>

void explain_unknown_name(const char *key, const char *what, const char *name,
                          const char *const names[], int count, Text *why)
{
  const char *near = nearest_name(name, strlen(name), names, count);
  text_format(why, "'%s': there is no %s '%s'", key, what, name);
  if (near) {
    text_format(why, "; did you mean '%s'?", near);
    return;
  }
  for (int i = 0; i < count; i++)
    text_format(why, "%s%s", i == 0 ? " (choose one of: " : " ", names[i]);
  if (count > 0) text_put(why, ")");
}

int index_of_key(const char *key, const char *what, const char *const names[], int count, Text *why)
{
  const char *name = strchr(key, ':') + 1;
  for (int i = 0; i < count; i++) {
    if (strcmp(names[i], name) == 0) return i;
  }
  explain_unknown_name(key, what, name, names, count, why);
  return -1;
}

const Body *body_of_key(const Derivation *derivation, const char *key, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  const char **names =
      ARENA_ARRAY(derivation->equations->arena, const char *, mechanism->body_count);
  for (int i = 0; i < mechanism->body_count; i++)
    names[i] = mechanism->bodies[i].name;
  int b = index_of_key(key, "body", names, mechanism->body_count, why);
  return b < 0 ? NULL : &mechanism->bodies[b];
}

const Joint *joint_of_key(const Derivation *derivation, const char *key, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  const char **names =
      ARENA_ARRAY(derivation->equations->arena, const char *, mechanism->joint_count);
  for (int i = 0; i < mechanism->joint_count; i++)
    names[i] = mechanism->joints[i].name;
  int j = index_of_key(key, "joint", names, mechanism->joint_count, why);
  return j < 0 ? NULL : &mechanism->joints[j];
}

bool *frames_carried_by(const Derivation *derivation, int frame)
{
  const Mechanism *mechanism = derivation->mechanism;
  bool *is_carried = ARENA_ARRAY(derivation->equations->arena, bool, mechanism->frame_count);
  is_carried[frame] = true;
  for (int f = frame + 1; f < mechanism->frame_count; f++)
    is_carried[f] = is_carried[mechanism->frames[f].parent];
  return is_carried;
}
