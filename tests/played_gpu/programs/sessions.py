"""Works all the time, now and then under torch.profiler: sessions.py FOLDER [THREADS]. Each session's trace goes to FOLDER; the
ranges "session" and "between" say what ran when. Threads launch all the while, each on a stream of its own."""
import json
import sys
import threading
import time

import torch
from torch.profiler import ProfilerActivity, profile, record_function, schedule
from trained import Transformer, captured, train, two_streams

ACTIVITIES = [ProfilerActivity.CPU, ProfilerActivity.CUDA]


class Work:
    def __init__(self):
        self.model = Transformer().cuda()
        self.optimizer = torch.optim.AdamW(self.model.parameters())
        self.scaler = torch.amp.GradScaler("cuda")
        self.loader = torch.utils.data.DataLoader(torch.randint(0, 1000, (8, 64)), batch_size=4, pin_memory=True)
        self.side = torch.cuda.Stream()
        self.graph, self.kept = captured(self.side)

    def run(self, name):
        with record_function(name):
            train(self.model, self.optimizer, self.scaler, self.loader)
            two_streams(self.side)
            for _ in range(10):
                self.graph.replay()
            torch.cuda.synchronize()


class Launching:
    """Threads that launch until they are stopped. How often, the last line says."""

    def __init__(self, count):
        self.stopped, self.launched = False, [0] * count
        self.threads = [threading.Thread(target=self.launch, args=(i,)) for i in range(count)]
        for thread in self.threads:
            thread.start()

    def launch(self, number):
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            value = torch.zeros(1 << 10, device="cuda")
            while not self.stopped:
                value.add_(1)
                self.launched[number] += 1
                if self.launched[number] % 200 == 0:
                    stream.synchronize()
                    time.sleep(0.02)
            stream.synchronize()

    def stop(self):
        self.stopped = True
        for thread in self.threads:
            thread.join()


def main(folder, threads=0):
    work = Work()
    launching = Launching(threads)
    work.run("between")
    torch.cuda.synchronize()
    for number in range(3):
        with profile(activities=ACTIVITIES) as profiler:
            work.run("session")
        profiler.export_chrome_trace(f"{folder}/{number}.json")
        work.run("between")
    scheduled = schedule(wait=1, warmup=1, active=2)
    with profile(activities=ACTIVITIES, schedule=scheduled,
                 on_trace_ready=lambda profiler: profiler.export_chrome_trace(f"{folder}/scheduled.json")) as profiler:
        for name in ("between", "warm up", "session", "session"):
            work.run(name)
            profiler.step()
    launching.stop()
    work.run("between")
    print(json.dumps({"launched": sum(launching.launched)}))


main(sys.argv[1], *map(int, sys.argv[2:]))
