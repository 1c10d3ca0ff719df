// mjcf_default.c -- classes of defaults: what an element does not say itself.
//
// Classes nest; a class inherits from the one around it. An element belongs to the class that it
// names, or to the `childclass` of the nearest body around it, or to the main class.
// All kinds of actuators share one set of defaults in MuJoCo; of it, the gear is looked for there.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include <string.h>

static void read_classes(Mjcf *mjcf, XmlElement *element)
{
  const char *name = xml_attribute(mjcf->xml, element, "class");
  if (name) {
    int index = mjcf->class_index.count;
    if (map_find(&mjcf->class_index, name) < 0) {
      mjcf->classes[index] = element;
      map_put(&mjcf->class_index, name, index);
    }
  }
  for (XmlElement *e = xml_child(element, "default"); e; e = xml_next(e, "default")) {
    read_classes(mjcf, e);
  }
}

static void check_class(Mjcf *mjcf, XmlElement *element, const char *attribute)
{
  const char *name = xml_attribute(mjcf->xml, element, attribute);
  if (!name || strcmp(name, "main") == 0 || map_find(&mjcf->class_index, name) >= 0) return;
  diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR,
                  xml_attribute_span(mjcf->xml, element, attribute), NULL,
                  "there is no class of defaults '%s'", name);
}

static void check_classes(Mjcf *mjcf, XmlElement *element)
{
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    if (xml_is(e, "default")) continue;
    check_class(mjcf, e, "class");
    check_class(mjcf, e, "childclass");
    check_classes(mjcf, e);
  }
}

void mjcf_read_defaults(Mjcf *mjcf)
{
  XmlElement *first = xml_child(xml_root(mjcf->xml), "default");
  mjcf->main_default = first;
  for (XmlElement *e = first; e; e = xml_next(e, "default"))
    read_classes(mjcf, e);
  check_classes(mjcf, xml_root(mjcf->xml));
}

static XmlElement *class_default(const Mjcf *mjcf, XmlElement *element, const char *class)
{
  const char *own = xml_attribute(mjcf->xml, element, "class");
  const char *name = own ? own : class;
  if (!name) return mjcf->main_default;
  int index = map_find(&mjcf->class_index, name);
  return index >= 0 ? mjcf->classes[index] : mjcf->main_default;
}

static bool is_actuator(const char *tag)
{
  static const char *const tags[] = { "general", "motor", "position", "velocity" };
  for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
    if (strcmp(tags[i], tag) == 0) return true;
  }
  return false;
}

static XmlElement *holder_in(const Mjcf *mjcf, XmlElement *level, const char *tag, const char *name)
{
  bool is_shared = strcmp(name, "gear") == 0;
  for (XmlElement *e = xml_child(level, NULL); e; e = xml_next(e, NULL)) {
    bool is_same = xml_is(e, tag) || (is_shared && is_actuator(xml_tag(e)));
    if (is_same && xml_attribute(mjcf->xml, e, name)) return e;
  }
  return NULL;
}

XmlElement *mjcf_holder(const Mjcf *mjcf, XmlElement *element, const char *class, const char *name)
{
  if (xml_attribute(mjcf->xml, element, name)) return element;
  const char *tag = xml_tag(element);
  XmlElement *level = class_default(mjcf, element, class);
  for (; level && xml_is(level, "default"); level = xml_parent(level)) {
    XmlElement *holder = holder_in(mjcf, level, tag, name);
    if (holder) return holder;
  }
  return NULL;
}

const char *mjcf_attribute(const Mjcf *mjcf, XmlElement *element, const char *class,
                           const char *name)
{
  XmlElement *holder = mjcf_holder(mjcf, element, class, name);
  return holder ? xml_attribute(mjcf->xml, holder, name) : NULL;
}

int mjcf_numbers(const Mjcf *mjcf, XmlElement *element, const char *class, const char *name,
                 int least, int most, const char *numbers[])
{
  XmlElement *holder = mjcf_holder(mjcf, element, class, name);
  return holder ? xml_numbers(mjcf->xml, holder, name, least, most, numbers) : 0;
}

const char *mjcf_number(const Mjcf *mjcf, XmlElement *element, const char *class, const char *name,
                        const char *otherwise)
{
  const char *number = otherwise;
  return mjcf_numbers(mjcf, element, class, name, 1, 1, &number) == 1 ? number : otherwise;
}

bool mjcf_is_true(const Mjcf *mjcf, XmlElement *element, const char *class, const char *name,
                  bool is_auto)
{
  const char *value = mjcf_attribute(mjcf, element, class, name);
  if (!value || strcmp(value, "auto") == 0) return is_auto;
  return strcmp(value, "true") == 0;
}
