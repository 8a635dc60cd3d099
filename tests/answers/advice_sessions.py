"""Trainings with one planted fault each, and the same without it. A step is 10 ms; what a fault costs is known."""
from kineto import Kineto

STEP = 10_000_000
STEPS = 6
BEGIN = 1_000_000_000
DEVICE = {"id": 0, "name": "NVIDIA A100-SXM4-80GB", "totalGlobalMem": 80_000_000_000, "computeMajor": 8, "computeMinor": 0}
ORIGIN = "train.py(10): main"


class Training(Kineto):
    """Steps of kernels that keep the device busy but for a moment, launched well ahead; `fault(step begin)` adds the rest.

    `device` False: the same operators on the host. `busy`: length of the kernels of a step."""

    def __init__(self, fault=None, device=True, steps=STEPS, busy=9_700_000, kernels=4, lines=True):
        super().__init__()
        self.device, self.busy = device, busy
        for step in range(steps):
            begin = BEGIN + step * STEP
            self.annotation(f"ProfilerStep#{step}", begin, STEP)
            if lines:
                self.function(ORIGIN, begin + 1, STEP - 2)
            if device:
                for i in range(kernels):
                    at = begin + 100_000 + i * (busy // kernels)
                    self.operator("aten::linear", begin + 2_000 + i * 12_000, 10_000)
                    self.launched("sm80_xmma_gemm_bf16bf16_bf16f32", begin + 3_000 + i * 12_000, at, busy // kernels, call_length=4_000)
            if fault:
                fault(self, begin, step)

    def line(self, text, start, length):
        """A function of the program, and what it calls inside."""
        self.function(text, start, length)

    def write(self, path, **beside):
        return super().write(path, **({"deviceProperties": [DEVICE]} | beside))


def loading(length, single=True, item=True):
    def fault(self, begin, step):
        kind = "_SingleProcessDataLoaderIter" if single else "_MultiProcessingDataLoaderIter"
        at = begin + STEP - length - 10_000
        self.annotation(f"enumerate(DataLoader)#{kind}.__next__", at, length)
        if item:
            self.function("data.py(12): __getitem__", at + 10_000, length - 20_000)
    return fault


def readback(length, line="train.py(27): step", operator="aten::item", call="cudaStreamSynchronize"):
    """The host stands in a call until the device is done, `length` after its last kernel."""
    def fault(self, begin, step):
        start = begin + 100_000
        end = begin + 100_000 + self.busy + length
        self.function(line, start, end - start + 60_000)
        self.operator(operator, start + 1_000, end - start + 1_000)
        self.call(call, start + 2_000, end - start - 2_000)
        self.launched("after", end + 20_000, end + 25_000, 5_000, call_length=3_000)
    return fault


def copies(name, length, call="cudaMemcpyAsync", size=8_000_000, count=1):
    """Copies at the end of a step, while nothing else runs; their calls last as long."""
    def fault(self, begin, step):
        each = length // count
        for i in range(count):
            at = begin + STEP - length + i * each - 50_000
            self.function("train.py(31): upload", at - 2_000, each)
            self.operator("aten::copy_", at - 1_000, each - 2_000)
            self.launched(name, at, at + 1_000, each - 10_000, call=call, call_length=each - 8_000, category="gpu_memcpy")
            self.events[-3]["args"]["bytes"] = size
    return fault


def loop(line, names, repeats, each=20_000, gap=10_000, at=100_000):
    def fault(self, begin, step):
        start = begin + at
        self.function(line, start, repeats * len(names) * (each + gap) + 1_000)
        for i in range(repeats * len(names)):
            self.operator(names[i % len(names)], start + 500 + i * (each + gap), each)
    return fault


def optimizer(names, calls, length=1_500_000):
    """The optimizer's step, at the end: the device has nothing to do meanwhile."""
    def fault(self, begin, step):
        start = begin + STEP - length - 10_000
        self.annotation("Optimizer.step#SGD.step", start, length)
        for i in range(calls):
            self.operator(names[i % len(names)], start + 1_000 + i * (length // (calls + 1)), length // (calls + 2))
    return fault


def zeros(count, each=20_000, kernel=0):
    """`kernel`: how long the device fills each, after all else that it has to do."""
    def fault(self, begin, step):
        start = begin + STEP - count * each * 2 - 20_000
        for i in range(count if kernel else 0):
            self.launched("fill_kernel", start + 2_000 + i * each, begin + STEP - 150_000 + i * kernel, kernel)
        self.function("train.py(40): step", start - 1_000, count * each * 2)
        self.annotation("Optimizer.zero_grad#SGD.zero_grad", start, count * each + 5_000)
        for i in range(count):
            self.operator("aten::zero_", start + 1_000 + i * each, each - 1_000)
    return fault


def product(kernel, length, dims, types, name="aten::mm", process=None):
    def fault(self, begin, step):
        at = begin + 100_000 + self.busy
        self.operator(name, begin + 60_000, 12_000, **{"Input Dims": dims, "Input type": types})
        self.launched(kernel, begin + 61_000, at, length, call_length=4_000)
    return fault


def bias(shape, length=2_000_000, norm="aten::batch_norm"):
    def fault(self, begin, step):
        self.operator("aten::conv2d", begin + 55_000, 10_000, **{"Input Dims": [[8, 64, 32, 32], [64, 64, 3, 3], shape]})
        self.operator(norm, begin + 66_000, 12_000, **{"Input Dims": [[8, 64, 32, 32]]})
        self.launched("batch_norm_kernel", begin + 67_000, begin + 100_000 + self.busy, min(length, STEP - self.busy - 120_000), call_length=4_000)
    return fault


def allocations(free=True, length=400_000, first=1):
    def fault(self, begin, step):
        if step < first:
            return
        at = begin + STEP - 2 * length - 20_000
        if free:
            self.call("cudaFree", at, length)
        self.call("cudaMalloc", at + length, length)
        self.launched("after", at + 2 * length, at + 2 * length + 6_000, 4_000, call_length=4_000)
    return fault


def collections(length, name="Python GC", category="python_function"):
    def fault(self, begin, step):
        self.slice(name, category, begin + STEP - length - 20_000, length)
    return fault


def recompute(length):
    def fault(self, begin, step):
        at = begin + 100_000 + self.busy - 10_000
        self.operator("CheckpointFunctionBackward", begin + 60_000, 30_000)
        self.operator("aten::linear", begin + 61_000, 10_000)
        self.launched("gemm_again", begin + 62_000, at + 10_000, length, call_length=4_000)
    return fault


def regions(names, between=200_000):
    def fault(self, begin, step):
        for i, name in enumerate(names(step)):
            self.operator(name, begin + 2_000_000 + i * (100_000 + between), 100_000)
    return fault


def compiling(when, length=3_000_000):
    def fault(self, begin, step):
        if step in when:
            self.operator("inductor_compile", begin + 5_000_000, length)
    return fault


def collectives(kernel, length, count=1, stream=20, **args):
    """Communication at the end of a step, after the last kernel."""
    def fault(self, begin, step):
        at = begin + 100_000 + self.busy + 10_000
        for i in range(count):
            self.launched(kernel, begin + 62_000 + i * 500, at + i * (length // count), length // count - 100, stream, call_length=400)
            self.events[-3]["args"].update(args)
    return fault


def overhead(length):
    def fault(self, begin, step):
        self.slice("Buffer Flush", "overhead", begin + 100_000, length, process=-1, thread=0)
    return fault


def both(*faults):
    def fault(self, begin, step):
        for one in faults:
            one(self, begin, step)
    return fault
