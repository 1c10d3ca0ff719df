// test_operational.c -- the model of a point or frame against the equations of motion it comes
// from.
//
// With J square, J^T lambda J = M, and M qdd + h + G = J^T (lambda a + mu + p) where a is the
// acceleration of the site: nothing of it is used to derive them when J is large. With more
// coordinates than rows the same holds behind lambda J M^-1.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "formulation/builder.h"
#include "symbolic/algebra.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 8 };

typedef struct Model {
  Case c;
  int n, rows;
  int place[MOST];  // of the rows in jac and accel
  const Expr *J[MOST * MOST];
  const Expr *a[MOST];
  const Expr *const *lambda, *const *mu, *const *p;
  const Expr *const *M, *const *h, *const *G, *const *inverse;
} Model;

static void model_open(Model *model, const char *example, const char *more, const char *site,
                       const char *axes)
{
  static const char *const ROWS[] = { "vx", "vy", "vz", "wx", "wy", "wz" };
  Case *c = &model->c;
  case_open_example(c, example, more, "energy");
  model->n = c->mechanism->coordinate_count;
  model->lambda = case_entries(c, "lambda:%s/%s", site, axes);
  model->mu = case_entries(c, "mu:%s/%s", site, axes);
  model->p = case_entries(c, "p:%s/%s", site, axes);
  const Expr *const *J = case_entries(c, "jac:%s/%s", site, axes);
  const Expr *const *a = case_entries(c, "accel:%s/%s", site, axes);
  Text key = { 0 };
  text_format(&key, "lambda:%s/%s", site, axes);
  const Quantity *lambda = equations_find(c->equations, text_string(&key));
  model->rows = lambda->rows;
  for (int r = 0; r < model->rows; r++) {
    for (int k = 0; k < 6; k++)
      if (strcmp(ROWS[k], lambda->row_labels[r]) == 0) model->place[r] = k;
    memcpy(model->J + r * model->n, J + model->place[r] * model->n, (size_t)model->n * sizeof(*J));
    model->a[r] = a[model->place[r]];
  }
  model->M = case_entries(c, "M");
  model->h = case_entries(c, "h");
  model->G = case_entries(c, "G");
  text_free(&key);
}

static const Expr *zero(const Model *model) { return expr_integer(model->c.equations->pool, 0); }

// M qdd + h + G of coordinate i
static const Expr *torque(const Model *model, int i)
{
  const Expr *result = sum(model->h[i], model->G[i]);
  for (int j = 0; j < model->n; j++) {
    const Expr *acceleration = acceleration_of(model->c.equations, j);
    result = sum(result, product(model->M[i * model->n + j], acceleration));
  }
  return result;
}

// lambda a + mu + p
static const Expr *force(const Model *model, int row)
{
  const Expr *result = sum(model->mu[row], model->p[row]);
  for (int r = 0; r < model->rows; r++)
    result = sum(result, product(model->lambda[row * model->rows + r], model->a[r]));
  return result;
}

static void assert_square(const Model *model)
{
  int n = model->n;
  assert_int_equal(model->rows, n);
  for (int i = 0; i < n; i++) {
    const Expr *left = zero(model);
    for (int r = 0; r < n; r++)
      left = sum(left, product(model->J[r * n + i], force(model, r)));
    assert_ptr_equal(left, torque(model, i));
    for (int j = 0; j < n; j++) {
      const Expr *entry = zero(model);
      for (int k = 0; k < n * n; k++) {
        const Expr *factor = product(model->J[k / n * n + i], model->lambda[k]);
        entry = sum(entry, product(factor, model->J[k % n * n + j]));
      }
      assert_ptr_equal(entry, model->M[i * n + j]);
    }
  }
}

// lambda J M^-1 J^T = 1, and J M^-1 (M qdd + h + G) = J M^-1 J^T (lambda a + mu + p)
static void assert_general(Model *model)
{
  int n = model->n, rows = model->rows;
  model->inverse = case_entries(&model->c, "dqdd/dtau");
  const Expr *JW[MOST * MOST], *S[MOST * MOST];
  for (int i = 0; i < rows * n; i++) {
    JW[i] = zero(model);
    for (int k = 0; k < n; k++)
      JW[i] = sum(JW[i], product(model->J[i / n * n + k], model->inverse[k * n + i % n]));
  }
  for (int i = 0; i < rows * rows; i++) {
    S[i] = zero(model);
    for (int k = 0; k < n; k++)
      S[i] = sum(S[i], product(JW[i / rows * n + k], model->J[i % rows * n + k]));
  }
  for (int i = 0; i < rows * rows; i++) {
    const Expr *entry = zero(model);
    for (int k = 0; k < rows; k++)
      entry = sum(entry, product(model->lambda[i / rows * rows + k], S[k * rows + i % rows]));
    assert_true(expr_is_integer(entry, i / rows == i % rows));
  }
  for (int r = 0; r < rows; r++) {
    const Expr *left = zero(model), *right = zero(model);
    for (int k = 0; k < n; k++)
      left = sum(left, product(JW[r * n + k], torque(model, k)));
    for (int k = 0; k < rows; k++)
      right = sum(right, product(S[r * rows + k], force(model, k)));
    assert_ptr_equal(left, right);
  }
}

static void the_tip_of_the_planar_arm_has_its_model_in_the_plane(void **state)
{
  (void)state;
  static const char *const AXES[] = { "ground", "q2" };
  for (int a = 0; a < 2; a++) {
    Model model;
    model_open(&model, "rr/rr.bl", "", "tip", AXES[a]);
    assert_square(&model);
    assert_general(&model);
    case_close(&model.c);
  }
}

// p of the arm by hand: the force at the tip that carries its weight.
static void the_gravity_force_is_that_of_statics(void **state)
{
  (void)state;
  Model model;
  model_open(&model, "rr/rr.bl",
             "let px = g*cos(θ1)*cos(θ1 + θ2)*(m1*LG1/L1 + m2 - m2*LG2/L2)/sin(θ2)\n", "tip",
             "ground");
  assert_ptr_equal(model.p[0], case_definition(&model.c, "px"));
  case_close(&model.c);
}

static void the_hand_of_a_six_joint_arm_has_all_six_directions(void **state)
{
  (void)state;
  Model model;
  model_open(&model, "puma560/puma560.bl", "", "link6", "ground");
  assert_square(&model);
  case_close(&model.c);
}

static void a_point_of_an_arm_with_more_joints_has_its_velocity(void **state)
{
  (void)state;
  Model model;
  model_open(&model, "puma560/puma560.bl", "", "wrist", "ground");
  assert_int_equal(model.rows, 3);
  assert_general(&model);
  case_close(&model.c);
}

static void directions_that_depend_on_each_other_are_refused(void **state)
{
  (void)state;
  Case c;
  case_open_example(&c, "rr/rr.bl", "", "energy");
  assert_refused(&c, "lambda:q2", "vx, vy, wz depend on each other in every configuration");
  assert_refused(&c, "mu:ground", "'ground' does not move");
  assert_refused(&c, "p:tp", "there is no frame or point 'tp'");
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_tip_of_the_planar_arm_has_its_model_in_the_plane),
    cmocka_unit_test(the_gravity_force_is_that_of_statics),
    cmocka_unit_test(the_hand_of_a_six_joint_arm_has_all_six_directions),
    cmocka_unit_test(a_point_of_an_arm_with_more_joints_has_its_velocity),
    cmocka_unit_test(directions_that_depend_on_each_other_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
