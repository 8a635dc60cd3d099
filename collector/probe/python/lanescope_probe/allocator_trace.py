"""What torch's allocator of CUDA memory does beyond its blocks: the segments that it takes from the driver and gives back, of which
stream, and where it found no memory. Its own history tells: ours, where the recording asks for it, without stacks and bounded; or the
program's, each time that it takes a snapshot itself."""
import functools
import inspect

from lanescope_probe.native import Uncalibrated
from lanescope_probe.told_events import Moment

MOST_ENTRIES = 100_000  # of a device, the newest: some 20 MB
BLOCKS = ['alloc', 'free_requested', 'free_completed']  # which the probe knows already
TOLD = ('segment_alloc', 'segment_free', 'segment_map', 'segment_unmap', 'oom')


class AllocatorTrace:
    """Of one process, from watch() on. Never raises into the program."""

    def __init__(self, told, torch):
        self._told, self._torch, self._memory = told, torch, torch.cuda.memory
        self._wanted = self._ours = self._busy = False
        self._until = {}  # microseconds: what has been told, by device

    def watch(self):
        """The program's own snapshots. Returns what takes it back."""
        snapshot, record = self._memory._snapshot, self._memory._record_memory_history

        @functools.wraps(snapshot)
        def taken(*arguments, **keywords):
            result = snapshot(*arguments, **keywords)
            if not self._busy:
                self._tell(result)
            return result

        @functools.wraps(record)
        def recording(*arguments, **keywords):
            if not self._busy:
                self.tell_own()  # the program's own takes its place
                self._ours = False
            record(*arguments, **keywords)
            if not self._busy and self._wanted:
                self._begin()  # if the program has ended it
        self._memory._snapshot, self._memory._record_memory_history = taken, recording

        def take_back():
            if self._memory._snapshot is taken:
                self._memory._snapshot = snapshot
            if self._memory._record_memory_history is recording:
                self._memory._record_memory_history = record
            if self._ours:
                self._quietly(lambda: self._memory._record_memory_history(enabled=None))
            self._wanted = self._ours = False
        return take_back

    def record(self):
        """A history of our own, once there is CUDA. Raises where torch's has no times."""
        if 'stacks' not in inspect.signature(self._memory._record_memory_history).parameters:
            raise Uncalibrated("this torch's allocator keeps no history with times; torch 2.2 and later do")
        self._wanted = True
        self._torch.cuda._lazy_call(self._begin)

    def _begin(self):
        if not self._wanted or self._torch._C._cuda_isHistoryEnabled():
            return
        options = {'enabled': 'all', 'context': None, 'max_entries': MOST_ENTRIES}
        if 'skip_actions' in inspect.signature(self._memory._record_memory_history).parameters:
            options['skip_actions'] = BLOCKS
        self._ours = self._quietly(lambda: self._memory._record_memory_history(**options)) is not self._failed

    def tell_own(self):
        """What our history holds that has not been told."""
        if self._ours and not self._torch.cuda._is_in_bad_fork():
            snapshot = self._quietly(self._memory._snapshot)
            if snapshot is not self._failed:
                self._tell(snapshot)

    _failed = object()

    def _quietly(self, work):
        """Of ours, not of the program's."""
        self._busy = True
        try:
            return work()
        except Exception:
            return self._failed
        finally:
            self._busy = False

    def _tell(self, snapshot):
        try:
            lines = []
            for device, entries in enumerate(snapshot['device_traces']):
                new = [entry for entry in entries if entry.get('time_us', 0) > self._until.get(device, 0)]
                lines += [('allocator', device, entry['action'], Moment(entry['time_us'] * 1000), entry['size'],
                           entry.get('device_free', entry.get('addr', 0)), entry['stream'])
                          for entry in new if entry['action'] in TOLD]
                if new:
                    self._until[device] = new[-1]['time_us']
            self._told.tell(lines)
        except (KeyError, TypeError, AttributeError, OSError):
            pass  # another torch's snapshot
