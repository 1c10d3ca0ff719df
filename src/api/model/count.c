// count.c -- operation counts through the public interface.
// SPDX-License-Identifier: MIT
#include "api/answer.h"
#include "report/report.h"

BielleStatus bielle_model_count(const BielleModel *model, const char *const keys[], int key_count,
                                BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  *out = NULL;
  if (!has_quantities(model, keys, key_count, diagnostics)) return BIELLE_BAD_INPUT;
  const Equations *equations = model->equations;
  Text why = { 0 };
  BielleAnswer *answer = answer_new();
  if (equations->note) record_text(answer->record, "note", equations->note);
  Record *list = record_list(answer->record, "quantities");
  int count = key_count > 0 ? key_count : equations->quantity_count;
  bool is_good = true;
  for (int i = 0; i < count && is_good; i++) {
    const char *key = key_count > 0 ? keys[i] : equations->quantities[i].key;
    Program *program = program_new(equations, &key, 1, &why);
    is_good = program != NULL;
    if (is_good) count_record(equations_find(equations, key), program, list);
    program_free(program);
  }
  if (is_good) {
    if (equations->note) text_put(&answer->words, equations->note);
    count_words(list, &answer->words);
    *out = answer;
  } else {
    diagnose(diagnostics, NULL, "%s", text_string(&why));
    bielle_answer_free(answer);
  }
  text_free(&why);
  return is_good ? BIELLE_OK : BIELLE_INTERNAL;
}
