// xml.h -- an XML text as a tree of elements with places, over libxml2.
//
// Nothing is fetched, no entity is expanded (a text that declares entities is refused), and
// elements nest at most 256 deep, so that walks over the tree may recurse.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_XML_H
#define BIELLE_IMPORT_COMMON_XML_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"

#include <stdbool.h>

typedef struct Xml {
  const Source *source;
  Diagnostics *diagnostics;
  Arena *arena;  // of all that is read from the tree
  struct _xmlDoc *document;
  struct _xmlDoc **others;  // that were loaded
  int other_count;
  int other_capacity;
  int copied_count;  // elements
} Xml;
typedef const struct _xmlNode XmlElement;
typedef const struct _xmlAttr XmlAttribute;

// NULL, with an error, if the text is not well-formed. `arena` must outlive the tree.
Xml *xml_read(const Source *source, Diagnostics *diagnostics, Arena *arena);
void xml_free(Xml *xml);  // NULL is allowed

// The root of another text, which lives as long as this one; whatever is in it is found where
// `element` is. NULL, with a message there, if it cannot be read. `path` is seen from the source's
// folder, or from that of the file that `element` came from, or from a folder above these if it
// `may_be_above`.
XmlElement *xml_load(Xml *xml, XmlElement *element, const char *path, bool may_be_above,
                     Severity severity);

// Changes of the tree. A copy stands in front of `place`, or last in `parent` if that is NULL; it
// is found where the original is. NULL, with an error: the tree has grown too large.
XmlElement *xml_copy(Xml *xml, XmlElement *element, XmlElement *parent, XmlElement *place);
XmlElement *xml_add(Xml *xml, const char *tag, XmlElement *parent, XmlElement *place);
void xml_remove(XmlElement *element);
void xml_set(XmlElement *element, const char *name, const char *value);

XmlElement *xml_root(const Xml *xml);
const char *xml_tag(XmlElement *element);
bool xml_is(XmlElement *element, const char *tag);
// Is the word in a list of words between blanks: " box sphere "? Is the tag?
bool word_is_listed(const char *list, const char *word);
bool xml_is_one_of(XmlElement *element, const char *tags);
XmlElement *xml_parent(XmlElement *element);  // NULL above the root
// Elements inside or behind an element, in order; `tag` NULL: any. NULL: no more.
XmlElement *xml_child(XmlElement *element, const char *tag);
XmlElement *xml_next(XmlElement *element, const char *tag);
int xml_count(XmlElement *element, const char *tag);  // of the children
int xml_count_below(XmlElement *element);             // all that is inside, however deep

// NULL: not given.
const char *xml_attribute(XmlElement *element, const char *name);
bool xml_attribute_is(XmlElement *element, const char *name, const char *value);
// The attributes one after the other; NULL: no more.
XmlAttribute *xml_first_attribute(XmlElement *element);
XmlAttribute *xml_next_attribute(XmlAttribute *attribute);
const char *xml_attribute_name(XmlAttribute *attribute);
const char *xml_attribute_value(XmlAttribute *attribute);
// The text inside an element without the blanks around it; "" if there is none.
const char *xml_text(const Xml *xml, XmlElement *element);
// "xacro" of <xacro:include>; "" without a prefix.
const char *xml_prefix(const Xml *xml, XmlElement *element);
Span xml_span(const Xml *xml, XmlElement *element);
// Of the attribute's value, or of the element if it is not given.
Span xml_attribute_span(const Xml *xml, XmlElement *element, const char *name);

// An error at the attribute's value, or at the element if `name` is NULL.
void xml_error(const Xml *xml, XmlElement *element, const char *name, const char *hint,
               const char *format, ...) __attribute__((format(printf, 5, 6)));

// The attribute, which must be there; "" with an error otherwise.
const char *xml_required(const Xml *xml, XmlElement *element, const char *name);
// Reads up to `most` decimals from the attribute into `numbers` (decimal.h) and says how many;
// 0 if it is not given. -1, with an error at the attribute: not numbers, or less than `least`, or
// more than `most`; `numbers` stay as they were. With `name` NULL: from the text inside the element.
int xml_numbers(const Xml *xml, XmlElement *element, const char *name, int least, int most,
                const char *numbers[]);
// One number; `otherwise` if it is not given or, with an error, wrong. `otherwise` NULL: it must be
// there, and is "0" after an error.
const char *xml_number(const Xml *xml, XmlElement *element, const char *name,
                       const char *otherwise);

// Is the root of this text (behind declarations and comments) `tag`? Looks at the text only.
bool xml_source_has_root(const Source *source, const char *tag);

#endif
