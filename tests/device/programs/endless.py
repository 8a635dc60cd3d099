"""endless.py SECONDS THREADS: threads that launch without waiting for the device, but for at most some hundred kernels in flight, at a
pace that a session of a minute can hold; prints the number of additions."""
import json
import sys
import threading
import time

import torch

BURST, IN_FLIGHT, REST = 25, 4, 0.004
end, total = time.monotonic() + float(sys.argv[1]), []


def add(value):
    value.add_(1)


def work():
    stream, count, marks = torch.cuda.Stream(), 0, []
    with torch.cuda.stream(stream):
        value = torch.zeros(1 << 20, device="cuda")
        while time.monotonic() < end:
            for _ in range(BURST):
                add(value)
            count += BURST
            marks.append(stream.record_event())
            if len(marks) > IN_FLIGHT:
                marks.pop(0).synchronize()
            time.sleep(REST)
    total.append(count)


threads = [threading.Thread(target=work) for _ in range(int(sys.argv[2]))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
torch.cuda.synchronize()
print(json.dumps({"additions": sum(total)}))
