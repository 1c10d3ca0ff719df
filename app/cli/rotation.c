// rotation.c -- bielle rotation: converts between all representations of rotations.
//
// With --degrees, angles and Euler vectors are in degrees, angular velocities in degrees per
// second; internally everything is in radians. 15 digits are printed; values below 1e-15 are
// rounding errors and printed as 0.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDTH = 10, NUMBER_WIDTH = 21 };
static const double DEGREE = 0.017453292519943295;
static const char *const FORMS[] = { "matrix",    "vector",    "axis", "euler:zxz",  "euler:zyz",
                                     "euler:zyx", "euler:xyz", "rpy",  "quaternion", "rodrigues" };

// One --from, --then or --then-fixed.
typedef struct Turn {
  BielleRotationForm form;
  char **values;
  bool is_fixed;
} Turn;

typedef struct Request {
  Turn turns[MAX_GROUPS];
  int turn_count;
  const char *to;   // NULL: all
  char **omega;     // NULL: values, not rates
  double rates[3];  // numeric omega [rad/s]
  BielleRotationAxes axes;
  bool is_degrees;
  BielleRotation rotation;  // product of all rotations
} Request;

// ---- arguments

static bool complain_word(const char *what, const char *word, const char *right)
{
  complain("bielle rotation: %s '%s'; %s", what, word, right);
  return false;
}

// Parses a form and its values.
static bool read_turn(const Work *work, const WordGroup *group, Request *request)
{
  bool is_from = strcmp(group->option, "--from") == 0;
  if (is_from != (request->turn_count == 0)) {
    return complain_word(is_from ? "a second" : "no --from before", group->option,
                         "give --from once and first, then --then for what follows");
  }
  if (group->count == 0)
    return complain_word("no representation after", group->option,
                         "such as rpy, quaternion, euler:zyx");
  Turn *turn = &request->turns[request->turn_count++];
  if (bielle_rotation_form(group->values[0], work->diagnostics, &turn->form) != BIELLE_OK)
    return false;
  int wanted = bielle_rotation_form_count(turn->form), given = group->count - 1;
  if (given != wanted) {
    bool is_joined = given > 0 && strpbrk(group->values[1], ", []") != NULL;
    complain("bielle rotation: %s takes %d values (%s), not %d%s", group->values[0], wanted,
             bielle_rotation_form_labels(turn->form), given,
             is_joined ? "; write them apart, 1 2 3, without commas or brackets" : "");
    return false;
  }
  turn->values = group->values + 1;
  turn->is_fixed = strcmp(group->option, "--then-fixed") == 0;
  return true;
}

static bool read_group(const Work *work, const WordGroup *group, Request *request)
{
  if (strcmp(group->option, "--omega") != 0) return read_turn(work, group, request);
  request->omega = group->values;
  if (group->count == 3) return true;
  complain("bielle rotation: --omega takes 3 values, not %d", group->count);
  return false;
}

// Options without effect are rejected.
static bool read_request(const Work *work, Request *request)
{
  const Arguments *arguments = work->arguments;
  for (int i = 0; i < arguments->group_count; i++) {
    if (!read_group(work, &arguments->groups[i], request)) return false;
  }
  const char *wrong = NULL;
  if (request->turn_count == 0)
    wrong = "which rotation? Give --from, such as --from rpy 10 20 30 --deg";
  if (arguments->notation && !requests_json(arguments) && !arguments->is_symbolic)
    wrong = "--as is for formulas; give --symbolic too";
  if (arguments->axes && !request->omega)
    wrong = "--axes says in which axes --omega is; give --omega too";
  if (wrong) complain("bielle rotation: %s", wrong);
  request->to = is_word(arguments->form_to, "all") ? NULL : arguments->form_to;
  request->axes = is_word(arguments->axes, "fixed") ? BIELLE_FIXED_AXES : BIELLE_BODY_AXES;
  request->is_degrees = arguments->is_degrees;
  return !wrong;
}

// ---- numbers

static bool read_number(const char *word, double *out)
{
  char *end = NULL;
  *out = strtod(word, &end);
  bool is_plain = word[0] != '\0' && strspn(word, "0123456789+-.eE") == strlen(word);
  if (is_plain && *end == '\0' && isfinite(*out)) return true;
  bool has_degrees = word[0] != '\0' && strstr(word, "deg") != NULL;
  return complain_word("not a number:", word,
                       has_degrees ? "--deg is for all angles" : "names and pi are for --symbolic");
}

static bool rotation_of(const Work *work, const Request *request, const Turn *turn,
                        BielleRotation *out)
{
  double values[BIELLE_ROTATION_MOST_VALUES];
  for (int i = 0; i < bielle_rotation_form_count(turn->form); i++) {
    if (!read_number(turn->values[i], &values[i])) return false;
    if (!bielle_rotation_form_is_angle(turn->form, i)) continue;
    if (request->is_degrees) {
      values[i] *= DEGREE;
    } else if (fabs(values[i]) > 720 * DEGREE) {  // probably not in radians
      remark("bielle rotation: %s radians are more than two turns; --deg reads degrees",
             turn->values[i]);
    }
  }
  return bielle_rotation_from(turn->form, values, work->diagnostics, out) == BIELLE_OK;
}

static bool compute(const Work *work, Request *request)
{
  BielleRotation *all = &request->rotation;
  for (int i = 0; i < request->turn_count; i++) {
    BielleRotation next;
    if (!rotation_of(work, request, &request->turns[i], &next)) return false;
    if (i == 0) {
      *all = next;
    } else {
      *all = request->turns[i].is_fixed ? bielle_rotation_then_fixed(all, &next)
                                        : bielle_rotation_then_moving(all, &next);
    }
  }
  for (int i = 0; i < 3 && request->omega; i++) {
    if (!read_number(request->omega[i], &request->rates[i])) return false;
    if (request->is_degrees) request->rates[i] *= DEGREE;
  }
  return true;
}

// The values of a form, in degrees if requested.
typedef struct Numbers {
  int count;
  int columns;
  double at[BIELLE_ROTATION_MOST_VALUES];
  bool are_there;  // rates are undefined at singularities, Rodrigues parameters at 180 deg
  char *remark;    // about a singular case; NULL: none. Owned
} Numbers;

static Numbers numbers_of(const Request *request, BielleRotationForm form)
{
  double values[BIELLE_ROTATION_MOST_VALUES];
  Numbers numbers = { .count = bielle_rotation_form_count(form) };
  numbers.columns = numbers.count == 9 ? 3 : numbers.count;
  BielleRotationCase found = bielle_rotation_to(&request->rotation, form, values);
  memcpy(numbers.at, values, sizeof values);
  bool is_infinite = form.kind == BIELLE_ROTATION_RODRIGUES && found == BIELLE_ROTATION_HALF_TURN;
  if (request->omega && !is_infinite)
    found = bielle_rotation_rates(form, values, request->rates, request->axes, numbers.at);
  bool is_regular = found == BIELLE_ROTATION_REGULAR;
  numbers.are_there = is_regular || (!request->omega && form.kind != BIELLE_ROTATION_RODRIGUES);
  if (!is_regular) numbers.remark = bielle_rotation_explain(form, found, values);
  if (numbers.remark && request->omega) {
    Text sentence = { 0 };
    text_format(&sentence, "%.*s: the rates are infinite", (int)strcspn(numbers.remark, ":"),
                numbers.remark);
    bielle_string_free(numbers.remark);
    numbers.remark = text_release(&sentence);
  }
  for (int i = 0; i < numbers.count; i++) {
    double unit = request->is_degrees && bielle_rotation_form_is_angle(form, i) ? DEGREE : 1;
    numbers.at[i] = fabs(numbers.at[i]) < 1e-15 ? 0 : numbers.at[i] / unit;
  }
  return numbers;
}

// In the format of --from.
static void put_plain(const Numbers *numbers, Text *out)
{
  for (int i = 0; i < numbers->count && numbers->are_there; i++)
    text_format(out, "%.15g%c", numbers->at[i], (i + 1) % numbers->columns == 0 ? '\n' : ' ');
}

// A row of the table, with its remark.
static void put_row(const char *name, const Numbers *numbers, Text *out)
{
  text_format(out, "%-*s", NAME_WIDTH, name);
  for (int i = 0; i < numbers->count && numbers->are_there; i++) {
    if (i > 0 && i % numbers->columns == 0) text_repeat(out, ' ', NAME_WIDTH);
    text_format(out, "%*.15g", NUMBER_WIDTH, numbers->at[i]);
    if ((i + 1) % numbers->columns == 0) text_put_char(out, '\n');
  }
  if (!numbers->remark) return;
  if (numbers->are_there) text_repeat(out, ' ', NAME_WIDTH);
  text_format(out, "  %s\n", numbers->remark);
}

static void record_row(const char *name, const Numbers *numbers, Record *out)
{
  if (numbers->are_there) {
    record_numbers(out, name, numbers->at, numbers->count, "");
  } else {
    record_null(out, name);
  }
}

// Prints values or rates of the requested forms, as text and as data.
static BielleStatus report_numbers(Work *work, const Request *request)
{
  enum { FORM_COUNT = sizeof FORMS / sizeof FORMS[0] };
  const char *angles = request->is_degrees ? "degrees" : "radians";
  Text *words = &work->answer->words;
  Record *record = work->answer->record;
  BielleStatus status = BIELLE_OK;
  record_text(record, "angles", angles);
  record_flag(record, "rates", request->omega != NULL);
  if (!request->to)
    text_format(words, "angles in %s%s\n", angles, request->omega ? "; rates per second" : "");
  for (int i = 0; i < (request->to ? 1 : FORM_COUNT); i++) {
    const char *name = request->to ? request->to : FORMS[i];
    BielleRotationForm form;
    if (bielle_rotation_form(name, work->diagnostics, &form) != BIELLE_OK) return BIELLE_BAD_INPUT;
    Numbers numbers = numbers_of(request, form);
    bool is_table = !request->to && !requests_json(work->arguments);
    if (numbers.remark && !is_table) remark("bielle rotation: %s", numbers.remark);
    if (request->to && !numbers.are_there) status = BIELLE_DOES_NOT_HOLD;
    if (request->to) put_plain(&numbers, words);
    if (!request->to) put_row(name, &numbers, words);
    record_row(name, &numbers, record);
    bielle_string_free(numbers.remark);
  }
  return status;
}

// ---- symbolic formulas

static BielleStatus report_formula(Work *work, const Request *request)
{
  if (request->turn_count > 1 || !request->to) {
    complain("bielle rotation: --symbolic converts one rotation to one form; give one --from and "
             "one --to, such as --to matrix");
    return BIELLE_BAD_INPUT;
  }
  BielleRotationFormula formula = {
    .from = request->turns[0].form,
    .values = (const char *const *)request->turns[0].values,
    .omega = (const char *const *)request->omega,
    .axes = request->axes,
    .is_degrees = request->is_degrees,
    .notation = is_word(work->arguments->notation, "latex") ? BIELLE_LATEX : BIELLE_TEXT,
  };
  char *text = NULL;
  BielleStatus status = bielle_rotation_form(request->to, work->diagnostics, &formula.to);
  if (status == BIELLE_OK) status = bielle_rotation_formula(&formula, work->diagnostics, &text);
  if (status == BIELLE_OK) {
    text_put(&work->answer->words, text);
    record_text(work->answer->record, "formula", text);
  }
  bielle_string_free(text);
  return status;
}

BielleStatus command_rotation(Work *work)
{
  Request request = { 0 };
  if (!read_request(work, &request)) return BIELLE_BAD_INPUT;
  work->answer = answer_new();
  if (work->arguments->is_symbolic) return report_formula(work, &request);
  return compute(work, &request) ? report_numbers(work, &request) : BIELLE_BAD_INPUT;
}
