// terminal.c -- what standard output is: how wide, and whether it shows colours.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_shown(const Arguments *arguments)
{
  bool is_file = arguments->output && strcmp(arguments->output, "-") != 0;
  return !is_file && isatty(STDOUT_FILENO);
}

int text_width(const Arguments *arguments)
{
  enum { LEAST = 40 };
  struct winsize size;
  if (arguments->width > 0) return (int)arguments->width;
  if (!is_shown(arguments) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col < LEAST ? 0 : size.ws_col;
}

bool wants_colour(const Arguments *arguments)
{
  const char *word = arguments->color ? arguments->color : "auto";
  if (strcmp(word, "auto") != 0) return strcmp(word, "always") == 0;
  const char *terminal = getenv("TERM"), *refused = getenv("NO_COLOR");
  bool is_able = terminal && terminal[0] != '\0' && strcmp(terminal, "dumb") != 0;
  return is_able && !(refused && refused[0] != '\0') && is_shown(arguments);
}
