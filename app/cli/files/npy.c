// npy.c -- NumPy's array format.
//
// "\x93NUMPY", two bytes of version, the length of the header in two bytes (version 1) or four (2,
// 3), the header, which is a dictionary in Python syntax, {'descr': '<f8', 'fortran_order': False,
// 'shape': (1000, 18), }, followed by the numbers.
// SPDX-License-Identifier: MIT
#include "app/cli/files/npy.h"

#include "base/files/file.h"
#include "base/memory/memory.h"

#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char MAGIC[] = "\x93NUMPY";
enum { MAGIC_LENGTH = 6, MAX_HEADER_LENGTH = 1 << 16, MAX_COLUMNS = 1 << 20, ALIGNMENT = 64 };

static bool fail(const NpyReader *reader, Text *why, const char *sentence)
{
  text_format(why, "'%s' %s", reader->path, sentence);
  return false;
}

static bool fail_of_system(const NpyReader *reader, Text *why)
{
  text_format(why, "cannot read '%s': %s", reader->path, strerror(errno));
  return false;
}

// Reports a file that is truncated or cannot be read.
static bool fail_to_read(const NpyReader *reader, Text *why)
{
  if (ferror(reader->file)) return fail_of_system(reader, why);
  return fail(reader, why, "ends before its last number");
}

// ---- the header

static unsigned long little_endian(const unsigned char bytes[], int count)
{
  unsigned long value = 0;
  for (int i = count - 1; i >= 0; i--)
    value = value << 8 | bytes[i];
  return value;
}

static bool read_header(const NpyReader *reader, Text *header, Text *why)
{
  unsigned char start[MAGIC_LENGTH + 2], length[4];
  size_t got = fread(start, 1, sizeof start, reader->file);
  if (ferror(reader->file)) return fail_of_system(reader, why);
  if (got < sizeof start || memcmp(start, MAGIC, MAGIC_LENGTH) != 0)
    return fail(reader, why, "is not a file of NumPy's (.npy)\nwrite it by numpy.save()");
  int version = start[MAGIC_LENGTH];
  if (version < 1 || version > 3) {
    text_format(why, "'%s' is of version %d of NumPy's format; known are 1 to 3", reader->path,
                version);
    return false;
  }
  int size = version == 1 ? 2 : 4;
  if (fread(length, 1, (size_t)size, reader->file) < (size_t)size) return fail_to_read(reader, why);
  unsigned long count = little_endian(length, size);
  if (count > MAX_HEADER_LENGTH) return fail(reader, why, "has a header that is too long");
  char *bytes = memory_new(count + 1, 1);
  bool is_whole = fread(bytes, 1, count, reader->file) == count;
  text_put_bytes(header, bytes, count);
  free(bytes);
  return is_whole || fail_to_read(reader, why);
}

// The text after the key; NULL: there is no such key.
static const char *find_value(const Text *header, const char *key)
{
  const char *at = strstr(text_string(header), key);
  if (!at) return NULL;
  at += strlen(key);
  at += strspn(at, " ");
  if (*at != ':') return NULL;
  return at + 1 + strspn(at + 1, " ");
}

static bool read_type(NpyReader *reader, const Text *header, Text *why)
{
  const char *value = find_value(header, "'descr'");
  if (!value) return fail(reader, why, "has a header without 'descr'");
  if (strncmp(value, "'<f8'", 5) == 0) reader->size = 8;
  if (strncmp(value, "'<f4'", 5) == 0) reader->size = 4;
  if (reader->size > 0) return true;
  int length = (int)strcspn(value, ",}");
  text_format(why,
              "'%s' has entries of type %.*s; read are '<f8' and '<f4'\nwrite "
              "numpy.save(FILE, table.astype('<f8'))",
              reader->path, length, value);
  return false;
}

static bool read_order(const NpyReader *reader, const Text *header, Text *why)
{
  const char *value = find_value(header, "'fortran_order'");
  if (value && strncmp(value, "False", 5) == 0) return true;
  if (!value || strncmp(value, "True", 4) != 0)
    return fail(reader, why, "has a header without 'fortran_order'");
  return fail(reader, why,
              "is written column by column; states are rows\nwrite numpy.save(FILE, "
              "numpy.ascontiguousarray(table))");
}

// "(1000, 18)"
static bool read_shape(NpyReader *reader, const Text *header, Text *why)
{
  const char *at = find_value(header, "'shape'");
  uint64_t sizes[2] = { 0 };
  int count = 0;
  if (!at || *at != '(') return fail(reader, why, "has a header without 'shape'");
  for (at += 1 + strspn(at + 1, " "); isdigit((unsigned char)*at); at += strspn(at, ", ")) {
    char *end;
    errno = 0;
    uint64_t size = strtoull(at, &end, 10);
    if (errno != 0) return fail(reader, why, "has a shape beyond all numbers");
    if (count < 2) sizes[count] = size;
    count++;
    at = end;
  }
  if (*at != ')') return fail(reader, why, "has a shape that is not a list of numbers");
  if (count != 2) {
    text_format(why, "'%s' has %d dimensions; states are the rows of a table, which has two",
                reader->path, count);
    return false;
  }
  if (sizes[1] == 0) return fail(reader, why, "has no columns");
  if (sizes[1] > MAX_COLUMNS) return fail(reader, why, "has more columns than any state");
  if (sizes[0] > (UINT64_MAX >> 5) / MAX_COLUMNS)
    return fail(reader, why, "has more rows than any file");
  reader->rows = sizes[0];
  reader->columns = (int)sizes[1];
  return true;
}

// Only the length of a regular file is known before its end.
static bool check_length(const NpyReader *reader, Text *why)
{
  struct stat status;
  if (fstat(fileno(reader->file), &status) != 0) return fail_of_system(reader, why);
  if (!S_ISREG(status.st_mode)) return true;
  uint64_t wanted = reader->rows * (uint64_t)reader->columns * (uint64_t)reader->size;
  uint64_t there = (uint64_t)(status.st_size - ftell(reader->file));
  if (there == wanted) return true;
  text_format(why, "'%s' has %llu bytes of numbers; %llu rows of %d columns are %llu bytes",
              reader->path, (unsigned long long)there, (unsigned long long)reader->rows,
              reader->columns, (unsigned long long)wanted);
  return false;
}

bool npy_open(NpyReader *reader, const char *path, Text *why)
{
  *reader = (NpyReader){ .path = path, .file = fopen(path, "rbe") };
  if (reader->file) file_add_input(fileno(reader->file));
  if (!reader->file) return fail_of_system(reader, why);
  Text header = { 0 };
  bool is_good = read_header(reader, &header, why) && read_type(reader, &header, why) &&
                 read_order(reader, &header, why) && read_shape(reader, &header, why) &&
                 check_length(reader, why);
  text_free(&header);
  return is_good;
}

void npy_close(NpyReader *reader)
{
  if (reader->file) fclose(reader->file);
}

// ---- numbers

static double double_at(const char *bytes)
{
  uint64_t bits;
  double value;
  memcpy(&bits, bytes, sizeof bits);
  bits = le64toh(bits);
  memcpy(&value, &bits, sizeof value);
  return value;
}

static double float_at(const char *bytes)
{
  uint32_t bits;
  float value;
  memcpy(&bits, bytes, sizeof bits);
  bits = le32toh(bits);
  memcpy(&value, &bits, sizeof value);
  return (double)value;
}

// Reads single-precision numbers into the end of the buffer, so that they can be widened in
// ascending order.
bool npy_read(const NpyReader *reader, size_t count, double rows[], Text *why)
{
  size_t numbers = count * (size_t)reader->columns, size = (size_t)reader->size;
  char *bytes = (char *)rows + numbers * (sizeof(double) - size);
  if (fread(bytes, size, numbers, reader->file) < numbers) return fail_to_read(reader, why);
  for (size_t i = 0; i < numbers; i++)
    rows[i] = reader->size == 8 ? double_at(bytes + 8 * i) : float_at(bytes + 4 * i);
  return true;
}

// ---- writing

static void put_number(Text *out, uint64_t value, int bytes)
{
  for (int i = 0; i < bytes; i++)
    text_put_char(out, (char)(value >> 8 * i & 0xff));
}

// Appends a header of version 1, or 3, whose text is UTF-8. Returns the position of the dictionary.
static size_t put_header(Text *out, int version, const Text *words)
{
  int size = version == 1 ? 2 : 4;
  size_t before = MAGIC_LENGTH + 2 + (size_t)size;
  size_t whole = (before + words->length + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  text_put_bytes(out, MAGIC, MAGIC_LENGTH);
  put_number(out, (uint64_t)version, 2);
  put_number(out, whole - before, size);
  size_t begin = out->length;
  text_put_bytes(out, text_string(words), words->length);
  text_repeat(out, ' ', (int)(whole - before - words->length - 1));
  text_put_char(out, '\n');
  return begin;
}

void npy_put_header(Text *out, uint64_t rows, int columns)
{
  Text words = { 0 };
  text_format(&words, "{'descr': '<f8', 'fortran_order': False, 'shape': (%llu, %d), }",
              (unsigned long long)rows, columns);
  put_header(out, 1, &words);
  text_free(&words);
}

void npy_put_column_header(Text *out, uint64_t rows)
{
  Text words = { 0 };
  text_format(&words, "{'descr': '<f8', 'fortran_order': False, 'shape': (%llu,), }",
              (unsigned long long)rows);
  put_header(out, 1, &words);
  text_free(&words);
}

// Appends code points of four bytes each; invalid UTF-8 becomes U+FFFD.
static int put_code_points(Text *out, const char *word)
{
  static const unsigned char FIRST_BITS[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
  int count = 0;
  for (size_t left = strlen(word); left > 0; count++) {
    int length = text_utf8_length(word, left);
    uint64_t point = length > 0 ? (unsigned char)*word & FIRST_BITS[length] : 0xfffd;
    for (int i = 1; i < length; i++)
      point = point << 6 | ((unsigned char)word[i] & 0x3f);
    put_number(out, point, 4);
    word += length > 0 ? length : 1;
    left -= length > 0 ? (size_t)length : 1;
  }
  return count;
}

void npy_put_words(Text *out, char *const words[], int count)
{
  Text header = { 0 }, unused = { 0 };
  int widest = 1;
  for (int k = 0; k < count; k++) {
    int width = put_code_points(&unused, words[k]);
    if (width > widest) widest = width;
  }
  text_format(&header, "{'descr': '<U%d', 'fortran_order': False, 'shape': (%d,), }", widest,
              count);
  put_header(out, 1, &header);
  for (int k = 0; k < count; k++) {
    int width = put_code_points(out, words[k]);
    text_repeat(out, '\0', 4 * (widest - width));
  }
  text_free(&header);
  text_free(&unused);
}

void npy_count_digits(uint64_t rows, char digits[NPY_COUNT_WIDTH + 1])
{
  snprintf(digits, NPY_COUNT_WIDTH + 1, "%*llu", NPY_COUNT_WIDTH, (unsigned long long)rows);
}

size_t npy_put_record_header(Text *out, const BielleColumn columns[], int count)
{
  Text words = { 0 }, name = { 0 };
  char digits[NPY_COUNT_WIDTH + 1];
  text_put(&words, "{'descr': [");
  for (int c = 0; c < count; c++) {
    text_clear(&name);
    text_put(&name, columns[c].name);
    if (columns[c].unit[0]) text_format(&name, " [%s]", columns[c].unit);
    text_put(&words, "(");
    text_put_json_string(&words, text_string(&name), name.length);  // valid Python as well
    text_put(&words, ", '<f8'), ");
  }
  text_put(&words, "], 'fortran_order': False, 'shape': (");
  size_t place = words.length;
  npy_count_digits(0, digits);
  text_format(&words, "%s,), }", digits);
  place += put_header(out, 3, &words);
  text_free(&words);
  text_free(&name);
  return place;
}

void npy_put_doubles(Text *out, const double values[], size_t count)
{
  for (size_t i = 0; i < count; i++) {
    uint64_t bits;
    memcpy(&bits, &values[i], sizeof bits);
    bits = htole64(bits);
    text_put_bytes(out, (const char *)&bits, sizeof bits);
  }
}
