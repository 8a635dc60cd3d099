#!/usr/bin/env python3
"""clang-tidy over the project; a file is checked again only when something that it is made of has changed.

usage: tidy.py [--all] [--minutes N] CLANG_TIDY [PATH...]

    --all        forgets earlier clean runs
    --minutes N  begins no check after that many, what was changed last comes first; the last line says what was not reached
    PATH         only what is compiled from sources below it

Needs a finished build in build/: its compile commands say how a source is compiled, its dependency log which files go into it. What
is compiled together there is checked together, as most of the time goes into headers. A clean result is remembered in the user's
cache under a hash of all of those.
"""
import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lanescope" / "tidy"


def parts(source):
    """The project's own sources that are compiled with that one: itself, or those that a generated one includes."""
    if BUILD not in source.parents:
        return [source] if source.suffix == ".cpp" else []
    if source.parent.name != "Unity":
        return []
    included = re.findall(r'^#include "(.+[.]cpp)"', source.read_text(), re.MULTILINE)
    return [path for path in map(Path, included) if BUILD not in path.parents]


def sources(paths):
    """{source: compile command} of what the build compiles from the project's own sources."""
    wanted = [str((Path.cwd() / path).resolve()) for path in paths]
    found = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        source = Path(entry["directory"], entry["file"]).resolve()
        own = parts(source)
        if own and (not wanted or any(str(part) == path or str(part).startswith(path + "/") for part in own for path in wanted)):
            found[source] = entry["command"]
    return found


def inputs_of_sources():
    """{source: the project's files that were read when it was compiled}, from ninja's dependency log."""
    log = subprocess.run(["ninja", "-C", str(BUILD), "-t", "deps"], capture_output=True, text=True, check=True).stdout
    inputs = {}
    for block in log.split("\n\n"):
        names = [Path(BUILD, line.strip()).resolve() for line in block.splitlines()[1:] if line.startswith("    ")]
        if names:
            inputs.setdefault(names[0], [name for name in names if ROOT in name.parents])
    return inputs


def fingerprint(source, command, inputs, version):
    """Changes whenever clang-tidy could say something else about the source."""
    digest = hashlib.sha256((version + command.replace(str(ROOT), "")).encode())
    rules = [path for path in (folder / ".clang-tidy" for folder in source.parents) if ROOT in path.parents and path.exists()]
    for path in [*rules, source, *sorted(set(inputs))]:
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0")
        # the same in every checkout: what CMake puts together names files by where they are
        digest.update(path.read_bytes().replace(str(ROOT).encode(), b"") if path.is_file() else b"")
    return digest.hexdigest()


def changed_last():
    """{file of the project: when it was last changed by a commit}; what no commit has is new."""
    log = subprocess.run(["git", "-C", str(ROOT), "log", "--format=%ct", "--name-only"], capture_output=True, text=True, check=False)
    times, when = {}, 0
    for line in log.stdout.splitlines():
        if line.isdigit():
            when = int(line)
        elif line:
            times.setdefault(ROOT / line, when)
    return times


def newest_first(todo):
    times = changed_last()
    return dict(sorted(todo.items(), key=lambda entry: -max(times.get(part, time.time()) for part in parts(entry[0]))))


def check(program, until, source):
    """clang-tidy's complaints about one source; empty when it has none, None when it is too late to look."""
    if time.monotonic() > until:
        return None
    together = ["--checks=-bugprone-suspicious-include"] if BUILD in source.parents else []  # there .cpp are included
    result = subprocess.run(
        [program, "--quiet", f"-p={BUILD}", f"--exclude-header-filter={re.escape(str(BUILD))}/|[.]moc$", *together, str(source)],
        capture_output=True, text=True, cwd=ROOT, check=False)
    if result.returncode == 0 and not re.search(r": (warning|error): ", result.stdout):
        return ""
    return (result.stdout or result.stderr).strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="check every source, also those that were clean before")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no check after that many")
    parser.add_argument("program", metavar="CLANG_TIDY", help="the clang-tidy that checks")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="only the sources below it")
    options = parser.parse_args()
    version = subprocess.run([options.program, "--version"], capture_output=True, text=True, check=True).stdout
    inputs = inputs_of_sources()
    CACHE.mkdir(parents=True, exist_ok=True)
    todo = {}
    every = sources(options.paths)
    for source, command in every.items():
        stamp = CACHE / fingerprint(source, command, inputs.get(source, []), version)
        if options.all or not stamp.exists():
            todo[source] = stamp

    failed = missed = 0
    until = time.monotonic() + options.minutes * 60
    todo = newest_first(todo)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, (source, complaints) in enumerate(zip(todo, pool.map(functools.partial(check, options.program, until), todo)), 1):
            name = " ".join(str(part.relative_to(ROOT)) for part in parts(source))
            if complaints is None:
                missed += 1
            elif complaints:
                failed += 1
                print(f"[{done}/{len(todo)}] {name}\n{complaints}", flush=True)
            else:
                todo[source].touch()
                print(f"[{done}/{len(todo)}] {name}", flush=True)
    not_reached = f", {missed} not reached in time" if missed else ""
    print(f"\n{len(every) - failed - missed} clean ({len(every) - len(todo)} from earlier runs), {failed} with complaints{not_reached}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
