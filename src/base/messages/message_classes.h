// message_classes.h -- classes of mistakes: a stable code, a longer text, and which messages belong to it.
//
// Messages are worded where the mistake is found; the table explanations.def tells their classes by
// the wording, so that no place that reports needs to know of it. tests/lang/test_explanations.py
// proves that every message has a class and that the examples of the texts show what they say.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MESSAGES_MESSAGE_CLASSES_H
#define BIELLE_BASE_MESSAGES_MESSAGE_CLASSES_H

typedef struct MessageClass {
  const char *code;      // "unit-mismatch"
  const char *summary;   // one line
  const char *cause;     // why it happens and what to do, lines of prose
  const char *wrong;     // an example: lines of a description, of XML ("<"), or a command ("$ ")
  const char *right;     // the same as it should be
  const char *wordings;  // the messages, a line each; '*' stands for anything
} MessageClass;

// All classes; *count of them.
const MessageClass *explanations(int *count);
// NULL: there is none.
const MessageClass *message_class_of_code(const char *code);
const MessageClass *message_class_of_message(const char *message);

#endif
