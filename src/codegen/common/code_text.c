// code_text.c -- statements, comments and argument lists within the columns of a language.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"

#include <assert.h>
#include <string.h>

enum { FURTHEST_ALIGNMENT = 44 };  // a '=' beyond this column does not set the indentation

// ---- names of the model

static const char *kept(const CodeModel *model, Text *text)
{
  const char *copy = arena_copy_text(model->arena, text_string(text), text->length);
  text_free(text);
  return copy;
}

const char *code_named(const CodeModel *model, const char *text)
{
  Text named = { 0 };
  for (const char *name; (name = strstr(text, "$NAME")) != NULL; text = name + strlen("$NAME")) {
    text_put_bytes(&named, text, (size_t)(name - text));
    text_put(&named, model->name);
  }
  text_put(&named, text);
  return kept(model, &named);
}

const char *code_global(const CodeModel *model, const char *name)
{
  const char *prefix = code_named(model, model->language->prefix);
  return arena_format(model->arena, "%s%s", prefix, name);
}

void code_put(Text *out, const CodeModel *model, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  text_vformat(out, code_named(model, format), arguments);
  va_end(arguments);
}

const char *code_text(const CodeModel *model, const char *format, ...)
{
  Text text = { 0 };
  va_list arguments;
  va_start(arguments, format);
  text_vformat(&text, code_named(model, format), arguments);
  va_end(arguments);
  return kept(model, &text);
}

// ---- statements and lists

static bool is_mark(char c) { return c > 0 && c <= CODE_LAST_MARK; }

// Returns the depth of parentheses around a mark: there are two marks per depth, for sums and
// products.
static int depth_of(char mark) { return (mark - 1) / 2; }

// Returns the columns from the mark at `from` to the next mark of at least the same importance, or
// to the end, including the text that ends the line.
static int columns_to_next(const Language *language, const char *from)
{
  int columns = 1;
  while (from[columns] != '\0' && !(is_mark(from[columns]) && from[columns] <= from[0]))
    columns++;
  const char *behind = from[columns] == '\0' ? language->ending : language->goes_on;
  return columns + (int)strlen(behind);
}

static int continuation(int indent, const char *head)
{
  size_t length = strlen(head);
  bool is_assignment = length > 0 && head[length - 1] == '=';
  int column = indent + (int)length - 1;
  return is_assignment && column <= FURTHEST_ALIGNMENT ? column : indent + 4;
}

static bool needs_parentheses(const Language *language, int column, const char *marked)
{
  int columns = column + (int)strlen(marked) + (int)strlen(language->ending);
  return language->has_parentheses && columns > language->columns;
}

// Returns true if the text before the first mark does not fit after the head in a language whose
// lines need no continuation sign. Never true after `return`: in JavaScript a line break there
// would end the statement without a value.
static bool is_too_wide(const Language *language, const char *head, int column, const char *marked)
{
  if (strcmp(head, "return") == 0) return false;
  int columns = 0;
  while (marked[columns] != '\0' && !is_mark(marked[columns]))
    columns++;
  return language->goes_on[0] == '\0' && !language->has_parentheses &&
         column + columns + (int)strlen(language->ending) > language->columns;
}

// Puts a statement. A term that does not fit moves to the next line with its sign in front.
void code_put_statement(Text *out, const Language *language, int indent, const char *head,
                        const char *marked)
{
  text_repeat(out, ' ', indent);
  text_put(out, head);
  int column = indent + (int)strlen(head) + 1;
  int next_line = continuation(indent, head);
  if (is_too_wide(language, head, column, marked)) {
    column = next_line = indent + 4;
    text_put_char(out, '\n');
    text_repeat(out, ' ', column);
  } else {
    text_put_char(out, ' ');
  }
  bool is_enclosed = needs_parentheses(language, column, marked);
  if (is_enclosed) {
    text_put_char(out, '(');
    column += 2;  // including the closing parenthesis
  }
  for (const char *c = marked; *c != '\0'; c++) {
    if (!is_mark(*c)) {
      text_put_char(out, *c);
      column++;
    } else if (column + columns_to_next(language, c) > language->columns && column > next_line) {
      column = next_line + 2 * depth_of(*c);
      text_put(out, language->goes_on);
      text_put_char(out, '\n');
      text_repeat(out, ' ', column);
    } else {
      text_put_char(out, ' ');
      column++;
    }
  }
  text_format(out, "%s%s\n", is_enclosed ? ")" : "", language->ending);
}

static bool fits_behind(const Language *language, int column, const char *const items[], int count)
{
  for (int k = 0; k < count; k++) {
    if (column + (int)strlen(items[k]) + 2 > language->columns) return false;
  }
  return true;
}

void code_put_item(Text *out, const Language *language, int *column, int indent, const char *item,
                   const char *ending)
{
  int width = (int)strlen(item) + 2;  // with the following ", " or ");"
  int furthest = language->columns - (int)strlen(language->goes_on);
  if (*column > indent && *column + width > furthest) {
    text_put(out, language->goes_on);
    text_put_char(out, '\n');
    text_repeat(out, ' ', indent);
    *column = indent;
  } else if (*column > indent) {
    text_put_char(out, ' ');
  }
  text_put(out, item);
  text_put(out, ending);
  *column += width;
}

void code_put_list(Text *out, const Language *language, const char *before,
                   const char *const items[], int count)
{
  text_put(out, before);
  text_put_char(out, '(');
  int indent = (int)strlen(before) + 1;
  if (!fits_behind(language, indent, items, count)) {
    indent = (int)strspn(before, " ") + 4;
    text_put(out, language->goes_on);
    text_put_char(out, '\n');
    text_repeat(out, ' ', indent);
  }
  int column = indent;
  for (int k = 0; k < count; k++)
    code_put_item(out, language, &column, indent, items[k], k + 1 < count ? "," : ")");
}

// ---- comments

// Returns true for the separators of lines and paragraphs (U+2028, 2029), which end a comment in
// JavaScript, so that the following text would be executed, and for bidirectional formatting
// characters (U+200E, 200F, 202A-202E, 2066-2069), which can disguise text and cause compiler
// warnings.
static bool is_harmful(const char *at)
{
  const unsigned char *byte = (const unsigned char *)at;
  if (byte[0] != 0xE2) return false;
  if (byte[1] == 0x80)
    return byte[2] == 0x8E || byte[2] == 0x8F || (byte[2] >= 0xA8 && byte[2] <= 0xAE);
  return byte[1] == 0x81 && byte[2] >= 0xA6 && byte[2] <= 0xA9;
}

void code_put_harmless(Text *out, const char *text)
{
  size_t left = strlen(text);
  char before = ' ';
  while (left > 0) {
    int length = text_utf8_length(text, left);
    if (length == 0 || (length == 3 && is_harmful(text))) {
      text_put_char(out, '?');
    } else if (length == 1 && ((unsigned char)*text < 32 || *text == 127)) {
      text_put_char(out, ' ');
    } else if (*text == '\\') {
      text_put_char(out, '/');  // would continue the comment at the end of a line
    } else {
      if (*text == '?' && before == '?') text_put_char(out, ' ');  // prevents trigraphs
      if (*text == '/' && before == '*') text_put_char(out, ' ');
      text_put_bytes(out, text, (size_t)length);
    }
    before = *text;
    size_t step = length == 0 ? 1 : (size_t)length;
    text += step;
    left -= step;
  }
}

static void begin_line(Text *out, int indent, const char *mark, int hanging)
{
  text_repeat(out, ' ', indent);
  text_put(out, mark);
  text_repeat(out, ' ', hanging);
}

// Breaks the text between words; a word longer than the line is not broken.
void code_put_words(Text *out, const Language *language, int indent, const char *mark, int hanging,
                    const char *text)
{
  Text clean = { 0 };
  code_put_harmless(&clean, text);
  const char *word = text_string(&clean);
  begin_line(out, indent, mark, 0);
  int column = indent + (int)strlen(mark);
  bool is_first = true;
  while (*word != '\0') {
    size_t spaces = strspn(word, " ");
    size_t length = strcspn(word + spaces, " ");
    if (length == 0) break;
    int columns = text_columns(word + spaces, length);
    int gap = is_first && mark[0] != '\0' ? (int)spaces + 1 : (int)spaces;
    if (!is_first && column + gap + columns > language->columns) {
      text_put_char(out, '\n');
      begin_line(out, indent, mark, hanging);
      column = indent + (int)strlen(mark) + hanging;
    } else {
      text_repeat(out, ' ', gap);
      column += gap;
    }
    text_put_bytes(out, word + spaces, length);
    column += columns;
    word += spaces + length;
    is_first = false;
  }
  text_put_char(out, '\n');
  text_free(&clean);
}

void code_put_comment(Text *out, const Language *language, int indent, int hanging,
                      const char *text)
{
  code_put_words(out, language, indent, language->comment, hanging, text);
}
