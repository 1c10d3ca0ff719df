// embed.c -- a robot inside of another program: equations, a million states, an end on request.
//
//   cc -O2 embed.c $(pkg-config --cflags --libs bielle) -o embed && ./embed ../stanford/stanford.bl
// SPDX-License-Identifier: MIT
#include <bielle/bielle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STATES = 1000000, THREADS = 2, MOST = 8 };

// Ends the work at its third call.
static int impatient(void *calls, const char *what, double part)
{
  (void)what, (void)part;
  return ++*(int *)calls >= 3;
}

int main(int argc, char **argv)
{
  const char *const keys[] = { "M", "jac:wrist" };
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *robot = NULL;
  BielleModel *model = NULL;
  BielleFunction *function = NULL;
  BielleDeriveOptions options = { .keys = keys, .key_count = 2 };
  if (argc < 2 || bielle_mechanism_load(argv[1], diagnostics, &robot) != BIELLE_OK ||
      bielle_model_derive(robot, &options, diagnostics, &model) != BIELLE_OK ||
      bielle_function_new(model, keys, 2, diagnostics, &function) != BIELLE_OK) {
    fputs(bielle_diagnostics_text(diagnostics), stderr);
    return 2;
  }
  int n = bielle_mechanism_variable_count(robot, BIELLE_COORDINATES);
  int m = bielle_mechanism_variable_count(robot, BIELLE_PARAMETERS);
  double *params = calloc((size_t)m + 1, sizeof *params);
  for (int i = 0; i < m; i++) {
    BielleVariable variable;
    bielle_mechanism_variable(robot, BIELLE_PARAMETERS, i, &variable);
    params[i] = isnan(variable.value) ? 1 : variable.value;
  }
  double *q = calloc((size_t)n * STATES, sizeof *q), *out[2];
  for (size_t i = 0; i < (size_t)n * STATES; i++)
    q[i] = sin((double)i);
  for (int k = 0; k < 2; k++) {
    BielleQuantity quantity;
    bielle_function_output(function, k, &quantity);
    out[k] = calloc((size_t)(quantity.rows * quantity.columns) * STATES, sizeof **out);
  }
  BielleStates states = { .count = STATES, .stride = STATES, .params = params, .q = q };
  void *scratch = malloc(THREADS * bielle_function_many_scratch(function));
  bielle_function_evaluate_many(function, &states, THREADS, scratch, out);
  for (int k = 0; k < 2; k++) {
    BielleQuantity quantity;
    bielle_function_output(function, k, &quantity);
    printf("%s at the last state\n", quantity.key);
    for (int e = 0; e < quantity.rows * quantity.columns; e++)
      printf("%12.6f%s", out[k][(size_t)e * STATES + STATES - 1],
             (e + 1) % quantity.columns ? "" : "\n");
  }
  int calls = 0;
  BielleModel *long_one = NULL;
  options = (BielleDeriveOptions){ .progress = impatient, .progress_context = &calls };
  BielleStatus status = bielle_model_derive(robot, &options, diagnostics, &long_one);
  printf("all equations: %s\n", bielle_status_sentence(status));
  return status == BIELLE_CANCELLED ? 0 : 1;
}
