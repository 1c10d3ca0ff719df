// print.c -- prints a document in canonical layout.
//
// A statement is one line; it is broken after a comma if it is too long or contains a comment.
// Numbers, units, names and brackets are printed as written. Comments keep their position: on
// separate lines before a statement, or after the item, row or statement that they follow; a
// comment elsewhere inside a statement is printed before it.
// SPDX-License-Identifier: MIT
#include "base/memory/item_list.h"
#include "lang/syntax/document.h"

#include <string.h>

enum { WIDTH = 100, CONTINUATION = 6, ROW_INDENT = 3, INDENT = 2, MAX_PADDING = 12 };

typedef struct Printer {
  const Document *document;
  Text *out;
  Text line;         // text of the current statement; a NUL marks a forced line end
  int comment;       // index of the next comment to be printed
  int depth;         // nesting depth of blocks
  bool is_tight;     // without blanks: in a cell of a table
  bool is_long;      // options are separated by commas, so that lines can be broken there
  int continuation;  // indentation of the statement's continuation lines
} Printer;

static void put_span(Text *out, Span span) { text_put_bytes(out, span_bytes(span), span.length); }

static void put_between(Text *out, char before, Span span, char behind)
{
  text_put_char(out, before);
  put_span(out, span);
  text_put_char(out, behind);
}

// ---- comments

static const Span *comment_before(const Printer *printer, size_t position)
{
  const Document *document = printer->document;
  if (printer->comment == document->comment_count) return NULL;
  const Span *comment = &document->comments[printer->comment];
  return comment->start < position ? comment : NULL;
}

static void put_comment(Text *out, Span comment)
{
  Piece piece = piece_between(span_bytes(comment), span_bytes(comment) + comment.length);
  text_put_bytes(out, piece.text, piece.length);
}

// Returns true if only blanks precede the position on its line.
static bool is_first_on_line(const Source *source, size_t position)
{
  while (position > 0 && strchr(" \t", source->bytes[position - 1]))
    position--;
  return position == 0 || source->bytes[position - 1] == '\n';
}

// Returns true if there is an empty line before the position, apart from blanks.
static bool follows_empty_line(const Source *source, size_t position)
{
  int ends = 0;
  while (position > 0 && strchr(" \t\r\n", source->bytes[position - 1])) {
    position--;
    ends += source->bytes[position] == '\n';
  }
  return ends > 1 && position > 0;
}

static void put_indent(Printer *printer)
{
  text_repeat(printer->out, ' ', INDENT * printer->depth);
}

static void put_empty_line(Printer *printer, size_t position)
{
  const Source *source = printer->document->source;
  if (source && printer->out->length > 0 && follows_empty_line(source, position))
    text_put_char(printer->out, '\n');
}

// Prints the comments before the position, each on a separate line.
static void put_comments(Printer *printer, size_t position)
{
  const Span *comment;
  while ((comment = comment_before(printer, position)) != NULL) {
    put_empty_line(printer, comment->start);
    put_indent(printer);
    put_comment(printer->out, *comment);
    text_put_char(printer->out, '\n');
    printer->comment++;
  }
}

// Ends the line. A comment before the position is appended if it follows other text and, unless
// `from` is 0, no line ended since `from`.
static void put_comment_behind(Printer *printer, size_t from, size_t position)
{
  const Span *comment = comment_before(printer, position);
  if (comment && !is_first_on_line(comment->source, comment->start) &&
      (from == 0 || !memchr(comment->source->bytes + from, '\n', comment->start - from))) {
    text_put(printer->out, "  ");
    put_comment(printer->out, *comment);
    printer->comment++;
  }
  text_put_char(printer->out, '\n');
}

// ---- values

static void put_node(Printer *printer, const Node *node);

// Appends the comments before the position: the first after the text of its line, others on
// separate lines. Returns true if there were any.
static bool put_inner_comments(Printer *printer, size_t position)
{
  const Span *comment = comment_before(printer, position);
  bool has_some = false;
  for (; comment; comment = comment_before(printer, position)) {
    bool is_behind = !has_some && !is_first_on_line(comment->source, comment->start);
    text_put_bytes(&printer->line, is_behind ? "  " : "\0", is_behind ? 2 : 1);
    put_comment(&printer->line, *comment);
    printer->comment++;
    has_some = true;
  }
  return has_some;
}

// Comments between two items of a list end a line each. A cell of a table is not broken.
static void put_comma(Printer *printer, const Node *next)
{
  text_put(&printer->line, ",");
  bool has_comments = put_inner_comments(printer, next->span.start);
  if (has_comments || !printer->is_tight) text_put_char(&printer->line, has_comments ? '\0' : ' ');
}

static void put_children(Printer *printer, const Node *first)
{
  for (const Node *child = first; child; child = child->next) {
    if (child != first) put_comma(printer, child);
    put_node(printer, child);
  }
}

static void put_unit(Printer *printer, const UnitFactor *unit)
{
  if (!unit) return;
  if (!printer->is_tight) text_put_char(&printer->line, ' ');
  put_span(&printer->line, unit->text);
}

// Returns true if the text ends in a unit. Without blanks, a mark after it would be read as part of
// the unit: 6 m / s, 6 m ^ 2.
static bool ends_in_unit(const Node *node)
{
  while (!node->is_in_brackets && (node->kind == NODE_NEGATE || node->kind == NODE_POWER))
    node = node->last;
  return node_unit(node) && !node->is_in_brackets;
}

static void put_operation(Printer *printer, const Node *node)
{
  const Node *before = node->first;
  for (const Node *child = node->first; child; before = child, child = child->next) {
    const char *mark = token_kind_text((TokenKind)child->mark);
    bool is_name = child->kind != NODE_CALL && !strchr("-0123456789([", *span_bytes(child->span));
    bool divides_unit = child->mark == TOKEN_DIVIDE && is_name && ends_in_unit(before);
    bool is_spaced = child->mark == TOKEN_DOT || divides_unit ||
                     (node->kind != NODE_PRODUCT && !printer->is_tight);
    if (child != node->first) text_format(&printer->line, is_spaced ? " %s " : "%s", mark);
    put_node(printer, child);
  }
}

static void put_pair(Printer *printer, const Node *node, const char *between)
{
  put_node(printer, node->first);
  text_put(&printer->line, between);
  put_node(printer, node->last);
}

static void put_index(void *printer, const Node *index, Text *line)
{
  (void)line;  // the printer's line is used
  put_node(printer, index);
}

// name(formals) = value limits lower .. upper
static void put_binding(Printer *printer, const Node *node)
{
  bool is_open = false;
  name_put(node, &printer->line, put_index, printer);
  for (const Node *part = node->first; part; part = part->next) {
    if (part->mark == TOKEN_BRACKET_OPEN) continue;
    bool is_formal = part->mark == TOKEN_PAREN_OPEN;
    if (is_open && !is_formal) text_put(&printer->line, ")");
    if (is_formal) text_put(&printer->line, is_open ? ", " : "(");
    is_open = is_formal;
    if (part->mark == TOKEN_ASSIGN) text_put(&printer->line, " = ");
    if (part->mark == TOKEN_RANGE) text_put(&printer->line, " limits ");
    put_node(printer, part);
  }
}

static void put_bare(Printer *printer, const Node *node)
{
  Text *line = &printer->line;
  bool is_call = node->kind == NODE_CALL;
  switch ((NodeKind)node->kind) {
  case NODE_NUMBER: put_span(line, node_text(node)); break;
  case NODE_NAME: name_put(node, line, put_index, printer); break;
  case NODE_SUM:
  case NODE_PRODUCT:
  case NODE_COMPARE: put_operation(printer, node); break;
  case NODE_POWER: put_pair(printer, node, ends_in_unit(node->first) ? " ^ " : "^"); break;
  case NODE_NEGATE:
    text_put(line, "-");
    put_node(printer, node->first);
    break;
  case NODE_CALL:
  case NODE_VECTOR:
    if (is_call) put_span(line, node_text(node));
    text_put(line, is_call ? "(" : "[");
    put_children(printer, node->first);
    text_put(line, is_call ? ")" : "]");
    break;
  case NODE_AXES: put_pair(printer, node, " in "); break;
  case NODE_COMPONENT:
    put_node(printer, node->first);
    text_put(line, ".");
    put_span(line, node_text(node));
    break;
  case NODE_TEXT: put_between(line, '"', node_text(node), '"'); break;
  case NODE_UNIT: put_between(line, '[', node->unit->text, ']'); break;
  case NODE_BINDING: put_binding(printer, node); break;
  case NODE_RANGE: put_pair(printer, node, " .. "); break;
  case NODE_PLACE: put_pair(printer, node, " on "); break;
  case NODE_EQUATION: put_pair(printer, node, " = "); break;
  case NODE_LIST: put_children(printer, node->first); break;
  }
}

static void put_node(Printer *printer, const Node *node)
{
  if (node->is_in_brackets) text_put(&printer->line, "(");
  put_bare(printer, node);
  if (node->kind != NODE_UNIT) put_unit(printer, node_unit(node));
  if (node->is_in_brackets) text_put(&printer->line, ")");
  text_repeat(&printer->line, '\'', node->primes);
}

// ---- tables

static Text cell_text(Printer *printer, const Node *cell)
{
  const Node *number = cell->kind == NODE_NEGATE ? cell->first : cell;
  Text line = printer->line;
  printer->line = (Text){ 0 };
  Span unit = number->has_unit ? number->unit->text : (Span){ 0 };
  printer->is_tight = !number->has_unit || !is_table_unit(span_bytes(unit), unit.length);
  put_node(printer, cell);
  printer->is_tight = false;
  Text text = printer->line;
  printer->line = line;
  return text;
}

static const Node *cell_at(const Node *row, int column)
{
  const Node *cell = row->first;
  for (int i = 0; cell && i < column; i++)
    cell = cell->next;
  return cell;
}

static int column_width(Printer *printer, const Node *rows, int column)
{
  int width = 0;
  for (const Node *row = rows->first; row; row = row->next) {
    const Node *cell = cell_at(row, column);
    if (!cell) continue;
    Text text = cell_text(printer, cell);
    int length = text_columns(text_string(&text), text.length);
    if (length > width) width = length;
    text_free(&text);
  }
  return width;
}

// Prints the rows in columns, below the line of the statement. Comments of a row are printed after
// or below it.
static void put_rows(Printer *printer, const Node *rows, size_t end)
{
  enum { MAX_COLUMNS = 64, BETWEEN = 2 };
  int widths[MAX_COLUMNS];
  int count = rows->first->count < MAX_COLUMNS ? rows->first->count : MAX_COLUMNS;
  for (int i = 0; i < count; i++)
    widths[i] = column_width(printer, rows, i);
  printer->continuation = ROW_INDENT;
  (void)put_inner_comments(printer, rows->first->span.start);
  for (const Node *row = rows->first; row; row = row->next) {
    text_put_char(&printer->line, '\0');
    int i = 0;
    for (const Node *cell = row->first; cell; cell = cell->next, i++) {
      Text text = cell_text(printer, cell);
      text_put(&printer->line, text_string(&text));
      int pad =
          i < count ? widths[i] - text_columns(text_string(&text), text.length) + BETWEEN : BETWEEN;
      if (cell->next) text_repeat(&printer->line, ' ', pad);
      text_free(&text);
    }
    (void)put_inner_comments(printer, row->next ? row->next->span.start : end);
  }
}

// ---- clauses

static void put_clauses(Printer *printer, const Statement *statement, int pad);

static void put_value(Printer *printer, const Statement *statement, const Clause *clause)
{
  Text *line = &printer->line;
  switch ((int)clause->row->syntax) {
  case SYNTAX_COLUMN:  // the number, then the unit in brackets
    if (clause->value->count == 1) put_node(printer, clause->value->first);
    if (clause->value->count == 2) put_pair(printer, clause->value, " ");
    break;
  case SYNTAX_ROWS: put_rows(printer, clause->value, statement->end); break;
  case SYNTAX_PART:
    text_put(line, statement_row(clause->part->kind)->word);
    put_clauses(printer, clause->part, 0);
    break;
  default:
    if (clause->value) put_node(printer, clause->value);
  }
}

static void put_clause(Printer *printer, const Statement *statement, const Clause *clause,
                       const Clause *before)
{
  Text *line = &printer->line;
  const ClauseRow *row = clause->row;
  bool is_flag = row->syntax == SYNTAX_FLAG;
  bool is_bracket = *row->lead == '(';
  bool is_call = row->syntax == SYNTAX_FORMALS || row->syntax == SYNTAX_ARGUMENTS;
  bool has_comma = clause_is_option(clause->row) && before && clause_is_option(before->row) &&
                   !is_flag && (printer->is_long || *statement_row(statement->kind)->joint == ',');
  if (has_comma) text_put(line, ",");
  if (!is_call && row->syntax != SYNTAX_ROWS) text_put(line, " ");
  if (is_bracket) {
    text_put(line, row->syntax == SYNTAX_DRIVER ? "(= " : "(");
  } else if (*row->lead != '\0') {
    text_format(line, row->syntax == SYNTAX_NOTHING || is_flag ? "%s" : "%s ", row->lead);
  }
  put_value(printer, statement, clause);
  if (is_bracket) text_put(line, ")");
}

// Prints the clauses in the order of their rows; repeated clauses in text order.
static void put_clauses(Printer *printer, const Statement *statement, int pad)
{
  const Clause *before = NULL;
  for (const ClauseRow *row = clause_next(statement->kind, NULL); row;
       row = clause_next(statement->kind, row)) {
    for (const Clause *clause = statement->first; clause; clause = clause->next) {
      if (clause->row != row || row->syntax == SYNTAX_BLOCK) continue;
      put_clause(printer, statement, clause, before);
      if (!before) text_repeat(&printer->line, ' ', pad);
      before = clause;
    }
  }
}

// ---- lines

// Returns the position after the last comma where a line of at most `width` may be broken,
// preferably outside brackets, or 0 if there is none.
static size_t break_place(const char *line, size_t length, size_t width)
{
  size_t best = 0;
  int best_depth = 100;
  int depth = 0;
  bool is_quoted = false;
  for (size_t i = 0; i < length && i < width; i++) {
    if (line[i] == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    depth += line[i] == '(' || line[i] == '[';
    depth -= line[i] == ')' || line[i] == ']';
    bool is_place = line[i] == ',' && i + 1 < length && line[i + 1] == ' ';
    if (!is_place || (depth > best_depth && best * 3 > width)) continue;
    best = i + 1;
    best_depth = depth;
  }
  return best;
}

static bool is_comment_inside(const char *line, size_t length)
{
  bool is_quoted = false;
  for (size_t i = 0; i < length; i++) {
    if (line[i] == '"') is_quoted = !is_quoted;
    if (line[i] == '#' && !is_quoted) return true;
  }
  return false;
}

// Prints one line of the statement, broken if it is too long.
static void put_wrapped(Printer *printer, const char *line, size_t length, bool is_first)
{
  size_t depth = (size_t)printer->depth, continuation = (size_t)printer->continuation;
  size_t indent = INDENT * depth + (is_first ? 0 : continuation);
  bool has_comment = is_comment_inside(line, length);
  for (;;) {
    text_repeat(printer->out, ' ', length > 0 ? (int)indent : 0);
    size_t end = length;
    if (indent + length > WIDTH && !has_comment) end = break_place(line, length, WIDTH - indent);
    if (end == 0) end = length;
    text_put_bytes(printer->out, line, end);
    if (end == length) return;
    text_put_char(printer->out, '\n');
    line += end + 1;
    length -= end + 1;
    indent = INDENT * depth + continuation;
  }
}

static void put_lines(Printer *printer)
{
  const char *line = text_string(&printer->line);
  const char *end = line + printer->line.length;
  bool is_first = true;
  while (line <= end) {
    size_t length = strlen(line);
    if (!is_first) text_put_char(printer->out, '\n');
    put_wrapped(printer, line, length, is_first);
    line += length + 1;
    is_first = false;
  }
}

// ---- statements

static void put_statements(Printer *printer, const Statement *first, size_t end);

// Counts the comments up to the end of the statement. Those not printed within a list must be
// printed before it.
static int comments_inside(const Printer *printer, const Statement *statement)
{
  const Document *document = printer->document;
  int count = printer->comment;
  while (count < document->comment_count && document->comments[count].start < statement->end)
    count++;
  return count;
}

static bool is_on_one_line(const Statement *statement)
{
  const char *start = span_bytes(statement->span);
  size_t length = statement->end - statement->span.start;
  return !memchr(start, '\n', length);
}

static void put_body(Printer *printer, const Statement *statement)
{
  bool is_short = is_on_one_line(statement);
  text_put(printer->out, is_short ? " { " : " {\n");
  if (is_short) {
    for (const Statement *s = statement->body; s; s = s->next) {
      Text line = { 0 };
      Printer inner = { .document = printer->document, .out = &line };
      inner.comment = printer->document->comment_count;
      text_put(&inner.line, statement_row(s->kind)->word);
      put_clauses(&inner, s, 0);
      text_put(printer->out, text_string(&inner.line));
      if (statement_has(s, "body")) put_body(printer, s);
      text_put(printer->out, s->next ? "; " : " }");
      text_free(&inner.line);
      text_free(&line);
    }
    if (!statement->body) text_put(printer->out, "}");
    return;
  }
  printer->depth++;
  put_statements(printer, statement->body, statement->end);
  printer->depth--;
  put_indent(printer);
  text_put(printer->out, "}");
}

static void put_options(Printer *printer, const Statement *statement)
{
  text_put(printer->out, " {\n");
  printer->depth++;
  for (const Clause *clause = statement->first; clause; clause = clause->next) {
    if (!clause_is_option(clause->row)) continue;
    put_comments(printer, clause->span.start);
    text_clear(&printer->line);
    text_format(&printer->line, "%s ", clause->row->lead);
    put_value(printer, statement, clause);
    put_lines(printer);
    size_t next = clause->next ? clause->next->span.start : statement->end;
    put_comment_behind(printer, 0, next);
  }
  put_comments(printer, statement->end);
  printer->depth--;
  put_indent(printer);
  text_put(printer->out, "}");
}

static void begin_line(Printer *printer, const Statement *statement)
{
  text_clear(&printer->line);
  printer->continuation = CONTINUATION;
  text_put(&printer->line, statement_row(statement->kind)->word);
}

// Formats the statement into the line. Returns false if a comment inside could not be placed.
static bool put_statement_line(Printer *printer, const Statement *statement, int pad)
{
  bool is_block = *statement_row(statement->kind)->joint == '{';
  begin_line(printer, statement);
  if (is_block) {
    text_put(&printer->line, " ");
    put_node(printer, statement->first->value);
  } else {
    put_clauses(printer, statement, pad);
  }
  bool has_body = statement_has(statement, "body");
  return is_block || has_body || printer->comment >= comments_inside(printer, statement);
}

static void put_statement(Printer *printer, const Statement *statement, int pad)
{
  int comment = printer->comment, width = WIDTH - INDENT * printer->depth;
  bool is_good = put_statement_line(printer, statement, pad);
  if (!is_good) {
    printer->comment = comment;
    put_comments(printer, statement->end);
    comment = printer->comment;
    put_statement_line(printer, statement, pad);
  }
  if ((int)printer->line.length > width && comment == printer->comment) {
    printer->is_long = true;
    put_statement_line(printer, statement, 0);  // it may fit without padding
    if ((int)printer->line.length > width) put_statement_line(printer, statement, pad);
    printer->is_long = false;
  }
  put_lines(printer);
  if (*statement_row(statement->kind)->joint == '{') put_options(printer, statement);
  if (statement_has(statement, "body")) put_body(printer, statement);
}

// ---- alignment: the names in consecutive statements of one kind are padded to the same width

// Returns the width of the name, or 0 if the text after it is not aligned, e.g. a bracket.
static int name_width(const Statement *statement)
{
  const Clause *first = statement->first;
  bool is_named = first && first->value && first->value->kind == NODE_NAME;
  if (!is_named || statement->body || (first->next && *first->next->row->lead == '(')) return 0;
  Span name = node_text(first->value);
  return text_columns(span_bytes(name), name.length);
}

// Returns false if `b` contains a comment, which may have to be printed before its statement.
static bool is_next_line(const Source *source, const Statement *a, const Statement *b)
{
  if (!source || a->span.source != source || b->span.source != source) return true;
  if (b->is_broken || is_comment_inside(span_bytes(b->span), b->end - b->span.start)) return false;
  int ends = 0;
  for (size_t i = a->end; i < b->span.start; i++)
    ends += source->bytes[i] == '\n';
  return ends < 2;
}

// Returns the last statement of the run that begins with `first`.
static const Statement *run_end(const Source *source, const Statement *first, int *width)
{
  const Statement *last = first;
  int least = name_width(first);
  *width = least;
  for (const Statement *next = first->next; next; next = next->next) {
    int own = name_width(next);
    bool is_run = next->kind == first->kind && is_next_line(source, last, next);
    int most = own > *width ? own : *width;
    int fewest = own < least ? own : least;
    if (!is_run || most - fewest > MAX_PADDING) break;
    *width = most;
    least = fewest;
    last = next;
  }
  return last;
}

// Prints the comment lines before a generated statement, or after the last one.
static void put_note(Printer *printer, const char *note)
{
  while (note && *note != '\0') {
    size_t length = strcspn(note, "\n");
    if (length > 0) put_indent(printer);
    text_put_bytes(printer->out, note, length);
    text_put_char(printer->out, '\n');
    note += length + (note[length] == '\n');
  }
}

static void put_statements(Printer *printer, const Statement *first, size_t end)
{
  const Source *source = printer->document->source;
  const Statement *last = NULL;  // last statement of the run
  int width = 0;
  for (const Statement *s = first; s; s = s->next) {
    bool is_in_text = s->span.source == source && source;
    if (!last) last = run_end(source, s, &width);
    if (is_in_text) put_comments(printer, s->span.start);
    if (is_in_text) put_empty_line(printer, s->span.start);
    put_note(printer, s->note);
    int own = name_width(s);
    put_statement(printer, s, own > 0 ? width - own : 0);
    put_comment_behind(printer, s->end, !is_in_text ? 0 : s->next ? s->next->span.start : end);
    if (s == last) last = NULL;
  }
  put_comments(printer, end);
}

void document_print(const Document *document, Text *out)
{
  Printer printer = { .document = document, .out = out };
  put_statements(&printer, document->first, SIZE_MAX);
  put_note(&printer, document->note);
  text_free(&printer.line);
}
