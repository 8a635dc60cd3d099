"""killed.py SECONDS: launches without a wait until it kills itself."""
import os
import signal
import sys
import threading
import time

import torch

value = torch.zeros(1 << 10, device="cuda")
threading.Timer(float(sys.argv[1]), lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
while True:
    for _ in range(20):
        value.add_(1)
    time.sleep(0.001)
