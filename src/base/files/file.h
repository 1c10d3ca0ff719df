// file.h -- reads and writes files as a whole; no partial file is ever left.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_FILES_FILE_H
#define BIELLE_BASE_FILES_FILE_H

#include "base/memory/arena.h"
#include "base/text/text.h"

#include <stdbool.h>

// Appends the contents of `path` ("-" is standard input) to `out`. On failure returns false and
// sets `why` to a message ("cannot read 'x.bl': Permission denied"). Directories and files above
// 256 MiB are rejected.
bool file_read(const char *path, Text *out, Text *why);
// Same as file_read() for a file created by the program itself, such as the output of a compiler.
// It is not remembered as an input, because a result may get its inode number after it is deleted.
bool file_read_own(const char *path, Text *out, Text *why);

// Resolves a path that is given in `file`, or in a text without a file name (NULL): relative to the
// directory of `file`, unless the path is absolute.
const char *path_beside(Arena *arena, const char *file, const char *path);

// Returns true if both paths refer to the same existing file.
bool file_is_same(const char *a, const char *b);

// Returns the path of the file that writing to `path` creates or replaces: symbolic links are
// followed, also to targets that do not exist yet, and are kept. The caller frees the result.
char *file_target(const char *path);

// Returns true if writing to both paths would write the same regular file twice. The files need not
// exist. Devices never conflict.
bool file_is_one_place(const char *a, const char *b);

// Enables the registration of every regular file that is read, so that no result replaces it.
// Programs enable it; a library in a long-running process does not.
void file_remember_inputs(void);
// Registers the file of a descriptor, for files that are not read by file_read().
void file_add_input(int descriptor);
// Registers a file that is only named in the input, such as the mesh of a shape.
void file_add_named_input(const char *path);
// Returns true if `path` refers to a registered file, under any name.
bool file_is_input(const char *path);

// Writes `length` bytes to `path` through a temporary file in the same directory, which is renamed
// at the end (after fsync). If writing fails (full disk, no permission) or the program is
// terminated, the old file is unchanged and no temporary file is left. An existing character
// device, FIFO or socket (such as /dev/stdout or /dev/full) is written directly.
bool file_write(const char *path, const char *bytes, size_t length, Text *why);

// Writes several regular files: all are written under temporary names before the first is renamed,
// so that on failure every old file is unchanged.
typedef struct FileText {
  const char *path;
  const char *bytes;
  size_t length;
} FileText;
bool file_write_all_or_none(const FileText files[], int count, Text *why);

// Writes a file in parts, for results larger than memory. If the user has interrupted the program
// (Ctrl-C), the next put removes the temporary file and lets the program terminate. The writer must
// always be closed; the file is renamed to its final name if `is_wanted`. On failure these
// functions return NULL or false and set `why`.
typedef struct FileWriter FileWriter;
FileWriter *file_writer_open(const char *path, Text *why);
bool file_writer_put(FileWriter *writer, const char *bytes, size_t length, Text *why);
bool file_writer_close(FileWriter *writer, bool is_wanted, Text *why);

// Writes all bytes to an open file; returns an errno, or 0.
int file_write_all(int descriptor, const char *bytes, size_t length);

// Creates directory `path` and its missing parents.
bool file_make_directory(const char *path, Text *why);

// Writes several files to a directory, which is created if necessary. On failure no new file and no
// new directory is left.
bool file_write_into(const char *directory, const FileText files[], int count, Text *why);

#endif
