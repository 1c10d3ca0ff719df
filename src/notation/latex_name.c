// latex_name.c -- identifiers as mathematical symbols.
//
// A name is a head and a subscript. The head is a Greek letter, spelt or written, a word of three
// letters or more, or one letter; the rest, up to the primes, is the subscript. Primes are dots.
// SPDX-License-Identifier: MIT
#include "notation/latex.h"

#include <ctype.h>
#include <string.h>

typedef struct GreekLetter {
  const char *word;
  const char *letter;
  const char *latex;
} GreekLetter;

// clang-format off
static const GreekLetter GREEK[] = {
  { "alpha",   "α", "\\alpha"   }, { "beta",    "β", "\\beta"    }, { "gamma",   "γ", "\\gamma"  },
  { "delta",   "δ", "\\delta"   }, { "epsilon", "ε", "\\varepsilon" }, { "zeta", "ζ", "\\zeta"   },
  { "theta",   "θ", "\\theta"   }, { "eta",     "η", "\\eta"     }, { "iota",    "ι", "\\iota"   },
  { "kappa",   "κ", "\\kappa"   }, { "lambda",  "λ", "\\lambda"  }, { "mu",      "μ", "\\mu"     },
  { "nu",      "ν", "\\nu"      }, { "xi",      "ξ", "\\xi"      }, { "rho",     "ρ", "\\rho"    },
  { "sigma",   "σ", "\\sigma"   }, { "tau",     "τ", "\\tau"     }, { "upsilon", "υ", "\\upsilon" },
  { "phi",     "φ", "\\varphi"  }, { "chi",     "χ", "\\chi"     }, { "psi",     "ψ", "\\psi"    },
  { "omega",   "ω", "\\omega"   }, { "pi",      "π", "\\pi"      },
  { "Gamma",   "Γ", "\\Gamma"   }, { "Delta",   "Δ", "\\Delta"   }, { "Theta",   "Θ", "\\Theta"  },
  { "Lambda",  "Λ", "\\Lambda"  }, { "Xi",      "Ξ", "\\Xi"      }, { "Pi",      "Π", "\\Pi"     },
  { "Sigma",   "Σ", "\\Sigma"   }, { "Phi",     "Φ", "\\Phi"     }, { "Psi",     "Ψ", "\\Psi"    },
  { "Omega",   "Ω", "\\Omega"   },
};
// clang-format on

enum { GREEK_COUNT = sizeof GREEK / sizeof GREEK[0] };

static bool starts_with(const char *text, size_t length, const char *beginning)
{
  size_t size = strlen(beginning);
  return size <= length && memcmp(text, beginning, size) == 0;
}

static size_t letters(const char *text, size_t length)
{
  size_t count = 0;
  while (count < length && isalpha((unsigned char)text[count]))
    count++;
  return count;
}

// The Greek letter that a name begins with; a spelt one must not go on as a longer word.
static const GreekLetter *greek_head(const char *name, size_t length, size_t *size)
{
  for (int i = 0; i < GREEK_COUNT; i++) {
    const GreekLetter *letter = &GREEK[i];
    *size = strlen(letter->letter);
    if (starts_with(name, length, letter->letter)) return letter;
    *size = strlen(letter->word);
    bool is_word = starts_with(name, length, letter->word);
    if (is_word && letters(name, length) <= *size + 1) return letter;
  }
  return NULL;
}

// ---- pieces

static void put_escaped(Text *out, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (c == '\\') {
      text_put(out, "\\backslash ");
      continue;
    }
    if (strchr("#$%&_{}", c)) text_put_char(out, '\\');
    text_put_char(out, c);
  }
}

// One part of a subscript: words upright, Greek as letters, anything else as it is.
static void put_subscript_part(Text *out, const char *text, size_t length)
{
  enum { SHORTEST_WORD = 3 };
  size_t size = 0;
  const GreekLetter *greek = greek_head(text, length, &size);
  if (greek) {
    text_put(out, greek->latex);
    if (size < length && isalpha((unsigned char)text[size])) text_put_char(out, ' ');
    put_escaped(out, text + size, length - size);
  } else if (letters(text, length) >= SHORTEST_WORD) {
    text_put(out, "\\mathrm{");
    put_escaped(out, text, length);
    text_put_char(out, '}');
  } else {
    put_escaped(out, text, length);
  }
}

// Parts set apart by underscores become parts set apart by commas.
static void put_subscript(Text *out, const char *text, size_t length)
{
  while (length > 0 && text[0] == '_') {
    text++;
    length--;
  }
  if (length == 0) return;
  text_put(out, "_{");
  while (length > 0) {
    const char *end = memchr(text, '_', length);
    size_t size = end ? (size_t)(end - text) : length;
    put_subscript_part(out, text, size);
    text += size;
    length -= size;
    if (length > 0) {
      text_put_char(out, ',');
      text++;
      length--;
    }
  }
  text_put_char(out, '}');
}

// XX3, YZ4: elements of an inertia matrix as Khalil calls them.
static bool is_inertia_name(const char *name, size_t letter_count)
{
  return letter_count == 2 && strchr("XYZ", name[0]) && strchr("XYZ", name[1]);
}

// Bytes of the head: a word of three letters or more, or one letter. LG2 and Ixx are no words.
static size_t head_size(const char *name, size_t length, bool *is_word)
{
  enum { SHORTEST_WORD = 3 };
  size_t count = letters(name, length);
  *is_word = count >= SHORTEST_WORD;
  bool is_axis_name = true;
  for (size_t i = 1; i < count; i++) {
    if (!islower((unsigned char)name[i])) *is_word = false;
    if (!strchr("xyzXYZ", name[i])) is_axis_name = false;
  }
  if (is_axis_name) *is_word = false;
  if (*is_word) return count;
  if (is_inertia_name(name, count)) return count;
  int symbol = text_utf8_length(name, length);
  return symbol > 0 ? (size_t)symbol : 1;
}

static void put_head(Text *out, const char *name, size_t length, bool is_word)
{
  bool is_inertia = is_inertia_name(name, length);
  if (is_word || is_inertia) text_put(out, is_word ? "\\mathrm{" : "\\mathit{");
  put_escaped(out, name, length);
  if (is_word || is_inertia) text_put_char(out, '}');
}

static void put_name(Text *out, const char *name, size_t length)
{
  static const char *const DOTS[] = { "", "\\dot{", "\\ddot{", "\\dddot{", "\\ddddot{" };
  size_t primes = 0;
  while (primes + 1 < length && name[length - 1 - primes] == '\'')
    primes++;
  length -= primes;
  if (length == 0) return;
  text_put(out, DOTS[primes < 4 ? primes : 4]);
  size_t size = 0;
  const GreekLetter *greek = greek_head(name, length, &size);
  if (greek) {
    text_put(out, greek->latex);
  } else {
    bool is_word = false;
    size = head_size(name, length, &is_word);
    put_head(out, name, size, is_word);
  }
  if (primes > 0) text_put_char(out, '}');
  put_subscript(out, name + size, length - size);
}

// tau[q1] is the tau of q1: a symbol as subscript of another; M[1,2] has its place there.
void latex_put_name(Text *out, const char *name)
{
  size_t length = strlen(name);
  const char *bracket = strchr(name, '[');
  bool has_index = bracket && bracket > name && name[length - 1] == ']';
  if (!has_index) {
    put_name(out, name, length);
    return;
  }
  size_t head = (size_t)(bracket - name);
  put_name(out, name, head);
  text_put(out, "_{");
  if (isdigit((unsigned char)bracket[1])) {
    put_escaped(out, bracket + 1, length - head - 2);
  } else {
    put_name(out, bracket + 1, length - head - 2);
  }
  text_put_char(out, '}');
}
