// test_quantities.c -- the table of quantities, the recipes and what is derived agree.
// SPDX-License-Identifier: MIT
#include "case.h"

#include "formulation/quantities.h"
#include "formulation/recipes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const Recipe *const TABLES[] = {
  LAGRANGE_RECIPES,    ENERGY_RECIPES,     UICKER_RECIPES, KANE_RECIPES,      NEWTON_EULER_RECIPES,
  NO_CORIOLIS_RECIPES, NEGLIGIBLE_RECIPES, COMMON_RECIPES, KINEMATIC_RECIPES,
};
enum { TABLE_COUNT = sizeof TABLES / sizeof TABLES[0] };

static void every_recipe_has_a_row_of_its_key(void **state)
{
  (void)state;
  for (int t = 0; t < TABLE_COUNT; t++) {
    for (const Recipe *recipe = TABLES[t]; recipe->key; recipe++) {
      const QuantityInfo *info = quantity_find(recipe->key);
      if (!info || strcmp(info->key, recipe->key) != 0) fail_msg("no row of '%s'", recipe->key);
    }
  }
}

static void every_row_has_a_recipe(void **state)
{
  (void)state;
  for (int i = 0; quantity_info(i); i++) {
    const char *key = quantity_info(i)->key;
    bool is_there = recipe_find(COMMON_RECIPES, key) || recipe_find(KINEMATIC_RECIPES, key);
    for (int m = 0; formulation_info(m); m++)
      is_there = is_there || formulation_has_recipe(formulation_info(m), key);
    if (!is_there) fail_msg("no method derives '%s'", key);
  }
}

static void what_needs_no_equations_of_motion_has_its_recipe_among_those(void **state)
{
  (void)state;
  for (int i = 0; quantity_info(i); i++) {
    const QuantityInfo *info = quantity_info(i);
    bool is_kinematic = recipe_find(KINEMATIC_RECIPES, info->key) != NULL;
    if (formulation_is_kinematic(info->key) != is_kinematic) fail_msg("%s", info->key);
  }
  assert_false(formulation_is_kinematic("nothing"));
  assert_true(formulation_is_kinematic("fk:tip[1,2]"));
  assert_true(formulation_is_kinematic("Phi[2]"));
}

static void rows_have_keys_and_functions_of_their_own_and_stand_by_groups(void **state)
{
  (void)state;
  for (int i = 0; quantity_info(i); i++) {
    const QuantityInfo *info = quantity_info(i);
    bool is_family = info->key[strlen(info->key) - 1] == ':';
    assert_int_equal(is_family, info->subject[0] != '\0');
    assert_int_equal(is_family, strstr(info->function, "%s") != NULL);
    assert_true(i == 0 || info->group == quantity_info(i - 1)->group ||
                info->group == quantity_info(i - 1)->group + 1);
    for (int k = 0; k < i; k++) {
      assert_string_not_equal(info->key, quantity_info(k)->key);
      assert_string_not_equal(info->function, quantity_info(k)->function);
    }
  }
}

static void names_go_into_functions_and_titles(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  const QuantityInfo *pose = quantity_find("fk:tip/R2"), *inertia = quantity_find("lambda:tip");
  assert_string_equal(quantity_function(arena, pose, "tip/R2"), "position_tip_in_R2");
  assert_string_equal(quantity_function(arena, inertia, "tip"), "operational_inertia_tip");
  assert_string_equal(quantity_title(arena, inertia, "tip"), "operational inertia of tip");
  assert_string_equal(quantity_title(arena, quantity_find("T:arm"), "arm"),
                      "kinetic energy of arm");
  assert_string_equal(quantity_function(arena, quantity_find("M[1,2]"), ""), "mass_matrix");
  for (int i = 0; quantity_info(i); i++) {
    const QuantityInfo *info = quantity_info(i);
    if (info->subject[0]) assert_non_null(strstr(quantity_title(arena, info, "\x01"), "\x01"));
  }
  arena_free(arena);
}

// ---- what is derived

static const char MECHANISM[] =
    "param m, a, b, I, g, k, w\ngravity [0, -g, 0]\ninput F\nstate i = 0 : i' = w - i*k\n"
    "joint j1 : revolute z (q1) from ground\n"
    "body arm on j1 : mass m, com [a, 0, 0], inertia diag(0, 0, I)\n"
    "joint j2 : prismatic x (q2) from j1\n"
    "body load on j2 : mass m, com [b, 0, 0], inertia diag(I, I, I)\n"
    "joint j3 : prismatic y (q3) from j2\nbody tool on j3 : mass m, com [0, b, 0]\n"
    "point tip at [b, 0, 0] on j3\nforce push at tip = [F, 0, 0]\n"
    "constraint belt : q2 - a*q1 = 0\nconstraint slip : q3'*cos(q1) - b*q1' = 0\n"
    "when q2 > 1 : set q2' = -q2'\noutput place = position(tip)\n";

// The largest stage of what the arguments are; what comes behind them is not fixed.
static Stage stage_of(unsigned arguments)
{
  if (arguments & ARGUMENT_TAU) return STAGE_INPUT;
  if (arguments & ARGUMENT_QDD) return STAGE_ACCELERATION;
  return arguments & ARGUMENT_QD ? STAGE_VELOCITY : STAGE_POSITION;
}

static void assert_size(const Equations *equations, const char *size, int count)
{
  char *end = NULL;
  long number = strtol(size, &end, 10);
  if (*end == '\0') assert_int_equal(count, number);
  if (strcmp(size, "n") == 0 || strcmp(size, "q") == 0)
    assert_int_equal(count, equations->coordinate_count);
}

static void assert_is_as_its_row(const Equations *equations, const QuantityInfo *info,
                                 const char *key)
{
  const Quantity *quantity = equations_find(equations, key);
  assert_size(equations, info->rows, quantity->rows);
  assert_size(equations, info->columns, quantity->columns);
  assert_int_equal(quantity_is_vector(quantity), info->shape == QUANTITY_VECTOR);
  assert_int_equal(quantity->row_labels && strcmp(info->rows, "n") == 0, 0);
  for (int e = 0; e < quantity->rows * quantity->columns; e++) {
    const Expr *entry = quantity->entries[e];
    int row = e / quantity->columns, column = e % quantity->columns;
    if (info->is_symmetric)
      assert_ptr_equal(entry, quantity->entries[column * quantity->rows + row]);
    bool is_free = entry->form->stage == STAGE_INPUT;  // inputs come behind
    if (info->arguments && !is_free && entry->form->stage > stage_of(info->arguments))
      fail_msg("%s depends on more than its row says", key);
  }
}

// With a name of the mechanism for the subject.
static const char *key_of(const QuantityInfo *info, Arena *arena)
{
  static const char *const NAMES[][2] = {
    { "BODY", "arm" }, { "JOINT", "j1" }, { "OUTPUT", "place" }, { "EVENT", "1" }
  };
  const char *name = info->subject[0] ? "tip" : "";
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
    name = strcmp(info->subject, NAMES[i][0]) == 0 ? NAMES[i][1] : name;
  return arena_format(arena, "%s%s", info->key, name);
}

// Those that the method alone has; NULL: those that all have. Counts those that are refused.
static int assert_quantities_are_as_their_rows(const FormulationInfo *method)
{
  Case c;
  Text why = { 0 };
  int refused = 0;
  case_open(&c, MECHANISM, method ? method->name : NULL);
  c.derivation->for_display = true;
  c.derivation->skip_shortening = true;
  for (int i = 0; quantity_info(i); i++) {
    const QuantityInfo *info = quantity_info(i);
    if (formulation_of_key_alone(info->key) != method) continue;
    const char *key = key_of(info, c.equations->arena);
    if (derivation_quantity(c.derivation, key, &why)) {
      assert_is_as_its_row(c.equations, info, key);
    } else {
      refused++;
    }
  }
  text_free(&why);
  case_close(&c);
  return refused;
}

static void every_quantity_is_as_its_row_says(void **state)
{
  (void)state;
  // operational space has no constraints, what tells the side has loops
  assert_int_equal(assert_quantities_are_as_their_rows(NULL), 6);
  for (int m = 0; formulation_info(m); m++)
    assert_int_equal(assert_quantities_are_as_their_rows(formulation_info(m)), 0);
}

// ---- requests

static void a_family_without_a_name_is_told_how_to_ask(void **state)
{
  (void)state;
  Case c;
  case_open(&c, MECHANISM, NULL);
  assert_refused(&c, "fk", "'fk' needs the name of a frame or point: fk:A or fk:A/B");
  assert_refused(&c, "jac:", "'jac:' needs the name of a frame or point: jac:P or jac:P/F");
  assert_refused(&c, "T:", "'T:' needs the name of a body: T:BODY");
  assert_refused(&c, "out", "'out' needs the name of an output: out:OUTPUT");
  assert_refused(&c, "lin:C",
                 "unknown quantity 'lin:C'; choose one of: lin:A lin:B lin:A_in lin:B_in lin:poly");
  assert_refused(&c, "qdd:fast", "choose one of: qdd:articulated qdd:factorised");
  assert_refused(&c, "base:Z", "choose one of: base:K");
  case_close(&c);
}

static void unknown_keys_are_answered_by_groups(void **state)
{
  (void)state;
  Case c;
  case_open(&c, MECHANISM, NULL);
  assert_refused(&c, "zzzz",
                 "unknown quantity 'zzzz'; choose one of: T V L E P Pa P_t T: V: (energies "
                 "and power), M C h G tau motion (equations of motion), Qe");
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_recipe_has_a_row_of_its_key),
    cmocka_unit_test(every_row_has_a_recipe),
    cmocka_unit_test(what_needs_no_equations_of_motion_has_its_recipe_among_those),
    cmocka_unit_test(rows_have_keys_and_functions_of_their_own_and_stand_by_groups),
    cmocka_unit_test(names_go_into_functions_and_titles),
    cmocka_unit_test(every_quantity_is_as_its_row_says),
    cmocka_unit_test(a_family_without_a_name_is_told_how_to_ask),
    cmocka_unit_test(unknown_keys_are_answered_by_groups),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
