"""Traces of programs whose operators hold operators and launches, on the main thread and on autograd's, played by rules: how
long they take when some of it is faster is known, as they are played once more."""
import random

from kineto import DEVICE, HOST, Kineto

CALL = 5_000  # of a launch


class Thread(Kineto):
    """`way`: from a call to its work on an idle stream, `pause`: between two works of a stream, `back`: from the end of the work to
    the return of a call that waits for it, `records`: whether waits are recorded. What is in an operator is as much faster as it."""

    def __init__(self, program, way, pause, back, records, faster=None):
        super().__init__()
        self.way, self.pause, self.back, self.records, self.faster = way, pause, back, records, faster or {}
        self.now, self.thread, self.within = 1_000_000_000, HOST, []
        self.ends, self.waits, self.reached = {}, {}, {}
        begin = self.now
        self.play(program)
        self.total = self.now - begin

    def play(self, parts):
        for what, *arguments in parts:
            getattr(self, what)(*arguments)

    def host(self, length):
        for name in set(self.within):
            length /= self.faster.get(name, 1)
        return round(length)

    def own(self, length):
        self.now += self.host(length)

    def op(self, name, parts):
        begin, place = self.now, len(self.events)
        self.within.append(name)
        self.play(parts)
        self.within.pop()
        self.operator(name, begin, self.now - begin, thread=self.thread)
        self.events.insert(place, self.events.pop())  # outer ones come first

    def backward(self, parts):
        self.thread = HOST + 1
        self.op("autograd::engine::evaluate_function: MmBackward0", parts)
        self.thread = HOST

    def ready(self, stream):
        after = self.ends[stream] + self.pause if stream in self.ends else 0
        return max(self.now + self.way, after, self.waits.pop(stream, 0))

    def launch(self, stream, name, length, category="kernel", call="cudaLaunchKernel"):
        begin, length = self.ready(stream), round(length / self.faster.get(name, 1))
        self.work(name, begin, length, stream, self.call(call, self.now, CALL, thread=self.thread), category)
        self.ends[stream] = begin + length
        self.now += self.host(CALL)

    def blocking_copy(self, stream, length):
        begin = self.ready(stream)
        self.ends[stream] = begin + length
        end = self.ends[stream] + self.back
        correlation = self.call("cudaMemcpy", self.now, end - self.now, thread=self.thread)
        self.work("Memcpy HtoD (Pageable -> Device)", begin, length, stream, correlation, "gpu_memcpy")
        self.now = end

    def event(self, of, stream):
        """`stream` waits for what has been launched on `of`."""
        recorded = self.call("cudaEventRecord", self.now, 2_000)
        correlation = self.call("cudaStreamWaitEvent", self.now + 2_000, 2_000)
        self.slice("Stream Wait Event", "cuda_sync", self.now + 2_000, 1, stream, DEVICE, stream=stream, wait_on_stream=of, device=0,
                   wait_on_cuda_event_record_corr_id=recorded, correlation=correlation)
        self.waits[stream] = max(self.waits.get(stream, 0), self.ends[of] + self.pause if of in self.ends else 0)
        self.now += 4_000

    def sync(self, stream=None):
        done = max((end for s, end in self.ends.items() if stream in (None, s)), default=0)
        end = max(self.now, done) + self.back
        correlation = self.call("cudaDeviceSynchronize" if stream is None else "cudaStreamSynchronize", self.now, end - self.now)
        if self.records:
            self.slice("Context Sync" if stream is None else "Stream Sync", "cuda_sync", self.now, end - self.now, stream or 0, DEVICE,
                       stream=-1 if stream is None else stream, wait_on_stream=-1, correlation=correlation, device=0)
        self.now = end

    def item(self, stream):
        self.op("aten::item", [("own", 1_000), ("launch", stream, "Memcpy DtoH (Device -> Pageable)", 1_500, "gpu_memcpy", "cudaMemcpyAsync"),
                               ("own", 500), ("sync", stream), ("own", 700)])


def rules(seed):
    dice = random.Random(seed)
    return {"way": dice.choice([5_000, 12_000]), "pause": dice.choice([0, 0, 1_000]), "back": dice.choice([1_000, 7_000]),
            "records": dice.random() < 0.5}


def program(seed, records):
    """Lengths are very uneven, and some are none at all. Who waits for what is known with one stream, or where it is recorded."""
    dice = random.Random(seed + 10_000)
    streams = dice.choice([[7], [7, 20, 24]]) if records else [7]

    def parts(depth=0):
        yield "own", dice.choice([0, 1, dice.randrange(30_000), dice.randrange(300_000)])
        for _ in range(dice.randrange(4)):
            what = dice.random()
            if what < 0.45:
                length = dice.choice([0, 1, dice.randrange(20_000), dice.randrange(400_000)])
                yield "launch", dice.choice(streams), dice.choice(["gemm_a", "gemm_b", "elementwise"]), length
            elif what < 0.65 and depth < 3:
                yield "op", dice.choice(["aten::addmm", "aten::relu", "aten::copy_"]), list(parts(depth + 1))
            yield "own", dice.randrange(9_000)

    whole = []
    for _ in range(dice.randrange(1, 40)):
        what = dice.random()
        if what < 0.5:
            whole.append(("op", dice.choice(["aten::linear", "aten::relu", "aten::softmax"]), list(parts())))
        elif what < 0.62 and len(streams) > 1:
            whole.append(("event", *dice.sample(streams, 2)))
        elif what < 0.7:
            whole.append(("sync", dice.choice([None, *streams])))
        elif what < 0.78:
            whole.append(("item", dice.choice(streams)))
        elif what < 0.84:
            whole.append(("blocking_copy", dice.choice(streams), dice.randrange(1_000, 200_000)))
        else:
            whole.append(("backward", [("own", 2_000), *parts(), ("own", 2_000)]))
    return [*whole, ("sync",), ("op", "aten::end", [("own", 4_000)])]
