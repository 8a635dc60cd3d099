"""As many threads as asked for, all alive at once, each with operators of its own."""
import sys
import threading

import torch

COUNT = int(sys.argv[1])
torch.set_num_threads(1)
ready = threading.Barrier(COUNT + 1)


def work():
    for _ in range(3):
        torch.ones(2).sin()
    ready.wait()


threading.stack_size(256 * 1024)
threads = [threading.Thread(target=work, daemon=True) for _ in range(COUNT)]
for thread in threads:
    thread.start()
ready.wait()
for thread in threads:
    thread.join()
