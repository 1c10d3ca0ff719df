// summary_tree.c -- the tree of frames, drawn: its joint, the moves that lead to it from the frame
// above, and what it carries.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "report/summary_impl.h"

#include <stdlib.h>

// By frame, -1: none.
typedef struct Tree {
  int *first_child;
  int *next_sibling;
  int *joint;
} Tree;

static int *new_links(const Mechanism *mechanism)
{
  int *links = memory_new((size_t)mechanism->frame_count, sizeof *links);
  for (int i = 0; i < mechanism->frame_count; i++)
    links[i] = -1;
  return links;
}

// The last ones first, so that the lists are in order.
static Tree tree_of(const Mechanism *mechanism)
{
  Tree tree = { new_links(mechanism), new_links(mechanism), new_links(mechanism) };
  for (int i = mechanism->frame_count - 1; i > 0; i--) {
    int *first = &tree.first_child[mechanism->frames[i].parent];
    tree.next_sibling[i] = *first;
    *first = i;
  }
  for (int i = 0; i < mechanism->joint_count; i++)
    tree.joint[mechanism->joints[i].frame] = i;
  return tree;
}

static void free_tree(Tree *tree)
{
  free(tree->first_child);
  free(tree->next_sibling);
  free(tree->joint);
}

// The branch lines in front of a frame. Deeper than MOST_LEVELS the indentation stays.
static void put_branch(const Mechanism *mechanism, const Tree *tree, int frame, Text *out)
{
  enum { MOST_LEVELS = 30 };
  int path[MOST_LEVELS];
  int depth = 0;
  if (frame == FRAME_GROUND) return;
  for (int up = mechanism->frames[frame].parent; up > 0 && depth < MOST_LEVELS;
       up = mechanism->frames[up].parent) {
    path[depth++] = up;
  }
  while (depth > 0)
    text_put(out, tree->next_sibling[path[--depth]] >= 0 ? "│  " : "   ");
  text_put(out, tree->next_sibling[frame] >= 0 ? "├─ " : "└─ ");
}

static void put_coordinates(const Mechanism *mechanism, const Joint *joint, Text *out)
{
  if (joint->coordinate < 0) {
    if (joint->kind != JOINT_FIXED) text_put(out, ", driven");
    return;
  }
  for (int i = 0; i < joint->coordinate_count; i++) {
    text_format(out, "%s%s", i == 0 ? " (" : ", ",
                mechanism->coordinates[joint->coordinate + i].name);
  }
  text_put_char(out, ')');
}

static void put_joint(const Mechanism *mechanism, int index, Text *out)
{
  if (index < 0) return;
  const Joint *joint = &mechanism->joints[index];
  text_put(out, joint_info(joint->kind)->word);
  if (joint_has_axis(joint->kind)) {
    text_put_char(out, ' ');
    summary_put_axis(mechanism, joint->axis_F, out);
  }
  put_coordinates(mechanism, joint, out);
}

static void put_carried(const Mechanism *mechanism, int frame, Text *out)
{
  size_t start = out->length;
  for (int i = 0; i < mechanism->body_count; i++) {
    if (mechanism->bodies[i].frame != frame) continue;
    text_format(out, "%sbody %s", out->length > start ? ", " : "", mechanism->bodies[i].name);
  }
  for (int i = 0; i < mechanism->point_count; i++) {
    if (mechanism->points[i].frame != frame) continue;
    text_format(out, "%spoint %s", out->length > start ? ", " : "", mechanism->points[i].name);
  }
}

// Depth first, first child first; -1 at the end.
static int frame_after(const Mechanism *mechanism, const Tree *tree, int frame)
{
  if (tree->first_child[frame] >= 0) return tree->first_child[frame];
  while (frame > 0 && tree->next_sibling[frame] < 0)
    frame = mechanism->frames[frame].parent;
  return frame > 0 ? tree->next_sibling[frame] : -1;
}

void summary_print_tree(const Mechanism *mechanism, Text *out)
{
  Tree tree = tree_of(mechanism);
  Table table = table_new(4);
  for (int index = 0; index >= 0; index = frame_after(mechanism, &tree, index)) {
    const Frame *frame = &mechanism->frames[index];
    Text *cell = table_cell(&table);
    put_branch(mechanism, &tree, index, cell);
    text_put(cell, frame->name);
    put_joint(mechanism, tree.joint[index], table_cell(&table));
    summary_put_moves(mechanism, frame->moves, frame->move_count, table_cell(&table));
    put_carried(mechanism, index, table_cell(&table));
  }
  text_put_char(out, '\n');
  table_print(&table, out);
  table_free(&table);
  free_tree(&tree);
}
