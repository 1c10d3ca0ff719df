// run_order.c -- of all items whose arguments are there, those of the kind that was last.
// SPDX-License-Identifier: MIT
#include "program/run_order.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct Queue {
  int first, last;  // -1: it is empty
  int length;
} Queue;

typedef struct Sorter {
  const RunItem *items;
  int count;
  int *missing;  // by item: arguments that are not placed, and one more until it is in the window
  int *heads;    // by item: its first use, item*RUN_ARGUMENTS + argument; -1: none
  int *uses;     // by use: the next one
  int *next;     // by item: the one behind it in its queue
  bool *is_placed;
  Queue ready[RUN_KINDS];
} Sorter;

static void find_uses(Sorter *sorter)
{
  for (int i = 0; i < sorter->count; i++)
    sorter->heads[i] = -1;
  for (int i = sorter->count - 1; i >= 0; i--) {
    sorter->missing[i] = 1;
    for (int k = 0; k < RUN_ARGUMENTS; k++) {
      int argument = sorter->items[i].args[k], use = i * RUN_ARGUMENTS + k;
      if (argument < 0) continue;
      sorter->missing[i]++;
      sorter->uses[use] = sorter->heads[argument];
      sorter->heads[argument] = use;
    }
  }
}

static void come_nearer(Sorter *sorter, int item)
{
  if (--sorter->missing[item] > 0) return;
  Queue *queue = &sorter->ready[sorter->items[item].kind];
  sorter->next[item] = -1;
  *(queue->last < 0 ? &queue->first : &sorter->next[queue->last]) = item;
  queue->last = item;
  queue->length++;
}

static int take(Sorter *sorter, int kind)
{
  Queue *queue = &sorter->ready[kind];
  int item = queue->first;
  queue->first = sorter->next[item];
  if (queue->first < 0) queue->last = -1;
  queue->length--;
  sorter->is_placed[item] = true;
  for (int use = sorter->heads[item]; use >= 0; use = sorter->uses[use])
    come_nearer(sorter, use / RUN_ARGUMENTS);
  return item;
}

static int longest_queue(const Sorter *sorter)
{
  int best = 0;
  for (int kind = 1; kind < RUN_KINDS; kind++) {
    if (sorter->ready[kind].length > sorter->ready[best].length) best = kind;
  }
  return best;
}

static int sort(Sorter *sorter, int window, int order[], Run runs[])
{
  int kind = 0, first = 0, seen = 0, run_count = 0;
  for (int k = 0; k < sorter->count; k++) {
    while (first < sorter->count && sorter->is_placed[first])
      first++;
    for (; seen < sorter->count && seen - first < window; seen++)
      come_nearer(sorter, seen);
    if (sorter->ready[kind].length == 0) kind = longest_queue(sorter);
    if (k == 0 || runs[run_count - 1].kind != kind) runs[run_count++].kind = kind;
    runs[run_count - 1].end = k + 1;
    order[k] = take(sorter, kind);
  }
  return run_count;
}

int run_order(const RunItem items[], int count, int window, int order[], Run runs[])
{
  size_t size = (size_t)count + 1;
  Sorter sorter = { .items = items, .count = count };
  sorter.missing = memory_new(size, sizeof(int));
  sorter.heads = memory_new(size, sizeof(int));
  sorter.uses = memory_new(size * RUN_ARGUMENTS, sizeof(int));
  sorter.next = memory_new(size, sizeof(int));
  sorter.is_placed = memory_new(size, sizeof(bool));
  for (int kind = 0; kind < RUN_KINDS; kind++)
    sorter.ready[kind] = (Queue){ -1, -1, 0 };
  find_uses(&sorter);
  int run_count = sort(&sorter, window, order, runs);
  free(sorter.missing);
  free(sorter.heads);
  free(sorter.uses);
  free(sorter.next);
  free(sorter.is_placed);
  return run_count;
}
