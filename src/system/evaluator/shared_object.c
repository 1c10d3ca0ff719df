// shared_object.c -- runs the compiler as a process, and caches its output in a folder.
// SPDX-License-Identifier: MIT
#include "system/evaluator/shared_object.h"

#include "base/files/file.h"
#include "base/files/sha256.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// The contract of generated code (docs/generated-code.md): no operation is fused or folded, so that
// results are bitwise equal to those of the interpreter. A compiler that evaluates sin(0.3) itself
// would round it differently.
static char *const OPTIONS[] = {
  "-std=c99",
  "-O1",
  "-fPIC",
  "-shared",
  "-w",
  "-ffp-contract=off",
  "-fno-builtin-sin",
  "-fno-builtin-cos",
  "-fno-builtin-tan",
  "-fno-builtin-asin",
  "-fno-builtin-acos",
  "-fno-builtin-atan",
  "-fno-builtin-atan2",
  "-fno-builtin-exp",
  "-fno-builtin-log",
  "-fno-builtin-pow",
  "-fno-builtin-sinh",
  "-fno-builtin-cosh",
  "-fno-builtin-tanh",
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0], DIGEST = SHA256_HEX_SIZE - 1 };

// ---- the folder

static bool find_folder(Text *folder, Text *why)
{
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (cache && cache[0] == '/') {
    text_format(folder, "%s/bielle", cache);
  } else if (home && home[0] == '/') {
    text_format(folder, "%s/.cache/bielle", home);
  } else {
    text_put(why, "no folder for compiled code: set HOME or XDG_CACHE_HOME");
    return false;
  }
  return true;
}

static bool open_folder(Text *folder, Text *why)
{
  struct stat status;
  if (!find_folder(folder, why)) return false;
  const char *path = text_string(folder);
  if (lstat(path, &status) != 0) {
    const char *last = strrchr(path, '/');
    Text parent = { 0 };
    text_put_bytes(&parent, path, (size_t)(last - path));
    bool is_made = file_make_directory(text_string(&parent), why) &&
                   (mkdir(path, 0700) == 0 || errno == EEXIST);
    text_free(&parent);
    if (!is_made || lstat(path, &status) != 0) {
      text_clear(why);
      text_format(why, "cannot make the folder '%s': %s", path, strerror(errno));
      return false;
    }
  }
  bool is_own = S_ISDIR(status.st_mode) && status.st_uid == geteuid();
  if (is_own && (status.st_mode & 0777) == 0700) return true;
  text_format(why, "'%s' is not a folder of the user alone; make it one by chmod 700", path);
  return false;
}

// ---- the compiler

// Runs "cc" with these NULL-terminated arguments; its output goes to the file `said`. Returns its
// exit status, or -1.
static int run_compiler(char *const words[], const char *said)
{
  posix_spawn_file_actions_t actions;
  pid_t process;
  int status = -1;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, said, O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  int error = posix_spawnp(&process, "cc", &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return -1;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Writes the options and the compiler's own version text to `out`.
static bool describe_compiler(const char *said, Text *out, Text *why)
{
  static char name[] = "cc", version[] = "--version";
  char *const words[] = { name, version, NULL };
  for (int i = 0; i < OPTION_COUNT; i++)
    text_format(out, "%s ", OPTIONS[i]);
  if (run_compiler(words, said) == 0 && file_read_own(said, out, why)) return true;
  text_clear(why);
  text_put(why, "C compiler 'cc' not found");
  return false;
}

static bool compile(char *source, char *object, const char *said, Text *why)
{
  static char name[] = "cc", output[] = "-o", libm[] = "-lm";
  char *words[OPTION_COUNT + 6];
  int count = 0;
  words[count++] = name;
  for (int i = 0; i < OPTION_COUNT; i++)
    words[count++] = OPTIONS[i];
  words[count++] = output;
  words[count++] = object;
  words[count++] = source;
  words[count++] = libm;
  words[count] = NULL;
  if (run_compiler(words, said) == 0) return true;
  Text all = { 0 }, unused = { 0 };
  file_read_own(said, &all, &unused);
  text_format(why, "the compiler 'cc' failed: %.*s", (int)strcspn(text_string(&all), "\n"),
              text_string(&all));
  text_free(&all);
  text_free(&unused);
  return false;
}

// ---- files

// Returns true if the file is owned by the user alone and its digest matches its content.
static bool is_sound(const char *path)
{
  struct stat status;
  Text bytes = { 0 }, unused = { 0 };
  char digest[SHA256_HEX_SIZE];
  bool is_sound = lstat(path, &status) == 0 && S_ISREG(status.st_mode) &&
                  status.st_uid == geteuid() && (status.st_mode & 077) == 0 &&
                  file_read_own(path, &bytes, &unused) && bytes.length > DIGEST;
  if (is_sound) {
    sha256_hex(bytes.bytes, bytes.length - DIGEST, digest);
    is_sound = memcmp(digest, bytes.bytes + bytes.length - DIGEST, DIGEST) == 0;
  }
  text_free(&bytes);
  text_free(&unused);
  return is_sound;
}

// Appends the digest to the object and renames it to its final name.
static bool seal(const char *object, const char *path, Text *why)
{
  Text bytes = { 0 };
  char digest[SHA256_HEX_SIZE];
  bool is_good = file_read_own(object, &bytes, why);
  if (is_good) {
    sha256_hex(text_string(&bytes), bytes.length, digest);
    text_put(&bytes, digest);
    is_good = file_write(object, text_string(&bytes), bytes.length, why);
  }
  if (is_good && (chmod(object, 0600) != 0 || rename(object, path) != 0)) {
    text_format(why, "cannot write '%s': %s", path, strerror(errno));
    is_good = false;
  }
  text_free(&bytes);
  return is_good;
}

// ---- compilation

// A temporary folder for one call of the compiler, because other processes may compile the same
// text.
typedef struct Workshop {
  Text folder, source, object, said;
} Workshop;

static bool workshop_open(Workshop *shop, const char *folder, Text *why)
{
  *shop = (Workshop){ 0 };
  text_format(&shop->folder, "%s/tmp.XXXXXX", folder);
  if (!mkdtemp(shop->folder.bytes)) {
    text_format(why, "cannot write in '%s': %s", folder, strerror(errno));
    return false;
  }
  text_format(&shop->source, "%s/model.c", text_string(&shop->folder));
  text_format(&shop->object, "%s/model.so", text_string(&shop->folder));
  text_format(&shop->said, "%s/said", text_string(&shop->folder));
  return true;
}

static void workshop_close(Workshop *shop)
{
  Text *files[] = { &shop->source, &shop->object, &shop->said };
  for (int i = 0; i < 3; i++) {
    if (files[i]->length > 0) unlink(text_string(files[i]));
    text_free(files[i]);
  }
  rmdir(text_string(&shop->folder));
  text_free(&shop->folder);
}

static bool make_object(Workshop *shop, const Text *source, const char *path, Text *why)
{
  return file_write(text_string(&shop->source), text_string(source), source->length, why) &&
         compile(shop->source.bytes, shop->object.bytes, text_string(&shop->said), why) &&
         seal(text_string(&shop->object), path, why);
}

static void *load(Workshop *shop, const Text *source, const char *folder, Text *why)
{
  Text all = { 0 }, path = { 0 };
  char digest[SHA256_HEX_SIZE];
  void *handle = NULL;
  if (describe_compiler(text_string(&shop->said), &all, why)) {
    text_put_bytes(&all, text_string(source), source->length);
    sha256_hex(all.bytes, all.length, digest);
    text_format(&path, "%s/%s.so", folder, digest);
    bool is_there =
        is_sound(text_string(&path)) || make_object(shop, source, text_string(&path), why);
    if (is_there) handle = dlopen(text_string(&path), RTLD_NOW | RTLD_LOCAL);
    if (is_there && !handle) text_format(why, "cannot load what was compiled: %s", dlerror());
  }
  text_free(&all);
  text_free(&path);
  return handle;
}

void *shared_object_load(const Text *source, Text *why)
{
  Text folder = { 0 };
  Workshop shop;
  void *handle = NULL;
  if (open_folder(&folder, why)) {
    if (workshop_open(&shop, text_string(&folder), why))
      handle = load(&shop, source, text_string(&folder), why);
    workshop_close(&shop);
  }
  text_free(&folder);
  return handle;
}

bool shared_object_compile(const Text *source, Text *object, Text *why)
{
  Text folder = { 0 }, described = { 0 };
  Workshop shop;
  bool is_good = false;
  if (open_folder(&folder, why)) {
    is_good = workshop_open(&shop, text_string(&folder), why) &&
              describe_compiler(text_string(&shop.said), &described, why) &&
              file_write(text_string(&shop.source), text_string(source), source->length, why) &&
              compile(shop.source.bytes, shop.object.bytes, text_string(&shop.said), why) &&
              file_read_own(text_string(&shop.object), object, why);
    workshop_close(&shop);
  }
  text_free(&folder);
  text_free(&described);
  return is_good;
}
