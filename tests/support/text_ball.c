// text_ball.c -- recursive descent over the syntax of expressions, straight to balls.
//
//   comparison = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
//   sum        = product { ("+" | "-") product }
//   product    = signed { ("*" | "/" | ".") signed }
//   signed     = ("-" | "+") signed | power
//   power      = primary [ "^" signed ]
//   primary    = number [ unit ] | name | call | vector | "(" comparison ")"
//   unit       = factor { ("." | "/") factor }      factor = name [ "^" [ "-" ] digits ]
// SPDX-License-Identifier: MIT
#include "support/text_ball.h"

#include "base/memory/memory.h"
#include "support/ball.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- names

typedef struct BallName {
  char *name;
  arb_struct value;
} BallName;

struct BallScope {
  BallName *names;
  int count;
  int capacity;
};

BallScope *ball_scope_new(void) { return memory_new(1, sizeof(BallScope)); }

void ball_scope_free(BallScope *scope)
{
  for (int i = 0; i < scope->count; i++) {
    free(scope->names[i].name);
    arb_clear(&scope->names[i].value);
  }
  free(scope->names);
  free(scope);
}

static BallName *find(const BallScope *scope, const char *name)
{
  for (int i = scope->count - 1; i >= 0; i--) {
    if (strcmp(scope->names[i].name, name) == 0) return &scope->names[i];
  }
  return NULL;
}

void ball_scope_set(BallScope *scope, const char *name, const arb_t value)
{
  BallName *entry = find(scope, name);
  if (!entry) {
    if (scope->count == scope->capacity) {
      scope->capacity = 2 * scope->capacity + 16;
      scope->names = memory_grow(scope->names, (size_t)scope->capacity, sizeof scope->names[0]);
    }
    entry = &scope->names[scope->count++];
    entry->name = memory_new(strlen(name) + 1, 1);
    memcpy(entry->name, name, strlen(name) + 1);
    arb_init(&entry->value);
  }
  arb_set(&entry->value, value);
}

// ---- the reader

enum { COMPONENTS = 3 };

typedef struct Balls {
  int count;  // 1, or 3 components of a vector
  arb_struct at[COMPONENTS];
} Balls;

typedef struct Reader {
  const BallScope *scope;
  const char *at;
  slong precision;
  bool is_bad;
  bool is_uncertain;
} Reader;

static void read_comparison(Reader *reader, Balls *out);

static void balls_init(Balls *balls)
{
  balls->count = 1;
  for (int i = 0; i < COMPONENTS; i++)
    arb_init(&balls->at[i]);
}

static void balls_clear(Balls *balls)
{
  for (int i = 0; i < COMPONENTS; i++)
    arb_clear(&balls->at[i]);
}

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

static void expect(Reader *reader, const char *text)
{
  if (!take(reader, text)) reader->is_bad = true;
}

static bool is_name_byte(char c) { return isalnum((unsigned char)c) || c == '_' || (c & 0x80); }

static void read_name(Reader *reader, char name[64])
{
  size_t length = 0;
  skip_space(reader);
  while ((is_name_byte(*reader->at) || (length > 0 && *reader->at == '\'')) && length < 63)
    name[length++] = *reader->at++;
  name[length] = '\0';
  if (length == 0) reader->is_bad = true;
}

// Beyond these sizes doubles would leave their range before long.
static void check_size(Reader *reader, const arb_t x)
{
  enum { EXTREME = 100 };
  const arf_struct *middle = arb_midref(x);
  bool is_extreme = arf_cmpabs_2exp_si(middle, EXTREME) > 0 ||
                    (!arf_is_zero(middle) && arf_cmpabs_2exp_si(middle, -EXTREME) < 0);
  if (is_extreme) reader->is_uncertain = true;
}

// One rounding more: Arb knows cos(x) near 0 better than any number of so many bits.
static void add_rounding(Reader *reader, Operator op, arb_t out)
{
  if (op >= OP_ABS) return;  // exact, like all that decides
  mag_t rounding;
  mag_init(rounding);
  arb_get_mag(rounding, out);
  mag_mul_2exp_si(rounding, rounding, -reader->precision);
  arb_add_error_mag(out, rounding);
  mag_clear(rounding);
}

// out = op(a, b, c)
static void apply(Reader *reader, Operator op, arb_t out, const arb_struct *a, const arb_struct *b,
                  const arb_struct *c)
{
  const arb_struct *args[] = { a, b, c };
  arb_t result;
  arb_init(result);
  if (!ball_apply_with(op, result, args, reader->precision)) {
    reader->is_uncertain = true;
    arb_one(result);
  }
  add_rounding(reader, op, result);
  arb_set(out, result);
  arb_clear(result);
  check_size(reader, out);
}

// ---- numbers with units

static const struct {
  const char *name;
  const char *value;  // in SI, times pi if it ends so
} UNITS[] = {
  { "m", "1" },      { "mm", "0.001" }, { "cm", "0.01" },    { "km", "1000" },   { "s", "1" },
  { "ms", "0.001" }, { "kg", "1" },     { "g", "0.001" },    { "rad", "1" },     { "N", "1" },
  { "kN", "1000" },  { "J", "1" },      { "W", "1" },        { "mN", "0.001" },  { "Hz", "1" },
  { "min", "60" },   { "h", "3600" },   { "mrad", "0.001" }, { "deg", "pi180" }, { "rev", "pi2" },
  { "bar", "1e5" },  { "Pa", "1" },     { "L", "0.001" },    { "um", "1e-6" },   { "t", "1000" },
};

static bool find_unit(const char *name, arb_t out)
{
  for (size_t i = 0; i < sizeof UNITS / sizeof UNITS[0]; i++) {
    if (strcmp(UNITS[i].name, name) != 0) continue;
    if (strncmp(UNITS[i].value, "pi", 2) != 0) return arb_set_str(out, UNITS[i].value, 300) == 0;
    arb_const_pi(out, 300);
    if (strcmp(name, "rev") == 0) arb_mul_ui(out, out, 2, 300);
    if (strcmp(name, "deg") == 0) arb_div_ui(out, out, 180, 300);
    return true;
  }
  return false;
}

// [ unit ] behind a number, a vector: multiplies all components.
static void read_unit(Reader *reader, Balls *out)
{
  bool is_divided = false;
  arb_t unit;
  arb_init(unit);
  for (;;) {
    const char *start = reader->at;
    char name[64];
    skip_space(reader);
    if (!isalpha((unsigned char)*reader->at)) {
      reader->at = start;
      break;
    }
    read_name(reader, name);
    if (!find_unit(name, unit)) {
      reader->at = start;
      reader->is_bad = true;
      break;
    }
    long exponent = is_divided ? -1 : 1;
    if (take(reader, "^")) {
      char *end;
      exponent *= strtol(reader->at, &end, 10);
      reader->at = end;
    }
    arb_pow_ui(unit, unit, (ulong)labs(exponent), 300);
    if (exponent < 0) arb_inv(unit, unit, 300);
    for (int i = 0; i < out->count; i++)
      arb_mul(&out->at[i], &out->at[i], unit, reader->precision);
    // "/" belongs to the unit if a unit follows at once
    bool goes_on =
        (*reader->at == '/' || *reader->at == '.') && isalpha((unsigned char)reader->at[1]);
    if (!goes_on) break;
    is_divided = *reader->at == '/';
    reader->at++;
  }
  arb_clear(unit);
}

static void read_number(Reader *reader, Balls *out)
{
  char digits[1024];
  size_t length = 0;
  while (isdigit((unsigned char)*reader->at) || *reader->at == '.') {
    if (length < sizeof digits - 8) digits[length++] = *reader->at;
    reader->at++;
  }
  bool has_exponent =
      (*reader->at == 'e' || *reader->at == 'E') &&
      (isdigit((unsigned char)reader->at[1]) || reader->at[1] == '-' || reader->at[1] == '+');
  if (has_exponent) {
    do {
      digits[length++] = *reader->at++;
    } while (isdigit((unsigned char)*reader->at) || *reader->at == '-' || *reader->at == '+');
  }
  digits[length] = '\0';
  out->count = 1;
  if (arb_set_str(&out->at[0], digits, reader->precision) != 0) reader->is_bad = true;
  if (*reader->at == ' ' && isalpha((unsigned char)reader->at[1])) read_unit(reader, out);
}

// ---- calls

static void dot(Reader *reader, arb_t out, const Balls *a, const Balls *b)
{
  arb_t product, sum;
  arb_init(product);
  arb_init(sum);
  for (int i = 0; i < COMPONENTS; i++) {
    arb_mul(product, &a->at[i], &b->at[i], reader->precision);
    arb_add(sum, sum, product, reader->precision);
  }
  arb_set(out, sum);
  arb_clear(sum);
  arb_clear(product);
}

static void cross(Reader *reader, Balls *out, const Balls *a, const Balls *b)
{
  Balls result;
  balls_init(&result);
  result.count = COMPONENTS;
  for (int i = 0; i < COMPONENTS; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    arb_mul(&result.at[i], &a->at[j], &b->at[k], reader->precision);
    arb_submul(&result.at[i], &a->at[k], &b->at[j], reader->precision);
  }
  out->count = COMPONENTS;
  for (int i = 0; i < COMPONENTS; i++)
    arb_swap(&out->at[i], &result.at[i]);
  balls_clear(&result);
}

// a - b floor(a/b)
static void remainder_of(Reader *reader, arb_t out, const arb_struct *a, const arb_struct *b)
{
  arb_t whole;
  arb_init(whole);
  apply(reader, OP_DIV, whole, a, b, NULL);
  apply(reader, OP_FLOOR, whole, whole, NULL, NULL);
  arb_mul(whole, whole, b, reader->precision);
  arb_sub(out, a, whole, reader->precision);
  arb_clear(whole);
}

static void call(Reader *reader, const char *name, Balls args[], int count, Balls *out)
{
  bool is_of_vectors = args[0].count == COMPONENTS && (count < 2 || args[1].count == COMPONENTS);
  out->count = 1;
  if (strcmp(name, "dot") == 0 && count == 2 && is_of_vectors) {
    dot(reader, &out->at[0], &args[0], &args[1]);
  } else if (strcmp(name, "cross") == 0 && count == 2 && is_of_vectors) {
    cross(reader, out, &args[0], &args[1]);
  } else if (strcmp(name, "norm") == 0 && count == 1 && is_of_vectors) {
    dot(reader, &out->at[0], &args[0], &args[0]);
    apply(reader, OP_SQRT, &out->at[0], &out->at[0], NULL, NULL);
  } else if (strcmp(name, "hypot") == 0 && count == 2) {
    arb_hypot(&out->at[0], &args[0].at[0], &args[1].at[0], reader->precision);
  } else if (strcmp(name, "mod") == 0 && count == 2) {
    remainder_of(reader, &out->at[0], &args[0].at[0], &args[1].at[0]);
  } else {
    Operator op = operator_of_function(name, strlen(name));
    if (op == OP_COUNT || operator_info(op)->arity != count) {
      reader->is_bad = true;
      return;
    }
    apply(reader, op, &out->at[0], &args[0].at[0], &args[1].at[0], &args[2].at[0]);
  }
}

static bool are_finite(const Balls *balls)
{
  bool is_finite = true;
  for (int i = 0; i < balls->count; i++)
    is_finite = is_finite && arb_is_finite(&balls->at[i]);
  return is_finite;
}

static void read_call(Reader *reader, const char *name, Balls *out)
{
  Balls args[MAX_ARITY];
  int count = 0;
  for (int k = 0; k < MAX_ARITY; k++)
    balls_init(&args[k]);
  bool was_uncertain = reader->is_uncertain, is_uncertain[MAX_ARITY] = { false };
  do {
    if (count == MAX_ARITY) reader->is_bad = true;
    if (reader->is_bad) break;
    reader->is_uncertain = false;
    read_comparison(reader, &args[count]);
    is_uncertain[count] = reader->is_uncertain || !are_finite(&args[count]);
    count++;
  } while (take(reader, ","));
  expect(reader, ")");
  // of a choice the branch that is not taken needs no value
  bool is_choice = strcmp(name, "if") == 0 && count == 3 && !is_uncertain[0];
  if (is_choice) is_uncertain[arb_is_zero(&args[0].at[0]) ? 1 : 2] = false;
  reader->is_uncertain = was_uncertain;
  for (int k = 0; k < count; k++)
    reader->is_uncertain = reader->is_uncertain || is_uncertain[k];
  if (!reader->is_bad) call(reader, name, args, count, out);
  for (int k = 0; k < MAX_ARITY; k++)
    balls_clear(&args[k]);
}

static void read_name_or_call(Reader *reader, Balls *out)
{
  char name[64];
  read_name(reader, name);
  if (reader->is_bad) return;
  if (take(reader, "(")) {
    read_call(reader, name, out);
    return;
  }
  out->count = 1;
  const BallName *entry = find(reader->scope, name);
  if (entry) {
    arb_set_round(&out->at[0], &entry->value, reader->precision);
  } else if (strcmp(name, "pi") == 0) {
    arb_const_pi(&out->at[0], reader->precision);
  } else {
    reader->is_bad = true;
  }
}

static void read_vector(Reader *reader, Balls *out)
{
  Balls part;
  balls_init(&part);
  out->count = COMPONENTS;
  for (int i = 0; i < COMPONENTS && !reader->is_bad; i++) {
    if (i > 0) expect(reader, ",");
    read_comparison(reader, &part);
    if (part.count != 1) reader->is_bad = true;
    arb_swap(&out->at[i], &part.at[0]);
  }
  expect(reader, "]");
  balls_clear(&part);
  if (*reader->at == ' ' && isalpha((unsigned char)reader->at[1])) read_unit(reader, out);
}

static void read_primary(Reader *reader, Balls *out)
{
  skip_space(reader);
  if (reader->is_bad) return;
  if (take(reader, "(")) {
    read_comparison(reader, out);
    expect(reader, ")");
  } else if (take(reader, "[")) {
    read_vector(reader, out);
  } else if (isdigit((unsigned char)*reader->at)) {
    read_number(reader, out);
  } else {
    read_name_or_call(reader, out);
  }
}

// ---- operators

static void read_signed(Reader *reader, Balls *out);

static void raise_to(Reader *reader, Balls *base, const Balls *exponent)
{
  if (base->count != 1 || exponent->count != 1) {
    reader->is_bad = true;
    return;
  }
  const arb_struct *n = &exponent->at[0];
  if (arb_is_int(n) && arf_cmpabs_ui(arb_midref(n), 1000) <= 0) {
    long whole = arf_get_si(arb_midref(n), ARF_RND_NEAR);
    arb_pow_ui(&base->at[0], &base->at[0], (ulong)labs(whole), reader->precision);
    check_size(reader, &base->at[0]);
    if (whole >= 0) return;
    arb_t one;
    arb_init(one);
    arb_one(one);
    apply(reader, OP_DIV, &base->at[0], one, &base->at[0], NULL);
    arb_clear(one);
  } else {
    apply(reader, OP_POW, &base->at[0], &base->at[0], n, NULL);
  }
}

static void read_power(Reader *reader, Balls *out)
{
  read_primary(reader, out);
  if (!take(reader, "^")) return;
  Balls exponent;
  balls_init(&exponent);
  read_signed(reader, &exponent);
  raise_to(reader, out, &exponent);
  balls_clear(&exponent);
}

static void read_signed(Reader *reader, Balls *out)
{
  if (take(reader, "-")) {
    read_signed(reader, out);
    for (int i = 0; i < out->count; i++)
      arb_neg(&out->at[i], &out->at[i]);
  } else if (take(reader, "+")) {
    read_signed(reader, out);
  } else {
    read_power(reader, out);
  }
}

static void multiply(Reader *reader, Balls *a, Balls *b)
{
  if (a->count != 1 && b->count != 1) reader->is_bad = true;
  if (a->count == 1 && b->count != 1) {
    Balls scalar = *a;
    *a = *b;
    *b = scalar;
  }
  for (int i = 0; i < a->count; i++)
    arb_mul(&a->at[i], &a->at[i], &b->at[0], reader->precision);
}

static void divide(Reader *reader, Balls *a, const Balls *b)
{
  if (b->count != 1) reader->is_bad = true;
  for (int i = 0; i < a->count; i++)
    apply(reader, OP_DIV, &a->at[i], &a->at[i], &b->at[0], NULL);
}

static void read_product(Reader *reader, Balls *out)
{
  Balls factor;
  balls_init(&factor);
  read_signed(reader, out);
  while (!reader->is_bad) {
    if (take(reader, "*")) {
      read_signed(reader, &factor);
      multiply(reader, out, &factor);
    } else if (take(reader, "/")) {
      read_signed(reader, &factor);
      divide(reader, out, &factor);
    } else if (take(reader, ".")) {
      read_signed(reader, &factor);
      if (out->count != COMPONENTS || factor.count != COMPONENTS) reader->is_bad = true;
      dot(reader, &out->at[0], out, &factor);
      out->count = 1;
    } else {
      break;
    }
  }
  balls_clear(&factor);
}

static void read_sum(Reader *reader, Balls *out)
{
  Balls term;
  balls_init(&term);
  read_product(reader, out);
  while (!reader->is_bad) {
    bool is_plus = take(reader, "+");
    if (!is_plus && !take(reader, "-")) break;
    read_product(reader, &term);
    if (term.count != out->count) reader->is_bad = true;
    for (int i = 0; i < out->count; i++) {
      if (is_plus) {
        arb_add(&out->at[i], &out->at[i], &term.at[i], reader->precision);
      } else {
        arb_sub(&out->at[i], &out->at[i], &term.at[i], reader->precision);
      }
    }
  }
  balls_clear(&term);
}

static void read_comparison(Reader *reader, Balls *out)
{
  static const struct {
    const char *text;
    Operator op;
    bool is_swapped;
  } COMPARISONS[] = { { "<=", OP_LE, false }, { ">=", OP_LE, true }, { "==", OP_EQ, false },
                      { "!=", OP_NE, false }, { "<", OP_LT, false }, { ">", OP_LT, true } };
  read_sum(reader, out);
  for (size_t k = 0; k < sizeof COMPARISONS / sizeof COMPARISONS[0]; k++) {
    if (reader->is_bad || !take(reader, COMPARISONS[k].text)) continue;
    Balls right;
    balls_init(&right);
    read_sum(reader, &right);
    const arb_struct *a = &out->at[0], *b = &right.at[0];
    bool is_swapped = COMPARISONS[k].is_swapped;
    apply(reader, COMPARISONS[k].op, &out->at[0], is_swapped ? b : a, is_swapped ? a : b, NULL);
    balls_clear(&right);
    return;
  }
}

BallReading ball_read(const BallScope *scope, const char *text, slong precision, arb_t out)
{
  Reader reader = { .scope = scope, .at = text, .precision = precision };
  Balls balls;
  balls_init(&balls);
  read_comparison(&reader, &balls);
  skip_space(&reader);
  if (*reader.at != '\0' || balls.count != 1) reader.is_bad = true;
  arb_swap(out, &balls.at[0]);
  balls_clear(&balls);
  if (reader.is_bad) return BALL_UNREADABLE;
  return reader.is_uncertain ? BALL_UNCERTAIN : BALL_CERTAIN;
}
