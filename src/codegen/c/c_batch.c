// c_batch.c -- functions over many states, several of them in parallel.
//
// The statements are those of the function of one state, on values that have one lane for each of
// several states: a vector type if the compiler has one, so that the result does not depend on its
// loop vectorisation; otherwise one number. Lanes are independent, so without contraction a state
// produces the same bits at any position of any batch. The last states, too few for a full block,
// are copied into one.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

// Minimum number of states for which threads pay.
enum { MIN_FOR_THREADS = 512 };

static Language language_of_lanes(void)
{
  static const LaneSyntax words = {
    .load = "$NAME_load(%s)",
    .store = "$NAME_store(%s,",
    .all = "$NAME_all(",
    .minimum = "$NAME_block_min(",
    .maximum = "$NAME_block_max(",
    .each = "$NAME_each%d(",
    .table = "$NAME_each_table(%s, %d, ",
    .sincos = "$NAME_sincos_block(%s,",
  };
  Language language = LANGUAGE_C;
  language.lanes = &words;
  language.entry = language.result_entry = " + %d * n";
  language.local = "const $NAME_block %s =";
  language.choice = "$NAME_choose($c,~$a,~$b)";
  language.truth = "$NAME_choose($c,~$NAME_all($1),~$NAME_all($0))";
  language.has_choice_as_call = true;
  language.unless = "lost[$m] =";
  language.check = language.late_check = "$NAME_choose($x > 0,\001lost[$m],\001$NAME_all(1))";
  return language;
}

// Returns the number of entries per state of an argument, or 0 if it is not an array of states.
static int entries_of(const CodeModel *model, const CodeFunction *function,
                      const CArguments *arguments, int index)
{
  ValueSource source = arguments->source[index];
  if (source == SOURCE_OUTPUT) return function->members[c_member(arguments, index)].size;
  if (source < SOURCE_Q || source > SOURCE_TIME) return 0;
  return code_argument_length(model, function, source);
}

static void put_statement(Text *out, const char *call, const char *const items[], int count)
{
  code_put_list(out, &LANGUAGE_C, call, items, count);
  text_put(out, ";\n");
}

// Invalidates the results of lanes that failed. A state in which several results fail counts once.
static void put_losses(Text *out, const CodeModel *model, const CodeFunction *function,
                       const char *ending, const char *stride, const char *states)
{
  const char *sum = "lost[0]";
  for (int m = function->member_count - 1; m >= 0; m--) {
    const CodeFunction *member = &function->members[m];
    const char *const items[] = { code_text(model, "lost + %d", m), states,
                                  code_text(model, "%s%s", member->output, ending), stride,
                                  code_text(model, "%d", member->size) };
    bool counts = function->member_count == 1;
    if (member->signature.can_fail)
      put_statement(out,
                    code_text(model, "    %s$NAME_mark_failed", counts ? "failed += " : "(void)"),
                    items, 5);
    if (m > 0) sum = code_text(model, "%s + lost[%d]", sum, m);
  }
  if (function->member_count == 1) return;
  text_format(out, "    lost[0] = %s;\n", sum);
  const char *const items[] = { "lost", states,
                                code_text(model, "%s%s", function->members[0].output, ending),
                                stride, "0" };
  put_statement(out, code_named(model, "    failed += $NAME_mark_failed"), items, 5);
}

// Calls the lane function with arrays whose names have this ending and whose entries are `stride`
// apart; only the first `states` lanes count.
static void put_call(Text *out, const CodeModel *model, const CodeFunction *function,
                     const char *ending, const char *stride, const char *states)
{
  CArguments arguments = c_arguments(model, function, C_LANES);
  for (int k = 0; k < arguments.count; k++) {
    const char **name = &arguments.name[k];
    if (arguments.source[k] == SOURCE_STRIDE) *name = stride;
    if (entries_of(model, function, &arguments, k) > 0)
      *name = code_text(model, "%s%s", *name, ending);
  }
  if (function->signature.can_fail) {
    code_put(out, model, "    $NAME_block lost[%d];\n", function->member_count);
    for (int m = 0; m < function->member_count; m++)
      code_put(out, model, "    lost[%d] = $NAME_all(0);\n", m);
  }
  put_statement(out, code_text(model, "    %s_block", function->name), arguments.name,
                arguments.count);
  if (function->signature.can_fail) put_losses(out, model, function, ending, stride, states);
}

static void put_whole_blocks(Text *out, const CodeModel *model, const CodeFunction *function)
{
  code_put(out, model,
           "#ifdef _OPENMP\n#pragma omp parallel for if (whole >= %d)%s\n#endif\n"
           "  for (size_t j = 0; j < whole; j += $NAME_block_size) {\n",
           MIN_FOR_THREADS, function->signature.can_fail ? " reduction(+ : failed)" : "");
  put_call(out, model, function, " + j", "n", code_named(model, "$NAME_block_size"));
  text_put(out, "  }\n");
}

// Copies between an array and the block that holds the remaining states.
static void put_copy(Text *out, const CodeModel *model, const char *name, int entries, bool is_back)
{
  const char *array = code_text(model, "%s + whole", name),
             *block = code_text(model, "%s_rest", name);
  const char *size = code_named(model, "$NAME_block_size");
  const char *const items[] = { "rest",
                                code_text(model, "%d", entries),
                                is_back ? block : array,
                                is_back ? size : "n",
                                is_back ? array : block,
                                is_back ? "n" : size };
  put_statement(out, code_named(model, "    $NAME_copy_states"), items, 6);
}

// Unused lanes of the remaining block contain zeros; their results are ignored.
static void put_rest(Text *out, const CodeModel *model, const CodeFunction *function)
{
  CArguments arguments = c_arguments(model, function, C_LANES);
  text_put(out, "  if (whole < end) {\n    const size_t rest = end - whole;\n");
  for (int k = 0; k < arguments.count; k++) {
    int entries = entries_of(model, function, &arguments, k);
    if (entries > 0)
      code_put(out, model, "    $NAME_real %s_rest[%d * $NAME_block_size] = { 0 };\n",
               arguments.name[k], entries);
  }
  for (int k = 0; k < arguments.count; k++) {
    int entries = entries_of(model, function, &arguments, k);
    if (entries > 0 && arguments.source[k] != SOURCE_OUTPUT)
      put_copy(out, model, arguments.name[k], entries, false);
  }
  put_call(out, model, function, "_rest", code_named(model, "$NAME_block_size"), "rest");
  for (int m = 0; m < function->member_count; m++)
    put_copy(out, model, function->members[m].output, function->members[m].size, true);
  text_put(out, "  }\n");
}

static void put_lanes(Text *out, const CodeModel *model, const CodeFunction *function)
{
  Language language = language_of_lanes();
  CodeModel lanes = *model;
  lanes.language = &language;
  Routine *routine = code_routine(&lanes, function);
  if (!function->signature.is_array)
    routine->results[0].target = code_text(model, "%s + 0 * n", function->output);
  c_put_lanes(out, &lanes, function, routine);
}

void c_put_batch(Text *out, const CodeModel *model, const CodeFunction *function)
{
  put_lanes(out, model, function);
  c_put_prototype(out, model, function, C_BATCHED_RESTRICT);
  code_put(out, model,
           "\n{\n"
           "  $NAME_prepared prepared;\n"
           "  const $NAME_prepared *const k = &prepared;\n"
           "  const size_t n = (size_t)stride;\n"
           "  const size_t end = count > 0 ? (size_t)count : 0;\n"
           "  const size_t whole = end - end %% $NAME_block_size;\n"
           "%s"
           "  $NAME_prepare(p, &prepared);\n",
           function->signature.can_fail ? "  int failed = 0;\n" : "");
  put_whole_blocks(out, model, function);
  put_rest(out, model, function);
  text_put(out, function->signature.can_fail ? "  return failed;\n}\n" : "}\n");
}
