// xml.h -- an XML text as a tree of elements with places, over libxml2.
//
// Nothing is fetched, no entity is expanded (a text that declares entities is refused), and
// elements nest at most 256 deep, so that walks over the tree may recurse.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_XML_H
#define BIELLE_IMPORT_XML_H

#include "base/arena.h"
#include "base/diagnostics.h"

#include <stdbool.h>

typedef struct Xml {
  const Source *source;
  Diagnostics *diagnostics;
  Arena *arena;  // of all that is read from the tree
  struct _xmlDoc *document;
} Xml;
typedef const struct _xmlNode XmlElement;

// NULL, with an error, if the text is not well-formed.
Xml *xml_read(const Source *source, Diagnostics *diagnostics);
void xml_free(Xml *xml);  // NULL is allowed

XmlElement *xml_root(const Xml *xml);
const char *xml_tag(XmlElement *element);
bool xml_is(XmlElement *element, const char *tag);
XmlElement *xml_parent(XmlElement *element);  // NULL above the root
// Elements inside or behind an element, in order; `tag` NULL: any. NULL: no more.
XmlElement *xml_child(XmlElement *element, const char *tag);
XmlElement *xml_next(XmlElement *element, const char *tag);

// NULL: not given.
const char *xml_attribute(const Xml *xml, XmlElement *element, const char *name);
// The names of the attributes: 0, 1, ... until NULL.
const char *xml_attribute_name(XmlElement *element, int index);
// "xacro" of <xacro:include>; "" without a prefix.
const char *xml_prefix(const Xml *xml, XmlElement *element);
Span xml_span(const Xml *xml, XmlElement *element);
// Of the attribute's value, or of the element if it is not given.
Span xml_attribute_span(const Xml *xml, XmlElement *element, const char *name);

// Reads up to `most` decimals from the attribute into `numbers` (decimal.h) and says how many;
// 0 if it is not given. -1, with an error at the attribute: not numbers, or less than `least`, or
// more than `most`.
int xml_numbers(const Xml *xml, XmlElement *element, const char *name, int least, int most,
                const char *numbers[]);

// Is the root of this text (behind declarations and comments) `tag`? Looks at the text only.
bool xml_source_has_root(const Source *source, const char *tag);

#endif
