// symoro_check.c -- checks the consistency of the parts of a SYMORO file.
// SPDX-License-Identifier: MIT
#include "import/symoro/symoro.h"

static void error_at(const ParModel *model, Span span, const char *hint, const char *message)
{
  diagnostics_error(model->diagnostics, span, hint, "%s", message);
}

static int read_count(const ParModel *model, ParKey key, Span end)
{
  if (model->lists[key].count == 0) {
    diagnostics_error(model->diagnostics, end, NULL, "'%s = ...' is missing",
                      par_info((ParKey)key)->text);
    return -1;
  }
  int count = par_whole(par_cell(model, key, 0));
  if (count <= 0) {
    diagnostics_error(model->diagnostics, model->lists[key].span, NULL,
                      "'%s' is a whole number from 1 to %d", par_info((ParKey)key)->text,
                      (int)PAR_MAX_FRAMES);
  }
  return count;
}

static bool check_counts(ParModel *model, Span end)
{
  model->link_count = read_count(model, PAR_NL, end);
  model->joint_count = read_count(model, PAR_NJ, end);
  model->frame_count = read_count(model, PAR_NF, end);
  if (model->link_count <= 0 || model->joint_count <= 0 || model->frame_count <= 0) return false;
  int loops = model->joint_count - model->link_count;
  if (loops >= 0 && model->frame_count == model->joint_count + loops) return true;
  diagnostics_error(model->diagnostics, model->lists[PAR_NF].span,
                    "each of the NJ - NL loops has two frames at its cut: NF = 2*NJ - NL",
                    "NL = %d, NJ = %d and NF = %d do not fit", model->link_count,
                    model->joint_count, model->frame_count);
  return false;
}

static int wanted_count(const ParModel *model, ParKind kind)
{
  switch (kind) {
  case PAR_COUNT: return 1;
  case PAR_FRAMES: return model->frame_count;
  case PAR_LINKS: return model->link_count;
  case PAR_JOINTS:
  case PAR_IGNORED: return model->joint_count;
  case PAR_VECTOR:
  case PAR_MOTION: return 3;
  case PAR_MATRIX: return 16;
  }
  return 0;
}

static void check_lengths(const ParModel *model)
{
  for (int key = 0; key < PAR_KEY_COUNT; key++) {
    const ParList *list = &model->lists[key];
    int wanted = wanted_count(model, par_info((ParKey)key)->kind);
    bool has_base = par_info((ParKey)key)->kind == PAR_LINKS && par_base_is_free(model);
    if (list->count == wanted || !list->cells || (has_base && list->count == wanted + 1)) continue;
    diagnostics_error(model->diagnostics, list->span, NULL, "'%s' has %d values instead of %d",
                      par_info((ParKey)key)->text, list->count, wanted);
  }
}

static void check_given(const ParModel *model, Span end)
{
  static const ParKey needed[] = { PAR_ANT, PAR_SIGMA, PAR_ALPHA, PAR_D, PAR_THETA, PAR_R };
  for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
    if (model->lists[needed[i]].cells) continue;
    diagnostics_error(model->diagnostics, end, NULL, "'%s = {...}' is missing",
                      par_info(needed[i])->text);
  }
}

static void check_frame(const ParModel *model, int frame)
{
  const Cell *ant = par_cell(model, PAR_ANT, frame);
  const Cell *sigma = par_cell(model, PAR_SIGMA, frame);
  const Cell *mu = par_cell(model, PAR_MU, frame);
  int before = par_whole(ant);
  if (before < 0 || before > frame) {
    diagnostics_error(model->diagnostics, ant->span, "0 is the base",
                      "the antecedent of frame %d is a frame before it", frame + 1);
  }
  if (par_whole(sigma) < 0 || par_whole(sigma) > 2)
    error_at(model, sigma->span, "0: revolute, 1: prismatic, 2: fixed", "unknown kind of joint");
  if (par_whole(mu) < 0 || par_whole(mu) > 1)
    error_at(model, mu->span, "1: driven, 0: passive", "'mu' is 0 or 1");
  if (frame >= model->joint_count && par_whole(sigma) != 2) {
    error_at(model, sigma->span, "sigma is 2 for the last NF - NJ frames",
             "the frame at the other side of a cut joint is fixed");
  }
}

// The only name in the cell of the joint motion is the joint variable.
static void find_variable(ParModel *model, int frame)
{
  ParMotion motion = par_motion(model, frame);
  if (motion == PAR_FIXED) return;
  const Cell *cell = par_cell(model, motion == PAR_REVOLUTE ? PAR_THETA : PAR_R, frame);
  if (cell->name_count != 1) {
    diagnostics_error(model->diagnostics, cell->span,
                      motion == PAR_REVOLUTE ? "such as th1, or th1+pi/2" : "such as r1",
                      "here stands the variable of joint %d, one name", frame + 1);
    return;
  }
  model->values.items[cell->names[0]].is_coordinate = true;
}

static void warn_unused(const ParModel *model, ParKey key, int index)
{
  const Cell *cell = &model->lists[key].cells[index];
  if (cell->is_name || cell->is_zero) return;
  diagnostics_add(model->diagnostics, SEVERITY_WARNING, cell->span,
                  "give states and torques when you evaluate the model",
                  "this value of '%s' is not used", par_info((ParKey)key)->text);
}

static void check_unused(const ParModel *model)
{
  bool is_free = par_base_is_free(model);
  for (int key = 0; key < PAR_KEY_COUNT; key++) {
    ParKind kind = par_info((ParKey)key)->kind;
    if (kind != PAR_IGNORED && !(is_free && kind == PAR_MOTION)) continue;
    for (int i = 0; i < model->lists[key].count; i++)
      warn_unused(model, (ParKey)key, i);
  }
}

// eta is 1 for a joint with a spring, of stiffness k.
static void check_springs(const ParModel *model)
{
  for (int i = 0; i < model->joint_count; i++) {
    const Cell *eta = par_cell(model, PAR_ETA, i);
    const Cell *k = par_cell(model, PAR_K, i);
    int flag = par_whole(eta);
    if (flag < 0 || flag > 1) error_at(model, eta->span, "1: elastic, 0: not", "'eta' is 0 or 1");
    if (flag == 1 && (par_is_cut(model, i) || par_motion(model, i) == PAR_FIXED)) {
      error_at(model, eta->span, "put the spring into another joint of the loop, or cut another",
               "a joint that is cut or fixed has no coordinate for a spring");
    } else if (flag == 1 && k->is_zero) {
      error_at(model, eta->span, "give its stiffness in 'k'", "an elastic joint has a stiffness");
    } else if (flag == 0 && !k->is_zero) {
      diagnostics_add(model->diagnostics, SEVERITY_WARNING, k->span,
                      "'eta' is 1 for an elastic joint", "this stiffness is not used");
    }
  }
}

static void check_type(const ParModel *model)
{
  if (!model->lists[PAR_TYPE].cells) return;
  int type = par_whole(par_cell(model, PAR_TYPE, 0));
  bool has_loops = model->frame_count > model->joint_count;
  if (type >= 0 && type <= 2 && (type == 2) == has_loops) return;
  diagnostics_add(model->diagnostics, SEVERITY_WARNING, model->lists[PAR_TYPE].span,
                  "0: serial, 1: tree, 2: closed loops", "'Type' does not fit NL, NJ and NF");
}

void par_check(ParModel *model, Span end)
{
  check_given(model, end);
  if (!check_counts(model, end)) return;
  check_lengths(model);
  for (int i = 0; i < model->frame_count; i++)
    check_frame(model, i);
  check_unused(model);
  check_springs(model);
  check_type(model);
  if (has_errors(model->import)) return;
  for (int i = 0; i < model->frame_count; i++)
    find_variable(model, i);
}
