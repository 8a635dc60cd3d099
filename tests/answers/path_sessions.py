"""Traces of programs that are played by rules, so that their critical path is known, and how long they take when some of it
is faster: they are played once more."""
import random

from kineto import DEVICE, Kineto

CALL, WAY = 5_000, 9_000  # of a launch: the call, and from its begin to the work on an idle stream
SMALL, RETURN = 2_000, 3_000


class Rank:
    """One rank's host thread and streams. `faster` maps names to factors."""

    def __init__(self, number, faster):
        self.number, self.faster, self.trace = number, faster, Kineto()
        self.now = 1_000_000_000
        self.ends, self.waits, self.events = {}, {}, {}  # by stream; by event: when it is reached, and the call that recorded it

    def length(self, name, length):
        return round(length / self.faster.get(name, 1))

    def op(self, name, length):
        length = self.length(name, length)
        self.trace.operator(name, self.now, length)
        self.now += length

    def begin(self, stream):
        """Launches something; when it may begin."""
        self.correlation = self.trace.call("cudaLaunchKernel", self.now, CALL)
        begin = max(self.now + WAY, self.ends.get(stream, 0), self.waits.get(stream, 0))
        self.now += CALL
        return begin

    def work(self, stream, name, begin, end):
        self.trace.work(name, begin, end - begin, stream, self.correlation)
        self.ends[stream] = end

    def launch(self, stream, name, length):
        begin = self.begin(stream)
        self.work(stream, name, begin, begin + self.length(name, length))

    def record(self, stream, event):
        correlation = self.trace.call("cudaEventRecord", self.now, SMALL)
        self.events[event] = (self.ends.get(stream, 0), stream, correlation)
        self.now += SMALL

    def wait(self, stream, event):
        reached, of, recorded = self.events[event]
        correlation = self.trace.call("cudaStreamWaitEvent", self.now, SMALL)
        self.trace.slice("Stream Wait Event", "cuda_sync", self.now, 1000, stream, DEVICE, stream=stream, wait_on_stream=of,
                         wait_on_cuda_event_record_corr_id=recorded, correlation=correlation, device=0)
        self.waits[stream] = max(self.waits.get(stream, 0), reached)
        self.now += SMALL

    def sync(self, stream=None):
        done = max([end for s, end in self.ends.items() if stream in (None, s)], default=0)
        end = max(self.now, done) + RETURN
        correlation = self.trace.call("cudaDeviceSynchronize" if stream is None else "cudaStreamSynchronize", self.now, end - self.now)
        if stream is not None:
            self.trace.slice("Stream Sync", "cuda_sync", self.now, end - self.now, stream, DEVICE, stream=stream, wait_on_stream=-1,
                             correlation=correlation, device=0, cuda_sync_kind="Stream Sync")
        self.now = end


class Played:
    """A program of one or more ranks: a list of (what, rank, arguments)."""

    def __init__(self, program, ranks=1, faster=None):
        self.ranks = [Rank(i, faster or {}) for i in range(ranks)]
        self.sequence = 0
        for what, rank, *arguments in program:
            if what == "collective":
                self.collective(*arguments)
            else:
                getattr(self.ranks[rank], what)(*arguments)
        self.total = max(r.now for r in self.ranks) - 1_000_000_000

    def collective(self, stream, name, length):
        begins = []
        for rank in self.ranks:
            rank.trace.operator("record_param_comms", rank.now, CALL, **{"Collective name": "allreduce", "Process Group Name": "0",
                                                                     "Seq": self.sequence})
            begins.append(rank.begin(stream))
        self.sequence += 1
        for rank, begin in zip(self.ranks, begins):
            rank.work(stream, name, begin, max(begins) + rank.length(name, length))

    def write(self, folder, tag=""):
        return [rank.trace.write(folder / f"{tag}rank{rank.number}.json", baseTimeNanoseconds=1_790_000_000_000_000_000,
                                 distributedInfo={"backend": "nccl", "rank": rank.number, "world_size": len(self.ranks)})
                for rank in self.ranks]


NAMES = {"op": ["aten::mm", "aten::add", "train"], "launch": ["gemm_kernel", "add_kernel", "norm_kernel"]}


def program(seed, ranks=1, length=40):
    """Anything that a training loop does, in any order; every rank ends with a wait for its device."""
    dice = random.Random(seed)
    steps = []
    events = 0
    for _ in range(length):
        what = dice.choice(["op", "op", "launch", "launch", "launch", "event", "sync", "collective"])
        rank = dice.randrange(ranks)
        stream = dice.choice([7, 20])
        if what in NAMES:
            arguments = [dice.choice(NAMES[what]), dice.randrange(1_000, 120_000)]
            steps.append((what, rank, *([stream] if what == "launch" else []), *arguments))
        elif what == "event":
            steps += [("record", rank, stream, events), ("wait", rank, 27 - stream, events)]
            events += 1
        elif what == "sync":
            steps.append(("sync", rank, dice.choice([7, 20, None])))
        elif ranks > 1:
            steps.append(("collective", None, 13, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", dice.randrange(5_000, 200_000)))
    return [*steps, *(("sync", rank, None) for rank in range(ranks)), *(("op", rank, "train", 1_000) for rank in range(ranks))]
