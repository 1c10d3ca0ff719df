// output.c -- endings of files, and protection of input files.
// SPDX-License-Identifier: MIT
#include "app/cli/files/output.h"

#include "app/cli/options.h"
#include "base/files/file.h"

#include <strings.h>

// ---- endings

static const char *ending_of(const char *path)
{
  const char *slash = path ? strrchr(path, '/') : NULL;
  const char *dot = path ? strrchr(slash ? slash : path, '.') : NULL;
  return dot ? dot : "";
}

bool output_ends_in(const char *path, const char *ending)
{
  return strcasecmp(ending_of(path), ending) == 0;
}

// An ending and the format that it implies.
typedef struct Ending {
  const char *word;
  const char *notation;  // the value of --as of commands that write it
} Ending;

static const Ending ENDINGS[] = { { ".csv", "csv" },    { ".npz", "csv" },
                                  { ".json", "json" },  { ".tex", "latex" },
                                  { ".mml", "mathml" }, { ".html", "mathml" },
                                  { ".xml", "mathml" }, { ".svg", "picture" },
                                  { ".npy", "states" } };
enum { ENDING_COUNT = sizeof ENDINGS / sizeof ENDINGS[0] };

// Formats that no command writes; text in such a file would be misleading.
static const char *const FOREIGN[] = {
  ".tsv",  ".dat",     ".png",   ".jpg",     ".jpeg", ".gif",    ".webp", ".bmp",
  ".tif",  ".tiff",    ".pdf",   ".ps",      ".eps",  ".htm",    ".xls",  ".xlsx",
  ".ods",  ".mat",     ".h5",    ".gz",      ".hdf5", ".zip",    ".doc",  ".odt",
  ".docx", ".parquet", ".arrow", ".feather", ".pkl",  ".pickle", ".fmu",  ".mp4",
};

static const Ending *find_ending(const char *path)
{
  for (int i = 0; i < ENDING_COUNT; i++) {
    if (output_ends_in(path, ENDINGS[i].word)) return &ENDINGS[i];
  }
  return NULL;
}

static bool is_foreign(const char *path)
{
  for (size_t i = 0; i < sizeof FOREIGN / sizeof FOREIGN[0]; i++) {
    if (output_ends_in(path, FOREIGN[i])) return true;
  }
  return false;
}

// Returns true if the word is one of the choices, which are separated by '|'.
static bool is_choice(const char *choices, const char *word)
{
  size_t length = strlen(word);
  for (const char *at = choices; *at; at += *at == '|') {
    size_t size = strcspn(at, "|");
    if (size == length && memcmp(at, word, length) == 0) return true;
    at += size;
  }
  return false;
}

static bool can_write(const Command *command, const Arguments *arguments, const Ending *ending)
{
  OptionUse use;
  if (command->run == command_eval) {
    if (!arguments->states) return strcmp(ending->word, ".json") == 0;
    return strcmp(ending->word, ".npy") == 0 || strcmp(ending->word, ".csv") == 0;
  }
  if (is_word(ending->notation, "picture")) return find_option(command, "--plot", &use);
  bool has_rows = command->run != command_identify || arguments->is_design;
  if (is_word(ending->notation, "csv") && !has_rows) return false;
  return find_option(command, "--as", &use) && is_choice(use.choices, ending->notation);
}

// Returns true if the command prints text or data; texts of other formats have their own endings:
// descriptions, URDF, shell scripts.
static bool is_of_words(const Command *command)
{
  OptionUse use;
  return command->run == command_eval || find_option(command, "--as", &use);
}

static bool reject_ending(const Command *command, const Arguments *arguments)
{
  Text list = { 0 };
  for (int i = 0; i < ENDING_COUNT; i++) {
    if (can_write(command, arguments, &ENDINGS[i])) text_format(&list, "%s, ", ENDINGS[i].word);
  }
  complain("bielle %s: it cannot write '%s'; choose one of: %s.txt", command->name,
           arguments->output, text_string(&list));
  text_free(&list);
  return false;
}

// Returns true if the ending contradicts the notation. Text may be in a file of any textual
// notation; rows may be CSV or .npz.
static bool contradicts(const Ending *ending, const char *notation)
{
  return notation && !is_word(ending->notation, notation) && !is_word(ending->notation, "states");
}

static bool choose_ending(const Command *command, Arguments *arguments)
{
  const Ending *ending = find_ending(arguments->output);
  if (is_foreign(arguments->output) || (ending && !can_write(command, arguments, ending)))
    return reject_ending(command, arguments);
  if (!ending || command->run == command_eval) return true;
  if (contradicts(ending, arguments->notation)) {
    complain("bielle %s: '%s' is not the name of what --as %s writes; leave one of them out",
             command->name, arguments->output, arguments->notation);
    return false;
  }
  bool has_state = command->run == command_identify && !arguments->is_design;
  bool is_text = !is_word(ending->notation, "csv") && !is_word(ending->notation, "picture");
  if (arguments->notation || has_state || !is_text) return true;
  arguments->notation = ending->notation;
  arguments->is_notation_of_name = true;
  return true;
}

// With --json the result is JSON as well, unless another format is requested; rows remain rows.
static void choose_json(Arguments *arguments)
{
  const Ending *ending = find_ending(arguments->output);
  bool is_other = ending && !is_word(ending->notation, "json");
  if (arguments->is_json && !arguments->notation && !is_other) arguments->notation = "json";
}

// Descriptions are text, but must not have endings of rows, curves or pages. URDF may be in .xml.
static bool choose_description(const Command *command, const Arguments *arguments)
{
  const char *output = arguments->output;
  bool is_other = is_foreign(output) || (find_ending(output) && !output_ends_in(output, ".xml"));
  if (is_other)
    complain("bielle %s: it cannot write '%s'; a description is .bl, .urdf, .xml or .txt",
             command->name, output);
  return !is_other;
}

static bool is_file(const char *path) { return path && strcmp(path, "-") != 0; }

bool output_choose(const Command *command, Arguments *arguments)
{
  bool is_folder = command->run == command_code || command->run == command_examples;
  bool is_unit = command->run == command_fmu;
  bool is_description = command->run == command_convert || command->run == command_format ||
                        command->run == command_import;
  choose_json(arguments);
  if (is_file(arguments->plot) && !output_ends_in(arguments->plot, ".svg") &&
      (find_ending(arguments->plot) || is_foreign(arguments->plot) ||
       output_ends_in(arguments->plot, ".txt"))) {
    complain("bielle %s: curves are drawn as SVG, not as '%s'; write --plot FILE.svg",
             command->name, arguments->plot);
    return false;
  }
  if (is_unit && is_file(arguments->output) && !output_ends_in(arguments->output, ".fmu") &&
      (find_ending(arguments->output) || is_foreign(arguments->output))) {
    complain("bielle fmu: '%s' is not the name of a unit; write -o FILE.fmu", arguments->output);
    return false;
  }
  if (is_folder || is_unit || !is_file(arguments->output)) return true;
  if (is_description) return choose_description(command, arguments);
  if (!is_of_words(command)) return true;
  return choose_ending(command, arguments);
}

// ---- input files

static bool replaces_input(const Command *command, const char *option, const char *path)
{
  bool is_in_place = command->run == command_format;  // the command has read the complete file
  if (is_in_place || !is_file(path) || !file_is_input(path)) return false;
  complain("bielle %s: '%s %s' would replace a file that was read; choose another name",
           command->name, option, path);
  return true;
}

static bool is_standard_output(const char *path)
{
  return !is_file(path) || strcmp(path, "/dev/stdout") == 0 || strcmp(path, "/dev/fd/1") == 0;
}

// Returns true if text and picture would both go to standard output: the text does, unless it has
// its own file whose ending is not that of rows or values.
static bool draws_among_words(const char *output, const char *plot)
{
  if (!is_standard_output(plot)) return false;
  return is_standard_output(output) || find_ending(output);
}

bool output_is_safe(const Command *command, const Arguments *arguments)
{
  const char *output = arguments->output, *plot = arguments->plot;
  if (plot && draws_among_words(output, plot)) {
    complain("bielle %s: the curves would be among the words on standard output; write "
             "--plot FILE.svg",
             command->name);
    return false;
  }
  if (is_file(output) && is_file(plot) && file_is_one_place(output, plot)) {
    complain("bielle %s: -o and --plot are both to write '%s'; choose two names", command->name,
             plot);
    return false;
  }
  return !replaces_input(command, "-o", output) && !replaces_input(command, "--plot", plot);
}
