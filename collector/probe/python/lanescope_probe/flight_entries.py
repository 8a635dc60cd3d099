"""What torch.distributed's own flight recorders know of collectives: NCCL's, and from torch 2.8 on gloo's. They are asked when the
recording ends, and when the program hangs; nothing of them is changed."""
import json
import pickle
import time

from lanescope_probe.told_events import Moment

DUMPS = ('_dump_nccl_trace_json', '_dump_fr_trace_json')
OLD_DUMP = '_dump_nccl_trace'  # all that torch 2.4 has
ASKED, PAUSE = 10, 0.02  # times, and seconds between them


class FlightEntries:
    """Of one process."""

    def __init__(self, told, torch, groups):
        self._told, self._torch, self._groups = told, torch, groups
        self._before = {}  # what each dump held the last time: it is told

    def tell(self):
        """Raises nothing."""
        if not self._groups.seen:
            return  # asking would make a recorder
        module = self._torch._C._distributed_c10d
        try:
            for name in [name for name in DUMPS if hasattr(module, name)] or [OLD_DUMP] * hasattr(module, OLD_DUMP):
                entries = self._entries(getattr(module, name), pickle.loads if name == OLD_DUMP else json.loads)
                before, self._before[name] = self._before.get(name, ()), {self._key(entry) for entry in entries}
                self._told.tell([self._line(entry) for entry in entries if self._says_something(entry) and self._key(entry) not in before])
        except Exception:
            pass  # another torch's dump

    @staticmethod
    def _entries(dump, read):
        """Threads of torch's retire entries a while after their collective has ended, which a program that ends at once does not wait
        for: asked again until all are, or it is clear that one is not going to be. A pickle is one that torch has made just now, here."""
        for asked in range(ASKED):
            entries = read(dump()).get('entries', [])
            if asked == ASKED - 1 or all(entry.get('retired') for entry in entries):
                return entries
            time.sleep(PAUSE)

    @staticmethod
    def _key(entry):
        return entry.get('pg_id'), entry.get('record_id'), entry.get('time_created_ns')

    @staticmethod
    def _says_something(entry):
        """gloo's has no times but of the call, which the probe has recorded: only what never ended is news."""
        return not entry.get('retired') or entry.get('time_discovered_started_ns') or entry.get('time_discovered_completed_ns')

    @staticmethod
    def _line(entry):
        moment = lambda key: Moment(entry.get(key) or 0)
        group = entry.get('process_group') or ('', '')
        sequence = entry.get('p2p_seq_id') if entry.get('is_p2p') else entry.get('collective_seq_id', entry.get('seq_id', 0))
        texts = [json.dumps(entry.get(key, [])) for key in ('input_sizes', 'output_sizes', 'input_dtypes')]
        return ('collective', group[0], group[1], entry.get('profiling_name', ''), moment('time_created_ns'),
                moment('time_discovered_started_ns'), moment('time_discovered_completed_ns'), entry.get('state', ''),
                sequence, *texts)
