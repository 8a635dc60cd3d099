"""attached.py RECORDER SESSION: starts a training, attaches to it when CUDA has long been up, and detaches after some seconds; prints
the training's exit code. With "train" for its first word it is that training."""
import json
import signal
import subprocess
import sys
import time


def train():
    import torch
    model = torch.nn.Sequential(*[torch.nn.Linear(256, 256) for _ in range(4)]).cuda()
    optimizer, data = torch.optim.AdamW(model.parameters()), torch.randn(64, 256, device="cuda")
    end, said = time.monotonic() + 60, False
    while time.monotonic() < end:
        model(data).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if not said:
            torch.cuda.synchronize()
            print("ready", flush=True)
            said = True
        if time.monotonic() > end - 50:
            time.sleep(0.002)


def main():
    with subprocess.Popen([sys.executable, __file__, "train"], stdout=subprocess.PIPE) as training:
        training.stdout.readline()
        time.sleep(1)
        with subprocess.Popen([sys.argv[1], "attach", "-o", sys.argv[2], str(training.pid)]) as attaching:
            time.sleep(6)
            attaching.send_signal(signal.SIGINT)
            attached = attaching.wait(30)
        alive = training.poll() is None
        training.terminate()
    print(json.dumps({"attached": attached, "alive": alive}))


train() if sys.argv[1] == "train" else main()
