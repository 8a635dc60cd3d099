"""A session that was recorded, as tables."""
import os
from pathlib import Path
from typing import Any, Dict, Iterable, List, Optional

from lanescope.columns import Table, read_table
from lanescope.installed import ask
from lanescope.queries import Queries, QueryTable


class Session:
    """What lanescope.open() gives. Each table is read by a process of its own when it is asked for, which hands its columns over in
    memory that this process maps. Times are ns, sizes bytes."""

    def __init__(self, path: 'str | os.PathLike[str]') -> None:
        self.path = os.fspath(path)
        #: What `lanescope info` says: program, processes, threads, what was lost.
        self.info: Dict[str, Any] = ask('info', '--json', self.path)
        self._queries = Queries(self.path)

    def __repr__(self) -> str:
        return f'<lanescope session {self.path}>'

    def answer(self, name: str, by: str = '') -> Table:
        """A table that the program makes of the session: 'operators', 'kernels', 'graphs', 'replays', 'syncs'... `lanescope stats
        --help` lists them. `by`: what its rows are, where it has several kinds. None stands where a value is not known. Raises
        LanescopeError where there is no such table."""
        return read_table(self.path, name, *(['--by', by] if by else []))

    def operators(self, by: str = 'name') -> Table:
        """Calls and times by name, shapes, module, stack, step, thread or category."""
        return self.answer('operators', by)

    def kernels(self) -> Table:
        """Calls and times of what devices did, by name; `occupancy` is None where it is not known."""
        return self.answer('kernels')

    def syncs(self) -> Table:
        """Where the host waited for the device: line, operator, calls, waited_ns, device_idle_ns."""
        return self.answer('syncs')

    def gaps(self) -> Table:
        """Times in which a stream or a device was idle, the longest first: stream (None: the whole device), range_ns, cause,
        confidence, proof, operator, start_ns, and cause_ns.NAME of each cause."""
        return self.answer('gaps')

    def graphs(self) -> Table:
        """Times of the nodes of CUDA graphs over all replays."""
        return self.answer('graphs')

    def replays(self) -> Table:
        """Every replay of a CUDA graph: start_ns, range_ns, busy_ns, idle_ns."""
        return self.answer('replays')

    def copies(self) -> Table:
        """Copies and fills of device memory by kind: calls, bytes, times, bandwidth."""
        return self.answer('copies')

    def steps(self) -> Table:
        """What each step spent its time on: name, number, rank, start_ns, range_ns, and split_ns.NAME of each activity."""
        return self.answer('steps')

    def critical_path(self, by: str = 'path_kind') -> Table:
        """What the critical path went through, by path_kind, path_name, path_module or path_line: time_ns, share, segments,
        slack_ns."""
        return self.answer('path', by)

    def advice(self) -> Table:
        """What to change in the program, and what that saves: rule, title, saves_ns, low_ns, high_ns, share, confidence, seen,
        remedy."""
        return self.answer('advice')

    def ranks(self) -> Table:
        """The ranks that the session holds: their clocks, how long they waited and made others wait, computing and
        communication."""
        return self.answer('ranks')

    def collectives(self) -> Table:
        """Collectives that several ranks recorded: start_ns, spread_ns, last_rank, transfer_ns, bytes, and wait_ns.RANK."""
        return self.answer('collectives')

    def awaited(self) -> Table:
        """Collectives in which ranks wait for ranks that have not come: name, group, sequence, and for each rank its state, since
        when, bytes and Python line."""
        return self.answer('awaited')

    def issues(self) -> Table:
        """What limits the data quality: title, kind, group, fault ('issue' or 'note'), count, the first, and its effect."""
        return self.answer('issues')

    def memory_devices(self) -> Table:
        """Memory of each device and process: allocated_bytes, freed_bytes, peak_allocated, peak_reserved, peak_time_ns."""
        return self.answer('memory_devices')

    def peak(self, by: str = 'peak_operator') -> Table:
        """What is alive at the peak of each device, by peak_operator, peak_category, peak_place, peak_module or peak_shapes."""
        return self.answer('peak', by)

    def energy(self, by: str = 'energy_device') -> Table:
        """Joules that devices took, with bounds low_joules and high_joules, and mean watts, by energy_device, energy_step,
        energy_class, energy_kernel or energy_module."""
        return self.answer('energy', by)

    def idle_streams(self) -> Table:
        """How often and how long each stream was idle."""
        return self.answer('idle_streams')

    def idle_devices(self) -> Table:
        """How often and how long each device was idle, and how long by each cause."""
        return self.answer('idle_devices')

    def functions(self) -> Table:
        """The functions of a profile without times: what each took itself and with what it called, by the metrics of its file."""
        return self.answer('functions')

    def slices(self, arguments: bool = True) -> Table:
        """Every operator, range and piece of work of a device, by begin: name, category, process, thread, begin_ns since the
        session's time 0, duration_ns, and what else is known as `arguments`, which is JSON, None where there is nothing. Without
        them a table takes a fraction of the memory."""
        return read_table(self.path, 'slices', *([] if arguments else ['--no-arguments']))

    def memory(self) -> Table:
        """Every allocation (bytes > 0) and release, by time: time_ns, process, thread, device (type, number), address, bytes, and
        what its allocator had in all, None where it did not say."""
        return read_table(self.path, 'memory')

    def counters(self) -> Table:
        """Every value of every curve, by time: time_ns, process, counter, series, value."""
        return read_table(self.path, 'counters')

    def sql(self, query: str, engine: Optional[str] = None) -> 'Table | QueryTable':
        """What a question in SQL gives, over the tables of `lanescope sql`: slice, thread, kernel, operator, step... `engine`:
        'sqlite', the program's own, or 'duckdb'. By default it is DuckDB where that is installed and knows the query's functions,
        else SQLite. Raises LanescopeError where the query is wrong."""
        return self._queries.ask(query, engine)

    def to_parquet(self, folder: 'str | os.PathLike[str]', tables: Optional[Iterable[str]] = None) -> List[Path]:
        """Writes NAME.parquet for each table into a folder, which is made: every answer, `slices`, `memory` and `counters`, or those
        named. Needs pyarrow. Gives the files."""
        import pyarrow.parquet
        names = list(tables) if tables is not None else [name for name in _table_names() if name != 'sql']
        Path(folder).mkdir(parents=True, exist_ok=True)
        files = []
        for name in names:
            file = Path(folder) / f'{name}.parquet'
            part = file.with_suffix('.part')
            columns = read_table(self.path, name).to_arrow()
            pyarrow.parquet.write_table(columns.replace_schema_metadata({'lanescope.table': name}), part, compression='zstd')
            part.replace(file)  # whole, or not there
            files.append(file)
        return files


def _table_names() -> List[str]:
    return ask('table', '--options')['places'][1]['choices']


def open(path: 'str | os.PathLike[str]') -> Session:
    """A session, or a trace that `lanescope` reads. Raises LanescopeError if it is none."""
    return Session(path)
