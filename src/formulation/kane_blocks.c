// kane_blocks.c -- square linear systems, block after block.
//
// Rows and unknowns are put in the order in which a person would solve them: a matching gives each
// row an unknown that it holds; rows that need one another's unknowns form a block, and blocks come
// behind those whose unknowns they need (Dulmage and Mendelsohn 1958). A block is solved by
// cofactors over its determinant: elimination would divide by entries that vanish where the
// inverse does not.
// SPDX-License-Identifier: MIT
#include "formulation/kane.h"
#include "symbolic/algebra.h"

enum { LARGEST_BLOCK = 10 };

typedef struct System {
  Arena *arena;
  const Expr *const *K;
  int n;
  int *row_of;  // the row that an unknown is matched with; -1: none yet
  bool *needs;  // n x n by unknown: is it found out of the other, through any number of rows?
} System;

// Rows and unknowns that go together.
typedef struct Block {
  int *rows;
  int *unknowns;
  int size;
} Block;

static bool holds(const System *system, int row, int unknown)
{
  return !is_zero(system->K[row * system->n + unknown]);
}

// ---- matching

// Gives every row on the way back to the first its new unknown.
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

// Finds a free unknown for a row; rows that have one may change it. Breadth first.
static void match_row(System *system, int row)
{
  int n = system->n, count = 0;
  int *queue = ARENA_ARRAY(system->arena, int, n);   // rows
  int *before = ARENA_ARRAY(system->arena, int, n);  // the row that an unknown was reached from
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

// Which unknowns are found out of which: the closure of what stands in a row (Warshall).
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

// The block that an unknown is the first of; empty if it is not.
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

// ---- cofactors

static const Expr *entry_of(const System *system, const Block *block, int i, int j)
{
  return system->K[block->rows[i] * system->n + block->unknowns[j]];
}

// minors[set]: of the first rows, one of them left out, and the columns of the set. By the last
// row; minors of smaller sets are known. Sets are bit masks.
static void minors_without(const System *system, const Block *block, int left_out,
                           const Expr *minors[])
{
  const Expr *like = system->K[0];
  int size = block->size;
  minors[0] = integer(like, 1);
  for (unsigned set = 1; set < 1U << size; set++) {
    int rows = __builtin_popcount(set), place = 0;
    if (rows >= size) continue;
    int row = rows - 1 < left_out ? rows - 1 : rows;
    minors[set] = integer(like, 0);
    for (int j = 0; j < size; j++) {
      if (!(set >> j & 1U)) continue;
      place++;
      const Expr *term = product(entry_of(system, block, row, j), minors[set & ~(1U << j)]);
      minors[set] =
          (rows - place) % 2 == 0 ? sum(minors[set], term) : difference(minors[set], term);
    }
  }
}

// cofactors[i * size + j] of the block, and its determinant.
static const Expr *find_cofactors(const System *system, const Block *block, const Expr *cofactors[])
{
  const Expr *minors[1U << LARGEST_BLOCK];
  int size = block->size;
  unsigned all = (1U << size) - 1;
  for (int i = 0; i < size; i++) {
    minors_without(system, block, i, minors);
    for (int j = 0; j < size; j++) {
      const Expr *minor = minors[all & ~(1U << j)];
      cofactors[i * size + j] = (i + j) % 2 == 0 ? minor : negative(minor);
    }
  }
  kane_shorten(cofactors, size * size);
  const Expr *determinant = integer(system->K[0], 0);
  for (int j = 0; j < size; j++) {
    const Expr *entry = entry_of(system, block, 0, j);
    determinant = sum(determinant, product(entry, cofactors[j]));
  }
  kane_shorten(&determinant, 1);
  return determinant;
}

// ---- solution

// B less what is known already, in the rows of the block.
static const Expr **right_hand_side(const System *system, const Block *block, const Expr *const B[],
                                    int columns, const Expr *const X[])
{
  const Expr **b = ARENA_ARRAY(system->arena, const Expr *, block->size *columns);
  for (int e = 0; e < block->size * columns; e++) {
    int row = block->rows[e / columns], column = e % columns;
    b[e] = B[row * columns + column];
    for (int u = 0; u < system->n; u++) {
      const Expr *known = X[u * columns + column];
      if (!known || !holds(system, row, u)) continue;
      b[e] = difference(b[e], product(system->K[row * system->n + u], known));
    }
  }
  return b;
}

static void solve_block(const System *system, const Block *block, const Expr *const B[],
                        int columns, const Expr *X[])
{
  int size = block->size;
  const Expr **cofactors = ARENA_ARRAY(system->arena, const Expr *, size *size);
  const Expr *determinant = find_cofactors(system, block, cofactors);
  const Expr **b = right_hand_side(system, block, B, columns, X);
  for (int e = 0; e < size * columns; e++) {
    int j = e / columns, column = e % columns;
    const Expr *numerator = integer(determinant, 0);
    for (int i = 0; i < size; i++) {
      numerator = sum(numerator, product(cofactors[i * size + j], b[i * columns + column]));
    }
    const Expr **x = &X[block->unknowns[j] * columns + column];
    *x = quotient(numerator, determinant);
    kane_shorten(x, 1);
  }
}

int blocks_solve(Scene *scene, const Expr *const K[], int n, const Expr *const B[], int columns,
                 const Expr *X[])
{
  Arena *arena = scene->equations->arena;
  System system = { arena, K, n, ARENA_ARRAY(arena, int, n), ARENA_ARRAY(arena, bool, n *n) };
  for (int u = 0; u < n; u++)
    system.row_of[u] = -1;
  for (int row = 0; row < n; row++)
    match_row(&system, row);
  find_needs(&system);
  for (int i = 0; i < n * columns; i++)
    X[i] = NULL;
  // who needs another one needs more than it
  for (int rank = 1; rank <= n; rank++) {
    for (int u = 0; u < n; u++) {
      if (count_needs(&system, u) != rank) continue;
      Block block = block_of(&system, u);
      if (block.size > LARGEST_BLOCK) return block.size;
      if (block.size > 0) solve_block(&system, &block, B, columns, X);
    }
  }
  return 0;
}
