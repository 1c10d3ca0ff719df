// file.c -- reads and writes whole files by system calls, so that every failure has its errno.
//
// A regular file is replaced atomically: written next to the old one under a temporary name,
// synced, renamed. Other processes see the old file or the new one, never a part.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"

#include "base/text/c_locale.h"
#include "base/memory/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  MAX_FILE = 256 * 1024 * 1024,  // [byte]; larger descriptions are rejected
  READ_STEP = 64 * 1024,
  TEMPORARY_NAME_TRIES = 1000,
};

// "cannot <verb> '<path>': <reason>". Returns false, so that callers can return it.
static bool fail(Text *why, const char *verb, const char *path, int error)
{
  CLocale locale = c_locale_enter();
  text_clear(why);
  text_format(why, "cannot %s '%s': %s", verb, path, strerror_l(error, locale.c));
  c_locale_leave(locale);
  return false;
}

// Reads to the end of the file; returns an errno, or 0.
static int read_all(int descriptor, Text *out)
{
  size_t total = 0;
  for (;;) {
    char *room = text_reserve(out, READ_STEP);
    ssize_t got = read(descriptor, room, READ_STEP);
    if (got == 0) return 0;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    total += (size_t)got;
    if (total > MAX_FILE) return EFBIG;
    out->length += (size_t)got;
    out->bytes[out->length] = '\0';
  }
}

// Rejects directories and files that are too large before reading; returns an errno, or 0. *size is
// 0 if it is unknown.
static int check_readable(int descriptor, off_t *size)
{
  struct stat status;
  if (fstat(descriptor, &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  *size = S_ISREG(status.st_mode) ? status.st_size : 0;
  return status.st_size > MAX_FILE ? EFBIG : 0;
}

static bool read_whole(const char *path, bool is_own, Text *out, Text *why)
{
  bool is_standard_input = strcmp(path, "-") == 0;
  int descriptor = is_standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail(why, "read", path, errno);

  if (!is_own) file_add_input(descriptor);
  size_t length_before = out->length;
  off_t size = 0;
  int error = check_readable(descriptor, &size);
  if (error == 0) text_reserve(out, (size_t)size + READ_STEP);  // a single allocation
  if (error == 0) error = read_all(descriptor, out);
  if (!is_standard_input) close(descriptor);
  if (error == 0) return true;

  if (out->length > length_before) {
    out->length = length_before;
    out->bytes[length_before] = '\0';
  }
  return fail(why, "read", path, error);
}

bool file_read(const char *path, Text *out, Text *why) { return read_whole(path, false, out, why); }

bool file_read_own(const char *path, Text *out, Text *why)
{
  return read_whole(path, true, out, why);
}

int file_write_all(int descriptor, const char *bytes, size_t length)
{
  while (length > 0) {
    ssize_t written = write(descriptor, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes += written;
    length -= (size_t)written;
  }
  return 0;
}

// A full disk may be reported only when the file is closed.
static int close_checked(int descriptor, int error)
{
  if (close(descriptor) != 0 && error == 0) error = errno;
  return error;
}

const char *path_beside(Arena *arena, const char *file, const char *path)
{
  const char *slash = file ? strrchr(file, '/') : NULL;
  if (path[0] == '/' || !slash) return path;
  return arena_format(arena, "%.*s/%s", (int)(slash - file), file, path);
}

// Creates a temporary file in the directory of `path` and stores its name in `name`. Its mode
// follows the umask, which mkstemp would ignore.
static int open_temporary(const char *path, Text *name)
{
  const char *slash = strrchr(path, '/');
  size_t directory_length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
  for (int i = 0; i < TEMPORARY_NAME_TRIES; i++) {
    text_clear(name);
    text_put_bytes(name, path, directory_length);
    text_format(name, ".bielle-%ld-%d.tmp", (long)getpid(), i);
    int descriptor = open(text_string(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

// File systems without support for fsync report that; this is not treated as a failure.
static int sync_file(int descriptor)
{
  if (fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP) return 0;
  return errno;
}

// ---- file being written

struct FileWriter {
  char *path;      // as given
  char *target;    // the file to be replaced, after following symbolic links; NULL: a device
  Text temporary;  // name of the temporary file
  int descriptor;
  bool has_mode;  // the mode of the file to be replaced is preserved
  mode_t mode;
  sigset_t before;  // signals are blocked while a temporary file exists
};

// Blocks terminating signals until the file has been replaced or the temporary file removed.
static void hold_signals(sigset_t *before)
{
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGTERM);
  sigaddset(&held, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &held, before);
}

// Returns true if a terminating signal is pending that is not ignored.
static bool is_ended(void)
{
  static const int SIGNALS[] = { SIGINT, SIGTERM, SIGHUP };
  sigset_t pending;
  sigpending(&pending);
  for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++) {
    struct sigaction action;
    if (sigismember(&pending, SIGNALS[i]) != 1) continue;
    if (sigaction(SIGNALS[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) return true;
  }
  return false;
}

// /dev/stdout may be any file, even one that the shell opened for appending, or a socket that
// cannot be opened by name. Writing to the inherited descriptor works in all cases.
static bool is_standard_output(const struct stat *status)
{
  struct stat output;
  return fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == status->st_dev &&
         output.st_ino == status->st_ino;
}

// `old` is the status of the existing regular file; NULL if there is none.
static int open_replacement(FileWriter *writer, const struct stat *old)
{
  const char *path = writer->path;
  if (old && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0) return errno;
  char *target = file_target(path);
  hold_signals(&writer->before);
  writer->descriptor = open_temporary(target, &writer->temporary);
  if (writer->descriptor < 0) {
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &writer->before, NULL);
    free(target);
    return error;
  }
  writer->target = target;
  writer->has_mode = old != NULL;
  if (old) writer->mode = old->st_mode & 07777;
  return 0;
}

static int open_device(FileWriter *writer, const struct stat *status)
{
  if (S_ISBLK(status->st_mode)) return EPERM;  // writing to a block device is never intended
  writer->descriptor = is_standard_output(status)
                           ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                           : open(writer->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  return writer->descriptor < 0 ? errno : 0;
}

// Returns an errno, or 0; the writer must be closed in either case.
static int writer_open(FileWriter *writer, const char *path, bool may_be_device)
{
  struct stat status;
  *writer = (FileWriter){ .path = strdup(path), .descriptor = -1 };
  if (!writer->path) memory_exhausted();
  if (stat(path, &status) != 0) return errno == ENOENT ? open_replacement(writer, NULL) : errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  if (may_be_device && (!S_ISREG(status.st_mode) || is_standard_output(&status)))
    return open_device(writer, &status);
  return S_ISREG(status.st_mode) ? open_replacement(writer, &status) : EINVAL;
}

// Syncs and closes the file, so that all bytes are on the disk. Returns `error`, or a new errno.
static int writer_seal(FileWriter *writer, int error)
{
  if (writer->descriptor < 0) return error;
  if (error == 0 && writer->has_mode && fchmod(writer->descriptor, writer->mode) != 0)
    error = errno;
  if (error == 0 && writer->target) error = sync_file(writer->descriptor);
  error = close_checked(writer->descriptor, error);
  writer->descriptor = -1;
  return error;
}

// Renames the temporary file to its target, or removes it. Returns an errno, or 0.
static int writer_finish(FileWriter *writer, bool is_wanted)
{
  int error = 0;
  if (writer->target) {
    const char *temporary = text_string(&writer->temporary);
    if (is_wanted && rename(temporary, writer->target) != 0) error = errno;
    if (!is_wanted || error != 0) unlink(temporary);
    pthread_sigmask(SIG_SETMASK, &writer->before, NULL);
  }
  text_free(&writer->temporary);
  free(writer->target);
  free(writer->path);
  return error;
}

// ---- files written in parts

FileWriter *file_writer_open(const char *path, Text *why)
{
  FileWriter *writer = memory_new(1, sizeof *writer);
  int error = writer_open(writer, path, true);
  if (error == 0) return writer;
  fail(why, "write", path, error);
  writer_finish(writer, false);
  free(writer);
  return NULL;
}

bool file_writer_put(FileWriter *writer, const char *bytes, size_t length, Text *why)
{
  if (writer->target && is_ended()) {
    unlink(text_string(&writer->temporary));
    pthread_sigmask(SIG_SETMASK, &writer->before, NULL);  // the program terminates here
    return fail(why, "write", writer->path, EINTR);
  }
  int error = file_write_all(writer->descriptor, bytes, length);
  return error == 0 || fail(why, "write", writer->path, error);
}

bool file_writer_close(FileWriter *writer, bool is_wanted, Text *why)
{
  int error = writer_seal(writer, 0);
  if (error != 0) fail(why, "write", writer->path, error);
  is_wanted = is_wanted && error == 0;
  Text path = { 0 };
  text_put(&path, writer->path);
  int finish_error = writer_finish(writer, is_wanted);
  if (finish_error != 0) fail(why, "write", text_string(&path), finish_error);
  text_free(&path);
  free(writer);
  return error == 0 && finish_error == 0;
}

// ---- whole files

static int write_path(FileWriter *writer, const char *path, bool may_be_device, const char *bytes,
                      size_t length)
{
  int error = writer_open(writer, path, may_be_device);
  if (error == 0) error = file_write_all(writer->descriptor, bytes, length);
  return writer_seal(writer, error);
}

bool file_write(const char *path, const char *bytes, size_t length, Text *why)
{
  FileWriter writer;
  int error = write_path(&writer, path, true, bytes, length);
  int finish_error = writer_finish(&writer, error == 0);
  if (error == 0) error = finish_error;
  return error == 0 || fail(why, "write", path, error);
}

bool file_write_all_or_none(const FileText files[], int count, Text *why)
{
  FileWriter *writers = memory_new((size_t)count, sizeof writers[0]);
  int error = 0, failed = 0, opened = 0;
  sigset_t before;
  hold_signals(&before);
  for (; opened < count && error == 0; opened++) {
    const FileText *file = &files[opened];
    error = write_path(&writers[opened], file->path, false, file->bytes, file->length);
    failed = opened;
  }
  for (int i = 0; i < opened; i++) {
    int finish_error = writer_finish(&writers[i], error == 0);
    if (finish_error == 0) continue;
    error = finish_error;
    failed = i;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  free(writers);
  return error == 0 || fail(why, "write", files[failed].path, error);
}

static bool is_directory(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// Creates a directory; if another process creates it at the same time, this is not a failure.
// *is_new is true if it was created here.
static int make_one_directory(const char *path, bool *is_new)
{
  *is_new = false;
  if (is_directory(path)) return 0;
  *is_new = mkdir(path, 0777) == 0;
  if (*is_new) return 0;
  int error = errno;
  return error == EEXIST && is_directory(path) ? 0 : error;
}

static bool ends_component(const char *path, size_t i)
{
  return path[i] != '/' && (path[i + 1] == '/' || path[i + 1] == '\0');
}

// *kept is set to the length of the path that existed before.
static bool make_directories(const char *path, size_t *kept, Text *why)
{
  Text prefix = { 0 };
  size_t length = strlen(path);
  int error = length == 0 ? ENOENT : 0;
  bool is_new = false;
  *kept = length;
  for (size_t i = 0; i < length && error == 0; i++) {
    text_put_char(&prefix, path[i]);
    if (ends_component(path, i)) error = make_one_directory(text_string(&prefix), &is_new);
    if (is_new && i < *kept) *kept = i;
  }
  if (error != 0) fail(why, "make directory", text_string(&prefix), error);
  text_free(&prefix);
  return error == 0;
}

// Removes empty directories, up to the part of length `kept` that existed before.
static void remove_directories(const char *path, size_t kept)
{
  Text prefix = { 0 };
  for (size_t i = strlen(path); i-- > kept;) {
    text_clear(&prefix);
    text_put_bytes(&prefix, path, i + 1);
    if (ends_component(path, i) && rmdir(text_string(&prefix)) != 0) break;
  }
  text_free(&prefix);
}

bool file_make_directory(const char *path, Text *why)
{
  size_t kept;
  return make_directories(path, &kept, why);
}

bool file_write_into(const char *directory, const FileText files[], int count, Text *why)
{
  size_t kept;
  bool is_good =
      make_directories(directory, &kept, why) && file_write_all_or_none(files, count, why);
  if (!is_good) remove_directories(directory, kept);
  return is_good;
}
