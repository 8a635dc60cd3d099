#!/usr/bin/env python3
"""Cycles of torch.profiler without torch: who waits for whom when recording ends in the middle of one."""
import _thread
import sys
import threading
import time
import unittest
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / 'collector' / 'probe' / 'python'))
from lanescope_probe import profiler_cycles  # noqa: E402

PATIENCE = 60  # seconds; what waits for longer waits for ever


class Library:
    """The probe's, as far as a cycle calls it."""

    def __init__(self, switch):
        self.switch = switch

    def turn_profiler(self, _, on):
        self.switch.running = int(on)

    def call_soon(self, _):
        return 1


class Cycles(profiler_cycles.ProfilerCycles):
    """With an empty cycle to hand over."""

    def __init__(self):
        switch = SimpleNamespace(running=0, ended=0, failed=0, held=0, waiting=0, wanted=0, result=None)
        super().__init__(Library(switch), None, self.fail)
        self._switch, self._call = switch, None

    def fail(self, reason):
        raise AssertionError(reason)

    def _switch_to(self, on):
        self._library.turn_profiler(None, on)

    def _take_result(self):
        return SimpleNamespace(events=list), None


class Ends(unittest.TestCase):
    def test_a_cycle_that_comes_behind_the_workers_end_is_not_waited_for(self):
        before = _thread._count()
        cycles = Cycles()
        cycles._begin()
        cycles._switch.ended = 1
        until = time.monotonic() + PATIENCE
        cycles._turned.release()
        while _thread._count() > before and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual(_thread._count(), before)
        main = threading.Thread(target=cycles._after_turn, daemon=True)
        main.start()
        main.join(PATIENCE)
        self.assertFalse(main.is_alive())

    def test_the_worker_converts_while_it_is_there(self):
        cycles = Cycles()
        cycles._begin()
        converted = []
        convert = cycles._convert
        cycles._convert = lambda turn: (converted.append(threading.get_ident()), convert(turn))
        cycles._after_turn()
        cycles._switch.ended = 1
        self.assertEqual(len(converted), 1)
        self.assertNotEqual(converted[0], threading.get_ident())


if __name__ == '__main__':
    unittest.main()
