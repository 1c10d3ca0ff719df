// file.c -- whole files by system calls, so that every failure has its errno.
//
// A regular file is replaced: written beside the old one under a temporary name, synced, renamed.
// Whoever looks sees the old file or the new one, never a part.
// SPDX-License-Identifier: MIT
#include "base/file.h"

#include "base/c_locale.h"
#include "base/memory.h"

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
  LARGEST_FILE = 256 * 1024 * 1024,  // [byte]; a larger description is a mistake
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

// Reads to the end; returns an errno, or 0.
static int read_all(int descriptor, Text *out)
{
  char *buffer = memory_new(READ_STEP, 1);
  size_t total = 0;
  int error = 0;
  while (error == 0) {
    ssize_t got = read(descriptor, buffer, READ_STEP);
    if (got == 0) break;
    if (got < 0) {
      error = errno == EINTR ? 0 : errno;
      continue;
    }
    total += (size_t)got;
    if (total > LARGEST_FILE) {
      error = EFBIG;
    } else {
      text_put_bytes(out, buffer, (size_t)got);
    }
  }
  free(buffer);
  return error;
}

// Refuses what the first byte need not be read of; returns an errno, or 0.
static int check_readable(int descriptor)
{
  struct stat status;
  if (fstat(descriptor, &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  return status.st_size > LARGEST_FILE ? EFBIG : 0;
}

bool file_read(const char *path, Text *out, Text *why)
{
  bool is_standard_input = strcmp(path, "-") == 0;
  int descriptor = is_standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail(why, "read", path, errno);

  size_t length_before = out->length;
  int error = check_readable(descriptor);
  if (error == 0) error = read_all(descriptor, out);
  if (!is_standard_input) close(descriptor);
  if (error == 0) return true;

  if (out->length > length_before) {
    out->length = length_before;
    out->bytes[length_before] = '\0';
  }
  return fail(why, "read", path, error);
}

// Writes everything; returns an errno, or 0.
static int write_all(int descriptor, const char *bytes, size_t length)
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

// A disk that is full may say so only now.
static int close_checked(int descriptor, int error)
{
  if (close(descriptor) != 0 && error == 0) error = errno;
  return error;
}

static int write_to_device(int descriptor, const char *bytes, size_t length)
{
  if (descriptor < 0) return errno;
  return close_checked(descriptor, write_all(descriptor, bytes, length));
}

// Makes a new file in the directory of `path`; the name goes to `name`. The mode is left to the
// umask, which mkstemp would not respect.
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

// Some file systems cannot sync and say so; that is no failure to write.
static int sync_file(int descriptor)
{
  if (fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP) return 0;
  return errno;
}

// Writes beside `path`, under a name that goes to `temporary`; leaves nothing on failure. `old` is
// the status of the file to be replaced, whose mode is kept, or NULL.
static int write_beside(const char *path, const struct stat *old, const char *bytes, size_t length,
                        Text *temporary)
{
  int descriptor = open_temporary(path, temporary);
  if (descriptor < 0) return errno;
  int error = write_all(descriptor, bytes, length);
  if (error == 0 && old != NULL && fchmod(descriptor, old->st_mode & 07777) != 0) error = errno;
  if (error == 0) error = sync_file(descriptor);
  error = close_checked(descriptor, error);
  if (error != 0) unlink(text_string(temporary));
  return error;
}

// A new file on its way: written under a temporary name, not yet in its place.
typedef struct Replacement {
  char *target;  // a file behind a symbolic link is replaced where it is; the link stays
  Text temporary;
} Replacement;

// `old` is the status of what is there, a regular file; NULL: nothing.
static int replacement_write(Replacement *replacement, const char *path, const struct stat *old,
                             const char *bytes, size_t length)
{
  *replacement = (Replacement){ 0 };
  if (old && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0) return errno;
  char *target = old ? realpath(path, NULL) : strdup(path);
  if (target == NULL) return errno;
  Text temporary = { 0 };
  int error = write_beside(target, old, bytes, length, &temporary);
  if (error != 0) text_clear(&temporary);
  *replacement = (Replacement){ .target = target, .temporary = temporary };
  return error;
}

// Puts the new file in its place, or takes it away.
static int replacement_finish(Replacement *replacement, bool is_wanted)
{
  const char *temporary = text_string(&replacement->temporary);
  int error = 0;
  if (is_wanted && rename(temporary, replacement->target) != 0) error = errno;
  if ((!is_wanted || error != 0) && replacement->temporary.length > 0) unlink(temporary);
  text_free(&replacement->temporary);
  free(replacement->target);
  return error;
}

// The user's end of the program waits until the old file or the new one is there, and no third.
static void hold_signals(sigset_t *before)
{
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGTERM);
  sigaddset(&held, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &held, before);
}

static int replace_file(const char *path, const struct stat *old, const char *bytes, size_t length)
{
  Replacement replacement;
  sigset_t before;
  hold_signals(&before);
  int error = replacement_write(&replacement, path, old, bytes, length);
  int finish_error = replacement_finish(&replacement, error == 0);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error != 0 ? error : finish_error;
}

// /dev/stdout may be anything, even a file that the shell opened for appending, or a socket that
// cannot be opened by name. Writing to the descriptor that we hold is right for all of them.
static bool is_standard_output(const struct stat *status)
{
  struct stat output;
  return fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == status->st_dev &&
         output.st_ino == status->st_ino;
}

static int write_path(const char *path, const char *bytes, size_t length)
{
  struct stat status;
  if (stat(path, &status) != 0) {
    return errno == ENOENT ? replace_file(path, NULL, bytes, length) : errno;
  }
  if (S_ISDIR(status.st_mode)) return EISDIR;
  if (is_standard_output(&status)) {
    return write_to_device(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), bytes, length);
  }
  if (S_ISREG(status.st_mode)) return replace_file(path, &status, bytes, length);
  if (S_ISBLK(status.st_mode)) return EPERM;  // a disk is never meant
  return write_to_device(open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY), bytes, length);
}

bool file_write(const char *path, const char *bytes, size_t length, Text *why)
{
  int error = write_path(path, bytes, length);
  return error == 0 || fail(why, "write", path, error);
}

static int write_replacement(Replacement *replacement, const FileText *file)
{
  struct stat status;
  *replacement = (Replacement){ 0 };
  bool is_there = stat(file->path, &status) == 0;
  if (!is_there && errno != ENOENT) return errno;
  if (is_there && S_ISDIR(status.st_mode)) return EISDIR;
  if (is_there && !S_ISREG(status.st_mode)) return EINVAL;
  return replacement_write(replacement, file->path, is_there ? &status : NULL, file->bytes,
                           file->length);
}

bool file_write_together(const FileText files[], int count, Text *why)
{
  Replacement *replacements = memory_new((size_t)count, sizeof replacements[0]);
  int error = 0, failed = 0;
  sigset_t before;
  hold_signals(&before);
  for (int i = 0; i < count && error == 0; i++) {
    error = write_replacement(&replacements[i], &files[i]);
    failed = i;
  }
  for (int i = 0; i < count; i++) {
    int finish_error = replacement_finish(&replacements[i], error == 0);
    if (finish_error == 0) continue;
    error = finish_error;
    failed = i;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  free(replacements);
  return error == 0 || fail(why, "write", files[failed].path, error);
}

static bool is_directory(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// Another process may make the same directory at the same time: that is as good as ours.
static int make_one_directory(const char *path)
{
  if (is_directory(path) || mkdir(path, 0777) == 0) return 0;
  int error = errno;
  return error == EEXIST && is_directory(path) ? 0 : error;
}

bool file_make_directory(const char *path, Text *why)
{
  Text prefix = { 0 };
  size_t length = strlen(path);
  int error = length == 0 ? ENOENT : 0;
  for (size_t i = 0; i < length && error == 0; i++) {
    text_put_char(&prefix, path[i]);
    bool ends_component = path[i] != '/' && (path[i + 1] == '/' || path[i + 1] == '\0');
    if (ends_component) error = make_one_directory(text_string(&prefix));
  }
  if (error != 0) fail(why, "make directory", text_string(&prefix), error);
  text_free(&prefix);
  return error == 0;
}
