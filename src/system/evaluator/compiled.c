// compiled.c -- calls generated C through the interface of codegen_c_library().
// SPDX-License-Identifier: MIT
#include "system/evaluator/compiled.h"

#include "base/memory/memory.h"
#include "codegen/codegen.h"
#include "system/evaluator/shared_object.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef int Evaluate(const void *prepared, const double *const arrays[], double t,
                     double *const out[]);
typedef void Prepare(const double parameters[], void *prepared);
typedef unsigned long Size(void);

struct Compiled {
  void *handle;
  Evaluate *evaluate;
  Prepare *prepare;
  void *prepared;
  double *parameters;  // parameters for which the workspace is prepared
  int parameter_count;
  bool is_prepared;
  double *zeros;  // for arrays that are not given
};

// Looks up a symbol. ISO C has no cast from an object pointer to a function pointer.
static void find(void *handle, const char *name, void *function)
{
  void *found = dlsym(handle, name);
  memcpy(function, &found, sizeof found);
}

// Length of the longest variable array.
static int longest(const Equations *equations)
{
  int most = 1;
  for (ValueSource source = SOURCE_Q; source <= SOURCE_DISCRETES; source++) {
    int count = 0;
    variables_of_source(equations, source, &count);
    if (count > most) most = count;
  }
  return most;
}

Compiled *compiled_new(const Equations *equations, const char *const keys[], int count, Text *why)
{
  CodeRequest request = {
    .equations = equations, .keys = keys, .key_count = count, .command = "", .version = ""
  };
  Text source = { 0 };
  void *handle =
      codegen_c_library(&request, &source, why) ? shared_object_load(&source, why) : NULL;
  text_free(&source);
  if (!handle) return NULL;
  Size *size;
  Compiled *compiled = memory_new(1, sizeof *compiled);
  *compiled = (Compiled){ .handle = handle, .parameter_count = equations->parameter_count };
  find(handle, "bielle_evaluate", &compiled->evaluate);
  find(handle, "bielle_prepare", &compiled->prepare);
  find(handle, "bielle_prepared_size", &size);
  if (!compiled->evaluate || !compiled->prepare || !size) {
    text_put(why, "what was compiled lacks its functions");
    compiled_free(compiled);
    return NULL;
  }
  compiled->prepared = memory_new(1, size());
  compiled->parameters = memory_new((size_t)equations->parameter_count + 1, sizeof(double));
  compiled->zeros = memory_new((size_t)longest(equations), sizeof(double));
  return compiled;
}

static void prepare(Compiled *compiled, const double parameters[])
{
  size_t size = sizeof(double) * (size_t)compiled->parameter_count;
  bool is_same =
      compiled->is_prepared && (size == 0 || memcmp(compiled->parameters, parameters, size) == 0);
  if (is_same) return;
  if (size > 0) memcpy(compiled->parameters, parameters, size);
  compiled->prepare(compiled->parameters, compiled->prepared);
  compiled->is_prepared = true;
}

int compiled_evaluate(Compiled *compiled, const ProgramState *state, double *const out[])
{
  const double *arrays[SOURCE_COUNT] = {
    [SOURCE_Q] = state->q,
    [SOURCE_QD] = state->qd,
    [SOURCE_QDD] = state->qdd,
    [SOURCE_TORQUES] = state->torques,
    [SOURCE_INPUTS] = state->inputs,
    [SOURCE_STATES] = state->states,
    [SOURCE_DISCRETES] = state->discretes,
  };
  for (int i = 0; i < SOURCE_COUNT; i++) {
    if (!arrays[i]) arrays[i] = compiled->zeros;
  }
  prepare(compiled, state->parameters);
  return compiled->evaluate(compiled->prepared, arrays, state->time, out);
}

void compiled_free(Compiled *compiled)
{
  if (!compiled) return;
  dlclose(compiled->handle);
  free(compiled->prepared);
  free(compiled->parameters);
  free(compiled->zeros);
  free(compiled);
}
