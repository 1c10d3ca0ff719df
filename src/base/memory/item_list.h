// item_list.h -- lists of names with optional values, as given in options: "q4 = 0, q5, q6 = 30
// deg".
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MEMORY_ITEM_LIST_H
#define BIELLE_BASE_MEMORY_ITEM_LIST_H

#include <stdbool.h>
#include <stddef.h>

// A part of a text, without surrounding blanks.
typedef struct Piece {
  const char *text;
  size_t length;
} Piece;

typedef struct ListItem {
  Piece name;
  Piece value;
  bool has_value;
} ListItem;

// Reads the item at `at`; returns the text after its comma.
const char *list_next(const char *at, ListItem *item);
// Returns the text from `start` to `end` without surrounding blanks.
Piece piece_between(const char *start, const char *end);
bool piece_is(Piece piece, const char *text);

#endif
