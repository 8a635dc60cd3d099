#!/usr/bin/env python3
"""Runs the benchmarks, prints one table and writes build/bench.json.

usage: bench.py [NAME...]     all of them, or those whose name contains a NAME; "huge", "live", "day", "soak",
                       "soak_gpu", "link" and "ui" only by name

A benchmark is an executable bench_<name> that tests/bench/CMakeLists.txt builds, or a script
tests/bench/bench_<name>.py. It prints one JSON object per line,
{"name", "value", "unit", "reference", "ratio", "bound", "ok"}, where reference, ratio and bound may be null:
`ok` says whether the bound is held. Every other line of its output is passed on.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT = (0, 2, 6)  # columns of words, aligned left
ON_REQUEST = {"huge", "live", "day", "soak", "soak_gpu", "link", "ui"}  # minutes, or gigabytes: only when named in full
KEYS = ("name", "value", "unit", "reference", "ratio", "bound", "ok")


def benchmarks():
    """Name to command line of every benchmark there is."""
    built = {path.name: [str(path)] for path in (ROOT / "build/bench").glob("bench_*") if os.access(path, os.X_OK)}
    scripts = {path.stem: [sys.executable, str(path)] for path in (ROOT / "tests/bench").glob("bench_*.py")}
    return {name.removeprefix("bench_"): command for name, command in sorted({**built, **scripts}.items())}


def rows_of(name, command):
    """Runs one benchmark; yields its rows, and a failed one when it ends badly or says nothing."""
    environment = {"QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8", "LANESCOPE_BUILD": str(ROOT / "build"), **os.environ}
    count = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT) as process:
        for line in process.stdout:
            row = parsed(line)
            if row is None:
                print(line, end="", flush=True)
                continue
            count += 1
            yield row
    if process.returncode != 0 or count == 0:
        text = f"ended with code {process.returncode}" if process.returncode else "printed no figure"
        yield dict.fromkeys(KEYS) | {"name": f"{name}: {text}", "ok": False}


def parsed(line):
    if not line.startswith("{"):
        return None
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return {key: row.get(key) for key in KEYS} if "name" in row and "ok" in row else None


def figure(value):
    if value is None:
        return ""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:,.0f}" if abs(value) >= 1000 or float(value).is_integer() else f"{value:.4g}"
    return str(value)


def print_table(rows):
    heads = ("benchmark", "value", "unit", "reference", "ratio", "bound", "")
    cells = [(r["name"], figure(r["value"]), r["unit"] or "", figure(r["reference"]), figure(r["ratio"]),
              figure(r["bound"]), "ok" if r["ok"] else "NOT HELD") for r in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells)]
    for line in (heads, *cells):
        cells = [text.ljust(width) if column in LEFT else text.rjust(width)
                 for column, (text, width) in enumerate(zip(line, widths))]
        print("  ".join(cells).rstrip())


def main(wanted):
    available = benchmarks()
    chosen = {n: c for n, c in available.items()
              if n in wanted or (n not in ON_REQUEST and (not wanted or any(w in n for w in wanted)))}
    if not chosen:
        print(f"No benchmark is named {' or '.join(wanted) or 'anything'}; there are: {', '.join(available) or 'none'}",
              file=sys.stderr)
        return 2
    rows = []
    for name, command in chosen.items():
        print(f"== {name}", flush=True)
        rows += rows_of(name, command)
    print()
    print_table(rows)
    (ROOT / "build/bench.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
    failed = sum(not row["ok"] for row in rows)
    print(f"\n{len(rows) - failed} held, {failed} not held; build/bench.json")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
