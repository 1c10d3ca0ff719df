// examples.c -- bielle examples [NAME] [-o DIRECTORY]: what there is to start from.
// SPDX-License-Identifier: MIT
#include "app/cli/examples.h"

#include "app/cli/options.h"
#include "base/file.h"
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FILES = 16 };

static bool begins_example(const ExampleFile *files, int index)
{
  return index == 0 || strcmp(files[index].example, files[index - 1].example) != 0;
}

static void put_text(const ExampleFile *file, Text *out)
{
  for (int i = 0; file->lines[i]; i++)
    text_put(out, file->lines[i]);
}

char *example_names(void)
{
  int count;
  const ExampleFile *files = example_files(&count);
  Text names = { 0 };
  for (int i = 0; i < count; i++) {
    if (begins_example(files, i))
      text_format(&names, "%s%s", names.length > 0 ? " " : "", files[i].example);
  }
  char *copy = strdup(text_string(&names));
  text_free(&names);
  return copy;
}

// ---- the list

static void put_list(Text *out)
{
  int count;
  const ExampleFile *files = example_files(&count);
  for (int i = 0; i < count; i++) {
    if (begins_example(files, i)) text_format(out, "%-24s%s\n", files[i].example, files[i].title);
  }
}

static void put_list_json(Text *out)
{
  int count;
  const ExampleFile *files = example_files(&count);
  for (int i = 0; i < count; i++) {
    if (begins_example(files, i)) {
      text_put(out, i > 0 ? "]},\n  {\"name\": " : "[\n  {\"name\": ");
      text_put_json_string(out, files[i].example, strlen(files[i].example));
      text_put(out, ", \"title\": ");
      text_put_json_string(out, files[i].title, strlen(files[i].title));
      text_put(out, ", \"files\": [");
    } else {
      text_put(out, ", ");
    }
    text_put_json_string(out, files[i].name, strlen(files[i].name));
  }
  text_put(out, "]}\n]\n");
}

// ---- one of them

// Its files; *count of them. NULL, with a sentence: there is none of this name.
static const ExampleFile *find_example(const char *name, int *count)
{
  int all, first = 0;
  const ExampleFile *files = example_files(&all);
  while (first < all && strcmp(files[first].example, name) != 0)
    first++;
  for (*count = 0; first + *count < all && strcmp(files[first + *count].example, name) == 0;)
    ++*count;
  if (first < all) return &files[first];
  const char **names = memory_new((size_t)all, sizeof *names);
  for (int i = 0; i < all; i++)
    names[i] = files[i].example;
  complain_of_word("bielle examples: there is no example", name, names, all,
                   "bielle examples lists them");
  free(names);
  return NULL;
}

// The description goes to standard output, so that it can be piped on.
static int print_example(const Arguments *arguments, const ExampleFile *files, int count)
{
  Text text = { 0 };
  put_text(&files[0], &text);
  BielleStatus status = put_result(arguments, strdup(text_string(&text)));
  text_free(&text);
  if (status != BIELLE_OK) return EXIT_BAD_INPUT;
  Text others = { 0 };
  for (int i = 1; i < count; i++)
    text_format(&others, "%s%s", i > 1 ? ", " : "", files[i].name);
  if (count > 1) {
    remark("beside it: %s; bielle examples %s -o DIRECTORY copies all", text_string(&others),
           files[0].example);
  }
  text_free(&others);
  return EXIT_DONE;
}

// What somebody has changed is not replaced.
static bool is_free(const char *path, const Text *text)
{
  Text there = { 0 }, why = { 0 };
  bool is_absent = access(path, F_OK) != 0;
  bool is_same = !is_absent && file_read(path, &there, &why) && there.length == text->length &&
                 memcmp(text_string(&there), text_string(text), text->length) == 0;
  if (!is_absent && !is_same)
    complain("bielle examples: '%s' is there already, and is another file", path);
  text_free(&there);
  text_free(&why);
  return is_absent || is_same;
}

static bool copy_files(const char *directory, const ExampleFile *files, int count)
{
  Text paths[MOST_FILES] = { 0 }, texts[MOST_FILES] = { 0 }, why = { 0 };
  FileText written[MOST_FILES];
  bool is_done = true;
  assert(count <= MOST_FILES);
  for (int i = 0; i < count && is_done; i++) {
    text_format(&paths[i], "%s/%s", directory, files[i].name);
    put_text(&files[i], &texts[i]);
    written[i] = (FileText){ text_string(&paths[i]), text_string(&texts[i]), texts[i].length };
    is_done = is_free(written[i].path, &texts[i]);
  }
  if (is_done) {
    is_done = file_make_directory(directory, &why) && file_write_together(written, count, &why);
    if (!is_done) complain("bielle examples: %s", text_string(&why));
  }
  for (int i = 0; i < count; i++) {
    if (is_done) printf("%s\n", text_string(&paths[i]));
    text_free(&paths[i]);
    text_free(&texts[i]);
  }
  text_free(&why);
  return is_done;
}

int command_examples(const Arguments *arguments)
{
  bool is_copied = arguments->output && strcmp(arguments->output, "-") != 0;
  if (!arguments->file) {
    if (is_copied) {
      complain("bielle examples: which one? Give its name before -o");
      return EXIT_BAD_INPUT;
    }
    Text list = { 0 };
    if (arguments->is_json) {
      put_list_json(&list);
    } else {
      put_list(&list);
    }
    BielleStatus status = put_result(arguments, strdup(text_string(&list)));
    text_free(&list);
    return status == BIELLE_OK ? EXIT_DONE : EXIT_BAD_INPUT;
  }
  int count;
  const ExampleFile *files = find_example(arguments->file, &count);
  if (!files) return EXIT_BAD_INPUT;
  if (!is_copied) return print_example(arguments, files, count);
  return copy_files(arguments->output, files, count) ? EXIT_DONE : EXIT_BAD_INPUT;
}
