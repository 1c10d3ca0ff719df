// code_model.c -- names and programs of all generated functions.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"

#include <string.h>

static const char *upper_of(Arena *arena, const char *identifier)
{
  char *copy = arena_copy_text(arena, identifier, strlen(identifier));
  for (char *c = copy; *c != '\0'; c++) {
    if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
  }
  return copy;
}

// Names the members of the parameter struct: p->L1.
static void name_parameters(CodeModel *model)
{
  const Equations *equations = model->equations;
  model->parameters = ARENA_ARRAY(model->arena, const char *, equations->parameter_count);
  NameSet members = name_set_of_members(model->arena);
  name_set_obey(&members, &model->language->names);
  for (int k = 0; k < equations->parameter_count; k++) {
    const char *name = identifier_of(model->arena, equations->parameters[k].name);
    model->parameters[k] = name_set_claim(&members, name);
  }
  name_set_free(&members);
}

static const char **identifiers_of(CodeModel *model, const Variable variables[], int count)
{
  const char **names = ARENA_ARRAY(model->arena, const char *, count);
  for (int k = 0; k < count; k++)
    names[k] = identifier_of(model->arena, variables[k].name);
  return names;
}

// Names of arguments and of variables that the printer generates in function bodies.
static const char *const IN_BODIES[] = { "p",        "k",    "q",      "qd",     "u",      "s",
                                         "z",        "t",    "w",      "j",      "n",      "count",
                                         "stride",   "end",  "whole",  "rest",   "failed", "lost",
                                         "prepared", "sine", "cosine", "angles", "w1",     "w2",
                                         "w3",       "w4",   "w5",     "w6",     "w7",     "w8",
                                         "w9",       "w10",  NULL };

static void claim_all(NameSet *names, const char *const words[])
{
  for (; words && *words; words++)
    if (!name_set_has(names, *words)) name_set_claim(names, *words);
}

// `qdd` and `tau` are free in functions that do not take them, because results have these names.
static NameSet names_in_bodies(const CodeModel *model, unsigned takes)
{
  NameSet names = name_set_of_block(model->arena);
  name_set_obey(&names, &model->language->names);
  claim_all(&names, model->language->taken);
  claim_all(&names, IN_BODIES);
  if (takes & TAKES_QDD) name_set_claim(&names, "qdd");
  if (takes & TAKES_TORQUES) name_set_claim(&names, "tau");
  return names;
}

NameSet code_local_names(const CodeModel *model, const CodeFunction *function)
{
  static const char *const used[] = { "sin",   "cos",   "sincos",     "sign",         "min",
                                      "max",   "table", "fail",       "real",         "params",
                                      "block", "load",  "store",      "all",          "choose",
                                      "each1", "each2", "each_table", "sincos_block", "prepared" };
  NameSet names = names_in_bodies(model, ~0U);
  for (int k = 0; function && k < function->member_count; k++) {
    const char *output = function->members[k].output;
    if (!name_set_has(&names, output)) name_set_claim(&names, output);
  }
  for (size_t k = 0; k < sizeof used / sizeof used[0]; k++)
    name_set_claim(&names, code_global(model, used[k]));
  for (int k = 0; k < model->table_count; k++)
    name_set_claim(&names, model->tables[k].name);
  return names;
}

// Returns the name of the output array: "fk" for the key "fk:tip", "M" for "M".
static const char *output_name(const CodeModel *model, const CodeFunction *function, NameSet *names)
{
  const char *key = function->quantity->key;
  const char *base = arena_copy_text(model->arena, key, strcspn(key, ":"));
  return name_set_claim(names, identifier_of(model->arena, base));
}

static const char *const FORMS[] = { "",         "_prepared", "_batch",        "_block",
                                     "_product", "_row",      "_block_product" };
enum { FORM_COUNT = sizeof FORMS / sizeof FORMS[0] };

// Returns true if the name is in use in any of its forms: rr_bias, rr_bias_prepared, rr_bias_batch.
static bool is_taken(const CodeModel *model, const NameSet *globals, const char *wish)
{
  for (int k = 0; k < FORM_COUNT; k++) {
    if (name_set_has(globals, code_global(model, code_text(model, "%s%s", wish, FORMS[k]))))
      return true;
  }
  return false;
}

static const char *claim_macro(const CodeModel *model, NameSet *macros, const char *name)
{
  const char *upper = upper_of(model->arena, name);
  return name_set_claim(macros, code_text(model, "%s_%s_SIZE", model->upper, upper));
}

static void name_members(CodeModel *model, const CodeFunction *function, NameSet *names,
                         NameSet *macros)
{
  for (int k = 0; k < function->member_count; k++) {
    CodeFunction *member = &model->fused_members[k];
    member->output = output_name(model, member, names);
    member->size_macro =
        claim_macro(model, macros, arena_format(model->arena, "fused_%s", member->output));
  }
}

static void name_function(CodeModel *model, CodeFunction *function, NameSet *globals,
                          NameSet *macros)
{
  const Quantity *quantity = function->quantity;
  const char *wish = quantity ? identifier_of(model->arena, quantity->function) : "fused";
  while (is_taken(model, globals, wish))
    wish = code_text(model, "%s_", wish);
  function->short_name = wish;
  function->name = name_set_claim(globals, code_global(model, wish));
  for (int k = 1; k < FORM_COUNT; k++)
    name_set_claim(globals, code_global(model, code_text(model, "%s%s", wish, FORMS[k])));
  NameSet names = names_in_bodies(model, function->signature.takes);
  if (quantity) {
    function->output = output_name(model, function, &names);
    if (function->signature.is_array) function->size_macro = claim_macro(model, macros, wish);
  } else {
    name_members(model, function, &names, macros);
  }
  name_set_free(&names);
}

static void claim_globals(const CodeModel *model, NameSet *globals, const char *const words[])
{
  for (; *words; words++)
    name_set_claim(globals, code_global(model, *words));
}

static void name_functions(CodeModel *model)
{
  NameSet globals = name_set_of_block(model->arena);
  name_set_obey(&globals, &model->language->names);
  claim_all(&globals, model->language->taken);
  if (model->language->prefix[0] == '\0') {  // an argument would shadow a function of the same name
    static const char *const arguments[] = { "qdd", "tau", "held", NULL };
    claim_all(&globals, IN_BODIES);
    claim_all(&globals, arguments);
  }
  NameSet macros = name_set_of_block(model->arena);
  static const char *const ours[] = { "real",
                                      "params",
                                      "prepared",
                                      "prepare",
                                      "default_params",
                                      "assemble",
                                      "assemble_prepared",
                                      "project_velocity",
                                      "project_velocity_prepared",
                                      NULL };
  claim_globals(model, &globals, ours);
  claim_globals(model, &globals, code_runtime_words("c"));
  claim_globals(model, &globals, code_runtime_words("f90"));
  int key_count = model->request->key_count;
  for (int k = 0; k < model->program->output_count; k++) {
    int output = model->program->order[k];
    if (output < key_count) name_function(model, &model->functions[output], &globals, &macros);
  }
  if (model->fused_members) name_function(model, &model->functions[key_count], &globals, &macros);
  code_tables_build(model, &globals);
  name_set_free(&macros);
  name_set_free(&globals);
}

static bool reject(Text *why, const char *sentence, const char *key)
{
  text_clear(why);
  text_format(why, "%s '%s'", sentence, key);
  return false;
}

// Returns the requested keys, followed by the fused quantities that are not among them.
static const char **keys_of_program(const CodeModel *model, int *count)
{
  const CodeRequest *request = model->request;
  const char **keys =
      ARENA_ARRAY(model->arena, const char *, request->key_count + request->fused_count);
  for (int k = 0; k < request->key_count; k++)
    keys[k] = request->keys[k];
  *count = request->key_count;
  for (int k = 0; k < request->fused_count; k++) {
    int place = 0;
    while (place < *count && strcmp(keys[place], request->fused[k]) != 0)
      place++;
    if (place == *count) keys[(*count)++] = request->fused[k];
  }
  return keys;
}

static bool has_results(const CodeModel *model, const char *const keys[], int count, Text *why)
{
  for (int k = 0; k < count; k++) {
    const Quantity *quantity = equations_find(model->equations, keys[k]);
    if (!quantity) return reject(why, "the equations have no quantity", keys[k]);
    if (quantity->rows * quantity->columns == 0)
      return reject(why, "there is nothing to compute for the quantity", keys[k]);
  }
  return true;
}

static CodeFunction function_of_output(const CodeModel *model, int output)
{
  const Quantity *quantity = model->program->outputs[output].quantity;
  return (CodeFunction){ .quantity = quantity,
                         .result = &model->program->outputs[output],
                         .signature = signature_of(model->program, output),
                         .size = quantity->rows * quantity->columns,
                         .member_count = 1 };
}

// A fused function takes the arguments of all members and fails where any member fails.
static CodeFunction fused_function(CodeModel *model, const char *const keys[], int key_count)
{
  const CodeRequest *request = model->request;
  CodeFunction fused = { .signature.is_array = true, .member_count = request->fused_count };
  model->fused_members = ARENA_ARRAY(model->arena, CodeFunction, request->fused_count);
  for (int k = 0; k < request->fused_count; k++) {
    int output = 0;
    while (output < key_count && strcmp(keys[output], request->fused[k]) != 0)
      output++;
    CodeFunction *member = &model->fused_members[k];
    *member = function_of_output(model, output);
    fused.size += member->size;
    fused.signature.takes |= member->signature.takes;
    fused.signature.can_fail = fused.signature.can_fail || member->signature.can_fail;
  }
  fused.members = model->fused_members;
  return fused;
}

static bool build_functions(CodeModel *model, Text *why)
{
  const CodeRequest *request = model->request;
  int count = 0;
  const char **keys = keys_of_program(model, &count);
  if (!has_results(model, keys, count, why)) return false;
  model->program = program_new(model->equations, keys, count, why);
  if (!model->program) return false;
  model->functions = ARENA_ARRAY(model->arena, CodeFunction, request->key_count + 1);
  for (int k = 0; k < request->key_count; k++) {
    CodeFunction *function = &model->functions[model->function_count++];
    *function = function_of_output(model, k);
    function->members = function;
  }
  if (request->fused_count > 0)
    model->functions[model->function_count++] = fused_function(model, keys, count);
  return true;
}

static bool is_among(const char *name, const char *const words[])
{
  for (; words && *words; words++)
    if (strcmp(name, *words) == 0) return true;
  return false;
}

// Returns the name of the model. If the language limits the length of names, it is truncated to
// leave space for suffixes. It is extended by '_' if it equals a word of the language, a prefix of
// generated names (expected_bias of a self-test, fmu_start), or a module that the language loads.
static const char *name_of_model(const CodeModel *model, const char *name)
{
  static const char *const prefixes[] = { "check", "expected", "fmi2",  "fmi3", "fmu",
                                          "held",  "q",        "start", NULL };
  const NameRules *rules = &model->language->names;
  if (rules->longest > 0) name = arena_format(model->arena, "%.*s", rules->longest / 2, name);
  NameSet words = name_set_of_members(model->arena);
  name_set_obey(&words, rules);
  bool is_taken = name_set_has(&words, name) || is_among(name, prefixes) ||
                  is_among(name, model->language->files);
  name_set_free(&words);
  return is_taken ? arena_format(model->arena, "%s_", name) : name;
}

static bool has_key(const CodeRequest *request, const char *key)
{
  for (int k = 0; k < request->key_count; k++) {
    if (strcmp(request->keys[k], key) == 0) return true;
  }
  return false;
}

// Adds the functions by which assemble() detects a closure rotated by 180 deg.
static const CodeRequest *with_companions(const CodeRequest *request, Arena *arena)
{
  const Equations *equations = request->equations;
  if (!has_key(request, "Phi") || !has_key(request, "Phi_q")) return request;
  CodeRequest *whole = ARENA_NEW(arena, CodeRequest);
  *whole = *request;
  const char **keys =
      ARENA_ARRAY(arena, const char *, request->key_count + equations->companion_count);
  for (int k = 0; k < request->key_count; k++)
    keys[k] = request->keys[k];
  for (int i = 0; i < equations->companion_count; i++) {
    const char *key = equations->quantities[equations->quantity_count + i].key;
    if (!has_key(request, key)) keys[whole->key_count++] = key;
  }
  whole->keys = keys;
  return whole;
}

bool code_model_build(CodeModel *model, const CodeRequest *request, const Language *language,
                      Text *why)
{
  *model =
      (CodeModel){ .arena = arena_new(), .equations = request->equations, .language = language };
  model->request = with_companions(request, model->arena);
  const Equations *equations = model->equations;
  const char *name = equations->name[0] != '\0' ? equations->name : "model";
  model->name = name_of_model(model, identifier_of(model->arena, name));
  model->upper = upper_of(model->arena, model->name);
  name_parameters(model);
  for (ValueSource source = SOURCE_Q; source <= SOURCE_DISCRETES; source++) {
    int count = 0;
    const Variable *variables = variables_of_source(equations, source, &count);
    bool is_of_coordinates = source <= SOURCE_TORQUES;
    model->names[source] =
        identifiers_of(model, is_of_coordinates ? equations->coordinates : variables, count);
  }

  if (!build_functions(model, why)) return false;
  name_functions(model);
  constraint_solver_build(model);
  code_prepare_build(model);
  return true;
}

void code_model_free(CodeModel *model)
{
  program_free(model->program);
  arena_free(model->arena);
  *model = (CodeModel){ 0 };
}
