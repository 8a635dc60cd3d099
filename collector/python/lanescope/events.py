"""What a session holds as torch.profiler tells it: events, and their averages by torch's rules. Times are microseconds, as
torch's are; memory is bytes."""
import bisect
import json
import re
from collections import defaultdict
from typing import Any, Dict, List, NamedTuple, Optional

from lanescope.installed import ask
from lanescope.table import EventList

CALLS = {'cuda_runtime', 'cuda_driver'}
HOST = {'cpu_op', 'user_annotation'} | CALLS
DEVICE = {'kernel', 'gpu_memcpy', 'gpu_memset'}
FLOWS = {'fwdbwd': 1, 'ac2g': 2}
OVERLOAD = re.compile(r'^(\w+::\w+)\.\w+$')


def _value_of(text):
    """What an argument was that is no tensor, from its text in a trace; None where it has none."""
    try:
        return json.loads({'True': 'true', 'False': 'false'}.get(text, text + '0' if text.endswith('.') else text))
    except ValueError:
        return text or None


class DeviceType(str):
    """'CPU' or 'CUDA', which is also equal to torch's own DeviceType of that name."""

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other if isinstance(other, str) else getattr(other, 'name', ''))

    __hash__ = str.__hash__


class Interval(NamedTuple):
    """Microseconds, on the trace's own clock."""
    start: float
    end: float

    def elapsed_us(self) -> float:
        return self.end - self.start


class Kernel(NamedTuple):
    """What a device did for an operator."""
    name: str
    device: int
    duration: float


class FunctionEvent:
    """A call of an operator or of CUDA, a range of the program's own, or what a device did."""

    def __init__(self, event, order):
        arguments = event.get('args', {})
        is_operator = event['cat'] == 'cpu_op'
        step = event['name'].startswith('ProfilerStep#')
        self.id = order
        self.name = 'ProfilerStep*' if step else OVERLOAD.sub(r'\1', event['name']) if is_operator else event['name']
        self.key = self.name
        self.overload_name: str = arguments.get('Overload', '')
        self.device_type = DeviceType('CUDA' if event['cat'] in DEVICE else 'CPU')
        self.activity_type: str = event['cat']
        self.trace_name: str = event['name']
        self.time_range = Interval(event['ts'], event['ts'] + event['dur'])
        #: What the trace says of it, by the trace's names.
        self.metadata: Dict[str, Any] = arguments
        self.external_id: int = arguments.get('External id', 0)
        # 1: from forward to backward, 2: from a launch to the device; the same id on both ends
        self.flow_id = self.flow_type = 0
        self.flow_start = False
        self.is_user_annotation = event['cat'] == 'user_annotation'
        self.thread = event['tid']
        self.place = (event['pid'], event['tid'])
        self.start_ns = round(event['ts'] * 1000)
        self.end_ns = self.start_ns + round(event['dur'] * 1000)
        # torch has no shapes for lists of tensors
        self.input_shapes: list = [[] if shape and isinstance(shape[0], list) else shape
                                   for shape in arguments.get('Input Dims', [])]
        self.concrete_inputs: list = [_value_of(text) for text in arguments.get('Concrete Inputs', [])]
        self.stack: List[str] = [line for line in arguments.get('Call stack', '').split(';')
                                 if line and not line.startswith('nn.Module: ')]
        self.sequence_nr: int = arguments.get('Sequence number', -1)
        self.cpu_parent: Optional['FunctionEvent'] = None
        self.cpu_children: List['FunctionEvent'] = []
        #: What was launched by it, and by nothing within it.
        self.kernels: List[Kernel] = []
        self.count = 1
        self.cpu_memory_usage = self.self_cpu_memory_usage = self.flops = 0
        duration = (self.end_ns - self.start_ns) / 1000
        on_device = self.device_type == 'CUDA'
        self.cpu_time_total = self.self_cpu_time_total = 0.0 if on_device else duration
        self.device_time_total = self.self_device_time_total = duration if on_device else 0.0

    @property
    def structured_input_shapes(self) -> list:
        """As `input_shapes`, with one shape for each tensor of a list."""
        return self.metadata.get('Input Dims', [])

    @property
    def structured_input_strides(self) -> list:
        return self.metadata.get('Input Strides', [])

    @property
    def input_dtypes(self) -> List[str]:
        return self.metadata.get('Input type', [])

    @property
    def metadata_json(self) -> str:
        return json.dumps(self.metadata)

    @property
    def cpu_time(self) -> float:
        return self.cpu_time_total

    @property
    def device_time(self) -> float:
        return self.device_time_total

    def __repr__(self) -> str:
        return f'<FunctionEvent {self.name} {(self.end_ns - self.start_ns) / 1000} us on thread {self.thread}>'


def _parents(events):
    """What encloses what on a thread; an event that ends after the innermost open one closes it."""
    threads = defaultdict(list)
    for event in events:
        if event.device_type == 'CPU':
            threads[event.place].append(event)
    for nodes in threads.values():
        nodes.sort(key=lambda event: (event.start_ns, -event.end_ns, event.id))
        around: List[FunctionEvent] = []
        for event in nodes:
            while around and (around[-1].end_ns <= event.start_ns or event.end_ns > around[-1].end_ns):
                around.pop()
            if around:
                event.cpu_parent = around[-1]
                around[-1].cpu_children.append(event)
            around.append(event)


def _without_duplicates(events):
    """An only child of its parent's name is the parent, as overloads call themselves."""
    dropped = set()
    for event in events:
        while len(event.cpu_children) == 1 and event.cpu_children[0].name == event.name:
            only = event.cpu_children[0]
            dropped.add(only.id)
            event.cpu_children = only.cpu_children
            for child in event.cpu_children:
                child.cpu_parent = event
    return [event for event in events if event.id not in dropped]


def _add_kernels(events):
    """Work of a device belongs to the operator that launched it, and to what is around that."""
    calls = {}
    for event in events:
        if event.activity_type in CALLS and 'correlation' in event.metadata:
            calls.setdefault(event.metadata['correlation'], event)
    for event in events:
        launcher = calls.get(event.metadata.get('correlation')) if event.device_type == 'CUDA' else None
        while launcher is not None and launcher.activity_type != 'cpu_op':
            launcher = launcher.cpu_parent
        if launcher is not None:
            launcher.kernels.append(Kernel(event.name, event.metadata.get('device', 0), event.device_time_total))
            launcher.self_device_time_total += event.device_time_total
    for event in reversed(events):  # what is within another comes behind it
        if event.device_type == 'CPU':
            event.device_time_total = event.self_device_time_total + sum(child.device_time_total for child in event.cpu_children)


class _Memory:
    """What was allocated and not freed between two moments, on all threads."""

    def __init__(self, changes):
        changes.sort()
        self._times, self._sums = [time for time, _ in changes], [0]
        for _, size in changes:
            self._sums.append(self._sums[-1] + size)

    def within(self, event):
        return (self._sums[bisect.bisect_right(self._times, event.end_ns)] -
                self._sums[bisect.bisect_left(self._times, event.start_ns)])


def _add_flows(trace, events):
    """An arrow begins and ends where the events do that it ties."""
    ends = {}
    for end in trace:
        if end.get('ph') in 'sf' and end.get('cat') in FLOWS:
            ends[end['pid'], end['tid'], end['ts']] = end['id'], FLOWS[end['cat']], end['ph'] == 's'
    for event in events:
        found = ends.pop((*event.place, event.time_range.start), None)
        if found is not None:
            event.flow_id, event.flow_type, event.flow_start = found


def chrome_trace(session: str) -> Dict:
    """A session as torch's trace format has it."""
    return ask('convert', '-q', session, '-')


def _add_flops(session, events):
    """From the product's own table, which tells them by name and shapes."""
    rows = ask('stats', session, '--by', 'shapes', '--top', '0', '--format', 'json')
    # torch says 0 where it does not know
    each = {(row['name'], str(row['shapes'] or [])): (row['flops'] or 0) // row['calls'] for row in rows}
    for event in events:
        event.flops = each.get((event.name, str(event.input_shapes)), 0)


def read_events(session: str, with_flops: bool = False) -> EventList:
    """All events of a session, in the order of their begin."""
    events, changes = [], []
    trace = chrome_trace(session)['traceEvents']
    for order, event in enumerate(trace):
        if event.get('ph') == 'X' and event.get('cat') in HOST | DEVICE:
            events.append(FunctionEvent(event, order))
        elif event.get('name') == '[memory]' and event['args']['Device Type'] == 0:
            changes.append((round(event['ts'] * 1000), event['args']['Bytes']))
    events.sort(key=lambda event: (event.start_ns, -event.end_ns, event.id))
    _add_flows(trace, events)
    _parents(events)
    events = _without_duplicates(events)
    _add_kernels(events)
    memory = _Memory(changes)
    for event in events:
        event.cpu_memory_usage = memory.within(event) if event.device_type == 'CPU' else 0
    for event in events:
        event.self_cpu_memory_usage = event.cpu_memory_usage - sum(c.cpu_memory_usage for c in event.cpu_children)
        event.self_cpu_time_total = event.cpu_time_total - sum(c.cpu_time_total for c in event.cpu_children)
    if with_flops:
        _add_flops(session, events)
    return EventList(events)
