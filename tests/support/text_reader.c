// text_reader.c -- recursive descent over the printed syntax.
//
//   comparison = sum [ ("<" | "<=" | "==" | "!=") sum ]
//   sum        = [ "-" ] product { ("+" | "-") product }
//   product    = power { ("*" | "/") power }
//   power      = primary [ "^" primary ]
//   primary    = number | name | name "(" comparison { "," comparison } ")" | "(" comparison ")"
// SPDX-License-Identifier: MIT
#include "support/text_reader.h"

#include <ctype.h>
#include <string.h>

typedef struct Reader {
  Pool *pool;
  const char *at;
  bool has_failed;
} Reader;

static const Expr *read_comparison(Reader *reader);

static void skip_space(Reader *reader)
{
  while (*reader->at == ' ')
    reader->at++;
}

static bool take(Reader *reader, const char *text)
{
  skip_space(reader);
  size_t length = strlen(text);
  if (strncmp(reader->at, text, length) != 0) return false;
  reader->at += length;
  return true;
}

static const Expr *failure(Reader *reader)
{
  reader->has_failed = true;
  return expr_undefined(reader->pool);
}

static const Expr *read_number(Reader *reader)
{
  const char *start = reader->at;
  while (isdigit((unsigned char)*reader->at) || *reader->at == '.')
    reader->at++;
  if (*reader->at == 'e') {
    reader->at++;
    if (*reader->at == '-') reader->at++;
    while (isdigit((unsigned char)*reader->at))
      reader->at++;
  }
  return expr_decimal(reader->pool, start, (size_t)(reader->at - start));
}

static const Expr *read_call(Reader *reader, Operator op)
{
  const Expr *args[MAX_ARITY];
  int arity = operator_info(op)->arity;
  for (int k = 0; k < arity; k++) {
    if (k > 0 && !take(reader, ",")) return failure(reader);
    args[k] = read_comparison(reader);
  }
  return take(reader, ")") ? expr_apply(op, args) : failure(reader);
}

static bool is_name_byte(char c)
{
  return isalnum((unsigned char)c) || c == '_' || c == '\'' || (c & 0x80);
}

static const Expr *read_name(Reader *reader)
{
  char name[64];
  size_t length = 0;
  while (is_name_byte(*reader->at) && length < sizeof name - 1)
    name[length++] = *reader->at++;
  name[length] = '\0';
  if (length == 0) return failure(reader);
  if (take(reader, "(")) {
    Operator op = operator_of_function(name, length);
    return op == OP_COUNT ? failure(reader) : read_call(reader, op);
  }
  if (strcmp(name, "pi") == 0) return expr_pi(reader->pool);
  if (strcmp(name, "undefined") == 0) return expr_undefined(reader->pool);
  const Expr *symbol = expr_find_symbol(reader->pool, name);
  return symbol ? symbol : failure(reader);
}

static const Expr *read_primary(Reader *reader)
{
  skip_space(reader);
  if (take(reader, "(")) {
    const Expr *inner = read_comparison(reader);
    return take(reader, ")") ? inner : failure(reader);
  }
  return isdigit((unsigned char)*reader->at) ? read_number(reader) : read_name(reader);
}

static const Expr *read_power(Reader *reader)
{
  const Expr *base = read_primary(reader);
  return take(reader, "^") ? expr_pow(base, read_primary(reader)) : base;
}

static const Expr *read_product(Reader *reader)
{
  const Expr *product = read_power(reader);
  for (;;) {
    if (take(reader, "*")) {
      product = expr_mul(product, read_power(reader));
    } else if (take(reader, "/")) {
      product = expr_div(product, read_power(reader));
    } else {
      return product;
    }
  }
}

static const Expr *read_sum(Reader *reader)
{
  const Expr *sum = take(reader, "-") ? expr_neg(read_product(reader)) : read_product(reader);
  for (;;) {
    if (take(reader, "+")) {
      sum = expr_add(sum, read_product(reader));
    } else if (take(reader, "-")) {
      sum = expr_sub(sum, read_product(reader));
    } else {
      return sum;
    }
  }
}

static const Expr *read_comparison(Reader *reader)
{
  const Expr *left = read_sum(reader);
  if (take(reader, "<=")) return expr_call2(OP_LE, left, read_sum(reader));
  if (take(reader, "<")) return expr_call2(OP_LT, left, read_sum(reader));
  if (take(reader, "==")) return expr_call2(OP_EQ, left, read_sum(reader));
  if (take(reader, "!=")) return expr_call2(OP_NE, left, read_sum(reader));
  return left;
}

const Expr *text_read(Pool *pool, const char *text)
{
  Reader reader = { .pool = pool, .at = text };
  const Expr *e = read_comparison(&reader);
  skip_space(&reader);
  return reader.has_failed || *reader.at != '\0' ? NULL : e;
}
