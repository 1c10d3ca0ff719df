// batch.c -- evaluation of many states: every step on a block of LANES states, blocks on threads.
//
// Steps that depend on literals and parameters only are computed once, as scalars, and copied to
// all lanes. The other steps run block by block according to batch_plan.h; the cost of dispatching
// a step is shared by the states of the block. The operations, and so the results, are those of
// evaluate.c, bit for bit.
// SPDX-License-Identifier: MIT
#include "program/run/batch_plan.h"
#include "program/run/evaluate.h"
#include "program/run/lanes.h"
#include "symbolic/literal.h"
#include "symbolic/calculus/table_function.h"

#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <string.h>

// ---- steps

// Products are rounded before they are added: the loops are compiled without fused multiply-add.
LANES_INLINE void lanes_arithmetic(CompoundKind kind, const BatchStep *step, Lanes lanes[])
{
  Lanes *out = &lanes[step->out];
  const Lanes *a = &lanes[step->args[0]], *b = &lanes[step->args[1]];
  const Lanes *c = &lanes[step->args[2]], *d = &lanes[step->args[3]];
#pragma omp simd
  for (int k = 0; k < LANES; k++) {
    if (kind == COMPOUND_MUL) out->lane[k] = a->lane[k] * b->lane[k];
    if (kind == COMPOUND_ADD) out->lane[k] = a->lane[k] + b->lane[k];
    if (kind == COMPOUND_SUB) out->lane[k] = a->lane[k] - b->lane[k];
    if (kind == COMPOUND_MUL_ADD) out->lane[k] = a->lane[k] * b->lane[k] + c->lane[k];
    if (kind == COMPOUND_MUL_SUB) out->lane[k] = a->lane[k] * b->lane[k] - c->lane[k];
    if (kind == COMPOUND_SUB_MUL) out->lane[k] = c->lane[k] - a->lane[k] * b->lane[k];
    if (kind == COMPOUND_MULS_ADD) out->lane[k] = a->lane[k] * b->lane[k] + c->lane[k] * d->lane[k];
    if (kind == COMPOUND_MULS_SUB) out->lane[k] = a->lane[k] * b->lane[k] - c->lane[k] * d->lane[k];
  }
}

LANES_INLINE void lanes_quotient(Lanes *out, const Lanes *a, const Lanes *b)
{
#pragma omp simd
  for (int k = 0; k < LANES; k++)
    out->lane[k] = a->lane[k] / b->lane[k];
}

LANES_INLINE void lanes_negative(Lanes *out, const Lanes *a)
{
#pragma omp simd
  for (int k = 0; k < LANES; k++)
    out->lane[k] = -a->lane[k];
}

LANES_INLINE void lanes_compare(Operator op, Lanes *out, const Lanes *a, const Lanes *b)
{
#pragma omp simd
  for (int k = 0; k < LANES; k++) {
    double x = a->lane[k], y = b->lane[k];
    out->lane[k] = op == OP_LT ? x < y : op == OP_LE ? x <= y : op == OP_EQ ? x == y : x != y;
  }
}

LANES_INLINE void lanes_if(Lanes *out, const Lanes *condition, const Lanes *yes, const Lanes *no)
{
#pragma omp simd
  for (int k = 0; k < LANES; k++)
    out->lane[k] = condition->lane[k] != 0 ? yes->lane[k] : no->lane[k];
}

// Calls functions of libm lane by lane.
static void lanes_call(Operator op, Lanes *out, const Lanes *a, const Lanes *b)
{
  for (int k = 0; k < LANES; k++)
    out->lane[k] = operator_value(op, (double[MAX_ARITY]){ a->lane[k], b->lane[k] });
}

static void lanes_table(const Form *points, Lanes *out, const Lanes *x)
{
  for (int k = 0; k < LANES; k++)
    out->lane[k] = table_function_value(points->points.table, points->points.order, x->lane[k]);
}

LANES_INLINE void run_other(const Steps *steps, const BatchStep *step, Lanes lanes[])
{
  const Step *operation = &steps->at[step->step];
  Lanes *out = &lanes[step->out], unused;
  const Lanes *a = &lanes[step->args[0]], *b = &lanes[step->args[1]];
  switch (operation->op) {
  case OP_DIV: lanes_quotient(out, a, b); break;
  case OP_NEG: lanes_negative(out, a); break;
  case OP_LT: lanes_compare(OP_LT, out, a, b); break;
  case OP_LE: lanes_compare(OP_LE, out, a, b); break;
  case OP_EQ: lanes_compare(OP_EQ, out, a, b); break;
  case OP_NE: lanes_compare(OP_NE, out, a, b); break;
  case OP_IF: lanes_if(out, a, b, &lanes[step->args[2]]); break;
  case OP_SIN: sincos_of_several(a->lane, out->lane, unused.lane, LANES); break;
  case OP_COS: sincos_of_several(a->lane, unused.lane, out->lane, LANES); break;
  case OP_TABLE: lanes_table(steps->at[operation->arg[1]].form, out, a); break;
  default: lanes_call(operation->op, out, a, b); break;
  }
}

LANES_INLINE void run_arithmetic(CompoundKind kind, const BatchStep *step, const BatchStep *end,
                                 Lanes lanes[])
{
  for (; step < end; step++)
    lanes_arithmetic(kind, step, lanes);
}

// ---- results

// The states first .. first+count-1 of a batch.
typedef struct Block {
  const ProgramBatch *batch;
  double *const *out;
  int first;
  int count;
} Block;

// Nearly all blocks are full, and a copy of constant size needs no call.
LANES_INLINE void copy_numbers(double to[], const double from[], int count)
{
  if (count == LANES) {
    memcpy(to, from, sizeof(Lanes));
  } else {
    memcpy(to, from, (size_t)count * sizeof(double));
  }
}

LANES_INLINE double *target_of(const Block *block, const BatchOutput *store)
{
  size_t place = (size_t)store->entry * (size_t)block->batch->stride + (size_t)block->first;
  return block->out[store->output] + place;
}

LANES_INLINE void run_stores(const Block *block, const BatchOutput *store, const BatchOutput *end,
                             const Lanes lanes[])
{
  for (; store < end; store++) {
    const double *ahead = target_of(block, store + STORES_AHEAD);
    for (int k = 0; k < LANES; k += CACHE_LINE / (int)sizeof(double))
      __builtin_prefetch(ahead + k, 1);
    __builtin_prefetch(ahead + LANES - 1, 1);  // the entry may not begin at a cache line
    copy_numbers(target_of(block, store), lanes[store->place].lane, block->count);
  }
}

// ---- runs

LANES_INLINE void run_steps(const Steps *steps, const BatchPlan *plan, const Block *block,
                            Lanes lanes[])
{
  const BatchStep *step = plan->steps;
  const BatchOutput *store = plan->stores;
  const int *store_end = plan->store_ends;
  for (const Run *run = plan->runs; run < plan->runs + plan->run_count; run++) {
    const BatchStep *end = plan->steps + run->end;
    switch ((CompoundKind)run->kind) {
    case COMPOUND_MUL: run_arithmetic(COMPOUND_MUL, step, end, lanes); break;
    case COMPOUND_ADD: run_arithmetic(COMPOUND_ADD, step, end, lanes); break;
    case COMPOUND_SUB: run_arithmetic(COMPOUND_SUB, step, end, lanes); break;
    case COMPOUND_MUL_ADD: run_arithmetic(COMPOUND_MUL_ADD, step, end, lanes); break;
    case COMPOUND_MUL_SUB: run_arithmetic(COMPOUND_MUL_SUB, step, end, lanes); break;
    case COMPOUND_SUB_MUL: run_arithmetic(COMPOUND_SUB_MUL, step, end, lanes); break;
    case COMPOUND_MULS_ADD: run_arithmetic(COMPOUND_MULS_ADD, step, end, lanes); break;
    case COMPOUND_MULS_SUB: run_arithmetic(COMPOUND_MULS_SUB, step, end, lanes); break;
    case COMPOUND_SINCOS:
      for (; step < end; step++)
        sincos_of_several(lanes[step->args[0]].lane, lanes[step->out].lane,
                          lanes[step->second].lane, LANES);
      break;
    case COMPOUND_OTHER:
      for (; step < end; step++)
        run_other(steps, step, lanes);
      break;
    }
    step = end;
    run_stores(block, store, plan->stores + *store_end, lanes);
    store = plan->stores + *store_end++;
  }
  run_stores(block, store, plan->stores + *store_end, lanes);
}

// ---- blocks

// Scratch memory of one thread.
typedef struct ThreadScratch {
  Lanes *lanes;     // by slot of the plan
  double *numbers;  // by register; literals and parameters only
} ThreadScratch;

static size_t whole_lines(size_t bytes)
{
  return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

// Includes one extra cache line, so that each thread can start at the beginning of a line.
size_t program_batch_scratch(const Program *program)
{
  const BatchPlan *plan = program->batch_plan;
  size_t lanes = (size_t)plan->place_count * sizeof(Lanes);
  return whole_lines(lanes + (size_t)plan->late * sizeof(double)) + CACHE_LINE;
}

static ThreadScratch bench_of_thread(const Program *program, void *scratch, int thread)
{
  char *bytes = (char *)scratch + (size_t)thread * program_batch_scratch(program);
  bytes += (CACHE_LINE - (uintptr_t)bytes % CACHE_LINE) % CACHE_LINE;
  Lanes *lanes = (Lanes *)(void *)bytes;
  return (ThreadScratch){ lanes, (double *)(void *)(lanes + program->batch_plan->place_count) };
}

// Computes the values that are the same for all states; inputs without an array are 0.
static void run_early_steps(const Program *program, const ProgramBatch *batch,
                            const ThreadScratch *bench)
{
  const BatchPlan *plan = program->batch_plan;
  ProgramState common = { .parameters = batch->parameters };
  evaluate_parameter_stage(program, &common, bench->numbers);
  for (int reg = 0; reg < plan->late; reg++) {
    if (plan->places[reg] >= 0) lanes_fill(&bench->lanes[plan->places[reg]], bench->numbers[reg]);
  }
}

// Returns the array of an input, or NULL if the input is the same for all states.
static const double *array_of_input(const ProgramInput *input, const ProgramBatch *batch)
{
  const double *const arrays[SOURCE_COUNT] = {
    [SOURCE_Q] = batch->q,
    [SOURCE_QD] = batch->qd,
    [SOURCE_QDD] = batch->qdd,
    [SOURCE_TORQUES] = batch->torques,
    [SOURCE_INPUTS] = batch->inputs,
    [SOURCE_STATES] = batch->states,
    [SOURCE_DISCRETES] = batch->discretes,
    [SOURCE_TIME] = batch->time,
  };
  const double *array = arrays[input->source];
  return array ? array + (size_t)input->index * (size_t)batch->stride : NULL;
}

// Loads the inputs; an incomplete block repeats its last state.
LANES_INLINE void load_inputs(const Program *program, const ThreadScratch *bench,
                              const Block *block)
{
  int count = block->count;
  for (int i = 0; i < program->input_count; i++) {
    const double *array = array_of_input(&program->inputs[i], block->batch);
    int place = program->batch_plan->places[program->constant_count + i];
    if (!array || place < 0) continue;
    Lanes *lanes = &bench->lanes[place];
    copy_numbers(lanes->lane, array + block->first, count);
    for (int k = count; k < LANES; k++)
      lanes->lane[k] = lanes->lane[count - 1];
  }
}

LANES_INLINE bool any_pivot_fails(const BatchPlan *plan, const Output *output, const Lanes lanes[])
{
  int fails = 0;
  for (int i = 0; i < output->quantity->pivot_count; i++) {
    const double *pivot = lanes[plan->places[output->pivots[i]]].lane;
#pragma omp simd reduction(| : fails)
    for (int k = 0; k < LANES; k++)
      fails |= !(pivot[k] > 0);
  }
  return fails;
}

// The same as failed_pivot() in evaluate.c, for lane s.
static int failed_pivot(const BatchPlan *plan, const Output *output, const Lanes lanes[], int s)
{
  const Quantity *quantity = output->quantity;
  for (int i = 0; i < quantity->pivot_count; i++) {
    if (!(lanes[plan->places[output->pivots[i]]].lane[s] > 0))
      return quantity->pivots[i].coordinate + 1;
  }
  return 0;
}

// Marks the states at which output k is undefined, and sets its values there to NaN.
static void store_failures(const Program *program, int k, const Block *block, const Lanes lanes[])
{
  const ProgramBatch *batch = block->batch;
  const Output *output = &program->outputs[k];
  int size = output->quantity->rows * output->quantity->columns;
  for (int s = 0; s < block->count; s++) {
    int coordinate = failed_pivot(program->batch_plan, output, lanes, s);
    if (coordinate == 0) continue;
    int state = block->first + s;
    if (batch->failed && batch->failed[state] == 0) batch->failed[state] = coordinate;
    for (int i = 0; i < size; i++)
      block->out[k][(size_t)i * (size_t)batch->stride + (size_t)state] = NAN;
  }
}

LANES_INLINE void run_block(const Program *program, const ThreadScratch *bench, const Block *block)
{
  load_inputs(program, bench, block);
  run_steps(&program->steps, program->batch_plan, block, bench->lanes);
  for (int k = 0; k < program->output_count; k++) {
    if (any_pivot_fails(program->batch_plan, &program->outputs[k], bench->lanes))
      store_failures(program, k, block, bench->lanes);
  }
}

LANES_INLINE void run_blocks(const Program *program, const ProgramBatch *batch,
                             const ThreadScratch *bench, int first_block, int end_block,
                             double *const out[])
{
  run_early_steps(program, batch, bench);
  int end = end_block * LANES < batch->count ? end_block * LANES : batch->count;
  for (int s = first_block * LANES; batch->failed && s < end; s++)
    batch->failed[s] = 0;
  for (int first = first_block * LANES; first < end; first += LANES)
    run_block(program, bench,
              &(Block){ batch, out, first, end - first < LANES ? end - first : LANES });
}

// ---- the same loop for several processors

typedef void RunBlocks(const Program *program, const ProgramBatch *batch,
                       const ThreadScratch *bench, int first_block, int end_block,
                       double *const out[]);

static void run_blocks_plain(const Program *program, const ProgramBatch *batch,
                             const ThreadScratch *bench, int first_block, int end_block,
                             double *const out[])
{
  run_blocks(program, batch, bench, first_block, end_block, out);
}

#if defined(__x86_64__)
// Compiled without fused multiply-add, so that all variants produce the same bits.
__attribute__((target("avx2"))) static void
run_blocks_avx2(const Program *program, const ProgramBatch *batch, const ThreadScratch *bench,
                int first_block, int end_block, double *const out[])
{
  run_blocks(program, batch, bench, first_block, end_block, out);
}

__attribute__((target("avx512f"))) static void
run_blocks_avx512(const Program *program, const ProgramBatch *batch, const ThreadScratch *bench,
                  int first_block, int end_block, double *const out[])
{
  run_blocks(program, batch, bench, first_block, end_block, out);
}

static RunBlocks *fastest_run_blocks(void)
{
  if (__builtin_cpu_supports("avx512f")) return run_blocks_avx512;
  return __builtin_cpu_supports("avx2") ? run_blocks_avx2 : run_blocks_plain;
}
#else
static RunBlocks *fastest_run_blocks(void) { return run_blocks_plain; }
#endif

void program_evaluate_batch(const Program *program, const ProgramBatch *batch, void *scratch,
                            int thread_count, double *const out[])
{
  int blocks = batch->count / LANES + (batch->count % LANES != 0);
  RunBlocks *run = fastest_run_blocks();
#pragma omp parallel num_threads(thread_count) if (thread_count > 1)
  {
    int threads = omp_get_num_threads(), thread = omp_get_thread_num();
    int first = (int)((long)blocks * thread / threads);
    int end = (int)((long)blocks * (thread + 1) / threads);
    ThreadScratch bench = bench_of_thread(program, scratch, thread);
    if (first < end) run(program, batch, &bench, first, end, out);
  }
}
