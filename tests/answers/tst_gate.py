"""lanescope gate on pairs of sessions with planted slowdowns: what breaks a budget, what explains it, and what is refused."""
import html
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
import zlib
from html.parser import HTMLParser
from pathlib import Path

from diff_sessions import KERNELS, OPERATORS, Training

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Balanced(HTMLParser):
    """Fails where tags do not close in order; knows what a page would load."""
    VOID = {"meta", "rect", "circle"}

    def __init__(self):
        super().__init__()
        self.open, self.loads, self.seen = [], [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.loads += [value for key, value in attrs if key in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


def first_pixel(png):
    """Red, green and blue of the upper left corner; a first line has nothing to be predicted from but itself."""
    packed, at = b"", 8
    while at < len(png):
        length = int.from_bytes(png[at:at + 4], "big")
        packed += png[at + 8:at + 8 + length] if png[at + 4:at + 8] == b"IDAT" else b""
        at += 12 + length
    return tuple(zlib.decompressobj().decompress(packed, 4)[1:])


def memory(session, peak):
    for i, size in enumerate((peak - 1000, 1000, -1000, 1000 - peak)):
        total = (peak - 1000, peak, peak - 1000, 0)[i]
        session.events.append({"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "s": "t", "pid": 4711, "tid": 4711,
                               "ts": 1_000_100 + i * 100, "args": {"Addr": 4096 * (1 + min(i, 3 - i)), "Bytes": size, "Device Type": 0,
                                                                   "Device Id": -1, "Total Allocated": total}})
    return session


class Gate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def ask(self, now, base, *budgets, report=None):
        files = [side.write(self.folder / f"{name}.json") for name, side in (("now", now), ("base", base))]
        options = [option for budget in budgets for option in ("--max", budget)]
        return subprocess.run([PROGRAM, "gate", files[0], "--against", files[1], *options, *(["--report", report] if report else [])],
                              capture_output=True, text=True)

    def test_nothing_changed(self):
        for seed in range(10):
            done = self.ask(Training(seed), Training(seed + 100), "step=+3%", "kernel:/gemm/=+5%", "op:aten::mm=+5%")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(done.stdout.count("kept"), 3)

    def test_a_slower_kernel(self):
        for seed in range(5):
            done = self.ask(Training(seed, slow={"gemm_kernel": 1.4}), Training(seed + 100), "kernel:/gemm/=+5%", "step=+50%")
            self.assertEqual(done.returncode, 3, done.stdout)
            self.assertRegex(done.stdout, r"BROKEN +kernel:/gemm/")
            self.assertRegex(done.stdout, r"kept +step")
            self.assertIn("gemm_kernel", done.stdout)

    def test_a_slower_step_is_explained(self):
        slow = {"aten::mm": 3, "aten::sum": 4, "aten::mul": 5}
        done = self.ask(Training(1, slow=slow), Training(2), "step=+3%")
        self.assertEqual(done.returncode, 3)
        rows = [line.split(":  ")[0].strip() for line in done.stdout.splitlines()[1:]]
        self.assertEqual(len(rows), 3)
        self.assertEqual({re.match(r"(.*?): \d", row)[1] for row in rows}, set(slow))

    def test_above_the_budget_but_not_beyond_the_variance(self):
        done = self.ask(Training(1, noise=0.5, slow={"aten::mm": 1.1}), Training(2, noise=0.5), "op:aten::mm=+0%")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_budget_that_asks_for_less(self):
        done = self.ask(Training(1), Training(2), "kernel:/gemm/=-20%")
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertEqual(self.ask(Training(1, slow={"gemm_kernel": 0.5}), Training(2), "kernel:/gemm/=-20%").returncode, 0)

    def test_a_long_first_step_hides_nothing(self):
        for warm_up in ((30,), (100, 4)):
            sides = [Training(1, slow={"gemm_kernel": 1.4}, warm_up=warm_up), Training(101, warm_up=warm_up)]
            done = self.ask(*sides, "kernel:/gemm/=+5%", "op:aten::mm=+10%", "step=+50%")
            self.assertEqual(done.returncode, 3, done.stdout)
            self.assertRegex(done.stdout, r"BROKEN +kernel:/gemm/")
            self.assertRegex(done.stdout, r"kept +op:aten::mm")
            self.assertIn(f"left out: {len(warm_up)} before, {len(warm_up)} now", done.stdout)
        done = self.ask(Training(1, slow={"aten::mm": 3, "aten::sum": 4}, warm_up=(30,)), Training(2, warm_up=(90,)), "step=+3%")
        self.assertEqual(done.returncode, 3, done.stdout)

    def test_memory(self):
        for peak, code in ((1_000_000, 0), (1_009_000, 0), (1_011_000, 3)):
            done = self.ask(memory(Training(1), peak), memory(Training(2), 1_000_000), "memory=+1%")
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)

    def test_other_numbers_of_steps(self):
        self.assertEqual(self.ask(Training(1, steps=20), Training(2, steps=8), "step=+5%", "kernel:/gemm/=+5%").returncode, 0)

    def test_too_few_steps_break_nothing(self):
        done = self.ask(Training(1, steps=2, slow={"gemm_kernel": 9}), Training(2, steps=2), "kernel:/gemm/=+5%")
        self.assertEqual(done.returncode, 0)
        self.assertIn("three steps", done.stdout)

    def test_what_cannot_be_compared(self):
        done = self.ask(Training(1), Training(2, operators=[f"other::{i}" for i in range(12)], calls=4), "step=+3%")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("cannot be compared", done.stderr)
        done = self.ask(Training(1), Training(2), "memory=+1%")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("profile_memory", done.stderr)
        done = self.ask(Training(1), Training(2), "kernel:/nothing_like_it/=+1%")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("matches nothing", done.stderr)

    def test_wrong_budgets_are_refused(self):
        for wrong in ("step", "step=", "step=3", "step=%", "step=+%", "step=much%", "=+3%", "step=nan%", "step=-100%", "steps=+3%",
                      "kernel:/(/=+3%", "dur>x=+3%", "step=+3%%"):
            done = self.ask(Training(1, steps=3), Training(2, steps=3), wrong)
            self.assertEqual((done.returncode, done.stdout), (2, ""), wrong)
            self.assertIn(f"lanescope gate: '{wrong}'", done.stderr)
        path = Training(1, steps=3).write(self.folder / "alone.json")
        for options in ([], ["--against", path], ["--max", "step=+3%"]):
            self.assertEqual(subprocess.run([PROGRAM, "gate", path, *options], capture_output=True).returncode, 2)

    def report(self):
        folder = self.folder / "made/for it"
        name = "gemm_kernel"
        now = Training(1, slow={name: 2})
        for event in now.events:
            if event["name"] == name:
                event["name"] = "gemm_kernel<a & \"b\">"
        done = self.ask(now, Training(2), "kernel:/gemm/=+5%", "step=+50%", report=folder)
        self.assertEqual(done.returncode, 3, done.stderr)
        return folder

    def test_the_report(self):
        folder = self.report()
        page = (folder / "report.html").read_text()
        self.assertLess(len(page), 100_000)
        parser = Balanced()
        parser.feed(page)
        self.assertEqual((parser.open, parser.loads), ([], []), "all of it is in the page")
        self.assertEqual(parser.seen.count("svg"), 4)
        for text in ("1 budget is broken", "prefers-color-scheme: dark", "gemm_kernel&lt;a &amp; &quot;b&quot;&gt;"):
            self.assertIn(text, page)
        for picture in re.findall(r"<svg.*?</svg>", page):
            ElementTree.fromstring(picture)
        suite = ElementTree.parse(folder / "junit.xml").getroot()
        self.assertEqual([suite.get(key) for key in ("tests", "failures", "errors", "skipped")], ["2", "1", "0", "0"])
        cases = {case.get("name"): case for case in suite}
        self.assertEqual(list(cases), ["kernel:/gemm/", "step"])
        self.assertIn("gemm_kernel<a", cases["kernel:/gemm/"].find("failure").text)
        self.assertIsNone(cases["step"].find("failure"))

    def test_a_report_that_cannot_be_written(self):
        (self.folder / "file").write_text("")
        done = self.ask(Training(1), Training(2), "step=+3%", report=self.folder / "file/folder")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--report", done.stderr)

    def browse(self, page, *options):
        with tempfile.TemporaryDirectory() as profile:
            done = subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--window-size=900,600",
                                   f"--user-data-dir={profile}", *options, page.as_uri()], capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("CONSOLE", done.stderr)
        return done.stdout

    @unittest.skipUnless(BROWSER, "no Chromium here: apt install chromium")
    def test_the_report_in_a_browser(self):
        """Whole, without a word on the console, also where nothing may be loaded; in the colours that the reader prefers."""
        page = self.report() / "report.html"
        shown = self.browse(page, "--dump-dom")
        self.assertIn("1 budget is broken", shown)
        self.assertEqual(shown.count("<svg"), 4)
        policy = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">"""
        alone = page.with_name("alone.html")
        alone.write_text(page.read_text().replace("<head>", "<head>" + policy))
        self.browse(alone, "--dump-dom")
        backgrounds = []
        for scheme in (0, 1):  # dark, light
            picture = page.with_name(f"{scheme}.png")
            self.browse(page, f"--blink-settings=preferredColorScheme={scheme}", f"--screenshot={picture}")
            backgrounds.append(first_pixel(picture.read_bytes()))
        self.assertEqual(backgrounds, [(0x16, 0x18, 0x1C), (0xFF, 0xFF, 0xFF)])

    def test_long_names_open_on_a_click(self):
        name = "void gemm_kernel<" + "at::GenericPackedTensorAccessor<\u00e9>, " * 20 + ">"
        now = Training(1, slow={"gemm_kernel": 2})
        for event in now.events:
            event["name"] = name if event["name"] == "gemm_kernel" else event["name"]
        self.ask(now, Training(2), "kernel:/gemm/=+5%", report=self.folder)
        page = (self.folder / "report.html").read_text()
        [summary] = re.findall(r"<summary>(.*?)</summary>", page)
        self.assertLess(len(html.unescape(summary)), 125)
        self.assertIn(html.escape(name, quote=False), page)


if __name__ == "__main__":
    unittest.main()
