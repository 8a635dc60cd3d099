"""Calls torch.`WORD` on a tensor for each line of its input that says WORD, allocates with it, and answers with how many of its
threads wait for the end of a pause."""
import os
import sys
import threading
from pathlib import Path

import torch


def name_of(thread):
    try:
        return thread.joinpath('comm').read_text().strip()
    except OSError:  # torch's own come and go
        return ''


def waiting():
    return [name_of(thread) for thread in Path('/proc/self/task').iterdir()].count('lanescope-pause')


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
    print('waiting', waiting(), flush=True)
