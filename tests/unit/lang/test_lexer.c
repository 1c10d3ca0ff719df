// test_lexer.c -- tokens, line ends, bad bytes.
// SPDX-License-Identifier: MIT
#include "lang/syntax/lexer.h"

#include "base/memory/memory.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static Token next_token(Lexer *lexer)
{
  Token token;
  lexer_next(lexer, &token);
  return token;
}

static const LexerRules foreign_rules = { .marks = MARKS_FOREIGN,
                                          .star_comments = true,
                                          .digits_begin_names = true,
                                          .loose_numbers = true,
                                          .all_letters = true };

// The tokens of `text` separated by blanks: marks and literals as they are, "|" for a line's end.
static void check_tokens_by(const LexerRules *rules, const char *text, const char *expected)
{
  Source source = { "test.bl", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  Text found = { 0 };
  Lexer lexer;
  lexer_init(&lexer, &source, rules, diagnostics);
  for (Token token = next_token(&lexer); token.kind != TOKEN_END; token = next_token(&lexer)) {
    if (found.length > 0) text_put_char(&found, ' ');
    if (token.kind == TOKEN_NEWLINE) {
      text_put_char(&found, '|');
    } else {
      text_put_bytes(&found, text + token.span.start, token.span.length);
    }
  }
  assert_string_equal(text_string(&found), expected);
  assert_int_equal(diagnostics_count(diagnostics), 0);
  free(lexer.comments);
  text_free(&found);
  diagnostics_free(diagnostics);
}

static void check_tokens(const char *text, const char *expected)
{
  check_tokens_by(&language_rules, text, expected);
}

static void marks_are_read_longest_first(void **state)
{
  (void)state;
  check_tokens("a<=b<c==d=e!=f>=g>h..i.j", "a <= b < c == d = e != f >= g > h .. i . j");
  check_tokens("+-*/^()[]{},:;'", "+ - * / ^ ( ) [ ] { } , : ; '");
  check_tokens("a:=b**c", "a : = b * * c");
}

static void foreign_rules_change_tokens(void **state)
{
  (void)state;
  check_tokens_by(&foreign_rules, "a:=b**c==d", "a := b ** c = = d");
  check_tokens_by(&foreign_rules, "1. .5 1.e3 2e,3.x", "1. .5 1.e3 2e , 3. x");
  check_tokens_by(&foreign_rules, "01MIN 1e5 1e5x 1e-5x \\theta \\ ∅",
                  "01MIN 1e5 1e5x 1e-5 x \\theta \\ ∅");
  check_tokens_by(&foreign_rules, "a\nb\rc (* d\n e *)(f(*)*)g)", "a b c ( f g )");
}

// Without diagnostics nothing is reported; the tokens are the same.
static void check_foreign_error(const char *text, const char *message)
{
  Source source = { "test.par", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  Lexer loud, quiet;
  lexer_init(&loud, &source, &foreign_rules, diagnostics);
  lexer_init(&quiet, &source, &foreign_rules, NULL);
  TokenKind kind = TOKEN_BAD;
  while (kind != TOKEN_END) {
    kind = next_token(&loud).kind;
    assert_int_equal(next_token(&quiet).kind, kind);
  }
  assert_int_equal(diagnostics_count(diagnostics), 1);
  assert_string_equal(diagnostics_message(diagnostics, 0), message);
  diagnostics_free(diagnostics);
}

static void errors_of_foreign_text(void **state)
{
  (void)state;
  check_foreign_error("a (* b", "this comment has no end");
  check_foreign_error("a \xff\xfe b", "unexpected byte 0xff");
  check_foreign_error("\x01", "unexpected byte 0x01");
  check_foreign_error("a \" b", "unexpected character '\"'");
  check_foreign_error("1 ..5", "unexpected character '.'");
}

static void a_range_of_numbers_is_not_a_fraction(void **state)
{
  (void)state;
  check_tokens("0..5 1.5..2.5 1 .. 2 3.x", "0 .. 5 1.5 .. 2.5 1 .. 2 3 . x");
}

static void exponents_belong_to_numbers_only_with_digits(void **state)
{
  (void)state;
  check_tokens("1e3 1E-3 1e+3 1.5e10 2e 2em 1e3e3", "1e3 1E-3 1e+3 1.5e10 2 e 2 em 1e3 e3");
}

static void names_take_letters_of_any_script(void **state)
{
  (void)state;
  check_tokens("θ1 épaule _x x_1 日本 Ω q̇1", "θ1 épaule _x x_1 日本 Ω q̇1");
}

static void lines_end_statements_except_after_commas_and_in_brackets(void **state)
{
  (void)state;
  check_tokens("a\nb", "a | b");
  check_tokens("a,\nb", "a , b");
  check_tokens("a,  # comment\n\n  b", "a , b");
  check_tokens("(a\nb)\nc", "( a b ) | c");
  check_tokens("[[a,\nb],\nc]\nd", "[ [ a , b ] , c ] | d");
  check_tokens("\n\n a \r\n\n\n b\n\n", "a | b |");
  check_tokens("{\na\n}", "{ | a | }");
}

static void the_word_of_a_statement_begins_one_in_any_case(void **state)
{
  (void)state;
  check_tokens("(a\nbody b", "( a | body b");
  check_tokens("a,\nparam b", "a , | param b");
  check_tokens("(a\nbodyguard b", "( a bodyguard b");
}

static void tokens_know_what_stands_before_them(void **state)
{
  (void)state;
  const char *text = "a b.c\n  d";
  Source source = { "test.bl", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  Lexer lexer;
  lexer_init(&lexer, &source, &language_rules, diagnostics);
  Token a = next_token(&lexer);
  Token b = next_token(&lexer);
  Token dot = next_token(&lexer);
  Token c = next_token(&lexer);
  Token newline = next_token(&lexer);
  Token d = next_token(&lexer);
  assert_true(a.is_first_on_line && !a.is_indented);
  assert_true(b.follows_space && !b.is_first_on_line);
  assert_false(dot.follows_space);
  assert_false(c.follows_space);
  assert_int_equal(newline.kind, TOKEN_NEWLINE);
  assert_int_equal(newline.span.start, 5);
  assert_true(d.is_first_on_line && d.is_indented);
  assert_int_equal(next_token(&lexer).kind, TOKEN_END);
  assert_int_equal(next_token(&lexer).kind, TOKEN_END);
  diagnostics_free(diagnostics);
}

static int count_errors(const char *bytes, size_t length)
{
  Source source = { "test.bl", bytes, length };
  Diagnostics *diagnostics = diagnostics_new();
  Lexer lexer;
  lexer_init(&lexer, &source, &language_rules, diagnostics);
  while (next_token(&lexer).kind != TOKEN_END)
    continue;
  int count = diagnostics_count(diagnostics);
  free(lexer.comments);
  diagnostics_free(diagnostics);
  return count;
}

static void a_run_of_bad_bytes_is_one_error(void **state)
{
  (void)state;
  assert_int_equal(count_errors("\xff\xff\xff\xff", 4), 1);
  assert_int_equal(count_errors("\0\0\0", 3), 1);
  assert_int_equal(count_errors("@@ \xff$ @", 7), 3);
  assert_int_equal(count_errors("a \xff b \xff", 7), 1);          // said once for the whole text
  assert_int_equal(count_errors("\xe2\x82", 2), 1);               // a sequence cut short by the end
  assert_int_equal(count_errors("\xc0\x80 \xed\xa0\x80", 6), 1);  // overlong, surrogate
}

static void text_in_utf16_is_one_error(void **state)
{
  (void)state;
  assert_int_equal(count_errors("\xff\xfe"
                                "p\0a\0",
                                6),
                   1);
  assert_int_equal(count_errors("\xfe\xff"
                                "\0p\0a",
                                6),
                   1);
}

static void a_carriage_return_belongs_to_a_line_end(void **state)
{
  (void)state;
  assert_int_equal(count_errors("a\r\nb\r\n", 6), 0);
  assert_int_equal(count_errors("a\r", 2), 0);
  assert_int_equal(count_errors("a\rb\rc", 5), 1);
}

static void ten_megabytes_of_zeros_are_one_error(void **state)
{
  (void)state;
  enum { SIZE = 10000000 };
  char *bytes = memory_new(SIZE, 1);
  assert_int_equal(count_errors(bytes, SIZE), 1);
  free(bytes);
}

static void no_bytes_are_no_tokens(void **state)
{
  (void)state;
  assert_int_equal(count_errors(NULL, 0), 0);
  assert_int_equal(count_errors("a # b\0c", 7), 1);  // in a comment, too
  check_tokens("", "");
  check_tokens("# only a comment", "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(marks_are_read_longest_first),
    cmocka_unit_test(foreign_rules_change_tokens),
    cmocka_unit_test(errors_of_foreign_text),
    cmocka_unit_test(a_range_of_numbers_is_not_a_fraction),
    cmocka_unit_test(exponents_belong_to_numbers_only_with_digits),
    cmocka_unit_test(names_take_letters_of_any_script),
    cmocka_unit_test(lines_end_statements_except_after_commas_and_in_brackets),
    cmocka_unit_test(the_word_of_a_statement_begins_one_in_any_case),
    cmocka_unit_test(tokens_know_what_stands_before_them),
    cmocka_unit_test(a_run_of_bad_bytes_is_one_error),
    cmocka_unit_test(text_in_utf16_is_one_error),
    cmocka_unit_test(a_carriage_return_belongs_to_a_line_end),
    cmocka_unit_test(ten_megabytes_of_zeros_are_one_error),
    cmocka_unit_test(no_bytes_are_no_tokens),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
