#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check that comments use the words of the trade: check_words.py [ROOT]. Prints each fault with the word to
write instead, exits 1 on any.

The table holds words that this project once used in a sense of its own, where an engineer expects another
word. tools/words.txt lists the places that may use one, with the reason. Pasted helpers of generated code
(src/codegen/runtime) are code of the user's and are checked by reading the golden files.
"""
import re
import sys
from pathlib import Path

# words, as a regular expression -> what to write
WORDS = {
    r"behind": "after, following, past the end; 'behind' is for space only",
    r"nobody|somebody": "the caller, no caller, unused; name who or what is meant",
    r"told|tells?": "reported, printed, passed, distinguishes",
    r"wants?": "requires, requests",
    r"asks|asked": "requests, requested",
    r"gapes?|gaping|left open": "residual; does not satisfy the constraints",
    r"put back": "projected onto the constraints, restored",
    r"by the least": "minimum-norm correction",
    r"goes on|go on": "continues, resumes",
    r"dead points?": "dead-centre position, singular configuration",
    r"half a turn": "180 deg",
    r"what acts|all that acts": "applied forces",
    r"bears?|borne": "carries, reaction force",
    r"tied|ties|bonds?": "constrained, constraints",
    r"meanwhile": "during this, at the same time",
    r"usual": "default, typical",
    r"doubts?|doubted": "warns about, suspicious",
    r"beside": "next to, in addition to, relative to",
    r"besides": "in addition to, other than",
    r"bug of ours": "internal error",
}
PATTERN = re.compile("|".join(rf"(?P<w{k}>\b(?:{words})\b)" for k, words in enumerate(WORDS)))
TOKENS = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
FOLDERS = ("src", "app", "include")
EXCEPTIONS = "tools/words.txt"


def exceptions_of(root):
    """{(path, word)} of the lines `PATH WORD : REASON`."""
    file = root / EXCEPTIONS
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    rows = [line.split(" : ", 1)[0].split(" ", 1) for line in lines if line.strip() and not line.startswith("#")]
    return {(path, word.strip()) for path, word in rows}


def comments_of(text):
    """(line, comment) of a C file, without the text of programs that is quoted in it."""
    for match in TOKENS.finditer(text):
        if match[0].startswith(("//", "/*")):
            yield text.count("\n", 0, match.start()) + 1, re.sub(r'"[^"\n]*"|\'[^\'\n]*\'|`[^`\n]*`', "", match[0])


def faults(root):
    allowed, used = exceptions_of(root), set()
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            path = file.relative_to(root).as_posix()
            if file.suffix not in {".c", ".h", ".def"} or path.startswith("src/codegen/runtime/"):
                continue
            for line, comment in comments_of(file.read_text(encoding="utf-8")):
                for match in PATTERN.finditer(re.sub(r"\b[A-Z](?=[a-z])", lambda first: first[0].lower(), comment)):
                    word = match[0]
                    if (path, word) in allowed:
                        used.add((path, word))
                    else:
                        yield f"{path}:{line}: '{match[0]}': write {WORDS[list(WORDS)[int(match.lastgroup[1:])]]}"
    for path, word in sorted(allowed - used):
        yield f"{EXCEPTIONS}: '{path} {word}' is not needed any more"


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    found = list(faults(root))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
