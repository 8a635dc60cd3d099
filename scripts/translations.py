#!/usr/bin/env python3
"""Brings resources/translations up to date with the texts of app/, views/ and model/report/.

usage: translations.py     after changing texts; then translate what lanescope_zh_CN.ts calls unfinished

English stands in the source; its file holds plural forms alone. Needs lupdate (Debian: qt6-l10n-tools).
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
PLACES = (shutil.which("lupdate") or "", "/usr/lib/qt6/bin/lupdate", "/usr/lib/qt6/libexec/lupdate")


def lupdate():
    """Path of the tool, or None."""
    return next((path for path in PLACES if path and os.access(path, os.X_OK)), None)


def update(folder):
    """Updates the two files in `folder`; returns what lupdate complained about."""
    common = [lupdate(), "-silent", "-locations", "none", "-no-obsolete", "-I", ".", "-tr-function-alias", "QT_TRANSLATE_NOOP+=translatable",
              "app", "views", "model/report"]
    said = ""
    for language, more in (("zh_CN", []), ("en", ["-pluralonly"])):
        target = ["-target-language", language, "-ts", str(Path(folder) / f"lanescope_{language}.ts")]
        done = subprocess.run(common + more + target, cwd=ROOT, capture_output=True, text=True, check=True)
        said += done.stderr
    return said


def main():
    if not lupdate():
        print("lupdate is not installed (Debian: qt6-l10n-tools)", file=sys.stderr)
        return 1
    print(update(FOLDER), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
