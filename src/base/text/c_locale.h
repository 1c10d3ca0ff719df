// c_locale.h -- the "C" locale for the calling thread, for as long as something is formatted.
//
// The program that links the library may have set any locale; our text must not follow it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_TEXT_C_LOCALE_H
#define BIELLE_BASE_TEXT_C_LOCALE_H

#include <locale.h>

typedef struct CLocale {
  locale_t c;
  locale_t previous;
} CLocale;

CLocale c_locale_enter(void);
void c_locale_leave(CLocale locale);  // restores what the thread had

#endif
