// message_classes.h -- classes of messages: a stable code, an explanation, and the messages that
// belong to it.
//
// Messages are worded where a fault is detected; the table message_classes.def assigns classes by
// the wording, so that the code that reports a message does not depend on the table.
// tests/lang/test_explanations.py verifies that every message has a class and that the examples
// produce the messages they illustrate.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MESSAGES_MESSAGE_CLASSES_H
#define BIELLE_BASE_MESSAGES_MESSAGE_CLASSES_H

typedef struct MessageClass {
  const char *code;      // "unit-mismatch"
  const char *summary;   // one line
  const char *cause;     // cause and remedy, lines of prose
  const char *wrong;     // an example: lines of a description, of XML ("<"), or a command ("$ ")
  const char *right;     // the corrected example
  const char *wordings;  // the messages, one per line; '*' matches any text
} MessageClass;

// Returns all classes and their number *count.
const MessageClass *explanations(int *count);
// NULL if there is none.
const MessageClass *message_class_of_code(const char *code);
const MessageClass *message_class_of_message(const char *message);

#endif
