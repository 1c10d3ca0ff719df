// symoro_base.c -- the pose and motion of the base of a SYMORO file.
//
// Z is its pose, a 4 x 4 matrix. A free base (is_mobile) is a free joint. Otherwise W0, WP0, V0 and
// VP0 are the angular velocity and acceleration of the base and the velocity and acceleration of
// its origin, in its axes, at some instant; the description prescribes a motion with these values
// at time 0:
//
//     T(V0 t + VP0 t^2/2), RX(a), RY(b), RZ(c)      a' = w_x,  a'' = wp_x - w_y w_z
//                                                   b' = w_y,  b'' = wp_y + w_x w_z
//                                                   c' = w_z,  c'' = wp_z - w_x w_y
//
// because the axes of b and c rotate with the preceding angles.
// SPDX-License-Identifier: MIT
#include "import/symoro/symoro.h"

#include "base/vector.h"
#include "import/common/decimal.h"
#include "import/common/pose.h"

#include <math.h>
#include <string.h>

static const char axis_names[3] = { 'X', 'Y', 'Z' };

// ---- pose

static bool read_rotation(const ParModel *model, double R[3][3])
{
  for (int i = 0; i < 9; i++) {
    const Cell *cell = par_cell(model, PAR_Z, 4 * (i / 3) + i % 3);
    if (!cell->is_number) return false;
    R[i / 3][i % 3] = decimal_value(cell->text);
  }
  return true;
}

// Returns true if the rows have length 1 and the third is the cross product of the others.
static bool is_rotation(double R[3][3])
{
  const double digits = 1e-6;  // expected precision of a file
  double cross[3];
  vector_cross(R[0], R[1], cross);
  for (int i = 0; i < 3; i++)
    if (fabs(cross[i] - R[2][i]) > digits || fabs(vector_length(R[i]) - 1) > digits) return false;
  return true;
}

static bool has_last_row(const ParModel *model)
{
  for (int i = 12; i < 15; i++)
    if (!par_cell(model, PAR_Z, i)->is_zero) return false;
  return strcmp(par_cell(model, PAR_Z, 15)->text, "1") == 0;
}

void par_check_base(const ParModel *model)
{
  double R[3][3];
  const ParList *place = &model->lists[PAR_Z];
  if (!place->cells) return;
  if (read_rotation(model, R) && is_rotation(R) && has_last_row(model)) return;
  diagnostics_error(model->diagnostics, place->span,
                    "turn the base by gamma and alpha of the first frame",
                    "'Z' is not a rotation in numbers, with a position and a last row 0,0,0,1");
}

// The axes x and y of the base are columns of the matrix. Returns "" if they are not rotated.
static const char *base_turns(const ParModel *model)
{
  Pose pose = pose_zero();
  const char *xy[6];
  if (!model->lists[PAR_Z].cells) return "";
  for (int i = 0; i < 6; i++)
    xy[i] = par_cell(model, PAR_Z, 4 * (i % 3) + i / 3)->text;
  (void)pose_turn_to_axes(&pose, model->arena, xy);
  return pose.turns;
}

// ---- free base

static void put_free_base(const ParModel *model)
{
  Document *document = model->import->document;
  Statement *base = document_write(document, "joint base : free quaternion from ground");
  const char *turns = base_turns(model);
  const char *const at[3] = { par_cell(model, PAR_Z, 3)->text, par_cell(model, PAR_Z, 7)->text,
                              par_cell(model, PAR_Z, 11)->text };
  if (!decimals_are_zero(at, 3))
    statement_set(document, base, "at", "%s", vector_text(model->arena, at, ""));
  if (*turns) statement_set(document, base, "rotated", "%s", turns);
}

// ---- base with prescribed motion

// Returns the cell as a factor: in parentheses if it is a sum or has a sign.
static const char *factor(const ParModel *model, const Cell *cell)
{
  bool is_plain = cell->is_name || (cell->is_number && cell->text[0] != '-');
  return is_plain ? cell->text : arena_format(model->arena, "(%s)", cell->text);
}

// Returns the second derivative of the angle about `axis`; NULL: zero.
static const char *angular_acceleration(const ParModel *model, int axis)
{
  const Cell *own = par_cell(model, PAR_WP0, axis);
  const Cell *first = par_cell(model, PAR_W0, axis == 0 ? 1 : 0);
  const Cell *second = par_cell(model, PAR_W0, axis == 2 ? 1 : 2);
  if (first->is_zero || second->is_zero) return own->is_zero ? NULL : factor(model, own);
  const char *product =
      arena_format(model->arena, "%s*%s", factor(model, first), factor(model, second));
  if (own->is_zero) return arena_format(model->arena, axis == 1 ? "%s" : "(-%s)", product);
  return arena_format(model->arena, axis == 1 ? "(%s + %s)" : "(%s - %s)", own->text, product);
}

// Returns "" if there is no such motion.
static const char *motion_of(const ParModel *model, char kind, int axis)
{
  bool turns = kind == 'R';
  const Cell *speed = par_cell(model, turns ? PAR_W0 : PAR_V0, axis);
  const Cell *linear = par_cell(model, PAR_VP0, axis);
  const char *acceleration = linear->is_zero ? NULL : factor(model, linear);
  if (turns) acceleration = angular_acceleration(model, axis);
  const char *amount = "";
  if (!speed->is_zero)
    amount =
        arena_format(model->arena, "%s*t", speed->is_number ? speed->text : factor(model, speed));
  if (acceleration)
    amount = arena_format(model->arena, "%s%s%s*t^2/2", amount, *amount ? " + " : "", acceleration);
  return *amount ? arena_format(model->arena, "%c%c(%s)", kind, axis_names[axis], amount) : "";
}

static const char *place_of_base(const ParModel *model)
{
  const char *moves = "";
  for (int i = 0; i < 3; i++) {
    const Cell *position = par_cell(model, PAR_Z, 4 * i + 3);
    if (position->is_zero) continue;
    const char *shift = arena_format(model->arena, "T%cK(%s)", axis_names[i], position->text);
    moves = moves_joined(model->arena, moves, shift);
  }
  return moves_joined(model->arena, moves, base_turns(model));
}

bool par_put_base(const ParModel *model)
{
  if (par_base_is_free(model)) {
    put_free_base(model);
    return true;
  }
  const char *motion = "";
  for (int i = 0; i < 6; i++)
    motion = moves_joined(model->arena, motion, motion_of(model, i < 3 ? 'T' : 'R', i % 3));
  const char *moves = moves_joined(model->arena, place_of_base(model), motion);
  if (*motion)
    document_comment(model->import->document, "with the speed and acceleration of t = 0");
  if (*moves) build_frame(model->import, "base", "ground", moves);
  return *moves != '\0';
}
