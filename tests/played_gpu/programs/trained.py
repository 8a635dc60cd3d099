"""Trains a small transformer on CUDA, uses two streams and events, captures a graph and replays it, all of it under
torch.profiler; prints what its trace holds as one line of JSON. With an argument it leaves the profiling to others; either way
the part that is profiled is the range "measured"."""
import contextlib
import json
import os
import sys
import tempfile
from collections import Counter

import torch
import torch.nn.functional as F
from torch import nn
from torch.profiler import ProfilerActivity, profile, record_function

REPLAYS = 100


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.heads = heads

    def forward(self, x):
        batch, time, width = x.shape
        q, k, v = self.qkv(self.norms[0](x)).view(batch, time, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(attended.transpose(1, 2).reshape(batch, time, width))
        return x + self.mlp(self.norms[1](x))


class Transformer(nn.Module):
    def __init__(self, words=1000, width=128, layers=2, heads=4):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.blocks = nn.Sequential(*[Block(width, heads) for _ in range(layers)])
        self.head = nn.Linear(width, words)

    def forward(self, tokens):
        return self.head(self.blocks(self.embedding(tokens)))


def train(model, optimizer, scaler, loader):
    for tokens in loader:
        assert tokens.is_pinned()
        tokens = tokens.to("cuda", non_blocking=True)
        with torch.autocast("cuda", dtype=torch.float16):
            logits = model(tokens)
            loss = F.cross_entropy(logits.view(-1, 1000), tokens.view(-1))
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
    return loss.item()


def two_streams(side):
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    x = torch.ones(1 << 20, device="cuda")
    begin.record()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        y = x * 2 + 1
    torch.cuda.current_stream().wait_stream(side)
    total = x + y
    end.record()
    end.synchronize()
    assert begin.elapsed_time(end) > 0
    host = torch.arange(1 << 16, dtype=torch.float32).pin_memory()
    assert torch.equal(host.to("cuda", non_blocking=True).cpu(), host), "copies are real"
    return total


def captured(side):
    model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64)).cuda()
    x = torch.randn(16, 64, device="cuda")
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            model(x).sum().backward()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model(x).sum().backward()
    return graph, model


def summary(path):
    with open(path, encoding="utf-8") as file:
        events = [event for event in json.load(file)["traceEvents"] if event.get("ph") == "X"]
    calls = {event["args"]["correlation"]: event for event in events if event.get("cat") in ("cuda_runtime", "cuda_driver")}
    operators = {event["args"].get("External id") for event in events if event.get("cat") == "cpu_op"}
    work = [event for event in events if event.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")]
    linked = [event for event in work if event["args"]["correlation"] in calls]
    replayed = [event for event in linked if calls[event["args"]["correlation"]]["name"].startswith("cudaGraphLaunch")]
    alone = [event for event in linked if event not in replayed]
    durations = Counter()
    for event in work:
        if event["cat"] == "kernel":
            durations[event["name"]] += round(event["dur"] * 1000)
    by_stream = {}
    for event in sorted(work, key=lambda event: event["ts"]):
        by_stream.setdefault(event["args"]["stream"], []).append(event)
    return {
        "work": dict(Counter(event["cat"] for event in work)),
        "kernels": dict(Counter(event["name"] for event in work if event["cat"] == "kernel")),
        "ns by kernel": durations,
        "kernel ns": sum(round(event["dur"] * 1000) for event in work if event["cat"] == "kernel"),
        "calls": dict(Counter(call["name"] for call in calls.values())),
        "launches": sum("LaunchKernel" in call["name"] for call in calls.values()),
        "kernels launched alone": sum(event["cat"] == "kernel" for event in alone),
        "unlinked": len(work) - len(linked),
        "before their call": sum(event["ts"] < calls[event["args"]["correlation"]]["ts"] for event in linked),
        "without an operator": sum(event["args"].get("External id") not in operators for event in alone),
        "replays": sorted(Counter(event["args"]["correlation"] for event in replayed).values()),
        "streams": len(by_stream),
        # By more than a microsecond: Kineto's clock is another, known by pairs of both.
        "overlaps in a stream": sum(a["ts"] + a["dur"] > b["ts"] + 1 for events in by_stream.values()
                                    for a, b in zip(events, events[1:])),
        "names": sorted({event["name"].split("<")[0].split("(")[0] for event in work if event["cat"] == "kernel"}),
    }


def main():
    model = Transformer().cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    loader = torch.utils.data.DataLoader(torch.randint(0, 1000, (8, 64)), batch_size=4, pin_memory=True)
    side = torch.cuda.Stream()
    train(model, optimizer, scaler, loader)
    graph, _kept = captured(side)
    torch.cuda.synchronize()
    profiled = len(sys.argv) == 1
    activities = [ProfilerActivity.CPU, ProfilerActivity.CUDA]
    with profile(activities=activities) if profiled else contextlib.nullcontext() as profiler, record_function("measured"):
        train(model, optimizer, scaler, loader)
        two_streams(side)
        for _ in range(REPLAYS):
            graph.replay()
        torch.cuda.synchronize()
    if not profiled:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.json")
        profiler.export_chrome_trace(path)
        print(json.dumps(summary(path) | {"torch": torch.__version__, "device": torch.cuda.get_device_name()}))


if __name__ == "__main__":
    main()
