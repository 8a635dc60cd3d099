"""`lanescope mcp FILE...`: the answers of sessions for an agent, over standard input and output, by the package `mcp`.

Each tool asks the program, which only reads the files that were named. Answers are bounded and come in a fixed order. Rows have
`slice_id`, the event that they lead to, for `events`."""
import functools
import json
import os
import sys
from typing import Any, Dict, List, Optional

from lanescope.errors import LanescopeError
from lanescope.installed import ask, call_within

MOST_ROWS = 200
MOST_IDS = 50
LONGEST_TEXT = 400  # characters of one value
LARGEST_ANSWER = 60_000  # characters of JSON
SECONDS = 60  # of one query
GRACE = 30  # seconds more, for opening the file
LARGEST_RESULT = 50_000_000  # bytes of all rows of a query
OF_EVENTS = ('slice', 'ancestor_slice', 'descendant_slice', 'thread_track', 'process_track', 'process_counter_track', 'counter_track', 'track',
             'thread', 'process', 'counter', 'memory', 'flow', 'args')

INSTRUCTIONS = """Lanescope's answers about recorded PyTorch programs. Times are ns, sizes bytes. Begin with `summary`, then `advice`;
`stats`, `gaps`, `path`, `memory` and `ranks` say why, `diff` compares two sessions. `sql` answers anything else; `tables` lists what it
has. A row's `slice_id` is an event: `events` says what it is, `source` which line of Python led to it. null: not known. Name events by
their ids where you state a figure."""


def _short(value: Any, most: int = MOST_ROWS) -> Any:
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return f'{value[:LONGEST_TEXT // 2]}...{value[-LONGEST_TEXT // 2:]}'
    if isinstance(value, list):
        return [_short(one, most) for one in value[:most]]
    if isinstance(value, dict):
        return {key: _short(inner, most) for key, inner in list(value.items())[:MOST_ROWS]}
    return value


def bounded(rows: List[Any], limit: int, **beside: Any) -> Dict[str, Any]:
    """As many rows as may be told at once, and how many there are besides."""
    shown = [_short(row) for row in rows[:max(0, min(limit, MOST_ROWS))]]
    while shown and len(json.dumps(shown, ensure_ascii=False)) > LARGEST_ANSWER:
        shown = shown[:len(shown) * 3 // 4]
    return {**beside, 'rows': shown, 'left_out': len(rows) - len(shown)}


class Sessions:
    """The files that were named when the server was started; no other is read."""

    def __init__(self, files: List[str]) -> None:
        names = [os.path.basename(file) for file in files]
        self.files = {name if names.count(name) == 1 else file: file for name, file in zip(names, files)}
        self._tables: Dict[str, Dict[str, List[str]]] = {}

    def path(self, session: str) -> str:
        """Of a name that `summary` lists; empty: the first."""
        if not session:
            return next(iter(self.files.values()))
        if session not in self.files:
            raise LanescopeError(f'there is no session {session!r}; there are {", ".join(self.files)}')
        return self.files[session]

    def query(self, session: str, sql: str) -> List[Dict[str, Any]]:
        # The query is no word of the command line, where it could be an option.
        text = call_within(['sql', self.path(session), '-f', '-', '--format', 'json', '--time-limit', SECONDS], sql.encode(),
                           LARGEST_RESULT, SECONDS + GRACE)
        return json.loads(text) if text.strip() else []

    def tables(self, session: str) -> Dict[str, List[str]]:
        if self.path(session) not in self._tables:
            self._tables[self.path(session)] = ask('sql', self.path(session), '--tables', '--format', 'json')
        return self._tables[self.path(session)]

    def answer(self, session: str, table: str, where: str = '', begin_ns: Optional[int] = None, end_ns: Optional[int] = None,
               top: int = 20) -> dict[str, Any]:
        """Rows of an answer of the registry, in its own order."""
        if table not in self.tables(session) or table in OF_EVENTS:
            known = [name for name in self.tables(session) if name not in OF_EVENTS]
            raise LanescopeError(f'there is no answer {table!r}; there are {", ".join(known)}')
        terms = [f'range_begin = {int(begin_ns)}'] if begin_ns is not None else []
        terms += [f'range_end = {int(end_ns)}'] if end_ns is not None else []
        terms += ["filter = '{}'".format(where.replace("'", "''"))] if where else []
        condition = ' where ' + ' and '.join(terms) if terms else ''
        return bounded(self.query(session, f'select slice_id, * from "{table}"{condition}'), top, answer=table)


def _frames(sessions: Sessions, session: str, event: int) -> Dict[str, Any]:
    """The Python stack of an event, or of the nearest event around it, before it or of its forward pass that has one."""
    steps = [('the event', f'select {event} as id'),
             ('an enclosing event', f'select id from ancestor_slice({event}) order by depth desc'),
             ('the launching call', f'select slice_out as id from flow where slice_in = {event}'),
             ('around the launching call', f'select a.id from flow join ancestor_slice(slice_out) a where slice_in = {event} order by a.depth desc')]
    # of backward work the forward operator's
    around = ' union all '.join(f'select id from ({ids})' for _, ids in steps)
    forward = f"select slice_out as id from flow where kind = 'forward_backward' and slice_in in ({around})"
    steps += [('the forward operator', forward),
              ('around the forward operator', f'select a.id from ({forward}) f join ancestor_slice(f.id) a order by a.depth desc')]
    for how, ids in steps:
        found = sessions.query(session, f"select id, extract_arg(id, 'Call stack') as stack from ({ids}) where stack is not null limit 1")
        if found:
            return {'event': event, 'from': how, 'slice_id': found[0]['id'], 'stack': _short(found[0]['stack'].split(' < '))}
        found = sessions.query(session, f"select s.id, s.name from ({ids}) i join slice s on s.id = i.id where category = 'python_function' limit 30")
        if found:
            return {'event': event, 'from': how, 'slice_id': found[0]['id'], 'stack': [_short(row['name']) for row in found]}
    return {'event': event, 'from': None, 'slice_id': None, 'stack': []}


def make_server(files: List[str]) -> Any:
    """A server of the package mcp, which runs it."""
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp_types import ToolAnnotations

    sessions = Sessions(files)
    server = MCPServer('lanescope', instructions=INSTRUCTIONS)
    only_reads = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)

    def tool(answer):
        @functools.wraps(answer)
        def told(**asked):
            try:
                return answer(**asked)
            except LanescopeError as problem:  # its sentence is for the agent
                raise ToolError(str(problem)) from None
        return server.tool(annotations=only_reads)(told)

    @tool
    def summary(session: str = '') -> dict[str, Any]:
        """What a session holds: program, events by category, threads, losses; and the names of all sessions."""
        info = ask('info', '--json', sessions.path(session))
        info.pop('file', None)
        trimmed = _short({key: dict(list(value.items())[:40]) if isinstance(value, dict) else value for key, value in info.items()})
        return {'sessions': list(sessions.files), 'session': session or next(iter(sessions.files)), **trimmed}

    @tool
    def tables(session: str = '') -> dict[str, Any]:
        """The tables of `sql` with their columns. All but those of single events are answers for `stats`."""
        return {'tables': sessions.tables(session), 'events': list(OF_EVENTS)}

    @tool
    def stats(table: str = 'operator', session: str = '', where: str = '', begin_ns: Optional[int] = None, end_ns: Optional[int] = None,
              top: int = 20) -> dict[str, Any]:
        """Rows of an answer: operator, operator_by_shapes, module, kernel, step, sync, copy, replay and others that `tables` lists.
        `where` is a filter such as op:mm or kernel:gemm, `begin_ns` and `end_ns` a range of time."""
        return sessions.answer(session, table, where, begin_ns, end_ns, top)

    @tool
    def gaps(session: str = '', top: int = 20) -> dict[str, Any]:
        """Times in which a stream or device was idle, with causes, the longest first; and how long devices were idle by cause."""
        return {**sessions.answer(session, 'gap', top=top), 'devices': sessions.answer(session, 'idle_device')['rows']}

    @tool
    def path(by: str = 'path_part', session: str = '', top: int = 20) -> dict[str, Any]:
        """The critical path: path_part (by kind), path_part_by_name, path_part_by_module or path_part_by_line."""
        return sessions.answer(session, by, top=top)

    @tool
    def advice(session: str = '', top: int = 20) -> dict[str, Any]:
        """What to change in the program, where, and what that would save."""
        return sessions.answer(session, 'finding', top=top)

    @tool
    def ranks(session: str = '', top: int = 20) -> dict[str, Any]:
        """The ranks of a job, and the collectives with who came last."""
        return {**sessions.answer(session, 'rank', top=top), 'collectives': sessions.answer(session, 'collective', top=top)}

    @tool
    def memory(session: str = '', top: int = 20) -> dict[str, Any]:
        """What makes the peak of memory of each device, by category, line and operator; and the allocation that reached it."""
        found = ask('memory', sessions.path(session), '--peak', '--format', 'json')
        peaks = sessions.query(session, 'select device_type, device, max(total_allocated_bytes) as bytes, id as memory_id, time_ns, track_id from memory '
                                        'where total_allocated_bytes is not null group by device_type, device')
        return {**_short(found, max(1, top)), 'reached': peaks}

    @tool
    def diff(before: str, after: str, by: str = 'name', top: int = 20) -> dict[str, Any]:
        """What became slower from one session to another, by name (operators) or kernel; the longest event of each name in both."""
        found = ask('diff', sessions.path(before), sessions.path(after), '--by', by, '--top', max(1, min(top, MOST_ROWS)), '--format', 'json')
        names = ', '.join("'{}'".format(row['name'].replace("'", "''")) for row in found['rows'])
        longest = f'select name, id, max(dur) as dur from slice where name in ({names}) group by name'
        events = {side: {row['name']: row['id'] for row in sessions.query(session, longest)} for side, session in (('a', before), ('b', after))}
        rows = [{**row, 'slice_id_a': events['a'].get(row['name']), 'slice_id_b': events['b'].get(row['name'])} for row in found.pop('rows')]
        return bounded(rows, top, **_short(found))

    @tool
    def sql(query: str, session: str = '', limit: int = 100) -> dict[str, Any]:
        """Answers a SELECT of SQLite over the tables that `tables` lists: slice, thread, process, flow, args, kernel, operator, step...
        slice.id is the id of an event. Names and columns of events are Perfetto's."""
        return bounded(sessions.query(session, query), limit)

    @tool
    def events(ids: List[int], session: str = '') -> dict[str, Any]:
        """What single events are: name, times, thread, process, arguments, the event around, and flows to others."""
        wanted = ', '.join(str(int(one)) for one in ids[:MOST_IDS]) or 'null'
        places = 'left join thread t on t.utid = s.track_id left join process p on p.upid = t.upid'
        shown = 's.*, t.name as thread, t.tid, p.pid, p.name as process'
        rows = sessions.query(session, f'select {shown} from slice s {places} where s.id in ({wanted}) order by s.id')
        arguments: Dict[int, Dict[str, Any]] = {}
        for row in sessions.query(session, f'select arg_set_id, key, display_value from args where arg_set_id in ({wanted}) order by id'):
            arguments.setdefault(row['arg_set_id'], {})[row['key'].replace('args.', '', 1)] = row['display_value']
        flows = sessions.query(session, f'select slice_out, slice_in, kind from flow where slice_out in ({wanted}) '
                                        f'union select slice_out, slice_in, kind from flow where slice_in in ({wanted}) order by 1, 2')
        return bounded([{**row, 'arguments': arguments.get(row['id'], {})} for row in rows], MOST_IDS, flows=flows[:MOST_ROWS])

    @tool
    def source(event: int, session: str = '') -> dict[str, Any]:
        """The Python stack that led to an event, innermost first: function, file and line."""
        return _frames(sessions, session, int(event))

    return server


def main(files: List[str]) -> int:
    """Serves until standard input ends."""
    if not files or files[0] in ('-h', '--help'):
        print('Usage: lanescope mcp FILE...\n\nAnswers an agent about sessions, over standard input and output. See docs/agents.md.',
              file=sys.stdout if files else sys.stderr)
        return 0 if files else 2
    for file in files:
        if not os.path.exists(file):
            print(f'lanescope mcp: {file} is not there', file=sys.stderr)
            return 1
    try:
        server = make_server(files)
    except ImportError as problem:
        print(f"lanescope mcp: {problem}; pip install 'lanescope[mcp]' brings it", file=sys.stderr)
        return 1
    server.run()
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
