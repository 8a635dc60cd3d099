"""Who may include whom: the project's layers as a table, and a check of every include against it."""
import re
from pathlib import Path, PurePosixPath

import tree

# room: (the rooms it may use beside itself, the outside libraries it may use beside the standard ones).
# The longest room that a file stands in counts. "views/*" is every view by itself: none sees another. A room may also be
# given one file of another, or what stands in it but not in the rooms below it: "model/io/.".
ROOMS = {
    "model/base": ((), ()),
    "model/session": (("model/lod", "model/trace", "model/base"), ("protobuf", "zstd", "xxhash")),
    "model/trace": (("model/base",), ()),
    "model/lod": (("model/trace", "model/base"), ()),
    "model/analysis": (("model/trace", "model/base"), ("pcre2",)),
    "model/anonymise": (("model/analysis", "model/trace", "model/base"), ()),
    "model/report": (("model/analysis", "model/trace", "model/base"), ()),
    "model/sql": (("model/report", "model/analysis", "model/trace", "model/base"), ("sqlite",)),
    "model/io": (("model/io", "model/session", "model/trace", "model/base"), ("tomlplusplus",)),
    "model/io/containers": (("model/base",), ("zstd", "isal")),
    "model/io/joining": (("model/io/.", "model/io/containers/ByteStream.h", "model/trace", "model/base"), ()),
    "model/io/import": (("model/io/.", "model/io/containers/ByteStream.h", "model/io/joining/ImportIssues.h", "model/trace", "model/base"), ()),
    "model/io/sqlite": (("model/io/.", "model/io/containers/ByteStream.h", "model/io/import", "model/base"), ("sqlite",)),
    "model/io/plain": (("model/io/containers/ByteStream.h", "model/io/import", "model/base"), ("nlohmann",)),
    "model/io/flight": (("model/io/.", "model/io/containers/ByteStream.h", "model/io/import", "model/io/plain", "model/trace",
                         "model/base"), ()),
    "model/io/pickle": (("model/io/.", "model/io/containers/ByteStream.h", "model/io/flight/FlightDump.h", "model/io/import",
                         "model/io/plain", "model/trace", "model/base"), ()),
    "model/io/profile": (("model/io/.", "model/io/containers/ByteStream.h", "model/io/import", "model/io/plain", "model/trace", "model/base"), ()),
    "model/io/pftrace": (("model/io/.", "model/io/containers/ByteStream.h", "model/io/containers/Decoders.h", "model/io/import",
                          "model/io/export/ChromeEvent.h", "model/io/export/TextSink.h", "model/trace", "model/base"), ("protobuf",)),
    "model/io/xplane": (("model/io/.", "model/io/containers/ByteStream.h", "model/io/import", "model/trace", "model/base"), ("protobuf",)),
    "model/io/rocm": (("model/io/.", "model/io/containers/ByteStream.h", "model/io/import", "model/io/plain", "model/io/sqlite",
                       "model/trace", "model/base"), ()),
    "model/io/nsys": (("model/io/.", "model/io/import", "model/io/sqlite", "model/trace", "model/base"), ()),
    "model/io/json": (("model/io/.", "model/io/containers/ByteStream.h", "model/io/joining", "model/trace",
                       "model/base"), ()),
    "model/io/export": (("model/io/.", "model/io/joining", "model/io/json/JsonNumber.h", "model/trace", "model/base"),
                        ("isal",)),
    "collector/ring": ((), ()),
    "collector/nvml": ((), ()),
    "collector/portable": ((), ()),
    "collector/python": ((), ()),
    "collector/probe": (("collector/ring", "collector/probe/cupti/CuptiSource.h", "collector/probe/cupti/KernelParameters.h",
                         "collector/probe/nvtx"), ()),
    "collector/probe/nvtx": (("collector/probe", "collector/ring"), ()),
    "collector/probe/cupti": (("collector/probe", "collector/ring"), ()),
    "collector/probe/shim": (("collector/probe", "collector/ring"), ("torch",)),
    "collector/recorder": (("collector/recorder", "collector/ring", "model/base", "model/trace", "model/session"), ("cuda",)),
    "collector/recorder/host": (("collector/ring", "model/base", "model/session"), ()),
    "collector/recorder/sink": (("collector/recorder/host/WorkerThread.h", "collector/ring", "model/base", "model/trace", "model/session"), ()),
    "collector/remote": (("collector/attach", "collector/doctor/MachineFacts.h", "collector/doctor/SystemChecks.h", "collector/recorder/host", "model/base", "model/session"), ("xxhash",)),
    "collector/attach": (("model/base",), ()),
    "collector/doctor": (("collector/recorder", "model/base", "model/trace", "model/session"), ()),
    "resources": ((), ("qt",)),
    "views/shared": (("views/shared", "model", "resources"), ("qt",)),
    "views/shared/access": ((), ("qt",)),
    "views/shared/look": (("model", "resources"), ("qt",)),
    "views/shared/painting": (("views/shared/look", "model"), ("qt",)),
    "views/shared/text": (("views/shared/look", "model"), ("qt",)),
    "views/shared/session": (("views/shared/look", "views/shared/text", "model"), ("qt",)),
    "views/shared/panels": (("views/shared/look", "views/shared/painting", "views/shared/text", "views/shared/session", "model"), ("qt",)),
    "views/timeline": (("views/timeline", "views/shared", "model", "resources"), ("qt",)),
    "views/timeline/rows": (("views/shared", "model"), ("qt",)),
    "views/timeline/painting": (("views/timeline/rows", "views/shared", "model", "resources"), ("qt",)),
    "views/timeline/tools": (("views/timeline/rows", "views/timeline/painting", "views/shared", "model"), ("qt",)),
    "views/timeline/canvas": (("views/timeline/rows", "views/timeline/painting", "views/timeline/tools", "views/shared", "model"), ("qt",)),
    "views/timeline/commands": (("views/timeline/rows", "views/timeline/painting", "views/timeline/tools", "views/timeline/canvas", "views/shared", "model"), ("qt",)),
    "views/*": (("views/shared", "model", "resources"), ("qt",)),
    "app": (("views", "collector", "model", "resources"), ("qt", "cli11")),
    "tests": (("app", "views", "collector", "model", "resources"),
              ("qt", "benchmark", "protobuf", "zstd", "isal", "zlib", "minizip", "simdjson", "sqlite", "xxhash", "cuda", "python")),
}

# Includes against the table that are known and to be paid off: {(file, include): why it is there}.
DEBTS = {}

LIBRARIES = {
    "qt": r"Q[A-Z]\w*|Qt\w+(/\w+)?|q[a-z]+\.h",
    "protobuf": r"google/protobuf/.*",
    "zstd": r"zstd.*\.h|zdict\.h",
    "isal": r"isa-l.*\.h|isa-l/.*|igzip_lib\.h",
    "zlib": r"zlib\.h|zconf\.h",
    "minizip": r"minizip/.*",
    "simdjson": r"simdjson\.h",
    "sqlite": r"sqlite3\.h",
    "xxhash": r"xxhash\.h|xxh3\.h",
    "pcre2": r"pcre2\.h",
    "cli11": r"CLI/.*",
    "tomlplusplus": r"toml\+\+/.*",
    "nlohmann": r"nlohmann/.*",
    "benchmark": r"benchmark/.*",
    "cuda": r"cu\w+\.h|nvml\.h|nvtx\w*/.*|nvToolsExt\.h|generated_cuda.*",
    "python": r"Python\.h",
    "torch": r"(ATen|c10|torch)/.*",
    "standard": r"[a-z_0-9]+|[a-z_0-9]+\.h|(sys|linux|asm|arpa|net|netinet|bits)/[\w/]+\.h|cxxabi\.h",
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def room_of(path):
    """The room that a file stands in, "views/*" already replaced by that view; None outside of all rooms."""
    parts = PurePosixPath(path).parts[:-1]
    for length in range(len(parts), 0, -1):
        room = "/".join(parts[:length])
        if room in ROOMS or (length == 2 and parts[0] == "views"):
            return room
    return None


def library_of(include):
    """The first library whose headers look like this; named ones come before the standard one."""
    return next((name for name, pattern in LIBRARIES.items() if re.fullmatch(pattern, include)), None)


def grants(allowed, include):
    """Is the file one that this entry of a room's list allows?"""
    if allowed.endswith("/."):
        return str(PurePosixPath(include).parent) == allowed[:-2]
    return include == allowed or include.startswith(allowed + "/")


def complaint(root, path, quote, include):
    """What is wrong with one include of one file, or None."""
    room = room_of(path)
    rooms, libraries = ROOMS.get(room) or ROOMS["views/*"]
    if quote == "<":
        library = library_of(include)
        if library is None:
            return "is of no library that tests/house/layers.py knows"
        return None if library == "standard" or library in libraries else f"is {library}, which {room} may not use"
    if include == PurePosixPath(path).stem + ".moc":
        return None
    if not (root / include).is_file() and not include.endswith(".pb.h"):
        return "is not rooted at the repository"
    target = room_of(include)
    if target is None:
        return "stands in no room"
    if target == room or any(grants(allowed, include) for allowed in rooms):
        return None
    return f"is in {target}, which {room} may not use"


def includes(root, path):
    text = (root / path).read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def violations(root, debts=None):
    """One line per include against the table, and one per debt that is paid but still listed."""
    debts = DEBTS if debts is None else debts
    root = Path(root)
    found, used = [], set()
    for path in tree.code_files(root):
        if room_of(path) is None:
            found.append(f"{path}: stands in no room of tests/house/layers.py")
            continue
        for number, quote, include in includes(root, path):
            wrong = complaint(root, path, quote, include)
            if wrong and (path, include) in debts:
                used.add((path, include))
            elif wrong:
                found.append(f"{path}:{number}: {include} {wrong}")
    return found + [f"{path}: {include} is listed as a debt, but is paid" for path, include in debts.keys() - used]
