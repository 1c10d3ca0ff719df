// maple_step.h -- walking along the words of a Maple definition file.
//
// Each step that finds something else than it wants reports this and returns false.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_MAPLE_STEP_H
#define BIELLE_IMPORT_MAPLE_STEP_H

#include "import/maple.h"

typedef struct MapleReader {
  MapleModel *model;
  const ScanToken *at;
  bool has_frames;
  bool has_bodies;
  bool has_contacts;
  bool has_coordinates;
} MapleReader;

// "expected WANTED instead of ..."; false.
bool maple_fail(MapleReader *reader, const char *wanted);
bool maple_take(MapleReader *reader, char mark, const char *wanted);
bool maple_take_name(MapleReader *reader, const char *wanted, Span *span);
// The word in either spelling.
bool maple_take_word(MapleReader *reader, const char *lower, const char *upper);
bool maple_read_sum(MapleReader *reader, Cell *cell);
// The mark, if it is there; nothing is reported otherwise.
bool maple_take_if(MapleReader *reader, char mark);

bool maple_begins_statement(const ScanToken *token);
bool maple_ends_statement(const ScanToken *token);

// maple_table.c: `table([...])` with frames, and with bodies.
bool maple_read_frames(MapleReader *reader);
bool maple_read_bodies(MapleReader *reader);

#endif
