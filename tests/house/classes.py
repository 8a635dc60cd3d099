"""One class in one file pair: its methods stand in one .cpp, however long they are together."""
import re
from collections import defaultdict
from pathlib import Path

import tree

# "Result<void> Outer::Inner::method(" at the begin of a line; the outermost name is the class that has the file.
METHOD = re.compile(r"^(?:template<[^;{]*>\s*)?(?:[A-Za-z_][\w:<>,&*\s\[\]]*?[\s&*])?"
                    r"((?:[a-z]\w*::)*)([A-Z]\w*)(?:<[^()]*>)?::(?:[A-Z]\w*::)*(?:~?\w+|operator\W+)\(")


def methods(text):
    """The outermost classes of the methods that one file defines, with their first lines."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = METHOD.match(line)
        if match:
            found.setdefault(match[2], number)
    return found


def is_of_its_own(text, name):
    """Whether a file defines a class of that name for itself alone."""
    return re.search(rf"^(?:class|struct) {name}\b(?!::)[^;]*{{", text, re.M) is not None


def complaints(files):
    """`files`: path -> text. One line per class whose methods stand beside the file of its name or, where it stands with
    others in a file of another name, in two. What has a class made may stand with its builder."""
    places = defaultdict(list)
    for path, text in sorted(files.items()):
        for name, line in methods(text).items() if path.endswith(".cpp") else ():
            if not is_of_its_own(text, name) and Path(path).stem != name + "Builder":
                places[name].append((path, line))
    found = []
    for name, where in sorted(places.items()):
        strays = [f"{path}:{line}" for path, line in where if Path(path).stem != name]
        if len(strays) > 1 or (strays and len(strays) < len(where)):
            found.append(f"{', '.join(strays)}: holds methods of {name}, whose methods stand in one file")
    return found


def violations(root):
    return complaints({name: (root / name).read_text(encoding="utf-8", errors="replace")
                       for name in tree.code_files(root)})
