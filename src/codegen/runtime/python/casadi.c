// casadi.c -- pasted into generated C for CasADi, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- external functions of CasADi: casadi.external("NAME_x", "./libNAME_casadi.so")

#include <string.h>

#ifndef casadi_real
#define casadi_real double
#endif
#ifndef casadi_int
#define casadi_int long long int
#endif
#ifdef _WIN32
#define NAME_C_EXPORT __declspec(dllexport)
#else
#define NAME_C_EXPORT
#endif

// An argument or a result: rows, columns, and 1 for a matrix that is dense.
typedef struct NAME_c_port {
  const char *name;
  casadi_int sparsity[3];
} NAME_c_port;

// What is not given is zero.
static const casadi_real *NAME_c_given(const casadi_real *values, const casadi_real *zeros)
{
  return values ? values : zeros;
}

// From rows to columns, if the result is asked for.
static void NAME_c_hand_over(const casadi_real *rows, int row_count, int column_count,
                             casadi_real *columns)
{
  for (int i = 0; columns && i < row_count; i++) {
    for (int j = 0; j < column_count; j++)
      columns[j * row_count + i] = rows[i * column_count + j];
  }
}

// What CasADi asks of a function besides its values; it has no memory of its own.
#define NAME_C_COUNT(ports) ((casadi_int)(sizeof(ports) / sizeof(ports)[0]))
#define NAME_C_INTERFACE(F, WORK)                                                                  \
  NAME_C_EXPORT casadi_int F##_n_in(void) { return NAME_C_COUNT(F##_in); }                         \
  NAME_C_EXPORT casadi_int F##_n_out(void) { return NAME_C_COUNT(F##_out); }                       \
  NAME_C_EXPORT const char *F##_name_in(casadi_int i)                                              \
  {                                                                                                \
    return i >= 0 && i < F##_n_in() ? F##_in[i].name : 0;                                          \
  }                                                                                                \
  NAME_C_EXPORT const char *F##_name_out(casadi_int i)                                             \
  {                                                                                                \
    return i >= 0 && i < F##_n_out() ? F##_out[i].name : 0;                                        \
  }                                                                                                \
  NAME_C_EXPORT const casadi_int *F##_sparsity_in(casadi_int i)                                    \
  {                                                                                                \
    return i >= 0 && i < F##_n_in() ? F##_in[i].sparsity : 0;                                      \
  }                                                                                                \
  NAME_C_EXPORT const casadi_int *F##_sparsity_out(casadi_int i)                                   \
  {                                                                                                \
    return i >= 0 && i < F##_n_out() ? F##_out[i].sparsity : 0;                                    \
  }                                                                                                \
  NAME_C_EXPORT casadi_real F##_default_in(casadi_int i) { return (void)i, 0; }                    \
  NAME_C_EXPORT int F##_work(casadi_int *sz_arg, casadi_int *sz_res, casadi_int *sz_iw,            \
                             casadi_int *sz_w)                                                     \
  {                                                                                                \
    if (sz_arg) *sz_arg = F##_n_in();                                                              \
    if (sz_res) *sz_res = F##_n_out();                                                             \
    if (sz_iw) *sz_iw = 0;                                                                         \
    if (sz_w) *sz_w = WORK;                                                                        \
    return 0;                                                                                      \
  }                                                                                                \
  NAME_C_EXPORT void F##_incref(void) {}                                                           \
  NAME_C_EXPORT void F##_decref(void) {}                                                           \
  NAME_C_EXPORT int F##_alloc_mem(void) { return 0; }                                              \
  NAME_C_EXPORT int F##_init_mem(int mem) { return (void)mem, 0; }                                 \
  NAME_C_EXPORT void F##_free_mem(int mem) { (void)mem; }                                          \
  NAME_C_EXPORT int F##_checkout(void) { return 0; }                                               \
  NAME_C_EXPORT void F##_release(int mem) { (void)mem; }
