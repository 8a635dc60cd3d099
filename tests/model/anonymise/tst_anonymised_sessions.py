"""lanescope convert --anonymise on real sessions: the same figures in every answer, none of the names."""
import csv
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin/lanescope-record"
SHARED = ROOT.parent / "shared"
# With texts that each holds and nobody else should read.
FILES = {ROOT / "resources/demo/gpu.lanes": (), SHARED / "device/resnet4.lanes": ("/home/user", "/p/resnet.py", "Images"),
         SHARED / "device/triton.lanes": ("scaled_add", "triton_kernel"), SHARED / "traces/h100_qwen_0.5b.json.gz": ("moca",)}
ANSWERS = ("category", "collective", "copy", "device", "gap", "graph", "kernel", "module", "name", "path_kind", "path_name", "rank", "replay", "shapes",
           "stack", "step", "step_time", "stream", "sync", "thread")

LARGE_ANSWERS = ("kernel", "name", "path_name", "step")


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)


def figures(path, answer):
    """Every row of an answer as its figures, in an order that names do not decide."""
    done = run("stats", path, "--by", answer, "--format", "csv")
    if done.returncode:
        raise AssertionError(done.stderr)
    rows = []
    for row in csv.DictReader(io.StringIO(done.stdout)):
        rows.append(tuple((key, value) for key, value in row.items() if value and value.replace(".", "").replace("-", "").replace("e", "").isdigit()))
    return sorted(rows)


class AnonymisedSessions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def anonymised(self, path, name="anonymous.lanes", *options):
        made = self.folder / name
        done = run("convert", "-q", "--anonymise", *options, path, made)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return made

    def test_figures_stay_and_names_go(self):
        for path, names in FILES.items():
            with self.subTest(path.name):
                if not path.exists():
                    self.skipTest(f"{path} is not there")
                made = self.anonymised(path)
                for answer in ANSWERS if path.stat().st_size < 400_000 else LARGE_ANSWERS:
                    self.assertEqual(figures(made, answer), figures(path, answer), answer)
                texts = {form: run("convert", "-q", form, "-").stdout.lower() for form in (path, made)}
                for name in names:
                    self.assertIn(name.lower(), texts[path])
                    self.assertNotIn(name.lower(), texts[made])

    def test_a_key_gives_the_same_names_in_all_files(self):
        trace = {"traceEvents": [{"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": at, "dur": 1}
                                 for at, name in enumerate(("acme_a", "acme_b"))]}
        turned = {"traceEvents": [dict(event, ts=9 - event["ts"]) for event in trace["traceEvents"]]}
        key = self.folder / "key"
        key.write_text("a secret of at least sixteen bytes")
        names = {}
        for name, content in (("one", trace), ("two", turned)):
            path = self.folder / f"{name}.json"
            path.write_text(json.dumps(content))
            made = self.anonymised(path, f"{name}.out.json", "--key", key)
            names[name] = {event["name"] for event in json.loads(made.read_text())["traceEvents"] if event.get("cat") == "kernel"}
        self.assertEqual(len(names["one"]), 2)
        self.assertEqual(names["one"], names["two"])

    def test_a_key_needs_its_purpose_and_length(self):
        short = self.folder / "short"
        short.write_text("abc")
        for options in (["--key", short], ["--anonymise", "--key", short], ["--anonymise", "--key", self.folder / "missing"]):
            done = run("convert", *options, ROOT / "resources/demo/gpu.lanes", self.folder / "x.lanes")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertFalse((self.folder / "x.lanes").exists())


if __name__ == "__main__":
    unittest.main()
