// examples.c -- bielle examples [NAME] [-o DIRECTORY]: lists, prints or writes the embedded
// examples.
// SPDX-License-Identifier: MIT
#include "app/cli/help/examples.h"

#include "app/cli/options.h"
#include "base/files/file.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FILES = 16 };

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
  return text_release(&names);
}

// ---- the list

static void put_list(BielleAnswer *answer)
{
  int count;
  const ExampleFile *files = example_files(&count);
  Record *names = NULL;
  answer->record->kind = RECORD_LIST;
  for (int i = 0; i < count; i++) {
    if (begins_example(files, i)) {
      Record *example = record_object(answer->record, NULL);
      text_format(&answer->words, "%-24s%s\n", files[i].example, files[i].title);
      record_text(example, "name", files[i].example);
      record_text(example, "title", files[i].title);
      names = record_list(example, "files");
    }
    record_text(names, NULL, files[i].name);
  }
}

// ---- one example

// Its *count files. NULL, after an error: there is no example of this name.
static const ExampleFile *find_example(const char *name, int *count)
{
  int all, first = 0;
  const ExampleFile *files = example_files(&all);
  while (first < all && strcmp(files[first].example, name) != 0)
    first++;
  for (*count = 0; first + *count < all && strcmp(files[first + *count].example, name) == 0;)
    ++*count;
  if (first < all) return &files[first];
  complain_of_word("bielle examples: there is no example", name, example_names(),
                   "bielle examples lists them");
  return NULL;
}

// The description is the result, so that it can be piped.
static void print_example(Work *work, const ExampleFile *files, int count)
{
  Text text = { 0 }, others = { 0 };
  put_text(&files[0], &text);
  work->text = text_release(&text);
  for (int i = 1; i < count; i++)
    text_format(&others, "%s%s", i > 1 ? ", " : "", files[i].name);
  if (count > 1) {
    remark("beside it: %s; bielle examples %s -o DIRECTORY copies all", text_string(&others),
           files[0].example);
  }
  text_free(&others);
}

// Returns true if the file does not exist or is identical; a modified file is not replaced.
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

static BielleStatus copy_files(Work *work, const ExampleFile *files, int count)
{
  const char *directory = work->output;
  Text paths[MAX_FILES] = { 0 }, texts[MAX_FILES] = { 0 }, why = { 0 }, names = { 0 };
  FileText written[MAX_FILES] = { 0 };
  bool is_done = true;
  assert(count <= MAX_FILES);
  for (int i = 0; i < count && is_done; i++) {
    text_format(&paths[i], "%s/%s", directory, files[i].name);
    put_text(&files[i], &texts[i]);
    written[i] = (FileText){ text_string(&paths[i]), text_string(&texts[i]), texts[i].length };
    is_done = is_free(written[i].path, &texts[i]);
  }
  if (is_done) {
    is_done = file_write_into(directory, written, count, &why);
    if (!is_done) complain("bielle examples: %s", text_string(&why));
  }
  for (int i = 0; i < count; i++) {
    if (is_done) text_format(&names, "%s\n", text_string(&paths[i]));
    text_free(&paths[i]);
    text_free(&texts[i]);
  }
  text_free(&why);
  work->output = NULL;
  work->text = text_release(&names);
  return is_done ? BIELLE_OK : BIELLE_BAD_INPUT;
}

BielleStatus command_examples(Work *work)
{
  const char *name = work->arguments->file;
  bool is_copied = work->output && strcmp(work->output, "-") != 0;
  if (!name && is_copied) {
    complain("bielle examples: which one? Give its name before -o");
    return BIELLE_BAD_INPUT;
  }
  if (!name) {
    work->answer = answer_new();
    put_list(work->answer);
    return BIELLE_OK;
  }
  int count;
  const ExampleFile *files = find_example(name, &count);
  if (!files) return BIELLE_BAD_INPUT;
  if (is_copied) return copy_files(work, files, count);
  print_example(work, files, count);
  return BIELLE_OK;
}
