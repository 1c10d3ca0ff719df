// options.c -- the table of options.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"

#include <stddef.h>
#include <string.h>

#define AT(field) offsetof(Arguments, field)
#define VALUES AT(groups)

static const Option OPTIONS[] = {
  { "--what", "LIST", NULL, AT(what), "names of quantities, separated by commas" },
  { "--explain", "LIST", NULL, AT(explain),
    "origin of the terms of these entries, e.g. 'M[1,2],tau[1]'" },
  { "--method", "METHOD", NULL, AT(method), "derivation method" },
  { "--form", "FORM", "condensed|expanded|recursive|explicit", AT(form),
    "condensed, expanded, recursive (intermediate variables), or solved for the unknowns" },
  { "--as", "NOTATION", "text|latex|mathml|json|listing", AT(notation), "notation of the result" },
  { "--at", "STATE", NULL, AT(state),
    "the state: a JSON file, '-' for standard input, or a list \"q1 = 45 deg, u = 3\"" },
  { "--open", NULL, NULL, AT(keeps_open), "evaluate at the given state without closing the loops" },
  { "--upside-down", NULL, NULL, AT(keeps_sides),
    "accept loop joints rotated by 180 deg where the given state has them so" },
  { "--lang", "LANGUAGE", NULL, AT(language),
    "target language: c, python, octave, fortran, javascript, python-c, rust, cpp, casadi, "
    "julia" },
  { "-o", "FILE", NULL, AT(output),
    "write the result to FILE (atomically); '-' is standard output" },
  { "--stage", "STAGE", "grammar|quantities|mechanism|equations|program", AT(stage),
    "the stage to print" },
  { "--seed", "N", NULL, AT(seed_word), "seed of the random points used by exact comparisons" },
  { "--width", "COLUMNS", NULL, AT(width_word), "maximum line length" },
  { "--color", "WHEN", "auto|always|never", AT(color),
    "colour the output: on terminals only, always, or never" },
  { "--to", "CONVENTION", "dh-standard|dh-modified|khalil|urdf|bl", AT(convention),
    "target convention" },
  { "--freeze", "VALUES", NULL, AT(freeze), "fix coordinates at these values: q4=0,q5" },
  { "--parametrisation", "COORDINATES", "minimal|relative|cartesian", AT(parametrisation),
    "rewrite the mechanism in these coordinates" },
  { "--drop", "TERMS", "coriolis", AT(drop), "drop these terms" },
  { "--negligible", "PART", NULL, AT(negligible),
    "drop the smallest terms of each torque, together below this fraction of its range, e.g. 1%" },
  { "--speeds", "RANGES", NULL, AT(speeds), "range of speeds over which --negligible applies" },
  { "--accelerations", "RANGES", NULL, AT(accelerations),
    "range of accelerations over which --negligible applies" },
  { "--hold", "NAMES", NULL, AT(hold), "keep these coordinates fixed" },
  { "--drives", "NAMES", NULL, AT(drives),
    "actuators that balance the mechanism: coordinates or inputs" },
  { "--weights", "VALUES", NULL, AT(weights),
    "weights of the squared actuator efforts: u1=2,u2=1" },
  { "--about", "VALUES", NULL, AT(about), "substitute an operating point: \"q1=0, q1'=0\"" },
  { "--drive", "RANGE", NULL, AT(drive), "the input and its range: q1=0..360deg" },
  { "--steps", "N", NULL, AT(steps), "number of steps" },
  { "--speed", "W", NULL, AT(speed), "speed of the input" },
  { "--acceleration", "A", NULL, AT(acceleration), "acceleration of the input" },
  { "--steer", "NAME", NULL, AT(steer), "the steering angle: an input or a parameter" },
  { "--lateral", "A", NULL, AT(lateral), "lateral acceleration of the tightest turn: 4m/s^2" },
  { "--road", "NAMES", NULL, AT(road),
    "inputs that are road heights, and their distance behind the first: \"zf, zr = 2.7 m\"" },
  { "--columns", "NAMES", NULL, AT(columns), "the columns of the table: x,tau[q1]" },
  { "--plot", "FILE", NULL, AT(plot), "plot the rows to FILE.svg" },
  { "--set", "VALUES", NULL, AT(state), "override values of the description: \"m1 = 2 kg\"" },
  { "--until", "TIME", NULL, AT(until), "end time: 5 s" },
  { "--treatment", "TREATMENT", "auto|projection|ggl|independent", AT(treatment),
    "constraint enforcement method" },
  { "--step", "TIME", NULL, AT(row_step), "time between rows: 10 ms" },
  { "--shortest", NULL, NULL, AT(is_shortest),
    "minimise the duration under all limits, scaling all motions together" },
  { "--tolerance", "PART", NULL, AT(tolerance), "relative error tolerance of a step, e.g. 1e-8" },
  { "--constraints", "TREATMENT", "augmented|partition|projector", AT(constraints),
    "formulation of the constrained equations of motion" },
  { "--independent", "NAMES", NULL, AT(independent),
    "independent coordinates; the others are dependent" },
  { "--all", NULL, NULL, AT(requests_all), "find all solutions, not only the nearest" },
  { "--equilibrium", NULL, NULL, AT(is_equilibrium), "find equilibria instead of holding efforts" },
  { "--no-snap", NULL, NULL, AT(keeps_angles), "do not snap numbers that are nearly round" },
  { "--merge-fixed", NULL, NULL, AT(merges_fixed), "merge rigidly connected links into one body" },
  { "--allow-unproved", NULL, NULL, AT(allows_unproved),
    "do not fail on claims that are only numerically verified" },
  { "--units", NULL, NULL, AT(requests_units),
    "the unit of every name, and what it is inferred from" },
  { "--compact", NULL, NULL, AT(is_compact), "abbreviate sines and cosines" },
  { "--fuse", "LIST", NULL, AT(fuse), "quantities computed together by one additional function" },
  { "--float", NULL, NULL, AT(is_float), "single precision" },
  { "--batch", NULL, NULL, AT(has_batch),
    "also generate batched functions (many states per call)" },
  { "--portable", NULL, NULL, AT(is_portable),
    "standard C99 only, without GNU C vector extensions" },
  { "--order", "ORDER", "fast|book", AT(order),
    "statement order of generated C: scheduled for speed, or grouped by stage" },
  { "--json", NULL, NULL, AT(is_json), "print messages, and results where possible, as JSON" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option EVAL_OPTIONS[] = {
  { "--states", "FILE", NULL, AT(states), "states, one per row of the array in FILE.npy" },
  { "--columns", "NAMES", NULL, AT(columns),
    "its columns: \"q1, q1', u\"; default: coordinates, speeds, accelerations" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option SIMULATE_OPTIONS[] = {
  { "--method", "METHOD", NULL, AT(method), "integration method" },
  { "--absolute", "NUMBER", NULL, AT(absolute),
    "absolute error tolerance of a step, in SI units, e.g. 1e-12" },
  { "--stride", "TIME", NULL, AT(stride), "step size of rk4, euler and midpoint: 1 ms" },
  { "--resolution", "TIME", NULL, AT(resolution),
    "longest time between evaluations of the event functions: 1 ms" },
  { "--sensitivity", "NAMES", NULL, AT(sensitivity),
    "derivatives of all columns with respect to these parameters and initial values" },
  { "--compiled", "WHEN", "auto|never|always", AT(compiled),
    "evaluate with C code compiled by cc (bitwise the same results); auto: if it saves time" },
  { "-o", "FILE", NULL, AT(output),
    "FILE.csv and FILE.npz receive the rows during the run; other files the result at the end" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option IDENTIFY_OPTIONS[] = {
  { "--velocities", "WHICH", "given|filter", AT(velocities),
    "use columns q1', q1'' of the data, or differentiate q1; default: given if all are present" },
  { "--cutoff", "HZ", NULL, AT(cutoff),
    "cut-off frequency of the low-pass filter on both sides: 10" },
  { "--friction", NULL, NULL, AT(has_friction),
    "also identify viscous and dry friction of every joint" },
  { "--weights", "WHICH", "joints|none", AT(weights),
    "weight each joint by its residual, or all joints equally" },
  { "--design", NULL, NULL, AT(is_design), "without data: design an exciting motion" },
  { "--time", "T", NULL, AT(period), "period of the designed motion: 10 s" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option CODE_OPTIONS[] = {
  { "-o", "DIRECTORY", NULL, AT(output), "output directory; written completely or not at all" },
  { NULL, NULL, NULL, 0, NULL },
};

const Option FMU_OPTIONS[] = {
  { "-o", "FILE", NULL, AT(output), "the FMU to write, e.g. arm.fmu" },
  { "--fmi", "VERSION", "2|3", AT(fmi), "version of the FMI standard" },
  { "--what", "LIST", NULL, AT(what),
    "outputs in addition to the states; default: those of the description" },
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
  { "--speed", "V", NULL, AT(speed), "the constant speed: 20m/s, 72km/h" },
  { NULL, NULL, NULL, 0, NULL },
};

// A form is followed by as many values as it has.
const Option ROTATION_OPTIONS[] = {
  { "--from", "ROTATION VALUES", NULL, VALUES, "the rotation" },
  { "--then", "ROTATION VALUES", NULL, VALUES,
    "a further rotation, about the rotated (body) axes" },
  { "--then-fixed", "ROTATION VALUES", NULL, VALUES, "a further rotation, about the fixed axes" },
  { "--to", "ROTATION", NULL, AT(form_to), "target representation; all lists the common ones" },
  { "--deg", NULL, NULL, AT(is_degrees), "angles in degrees" },
  { "--omega", "WX WY WZ", NULL, VALUES,
    "also print the parameter rates for this angular velocity" },
  { "--axes", "AXES", "body|fixed", AT(axes), "axes in which --omega is expressed" },
  { "--symbolic", NULL, NULL, AT(is_symbolic), "symbolic: values may be names and expressions" },
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
