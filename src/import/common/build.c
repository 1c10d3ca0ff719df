// build.c -- statements written by all importers.
// SPDX-License-Identifier: MIT
#include "import/common/build.h"

#include "import/common/decimal.h"

#include <string.h>

void build_report_untranslated(Import *import, const char *word, XmlElement *element)
{
  untranslated_add(&import->leftovers, LEFTOVER_ELEMENT, word, xml_span(import->xml, element));
}

void build_leave_others(Import *import, XmlElement *element, const char *known)
{
  static const char several[] = " link joint frame model visual material ";
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    XmlElement *again = xml_is_one_of(e, several) ? NULL : xml_next(e, xml_tag(e));
    const char *tag = xml_tag(e);
    if (!xml_is_one_of(e, known))
      build_report_untranslated(import, tag, e);
    else if (again)
      build_report_untranslated(import, arena_format(import->arena, "further <%s>", tag), again);
  }
}

static bool may_be_quoted(const char *text)
{
  for (const char *c = text; *c; c++)
    if (*c == '"' || text_is_control(*c)) return false;
  return true;
}

void build_top(Import *import, const char *format, const char *name)
{
  const char *file = import->options->file_name;
  const char *own = name && *name ? name_from(import->arena, name, strlen(name))
                                  : name_from_file(import->arena, file);
  document_comment(import->document, "%s%stranslated from %s", file ? file : "", file ? ", " : "",
                   format);
  Statement *mechanism = document_add(import->document, STATEMENT_MECHANISM, own);
  if (name && *name && strcmp(own, name) != 0 && may_be_quoted(name))
    statement_set(import->document, mechanism, "title", "\"%s\"", name);
}

void build_gravity(Import *import, const char *const gravity[3])
{
  document_write(import->document, "gravity %s", vector_text(import->arena, gravity, "m/s^2"));
}

void build_frame(Import *import, const char *name, const char *from, const char *moves)
{
  document_write(import->document, "frame %s from %s%s%s", name, from, *moves ? " : " : "", moves);
}

void build_place(Import *import, Statement *statement, const Pose *pose)
{
  if (pose_has_place(pose)) {
    statement_set(import->document, statement, "at", "%s",
                  vector_text(import->arena, pose->at, "m"));
  }
  if (pose_has_turns(pose))
    statement_set(import->document, statement, "rotated", "%s", pose->turns);
}

const char *const *build_coordinates(Import *import, Statement *joint, const char *name,
                                     const char *const endings[], const char *const starts[],
                                     int count)
{
  const char **names = ARENA_ARRAY(import->arena, const char *, count);
  Text list = { 0 };
  for (int i = 0; i < count; i++) {
    names[i] = names_join(&import->values, name, endings[i]);
    bool has_start = starts && starts[i];
    text_format(&list, "%s%s%s%s", i > 0 ? ", " : "", names[i], has_start ? " = " : "",
                has_start ? starts[i] : "");
  }
  statement_set(import->document, joint, "coordinates", "%s)", text_string(&list));
  text_free(&list);
  return names;
}

const char *const *build_ball(Import *import, Statement *joint, const char *name)
{
  static const char *const endings[] = { "e0", "e1", "e2", "e3" };
  statement_set(import->document, joint, "kind", "spherical");
  statement_set(import->document, joint, "quaternion", NULL);
  return build_coordinates(import, joint, name, endings, NULL, 4);
}

const char *const *build_free(Import *import, Statement *joint, const char *name, const Pose *start)
{
  static const char *const endings[] = { "x", "y", "z", "e0", "e1", "e2", "e3" };
  const char *starts[7];
  statement_set(import->document, joint, "kind", "free");
  statement_set(import->document, joint, "quaternion", NULL);
  for (int i = 0; i < 3 && start; i++) {
    bool is_zero = decimal_is_zero(start->at[i]);
    starts[i] = is_zero ? NULL : arena_format(import->arena, "%s m", start->at[i]);
  }
  for (int i = 0; i < 4 && start; i++) {
    bool has_turns = pose_has_turns(start);
    starts[3 + i] = has_turns ? decimal_from_double(import->arena, start->quaternion[i]) : NULL;
  }
  return build_coordinates(import, joint, name, endings, start ? starts : NULL, 7);
}

const char *build_axis(Import *import, const char *const axis[3], Span span)
{
  const char *own[3];
  for (int i = 0; i < 3; i++)
    own[i] = length_snap(&import->snapping, axis[i], span);
  int single = single_axis(own);
  if (decimals_are_zero(own, 3)) {
    diagnostics_error(import->diagnostics, span, NULL, "an axis has a direction; this one is zero");
    return NULL;
  }
  if (single < 0) return vector_text(import->arena, own, "");
  return arena_format(import->arena, "%s%c", own[single][0] == '-' ? "-" : "", "xyz"[single]);
}

// ---- bodies

static bool is_diagonal(const char *const inertia[6])
{
  return decimal_is_zero(inertia[1]) && decimal_is_zero(inertia[2]) && decimal_is_zero(inertia[4]);
}

static bool is_same_about_all_axes(const char *const inertia[6])
{
  return is_diagonal(inertia) && strcmp(inertia[0], inertia[3]) == 0 &&
         strcmp(inertia[0], inertia[5]) == 0;
}

static Statement *add_body(Import *import, const char *name, const char *frame, const char *mass)
{
  Statement *body = document_add(import->document, STATEMENT_BODY, name);
  statement_set(import->document, body, "on", "%s", frame);
  statement_set(import->document, body, "begin", NULL);
  if (mass) statement_set(import->document, body, "mass", "%s", mass);
  return body;
}

static bool set_inertia(Import *import, Statement *body, const char *const I[6], const char *unit)
{
  bool is_zero = is_same_about_all_axes(I) && decimal_is_zero(I[0]);
  if (is_zero) return false;
  if (is_diagonal(I)) {
    statement_set(import->document, body, "inertia", "diag(%s, %s, %s)%s", I[0], I[3], I[5], unit);
  } else {
    statement_set(import->document, body, "inertia", "[[%s, %s, %s], [%s, %s, %s], [%s, %s, %s]]%s",
                  I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5], unit);
  }
  return true;
}

void build_mass(Import *import, const char *name, const char *frame, const MassData *data)
{
  Statement *body = add_body(import, name, frame, data->mass);
  if (!decimals_are_zero(data->com, 3)) {
    statement_set(import->document, body, data->has_first_moments ? "first_moments" : "com", "%s",
                  vector_text(import->arena, data->com, ""));
  }
  bool has_inertia = set_inertia(import, body, data->inertia, "");
  if (has_inertia && data->is_about_origin) statement_set(import->document, body, "about", NULL);
}

ShapeHolder build_body(Import *import, const char *name, const char *frame,
                       const Inertial *inertial)
{
  const char *own = names_take(&import->bodies, name, "part");
  ShapeHolder holder = { .name = own, .frame = frame };
  if (!inertial) return holder;
  bool is_turned = pose_has_turns(&inertial->pose) && !is_same_about_all_axes(inertial->inertia);
  const char *mass = arena_format(import->arena, "%s kg", inertial->mass);
  if (is_turned) {
    const char *axes = names_join(&import->values, own, "inertial");
    build_frame(import, axes, frame, pose_moves(import->arena, &inertial->pose));
    set_inertia(import, add_body(import, own, axes, mass), inertial->inertia, " kg.m^2");
    holder.name = names_join(&import->bodies, own, "shape");
    return holder;
  }
  holder.body = add_body(import, own, frame, mass);
  if (pose_has_place(&inertial->pose)) {
    statement_set(import->document, holder.body, "com", "%s",
                  vector_text(import->arena, inertial->pose.at, "m"));
  }
  set_inertia(import, holder.body, inertial->inertia, " kg.m^2");
  return holder;
}

PictureMark build_begin_picture(Import *import)
{
  PictureMark mark = { import->diagnostics };
  import->diagnostics = import->xml->diagnostics = diagnostics_new();
  return mark;
}

bool build_end_picture(Import *import, PictureMark mark)
{
  Diagnostics *own = import->diagnostics;
  bool is_good = diagnostics_error_count(own) == 0;
  import->diagnostics = import->xml->diagnostics = mark.diagnostics;
  for (int i = 0; i < diagnostics_count(own); i++) {
    Severity severity = diagnostics_severity(own, i);
    bool is_error = severity == SEVERITY_ERROR;
    diagnostics_add(mark.diagnostics, is_error ? SEVERITY_NOTE : severity, diagnostics_span(own, i),
                    is_error ? "left out: it is for pictures only" : diagnostics_hint(own, i), "%s",
                    diagnostics_message(own, i));
  }
  diagnostics_free(own);
  return is_good;
}

static void set_color(Import *import, Statement *part, const Shape *shape)
{
  if (!shape->rgba[0]) return;
  statement_set(import->document, part, "color", "%s", vector_text(import->arena, shape->rgba, ""));
  if (strcmp(shape->rgba[3], "1") != 0)
    statement_set(import->document, part, "opacity", "%s", shape->rgba[3]);
}

static void add_shape(Import *import, Statement *body, const Shape *shape)
{
  const struct {
    const char *name;
    const char *value;
  } clauses[] = { { "size", shape->size },
                  { "radius", shape->radius },
                  { "length", shape->length },
                  { "scale", shape->scale },
                  { "density", shape->density } };
  Statement *part = statement_add_part(import->document, body, shape->kind);
  build_place(import, part, &shape->pose);
  if (shape->file && may_be_quoted(shape->file)) {
    statement_set(import->document, part, "file", "\"%s\"", shape->file);
  } else if (shape->file) {
    diagnostics_error(import->diagnostics, shape->span, NULL,
                      "a path must not hold quotes or control characters");
  }
  for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; i++) {
    if (clauses[i].value)
      statement_set(import->document, part, clauses[i].name, "%s", clauses[i].value);
  }
  set_color(import, part, shape);
}

void build_shape(Import *import, ShapeHolder *holder, const Shape *shape)
{
  if (!holder->body) holder->body = add_body(import, holder->name, holder->frame, "0 kg");
  add_shape(import, holder->body, shape);
}

void build_massive_shape(Import *import, const char *name, const char *frame, const Shape *shape)
{
  const char *own = names_take(&import->bodies, name, "part");
  add_shape(import, add_body(import, own, frame, NULL), shape);
}

// ---- forces in a joint

static void use(Import *import, const char *element, const char *arguments)
{
  document_write(import->document, "use %s(%s)", element, arguments);
}

const JointUnits *joint_units(bool slides)
{
  static const JointUnits units[2] = { { "N.m", "N.m/rad", "N.m.s/rad", "kg.m^2" },
                                       { "N", "N/m", "N.s/m", "kg" } };
  return &units[slides];
}

void build_friction(Import *import, const char *joint, const JointUnits *units, const char *viscous,
                    const char *dry)
{
  bool has_viscous = !decimal_is_zero(viscous);
  const char *fv = arena_format(import->arena, "%s %s", viscous, units->damping);
  if (decimal_is_zero(dry)) {
    if (has_viscous) use(import, "viscous", arena_format(import->arena, "%s, %s", joint, fv));
    return;
  }
  fv = has_viscous ? arena_format(import->arena, "fv = %s, ", fv) : "";
  use(import, "coulomb",
      arena_format(import->arena, "%s, %sfs = %s %s", joint, fv, dry, units->force));
}

void build_rotor(Import *import, const char *joint, const JointUnits *units, const char *inertia)
{
  if (decimal_is_zero(inertia)) return;
  use(import, "rotor",
      arena_format(import->arena, "%s, inertia = %s %s", joint, inertia, units->inertia));
}

void build_spring(Import *import, const char *joint, const JointUnits *units, const char *stiffness,
                  const char *rest)
{
  if (decimal_is_zero(stiffness)) return;
  bool has_rest = !decimal_is_zero(rest);
  use(import, "torsion_spring",
      arena_format(import->arena, "%s, stiffness = %s %s%s%s", joint, stiffness, units->stiffness,
                   has_rest ? ", rest = " : "", has_rest ? rest : ""));
}
