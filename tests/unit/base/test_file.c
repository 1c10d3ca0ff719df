// test_file.c -- files are read whole, and written whole or not at all.
//
// Every test has a fresh folder as its working directory; whatever fails must leave it as it was.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

enum { NO_CALLER = 65534 };  // any user but root

static int enter_fresh_folder(void **state)
{
  char *folder = strdup("/tmp/bielle-test-file-XXXXXX");
  *state = folder;
  return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
  char command[100];
  snprintf(command, sizeof command, "rm -rf '%s'", (const char *)*state);
  int status = chdir("/") == 0 ? system(command) : -1;  // NOLINT: the name is ours
  free(*state);
  return status;
}

static int count_entries(const char *folder)
{
  DIR *directory = opendir(folder);
  assert_non_null(directory);
  int count = -2;  // "." and ".."
  while (readdir(directory) != NULL)
    count++;
  closedir(directory);
  return count;
}

static void put_file(const char *path, const char *contents)
{
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(contents, file);
  assert_int_equal(fclose(file), 0);
}

// With stdio, so that file_write is not judged by file_read.
static void assert_file_holds(const char *path, const char *expected)
{
  char contents[1000] = { 0 };
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  size_t length = fread(contents, 1, sizeof contents - 1, file);
  (void)fclose(file);
  assert_int_equal(length, strlen(expected));
  assert_string_equal(contents, expected);
}

static void assert_write_fails(const char *path, const char *bytes, size_t length,
                               const char *expected)
{
  Text why = { 0 };
  text_put(&why, "an older message");
  assert_false(file_write(path, bytes, length, &why));
  assert_string_equal(text_string(&why), expected);
  text_free(&why);
}

static void assert_write_succeeds(const char *path, const char *string)
{
  Text why = { 0 };
  bool done = file_write(path, string, strlen(string), &why);
  assert_string_equal(text_string(&why), "");
  assert_true(done);
  text_free(&why);
}

static void assert_read_fails(const char *path, const char *expected)
{
  Text out = { 0 };
  Text why = { 0 };
  text_put(&out, "before");
  assert_false(file_read(path, &out, &why));
  assert_string_equal(text_string(&why), expected);
  assert_string_equal(text_string(&out), "before");
  text_free(&out);
  text_free(&why);
}

// ---- reading

static void reading_appends_all_bytes(void **state)
{
  (void)state;
  put_file("model.bl", "body arm\n");
  Text out = { 0 };
  Text why = { 0 };
  text_put(&out, "1:");
  assert_true(file_read("model.bl", &out, &why));
  assert_string_equal(text_string(&out), "1:body arm\n");
  assert_int_equal(out.length, 11);
  text_free(&out);
  text_free(&why);
}

static void a_long_binary_file_is_read_whole(void **state)
{
  (void)state;
  enum { LENGTH = 300000 };
  char *bytes = malloc(LENGTH);
  for (int i = 0; i < LENGTH; i++)
    bytes[i] = (char)(i * 31 % 256 - 128);
  Text why = { 0 };
  Text out = { 0 };
  assert_true(file_write("binary", bytes, LENGTH, &why));
  assert_true(file_read("binary", &out, &why));
  assert_int_equal(out.length, LENGTH);
  assert_memory_equal(out.bytes, bytes, LENGTH);
  text_free(&out);
  text_free(&why);
  free(bytes);
}

static void an_empty_file_is_no_error(void **state)
{
  (void)state;
  put_file("empty", "");
  Text out = { 0 };
  Text why = { 0 };
  assert_true(file_read("empty", &out, &why));
  assert_string_equal(text_string(&out), "");
  text_free(&out);
  text_free(&why);
}

static void a_missing_file_and_a_directory_cannot_be_read(void **state)
{
  (void)state;
  assert_read_fails("absent.bl", "cannot read 'absent.bl': No such file or directory");
  assert_read_fails("", "cannot read '': No such file or directory");
  assert_read_fails(".", "cannot read '.': Is a directory");
}

static void a_file_above_256_mebibytes_is_refused(void **state)
{
  (void)state;
  put_file("huge", "");
  assert_int_equal(truncate("huge", 256L * 1024 * 1024 + 1), 0);
  assert_read_fails("huge", "cannot read 'huge': File too large");
}

static void a_dash_is_standard_input(void **state)
{
  (void)state;
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  assert_int_equal(write(ends[1], "typed", 5), 5);
  close(ends[1]);
  int input = dup(STDIN_FILENO);
  dup2(ends[0], STDIN_FILENO);
  close(ends[0]);
  Text out = { 0 };
  Text why = { 0 };
  bool done = file_read("-", &out, &why);
  dup2(input, STDIN_FILENO);
  close(input);
  assert_true(done);
  assert_string_equal(text_string(&out), "typed");
  text_free(&out);
  text_free(&why);
}

// ---- writing

static void a_new_file_is_written_and_nothing_else(void **state)
{
  (void)state;
  assert_write_succeeds("model.c", "int x;\n");
  assert_file_holds("model.c", "int x;\n");
  assert_write_succeeds("empty", "");
  assert_file_holds("empty", "");
  assert_int_equal(count_entries("."), 2);
}

static void a_new_file_respects_the_umask(void **state)
{
  (void)state;
  mode_t previous = umask(027);
  assert_write_succeeds("model.c", "x");
  umask(previous);
  struct stat status;
  assert_int_equal(stat("model.c", &status), 0);
  assert_int_equal(status.st_mode & 0777, 0640);
}

static void an_old_file_is_replaced_and_keeps_its_mode(void **state)
{
  (void)state;
  put_file("model.c", "a longer old text");
  assert_int_equal(chmod("model.c", 0751), 0);
  assert_write_succeeds("model.c", "new");
  assert_file_holds("model.c", "new");
  struct stat status;
  assert_int_equal(stat("model.c", &status), 0);
  assert_int_equal(status.st_mode & 0777, 0751);
  assert_int_equal(count_entries("."), 1);
}

static void the_file_behind_a_link_is_replaced_and_the_link_stays(void **state)
{
  (void)state;
  assert_int_equal(mkdir("real", 0777), 0);
  put_file("real/model.c", "old");
  assert_int_equal(symlink("real/model.c", "link.c"), 0);
  assert_write_succeeds("link.c", "new");
  assert_file_holds("real/model.c", "new");
  struct stat status;
  assert_int_equal(lstat("link.c", &status), 0);
  assert_true(S_ISLNK(status.st_mode));
  assert_int_equal(count_entries("real"), 1);
}

static void a_name_of_255_bytes_can_be_written(void **state)
{
  (void)state;
  char name[256];
  memset(name, 'n', 255);
  name[255] = '\0';
  assert_write_succeeds(name, "x");
  assert_file_holds(name, "x");
}

static void a_full_device_is_an_error_and_stays_a_device(void **state)
{
  (void)state;
  assert_write_fails("/dev/full", "x", 1, "cannot write '/dev/full': No space left on device");
  struct stat status;
  assert_int_equal(stat("/dev/full", &status), 0);
  assert_true(S_ISCHR(status.st_mode));
  assert_write_succeeds("/dev/null", "x");
}

static void a_missing_folder_is_an_error(void **state)
{
  (void)state;
  assert_write_fails("no/model.c", "x", 1, "cannot write 'no/model.c': No such file or directory");
  assert_write_fails("", "x", 1, "cannot write '': No such file or directory");
  put_file("plain", "");
  assert_write_fails("plain/model.c", "x", 1, "cannot write 'plain/model.c': Not a directory");
  assert_write_fails(".", "x", 1, "cannot write '.': Is a directory");
  assert_int_equal(count_entries("."), 1);
}

static void a_folder_or_file_without_permission_is_an_error(void **state)
{
  (void)state;
  assert_int_equal(mkdir("locked", 0777), 0);
  put_file("locked/model.c", "old");
  assert_int_equal(chmod("locked/model.c", 0444), 0);
  assert_int_equal(chmod("locked", 0555), 0);
  assert_int_equal(chmod(".", 0755), 0);
  bool is_root = geteuid() == 0;
  if (is_root) assert_int_equal(seteuid(NO_CALLER), 0);
  assert_write_fails("locked/new.c", "x", 1, "cannot write 'locked/new.c': Permission denied");
  assert_write_fails("locked/model.c", "x", 1, "cannot write 'locked/model.c': Permission denied");
  if (is_root) assert_int_equal(seteuid(0), 0);
  assert_file_holds("locked/model.c", "old");
  assert_int_equal(count_entries("locked"), 1);
  assert_int_equal(chmod("locked", 0755), 0);
}

static void a_read_only_file_is_not_replaced(void **state)
{
  (void)state;
  assert_int_equal(mkdir("open", 0777), 0);
  assert_int_equal(chmod("open", 0777), 0);
  assert_int_equal(chmod(".", 0755), 0);
  put_file("open/model.c", "old");
  assert_int_equal(chmod("open/model.c", 0444), 0);
  bool is_root = geteuid() == 0;
  if (is_root) assert_int_equal(seteuid(NO_CALLER), 0);
  assert_write_fails("open/model.c", "x", 1, "cannot write 'open/model.c': Permission denied");
  if (is_root) assert_int_equal(seteuid(0), 0);
  assert_file_holds("open/model.c", "old");
  assert_int_equal(count_entries("open"), 1);
}

// RLIMIT_FSIZE stands for the disk that fills up in the middle.
static void a_write_that_fails_midway_keeps_the_old_file(void **state)
{
  (void)state;
  put_file("model.c", "old");
  struct rlimit previous;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &previous), 0);
  struct rlimit small = { 1000, previous.rlim_max };
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);

  static const char bytes[5000] = { 0 };
  Text why = { 0 };
  bool replaced = file_write("model.c", bytes, sizeof bytes, &why);
  bool made = file_write("new.c", bytes, sizeof bytes, &why);

  assert_int_equal(setrlimit(RLIMIT_FSIZE, &previous), 0);
  signal(SIGXFSZ, handler);
  assert_false(replaced);
  assert_false(made);
  assert_string_equal(text_string(&why), "cannot write 'new.c': File too large");
  assert_file_holds("model.c", "old");
  assert_int_equal(count_entries("."), 1);
  text_free(&why);
}

static void a_fifo_is_written_directly(void **state)
{
  (void)state;
  assert_int_equal(mkfifo("pipe", 0666), 0);
  int reader = open("pipe", O_RDWR);
  assert_true(reader >= 0);
  assert_write_succeeds("pipe", "through");
  char got[20] = { 0 };
  assert_int_equal(read(reader, got, sizeof got - 1), 7);
  assert_string_equal(got, "through");
  close(reader);
  struct stat status;
  assert_int_equal(stat("pipe", &status), 0);
  assert_true(S_ISFIFO(status.st_mode));
}

static void standard_output_in_a_file_is_continued_and_not_replaced(void **state)
{
  (void)state;
  put_file("log", "one ");
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    int log = open("log", O_WRONLY | O_APPEND);
    dup2(log, STDOUT_FILENO);
    Text why = { 0 };
    bool done = file_write("/dev/stdout", "two ", 4, &why);
    _exit(done && write(STDOUT_FILENO, "three", 5) == 5 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  assert_file_holds("log", "one two three");
}

// ---- folders

static void folders_are_made_with_their_parents(void **state)
{
  (void)state;
  Text why = { 0 };
  assert_true(file_make_directory("a/b//c/", &why));
  assert_true(file_make_directory("a/b/c", &why));
  assert_true(file_make_directory("./a/../a/d", &why));
  assert_true(file_make_directory("/", &why));
  assert_write_succeeds("a/b/c/x", "1");
  assert_write_succeeds("a/d/x", "1");
  text_free(&why);
}

static void a_folder_cannot_be_made_in_a_file(void **state)
{
  (void)state;
  put_file("plain", "text");
  Text why = { 0 };
  assert_false(file_make_directory("plain", &why));
  assert_string_equal(text_string(&why), "cannot make directory 'plain': File exists");
  assert_false(file_make_directory("plain/below", &why));
  assert_string_equal(text_string(&why), "cannot make directory 'plain': File exists");
  assert_false(file_make_directory("", &why));
  assert_string_equal(text_string(&why), "cannot make directory '': No such file or directory");
  assert_file_holds("plain", "text");
  text_free(&why);
}

#define FOLDER_TEST(test) cmocka_unit_test_setup_teardown(test, enter_fresh_folder, remove_folder)

// A file of the program's own is deleted, and a result may get its number.
static void only_files_of_others_are_inputs(void **state)
{
  (void)state;
  Text text = { 0 }, why = { 0 };
  put_file("given", "1");
  put_file("own", "2");
  file_remember_inputs();
  assert_true(file_read("given", &text, &why));
  assert_true(file_read_own("own", &text, &why));
  assert_string_equal(text_string(&text), "12");
  assert_true(file_is_input("given"));
  assert_false(file_is_input("own"));
  assert_int_equal(rename("own", "result"), 0);
  assert_false(file_is_input("result"));
  text_free(&text);
  text_free(&why);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    FOLDER_TEST(reading_appends_all_bytes),
    FOLDER_TEST(a_long_binary_file_is_read_whole),
    FOLDER_TEST(an_empty_file_is_no_error),
    FOLDER_TEST(a_missing_file_and_a_directory_cannot_be_read),
    FOLDER_TEST(only_files_of_others_are_inputs),
    FOLDER_TEST(a_file_above_256_mebibytes_is_refused),
    FOLDER_TEST(a_dash_is_standard_input),
    FOLDER_TEST(a_new_file_is_written_and_nothing_else),
    FOLDER_TEST(a_new_file_respects_the_umask),
    FOLDER_TEST(an_old_file_is_replaced_and_keeps_its_mode),
    FOLDER_TEST(the_file_behind_a_link_is_replaced_and_the_link_stays),
    FOLDER_TEST(a_name_of_255_bytes_can_be_written),
    FOLDER_TEST(a_full_device_is_an_error_and_stays_a_device),
    FOLDER_TEST(a_missing_folder_is_an_error),
    FOLDER_TEST(a_folder_or_file_without_permission_is_an_error),
    FOLDER_TEST(a_read_only_file_is_not_replaced),
    FOLDER_TEST(a_write_that_fails_midway_keeps_the_old_file),
    FOLDER_TEST(a_fifo_is_written_directly),
    FOLDER_TEST(standard_output_in_a_file_is_continued_and_not_replaced),
    FOLDER_TEST(folders_are_made_with_their_parents),
    FOLDER_TEST(a_folder_cannot_be_made_in_a_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
