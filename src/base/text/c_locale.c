// c_locale.c -- sets and restores the "C" locale. glibc returns a constant for newlocale("C"), so
// no memory is allocated there.
// SPDX-License-Identifier: MIT
#include "base/text/c_locale.h"

#include "base/memory/memory.h"

CLocale c_locale_enter(void)
{
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (c == (locale_t)0) memory_exhausted();
  return (CLocale){ .c = c, .previous = uselocale(c) };
}

void c_locale_leave(CLocale locale)
{
  uselocale(locale.previous);
  freelocale(locale.c);
}
