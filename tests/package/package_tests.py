#!/usr/bin/env python3
"""What scripts/package.sh made, as its users meet it: checked by the desktop's own tools, installed with dpkg into a bare
Debian, run there, removed without a trace; the folder run where no Qt is installed, and in trees of newer systems.

usage: package_tests.py, by `./test package`: it makes the packages and the trees first (some minutes), needs root.
LANESCOPE_NEWER_TREES: folders of newer systems, apart by colons: Ubuntu 24.04 and what the caller adds, each with a python3 and what a desktop has for windows; the
folder records and draws there, with a torch of `./test torch` for that Python, where there is one.
"""
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "build" / "packages"
# A bare Debian 12, made once by ./test package.
TREE = Path(os.environ.get("LANESCOPE_BARE_TREE", ROOT / "build" / "bare-debian"))
NEWER = [Path(tree) for tree in os.environ.get("LANESCOPE_NEWER_TREES", "").split(":") if tree]
TORCHES = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "lanescope" / "torch"
DEMO = ROOT / "resources" / "demo" / "gpu.lanes"


def run(*words, **more):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=600, **more)


def inside(tree, *words, before="true", variables=()):
    """Runs in the tree; a name space of its own for /proc, where programs look up their own place, and for what `before` mounts."""
    return run("unshare", "--mount", "sh", "-c", f'mount -t proc proc "$0/proc" && {before} && exec chroot "$0" "$@"', tree,
               "/usr/bin/env", "-i", "PATH=/usr/bin:/bin:/usr/sbin:/sbin", "HOME=/tmp", "LC_ALL=C.UTF-8", *variables, *words)


def copy_of(tree, folder):
    subprocess.run(["cp", "-a", "--reflink=auto", tree, folder], check=True)
    shutil.copy(DEMO, folder / "tmp" / "gpu.lanes")
    return folder


def unpacked(tree):
    """The folder of the .tar.gz, unpacked where a name has a blank; its path within the tree."""
    archive = next(PACKAGES.glob("*.tar.gz"))
    (tree / "opt" / "with a space").mkdir(parents=True)
    subprocess.run(["tar", "-C", tree / "opt" / "with a space", "-xzf", archive], check=True)
    return f"/opt/with a space/{archive.name.removesuffix('.tar.gz')}"


def files_of(tree):
    """Every path of a tree but those that hold what is known of packages."""
    found = set()
    for folder, _, files in os.walk(tree):
        found.add(os.path.relpath(folder, tree))
        found.update(os.path.relpath(os.path.join(folder, f), tree) for f in files)
    return {path for path in found if not path.startswith(("var/lib/dpkg", "var/log", "var/cache", "proc", "sys", "dev", "tmp"))}


class Checked(unittest.TestCase):
    def assertClean(self, done):
        self.assertEqual((done.returncode, done.stdout.strip()), (0, ""), done.stdout + done.stderr)

    def test_desktop_file(self):
        self.assertClean(run("desktop-file-validate", ROOT / "resources" / "lanescope.desktop"))

    def test_files_are_told_apart(self):
        """By the desktop's own database, with our types in it."""
        with tempfile.TemporaryDirectory() as folder:
            types = Path(folder, "mime", "packages")
            types.mkdir(parents=True)
            for known in (ROOT / "resources" / "lanescope-mime.xml", Path("/usr/share/mime/packages/freedesktop.org.xml")):
                shutil.copy(known, types)
            self.assertEqual(run("update-mime-database", types.parent).returncode, 0)
            entry = (ROOT / "resources" / "lanescope.desktop").read_text()
            for name, kind in (("a.lanes", "application/x-lanescope-session"), ("a.pt.trace.json", "application/x-pytorch-trace"),
                               ("a.pt.trace.json.gz", "application/x-pytorch-trace"), ("a.json", "application/json")):
                Path(folder, name).write_bytes(DEMO.read_bytes()[:64] if name == "a.lanes" else b"{}")
                said = run("gio", "info", "-a", "standard::content-type", Path(folder, name),
                           env=os.environ | {"XDG_DATA_HOME": folder, "XDG_DATA_DIRS": folder}).stdout
                self.assertIn(f"standard::content-type: {kind}\n", said)
                self.assertEqual(f"{kind};" in entry, kind != "application/json")

    def test_metainfo(self):
        done = run("appstreamcli", "validate", "--no-net", ROOT / "resources" / "lanescope.metainfo.xml")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_man_pages(self):
        pages = sorted((ROOT / "build" / "manual" / "man" / "man1").iterdir())
        self.assertGreater(len(pages), 20)
        for page in pages:
            done = run("man", "--warnings", "-l", "-E", "UTF-8", "-Tutf8", "-Z", page, env=os.environ | {"LC_ALL": "C.UTF-8", "MANWIDTH": "80"})
            self.assertEqual((done.returncode, done.stderr), (0, ""), page)

    def test_lintian(self):
        self.assertClean(run("lintian", "--allow-root", "--fail-on", "error,warning", *PACKAGES.glob("*.deb")))


class Installed(unittest.TestCase):
    """In a copy of the bare tree, so that every run begins with the same one."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.tree = copy_of(TREE, Path(cls.folder.name, "tree"))

    def inside(self, *words):
        return inside(self.tree, *words)

    def test_installs_runs_and_leaves_nothing(self):
        package = next(PACKAGES.glob("*.deb"))
        shutil.copy(package, self.tree / "tmp")
        before = files_of(self.tree)
        done = self.inside("dpkg", "--install", f"/tmp/{package.name}")
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = self.inside("lanescope", "info", "/tmp/gpu.lanes")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("kernels", shown.stdout.lower())
        drawn = self.inside("lanescope", "render", "--thumbnail", "256", "/tmp/gpu.lanes", "-o", "/tmp/picture")
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assertEqual((self.tree / "tmp" / "picture").read_bytes()[:4], b"\x89PNG")
        self.assertTrue((self.tree / "usr/share/qt6/translations/qtbase_zh_CN.qm").is_file())  # by what it depends on
        recorded = self.inside("lanescope", "record", "-o", "/tmp/a.lanes", "--", "/bin/true")
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        self.assertTrue((self.tree / "usr/share/man/man1/lanescope-record.1.gz").is_file())
        self.assertEqual(self.inside("dpkg", "--purge", "lanescope").returncode, 0)
        self.assertEqual(sorted(files_of(self.tree) - before), [])

    def test_folder_needs_no_qt(self):
        folder = unpacked(self.tree)
        program = folder + "/bin/lanescope"
        self.assertTrue((self.tree / folder[1:] / "translations" / "qtbase_zh_CN.qm").is_file())
        hidden = self.tree / "usr/lib/x86_64-linux-gnu/hidden"
        hidden.mkdir()
        for library in (self.tree / "usr/lib/x86_64-linux-gnu").glob("libQt6*"):
            library.rename(hidden / library.name)
        try:
            drawn = self.inside(program, "render", "--size", "800x600", "/tmp/gpu.lanes", "-o", "/tmp/whole.png")
        finally:
            for library in hidden.iterdir():
                library.rename(hidden.parent / library.name)
            hidden.rmdir()
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assertEqual((self.tree / "tmp" / "whole.png").read_bytes()[:4], b"\x89PNG")


TRAINING = """
import torch
layer = torch.nn.Linear(8, 8)
for _ in range(5):
    layer(torch.ones(4, 8)).sum().backward()
"""


@unittest.skipUnless(NEWER, "no tree of a newer system: Ubuntu's archive could not be reached, and LANESCOPE_NEWER_TREES names none")
class NewerSystems(unittest.TestCase):
    def torch_for(self, tree):
        """The folder of a torch that the tree's Python can import; nothing where there is none."""
        version = inside(tree, "python3", "-c", "import sys; print('%d%d' % sys.version_info[:2])").stdout.strip()
        return next(TORCHES.glob(f"*-cp{version}/lib/python*/site-packages"), None)

    def test_folder_records_and_draws(self):
        for tree in NEWER:
            with self.subTest(tree.name), tempfile.TemporaryDirectory() as folder:
                self.records_and_draws(copy_of(tree, Path(folder, "tree")))

    def records_and_draws(self, tree):
        program = unpacked(tree) + "/bin/lanescope"
        said = inside(tree, program, "--version")
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertRegex(said.stdout, r"^lanescope \d")
        glibc = inside(tree, "python3", "-c", "import os; print(os.confstr('CS_GNU_LIBC_VERSION'))").stdout.split()[-1]
        self.assertGreater([int(part) for part in glibc.split(".")], [2, 36], "not newer than what it was built on")
        # nor is anything missing to the parts that only a screen loads
        parts = [f"{program[:-len('bin/lanescope')]}{path}" for path in ("plugins/platforms/libqxcb.so", "plugins/platforms/libqwayland-generic.so",
                                                                       "plugins/xcbglintegrations/libqxcb-egl-integration.so")]
        self.assertNotIn("not found", inside(tree, "ldd", *parts).stdout)
        torch = self.torch_for(tree)
        (tree / "tmp" / "train.py").write_text(TRAINING if torch else "print(sum(range(9)))\n")
        (tree / "opt" / "torch").mkdir()
        recorded = inside(tree, program, "record", "-o", "/tmp/a.lanes", "--", "python3", "/tmp/train.py",
                          before=f'mount --bind "{torch}" "$0/opt/torch"' if torch else "true",
                          variables=["PYTHONPATH=/opt/torch"] if torch else [])
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        if torch:
            rows = json.loads(inside(tree, program, "stats", "/tmp/a.lanes", "--format", "json", "--top", "0").stdout)
            self.assertEqual({row["name"]: row["calls"] for row in rows}["aten::addmm"], 5, recorded.stderr)
        for session in ("a", "gpu"):
            drawn = inside(tree, program, "render", "--size", "800x600", f"/tmp/{session}.lanes", "-o", f"/tmp/{session}.png")
            self.assertEqual(drawn.returncode, 0, drawn.stderr)
            self.assertEqual((tree / "tmp" / f"{session}.png").read_bytes()[:4], b"\x89PNG")


if __name__ == "__main__":
    unittest.main(verbosity=2)
