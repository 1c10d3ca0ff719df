// c_locale.h -- switches the calling thread to the "C" locale while text is formatted.
//
// The program that links the library may have set any locale; the library's text must not depend on
// it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_TEXT_C_LOCALE_H
#define BIELLE_BASE_TEXT_C_LOCALE_H

#include <locale.h>

typedef struct CLocale {
  locale_t c;
  locale_t previous;
} CLocale;

CLocale c_locale_enter(void);
void c_locale_leave(CLocale locale);  // restores the previous locale of the thread

#endif
