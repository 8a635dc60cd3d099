"""Traces of the ranks of a job whose clocks, collectives and waits are known."""
import random

from kineto import Kineto

HOUR = 3_600_000_000_000


class Job:
    """Ranks that go through the same collectives, each by a clock of its own. `offsets` are what the clocks are ahead of the
    first one's at time 0, `drifts` parts per billion."""

    def __init__(self, seed, ranks=2, collectives=30, offsets=None, drifts=None, tail=20_000, numbered=True, gloo=False):
        self.random = random.Random(seed)
        self.ranks = ranks
        self.gloo = gloo
        self.numbered = numbered
        self.offsets = offsets or [0] + [self.random.randrange(-5_000_000_000, 5_000_000_000) for _ in range(ranks - 1)]
        self.drifts = drifts or [0] + [self.random.randrange(-60_000, 60_000) for _ in range(ranks - 1)]
        self.begin = 10_000_000_000  # true time
        self.collectives = []        # per collective: (entries, ends), in true time
        at = self.begin
        for _ in range(collectives):
            entries = [at + self.random.randrange(100_000, 900_000) for _ in range(ranks)]
            done = max(entries) + self.random.randrange(50_000, 400_000)
            ends = [done + self.random.randrange(0, tail + 1) for _ in range(ranks)]
            self.collectives.append((entries, ends))
            at = max(ends) + self.random.randrange(1_000, 3_000_000)

    def local(self, rank, time):
        """What rank's clock shows at a true time."""
        return time + self.offsets[rank] + round(self.drifts[rank] * (time - self.begin) / 1_000_000_000)

    def offset(self, rank, local):
        """What must be added to a time of that rank's clock to get the first one's: both are lines of true time."""
        rate = 1 + self.drifts[rank] / 1_000_000_000
        true = self.begin + (local - self.offsets[rank] - self.begin) / rate
        return self.local(0, round(true)) - local

    def session(self, rank, skip=(), only=None, origin=None):
        """The trace of one rank, without the collectives of numbers in `skip`."""
        trace = Kineto()
        first = self.local(rank, self.begin)
        trace.operator("aten::mm", first, 50_000)
        for number, (entries, ends) in enumerate(self.collectives):
            if number in skip or (only is not None and number not in only):
                continue
            begin, end = self.local(rank, entries[rank]), self.local(rank, ends[rank])
            more = {"Seq": number} if self.numbered else {}
            if self.gloo:
                trace.annotation("gloo:all_reduce", begin, end - begin, thread=4800)
                continue
            described = {"Collective name": "allreduce", "Process Group Name": "0", "In msg nelems": 1000 + number, "dtype": "Float",
                         **more}
            trace.operator("record_param_comms", begin - 60_000, 20_000, **described)
            correlation = trace.call("cudaLaunchKernel", begin - 50_000, 5_000)
            trace.work("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", begin, end - begin, 20, correlation)
        trace.operator("aten::mm", self.local(rank, self.collectives[-1][1][rank] + 1_000_000), 50_000)
        return trace, first

    def write(self, folder, rank, origin=0, world=True, **which):
        trace, first = self.session(rank, **which)
        beside = {"baseTimeNanoseconds": origin} if origin is not None else {}
        if world:
            beside["distributedInfo"] = {"backend": "gloo" if self.gloo else "nccl", "rank": rank, "world_size": self.ranks,
                                         "pg_config": [{"pg_name": "0", "pg_desc": "default_pg"}]}
        return trace.write(folder / f"rank{rank}.json", **beside), first

    def waits(self, rank):
        return sum(max(entries) - entries[rank] for entries, _ in self.collectives)


