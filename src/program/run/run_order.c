// run_order.c -- list scheduling: of the ready items, those of one kind, longest remaining
// dependency chain first.
// SPDX-License-Identifier: MIT
#include "program/run/run_order.h"

#include "base/memory/memory.h"

#include <stdbool.h>
#include <stdlib.h>

// A binary heap: no item has priority over its parent.
typedef struct Heap {
  int *items;
  int count;
} Heap;

typedef struct Sorter {
  const RunItem *items;
  int count;
  int *missing;  // by item: number of unplaced arguments, plus one until the item is in the window
  int *heads;    // by item: its first use, item*RUN_ARGUMENTS + argument; -1: none
  int *uses;     // by use: the next use of the same item
  int *heights;  // by item: length of the longest chain of dependent items that starts with it
  bool *is_placed;
  Heap ready[RUN_KINDS];
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

static void find_heights(Sorter *sorter)
{
  for (int i = sorter->count - 1; i >= 0; i--) {
    sorter->heights[i]++;
    for (int k = 0; k < RUN_ARGUMENTS; k++) {
      int argument = sorter->items[i].args[k];
      if (argument >= 0 && sorter->heights[argument] < sorter->heights[i])
        sorter->heights[argument] = sorter->heights[i];
    }
  }
}

// ---- ready items

static bool goes_before(const Sorter *sorter, int a, int b)
{
  int difference = sorter->heights[a] - sorter->heights[b];
  return difference != 0 ? difference > 0 : a < b;
}

static void heap_put(const Sorter *sorter, Heap *heap, int item)
{
  int place = heap->count++;
  for (; place > 0 && goes_before(sorter, item, heap->items[(place - 1) / 2]);
       place = (place - 1) / 2)
    heap->items[place] = heap->items[(place - 1) / 2];
  heap->items[place] = item;
}

static int heap_take(const Sorter *sorter, Heap *heap)
{
  int first = heap->items[0], last = heap->items[--heap->count], place = 0;
  for (int child = 1; child < heap->count; child = 2 * place + 1) {
    if (child + 1 < heap->count && goes_before(sorter, heap->items[child + 1], heap->items[child]))
      child++;
    if (goes_before(sorter, last, heap->items[child])) break;
    heap->items[place] = heap->items[child];
    place = child;
  }
  heap->items[place] = last;
  return first;
}

// ---- order

static void release_successor(Sorter *sorter, int item)
{
  if (--sorter->missing[item] == 0)
    heap_put(sorter, &sorter->ready[sorter->items[item].kind], item);
}

static int take(Sorter *sorter, int kind)
{
  int item = heap_take(sorter, &sorter->ready[kind]);
  sorter->is_placed[item] = true;
  for (int use = sorter->heads[item]; use >= 0; use = sorter->uses[use])
    release_successor(sorter, use / RUN_ARGUMENTS);
  return item;
}

// Returns the kind of the ready item with the highest priority.
static int next_kind(const Sorter *sorter)
{
  int best = -1;
  for (int kind = 0; kind < RUN_KINDS; kind++) {
    const Heap *heap = &sorter->ready[kind];
    if (heap->count == 0) continue;
    if (best < 0 || goes_before(sorter, heap->items[0], sorter->ready[best].items[0])) best = kind;
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
      release_successor(sorter, seen);
    if (sorter->ready[kind].count == 0) kind = next_kind(sorter);
    if (k == 0 || runs[run_count - 1].kind != kind) runs[run_count++].kind = kind;
    runs[run_count - 1].end = k + 1;
    order[k] = take(sorter, kind);
  }
  return run_count;
}

int run_order(const RunItem items[], int count, int window, int order[], Run runs[])
{
  size_t size = (size_t)count + 1, room = (size_t)(count < window ? count : window) + 1;
  Sorter sorter = { .items = items, .count = count };
  sorter.missing = memory_new(size, sizeof(int));
  sorter.heads = memory_new(size, sizeof(int));
  sorter.uses = memory_new(size * RUN_ARGUMENTS, sizeof(int));
  sorter.heights = memory_new(size, sizeof(int));
  sorter.is_placed = memory_new(size, sizeof(bool));
  int *heaps = memory_new(room * RUN_KINDS, sizeof(int));
  for (int kind = 0; kind < RUN_KINDS; kind++)
    sorter.ready[kind] = (Heap){ heaps + (size_t)kind * room, 0 };
  find_uses(&sorter);
  find_heights(&sorter);
  int run_count = sort(&sorter, window, order, runs);
  free(sorter.missing);
  free(sorter.heads);
  free(sorter.uses);
  free(sorter.heights);
  free(sorter.is_placed);
  free(heaps);
  return run_count;
}
