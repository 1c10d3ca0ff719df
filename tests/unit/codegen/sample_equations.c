// sample_equations.c -- see sample_equations.h.
// SPDX-License-Identifier: MIT
#include "sample_equations.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/table_function.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_VARIABLES = 16, MAX_QUANTITIES = 16 };

static Equations *begin(const char *name, const char *title)
{
  Arena *arena = arena_new();
  Equations *equations = ARENA_NEW(arena, Equations);
  *equations = (Equations){
    .arena = arena,
    .pool = pool_new(1),
    .name = name,
    .title = title,
    .source_hash = "0123456789abcdef",
    .method = "hand",
    .parameters = ARENA_ARRAY(arena, Variable, MAX_VARIABLES),
    .coordinates = ARENA_ARRAY(arena, Variable, MAX_VARIABLES),
    .inputs = ARENA_ARRAY(arena, Variable, MAX_VARIABLES),
    .quantities = ARENA_ARRAY(arena, Quantity, MAX_QUANTITIES),
  };
  return equations;
}

// `value` is a decimal or NULL.
static const Expr *parameter(Equations *equations, const char *name, const char *value,
                             const char *unit)
{
  const Expr *symbol = expr_symbol(equations->pool, name, STAGE_PARAMETER);
  size_t length = 0;
  while (value && value[length] != '\0')
    length++;
  equations->parameters[equations->parameter_count++] = (Variable){
    .name = name,
    .symbol = symbol,
    .value = value ? expr_decimal(equations->pool, value, length) : NULL,
    .unit = unit,
    .meaning = "",
  };
  return symbol;
}

static const Expr *coordinate(Equations *equations, const char *name, const char *meaning)
{
  const Expr *symbol = expr_symbol(equations->pool, name, STAGE_POSITION);
  equations->coordinates[equations->coordinate_count++] =
      (Variable){ .name = name, .symbol = symbol, .unit = "rad", .meaning = meaning };
  return symbol;
}

static const Expr *input(Equations *equations, const char *name)
{
  const Expr *symbol = expr_symbol(equations->pool, name, STAGE_INPUT);
  equations->inputs[equations->input_count++] =
      (Variable){ .name = name, .symbol = symbol, .unit = "N.m", .meaning = "" };
  return symbol;
}

static const Expr **add(Equations *equations, Quantity quantity)
{
  assert(equations->quantity_count < MAX_QUANTITIES);
  quantity.entries = ARENA_ARRAY(equations->arena, const Expr *, quantity.rows *quantity.columns);
  equations->quantities[equations->quantity_count++] = quantity;
  return quantity.entries;
}

static const Expr *times(const Expr *a, const Expr *b, const Expr *c)
{
  return expr_mul(expr_mul(a, b), c);
}

// ---- planar arm

typedef struct Arm {
  const Expr *L1, *L2, *LG1, *LG2, *m1, *m2, *I1, *I2, *g;
  const Expr *q1, *q2;
} Arm;

static Arm arm_symbols(Equations *e)
{
  return (Arm){
    .L1 = parameter(e, "L1", "0.5", "m"),
    .L2 = parameter(e, "L2", "0.4", "m"),
    .LG1 = parameter(e, "LG1", NULL, "m"),
    .LG2 = parameter(e, "LG2", "0.2", "m"),
    .m1 = parameter(e, "m1", "2", "kg"),
    .m2 = parameter(e, "m2", "1.5", "kg"),
    .I1 = parameter(e, "I1z", NULL, "kg.m^2"),
    .I2 = parameter(e, "I2z", "0.03", "kg.m^2"),
    .g = parameter(e, "g", "9.81", "m/s^2"),
    .q1 = coordinate(e, "θ1", "C1 turns about z, from ground"),
    .q2 = coordinate(e, "θ2", "C2 turns about z, from q1"),
  };
}

static void add_arm_mass_matrix(Equations *e, const Arm *arm, const Expr **M)
{
  const Expr *coupling = times(arm->m2, arm->L1, arm->LG2);
  const Expr *forearm = expr_name("JX2", expr_add(arm->I2, times(arm->m2, arm->LG2, arm->LG2)));
  const Expr *swing = expr_mul(coupling, expr_call(OP_COS, arm->q2));
  const Expr *upper = expr_add(
      arm->I1, expr_add(times(arm->m1, arm->LG1, arm->LG1), times(arm->m2, arm->L1, arm->L1)));
  M[3] = forearm;
  M[1] = M[2] = expr_add(forearm, swing);
  M[0] = expr_add(upper, expr_add(M[1], swing));
  const Expr **out = add(e, (Quantity){ .key = "M",
                                        .function = "mass_matrix",
                                        .title = "mass matrix, symmetric",
                                        .unit = "kg.m^2",
                                        .rows = 2,
                                        .columns = 2,
                                        .is_symmetric = true });
  for (int k = 0; k < 4; k++)
    out[k] = M[k];
}

static const Expr **add_vector(Equations *e, const char *key, const char *function,
                               const char *title)
{
  return add(e, (Quantity){ .key = key,
                            .function = function,
                            .title = title,
                            .unit = "N.m",
                            .rows = 2,
                            .columns = 1 });
}

static void add_arm_forces(Equations *e, const Arm *arm, const Expr *const M[])
{
  const Expr *qd1 = expr_rate(arm->q1), *qd2 = expr_rate(arm->q2);
  const Expr *qdd1 = expr_rate(qd1), *qdd2 = expr_rate(qd2);
  const Expr *two = expr_integer(e->pool, 2);
  const Expr *c = expr_mul(times(arm->m2, arm->L1, arm->LG2), expr_call(OP_SIN, arm->q2));
  const Expr **h = add_vector(e, "h", "bias", "Coriolis and centrifugal forces");
  h[0] = expr_neg(expr_mul(c, expr_mul(qd2, expr_add(expr_mul(two, qd1), qd2))));
  h[1] = expr_mul(c, expr_mul(qd1, qd1));
  const Expr *c12 = expr_call(OP_COS, expr_add(arm->q1, arm->q2));
  const Expr **G = add_vector(e, "G", "gravity", "forces of gravity");
  G[1] = expr_mul(times(arm->m2, arm->g, arm->LG2), c12);
  const Expr *moment = expr_add(expr_mul(arm->m1, arm->LG1), expr_mul(arm->m2, arm->L1));
  G[0] = expr_add(G[1], times(moment, arm->g, expr_call(OP_COS, arm->q1)));
  const Expr **tau = add_vector(e, "tau", "inverse_dynamics", "torques of the joints");
  for (int k = 0; k < 2; k++) {
    const Expr *const *row = k == 0 ? M : M + 2;
    const Expr *inertia = expr_add(expr_mul(row[0], qdd1), expr_mul(row[1], qdd2));
    tau[k] = expr_add(inertia, expr_add(h[k], G[k]));
  }
}

static void add_arm_tip(Equations *e, const Arm *arm)
{
  const Expr *q12 = expr_add(arm->q1, arm->q2);
  const Expr *x2 = expr_mul(arm->L2, expr_call(OP_COS, q12));
  const Expr *y2 = expr_mul(arm->L2, expr_call(OP_SIN, q12));
  const Expr *x = expr_add(expr_mul(arm->L1, expr_call(OP_COS, arm->q1)), x2);
  const Expr *y = expr_add(expr_mul(arm->L1, expr_call(OP_SIN, arm->q1)), y2);
  const Expr **position = add(e, (Quantity){ .key = "fk:tip",
                                             .function = "position_tip",
                                             .title = "position of tip",
                                             .unit = "m",
                                             .rows = 3,
                                             .columns = 1 });
  position[0] = x;
  position[1] = y;
  position[2] = expr_integer(e->pool, 0);
  const Expr **jacobian = add(e, (Quantity){ .key = "jac:tip",
                                             .function = "jacobian_tip",
                                             .title = "Jacobian of tip",
                                             .unit = "m",
                                             .rows = 2,
                                             .columns = 2 });
  jacobian[0] = expr_neg(y);
  jacobian[1] = expr_neg(y2);
  jacobian[2] = x;
  jacobian[3] = x2;
}

Equations *sample_arm(void)
{
  Equations *e = begin("rr", "Planar arm with two revolute joints");
  Arm arm = arm_symbols(e);
  const Expr *M[4];
  add_arm_mass_matrix(e, &arm, M);
  add_arm_forces(e, &arm, M);
  add_arm_tip(e, &arm);
  const Expr *qd[] = { expr_rate(arm.q1), expr_rate(arm.q2) };
  const Expr *twice = expr_add(expr_add(times(M[0], qd[0], qd[0]), times(M[3], qd[1], qd[1])),
                               expr_mul(expr_integer(e->pool, 2), times(M[1], qd[0], qd[1])));
  add(e, (Quantity){ .key = "T",
                     .function = "kinetic_energy",
                     .shape = QUANTITY_NUMBER,
                     .title = "kinetic energy",
                     .unit = "J",
                     .rows = 1,
                     .columns = 1 })[0] = expr_mul(expr_rational(e->pool, 1, 2), twice);
  const Expr *unmoved = expr_mul(arm.m1, arm.g);
  add(e, (Quantity){ .key = "V",
                     .function = "potential_energy",
                     .shape = QUANTITY_NUMBER,
                     .title = "potential energy",
                     .unit = "J",
                     .rows = 1,
                     .columns = 1 })[0] = unmoved;
  return e;
}

// ---- awkward names, every operator

static const Expr *every_function(Equations *e, const Expr *x, const Expr *y)
{
  Pool *pool = e->pool;
  static const Operator functions[] = { OP_SIN,  OP_COS,  OP_TAN,  OP_ATAN, OP_EXP,  OP_ABS,
                                        OP_SIGN, OP_SINH, OP_COSH, OP_TANH, OP_FLOOR };
  const Expr *sum = expr_call2(OP_ATAN2, x, y);
  for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
    const Expr *part = expr_call(functions[k], expr_add(x, expr_rational(pool, (long)k, 7)));
    sum = k % 2 ? expr_add(sum, part) : expr_sub(part, sum);
  }
  const Expr *bounded = expr_div(x, expr_add(expr_integer(pool, 2), expr_mul(x, x)));
  sum = expr_add(sum, expr_mul(expr_call(OP_ASIN, bounded), expr_call(OP_ACOS, bounded)));
  const Expr *positive = expr_add(expr_integer(pool, 1), expr_mul(y, y));
  sum = expr_sub(sum, expr_div(expr_call(OP_LOG, positive), expr_call(OP_SQRT, positive)));
  sum = expr_add(sum, expr_pow(positive, expr_decimal(pool, "1.3", 3)));
  sum = expr_add(sum, expr_call2(OP_MIN, x, expr_call2(OP_MAX, y, expr_neg(x))));
  return sum;
}

// A cubic table and its derivatives, a linear one whose name is a function's; points apart from the
// states of tests.
static const Expr *every_table(Equations *e, const Expr *x)
{
  static const double at[] = { -1.5, -0.1, 0.3, 1e-3 + 1, 2.5 }, y[] = { 1, -0.7, 0.1, 2e5, -3 };
  TableDescription description = { "θ_damper", 5, at, y, TABLE_CUBIC, OUTSIDE_LINEAR };
  int point;
  Text why = { 0 };
  const TableFunction *cubic = table_function_new(e->pool, &description, &point, &why);
  description = (TableDescription){ "sign", 5, at, y, TABLE_LINEAR, OUTSIDE_CONSTANT };
  const TableFunction *linear = table_function_new(e->pool, &description, &point, &why);
  const Expr *sum = expr_mul(expr_table(linear, 0, expr_sub(x, expr_integer(e->pool, 1))),
                             expr_table(linear, 1, x));
  for (int order = 0; order <= 3; order++)
    sum = expr_sub(expr_table(cubic, order, x), sum);
  return sum;
}

static const Expr *every_choice(Equations *e, const Expr *x, const Expr *y, const Expr *t)
{
  Pool *pool = e->pool;
  const Expr *truth = expr_call2(OP_LE, x, y);
  const Expr *first = expr_if(truth, expr_sub(x, t), expr_neg(y));
  const Expr *second = expr_if(expr_call2(OP_NE, expr_mul(x, y), t), t, expr_integer(pool, 3));
  const Expr *third = expr_if(expr_call2(OP_EQ, x, y), x, expr_if(expr_call2(OP_LT, y, t), y, t));
  return expr_add(expr_mul(first, second), expr_sub(third, expr_mul(truth, x)));
}

Equations *sample_awkward(void)
{
  Equations *e = begin("double", "Names? Trigraphs ?"
                                 "?/ \\");
  Pool *pool = e->pool;
  const Expr *p1 = parameter(e, "int", "0.1", "m");
  const Expr *p2 = parameter(e, "θ", "1e-30", "");
  const Expr *p3 = parameter(e, "theta", NULL, "");
  const Expr *p4 = parameter(e, "é\\", "123456789.123456789", "");
  const Expr *x = coordinate(e, "sin", "a \\");
  const Expr *y = coordinate(e, "q",
                             "?"
                             "?/");
  const Expr *t = expr_symbol(pool, "t", STAGE_TIME);
  const Expr *u = input(e, "u[0]");
  const Expr *named = expr_name("M", expr_mul(p1, expr_sub(x, p3)));
  const Expr *pi = expr_pi(pool);
  const Expr **M = add(e, (Quantity){ .key = "while:x",
                                      .function = "struct",
                                      .title = "mixed \\",
                                      .unit = "",
                                      .rows = 5,
                                      .columns = 1 });
  M[4] = every_table(e, y);
  M[0] = expr_add(every_function(e, named, y), expr_mul(p2, pi));
  M[1] = expr_mul(every_choice(e, x, expr_mul(named, y), t), expr_call(OP_SQRT, p3));
  M[2] = expr_add(expr_div(p4, expr_sub(expr_rate(y), expr_integer(pool, 3))), expr_mul(u, u));
  M[3] = expr_sub(expr_neg(expr_pow_integer(x, 5)),
                  expr_sub(y, expr_sub(p1, expr_rational(pool, 1, 3))));
  add(e, (Quantity){ .key = "while:y",
                     .function = "struct",
                     .title = "the same name again",
                     .unit = "",
                     .rows = 1,
                     .columns = 1 })[0] = expr_neg(expr_add(x, y));
  return e;
}

// ---- small and large

Equations *sample_pendulum(void)
{
  Equations *e = begin("p-1", "");
  const Expr *x = coordinate(e, "x", "");
  const Expr *third = expr_rational(e->pool, 1, 3);
  add(e, (Quantity){ .key = "M",
                     .function = "mass_matrix",
                     .title = "mass matrix",
                     .unit = "",
                     .rows = 1,
                     .columns = 1 })[0] = expr_add(third, expr_mul(x, x));
  add(e, (Quantity){ .key = "nothing",
                     .function = "nothing",
                     .title = "a constant",
                     .unit = "",
                     .rows = 1,
                     .columns = 1 })[0] = third;
  return e;
}

Equations *sample_large(int steps)
{
  Equations *e = begin("large", "");
  enum { SEEDS = 8, OUTPUTS = 5 };
  const Expr **values = ARENA_ARRAY(e->arena, const Expr *, SEEDS + steps);
  for (int k = 0; k < 3; k++) {
    values[k] = coordinate(e, arena_format(e->arena, "x%d", k), "");
    values[3 + k] = parameter(e, arena_format(e->arena, "a%d", k), NULL, "");
    if (k < 2) values[6 + k] = expr_rate(values[k]);
  }
  const Expr *half = expr_rational(e->pool, 3, 8);
  unsigned random = 12345;
  for (int k = SEEDS; k < SEEDS + steps; k++) {
    random = random * 1103515245U + 12345U;
    const Expr *a = values[k - 1];  // so every value is needed
    const Expr *b = values[(int)(random >> 16) % SEEDS];
    const Expr *c = values[(int)(random >> 12) % k];
    bool is_product = random >> 28 < 12;
    values[k] = is_product ? expr_sub(expr_mul(expr_mul(b, half), c), expr_mul(a, half))
                           : expr_add(expr_call(random >> 28 & 1 ? OP_SIN : OP_COS, a), c);
  }
  const Expr **out = add(e, (Quantity){ .key = "Y",
                                        .function = "values",
                                        .title = "values",
                                        .unit = "",
                                        .rows = OUTPUTS,
                                        .columns = 1 });
  for (int k = 0; k < OUTPUTS; k++)
    out[k] = values[SEEDS + steps - 1 - k * (steps / OUTPUTS)];
  add(e, (Quantity){ .key = "one",
                     .function = "one",
                     .title = "one value",
                     .unit = "",
                     .rows = 1,
                     .columns = 1 })[0] = values[SEEDS + steps - 1];
  return e;
}

Equations *sample_wide(int rows)
{
  Equations *e = begin("wide", "");
  const Expr *x = coordinate(e, "x", ""), *speed = expr_rate(x);
  const Expr **out = add(e, (Quantity){ .key = "Y",
                                        .function = "values",
                                        .title = "values",
                                        .unit = "",
                                        .rows = rows,
                                        .columns = 1 });
  for (int k = 0; k < rows; k++) {
    const Expr *number = expr_rational(e->pool, k + 1, 7);
    const Expr *place = expr_call(OP_EXP, expr_mul(x, number));
    const Expr *rate = expr_call(OP_EXP, expr_mul(speed, number));
    out[k] = expr_div(expr_add(place, rate), expr_sub(place, rate));
  }
  return e;
}

// ---- functions that can fail

static Variable torque(Equations *e, const char *name)
{
  return (Variable){
    .name = name, .symbol = expr_symbol(e->pool, name, STAGE_INPUT), .unit = "", .meaning = ""
  };
}

Equations *sample_forward(int steps)
{
  Equations *e = begin("forward", "");
  const Expr *x = coordinate(e, "x", ""), *y = coordinate(e, "y", "");
  const Expr *a = parameter(e, "a", NULL, ""), *u = input(e, "u1");
  e->torques = ARENA_ARRAY(e->arena, Variable, 2);
  e->torques[0] = torque(e, "tau[x]");
  e->torques[1] = torque(e, "tau[y]");
  const Expr *value = expr_rate(y);
  for (int k = 0; k < steps; k++) {
    const Expr *part = expr_mul(value, expr_rational(e->pool, k + 1, 4096));
    value = expr_call(k % 2 ? OP_SIN : OP_COS, expr_add(part, expr_mul(a, k % 3 ? x : y)));
  }
  Pivot *pivots = ARENA_ARRAY(e->arena, Pivot, 2);
  const Expr *positive = expr_add(expr_integer(e->pool, 1), expr_mul(y, y));
  pivots[0] = (Pivot){ .value = positive, .coordinate = 2, .constraint = "c: y" };
  pivots[1] = (Pivot){ .value = x, .coordinate = 0 };
  const Expr **qdd = add(e, (Quantity){ .key = "qdd",
                                        .function = "forward_dynamics",
                                        .title = "forward dynamics",
                                        .unit = "",
                                        .rows = 2,
                                        .columns = 1,
                                        .pivots = pivots,
                                        .pivot_count = 2 });
  const Expr *acting = expr_sub(e->torques[0].symbol, expr_mul(value, u));
  qdd[0] = expr_div(acting, x);
  qdd[1] = expr_sub(expr_div(e->torques[1].symbol, pivots[0].value), expr_mul(value, qdd[0]));
  return e;
}

// ---- constraints

static const Expr **add_constraints(Equations *e, const char *key, const char *function,
                                    int columns)
{
  return add(e, (Quantity){ .key = key,
                            .function = function,
                            .title = "constraints",
                            .unit = "",
                            .rows = 2,
                            .columns = columns });
}

// Two bars of length l and 1.5 whose ends meet, one end of the second moving with time.
Equations *sample_loop(void)
{
  Equations *e = begin("loop", "");
  const Expr *x = coordinate(e, "x", ""), *y = coordinate(e, "y", "");
  const Expr *l = parameter(e, "l", "2", "m"), *t = expr_symbol(e->pool, "t", STAGE_TIME);
  const Expr *half = expr_rational(e->pool, 3, 2);
  const Expr *first[] = { expr_mul(l, expr_call(OP_COS, x)), expr_mul(l, expr_call(OP_SIN, x)) };
  const Expr *second[] = { expr_mul(half, expr_call(OP_COS, y)),
                           expr_mul(half, expr_call(OP_SIN, y)) };
  const Expr **Phi = add_constraints(e, "Phi", "constraints", 1);
  Phi[0] = expr_sub(expr_sub(first[0], second[0]), expr_add(t, expr_rational(e->pool, 5, 2)));
  Phi[1] = expr_sub(first[1], second[1]);
  const Expr **Phi_q = add_constraints(e, "Phi_q", "constraint_jacobian", 2);
  Phi_q[0] = expr_neg(first[1]);
  Phi_q[1] = second[1];
  Phi_q[2] = first[0];
  Phi_q[3] = expr_neg(second[0]);
  const Expr **Phi_t = add_constraints(e, "Phi_t", "constraint_time_rate", 1);
  Phi_t[0] = expr_integer(e->pool, -1);
  Phi_t[1] = expr_integer(e->pool, 0);
  return e;
}
