// row_file.c -- whole rows, a block at a time.
// SPDX-License-Identifier: MIT
#include "app/cli/row_file.h"

#include "app/cli/npy.h"
#include "app/cli/npz.h"
#include "app/cli/progress.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 32 * 1024 };     // [byte] in memory
static const double AGE = 0.2;  // [s] of the oldest of them

struct RowFile {
  const char *path;  // NULL: standard output
  bool is_npz;
  Text rows_path;  // where rows go meanwhile
  int descriptor;  // -1: no row has come
  int columns;
  uint64_t count;    // rows in the file
  uint64_t waiting;  // rows in `text`
  off_t length;      // of the file
  off_t counter;     // where its header counts the rows
  double written;    // when, [s]
  double last_time;  // the first number of the last row in the file
  double time;       // of the last row
  Text text;
  int error;         // an errno: nothing is written any more
  NpzColumn *names;  // copies
};

static bool ends_in(const char *path, const char *ending)
{
  const char *dot = path ? strrchr(path, '.') : NULL;
  return dot && strcmp(dot, ending) == 0;
}

bool row_file_is_named(const char *path) { return ends_in(path, ".csv") || ends_in(path, ".npz"); }

RowFile *row_file_new(const char *path)
{
  RowFile *file = memory_new(1, sizeof *file);
  bool is_file = path && strcmp(path, "-") != 0;
  *file =
      (RowFile){ .path = is_file ? path : NULL, .is_npz = ends_in(path, ".npz"), .descriptor = -1 };
  if (is_file) text_put(&file->rows_path, path);
  if (file->is_npz) text_put(&file->rows_path, ".rows.npy");
  return file;
}

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// ---- the disk

// The header counts rows that are there, never more.
static int write_count(const RowFile *file)
{
  char digits[NPY_COUNT_WIDTH + 1];
  npy_count_digits(file->count, digits);
  ssize_t written = pwrite(file->descriptor, digits, NPY_COUNT_WIDTH, file->counter);
  return written == NPY_COUNT_WIDTH ? 0 : errno;
}

// What does not fit as a whole is taken away again.
static void flush(RowFile *file)
{
  if (file->error == 0)
    file->error = file_write_all(file->descriptor, text_string(&file->text), file->text.length);
  if (file->error == 0) {
    file->length += (off_t)file->text.length;
    file->count += file->waiting;
    file->last_time = file->time;
    if (file->is_npz) file->error = write_count(file);
  } else if (file->path && ftruncate(file->descriptor, file->length) != 0) {
    // what cannot be cut is no regular file
  }
  text_clear(&file->text);
  file->waiting = 0;
  file->written = now();
}

// ---- rows

static void put_heading(RowFile *file, const BielleColumn columns[])
{
  for (int c = 0; c < file->columns; c++) {
    const char *quote = strchr(columns[c].name, ',') ? "\"" : "";
    text_format(&file->text, "%s%s%s", c > 0 ? "," : "", quote, columns[c].name);
    if (columns[c].unit[0]) text_format(&file->text, " [%s]", columns[c].unit);
    text_put(&file->text, quote);
  }
  text_put_char(&file->text, '\n');
}

// /dev/stdout may be a file that the shell appends to: it is written where it is.
static bool is_standard_output(const char *path)
{
  struct stat named, output;
  return stat(path, &named) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
         named.st_dev == output.st_dev && named.st_ino == output.st_ino;
}

static void open_file(RowFile *file, const BielleColumn columns[], int count)
{
  file->columns = count;
  file->descriptor = STDOUT_FILENO;
  if (file->path && is_standard_output(file->path)) file->path = NULL;
  if (file->path) {
    int access = file->is_npz ? O_RDWR : O_WRONLY;
    file->descriptor = open(text_string(&file->rows_path),
                            access | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
  }
  if (file->descriptor < 0) file->error = errno;
  progress_defer_end();
  file->names = memory_new((size_t)count, sizeof *file->names);
  for (int c = 0; c < count; c++) {
    file->names[c].name = strdup(columns[c].name);
    file->names[c].unit = strdup(columns[c].unit);
  }
  if (file->is_npz) {
    file->counter = (off_t)npy_put_record_header(&file->text, columns, count);
  } else {
    put_heading(file, columns);
  }
  flush(file);
}

static void put_row(RowFile *file, const double row[])
{
  if (file->is_npz) {
    npy_put_doubles(&file->text, row, (size_t)file->columns);
    return;
  }
  for (int c = 0; c < file->columns; c++) {
    if (c > 0) text_put_char(&file->text, ',');
    text_put_double_17(&file->text, row[c]);
  }
  text_put_char(&file->text, '\n');
}

int row_file_take(void *context, const BielleColumn columns[], int count, const double row[])
{
  RowFile *file = context;
  if (file->descriptor < 0) open_file(file, columns, count);
  if (file->error != 0) return 1;
  put_row(file, row);
  file->waiting++;
  file->time = row[0];
  if (file->text.length >= BLOCK || now() - file->written > AGE) flush(file);
  return file->error != 0 || progress_is_to_end();
}

// ---- the end

static void explain(const RowFile *file, Text *why)
{
  text_clear(why);
  if (file->path) {
    text_format(why, "cannot write '%s': %s", file->path, strerror(file->error));
  } else {
    text_format(why, "cannot write the result: %s", strerror(file->error));
  }
  if (file->path && file->count > 0) {
    text_format(why, "\n'%s' has %llu rows, up to t = %.9g s", text_string(&file->rows_path),
                (unsigned long long)file->count, file->last_time);
  }
}

static void free_file(RowFile *file)
{
  for (int c = 0; c < file->columns; c++) {
    free(file->names[c].name);
    free(file->names[c].unit);
  }
  free(file->names);
  text_free(&file->text);
  text_free(&file->rows_path);
  free(file);
}

bool row_file_close(RowFile *file, Text *why)
{
  if (file->descriptor >= 0 && file->error == 0) flush(file);
  if (file->is_npz && file->error == 0 && file->descriptor >= 0) {
    NpzRows rows = { file->descriptor,
                     file->length - (off_t)(file->count * (uint64_t)file->columns * sizeof(double)),
                     file->count, file->columns, file->names };
    file->error = npz_write(file->path, &rows);
    if (file->error == 0) unlink(text_string(&file->rows_path));
  }
  if (file->path && file->descriptor >= 0 && close(file->descriptor) != 0 && file->error == 0)
    file->error = errno;
  bool is_good = file->error == 0;
  if (!is_good) explain(file, why);
  free_file(file);
  return is_good;
}
