// man.c -- bielle man: the manual page, generated from the tables.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"

#include <string.h>

// Text of a line; a line must not begin like a troff request.
static void put_text(Text *out, const char *text)
{
  bool is_start = out->length == 0 || text_string(out)[out->length - 1] == '\n';
  for (const char *at = text; *at; at++) {
    if (is_start && (*at == '.' || *at == '\'')) text_put(out, "\\&");
    is_start = *at == '\n';
    if (*at == '\\') {
      text_put(out, "\\e");
    } else if (*at == '-') {
      text_put(out, "\\-");
    } else if (*at == '\'') {
      text_put(out, "\\(aq");
    } else {
      text_put_char(out, *at);
    }
  }
}

static void put_line(Text *out, const char *request, const char *text)
{
  text_put(out, request);
  put_text(out, text);
  text_put_char(out, '\n');
}

static void put_option(Text *out, const OptionUse *use)
{
  text_put(out, ".TP\n.B ");
  put_text(out, use->option->word);
  if (use->option->value) {  // in italics
    text_put(out, " \\fI");
    put_text(out, use->choices[0] != '\0' ? use->choices : use->option->value);
    text_put(out, "\\fP");
  }
  put_line(out, "\n", use->option->help);
}

static void put_command(Text *out, const Command *command)
{
  Text usage = { 0 };
  put_usage(&usage, command);
  put_line(out, ".SS ", command->name);
  put_line(out, "", command->summary);
  put_line(out, ".PP\n.nf\n", text_string(&usage));
  text_put(out, ".fi\n");
  text_free(&usage);
  OptionUse use;
  for (const char *at = command->options; next_option(command, &at, &use);)
    put_option(out, &use);
  if (command->notes) put_line(out, ".PP\n", command->notes);
}

static void put_quantities(Text *out)
{
  int count;
  const QuantityGroup *groups = quantity_groups(&count);
  text_put(out, ".SH QUANTITIES\nNames that \\-\\-what takes, separated by commas.\n");
  for (int i = 0; i < count; i++) {
    put_line(out, ".TP\n.B ", groups[i].name);
    put_text(out, groups[i].keys);
    if (groups[i].method[0] != '\0') {
      text_put(out, ", with \\-\\-method ");
      put_text(out, groups[i].method);
    }
    text_put_char(out, '\n');
  }
}

BielleStatus command_man(Work *work)
{
  const Command *list[MAX_COMMANDS];
  int count = command_list(list);
  Text out = { 0 };
  text_format(&out, ".TH BIELLE 1 \"\" \"bielle %s\" \"User Commands\"\n", bielle_version());
  text_put(&out, ".SH NAME\nbielle \\- equations of motion of articulated mechanisms\n"
                 ".SH SYNOPSIS\n.B bielle\n.I COMMAND\n.RI [ FILE ]\n.RI [ OPTION ...]\n"
                 ".SH DESCRIPTION\nReads the description of a mechanism, derives its equations of "
                 "motion exactly, prints them, evaluates them, writes programs that are proved "
                 "equal to them, and answers questions about the mechanism.\nA FILE \\(aq\\-\\(aq "
                 "is standard input. Results go to standard output, messages to standard error.\n"
                 ".SH COMMANDS\n");
  for (int i = 0; i < count; i++)
    put_command(&out, list[i]);
  put_quantities(&out);
  text_put(&out, ".SH EXIT STATUS\n.TP\n.B 0\ndone\n.TP\n.B 1\nwhat was asked for does not hold\n"
                 ".TP\n.B 2\nbad input or usage\n.TP\n.B 130\ninterrupted\n"
                 ".SH EXAMPLES\n.nf\nbielle examples rr \\-o rr\nbielle check rr/rr.bl\n"
                 "bielle model rr/rr.bl \\-\\-what M,C,G\n.fi\n");
  work->text = text_release(&out);
  return BIELLE_OK;
}
