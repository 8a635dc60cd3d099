"""Calls torch.`WORD` on a tensor for each line of its input that says WORD, allocates with it, and answers."""
import os
import sys
import threading

import torch

one = torch.ones(4)
print(os.getpid(), flush=True)
for line in sys.stdin:
    word, where = line.split()
    work = lambda: getattr(torch, word)(one)
    if where == 'thread':
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    elif where == 'fork':
        if (child := os.fork()) == 0:
            for _ in range(20):
                work()
            os._exit(0)
        os.waitpid(child, 0)
    else:
        work()
    print('threads', len(os.listdir('/proc/self/task')), flush=True)
