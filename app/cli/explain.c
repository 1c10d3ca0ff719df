// explain.c -- bielle explain [CODE]: the longer text to a message, which may stand for the code.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"
#include "base/explanations.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

char *explanation_codes(void)
{
  int count;
  const Explanation *all = explanations(&count);
  Text codes = { 0 };
  for (int i = 0; i < count; i++)
    text_format(&codes, "%s%s", i > 0 ? " " : "", all[i].code);
  char *copy = strdup(text_string(&codes));
  text_free(&codes);
  return copy;
}

// Lines with room before each.
static void put_indented(Text *out, const char *lines)
{
  for (const char *at = lines; *at;) {
    size_t length = strcspn(at, "\n");
    text_put(out, "    ");
    text_put_bytes(out, at, length);
    text_put_char(out, '\n');
    at += length + (at[length] == '\n');
  }
}

static void put_explanation(Text *out, const Explanation *explanation)
{
  text_format(out, "%s: %s\n\n%s\n", explanation->code, explanation->summary, explanation->cause);
  if (explanation->wrong[0] == '\0') return;
  text_put(out, "\nnot so:\n\n");
  put_indented(out, explanation->wrong);
  text_put(out, "\nbut so:\n\n");
  put_indented(out, explanation->right);
}

static void put_json_member(Text *out, const char *name, const char *text)
{
  text_format(out, "\"%s\": ", name);
  text_put_json_string(out, text, strlen(text));
}

static void put_json(Text *out, const Explanation *explanation)
{
  put_json_member(out, "code", explanation->code);
  text_put(out, ", ");
  put_json_member(out, "summary", explanation->summary);
  text_put(out, ", ");
  put_json_member(out, "cause", explanation->cause);
  text_put(out, ", ");
  put_json_member(out, "wrong", explanation->wrong);
  text_put(out, ", ");
  put_json_member(out, "right", explanation->right);
}

static void put_list(Text *out, bool is_json)
{
  int count;
  const Explanation *all = explanations(&count);
  for (int i = 0; i < count && !is_json; i++)
    text_format(out, "%-22s%s\n", all[i].code, all[i].summary);
  for (int i = 0; i < count && is_json; i++) {
    text_put(out, i > 0 ? "},\n  {" : "[\n  {");
    put_json(out, &all[i]);
  }
  if (is_json) text_put(out, "}\n]\n");
}

static void complain_of_code(const char *code)
{
  int count;
  const Explanation *all = explanations(&count);
  const char **names = memory_new((size_t)count, sizeof *names);
  for (int i = 0; i < count; i++)
    names[i] = all[i].code;
  complain_of_word("bielle explain: there is no code", code, names, count,
                   "bielle explain lists them");
  free(names);
}

int command_explain(const Arguments *arguments)
{
  const Explanation *one = arguments->file ? explanation_of_code(arguments->file) : NULL;
  if (arguments->file && !one) one = explanation_of_message(arguments->file);
  if (arguments->file && !one) {
    complain_of_code(arguments->file);
    return EXIT_BAD_INPUT;
  }
  Text out = { 0 };
  if (!one) {
    put_list(&out, arguments->is_json);
  } else if (arguments->is_json) {
    text_put_char(&out, '{');
    put_json(&out, one);
    text_put(&out, "}\n");
  } else {
    put_explanation(&out, one);
  }
  BielleStatus status = put_result(arguments, strdup(text_string(&out)));
  text_free(&out);
  return status == BIELLE_OK ? EXIT_DONE : EXIT_BAD_INPUT;
}
