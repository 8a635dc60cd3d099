"""A small training profiled by torch and by lanescope, in one process. Argument: a folder for what both say."""
import json
import os
import sys
import warnings

sys.path.insert(0, os.environ['LANESCOPE_PACKAGE'])
import torch
import torch.profiler

import lanescope

warnings.simplefilter('ignore')
torch.set_num_threads(1)
torch.manual_seed(0)
folder = sys.argv[1]
model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.ReLU(), torch.nn.Flatten(),
                            torch.nn.Linear(4 * 6 * 6, 5))
optimizer = torch.optim.SGD(model.parameters(), lr=.1, momentum=.9)


def train(profiling):
    for size in (2, 3):
        image, label = torch.rand(size, 3, 8, 8), torch.randint(0, 5, (size,))
        optimizer.zero_grad()
        with profiling.record_function('forward'):
            loss = torch.nn.functional.cross_entropy(model(image), label)
        loss.backward()
        optimizer.step()
        torch.cat([image.flatten(), label.to(torch.float32)]).div(2.).max().item()


def averages(profiler, **grouped):
    return [[row.key, row.input_shapes, row.count, row.cpu_memory_usage, row.self_cpu_memory_usage, row.flops]
            for row in profiler.key_averages(**grouped)]


def whole(profiling):
    with profiling.profile(activities=[profiling.ProfilerActivity.CPU], record_shapes=True, profile_memory=True,
                           with_stack=True, with_flops=True) as profiler:
        train(profiling)
    table = profiler.key_averages(group_by_input_shape=True).table(sort_by='self_cpu_time_total', row_limit=5)
    profiler.add_metadata('run', '17')
    profiler.add_metadata_json('sizes', '[2, 3]')
    name = profiling.__name__
    profiler.export_chrome_trace(f'{folder}/{name}.json.gz')
    if profiling is lanescope:
        profiler.export_stacks(f'{folder}/{name}.stacks', 'self_cpu_time_total')
        profiler.export_memory_timeline(f'{folder}/{name}.memory.json', 'cpu')
        profiler.save_session(f'{folder}/lanescope.lanes')
    return {'names': averages(profiler), 'shapes': averages(profiler, group_by_input_shape=True), 'table': table,
            'events': len(profiler.events())}


def scheduled(profiling):
    turns = []

    def ready(profiler):
        turns.append([profiler.step_num, averages(profiler)])
    # torch 2.4 adds the cycles up, and has no argument for that yet.
    adds_up = torch.__version__.startswith('2.4.') and profiling is not torch.profiler
    with profiling.profile(schedule=profiling.schedule(wait=1, warmup=1, active=2, repeat=2), on_trace_ready=ready,
                           profile_memory=True, **({'acc_events': True} if adds_up else {})) as profiler:
        for _ in range(9):
            train(profiling)
            profiler.step()
    return turns


train(torch.profiler)
missing = [name for name in torch.profiler.__all__ if not hasattr(lanescope, name)]
for profiling in (torch.profiler, lanescope):
    with open(f'{folder}/{profiling.__name__}.said', 'w') as out:
        said = {'whole': whole(profiling), 'scheduled': scheduled(profiling), 'missing': missing}
        json.dump(said, out)
