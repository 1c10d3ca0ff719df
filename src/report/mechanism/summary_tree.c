// summary_tree.c -- draws the tree of frames: joint, moves relative to the parent, and attached
// elements.
// SPDX-License-Identifier: MIT
#include "report/mechanism/summary_impl.h"

// Linked lists by frame, -1: none.
typedef struct Tree {
  int *first_child;
  int *next_sibling;
  int *joint;
  int *first_body;
  int *next_body;  // by body: the next one on its frame
  int *first_point;
  int *next_point;  // by point
} Tree;

static int *new_links(Arena *arena, int count)
{
  int *links = ARENA_ARRAY(arena, int, count);
  for (int i = 0; i < count; i++)
    links[i] = -1;
  return links;
}

// Inserts elements from the last to the first, so that the lists are in order.
static Tree tree_of(const Mechanism *mechanism, Arena *arena)
{
  int frames = mechanism->frame_count;
  Tree tree = { .first_child = new_links(arena, frames),
                .next_sibling = new_links(arena, frames),
                .joint = new_links(arena, frames),
                .first_body = new_links(arena, frames),
                .next_body = new_links(arena, mechanism->body_count),
                .first_point = new_links(arena, frames),
                .next_point = new_links(arena, mechanism->point_count) };
  for (int i = mechanism->frame_count - 1; i > 0; i--) {
    int *first = &tree.first_child[mechanism->frames[i].parent];
    tree.next_sibling[i] = *first;
    *first = i;
  }
  for (int i = 0; i < mechanism->joint_count; i++)
    tree.joint[mechanism->joints[i].frame] = i;
  for (int i = mechanism->body_count - 1; i >= 0; i--) {
    tree.next_body[i] = tree.first_body[mechanism->bodies[i].frame];
    tree.first_body[mechanism->bodies[i].frame] = i;
  }
  for (int i = mechanism->point_count - 1; i >= 0; i--) {
    tree.next_point[i] = tree.first_point[mechanism->points[i].frame];
    tree.first_point[mechanism->points[i].frame] = i;
  }
  return tree;
}

// The branch lines before a frame. Beyond MAX_LEVELS the indentation does not increase.
static void put_branch(const Mechanism *mechanism, const Tree *tree, int frame, Text *out)
{
  enum { MAX_LEVELS = 30 };
  int path[MAX_LEVELS];
  int depth = 0;
  if (frame == FRAME_GROUND) return;
  for (int up = mechanism->frames[frame].parent; up > 0 && depth < MAX_LEVELS;
       up = mechanism->frames[up].parent) {
    path[depth++] = up;
  }
  while (depth > 0)
    text_put(out, tree->next_sibling[path[--depth]] >= 0 ? "│  " : "   ");
  text_put(out, tree->next_sibling[frame] >= 0 ? "├─ " : "└─ ");
}

static void put_coordinates(const Mechanism *mechanism, const Joint *joint, Text *out, Record *row)
{
  if (joint->coordinate < 0) {
    if (joint->kind != JOINT_FIXED) text_put(out, ", driven");
    return;
  }
  Record *list = record_list(row, "coordinates");
  for (int i = 0; i < joint->coordinate_count; i++) {
    const char *name = coordinate_name(&mechanism->coordinates[joint->coordinate + i]);
    text_format(out, "%s%s", i == 0 ? " (" : ", ", name);
    record_text(list, NULL, name);
  }
  text_put_char(out, ')');
}

static void put_joint(const Mechanism *mechanism, int index, Text *out, Record *row)
{
  if (index < 0) return;
  const Joint *joint = &mechanism->joints[index];
  text_put(out, joint_info(joint->kind)->word);
  record_text(row, "joint", joint_info(joint->kind)->word);
  if (joint_has_axis(joint->kind)) {
    text_put_char(out, ' ');
    size_t start = out->length;
    summary_put_axis(mechanism, joint->axis_F, out);
    record_text(row, "axis", text_string(out) + start);
  }
  put_coordinates(mechanism, joint, out, row);
}

// Bodies and points on a frame, at most `most` of each kind.
static void put_carried(const Mechanism *mechanism, const Tree *tree, int frame, int most,
                        Text *out, Record *row)
{
  const char *comma = "";
  Record *bodies = record_list(row, "bodies"), *points = record_list(row, "points");
  int body = tree->first_body[frame], point = tree->first_point[frame];
  for (; body >= 0 && bodies->count < most; body = tree->next_body[body]) {
    text_format(out, "%sbody %s", comma, mechanism->bodies[body].name);
    record_text(bodies, NULL, mechanism->bodies[body].name);
    comma = ", ";
  }
  for (; point >= 0 && points->count < most; point = tree->next_point[point]) {
    text_format(out, "%spoint %s", comma, mechanism->points[point].name);
    record_text(points, NULL, mechanism->points[point].name);
    comma = ", ";
  }
  if (body >= 0 || point >= 0) text_put(out, ", …");
}

// Next frame in depth-first order, first child first; -1 at the end.
static int frame_after(const Mechanism *mechanism, const Tree *tree, int frame)
{
  if (tree->first_child[frame] >= 0) return tree->first_child[frame];
  while (frame > 0 && tree->next_sibling[frame] < 0)
    frame = mechanism->frames[frame].parent;
  return frame > 0 ? tree->next_sibling[frame] : -1;
}

static void report_frame(const Summary *summary, const Tree *tree, int index, Table *table,
                         Record *row)
{
  const Mechanism *mechanism = summary->mechanism;
  const Frame *frame = &mechanism->frames[index];
  Text *cell = table_cell(table);
  put_branch(mechanism, tree, index, cell);
  text_put(cell, frame->name);
  record_text(row, "name", frame->name);
  if (frame->parent >= 0) record_text(row, "parent", mechanism->frames[frame->parent].name);
  put_joint(mechanism, tree->joint[index], table_cell(table), row);
  cell = table_cell(table);
  size_t start = cell->length;
  summary_put_moves(mechanism, frame->moves, frame->move_count, cell);
  record_text(row, "moves", text_string(cell) + start);
  put_carried(mechanism, tree, index, summary->most, table_cell(table), row);
}

void summary_print_tree(const Summary *summary)
{
  const Mechanism *mechanism = summary->mechanism;
  Arena *arena = arena_new();
  Tree tree = tree_of(mechanism, arena);
  Table table = table_new(4);
  Record *list = record_list(summary->record, "frames");
  for (int i = FRAME_GROUND; i >= 0 && list->count < summary->most;
       i = frame_after(mechanism, &tree, i)) {
    report_frame(summary, &tree, i, &table, record_object(list, NULL));
  }
  text_put_char(summary->words, '\n');
  table_print(&table, summary->words);
  summary_put_rest(summary, mechanism->frame_count);
  table_free(&table);
  arena_free(arena);
}
