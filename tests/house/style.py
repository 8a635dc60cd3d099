"""What every file of the project keeps to, beyond what the compiler and clang-tidy see."""
import re
from pathlib import Path

import tree

TEXT = tree.CODE | {".py", ".sh", ".md", ".cmake", ".txt", ".proto", ".json", ".ts", ".desktop", ""}
LONGEST_FILE = 800  # lines of one source file; past it, it holds two ideas
LARGEST_FILE = 500_000  # bytes of any file
UNFINISHED = re.compile(r"\b(T[O]DO|F[I]XME|X[X]X|H[A]CK|not impl[e]mented|for n[o]w)\b")
MACHINE_PATH = re.compile(r"(^|[^A-Za-z0-9_.])/(work|root|farm)/")
IMPATIENT = re.compile(r"\bQTRY_(VERIFY2?|COMPARE)\(|qWaitForWindow(Exposed|Active)\([^,;]*\)[;) ?]*$")  # 5 s, Qt's own
THROWING_READ = re.compile(r"\bistreambuf_iterator\b")  # throws where the file of an ended process fails
USING_NAMESPACE = re.compile(r"^\s*using\s+namespace\b")


def lines_complaints(path, lines):
    for number, line in enumerate(lines, 1):
        place = f"{path}:{number}"
        if UNFINISHED.search(line):
            yield f"{place}: says that something is unfinished: {line.strip()}"
        if MACHINE_PATH.search(line):
            yield f"{place}: names a folder of one machine: {line.strip()}"
        if Path(path).suffix != ".md" and (line.rstrip() != line or "\t" in line):
            yield f"{place}: ends in blanks or holds a tab"
        if Path(path).suffix == ".h" and USING_NAMESPACE.match(line):
            yield f"{place}: opens a namespace for everyone who includes it"
        if Path(path).suffix in tree.CODE and IMPATIENT.search(line):
            yield f"{place}: waits no longer than Qt does by itself; say kPatience: {line.strip()}"
        if path.startswith(("collector/", "model/", "app/", "views/")) and THROWING_READ.search(line):
            yield f"{place}: reads in a way that throws; wholeFile() does not: {line.strip()}"


def file_complaints(path, data):
    """One line per thing that is wrong with one file, of which `path` is the name and `data` the bytes."""
    if len(data) > LARGEST_FILE:
        return [f"{path}: has {len(data)} bytes; more than {LARGEST_FILE} do not belong into the repository"]
    if Path(path).suffix not in TEXT or path.startswith(("tests/data/", "tests/fuzz/corpus/")):
        return []
    text = data.decode("utf-8", errors="replace")
    lines = text.splitlines()
    found = list(lines_complaints(path, lines))
    if text and not text.endswith("\n"):
        found.append(f"{path}: ends without a line end")
    if Path(path).suffix in tree.CODE | {".py"} and len(lines) > LONGEST_FILE:
        found.append(f"{path}: has {len(lines)} lines; {LONGEST_FILE} are the most")
    if Path(path).suffix == ".h" and "#pragma once" not in lines:
        found.append(f"{path}: has no #pragma once")
    return found


def violations(root):
    return [line for path in tree.files(root) for line in file_complaints(path, (root / path).read_bytes())]
