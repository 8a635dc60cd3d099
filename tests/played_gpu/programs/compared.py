"""One of the programs that verify.py compares: PART [profiled]. Runs some steps to warm up, then those that count, as the range
"measured", under torch.profiler if it is asked to; prints what that has seen, how long a step took and what torch says of its
memory, as one line of JSON."""
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time

import torch
from torch.profiler import ProfilerActivity, profile, record_function

import trained

WARM, STEPS = 3, 10


def training(wrap):
    model = trained.Transformer().cuda()
    optimizer, scaler = torch.optim.AdamW(model.parameters()), torch.amp.GradScaler("cuda")
    loader = torch.utils.data.DataLoader(torch.randint(0, 1000, (8, 64)), batch_size=4, pin_memory=True)
    model = wrap(model)
    return lambda: trained.train(model, optimizer, scaler, loader)


def amp():
    return training(lambda model: model)


def compiled():
    import torch._inductor.config as config
    config.compile_threads = 1
    return training(torch.compile)


def graphs():
    graph, model = trained.captured(torch.cuda.Stream())

    def step():
        for _ in range(trained.REPLAYS // STEPS):
            graph.replay()
        return model
    return step


def waits():
    """For the device, a stream, an event, another stream's event; a blocking copy; a question."""
    side, x = torch.cuda.Stream(), torch.ones(1 << 20, device="cuda")
    host = torch.empty(1 << 20, pin_memory=True)

    def step():
        event = torch.cuda.Event()
        y = x * 2
        event.record()
        side.wait_event(event)
        with torch.cuda.stream(side):
            z = y + 1
        side.synchronize()
        event.synchronize()
        torch.cuda.current_stream().wait_stream(side)
        host.copy_(z, non_blocking=True)
        torch.cuda.synchronize()
        assert event.query()
        return float(z[0].item()) + float(x.sum().cpu())
    return step


def main():
    part, profiled = sys.argv[1], sys.argv[2:] == ["profiled"]
    step = {"amp": amp, "compiled": compiled, "graphs": graphs, "waits": waits}[part]()
    for _ in range(WARM):
        step()
    torch.cuda.synchronize()
    activities, times = [ProfilerActivity.CPU, ProfilerActivity.CUDA], []
    # What torch.profiler is compared with: shapes, stacks and memory, as they are recorded.
    in_full = {"record_shapes": True, "with_stack": True, "profile_memory": True}
    watched = profile(activities=activities, **in_full) if profiled else contextlib.nullcontext()
    with watched as profiler, record_function("measured"):
        for _ in range(STEPS):
            begin = time.perf_counter_ns()
            step()
            torch.cuda.synchronize()
            times.append(time.perf_counter_ns() - begin)
    facts = {"step ns": statistics.median(times), "torch": torch.__version__, "device": torch.cuda.get_device_name(),
             "allocated": torch.cuda.memory_allocated()}
    if profiled:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace.json")
            profiler.export_chrome_trace(path)
            facts |= trained.summary(path)
    print(json.dumps(facts))


main()
