"""What torch's tests ask of events, of other threads and processes, and of what is exported: a part of behaviours.py."""
import gzip
import json
import os
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import torch
from behaviour import behaviour, named, same, trace
from torch.profiler import ProfilerActivity, record_function

from lanescope import profile


def threads_named(name):
    found = 0
    for thread in Path('/proc/self/task').iterdir():
        try:
            found += thread.joinpath('comm').read_text().strip() == name
        except OSError:
            pass  # it has ended
    return found


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
