// xml.c -- reads XML and determines positions in it.
//
// libxml2 stores lines only. The start tags of the text are found by a separate scan; the elements
// of the tree are in the same order, so each is assigned the position of its tag (no entity is
// expanded).
// SPDX-License-Identifier: MIT
#include "import/common/xml.h"

#include "base/files/file.h"
#include "base/memory/item_list.h"
#include "base/memory/memory.h"
#include "import/common/decimal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libxml/parser.h>
#include <libxml/tree.h>

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// ---- errors of the text

// Only the first error is kept, because the following ones are often its consequence.
typedef struct FirstError {
  int code;  // 0: none
  size_t offset;
} FirstError;

static void keep_first(void *user_data, xmlErrorPtr error)
{
  xmlParserCtxt *context = user_data;
  FirstError *first = context->_private;
  if (error->code == XML_ERR_NO_MEMORY) memory_exhausted();
  if (first->code != 0 || error->level < XML_ERR_ERROR || error->domain == XML_FROM_NAMESPACE)
    return;
  long offset = xmlByteConsumed(context);
  *first = (FirstError){ .code = error->code, .offset = offset > 0 ? (size_t)offset : 0 };
}

static const char *error_text(int code)
{
  static const struct {
    int code;
    const char *text;
  } texts[] = {
    { XML_ERR_DOCUMENT_EMPTY, "there is no element" },
    { XML_ERR_DOCUMENT_START, "there is no element" },
    { XML_ERR_DOCUMENT_END, "text after the end of the first element" },
    { XML_ERR_TAG_NAME_MISMATCH, "this end tag does not fit the start tag" },
    { XML_ERR_TAG_NOT_FINISHED, "an element has no end tag" },
    { XML_ERR_GT_REQUIRED, "a tag must end with '>'" },
    { XML_ERR_LTSLASH_REQUIRED, "an end tag is missing" },
    { XML_ERR_NAME_REQUIRED, "a name must stand here" },
    { XML_ERR_SPACE_REQUIRED, "a blank must stand between attributes" },
    { XML_ERR_EQUAL_REQUIRED, "an attribute is written name=\"value\"" },
    { XML_ERR_ATTRIBUTE_WITHOUT_VALUE, "an attribute is written name=\"value\"" },
    { XML_ERR_ATTRIBUTE_NOT_STARTED, "the value of an attribute stands in quotes" },
    { XML_ERR_ATTRIBUTE_NOT_FINISHED, "the value of an attribute has no closing quote" },
    { XML_ERR_LT_IN_ATTRIBUTE, "'<' must not stand in a value; write &lt;" },
    { XML_ERR_ATTRIBUTE_REDEFINED, "this attribute is given twice" },
    { XML_ERR_COMMENT_NOT_FINISHED, "a comment has no end" },
    { XML_ERR_HYPHEN_IN_COMMENT, "'--' must not stand in a comment" },
    { XML_ERR_UNDECLARED_ENTITY, "this entity is not known" },
    { XML_ERR_INVALID_CHAR, "this character must not stand in XML" },
    { XML_ERR_INVALID_ENCODING, "this is not text in the encoding that it says" },
    { XML_ERR_UNSUPPORTED_ENCODING, "this encoding is not known; write UTF-8" },
    { XML_ERR_UNKNOWN_ENCODING, "this encoding is not known; write UTF-8" },
    { XML_ERR_INTERNAL_ERROR, "elements are nested too deeply, or a part is too long" },
    { XML_ERR_NAME_TOO_LONG, "a name is too long" },
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    if (texts[i].code == code) return texts[i].text;
  return "it cannot be read from here on";
}

static void report_syntax(const FirstError *first, const Source *source, Diagnostics *diagnostics)
{
  size_t offset = first->offset < source->length ? first->offset : source->length;
  while (offset > 0 && (offset == source->length || is_space(source->bytes[offset])))
    offset--;
  Span span = span_at(source, offset, offset < source->length ? 1 : 0);
  diagnostics_error(diagnostics, span, NULL, "this is not well-formed XML: %s",
                    error_text(first->code));
}

static bool check_entities(const Source *source, Diagnostics *diagnostics)
{
  static const char mark[] = "<!ENTITY";
  const char *found = memmem(source->bytes, source->length, mark, sizeof mark - 1);
  if (!found) return true;
  Span span = span_at(source, (size_t)(found - source->bytes), sizeof mark - 1);
  if (!diagnostics) return false;
  diagnostics_error(diagnostics, span, "write the text in its place", "entities are not expanded");
  return false;
}

// ---- positions

// Returns the offset after the next `mark`, or the end of the text.
static size_t behind(const Source *source, size_t offset, const char *mark)
{
  size_t length = strlen(mark);
  const char *found = memmem(source->bytes + offset, source->length - offset, mark, length);
  return found ? (size_t)(found - source->bytes) + length : source->length;
}

static bool begins_with(const Source *source, size_t offset, const char *text)
{
  size_t length = strlen(text);
  return source->length - offset >= length && memcmp(source->bytes + offset, text, length) == 0;
}

// Returns the offset after the markup at `offset` that begins with "<?", "<!" or "</"; `offset`
// itself for a start tag.
static size_t skip_other(const Source *source, size_t offset)
{
  if (begins_with(source, offset, "<!--")) return behind(source, offset + 4, "-->");
  if (begins_with(source, offset, "<![CDATA[")) return behind(source, offset, "]]>");
  if (begins_with(source, offset, "<?")) return behind(source, offset, "?>");
  if (begins_with(source, offset, "</")) return behind(source, offset, ">");
  if (!begins_with(source, offset, "<!")) return offset;
  size_t end = behind(source, offset, ">");
  bool has_subset = memchr(source->bytes + offset, '[', end - offset) != NULL;
  return has_subset ? behind(source, offset, "]>") : end;  // <!DOCTYPE robot [ ... ]>
}

// Returns the offset of the first start tag from `offset` on; the length of the text if there is
// none.
static size_t next_tag(const Source *source, size_t offset)
{
  while (offset < source->length) {
    const char *found = memchr(source->bytes + offset, '<', source->length - offset);
    if (!found) return source->length;
    offset = (size_t)(found - source->bytes);
    size_t next = skip_other(source, offset);
    if (next == offset) return offset;
    offset = next;
  }
  return source->length;
}

// Returns the offset of the '>' that ends the tag, or of the end of the text; '>' in quotes is
// skipped.
static size_t tag_end(const Source *source, size_t offset)
{
  char quote = '\0';
  for (; offset < source->length; offset++) {
    char c = source->bytes[offset];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return offset;
    }
  }
  return offset;
}

// The parser's check for repeated attributes takes time quadratic in their number, so it is
// limited.
static bool check_attributes(const Source *source, Diagnostics *diagnostics)
{
  enum { MAX_ATTRIBUTES = 10000 };
  for (size_t tag = next_tag(source, 0); tag < source->length;) {
    size_t end = tag_end(source, tag);
    int quotes = 0;
    for (size_t i = tag; i < end; i++)
      quotes += source->bytes[i] == '"' || source->bytes[i] == '\'';
    if (quotes > 2 * MAX_ATTRIBUTES) {
      diagnostics_error(diagnostics, span_at(source, tag, 1), NULL,
                        "this tag has more than %d attributes", MAX_ATTRIBUTES);
      return false;
    }
    tag = next_tag(source, end);
  }
  return true;
}

// Returns the element after this one in text order, or NULL if it is the last.
static xmlNode *next_in_text(xmlNode *node)
{
  if (node->children && node->type == XML_ELEMENT_NODE) return node->children;
  while (node && !node->next)
    node = node->parent;
  return node ? node->next : NULL;
}

typedef struct Origin {
  size_t offset;       // of the tag in the text
  const char *folder;  // of its file, relative to the text: "", "parts/"
} Origin;

static void find_places(Xml *xml)
{
  size_t offset = next_tag(xml->source, 0);
  for (xmlNode *node = xmlDocGetRootElement(xml->document); node; node = next_in_text(node)) {
    if (node->type != XML_ELEMENT_NODE) continue;
    Origin *origin = ARENA_NEW(xml->arena, Origin);
    *origin = (Origin){ offset, "" };
    node->_private = origin;
    offset = next_tag(xml->source, tag_end(xml->source, offset));
  }
}

// ---- reading

// Suppresses what libxml2 would print itself, such as encoding errors.
static void say_nothing(void *context, const char *format, ...)
{
  (void)context;
  (void)format;
}

// Returns true for the form "1.0", which libxml2 requires.
static bool is_version(const char *text, size_t length)
{
  return length >= 3 && text[1] == '.' && strspn(text, "0123456789.") >= length;
}

// Returns the length of an XML declaration whose version has another form, such as <?xml
// version="1"?>, or 0 if there is none. Such a declaration can be ignored unless it names an
// encoding other than UTF-8.
static size_t loose_declaration(const Source *source)
{
  size_t start = source->length >= 3 && begins_with(source, 0, "\xEF\xBB\xBF") ? 3 : 0;
  if (!begins_with(source, start, "<?xml ")) return 0;
  size_t end = behind(source, start, "?>");
  const char *text = source->bytes + start;
  const char *version = memmem(text, end - start, "version", 7);
  const char *encoding = memmem(text, end - start, "encoding", 8);
  if (!version || end == source->length) return 0;
  const char *value = version + strcspn(version, "\"'?") + 1;
  bool is_utf8 =
      !encoding || strncasecmp(encoding + strcspn(encoding, "\"'?") + 1, "utf-8", 5) == 0;
  return is_utf8 && !is_version(value, strcspn(value, "\"'?")) ? end : 0;
}

static xmlDoc *parse_plain(const Source *source, FirstError *first);

// A non-standard declaration is replaced by blanks, so that positions are unchanged.
static xmlDoc *parse(const Source *source, FirstError *first)
{
  size_t loose = source->bytes ? loose_declaration(source) : 0;
  if (loose == 0) return parse_plain(source, first);
  Text text = { 0 };
  text_put_bytes(&text, source->bytes, source->length);
  memset(text.bytes, ' ', loose);
  Source blank = { source->name, text_string(&text), text.length };
  xmlDoc *document = parse_plain(&blank, first);
  text_free(&text);
  return document;
}

static xmlDoc *parse_plain(const Source *source, FirstError *first)
{
  xmlGenericErrorFunc printing = xmlGenericError;
  void *printing_context = xmlGenericErrorContext;
  xmlParserCtxt *context = xmlNewParserCtxt();
  if (!context) memory_exhausted();
  context->_private = first;
  context->sax->serror = keep_first;
  xmlSetGenericErrorFunc(NULL, say_nothing);
  int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NODICT;
  xmlDoc *document = xmlCtxtReadMemory(context, source->bytes ? source->bytes : "",
                                       (int)source->length, NULL, NULL, options);
  bool is_good = document && context->wellFormed && xmlDocGetRootElement(document);
  bool is_exhausted = context->errNo == XML_ERR_NO_MEMORY;
  xmlFreeParserCtxt(context);
  xmlSetGenericErrorFunc(printing_context, printing);
  if (is_exhausted) memory_exhausted();
  if (is_good) return document;
  xmlFreeDoc(document);
  return NULL;
}

Xml *xml_read(const Source *source, Diagnostics *diagnostics, Arena *arena)
{
  if (source->length > INT_MAX || !check_entities(source, diagnostics)) return NULL;
  if (!check_attributes(source, diagnostics)) return NULL;
  FirstError first = { 0 };
  xmlDoc *document = parse(source, &first);
  if (!document) {
    report_syntax(&first, source, diagnostics);
    return NULL;
  }
  Xml *xml = ARENA_NEW(arena, Xml);
  *xml =
      (Xml){ .source = source, .diagnostics = diagnostics, .arena = arena, .document = document };
  find_places(xml);
  return xml;
}

void xml_free(Xml *xml)
{
  if (!xml) return;
  for (int i = 0; i < xml->other_count; i++)
    xmlFreeDoc(xml->others[i]);
  free(xml->others);
  xmlFreeDoc(xml->document);
}

// ---- other files

// Returns the path of the file relative to the text. It is searched next to the text and next to
// the file of `origin`, and, if `may_be_above`, in the folders above; `given` if it is not found.
static const char *find_file(const Xml *xml, const Origin *origin, const char *given,
                             bool may_be_above)
{
  const char *path = given;
  for (int above = 0; above <= (may_be_above ? 4 : 0); above++) {
    const char *inside = arena_format(xml->arena, "%s%s", origin->folder, path);
    if (access(path_beside(xml->arena, xml->source->name, path), R_OK) == 0) return path;
    if (access(path_beside(xml->arena, xml->source->name, inside), R_OK) == 0) return inside;
    path = arena_format(xml->arena, "../%s", path);
  }
  return given;
}

static xmlDoc *parse_file(const Xml *xml, XmlElement *element, const char *path, const char *hint,
                          Severity severity)
{
  Text text = { 0 };
  Text why = { 0 };
  FirstError first = { 0 };
  xmlDoc *document = NULL;
  if (!file_read(path, &text, &why)) {
    diagnostics_add(xml->diagnostics, severity, xml_span(xml, element), hint, "%s",
                    text_string(&why));
  } else {
    Source source = { path, text_string(&text), text.length };
    bool is_good = check_entities(&source, NULL);
    document = is_good ? parse(&source, &first) : NULL;
    if (!document) {
      xml_error(xml, element, NULL, NULL, "'%s' is not well-formed XML: %s", path,
                is_good ? error_text(first.code) : "it declares entities");
    }
  }
  text_free(&text);
  text_free(&why);
  return document;
}

// Assigns the same position to an element and all its descendants.
static void give_place(xmlNode *element, void *place)
{
  element->_private = place;
  for (xmlNode *e = element->children; e; e = e->next)
    if (e->type == XML_ELEMENT_NODE) give_place(e, place);
}

XmlElement *xml_load(Xml *xml, XmlElement *element, const char *path, bool may_be_above,
                     Severity severity)
{
  enum { MAX_FILES = 200 };
  const char *wrong = NULL;
  if (*path == '\0' || strcmp(path, "-") == 0) wrong = "no file is named";
  if (*path == '/') wrong = "only files with a relative path are read";
  if (xml->other_count == MAX_FILES) wrong = "too many files are read, or one reads itself";
  if (wrong) {
    xml_error(xml, element, NULL, NULL, "%s", wrong);
    return NULL;
  }
  const Origin *origin = element->_private;
  const char *hint = "looked in the folder of the file and in the four above it";
  path = find_file(xml, origin, path, may_be_above);
  xmlDoc *other = parse_file(xml, element, path_beside(xml->arena, xml->source->name, path),
                             may_be_above ? hint : NULL, severity);
  if (!other) return NULL;
  size_t folder = strrchr(path, '/') ? (size_t)(strrchr(path, '/') + 1 - path) : 0;
  MEMORY_ROOM(xml->others, xml->other_count, xml->other_capacity);
  xml->others[xml->other_count++] = other;
  Origin *inside = ARENA_NEW(xml->arena, Origin);
  *inside = (Origin){ origin->offset, arena_copy_text(xml->arena, path, folder) };
  give_place(xmlDocGetRootElement(other), inside);
  return xmlDocGetRootElement(other);
}

// ---- changes

// When memory is exhausted, libxml2 omits attributes and children without an error.
static void check_attributes_copied(const xmlNode *from, const xmlNode *to)
{
  if (from->type != XML_ELEMENT_NODE) return;
  const xmlAttr *b = to->properties;
  for (const xmlAttr *a = from->properties; a; a = a->next, b = b->next)
    if (!b || (a->children && !b->children)) memory_exhausted();
}

static void copy_places(const xmlNode *from, xmlNode *to)
{
  to->_private = from->_private;
  check_attributes_copied(from, to);
  xmlNode *child = to->children;
  for (const xmlNode *e = from->children; e; e = e->next, child = child->next) {
    if (!child) memory_exhausted();
    copy_places(e, child);
  }
}

// The tree is modified here only (copies, added elements); all other code reads it.
static XmlElement *put(Xml *xml, xmlNode *node, XmlElement *parent, XmlElement *place)
{
  enum { MAX_COPIED = 200000 };
  if (!node) memory_exhausted();
  xml->copied_count += 1 + xml_count_below(node);
  if (xml->copied_count > MAX_COPIED) {
    xmlFreeNode(node);
    xml_error(xml, parent, NULL, NULL, "copies make more than %d elements of it", MAX_COPIED);
    return NULL;
  }
  return place ? xmlAddPrevSibling((xmlNode *)place, node) : xmlAddChild((xmlNode *)parent, node);
}

XmlElement *xml_copy(Xml *xml, XmlElement *element, XmlElement *parent, XmlElement *place)
{
  xmlNode *node = xmlDocCopyNode((xmlNode *)element, parent->doc, 1);
  if (node) copy_places(element, node);
  return put(xml, node, parent, place);
}

XmlElement *xml_add(Xml *xml, const char *tag, XmlElement *parent, XmlElement *place)
{
  xmlNode *node = xmlNewDocNode(parent->doc, NULL, (const xmlChar *)tag, NULL);
  if (node) node->_private = parent->_private;
  return put(xml, node, parent, place);
}

void xml_remove(XmlElement *element)
{
  xmlUnlinkNode((xmlNode *)element);
  xmlFreeNode((xmlNode *)element);
}

void xml_set(XmlElement *element, const char *name, const char *value)
{
  (void)xmlSetProp((xmlNode *)element, (const xmlChar *)name, (const xmlChar *)value);
  if (!xml_attribute_is(element, name, value)) memory_exhausted();
}

// ---- elements

XmlElement *xml_root(const Xml *xml) { return xmlDocGetRootElement(xml->document); }

const char *xml_tag(XmlElement *element) { return (const char *)element->name; }

bool xml_is(XmlElement *element, const char *tag) { return strcmp(xml_tag(element), tag) == 0; }

bool word_is_listed(const char *list, const char *word)
{
  size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)) != NULL; at++)
    if (at > list && at[-1] == ' ' && at[length] == ' ') return true;
  return false;
}

bool xml_is_one_of(XmlElement *element, const char *tags)
{
  return word_is_listed(tags, xml_tag(element));
}

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

int xml_count(XmlElement *element, const char *tag)
{
  int count = 0;
  for (XmlElement *e = xml_child(element, tag); e; e = xml_next(e, tag))
    count++;
  return count;
}

int xml_count_below(XmlElement *element)
{
  int count = 0;
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL))
    count += 1 + xml_count_below(e);
  return count;
}

// ---- attributes and text

XmlAttribute *xml_first_attribute(XmlElement *element) { return element->properties; }

XmlAttribute *xml_next_attribute(XmlAttribute *attribute) { return attribute->next; }

const char *xml_attribute_name(XmlAttribute *attribute) { return (const char *)attribute->name; }

// Without entities the value is at most one text node.
const char *xml_attribute_value(XmlAttribute *attribute)
{
  const xmlNode *text = attribute->children;
  return text && text->content ? (const char *)text->content : "";
}

const char *xml_attribute(XmlElement *element, const char *name)
{
  for (XmlAttribute *a = element->properties; a; a = a->next)
    if (strcmp((const char *)a->name, name) == 0) return xml_attribute_value(a);
  return NULL;
}

bool xml_attribute_is(XmlElement *element, const char *name, const char *value)
{
  const char *given = xml_attribute(element, name);
  return given && strcmp(given, value) == 0;
}

const char *xml_text(const Xml *xml, XmlElement *element)
{
  for (XmlElement *node = element->children; node; node = node->next) {
    if (node->type != XML_TEXT_NODE && node->type != XML_CDATA_SECTION_NODE) continue;
    const char *text = (const char *)node->content;
    Piece piece = piece_between(text, text + strlen(text));
    if (piece.length > 0) return arena_copy_text(xml->arena, piece.text, piece.length);
  }
  return "";
}

// An undeclared prefix is part of the name.
const char *xml_prefix(const Xml *xml, XmlElement *element)
{
  if (element->ns && element->ns->prefix) return (const char *)element->ns->prefix;
  const char *colon = strchr(xml_tag(element), ':');
  if (!colon) return "";
  return arena_copy_text(xml->arena, xml_tag(element), (size_t)(colon - xml_tag(element)));
}

Span xml_span(const Xml *xml, XmlElement *element)
{
  size_t start = ((const Origin *)element->_private)->offset;
  if (start >= xml->source->length) start = xml->source->length;
  size_t length = 1;
  while (start + length < xml->source->length && !is_space(xml->source->bytes[start + length]) &&
         !strchr("/>", xml->source->bytes[start + length]))
    length++;
  return span_at(xml->source, start, start < xml->source->length ? length : 0);
}

// Scans the attributes of the tag: name, '=', value in quotes.
Span xml_attribute_span(const Xml *xml, XmlElement *element, const char *name)
{
  const Source *source = xml->source;
  Span span = xml_span(xml, element);
  size_t length = strlen(name);
  size_t end = tag_end(source, span.start);
  for (size_t at = span.start + span.length; at < end; at++) {
    if (is_space(source->bytes[at])) continue;
    const char *mark = memchr(source->bytes + at, '=', end - at);
    if (!mark) break;
    size_t quote = (size_t)(mark - source->bytes) + 1;
    while (quote < end && is_space(source->bytes[quote]))
      quote++;
    const char *close =
        quote + 1 < end ? memchr(source->bytes + quote + 1, source->bytes[quote], end - quote - 1)
                        : NULL;
    if (!close) break;
    bool is_it = begins_with(source, at, name) &&
                 (is_space(source->bytes[at + length]) || source->bytes[at + length] == '=');
    size_t value_end = (size_t)(close - source->bytes);
    if (is_it) return span_at(source, quote + 1, value_end - quote - 1);
    at = value_end;
  }
  return span;
}

void xml_error(const Xml *xml, XmlElement *element, const char *name, const char *hint,
               const char *format, ...)
{
  Span span = name ? xml_attribute_span(xml, element, name) : xml_span(xml, element);
  va_list arguments;
  va_start(arguments, format);
  diagnostics_vadd(xml->diagnostics, SEVERITY_ERROR, span, hint, format, arguments);
  va_end(arguments);
}

// ---- numbers

const char *xml_required(const Xml *xml, XmlElement *element, const char *name)
{
  const char *value = xml_attribute(element, name);
  if (value && *value) return value;
  xml_error(xml, element, NULL, NULL, "<%s> has no '%s'", xml_tag(element), name);
  return "";
}

static int wrong_numbers(const Xml *xml, XmlElement *element, const char *name, int least, int most)
{
  const char *of = name ? arena_format(xml->arena, "'%s' of ", name) : "";
  const char *to = least == most ? "" : arena_format(xml->arena, "%d to ", least);
  xml_error(xml, element, name, NULL, "%s<%s> must be %s%d number%s", of, xml_tag(element), to,
            most, most == 1 ? "" : "s");
  return -1;
}

// Returns -1 if the text is not numbers, or not `least` to `most`; `numbers` is then unchanged.
static int find_numbers(const Xml *xml, const char *text, int least, int most,
                        const char *numbers[])
{
  static const char BLANKS[] = " \t\r\n";
  const char **found = ARENA_ARRAY(xml->arena, const char *, most);
  int count = 0;
  for (text += strspn(text, BLANKS); *text; text += strspn(text, BLANKS)) {
    size_t length = strcspn(text, BLANKS);
    const char *number = count < most ? decimal_read(xml->arena, text, length) : NULL;
    if (!number) return -1;
    found[count++] = number;
    text += length;
  }
  if (count < least) return -1;
  memcpy(numbers, found, (size_t)count * sizeof *numbers);
  return count;
}

int xml_numbers(const Xml *xml, XmlElement *element, const char *name, int least, int most,
                const char *numbers[])
{
  const char *text = name ? xml_attribute(element, name) : xml_text(xml, element);
  if (!text) return 0;
  int count = find_numbers(xml, text, least, most, numbers);
  return count < 0 ? wrong_numbers(xml, element, name, least, most) : count;
}

const char *xml_number(const Xml *xml, XmlElement *element, const char *name, const char *otherwise)
{
  const char *number = NULL;
  int count = xml_numbers(xml, element, name, 1, 1, &number);
  if (count == 1) return number;
  if (count == 0 && !otherwise) (void)xml_required(xml, element, name);
  return otherwise ? otherwise : "0";
}

bool xml_source_has_root(const Source *source, const char *tag)
{
  size_t length = strlen(tag);
  size_t offset = source->length >= 3 && begins_with(source, 0, "\xEF\xBB\xBF") ? 3 : 0;
  while (offset < source->length && is_space(source->bytes[offset]))
    offset++;
  if (offset == source->length || source->bytes[offset] != '<') return false;  // not XML
  offset = next_tag(source, offset) + 1;
  if (offset + length >= source->length || !begins_with(source, offset, tag)) return false;
  char behind_tag = source->bytes[offset + length];
  return is_space(behind_tag) || behind_tag == '>' || behind_tag == '/';
}
