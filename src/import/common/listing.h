// listing.h -- the tables of the 1980 report's listing, section 4.2, as `bielle model --as listing`
// writes them.
//
//     MASS DATA             one row a body: its number, mass, centre of mass
//     TENSORS OF INERTIA    its number, XX YY ZZ XY XZ YZ about the centre of mass
//     GRAVITY               its three components in the axes of the base
//
// All in the axes of the body, which are those of the moving term with its number. Entries of a row
// are expressions, two blanks or more apart. The other tables say again what the sentence says, and
// the pages of equations follow from all this: both are passed over.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_LISTING_H
#define BIELLE_IMPORT_COMMON_LISTING_H

#include "import/common/values.h"

// Does a listing's first table stand in it?
bool listing_has_tables(const Source *source);

// What the tables say.
struct Listing;
// Reads the tables from reader->at on; mistakes become errors.
struct Listing *listing_read_tables(CellReader *reader, int count, Arena *arena);
// Gravity, and the bodies, which are on R1 .. R<count>.
void listing_write(Import *import, struct Listing *listing);

#endif
