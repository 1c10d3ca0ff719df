// npz.c -- a zip by PKWARE's APPNOTE 6.3: local headers and data, then the directory.
//
// Nothing is packed, so every place is known before, and rows become columns in one pass, a block at
// a time. All lengths and places stand in the fields of zip64, which have room for any; the date is
// the first that there is (1980-01-01): same rows, same bytes.
// SPDX-License-Identifier: MIT
#include "app/cli/npz.h"

#include "app/cli/npy.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  BLOCK = 1 << 22,  // [byte] of rows in memory
  ZIP64_VERSION = 45,
  UTF8_NAMES = 1 << 11,
  FIRST_DATE = 1 << 5 | 1,
};

typedef struct Member {
  Text name;    // "phi.npy"
  Text head;    // of the array; of words the whole
  size_t data;  // [byte] behind it
  uint64_t place;
  uint32_t crc;
} Member;

typedef struct Zip {
  int descriptor;
  Member *members;
  int count;
  int error;
  uint32_t crc_table[256];
} Zip;

// ---- bytes

// The remainder of division by the polynomial of IEEE 802.3, bits reversed.
static void fill_crc_table(uint32_t table[256])
{
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int bit = 0; bit < 8; bit++)
      table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320U : 0);
  }
}

static uint32_t crc_of(const Zip *zip, uint32_t crc, const char *bytes, size_t length)
{
  crc = ~crc;
  for (size_t i = 0; i < length; i++)
    crc = crc >> 8 ^ zip->crc_table[(crc ^ (unsigned char)bytes[i]) & 0xff];
  return ~crc;
}

static void put_bytes(Zip *zip, uint64_t place, const char *bytes, size_t length)
{
  while (length > 0 && zip->error == 0) {
    ssize_t written = pwrite(zip->descriptor, bytes, length, (off_t)place);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) zip->error = errno;
    if (written <= 0) break;
    bytes += written;
    place += (uint64_t)written;
    length -= (size_t)written;
  }
}

static void put_text(Zip *zip, uint64_t place, const Text *text)
{
  put_bytes(zip, place, text_string(text), text->length);
}

static void put_number(Text *out, uint64_t value, int bytes)
{
  for (int i = 0; i < bytes; i++)
    text_put_char(out, (char)(value >> 8 * i & 0xff));
}

// ---- headers

static uint64_t size_of(const Member *member) { return member->head.length + member->data; }

// What the local header and the directory have in common, from the version on.
static void put_common(Text *out, const Member *member, int extra)
{
  put_number(out, ZIP64_VERSION, 2);
  put_number(out, UTF8_NAMES, 2);
  put_number(out, 0, 2);  // stored
  put_number(out, 0, 2);  // time
  put_number(out, FIRST_DATE, 2);
  put_number(out, member->crc, 4);
  put_number(out, UINT32_MAX, 4);  // lengths: below
  put_number(out, UINT32_MAX, 4);
  put_number(out, member->name.length, 2);
  put_number(out, (uint64_t)extra + 4, 2);
}

static void put_zip64(Text *out, const Member *member, int extra)
{
  put_number(out, 1, 2);
  put_number(out, (uint64_t)extra, 2);
  put_number(out, size_of(member), 8);
  put_number(out, size_of(member), 8);
  if (extra > 16) put_number(out, member->place, 8);
}

static void put_local(Text *out, const Member *member)
{
  put_number(out, 0x04034b50, 4);
  put_common(out, member, 16);
  text_put_bytes(out, text_string(&member->name), member->name.length);
  put_zip64(out, member, 16);
}

static uint64_t data_place(const Member *member)
{
  Text local = { 0 };
  put_local(&local, member);
  uint64_t place = member->place + local.length;
  text_free(&local);
  return place;
}

static void put_entry(Text *out, const Member *member)
{
  put_number(out, 0x02014b50, 4);
  put_number(out, ZIP64_VERSION, 2);
  put_common(out, member, 24);
  put_number(out, 0, 2);           // comment
  put_number(out, 0, 2);           // disk
  put_number(out, 0, 2);           // kind
  put_number(out, 0, 4);           // kind, of the system
  put_number(out, UINT32_MAX, 4);  // place: below
  text_put_bytes(out, text_string(&member->name), member->name.length);
  put_zip64(out, member, 24);
}

static void put_end(Text *out, int count, uint64_t place)
{
  uint64_t length = out->length;
  put_number(out, 0x06064b50, 4);  // of zip64
  put_number(out, 44, 8);
  put_number(out, ZIP64_VERSION, 2);
  put_number(out, ZIP64_VERSION, 2);
  put_number(out, 0, 8);  // disks
  put_number(out, (uint64_t)count, 8);
  put_number(out, (uint64_t)count, 8);
  put_number(out, length, 8);
  put_number(out, place, 8);
  put_number(out, 0x07064b50, 4);  // where that is
  put_number(out, 0, 4);
  put_number(out, place + length, 8);
  put_number(out, 1, 4);
  put_number(out, 0x06054b50, 4);  // of all zips
  put_number(out, 0, 4);
  put_number(out, UINT16_MAX, 2);
  put_number(out, UINT16_MAX, 2);
  put_number(out, UINT32_MAX, 4);
  put_number(out, UINT32_MAX, 4);
  put_number(out, 0, 2);
}

// ---- columns

// Members with their places; returns the place behind the last.
static uint64_t lay_out(Zip *zip, const NpzRows *rows)
{
  uint64_t place = 0;
  char **units = memory_new((size_t)rows->columns, sizeof *units);
  for (int c = 0; c < zip->count; c++) {
    Member *member = &zip->members[c];
    bool is_column = c < rows->columns;
    text_format(&member->name, "%s.npy", is_column ? rows->names[c].name : "[units]");
    if (is_column) {
      units[c] = rows->names[c].unit;
      npy_put_column_header(&member->head, rows->count);
      member->data = (size_t)rows->count * sizeof(double);
    } else {
      npy_put_words(&member->head, units, rows->columns);
    }
    member->crc = crc_of(zip, 0, text_string(&member->head), member->head.length);
    member->place = place;
    place = data_place(member) + size_of(member);
  }
  free(units);
  return place;
}

static int read_rows(const NpzRows *rows, uint64_t first, size_t count, char *bytes)
{
  size_t width = (size_t)rows->columns * sizeof(double), length = count * width;
  off_t place = rows->begin + (off_t)(first * width);
  while (length > 0) {
    ssize_t got = pread(rows->descriptor, bytes, length, place);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got < 0 ? errno : EIO;
    bytes += got;
    place += got;
    length -= (size_t)got;
  }
  return 0;
}

static void put_columns(Zip *zip, const NpzRows *rows)
{
  size_t width = (size_t)rows->columns * sizeof(double), most = BLOCK / width + 1;
  char *block = memory_new(most, width), *column = memory_new(most, sizeof(double));
  for (uint64_t first = 0; first < rows->count && zip->error == 0; first += most) {
    size_t count = rows->count - first < most ? (size_t)(rows->count - first) : most;
    zip->error = read_rows(rows, first, count, block);
    for (int c = 0; c < rows->columns && zip->error == 0; c++) {
      Member *member = &zip->members[c];
      for (size_t k = 0; k < count; k++)
        memcpy(column + k * sizeof(double), block + k * width + (size_t)c * sizeof(double),
               sizeof(double));
      member->crc = crc_of(zip, member->crc, column, count * sizeof(double));
      put_bytes(zip, data_place(member) + member->head.length + first * sizeof(double), column,
                count * sizeof(double));
    }
  }
  free(block);
  free(column);
}

static void put_all(Zip *zip, const NpzRows *rows)
{
  uint64_t end = lay_out(zip, rows);
  Text text = { 0 };
  put_columns(zip, rows);
  for (int c = 0; c < zip->count; c++) {
    text_clear(&text);
    put_local(&text, &zip->members[c]);
    put_text(zip, zip->members[c].place, &text);
    put_text(zip, data_place(&zip->members[c]), &zip->members[c].head);
  }
  text_clear(&text);
  for (int c = 0; c < zip->count; c++)
    put_entry(&text, &zip->members[c]);
  put_end(&text, zip->count, end);
  put_text(zip, end, &text);
  text_free(&text);
}

int npz_write(const char *path, const NpzRows *rows)
{
  Text temporary = { 0 };
  text_format(&temporary, "%s.%ld.tmp", path, (long)getpid());
  const char *name = text_string(&temporary);
  Zip zip = { .descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666),
              .members = memory_new((size_t)rows->columns + 1, sizeof(Member)),
              .count = rows->columns + 1 };
  fill_crc_table(zip.crc_table);
  if (zip.descriptor < 0) {
    zip.error = errno;
  } else {
    put_all(&zip, rows);
    if (fsync(zip.descriptor) != 0 && zip.error == 0 && errno != EINVAL) zip.error = errno;
    if (close(zip.descriptor) != 0 && zip.error == 0) zip.error = errno;
    if (zip.error == 0 && rename(name, path) != 0) zip.error = errno;
    if (zip.error != 0) unlink(name);
  }
  for (int c = 0; c < zip.count; c++) {
    text_free(&zip.members[c].name);
    text_free(&zip.members[c].head);
  }
  free(zip.members);
  text_free(&temporary);
  return zip.error;
}
