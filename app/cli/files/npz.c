// npz.c -- a zip archive of columns without compression: all positions are known in advance, and
// rows are transposed to columns in one pass, block by block.
// SPDX-License-Identifier: MIT
#include "app/cli/files/npz.h"

#include "app/cli/files/npy.h"
#include "base/memory/memory.h"
#include "base/files/zip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 1 << 22 };  // [byte] of rows in memory

typedef struct Member {
  Text name;    // "phi.npy"
  Text head;    // header of the array; for strings the whole array
  size_t data;  // [byte] of data after it
  uint64_t place;
  uint32_t crc;
} Member;

typedef struct Archive {
  int descriptor;
  Member *members;
  int count;
  int error;
} Archive;

// ---- bytes

static void put_bytes(Archive *zip, uint64_t place, const char *bytes, size_t length)
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

static void put_text(Archive *zip, uint64_t place, const Text *text)
{
  put_bytes(zip, place, text_string(text), text->length);
}

// ---- headers

static ZipMember zip_member(const Member *member)
{
  return (ZipMember){ text_string(&member->name), member->head.length + member->data, member->place,
                      member->crc };
}

static void put_local(Text *out, const Member *member)
{
  ZipMember zipped = zip_member(member);
  zip_put_header(out, &zipped, ZIP_LARGE);
}

static uint64_t data_place(const Member *member)
{
  Text local = { 0 };
  put_local(&local, member);
  uint64_t place = member->place + local.length;
  text_free(&local);
  return place;
}

// ---- columns

// Computes the positions of the members; returns the end of the last one.
static uint64_t lay_out(Archive *zip, const NpzRows *rows)
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
    member->crc = zip_crc(0, text_string(&member->head), member->head.length);
    member->place = place;
    place = data_place(member) + zip_member(member).size;
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

static void put_columns(Archive *zip, const NpzRows *rows)
{
  if (rows->columns == 0) return;
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
      member->crc = zip_crc(member->crc, column, count * sizeof(double));
      put_bytes(zip, data_place(member) + member->head.length + first * sizeof(double), column,
                count * sizeof(double));
    }
  }
  free(block);
  free(column);
}

static void put_all(Archive *zip, const NpzRows *rows)
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
  ZipMember *members = memory_new((size_t)zip->count, sizeof *members);
  for (int c = 0; c < zip->count; c++)
    members[c] = zip_member(&zip->members[c]);
  zip_put_directory(&text, members, zip->count, end, ZIP_LARGE);
  put_text(zip, end, &text);
  free(members);
  text_free(&text);
}

int npz_write(const char *path, const NpzRows *rows)
{
  Text temporary = { 0 };
  text_format(&temporary, "%s.%ld.tmp", path, (long)getpid());
  const char *name = text_string(&temporary);
  Archive zip = { .descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666),
                  .members = memory_new((size_t)rows->columns + 1, sizeof(Member)),
                  .count = rows->columns + 1 };
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
