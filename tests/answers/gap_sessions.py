"""Sessions whose gaps have known causes: each gap is built part by part, so what it went to is known to the nanosecond."""
import random
from collections import Counter

from kineto import Kineto

CAUSES = ["launch_bound", "data_loading", "host_sync", "copy", "collective", "allocator", "compile", "gc", "graph_launch",
          "off_cpu", "other_stream", "profiler", "unknown"]
BUSY = 40_000    # a kernel that runs before and after a gap
CALL = 5_000     # a launching call
LATENCY = 4_000  # from its end to its kernel


class GapSession(Kineto):
    """One stream of kernels with gaps between them; what each gap should be divided into is in `expected`."""

    def __init__(self, seed=0):
        super().__init__()
        self.random = random.Random(seed)
        self.device_free = 1_000_000_000  # when the last kernel ends
        self.expected = []                # one Counter per gap of stream 7 that is one of the device, too
        self.launched("first_kernel", self.device_free - CALL - LATENCY, self.device_free, BUSY)
        self.device_free += BUSY

    # Each of these fills [at, at + length) on the thread, and says which cause that is.
    def launch_bound(self, at, length):
        if self.random.random() < 0.5:
            self.operator("aten::add", at, length)
        else:
            self.function("train.py(27): step", at, length)
            self.operator("aten::view", at + length // 4, length // 4)

    def data_loading(self, at, length):
        self.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", at, length)
        self.operator("aten::stack", at + length // 4, length // 2)

    def host_sync(self, at, length):
        name = self.random.choice(["cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaEventSynchronize", "hipDeviceSynchronize"])
        self.call(name, at, length)

    def allocator(self, at, length):
        self.call(self.random.choice(["cudaMalloc", "cudaFree", "cudaHostAlloc", "hipMalloc"]), at, length)

    def compile(self, at, length):
        kind = self.random.randrange(3)
        if kind == 0:
            self.call(self.random.choice(["cuModuleLoadData", "cuLibraryLoadData", "hipModuleLoadData"]), at, length)
        elif kind == 1:
            self.operator("inductor_compile", at, length)
        else:
            self.function("torch/_inductor/compile_fx.py(730): compile_fx_inner", at, length)

    def gc(self, at, length):
        self.slice("Python GC", self.random.choice(["python gc", "gc"]), at, length)

    def profiler(self, at, length):
        self.slice("Buffer Flush", "overhead", at, length, process=-1, thread=0)

    HOST_CAUSES = ["launch_bound", "data_loading", "host_sync", "allocator", "compile", "gc", "profiler"]

    def gap(self, parts, end="launch_bound", after_sync=0):
        """A gap in which the host does `parts`, (cause, length) one after the other, and then launches. `end`: how."""
        begin = self.device_free
        at = begin
        expected = Counter()
        for cause, length in parts:
            getattr(self, cause)(at, length)
            expected[cause] += length
            at += length
        if after_sync:  # nothing recorded between the return of a blocking call and the launch
            expected["launch_bound"] += after_sync
            at += after_sync
        at = getattr(self, "end_" + end)(at, expected)
        self.expected.append((begin, at, +expected))
        self.device_free = at + BUSY

    def end_launch_bound(self, at, expected):
        self.launched("kernel_after", at, at + CALL + LATENCY, BUSY)
        expected["launch_bound"] += CALL + LATENCY
        return at + CALL + LATENCY

    def end_graph_launch(self, at, expected):
        self.launched("node_of_graph", at, at + 3 * CALL, BUSY, call="cudaGraphLaunch", call_length=2 * CALL)
        expected["graph_launch"] += 3 * CALL
        return at + 3 * CALL

    def end_copy(self, at, expected):
        """A pageable copy: the call stages pages long before the device copies anything."""
        length = self.random.randrange(50_000, 500_000)
        call = self.random.choice(["cudaMemcpyAsync", "cudaMemcpy"])
        name = "Memcpy HtoD (Pageable -> Device)"
        self.launched(name, at, at + length, BUSY, call=call, call_length=length + BUSY // 2, category="gpu_memcpy")
        expected["copy"] += length
        return at + length

    def end_unknown(self, at, expected):
        """Nobody is recorded to have launched what ends it: what the host did says nothing then."""
        self.work("kernel_of_nobody", at, BUSY)
        whole = sum(expected.values())
        expected.clear()
        expected["unknown"] = whole
        return at

    def mixed(self, most=5):
        count = self.random.randrange(1, most + 1)
        parts = [(self.random.choice(self.HOST_CAUSES), self.random.randrange(1_000, 400_000)) for _ in range(count)]
        self.gap(parts, self.random.choice(["launch_bound", "launch_bound", "graph_launch", "copy"]))

    def gap_begins(self):
        return {begin: (end, expected) for begin, end, expected in self.expected}


class StreamSession(Kineto):
    """A stream that waits for another one, as data-parallel training does for its collectives."""

    def __init__(self, collective, wait=250_000, late=0, record=False):
        super().__init__()
        at = 1_000_000_000
        name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)" if collective else "side_kernel"
        self.launched("before", at - 30_000, at, 50_000, 7)
        self.launched(name, at - 20_000, at + 30_000, 20_000 + wait, 20)
        begin, end = at + 50_000, at + 50_000 + wait
        if record:
            self.slice("Stream Wait Event", "cuda_sync", at - 12_000, 1_000, 7, 0, stream=7, wait_on_stream=20, device=0,
                       correlation=99, cuda_sync_kind="Stream Wait Event")
            self.call("cudaStreamWaitEvent", at - 12_000, 1_000)
        expected = Counter()
        if late:
            self.operator("aten::mm", begin, late + CALL)
            expected["launch_bound"] += late
        self.launched("after", begin + late if late else at - 10_000, end, 50_000, 7)
        expected["collective" if collective else "other_stream"] = wait - late
        self.begin, self.end, self.expected = begin, end, expected
