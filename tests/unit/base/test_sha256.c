// test_sha256.c -- the examples of FIPS 180-4 (NIST CAVP and the standard's own).
// SPDX-License-Identifier: MIT
#include "base/files/sha256.h"

#include "base/memory/memory.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static void check(const char *message, const char *expected)
{
  char hex[SHA256_HEX_SIZE];
  sha256_hex(message, strlen(message), hex);
  assert_string_equal(hex, expected);
}

static void short_messages_have_the_digests_of_the_standard(void **state)
{
  (void)state;
  check("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  check("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

static void padding_may_need_another_block(void **state)
{
  (void)state;
  check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  check("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        "lmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

static void a_million_times_a(void **state)
{
  (void)state;
  enum { MILLION = 1000000 };
  char *message = memory_new(MILLION, 1);
  memset(message, 'a', MILLION);
  char hex[SHA256_HEX_SIZE];
  sha256_hex(message, MILLION, hex);
  assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  free(message);
}

static void no_bytes_need_no_pointer(void **state)
{
  (void)state;
  char hex[SHA256_HEX_SIZE];
  sha256_hex(NULL, 0, hex);
  assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(short_messages_have_the_digests_of_the_standard),
    cmocka_unit_test(padding_may_need_another_block),
    cmocka_unit_test(a_million_times_a),
    cmocka_unit_test(no_bytes_need_no_pointer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
