// batch.c -- many states at once: every step on a block of LANES states, blocks on threads.
//
// What depends on literals and parameters only is computed once, as numbers, and spread over the
// lanes. The other steps run block by block; the cost of finding out what a step does is shared by
// the states of the block. The operations are those of evaluate.c, and so are the results, bit for
// bit.
// SPDX-License-Identifier: MIT
#include "program/evaluate.h"
#include "program/lanes.h"
#include "symbolic/literal.h"
#include "symbolic/table_function.h"

#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <string.h>

enum { CACHE_LINE = 64 };

_Static_assert(sizeof(Lanes) % CACHE_LINE == 0, "registers of lanes begin at cache lines");

// ---- steps

LANES_INLINE void lanes_arithmetic(Operator op, Lanes *out, const Lanes *a, const Lanes *b)
{
  for (int k = 0; k < VECTORS; k++) {
    if (op == OP_ADD) out->part[k] = a->part[k] + b->part[k];
    if (op == OP_SUB) out->part[k] = a->part[k] - b->part[k];
    if (op == OP_MUL) out->part[k] = a->part[k] * b->part[k];
    if (op == OP_DIV) out->part[k] = a->part[k] / b->part[k];
    if (op == OP_NEG) out->part[k] = -a->part[k];
  }
}

LANES_INLINE void lanes_compare(Operator op, Lanes *out, const Lanes *a, const Lanes *b)
{
  for (int k = 0; k < VECTORS; k++) {
    VectorMask mask = op == OP_LT   ? a->part[k] < b->part[k]
                      : op == OP_LE ? a->part[k] <= b->part[k]
                      : op == OP_EQ ? a->part[k] == b->part[k]
                                    : a->part[k] != b->part[k];
    vector_truth(&out->part[k], &mask);
  }
}

LANES_INLINE void lanes_if(Lanes *out, const Lanes *condition, const Lanes *yes, const Lanes *no)
{
  for (int k = 0; k < VECTORS; k++) {
    VectorMask mask = condition->part[k] != 0.0;
    vector_choose(&out->part[k], &mask, &yes->part[k], &no->part[k]);
  }
}

// Functions of libm, lane by lane.
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

LANES_INLINE bool is_pair(const Step *sine, const Step *next)
{
  return next->op == OP_COS && next->arg[0] == sine->arg[0];
}

// Sine and cosine of one angle come together; returns the number of steps done.
LANES_INLINE int lanes_circular(const Step *step, const Step *end, Lanes *out, const Lanes *a)
{
  Lanes unused;
  if (step->op == OP_COS) {
    lanes_sincos(a, &unused, out);
    return 1;
  }
  bool has_pair = step + 1 < end && is_pair(step, step + 1);
  lanes_sincos(a, out, has_pair ? out + 1 : &unused);
  return has_pair ? 2 : 1;
}

// All operators but sums and products; returns the number of steps done.
LANES_INLINE int run_other(const Step *first, const Step *step, const Step *end,
                           const Lanes registers[], Lanes *out)
{
  const Lanes *a = &registers[step->arg[0]];
  const Lanes *b = step->arg[1] < 0 ? a : &registers[step->arg[1]];
  switch (step->op) {
  case OP_DIV: lanes_arithmetic(OP_DIV, out, a, b); return 1;
  case OP_NEG: lanes_arithmetic(OP_NEG, out, a, b); return 1;
  case OP_LT:
  case OP_LE:
  case OP_EQ:
  case OP_NE: lanes_compare(step->op, out, a, b); return 1;
  case OP_IF: lanes_if(out, a, b, &registers[step->arg[2]]); return 1;
  case OP_SIN:
  case OP_COS: return lanes_circular(step, end, out, a);
  case OP_TABLE: lanes_table(first[step->arg[1]].form, out, a); return 1;
  default: lanes_call(step->op, out, a, b); return 1;
  }
}

// Sums and products are told apart by branches, whose pattern processors learn, program and all; a
// jump through a table was four times slower for lack of that (benchmarks/bench_program.c).
LANES_INLINE void run_steps(const Steps *steps, int begin, Lanes registers[])
{
  const Step *step = steps->at + begin, *end = steps->at + steps->count;
  Lanes *out = registers + begin;
  while (step < end) {
    int done = 1;
    if (step->op == OP_MUL) {
      lanes_arithmetic(OP_MUL, out, &registers[step->arg[0]], &registers[step->arg[1]]);
    } else if (step->op == OP_ADD) {
      lanes_arithmetic(OP_ADD, out, &registers[step->arg[0]], &registers[step->arg[1]]);
    } else if (step->op == OP_SUB) {
      lanes_arithmetic(OP_SUB, out, &registers[step->arg[0]], &registers[step->arg[1]]);
    } else {
      done = run_other(steps->at, step, end, registers, out);
    }
    step += done;
    out += done;
  }
}

// ---- the same loop for more than one processor

typedef void RunSteps(const Steps *steps, int begin, Lanes registers[]);

static void run_steps_plain(const Steps *steps, int begin, Lanes registers[])
{
  run_steps(steps, begin, registers);
}

#if defined(__x86_64__)
// Without fused multiply-add: both loops give the same bits.
__attribute__((target("avx2"))) static void run_steps_avx2(const Steps *steps, int begin,
                                                           Lanes registers[])
{
  run_steps(steps, begin, registers);
}

static RunSteps *fastest_run_steps(void)
{
  return __builtin_cpu_supports("avx2") ? run_steps_avx2 : run_steps_plain;
}
#else
static RunSteps *fastest_run_steps(void) { return run_steps_plain; }
#endif

// ---- blocks

// What one thread works with; lies in the scratch memory.
typedef struct Bench {
  Lanes *lanes;     // by register
  double *numbers;  // by register; literals and parameters only
} Bench;

static size_t whole_lines(size_t bytes)
{
  return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

// One line more than needed, so that a thread can begin at a line of its own.
size_t program_batch_scratch(const Program *program)
{
  size_t count = (size_t)program_register_count(program);
  return whole_lines(count * sizeof(Lanes) + count * sizeof(double)) + CACHE_LINE;
}

static Bench bench_of_thread(const Program *program, void *scratch, int thread)
{
  char *bytes = (char *)scratch + (size_t)thread * program_batch_scratch(program);
  bytes += (CACHE_LINE - (uintptr_t)bytes % CACHE_LINE) % CACHE_LINE;
  Lanes *lanes = (Lanes *)(void *)bytes;
  return (Bench){ lanes, (double *)(void *)(lanes + program_register_count(program)) };
}

// Operations are sorted by stage: the first ones run once. The first register of the others.
static int first_late_step(const Program *program)
{
  int reg = program_first_operation(program);
  while (reg < program->steps.count && steps_stage(&program->steps, reg) <= STAGE_PARAMETER)
    reg++;
  return reg;
}

// What is the same for all states; other inputs are 0 where no array gives them.
static void run_early_steps(const Program *program, const ProgramBatch *batch, const Bench *bench)
{
  ProgramState common = { .parameters = batch->parameters };
  int late = first_late_step(program);
  evaluate_until(program, &common, late, bench->numbers);
  for (int i = 0; i < late; i++)
    lanes_fill(&bench->lanes[i], bench->numbers[i]);
}

// NULL: the input is the same for all states.
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

// A block that is not full repeats its last state.
static void load_inputs(const Program *program, const ProgramBatch *batch, const Bench *bench,
                        int first, int count)
{
  for (int i = 0; i < program->input_count; i++) {
    const double *array = array_of_input(&program->inputs[i], batch);
    if (!array) continue;
    Lanes *lanes = &bench->lanes[program->constant_count + i];
    memcpy(lanes->lane, array + first, (size_t)count * sizeof(double));
    for (int k = count; k < LANES; k++)
      lanes->lane[k] = lanes->lane[count - 1];
  }
}

// Marks the states at which an output does not exist, and takes its values away.
static void store_failures(const Output *output, const ProgramBatch *batch, const Bench *bench,
                           int first, int count, double out[])
{
  int size = output->quantity->rows * output->quantity->columns;
  for (int s = 0; s < count; s++) {
    int coordinate = evaluate_pivots(output, &bench->lanes[0].lane[s], LANES);
    if (coordinate == 0) continue;
    if (batch->failed && batch->failed[first + s] == 0) batch->failed[first + s] = coordinate;
    for (int i = 0; i < size; i++)
      out[(size_t)i * (size_t)batch->stride + (size_t)(first + s)] = NAN;
  }
}

static void store_outputs(const Program *program, const ProgramBatch *batch, const Bench *bench,
                          int first, int count, double *const out[])
{
  for (int s = 0; batch->failed && s < count; s++)
    batch->failed[first + s] = 0;
  for (int k = 0; k < program->output_count; k++) {
    const Output *output = &program->outputs[k];
    int size = output->quantity->rows * output->quantity->columns;
    for (int i = 0; i < size; i++) {
      double *target = out[k] + (size_t)i * (size_t)batch->stride + first;
      memcpy(target, bench->lanes[output->registers[i]].lane, (size_t)count * sizeof(double));
    }
    store_failures(output, batch, bench, first, count, out[k]);
  }
}

static void run_blocks(const Program *program, const ProgramBatch *batch, const Bench *bench,
                       int first_block, int end_block, double *const out[])
{
  RunSteps *run = fastest_run_steps();
  int late = first_late_step(program);
  run_early_steps(program, batch, bench);
  for (int block = first_block; block < end_block; block++) {
    int first = block * LANES;
    int count = batch->count - first < LANES ? batch->count - first : LANES;
    load_inputs(program, batch, bench, first, count);
    run(&program->steps, late, bench->lanes);
    store_outputs(program, batch, bench, first, count, out);
  }
}

void program_evaluate_batch(const Program *program, const ProgramBatch *batch, void *scratch,
                            int thread_count, double *const out[])
{
  int blocks = batch->count / LANES + (batch->count % LANES != 0);
#pragma omp parallel num_threads(thread_count) if (thread_count > 1)
  {
    int threads = omp_get_num_threads(), thread = omp_get_thread_num();
    int first = (int)((long)blocks * thread / threads);
    int end = (int)((long)blocks * (thread + 1) / threads);
    Bench bench = bench_of_thread(program, scratch, thread);
    if (first < end) run_blocks(program, batch, &bench, first, end, out);
  }
}
