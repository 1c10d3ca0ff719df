// test_field.c -- field arithmetic against FLINT's, and the roots of unity.
// SPDX-License-Identifier: MIT
#include "symbolic/field/field.h"

#include <flint/fmpz.h>
#include <flint/ulong_extras.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void the_moduli_are_primes_of_the_stated_shape(void **state)
{
  (void)state;
  for (int k = 0; k < FIELD_COUNT; k++) {
    assert_true(n_is_prime(FIELD[k].prime));
    assert_true(FIELD[k].prime + FIELD[k].gap == UINT64_C(1) << 61);
    assert_int_equal(FIELD[k].prime % UNITY_ORDER, 1);
    assert_int_equal(n_sqrtmod(FIELD[k].nonresidue, FIELD[k].prime), 0);
  }
}

static void arithmetic_agrees_with_flint(void **state)
{
  (void)state;
  flint_rand_t random;
  flint_randinit(random);
  for (int i = 0; i < 20000; i++) {
    Field field = FIELD[i % 2];
    // corners as often as the middle
    uint64_t a = i % 5 == 0 ? field.prime - 1 - (uint64_t)i % 3 : n_randint(random, field.prime);
    uint64_t b = i % 7 == 0 ? (uint64_t)i % 2 : n_randint(random, field.prime);
    ulong inverse_of_prime = n_preinvert_limb(field.prime);
    assert_true(field_mul(field, a, b) == n_mulmod2_preinv(a, b, field.prime, inverse_of_prime));
    assert_true(field_add(field, a, b) == n_addmod(a, b, field.prime));
    assert_true(field_sub(field, a, b) == n_submod(a, b, field.prime));
    assert_true(field_neg(field, a) == n_negmod(a, field.prime));
    uint64_t any = i % 3 == 0 ? UINT64_MAX - (uint64_t)i : n_randtest(random);
    assert_true(field_residue(field, any) == any % field.prime);
    if (a != 0) assert_true(field_inverse(field, a) == n_invmod(a, field.prime));
    uint64_t root = field_root(field, a);
    assert_true((root == 0) == (n_sqrtmod(a, field.prime) == 0));
    assert_true(root == 0 || field_mul(field, root, root) == a);
  }
  flint_randclear(random);
}

static void the_roots_of_unity_have_their_orders(void **state)
{
  (void)state;
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t root = FIELD[k].unity;
    assert_true(field_power(FIELD[k], root, UNITY_ORDER) == 1);
    assert_true(field_power(FIELD[k], root, UNITY_ORDER / 2) == FIELD[k].prime - 1);
    assert_true(field_power(FIELD[k], root, UNITY_ORDER / 3) != 1);
    assert_true(field_power(FIELD[k], root, UNITY_ORDER / 5) != 1);
    assert_true(field_power(FIELD[k], root, UNITY_ORDER / 4) == FIELD[k].i);
  }
}

static void hashes_depend_on_every_input(void **state)
{
  (void)state;
  uint64_t base = field_hash(FIELD[0], 1, 2, "theta1", 6);
  assert_true(base > 0 && base < FIELD[0].prime);
  assert_true(base == field_hash(FIELD[0], 1, 2, "theta1", 6));
  assert_true(base != field_hash(FIELD[0], 2, 2, "theta1", 6));
  assert_true(base != field_hash(FIELD[0], 1, 3, "theta1", 6));
  assert_true(base != field_hash(FIELD[1], 1, 2, "theta1", 6));
  assert_true(base != field_hash(FIELD[0], 1, 2, "theta2", 6));
  assert_true(field_hash(FIELD[0], 1, 2, "a\0", 2) != field_hash(FIELD[0], 1, 2, "a", 1));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_moduli_are_primes_of_the_stated_shape),
    cmocka_unit_test(arithmetic_agrees_with_flint),
    cmocka_unit_test(the_roots_of_unity_have_their_orders),
    cmocka_unit_test(hashes_depend_on_every_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
