#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the syntax files of editors/ from the table of the language (`bielle dump --stage grammar`).

One list of rules, a regular expression and what its groups are, becomes the TextMate grammar of
VS Code, the rules of Vim and the contexts of GtkSourceView; snippets come from the clauses. With
--check nothing is written; exits 1 if a file is not what it would be. BIELLE_COMMAND names the
command.
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parent.parent))
EDITORS = ROOT / "editors"

# What a group is: its scope in TextMate, its group in Vim, its style in GtkSourceView.
ROLES = {
    "comment": ("comment.line.number-sign", "Comment", "def:comment"),
    "string": ("string.quoted.double", "String", "def:string"),
    "statement": ("keyword.control", "Statement", "def:keyword"),
    "name": ("entity.name", "Identifier", "def:identifier"),
    "reference": ("variable.other", "Identifier", "def:identifier"),
    "clause": ("keyword.other", "Keyword", "def:keyword"),
    "kind": ("storage.type", "Type", "def:type"),
    "function": ("support.function", "Function", "def:function"),
    "number": ("constant.numeric", "Number", "def:number"),
    "unit": ("keyword.other.unit", "Constant", "def:special-constant"),
    "value": ("constant.language", "Constant", "def:special-constant"),
    "operator": ("keyword.operator", "Operator", "def:operator"),
}


# The columns of a table of Denavit and Hartenberg; a joint has a colon in its line.
HEADINGS = r"^\s*(joint(?:\s+\w+)+)(?=\s*(?:#|$))"


def grammar():
    command = os.environ.get("BIELLE_COMMAND", str(ROOT / "build" / "bielle"))
    done = subprocess.run([command, "dump", "--stage", "grammar"], check=True, capture_output=True)
    return json.loads(done.stdout)


# ---- words of the table

def one_of(words):
    """A pattern; longer words first, so that none hides behind its beginning."""
    return "(?:" + "|".join(sorted(set(words), key=lambda word: (-len(word), word))) + ")"


def leads(statement):
    """(words in front, what follows) of the clauses that begin with words."""
    for clause in statement["clauses"]:
        if re.fullmatch(r"[a-z_ ]+", clause["lead"]) and clause["presence"] != "old":
            yield clause["lead"], clause["syntax"]


def quoted_words(table):
    """Words that a clause chooses among: 'standard', 'modified' or 'khalil'."""
    for statement in table["statements"]:
        for clause in statement["clauses"]:
            if clause["syntax"] == "WORD":
                yield from re.findall(r"'(\w+)'", clause["what"])


def phrases(words):
    return one_of(word.replace(" ", r"\s+") for word in words)


def rules(table):
    """(pattern, roles of its groups) of every rule, the first that matches wins. The patterns are read
    alike by Oniguruma (VS Code), PCRE (GtkSourceView) and Python (the test)."""
    statements = [s for s in table["statements"] if not s["part"]]
    named = [s["word"] for s in statements if s["clauses"][0]["syntax"] == "NEW_NAME"]
    others = [s["word"] for s in statements if s["word"] not in named]
    shapes = [s["word"] for s in table["statements"] if s["part"]]
    clauses = {lead for s in table["statements"] for lead in leads(s)}
    flags = {lead for lead, syntax in clauses if syntax == "FLAG"}
    columns = {lead for lead, syntax in clauses if syntax == "COLUMN"}
    valued = {lead for lead, _ in clauses} - flags - columns
    before_names = {lead for lead, syntax in clauses if syntax in ("NAME", "NEW_NAME", "PLACE")}
    part = f"{one_of(table['prefixes'])}?{one_of(table['units'])}(?:\\^-?[0-9])?"
    unit = f"{part}(?:[./]{part})*(?![\\w(])"
    begin = r"(?:^|(?<=[;{]))\s*"
    free = r"(?<![-*/+^(=.\[\w'])(?<![-*/+^(=\[] )"  # not inside an expression
    yield r"(#.*)$", ["comment"]
    yield r'("[^"]*"?)', ["string"]
    yield HEADINGS, ["kind"]
    yield rf"{begin}({one_of(named)})\s+([\w.]+)", ["statement", "name"]
    yield rf"{begin}({one_of(others)})\b(?!\s*[=.'(])", ["statement"]
    yield rf"(?<!\w)([0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)(?![\w])\s*({unit})?", ["number", "unit"]
    yield rf"(?<!\w)([0-9]+(?:\.[0-9]+)?)({unit})", ["number", "unit"]
    yield rf"(?<=[\])])\s*({unit})", ["unit"]
    yield rf"(?<=\s\[)({unit})(?=\])", ["unit"]
    yield rf"\b({one_of(table['functions'])})(?=\s*\()", ["function"]
    yield r"\b((?:[RT][XYZ]K?|[RTQ]))(?=\s*\()", ["function"]
    yield rf"(?<=:)\s*({one_of(table['joints'] + table['laws'] + shapes)})(?![\w.'(])", ["kind"]
    yield rf"(?<=,)\s*({one_of(shapes)})(?=\s+[\w\[\"])", ["kind"]
    yield rf"{free}({phrases(lead for lead, _ in clauses if ' ' in lead)})(?!\w)", ["clause"]
    yield (rf"{free}({phrases(before_names)})\s+(?!ground\b)([^\W\d][\w.]*)(?!\w*\()",
           ["clause", "reference"])
    yield rf"{free}({one_of(quoted_words(table))})(?![\w.'(])(?!\s*=)", ["kind"]
    yield rf"{free}({phrases(flags)})(?![\w.'(])(?!\s*=)", ["clause"]
    yield rf"{free}({phrases(valued)})(?=\s+(?:[\w\"\[(]|-\S))", ["clause"]
    yield rf"{free}({phrases(columns)})(?=\s+[0-9])", ["clause"]
    yield r"(?<![\w.])(ground|pi|t)(?![\w.(])", ["value"]
    yield r"(\.\.)", ["operator"]
    yield r"[\w.]+", []
    yield r"([-+*/^=<>!]+|(?<=[\w\])])'+)", ["operator"]


# ---- VS Code

def as_json(value):
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def textmate(table):
    patterns = []
    for pattern, roles in rules(table):
        captures = {str(i + 1): {"name": f"{ROLES[role][0]}.bielle"} for i, role in enumerate(roles)}
        patterns.append({"match": pattern, **({"captures": captures} if captures else {})})
    return as_json({"name": "Bielle", "scopeName": "source.bielle", "fileTypes": ["bl"],
                    "patterns": patterns})


# How a value is written where it is more than one stop of the cursor; `{}` is what its clause is about.
VALUES = {
    "TEXT": '"{}"', "ITEMS": "{} = {value}", "DEFINITIONS": "{} = {value}", "ASSIGNMENTS": "{} = {value}",
    "EQUATION": "{left} = {right}", "rate": "{the state}' = {}", "axis": "{z}", "MOVES": "{TX}({by})",
    "FORMALS": "{})", "ARGUMENTS": "{})", "JOINT_COORDINATES": "{})", "RANGE": "{first} .. {last}",
    "VECTOR": "[{0}, {0}, {0}]", "BARE_VECTOR": "[{0}, {0}, {1}]", "POINTS": "({x}, {y}), ({x}, {y})",
    "BLOCK": "{{\n\t$0\n}}", "ROWS": "\n   joint  a  alpha  d  theta\n   1      {0}  {0}  {0}  {q1}\n"}
# What may be left out, and hardly ever is.
USUAL = {"mechanism": ["title"], "joint": ["axis", "coordinates"], "body": ["mass", "com"],
         "cylinder": ["radius", "length"], "sphere": ["radius"], "capsule": ["radius", "length"],
         "rod": ["length"], "when": ["stop"], "motion": ["law", "to", "in"],
         "experiment": ["time", "step", "record"]}


def choices(table, clause):
    """The words that a clause chooses among; empty: it takes more than these."""
    if clause["syntax"] == "LAW":
        return [law for law in table["laws"] if law not in ("line", "arc", "table")]
    if clause["what"].startswith("the kind of joint"):
        return [kind for kind in table["joints"] if kind != "free" or "closes" not in clause["what"]]
    return re.findall(r"'(\w+)'", clause["what"]) if clause["syntax"] == "WORD" else []


def value_of(table, clause, first):
    """How the value of the clause is written, with stops that are numbered from the first."""
    words = choices(table, clause)
    if words or not clause["value"]:
        return f"${{{first}|{','.join(words)}|}}" if words else ""
    pattern = VALUES.get(clause["name"]) or VALUES.get(clause["syntax"], "{}")
    stops = iter(range(first, first + pattern.count("{")))
    what = re.sub(r"^'.*'$", "value", clause["what"])  # 'to': no more than its lead
    text = re.sub(r"(?<!\{)\{([^{}]*)\}", lambda match: f"${{{next(stops)}:{match[1] or what}}}", pattern)
    return text.replace("{{", "{").replace("}}", "}") if clause["syntax"] == "BLOCK" else text


def usual_clauses(statement):
    """Those that are needed or usual; of two that are a choice one."""
    usual, has_chosen = USUAL.get(statement["word"], []), False
    for clause in statement["clauses"]:
        if clause["name"] in usual or (clause["presence"] == "needed" and not has_chosen):
            yield clause
        has_chosen = clause["presence"] == "choice" and clause["name"] in usual


def snippet(table, statement):
    """What a statement usually has, with a stop of the cursor at each value."""
    text, has_braces = statement["word"], "{ [" in statement["usage"]
    for clause in usual_clauses(statement):
        is_option = clause["presence"] in ("any", "many")
        between = " "
        if is_option and has_braces:
            between = "\n\t" if "{\n" in text else " {\n\t"
        elif clause["lead"] == "(" and statement["word"] != "joint":
            between = ""
        elif is_option and statement["word"] == "body" and not text.endswith(":"):
            between = ", "
        value = value_of(table, clause, text.count("${") + 1)
        text += between + clause["lead"]
        text += value if clause["lead"] in ("", "(") or value.startswith("\n") else f" {value}".rstrip()
    return (text + ("\n}" if has_braces else "")).replace(" \n", "\n").split("\n")


def snippets(table):
    return as_json({s["word"]: {"prefix": s["word"], "body": snippet(table, s),
                                "description": f"{s['doc']}\n{s['usage']}"}
                    for s in table["statements"]})


PACKAGE = {
    "name": "bielle", "displayName": "Bielle", "publisher": "bielle", "license": "MIT",
    "description": "Descriptions of mechanisms: colours and snippets for .bl files",
    "version": (ROOT / "VERSION").read_text(encoding="utf-8").strip(),
    "engines": {"vscode": "^1.60.0"}, "categories": ["Programming Languages", "Snippets"],
    "contributes": {
        "languages": [{"id": "bielle", "aliases": ["Bielle"], "extensions": [".bl"],
                       "configuration": "./language-configuration.json"}],
        "grammars": [{"language": "bielle", "scopeName": "source.bielle",
                      "path": "./syntaxes/bielle.tmLanguage.json"}],
        "snippets": [{"language": "bielle", "path": "./snippets/bielle.json"}]}}
CONFIGURATION = {
    "comments": {"lineComment": "#"},
    "brackets": [["(", ")"], ["[", "]"], ["{", "}"]],
    "autoClosingPairs": [["(", ")"], ["[", "]"], ["{", "}"],
                         {"open": "\"", "close": "\"", "notIn": ["string", "comment"]}],
    "surroundingPairs": [["(", ")"], ["[", "]"], ["{", "}"], ["\"", "\""]],
    "wordPattern": {"pattern": "[\\p{L}_][\\p{L}\\p{N}_]*", "flags": "u"}}


# ---- Vim

def vim(table):
    """Vim knows words by their place: the same words, with simpler looks at what stands around."""
    statements = [s["word"] for s in table["statements"] if not s["part"]]
    shapes = [s["word"] for s in table["statements"] if s["part"]]
    clauses = {lead for s in table["statements"] for lead in leads(s)}
    flags = {lead for lead, syntax in clauses if syntax == "FLAG"} | set(quoted_words(table))
    columns = {lead for lead, syntax in clauses if syntax == "COLUMN"}
    valued = {lead for lead, syntax in clauses if syntax != "FLAG"} - columns

    def alternatives(words):
        words = sorted(set(words), key=lambda word: (-len(word), word))
        return "%(" + "|".join(word.replace(" ", r"\s+") for word in words) + ")"

    part = f"{alternatives(table['prefixes'])}?{alternatives(table['units'])}%(\\^-?[0-9])?"
    unit = f"{part}%([./]{part})*[[:alnum:]_(]@!"
    lines = [
        '" Vim syntax file: descriptions of mechanisms, *.bl. Written by tools/make_editors.py.',
        'if exists("b:current_syntax")', "  finish", "endif", "syn case match", "",
        rf"syn match bielleOperator /\v[-+*\/^=<>!]+|\.\.|'+/",
        r"syn match bielleValue /\v<%(ground|pi|t)>/",
        rf"syn match bielleClause /\v<{alternatives(valued)}>\ze\s+%([[:alnum:]_\"\[(]|[^\d0-\d127]|-\S)/",
        rf"syn match bielleClause /\v<{alternatives(columns)}>\ze\s+[0-9]/",
        rf"syn match bielleClause /\v<{alternatives(flags)}>%(\s*[=.(])@!/",
        rf"syn match bielleKind /\v:\s*\zs{alternatives(table['joints'] + table['laws'] + shapes)}>/",
        rf"syn match bielleKind /\v,\s*\zs{alternatives(shapes)}>\ze\s+[[:alnum:]_\"\[]/",
        rf"syn match bielleFunction /\v<{alternatives(table['functions'])}>\ze\s*\(/",
        r"syn match bielleFunction /\v<%([RT][XYZ]K?|[RTQ])>\ze\s*\(/",
        rf"syn match bielleUnit /\v[\])]\s*\zs{unit}/".replace("[./]", "[.\\/]"),
        rf"syn match bielleUnit /\v%(\s\[)@<={unit}\ze\]/".replace("[./]", "[.\\/]"),
        r"syn match bielleNumber /\v<[0-9]+%(\.[0-9]+)?%([eE][-+]?[0-9]+)?/ nextgroup=bielleUnitBehind skipwhite",
        rf"syn match bielleUnitBehind /\v{unit}/ contained".replace("[./]", "[.\\/]"),
        rf"syn match bielleStatement /\v%(^|[;{{])\s*\zs{alternatives(statements)}>%(\s*[=.'(])@!/",
        r"syn match bielleKind /\v^\s*\zsjoint%(\s+[[:alnum:]_]+)+\ze\s*%(#|$)/",
        'syn region bielleString start=/"/ end=/"/ oneline',
        "syn match bielleComment /#.*/", ""]
    for role, (_, group, _) in ROLES.items():
        if role not in ("name", "reference"):
            lines.append(f"hi def link bielle{role.capitalize()} {group}")
    lines += ["hi def link bielleUnitBehind Constant", "", 'let b:current_syntax = "bielle"']
    return "\n".join(lines) + "\n"


# Vim's own files take *.bl for another language.
DETECT = "au BufRead,BufNewFile *.bl set filetype=bielle\n"


# ---- GtkSourceView

def gtk(table):
    contexts, styles = [], []
    for role, (_, _, style) in ROLES.items():
        styles.append(f'    <style id="{role}" name="{role.capitalize()}" map-to="{style}"/>')
    for pattern, roles in rules(table):
        parts = "".join(f'\n            <context sub-pattern="{i + 1}" style-ref="{role}"/>'
                        for i, role in enumerate(roles))
        parts = f"\n          <include>{parts}\n          </include>" if parts else ""
        contexts.append(f"        <context>\n          <match>{escape(pattern)}</match>{parts}\n"
                        "        </context>")
    return "\n".join([
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<!-- Written by tools/make_editors.py. -->",
        f'<language id="bielle" name="Bielle" version="2.0" section={quoteattr("Scientific")}>',
        "  <metadata>", '    <property name="globs">*.bl</property>',
        '    <property name="line-comment-start">#</property>', "  </metadata>",
        "  <styles>", *styles, "  </styles>", "  <definitions>", '    <context id="bielle">',
        "      <include>", *contexts, "      </include>", "    </context>", "  </definitions>",
        "</language>"]) + "\n"


def files(table):
    return {
        "vscode/package.json": as_json(PACKAGE),
        "vscode/language-configuration.json": as_json(CONFIGURATION),
        "vscode/syntaxes/bielle.tmLanguage.json": textmate(table),
        "vscode/snippets/bielle.json": snippets(table),
        "vim/syntax/bielle.vim": vim(table),
        "vim/ftdetect/bielle.vim": DETECT,
        "gtksourceview/bielle.lang": gtk(table),
    }


def main():
    old = []
    for name, text in files(grammar()).items():
        path = EDITORS / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        old.append(name)
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if "--check" in sys.argv and old:
        sys.exit(f"out of date, run tools/make_editors.py: {', '.join(old)}")


if __name__ == "__main__":
    main()
