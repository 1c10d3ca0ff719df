// random_starts.h -- a mechanism closed from many disturbed configurations: for a test and for a
// benchmark.
//
// A closed configuration is disturbed, every angle by up to a quarter turn, every length by up to
// half the longest link or so that the caller knows of; what is held keeps its value, so that a
// closed configuration is always that near.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TEST_RANDOM_STARTS_H
#define BIELLE_TEST_RANDOM_STARTS_H

#include "base/random.h"
#include "system/assembly/assembly.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>

typedef struct RandomStarts {
  const char *held;  // names of coordinates, each between blanks: " th phi "
  double length;     // by which lengths are disturbed
  int count;
  // found
  int closed;
  int same_branch;  // of these, where everything is back where it was
  int iterations;
  int tries;  // starts of Newton
} RandomStarts;

static inline double random_part(uint64_t *state)  // -1 .. 1
{
  return (double)(random_next(state) >> 11) / 4503599627370496.0 - 1;
}

static inline void random_disturb(const Equations *equations, const bool is_held[], double length,
                                  uint64_t *state, double q[])
{
  for (int i = 0; i < equations->coordinate_count; i++) {
    bool is_length = strcmp(equations->coordinates[i].unit, "m") == 0;
    double way = random_part(state) * (is_length ? length : 1.5707963267948966);
    if (!is_held || !is_held[i]) q[i] += way;
  }
}

// Is everything back, up to whole turns of angles?
static inline bool random_is_back(const Equations *equations, const double a[], const double b[])
{
  for (int i = 0; i < equations->coordinate_count; i++) {
    bool is_angle = strcmp(equations->coordinates[i].unit, "rad") == 0;
    double way = is_angle ? remainder(a[i] - b[i], 6.283185307179586) : a[i] - b[i];
    if (fabs(way) > 1e-6) return false;
  }
  return true;
}

// False if the description itself cannot be closed.
static inline bool random_starts_run(RandomStarts *starts, const System *system)
{
  const Equations *equations = system->ties;
  enum { MOST = 256 };
  double parameters[MOST], first[MOST], closed[MOST], q[MOST];
  bool is_held[MOST];
  Text why = { 0 };
  uint64_t random = 1;
  int n = equations->coordinate_count;
  size_t size = sizeof(double) * (size_t)n;
  for (int i = 0; i < equations->parameter_count; i++)
    parameters[i] = expr_literal_value(equations->parameters[i].value);
  for (int i = 0; i < n; i++) {
    char name[64];
    snprintf(name, sizeof name, " %s ", equations->coordinates[i].name);
    is_held[i] = strstr(starts->held, name) != NULL;
    first[i] =
        equations->coordinates[i].value ? expr_literal_value(equations->coordinates[i].value) : 0;
  }
  for (int k = 0; k < starts->count; k++) {
    memcpy(closed, first, size);
    random_disturb(equations, NULL, starts->length, &random, closed);
    ProgramState start = { .parameters = parameters, .q = closed };
    Assembly *assembly = assembly_new(system, &start, &(AssemblyOptions){ 0 }, &why);
    if (!assembly || !assembly->is_closed) {
      assembly_free(assembly);
      text_free(&why);
      return false;
    }
    memcpy(closed, assembly->configurations[0].q, size);
    assembly_free(assembly);
    memcpy(q, closed, size);
    random_disturb(equations, is_held, starts->length, &random, q);
    start.q = q;
    assembly = assembly_new(system, &start, &(AssemblyOptions){ .is_held = is_held }, &why);
    if (assembly && assembly->is_closed) {
      starts->closed++;
      starts->same_branch += random_is_back(equations, assembly->configurations[0].q, closed);
    }
    if (assembly) {
      starts->iterations += assembly->iterations;
      starts->tries += assembly->starts;
    }
    assembly_free(assembly);
  }
  text_free(&why);
  return true;
}

#endif
