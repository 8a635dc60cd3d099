#!/usr/bin/env python3
"""How the probe turns what torch.profiler saw into records of its own; needs no torch."""
import struct
import sys
import unittest
from types import SimpleNamespace

from captured import BUILD

sys.path.insert(0, str(BUILD / 'lib/lanescope/boot'))
from lanescope_probe.native import Moment  # noqa: E402
from lanescope_probe.profiler_events import Clock, image_of, records_of  # noqa: E402

MS = 1_000_000
BEGIN_NS, BEGIN_TICKS = 10 ** 18, 5000  # a cycle of 10 ms, and a tick every two ns


class Event(SimpleNamespace):
    def __init__(self, begin, end, **more):
        """Times in ns since the cycle began."""
        said = {'start_ns': BEGIN_NS + begin, 'duration_ns': end - begin, 'name': 'aten::sin', 'shapes': [],
                'dtypes': [], 'sequence_nr': -1, 'fwd_thread_id': 0, 'device_resource_id': 0, 'scope': 0,
                'device_type': SimpleNamespace(name='CPU')} | more
        super().__init__(**{key: lambda value=value: value for key, value in said.items()})


def records(*events):
    """(begin, end) of the records in ns since the cycle began."""
    clock = Clock(Moment(BEGIN_TICKS, BEGIN_NS), Moment(BEGIN_TICKS + 5 * MS, BEGIN_NS + 10 * MS))
    return [((record.begin - BEGIN_TICKS) * 2, (record.end - BEGIN_TICKS) * 2) for record in records_of(events, clock, 1)]


class Times(unittest.TestCase):
    def test_inside_the_cycle_they_stay_as_they_are(self):
        self.assertEqual(records(Event(2 * MS, 5 * MS), Event(3 * MS, 4 * MS)), [(2 * MS, 5 * MS), (3 * MS, 4 * MS)])
        self.assertEqual(records(), [])

    def test_a_clock_that_goes_before_or_behind_is_corrected(self):
        self.assertEqual(records(Event(-3 * MS, -2 * MS), Event(-1 * MS, 1 * MS)), [(0, MS), (2 * MS, 4 * MS)])
        self.assertEqual(records(Event(8 * MS, 9 * MS), Event(10 * MS, 13 * MS)), [(5 * MS, 6 * MS), (7 * MS, 10 * MS)])

    def test_what_is_longer_than_the_cycle_is_compressed(self):
        self.assertEqual(records(Event(-5 * MS, 0), Event(10 * MS, 15 * MS)), [(0, 2.5 * MS), (7.5 * MS, 10 * MS)])

    def test_what_is_open_at_the_end_of_the_cycle_ends_with_it(self):
        self.assertEqual(records(Event(2 * MS, 2 ** 62), Event(3 * MS, 4 * MS)), [(2 * MS, 10 * MS), (3 * MS, 4 * MS)])


class Arguments(unittest.TestCase):
    def test_numbers_of_each_kind(self):
        words, scalars = image_of([[]] * 4, ['Scalar'] * 4, [2, True, 0.5, 1 - 2j])
        self.assertEqual(words, [5, 7, 6, 16])
        self.assertEqual([scalars[0], scalars[1]], [2, 1])
        self.assertEqual(struct.unpack('<3d', struct.pack('<3Q', *scalars[2:])), (0.5, 1., -2.))

    def test_lists_of_one_kind_and_of_several(self):
        half = struct.unpack('<Q', struct.pack('<d', 0.5))[0]
        two = lambda kind: kind | 2 << 16 | 2 << 32
        for values, expected in (([1, -1], [two(9), 1, 2 ** 64 - 1]), ([0.5, 0.5], [two(10), half, half]),
                                 ([], [9]), ([3, 0.5], [two(17), 5, 3, 6, half]), ([0.5j, True], [two(17), 16, 0, half, 7, 1]),
                                 (['a'], [13])):
            self.assertEqual(image_of([[]], ['ScalarList'], [values]), (expected, []), values)


if __name__ == '__main__':
    unittest.main(verbosity=2)
