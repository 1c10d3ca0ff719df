// mathml.c -- the output format MathML.
// SPDX-License-Identifier: MIT
#include "notation/print/mathml.h"

#include "notation/print/layout.h"

#include <ctype.h>
#include <string.h>

// Writes <tag>text</tag>; the text has `length` bytes.
static void put_element(MathRow *row, const char *tag, const char *text, size_t length)
{
  Text own = { 0 };
  text_put_bytes(&own, text, length);
  text_format(&row->text, "<%s>", tag);
  text_put_xml(&row->text, text_string(&own));
  text_format(&row->text, "</%s>", tag);
  text_free(&own);
}

// Writes "1.5e-9" as 1.5 times a power of ten.
static void put_digits(MathRow *row, const char *digits)
{
  size_t length = strcspn(digits, "e");
  put_element(row, "mn", digits, length);
  if (digits[length] == '\0') return;
  row_put_text(row, "<mo>&#xB7;</mo><msup><mn>10</mn>", 0);
  put_element(row, "mn", digits + length + 1, strlen(digits + length + 1));
  row_put_text(row, "</msup>", 0);
}

// Writes a word as one identifier; otherwise every letter and every number is a separate element.
static void put_letters(MathRow *row, LetterStyle style, const char *letters, size_t length)
{
  if (style != LETTERS_PLAIN) {
    put_element(row, "mi", letters, length);
    return;
  }
  while (length > 0) {
    size_t size = 0;
    while (size < length && isdigit((unsigned char)letters[size]))
      size++;
    const char *tag = size > 0 ? "mn" : strchr(",[]-", letters[0]) ? "mo" : "mi";
    int symbol = text_utf8_length(letters, length);
    if (size == 0) size = symbol > 0 ? (size_t)symbol : 1;
    put_element(row, tag, letters, size);
    letters += size;
    length -= size;
  }
}

static void put_greek(MathRow *row, uint32_t code_point)
{
  text_format(&row->text, "<mi>&#x%X;</mi>", (unsigned)code_point);
}

static void put_function(MathRow *row, Operator op)
{
  const char *name = operator_info(op)->text;
  put_element(row, "mi", name, strlen(name));
}

const OutputFormat MATHML = {
  .marks = { [MARK_PLUS] = { "<mo>+</mo>", 0, POINT_NONE },
             [MARK_MINUS] = { "<mo>&#x2212;</mo>", 0, POINT_NONE },
             [MARK_NEGATIVE] = { "<mo>&#x2212;</mo>", 0, POINT_NONE },
             [MARK_TIMES] = { "<mo rspace=\"0.17em\">&#x2062;</mo>", 0, POINT_NONE },
             [MARK_OPEN] = { "<mrow><mo>(</mo>", 0, POINT_NONE },
             [MARK_CLOSE] = { "<mo>)</mo></mrow>", 0, POINT_NONE },
             [MARK_COMMA] = { "<mo>,</mo>", 0, POINT_NONE },
             [MARK_FRACTION] = { "<mfrac><mrow>", 0, POINT_NONE },
             [MARK_OVER] = { "</mrow><mrow>", 0, POINT_NONE },
             [MARK_END_OF_FRACTION] = { "</mrow></mfrac>", 0, POINT_NONE },
             [MARK_SLASH] = { "<mo>/</mo>", 0, POINT_NONE },
             [MARK_POWER] = { "<msup><mrow>", 0, POINT_NONE },
             [MARK_EXPONENT] = { "</mrow><mrow>", 0, POINT_NONE },
             [MARK_END_OF_POWER] = { "</mrow></msup>", 0, POINT_NONE },
             [MARK_SYMBOL] = { "<msub><mrow>", 0, POINT_NONE },
             [MARK_SUBSCRIPT] = { "</mrow><mrow>", 0, POINT_NONE },
             [MARK_END_OF_SUBSCRIPT] = { "</mrow></msub>", 0, POINT_NONE },
             [MARK_APPLY] = { "<mo rspace=\"0.17em\">&#x2061;</mo>", 0, POINT_NONE },
             [MARK_ROOT] = { "<msqrt>", 0, POINT_NONE },
             [MARK_END_OF_ROOT] = { "</msqrt>", 0, POINT_NONE },
             [MARK_ABS] = { "<mrow><mo>|</mo>", 0, POINT_NONE },
             [MARK_END_OF_ABS] = { "<mo>|</mo></mrow>", 0, POINT_NONE },
             [MARK_CASES] = { "<mrow><mo>{</mo><mtable><mtr><mtd>", 0, POINT_NONE },
             [MARK_CASE_IF] = { "</mtd><mtd>", 0, POINT_NONE },
             [MARK_END_OF_CASE] = { "</mtd></mtr><mtr><mtd>", 0, POINT_NONE },
             [MARK_END_OF_TRUE_CASE] = { "<mo>&#x2260;</mo><mn>0</mn></mtd></mtr><mtr><mtd>", 0,
                                         POINT_NONE },
             [MARK_OTHERWISE] = { "</mtd><mtd><mtext>otherwise</mtext></mtd></mtr>", 0,
                                  POINT_NONE },
             [MARK_END_OF_CASES] = { "</mtable></mrow>", 0, POINT_NONE },
             [MARK_LT] = { "<mo>&lt;</mo>", 0, POINT_NONE },
             [MARK_LE] = { "<mo>&#x2264;</mo>", 0, POINT_NONE },
             [MARK_EQ] = { "<mo>=</mo>", 0, POINT_NONE },
             [MARK_NE] = { "<mo>&#x2260;</mo>", 0, POINT_NONE },
             [MARK_IS] = { "<mo>=</mo>", 0, POINT_NONE },
             [MARK_WHERE] = { "<mtext>&#xA0;where&#xA0;</mtext>", 0, POINT_NONE } },
  .is_paper = true,
  .most_digits = PAGE_DIGITS,
  .put_name = symbol_put_name,
  .put_short_name = symbol_put_short_name,
  .put_digits = put_digits,
  .put_function = put_function,
  .put_letters = put_letters,
  .put_greek = put_greek,
  .dots = { { "<mover>", "<mo>&#x2D9;</mo></mover>" },
            { "<mover>", "<mo>&#xA8;</mo></mover>" },
            { "<mover>", "<mo>&#x20DB;</mo></mover>" },
            { "<mover>", "<mo>&#x20DC;</mo></mover>" } },
};
