#!/usr/bin/env python3
"""Every text of the window has its translation, and each holds the places that its original has."""
import re
import shutil
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET
from pathlib import Path

import tree

sys.path.insert(0, str(tree.ROOT / "scripts"))
import translations  # noqa: E402  (found by the line above)

PLACES = re.compile(r"%(?:\d|n)|\{\w+\}")
# "%1 calls", and not "%1 is", "%2 begins", "%3 others" beside "%3 other", "%1 ns": what is counted has a plural form, or 1 is said wrong.
OTHERS = ("is", "does", "begins", "ends", "needs", "has", "was", "as", "others", "ns")
COUNTED = re.compile(r"%\d (?!(?:" + "|".join(OTHERS) + r")\b)[a-z]+s\b")
# An error with a sentence of its own; what only stops a job is never shown.
SENTENCE = re.compile(r'\bError\{([^;]*?)\};', re.DOTALL)
OF_THE_TERMINAL = ("app/cli/", "app/render/")
COUNTED_BEFORE = ("AdviceText",) # the rules say one and many themselves
FILES = ("lanescope_zh_CN.ts", "lanescope_en.ts")
# Who says what these tables of patterns translate: the recorder, the doctor and the model say it in English.
SAYING = {
    "AdviceText": tuple(f"model/analysis/advice/{family}Rules.cpp"
                        for family in ("Distributed", "Launch", "Memory", "Optimizer", "Precision", "Runtime", "Wait")),
    "DoctorText": ("collector/doctor/Doctor.cpp", "collector/doctor/ProgramChecks.cpp", "collector/doctor/SystemChecks.cpp"),
    "RefusalText": ("collector/attach/Refusals.cpp", "collector/attach/TargetImage.cpp"),
    "NoteText": ("collector/recorder/ShortageText.h", "collector/recorder/counters/DeviceCounters.cpp", "collector/recorder/devices/DeviceCapture.cpp",
                 "collector/recorder/rings/OutputRecords.cpp", "collector/recorder/rings/ProcessCapture.cpp",
                 "collector/recorder/states/StateRows.cpp", "model/analysis/compare/SessionDiff.cpp", "model/analysis/trust/Ledger.cpp",
                 "model/analysis/trust/LedgerRules.cpp", "model/io/joining/CaptureJoin.cpp", "model/io/joining/ImportIssues.cpp", "model/io/joining/SharedIds.cpp",
                 "model/session/reading/SessionReader.cpp", "model/session/reading/SessionTables.cpp",
                 "model/trace/TraceCut.cpp"),
}
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
# Reasons of a few words, clause by clause.
SAYING_BRIEFLY = {"AdviceText": ("model/analysis/time/StepKinds.cpp",)}
REASON = re.compile(r"\bis\(StepKind::\w+,(.*?)\);|\bwhy \+?= (.*?);", re.DOTALL)
# Errors and names on the timeline, which are no notes.
ELSEWHERE = ("is no control file of this version", "The GPU's records began late after a pause", "held it, or cannot be looked at",
             "which this Lanescope does not know: a newer one is needed")
COMMANDS = ("docker ", "sudo ", "echo ", "pip ", "lanescope ", "ulimit ")


def sentences(path):
    """What a source says that has more than five words, commands left out; the pieces of one that is put together apart."""
    text = re.sub(r"^#include.*$|//.*$", "", (tree.ROOT / path).read_text(encoding="utf-8"), flags=re.M)
    for literal in LITERALS.findall(text):
        said = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literal)).replace('\\"', '"').strip(" .;,'")
        if len(said.split()) > 5 and said not in ELSEWHERE and not said.startswith(COMMANDS):
            yield said


def reasons(code):
    """The clauses of reasons that a source gives, without their numbers."""
    for call in REASON.findall(code):
        for literal in re.findall(r'"([^"]*)"', "".join(call)):
            yield from (clause for clause in re.split(", ?", literal.strip()) if re.search("[a-z]{2}", clause))


def has(pattern, said):
    """Whether it is a part of the pattern, or the whole with something at its places."""
    whole = "".join(".+" if re.fullmatch(r"%\d", part) else re.escape(part) for part in re.split(r"(%\d)", pattern))
    return said in pattern or re.fullmatch(whole, said) is not None


def messages(path):
    """[(context, source, [translations], state, has plurals)] of a .ts file."""
    found = []
    for context in ET.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
            found.append((context.findtext("name"), message.findtext("source"), forms, translation.get("type"),
                          message.get("numerus") == "yes"))
    return found


def problems(found):
    """What is wrong with messages, one line each."""
    bad = []
    for context, source, forms, state, plural in found:
        name = f"{context}: {source!r}"
        if state is not None or not all(forms):
            bad.append(f"{name} has no translation")
            continue
        if not plural and context not in COUNTED_BEFORE and COUNTED.search(source):
            bad.append(f"{name} counts, but tr() was not told how many")
        if len(forms) > 1 and len(set(forms)) < len(forms):
            bad.append(f"{name} is the same for one and for many")
        for form in forms:
            wanted, got = set(PLACES.findall(source)), set(PLACES.findall(form))
            if wanted - got - ({"%n"} if plural else set()) or got - wanted:
                bad.append(f"{name} has other places in {form!r}")
            if ("&" in source) != ("&" in form) and "\n" not in source:
                bad.append(f"{name} has its mnemonic in one language only")
    return bad


def is_known(said, patterns):
    """As a whole, or clause by clause."""
    return any(has(pattern, said) for pattern in patterns) or \
        all(any(has(pattern, clause) for pattern in patterns) for clause in re.split("[,;] ", said))


def untranslated(code):
    """The errors of a window's source that say something in one language only."""
    return [said for said in SENTENCE.findall(code) if re.search(r'"[^"]*[a-z]{2} [a-z]', said) and "tr(" not in said]


class Translations(unittest.TestCase):
    def test_nothing_is_missing(self):
        if not translations.lupdate():
            self.skipTest("lupdate is not installed")
        with tempfile.TemporaryDirectory() as folder:
            for name in FILES:
                shutil.copy(translations.FOLDER / name, folder)
            translations.update(folder)
            for name in FILES:
                with self.subTest(name):
                    now = messages(Path(folder, name))
                    self.assertEqual(problems(now), [], "run scripts/translations.py, then translate")
                    self.assertGreater(len(now), 5)
                    stale = [m[:2] for m in messages(translations.FOLDER / name) if m[:2] not in {n[:2] for n in now}]
                    self.assertEqual(stale, [], "run scripts/translations.py")

    def test_what_others_say_is_known(self):
        known = {}
        for context, source, *_ in messages(translations.FOLDER / "lanescope_zh_CN.ts"):
            known.setdefault(context, []).append(source)
        for context, paths in SAYING.items():
            for path in paths:
                said = list(sentences(path))
                self.assertTrue(said, path)
                unknown = [one for one in said if not is_known(one, known[context])]
                self.assertEqual(unknown, [], f"{path} says what {context}.cpp does not know")

    def test_brief_reasons_are_known(self):
        for context, paths in SAYING_BRIEFLY.items():
            known = [source for name, source, *_ in messages(translations.FOLDER / "lanescope_zh_CN.ts") if name == context]
            for path in paths:
                said = list(reasons((tree.ROOT / path).read_text(encoding="utf-8")))
                self.assertGreater(len(said), 7, path)
                unknown = [one for one in said if not any(has(pattern, one) for pattern in known)]
                self.assertEqual(unknown, [], f"{path} says what {context}.cpp does not know")

    def test_chinese_is_chinese(self):
        found = messages(translations.FOLDER / "lanescope_zh_CN.ts")
        han = [m for m in found if re.search(r"[\u4e00-\u9fff]", m[2][0])]
        self.assertGreater(len(han), 0.93 * len(found))

    def test_errors_of_the_window_are_translated(self):
        shown = [path for path in tree.code_files(tree.ROOT)
                 if path.startswith(("app/", "views/")) and not path.startswith(OF_THE_TERMINAL)]
        found = [f"{path}: {said}" for path in shown for said in untranslated((tree.ROOT / path).read_text())]
        self.assertEqual(found, [], "put tr() around them")
        self.assertEqual(len(untranslated('return Error{path + " is not here"};')), 1)
        self.assertEqual(untranslated('return Error{Words::tr("%1 is not here").arg(path).toStdString()};'), [])

    def test_the_check_can_fail(self):
        self.assertEqual(len(problems([("A", "x %1", [""], "unfinished", False)])), 1)
        self.assertEqual(len(problems([("A", "x %1 %2", ["y %1"], None, False)])), 1)
        self.assertEqual(len(problems([("A", "x", ["y %1"], None, False)])), 1)
        self.assertEqual(len(problems([("A", "&x", ["y"], None, False)])), 1)
        self.assertEqual(len(problems([("A", "%1 calls", ["%1 Aufrufe"], None, False)])), 1)
        self.assertEqual(problems([("A", "%1 needs an interpreter", ["%1 braucht ihn"], None, False)]), [])
        self.assertEqual(len(problems([("A", "%1 calls", ["%1 calls", "%1 calls"], None, True)])), 1)
        self.assertEqual(problems([("A", "%n x of %1", ["one of %1", "%n of %1"], None, True)]), [])


if __name__ == "__main__":
    unittest.main()
