// xml.c -- reading XML and finding places in it.
//
// libxml2 knows the line on which a start tag ends. The exact place is found again in the text: the
// last "<tag" at or before the end of that line.
// SPDX-License-Identifier: MIT
#include "import/xml.h"

#include "base/memory.h"
#include "import/decimal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/tree.h>

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Offset behind the last byte of a line (counted from 1).
static size_t line_end(const Source *source, long line)
{
  size_t offset = 0;
  for (long i = 1; offset < source->length; i++) {
    const char *newline = memchr(source->bytes + offset, '\n', source->length - offset);
    if (!newline) return source->length;
    offset = (size_t)(newline - source->bytes) + 1;
    if (i >= line) return offset;
  }
  return source->length;
}

static Span line_span(const Source *source, long line)
{
  size_t end = line_end(source, line);
  size_t start = line > 1 ? line_end(source, line - 1) : 0;
  while (start < end && is_space(source->bytes[start]))
    start++;
  while (end > start && is_space(source->bytes[end - 1]))
    end--;
  return (Span){ source, start, end - start };
}

// The first error says most; what follows is often its consequence.
typedef struct FirstError {
  bool is_there;
  int line;
  char message[200];
} FirstError;

static void keep_first(void *user_data, xmlErrorPtr error)
{
  FirstError *first = ((xmlParserCtxt *)user_data)->_private;
  if (first->is_there || error->level < XML_ERR_ERROR) return;
  first->is_there = true;
  first->line = error->line;
  const char *message = error->message ? error->message : "";
  size_t length = strcspn(message, "\n");
  if (length >= sizeof first->message) length = sizeof first->message - 1;
  memcpy(first->message, message, length);
}

static void report_syntax(const FirstError *first, const Source *source, Diagnostics *diagnostics)
{
  diagnostics_add(diagnostics, SEVERITY_ERROR, line_span(source, first->line), NULL,
                  "this is not well-formed XML: %s", first->message);
}

static bool check_entities(const Source *source, Diagnostics *diagnostics)
{
  static const char mark[] = "<!ENTITY";
  const char *found = memmem(source->bytes, source->length, mark, sizeof mark - 1);
  if (!found) return true;
  Span span = { source, (size_t)(found - source->bytes), sizeof mark - 1 };
  diagnostics_add(diagnostics, SEVERITY_ERROR, span, "write the text in its place",
                  "entities are not expanded");
  return false;
}

Xml *xml_read(const Source *source, Diagnostics *diagnostics)
{
  if (source->length > INT_MAX || !check_entities(source, diagnostics)) return NULL;
  xmlParserCtxt *context = xmlNewParserCtxt();
  if (!context) memory_exhausted();
  FirstError first = { .line = 1 };
  context->_private = &first;
  context->sax->serror = keep_first;
  int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES;
  xmlDoc *document = xmlCtxtReadMemory(context, source->bytes ? source->bytes : "",
                                       (int)source->length, NULL, NULL, options);
  if (!document || !xmlDocGetRootElement(document)) {
    report_syntax(&first, source, diagnostics);
    xmlFreeDoc(document);
    xmlFreeParserCtxt(context);
    return NULL;
  }
  xmlFreeParserCtxt(context);
  Xml *xml = memory_new(1, sizeof *xml);
  *xml = (Xml){ source, diagnostics, arena_new(), document };
  return xml;
}

void xml_free(Xml *xml)
{
  if (!xml) return;
  xmlFreeDoc(xml->document);
  arena_free(xml->arena);
  free(xml);
}

XmlElement *xml_root(const Xml *xml) { return xmlDocGetRootElement(xml->document); }

const char *xml_tag(XmlElement *element) { return (const char *)element->name; }

bool xml_is(XmlElement *element, const char *tag) { return strcmp(xml_tag(element), tag) == 0; }

XmlElement *xml_parent(XmlElement *element)
{
  XmlElement *parent = element->parent;
  return parent && parent->type == XML_ELEMENT_NODE ? parent : NULL;
}

static XmlElement *first_element(XmlElement *node, const char *tag)
{
  while (node && (node->type != XML_ELEMENT_NODE || (tag && !xml_is(node, tag))))
    node = node->next;
  return node;
}

XmlElement *xml_child(XmlElement *element, const char *tag)
{
  return first_element(element->children, tag);
}

XmlElement *xml_next(XmlElement *element, const char *tag)
{
  return first_element(element->next, tag);
}

const char *xml_attribute(const Xml *xml, XmlElement *element, const char *name)
{
  xmlChar *value = xmlGetProp(element, (const xmlChar *)name);
  if (!value) return NULL;
  const char *copy = arena_copy_text(xml->arena, (const char *)value, strlen((const char *)value));
  xmlFree(value);
  return copy;
}

const char *xml_attribute_name(XmlElement *element, int index)
{
  const struct _xmlAttr *attribute = element->properties;
  for (int i = 0; i < index && attribute; i++)
    attribute = attribute->next;
  return attribute ? (const char *)attribute->name : NULL;
}

// An undeclared prefix stays part of the name.
const char *xml_prefix(const Xml *xml, XmlElement *element)
{
  if (element->ns && element->ns->prefix) return (const char *)element->ns->prefix;
  const char *colon = strchr(xml_tag(element), ':');
  if (!colon) return "";
  return arena_copy_text(xml->arena, xml_tag(element), (size_t)(colon - xml_tag(element)));
}

static bool is_tag_at(const Source *source, size_t offset, const char *tag, size_t length)
{
  if (offset + length + 1 >= source->length || source->bytes[offset] != '<') return false;
  if (memcmp(source->bytes + offset + 1, tag, length) != 0) return false;
  char behind = source->bytes[offset + 1 + length];
  return is_space(behind) || behind == '>' || behind == '/';
}

Span xml_span(const Xml *xml, XmlElement *element)
{
  const char *tag = xml_tag(element);
  size_t length = strlen(tag);
  long line = xmlGetLineNo(element);
  for (size_t offset = line_end(xml->source, line); offset-- > 0;) {
    if (is_tag_at(xml->source, offset, tag, length)) {
      return (Span){ xml->source, offset, length + 1 };
    }
  }
  return line_span(xml->source, line);  // a prefixed name, or another encoding
}

// Offset of the value of attribute `name` in the start tag at `offset`; 0: not found.
static size_t value_offset(const Source *source, size_t offset, const char *name)
{
  size_t length = strlen(name);
  for (; offset + length + 2 < source->length && source->bytes[offset] != '>'; offset++) {
    if (!is_space(source->bytes[offset])) continue;
    if (memcmp(source->bytes + offset + 1, name, length) != 0) continue;
    size_t i = offset + 1 + length;
    while (i < source->length && is_space(source->bytes[i]))
      i++;
    if (i == source->length || source->bytes[i++] != '=') continue;
    while (i < source->length && is_space(source->bytes[i]))
      i++;
    return i + 1 < source->length ? i + 1 : 0;
  }
  return 0;
}

Span xml_attribute_span(const Xml *xml, XmlElement *element, const char *name)
{
  const Source *source = xml->source;
  Span span = xml_span(xml, element);
  size_t start = value_offset(source, span.start, name);
  if (start == 0) return span;
  const char *end = memchr(source->bytes + start, source->bytes[start - 1], source->length - start);
  if (!end) return span;
  return (Span){ source, start, (size_t)(end - source->bytes) - start };
}

static int wrong_numbers(const Xml *xml, XmlElement *element, const char *name, int least, int most)
{
  Span span = xml_attribute_span(xml, element, name);
  if (least == most) {
    diagnostics_add(xml->diagnostics, SEVERITY_ERROR, span, NULL,
                    "'%s' of <%s> must be %d number%s", name, xml_tag(element), least,
                    least == 1 ? "" : "s");
  } else {
    diagnostics_add(xml->diagnostics, SEVERITY_ERROR, span, NULL,
                    "'%s' of <%s> must be %d to %d numbers", name, xml_tag(element), least, most);
  }
  return -1;
}

int xml_numbers(const Xml *xml, XmlElement *element, const char *name, int least, int most,
                const char *numbers[])
{
  const char *text = xml_attribute(xml, element, name);
  if (!text) return 0;
  int count = 0;
  for (;;) {
    while (is_space(*text))
      text++;
    if (!*text) break;
    size_t length = strcspn(text, " \t\r\n");
    if (count == most) return wrong_numbers(xml, element, name, least, most);
    const char *number = decimal_read(xml->arena, text, length);
    if (!number) return wrong_numbers(xml, element, name, least, most);
    numbers[count++] = number;
    text += length;
  }
  return count < least ? wrong_numbers(xml, element, name, least, most) : count;
}

// Offset behind what begins at `offset` with "<?", "<!" or a blank; `offset` itself if none does.
static size_t skip_prolog(const Source *source, size_t offset)
{
  const char *here = source->bytes + offset;
  size_t left = source->length - offset;
  const char *end = NULL;
  if (is_space(*here)) return offset + 1;
  if (left >= 4 && memcmp(here, "<!--", 4) == 0) {
    end = memmem(here + 4, left - 4, "-->", 3);
  } else if (left >= 2 && here[0] == '<' && (here[1] == '?' || here[1] == '!')) {
    const char *bracket = memchr(here, '[', left);
    end = memchr(here, '>', left);
    bool has_subset = bracket && end && bracket < end;  // <!DOCTYPE robot [ ... ]>
    if (has_subset) end = memmem(bracket, left - (size_t)(bracket - here), "]>", 2);
    return end ? (size_t)(end - source->bytes) + (has_subset ? 2 : 1) : source->length;
  } else {
    return offset;
  }
  return end ? (size_t)(end - source->bytes) + 3 : source->length;
}

bool xml_source_has_root(const Source *source, const char *tag)
{
  size_t offset = 0;
  if (source->length >= 3 && memcmp(source->bytes, "\xEF\xBB\xBF", 3) == 0) offset = 3;
  while (offset < source->length) {
    size_t next = skip_prolog(source, offset);
    if (next == offset) return is_tag_at(source, offset, tag, strlen(tag));
    offset = next;
  }
  return false;
}
