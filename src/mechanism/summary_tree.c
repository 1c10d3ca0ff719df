// summary_tree.c -- the tree of frames, drawn: joints and what each frame carries.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "mechanism/summary_impl.h"

#include <stdlib.h>

typedef struct Tree {
  int *first_child;  // -1: none
  int *next_sibling;
} Tree;

static Tree tree_of(const Mechanism *mechanism)
{
  int count = mechanism->frame_count;
  Tree tree = { memory_new((size_t)count, sizeof(int)), memory_new((size_t)count, sizeof(int)) };
  for (int i = 0; i < count; i++)
    tree.first_child[i] = tree.next_sibling[i] = -1;
  for (int i = count - 1; i > 0; i--) {
    int parent = mechanism->frames[i].parent;
    tree.next_sibling[i] = tree.first_child[parent];
    tree.first_child[parent] = i;
  }
  return tree;
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

static const Joint *joint_of_frame(const Mechanism *mechanism, int frame)
{
  for (int i = 0; i < mechanism->joint_count; i++) {
    if (mechanism->joints[i].frame == frame) return &mechanism->joints[i];
  }
  return NULL;
}

static bool has_axis(JointKind kind)
{
  return kind == JOINT_REVOLUTE || kind == JOINT_PRISMATIC || kind == JOINT_SCREW ||
         kind == JOINT_CYLINDRICAL || kind == JOINT_PLANAR;
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

// The joint, or the moves of a frame without one.
static void put_joint(const Mechanism *mechanism, int index, Text *out)
{
  const Joint *joint = joint_of_frame(mechanism, index);
  const Frame *frame = &mechanism->frames[index];
  if (!joint) {
    summary_put_moves(mechanism, frame->moves, frame->move_count, out);
    return;
  }
  text_put(out, joint_info(joint->kind)->word);
  if (has_axis(joint->kind)) {
    text_put_char(out, ' ');
    summary_put_axis(mechanism, joint->axis_F, out);
  }
  put_coordinates(mechanism, joint, out);
}

static void put_carried(const Mechanism *mechanism, int frame, Text *out)
{
  const char *separator = "";
  for (int i = 0; i < mechanism->body_count; i++) {
    if (mechanism->bodies[i].frame != frame) continue;
    text_format(out, "%sbody %s", separator, mechanism->bodies[i].name);
    separator = ", ";
  }
  for (int i = 0; i < mechanism->point_count; i++) {
    if (mechanism->points[i].frame != frame) continue;
    text_format(out, "%spoint %s", separator, mechanism->points[i].name);
    separator = ", ";
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
  Table table = table_new(3);
  for (int frame = 0; frame >= 0; frame = frame_after(mechanism, &tree, frame)) {
    Text *cell = table_cell(&table);
    put_branch(mechanism, &tree, frame, cell);
    text_put(cell, mechanism->frames[frame].name);
    put_joint(mechanism, frame, table_cell(&table));
    put_carried(mechanism, frame, table_cell(&table));
  }
  text_put_char(out, '\n');
  table_print(&table, out);
  table_free(&table);
  free(tree.first_child);
  free(tree.next_sibling);
}
