// identifier.h -- names of the model as identifiers of C, each one once.
//
// ASCII letters, digits and '_' stay; Greek letters are spelled out (θ1 -> theta1), subscript
// digits become digits, a prime becomes _dot, any other character u_XXXX, its code point in
// hexadecimal. A name that is taken, by another name, a keyword (of C or C++: headers travel) or,
// outside of structs, a function of libm, gets '_' at its end until it is free. So the result
// depends only on the order of claims.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_COMMON_IDENTIFIER_H
#define BIELLE_CODEGEN_COMMON_IDENTIFIER_H

#include "base/memory/arena.h"
#include "base/memory/map.h"
#include "base/text/text.h"

#include <stdbool.h>

// Appends `name` as an identifier; "" gives "x".
void identifier_put(Text *out, const char *name);
// The same, owned by the arena.
const char *identifier_of(Arena *arena, const char *name);

// What a language wants of names besides.
typedef struct NameRules {
  const char *const *reserved;  // words; NULL behind the last
  bool folds_case;              // M and m are one name
  int longest;                  // letters; 0: any number
} NameRules;

// The names taken in one block of generated code.
typedef struct NameSet {
  Arena *arena;
  Map taken;
  bool folds_case;
  int longest;
} NameSet;

// Members of a struct: only keywords and macros are taken.
NameSet name_set_of_members(Arena *arena);
// Local variables and functions: the functions of libm, too.
NameSet name_set_of_block(Arena *arena);
// Adds the rules of a language to a set in which no name was claimed yet.
void name_set_obey(NameSet *scope, const NameRules *rules);
void name_set_free(NameSet *scope);
bool name_set_has(const NameSet *scope, const char *identifier);
// Takes `wish`, an identifier, or the first of wish_, wish__, ... that is free; returns it.
const char *name_set_claim(NameSet *scope, const char *wish);

#endif
