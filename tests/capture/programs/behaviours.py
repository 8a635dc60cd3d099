"""What torch's own test/profiler/test_profiler.py asks of torch.profiler's `profile`, asked of lanescope.profile: each behaviour
under the name of torch's test, in words of our own. Prints one JSON object: what failed, by name."""
import gc
import json
import os
import tempfile

import behaviours_of_events  # noqa: F401  asks as it is imported
import torch
from behaviour import SAID, behaviour, named, same, trace
from torch import nn
from torch.profiler import record_function

from lanescope import profile, schedule, tensorboard_trace_handler


@behaviour
def test_schedule_function_count():
    def count(steps, acc_events=True, **turns):
        with profile(schedule=schedule(wait=0, **turns), acc_events=acc_events) as prof:
            for _ in range(steps):
                torch.add(1, 2)
                prof.step()
        return sum(row.count for row in prof.key_averages() if row.key == 'aten::add')
    same([count(20, warmup=0, active=1, repeat=1), count(20, warmup=0, active=5, repeat=2), count(12, warmup=1, active=5),
          count(30, warmup=10, active=5, repeat=2), count(30, False, warmup=10, active=5, repeat=2)], [1, 10, 10, 10, 5])


@behaviour
def test_override_time_units():
    with profile() as prof:
        nn.Linear(4, 4)(torch.ones(2, 4))
    for unit, others in (('s', ('ms', 'us')), ('ms', ('us',)), ('us', ('ms',))):
        table = prof.key_averages().table(time_unit=unit)
        assert f'0{unit} ' in table or f'{unit} ' in table, table
        assert not any(f'0{other} ' in table for other in others), table


@behaviour
def test_export_stacks():
    with profile(with_stack=True) as prof:
        torch.mm(torch.randn(10, 10), torch.randn(10, 10))
    with tempfile.NamedTemporaryFile('r') as file:
        prof.export_stacks(file.name)
        lines = file.read().splitlines()
    assert lines and all(int(line.split(' ')[-1]) > 0 for line in lines)


@behaviour
def test_profiler_metadata():
    with profile() as prof:
        torch.add(torch.ones(1), 1)
        prof.add_metadata('key1', 'value1')
        prof.add_metadata_json('key2', '[1,2,3]')
    said = trace(prof)
    same((said['key1'], said['key2']), ('value1', [1, 2, 3]))


@behaviour
def test_profiler_op_event_args():
    with profile(record_shapes=True) as prof:
        half = torch.ones((64, 32), dtype=torch.float32)
        torch.cat([half, half]).sin()
    events = trace(prof)['traceEvents']
    ones, cat = named(events, 'aten::ones')['args'], named(events, 'aten::cat')['args']
    same((ones['Input type'], ones['Concrete Inputs']),
         (['ScalarList', 'Scalar', '', '', 'Scalar'], ['[64, 32]', '6', '', '', 'False']))
    same((cat['Input Dims'], cat['Input type']), ([[[64, 32], [64, 32]], []], ['TensorList', 'Scalar']))


@behaviour
def test_profiler_strides():
    base = torch.randn(1024)
    left, right = base.as_strided((16, 16), (17, 1), 0), base.as_strided((16, 16), (25, 2), 272)
    with profile(record_shapes=True) as prof:
        torch.add(left, right)
    same(named(trace(prof)['traceEvents'], 'aten::add')['args']['Input Strides'], [[17, 1], [25, 2], []])


@behaviour
def test_profiler_fwd_bwd_link():
    with profile() as prof:
        sum_ = torch.add(torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True))
        torch.nn.functional.binary_cross_entropy_with_logits(sum_, torch.ones(1)).backward()
    events = trace(prof)['traceEvents']
    begins = {event['ts']: event['name'] for event in events if event['ph'] == 'X'}
    links = {begins.get(event['ts']) for event in events if event.get('cat') == 'fwdbwd' and event['ph'] == 's'}
    assert {'aten::add', 'aten::binary_cross_entropy_with_logits'} <= links, links


@behaviour
def test_nested_tensor_with_shapes():
    nested, weight = torch.nested.nested_tensor([torch.randn(4, 4), torch.randn(4, 4)]), torch.randn(4, 4)
    with profile(record_shapes=True) as prof:
        torch.nn.functional.linear(nested, weight, None)
    for event in prof.events():
        if event.name in ('aten::mm', 'aten::addmm'):
            assert event.input_shapes and event.input_shapes[0], event.input_shapes


@behaviour
def test_concrete_inputs_profiling():
    value = torch.rand(2, 6)
    with profile(record_shapes=True) as prof:
        value.as_strided([4, 3], [1, 4])
        torch.add(value, value, alpha=2.5)
    strided = next(event for event in prof.events() if event.name == 'aten::as_strided')
    same((strided.input_shapes[0], strided.concrete_inputs), ([2, 6], [None, [4, 3], [1, 4], None]))
    same(next(event for event in prof.events() if event.name == 'aten::add').concrete_inputs, [None, None, 2.5])


@behaviour
def test_custom_autograd_function_input_shapes():
    class Custom(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, scale, y):
            return x + y * scale

        @staticmethod
        def backward(ctx, gradient):
            return gradient, None, gradient
    with profile(record_shapes=True) as prof:
        Custom.apply(torch.ones(2, 3, requires_grad=True), 2.0, torch.ones(4, requires_grad=True)[:3])
    same([event.input_shapes for event in prof.events() if event.name == 'Custom'], [[[2, 3], [], [3]]])


@behaviour
def test_record_function_fast():
    with profile(record_shapes=True) as prof:
        with torch._C._profiler._RecordFunctionFast('fast'):
            torch.ones(1)
    same(sum(event.name == 'fast' for event in prof.events()), 1)


@behaviour
def test_is_profiler_enabled():
    with profile():
        same(torch.autograd.profiler._is_profiler_enabled, True)


@behaviour
def test_skip_first_wait():
    turns = schedule(skip_first=3, wait=5, warmup=1, active=2, repeat=2, skip_first_wait=1)
    active = ['WARMUP', 'RECORD', 'RECORD_AND_SAVE']
    same([turns(step).name for step in range(18)], ['NONE'] * 3 + active + ['NONE'] * 5 + active + ['NONE'] * 4)


@behaviour
def test_python_gc_event():
    with profile(with_stack=True) as prof:
        with record_function('before'):
            torch.ones(1)
        gc.collect()
        with record_function('after'):
            torch.ones(1)
    events = trace(prof)['traceEvents']
    begin, end = named(events, 'before'), named(events, 'after')
    assert any(begin['ts'] + begin['dur'] <= event['ts'] and event['ts'] + event['dur'] <= end['ts']
               for event in events if event['name'] == 'Python GC')


@behaviour
def test_profiler_tracing():
    with profile() as prof:
        pass
    trace(prof)


@behaviour
def test_memory_profiler():
    with profile(profile_memory=True, record_shapes=True) as prof:
        with record_function('takes'):
            value = torch.rand(10, 10)
        with record_function('gives back'):
            del value
    bytes_ = {row.key: row.cpu_memory_usage for row in prof.key_averages(group_by_input_shape=True)}
    assert min(bytes_[name] for name in ('aten::empty', 'aten::rand', 'takes')) > 0 > bytes_['gives back'], bytes_
    memory = [event['args'] for event in trace(prof)['traceEvents'] if event['name'] == '[memory]']
    assert memory and all({'Addr', 'Bytes', 'Device Type', 'Device Id'} <= set(event) for event in memory)


@behaviour
def test_memory_of_no_operator():
    """The rest of test_memory_profiler."""
    with profile(profile_memory=True) as prof:
        value = torch.rand(10, 10)
        del value
    assert any(row.key == '[memory]' for row in prof.key_averages())


@behaviour
def test_flops():
    model = nn.Sequential(nn.Conv2d(16, 33, 18), nn.ReLU(), nn.Linear(243, 243))
    with profile(record_shapes=True, with_flops=True) as prof:
        model(torch.randn(2, 16, 18, 260))
    assert 'FLOPs' in prof.key_averages(group_by_input_shape=True).table(sort_by='cpu_time_total', row_limit=10)


@behaviour
def test_kineto_profiler_api():
    called = []

    def ready(prof):
        called.append(prof.key_averages().table(sort_by='self_cpu_time_total', row_limit=-1))
    with profile(schedule=schedule(wait=1, warmup=1, active=2), on_trace_ready=ready) as prof:
        for _ in range(8):
            torch.ones(1)
            prof.step()
    same(len(called), 2)
    turns, active = schedule(skip_first=3, wait=2, warmup=1, active=4, repeat=2), ['WARMUP'] + ['RECORD'] * 3 + ['RECORD_AND_SAVE']
    same([turns(step).name for step in range(21)], ['NONE'] * 5 + active + ['NONE'] * 2 + active + ['NONE'] * 4)


@behaviour
def test_high_level_trace():
    net = nn.Linear(10, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-4)
    with profile() as prof:
        for batch in torch.utils.data.DataLoader([torch.randn(10) for _ in range(4)], batch_size=1):
            optimizer.zero_grad()
            net(batch).sum().backward()
            optimizer.step()
    names = [event.name for event in prof.events()]
    same([names.count(name) for name in ('enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__',
                                         'Optimizer.step#SGD.step', 'Optimizer.zero_grad#SGD.zero_grad')], [5, 4, 4])


@behaviour
def test_source():
    with profile(with_stack=True) as prof:
        (2 * (torch.ones(3, requires_grad=True) + 1)).sum().backward()
    add = next(event for event in prof.events() if event.name == 'aten::add')
    assert any('test_source' in line for line in add.stack), add.stack


@behaviour
def test_memory_timeline():
    with profile(profile_memory=True, record_shapes=True, with_stack=True) as prof:
        kept = torch.ones(100)
    with tempfile.TemporaryDirectory() as folder:
        prof.export_memory_timeline(os.path.join(folder, 'run.json'), 'cpu')
        with open(os.path.join(folder, 'run.json')) as file:
            times, sizes = json.load(file)
    assert len(times) == len(sizes) > 0 and sizes[-1] >= 4 * kept.numel()


@behaviour
def test_tensorboard_trace_handler():
    with tempfile.TemporaryDirectory() as folder:
        with profile(schedule=schedule(wait=1, warmup=1, active=2, repeat=3),
                     on_trace_ready=tensorboard_trace_handler(folder, use_gzip=True)) as prof:
            for _ in range(18):
                torch.ones(1)
                prof.step()
        names = os.listdir(folder)
    assert len(names) == 3 and all(name.endswith('.pt.trace.json.gz') for name in names), names


print(json.dumps(SAID))
