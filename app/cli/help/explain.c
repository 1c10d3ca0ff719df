// explain.c -- bielle explain [CODE]: the explanation of a message, given by its code or its text.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"
#include "base/messages/message_classes.h"

#include <string.h>

char *message_class_codes(void)
{
  int count;
  const MessageClass *all = explanations(&count);
  Text codes = { 0 };
  for (int i = 0; i < count; i++)
    text_format(&codes, "%s%s", i > 0 ? " " : "", all[i].code);
  return text_release(&codes);
}

// Indents the lines.
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

static void put_explanation(Text *out, const MessageClass *explanation)
{
  text_format(out, "%s: %s\n\n%s\n", explanation->code, explanation->summary, explanation->cause);
  if (explanation->wrong[0] == '\0') return;
  text_put(out, "\nnot so:\n\n");
  put_indented(out, explanation->wrong);
  text_put(out, "\nbut so:\n\n");
  put_indented(out, explanation->right);
}

static void record_explanation(Record *out, const MessageClass *explanation)
{
  record_text(out, "code", explanation->code);
  record_text(out, "summary", explanation->summary);
  record_text(out, "cause", explanation->cause);
  record_text(out, "wrong", explanation->wrong);
  record_text(out, "right", explanation->right);
}

static void put_list(BielleAnswer *answer)
{
  int count;
  const MessageClass *all = explanations(&count);
  answer->record->kind = RECORD_LIST;
  for (int i = 0; i < count; i++) {
    text_format(&answer->words, "%-22s%s\n", all[i].code, all[i].summary);
    record_explanation(record_object(answer->record, NULL), &all[i]);
  }
}

BielleStatus command_explain(Work *work)
{
  const char *word = work->arguments->file;
  const MessageClass *one = word ? message_class_of_code(word) : NULL;
  if (word && !one) one = message_class_of_message(word);
  if (word && !one) {
    complain_of_word("bielle explain: there is no code", word, message_class_codes(),
                     "bielle explain lists them");
    return BIELLE_BAD_INPUT;
  }
  work->answer = answer_new();
  if (one) {
    put_explanation(&work->answer->words, one);
    record_explanation(work->answer->record, one);
  } else {
    put_list(work->answer);
  }
  return BIELLE_OK;
}
