// symoro.h -- what a SYMORO file says: the two halves of its importer share this.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_SYMORO_H
#define BIELLE_IMPORT_SYMORO_H

#include "import/values.h"

typedef enum ParKey {
#define KEY(NAME, text, kind) PAR_##NAME,
#include "import/symoro_keys.def"
  PAR_KEY_COUNT
} ParKey;

typedef struct ParList {
  Cell *cells;  // NULL: not given
  int count;
  Span span;  // of the key
} ParList;

typedef enum ParMotion { PAR_REVOLUTE, PAR_PRISMATIC, PAR_FIXED } ParMotion;  // sigma

typedef struct ParModel {
  Arena *arena;
  Diagnostics *diagnostics;
  Values values;
  Values ignored;  // names of speeds and torques: they are no parameters
  ParList lists[PAR_KEY_COUNT];
  int link_count;
  int joint_count;
  int frame_count;
} ParModel;

enum { PAR_GROUP_GEOMETRY, PAR_GROUP_LINKS };  // of parameters; one group for each link

extern const ScanStyle par_style;

// symoro_read.c: all of the text into the model; errors are in the diagnostics.
void par_read(ParModel *model, const Source *source);

// The cell of frame or link `index` (from 0); zero where the file says nothing.
const Cell *par_cell(const ParModel *model, ParKey key, int index);
bool par_has(const ParModel *model, ParKey key);  // is any of its cells not zero?
int par_whole(const Cell *cell);                  // 0 to 9999, or -1
ParMotion par_motion(const ParModel *model, int frame);
// Frames that close loops: those behind the cut joints, from link_count to joint_count, coincide
// with those from joint_count on.
bool par_is_cut(const ParModel *model, int frame);

#endif
