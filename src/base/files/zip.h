// zip.h -- uncompressed zip archives according to PKWARE's APPNOTE 6.3.
//
// All dates are the earliest possible one (1980-01-01), so that the same members yield the same
// bytes. Archives of the form ZIP_LARGE store all lengths and offsets in the zip64 fields, which
// have 64 bits.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_FILES_ZIP_H
#define BIELLE_BASE_FILES_ZIP_H

#include "base/text/text.h"

#include <stdint.h>

typedef struct ZipMember {
  const char *name;
  uint64_t size;   // [byte]
  uint64_t place;  // offset of its header in the archive [byte]
  uint32_t crc;
} ZipMember;

typedef enum ZipForm { ZIP_SMALL, ZIP_LARGE } ZipForm;

// Updates the CRC-32 `crc` of the preceding bytes, initially 0, with further bytes.
uint32_t zip_crc(uint32_t crc, const char *bytes, size_t length);

// Appends the local header, which precedes the bytes of a member.
void zip_put_header(Text *out, const ZipMember *member, ZipForm form);
// Appends the directory, which follows all members and starts at the offset `place`.
void zip_put_directory(Text *out, const ZipMember members[], int count, uint64_t place,
                       ZipForm form);

// An archive of less than 4 GiB, built in memory member by member.
typedef struct Zip {
  Text bytes;
  ZipMember *members;
  int count;
} Zip;  // starts as { 0 }
// Appends a member; the name is borrowed until zip_end().
void zip_add(Zip *zip, const char *name, const char *bytes, size_t length);
void zip_end(Zip *zip);  // Completes zip->bytes and frees everything else.

#endif
