// test_signature.c -- which arguments the functions take.
// SPDX-License-Identifier: MIT
#include "codegen/routine/signature.h"
#include "formulation/quantities.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST = 16 };

// The signature of a quantity whose entries and pivots are one operation on all these inputs.
static Signature signature_with(const Quantity *quantity, ProgramInput inputs[], int count)
{
  Step at[MAX_ARITY + 1];
  int registers[MOST];
  for (int k = 0; k <= count; k++)
    at[k] = (Step){ .op = OP_SYMBOL, .arg = { -1, -1, -1 } };
  for (int k = 0; k < count; k++)
    at[count].arg[k] = k;
  for (int k = 0; k < MOST; k++)
    registers[k] = count;
  Output output = { .quantity = quantity, .registers = registers };
  Program program = { .inputs = inputs,
                      .input_count = count,
                      .steps = { .at = at, .count = count + 1 },
                      .outputs = &output,
                      .output_count = 1 };
  return signature_of(&program, 0);
}

// Of the quantity `key`, with the shape that its row gives it.
static Signature signature(const char *key, int rows, const ValueSource sources[], int count)
{
  const QuantityInfo *info = quantity_find(key);
  QuantityShape shape = info ? info->shape : QUANTITY_BY_COLUMNS;
  Quantity quantity = { .key = key, .rows = rows, .columns = 1, .shape = shape };
  ProgramInput inputs[MAX_ARITY] = { 0 };
  for (int k = 0; k < count; k++)
    inputs[k].source = sources[k];
  return signature_with(&quantity, inputs, count);
}

static void the_contract_fixes_well_known_functions(void **state)
{
  (void)state;
  Signature mass = signature("M", 4, NULL, 0);
  assert_int_equal(mass.takes, TAKES_Q);
  Signature inverse = signature("tau", 2, NULL, 0);
  assert_int_equal(inverse.takes, TAKES_Q | TAKES_QD | TAKES_QDD);
  Signature tip = signature("fk:tip", 16, NULL, 0);
  assert_int_equal(tip.takes, TAKES_Q);
  assert_int_equal(signature("twist:tip", 16, NULL, 0).takes, 0);
}

static void what_a_quantity_uses_besides_is_added(void **state)
{
  (void)state;
  const ValueSource sources[] = { SOURCE_PARAMETERS, SOURCE_TIME, SOURCE_INPUTS };
  Signature inverse = signature("tau", 2, sources, 3);
  assert_int_equal(inverse.takes, TAKES_Q | TAKES_QD | TAKES_QDD | TAKES_TIME | TAKES_INPUTS);
}

static void torques_and_inputs_are_told_apart_and_pivots_make_a_function_fail(void **state)
{
  (void)state;
  Pivot pivots[] = { { .coordinate = 0 } };
  Quantity quantity = { .key = "qdd", .rows = 1, .columns = 1, .pivots = pivots, .pivot_count = 1 };
  ProgramInput inputs[] = { { .source = SOURCE_INPUTS }, { .source = SOURCE_TORQUES } };
  Signature both = signature_with(&quantity, inputs, 2);
  assert_int_equal(both.takes, TAKES_Q | TAKES_QD | TAKES_TORQUES | TAKES_INPUTS);
  assert_true(both.is_array && both.can_fail);
  quantity.key = "reach";
  assert_int_equal(signature_with(&quantity, inputs, 1).takes, TAKES_INPUTS);
  quantity.pivot_count = 0;
  assert_false(signature_with(&quantity, inputs, 1).can_fail);
}

static void the_highest_stage_brings_the_lower_ones(void **state)
{
  (void)state;
  const ValueSource speeds[] = { SOURCE_QD };
  assert_int_equal(signature("height", 1, speeds, 1).takes, TAKES_Q | TAKES_QD);
  const ValueSource accelerations[] = { SOURCE_QDD };
  assert_int_equal(signature("height", 1, accelerations, 1).takes, TAKES_Q | TAKES_QD | TAKES_QDD);
}

static void one_number_is_returned_but_a_matrix_of_one_is_an_array(void **state)
{
  (void)state;
  assert_false(signature("height", 1, NULL, 0).is_array);
  assert_false(signature("T", 1, NULL, 0).is_array);
  assert_true(signature("M", 1, NULL, 0).is_array);
  assert_true(signature("height", 2, NULL, 0).is_array);
  assert_false(signature("det:tip", 1, NULL, 0).is_array);
}

static void an_entry_is_returned_and_takes_what_the_whole_takes(void **state)
{
  (void)state;
  Quantity entry = { .key = "tau[2]", .rows = 1, .columns = 1, .shape = QUANTITY_NUMBER };
  Signature alone = signature_with(&entry, NULL, 0);
  assert_int_equal(alone.takes, TAKES_Q | TAKES_QD | TAKES_QDD);
  assert_false(alone.is_array);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_contract_fixes_well_known_functions),
    cmocka_unit_test(what_a_quantity_uses_besides_is_added),
    cmocka_unit_test(torques_and_inputs_are_told_apart_and_pivots_make_a_function_fail),
    cmocka_unit_test(the_highest_stage_brings_the_lower_ones),
    cmocka_unit_test(one_number_is_returned_but_a_matrix_of_one_is_an_array),
    cmocka_unit_test(an_entry_is_returned_and_takes_what_the_whole_takes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
