#!/usr/bin/env python3
"""Closes a ctest run: what failed, what was skipped and why, and one true line of counts.

usage: report.py [--again] RESULT.xml... (as `ctest --output-junit` writes it)

A Qt Test or unittest program counts with the cases it says it ran, any other program counts as one. A program
that ctest saw fail counts at least one failure, also when it died before it could say so. With --again the results are of
tests that failed before: those that pass now are counted and named.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

QT_TOTALS = re.compile(r"^Totals: (\d+) passed, (\d+) failed, (\d+) skipped, (\d+) blacklisted", re.M)
QT_FAIL = re.compile(r"^(?:FAIL!  |XPASS  ): (\S+\(.*?\)) ?(.*)$", re.M)
QT_SKIP = re.compile(r"^SKIP   : (\S+\(.*?\)) ?(.*)$", re.M)
PY_TOTALS = re.compile(r"^Ran (\d+) tests? in ", re.M)
PY_RESULT = re.compile(r"^(?:OK|FAILED)(?: \((.*)\))?$", re.M)
PY_FAIL = re.compile(r"^(?:FAIL|ERROR): (\S+ \(.*?\))", re.M)
PY_SKIP = re.compile(r"^(\S+ \(.*?\)).*? \.\.\. skipped '?(.*?)'?$", re.M)

SANITIZER = re.compile(r"^SUMMARY: (.*)$", re.M)


class Counts:
    def __init__(self):
        self.passed, self.failures, self.skips, self.good = 0, [], [], []

    def add(self, program, output, failed):
        failures = [f"{program}: {name} {text}".strip() for name, text in QT_FAIL.findall(output)]
        failures += [f"{program}: {name}" for name in PY_FAIL.findall(output)]
        if failed and not failures:
            summary = SANITIZER.findall(output)
            failures = [f"{program}: {summary[-1] if summary else 'stopped before it could name a case'}"]
        skips = [f"{program}: {name} {text}".strip() for name, text in QT_SKIP.findall(output)]
        skips += [f"{program}: {name}: {text}" for name, text in PY_SKIP.findall(output)]
        self.failures += failures
        self.skips += skips
        self.passed += passed_cases(output, failed)


def passed_cases(output, failed):
    """The cases that a program says have passed; 1 for a program that counts no cases and succeeded."""
    qt = QT_TOTALS.findall(output)
    if qt:
        return sum(int(total[0]) for total in qt)
    python = PY_TOTALS.findall(output)
    if python:
        result = PY_RESULT.findall(output)
        not_passed = sum(int(n) for n in re.findall(r"=(\d+)", result[-1])) if result else 0
        return max(0, sum(map(int, python)) - not_passed)
    return 0 if failed else 1


def read(path, counts):
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name, status = case.get("name"), case.get("status")
        output = case.findtext("system-out") or ""
        skipped = case.find("skipped")
        if status == "run":
            counts.add(name, output, failed=False)
            counts.good.append(name)
        elif status == "fail" and case.find("failure") is not None:
            counts.add(name, output, failed=True)
            if case.find("failure").get("message") not in ("", "Failed", None):
                counts.failures[-1] += f" [{case.find('failure').get('message')}]"
        elif skipped is not None and "SKIP" in (skipped.get("message") or ""):
            reason = output.strip().splitlines()[-1] if output.strip() else skipped.get("message")
            counts.skips.append(f"{name}: {reason}")
        elif status == "disabled":
            counts.skips.append(f"{name}: disabled")
        else:
            counts.failures.append(f"{name}: did not run [{skipped.get('message') if skipped is not None else status}]")


def main():
    counts = Counts()
    paths = [argument for argument in sys.argv[1:] if argument != "--again"]
    for path in paths:
        read(path, counts)
    if counts.skips:
        print("\nSkipped:")
        print("\n".join(f"  {line}" for line in counts.skips))
    if counts.failures:
        print("\nFailed:")
        print("\n".join(f"  {line}" for line in counts.failures))
    if len(paths) < len(sys.argv) - 1:
        print(f"\nFailed before and passed alone: {len(counts.good)}{': ' if counts.good else ''}{', '.join(counts.good)}")
    print(f"\n{counts.passed} passed, {len(counts.failures)} failed, {len(counts.skips)} skipped")
    return 1 if counts.failures else 0


if __name__ == "__main__":
    sys.exit(main())
