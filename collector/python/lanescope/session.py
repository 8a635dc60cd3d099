"""A session as tables of columns: in plain Python, and from there in what else is installed."""
import json
import os
from typing import Any, Dict, Iterable, List

from lanescope.installed import ask


class Table(Dict[str, List[Any]]):
    """Columns by name, all of one length. In Arrow and polars, whose columns have one type, what is nested deeper than a list of
    plain values - arguments, shapes - is JSON text, and numbers beside texts are texts."""

    def to_pandas(self) -> Any:
        """A DataFrame; needs pandas."""
        import pandas
        return pandas.DataFrame(dict(self))

    def to_arrow(self) -> Any:
        """A Table of pyarrow, which polars and others take as it is; needs pyarrow."""
        import pyarrow
        return pyarrow.table(self._typed())

    def to_polars(self) -> Any:
        """A DataFrame of polars; needs polars."""
        import polars
        return polars.DataFrame(self._typed(), infer_schema_length=None)

    def _typed(self):
        return {name: _typed_column(column) for name, column in self.items()}

    @classmethod
    def of_rows(cls, rows: Iterable[Dict[str, Any]]) -> 'Table':
        """Every name that a row has is a column; None where a row lacks it."""
        rows = list(rows)
        names = dict.fromkeys(name for row in rows for name in row)
        return cls((name, [row.get(name) for row in rows]) for name in names)


def _typed_column(column):
    if any(isinstance(value, dict) or (isinstance(value, list) and any(isinstance(inner, (dict, list)) for inner in value))
           for value in column):
        return [None if value is None else json.dumps(value) for value in column]
    if len({type(value) for value in column if value is not None}) > 1 and any(isinstance(value, str) for value in column):
        return [None if value is None else str(value) for value in column]  # processes are numbers, but "GPU 0" is none
    return column


class Session:
    """What lanescope.open() gives. Each table is what the subcommand of that name prints, read through its JSON: it is copied,
    and costs time and memory by its rows. Times are ns, sizes bytes."""

    def __init__(self, path: 'str | os.PathLike[str]') -> None:
        self.path = os.fspath(path)
        #: What `lanescope info` says: program, processes, threads, what was lost.
        self.info: Dict[str, Any] = ask('info', '--json', self.path)

    def __repr__(self) -> str:
        return f'<lanescope session {self.path}>'

    def _statistics(self, by):
        return Table.of_rows(ask('stats', self.path, '--by', by, '--top', '0', '--format', 'json'))

    def operators(self, by: str = 'name') -> Table:
        """Calls and times by name, shapes, module, stack, step, thread or category."""
        return self._statistics(by)

    def kernels(self) -> Table:
        """Calls and times of what devices did, by name."""
        return self._statistics('kernel')

    def slices(self) -> Table:
        """Every operator, range and piece of work of a device: name, category, process, thread, begin_ns since the session's
        time 0, duration_ns, and what else is known as `arguments`."""
        return Table.of_rows({'name': event['name'], 'category': event.get('cat', ''), 'process': event['pid'],
                              'thread': event['tid'], 'begin_ns': round(event['ts'] * 1000),
                              'duration_ns': round(event['dur'] * 1000), 'arguments': event.get('args', {})}
                             for event in self._trace() if event.get('ph') == 'X')

    def memory(self) -> Table:
        """Every allocation (bytes > 0) and release: time_ns, process, thread, device (type, number), address, bytes."""
        return Table.of_rows({'time_ns': round(event['ts'] * 1000), 'process': event['pid'], 'thread': event['tid'],
                              'device_type': event['args']['Device Type'], 'device': event['args']['Device Id'],
                              'address': event['args']['Addr'], 'bytes': event['args']['Bytes']}
                             for event in self._trace() if event['name'] == '[memory]')

    def _trace(self):
        return ask('convert', '-q', self.path, '-')['traceEvents']


def open(path: 'str | os.PathLike[str]') -> Session:
    """A session, or a trace that `lanescope` reads. Raises LanescopeError if it is none."""
    return Session(path)
