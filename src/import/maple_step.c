// maple_step.c -- the small steps of reading a Maple definition file.
// SPDX-License-Identifier: MIT
#include "import/maple_step.h"

bool maple_fail(MapleReader *reader, const char *wanted)
{
  MapleModel *model = reader->model;
  diagnostics_add(model->diagnostics, SEVERITY_ERROR, reader->at->span, NULL,
                  "expected %s instead of %s", wanted, scan_describe(reader->at, model->arena));
  return false;
}

bool maple_take(MapleReader *reader, char mark, const char *wanted)
{
  if (!scan_is_mark(reader->at, mark)) return maple_fail(reader, wanted);
  reader->at++;
  return true;
}

bool maple_take_if(MapleReader *reader, char mark)
{
  if (!scan_is_mark(reader->at, mark)) return false;
  reader->at++;
  return true;
}

bool maple_take_name(MapleReader *reader, const char *wanted, Span *span)
{
  if (reader->at->kind != SCAN_NAME) return maple_fail(reader, wanted);
  *span = reader->at->span;
  reader->at++;
  return true;
}

bool maple_take_word(MapleReader *reader, const char *lower, const char *upper)
{
  if (!scan_is_name(reader->at, lower) && !scan_is_name(reader->at, upper)) {
    return maple_fail(reader, arena_format(reader->model->arena, "'%s'", lower));
  }
  reader->at++;
  return true;
}

bool maple_begins_statement(const ScanToken *token)
{
  return token->kind == SCAN_NAME && scan_is_mark(token + 1, (char)MARK_ASSIGN);
}

bool maple_ends_statement(const ScanToken *token)
{
  return token->kind == SCAN_END || scan_is_mark(token, ';') || scan_is_mark(token, ':');
}

bool maple_read_sum(MapleReader *reader, Cell *cell)
{
  MapleModel *model = reader->model;
  CellReader cells = { .at = reader->at,
                       .values = &model->values,
                       .diagnostics = model->diagnostics,
                       .arena = model->arena,
                       .has_blanks = true };
  bool is_good = cell_read(&cells, cell);
  reader->at = cells.at;
  return is_good;
}
