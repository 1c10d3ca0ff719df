// routine_schedule.c -- instruction scheduling: the order in which statements run fast.
//
// routine_order() orders statements for reading, stage by stage. For speed, few values should be
// live at a time, because values that exceed the registers are spilled to memory, and several
// independent chains of operations should be interleaved, because each operation has a latency of
// some cycles. Up to MAX_LIST_LENGTH statements are list-scheduled: of the ready statements, the
// one with the longest critical path is taken first; with MAX_ALIVE live values, the one that frees
// most values. Longer routines follow their results depth first, so that values are used soon after
// they are computed, and statements that can free many values early are moved forward; then each
// stretch of STRETCH statements is list-scheduled with fewer live values.
//
// Sines and cosines of inputs stay first and checks last. Routines of up to MAX_FOR_DISPLAY
// statements, which fit on a page and gain nothing, are not reordered. The order does not change
// any bit of the results.
// SPDX-License-Identifier: MIT
#include "codegen/routine/routine.h"

#include <stdlib.h>
#include <string.h>

enum {
  // measured on arms, legged robots and chains of 6 to 100 joints, gcc and clang
  // (docs/performance.md)
  MAX_FOR_DISPLAY = 40,
  MAX_LIST_LENGTH = 600,
  STRETCH = 200,
  MAX_ALIVE = 20,
  MAX_ALIVE_IN_STRETCH = 10,  // such code exceeds the cache: fewer instructions are faster
  HARVEST = 50,               // statements between two searches for early candidates
  FAR = 200,                  // minimum distance of a candidate, in statements
  MAX_CHOSEN = 500,
  // a current processor: operations issued per cycle, and latencies in cycles
  WIDTH = 2,
  CYCLES_OF_SUM = 4,
  CYCLES_OF_QUOTIENT = 13,
  CYCLES_OF_CALL = 40,
};

typedef struct Node {
  const int *needs;  // nodes whose values it reads
  int *users;
  int need_count;
  int user_count;
  int cycles;  // latency from its arguments to its value
  int operations;
  int depth;      // longest path in cycles from the inputs to its value
  int height;     // longest path in cycles from its start to the end
  int waiting;    // unplaced predecessors within the stretch
  int remaining;  // unplaced users within the stretch
  int ready;      // time when its arguments are available, in issue slots
  int place;      // index in the stretch; -1: not in it
} Node;

typedef struct Graph {
  Routine *routine;
  Node *nodes;  // one node for each statement
  int *node_of_value;
  int *seen_by;  // by node: the last node found to need it, + 1
  int *edges;
  int edge_count;
} Graph;

// ---- dependencies

static int cycles_of(Operator op)
{
  switch (op) {
  case OP_NEG: return 0;
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_ABS:
  case OP_IF: return CYCLES_OF_SUM;
  case OP_DIV:
  case OP_SQRT: return CYCLES_OF_QUOTIENT;
  default: return operator_info(op)->precedence == PREC_COMPARE ? CYCLES_OF_SUM : CYCLES_OF_CALL;
  }
}

static int walk(Graph *graph, int node, int place);

// Adds the operation that computes `place` to a node and returns its latency in cycles, including
// inlined arguments. The recursion is bounded because routine_inline() limits the width, and so the
// depth, of an expression.
static int walk_operation(Graph *graph, int node, int place)
{
  const Step *step = &graph->routine->steps->at[place];
  int longest = 0;
  for (int a = 0; a < routine_arity(graph->routine, place); a++) {
    int cycles = walk(graph, node, step->arg[a]);
    if (cycles > longest) longest = cycles;
  }
  int own = cycles_of(step->op);
  graph->nodes[node].operations += own > 0;
  return longest + own;
}

static void add_need(Graph *graph, int node, int other)
{
  if (graph->seen_by[other] == node + 1) return;
  graph->seen_by[other] = node + 1;
  graph->edges[graph->edge_count++] = other;
  graph->nodes[other].user_count++;
}

static int walk(Graph *graph, int node, int place)
{
  if (!routine_computes(graph->routine, place)) return 0;
  int other = graph->node_of_value[place];
  if (other < 0) return walk_operation(graph, node, place);
  add_need(graph, node, other);
  return 0;
}

static void add_node(Graph *graph, int index)
{
  const Routine *routine = graph->routine;
  const Statement *statement = &routine->statements[index];
  Node *node = &graph->nodes[index];
  node->needs = graph->edges + graph->edge_count;
  node->place = -1;
  int first = graph->edge_count;
  if (statement->value >= 0) {
    node->cycles = walk_operation(graph, index, statement->value);
  } else if (statement->check >= 0) {
    node->cycles = walk(graph, index, routine->checks[statement->check].value);
  } else if (routine->results[statement->result].copy_of >= 0) {
    int copied = routine->results[statement->result].copy_of;
    add_need(graph, index, index - statement->result + copied);
  } else {
    node->cycles = walk(graph, index, routine->results[statement->result].value);
  }
  node->need_count = graph->edge_count - first;
  int deepest = 0;
  for (int k = 0; k < node->need_count; k++) {
    int depth = graph->nodes[node->needs[k]].depth;
    if (depth > deepest) deepest = depth;
  }
  node->depth = deepest + node->cycles;
}

static void add_users(Graph *graph)
{
  int count = graph->routine->statement_count;
  int *users = ARENA_ARRAY(graph->routine->arena, int, graph->edge_count);
  for (int k = 0; k < count; k++) {
    graph->nodes[k].users = users;
    users += graph->nodes[k].user_count;
    graph->nodes[k].user_count = 0;
  }
  for (int k = 0; k < count; k++) {
    for (int i = 0; i < graph->nodes[k].need_count; i++) {
      Node *need = &graph->nodes[graph->nodes[k].needs[i]];
      need->users[need->user_count++] = k;
    }
  }
}

// Builds the dependency graph. The statements must be in a valid order.
static Graph graph_of(Routine *routine)
{
  int total = routine->steps->count, count = routine->statement_count;
  Graph graph = { .routine = routine,
                  .nodes = ARENA_ARRAY(routine->arena, Node, count),
                  .node_of_value = ARENA_ARRAY(routine->arena, int, total),
                  .seen_by = ARENA_ARRAY(routine->arena, int, count) };
  int most = count;
  for (int k = 0; k < total; k++) {
    graph.node_of_value[k] = -1;
    if (routine_computes(routine, k)) most += routine_arity(routine, k);
  }
  graph.edges = ARENA_ARRAY(routine->arena, int, most);
  for (int k = 0; k < count; k++) {
    if (routine->statements[k].value >= 0) graph.node_of_value[routine->statements[k].value] = k;
  }
  for (int k = 0; k < count; k++)
    add_node(&graph, k);
  add_users(&graph);
  return graph;
}

// ---- list scheduling

typedef struct List {
  Node *nodes;
  int *available;  // nodes all of whose predecessors are placed
  int available_count;
  int time;   // in issue slots, WIDTH per cycle
  int alive;  // values of the stretch that are still to be read in it
  int most_alive;
} List;

// Returns the change of the number of live values if the node is placed.
static int growth(const List *list, const Node *node)
{
  int change = node->remaining > 0;
  for (int k = 0; k < node->need_count; k++) {
    const Node *need = &list->nodes[node->needs[k]];
    change -= need->place >= 0 && need->remaining == 1;
  }
  return change;
}

static int wait_of(const List *list, const Node *node)
{
  return node->ready > list->time ? node->ready - list->time : 0;
}

// List-scheduling priority: below the limit of live values, the node that can start first and then
// the one with the longest critical path; at the limit, the node that frees most live values.
static bool comes_before(const List *list, const Node *a, const Node *b)
{
  int growth_a = growth(list, a), growth_b = growth(list, b);
  if (list->alive >= list->most_alive && growth_a != growth_b) return growth_a < growth_b;
  int wait_a = wait_of(list, a), wait_b = wait_of(list, b);
  if (wait_a != wait_b) return wait_a < wait_b;
  if (a->height != b->height) return a->height > b->height;
  if (growth_a != growth_b) return growth_a < growth_b;
  return a->place < b->place;
}

static int take_best(List *list)
{
  int best = 0;
  for (int k = 0; k < list->available_count; k++) {
    const Node *node = &list->nodes[list->available[k]];
    if (node->operations == 0) {  // an inlined result that only needs to be stored
      best = k;
      break;
    }
    if (comes_before(list, node, &list->nodes[list->available[best]])) best = k;
  }
  int taken = list->available[best];
  list->available[best] = list->available[--list->available_count];
  return taken;
}

static void release_users(List *list, const Node *node)
{
  for (int k = 0; k < node->user_count; k++) {
    Node *user = &list->nodes[node->users[k]];
    if (user->place < 0) continue;
    int ready = list->time + node->cycles * WIDTH;
    if (ready > user->ready) user->ready = ready;
    if (--user->waiting == 0) list->available[list->available_count++] = node->users[k];
  }
}

static void open_stretch(List *list, const int order[], int count)
{
  for (int k = 0; k < count; k++)
    list->nodes[order[k]].place = k;
  for (int k = count - 1; k >= 0; k--) {
    Node *node = &list->nodes[order[k]];
    node->height = node->cycles;
    node->waiting = node->remaining = node->ready = 0;
    for (int i = 0; i < node->user_count; i++) {
      const Node *user = &list->nodes[node->users[i]];
      if (user->place < 0) continue;
      node->remaining++;
      if (user->height + node->cycles > node->height) node->height = user->height + node->cycles;
    }
    for (int i = 0; i < node->need_count; i++)
      node->waiting += list->nodes[node->needs[i]].place >= 0;
    if (node->waiting == 0) list->available[list->available_count++] = order[k];
  }
}

// Reorders a stretch of the order by list scheduling.
static void list_stretch(const Graph *graph, int order[], int count, int most_alive)
{
  List list = { .nodes = graph->nodes,
                .available = ARENA_ARRAY(graph->routine->arena, int, count),
                .most_alive = most_alive };
  int *better = ARENA_ARRAY(graph->routine->arena, int, count);
  open_stretch(&list, order, count);
  for (int k = 0; k < count; k++) {
    better[k] = take_best(&list);
    Node *node = &graph->nodes[better[k]];
    list.alive += growth(&list, node);
    list.time += wait_of(&list, node);
    for (int i = 0; i < node->need_count; i++)
      graph->nodes[node->needs[i]].remaining--;
    list.time += node->operations;
    release_users(&list, node);
  }
  for (int k = 0; k < count; k++)
    graph->nodes[order[k]].place = -1;
  memcpy(order, better, sizeof *order * (size_t)count);
}

// ---- depth-first order

typedef struct Descent {
  const Graph *graph;
  bool *is_done;  // by node: placed or on the current path
  int *path;      // current path
  int *order;
  int count;
} Descent;

// Returns the unplaced predecessor with the greatest depth, or -1 if there is none.
static int deepest_need(const Descent *descent, const Node *node)
{
  int best = -1;
  for (int k = 0; k < node->need_count; k++) {
    int need = node->needs[k];
    if (descent->is_done[need]) continue;
    if (best < 0 || descent->graph->nodes[need].depth > descent->graph->nodes[best].depth)
      best = need;
  }
  return best;
}

static void descend(Descent *descent, int node)
{
  int length = 0;
  if (descent->is_done[node]) return;
  descent->is_done[node] = true;
  descent->path[length++] = node;
  while (length > 0) {
    int need = deepest_need(descent, &descent->graph->nodes[descent->path[length - 1]]);
    if (need >= 0) {
      descent->is_done[need] = true;
      descent->path[length++] = need;
    } else {
      descent->order[descent->count++] = descent->path[--length];
    }
  }
}

typedef struct Root {
  int node;
  int depth;
} Root;

static int compare_roots(const void *a, const void *b)
{
  const Root *x = a, *y = b;
  return x->depth != y->depth ? (x->depth > y->depth) - (x->depth < y->depth)
                              : (x->node > y->node) - (x->node < y->node);
}

// Depth-first order starting from the statements that assign results, by increasing depth;
// remaining statements follow in their present order.
static void follow_results(const Graph *graph, int order[], int count)
{
  Arena *arena = graph->routine->arena;
  Descent descent = { .graph = graph,
                      .is_done = ARENA_ARRAY(arena, bool, graph->routine->statement_count),
                      .path = ARENA_ARRAY(arena, int, count),
                      .order = ARENA_ARRAY(arena, int, count) };
  Root *roots = ARENA_ARRAY(arena, Root, count);
  int root_count = 0;
  memset(descent.is_done, true, (size_t)graph->routine->statement_count);
  for (int k = 0; k < count; k++) {
    const Node *node = &graph->nodes[order[k]];
    descent.is_done[order[k]] = false;
    if (graph->routine->statements[order[k]].result >= 0)
      roots[root_count++] = (Root){ order[k], node->depth };
  }
  qsort(roots, (size_t)root_count, sizeof *roots, compare_roots);
  for (int k = 0; k < root_count; k++)
    descend(&descent, roots[k].node);
  for (int k = 0; k < count; k++)
    descend(&descent, order[k]);
  memcpy(order, descent.order, sizeof *order * (size_t)count);
}

// ---- early computation
//
// In depth-first order a value is computed when it is needed, possibly long after its arguments,
// which stay live in between. Where computing ready operations at once reduces the number of live
// values, they are moved forward: for example the forces of links during the outward recursion,
// instead of keeping all products of their velocities.

typedef enum PlacementState {
  STANDS_OUTSIDE,
  STANDS_WAITING,
  STANDS_PLACED,
  PLACEMENT_CANDIDATE
} PlacementState;

typedef struct EarlyPlacement {
  const Graph *graph;
  PlacementState *standing;  // by node
  int *position;             // by node: index in the depth-first order
  int *open;                 // by node: users that are neither placed nor candidates
  int *chosen;               // candidates, each after its predecessors
  int chosen_count;
} EarlyPlacement;

static void place_node(EarlyPlacement *harvest, int node, int order[], int *count)
{
  const Node *it = &harvest->graph->nodes[node];
  for (int k = 0; k < it->need_count; k++)
    harvest->open[it->needs[k]]--;
  harvest->standing[node] = STANDS_PLACED;
  order[(*count)++] = node;
}

static bool could_be_chosen(const EarlyPlacement *harvest, int node, int from)
{
  const Node *it = &harvest->graph->nodes[node];
  if (harvest->standing[node] != STANDS_WAITING || harvest->position[node] < from) return false;
  for (int k = 0; k < it->need_count; k++) {
    if (harvest->standing[it->needs[k]] == STANDS_WAITING) return false;
  }
  return true;
}

static void choose_users(EarlyPlacement *harvest, int node, int from)
{
  const Node *it = &harvest->graph->nodes[node];
  for (int k = 0; k < it->user_count; k++) {
    int user = it->users[k];
    if (!could_be_chosen(harvest, user, from)) continue;
    harvest->standing[user] = PLACEMENT_CANDIDATE;
    harvest->chosen[harvest->chosen_count++] = user;
    const Node *chosen = &harvest->graph->nodes[user];
    for (int i = 0; i < chosen->need_count; i++)
      harvest->open[chosen->needs[i]]--;
  }
}

// Returns by how much the number of live values decreases if the node is deferred; all its users
// are deferred as well. Arguments that only this node still needs then stay live.
static int gain_of_waiting(const EarlyPlacement *harvest, const Node *node)
{
  int gain = node->user_count > 0;
  for (int k = 0; k < node->need_count; k++) {
    int need = node->needs[k];
    gain -= harvest->open[need] == 0 && harvest->standing[need] != STANDS_OUTSIDE;
  }
  return gain;
}

// Returns the candidate without candidate users whose deferral gains most, or -1, and its gain.
static int best_to_defer(const EarlyPlacement *harvest, int *gain)
{
  int best = -1;
  for (int k = 0; k < harvest->chosen_count; k++) {
    int index = harvest->chosen[k];
    const Node *node = &harvest->graph->nodes[index];
    if (harvest->standing[index] != PLACEMENT_CANDIDATE || harvest->open[index] < node->user_count)
      continue;
    int own = gain_of_waiting(harvest, node);
    if (best >= 0 && own < *gain) continue;
    best = index;
    *gain = own;
  }
  return best;
}

// Defers candidates one by one, and places those that remained when the number of live values was
// smallest.
static void place_best(EarlyPlacement *harvest, int order[], int *count)
{
  int kept = 0, least = 0, best = 0, total = harvest->chosen_count;
  int *waits = ARENA_ARRAY(harvest->graph->routine->arena, int, total);
  for (int k = 0, gain = 0; k < total; k++) {
    waits[k] = best_to_defer(harvest, &gain);
    const Node *node = &harvest->graph->nodes[waits[k]];
    harvest->standing[waits[k]] = STANDS_WAITING;
    for (int i = 0; i < node->need_count; i++)
      harvest->open[node->needs[i]]++;
    kept -= gain;
    if (kept > least) continue;
    least = kept;
    best = k + 1;
  }
  for (int k = best; k < total; k++)
    harvest->standing[waits[k]] = PLACEMENT_CANDIDATE;
  for (int k = 0; k < total; k++) {
    if (harvest->standing[harvest->chosen[k]] == PLACEMENT_CANDIDATE)
      place_node(harvest, harvest->chosen[k], order, count);
  }
}

static void end_early(const Graph *graph, int order[], int count)
{
  Arena *arena = graph->routine->arena;
  int total = graph->routine->statement_count, placed = 0;
  EarlyPlacement harvest = { .graph = graph,
                             .standing = ARENA_ARRAY(arena, PlacementState, total),
                             .position = ARENA_ARRAY(arena, int, total),
                             .open = ARENA_ARRAY(arena, int, total),
                             .chosen = ARENA_ARRAY(arena, int, count) };
  int *better = ARENA_ARRAY(arena, int, count);
  for (int k = 0; k < total; k++)
    harvest.open[k] = graph->nodes[k].user_count;
  for (int k = 0; k < count; k++) {
    harvest.standing[order[k]] = STANDS_WAITING;
    harvest.position[order[k]] = k;
  }
  for (int k = 0, start = 0; k < count; k++) {
    if (harvest.standing[order[k]] == STANDS_WAITING)
      place_node(&harvest, order[k], better, &placed);
    if ((k + 1) % HARVEST > 0) continue;
    harvest.chosen_count = 0;
    for (; start < placed; start++)
      choose_users(&harvest, better[start], k + FAR);
    for (int i = 0; i < harvest.chosen_count && harvest.chosen_count < MAX_CHOSEN; i++)
      choose_users(&harvest, harvest.chosen[i], k + FAR);
    place_best(&harvest, better, &placed);
  }
  memcpy(order, better, sizeof *order * (size_t)count);
}

// ---- entry point

typedef enum Rank { RANK_EARLY, RANK_FREE, RANK_CHECK } Rank;

static Rank rank_of(const Routine *routine, const Statement *statement)
{
  if (statement->check >= 0) return RANK_CHECK;
  bool is_early = statement->value >= 0 && routine->values[statement->value].is_early;
  return is_early ? RANK_EARLY : RANK_FREE;
}

// Lists the statements of a rank in order. Returns their number.
static int gather(const Routine *routine, Rank rank, int order[])
{
  int count = 0;
  for (int k = 0; k < routine->statement_count; k++) {
    if (rank_of(routine, &routine->statements[k]) == rank) order[count++] = k;
  }
  return count;
}

static void arrange(const Graph *graph, int order[], int count)
{
  if (count <= MAX_LIST_LENGTH) {
    list_stretch(graph, order, count, MAX_ALIVE);
    return;
  }
  follow_results(graph, order, count);
  end_early(graph, order, count);
  for (int k = 0; k < count; k += STRETCH)
    list_stretch(graph, order + k, count - k < STRETCH ? count - k : STRETCH, MAX_ALIVE_IN_STRETCH);
}

// Titles emitted so far.
typedef struct EmittedSections {
  bool *sections;
  bool results, checks;
  bool has_begun;  // a section title or the results title
} EmittedSections;

static const char *section_title(const Routine *routine, const SectionTitles *titles,
                                 const Statement *statement, EmittedSections *reported)
{
  int section = statement->value >= 0 ? routine->values[statement->value].section : -1;
  bool *is_reported = section >= 0 ? &reported->sections[section] : &reported->results;
  const char *title = section >= 0 ? titles->of_section[section] : titles->results;
  if (*is_reported) title = NULL;
  if (title && reported->has_begun)
    title = arena_format(routine->arena, "from here also %s", title);
  *is_reported = reported->has_begun = true;
  return title;
}

// Sets titles. After scheduling, stages are interleaved: a title marks where values of a further
// stage begin.
static void put_titles(Routine *routine, const SectionTitles *titles)
{
  EmittedSections reported = { .sections = ARENA_ARRAY(routine->arena, bool, titles->count) };
  for (int k = 0; k < routine->statement_count; k++) {
    Statement *statement = &routine->statements[k];
    if (rank_of(routine, statement) == RANK_EARLY) {
      statement->title = k == 0 ? titles->trigonometry : NULL;
    } else if (statement->check >= 0) {
      statement->title = reported.checks ? NULL : titles->checks;
      reported.checks = true;
    } else {
      statement->title = section_title(routine, titles, statement, &reported);
    }
  }
}

void routine_schedule(Routine *routine, const SectionTitles *titles)
{
  int count = routine->statement_count;
  if (count <= MAX_FOR_DISPLAY) return;
  Graph graph = graph_of(routine);
  int *order = ARENA_ARRAY(routine->arena, int, count);
  int early = gather(routine, RANK_EARLY, order);
  int free_count = gather(routine, RANK_FREE, order + early);
  gather(routine, RANK_CHECK, order + early + free_count);
  arrange(&graph, order + early, free_count);
  Statement *statements = ARENA_ARRAY(routine->arena, Statement, count);
  for (int k = 0; k < count; k++)
    statements[k] = routine->statements[order[k]];
  routine->statements = statements;
  put_titles(routine, titles);
}
