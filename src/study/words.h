// words.h -- names and numbers, as reports of studies write them. For the files of study/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_WORDS_H
#define BIELLE_STUDY_WORDS_H

#include "base/text.h"

const char *words_plural(int count);  // "s", or "" of one
// "  name", filled up to the width and two blanks.
void words_put_name(Text *out, const char *name, int width);
int words_widest(int width, const char *name);
// Six digits; 0 if it is not larger than `nothing`.
void words_put_number(Text *out, double value, double nothing);

#endif
