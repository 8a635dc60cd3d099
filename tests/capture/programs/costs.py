"""`steps N OPERATORS`: a training of N steps that end with an optimizer's; prints what the shortest, the middle and the longest took, in ns.
`loop N DEPTH`: prints the nanoseconds of processor time that each of N operators took, that many functions deep, the best of several
times."""
import sys
import time

import torch

kind, count, *rest = sys.argv[1:]
one = torch.ones(1, requires_grad=True)
torch.set_num_threads(1)

if kind == 'steps':
    optimizer = torch.optim.SGD([one], lr=0.01)
    one.grad = torch.zeros(1)
    with torch.no_grad():
        other = torch.ones(1)
        ends = [time.perf_counter_ns()]
        for _ in range(int(count)):
            for _ in range(int(rest[0])):
                other.neg_()
            optimizer.step()
            ends.append(time.perf_counter_ns())
    took = sorted(end - begin for begin, end in zip(ends, ends[1:]))
    print(took[0], took[len(took) // 2], took[-1])
else:
    other = torch.ones(1)

    def timed(depth):
        if depth > 0:
            return timed(depth - 1)
        begin = time.thread_time_ns()
        for _ in range(int(count)):
            other.neg_()
        return (time.thread_time_ns() - begin) / int(count)
    print(min(timed(int(rest[0])) for _ in range(30)))
