// mjcf_expand.c -- combines the parts of an MJCF model into one tree.
//
// Afterwards every element contains all values that apply to it:
//
//   <include>    is replaced by the contents of the file, which may include further files
//   defaults     are copied to the elements of their class. Classes nest; a class inherits from the
//                enclosing one. An element belongs to the class that it names, or to the
//                `childclass` of the nearest enclosing body, or to the main class.
//   <replicate>  becomes nested frames, with copy k in frame k; its names get a number as suffix,
//                and elements that refer to them are copied as well
//   <attach>     becomes the body of the other model, with a prefix on all names; the assets,
//                tendons, equalities and actuators of the other model are copied as well. Its
//                elements keep the settings of their own <compiler>.
// SPDX-License-Identifier: MIT
#include "import/mjcf/mjcf.h"

#include "import/common/decimal.h"

#include <stdlib.h>
#include <string.h>

// Not valid as XML names, so no file can contain them.
static const char settings_mark[] = "#settings";
static const char actuator_mark[] = "#actuator";

// ---- includes

static void follow_includes(Mjcf *mjcf, XmlElement *element)
{
  XmlElement *next = NULL;
  for (XmlElement *e = xml_child(element, NULL); e; e = next) {
    if (!xml_is(e, "include")) {
      follow_includes(mjcf, e);
      next = xml_next(e, NULL);
      continue;
    }
    const char *file = xml_attribute(e, "file");
    XmlElement *other = xml_load(mjcf->xml, e, file ? file : "", false, SEVERITY_ERROR);
    if (!other) return;
    XmlElement *first = NULL;
    for (XmlElement *part = xml_child(other, NULL); part; part = xml_next(part, NULL)) {
      XmlElement *copy = xml_copy(mjcf->xml, part, element, e);
      if (!copy) return;
      if (!first) first = copy;
    }
    next = first ? first : xml_next(e, NULL);
    xml_remove(e);
  }
}

// ---- settings

// Returns the mark of the element or its nearest marked ancestor; "0", the first model, if there is
// none.
static const char *mark_of(XmlElement *element)
{
  for (XmlElement *e = element; e; e = xml_parent(e)) {
    const char *mark = xml_attribute(e, settings_mark);
    if (mark) return mark;
  }
  return "0";
}

const MjcfSettings *mjcf_settings(const Mjcf *mjcf, XmlElement *element)
{
  return mjcf->settings[atoi(mark_of(element))];
}

static void read_sequence(Mjcf *mjcf, XmlElement *compiler, MjcfSettings *settings)
{
  const char *sequence = xml_attribute(compiler, "eulerseq");
  if (!sequence) return;
  bool is_good =
      strlen(sequence) == 3 && (strspn(sequence, "xyz") == 3 || strspn(sequence, "XYZ") == 3);
  if (is_good) {
    settings->euler_sequence = sequence;
    return;
  }
  xml_error(mjcf->xml, compiler, "eulerseq", "such as xyz or ZYX",
            "'%s' is not three axes, all small or all capital", sequence);
}

static void read_folder(Mjcf *mjcf, XmlElement *compiler, MjcfSettings *settings)
{
  const char *folder = xml_attribute(compiler, "meshdir");
  if (!folder) folder = xml_attribute(compiler, "assetdir");
  if (!folder || !*folder) return;
  bool is_open = folder[strlen(folder) - 1] != '/';
  settings->mesh_folder = arena_format(mjcf->arena, "%s%s", folder, is_open ? "/" : "");
}

static void set_flag(XmlElement *compiler, const char *name, bool *flag)
{
  if (xml_attribute(compiler, name)) *flag = xml_attribute_is(compiler, name, "true");
}

static void read_compiler(Mjcf *mjcf, XmlElement *compiler, MjcfSettings *settings)
{
  if (xml_attribute(compiler, "angle"))
    settings->in_degrees = !xml_attribute_is(compiler, "angle", "radian");
  read_sequence(mjcf, compiler, settings);
  read_folder(mjcf, compiler, settings);
  set_flag(compiler, "strippath", &settings->strips_path);
  set_flag(compiler, "autolimits", &settings->has_auto_limits);
  set_flag(compiler, "balanceinertia", &settings->balances_inertia);
  if (xml_attribute_is(compiler, "inertiafromgeom", "true")) settings->mass_from = MJCF_MASS_GEOMS;
  if (xml_attribute_is(compiler, "inertiafromgeom", "false"))
    settings->mass_from = MJCF_MASS_INERTIAL;
  (void)xml_numbers(mjcf->xml, compiler, "inertiagrouprange", 2, 2, settings->groups);
  settings->least_mass = xml_number(mjcf->xml, compiler, "boundmass", settings->least_mass);
  settings->least_inertia =
      xml_number(mjcf->xml, compiler, "boundinertia", settings->least_inertia);
  settings->total_mass = xml_number(mjcf->xml, compiler, "settotalmass", settings->total_mass);
  if (xml_attribute_is(compiler, "coordinate", "global")) {
    xml_error(mjcf->xml, compiler, "coordinate",
              "only local is read; old versions of MuJoCo save it so",
              "global coordinates are not supported");
  }
}

static void read_settings(Mjcf *mjcf, XmlElement *root)
{
  MjcfSettings *settings = ARENA_NEW(mjcf->arena, MjcfSettings);
  *settings = (MjcfSettings){ .in_degrees = true,
                              .has_auto_limits = true,
                              .mesh_folder = "",
                              .euler_sequence = "xyz",
                              .groups = { "0", "5" },
                              .least_mass = "0",
                              .least_inertia = "0",
                              .total_mass = "-1" };
  for (XmlElement *e = xml_child(root, "compiler"); e; e = xml_next(e, "compiler"))
    read_compiler(mjcf, e, settings);
  int number = mjcf->settings_count;
  const char *mark = arena_format(mjcf->arena, "%d", number);
  *ARENA_PUSH(mjcf->arena, mjcf->settings, mjcf->settings_count) = settings;
  for (XmlElement *e = xml_child(root, NULL); e; e = xml_next(e, NULL)) {
    for (XmlElement *part = xml_child(e, NULL); part && number > 0; part = xml_next(part, NULL))
      xml_set(part, settings_mark, mark);
  }
}

// ---- defaults

typedef struct Classes {
  Mjcf *mjcf;
  XmlElement *main;
  XmlElement **levels;
  Map index;  // by name
} Classes;

static void find_classes(Classes *classes, XmlElement *level)
{
  const char *name = xml_attribute(level, "class");
  if (name && map_find(&classes->index, name) < 0) {
    classes->levels[classes->index.count] = level;
    map_put(&classes->index, name, classes->index.count);
  }
  for (XmlElement *e = xml_child(level, "default"); e; e = xml_next(e, "default"))
    find_classes(classes, e);
}

static XmlElement *find_class(const Classes *classes, XmlElement *element, const char *attribute)
{
  const char *name = xml_attribute(element, attribute);
  int index = map_find(&classes->index, name);
  if (strcmp(name, "main") == 0) return classes->main;
  if (index >= 0) return classes->levels[index];
  xml_error(classes->mjcf->xml, element, attribute, NULL, "there is no class of defaults '%s'",
            name);
  return classes->main;
}

// There is one set of defaults for all equalities and one for all tendons.
static bool is_default_of(XmlElement *given, XmlElement *element)
{
  XmlElement *section = xml_parent(element);
  if (xml_is_one_of(section, " equality tendon ")) return xml_is(given, xml_tag(section));
  return xml_is(given, xml_tag(element)) && !xml_is_one_of(section, " fixed spatial ");
}

// Returns the words, followed by those of the class at the remaining positions.
static const char *completed(Arena *arena, const char *words, const char *usual)
{
  static const char blanks[] = " \t\r\n";
  for (const char *w = words + strspn(words, blanks); *w; w += strspn(w, blanks)) {
    w += strcspn(w, blanks);
    usual += strspn(usual, blanks);
    usual += strcspn(usual, blanks);
  }
  return arena_format(arena, "%s%s", words, usual);
}

static void set_from_level(const Mjcf *mjcf, XmlElement *element, XmlElement *level)
{
  for (XmlElement *given = xml_child(level, NULL); given; given = xml_next(given, NULL)) {
    if (!is_default_of(given, element)) continue;
    for (XmlAttribute *a = xml_first_attribute(given); a; a = xml_next_attribute(a)) {
      const char *name = xml_attribute_name(a);
      const char *own = xml_attribute(element, name);
      bool is_partial = own && strcmp(name, "size") == 0;
      if (!own) xml_set(element, name, xml_attribute_value(a));
      if (is_partial) xml_set(element, name, completed(mjcf->arena, own, xml_attribute_value(a)));
    }
  }
}

// All kinds of actuators share one set of parameters: reads those of the classes, outermost first,
// then those of the element.
static void read_levels(Mjcf *mjcf, XmlElement *level, MjcfActuator *actuator)
{
  if (!level || !xml_is(level, "default")) return;
  read_levels(mjcf, xml_parent(level), actuator);
  for (XmlElement *e = xml_child(level, NULL); e; e = xml_next(e, NULL))
    mjcf_read_actuator(mjcf, e, actuator);
}

static void read_actuator(Mjcf *mjcf, XmlElement *element, XmlElement *level)
{
  static const MjcfActuator usual = { .gear = { "1", "0", "0", "0", "0", "0" },
                                      .gain = { "1", "0", "0" },
                                      .bias = { "0", "0", "0" },
                                      .time = { "1" } };
  MjcfActuator *actuator = ARENA_NEW(mjcf->arena, MjcfActuator);
  *actuator = usual;
  actuator->gain_type = "fixed";
  actuator->bias_type = actuator->dynamics = "none";
  read_levels(mjcf, level, actuator);
  mjcf_read_actuator(mjcf, element, actuator);
  xml_set(element, actuator_mark, arena_format(mjcf->arena, "%d", mjcf->actuator_count));
  *ARENA_PUSH(mjcf->arena, mjcf->actuators, mjcf->actuator_count) = actuator;
}

MjcfActuator *mjcf_actuator(const Mjcf *mjcf, XmlElement *element)
{
  const char *mark = xml_attribute(element, actuator_mark);
  return mark ? mjcf->actuators[atoi(mark)] : NULL;
}

static void set_defaults(const Classes *classes, XmlElement *element, XmlElement *class)
{
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    if (xml_is(e, "default")) continue;
    XmlElement *level = xml_attribute(e, "class") ? find_class(classes, e, "class") : class;
    bool is_actuator =
        xml_is(element, "actuator") &&
        xml_is_one_of(e, " general motor position velocity intvelocity damper cylinder ");
    if (is_actuator) read_actuator(classes->mjcf, e, level);
    for (; level && xml_is(level, "default") && !is_actuator; level = xml_parent(level))
      set_from_level(classes->mjcf, e, level);
    bool has_own = xml_attribute(e, "childclass") != NULL;
    set_defaults(classes, e, has_own ? find_class(classes, e, "childclass") : class);
  }
}

// A second <default> at the top level inherits from the first and is then the main class.
static void read_defaults(Mjcf *mjcf, XmlElement *root)
{
  Classes classes = { .mjcf = mjcf, .main = xml_child(root, "default") };
  classes.levels = ARENA_ARRAY(mjcf->arena, XmlElement *, xml_count_below(root) + 1);
  XmlElement *first = classes.main;
  XmlElement *second = NULL;
  while (classes.main && (second = xml_next(first, "default")) != NULL) {
    classes.main = xml_copy(mjcf->xml, second, classes.main, NULL);
    xml_remove(second);
  }
  if (classes.main) find_classes(&classes, first);
  set_defaults(&classes, root, classes.main);
  map_free(&classes.index);
}

// ---- renamed copies

typedef struct Renaming {
  Mjcf *mjcf;
  Map names;  // names in the copied elements
  const char *prefix;
  const char *suffix;
} Renaming;

static bool is_reference(const char *attribute)
{
  return word_is_listed(" joint joint1 joint2 jointinparent body1 body2 site site1 site2 refsite"
                        " cranksite slidersite sidesite tendon tendon1 tendon2 mesh material geom ",
                        attribute);
}

static void collect_names(Renaming *renaming, XmlElement *element)
{
  const char *name = xml_attribute(element, "name");
  if (name)
    map_put(&renaming->names, arena_copy_text(renaming->mjcf->arena, name, strlen(name)), 1);
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL))
    collect_names(renaming, e);
}

static void rename_all(const Renaming *renaming, XmlElement *element)
{
  for (XmlAttribute *a = xml_first_attribute(element); a; a = xml_next_attribute(a)) {
    const char *name = xml_attribute_name(a);
    const char *value = xml_attribute_value(a);
    bool is_meant = is_reference(name) && map_find(&renaming->names, value) >= 0;
    if (!is_meant && strcmp(name, "name") != 0) continue;
    xml_set(
        element, name,
        arena_format(renaming->mjcf->arena, "%s%s%s", renaming->prefix, value, renaming->suffix));
  }
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL))
    rename_all(renaming, e);
}

static XmlElement *copy_renamed(const Renaming *renaming, XmlElement *element, XmlElement *parent,
                                XmlElement *place)
{
  XmlElement *copy = xml_copy(renaming->mjcf->xml, element, parent, place);
  if (copy) rename_all(renaming, copy);
  return copy;
}

// Counts the references in the element to copied elements, and to others.
static void count_references(const Renaming *renaming, XmlElement *element, int *inside,
                             int *outside)
{
  for (XmlAttribute *a = xml_first_attribute(element); a; a = xml_next_attribute(a)) {
    if (!is_reference(xml_attribute_name(a))) continue;
    bool is_inside = map_find(&renaming->names, xml_attribute_value(a)) >= 0;
    ++*(is_inside ? inside : outside);
  }
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL))
    count_references(renaming, e, inside, outside);
}

static const char *const referring_sections[] = { "tendon", "equality", "actuator" };
enum { REFERRING = sizeof referring_sections / sizeof referring_sections[0] };

// ---- replicate

// Copies the elements that refer to the names, once for each copy of the names.
static void replicate_references(Renaming *renaming, XmlElement *section,
                                 const char *const suffixes[], int count)
{
  XmlElement *next = NULL;
  for (XmlElement *e = xml_child(section, NULL); e; e = next) {
    int inside = 0, outside = 0;
    next = xml_next(e, NULL);
    count_references(renaming, e, &inside, &outside);
    if (inside == 0) continue;
    collect_names(renaming, e);  // elements that refer to a tendon come after it
    for (int i = 0; i < count; i++) {
      renaming->suffix = suffixes[i];
      if (!copy_renamed(renaming, e, section, e)) return;
    }
    xml_remove(e);
  }
}

static void copy_into_frames(Renaming *renaming, XmlElement *element, const char *const suffixes[],
                             int count)
{
  static const char *const names[][2] = { { "offset", "pos" }, { "euler", "euler" } };
  Xml *xml = renaming->mjcf->xml;
  XmlElement *frame = NULL;
  for (int i = 0; i < count; i++) {
    frame = i == 0 ? xml_add(xml, "frame", xml_parent(element), element)
                   : xml_add(xml, "frame", frame, NULL);
    renaming->suffix = suffixes[i];
    for (int k = 0; k < 2 && frame && i > 0; k++) {
      const char *value = xml_attribute(element, names[k][0]);
      if (value) xml_set(frame, names[k][1], value);
    }
    for (XmlElement *e = xml_child(element, NULL); e && frame; e = xml_next(e, NULL))
      if (!copy_renamed(renaming, e, frame, NULL)) return;
    if (!frame) return;
  }
}

// The numbers have as many digits as the count.
static void replicate(Mjcf *mjcf, XmlElement *root, XmlElement *element)
{
  enum { MOST = 1000 };
  const char *separator = xml_attribute(element, "sep");
  const char *number = xml_number(mjcf->xml, element, "count", NULL);
  double given = decimal_value(number);
  if (!(given >= 1 && given <= MOST && given == (int)given)) {
    xml_error(mjcf->xml, element, "count", NULL, "something is replicated 1 to %d times", MOST);
    return;
  }
  int count = (int)given;
  const char **suffixes = ARENA_ARRAY(mjcf->arena, const char *, count);
  for (int i = 0; i < count; i++) {
    suffixes[i] =
        arena_format(mjcf->arena, "%s%0*d", separator ? separator : "", (int)strlen(number), i);
  }
  Renaming renaming = { .mjcf = mjcf, .prefix = "" };
  collect_names(&renaming, element);
  copy_into_frames(&renaming, element, suffixes, count);
  for (int s = 0; s < REFERRING; s++) {
    const char *tag = referring_sections[s];
    for (XmlElement *e = xml_child(root, tag); e; e = xml_next(e, tag))
      replicate_references(&renaming, e, suffixes, count);
  }
  map_free(&renaming.names);
}

// ---- attach

// Returns the descendant body of that name, or NULL if there is none.
static XmlElement *find_body(XmlElement *element, const char *name)
{
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    if (xml_is(e, "body") && xml_attribute_is(e, "name", name)) return e;
    XmlElement *found = find_body(e, name);
    if (found) return found;
  }
  return NULL;
}

static void attach_references(Renaming *renaming, XmlElement *root, XmlElement *other,
                              const char *tag)
{
  for (XmlElement *section = xml_child(other, tag); section; section = xml_next(section, tag)) {
    XmlElement *target = xml_add(renaming->mjcf->xml, tag, root, NULL);
    for (XmlElement *e = xml_child(section, NULL); e && target; e = xml_next(e, NULL)) {
      int inside = 0, outside = 0;
      count_references(renaming, e, &inside, &outside);
      if (outside > 0) continue;
      collect_names(renaming, e);
      if (!copy_renamed(renaming, e, target, NULL)) return;
    }
  }
}

static void attach_model(Mjcf *mjcf, XmlElement *root, XmlElement *element, XmlElement *other)
{
  const char *name = xml_attribute(element, "body");
  const char *prefix = xml_attribute(element, "prefix");
  Renaming renaming = { .mjcf = mjcf, .prefix = prefix ? prefix : "", .suffix = "" };
  bool is_found = false;
  for (XmlElement *e = xml_child(other, "asset"); e; e = xml_next(e, "asset"))
    collect_names(&renaming, e);
  for (XmlElement *e = xml_child(other, "worldbody"); e; e = xml_next(e, "worldbody")) {
    XmlElement *body = name ? find_body(e, name) : NULL;
    XmlElement *first = name ? body : xml_child(e, NULL);
    for (XmlElement *part = first; part; part = name ? NULL : xml_next(part, NULL))
      collect_names(&renaming, part);
    for (XmlElement *part = first; part; part = name ? NULL : xml_next(part, NULL)) {
      XmlElement *copy = copy_renamed(&renaming, part, xml_parent(element), element);
      if (copy) xml_set(copy, settings_mark, mark_of(part));
      is_found |= copy != NULL;
    }
  }
  if (!is_found && name) xml_error(mjcf->xml, element, "body", NULL, "unknown body '%s'", name);
  build_leave_others(mjcf->import, other,
                     " compiler option default asset worldbody tendon equality actuator ");
  attach_references(&renaming, root, other, "asset");
  for (int s = 0; s < REFERRING; s++)
    attach_references(&renaming, root, other, referring_sections[s]);
  map_free(&renaming.names);
}

static void attach(Mjcf *mjcf, XmlElement *root, XmlElement *element)
{
  const char *name = xml_required(mjcf->xml, element, "model");
  XmlElement *model = mjcf_named(root, "asset", "model", name);
  if (!model) {
    xml_error(mjcf->xml, element, "model",
              "it stands in <asset>: <model name=\"...\" file=\"...\"/>", "unknown model '%s'",
              name);
    return;
  }
  const char *file = xml_attribute(model, "file");
  if (has_errors(mjcf->import)) return;
  XmlElement *other = xml_load(mjcf->xml, element, file ? file : "", false, SEVERITY_ERROR);
  if (!other) return;
  mjcf_expand(mjcf, other);
  attach_model(mjcf, root, element, other);
}

// ---- all steps

static void expand_inside(Mjcf *mjcf, XmlElement *root, XmlElement *element)
{
  XmlElement *next = NULL;
  for (XmlElement *e = xml_child(element, NULL); e; e = next) {
    expand_inside(mjcf, root, e);
    next = xml_next(e, NULL);
    bool is_replicate = xml_is(e, "replicate");
    if (!is_replicate && !xml_is(e, "attach")) continue;
    if (is_replicate) replicate(mjcf, root, e);
    if (!is_replicate) attach(mjcf, root, e);
    xml_remove(e);
  }
}

void mjcf_expand(Mjcf *mjcf, XmlElement *root)
{
  follow_includes(mjcf, root);
  mjcf_list_unread(mjcf, root);
  read_settings(mjcf, root);
  read_defaults(mjcf, root);
  for (XmlElement *e = xml_child(root, "worldbody"); e; e = xml_next(e, "worldbody"))
    expand_inside(mjcf, root, e);
}
