// bench_symbolic.c -- construction of nodes, derivatives, memory.
//
// "mixed" builds sums and products of recent values: every operand is a random choice among 1024,
// so almost every result is new and every look-up misses. "rotations" multiplies rotation matrices
// of a long chain, as formulations do: results often exist already.
// SPDX-License-Identifier: MIT
#include "benchmarks/timing.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/expr.h"
#include "symbolic/matrix/vector.h"
#include "symbolic/steps.h"

#include <stdio.h>
#include <stdlib.h>

enum { RING = 1024, SYMBOLS = 100, ROUNDS = 3 };

typedef struct Ring {
  const Expr *at[RING];
  unsigned random;
} Ring;

static void ring_start(Ring *ring, Pool *pool, Stage stage)
{
  ring->random = 1;
  for (int i = 0; i < RING; i++) {
    char name[16];
    snprintf(name, sizeof name, "x%d", i % SYMBOLS);
    ring->at[i] = expr_symbol(pool, name, stage);
  }
}

static void ring_step(Ring *ring, int i)
{
  ring->random = ring->random * 1664525U + 1013904223U;
  unsigned bits = ring->random >> 8;
  const Expr *a = ring->at[bits % RING], *b = ring->at[(bits >> 10) % RING];
  ring->at[i % RING] = (bits >> 21) & 1 ? expr_mul(a, b) : expr_add(a, b);
}

static void bench_mixed(int count)
{
  double best = 1e9, bytes = 0;
  size_t nodes = 0;
  for (int round = 0; round < ROUNDS; round++) {
    Pool *pool = pool_new(0);
    Ring ring;
    ring_start(&ring, pool, STAGE_PARAMETER);
    double start = cpu_seconds();
    for (int i = 0; i < count; i++)
      ring_step(&ring, i);
    double seconds = cpu_seconds() - start;
    if (seconds < best) best = seconds;
    nodes = pool_node_count(pool);
    bytes = (double)pool_bytes(pool) / (double)nodes;
    pool_free(pool);
  }
  printf(
      "construction, mixed      %9d calls %9zu nodes  %6.3f s  %5.2f million/s  %.1f bytes/node\n",
      count, nodes, best, count / best / 1e6, bytes);
}

static void bench_rotations(int joints)
{
  double best = 1e9;
  long calls = 0;
  for (int round = 0; round < ROUNDS; round++) {
    Pool *pool = pool_new(0);
    double start = cpu_seconds();
    calls = 0;
    for (int repeat = 0; repeat < 200; repeat++) {
      Mat3 R = mat3_identity(pool);
      for (int i = 0; i < joints; i++) {
        char name[16];
        snprintf(name, sizeof name, "q%d", (i + repeat) % joints);
        const Expr *angle = expr_symbol(pool, name, STAGE_POSITION);
        R = mat3_mul(R, mat3_rotation(vec3_unit(pool, (i + repeat) % 3), angle));
        calls += 45 + 45;  // a product of matrices, a rotation by Rodrigues
      }
    }
    double seconds = cpu_seconds() - start;
    if (seconds < best) best = seconds;
    pool_free(pool);
  }
  printf("construction, rotations  %9ld calls %32.3f s  %5.2f million/s\n", calls, best,
         (double)calls / best / 1e6);
}

static void bench_derivative(int count)
{
  double best = 1e9;
  int nodes = 0;
  for (int round = 0; round < ROUNDS; round++) {
    Pool *pool = pool_new(0);
    Ring ring;
    ring_start(&ring, pool, STAGE_POSITION);
    const Expr *total = expr_integer(pool, 0);
    for (int i = 0; i < count; i++) {
      ring_step(&ring, i);
      if (i % 8 == 0) total = expr_add(total, ring.at[i % RING]);
    }
    Steps steps = steps_of(&total, 1);
    nodes = steps.count;
    steps_free(&steps);
    double start = cpu_seconds();
    expr_derivative(total, expr_find_symbol(pool, "x7"));
    double seconds = cpu_seconds() - start;
    if (seconds < best) best = seconds;
    pool_free(pool);
  }
  printf("derivative               %9d nodes %32.4f s\n", nodes, best);
}

int main(void)
{
  puts(
      "symbolic: best of 3, processor time of one core (targets: 5 million/s; derivative of 100000 "
      "nodes in 0.1 s)");
  bench_mixed(100000);
  bench_mixed(1000000);
  bench_mixed(10000000);
  bench_rotations(100);
  bench_derivative(90000);
  return 0;
}
