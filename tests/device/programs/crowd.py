"""crowd.py THREADS LAUNCHES: so many threads that use CUDA at once, each on a stream of its own; prints the number of kernels."""
import json
import sys
import threading

import torch

count, launches = int(sys.argv[1]), int(sys.argv[2])
torch.ones(1, device="cuda")
together = threading.Barrier(count)


def work():
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        value = torch.zeros(64, device="cuda")
        together.wait()
        for _ in range(launches):
            value.add_(1)
        stream.synchronize()
        assert float(value[0]) == launches


threads = [threading.Thread(target=work) for _ in range(count)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
torch.cuda.synchronize()
print(json.dumps({"kernels": count * launches, "threads": count}))
