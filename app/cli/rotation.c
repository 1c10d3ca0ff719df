// rotation.c -- bielle rotation: from any representation of a rotation to any other.
//
// Values may be negative numbers, so this command reads its own words: behind a form come as many
// values as it has. In degrees, angles and Euler vectors are degrees, angular velocities degrees a
// second; everything inside is radians.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/rotation_print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TURNS = 32 };
static const double TWO_TURNS = 720 * ROTATION_DEGREE;

// One --from, --then or --then-fixed.
typedef struct Turn {
  BielleRotationForm form;
  char **values;
  bool is_fixed;
} Turn;

typedef struct Request {
  Turn turns[MOST_TURNS];
  int turn_count;
  const char *to;  // NULL: all
  bool has_to;
  bool has_axes;
  bool has_notation;
  char **omega;  // NULL: values, not rates
  BielleRotationAxes axes;
  BielleNotation notation;
  bool is_degrees;
  bool is_symbolic;
  bool is_json;
  const char *output;
} Request;

// ---- words

static bool complain_word(const char *what, const char *word, const char *right)
{
  complain("bielle rotation: %s '%s'; %s", what, word, right);
  return false;
}

static bool is_option(const char *word)
{
  return strncmp(word, "--", 2) == 0 || strcmp(word, "-o") == 0;
}

static int values_ahead(char *words[], int count)
{
  int found = 0;
  while (found < count && !is_option(words[found]))
    found++;
  return found;
}

// A form and its values; returns how many words, 0 on a mistake.
static int take_turn(Request *request, int count, char *words[])
{
  bool is_from = strcmp(words[0], "--from") == 0;
  if (is_from != (request->turn_count == 0)) {
    complain_word(is_from ? "a second" : "no --from before", words[0],
                  "give --from once and first, then --then for what follows");
    return 0;
  }
  if (request->turn_count == MOST_TURNS) {
    complain("bielle rotation: at most %d rotations", MOST_TURNS);
    return 0;
  }
  int ahead = values_ahead(words + 1, count - 1) - 1;
  Turn *turn = &request->turns[request->turn_count++];
  if (ahead < 0 || !rotation_read_form(words[1], &turn->form)) {
    if (ahead < 0) complain_word("no form behind", words[0], "such as rpy, quaternion, euler:zyx");
    return 0;
  }
  int wanted = bielle_rotation_form_count(turn->form);
  if (ahead != wanted) {
    bool is_joined = ahead > 0 && strpbrk(words[2], ", []") != NULL;
    complain("bielle rotation: %s takes %d values (%s), not %d%s", words[1], wanted,
             bielle_rotation_form_labels(turn->form), ahead,
             is_joined ? "; write them apart, 1 2 3, without commas or brackets" : "");
    return 0;
  }
  turn->values = words + 2;
  turn->is_fixed = strcmp(words[0], "--then-fixed") == 0;
  return wanted + 2;
}

static int take_omega(Request *request, int count, char *words[])
{
  int ahead = values_ahead(words + 1, count - 1);
  if (ahead != 3) {
    complain("bielle rotation: --omega takes 3 values, not %d", ahead);
    return 0;
  }
  request->omega = words + 1;
  return 4;
}

// An option with one value.
static int take_value(Request *request, int count, char *words[])
{
  const char *word = words[0], *value = count > 1 ? words[1] : "";
  if (strcmp(word, "--to") == 0) {
    if (!value[0]) return complain_word("no form behind", word, "such as rpy, quaternion, all");
    if (request->has_to) return complain_word("a second", word, "--to all shows every form");
    request->has_to = true;
    request->to = strcmp(value, "all") == 0 ? NULL : value;
  } else if (strcmp(word, "--axes") == 0) {
    bool is_body = strcmp(value, "body") == 0;
    if (!is_body && strcmp(value, "fixed") != 0)
      return complain_word("--axes cannot be", value, "there is: body fixed");
    request->has_axes = true;
    request->axes = is_body ? BIELLE_BODY_AXES : BIELLE_FIXED_AXES;
  } else if (strcmp(word, "--as") == 0) {
    bool is_text = strcmp(value, "text") == 0;
    if (!is_text && strcmp(value, "latex") != 0)
      return complain_word("--as cannot be", value, "there is: text latex");
    request->has_notation = true;
    request->notation = is_text ? BIELLE_TEXT : BIELLE_LATEX;
  } else {
    if (!value[0]) return complain_word("no file behind", word, "give a name");
    request->output = value;
  }
  return 2;
}

static int report_unknown(const char *word)
{
  static const char *const WORDS[] = { "--from",  "--then", "--then-fixed", "--to", "--deg",
                                       "--omega", "--axes", "--symbolic",   "--as", "--json" };
  complain_of_word("bielle rotation: unknown word", word, WORDS, sizeof WORDS / sizeof WORDS[0],
                   "Try: bielle rotation --help");
  return 0;
}

static int take_word(Request *request, int count, char *words[])
{
  static const char *const VALUED[] = { "--to", "--axes", "--as", "-o" };
  const char *word = words[0];
  if (strcmp(word, "--from") == 0 || strcmp(word, "--then") == 0 ||
      strcmp(word, "--then-fixed") == 0) {
    return take_turn(request, count, words);
  }
  if (strcmp(word, "--omega") == 0) return take_omega(request, count, words);
  if (strcmp(word, "--deg") == 0) {
    request->is_degrees = true;
    return 1;
  }
  if (strcmp(word, "--json") == 0) {
    request->is_json = true;
    return 1;
  }
  if (strcmp(word, "--symbolic") == 0) {
    request->is_symbolic = true;
    return 1;
  }
  for (size_t i = 0; i < sizeof VALUED / sizeof VALUED[0]; i++) {
    if (strcmp(word, VALUED[i]) == 0) return take_value(request, count, words);
  }
  return report_unknown(word);
}

// An option that would have no effect is a misunderstanding.
static bool check_request(const Request *request)
{
  if (request->turn_count == 0) {
    complain("bielle rotation: which rotation? Give --from, such as --from rpy 10 20 30 --deg");
    return false;
  }
  if (request->has_notation && !request->is_symbolic) {
    complain("bielle rotation: --as is for formulas; give --symbolic too");
    return false;
  }
  if (request->has_axes && !request->omega) {
    complain("bielle rotation: --axes says in which axes --omega is; give --omega too");
    return false;
  }
  return true;
}

static bool read_request(const Arguments *arguments, Request *request)
{
  for (int i = 0; i < arguments->word_count;) {
    int taken = take_word(request, arguments->word_count - i, arguments->words + i);
    if (taken == 0) return false;
    i += taken;
  }
  return check_request(request);
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

// More than two turns were hardly meant in radians.
static void warn_of_degrees(const Turn *turn, int index, double value)
{
  if (!bielle_rotation_form_is_angle(turn->form, index) || fabs(value) <= TWO_TURNS) return;
  remark("bielle rotation: %s radians are more than two turns; --deg reads degrees",
         turn->values[index]);
}

static bool read_turn(const Request *request, const Turn *turn, BielleDiagnostics *diagnostics,
                      BielleRotation *out)
{
  double values[BIELLE_ROTATION_MOST_VALUES];
  for (int i = 0; i < bielle_rotation_form_count(turn->form); i++) {
    if (!read_number(turn->values[i], &values[i])) return false;
    bool is_degrees = request->is_degrees && bielle_rotation_form_is_angle(turn->form, i);
    if (is_degrees) {
      values[i] *= ROTATION_DEGREE;
    } else {
      warn_of_degrees(turn, i, values[i]);
    }
  }
  return bielle_rotation_from(turn->form, values, diagnostics, out) == BIELLE_OK;
}

static bool compose(const Request *request, BielleDiagnostics *diagnostics, BielleRotation *out)
{
  for (int i = 0; i < request->turn_count; i++) {
    const Turn *turn = &request->turns[i];
    BielleRotation next;
    if (!read_turn(request, turn, diagnostics, &next)) return false;
    if (i == 0) {
      *out = next;
    } else {
      *out = turn->is_fixed ? bielle_rotation_then_fixed(out, &next)
                            : bielle_rotation_then_moving(out, &next);
    }
  }
  return true;
}

static int put_text(const Request *request, Text *text)
{
  const Arguments where = { .output = request->output };
  char *copy = strdup(text_string(text));
  return put_result(&where, copy) == BIELLE_OK ? EXIT_DONE : EXIT_BAD_INPUT;
}

// Values or rates of the forms that are asked for.
static int print_numbers(const Request *request, const BielleRotation *rotation)
{
  RotationPage page = { .rotation = rotation,
                        .axes = request->axes,
                        .has_rates = request->omega != NULL,
                        .is_degrees = request->is_degrees };
  for (int i = 0; i < 3 && request->omega; i++) {
    if (!read_number(request->omega[i], &page.omega[i])) return EXIT_BAD_INPUT;
    if (request->is_degrees) page.omega[i] *= ROTATION_DEGREE;
  }
  Text text = { 0 };
  int status = EXIT_DONE;
  if (request->is_json) {
    BielleRotationForm form;
    bool is_form = !request->to || rotation_read_form(request->to, &form);
    if (is_form) rotation_put_json(&page, request->to, &text);
    status = is_form ? EXIT_DONE : EXIT_BAD_INPUT;
  } else if (!request->to) {
    rotation_print_all(&page, &text);
  } else {
    BielleRotationForm form;
    status = !rotation_read_form(request->to, &form)  ? EXIT_BAD_INPUT
             : rotation_print_one(&page, form, &text) ? EXIT_DONE
                                                      : EXIT_DOES_NOT_HOLD;
  }
  if (status == EXIT_DONE) status = put_text(request, &text);
  text_free(&text);
  return status;
}

static int run_numbers(const Request *request)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleRotation rotation;
  bool is_good = compose(request, diagnostics, &rotation);
  finish(diagnostics, BIELLE_OK);
  return is_good ? print_numbers(request, &rotation) : EXIT_BAD_INPUT;
}

// ---- symbols

// {"formula": TEXT}; takes over the text.
static char *as_json_string(char *text)
{
  Text out = { 0 };
  text_put(&out, "{\"formula\": ");
  text_put_json_string(&out, text, strlen(text));
  text_put(&out, "}\n");
  bielle_string_free(text);
  char *copy = strdup(text_string(&out));
  text_free(&out);
  return copy;
}

static int run_symbols(const Request *request)
{
  if (request->turn_count > 1 || !request->to) {
    complain("bielle rotation: --symbolic converts one rotation to one form; give one --from and "
             "one --to, such as --to matrix");
    return EXIT_BAD_INPUT;
  }
  BielleRotationFormula formula = {
    .from = request->turns[0].form,
    .values = (const char *const *)request->turns[0].values,
    .omega = (const char *const *)request->omega,
    .axes = request->axes,
    .is_degrees = request->is_degrees,
    .notation = request->notation,
  };
  if (!rotation_read_form(request->to, &formula.to)) return EXIT_BAD_INPUT;
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  const Arguments where = { .output = request->output };
  char *text = NULL;
  BielleStatus status = bielle_rotation_formula(&formula, diagnostics, &text);
  if (status == BIELLE_OK && request->is_json) text = as_json_string(text);
  if (status == BIELLE_OK) status = put_result(&where, text);
  return finish(diagnostics, status);
}

int command_rotation(const Arguments *arguments)
{
  Request request = { 0 };
  if (!read_request(arguments, &request)) return EXIT_BAD_INPUT;
  return request.is_symbolic ? run_symbols(&request) : run_numbers(&request);
}
