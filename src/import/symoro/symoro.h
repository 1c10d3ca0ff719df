// symoro.h -- the contents of a SYMORO file; shared by the parts of its importer.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_SYMORO_SYMORO_H
#define BIELLE_IMPORT_SYMORO_SYMORO_H

#include "import/common/values.h"

typedef enum ParKey {
#define KEY(NAME, text, kind) PAR_##NAME,
#include "import/symoro/symoro_keys.def"
  PAR_KEY_COUNT
} ParKey;

typedef enum ParKind {
  PAR_COUNT,
  PAR_FRAMES,
  PAR_LINKS,
  PAR_JOINTS,
  PAR_IGNORED,
  PAR_VECTOR,
  PAR_MOTION,
  PAR_MATRIX
} ParKind;

typedef struct ParInfo {
  const char *text;  // the key
  ParKind kind;
} ParInfo;

typedef struct ParList {
  Cell *cells;  // NULL: not given
  int count;
  Span span;  // of the key
} ParList;

typedef enum ParMotion { PAR_REVOLUTE, PAR_PRISMATIC, PAR_FIXED } ParMotion;  // sigma

typedef struct ParModel {
  Import *import;
  Arena *arena;
  Diagnostics *diagnostics;
  Values values;
  Values ignored;  // names of speeds and torques, which are not parameters
  ParList lists[PAR_KEY_COUNT];
  int link_count;
  int joint_count;
  int frame_count;
} ParModel;

enum { PAR_MAX_FRAMES = 9999 };
enum { PAR_GROUP_GEOMETRY, PAR_GROUP_LINKS };  // of parameters; each link has a group
enum { PAR_BASE = -1 };  // the link with frame 0; it has a mass only if the base is free

extern const LexerRules par_rules;

// symoro_read.c: reads the whole text into the model; errors are in the diagnostics.
void par_read(ParModel *model, const Source *source);

// symoro_check.c: checks the consistency of the parts, and finds the counts and the joint
// variables. `end` is the position for messages about missing parts.
void par_check(ParModel *model, Span end);

const ParInfo *par_info(ParKey key);
// Returns the cell of frame or link `index` (from 0, or PAR_BASE); zero if it is not given.
const Cell *par_cell(const ParModel *model, ParKey key, int index);
bool par_has(const ParModel *model, ParKey key);  // true if any of its cells is nonzero
int par_whole(const Cell *cell);                  // value from 0 to 9999, or -1
ParMotion par_motion(const ParModel *model, int frame);
// Returns true for frames of cut joints: the frames from link_count to joint_count coincide with
// those from joint_count on.
bool par_is_cut(const ParModel *model, int frame);
bool par_base_is_free(const ParModel *model);

// symoro_base.c: the position and motion of the base.
void par_check_base(const ParModel *model);
// Writes the frame or the joint `base`; returns false if the base is ground.
bool par_put_base(const ParModel *model);

#endif
