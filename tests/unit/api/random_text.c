// random_text.c -- see random_text.h.
//
// An expression is kept if it has a certain value at the first point, which lies where most functions
// have values: what divides by zero or leaves a domain for all numbers would be refused, rightly. At
// the other points it may leave a domain, or take another branch.
// SPDX-License-Identifier: MIT
#include "random_text.h"

#include "base/memory/memory.h"
#include "support/ball.h"

#include <stdlib.h>
#include <string.h>

static int below(RandomText *text, int n)
{
  text->state = text->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int)((text->state >> 33) % (uint64_t)n);
}

// What the expression that is being written may use.
typedef struct Writer {
  RandomText *text;
  Text *out;
  int lets;           // so many of them are known
  bool is_of_motion;  // speeds may occur, and lets that depend on them
} Writer;

// Every third let depends on speeds.
static bool let_is_of_motion(int index) { return index % 3 == 2; }

// ---- leaves

static void put_number(Writer *w)
{
  static const char *const PLAIN[] = { "2", "3", "0.5", "1.5", "0.333", "12", "1e-1", "0.07" };
  static const char *const WITH_UNITS[] = { "30 deg",           "0.4 rad",
                                            "((250 mm)/(1 m))", "((3 N.m)/(2 J))",
                                            "0.1 rev",          "((90 s)/(1 min))",
                                            "110 deg",          "((2 kN)/(300 N))" };
  int i = below(w->text, 8);
  bool has_unit = w->text->has_units && below(w->text, 3) == 0;
  text_put(w->out, has_unit ? WITH_UNITS[i] : PLAIN[i]);
}

// A symbol with a dimension is divided by its unit.
static void put_symbol(Writer *w, const char *name, const char *unit)
{
  text_format(w->out, w->text->has_units && unit[0] ? "(%s/(1 %s))" : "%s", name, unit);
}

static void put_let(Writer *w)
{
  int i = below(w->text, w->lets);
  if (let_is_of_motion(i) && !w->is_of_motion) i--;
  text_format(w->out, "n%d", i + 1);
}

static void put_leaf(Writer *w)
{
  static const char *const COORDINATES[] = { "q1", "q2", "q3", "q4" };
  static const char *const RATES[] = { "q1'", "q2'", "q3'", "q4'" };
  int choice = below(w->text, 20);
  int i = below(w->text, 4);
  if (choice < 8 && w->lets > 0) {
    put_let(w);
  } else if (choice < 11) {
    put_number(w);
  } else if (choice < 15) {
    text_format(w->out, "p%d", 1 + below(w->text, RANDOM_PARAMETERS));
  } else if (choice < 18 || !w->is_of_motion) {
    put_symbol(w, COORDINATES[i], i < 3 ? "m" : "");
  } else if (choice == 18) {
    put_symbol(w, RATES[i], i < 3 ? "m/s" : "rad/s");
  } else {
    put_symbol(w, "t", "s");
  }
}

// ---- compounds

static void put_expression(Writer *w, int size);

// A template: each % stands for an expression in parentheses or a leaf, each @ for the last one again.
static void put_template(Writer *w, const char *form, int size)
{
  int parts = 0;
  size_t last = 0, length = 0;
  for (const char *c = form; *c; c++)
    parts += *c == '%';
  for (const char *c = form; *c; c++) {
    if (*c == '%') {
      last = w->out->length;
      put_expression(w, (size - 1) / parts);
      length = w->out->length - last;
    } else if (*c == '@') {
      char *again = memory_new(length + 1, 1);
      memcpy(again, text_string(w->out) + last, length);
      text_put(w->out, again);
      free(again);
    } else {
      text_put_bytes(w->out, c, 1);
    }
  }
}

static void put_expression(Writer *w, int size)
{
  static const char *const ARITHMETIC[] = { "(% + %)",
                                            "(% - %)",
                                            "% * %",
                                            "% * %",
                                            "(%)/(%)",
                                            "(%)/(%)",
                                            "((%)/(%))*((%)/(%))",
                                            "-(%)",
                                            "(% + % - %)",
                                            "(%)^2",
                                            "(%)^3",
                                            "(%)^-1",
                                            "(%)^-2",
                                            "((%)/(%))/((%)/(%))",
                                            "(%)^0",
                                            "1/(%)",
                                            "2*(%)",
                                            "(%)^0.5",
                                            "(%)/(%)/(%)",
                                            "0*(%)",
                                            "(%)*(%)/(%)",
                                            "-(%)^2",
                                            "(%)^1.5",
                                            "((%))^4",
                                            "(%) - (%)*(%)" };
  static const char *const FUNCTIONS[] = {
    "sin(%)",
    "cos(%)",
    "sin(% + %)",
    "cos(2*% - %)",
    "tan(%)",
    "sqrt(%)",
    "sqrt((%)^2)",
    "sqrt((%)^2 + 1)",
    "asin(%)",
    "acos((%)/(1 + abs(%)))",
    "atan(%)",
    "exp(%)",
    "log(%)",
    "exp(log(%))",
    "log(1 + (%)^2)",
    "abs(%)",
    "sign(%)",
    "min(%, %)",
    "max(%, %)",
    "atan2(%, %)",
    "if(% < %, %, %)",
    "if(% >= %, %, %)",
    "cos(asin(%))",
    "tan(atan(%))",
    "sin(acos((%)/(2 + abs(%))))",
    "cos(atan2(%, %))",
    "dot([%, %, %], [%, %, %])",
    "norm([%, %, %])",
    "([%, %, %] . [%, 0, %])",
    "dot(cross([%, %, %], [0, %, %]), [%, %, 1])",
    "norm(%*[%, %, 0])",
    "(sin(%)^2 + cos(%)^2)",
    "floor(%)",
    "mod(%, %)",
    "mod(%, -(%))",
    "sign(%)*abs(@)",
    "sqrt(%)*sqrt(@)",
    "sqrt(%)/(@)",
    "(%)/sqrt(@)",
    "abs(% - (% - %))",
    "abs((% + 5.25) - ((@) + 9))",
    "cos(asin(%))*cos(asin(@))",
    "sin(acos(%))^2",
    "tan(asin(%))",
    "tan(acos(%))",
    "acos(%)",
    "acos(cos(%))",
    "atan2(sin(%), cos(@))",
    "abs(acos(%))",
    "sin(atan2(%, %))",
    "tan(atan2(%, %))",
    "max(%, -(@))",
    "min(abs(%), @)",
    "hypot(%, %)",
    "sqrt(1 - (%)^2)^2",
    "abs(1 - (%)^2)",
    "sqrt((1 - (%)^2)^2)",
    "(if((% + p1)^2 < 1, cos(asin(@ + p1)), 0) + abs(1 - (@ + p1)^2))",
    "(abs(1 - (% - p2)^2) + if((@ - p2)^2 < 1, sin(acos(@ - p2)), 0))",
    "if(% - p2 > 0, sqrt(@ - p2)^3, sqrt(p2 - (@)))",
    "if(% - p2 > 0, log(@ - p2), abs(@ - p2))",
    "if(abs(% + p1) <= 1, acos(@ + p1), sqrt((@ + p1)^2 - 1))"
  };
  if (size <= 1) {
    put_leaf(w);
  } else if (below(w->text, 3) > 0) {
    put_template(w, ARITHMETIC[below(w->text, sizeof ARITHMETIC / sizeof ARITHMETIC[0])], size);
  } else {
    put_template(w, FUNCTIONS[below(w->text, sizeof FUNCTIONS / sizeof FUNCTIONS[0])], size);
  }
}

// ---- points

// At the first point in 0.28 .. 1.72, at the others of both signs and up to 3 in size.
static double set_value(RandomText *text, RandomPoint *point, const char *name)
{
  double value = (below(text, 100000) + 20000) / 70001.0;
  if (point != &text->points[0] && below(text, 2)) value -= 1.72;
  if (point != &text->points[0] && below(text, 4) == 0) value *= 1.75;
  arb_t ball;
  arb_init(ball);
  arb_set_d(ball, value);
  ball_scope_set(point->exact, name, ball);
  ball_scope_set(point->coarse, name, ball);
  arb_clear(ball);
  return value;
}

static void set_point(RandomText *text, RandomPoint *point)
{
  Text name = { 0 };
  point->exact = ball_scope_new();
  point->coarse = ball_scope_new();
  for (int i = 0; i < RANDOM_PARAMETERS; i++) {
    text_clear(&name);
    text_format(&name, "p%d", i + 1);
    point->parameters[i] = set_value(text, point, text_string(&name));
  }
  for (int i = 0; i < RANDOM_COORDINATES; i++) {
    text_clear(&name);
    text_format(&name, "q%d", i + 1);
    point->q[i] = set_value(text, point, text_string(&name));
    text_put(&name, "'");
    point->qd[i] = set_value(text, point, text_string(&name));
  }
  point->t = set_value(text, point, "t");
  text_free(&name);
}

// Has the expression a value of moderate size at the first point? Where it has none it is unknown.
static bool is_usable(const RandomText *text, const char *expression, arb_struct values[])
{
  bool is_good = false;
  for (int k = 0; k < RANDOM_POINTS && (k == 0 || is_good); k++) {
    BallReading reading = ball_read(text->points[k].exact, expression, BALL_PRECISION, &values[k]);
    bool has_value = reading == BALL_CERTAIN && arf_cmpabs_2exp_si(arb_midref(&values[k]), 20) < 0;
    if (!has_value) arb_indeterminate(&values[k]);
    is_good = is_good || has_value;
  }
  return is_good;
}

// ---- the description

// A new expression that has values, put into `out`; `name` (NULL: none) gets them.
static void put_usable(Writer *w, const char *name)
{
  arb_struct *values = _arb_vec_init(RANDOM_POINTS);
  do {
    text_clear(w->out);
    put_expression(w, 2 + below(w->text, 14));
  } while (!is_usable(w->text, text_string(w->out), values));
  for (int k = 0; k < RANDOM_POINTS && name; k++) {
    RandomPoint *point = &w->text->points[k];
    ball_scope_set(point->exact, name, &values[k]);
    BallReading reading = ball_read(point->coarse, text_string(w->out), RANDOM_COARSE, &values[k]);
    if (reading != BALL_CERTAIN) arb_indeterminate(&values[k]);
    ball_scope_set(point->coarse, name, &values[k]);
  }
  _arb_vec_clear(values, RANDOM_POINTS);
}

static void put_lets(RandomText *text)
{
  Text name = { 0 };
  for (int i = 0; i < RANDOM_LETS; i++) {
    Writer w = { text, &text->lets[i], i, let_is_of_motion(i) };
    text_clear(&name);
    text_format(&name, "n%d", i + 1);
    put_usable(&w, text_string(&name));
    text_format(&text->description, "let n%d = %s\n", i + 1, text_string(w.out));
  }
  text_free(&name);
}

static void put_uses(RandomText *text)
{
  Text *out = &text->description;
  bool has_units = text->has_units;
  for (int i = 0; i < RANDOM_OUTPUTS; i++) {
    Writer w = { text, &text->outputs[i], RANDOM_LETS, true };
    put_usable(&w, NULL);
  }
  for (int i = 0; i < RANDOM_OUTPUTS; i += 3) {
    text_format(out, "output o%d = [%s, %s, %s]\n", i / 3 + 1, text_string(&text->outputs[i]),
                text_string(&text->outputs[i + 1]), text_string(&text->outputs[i + 2]));
  }
  for (int i = 0; i < RANDOM_LETS; i += 3)
    text_format(out, "output l%d = [n%d, n%d, n%d]\n", i / 3 + 1, i + 1, i + 2, i + 3);
  for (int i = 0; i < RANDOM_FORCES; i++) {
    Writer w = { text, &text->forces[i], RANDOM_LETS, true };
    put_usable(&w, NULL);
  }
  text_format(out, "force f at j4 = [%s, %s, %s]%s\n", text_string(&text->forces[0]),
              text_string(&text->forces[1]), text_string(&text->forces[2]), has_units ? " N" : "");
  text_format(out, has_units ? "torque f4 on j4 = (%s)*(1 N.m)\n" : "torque f4 on j4 = %s\n",
              text_string(&text->forces[3]));
  Writer w = { text, &text->constraint, RANDOM_LETS, false };
  put_usable(&w, NULL);
  text_format(out, has_units ? "constraint c : q5 = (%s)*(1 m)\n" : "constraint c : q5 = %s\n",
              text_string(&text->constraint));
}

RandomText *random_text_new(uint64_t seed)
{
  RandomText *text = memory_new(1, sizeof *text);
  text->state = seed;
  text->has_units = below(text, 2);
  for (int k = 0; k < RANDOM_POINTS; k++)
    set_point(text, &text->points[k]);
  Text *out = &text->description;
  text_put(out, "mechanism random\n");
  for (int i = 0; i < RANDOM_PARAMETERS; i++)
    text_format(out, "param p%d = %d.%d%s\n", i + 1, i, i + 1, text->has_units ? " rad" : "");
  text_put(out, "joint j1 : prismatic x (q1) from ground\n"
                "joint j2 : prismatic y (q2) from j1\n"
                "joint j3 : prismatic z (q3) from j2\n"
                "joint j4 : revolute z (q4) from j3\n"
                "joint j5 : prismatic z (q5) from ground\n");
  text_put(out, "body b on j4 : mass 1, inertia diag(1, 1, 1)\n"
                "body c on j5 : mass 1\n");
  put_lets(text);
  put_uses(text);
  return text;
}

static void free_texts(Text texts[], int count)
{
  for (int i = 0; i < count; i++)
    text_free(&texts[i]);
}

void random_text_free(RandomText *text)
{
  for (int k = 0; k < RANDOM_POINTS; k++) {
    ball_scope_free(text->points[k].exact);
    ball_scope_free(text->points[k].coarse);
  }
  free_texts(text->lets, RANDOM_LETS);
  free_texts(text->outputs, RANDOM_OUTPUTS);
  free_texts(text->forces, RANDOM_FORCES);
  text_free(&text->constraint);
  text_free(&text->description);
  free(text);
}
