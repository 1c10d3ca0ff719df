// identifier.c -- conversion of UTF-8 names to C identifiers; identifier.h documents the rules.
// SPDX-License-Identifier: MIT
#include "codegen/common/identifier.h"

#include "base/text/greek.h"

#include <string.h>

// clang-format off
static const char *const RESERVED_WORDS[] = {
  // keywords of C
  "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum",
  "extern", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return",
  "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void",
  "volatile", "while", "bool", "true", "false", "nullptr", "constexpr", "typeof", "alignas",
  "alignof", "static_assert", "thread_local", "asm", "fortran",
  // keywords of C++ only
  "and", "bitand", "bitor", "catch", "class", "compl", "concept", "delete", "explicit", "export",
  "friend", "module", "mutable", "namespace", "new", "noexcept", "not", "operator", "or", "private",
  "protected", "public", "requires", "template", "this", "throw", "try", "typeid", "typename",
  "using", "virtual", "xor", "and_eq", "or_eq", "not_eq", "xor_eq", "const_cast", "dynamic_cast",
  "reinterpret_cast", "static_cast", "decltype", "wchar_t",
  // names of <math.h> and common extensions; float and long double variants: see reserve_math
  "signgam", "NAN", "INFINITY", "HUGE_VAL", "HUGE_VALF", "HUGE_VALL", "DOMAIN", "SING", "OVERFLOW",
  "UNDERFLOW", "PLOSS", "TLOSS", "float_t", "double_t", "math_errhandling", "isnan", "isinf",
  "isfinite", "isnormal", "signbit", "fpclassify", "isgreater", "isless", "isunordered",
  "M_E", "M_LOG2E", "M_LOG10E", "M_LN2", "M_LN10", "M_PI", "M_PI_2", "M_PI_4", "M_1_PI", "M_2_PI",
  "M_2_SQRTPI", "M_SQRT2", "M_SQRT1_2", "NULL", "EOF", "stdin", "stdout", "stderr", "errno",
  "linux", "unix", "i386", "main", "size_t", "near", "far", "complex", "I", "assert",
};

static const char *const MATH_FUNCTIONS[] = {
  "acos", "asin", "atan", "atan2", "cos", "sin", "tan", "acosh", "asinh", "atanh", "cosh", "sinh",
  "tanh", "exp", "exp2", "expm1", "frexp", "ilogb", "ldexp", "log", "log10", "log1p", "log2",
  "logb", "modf", "scalb", "scalbn", "scalbln", "cbrt", "fabs", "abs", "hypot", "pow", "sqrt",
  "erf", "erfc", "lgamma", "tgamma", "gamma", "ceil", "floor", "nearbyint", "rint", "lrint",
  "llrint", "round", "lround", "llround", "trunc", "fmod", "remainder", "remquo", "copysign",
  "nan", "nextafter", "nexttoward", "fdim", "fmax", "fmin", "fma", "j0", "j1", "jn", "y0", "y1",
  "yn", "sincos", "drem", "significand", "exp10", "pow10", "finite", "matherr", "div", "ldiv",
};
// clang-format on

static bool is_identifier_character(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void put_character(Text *out, const char *at, int length)
{
  uint32_t point = utf8_code_point(at, length);
  if (point >= 0x2080 && point <= 0x2089) {
    text_put_char(out, (char)('0' + (point - 0x2080)));
  } else if (point == '\'') {
    text_put(out, "_dot");
  } else if (point < 0x80) {
    char c = *at;
    if (!is_identifier_character(c)) c = '_';
    text_put_char(out, c);
  } else if (!greek_put_spelling(out, point)) {
    text_format(out, "u_%04X", (unsigned)point);
  }
}

void identifier_put(Text *out, const char *name)
{
  // An identifier cannot start with a digit, and a leading '_' is reserved for the compiler.
  bool is_letter = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');
  if (!is_letter && (unsigned char)name[0] < 0x80) text_put_char(out, 'x');
  size_t left = strlen(name);
  while (left > 0) {
    size_t digits = name[0] == '[' ? strspn(name + 1, "0123456789") : 0;
    if (digits > 0 && name[digits + 1] == ']') {  // leg[2].foot becomes leg2_foot
      text_put_bytes(out, name + 1, digits);
      name += digits + 2;
      left -= digits + 2;
      continue;
    }
    int length = text_utf8_length(name, left);
    if (length == 0) length = 1;  // an invalid byte is treated as the character of that code
    put_character(out, name, length);
    name += length;
    left -= (size_t)length;
  }
}

const char *identifier_of(Arena *arena, const char *name)
{
  Text text = { 0 };
  identifier_put(&text, name);
  const char *copy = arena_copy_text(arena, text_string(&text), text.length);
  text_free(&text);
  return copy;
}

static void reserve_math(NameSet *scope)
{
  for (size_t k = 0; k < sizeof MATH_FUNCTIONS / sizeof MATH_FUNCTIONS[0]; k++) {
    const char *name = MATH_FUNCTIONS[k];
    map_put(&scope->taken, name, 0);
    map_put(&scope->taken, arena_format(scope->arena, "%sf", name), 0);
    map_put(&scope->taken, arena_format(scope->arena, "%sl", name), 0);
  }
}

NameSet name_set_of_members(Arena *arena)
{
  NameSet scope = { .arena = arena };
  for (size_t k = 0; k < sizeof RESERVED_WORDS / sizeof RESERVED_WORDS[0]; k++) {
    map_put(&scope.taken, RESERVED_WORDS[k], 0);
  }
  return scope;
}

NameSet name_set_of_block(Arena *arena)
{
  NameSet scope = name_set_of_members(arena);
  reserve_math(&scope);
  return scope;
}

void name_set_free(NameSet *scope) { map_free(&scope->taken); }

// Returns the form in which the set stores an identifier.
static const char *known_as(const NameSet *scope, const char *identifier)
{
  if (!scope->folds_case) return identifier;
  char *folded = arena_copy_text(scope->arena, identifier, strlen(identifier));
  for (char *c = folded; *c != '\0'; c++) {
    if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
  }
  return folded;
}

void name_set_obey(NameSet *scope, const NameRules *rules)
{
  scope->folds_case = rules->folds_case;
  scope->longest = rules->longest;
  for (const char *const *word = rules->reserved; word && *word; word++)
    map_put(&scope->taken, known_as(scope, *word), 0);
}

bool name_set_has(const NameSet *scope, const char *identifier)
{
  return map_find(&scope->taken, known_as(scope, identifier)) >= 0;
}

// Shortens a name that is too long, replacing its end by a number.
static const char *shortened(const NameSet *scope, const char *wish)
{
  if (scope->longest == 0 || strlen(wish) <= (size_t)scope->longest) return wish;
  const char *name = NULL;
  for (int number = 1; !name || name_set_has(scope, name); number++) {
    int digits = 1 + (number > 9) + (number > 99) + (number > 999) + (number > 9999);
    name = arena_format(scope->arena, "%.*s_%d", scope->longest - 1 - digits, wish, number);
  }
  return name;
}

const char *name_set_claim(NameSet *scope, const char *wish)
{
  const char *name = shortened(scope, wish);
  while (name_set_has(scope, name))
    name = shortened(scope, arena_format(scope->arena, "%s_", name));
  const char *owned = arena_copy_text(scope->arena, name, strlen(name));
  map_put(&scope->taken, known_as(scope, owned), 0);
  return owned;
}
