"""All that this project promises to record of a device, as the range "measured" of one run under torch.profiler: one_run.py TRACE FOLDER.
A transformer that trains with AMP, a loader with pinned memory and AdamW; two streams with events; a hundred replays of a graph;
torch.compile, forward and backward; launches by ctypes and by an extension in FOLDER; ranges of NVTX."""
import ctypes
import sys

import torch
import torch._inductor.config as config
from torch.cuda import nvtx
from torch.profiler import ProfilerActivity, profile, record_function
from trained import REPLAYS, Transformer, captured, train, two_streams

sys.path.insert(0, sys.argv[2])
import launching_extension  # noqa: E402

config.compile_threads = 1
BY_HAND = 20
PTX = b".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry by_ctypes() { ret; }\n.visible .entry by_extension() { ret; }\n\0"


class Driver:
    """CUDA's, called as one calls a C library."""

    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.module = ctypes.c_void_p()
        assert self.cuda.cuModuleLoadData(ctypes.byref(self.module), PTX) == 0

    def function(self, name):
        found = ctypes.c_void_p()
        assert self.cuda.cuModuleGetFunction(ctypes.byref(found), self.module, name) == 0
        return found

    def launch(self, function, stream):
        assert self.cuda.cuLaunchKernel(function, 2, 1, 1, 32, 1, 1, 0, ctypes.c_void_p(stream), None, None) == 0


def pointwise(a, b):
    return torch.relu(a + b).mul(3.0).sum(-1)


def compiled():
    fast = torch.compile(pointwise)
    a, b = torch.zeros(64, 128, device="cuda", requires_grad=True), torch.zeros(64, 128, device="cuda")

    def run():
        for _ in range(3):
            a.grad = None
            fast(a, b).sum().backward()
    run()
    return run


def main():
    model = Transformer().cuda()
    optimizer, scaler = torch.optim.AdamW(model.parameters()), torch.amp.GradScaler("cuda")
    loader = torch.utils.data.DataLoader(torch.randint(0, 1000, (8, 64)), batch_size=4, pin_memory=True)
    side = torch.cuda.Stream()
    train(model, optimizer, scaler, loader)
    graph, _kept = captured(side)
    run_compiled = compiled()
    driver = Driver()
    by_ctypes, by_extension = driver.function(b"by_ctypes"), driver.function(b"by_extension")
    x = torch.ones(64, 64, device="cuda")
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True, profile_memory=True) as profiler:
        with record_function("measured"):
            train(model, optimizer, scaler, loader)
            two_streams(side)
            for _ in range(REPLAYS):
                graph.replay()
            run_compiled()
            stream = torch.cuda.current_stream().cuda_stream
            for _ in range(BY_HAND):
                driver.launch(by_ctypes, stream)
            launching_extension.launch(by_extension.value, stream, BY_HAND)
            with nvtx.range("described"):
                x.mul(2).add(1)
            torch.cuda.synchronize()
    profiler.export_chrome_trace(sys.argv[1])
    print(torch.cuda.memory_allocated())


main()
