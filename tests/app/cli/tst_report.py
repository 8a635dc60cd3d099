"""lanescope report: one page of HTML that needs nothing else, with the figures that the other commands give."""
import base64
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

BUILD = Path(os.environ["LANESCOPE_BUILD"])
ROOT = Path(__file__).resolve().parents[3]
DEMO = ROOT / "resources/demo/gpu.lanes"
DEVICE = ROOT.parent / "shared" / "device"
UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Page(HTMLParser):
    """What stands in a page: texts by element, tables by their heading, links, sources."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.links, self.sources, self.tables, self.texts = [], [], [], {}, []
        self.heading, self.open = "", []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.elements.append(tag)
        self.open.append(tag)
        self.links += [attributes["href"]] if "href" in attributes else []
        self.sources += [attributes["src"]] if "src" in attributes else []
        if tag == "h2":
            self.heading = ""
        elif tag == "tr":
            self.tables.setdefault(self.heading, []).append([])
        elif tag in ("td", "th"):
            self.tables[self.heading][-1].append("")

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, text):
        self.texts.append(text)
        if "h2" in self.open:
            self.heading += text
        elif "td" in self.open or "th" in self.open:
            self.tables[self.heading][-1][-1] += text


def run(*arguments, code=0):
    done = subprocess.run([BUILD / "bin/lanescope", *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == code, (done.returncode, done.stderr)
    return done.stdout if code == 0 else done.stderr


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "page.html"

    def page(self, *arguments):
        run("report", *arguments, "-o", self.out)
        return Page(self.out.read_text())

    def check_links(self, page, file):
        length = json.loads(run("overview", file, "--format", "json"))["range_ns"]
        self.assertGreater(len(page.links), 10)
        for link in page.links:
            name, _, place = link.partition("#t=")
            self.assertEqual(name, file.name)
            begin, end = (float(number) * UNITS[unit] for number, unit in re.findall(r"(\d+(?:\.\d+)?)(ns|us|ms|s)", place))
            self.assertTrue(0 <= begin <= end <= length * 1.001, link)

    def test_it_needs_nothing_else(self):
        page = self.page(DEMO)
        self.assertFalse({"script", "link", "iframe"} & set(page.elements))
        self.assertEqual({source[:22] for source in page.sources}, {"data:image/png;base64,"})
        self.assertNotIn("http", re.sub(r"base64,[^\"]*", "", self.out.read_text()))
        self.assertLess(self.out.stat().st_size, 2 << 20)
        for source in page.sources:
            png = base64.b64decode(source[22:])
            self.assertEqual(struct.unpack(">II", png[16:24]), (1080, 620))

    def test_figures_are_those_of_the_other_commands(self):
        for file in (DEMO, DEVICE / "resnet0.lanes", DEVICE / "ddp.lanes"):
            if not file.exists():
                self.skipTest(f"{file} is not there")
            page = self.page(file)
            self.check_links(page, file)
            steady = json.loads(run("overview", file, "--format", "json"))["steady"]
            scope = ["--scope", "steady"] if steady else []
            rows = json.loads(run("stats", file, "--by", "kernel", "--format", "json", *scope))
            head, *shown = page.tables["Kernels"]
            self.assertEqual(len(shown), min(15, len(rows)))
            calls = head.index("Launches" if "Launches" in head else "Count")
            self.assertEqual([row[calls].replace("\u202f", "").replace("\u2009", "") for row in shown], [str(row["calls"]) for row in rows[:15]])
            findings = json.loads(run("advice", file, "--format", "json", *scope))
            self.assertEqual(page.elements.count("b"), len(findings))
            self.assertEqual("Figures are of the steady steps" in "".join(page.texts), steady is not None)

    def test_names_are_no_elements(self):
        name = '<script>alert("1")</script>&'
        trace = {"traceEvents": [{"ph": "X", "name": name, "cat": "cpu_op", "pid": 1, "tid": 1, "ts": i, "dur": 1} for i in range(9)]}
        file = self.folder / "a&b<c>.json"
        file.write_text(json.dumps(trace))
        page = self.page(file)
        self.assertNotIn("script", page.elements)
        self.assertIn(name, [row[0] for row in page.tables["Operators"]])
        self.assertIn(file.name, "".join(page.texts))

    def test_of_one_step_and_in_chinese(self):
        page = self.page(DEMO, "--scope", "all", "--lang", "zh_CN")
        self.assertIn("算子", page.tables)
        self.assertIn("no step", run("report", DEMO, "-o", self.out, "--step", "99999", code=2).lower())

    def test_what_cannot_be_written(self):
        copy = self.folder / "copy.lanes"
        shutil.copy(DEMO, copy)
        self.assertIn("name another file", run("report", copy, "-o", copy, code=2))
        self.assertIn("cannot be written", run("report", copy, "-o", self.folder / "none" / "page.html", code=1))
        self.assertIn("cannot be opened", run("report", self.folder / "none.lanes", "-o", self.out, code=1))
        self.assertFalse(self.out.exists())

    @unittest.skipUnless(CHROMIUM, "no Chromium is installed")
    def test_a_browser_without_network_shows_it_whole(self):
        expected = self.page(DEMO)
        shown = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--proxy-server=127.0.0.1:9",
                                f"--user-data-dir={self.folder}/profile", "--dump-dom", self.out.as_uri()],
                               capture_output=True, text=True, timeout=120, check=True).stdout
        self.assertEqual(Page(shown).tables, expected.tables)


if __name__ == "__main__":
    unittest.main(verbosity=2)
