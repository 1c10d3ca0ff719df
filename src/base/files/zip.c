// zip.c -- writes headers and data, then the directory; see zip.h.
// SPDX-License-Identifier: MIT
#include "base/files/zip.h"

#include "base/memory/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
  FIRST_VERSION = 20,
  ZIP64_VERSION = 45,
  UTF8_NAMES = 1 << 11,
  FIRST_DATE = 1 << 5 | 1,
};

// ---- bytes

// CRC-32: remainder of the division by the IEEE 802.3 polynomial, bit-reversed, four bits at a
// time.
uint32_t zip_crc(uint32_t crc, const char *bytes, size_t length)
{
  static const uint32_t TABLE[16] = { 0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                      0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                      0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                      0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c };
  crc = ~crc;
  for (size_t i = 0; i < length; i++) {
    crc ^= (unsigned char)bytes[i];
    crc = crc >> 4 ^ TABLE[crc & 15];
    crc = crc >> 4 ^ TABLE[crc & 15];
  }
  return ~crc;
}

static void put_number(Text *out, uint64_t value, int bytes)
{
  for (int i = 0; i < bytes; i++)
    text_put_char(out, (char)(value >> 8 * i & 0xff));
}

// ---- headers

static int version_of(ZipForm form) { return form == ZIP_LARGE ? ZIP64_VERSION : FIRST_VERSION; }

// Writes a four-byte field; in a large archive its value is in the zip64 field instead.
static void put_short(Text *out, uint64_t value, ZipForm form)
{
  put_number(out, form == ZIP_LARGE ? UINT32_MAX : value, 4);
}

// Writes the fields common to the header and the directory, starting with the version.
static void put_common(Text *out, const ZipMember *member, int extra, ZipForm form)
{
  put_number(out, (uint64_t)version_of(form), 2);
  put_number(out, UTF8_NAMES, 2);
  put_number(out, 0, 2);  // stored
  put_number(out, 0, 2);  // time
  put_number(out, FIRST_DATE, 2);
  put_number(out, member->crc, 4);
  put_short(out, member->size, form);
  put_short(out, member->size, form);
  put_number(out, strlen(member->name), 2);
  put_number(out, form == ZIP_LARGE ? (uint64_t)extra + 4 : 0, 2);
}

static void put_zip64(Text *out, const ZipMember *member, int extra, ZipForm form)
{
  if (form != ZIP_LARGE) return;
  put_number(out, 1, 2);
  put_number(out, (uint64_t)extra, 2);
  put_number(out, member->size, 8);
  put_number(out, member->size, 8);
  if (extra > 16) put_number(out, member->place, 8);
}

void zip_put_header(Text *out, const ZipMember *member, ZipForm form)
{
  put_number(out, 0x04034b50, 4);
  put_common(out, member, 16, form);
  text_put(out, member->name);
  put_zip64(out, member, 16, form);
}

static void put_entry(Text *out, const ZipMember *member, ZipForm form)
{
  put_number(out, 0x02014b50, 4);
  put_number(out, (uint64_t)version_of(form), 2);
  put_common(out, member, 24, form);
  put_number(out, 0, 2);  // comment
  put_number(out, 0, 2);  // disk
  put_number(out, 0, 2);  // internal attributes
  put_number(out, 0, 4);  // external attributes
  put_short(out, member->place, form);
  text_put(out, member->name);
  put_zip64(out, member, 24, form);
}

static void put_zip64_end(Text *out, int count, uint64_t place, uint64_t length)
{
  put_number(out, 0x06064b50, 4);
  put_number(out, 44, 8);
  put_number(out, ZIP64_VERSION, 2);
  put_number(out, ZIP64_VERSION, 2);
  put_number(out, 0, 8);  // disks
  put_number(out, (uint64_t)count, 8);
  put_number(out, (uint64_t)count, 8);
  put_number(out, length, 8);
  put_number(out, place, 8);
  put_number(out, 0x07064b50, 4);  // zip64 locator
  put_number(out, 0, 4);
  put_number(out, place + length, 8);
  put_number(out, 1, 4);
}

void zip_put_directory(Text *out, const ZipMember members[], int count, uint64_t place,
                       ZipForm form)
{
  size_t before = out->length;
  for (int k = 0; k < count; k++)
    put_entry(out, &members[k], form);
  uint64_t length = out->length - before;
  bool is_large = form == ZIP_LARGE;
  if (is_large) put_zip64_end(out, count, place, length);
  put_number(out, 0x06054b50, 4);
  put_number(out, 0, 4);  // disks
  put_number(out, is_large ? UINT16_MAX : (uint64_t)count, 2);
  put_number(out, is_large ? UINT16_MAX : (uint64_t)count, 2);
  put_short(out, length, form);
  put_short(out, place, form);
  put_number(out, 0, 2);
}

// ---- complete archives

void zip_add(Zip *zip, const char *name, const char *bytes, size_t length)
{
  zip->members = memory_grow(zip->members, (size_t)zip->count + 1, sizeof *zip->members);
  ZipMember *member = &zip->members[zip->count++];
  *member = (ZipMember){ name, length, zip->bytes.length, zip_crc(0, bytes, length) };
  zip_put_header(&zip->bytes, member, ZIP_SMALL);
  text_put_bytes(&zip->bytes, bytes, length);
}

void zip_end(Zip *zip)
{
  zip_put_directory(&zip->bytes, zip->members, zip->count, zip->bytes.length, ZIP_SMALL);
  free(zip->members);
  zip->members = NULL;
}
