// symoro_par.c -- imports SYMORO files: the parameters of Khalil and Kleinfinger (see
// Khalil and Dombre, Modeling, Identification and Control of Robots).
//
//     ant = {0,1,2}   sigma = {0,1,0}   alpha = {0,pi/2,0}   d = {..}   theta = {..}   r = {..}
//
// The geometry becomes a table `dh ... khalil`, every link a body with first moments and its
// inertia about the origin of its frame. A closed loop is cut at a joint; the frame after this
// joint and the frame on the other side become a `loop`, so the variable of the cut joint is not a
// coordinate. The external wrench of SYMORO is exerted by the link on its environment, so the force
// on the link has the opposite sign.
// SPDX-License-Identifier: MIT
#include "import/symoro/symoro.h"

#include "import/common/decimal.h"

#include <string.h>

// ---- the table

typedef struct ParColumn {
  const char *heading;
  ParKey key;
  bool is_optional;  // omitted if all values are zero
} ParColumn;

static const ParColumn columns[] = {
  { "joint", PAR_KEY_COUNT, false },
  { "antecedent", PAR_ANT, false },
  { "mu", PAR_MU, true },
  { "sigma", PAR_SIGMA, false },
  { "gamma", PAR_GAMMA, true },
  { "b", PAR_B, true },
  { "alpha", PAR_ALPHA, false },
  { "d", PAR_D, false },
  { "theta", PAR_THETA, false },
  { "r", PAR_R, false },
};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

// The variable of a cut joint is omitted, because the loop determines it.
static const char *cell_text(const ParModel *model, const ParColumn *column, int frame)
{
  if (column->key == PAR_KEY_COUNT) return arena_format(model->arena, "%d", frame + 1);
  if (par_is_cut(model, frame)) {
    ParMotion motion = par_motion(model, frame);
    bool is_variable = (column->key == PAR_THETA && motion == PAR_REVOLUTE) ||
                       (column->key == PAR_R && motion == PAR_PRISMATIC);
    if (is_variable || column->key == PAR_MU) return "0";
    if (column->key == PAR_SIGMA) return "2";
  }
  return par_cell(model, column->key, frame)->text;
}

static void put_table(const ParModel *model, bool has_base)
{
  Document *document = model->import->document;
  Text rows = { 0 };
  for (int frame = -1; frame < model->frame_count; frame++) {
    text_put_char(&rows, '\n');
    for (int i = 0; i < COLUMN_COUNT; i++) {
      if (columns[i].is_optional && !par_has(model, columns[i].key)) continue;
      text_format(&rows, " %s",
                  frame < 0 ? columns[i].heading : cell_text(model, &columns[i], frame));
    }
  }
  document_comment(document, "%s", "");
  document_write(document, "dh j khalil%s%s\n", has_base ? " from base" : "", text_string(&rows));
  text_free(&rows);
  document_comment(document, "%s", "");
}

static void put_loops(const ParModel *model)
{
  static const char *const kinds[] = { "revolute", "prismatic", "fixed" };
  Document *document = model->import->document;
  int loops = model->joint_count - model->link_count;
  for (int i = model->link_count; i < model->joint_count; i++) {
    ParMotion motion = par_motion(model, i);
    document_write(document, "loop cut%d : %s %s j%d = j%d", i + 1, kinds[motion],
                   motion != PAR_FIXED ? "z" : "", i + 1, i + 1 + loops);
  }
  if (loops > 0) document_comment(document, "%s", "");
}

// ---- links

// Returns the first nonzero cell, or NULL if all are zero.
static const Cell *first_given(const ParModel *model, const ParKey *keys, int count, int link)
{
  for (int i = 0; i < count; i++)
    if (!par_cell(model, keys[i], link)->is_zero) return par_cell(model, keys[i], link);
  return NULL;
}

static const char *at(const ParModel *model, ParKey key, int link)
{
  return par_cell(model, key, link)->text;
}

// Returns "j3", or "base" for the base.
static const char *frame_of(const ParModel *model, int link)
{
  return link == PAR_BASE ? "base" : arena_format(model->arena, "j%d", link + 1);
}

static void put_body(const ParModel *model, int link)
{
  static const ParKey all[] = { PAR_M,  PAR_MX, PAR_MY, PAR_MZ, PAR_XX,
                                PAR_XY, PAR_XZ, PAR_YY, PAR_YZ, PAR_ZZ };
  const char *text[sizeof all / sizeof all[0]];
  if (!first_given(model, all, sizeof all / sizeof all[0], link)) return;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    text[i] = at(model, all[i], link);
  MassData data = { .mass = text[0], .has_first_moments = true, .is_about_origin = true };
  memcpy(data.com, text + 1, sizeof data.com);
  memcpy(data.inertia, text + 4, sizeof data.inertia);
  build_mass(model->import, arena_format(model->arena, "link%d", link + 1), frame_of(model, link),
             &data);
}

static void put_drive(const ParModel *model, int link)
{
  static const JointUnits plain = { "", "", "", "" };
  const char *joint = frame_of(model, link);
  bool is_elastic = !par_cell(model, PAR_ETA, link)->is_zero;
  build_rotor(model->import, joint, &plain, at(model, PAR_IA, link));
  if (is_elastic) build_spring(model->import, joint, &plain, at(model, PAR_K, link), "0");
  build_friction(model->import, joint, &plain, at(model, PAR_FV, link), at(model, PAR_FS, link));
}

static const char *minus_vector(const ParModel *model, const ParKey keys[3], int link)
{
  const char *part[3];
  for (int i = 0; i < 3; i++)
    part[i] = cell_negative(par_cell(model, keys[i], link), model->arena);
  return vector_text(model->arena, part, "");
}

static void put_wrench(const ParModel *model, int link)
{
  static const ParKey force[] = { PAR_FX, PAR_FY, PAR_FZ };
  static const ParKey moment[] = { PAR_CX, PAR_CY, PAR_CZ };
  Document *document = model->import->document;
  const char *frame = frame_of(model, link);
  if (first_given(model, force, 3, link)) {
    document_write(document, "force load%d at %s = %s in %s", link + 1, frame,
                   minus_vector(model, force, link), frame);
  }
  if (first_given(model, moment, 3, link)) {
    document_write(document, "moment load_moment%d on %s = %s in %s", link + 1, frame,
                   minus_vector(model, moment, link), frame);
  }
}

static void check_mass(const ParModel *model, int link)
{
  const Cell *cell = first_given(model, (ParKey[]){ PAR_MX, PAR_MY, PAR_MZ }, 3, link);
  if (!cell || !par_cell(model, PAR_M, link)->is_zero) return;
  diagnostics_error(model->diagnostics, cell->span,
                    "regrouped (base) parameters have no centre of mass: give the original ones",
                    "link %d has first moments, but no mass", link + 1);
}

static void check_drive(const ParModel *model, int link)
{
  const Cell *cell = first_given(model, (ParKey[]){ PAR_IA, PAR_FV, PAR_FS }, 3, link);
  if (!cell || (link != PAR_BASE && par_motion(model, link) != PAR_FIXED)) return;
  diagnostics_error(model->diagnostics, cell->span, NULL,
                    "link %d does not move by a joint of its own, but this acts in one", link + 1);
}

// ---- the description

// Reads (* Robotname = 'RX90' *), which is a comment in SYMORO.
static const char *robot_name(const ParModel *model, const Source *source)
{
  static const char key[] = "Robotname";
  const char *found = memmem(source->bytes, source->length, key, sizeof key - 1);
  if (!found) return NULL;
  const char *end = source->bytes + source->length;
  const char *open = memchr(found, '\'', (size_t)(end - found));
  const char *close = open ? memchr(open + 1, '\'', (size_t)(end - open - 1)) : NULL;
  if (!close || close == open + 1 || memchr(open, '\n', (size_t)(close - open))) return NULL;
  return name_from(model->arena, open + 1, (size_t)(close - open - 1));
}

static void put_heading(ParModel *model, const char *name)
{
  build_top(model->import, "parameters of SYMORO", name);
  for (int group = 0; group <= model->link_count + 1; group++)
    values_put_params(model->import, &model->values, group);
  if (par_has(model, PAR_G)) {
    document_write(model->import->document, "gravity [%s, %s, %s]", at(model, PAR_G, 0),
                   at(model, PAR_G, 1), at(model, PAR_G, 2));
  }
}

static void put_mechanism(const ParModel *model)
{
  put_table(model, par_put_base(model));
  put_loops(model);
  for (int i = PAR_BASE; i < model->link_count; i++)
    put_body(model, i);
  document_comment(model->import->document, "%s", "");
  const Statement *last = model->import->document->last;
  for (int i = 0; i < model->link_count; i++)
    put_drive(model, i);
  for (int i = PAR_BASE; i < model->link_count; i++)
    put_wrench(model, i);
  if (model->import->document->last == last) model->import->document->note = NULL;
}

bool recognise_par(const Source *source)
{
  Arena *arena = arena_new();
  bool is_found = false;
  for (const Token *token = tokens_of(source, &par_rules, NULL, arena);
       token->kind != TOKEN_END && !is_found; token++) {
    bool is_geometry = span_is(token->span, "ant") || span_is(token->span, "sigma") ||
                       span_is(token->span, "Ant") || span_is(token->span, "Sigma");
    is_found = is_geometry && token[1].kind == TOKEN_ASSIGN && token[2].kind == TOKEN_BRACE_OPEN;
  }
  arena_free(arena);
  return is_found;
}

bool import_par(Import *import)
{
  Arena *arena = import->arena;
  ParModel model = { .import = import,
                     .arena = arena,
                     .diagnostics = import->diagnostics,
                     .values.names.arena = arena,
                     .ignored.names.arena = arena };
  par_read(&model, import->source);
  if (!has_errors(import)) {
    par_check_base(&model);
    for (int i = PAR_BASE; i < model.link_count; i++) {
      check_mass(&model, i);
      check_drive(&model, i);
    }
  }
  if (!has_errors(import)) {
    put_heading(&model, robot_name(&model, import->source));
    put_mechanism(&model);
  }
  values_free(&model.values);
  values_free(&model.ignored);
  return true;
}
