"""What torch.compile does, as ranges of a domain of its own: compilations from begin to end, and within them why it compiles again and where its
graphs break. Its own loggers and callbacks tell; nothing of it is changed, and nothing is printed that was not before."""
import contextlib
import logging
import re
import threading

from lanescope_probe.awaited_imports import AwaitedImports

ROW = b'torch.compile'
MOST_TEXT = 400
BREAK_PLACE = re.compile(r'user code at (.+:\d+)')
BREAK_REASON = re.compile(r'Graph Break Reason: (.+)')
BREAK_FRAME = re.compile(r'File "(.+)", line (\d+)')  # before torch 2.5 the place is the last one of a stack, and the reason an exception
BREAK_CAUSE = re.compile(r'Graph Break Reason: Encountered graph break[^\n]*\n\s*\n(.+)')  # the reason proper, where torch says first what it did
REASONS = 'get_and_maybe_log_recompilation_reasons'  # singular before torch 2.6


def graph_break(text, problem=None):
    """'Graph break at /src/train.py:12: Call to `print`', of what torch logs in many lines, perhaps with an exception."""
    place, frames = BREAK_PLACE.search(text), BREAK_FRAME.findall(text)
    where = place[1] if place else ':'.join(frames[-1]) if frames else ''
    found = BREAK_CAUSE.search(text) or BREAK_REASON.search(text)
    reason = found[1] if found else str(problem or '').partition('\n')[0]
    return 'Graph break' + (f' at {where}' if where else '') + (f': {reason.strip()}' if reason else '')


class _Told(logging.Handler):
    def __init__(self, tell):
        super().__init__()
        self._tell = tell

    def emit(self, record):
        try:
            self._tell(graph_break(record.getMessage(), (record.exc_info or (None, None))[1]))
        except Exception:
            pass  # the program compiles on


class CompileEvents:
    """Of one process, from watch() on. Never raises into the program."""

    def __init__(self, library):
        self._library, self._under_way = library, threading.local()
        library.open_ranges()
        self._domain = library.range_domain(ROW)
        self._awaited = AwaitedImports({'torch._dynamo.callback': self._watch_compilations,
                                        'torch._dynamo.symbolic_convert': self._watch_breaks,
                                        'torch._dynamo.convert_frame': self._watch_recompilations})

    def watch(self):
        """Returns what takes it back."""
        return self._awaited.watch()

    def _watch_compilations(self, module):
        handler = module.callback_handler
        handler.register_start_callback(self._begin)
        handler.register_end_callback(self._end)

        def take_back():
            for remove, callback in ((handler.remove_start_callback, self._begin), (handler.remove_end_callback, self._end)):
                with contextlib.suppress(ValueError):  # torch._dynamo.reset() has taken it out
                    remove(callback)
        self._awaited.take_back.append(take_back)

    def _begin(self, *told):
        identity = getattr(told[0], 'compile_id', '') if told else ''
        self._library.push_range(self._domain, f'Compiles {identity}'.encode('utf-8', 'replace'), 1)
        self._under_way.count = getattr(self._under_way, 'count', 0) + 1

    def _end(self, *_):
        if getattr(self._under_way, 'count', 0) > 0:  # else it began before we came
            self._under_way.count -= 1
            self._library.pop_range(self._domain)

    def _tell(self, name):
        """From a function of ours that torch has called."""
        self._library.push_range(self._domain, name[:MOST_TEXT].encode('utf-8', 'replace'), 2)
        self._library.pop_range(self._domain)

    def _watch_breaks(self, module):
        log, told = module.graph_break_log, _Told(self._tell)
        before = log.level, log.propagate
        silent = not log.isEnabledFor(logging.DEBUG)
        if silent:
            log.propagate = False  # what is said now is for us alone
            log.setLevel(logging.DEBUG)
        log.addHandler(told)

        def take_back():
            log.removeHandler(told)
            if silent and (log.level, log.propagate) == (logging.DEBUG, False):  # else the program has asked for it
                log.setLevel(before[0])
                log.propagate = before[1]
        self._awaited.take_back.append(take_back)

    def _watch_recompilations(self, module):
        name = REASONS if hasattr(module, REASONS) else REASONS[:-1]
        original = getattr(module, name)

        def reasons_of(entries, frame, *arguments, **keywords):
            reasons = original(entries, frame, *arguments, **keywords)
            try:
                if reasons and not keywords.get('skip_logging'):
                    code = frame.f_code
                    self._tell(f'Recompiles {code.co_name} at {code.co_filename}:{code.co_firstlineno}: {str(reasons[0]).splitlines()[0]}')
            except Exception:
                pass
            return reasons
        setattr(module, name, reasons_of)

        def take_back():
            if getattr(module, name) is reasons_of:
                setattr(module, name, original)
        self._awaited.take_back.append(take_back)
