// quantities.c -- the names accepted by --what, by group, from the library's table.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"

#include <assert.h>
#include <string.h>

enum { MAX_QUANTITY_GROUPS = 32 };

// Initialised once; their data are never freed.
static QuantityGroup groups[MAX_QUANTITY_GROUPS];
static Text keys[MAX_QUANTITY_GROUPS], words[MAX_QUANTITY_GROUPS];
static int group_count;

static void put_row(const BielleQuantityInfo *row)
{
  bool is_new = group_count == 0 || strcmp(groups[group_count - 1].name, row->group) != 0;
  if (is_new) {
    assert(group_count < MAX_QUANTITY_GROUPS);
    groups[group_count++] = (QuantityGroup){ .name = row->group, .method = row->method };
  }
  int last = group_count - 1;
  if (strcmp(groups[last].method, row->method) != 0) groups[last].method = "";
  text_format(&keys[last], "%s%s%s", is_new ? "" : " ", row->key, row->subject);
  text_format(&words[last], "%s%s", is_new ? "" : " ", row->key);
}

const QuantityGroup *quantity_groups(int *count)
{
  BielleQuantityInfo row;
  if (group_count == 0) {
    for (int i = 0; bielle_quantity_info(i, &row); i++)
      put_row(&row);
    for (int i = 0; i < group_count; i++) {
      groups[i].keys = text_string(&keys[i]);
      groups[i].words = text_string(&words[i]);
    }
  }
  *count = group_count;
  return groups;
}
