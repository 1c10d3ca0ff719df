// zip.h -- zip archives by PKWARE's APPNOTE 6.3, stored and not packed.
//
// The date is the first that there is (1980-01-01): same members, same bytes. Large archives have all
// lengths and places in the fields of zip64, which have room for any.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_FILES_ZIP_H
#define BIELLE_BASE_FILES_ZIP_H

#include "base/text/text.h"

#include <stdint.h>

typedef struct ZipMember {
  const char *name;
  uint64_t size;   // [byte]
  uint64_t place;  // of its header in the archive
  uint32_t crc;
} ZipMember;

typedef enum ZipForm { ZIP_SMALL, ZIP_LARGE } ZipForm;

// The checksum of bytes behind others, whose is `crc`; 0 at first.
uint32_t zip_crc(uint32_t crc, const char *bytes, size_t length);

// What stands before the bytes of a member.
void zip_put_header(Text *out, const ZipMember *member, ZipForm form);
// What stands behind all members, whose end is `place`.
void zip_put_directory(Text *out, const ZipMember members[], int count, uint64_t place,
                       ZipForm form);

// A whole archive of less than 4 GiB, member by member.
typedef struct Zip {
  Text bytes;
  ZipMember *members;
  int count;
} Zip;  // starts as { 0 }
// Borrows the name.
void zip_add(Zip *zip, const char *name, const char *bytes, size_t length);
void zip_end(Zip *zip);  // the bytes are complete; nothing else is left

#endif
