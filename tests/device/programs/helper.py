"""helper.py HELPER SECONDS: what lanescope-nvml prints, and what part of a core it takes, as JSON."""
import json
import subprocess
import sys
import time
from pathlib import Path

with subprocess.Popen([sys.argv[1], "100"], stdout=subprocess.PIPE, text=True) as helper:
    begin, lines = time.monotonic(), []
    while time.monotonic() < begin + float(sys.argv[2]):
        line = helper.stdout.readline()
        if not line:
            break
        lines.append(line)
    cpu = sum(int(path.read_text().split()[0]) for path in Path(f"/proc/{helper.pid}/task").glob("*/schedstat"))
    share = cpu / 1e9 / (time.monotonic() - begin)
    helper.kill()
values = {}
for line in lines:
    words = line.split()
    if words[0] == "value":
        values.setdefault(words[3], []).append(float(words[4]))
print(json.dumps({"share": share, "samples": {key: len(of) for key, of in values.items()}, "most": {key: max(of) for key, of in values.items()}}))
