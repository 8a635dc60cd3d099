"""Tables of a session: columns in memory that are handed on as they are."""
import ctypes
import functools
import mmap
import os
import struct
import weakref
from collections.abc import Mapping
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from lanescope.errors import LanescopeError
from lanescope.installed import HERE, call, recorder

# As collector/python/arrow/TableLayout.h has them.
HEADER = struct.Struct('=8sQqII')
ENTRY = struct.Struct('=8sQQqqII6Q')
# Format of Arrow -> of struct and numpy.
NUMBERS = {'l': 'q', 'L': 'Q', 'g': 'd'}
CODES = {'c': 'b', 's': 'h', 'i': 'i'}
WHY_BYTES = 200


class Column(NamedTuple):
    """Where a column stands in the file of its table. `buffers`: offset and bytes of each."""
    name: str
    format: str
    length: int
    nulls: int
    child: int
    dictionary: int
    buffers: Tuple[Tuple[int, int], ...]


class _Library:
    """Keeps tables mapped for Arrow's users, who may release them on any thread and after Python's end: so it is no Python."""

    def __init__(self, path):
        try:
            self._library, locked = ctypes.CDLL(path), ctypes.PyDLL(path)
        except OSError as problem:
            raise LanescopeError(f'{HERE} cannot load what reads tables: {problem}; install lanescope again') from None
        self.create = self._library.lanescope_table_file
        self._open, self.release = self._library.lanescope_table_open, self._library.lanescope_table_release
        self._open.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t]
        self._open.restype, self.release.argtypes, self.release.restype = ctypes.c_void_p, [ctypes.c_void_p], None
        self.schema, self.stream = locked.lanescope_table_schema, locked.lanescope_table_stream
        for function in (self.schema, self.stream):
            function.argtypes, function.restype = [ctypes.c_void_p], ctypes.py_object

    def open(self, descriptor):
        why = ctypes.create_string_buffer(WHY_BYTES)
        handle = self._open(descriptor, why, WHY_BYTES)
        if not handle:
            raise LanescopeError(f'a table could not be taken from the recorder: {why.value.decode()}')
        return handle


@functools.lru_cache(maxsize=1)
def _library():
    return _Library(str(recorder().parent.parent / 'lib' / 'lanescope' / 'arrow' / 'liblanescope_table.so'))


class Table(Mapping):
    """Columns by name, all of `rows` values. As a mapping it gives lists of Python's values, None where there is none; Arrow's users
    (pyarrow, polars, duckdb and whoever else calls `__arrow_c_stream__`) and pandas get the columns as they stand in memory. They
    stay there as long as anybody has one of them, this table or not."""

    def __init__(self, descriptor: int) -> None:
        """Takes the descriptor of a file that `lanescope table` has filled."""
        weakref.finalize(self, os.close, descriptor)
        self._descriptor, self._handle = descriptor, _library().open(descriptor)
        weakref.finalize(self, _library().release, self._handle)
        self._entries = list(_entries(self._mapped()))
        with memoryview(self._mapped()) as header:
            _, _, self.rows, _, columns = HEADER.unpack_from(header)
        self._columns = {column.name: column for column in self._entries[:columns]}

    def __getitem__(self, name: str) -> List[Any]:
        return self._values(self._columns[name], memoryview(self._mapped()))

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return f'<lanescope table of {self.rows} rows: {", ".join(self)}>'

    def __arrow_c_schema__(self) -> object:
        return _library().schema(self._handle)

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        """One batch. Another schema cannot be had."""
        return _library().stream(self._handle)

    def to_arrow(self) -> Any:
        """A Table of pyarrow, 14 or later."""
        import pyarrow
        return pyarrow.table(self)

    def to_polars(self) -> Any:
        """A DataFrame of polars, 1.3 or later."""
        import polars
        return polars.DataFrame(self)

    def to_pandas(self) -> Any:
        """A DataFrame; needs pandas alone. Numbers, and texts that come again and again, as categories, are not copied; numbers of
        which some are missing are of pandas' own integer type. It may be changed: nobody else sees that."""
        import pandas
        data = self._mapped()
        return pandas.DataFrame({column.name: self._series(column, data) for column in self._columns.values()}, copy=False)

    def _mapped(self):
        # Private, as a sealed file may not be mapped otherwise before Linux 6.7; a page is copied when somebody writes to it.
        return mmap.mmap(self._descriptor, 0, access=mmap.ACCESS_COPY)

    def _values(self, column, data):
        kind, length = column.format, column.length
        if kind in NUMBERS:
            values = _cast(data, column.buffers[1], length, NUMBERS[kind]).tolist()
        elif kind in CODES:
            texts = self._values(self._entries[column.dictionary], data)
            values = [texts[code] if code >= 0 else None for code in _cast(data, column.buffers[1], length, CODES[kind])]
        else:
            ends = _cast(data, column.buffers[1], length + 1, 'q').tolist()
            if kind == 'U':
                start, size = column.buffers[2]
                inner = data[start:start + size]
                values = [str(inner[begin:end], 'utf-8') for begin, end in zip(ends, ends[1:])]
            else:
                inner = self._values(self._entries[column.child], data)
                values = [inner[begin:end] for begin, end in zip(ends, ends[1:])]
        if column.nulls:
            valid = data[column.buffers[0][0]:]
            values = [value if valid[row >> 3] >> (row & 7) & 1 else None for row, value in enumerate(values)]
        return values

    def _series(self, column, data):
        import numpy
        import pandas
        kind = column.format
        if kind not in NUMBERS and kind not in CODES:
            return self._values(column, memoryview(data))
        values = _array(data, column.buffers[1], column.length, NUMBERS.get(kind) or CODES[kind])
        if kind in CODES:
            return pandas.Categorical.from_codes(values, self._values(self._entries[column.dictionary], memoryview(data)))
        if not column.nulls or kind == 'g':
            return values
        valid = numpy.unpackbits(_array(data, column.buffers[0], (column.length + 7) // 8, 'B'), count=column.length, bitorder='little')
        return pandas.arrays.IntegerArray(values, valid == 0)


def _entries(data):
    with memoryview(data) as view:
        count = HEADER.unpack_from(view)[3]
        for at in range(count):
            kind, name, size, length, nulls, child, dictionary, *places = ENTRY.unpack_from(view, HEADER.size + at * ENTRY.size)
            yield Column(str(view[name:name + size], 'utf-8'), kind.rstrip(b'\0').decode(), length, nulls, child, dictionary,
                         tuple(zip(places[::2], places[1::2])))


def _cast(data, place, count, kind):
    return data[place[0]:place[0] + count * struct.calcsize(kind)].cast(kind)


def _array(data, place, count, kind):
    import numpy
    return numpy.frombuffer(data, kind, count, place[0]) if count else numpy.empty(0, kind)


def _memory_file() -> int:
    descriptor = _library().create()
    if descriptor < 0:
        raise LanescopeError('tables need files in memory, which Linux has since 3.17')
    return descriptor


def read_table(*words: str) -> Table:
    """What `lanescope table` writes when it is asked with these words."""
    descriptor = _memory_file()
    try:
        call('table', *words, output=descriptor)
    except BaseException:
        os.close(descriptor)
        raise
    return Table(descriptor)


def read_tables(path: str, *names: str, options: Sequence[str] = ()) -> Dict[str, Table]:
    """Several tables by one process, which opens the file once."""
    whole = _memory_file()
    try:
        call('table', path, *names, *options, output=whole)
        tables, at = {}, 0
        for name in names:
            size = HEADER.unpack(os.pread(whole, HEADER.size, at))[1]
            part = _memory_file()
            end = at + size
            while at < end:
                os.write(part, os.pread(whole, min(end - at, 1 << 24), at))
                at = os.lseek(part, 0, os.SEEK_CUR) + end - size
            tables[name] = Table(part)
        return tables
    finally:
        os.close(whole)
