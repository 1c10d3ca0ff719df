// symoro_par.c -- SYMORO files: the parameters of Khalil and Kleinfinger.
//
//     ant = {0,1,2}   sigma = {0,1,0}   alpha = {0,pi/2,0}   d = {..}   theta = {..}   r = {..}
//
// The geometry becomes a table `dh ... khalil`, every link a body with first moments and its
// inertia about the origin of its frame. A closed loop is cut at a joint; the frame behind that
// joint and the frame on the other side become a `loop`, so the variable of the cut joint is no
// coordinate. What SYMORO calls the external wrench acts from the link on its surroundings, so the
// force on the link has the other sign.
// SPDX-License-Identifier: MIT
#include "import/symoro.h"

#include "import/describe.h"
#include "import/import.h"

#include <string.h>

// ---- the table

typedef struct ParColumn {
  const char *heading;
  ParKey key;
  bool is_optional;  // left out where all is zero
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

// At a cut joint nothing moves: the loop says what its variable would have said.
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

static int column_width(const ParModel *model, const ParColumn *column)
{
  int width = (int)strlen(column->heading);
  for (int i = 0; i < model->frame_count; i++) {
    const char *text = cell_text(model, column, i);
    int columns_taken = text_columns(text, strlen(text));
    if (columns_taken > width) width = columns_taken;
  }
  return width;
}

// `frame` -1: the headings.
static void put_row(const ParModel *model, int frame, const int widths[], Text *bl)
{
  int blanks = 0;
  for (int i = 0; i < COLUMN_COUNT; i++) {
    if (widths[i] == 0) continue;
    const char *text = frame < 0 ? columns[i].heading : cell_text(model, &columns[i], frame);
    text_repeat(bl, ' ', blanks);
    text_put(bl, text);
    blanks = widths[i] - text_columns(text, strlen(text)) + 2;
  }
  text_put_char(bl, '\n');
}

static void put_table(const ParModel *model, bool has_base, Text *bl)
{
  int widths[COLUMN_COUNT] = { 0 };
  for (int i = 0; i < COLUMN_COUNT; i++) {
    if (columns[i].is_optional && !par_has(model, columns[i].key)) continue;
    widths[i] = column_width(model, &columns[i]);
  }
  text_format(bl, "\ndh j khalil%s\n", has_base ? " in base" : "");
  for (int i = -1; i < model->frame_count; i++)
    put_row(model, i, widths, bl);
  text_put_char(bl, '\n');
}

static void put_loops(const ParModel *model, Text *bl)
{
  static const char *const kinds[] = { "revolute z", "prismatic z", "fixed" };
  int loops = model->joint_count - model->link_count;
  for (int i = model->link_count; i < model->joint_count; i++) {
    text_format(bl, "loop cut%d : %s j%d = j%d\n", i + 1, kinds[par_motion(model, i)], i + 1,
                i + 1 + loops);
  }
  if (loops > 0) text_put_char(bl, '\n');
}

// ---- links

static bool any_given(const ParModel *model, const ParKey *keys, int count, int link)
{
  for (int i = 0; i < count; i++) {
    if (!par_cell(model, keys[i], link)->is_zero) return true;
  }
  return false;
}

static const char *at(const ParModel *model, ParKey key, int link)
{
  return par_cell(model, key, link)->text;
}

static void put_inertia(const ParModel *model, int link, Text *bl)
{
  static const ParKey products[] = { PAR_XY, PAR_XZ, PAR_YZ };
  static const ParKey moments[] = { PAR_XX, PAR_YY, PAR_ZZ };
  const char *xx = at(model, PAR_XX, link);
  const char *yy = at(model, PAR_YY, link);
  const char *zz = at(model, PAR_ZZ, link);
  if (any_given(model, products, 3, link)) {
    const char *xy = at(model, PAR_XY, link);
    const char *xz = at(model, PAR_XZ, link);
    const char *yz = at(model, PAR_YZ, link);
    text_format(bl, ",\n     inertia [[%s, %s, %s], [%s, %s, %s], [%s, %s, %s]] about origin", xx,
                xy, xz, xy, yy, yz, xz, yz, zz);
  } else if (any_given(model, moments, 3, link)) {
    text_format(bl, ", inertia diag(%s, %s, %s) about origin", xx, yy, zz);
  }
}

// "j3", or "base" for the base
static const char *frame_of(const ParModel *model, int link)
{
  return link == PAR_BASE ? "base" : arena_format(model->arena, "j%d", link + 1);
}

static void put_body(const ParModel *model, int link, Text *bl)
{
  static const ParKey first[] = { PAR_MX, PAR_MY, PAR_MZ };
  static const ParKey all[] = { PAR_M,  PAR_MX, PAR_MY, PAR_MZ, PAR_XX,
                                PAR_XY, PAR_XZ, PAR_YY, PAR_YZ, PAR_ZZ };
  if (!any_given(model, all, sizeof all / sizeof all[0], link)) return;
  const Cell *mass = par_cell(model, PAR_M, link);
  text_format(bl, "body link%d on %s : mass %s", link + 1, frame_of(model, link), mass->text);
  if (any_given(model, first, 3, link)) {
    text_format(bl, ", first_moments [%s, %s, %s]", at(model, PAR_MX, link),
                at(model, PAR_MY, link), at(model, PAR_MZ, link));
  }
  put_inertia(model, link, bl);
  text_put_char(bl, '\n');
}

static void put_drive(const ParModel *model, int link, Text *bl)
{
  const Cell *rotor = par_cell(model, PAR_IA, link);
  const Cell *spring = par_cell(model, PAR_K, link);
  const Cell *viscous = par_cell(model, PAR_FV, link);
  const Cell *dry = par_cell(model, PAR_FS, link);
  bool is_elastic = !par_cell(model, PAR_ETA, link)->is_zero;
  if (!rotor->is_zero) text_format(bl, "use rotor(j%d, inertia = %s)\n", link + 1, rotor->text);
  if (is_elastic) {
    text_format(bl, "use torsion_spring(j%d, stiffness = %s)\n", link + 1, spring->text);
  }
  if (dry->is_zero) {
    if (!viscous->is_zero) text_format(bl, "use viscous(j%d, %s)\n", link + 1, viscous->text);
    return;
  }
  text_format(bl, "use coulomb(j%d", link + 1);
  if (!viscous->is_zero) text_format(bl, ", fv = %s", viscous->text);
  text_format(bl, ", fs = %s)\n", dry->text);
}

static const char *negative(const ParModel *model, ParKey key, int link)
{
  return cell_negative(par_cell(model, key, link), model->arena);
}

static void put_wrench(const ParModel *model, int link, Text *bl)
{
  static const ParKey force[] = { PAR_FX, PAR_FY, PAR_FZ };
  static const ParKey moment[] = { PAR_CX, PAR_CY, PAR_CZ };
  int number = link + 1;
  const char *frame = frame_of(model, link);
  if (any_given(model, force, 3, link)) {
    text_format(bl, "force load%d at %s = [%s, %s, %s] in %s\n", number, frame,
                negative(model, PAR_FX, link), negative(model, PAR_FY, link),
                negative(model, PAR_FZ, link), frame);
  }
  if (any_given(model, moment, 3, link)) {
    text_format(bl, "moment load_moment%d on %s = [%s, %s, %s] in %s\n", number, frame,
                negative(model, PAR_CX, link), negative(model, PAR_CY, link),
                negative(model, PAR_CZ, link), frame);
  }
}

static void check_mass(const ParModel *model, int link)
{
  static const ParKey first[] = { PAR_MX, PAR_MY, PAR_MZ };
  if (!par_cell(model, PAR_M, link)->is_zero) return;
  for (int i = 0; i < 3; i++) {
    const Cell *cell = par_cell(model, first[i], link);
    if (cell->is_zero) continue;
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, cell->span,
                    "regrouped (base) parameters have no centre of mass: give the original ones",
                    "link %d has first moments, but no mass", link + 1);
    return;
  }
}

static void check_drive(const ParModel *model, int link)
{
  static const ParKey drive[] = { PAR_IA, PAR_FV, PAR_FS };
  if (link != PAR_BASE && par_motion(model, link) != PAR_FIXED) return;
  for (int i = 0; i < 3; i++) {
    const Cell *cell = par_cell(model, drive[i], link);
    if (cell->is_zero) continue;
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, cell->span, NULL,
                    "link %d does not move by a joint of its own, but this acts in one", link + 1);
    return;
  }
}

// ---- the description

// (* Robotname = 'RX90' *), a comment to SYMORO.
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

static void put_heading(ParModel *model, const char *name, const char *file_name, Text *bl)
{
  describe_top(bl, file_name, "parameters of SYMORO", NULL, name);
  for (int group = 0; group <= model->link_count + 1; group++)
    values_put_params(&model->values, group, bl);
  if (par_has(model, PAR_G)) {
    text_format(bl, "gravity [%s, %s, %s]\n", at(model, PAR_G, 0), at(model, PAR_G, 1),
                at(model, PAR_G, 2));
  }
}

static void put_mechanism(const ParModel *model, Text *bl)
{
  bool has_base = par_put_base(model, bl);
  put_table(model, has_base, bl);
  put_loops(model, bl);
  for (int i = PAR_BASE; i < model->link_count; i++)
    put_body(model, i, bl);
  Text actions = { 0 };
  for (int i = 0; i < model->link_count; i++)
    put_drive(model, i, &actions);
  for (int i = PAR_BASE; i < model->link_count; i++)
    put_wrench(model, i, &actions);
  if (actions.length > 0) text_format(bl, "\n%s", text_string(&actions));
  text_free(&actions);
}

bool recognise_par(const Source *source)
{
  Arena *arena = arena_new();
  bool is_found = false;
  for (const ScanToken *token = scan_text(source, par_style, NULL, arena);
       token->kind != SCAN_END && !is_found; token++) {
    bool is_geometry = scan_is_name(token, "ant") || scan_is_name(token, "sigma") ||
                       scan_is_name(token, "Ant") || scan_is_name(token, "Sigma");
    is_found = is_geometry && scan_is_mark(token + 1, '=') && scan_is_mark(token + 2, '{');
  }
  arena_free(arena);
  return is_found;
}

bool import_par(const Source *source, const ImportOptions *options, Diagnostics *diagnostics,
                Text *bl)
{
  Arena *arena = arena_new();
  int errors = diagnostics_error_count(diagnostics);
  ParModel model = { .arena = arena,
                     .diagnostics = diagnostics,
                     .values.names.arena = arena,
                     .ignored.names.arena = arena };
  par_read(&model, source);
  if (diagnostics_error_count(diagnostics) == errors) {
    par_check_base(&model);
    for (int i = PAR_BASE; i < model.link_count; i++) {
      check_mass(&model, i);
      check_drive(&model, i);
    }
  }
  bool is_good = diagnostics_error_count(diagnostics) == errors;
  if (is_good) {
    const char *name = robot_name(&model, source);
    put_heading(&model, name ? name : name_from_file(arena, options->file_name), options->file_name,
                bl);
    put_mechanism(&model, bl);
  }
  values_free(&model.values);
  values_free(&model.ignored);
  arena_free(arena);
  return is_good;
}
