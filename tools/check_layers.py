#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check what may include and link what, how full folders are, and a few habits of the tree. Prints
each fault, exits 1 on any: check_layers.py [ROOT [BUILD]].

With a build folder, the symbols of its object libraries are checked too: a function that is declared in
one layer and defined in a higher one is an upward link that no include shows.

The tables below are the picture of docs/internals/architecture.md as data. An include that is not in them is
a design error: move the thing, do not bend the arrow.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

# folder of src/ -> folders whose headers it may include (besides its own and include/bielle)
LAYERS = {
    "base": set(),
    "symbolic": {"base"},
    "notation": {"base", "symbolic"},
    "rotation": {"base", "symbolic"},
    "mechanism": {"base", "symbolic", "notation"},
    "transform": {"base", "symbolic", "notation", "mechanism"},
    "lang": {"base", "symbolic", "notation", "mechanism"},
    "import": {"base", "lang", "mechanism", "symbolic"},
    "witness": {"base", "symbolic", "mechanism"},
    "formulation": {"base", "symbolic", "notation", "mechanism", "witness"},
    "program": {"base", "symbolic", "formulation"},
    "codegen": {"base", "symbolic", "notation", "formulation", "program"},
    "numeric": {"base"},
    "system": {"base", "symbolic", "mechanism", "formulation", "program", "codegen", "numeric"},
    "control": {"base", "symbolic", "mechanism", "transform", "formulation", "program", "numeric",
                "system"},
    "study": {"base", "symbolic", "notation", "rotation", "mechanism", "formulation", "program", "numeric",
              "system", "control"},
    "report": {"base", "symbolic", "notation", "mechanism", "formulation", "program", "numeric",
               "system", "study"},
}
LAYERS["api"] = set(LAYERS)
LAYERS["app"] = {"app", "api", "base"}
LAYERS["bielle"] = set()  # include/bielle, the public place

# header of a library -> the only folders that may include it
LIBRARIES = [
    (r"flint/|(arb|arf|acb|mag|fmpr|fmpz|fmpq|gmp|mpfr)\w*\.h", {"symbolic", "notation", "witness"}),
    (r"jansson\.h", {"api", "app"}),
    (r"libxml/", {"import"}),
    (r"(cvode|cvodes|ida|idas|arkode|kinsol|nvector|sun\w+)/|lapacke?\.h|cblas\.h", {"numeric"}),
]

# Nothing below app/ prints or exits; out of memory is the one exception.
PRINTS = re.compile(r"\b(printf|vprintf|puts|putchar|perror|exit|_exit|_Exit|quick_exit|abort)\s*\("
                    r"|\bf(?:printf|puts|putc|write|flush)\s*\([^;]*\bstd(?:out|err)\b")
MAY_ABORT = {"src/base/memory/memory.c"}

COMMENTS_AND_STRINGS = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
                                  re.DOTALL)
FOREIGN = ("tests/data/", "tests/golden/", "tests/fuzz/corpus/")  # not ours to format
LARGEST = 500_000  # bytes
MAX_FILES = 30  # of a folder


def blank(match):
    """Spaces for a comment or string, so that lines keep their numbers."""
    return re.sub(r"[^\n]", " ", match[0])


def layer_of(path):
    """Name of the layer that `path` (relative, with slashes) belongs to; None outside of them."""
    parts = path.split("/")
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    return {"include": "bielle", "app": "app"}.get(parts[0])


def include_faults(path, layer, text):
    if layer not in LAYERS:
        yield f"{path}:1: '{layer}' is not a layer; add it to the table in tools/check_layers.py"
        return
    for number, line in enumerate(text.splitlines(), 1):
        own = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        foreign = re.match(r"\s*#\s*include\s+<([^>]+)>", line)
        if own:
            folder = own[1].split("/")[0] if "/" in own[1] else None
            if folder is None and layer != "app":
                yield f'{path}:{number}: write "folder/{own[1]}", with the folder of src/'
            elif folder not in LAYERS[layer] | {layer, "bielle", None}:
                yield f"{path}:{number}: {layer} must not include {folder}"
        for pattern, allowed in LIBRARIES:
            if foreign and re.match(pattern, foreign[1]) and layer not in allowed:
                yield (f"{path}:{number}: <{foreign[1]}> belongs in {', '.join(sorted(allowed))}, "
                       f"not in {layer}")


def print_faults(path, text):
    code = COMMENTS_AND_STRINGS.sub(blank, text)
    for match in PRINTS.finditer(code):
        number = code.count("\n", 0, match.start()) + 1
        name = match[0].split("(")[0].strip()
        yield f"{path}:{number}: {name}: nothing below app/ prints or exits"


def habit_faults(path, file, text):
    if file.suffix in {".c", ".h", ".def", ".py", ".sh", ".cmake", ".md", ".bl", ".json"}:
        if "\t" in text:
            number = text.count("\n", 0, text.index("\t")) + 1
            yield f"{path}:{number}: a tab; write spaces"
    if file.suffix in {".c", ".h", ".py", ".sh"}:
        if "SPDX-License-Identifier: MIT" not in text:
            yield f"{path}:1: the file-top comment lacks 'SPDX-License-Identifier: MIT'"
    if text.startswith("#!") and not os.access(file, os.X_OK):
        yield f"{path}:1: begins with #! but is not executable (chmod +x)"


def folder_faults(root):
    """Folders with more source files than a reader surveys."""
    for folder in sorted(path for top in ("src", "app") for path in (root / top).rglob("*") if path.is_dir()):
        count = sum(1 for file in folder.iterdir() if file.is_file())
        path = folder.relative_to(root).as_posix()
        if count > MAX_FILES and not path.startswith("src/codegen/runtime"):
            yield f"{path}: {count} files; make folders named for what is in them (docs/internals/architecture.md)"


def page_faults(root):
    """Folders that the page of the architecture leaves out."""
    page = root / "docs/internals/architecture.md"
    text = page.read_text(encoding="utf-8") if page.exists() else None
    for folder in sorted(path for path in (root / "src").rglob("*") if path.is_dir()):
        path = folder.relative_to(root).as_posix()
        is_named = text is None or f"`{path}/`" in text or f"`{folder.name}/`" in text
        if not is_named and not path.startswith("src/codegen/runtime/"):
            yield f"docs/internals/architecture.md: has no sentence about {path}/"


def symbols_of(objects):
    """Global symbols that these object files define, and those that they use."""
    listing = subprocess.run(["nm", "-g", *map(str, objects)], capture_output=True, text=True, check=True)
    defined, used = set(), set()
    for line in listing.stdout.splitlines():
        found = re.fullmatch(r"[0-9a-f ]* ([A-Za-z]) (\w+)", line)
        if found:
            (used if found[1] == "U" else defined).add(found[2])
    return defined, used


def link_faults(build):
    """Symbols that a layer uses of one that it must not know."""
    symbols = {}
    for folder in sorted((build / "CMakeFiles").glob("bielle_*.dir")):
        layer, objects = folder.name[len("bielle_"):-len(".dir")], sorted(folder.rglob("*.o"))
        if layer in LAYERS and objects:
            symbols[layer] = symbols_of(objects)
    owner = {name: layer for layer, (defined, _) in symbols.items() for name in defined}
    for layer, (_, used) in symbols.items():
        for name in sorted(used):
            if owner.get(name, layer) not in LAYERS[layer] | {layer}:
                yield f"src/{layer}: must not link '{name}' of {owner[name]}"


def faults(root):
    """Yields every fault of the tree at `root`, in the order of the paths."""
    for file in sorted(root.rglob("*")):
        path = file.relative_to(root).as_posix()
        if re.match(r"(\.git|build[^/]*)/", path) or "__pycache__" in path or not file.is_file():
            continue
        if file.stat().st_size > LARGEST and not path.startswith("tests/data/"):
            yield f"{path}: larger than {LARGEST // 1000} kB; large data belongs in tests/data"
            continue
        if path.startswith(FOREIGN):
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        yield from habit_faults(path, file, text)
        layer = layer_of(path)
        if layer and file.suffix in {".c", ".h", ".def"}:
            yield from include_faults(path, layer, text)
            if layer != "app" and path not in MAY_ABORT:
                yield from print_faults(path, text)


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    count = 0
    found = [*faults(root), *folder_faults(root), *page_faults(root)]
    if len(sys.argv) > 2:
        found += link_faults(Path(sys.argv[2]))
    for fault in found:
        print(fault)
        count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
