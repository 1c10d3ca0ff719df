// compiled_model.c -- see compiled_model.h.
// SPDX-License-Identifier: MIT
#include "compiled_model.h"

#include "base/files/file.h"
#include "base/memory/memory.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define WARNINGS "-std=c99 -pedantic -Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion -Werror"

static void write_file(const CompiledModel *compiled, const char *name, const Text *text)
{
  Text why = { 0 };
  const char *path = arena_format(compiled->model.arena, "%s/%s", compiled->folder, name);
  if (!file_write(path, text_string(text), text->length, &why)) fail_msg("%s", text_string(&why));
  text_free(&why);
}

// ---- functions of one form

static void put_uniform(Text *out, const CodeModel *model, int index, CForm form, const char *label)
{
  const CodeFunction *function = &model->functions[index];
  code_put(out, model,
           "void uniform_%s_%d(const $NAME_real *p, const $NAME_real *q, const $NAME_real *qd, "
           "const $NAME_real *qdd, const $NAME_real *u, const $NAME_real *t, $NAME_real *out, int "
           "count, "
           "int stride)\n{\n"
           "  (void)q; (void)qd; (void)qdd; (void)u; (void)t; (void)count; (void)stride;\n",
           label, index);
  if (form == C_PREPARED)
    code_put(out, model, "  $NAME_prepared k;\n  $NAME_prepare((const $NAME_params *)p, &k);\n");
  bool is_returned = form != C_BATCHED && !function->signature.is_array;
  const char *ending = form == C_PREPARED ? "_prepared" : form == C_BATCHED ? "_batch" : "";
  const char *target = is_returned ? "out[0] = " : "";
  if (function->signature.can_fail) {
    target = arena_format(model->arena, "out[%d * %s] = ", function->size,
                          form == C_BATCHED ? "stride" : "1");
  }
  text_format(out, "  %s%s%s(", target, function->name, ending);
  CArguments arguments = c_arguments(model, function, form);
  for (int k = 0; k < arguments.count; k++) {
    ValueSource source = arguments.source[k];
    const char *name = arguments.name[k];
    if (source == SOURCE_PARAMETERS)
      name = arena_format(model->arena, "(const %s_params *)p", model->name);
    if (source == SOURCE_PREPARED) name = "&k";
    if (source == SOURCE_TIME) name = form == C_BATCHED ? "t" : "*t";
    if (source == SOURCE_TORQUES) name = "u";
    if (source == SOURCE_OUTPUT) name = "out";
    text_format(out, "%s%s", k > 0 ? ", " : "", name);
  }
  text_put(out, ");\n}\n\n");
}

static void write_uniform(const CompiledModel *compiled)
{
  const CodeModel *model = &compiled->model;
  Text text = { 0 };
  text_format(&text, "#include \"%s.h\"\n", model->name);
  for (int k = 0; k < model->function_count; k++) {
    put_uniform(&text, model, k, C_PLAIN, "plain");
    put_uniform(&text, model, k, C_PREPARED, "prepared");
    if (model->request->with_batch) put_uniform(&text, model, k, C_BATCHED, "batch");
  }
  write_file(compiled, "uniform.c", &text);
  text_free(&text);
}

// ---- life

static void generate(CompiledModel *compiled, const CodeRequest *request)
{
  Text why = { 0 };
  if (!codegen_c(request, &compiled->files, &why)) fail_msg("%s", text_string(&why));
  if (!c_model_build(&compiled->model, request, &why)) fail_msg("%s", text_string(&why));
  text_free(&why);
  const char *base = getenv("TMPDIR");
  char *folder =
      arena_format(compiled->model.arena, "%s/bielle_codegen_XXXXXX", base ? base : "/tmp");
  assert_non_null(mkdtemp(folder));
  compiled->folder = folder;
  for (int k = 0; k < compiled->files.count; k++) {
    write_file(compiled, compiled->files.files[k].name, &compiled->files.files[k].text);
  }
  write_uniform(compiled);
}

CompiledModel *compiled_model_new(const CodeRequest *request, const char *compiler,
                                  const char *options)
{
  CompiledModel *compiled = memory_new(1, sizeof *compiled);
  generate(compiled, request);
  const char *name = compiled->model.name;
  const char *command =
      arena_format(compiled->model.arena,
                   "cd %s && %s " WARNINGS " %s -fPIC -c %s.c %s_selftest.c && "
                   "%s -std=c99 %s -fPIC -shared %s.o uniform.c -lm -o model.so",
                   compiled->folder, compiler, options, name, name, compiler, options, name);
  assert_int_equal(system(command), 0);
  const char *path = arena_format(compiled->model.arena, "%s/model.so", compiled->folder);
  compiled->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  assert_non_null(compiled->library);
  return compiled;
}

void *compiled_model_function(const CompiledModel *compiled, const char *form, int index)
{
  void *function =
      dlsym(compiled->library, arena_format(compiled->model.arena, "uniform_%s_%d", form, index));
  assert_non_null(function);
  return function;
}

static void replace(const CompiledModel *compiled, const char *text, const char *other)
{
  const char *source = text_string(&compiled->files.files[1].text);
  const char *place = strstr(source, text);
  assert_non_null(place);
  Text changed = { 0 };
  text_put_bytes(&changed, source, (size_t)(place - source));
  text_put(&changed, other);
  text_put(&changed, place + strlen(text));
  write_file(compiled, compiled->files.files[1].name, &changed);
  text_free(&changed);
}

int compiled_model_selftest(const CompiledModel *compiled, const char *compiler,
                            const char *options, const char *text, const char *other, Text *output)
{
  if (text) replace(compiled, text, other);
  const char *name = compiled->model.name;
  const char *command = arena_format(
      compiled->model.arena, "cd %s && %s " WARNINGS " %s %s.c %s_selftest.c -lm -o selftest",
      compiled->folder, compiler, options, name, name);
  assert_int_equal(system(command), 0);
  FILE *pipe = popen(arena_format(compiled->model.arena, "%s/selftest", compiled->folder), "r");
  assert_non_null(pipe);
  char buffer[512];
  size_t length;
  while ((length = fread(buffer, 1, sizeof buffer, pipe)) > 0) {
    text_put_bytes(output, buffer, length);
  }
  return pclose(pipe);
}

void compiled_model_free(CompiledModel *compiled)
{
  if (!compiled) return;
  dlclose(compiled->library);
  assert_int_equal(system(arena_format(compiled->model.arena, "rm -r %s", compiled->folder)), 0);
  codegen_files_free(&compiled->files);
  code_model_free(&compiled->model);
  free(compiled);
}
