// resolve_circle.c -- frames that sit on each other in a circle: A in B, B in A.
//
// Frames are declared before they are used, so a circle is first of all a use that comes too early.
// But no order of the statements would help, and the message must say so.
// SPDX-License-Identifier: MIT
#include "lang/resolve_geometry.h"

#include <assert.h>

// Longer circles are reported as a use before the declaration.
enum { LONGEST_CIRCLE = 20 };

// The frame that the frame of a joint or a frame statement sits on; length 0: it is broken.
static Span parent_of(const AstStatement *statement)
{
  return statement->joint ? statement->joint->parent : statement->frame->parent;
}

static const AstStatement *statement_of_frame(const Resolver *resolver, Span name)
{
  const AstStatement *statement = resolver->statements;
  for (; statement; statement = statement->next) {
    bool makes_frame = statement->joint || statement->frame;
    if (makes_frame && statement->name.length > 0 && span_equal(statement->name, name)) break;
  }
  return statement;
}

static void report_circle(Resolver *resolver, const Span path[], int length)
{
  Text text = { 0 };
  for (int i = 0; i < length; i++) {
    assert(path[i].source && "every step of a circle has a name");
    text_put_bytes(&text, span_bytes(path[i]), path[i].length);
    text_put(&text, " in ");
  }
  text_put_bytes(&text, span_bytes(path[0]), path[0].length);
  evaluate_error(resolver, path[1 % length], "one of them must sit on 'ground'",
                 "these frames sit on each other in a circle: %s", text_string(&text));
  text_free(&text);
}

// Each step is a walk through the statements: not for messages that will not be kept.
static bool is_worth_a_walk(const Resolver *resolver, Span parent)
{
  enum { MOST_ERRORS_KEPT = 100 };
  return diagnostics_error_count(resolver->diagnostics) < MOST_ERRORS_KEPT &&
         scope_knows(&resolver->scope, SPACE_FRAMES, parent);
}

bool resolve_is_circle(Resolver *resolver, Span frame, Span parent)
{
  Span path[LONGEST_CIRCLE] = { frame };
  int length = 1;
  if (span_equal(frame, parent)) {
    evaluate_error(resolver, parent, "write the frame that it is in, such as 'ground'",
                   "frame '%s' sits on itself", resolver_text(resolver, frame));
    return true;
  }
  if (!is_worth_a_walk(resolver, parent)) return false;
  while (parent.length > 0 && length < LONGEST_CIRCLE) {
    path[length++] = parent;
    if (scope_declared(&resolver->scope, SPACE_FRAMES, parent)) return false;
    const AstStatement *below = statement_of_frame(resolver, parent);
    if (!below) return false;
    parent = parent_of(below);
    if (parent.length == 0 || !span_equal(parent, frame)) continue;
    report_circle(resolver, path, length);
    return true;
  }
  return false;
}
