// xml.h -- an XML text as a tree of elements with positions, based on libxml2.
//
// Nothing is fetched, no entity is expanded (texts that declare entities are rejected), and
// elements nest at most 256 deep, so that recursive traversals are safe.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_XML_H
#define BIELLE_IMPORT_COMMON_XML_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"

#include <stdbool.h>

typedef struct Xml {
  const Source *source;
  Diagnostics *diagnostics;
  Arena *arena;  // owns everything read from the tree
  struct _xmlDoc *document;
  struct _xmlDoc **others;  // documents loaded in addition
  int other_count;
  int other_capacity;
  int copied_count;  // number of copied elements
} Xml;
typedef const struct _xmlNode XmlElement;
typedef const struct _xmlAttr XmlAttribute;

// Returns NULL, with an error, if the text is not well-formed. `arena` must outlive the tree.
Xml *xml_read(const Source *source, Diagnostics *diagnostics, Arena *arena);
void xml_free(Xml *xml);  // NULL is allowed

// Returns the root of another text, which has the lifetime of this one; positions in it are
// reported at `element`. Returns NULL, with a message there, if it cannot be read. `path` is
// relative to the folder of the source, or of the file that contains `element`, or, if
// `may_be_above`, to a folder above these.
XmlElement *xml_load(Xml *xml, XmlElement *element, const char *path, bool may_be_above,
                     Severity severity);

// Modify the tree. A copy is inserted before `place`, or as the last child of `parent` if that is
// NULL; its position is that of the original. NULL, with an error, if the tree has grown too large.
XmlElement *xml_copy(Xml *xml, XmlElement *element, XmlElement *parent, XmlElement *place);
XmlElement *xml_add(Xml *xml, const char *tag, XmlElement *parent, XmlElement *place);
void xml_remove(XmlElement *element);
void xml_set(XmlElement *element, const char *name, const char *value);

XmlElement *xml_root(const Xml *xml);
const char *xml_tag(XmlElement *element);
bool xml_is(XmlElement *element, const char *tag);
// Return true if the word, or the tag, is in a list of words between blanks: " box sphere ".
bool word_is_listed(const char *list, const char *word);
bool xml_is_one_of(XmlElement *element, const char *tags);
XmlElement *xml_parent(XmlElement *element);  // NULL above the root
// Return the first child, or the next sibling, with this tag (NULL: any); NULL: no more.
XmlElement *xml_child(XmlElement *element, const char *tag);
XmlElement *xml_next(XmlElement *element, const char *tag);
int xml_count(XmlElement *element, const char *tag);  // number of children
int xml_count_below(XmlElement *element);             // number of all descendants

// Returns NULL if the attribute is not given.
const char *xml_attribute(XmlElement *element, const char *name);
bool xml_attribute_is(XmlElement *element, const char *name, const char *value);
// Iterate over the attributes; NULL: no more.
XmlAttribute *xml_first_attribute(XmlElement *element);
XmlAttribute *xml_next_attribute(XmlAttribute *attribute);
const char *xml_attribute_name(XmlAttribute *attribute);
const char *xml_attribute_value(XmlAttribute *attribute);
// Returns the text inside an element without blanks at the ends; "" if there is none.
const char *xml_text(const Xml *xml, XmlElement *element);
// Returns "xacro" for <xacro:include>; "" without a prefix.
const char *xml_prefix(const Xml *xml, XmlElement *element);
Span xml_span(const Xml *xml, XmlElement *element);
// Returns the span of the attribute's value, or of the element if the attribute is not given.
Span xml_attribute_span(const Xml *xml, XmlElement *element, const char *name);

// Reports an error at the attribute's value, or at the element if `name` is NULL.
void xml_error(const Xml *xml, XmlElement *element, const char *name, const char *hint,
               const char *format, ...) __attribute__((format(printf, 5, 6)));

// Returns the required attribute; "" with an error if it is missing.
const char *xml_required(const Xml *xml, XmlElement *element, const char *name);
// Reads at most `most` decimals from the attribute (from the text inside the element if `name` is
// NULL) into `numbers` (decimal.h) and returns their number; 0 if it is not given. Returns -1, with
// an error at the attribute, if they are not numbers or not `least` to `most`; `numbers` are then
// unchanged.
int xml_numbers(const Xml *xml, XmlElement *element, const char *name, int least, int most,
                const char *numbers[]);
// Returns one number; `otherwise` if it is not given or, with an error, invalid. If `otherwise` is
// NULL the number is required, and is "0" after an error.
const char *xml_number(const Xml *xml, XmlElement *element, const char *name,
                       const char *otherwise);

// Returns true if the root of this text (after declarations and comments) is `tag`. Only the text
// is examined.
bool xml_source_has_root(const Source *source, const char *tag);

#endif
