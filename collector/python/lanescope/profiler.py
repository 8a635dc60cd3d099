"""Takes the place of torch.profiler: where its names are used, changing the import is enough."""
import contextlib
import enum
import gzip
import json
import os
import shutil
import socket
import sys
import tempfile
import time
from typing import Any, Callable, Dict, Iterable, Optional

from lanescope.errors import LanescopeError
from lanescope.events import chrome_trace, read_events
from lanescope.recording import record
from lanescope.schedule import ProfilerAction
from lanescope.table import EventList

RECORDED = {ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE}


class ProfilerActivity(enum.Enum):
    """What there is to record: all of it is, whatever is asked for. torch's own does as well."""
    CPU = 0
    CUDA = 2


class profile:
    """torch.profiler.profile, recorded by Lanescope: `with profile(...) as prof:`, then `prof.step()` where there is a
    schedule. Each turn of the schedule is a session; what is asked for afterwards is answered from the last one, or from all
    with `acc_events`.

    `record_shapes`, `profile_memory` and `with_stack` (or `with_modules`) say what is recorded, as in torch; `with_flops` is
    told from shapes. `activities`, `experimental_config` and the like are taken and need not be given: what runs on devices is
    recorded where there are any. `session`: where the last session goes, to be opened in the window; it is kept then.
    """

    def __init__(self, *, activities: Optional[Iterable[Any]] = None, schedule: Optional[Callable[[int], Any]] = None,
                 on_trace_ready: Optional[Callable[['profile'], Any]] = None, record_shapes: bool = False,
                 profile_memory: bool = False, with_stack: bool = False, with_flops: bool = False,
                 with_modules: bool = False, experimental_config: Any = None, execution_trace_observer: Any = None,
                 acc_events: bool = False, use_cuda: Optional[bool] = None,
                 custom_trace_id_callback: Optional[Callable[[], str]] = None, post_processing_timeout_s: Optional[float] = None,
                 session: 'Optional[str | os.PathLike[str]]' = None) -> None:
        self._schedule, self._on_trace_ready, self._acc_events = schedule, on_trace_ready, acc_events
        self._with_flops = with_flops
        self._choices = {'shapes': record_shapes or with_flops, 'stacks': with_stack or with_modules,
                         'memory': profile_memory}
        self._folder = tempfile.TemporaryDirectory(prefix='lanescope-')
        self._path = os.fspath(session) if session is not None else os.path.join(self._folder.name, 'profile.lanes')
        self._metadata: Dict[str, Any] = {}
        self._recording: Optional[record] = None
        self._range: Any = None
        self._events: Optional[EventList] = None
        self._recorded = False
        self.step_num = 0
        self.current_action = ProfilerAction.NONE

    def start(self) -> None:
        self._enter(self._action())

    def step(self) -> None:
        """A step has ended, the next one begins."""
        if self._schedule is None:
            self.step_num += 1
            return
        self._end_range()
        self.step_num += 1
        before, action = self.current_action, self._action()
        if before in RECORDED and (before == ProfilerAction.RECORD_AND_SAVE or action not in RECORDED):
            self._save()
        self._enter(action)

    def stop(self) -> None:
        self._end_range()
        if self.current_action in RECORDED:
            self._save()
        self.current_action = ProfilerAction.NONE

    def __enter__(self) -> 'profile':
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def toggle_collection_dynamic(self, enable: bool, activities: Iterable[Any]) -> None:
        """Pauses and goes on, within some milliseconds. What devices do is recorded as long as what the CPU does is."""
        if self._recording is not None and 'CPU' in [activity.name for activity in activities]:
            (self._recording.resume if enable else self._recording.pause)()

    def _action(self):
        if self._schedule is None:
            return ProfilerAction.RECORD_AND_SAVE
        return ProfilerAction[self._schedule(self.step_num).name]

    def _enter(self, action):
        if action in RECORDED and self._recording is None:
            self._recording = record(self._path, **self._choices).start()
        if self._schedule is not None and 'torch' in sys.modules:
            self._range = sys.modules['torch'].autograd.profiler.record_function(f'ProfilerStep#{self.step_num}')
            self._range.__enter__()
        self.current_action = action

    def _end_range(self):
        if self._range is not None:
            self._range.__exit__(None, None, None)
            self._range = None

    def _save(self):
        if self._recording is None:
            return
        self._recording.stop()
        self._recorded = self._recording.path is not None
        self._recording = None
        before, self._events = self._events or EventList(), None
        if self._acc_events and self._recorded:
            self._events = EventList([*before, *self._read()])
        if self._on_trace_ready is not None and self._recorded:
            self._on_trace_ready(self)

    def _read(self):
        if not self._recorded:
            raise LanescopeError('nothing has been recorded: start() and stop(), or the schedule, have recorded no step yet')
        return read_events(self._path, self._with_flops)

    def events(self) -> EventList:
        """Every call, in the order of its begin."""
        if self._events is None:
            self._events = self._read()
        return self._events

    def key_averages(self, group_by_input_shape: bool = False, group_by_stack_n: int = 0,
                     group_by_overload_name: bool = False) -> EventList:
        """Calls and times by name, and by shapes, the innermost lines of Python or the overload where they are asked for."""
        return self.events().key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def export_chrome_trace(self, path: str) -> None:
        """Chrome JSON, compressed if the name ends in .gz."""
        self.events()
        trace = {**chrome_trace(self._path), **self._metadata}
        with _written(path) as file:
            json.dump(trace, file)

    def export_stacks(self, path: str, metric: str = 'self_cpu_time_total') -> None:
        """Stacks with their time, for flame graphs: `outermost;...;innermost microseconds` lines."""
        with _written(path) as file:
            for event in self.events():
                if event.stack and (value := int(getattr(event, metric))) > 0:
                    file.write(';'.join(line.replace(' ', '_') for line in reversed(event.stack)) + f' {value}\n')

    def export_memory_timeline(self, path: str, device: Optional[str] = None) -> None:
        """The memory that is allocated on a device, as [times in ns, bytes], JSON; `device`: cpu, cuda:0... The window and
        `lanescope memory` say more of it, by category too."""
        if not path.endswith(('.json', '.json.gz')):
            raise LanescopeError(f'{path}: a memory timeline is written as .json or .json.gz; the window draws it')
        kind, _, index = (device or ('cuda:0' if self._has_device() else 'cpu')).partition(':')
        wanted = (0, -1) if kind == 'cpu' else (1, int(index or 0))
        times, sizes, allocated = [], [], 0
        for event in sorted(chrome_trace(self._path)['traceEvents'], key=lambda event: event.get('ts', 0)):
            arguments = event.get('args', {})
            if event.get('name') == '[memory]' and (arguments['Device Type'], arguments['Device Id']) == wanted:
                allocated += arguments['Bytes']
                times.append(round(event['ts'] * 1000))
                sizes.append(allocated)
        with _written(path) as file:
            json.dump([times, sizes], file)

    def _has_device(self):
        return any(event.device_type == 'CUDA' for event in self.events())

    def add_metadata(self, key: str, value: str) -> None:
        """A text of the program's own, for the exported trace."""
        self._metadata[key] = value

    def add_metadata_json(self, key: str, value: str) -> None:
        """The same for a value that is JSON."""
        self._metadata[key] = json.loads(value)

    preset_metadata_json = add_metadata_json

    def save_session(self, path: 'str | os.PathLike[str]') -> None:
        """The last session as a file, for the window."""
        self.events()
        shutil.copyfile(self._path, path)


def tensorboard_trace_handler(dir_name: str, worker_name: Optional[str] = None, use_gzip: bool = False) -> Callable[[profile], None]:
    """For on_trace_ready: a trace for each turn of the schedule, named as torch names them."""
    os.makedirs(dir_name, exist_ok=True)

    def handler(prof: profile) -> None:
        name = f"{worker_name or f'{socket.gethostname()}_{os.getpid()}'}.{time.time_ns()}.pt.trace.json"
        prof.export_chrome_trace(os.path.join(dir_name, name + ('.gz' if use_gzip else '')))
    return handler


@contextlib.contextmanager
def _written(path):
    """A text file, compressed if its name says so."""
    with gzip.open(path, 'wt') if str(path).endswith('.gz') else open(path, 'w', encoding='utf-8') as file:
        yield file
