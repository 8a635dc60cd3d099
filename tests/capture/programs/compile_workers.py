"""Starts processes as torch.compile starts its workers: with all of sys.path as PYTHONPATH. They use torch for longer than the recorder waits
between two looks."""
import os
import subprocess
import sys

import torch

WORK = 'import sys, torch; torch.eye(3); print("ready", flush=True); sys.stdin.read()'
environment = os.environ | {'PYTHONPATH': os.pathsep.join(sys.path)}
with subprocess.Popen([sys.executable, '-c', WORK], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
    worker.stdout.readline()
    torch.eye(3)
    try:
        worker.wait(3)
    except subprocess.TimeoutExpired:
        pass
    worker.stdin.close()
try:
    from torch._inductor.compile_worker.subproc_pool import SubprocPool
except ImportError:
    sys.exit()
pool = SubprocPool(1)
pool.submit(os.getpid).result()
pool.shutdown()
