// kane_blocks.c -- square linear systems, solved by block triangularisation.
//
// A matching assigns to each row an unknown that occurs in it. Rows that require one another's
// unknowns form a block, and blocks follow those whose unknowns they require (Dulmage and
// Mendelsohn 1958). A block is solved by cofactors over its determinant: elimination would divide
// by entries that vanish where the determinant does not.
// SPDX-License-Identifier: MIT
#include "formulation/methods/kane.h"
#include "symbolic/algebra.h"

typedef struct System {
  Arena *arena;
  Matrix K;
  int n;
  int *row_of;  // the row that an unknown is matched with; -1: none yet
  bool *needs;  // n x n by unknown: whether it depends on the other one, through any number of rows
} System;

// Matched rows and unknowns.
typedef struct Block {
  int *rows;
  int *unknowns;
  int size;
} Block;

static bool holds(const System *system, int row, int unknown)
{
  return !is_zero(matrix_get(system->K, row, unknown));
}

// ---- matching

// Reassigns the unknowns of all rows on the augmenting path back to the first row.
static void augment(System *system, const int before[], int unknown)
{
  while (unknown >= 0) {
    int row = before[unknown], freed = -1;
    for (int u = 0; u < system->n; u++)
      freed = system->row_of[u] == row ? u : freed;
    system->row_of[unknown] = row;
    if (freed >= 0) system->row_of[freed] = -1;
    unknown = freed;
  }
}

// Finds a free unknown for a row by breadth-first search; matched rows may change their unknown.
static void match_row(System *system, int row)
{
  int n = system->n, count = 0;
  int *queue = ARENA_ARRAY(system->arena, int, n);   // rows
  int *before = ARENA_ARRAY(system->arena, int, n);  // the row from which an unknown was reached
  bool *is_reached = ARENA_ARRAY(system->arena, bool, n);
  queue[count++] = row;
  for (int next = 0; next < count; next++) {
    for (int u = 0; u < n; u++) {
      if (is_reached[u] || !holds(system, queue[next], u)) continue;
      is_reached[u] = true;
      before[u] = queue[next];
      if (system->row_of[u] < 0) {
        augment(system, before, u);
        return;
      }
      queue[count++] = system->row_of[u];
    }
  }
}

// ---- blocks

// Transitive closure of the dependences between unknowns (Warshall's algorithm).
static void find_needs(System *system)
{
  int n = system->n;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      system->needs[i * n + j] = i == j || holds(system, system->row_of[i], j);
  }
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n && system->needs[i * n + k]; j++)
        system->needs[i * n + j] = system->needs[i * n + j] || system->needs[k * n + j];
    }
  }
}

// The block whose first unknown is `first`; empty if it is not the first of its block.
static Block block_of(const System *system, int first)
{
  int n = system->n;
  Block block = { ARENA_ARRAY(system->arena, int, n), ARENA_ARRAY(system->arena, int, n), 0 };
  for (int u = 0; u < n; u++) {
    if (!system->needs[first * n + u] || !system->needs[u * n + first]) continue;
    if (u < first) return (Block){ 0 };
    block.rows[block.size] = system->row_of[u];
    block.unknowns[block.size++] = u;
  }
  return block;
}

static int count_needs(const System *system, int unknown)
{
  int count = 0;
  for (int j = 0; j < system->n; j++)
    count += system->needs[unknown * system->n + j];
  return count;
}

// ---- solution

// B minus the terms of the unknowns already solved for, in the rows of the block.
static Matrix right_hand_side(const System *system, const Block *block, Matrix B, Matrix X)
{
  Matrix b = matrix_rows(B, block->rows, block->size);
  for (int i = 0; i < block->size; i++) {
    for (int c = 0; c < B.columns; c++) {
      for (int u = 0; u < system->n; u++) {
        const Expr *known = matrix_get(X, u, c), *entry = matrix_get(system->K, block->rows[i], u);
        if (!known || is_zero(entry)) continue;
        matrix_set(b, i, c, difference(matrix_get(b, i, c), product(entry, known)));
      }
    }
  }
  return b;
}

// X = adj(K) b / det(K), in the rows and columns of the block.
static void solve_block(const System *system, const Block *block, Matrix B, Matrix X)
{
  Matrix rows = matrix_rows(system->K, block->rows, block->size);
  Matrix K = matrix_columns(rows, block->unknowns, block->size);
  Matrix adjugate = matrix_adjugate(K);
  kane_shorten(adjugate);
  const Expr *determinant = expr_integer(K.pool, 0);
  for (int j = 0; j < block->size; j++) {
    const Expr *term = product(matrix_get(K, 0, j), matrix_get(adjugate, j, 0));
    determinant = sum(determinant, term);
  }
  kane_shorten(matrix_of(K.arena, K.pool, 1, 1, &determinant));
  Matrix x = matrix_mul(adjugate, right_hand_side(system, block, B, X));
  for (int j = 0; j < x.rows; j++) {
    for (int c = 0; c < x.columns; c++)
      matrix_set(x, j, c, quotient(matrix_get(x, j, c), determinant));
  }
  kane_shorten(x);
  for (int j = 0; j < x.rows; j++) {
    for (int c = 0; c < x.columns; c++)
      matrix_set(X, block->unknowns[j], c, matrix_get(x, j, c));
  }
}

int blocks_solve(Matrix K, Matrix B, Matrix *X)
{
  Arena *arena = K.arena;
  int n = K.rows;
  System system = { arena, K, n, ARENA_ARRAY(arena, int, n), ARENA_ARRAY(arena, bool, n *n) };
  for (int u = 0; u < n; u++)
    system.row_of[u] = -1;
  for (int row = 0; row < n; row++)
    match_row(&system, row);
  find_needs(&system);
  const Expr **unknown = ARENA_ARRAY(arena, const Expr *, n *B.columns);  // NULL: unsolved
  *X = matrix_over(arena, K.pool, n, B.columns, unknown);
  // an unknown that depends on another one has a higher count of dependences
  for (int rank = 1; rank <= n; rank++) {
    for (int u = 0; u < n; u++) {
      if (count_needs(&system, u) != rank) continue;
      Block block = block_of(&system, u);
      if (block.size > MATRIX_MAX_MINORS) return block.size;
      if (block.size > 0) solve_block(&system, &block, B, *X);
    }
  }
  return 0;
}
