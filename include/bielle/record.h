// bielle/record.h -- the result of a study: a text, and a tree of named values with units.
//
//     BielleAnswer *answer = NULL;
//     bielle_analyze_mobility(linkage, NULL, diagnostics, &answer);
//     const BielleRecord *found = bielle_answer_record(answer);
//     printf("%ld freedoms\n", bielle_record_whole(bielle_record_find(found, "mobility")));
//     puts(bielle_answer_words(answer));
//     bielle_answer_free(answer);
//
// All strings and records returned from a BielleAnswer are borrowed from it unless documented as
// owned. Any number of threads may read one answer.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_RECORD_H
#define BIELLE_RECORD_H

#include "bielle/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BielleAnswer BielleAnswer;
typedef struct BielleRecord BielleRecord;

// Frees the answer. NULL is allowed.
BIELLE_API void bielle_answer_free(BielleAnswer *answer);
// The result as text for people.
BIELLE_API const char *bielle_answer_words(const BielleAnswer *answer);
// The result as data.
BIELLE_API const BielleRecord *bielle_answer_record(const BielleAnswer *answer);
// Rows with a heading, as CSV; "" if the study has no table.
BIELLE_API const char *bielle_answer_table(const BielleAnswer *answer);
// Curves, as SVG; "" if the study has no picture.
BIELLE_API const char *bielle_answer_picture(const BielleAnswer *answer);

typedef enum BielleRecordKind {
  BIELLE_RECORD_NOTHING,  // no value, or a number that is not finite
  BIELLE_RECORD_FLAG,
  BIELLE_RECORD_WHOLE,
  BIELLE_RECORD_NUMBER,
  BIELLE_RECORD_TEXT,
  BIELLE_RECORD_LIST,   // elements without names
  BIELLE_RECORD_OBJECT  // members with names
} BielleRecordKind;

// A NULL record is of kind BIELLE_RECORD_NOTHING and has no elements.
BIELLE_API BielleRecordKind bielle_record_kind(const BielleRecord *record);
// Name of a member within its object; "": none.
BIELLE_API const char *bielle_record_name(const BielleRecord *record);
// Unit of a number, "N.m"; "" if it has none.
BIELLE_API const char *bielle_record_unit(const BielleRecord *record);
// Value of a record of this kind; for a record of another kind 0, NaN or "".
BIELLE_API int bielle_record_flag(const BielleRecord *record);
BIELLE_API long bielle_record_whole(const BielleRecord *record);
BIELLE_API double bielle_record_number(const BielleRecord *record);  // also the value of an integer
BIELLE_API const char *bielle_record_text(const BielleRecord *record);
// Elements of a list or members of an object: their number, the first, the one after this one, the
// one of this name; NULL: none.
BIELLE_API int bielle_record_count(const BielleRecord *record);
BIELLE_API const BielleRecord *bielle_record_first(const BielleRecord *record);
BIELLE_API const BielleRecord *bielle_record_next(const BielleRecord *record);
BIELLE_API const BielleRecord *bielle_record_find(const BielleRecord *record, const char *name);
// The record as JSON with 17 digits. Owned: bielle_string_free().
BIELLE_API char *bielle_record_json(const BielleRecord *record);

#ifdef __cplusplus
}
#endif
#endif
