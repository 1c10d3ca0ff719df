// identifier.h -- unique C identifiers for the names of the model.
//
// ASCII letters, digits and '_' are kept; Greek letters are spelled out (θ1 -> theta1), subscript
// digits become digits, a prime becomes _dot, and any other character becomes u_XXXX, its code
// point in hexadecimal. A name that is already in use, by another name, a keyword (of C or C++:
// headers are used in both) or, outside of structs, a function of libm, is extended by '_' until it
// is free. The result depends only on the order of claims.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_COMMON_IDENTIFIER_H
#define BIELLE_CODEGEN_COMMON_IDENTIFIER_H

#include "base/memory/arena.h"
#include "base/memory/map.h"
#include "base/text/text.h"

#include <stdbool.h>

// Appends `name` as an identifier; the empty name becomes "x".
void identifier_put(Text *out, const char *name);
// Returns `name` as an identifier, owned by the arena.
const char *identifier_of(Arena *arena, const char *name);

// Restrictions of a language on names.
typedef struct NameRules {
  const char *const *reserved;  // reserved words, terminated by NULL
  bool folds_case;              // names are case-insensitive
  int longest;                  // maximum length in characters; 0: unlimited
} NameRules;

// The names in use in one block of generated code.
typedef struct NameSet {
  Arena *arena;
  Map taken;
  bool folds_case;
  int longest;
} NameSet;

// Creates a set for the members of a struct: only keywords and macros are reserved.
NameSet name_set_of_members(Arena *arena);
// Creates a set for local variables and functions: the functions of libm are reserved as well.
NameSet name_set_of_block(Arena *arena);
// Adds the rules of a language to a set in which no name has been claimed yet.
void name_set_obey(NameSet *scope, const NameRules *rules);
void name_set_free(NameSet *scope);
bool name_set_has(const NameSet *scope, const char *identifier);
// Claims `wish`, an identifier, or the first of wish_, wish__, ... that is free, and returns it.
const char *name_set_claim(NameSet *scope, const char *wish);

#endif
