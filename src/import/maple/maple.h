// maple.h -- the contents of a Maple definition file; shared by the parts of its importer.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_MAPLE_MAPLE_H
#define BIELLE_IMPORT_MAPLE_MAPLE_H

#include "import/common/values.h"

typedef struct MapleFrame {
  const char *name;  // in the description language
  Span span;
  Span parent_span;
  int parent;      // -1: ground
  Cell offset[3];  // translation along the parent's axes,
  Cell angle[3];   // then a rotation about one of them
} MapleFrame;

typedef struct MapleBody {
  const char *name;
  Span frame_span;
  int frame;
  Cell mass;
  Cell inertia[3][3];  // about the centre of mass
  Cell com[3];
} MapleBody;

// `name := expression` other than the four parts of a definition file.
typedef struct MapleLet {
  const char *name;
  Cell value;
} MapleLet;

typedef struct MapleModel {
  Import *import;
  Arena *arena;
  Diagnostics *diagnostics;
  Values values;
  Names frame_names;
  Names body_names;
  Map frame_index;  // name in the description language -> index into `frames`
  MapleFrame *frames;
  int frame_count;
  MapleBody *bodies;
  int body_count;
  MapleLet *lets;
  int let_count;
  Span *contacts;  // names of the frames in PointEnContact
  int contact_count;
  int *coordinates;  // indices into the values, in the order of q
  int coordinate_count;
} MapleModel;

enum { MAPLE_GROUP_FRAMES, MAPLE_GROUP_BODIES };  // of parameters; each body has a group

// Reads the tokens of the text.
typedef struct MapleReader {
  CellReader in;
  MapleModel *model;
  bool has_frames;
  bool has_bodies;
  bool has_contacts;
  bool has_coordinates;
} MapleReader;

// Accepts the word in either spelling; returns false, with an error, for any other word.
bool maple_take_word(MapleReader *reader, const char *lower, const char *upper);
// Accepts the word and "([" after it.
bool maple_open_list(MapleReader *reader, const char *lower, const char *upper);
bool maple_begins_statement(const Token *token);
bool maple_ends_statement(const Token *token);

// maple_table.c: read `table([...])` with frames and with bodies; return false after an error.
bool maple_read_frames(MapleReader *reader);
bool maple_read_bodies(MapleReader *reader);

// maple_read.c: reads the whole text into the model; errors are in the diagnostics.
void maple_read(MapleModel *model, const Source *source);
extern const LexerRules maple_rules;

#endif
