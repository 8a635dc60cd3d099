"""Records cells of a notebook: `%load_ext lanescope`, then `%%lanescope` at the top of a cell."""
import html
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import warnings
from pathlib import Path
from typing import Any, Dict, List, Optional

from lanescope.errors import LanescopeError
from lanescope.installed import ask, recorder
from lanescope.recording import record

OPTIONS = ('shapes', 'stacks', 'memory')
USAGE = ('%%lanescope [FILE] [--no-shapes] [--no-stacks] [--no-memory]: records the cell into FILE, cell.lanes without one; '
         'an older one of that name is replaced')
MOST_OPERATORS, MOST_FINDINGS = 10, 5
PICTURE_SIZE, PICTURE_SECONDS = '1100x480', 120


def load(shell: Any) -> None:
    """What %load_ext calls."""
    shell.register_magic_function(CellMagic(shell), 'cell', 'lanescope')


class Uninterrupted:
    """Ctrl-C, and the interrupt of a notebook, wait until this is over: half an end would keep the next recording from
    beginning. The second one does not wait."""

    def __enter__(self) -> None:
        self._came = False
        self._before = None
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)

    def _note(self, *_: Any) -> None:
        if self._came:
            raise KeyboardInterrupt
        self._came = True

    def __exit__(self, *_: Any) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            if self._came:
                signal.raise_signal(signal.SIGINT)


class CellMagic:
    """`%%lanescope`: runs the cell as it stands, recorded, and shows what came out, also of one that failed or was interrupted."""
    __name__ = 'lanescope'
    __doc__ = USAGE

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    def __call__(self, line: str, cell: str) -> None:
        from IPython.core.error import UsageError
        path, options = 'cell.lanes', {}
        for word in shlex.split(line):
            if word.startswith('-'):
                if word[5:] not in OPTIONS or not word.startswith('--no-'):
                    raise UsageError(USAGE)
                options[word[5:]] = False
            else:
                path = word
        with Uninterrupted():
            recording = record(os.path.expanduser(path), **options).start()
        try:
            result = self._shell.run_cell(cell)
        finally:
            with Uninterrupted(), warnings.catch_warnings(record=True) as said:
                warnings.simplefilter('always')
                recording.stop()
        if recording.path is not None:  # else something else records this process, and has said so
            Shown(recording.path, [str(one.message) for one in said]).display()
        error = result.error_before_exec or result.error_in_exec
        if error is not None:
            error._render_traceback_ = lambda: [f'{kind}, as said above']  # once is enough
            kind = type(error).__name__
            try:
                raise error
            finally:
                del error, result  # the exception holds this frame


class Shown:
    """What is said of a session below its cell."""

    def __init__(self, path: str, said: List[str]) -> None:
        self._path, self._said = path, said

    def display(self) -> None:
        from IPython.display import HTML, Image, display
        try:
            picture, why = draw(self._path)
            if picture is not None:
                display(Image(data=picture))
            else:
                self._said.append(why)
            display(HTML(self._html()))
        except LanescopeError as problem:
            warnings.warn(f'lanescope: {problem}', stacklevel=2)

    def _html(self) -> str:
        found = ask('advice', self._path, '--format', 'json')
        return ''.join([
            f'<p><b>Lanescope</b>: <code>{html.escape(self._path)}</code> ',
            '&mdash; <code>lanescope ', html.escape(shlex.quote(self._path)), '</code> opens it in the window.</p>',
            *(f'<p>{html.escape(one)}</p>' for one in self._said),
            operator_table(ask('stats', self._path, '--top', '0', '--format', 'json')),
            advice_list(found)])


def draw(path: str) -> 'tuple[Optional[bytes], str]':
    """The timeline as PNG, or nothing and why: the window's program draws it, and a server may have none."""
    beside = recorder().with_name('lanescope')
    program = str(beside) if beside.is_file() else shutil.which('lanescope')
    if program is None:
        return None, 'There is no picture: the window is not installed here, whose program draws it.'
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / 'timeline.png'
        try:
            done = subprocess.run([program, 'render', path, '-o', file, '--size', PICTURE_SIZE, '--theme', 'light'],
                                  capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PICTURE_SECONDS, check=False,
                                  env=os.environ | {'QT_QPA_PLATFORM': 'offscreen'})
        except (OSError, subprocess.TimeoutExpired) as problem:
            return None, f'There is no picture: {problem}'
        if done.returncode != 0 or not file.is_file():
            return None, f'There is no picture: {done.stderr.strip() or program + " has drawn nothing"}'
        return file.read_bytes(), ''


def operator_table(rows: List[Dict[str, Any]]) -> str:
    """Those that took longest: on a device where there is one, else on the host."""
    where = 'device' if any(row['self_device_ns'] for row in rows) else 'cpu'
    rows = sorted(rows, key=lambda row: row[f'self_{where}_ns'], reverse=True)[:MOST_OPERATORS]
    if not rows:
        return '<p>No operator ran.</p>'
    titles = ('operator', 'calls', f'own time, {"device" if where == "device" else "CPU"}', 'with those inside')
    cells = [(row['name'], str(row['calls']), duration(row[f'self_{where}_ns']), duration(row[f'total_{where}_ns']))
             for row in rows]
    return table(titles, cells)


def advice_list(findings: List[Dict[str, Any]]) -> str:
    if not findings:
        return '<p>Advice: nothing was found to change.</p>'
    return '<p>Advice:</p>' + table(('saves', 'what', 'what to do'), [
        (duration(one['saves_ns']), one['title'] + ': ' + one['seen'], one['remedy']) for one in findings[:MOST_FINDINGS]])


def table(titles: 'tuple[str, ...]', rows: 'List[tuple[str, ...]]') -> str:
    left = 'style="text-align:left"'
    head = ''.join(f'<th {left}>{html.escape(title)}</th>' for title in titles)
    body = ''.join('<tr>' + ''.join(f'<td {left}>{html.escape(cell)}</td>' for cell in row) + '</tr>' for row in rows)
    return f'<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def duration(ns: int) -> str:
    for unit, size in (('s', 10 ** 9), ('ms', 10 ** 6), ('µs', 10 ** 3)):
        if ns >= size:
            return f'{ns / size:.4g} {unit}'
    return f'{ns} ns'
