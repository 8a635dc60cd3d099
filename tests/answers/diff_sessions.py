"""Pairs of sessions: the same training twice with noise on everything, and some operators slowed by known factors."""
import math
import random
from collections import Counter

from kineto import Kineto

OPERATORS = ["aten::linear", "aten::mm", "aten::add_", "aten::gelu", "aten::layer_norm", "aten::softmax", "aten::embedding",
             "aten::mul", "aten::sum", "aten::copy_", "autograd::engine::evaluate_function: MmBackward0", "aten::dropout"]
KERNELS = ["gemm_kernel", "softmax_kernel", "vectorized_add", "layer_norm_kernel", "gelu_kernel"]


class Training(Kineto):
    """Steps of operators within one another and kernels; what each name took is in `own` (self time) and `device`.
    `warm_up`: how many times as long the first steps are; `tuned`: how much longer first calls of an operator are; `pace`: how
    many times as long all of the run is; `carry`: how much of its noise an operator takes from one step into the next, 0 to 1;
    `uneven`: how many times as long each step is; `drift`: by how much the last step is longer than the first."""

    def __init__(self, seed, steps=10, noise=0.05, slow=None, operators=OPERATORS, calls=1, warm_up=(), tuned=None,
                 pace=1.0, carry=0.0, uneven=(), drift=0.0):
        super().__init__()
        self.own, self.device, self.calls = Counter(), Counter(), Counter()
        draw = random.Random(seed)
        slow = slow or {}
        last = {}

        def gauss(key):
            kept = last.get(key)
            last[key] = draw.gauss(0, 1) if kept is None else carry * kept + math.sqrt(1 - carry * carry) * draw.gauss(0, 1)
            return last[key]

        base = {name: 20_000 + 7_000 * i for i, name in enumerate(operators)}
        at = 1_000_000_000
        free = at
        covered = 0
        for step in range(steps):
            begin = at
            weather = pace * (1 + noise / 2 * gauss("weather"))  # a whole step is faster or slower, too
            weather *= warm_up[step] if step < len(warm_up) else 1
            weather *= (uneven[step % len(uneven)] if uneven else 1) * (1 + drift * step / steps)

            def length(name, of, weather=weather, key=None):
                return max(1_000, round(of * weather * (1 + noise * gauss(key or name)) * slow.get(name, 1)))

            for _ in range(calls):
                for name in operators:
                    inner = length("aten::empty", 3_000, key=("aten::empty", name))
                    own = length(name, base[name]) + (tuned.pop(name, 0) if tuned else 0)
                    self.operator(name, at, own + inner, **{"Input Dims": [[8, 16]], "Input type": ["float"]})
                    self.operator("aten::empty", at + own // 2, inner)
                    self.own[name] += own
                    self.own["aten::empty"] += inner
                    self.calls[name] += 1
                    at += own + inner + 500
            for name in KERNELS:
                time = length(name, 15_000)
                free = max(free, at + 8_000)
                self.launched(name, at, free, time)
                self.device[name] += time
                free += time
                at += 6_000
            self.annotation(f"ProfilerStep#{step}", begin, at - begin)
            covered += at - begin
            at += 2_000
        operators_alone = sum(self.own.values())
        self.own["ProfilerStep*"] = covered - operators_alone  # what a step's operators leave of it
