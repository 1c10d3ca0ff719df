// bielle/record.h -- what a study found: words for people, and a tree of names, values and units.
//
//     BielleAnswer *answer = NULL;
//     bielle_analyze_mobility(linkage, NULL, diagnostics, &answer);
//     const BielleRecord *found = bielle_answer_record(answer);
//     printf("%ld freedoms\n", bielle_record_whole(bielle_record_find(found, "mobility")));
//     puts(bielle_answer_words(answer));
//     bielle_answer_free(answer);
//
// Everything that an answer gives out is borrowed from it, unless it is called owned. Any number of
// threads may read one.
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
// The answer in words.
BIELLE_API const char *bielle_answer_words(const BielleAnswer *answer);
// The answer as data.
BIELLE_API const BielleRecord *bielle_answer_record(const BielleAnswer *answer);
// Rows with a heading, as CSV; "" where the study makes none.
BIELLE_API const char *bielle_answer_table(const BielleAnswer *answer);
// Curves, as SVG; "" where the study draws none.
BIELLE_API const char *bielle_answer_picture(const BielleAnswer *answer);

typedef enum BielleRecordKind {
  BIELLE_RECORD_NOTHING,  // no value: what is not finite, too
  BIELLE_RECORD_FLAG,
  BIELLE_RECORD_WHOLE,
  BIELLE_RECORD_NUMBER,
  BIELLE_RECORD_TEXT,
  BIELLE_RECORD_LIST,   // parts without names
  BIELLE_RECORD_OBJECT  // parts with names
} BielleRecordKind;

// A NULL record is nothing, without parts.
BIELLE_API BielleRecordKind bielle_record_kind(const BielleRecord *record);
// Its name within an object; "": none.
BIELLE_API const char *bielle_record_name(const BielleRecord *record);
// Of a number: "N.m"; "" where it has none.
BIELLE_API const char *bielle_record_unit(const BielleRecord *record);
// Its value as what it is; of another kind 0, NaN or "".
BIELLE_API int bielle_record_flag(const BielleRecord *record);
BIELLE_API long bielle_record_whole(const BielleRecord *record);
BIELLE_API double bielle_record_number(const BielleRecord *record);  // of a whole one, too
BIELLE_API const char *bielle_record_text(const BielleRecord *record);
// Parts of a list or an object: their number, the first, the one behind this one, the one of that
// name; NULL: none.
BIELLE_API int bielle_record_count(const BielleRecord *record);
BIELLE_API const BielleRecord *bielle_record_first(const BielleRecord *record);
BIELLE_API const BielleRecord *bielle_record_next(const BielleRecord *record);
BIELLE_API const BielleRecord *bielle_record_find(const BielleRecord *record, const char *name);
// As JSON with 17 digits. Owned: bielle_string_free().
BIELLE_API char *bielle_record_json(const BielleRecord *record);

#ifdef __cplusplus
}
#endif
#endif
