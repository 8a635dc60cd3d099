#!/usr/bin/env python3
"""Makes the pictures of README and docs anew, from sessions: docs/pictures/*.png.

usage: pictures.py [NAME...]     all, or those named: window, timeline, compare, ...

Needs build/bin/lanescope, ImageMagick, and for the window Xvfb and xdotool. The sessions are resources/demo/gpu.lanes, which
an NVIDIA H200 made, and those of docs/examples that are recorded here: with Debian's torch, but for ddp.py, which needs the torch 2
of LANESCOPE_PYTHONS. They are kept in build/pictures. Sessions of an H200 that are too large to be kept in the repository are read
from ../shared/device; where that is missing, their pictures stay as they are. The tests of captures elsewhere and of the notebook
make their own, with stand-ins for hosts and containers: build/tests/tests_app_capture, tests/capture/tst_examples.py.
"""
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANESCOPE = ROOT / "build" / "bin" / "lanescope"
FOLDER = ROOT / "docs" / "pictures"
SESSIONS = ROOT / "build" / "pictures"
GPU = ROOT / "resources" / "demo" / "gpu.lanes"
DEVICE = ROOT.parent / "shared" / "device"
COLOURS = "128"  # of a picture: a third of the bytes, and nothing to be seen of it
DISPLAY = ":97"
TABLE = ["--size", "1280x480"]
CARD_HEAD, CARD_EDGE = 52, 3  # pixels: the title of a dialog, and what is shown around it

# name: arguments of `lanescope render`; its view is the name's first word
RENDERED = {
    "timeline": [GPU, "--range", "1.20s..1.46s", "--size", "1280x706"],
    "timeline-dark": [GPU, "--range", "1.20s..1.46s", "--size", "1280x706", "--theme", "dark"],
    "overview": [GPU, "--size", "1280x760"],
    "flame": [GPU, "--size", "1280x456"],
    "memory": [GPU, "--size", "1280x720"],
    "operators": [GPU, *TABLE],
    "kernels": [GPU, *TABLE],
    "modules": [GPU, "--size", "1280x640"],
    "quality": [GPU, "--size", "1280x560"],
    "advice": [GPU, *TABLE],
    "path": [GPU, "--range", "1.20s..1.427s", *TABLE],
    "gaps": [GPU, *TABLE],
    "tables": [GPU, "--size", "1280x300"],
    "query": [GPU, "--size", "1280x640"],
    "compare": ["one.lanes", "--with", "many.lanes", *TABLE],
    "ranks": ["ddp.lanes", "--size", "1280x560"],
    "memory-leak": ["leak.lanes", "--size", "1280x480"],
    "marks": ["marks.lanes", "--size", "1280x200"],
    "overview-container": ["container.lanes", "--size", "1280x436"],
    "timeline-notebook": ["cell.lanes", "--size", "1100x480"],
    "overview-workers": [DEVICE / "resnet4.lanes", "--size", "1280x510"],
    "tables-waits": [DEVICE / "t_waits_rec0.lanes", "--size", "1280x200"],
    "kernels-amp": [DEVICE / "t_amp_rec0.lanes", *TABLE],
    "timeline-compiled": [DEVICE / "gpt_compile.lanes", "--range", "11s..36.9s", "--size", "1280x572"],
}

# a training that marks what it does
MARKED = """
import lanescope, torch
model = torch.nn.Sequential(torch.nn.Linear(256, 256), torch.nn.ReLU(), torch.nn.Linear(256, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    lanescope.mark(f"epoch {epoch + 1} begins")
    for _ in range(8):
        loss = model(torch.rand(256, 256)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        lanescope.step()
lanescope.mark(f"loss {loss.item():.4f}")
"""

# name: the case of tst_capture_screens that shows it, the picture that the case keeps, and whether all of the window counts
TESTED = {
    "capture-ssh": ("theDialogForEachTarget", "dialog-ssh-en-1280x800-light", False),
    "capture-podman": ("theDialogForEachTarget", "dialog-podman-en-1280x800-light", False),
    "capture-kubectl": ("theDialogForEachTarget", "dialog-kubectl-en-1280x800-light", False),
    "capture-hosts": ("theTableOfHosts", "hosts-en-1280x800-light", False),
    "capture-trouble": ("aTargetThatIsNoLongerWhatItWas", "trouble-en-1280x800-light", False),
    "capture-attach": ("theProgramsThatRun", "attach-en-1280x800-light", False),
    "capture-job": ("theDialogForAJob", "dialog-job-en-1280x800-light", False),
    "capture-live": ("theBarAboveASession", "mark-en-1440x900-light", True),
}


def run(*words, **more):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **more).stdout


def torch_python():
    """One with a torch 2, for torchrun."""
    for python in os.environ.get("LANESCOPE_PYTHONS", "/usr/bin/python3").split(":"):
        if run(python, "-c", "import torch; print(torch.__version__)").startswith("2"):
            return python
    sys.exit("pictures.py: torchrun of torch 1.13 fails on Python 3.11; name a Python with torch 2 in LANESCOPE_PYTHONS")


def record(name, python, *words):
    """A session of docs/examples, unless it is there. `python` gives the interpreter."""
    session = SESSIONS / name
    if not session.exists():
        SESSIONS.mkdir(parents=True, exist_ok=True)
        program = Path(python())  # by its name: a picture shows no folder of the machine that made it
        run(LANESCOPE, "record", "-o", session, "--env", "OMP_NUM_THREADS=1", "--", program.name, *words, cwd=ROOT / "docs" / "examples",
            env={**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "build/lib/lanescope/python")})
    return session


def session_of(word):
    if word in ("many.lanes", "one.lanes"):
        return record(word, lambda: "/usr/bin/python3", "small_kernels.py", word.split(".")[0])
    if word == "leak.lanes":
        return record(word, lambda: "/usr/bin/python3", "leak.py")
    if word == "marks.lanes":
        return record(word, lambda: "/usr/bin/python3", "-c", MARKED)
    if word in ("container.lanes", "cell.lanes"):
        return of_test(word, "test_the_container" if word.startswith("container") else "test_the_notebook")
    if word == "ddp.lanes":
        return record(word, torch_python, "-m", "torch.distributed.run", "--nproc_per_node", "2", "ddp.py")
    return word


def of_test(name, case):
    """A session that a case of the examples' test keeps."""
    if not (SESSIONS / name).exists():
        run("/usr/bin/python3", ROOT / "tests" / "capture" / "tst_examples.py", f"Examples.{case}",
            env={**os.environ, "LANESCOPE_BUILD": str(ROOT / "build"), "LANESCOPE_PYTHONS": "/usr/bin/python3", "LANESCOPE_PICTURES": str(SESSIONS)})
    return SESSIONS / name


def keep(made, name, *change):
    FOLDER.mkdir(exist_ok=True)
    target = FOLDER / f"{name}.png"
    version = run(LANESCOPE, "--version").strip()
    run("convert", made, *change, "-strip", "+dither", "-colors", COLOURS, "-set", "comment", version,
        "-define", "png:include-chunk=tEXt", "-define", "png:compression-level=9", f"PNG8:{target}")
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size // 1024} KiB")


def render(name, folder):
    words = [session_of(word) for word in RENDERED[name]]
    if DEVICE in Path(words[0]).parents and not words[0].exists():
        print(f"{name}: stays as it is; {words[0].name} is not in {DEVICE}")
        return
    theme = [] if "--theme" in words else ["--theme", "light"]
    run(LANESCOPE, "render", *words, *theme, "--view", name.split("-")[0], "-o", folder / "picture.png")
    keep(folder / "picture.png", name)


class Screen:
    """The window on a display of its own, steered by xdotool."""

    def __init__(self, folder, *words, cwd=ROOT, height=900):
        self._folder = folder
        self._environment = {**os.environ, "DISPLAY": DISPLAY, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "QT_QPA_PLATFORM": "xcb"}
        self._server = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", f"1440x{height}x24"], stderr=subprocess.DEVNULL)
        self.window = None
        self._program = None
        try:
            self._until(lambda: Path(f"/tmp/.X11-unix/X{DISPLAY[1:]}").exists())
            self._program = subprocess.Popen([LANESCOPE, "--new-window", "--theme", "light", *words], cwd=cwd, env=self._environment,
                                             stderr=subprocess.DEVNULL)
            self.window = self.tell("search", "--sync", "--onlyvisible", "--name", "Lanescope").split()[0]
            self.tell("windowmove", self.window, "0", "0", "windowsize", self.window, "1440", str(height), "windowfocus", self.window)
        except BaseException:
            self.close()
            raise

    @staticmethod
    def _until(holds):
        for _ in range(300):
            if holds():
                return
            time.sleep(0.1)
        sys.exit("pictures.py: the display does not come up")

    def tell(self, *words):
        return run("xdotool", *words, env=self._environment)

    def picture(self):
        """Once two looks are alike, a second apart."""
        before, now = None, self._grab()
        while before != now:
            time.sleep(1)
            before, now = now, self._grab()
        return self._folder / "screen.png"

    def _grab(self):
        run("import", "-window", "root", "-strip", self._folder / "screen.png", env=self._environment)
        return run("identify", "-format", "%#", self._folder / "screen.png")

    def close(self):
        for process in (self._program, self._server):
            if process is not None:
                process.terminate()
                process.wait()


def picture_of_window(folder):
    """A kernel is selected: found by its name, as a user would."""
    screen = Screen(folder, f"{GPU}#t=1.398s..1.428s")
    try:
        screen.picture()
        screen.tell("key", "slash", "type", "max_pool_backward")
        screen.picture()
        screen.tell("key", "Return")
        screen.picture()
        screen.tell("key", "Escape")
        keep(screen.picture(), "window")
    finally:
        screen.close()


def picture_of_capture(folder):
    """The capture dialog with its details open, cut out of the window."""
    (folder / "train").mkdir()
    (folder / "train" / "train.py").write_text("import torch\n")
    screen = Screen(folder, cwd=folder / "train", height=1120)
    try:
        screen.picture()
        screen.tell("key", "ctrl+r")
        screen.picture()
        screen.tell("type", "/usr/bin/python3 train.py --epochs 3")
        screen.picture()
        screen.tell("mousemove", "1062", "671", "click", "1")  # Details
        keep(screen.picture(), "capture-local", "-crop", "806x1060+317+16", "+repage")
    finally:
        screen.close()


def picture_of_test(name, folder):
    """What a test of the screens keeps: its dialog, or the upper half of its window."""
    case, picture, whole = TESTED[name]
    run(ROOT / "build" / "tests" / "tests_app_capture", "tst_capture_screens", f"{case}:English",
        env={**os.environ, "LANESCOPE_PICTURES": str(folder), "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(folder)})
    made = folder / f"{picture}.png"
    keep(made, name, "-crop", "1440x424+0+0" if whole else card_around(run("identify", "-format", "%[part]", made)), "+repage")


def card_around(part):
    """A dialog with its title and the edge around both, in place of the sheet inside."""
    width, height, left, top = map(int, re.fullmatch(r"(\d+)x(\d+)\+(\d+)\+(\d+)", part).groups())
    return f"{width + 2 * CARD_EDGE}x{height + CARD_HEAD + 2 * CARD_EDGE}+{left - CARD_EDGE}+{top - CARD_HEAD - CARD_EDGE}"


STEERED = {"window": picture_of_window, "capture-local": picture_of_capture}


def main(names):
    known = [*RENDERED, *STEERED, *TESTED]
    unknown = set(names) - set(known)
    if unknown:
        sys.exit(f"pictures.py: no picture is called {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    for name in names or known:
        with tempfile.TemporaryDirectory() as folder:
            if name in STEERED:
                STEERED[name](Path(folder))
            elif name in TESTED:
                picture_of_test(name, Path(folder))
            else:
                render(name, Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
