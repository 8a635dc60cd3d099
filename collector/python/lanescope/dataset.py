"""`lanescope dataset FILES... -o DIR`: the ranks of a job as Parquet, for engines that read thousands of them.

DIR/TABLE/job=JOB/block=N/part.parquet holds 64 ranks, a row group or more for each, sorted by rank and time. A block is written under
other names and takes its own when it is whole; the manifest says last that it is there. So a run that was killed goes on where it
was, and no row is there twice."""
import argparse
import concurrent.futures
import json
import os
import shutil
import sys
from collections import deque
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple
from urllib.parse import quote

from lanescope.columns import read_tables
from lanescope.errors import LanescopeError
from lanescope.installed import ask, call

SCHEMA = 1  # of the tables; it grows when a column changes its meaning or goes
RANKS_IN_BLOCK = 64
MANIFEST = 'manifest.json'
# Tables of single events, which are written as they come: their columns are always the same. By which they are sorted.
EVENTS = {'slices': 'begin_ns', 'memory': 'time_ns', 'counters': 'time_ns'}
# Answers of the registry: key of `lanescope table`, and the column that they are sorted by.
ANSWERS = {'kernels': None, 'operators': None, 'modules': None, 'steps': 'start_ns', 'gaps': 'start_ns', 'findings': None}
KEYS = {'findings': 'advice', 'modules': 'operators:module'}
OF_JOB = ('ranks', 'collectives')  # of all ranks together, by `lanescope ranks`
TABLES = (*EVENTS, *ANSWERS, *OF_JOB)
COLLECTIVES_AT_ONCE = 10_000


def _rows(table: Any, rank: Any, session: str, sorted_by: Optional[str]) -> Any:
    """As every file has them: rank and session first, plain types, `_` for dots, by time."""
    import pyarrow
    again = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())  # texts that come again and again
    codes = pyarrow.nulls(len(table), pyarrow.int32()).fill_null(0)
    plain = {'rank': rank, 'session': pyarrow.DictionaryArray.from_arrays(codes, [session])}
    for name, column in zip(table.column_names, table.columns):
        if pyarrow.types.is_dictionary(column.type):
            column = column.cast(again)
        elif pyarrow.types.is_large_string(column.type):
            column = column.cast(pyarrow.string())
        elif pyarrow.types.is_large_list(column.type):
            inner = column.type.value_type
            inner = pyarrow.string() if pyarrow.types.is_dictionary(inner) or pyarrow.types.is_large_string(inner) else inner
            column = pyarrow.chunked_array([pyarrow.array(column.to_pylist(), pyarrow.list_(inner))])
        if name != 'rank':
            plain[name.replace('.', '_')] = column
    made = pyarrow.table(plain)
    return made.sort_by([('rank', 'ascending'), (sorted_by, 'ascending')]) if sorted_by else made


class _Rank:
    """What one file gives, read by a process of its own."""

    def __init__(self, path: str, ranks: Sequence[int], arguments: bool) -> None:
        import pyarrow
        options = [] if arguments else ['--no-arguments']
        tables = read_tables(path, *EVENTS, *(KEYS.get(name, name) for name in ANSWERS), options=options)
        session = os.path.basename(path)
        alone = ranks[0] if len(ranks) == 1 else None
        of_process = {} if alone is not None else {str(process['pid']): process.get('rank') for process in ask('info', '--json', path)['processes']}
        self.tables: Dict[str, Any] = {}
        for name in (*EVENTS, *ANSWERS):
            columns = tables.pop(KEYS.get(name, name)).to_arrow()
            sorted_by = EVENTS.get(name) or ANSWERS[name]
            if alone is not None:
                rank = pyarrow.nulls(len(columns), pyarrow.int64()).fill_null(alone)
                sorted_by = ANSWERS.get(name)  # events come in their order
            elif 'process' in columns.column_names:  # a session of several ranks
                rank = pyarrow.array([of_process.get(key) for key in columns['process'].to_pylist()], pyarrow.int64())
            else:
                rank = columns['rank'] if 'rank' in columns.column_names else pyarrow.nulls(len(columns), pyarrow.int64())
            self.tables[name] = _rows(columns, rank, session, sorted_by)


class _Block:
    """The files of some ranks, under names that nobody reads yet."""

    def __init__(self, folder: Path, place: str) -> None:
        self._folder, self._place = folder, place
        self._writers: Dict[str, Any] = {}
        self._gathered: Dict[str, List[Any]] = {name: [] for name in ANSWERS}
        self._rows: Dict[str, int] = {}

    def _file(self, name: str, part: bool) -> Path:
        return self._folder / name / self._place / ('.part.parquet' if part else 'part.parquet')

    def write(self, name: str, rows: Any) -> None:
        import pyarrow.parquet
        if name not in self._writers:
            self._file(name, True).parent.mkdir(parents=True, exist_ok=True)
            order = [('rank', 'ascending')] + ([(EVENTS[name], 'ascending')] if name in EVENTS else [])
            schema = rows.schema.with_metadata({'lanescope.table': name, 'lanescope.schema': str(SCHEMA)})
            self._writers[name] = pyarrow.parquet.ParquetWriter(
                self._file(name, True), schema, compression='zstd', store_schema=False,
                sorting_columns=pyarrow.parquet.SortingColumn.from_ordering(schema, order))
            self._rows[name] = 0
        self._writers[name].write_table(rows, row_group_size=1 << 18)
        self._rows[name] += len(rows)

    def add(self, rank: _Rank) -> None:
        for name, rows in rank.tables.items():
            if name in EVENTS:
                self.write(name, rows)
            else:
                self._gathered[name].append(rows)

    def finish(self) -> Dict[str, Dict[str, Any]]:
        """The files have their names. What the manifest says of them."""
        import pyarrow
        for name, parts in self._gathered.items():
            if parts:  # ranks may lack columns
                self.write(name, pyarrow.concat_tables(parts, promote_options='default'))
        for name, writer in self._writers.items():
            writer.close()
            os.replace(self._file(name, True), self._file(name, False))
        return {name: {'file': str(self._file(name, False).relative_to(self._folder)), 'rows': rows} for name, rows in self._rows.items()}


def _collectives(text: str) -> Iterator[Dict[str, Any]]:
    """One at a time: of a thousand ranks all together would not fit."""
    decoder, at = json.JSONDecoder(), text.index('"collectives": [') + len('"collectives": [')
    while text[at] != ']':
        one, at = decoder.raw_decode(text, at)
        yield one
        while text[at] in ', \n':
            at += 1


def _write_job(block: _Block, told: Dict[str, Any], text: str) -> None:
    """The tables of all ranks together; a collective has a row for each rank that came to it."""
    import pyarrow
    sums = [('waited_ns', told['waits']), ('caused_ns', told['caused'])]
    ranks = [{**one, **{name: of.get(str(one['rank'])) for name, of in sums}, **told['overlap'][str(one['rank'])]} for one in told['ranks']]
    for one in ranks:
        one['session'] = os.path.basename(one.pop('file'))
    whole = pyarrow.int64()
    texts = ('session', 'host', 'method')
    names = ('rank', *texts, 'offset_ns', 'error_ns', 'drift_ppb', 'waited_ns', 'caused_ns', 'compute_ns', 'communication_ns', 'exposed_ns')
    schema = pyarrow.schema([(name, pyarrow.string() if name in texts else whole) for name in names])
    block.write('ranks', pyarrow.Table.from_pylist(sorted(ranks, key=lambda one: one['rank']), schema))
    names = ('rank', 'name', 'group', 'sequence', 'start_ns', 'spread_ns', 'last_rank', 'error_ns', 'bytes', 'transfer_ns', 'wait_ns')
    schema = pyarrow.schema([(name, pyarrow.string() if name in ('name', 'group') else whole) for name in names])
    rows: List[Dict[str, Any]] = []
    for one in _collectives(text):
        rows += [{**one, 'rank': int(rank), 'wait_ns': wait} for rank, wait in one['wait_ns'].items()]
        if len(rows) >= COLLECTIVES_AT_ONCE:
            block.write('collectives', pyarrow.Table.from_pylist(rows, schema))
            rows.clear()
    block.write('collectives', pyarrow.Table.from_pylist(rows, schema))


class _Manifest:
    """What there is. It is replaced as a whole."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / MANIFEST
        self.told: Dict[str, Any] = {'format': 'lanescope data set', 'schema': SCHEMA, 'jobs': {}}
        if self._path.exists():
            self.told = json.loads(self._path.read_text())
            if self.told.get('schema') != SCHEMA:
                raise LanescopeError(f'{folder} holds schema {self.told.get("schema")}, and this version writes {SCHEMA}; choose another folder')
        elif folder.exists() and any(folder.iterdir()):
            raise LanescopeError(f'{folder} is no data set, and not empty; choose another folder')

    def write(self) -> None:
        part = self._path.with_name('.manifest.part')
        part.write_text(json.dumps(self.told, indent=1) + '\n')
        os.replace(part, self._path)


def _stamp(path: str, ranks: Sequence[int], arguments: bool) -> List[Any]:
    """By which a file is known to be the one that was read."""
    facts = os.stat(path)
    return [os.path.basename(path), facts.st_size, facts.st_mtime_ns, list(ranks), arguments]


def _blocks(told: Dict[str, Any]) -> Dict[int, List[Tuple[str, List[int]]]]:
    """Files with their ranks by block, in the order of their lowest ranks."""
    ranks: Dict[str, List[int]] = {}
    for one in told['ranks']:
        ranks.setdefault(one['file'], []).append(one['rank'])
    blocks: Dict[int, List[Tuple[str, List[int]]]] = {}
    for path, of in sorted(ranks.items(), key=lambda entry: min(entry[1])):
        blocks.setdefault(min(of) // RANKS_IN_BLOCK, []).append((path, sorted(of)))
    return blocks


def _read(files: List[Tuple[str, List[int]]], workers: int, arguments: bool) -> Iterator[_Rank]:
    """In their order, some ahead of the one that is written."""
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        waiting: deque = deque()
        for path, ranks in files:
            waiting.append(pool.submit(_Rank, path, ranks, arguments))
            if len(waiting) > workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def write(files: 'Iterable[str | os.PathLike[str]]', folder: 'str | os.PathLike[str]', job: str = 'job', workers: int = 2,
          arguments: bool = False) -> Dict[str, Any]:
    """Writes the ranks of a job into a data set, which may hold other jobs. What is there and has not changed stays. Gives the
    manifest's entry of the job. Needs pyarrow. Raises LanescopeError where a file cannot be read."""
    import pyarrow.parquet  # noqa: F401 before anything is made
    paths, place = [os.fspath(file) for file in files], Path(folder)
    if not job or job.startswith('.') or '/' in job:
        raise LanescopeError(f'{job!r} is no name of a job: it becomes a folder')
    manifest = _Manifest(place)
    text = call('ranks', *paths, '--format', 'json').decode()
    begin = text.index('"collectives": [')
    told = json.loads(text[:begin] + '"collectives": [],' + text[text.index('"waits": {', begin):])
    place.mkdir(parents=True, exist_ok=True)
    entry = manifest.told['jobs'].setdefault(job, {'blocks': {}})
    blocks = _blocks(told)
    at = f'job={quote(job, safe="")}'
    for number, members in blocks.items():
        sources = [_stamp(path, ranks, arguments) for path, ranks in members]
        if entry['blocks'].get(str(number), {}).get('sources') != sources:
            block = _Block(place, f'{at}/block={number}')
            for rank in _read(members, workers, arguments):
                block.add(rank)
            entry['blocks'][str(number)] = {'sources': sources, 'files': block.finish()}
            manifest.write()
    for number in [number for number in entry['blocks'] if int(number) not in blocks]:  # of ranks that are no more
        for file in entry['blocks'].pop(number)['files'].values():
            shutil.rmtree((place / file['file']).parent, ignore_errors=True)
    together = _Block(place, f'{at}/block=0')
    _write_job(together, told, text)
    entry.update(ranks=len(told['ranks']), files=together.finish())
    manifest.write()
    return entry


def views(folder: 'str | os.PathLike[str]') -> List[str]:
    """`create view` statements for DuckDB, one for each table."""
    place = str(Path(folder)).replace("'", "''")
    return [f"create view {name} as select * from read_parquet('{place}/{name}/*/*/part.parquet', hive_partitioning = true, union_by_name = true)"
            for name in TABLES if (Path(folder) / name).exists()]


def main(words: List[str]) -> int:
    parser = argparse.ArgumentParser(prog='lanescope dataset')
    parser.add_argument('files', nargs='+')
    parser.add_argument('-o', '--output', required=True)
    parser.add_argument('--job', default='job')
    parser.add_argument('--workers', type=int, default=2)
    parser.add_argument('--arguments', action='store_true')
    given = parser.parse_args(words)
    try:
        entry = write(given.files, given.output, given.job, given.workers, given.arguments)
    except ImportError as problem:
        print(f"lanescope dataset: {problem}; pip install 'lanescope[data]' brings it", file=sys.stderr)
        return 1
    except (LanescopeError, OSError) as problem:
        print(f'lanescope dataset: {problem}', file=sys.stderr)
        return 1
    print(f'{entry["ranks"]} ranks in {given.output}, job {given.job}')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
