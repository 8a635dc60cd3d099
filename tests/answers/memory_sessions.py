"""Trainings whose memory is known: what stands at the peak, what grows, what lies unused, what would fit."""
from kineto import HOST, Kineto

BEGIN = 1_000_000_000
STEP = 1_000_000
MIB = 1 << 20


class Allocator(Kineto):
    """An allocator that says its totals as torch does, and remembers what it gave: `blocks` are (first event, event of the
    release or None, bytes, category, modules), `curve` what was allocated after each event."""

    def __init__(self, rank=None, device=0, kind=1):
        super().__init__()
        self.rank, self.device, self.kind = rank, device, kind
        self.allocated = self.reserved = 0
        self.blocks, self.curve, self.times = [], [], []

    def tell(self, at, size, address):
        self.allocated += size
        self.reserved = max(self.reserved, self.allocated)
        self.events.append({"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": HOST, "tid": 4711,
                            "ts": at / 1000, "args": {"Total Reserved": self.reserved, "Total Allocated": self.allocated, "Bytes": size,
                                                      "Device Id": self.device, "Device Type": self.kind, "Addr": address}})
        self.curve.append(self.allocated)
        self.times.append(at)

    def allocate(self, at, size, category="", modules=(), reserve=0):
        """`reserve`: how much the pool grows for it, whatever lies unused."""
        self.reserved += reserve
        self.blocks.append([len(self.curve), None, size, category, set(modules)])
        self.tell(at, size, 0x7000 + len(self.blocks) * 512)
        return len(self.blocks) - 1

    def release(self, at, block):
        self.blocks[block][1] = len(self.curve)
        self.tell(at, -self.blocks[block][2], 0x7000 + (block + 1) * 512)

    def peak(self, without=None):
        """The peak, its time, and what of it is whose; without the activations of a module or class."""
        left = list(self.curve)
        for first, last, size, category, modules in self.blocks:
            if without is not None and category == "activation" and without in modules:
                for i in range(first, len(left) if last is None else last):
                    left[i] -= size
        at = max(range(len(left)), key=lambda i: left[i])
        there = {}
        for first, last, size, category, _ in self.blocks:
            if first <= at and (last is None or at < last):
                there[category] = there.get(category, 0) + size
        return left[at], self.times[at], there

    def counter(self, at, used, name="Memory used"):
        self.events.append({"ph": "M", "name": "process_labels", "pid": 0, "args": {"labels": "GPU 0"}})
        self.events.append({"ph": "C", "name": name, "pid": 0, "tid": 0, "ts": at / 1000, "args": {name: used}})

    def write(self, path, **beside):
        if self.rank is not None:
            beside["distributedInfo"] = {"backend": "nccl", "rank": self.rank, "world_size": 2}
        return super().write(path, **beside)


def training(random, steps=5, layers=4, leak=0, before=0, **which):
    """Steps with a forward pass through `layers` blocks of a linear and a norm each, and back; sizes are drawn. `leak` bytes
    stay of every step; `before` stood there when the recording began."""
    one = Allocator(**which)
    one.allocated = one.reserved = before
    one.operator("aten::randn", BEGIN - 50_000, 10_000)
    one.allocate(BEGIN - 45_000, random.randrange(1, 40) * MIB, "parameter")
    sizes = [(random.randrange(1, 64) * MIB, random.randrange(1, 64) * MIB) for _ in range(layers)]
    for step in range(steps):
        at = BEGIN + step * STEP
        one.annotation(f"ProfilerStep#{step}", at, STEP)
        one.function("train.py(10): main", at + 1, STEP - 2)
        if leak:
            one.function("log.py(7): keep", at + 1_000, 3_000)
            one.operator("aten::cat", at + 1_500, 2_000)
            one.allocate(at + 2_000, leak, "activation")
        held = []
        for layer, (linear, norm) in enumerate(sizes):
            start = at + 10_000 + layer * 30_000
            one.function(f"nn.Module: Block_{layer}", start, 25_000)
            for part, (kind, size) in enumerate((("Linear", linear), ("LayerNorm", norm))):
                inside = start + 1_000 + part * 10_000
                one.function(f"nn.Module: {kind}_{layer}", inside, 9_000)
                one.operator(f"aten::{kind.lower()}", inside + 1_000, 5_000)
                modules = {f"Block_{layer}", "Block", f"{kind}_{layer}", kind}
                held.append(one.allocate(inside + 2_000, size, "activation", modules))
                scratch = one.allocate(inside + 3_000, random.randrange(1, 30) * MIB, "temporary", modules)
                one.release(inside + 4_000, scratch)
        for i, block in enumerate(reversed(held)):
            back = at + 500_000 + i * 20_000
            one.operator("autograd::engine::evaluate_function: AddmmBackward0", back, 10_000)
            scratch = one.allocate(back + 1_000, random.randrange(1, 30) * MIB, "temporary")
            one.release(back + 2_000, scratch)
            one.release(back + 15_000, block)
    return one
