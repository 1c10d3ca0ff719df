// import.c -- the table of foreign formats.
// SPDX-License-Identifier: MIT
#include "import/import.h"

#include <assert.h>
#include <string.h>

static const ImportFormat formats[] = {
#define FORMAT(name, title) { #name, title, recognise_##name, import_##name },
#include "import/formats.def"
};
enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

int import_format_count(void) { return FORMAT_COUNT; }

const ImportFormat *import_format(int index)
{
  assert(index >= 0 && index < FORMAT_COUNT);
  return &formats[index];
}

const ImportFormat *import_recognise(const Source *source)
{
  for (int i = 0; i < FORMAT_COUNT; i++) {
    if (formats[i].recognise(source)) return &formats[i];
  }
  return NULL;
}

const ImportFormat *import_find(const char *name)
{
  for (int i = 0; i < FORMAT_COUNT; i++) {
    if (strcmp(formats[i].name, name) == 0) return &formats[i];
  }
  return NULL;
}
