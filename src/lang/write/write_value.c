// write_value.c -- writes numbers, vectors, places and moves in the syntax of the language.
// SPDX-License-Identifier: MIT
#include "lang/write/write_impl.h"
#include "mechanism/pose.h"
#include "notation/print/print.h"
#include "symbolic/algebra.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

// ---- numbers

// Writes the shortest decimal of the number's double, if it is exact.
static bool put_decimal(const Expr *value, Text *out)
{
  if (!expr_is_number(value)) return false;
  Text decimal = { 0 };
  text_put_double(&decimal, expr_number_value(value));
  const char *digits = text_string(&decimal);
  bool is_negative = digits[0] == '-';
  const Expr *back =
      expr_decimal(expr_pool(value), digits + is_negative, decimal.length - is_negative);
  bool is_exact = expr_same_value(is_negative ? expr_neg(back) : back, value);
  if (is_exact) text_put(out, digits);
  text_free(&decimal);
  return is_exact;
}

const char *write_value(const Writer *writer, const Expr *e)
{
  Text text = { 0 };
  if (!put_decimal(e, &text)) expr_print(e, &text);
  return arena_take_text(writer->document->arena, &text);
}

// ---- vectors and matrices

static const char *write_triple(const Writer *writer, const char *open, const char *const parts[3],
                                const char *close)
{
  return arena_format(writer->document->arena, "%s%s, %s, %s%s", open, parts[0], parts[1], parts[2],
                      close);
}

const char *write_vector(const Writer *writer, Vec3 v)
{
  const char *parts[3];
  for (int i = 0; i < 3; i++)
    parts[i] = write_value(writer, v.at[i]);
  return write_triple(writer, "[", parts, "]");
}

const char *write_axis(const Writer *writer, Vec3 axis)
{
  static const char *const names[] = { "x", "y", "z", "-x", "-y", "-z" };
  int i = vec3_axis(axis);
  if (i >= 0 && expr_is_integer(axis.at[i], 1)) return names[i];
  return i >= 0 && expr_is_integer(axis.at[i], -1) ? names[i + 3] : write_vector(writer, axis);
}

const char *write_matrix(const Writer *writer, Mat3 m)
{
  const char *parts[3];
  bool is_diagonal = true;
  for (int i = 0; i < 9; i++)
    is_diagonal = is_diagonal && (i % 4 == 0 || is_zero(m.at[i / 3][i % 3]));
  for (int i = 0; i < 3; i++) {
    const Expr *const *row = m.at[i];
    parts[i] = is_diagonal ? write_value(writer, row[i])
                           : write_vector(writer, (Vec3){ { row[0], row[1], row[2] } });
  }
  return is_diagonal ? write_triple(writer, "diag(", parts, ")")
                     : write_triple(writer, "[", parts, "]");
}

// ---- places and moves

const char *write_place(const Writer *writer, int frame, Vec3 position_F)
{
  const char *name = writer->mechanism->frames[frame].name;
  if (vec3_is_zero(position_F)) return name;
  return arena_format(writer->document->arena, "%s on %s", write_vector(writer, position_F), name);
}

static const char *write_quaternion(const Writer *writer, const Move *move)
{
  const Expr *const *e = move->at;
  return arena_format(writer->document->arena, "Q(%s, %s)", write_value(writer, e[0]),
                      write_vector(writer, (Vec3){ { e[1], e[2], e[3] } }));
}

// Returns RZ(q), TX(L), R([1, 1, 0], q).
static const char *write_move(const Writer *writer, const Move *move)
{
  Arena *arena = writer->document->arena;
  bool is_turn = move->kind == MOVE_ROTATION;
  if (move->kind == MOVE_QUATERNION) return write_quaternion(writer, move);
  int i = vec3_axis(move_axis(move));
  if (i >= 0) {  // the component of a unit vector: 1 or -1
    bool is_forward = expr_is_integer(move_axis(move).at[i], 1);
    return arena_format(arena, "%c%c(%s)", is_turn ? 'R' : 'T', "XYZ"[i],
                        write_value(writer, is_forward ? move->amount : negative(move->amount)));
  }
  if (!is_turn)
    return arena_format(arena, "T(%s)",
                        write_vector(writer, vec3_scale(move->amount, move_axis(move))));
  return arena_format(arena, "R(%s, %s)", write_vector(writer, move_axis(move)),
                      write_value(writer, move->amount));
}

// Returns the number of consecutive constant translations, and their sum.
static int shifts_of(const Writer *writer, const Move moves[], int count, Vec3 *shift)
{
  int m = 0;
  while (m < count && moves[m].kind == MOVE_TRANSLATION && !move_is_moving(&moves[m]))
    m++;
  *shift = pose_of_moves(writer->mechanism->pool, moves, m).p;
  return m;
}

const char *write_moves(const Writer *writer, const Move moves[], int count, bool turns_only)
{
  Text list = { 0 };
  for (int m = 0; m < count; m++) {
    if (turns_only && moves[m].kind == MOVE_TRANSLATION) continue;
    Vec3 shift;
    int shifts = shifts_of(writer, &moves[m], count - m, &shift);
    if (shifts > 1 && vec3_is_zero(shift)) {  // they cancel
      m += shifts - 1;
      continue;
    }
    if (list.length > 0) text_put(&list, ", ");
    if (shifts < 2) {
      text_put(&list, write_move(writer, &moves[m]));
      continue;
    }
    text_format(&list, "T(%s)", write_vector(writer, shift));
    m += shifts - 1;
  }
  return arena_take_text(writer->document->arena, &list);
}

// ---- statements and clauses

const char *write_plain(const Writer *writer, const char *text)
{
  Text plain = { 0 };
  bool is_quoted = false;
  for (size_t i = 0; text[i]; i++) {
    if (text[i] == '"') is_quoted = !is_quoted;
    size_t digits = text[i] == '[' && !is_quoted ? strspn(text + i + 1, "0123456789") : 0;
    bool is_index = digits > 0 && text[i + digits + 1] == ']' && i > 0 &&
                    (isalnum((unsigned char)text[i - 1]) || text[i - 1] == '_');
    if (!is_index) {
      text_put_char(&plain, text[i]);
      continue;
    }
    text_put(&plain, writer->joiner);
    text_put_bytes(&plain, text + i + 1, digits);
    i += digits + 1;
  }
  return arena_take_text(writer->document->arena, &plain);
}

void write_gap(const Writer *writer)
{
  if (!writer->document->note) document_comment(writer->document, "%s", "");
}

void write_statement(const Writer *writer, Text *text)
{
  document_write(writer->document, "%s", write_plain(writer, text_string(text)));
  text_free(text);
}

void write_line(const Writer *writer, const char *format, ...)
{
  Text text = { 0 };
  va_list arguments;
  va_start(arguments, format);
  text_vformat(&text, format, arguments);
  va_end(arguments);
  write_statement(writer, &text);
}

void write_placement(const Writer *writer, const Move moves[], int count, Text *out)
{
  Vec3 place = pose_of_moves(writer->mechanism->pool, moves, count).p;
  const char *turns = write_moves(writer, moves, count, true);
  if (!vec3_is_zero(place)) text_format(out, ", at %s", write_vector(writer, place));
  if (*turns) text_format(out, ", rotated %s", turns);
}
