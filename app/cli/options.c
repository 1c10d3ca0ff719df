// options.c -- the table of options.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"

#include <stddef.h>
#include <string.h>

#define AT(field) offsetof(Arguments, field)
#define VALUES AT(groups)

static const Option OPTIONS[] = {
  { "--what", "LIST", NULL, AT(what), "quantities, by their names, separated by commas" },
  { "--explain", "LIST", NULL, AT(explain),
    "where the terms of these entries come from, such as 'M[1,2],tau[1]'" },
  { "--method", "METHOD", NULL, AT(method), "how the equations are derived" },
  { "--form", "FORM", "condensed|expanded|recursive|explicit", AT(form),
    "short, written out, step by step, or solved for what is sought" },
  { "--as", "NOTATION", "text|latex|mathml|json|listing", AT(notation),
    "how the result is written" },
  { "--at", "STATE", NULL, AT(state),
    "the state: a file of JSON, '-', or a list \"q1 = 45 deg, u = 3\"" },
  { "--open", NULL, NULL, AT(keeps_open),
    "compute at the state as it is, also where loops are open" },
  { "--upside-down", NULL, NULL, AT(keeps_sides),
    "joints of loops that the state has half a turn away are closed so" },
  { "--lang", "LANGUAGE", NULL, AT(language),
    "language of the program: c, python, octave, fortran, javascript, python-c, rust, cpp, casadi, "
    "julia" },
  { "-o", "FILE", NULL, AT(output),
    "write the result there, whole or not at all; '-' is standard output" },
  { "--stage", "STAGE", "grammar|quantities|mechanism|equations|program", AT(stage),
    "which stage to show" },
  { "--seed", "N", NULL, AT(seed_word), "other random points behind exact comparisons" },
  { "--width", "COLUMNS", NULL, AT(width_word), "length of lines" },
  { "--color", "WHEN", "auto|always|never", AT(color), "colours on terminals, always, or never" },
  { "--to", "CONVENTION", "dh-standard|dh-modified|khalil|urdf|bl", AT(convention),
    "the convention to write in" },
  { "--freeze", "VALUES", NULL, AT(freeze), "hold coordinates still: q4=0,q5" },
  { "--parametrisation", "COORDINATES", "minimal|relative|cartesian", AT(parametrisation),
    "go over to these coordinates" },
  { "--drop", "TERMS", "coriolis", AT(drop), "leave out these terms" },
  { "--negligible", "PART", NULL, AT(negligible), "leave out terms below this part, such as 1%" },
  { "--speeds", "RANGES", NULL, AT(speeds), "the speeds that --negligible is judged for" },
  { "--accelerations", "RANGES", NULL, AT(accelerations),
    "the accelerations that --negligible is judged for" },
  { "--hold", "NAMES", NULL, AT(hold), "keep these coordinates where they are" },
  { "--drives", "NAMES", NULL, AT(drives), "what is to hold the mechanism: coordinates, inputs" },
  { "--weights", "VALUES", NULL, AT(weights), "what a unit of each drive costs: u1=2,u2=1" },
  { "--about", "VALUES", NULL, AT(about), "equations at an operating point: \"q1=0, q1'=0\"" },
  { "--drive", "RANGE", NULL, AT(drive), "the input and its range: q1=0..360deg" },
  { "--steps", "N", NULL, AT(steps), "number of steps" },
  { "--speed", "W", NULL, AT(speed), "speed of the input" },
  { "--acceleration", "A", NULL, AT(acceleration), "acceleration of the input" },
  { "--steer", "NAME", NULL, AT(steer), "the steering angle: an input or a parameter" },
  { "--lateral", "A", NULL, AT(lateral), "lateral acceleration of the tightest turn: 4m/s^2" },
  { "--road", "NAMES", NULL, AT(road),
    "inputs that are heights of the road, and how far behind: \"zf, zr = 2.7 m\"" },
  { "--columns", "NAMES", NULL, AT(columns), "the columns of the table: x,tau[q1]" },
  { "--plot", "FILE", NULL, AT(plot), "draw them into FILE.svg" },
  { "--set", "VALUES", NULL, AT(state),
    "other values than those of the description: \"m1 = 2 kg\"" },
  { "--until", "TIME", NULL, AT(until), "the end: 5 s" },
  { "--treatment", "TREATMENT", "auto|projection|ggl|independent", AT(treatment),
    "how constraints are kept" },
  { "--step", "TIME", NULL, AT(row_step), "time between rows: 10 ms" },
  { "--shortest", NULL, NULL, AT(is_shortest),
    "the least time in which all limits are kept, all motions at once" },
  { "--tolerance", "PART", NULL, AT(tolerance), "relative error of a step, such as 1e-8" },
  { "--constraints", "TREATMENT", "augmented|partition|projector", AT(constraints),
    "how motion under constraints is solved" },
  { "--independent", "NAMES", NULL, AT(independent), "the coordinates that the others follow" },
  { "--all", NULL, NULL, AT(requests_all), "all solutions, not only the nearest" },
  { "--equilibrium", NULL, NULL, AT(is_equilibrium), "where it stays by itself" },
  { "--no-snap", NULL, NULL, AT(keeps_angles), "keep numbers that are nearly round as they are" },
  { "--merge-fixed", NULL, NULL, AT(merges_fixed), "make one body of links that are fixed" },
  { "--allow-unproved", NULL, NULL, AT(allows_unproved),
    "what is not proved, but agrees in numbers, is no failure" },
  { "--units", NULL, NULL, AT(requests_units),
    "the unit of everything, and what it is known from" },
  { "--compact", NULL, NULL, AT(is_compact), "short names for sines and cosines" },
  { "--fuse", "LIST", NULL, AT(fuse), "quantities that one function more computes together" },
  { "--float", NULL, NULL, AT(is_float), "single precision" },
  { "--batch", NULL, NULL, AT(has_batch), "functions of many states at once, too" },
  { "--portable", NULL, NULL, AT(is_portable), "C99 alone: without vectors of GNU C" },
  { "--order", "ORDER", "fast|book", AT(order),
    "statements of C in the order that runs fast, or stage by stage" },
  { "--json", NULL, NULL, AT(is_json), "results, where there is a choice, and messages as JSON" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option EVAL_OPTIONS[] = {
  { "--states", "FILE", NULL, AT(states), "states as the rows of a table in FILE.npy" },
  { "--columns", "NAMES", NULL, AT(columns),
    "its columns: \"q1, q1', u\"; otherwise coordinates, speeds, accelerations" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option SIMULATE_OPTIONS[] = {
  { "--method", "METHOD", NULL, AT(method), "how the motion is integrated" },
  { "--absolute", "NUMBER", NULL, AT(absolute),
    "error of a step that is allowed for any value, in SI units, such as 1e-12" },
  { "--stride", "TIME", NULL, AT(stride), "step of rk4, euler and midpoint: 1 ms" },
  { "--resolution", "TIME", NULL, AT(resolution),
    "longest time between looks at the conditions of events: 1 ms" },
  { "--sensitivity", "NAMES", NULL, AT(sensitivity),
    "derivatives of all columns by these parameters and values at the start" },
  { "--compiled", "WHEN", "auto|never|always", AT(compiled),
    "evaluate by C that cc compiles, with the same bits; auto: where it pays" },
  { "-o", "FILE", NULL, AT(output),
    "FILE.csv and FILE.npz take the rows while it moves; other names the result at the end" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option IDENTIFY_OPTIONS[] = {
  { "--velocities", "WHICH", "given|filter", AT(velocities),
    "columns q1', q1'' of the data, or derivatives of q1; otherwise given where all are there" },
  { "--cutoff", "HZ", NULL, AT(cutoff), "of the low-pass that both sides go through: 10" },
  { "--friction", NULL, NULL, AT(has_friction), "viscous and dry friction of every joint, too" },
  { "--weights", "WHICH", "joints|none", AT(weights),
    "each joint by how well it is explained, or all alike" },
  { "--design", NULL, NULL, AT(is_design), "no data: a motion that shows the parameters" },
  { "--time", "T", NULL, AT(period), "its period: 10 s" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option CODE_OPTIONS[] = {
  { "-o", "DIRECTORY", NULL, AT(output), "where the files go, all of them or none" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option FMU_OPTIONS[] = {
  { "-o", "FILE", NULL, AT(output), "the unit, arm.fmu" },
  { "--fmi", "VERSION", "2|3", AT(fmi), "of the standard" },
  { "--what", "LIST", NULL, AT(what), "outputs besides the states; otherwise those described" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option EXAMPLES_OPTIONS[] = {
  { "-o", "DIRECTORY", NULL, AT(output), "copy the files of the example there" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option FOUR_BAR_OPTIONS[] = {
  { "--drive", "JOINT", NULL, AT(drive), "the joint of the crank" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option VEHICLE_OPTIONS[] = {
  { "--speed", "V", NULL, AT(speed), "the speed that is held: 20m/s, 72km/h" },
  { NULL, NULL, NULL, 0, NULL },
};

// A form is followed by as many values as it has.
const Option ROTATION_OPTIONS[] = {
  { "--from", "ROTATION VALUES", NULL, VALUES, "the rotation" },
  { "--then", "ROTATION VALUES", NULL, VALUES,
    "another one behind it, about axes that moved along" },
  { "--then-fixed", "ROTATION VALUES", NULL, VALUES,
    "another one behind it, about axes that stay" },
  { "--to", "ROTATION", NULL, AT(form_to), "the form that is wanted; all is the usual choice" },
  { "--deg", NULL, NULL, AT(is_degrees), "angles in degrees" },
  { "--omega", "WX WY WZ", NULL, VALUES, "rates of the parameters for this angular velocity" },
  { "--axes", "AXES", "body|fixed", AT(axes), "the axes that --omega is given in" },
  { "--symbolic", NULL, NULL, AT(is_symbolic), "formulas: values may be names and expressions" },
  { NULL, NULL, NULL, 0, NULL },
};

static const Option *find_row(const Option table[], const char *word, size_t length)
{
  for (int i = 0; table && table[i].word; i++) {
    if (strlen(table[i].word) == length && memcmp(table[i].word, word, length) == 0)
      return &table[i];
  }
  return NULL;
}

// A command's own table has precedence over the common one.
bool next_option(const Command *command, const char **at, OptionUse *use)
{
  const char *word = *at + strspn(*at, " ");
  size_t whole = strcspn(word, " "), length = strcspn(word, " =!");
  *at = word + whole;
  if (whole == 0) return false;
  *use = (OptionUse){ .option = find_row(command->own_options, word, length) };
  if (!use->option) use->option = find_row(OPTIONS, word, length);
  if (!use->option) return false;
  use->is_needed = word[length] == '!';
  const char *choices = use->option->choices ? use->option->choices : "";
  size_t size = strlen(choices);
  if (word[length] == '=') {
    choices = word + length + 1;
    size = whole - length - 1;
  }
  memcpy(use->choices, choices, size < sizeof use->choices ? size : sizeof use->choices - 1);
  return true;
}

bool find_option(const Command *command, const char *word, OptionUse *use)
{
  for (const char *at = command->options; next_option(command, &at, use);) {
    if (strcmp(use->option->word, word) == 0) return true;
  }
  return false;
}

static void put_keys(Text *out)
{
  int count;
  const QuantityGroup *groups = quantity_groups(&count);
  for (int i = 0; i < count; i++)
    text_format(out, "%s%s", i > 0 ? " " : "", groups[i].words);
}

char *words_of_value(const char *value)
{
  static const char *const WORDS[][2] = {
    { "METHOD", "energy lagrange uicker kane newton-euler" },
    { "LANGUAGE", "c python octave fortran javascript python-c rust cpp casadi julia" },
    { "ROTATION", "matrix vector axis euler:zxz euler:zyx fixed:xyz rpy quaternion rodrigues all" },
    { "SHELL", "bash zsh fish" },
  };
  Text out = { 0 };
  if (strcmp(value, "CODE") == 0) return message_class_codes();
  if (strcmp(value, "EXAMPLE") == 0) return example_names();
  if (strcmp(value, "LIST") == 0) put_keys(&out);
  for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
    if (strcmp(value, WORDS[i][0]) == 0) text_put(&out, WORDS[i][1]);
  }
  return out.length > 0 ? text_release(&out) : NULL;
}
