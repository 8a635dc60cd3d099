#!/usr/bin/env python3
"""A session says what recording it cost: a step by the steps of the same run that a schedule left out, an operator by those that the
probe has timed; and nothing where neither could be measured."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, with_each_python

OPERATORS = 3000


class OwnCost(unittest.TestCase):
    def record(self, python, *arguments, options=()):
        """(what the program prints, what the session says of its cost, what `lanescope info` does)."""
        with tempfile.TemporaryDirectory() as folder:
            session = Path(folder) / 'run.lanes'
            result = subprocess.run([RECORDER, 'record', *options, '-o', session, '--', python, PROGRAMS / 'costs.py', *arguments],
                                    capture_output=True, text=True, timeout=600, check=False)
            self.assertEqual(result.returncode, 0, result.stderr)
            check = subprocess.run([RECORDER, 'check', '--format', 'json', session], capture_output=True, check=True).stdout
            info = subprocess.run([RECORDER, 'info', session], capture_output=True, text=True, check=True).stdout
            return result.stdout, json.loads(check)['recording_cost'], info

    @with_each_python
    def test_a_step_by_those_that_the_schedule_left_out(self, python):
        for steps in (160, 640, 2560):  # of which a busy recorder lets some pass before it turns the page
            said, cost, info = self.record(python, 'steps', str(steps), str(OPERATORS), options=['--wait', '10', '--active', '10'])
            if min(cost['recorded_steps'] or 0, cost['other_steps'] or 0) >= 20:
                break
        else:
            self.fail(cost)
        # Both kinds are steps as the program sees them: the middle one of all lies between.
        shortest, middle, longest = map(int, said.split())
        recorded = cost['other_step_ns'] + cost['per_step_ns']
        self.assertLess(shortest * 0.9, cost['other_step_ns'])
        self.assertLess(cost['other_step_ns'], middle * 1.1)
        self.assertLess(middle * 0.9, recorded)
        self.assertLess(recorded, longest * 1.1)
        # Operators say the least of it: what torch takes to call the probe, and who else wants the processor, come on top.
        told = cost['per_operator_ns'] * OPERATORS
        print(f'{python}: a step {cost["per_step_ns"] / 1000:.0f} +- {cost["per_step_error_ns"] / 1000:.0f} us more than '
              f'{cost["other_step_ns"] / 1000:.0f}; {OPERATORS} operators of {cost["per_operator_ns"]} ns')
        self.assertLess(told / 2, cost['per_step_ns'] + cost['per_step_error_ns'])
        self.assertRegex(info, r'\ncost  +.*\d.* a step of .* recorded, \d+ not\); \d.* an operator')

    @with_each_python
    def test_an_operator_by_those_that_were_timed(self, python):
        program = [python, PROGRAMS / 'costs.py', 'loop', '20000', '0']
        alone = float(subprocess.run(program, capture_output=True, text=True, check=True).stdout)
        recorded, cost, info = self.record(python, 'loop', '20000', '0')
        print(f'{python}: {alone:.0f} ns alone, {float(recorded):.0f} recorded; the session says {cost["per_operator_ns"]}')
        self.assertIsNone(cost['per_step_ns'])
        self.assertGreater(cost['timed_operators'], 20000 * 30 // 600)
        # What torch takes to call the probe is not in it: never more than the whole, but for the clock that is read around it.
        self.assertLess(cost['per_operator_ns'], 1.25 * (float(recorded) - alone))
        # That part is the same however deep the program stands, and the probe's is not: what comes on top is all the probe's.
        deep, deep_cost, _ = self.record(python, 'loop', '20000', '200')
        more, said = float(deep) - float(recorded), deep_cost['per_operator_ns'] - cost['per_operator_ns']
        print(f'{python}: 200 functions deeper {more:.0f} ns more; the session says {said}')
        self.assertGreater(more, 200)
        self.assertLess(abs(said / more - 1), 0.3)
        self.assertRegex(info, r'\ncost  +\d.* an operator \(')

    @with_each_python
    def test_what_could_not_be_measured_is_not_said(self, python):
        _, cost, info = self.record(python, 'steps', '3', '5', options=['--wait', '1', '--active', '1'])
        self.assertEqual(set(cost.values()), {None})
        self.assertNotIn('\ncost ', info)


if __name__ == '__main__':
    unittest.main(verbosity=2)
