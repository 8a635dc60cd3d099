"""What the recorder makes of a program on the played GPU."""
import json
import os
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import build

RECORDER = build.BUILD.parent / "bin/lanescope-record"


class Session:
    """A program on the played GPU, recorded. Times are ns."""

    def __init__(self, cuda, command, code=0, options=(), variables=None, events=True, origins=False, **settings):
        """`variables`: of another device than the played one. `events`: or else only `info` and `calls_of` are there, for
        sessions of millions. `origins`: what the program says of where each kernel comes from, too."""
        if variables is None:
            variables = build.environment(cuda) if cuda.python in command else {"LD_LIBRARY_PATH": str(cuda.folder)}
        variables = os.environ | {"PROGRAM_UNPROFILED": "1", "PLAYED_NOISE_PERCENT": "0"} | variables
        variables |= {f"PLAYED_{name.upper()}": str(value) for name, value in settings.items()}
        with tempfile.TemporaryDirectory() as folder:
            session = Path(folder) / "run.lanes"
            # The recorder itself wants nothing of the played GPU, nor the shell that is preloaded with it.
            inside = ["env", *(f"{name}={value}" for name, value in variables.items() if os.environ.get(name) != value)]
            result = subprocess.run([RECORDER, "record", "-o", session, *options, "--", *inside, *command], capture_output=True, text=True,
                                    timeout=300, check=False)
            self.stdout, self.stderr = result.stdout, result.stderr
            assert result.returncode == code, (result.returncode, result.stderr[-4000:])
            self.read(session, Path(folder) / "run.json", events, origins)

    @classmethod
    def of_file(cls, session, stdout):
        """A session that was recorded before, of a program that printed `stdout`."""
        self = cls.__new__(cls)
        self.stdout = stdout
        with tempfile.TemporaryDirectory() as folder:
            self.read(session, Path(folder) / "run.json", True, False)
        return self

    def read(self, session, trace, events, origins):
        """`trace`: a file that is written on the way."""
        self.info = json.loads(subprocess.run([RECORDER, "info", "--json", session], capture_output=True, text=True,
                                              check=True).stdout)
        if events:
            self.summary = subprocess.run([RECORDER, "info", session], capture_output=True, text=True, check=True).stdout
            subprocess.run([RECORDER, "convert", session, trace], capture_output=True, check=True)
        else:
            by_kernel = subprocess.run([RECORDER, "stats", session, "--by", "kernel", "--format", "json"],
                                       capture_output=True, text=True, check=True).stdout
            self.calls_of = {row["name"]: row["calls"] for row in json.loads(by_kernel)}
        if origins:
            found = subprocess.run([RECORDER, "search", session, "--where", "kernel:/./", "--top", "0", "--details", "--format", "json"],
                                   capture_output=True, text=True, check=True).stdout
            self.origins = json.loads(found)["events"]
        events = json.loads(trace.read_text())["traceEvents"] if events else []
        self.rows = {(event["pid"], event["tid"]): event["args"]["name"] for event in events if event["name"] == "thread_name"}
        self.slices = [event for event in events if event.get("ph") == "X"]
        self.points = [event for event in events if event.get("ph") == "i"]
        self.instants = [event for event in self.points if event["name"] != "[memory]"]
        self.memory = [event["args"] for event in self.points if event["name"] == "[memory]"]
        self.diagnostics = {entry["kind"]: entry for entry in self.info["diagnostics"]}
        reasons = (value for key, value in self.info["properties"].items() if key.endswith(".reason"))
        self.reason = "; ".join(filter(None, reasons))

    def of(self, *categories):
        return [event for event in self.slices if event.get("cat") in categories]

    def kernels(self):
        return self.of("kernel")

    def calls(self):
        return self.of("cuda_runtime", "cuda_driver")

    def durations(self):
        return Counter((kernel["name"], round(kernel["dur"] / 1000, 2)) for kernel in self.kernels())
