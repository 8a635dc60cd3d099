"""What torch's own test/profiler/test_profiler.py asks of torch.profiler's `profile`, asked of lanescope.profile: each behaviour
under the name of torch's test, in words of our own. Prints one JSON object: what failed, by name."""
import gc
import gzip
import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import torch
from torch import nn
from torch.profiler import ProfilerActivity, record_function

sys.path.insert(0, os.environ['LANESCOPE_PACKAGE'])
from lanescope import profile, schedule, tensorboard_trace_handler  # noqa: E402

SAID = {}


def behaviour(ask):
    try:
        ask()
        SAID[ask.__name__] = ''
    except Exception as problem:
        SAID[ask.__name__] = f'{type(problem).__name__}: {problem}'
    return ask


def trace(prof):
    with tempfile.TemporaryDirectory() as folder:
        prof.export_chrome_trace(os.path.join(folder, 'run.json'))
        with open(os.path.join(folder, 'run.json')) as file:
            return json.load(file)


def named(events, name):
    return next(event for event in events if event['name'] == name)


def threads_named(name):
    found = 0
    for thread in Path('/proc/self/task').iterdir():
        try:
            found += thread.joinpath('comm').read_text().strip() == name
        except OSError:
            pass  # it has ended
    return found


def same(found, wanted):
    assert found == wanted, f'{found}, not {wanted}'


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


@behaviour
def test_profiler():
    with profile() as prof:
        torch.mm(torch.randn(10, 10), torch.randn(10, 10))
    assert any(event.name == 'aten::mm' for event in prof.events())


@behaviour
def test_basic_profile():
    """Nothing that is our own."""
    value = torch.randn(4)
    with profile(with_stack=True) as prof:
        value *= 2
    same({event.name for event in prof.events()} - {'aten::to', 'aten::_to_copy', 'aten::empty_strided', 'aten::copy_'}, {'aten::mul_'})


@behaviour
def test_user_annotation():
    with profile() as prof:
        with record_function('mine'):
            torch.ones(1)
    same({row.key for row in prof.key_averages() if row.is_user_annotation}, {'mine'})


@behaviour
def test_forked_process():
    def work():
        with profile() as prof:
            torch.mm(torch.ones(4, 4), torch.ones(4, 4))
        return {event['pid'] for event in trace(prof)['traceEvents'] if event.get('cat') == 'cpu_op'}
    same(work(), {os.getpid()})
    ours, childs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(childs, json.dumps([os.getpid(), *work()]).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(childs)
    with os.fdopen(ours) as said:
        same(said.read(), json.dumps([child, child]))


@behaviour
def test_profile_all_threads():
    def work():
        for _ in range(5):
            torch.mm(torch.ones(8, 4), torch.ones(4, 8))

    def gated():
        begun.wait()
        work()
    begun = threading.Event()
    before = threading.Thread(target=gated)
    before.start()
    with profile(record_shapes=True) as prof:
        within = threading.Thread(target=work)
        within.start()
        begun.set()
        work()
        within.join()
        before.join()
    multiplied = [event for event in prof.events() if event.name == 'aten::mm']
    same(sorted(Counter(event.thread for event in multiplied).values()), [5, 5, 5])
    assert all(event.input_shapes == [[8, 4], [4, 8]] for event in multiplied)


@behaviour
def test_dynamic_toggle():
    with profile() as prof:
        prof.toggle_collection_dynamic(False, [ProfilerActivity.CPU])
        torch.sin(torch.ones(1))
        end = time.monotonic() + 60  # what watches for the end of a pause
        while not threads_named('lanescope-pause') and time.monotonic() < end:
            pass
        prof.toggle_collection_dynamic(True, [ProfilerActivity.CPU])
        while threads_named('lanescope-pause') and time.monotonic() < end:
            pass
        torch.cos(torch.ones(1))
    names = [event.name for event in prof.events()]
    same((names.count('aten::sin'), names.count('aten::cos')), (0, 1))


@behaviour
def test_profiler_overload_names():
    with profile() as prof:
        torch.add(torch.ones(2), torch.ones(2))
        torch.add(torch.ones(2), torch.ones(2), out=torch.empty(2))
    same({event.overload_name for event in prof.events() if event.name == 'aten::add'}, {'Tensor', 'out'})
    count = lambda rows: sum(row.key == 'aten::add' for row in rows)
    by_name, by_overload = prof.key_averages(), prof.key_averages(group_by_overload_name=True)
    same((count(by_name), count(by_overload)), (1, 2))
    same(['Overload Name' in rows.table() for rows in (by_name, by_overload)], [False, True])
    same({event['args']['Overload'] for event in trace(prof)['traceEvents'] if event['name'] == 'aten::add'}, {'Tensor', 'out'})


@behaviour
def test_expose_kineto_event_metadata():
    with profile(record_shapes=True) as prof:
        torch.add(torch.ones(3), 5)
    add = next(event for event in prof.events() if event.name == 'aten::add')
    same(json.loads(add.metadata_json), named(trace(prof)['traceEvents'], 'aten::add')['args'])
    same(add.metadata['Input Dims'], [[3], [], []])


@behaviour
def test_profiler_activity_type_parity():
    with profile() as prof:
        with record_function('mine'):
            torch.mm(torch.ones(2, 2), torch.ones(2, 2))
    told = {(event['name'], event['cat']) for event in trace(prof)['traceEvents'] if event['ph'] == 'X'}
    found = {(event.name, event.activity_type) for event in prof.events()}
    assert {('mine', 'user_annotation'), ('aten::mm', 'cpu_op')} <= found <= told, found - told


@behaviour
def test_profiler_op_args_events_parity():
    value = torch.ones((64, 32))
    with profile(record_shapes=True) as prof:
        torch.cat([value, value])
    cat, told = next(event for event in prof.events() if event.name == 'aten::cat'), named(trace(prof)['traceEvents'], 'aten::cat')['args']
    same([cat.structured_input_shapes, cat.structured_input_strides, cat.input_dtypes],
         [told[name] for name in ('Input Dims', 'Input Strides', 'Input type')])
    same((cat.structured_input_shapes[0], cat.input_shapes[0]), ([[64, 32], [64, 32]], []))


@behaviour
def test_profiler_fwdbwd_flow_events_parity():
    with profile() as prof:
        torch.add(torch.ones(1, requires_grad=True), 1).backward()
    for phase, begins in (('s', True), ('f', False)):
        told = {event['id'] for event in trace(prof)['traceEvents'] if event['ph'] == phase and event.get('cat') == 'fwdbwd'}
        same({event.flow_id for event in prof.events() if event.flow_type == 1 and event.flow_start == begins}, told)
        assert told


@behaviour
def test_profiler_timestamp_consistency():
    with profile() as prof:
        torch.mm(torch.ones(2, 2), torch.ones(2, 2))
    mm, told = next(event for event in prof.events() if event.name == 'aten::mm'), named(trace(prof)['traceEvents'], 'aten::mm')
    same((mm.time_range.start, mm.cpu_time), (told['ts'], told['dur']))


@behaviour
def test_profiler_external_id_parity():
    with profile() as prof:
        torch.mm(torch.ones(2, 2), torch.ones(2, 2))
    told = Counter((event['name'], event['args']['External id']) for event in trace(prof)['traceEvents']
                   if 'External id' in event.get('args', {}))
    same(Counter((event.name, event.external_id) for event in prof.events() if event.external_id), told)


@behaviour
def test_key_averages_excludes_python_functions_by_default():
    with profile(with_stack=True) as prof:
        thread = threading.Thread(target=torch.ones, args=(1,))
        thread.start()
        thread.join()
    same([row.key for row in prof.key_averages() if 'threading' in row.key], [])


@behaviour
def test_python_export_gzip():
    """And test_python_export_plain_json."""
    with profile() as prof:
        torch.ones(1)
    with tempfile.TemporaryDirectory() as folder:
        for opened, name in ((open, 'run.json'), (gzip.open, 'run.json.gz')):
            prof.export_chrome_trace(os.path.join(folder, name))
            with opened(os.path.join(folder, name), 'rt') as file:
                assert any(event['ph'] == 'X' for event in json.load(file)['traceEvents'])


@behaviour
def test_profiler_time_scale():
    with profile() as prof:
        with record_function('sleeps'):
            begin = time.monotonic()
            time.sleep(0.2)
            slept = 1e6 * (time.monotonic() - begin)
    event, told = next(event for event in prof.events() if event.name == 'sleeps'), named(trace(prof)['traceEvents'], 'sleeps')
    assert slept <= event.cpu_time <= 1.5 * slept + 1e5, (slept, event.cpu_time)
    same(told['dur'], event.cpu_time)


@behaviour
def test_device_type():
    """As in test_kineto: what is compared with torch's own enumeration."""
    with profile() as prof:
        torch.ones(1)
    kinds = torch.autograd.DeviceType
    same({(event.device_type == kinds.CPU, event.device_type == kinds.CUDA, event.device_type == 'CPU') for event in prof.events()},
         {(True, False, True)})


@behaviour
def test_event_list():
    with profile() as prof:
        torch.ones(1)
    torch.autograd.profiler_util.EventList(prof.events()).table()


print(json.dumps(SAID))
