// last_words.h -- what a process says before it ends itself.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_SUPPORT_LAST_WORDS_H
#define BIELLE_TESTS_SUPPORT_LAST_WORDS_H

#include <stddef.h>

// Runs `action` in a child and reads both of its outputs together. It must end by abort().
void last_words(void (*action)(void), char words[], size_t room);

#endif
