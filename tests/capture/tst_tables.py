#!/usr/bin/env python3
"""Tables of a session in pandas, polars and Arrow, each the real one of PyPI, which see the columns where the recorder has put them.
They are in an environment of their own in the user's cache, which is made when it is missing."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from captured import BUILD, RECORDER

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'support'))
import pypi  # noqa: E402

SESSION = Path(__file__).resolve().parents[2] / 'resources/demo/gpu.lanes'
LIBRARIES = ('pyarrow', 'pandas', 'polars', 'numpy', 'duckdb')

COMMON = """
import gc, json, sys, threading
import lanescope

def regions():
    '''Where tables stand in this process' memory.'''
    lines = [line.split() for line in open('/proc/self/maps') if 'memfd:lanescope-table' in line]
    return [tuple(int(end, 16) for end in line[0].split('-')) for line in lines]

def is_mapped(address):
    return any(begin <= address < end for begin, end in regions())

run = lanescope.open(sys.argv[1])
tables = {'operators': run.operators(), 'kernels': run.kernels(), 'slices': run.slices(), 'memory': run.memory(),
          'counters': run.counters()}
tables |= {by: run.operators(by=by) for by in ('shapes', 'module', 'stack', 'step', 'thread', 'category')}
slices = tables['slices']
"""
# What a table says is what the subcommands do.
PLAIN = """
stats = lambda by: json.loads(lanescope.installed.call('stats', sys.argv[1], '--by', by, '--top', '0', '--format', 'json'))
for by in ('name', 'shapes', 'module', 'stack', 'step', 'thread', 'category', 'kernel'):
    table = tables[{'name': 'operators', 'kernel': 'kernels'}.get(by, by)]
    rows = stats(by)
    assert table.rows == len(rows) > 0 and list(table)[0] == 'name' and set(table) == set(rows[0]), by
    for name in table:
        said = [json.dumps(row[name]) if name == 'shapes' else row[name] for row in rows]
        values = table[name]
        if name == 'shapes':
            said, values = [json.loads(text) for text in said], [json.loads(text or 'null') for text in values]
        if any(isinstance(value, float) for value in values):  # JSON rounds them
            assert [value is None for value in values] == [value is None for value in said], (by, name)
            assert all(abs((a or 0) - (b or 0)) <= 1e-3 + 1e-3 * abs(b or 0) for a, b in zip(values, said)), (by, name)
            continue
        assert values == said, (by, name)
trace = json.loads(lanescope.installed.call('convert', '-q', sys.argv[1], '-'))['traceEvents']
events = [event for event in trace if event['ph'] == 'X']
assert slices.rows == len(events) and slices['begin_ns'] == sorted(slices['begin_ns'])
told = lambda *values: sorted(map(repr, zip(*values)))
assert told(*(slices[name] for name in ('name', 'category', 'process', 'thread', 'begin_ns', 'duration_ns')),
            [text and json.loads(text) for text in slices['arguments']]) == sorted(repr((
    event['name'], event.get('cat', ''), str(event['pid']), str(event['tid']), round(event['ts'] * 1000), round(event['dur'] * 1000),
    event.get('args'))) for event in events)
assert list(run.slices(arguments=False)) == [name for name in slices if name != 'arguments']
memory = [event for event in trace if event['name'] == '[memory]']
assert tables['memory']['address'] == [event['args']['Addr'] for event in memory]
assert tables['memory']['bytes'] == [event['args']['Bytes'] for event in memory]
samples = [event for event in trace if event['ph'] == 'C']
assert tables['counters'].rows == len(samples)
assert abs(sum(tables['counters']['value']) - sum(sum(event['args'].values()) for event in samples)) < 1e-3 * len(samples)
"""
ARROW = """
import pyarrow
def addresses(array):
    if isinstance(array, pyarrow.DictionaryArray):
        return addresses(array.indices) + addresses(array.dictionary)
    return [buffer.address for buffer in array.buffers() if buffer is not None and buffer.size > 0]

made = {name: table.to_arrow() for name, table in tables.items()}
for name, table in made.items():
    assert table.column_names == list(tables[name]) and table.num_rows == tables[name].rows, name
    table.validate(full=True)
    assert table.to_pydict() == dict(tables[name]), name
    assert table.schema == pyarrow.schema(tables[name]), name
    found = [address for column in table.columns for chunk in column.chunks for address in addresses(chunk)]
    assert len(found) >= len(table.columns) and all(map(is_mapped, found)), name  # nothing was copied
assert str(made['slices'].schema.field('begin_ns').type) == 'int64'
assert str(made['memory'].schema.field('address').type) == 'uint64'
assert 'large_list' in str(made['stack'].schema.field('stack').type)

# The columns outlive the tables and the session; the last one lets go, on whatever thread.
total, one = sum(slices['duration_ns']), made['slices'].column('duration_ns')
unused = slices.__arrow_c_stream__(), slices.__arrow_c_schema__()
del run, tables, slices, table, made, unused
gc.collect()
assert len(regions()) == 1 and sum(one.to_pylist()) == total
kept = [one.slice(1000)]
del one, found
gc.collect()
assert len(regions()) == 1
thread = threading.Thread(target=kept.clear)
thread.start()
thread.join()
gc.collect()
assert regions() == []
kept = lanescope.open(sys.argv[1]).kernels().to_arrow()  # ends with Python
"""
POLARS = """
import polars
address = lambda column: column.to_numpy(allow_copy=False).__array_interface__['data'][0]
made = {name: table.to_polars() for name, table in tables.items()}
for name, table in made.items():
    assert table.columns == list(tables[name]) and table.height == tables[name].rows, name
    assert table.to_dict(as_series=False) == dict(tables[name]), name
    numbers = [column for column in table if column.dtype in (polars.Int64, polars.UInt64, polars.Float64)]
    assert not numbers or all(is_mapped(address(column)) for column in numbers if len(column) and not column.null_count), name
frame = made['slices']
assert frame['duration_ns'].dtype == polars.Int64 and frame['name'].dtype in (polars.Categorical, polars.String)
expected = sum(ns for ns, category in zip(slices['duration_ns'], slices['category']) if category == 'kernel')
del run, tables, slices, made, table
gc.collect()
assert frame.filter(polars.col('category') == 'kernel')['duration_ns'].sum() == expected > 0
"""
PANDAS = """
sys.modules['pyarrow'] = None  # cannot be imported: pandas is enough
import pandas
made = {name: table.to_pandas() for name, table in tables.items()}
address = lambda values: values.__array_interface__['data'][0]
for name, table in made.items():
    assert list(table.columns) == list(tables[name]) and len(table) == tables[name].rows, name
    for key in table:
        column, there = table[key], [value for value in tables[name][key] if value is not None]
        assert column[column.notna()].tolist() == there, (name, key)
        if isinstance(column.dtype, pandas.CategoricalDtype):
            assert not there or is_mapped(address(column.array.codes)), (name, key)
        elif column.dtype.kind in 'iuf' and there and column.notna().all() and not pandas.api.types.is_extension_array_dtype(column.dtype):
            assert is_mapped(address(column.to_numpy())), (name, key)
frame = made['slices']
assert frame['begin_ns'].dtype == 'int64' and made['memory']['address'].dtype == 'uint64'
# It may be changed, and nobody else sees that.
first = slices['duration_ns'][0]
frame['duration_ns'].to_numpy(copy=False)
frame.loc[0, 'duration_ns'] = -1
assert frame['duration_ns'][0] == -1 and slices['duration_ns'][0] == first == slices.to_pandas()['duration_ns'][0]
del run, tables, slices, made, table, column
gc.collect()
assert frame.loc[frame['category'] == 'kernel', 'duration_ns'].sum() > 0
"""
# Of a trace with nothing but one slice without arguments and two allocations of which one names no total.
BARE = """
import pandas, polars, pyarrow
assert tables['kernels'].rows == 0 == tables['counters'].rows and list(tables['kernels'])[0] == 'name'
assert tables['memory']['total_allocated_bytes'] == [None, 64], dict(tables['memory'])
assert slices['arguments'][0] is None and slices['name'] == ['one']
for table in tables.values():
    assert table.to_arrow().to_pydict() == dict(table) == table.to_polars().to_dict(as_series=False)
    assert list(table.to_pandas().columns) == list(table) and len(table.to_pandas()) == table.rows
totals = tables['memory'].to_pandas()['total_allocated_bytes']
assert totals.dtype == 'Int64' and totals.isna().tolist() == [True, False] and totals[1] == 64
"""
# Questions in SQL: the program's own SQLite and DuckDB say the same, and so do the answers.
SQL = """
import tempfile, duckdb, pyarrow.parquet
from lanescope.columns import Table
both = lambda query: [dict(run.sql(query, engine)) for engine in ('sqlite', 'duckdb')]
for query in ("select name, count(*) as n, sum(dur) as total from slice group by name order by name",
              "select category, max(dur) as longest, avg(dur) * 1.0 as mean from slice where name like 'aten::%' group by category order by category",
              "select thread.name, count(*) as n from slice join thread_track on track_id = thread_track.id join thread using (utid) group by thread.name order by thread.name",
              "select kind, count(*) as n from flow group by kind order by kind", "select * from kernel", "select * from step", "select * from gap limit 50",
              "select null as none, 1 as one, 1.5 as half, 'x' as letter", "select id from slice where id < 0"):
    sqlite, other = both(query)
    assert list(sqlite) == list(other), (query, list(sqlite), list(other))
    for key in sqlite:
        assert len(sqlite[key]) == len(other[key]) and all(
            abs(a - b) <= 1e-6 * abs(a) if isinstance(a, float) and b is not None else a == b for a, b in zip(sqlite[key], other[key])), (query, key)
assert isinstance(run.sql("select 1 as x", 'sqlite'), Table) and run.sql("select 1 as x").to_arrow().num_rows == 1
assert run.sql("select sum(dur) as t from slice")['t'] == [sum(slices['duration_ns'])]
for name in ('kernels', 'operators', 'steps', 'gaps', 'copies', 'syncs'):
    answer, asked = run.answer(name), run.sql(f'select * from {name}')
    assert answer.rows == asked.rows, name
    for key in set(answer) & set(asked):
        assert all(a == b for a, b in zip(answer[key], asked[key]) if not isinstance(a, list)), (name, key)
# What only SQLite has goes there.
assert run.sql("select extract_arg(arg_set_id, 'Input Dims') as d from slice where name = 'aten::conv2d' limit 1")['d'][0].startswith('[[')
assert run.sql("select sum(calls) as n from kernel(0, 1)")['n'] == [None]
for query in ("select nme from slice", "select * from nowhere", "selec", "delete from slice", "copy (select 1) to '/tmp/lanescope-was-fooled'",
              "select * from read_csv('/etc/passwd')", "select * from '/etc/passwd'", "select * from run", "attach '/tmp/lanescope-was-fooled' as x"):
    for engine in ('sqlite', 'duckdb', None):
        try:
            raise SystemExit(f'{query!r} gave {dict(run.sql(query, engine))} by {engine}')
        except lanescope.LanescopeError:
            pass
assert not __import__('os').path.exists('/tmp/lanescope-was-fooled')
with tempfile.TemporaryDirectory() as folder:
    files = run.to_parquet(folder)
    assert {'slices', 'kernels', 'operators', 'gaps', 'advice'} <= {file.stem for file in files}
    for file in files:
        assert pyarrow.parquet.read_table(file).num_rows == (tables.get(file.stem) or run.answer(file.stem)).rows, file
    sums = duckdb.sql(f"select name, calls, total_ns from '{folder}/kernels.parquet'").fetchall()
    assert sums == list(zip(*(tables['kernels'][key] for key in ('name', 'calls', 'total_ns'))))
    assert [file.name for file in run.to_parquet(folder, ['steps'])] == ['steps.parquet']
    assert not list(__import__('pathlib').Path(folder).glob('*.part'))
"""
# Without DuckDB the program answers.
SQL_ALONE = """
sys.modules['duckdb'] = None
assert run.sql("select count(*) as n from slice")['n'] == [slices.rows]
try:
    run.sql('select 1', 'duckdb')
    raise SystemExit('DuckDB was asked, and is not there')
except lanescope.LanescopeError as problem:
    assert 'lanescope[data]' in str(problem)
"""
# A recorder that gives nonsense: it is refused, or it is a table all the same.
DAMAGED = """
import os, random
from lanescope.columns import Table, _library
library, chance, refused = _library(), random.Random(17), 0
for table in (tables['slices'], tables['stack'], tables['memory']):
    good = os.pread(table._descriptor, 1 << 30, 0)
    for turn in range(300):
        bad = bytearray(good)
        if turn % 7 == 0:
            del bad[chance.randrange(len(bad)):]
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(min(len(bad), 1400 if turn % 3 else len(bad)) or 1)
            bad[at:at + 1] = bytes([chance.choice((0, 1, 255, chance.randrange(256)))])
        descriptor = library.create()
        os.write(descriptor, bad)
        try:
            damaged = Table(descriptor)
        except lanescope.LanescopeError as problem:
            assert str(problem).startswith('a table could not be taken from the recorder: ')
            refused += 1
            continue
        damaged.to_arrow().validate(full=True)
        damaged.to_polars()
        dict(damaged)
    try:
        os.write(table._descriptor, b'x')
        raise SystemExit('a table that was checked can be changed')
    except PermissionError:
        pass
assert refused > 300, refused
"""
COST = """
import json, resource, sys
import lanescope
import polars
how, session = sys.argv[1:]
usage = lambda: [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
seconds = lambda: sum(one.ru_utime + one.ru_stime for one in usage())
before, empty = seconds(), usage()[0].ru_maxrss
if how == 'columns':
    frame = lanescope.open(session).slices(arguments=False).to_polars()
    total = frame['duration_ns'].sum()
else:
    events = lanescope.installed.ask('convert', '-q', session, '-')['traceEvents']
    total = sum(round(event['dur'] * 1000) for event in events if event['ph'] == 'X')
print(json.dumps([total, seconds() - before, (usage()[0].ru_maxrss - empty) / 1024, usage()[1].ru_maxrss / 1024]))
"""


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.python, why = pypi.environment('tables-duckdb', *LIBRARIES)
        if cls.python is None:
            raise unittest.SkipTest(why)

    def run_code(self, code, *arguments):
        result = subprocess.run([self.python, '-c', code, *arguments], capture_output=True, text=True, timeout=600, check=False,
                                env=os.environ | {'PYTHONPATH': str(BUILD / 'lib/lanescope/python')})
        self.assertEqual(result.returncode, 0, result.stderr[-3000:])
        return result.stdout

    def test_they_say_what_the_subcommands_do(self):
        self.run_code(COMMON + PLAIN, str(SESSION))

    def test_arrow(self):
        self.run_code(COMMON + ARROW, str(SESSION))

    def test_polars(self):
        self.run_code(COMMON + POLARS, str(SESSION))

    def test_pandas(self):
        self.run_code(COMMON + PANDAS, str(SESSION))

    def test_sql(self):
        self.run_code(COMMON + SQL, str(SESSION))

    def test_sql_without_duckdb(self):
        self.run_code(COMMON + SQL_ALONE, str(SESSION))

    def test_what_is_not_known_is_no_value(self):
        memory = {'ph': 'i', 's': 't', 'name': '[memory]', 'pid': 1, 'tid': 2}
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / 'bare.json'
            trace.write_text(json.dumps({'traceEvents': [
                {'ph': 'X', 'cat': 'cpu_op', 'name': 'one', 'pid': 1, 'tid': 2, 'ts': 10, 'dur': 5},
                memory | {'ts': 11, 'args': {'Device Type': 0, 'Device Id': -1, 'Addr': 4096, 'Bytes': 64}},
                memory | {'ts': 12, 'args': {'Device Type': 0, 'Device Id': -1, 'Addr': 8192, 'Bytes': 64, 'Total Allocated': 64}}]}))
            self.run_code(COMMON + BARE, str(trace))

    def test_a_table_from_another_process_is_checked(self):
        self.run_code(COMMON + DAMAGED, str(SESSION))

    def test_a_million_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            trace, session = Path(folder) / 'large.json', Path(folder) / 'large.lanes'
            with open(trace, 'w', encoding='utf-8') as file:
                file.write('{"traceEvents": [')
                file.writelines(f'{"," if row else ""}{{"ph":"X","cat":"cpu_op","name":"aten::op{row % 50}","pid":1,"tid":{row % 4},'
                                f'"ts":{row * 2}.125,"dur":1.5,"args":{{"External id":{row}}}}}\n' for row in range(1_000_000))
                file.write(']}')
            subprocess.run([RECORDER, 'convert', '-q', trace, session], check=True)
            (total, new_time, new_here, new_there), (same, old_time, old_here, old_there) = (
                json.loads(self.run_code(COST, how, str(session))) for how in ('columns', 'json'))
        print(f'a million rows: {new_time:.2f} s of processor, {new_here:.0f} MB here and {new_there:.0f} MB in the recorder; '
              f'through JSON {old_time:.2f} s, {old_here:.0f} and {old_there:.0f} MB', file=sys.stderr)
        self.assertEqual(total, same)
        self.assertLess(new_time, old_time / 2)
        self.assertLess(new_here, old_here / 4)


if __name__ == '__main__':
    unittest.main(verbosity=2)
