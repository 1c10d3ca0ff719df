// mjcf_unread.c -- attributes that are not translated, listed by element.
//
// How MuJoCo draws, finds contacts and integrates has no place in a mechanism; but it is for the
// user to know what was passed over. Elements without a row here are listed as a whole where the
// tree is walked.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include <string.h>

#define PLACE " pos quat euler axisangle xyaxes zaxis "

typedef struct ReadElement {
  const char *parent;  // NULL: any
  const char *tag;
  const char *attributes;  // that are read, between blanks
} ReadElement;

static const ReadElement elements[] = {
  { NULL, "mujoco", " model " },
  { NULL, "compiler", " angle eulerseq inertiafromgeom coordinate autolimits meshdir assetdir " },
  { NULL, "option", " gravity " },
  { "option", "flag", " gravity " },
  { NULL, "default", " class " },
  { NULL, "worldbody", " childclass " },
  { NULL, "body", " name childclass" PLACE },
  { "equality", "joint", " name class joint1 joint2 polycoef active " },
  { NULL, "joint",
    " name class type axis pos range limited damping frictionloss armature stiffness springref"
    " ref " },
  { NULL, "freejoint", " name " },
  { NULL, "inertial", " mass diaginertia fullinertia" PLACE },
  { NULL, "geom", " name class type size fromto mass density mesh" PLACE },
  { NULL, "site", " name class" PLACE },
  { "asset", "mesh", " name file " },
  { NULL, "equality", " " },
  { NULL, "connect", " name class body1 body2 anchor site1 site2 active " },
  { NULL, "weld", " name class body1 body2 relpose site1 site2 active " },
  { NULL, "actuator", " " },
  { NULL, "motor", " name class joint jointinparent site gear " },
  { NULL, "position", " name class joint jointinparent gear kp kv " },
  { NULL, "velocity", " name class joint jointinparent gear kv " },
  { NULL, "general",
    " name class joint jointinparent gear gaintype gainprm biastype biasprm dyntype " },
  { NULL, "asset", " " },
};

static const ReadElement *find_element(XmlElement *element)
{
  XmlElement *parent = xml_parent(element);
  for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++) {
    const ReadElement *row = &elements[i];
    if (!xml_is(element, row->tag)) continue;
    if (!row->parent || (parent && xml_is(parent, row->parent))) return row;
  }
  return NULL;
}

// A setting of the compiler that is switched off does nothing.
static bool is_off(const Mjcf *mjcf, XmlElement *element, const char *name)
{
  const char *value = xml_attribute(mjcf->xml, element, name);
  return xml_is(element, "compiler") && (strcmp(value, "false") == 0 || strcmp(value, "0") == 0);
}

static void list_attributes(Mjcf *mjcf, XmlElement *element, const ReadElement *row)
{
  for (int i = 0;; i++) {
    const char *name = xml_attribute_name(element, i);
    if (!name) return;
    if (strstr(row->attributes, arena_format(mjcf->arena, " %s ", name))) continue;
    if (is_off(mjcf, element, name)) continue;
    leftovers_add_attribute(&mjcf->attributes, row->tag, name,
                            xml_attribute_span(mjcf->xml, element, name));
  }
}

// Inside these, what is unknown is listed here; elsewhere whoever walks there does it.
static void list_unknown(Mjcf *mjcf, XmlElement *element)
{
  XmlElement *parent = xml_parent(element);
  if (!parent) return;
  bool is_default = xml_is(parent, "default");
  if (!is_default && !xml_is(parent, "option") && !xml_is(parent, "asset")) return;
  mjcf_leave(mjcf, arena_format(mjcf->arena, "%s in <%s>", xml_tag(element), xml_tag(parent)),
             element);
}

static void list_below(Mjcf *mjcf, XmlElement *element)
{
  const ReadElement *row = find_element(element);
  if (!row) {
    list_unknown(mjcf, element);
    return;
  }
  list_attributes(mjcf, element, row);
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL))
    list_below(mjcf, e);
}

void mjcf_list_unread(Mjcf *mjcf) { list_below(mjcf, xml_root(mjcf->xml)); }
