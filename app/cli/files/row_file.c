// row_file.c -- writes complete rows, block by block.
// SPDX-License-Identifier: MIT
#include "app/cli/files/row_file.h"

#include "app/cli/files/npy.h"
#include "app/cli/files/npz.h"
#include "app/cli/files/output.h"
#include "app/cli/files/progress.h"
#include "base/files/file.h"
#include "base/memory/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 32 * 1024 };     // [byte] in memory
static const double AGE = 0.2;  // [s] longest time before they are written

struct RowFile {
  const char *path;  // NULL: standard output
  bool is_npz;
  char *target;    // the file to be created or replaced; NULL: a device
  Text rows_path;  // file of the rows until the end
  int descriptor;  // -1: no rows yet
  int columns;
  uint64_t count;    // rows in the file
  uint64_t waiting;  // rows in `text`
  off_t length;      // of the file
  off_t counter;     // position of the number of rows in its header
  double written;    // time of the last write [s]
  double last_time;  // the first number of the last row in the file
  double time;       // of the last row
  Text text;
  int error;         // an errno: no more is written
  NpzColumn *names;  // copies
};

bool row_file_is_named(const char *path)
{
  return output_ends_in(path, ".csv") || output_ends_in(path, ".npz");
}

RowFile *row_file_new(const char *path)
{
  RowFile *file = memory_new(1, sizeof *file);
  bool is_file = path && strcmp(path, "-") != 0;
  *file = (RowFile){ .path = is_file ? path : NULL,
                     .is_npz = is_file && output_ends_in(path, ".npz"),
                     .descriptor = -1 };
  return file;
}

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// ---- disk

// The number in the header never exceeds that of the rows written.
static int write_count(const RowFile *file)
{
  char digits[NPY_COUNT_WIDTH + 1];
  npy_count_digits(file->count, digits);
  ssize_t written = pwrite(file->descriptor, digits, NPY_COUNT_WIDTH, file->counter);
  return written == NPY_COUNT_WIDTH ? 0 : errno;
}

// Writes the buffer. A block that does not fit completely is truncated again.
static void flush(RowFile *file)
{
  if (file->error == 0)
    file->error = file_write_all(file->descriptor, text_string(&file->text), file->text.length);
  if (file->error == 0) {
    file->length += (off_t)file->text.length;
    file->count += file->waiting;
    file->last_time = file->time;
    if (file->is_npz) file->error = write_count(file);
  } else if (file->target && ftruncate(file->descriptor, file->length) != 0) {
    // only regular files can be truncated
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

// /dev/stdout may be a file to which the shell appends: it is written in place.
static bool is_standard_output(const char *path)
{
  struct stat named, output;
  return stat(path, &named) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
         named.st_dev == output.st_dev && named.st_ino == output.st_ino;
}

// Opens a new file in the folder of the target; returns a descriptor, or -1.
static int open_beside(RowFile *file)
{
  enum { TRIES = 1000 };
  const char *ending = file->is_npz ? ".rows.npy" : ".rows.csv";
  int descriptor = -1;
  file->target = file_target(file->path);
  for (int i = 0; descriptor < 0 && i < TRIES; i++) {
    text_clear(&file->rows_path);
    text_format(&file->rows_path, "%s.%ld", file->target, (long)getpid());
    if (i > 0) text_format(&file->rows_path, "-%d", i);
    text_put(&file->rows_path, ending);
    descriptor = open(text_string(&file->rows_path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  return descriptor;
}

// Devices and pipes are written directly; an array of records must be written to a file first.
static int open_place(RowFile *file)
{
  struct stat status;
  if (file->path && is_standard_output(file->path)) file->path = NULL;
  if (!file->path) return STDOUT_FILENO;
  bool is_there = stat(file->path, &status) == 0;
  if (!is_there || S_ISREG(status.st_mode)) {
    if (is_there && faccessat(AT_FDCWD, file->path, W_OK, AT_EACCESS) != 0) return -1;
    int descriptor = open_beside(file);
    if (descriptor >= 0 && is_there && fchmod(descriptor, status.st_mode & 07777) != 0)
      file->error = errno;
    return descriptor;
  }
  if (S_ISDIR(status.st_mode) || S_ISBLK(status.st_mode) || file->is_npz) {
    errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    return -1;
  }
  return open(file->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

static void open_file(RowFile *file, const BielleColumn columns[], int count)
{
  file->columns = count;
  file->descriptor = open_place(file);
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

static BielleColumn *columns_of(const BielleRecord *list, int count)
{
  BielleColumn *columns = memory_new((size_t)count, sizeof *columns);
  const BielleRecord *column = bielle_record_first(list);
  for (int c = 0; c < count; c++, column = bielle_record_next(column))
    columns[c] = (BielleColumn){ bielle_record_text(bielle_record_find(column, "name")),
                                 bielle_record_text(bielle_record_find(column, "unit")) };
  return columns;
}

bool row_file_take_record(RowFile *file, const BielleRecord *answer)
{
  const BielleRecord *list = bielle_record_find(answer, "columns");
  const BielleRecord *row = bielle_record_first(bielle_record_find(answer, "rows"));
  int count = bielle_record_count(list), end = 0;
  if (count == 0 || !row) return false;
  BielleColumn *columns = columns_of(list, count);
  double *values = memory_new((size_t)count, sizeof *values);
  for (; row && end == 0; row = bielle_record_next(row)) {
    const BielleRecord *value = bielle_record_first(row);
    for (int c = 0; c < count; c++, value = bielle_record_next(value))
      values[c] = bielle_record_number(value);
    end = row_file_take(file, columns, count, values);
  }
  free(values);
  free(columns);
  return true;
}

// ---- end

static void explain(const RowFile *file, bool is_ended, Text *why)
{
  text_clear(why);
  if (is_ended && file->error == 0) {
    text_format(why, "ended before '%s' was complete", file->path);
  } else if (file->path) {
    text_format(why, "cannot write '%s': %s", file->path, strerror(file->error));
  } else {
    text_format(why, "cannot write the result: %s", strerror(file->error));
  }
  if (file->target && file->count > 0) {
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
  free(file->target);
  free(file);
}

// Replaces the target by the complete file.
static int take_place(RowFile *file)
{
  const char *rows = text_string(&file->rows_path);
  if (fsync(file->descriptor) != 0 && errno != EINVAL && errno != ENOTSUP) return errno;
  if (!file->is_npz) return rename(rows, file->target) == 0 ? 0 : errno;
  NpzRows all = { file->descriptor,
                  file->length - (off_t)(file->count * (uint64_t)file->columns * sizeof(double)),
                  file->count, file->columns, file->names };
  int error = npz_write(file->target, &all);
  if (error == 0) unlink(rows);
  return error;
}

bool row_file_close(RowFile *file, Text *why)
{
  bool is_open = file->descriptor >= 0, is_ended = file->target && progress_is_to_end();
  if (is_open && file->error == 0) flush(file);
  if (is_open && file->target && file->error == 0 && !is_ended) file->error = take_place(file);
  if (is_open && file->path && close(file->descriptor) != 0 && file->error == 0)
    file->error = errno;
  bool is_good = file->error == 0 && !is_ended;
  if (is_open && file->target && file->count == 0 && !is_good)
    unlink(text_string(&file->rows_path));
  if (!is_good) explain(file, is_ended, why);
  free_file(file);
  return is_good;
}
