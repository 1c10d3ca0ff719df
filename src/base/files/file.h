// file.h -- whole files in, whole files out; never half a file.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_FILES_FILE_H
#define BIELLE_BASE_FILES_FILE_H

#include "base/memory/arena.h"
#include "base/text/text.h"

#include <stdbool.h>

// Appends the bytes of `path` ("-" is standard input) to `out`. On failure returns false and puts
// a sentence for people into `why`, in place of what was there ("cannot read 'x.bl': Permission
// denied"). Directories and files above 256 MiB are refused.
bool file_read(const char *path, Text *out, Text *why);
// The same of a file that the program made itself, such as the output of a compiler, which is never
// remembered as an input: a result may get the number of the file once it is deleted.
bool file_read_own(const char *path, Text *out, Text *why);

// Where a file stands that another one, or a text without a name (NULL), names: beside it, unless the
// path is absolute.
const char *path_beside(Arena *arena, const char *file, const char *path);

// Are these two paths to one file?
bool file_is_same(const char *a, const char *b);

// The file that writing to `path` makes or replaces: symbolic links are followed, which stay, also where
// they lead to nothing yet. Owned.
char *file_target(const char *path);

// Would writing to both write one regular file twice? Neither need exist. Devices take anything.
bool file_is_one_place(const char *a, const char *b);

// From here on every regular file that is read is remembered, so that no result replaces it. A program
// switches this on; a library that reads for years does not.
void file_remember_inputs(void);
// Remembers the file behind a descriptor, of files that are not read by file_read.
void file_add_input(int descriptor);
// The same of a file that is only named by what was read, such as the mesh of a shape.
void file_add_named_input(const char *path);
// Is `path` one of them, by whatever name?
bool file_is_input(const char *path);

// Writes `length` bytes to `path` through a temporary file in the same directory that is renamed
// at the end (after fsync), so that on failure (full disk, no permission) the old file is untouched
// and nothing partial is left, nor where the program is ended meanwhile. A path that is an existing character device, FIFO or socket (such as
// /dev/stdout or /dev/full) is written directly.
bool file_write(const char *path, const char *bytes, size_t length, Text *why);

// Several regular files at once: all are written under temporary names before the first takes its
// place, so that on failure every old file is untouched.
typedef struct FileText {
  const char *path;
  const char *bytes;
  size_t length;
} FileText;
bool file_write_all_or_none(const FileText files[], int count, Text *why);

// The same by parts, for results that are longer than memory. A put after the user has ended the
// program (Ctrl-C) takes the temporary file away and lets the program end. Close it in any case:
// `is_wanted` puts the file in its place. NULL or false with a sentence in `why`.
typedef struct FileWriter FileWriter;
FileWriter *file_writer_open(const char *path, Text *why);
bool file_writer_put(FileWriter *writer, const char *bytes, size_t length, Text *why);
bool file_writer_close(FileWriter *writer, bool is_wanted, Text *why);

// Writes all bytes to a file that is open; returns an errno, or 0.
int file_write_all(int descriptor, const char *bytes, size_t length);

// Makes directory `path` and its missing parents.
bool file_make_directory(const char *path, Text *why);

// Several files into a directory, which is made if it is missing. On failure nothing is there that was
// not before: no file and no directory.
bool file_write_into(const char *directory, const FileText files[], int count, Text *why);

#endif
