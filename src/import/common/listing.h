// listing.h -- the tables of the 1980 report's listing, section 4.2, as written by `bielle model
// --as listing`.
//
//     MASS DATA             one row per body: its number, mass, centre of mass
//     TENSORS OF INERTIA    its number, XX YY ZZ XY XZ YZ about the centre of mass
//     GRAVITY               its three components in the axes of the base
//
// All are in the axes of the body, which are those of the moving term with its number. The entries
// of a row are expressions separated by at least two blanks. The other tables repeat the sentence,
// and the pages of equations follow from these data; both are ignored.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_LISTING_H
#define BIELLE_IMPORT_COMMON_LISTING_H

#include "import/common/values.h"

// Returns true if the source contains the first table of a listing.
bool listing_has_tables(const Source *source);

// The contents of the tables.
struct Listing;
// Reads the tables from reader->at on; invalid contents are reported as errors.
struct Listing *listing_read_tables(CellReader *reader, int count, Arena *arena);
// Writes gravity and the bodies, which are on R1 .. R<count>.
void listing_write(Import *import, struct Listing *listing);

#endif
