#!/usr/bin/env python3
"""The probe in real programs, against torch.profiler in the same run, with every torch that is installed."""
import json
import os
import shutil
import signal
import subprocess
import tempfile
import unittest
from bisect import bisect
from collections import Counter
from pathlib import Path

import captured
from captured import Capture, pythons, versions


def without_lists(dims):
    """events() gives no shapes for lists of tensors."""
    return [[] if dim and isinstance(dim[0], list) else dim for dim in dims]


def aten_calls(operators):
    return Counter((operator['op'], json.dumps(without_lists(operator['dims'])))
                   for operator in operators if operator['op'].startswith('aten::'))


def profiled_calls(events):
    return Counter((name, json.dumps(without_lists(shapes or []))) for name, shapes in events if name.startswith('aten::'))


HOOK, SHIM, CYCLES = 'calibrated hook', 'compiled hook', 'torch.profiler in cycles'


def is_node(operator):
    """Whether it is one of autograd's backward nodes."""
    return operator['forward'] != 0


class ProbeCase(unittest.TestCase):
    """Run once per torch by the classes that load_tests makes."""
    python = None
    version = ()

    def run_program(self, *arguments, **options):
        capture = Capture(self.python, *arguments, **options)
        self.assertEqual({'ring-overflow', 'ring-damage', 'malformed-record', 'unmatched-end', 'late-slice'} &
                         set(capture.diagnostics), set(), capture.stderr)
        return capture

    def main_process(self, capture):
        return next(process for process in capture.processes if process['capture'] == HOOK and
                    process['process'] == capture.named('all of it')[0]['process'])


class Operators(ProbeCase):
    def test_each_call_reads_as_in_torchs_own_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            trace, events = Path(folder) / 'trace.json', Path(folder) / 'events.json'
            capture = self.run_program('compared.py', trace, events)
            self.assertEqual(capture.code, 0, capture.stderr)
            self.assertEqual([process['reason'] for process in capture.processes], [''])
            seen = profiled_calls(json.loads(events.read_text()))
            content = json.loads(trace.read_text())
        self.assertGreater(sum(seen.values()), 300)
        self.assertEqual(seen - aten_calls(capture.operators), Counter())
        if isinstance(content, list):
            return  # Debian's torch is built without Kineto: its trace has no arguments
        calls = [event for event in content['traceEvents'] if event.get('cat') in ('cpu_op', 'user_annotation')]
        around = next(event for event in calls if event['name'] == 'compared')
        calls = sorted((event for event in calls if event['name'].startswith('aten::') and
                        event['tid'] == around['tid'] and 0 <= event['ts'] - around['ts'] < around['dur']),
                       key=lambda event: (event['ts'], -event['dur']))
        ours = [operator for operator in capture.inside('compared') if operator['op'].startswith('aten::')]
        self.assertEqual([event['name'] for event in calls], [operator['op'] for operator in ours])
        keys = {'Input Dims': 'dims', 'Input type': 'types', 'Input Strides': 'strides', 'Concrete Inputs': 'concrete',
                'Sequence number': 'seq'}
        compared = Counter()
        for event, operator in zip(calls, ours):
            for theirs, mine in keys.items():
                if theirs in event['args']:
                    compared[theirs] += 1
                    self.assertEqual(operator[mine], event['args'][theirs], f"{theirs} of {event['name']}")
        self.assertGreater(compared['Input Dims'], 300)
        self.assertGreater(compared['Input type'], 300)

    def test_backward_nodes_name_their_forward_operator(self):
        with tempfile.TemporaryDirectory() as folder:
            capture = self.run_program('compared.py', Path(folder) / 'trace.json', Path(folder) / 'events.json')
        linear = [operator for operator in capture.inside('a range of the program') if operator['op'] == 'aten::addmm'
                  or operator['op'] == 'aten::mm']
        backward = [operator for operator in capture.operators
                    if is_node(operator) and operator['op'] in ('MmBackward0', 'AddmmBackward0')]
        self.assertTrue(backward)
        self.assertEqual(len({operator['forward'] for operator in capture.operators if is_node(operator)}), 1)
        self.assertTrue({operator['seq'] for operator in linear} & {operator['seq'] for operator in backward})


class Programs(ProbeCase):
    """programs/second.py: threads, data workers, a subprocess."""

    def test_a_program_with_threads_workers_and_a_child_is_recorded_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            events = Path(folder) / 'events.json'
            capture = self.run_program('second.py', events)
            seen = profiled_calls(json.loads(events.read_text()))
        self.assertEqual(capture.code, 3, capture.stderr)
        self.assertIn('child said [[3], [12]] counted 33 sum 4.0', capture.stdout)
        main = self.main_process(capture)
        own = [operator for operator in capture.operators if operator['process'] == main['process']]
        with self.subTest('what torch.profiler saw on the main thread'):
            self.assertEqual(seen - aten_calls(o for o in own if o['tid'] == main['pid']), Counter())
        with self.subTest('threads, which torch.profiler does not see'):
            names = dict(capture.threads[main['process']])
            counts = Counter(names[o['tid']] for o in own if o['op'] == 'aten::cumsum')
            self.assertEqual(counts, {'counter 0': 10, 'counter 1': 11, 'counter 2': 12})
        with self.subTest('processes'):
            self.assertEqual(len(capture.processes), 4)
            children = [process for process in capture.processes if process is not main]
            self.assertEqual({process['parent'] for process in children}, {main['pid']})
            self.assertEqual(sum('-c' in process['arguments'].split() for process in children), 1)
            self.assertEqual(sorted(process['name'] for process in children if process['name']), ['Process-1', 'Process-2'])
            squares = Counter(o['process'] for o in capture.named('aten::square'))
            self.assertEqual(sorted(squares.values()), [12, 12])
        with self.subTest('the stack ends in the line of the script'):
            line = 1 + next(number for number, text in enumerate((captured.PROGRAMS / 'second.py').read_text().splitlines())
                            if 'the line that the test looks for' in text)
            total = next(o for o in reversed(own) if o['op'] == 'aten::sum' and o['dims'][0] == [2, 2])
            self.assertEqual(capture.frames(total), [('second.py', 'main', line), ('second.py', '<module>', 87)])
            inner = next(o for o in own if o['op'] == 'aten::tanh')
            functions = [function.split('.')[-1] for _, function, _ in capture.frames(inner)]
            self.assertEqual((functions[0], functions[-3:]), ('forward', ['train', 'main', '<module>']))

    def test_memory_that_is_taken_and_given_back(self):
        capture = self.run_program('memory.py')
        self.assertEqual(capture.code, 0, capture.stderr)
        threads = {name: thread for thread, name in capture.threads[capture.processes[0]['process']]}
        for address, name in zip(capture.stdout.split(), ('MainThread', 'taker')):
            events = [event for event in capture.memory if event['address'] == int(address) and
                      event['tid'] == threads[name] and abs(event['bytes']) == 4_000_000]
            self.assertEqual([event['bytes'] for event in events][:2], [4_000_000, -4_000_000])
            self.assertEqual({event['device'] for event in events}, {(0, -1)})  # CPU, no index
        self.assertIn(512 * 512 * 4, [event['bytes'] for event in capture.memory])
        self.assertEqual(capture.failed_allocations, [4 << 55])

    def test_processes_that_fork_and_spawn(self):
        capture = self.run_program('children.py')
        self.assertEqual(capture.code, 0, capture.stderr)
        work = Counter((process['name'], sum(operator['process'] == process['process'] and operator['op'] == 'aten::sin'
                                             for operator in capture.operators)) for process in capture.processes)
        self.assertEqual(work, {('', 1): 1, ('fork', 3): 1, ('spawn', 3): 1, ('forkserver', 3): 1})

    def test_a_small_shared_memory_is_left_to_the_program(self):
        """Docker's 64 MB, of which eight data workers need most, or forty have little each."""
        mount = 'mount -t tmpfs -o size=64m tmpfs /dev/shm && exec "$@"'
        if subprocess.run(['unshare', '-m', 'sh', '-c', mount, 'sh', 'true'], capture_output=True, check=False).returncode != 0:
            self.skipTest('mounting needs rights')
        for workers, megabytes in ((8, 5), (40, 1)):
            with self.subTest(workers=workers), tempfile.TemporaryDirectory() as folder:
                session = Path(folder) / 'a.lanes'
                result = subprocess.run(['unshare', '-m', 'sh', '-c', mount, 'sh', captured.RECORDER, 'record', '-o', session, '--',
                                         self.python, captured.PROGRAMS / 'full_shm.py', str(workers), str(megabytes)],
                                        capture_output=True, text=True, timeout=600)
                self.assertEqual((result.returncode, result.stdout.split()[:2]), (0, ['batches', str(4 * workers * megabytes)]),
                                 result.stderr)
                info = subprocess.run([captured.RECORDER, 'info', session], capture_output=True, text=True, check=True).stdout
                self.assertEqual(sum(line.startswith('process ') for line in info.splitlines()), 1 + workers, info)
                self.assertIn(' 0 lost', result.stderr)

    def test_the_name_of_a_script_may_be_no_utf8(self):
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(os.fsencode(folder), b'bad\xffname.py')
            with open(script, 'w', encoding='utf-8') as file:
                file.write('import torch\ntorch.ones(2).sinh()\n')
            capture = self.run_program(os.fsdecode(script))
        self.assertEqual([capture.frames(operator) for operator in capture.named('aten::sinh')],
                         [[('bad\ufffdname.py', '<module>', 2)]])

    def test_a_thousand_threads_at_once_are_recorded(self):
        capture = self.run_program('many_threads.py', '1000')
        self.assertEqual(capture.code, 0, capture.stderr)
        self.assertNotIn('thread-without-buffer', capture.diagnostics)
        self.assertEqual(Counter(Counter(o['tid'] for o in capture.named('aten::sin')).values()), {3: 1000})

    def test_a_killed_program_leaves_everything_it_wrote(self):
        capture = self.run_program('killed.py')
        self.assertEqual(capture.code, -signal.SIGKILL)
        self.assertEqual(len(capture.named('aten::sin')), 20_000)
        self.assertEqual(capture.still_open, 1)
        never_closed = capture.named('never closed')[0]
        self.assertEqual(never_closed['end'], max(o['end'] for o in capture.operators))


class Imports(ProbeCase):
    def test_a_program_that_asks_for_torch_before_it_imports_it_is_recorded(self):
        capture = self.run_program('asked.py')
        self.assertEqual(capture.code, 0, capture.stderr)
        self.assertEqual(len(capture.named('aten::sin')), 1)

    def test_an_error_of_the_probe_does_not_break_the_import(self):
        capture = self.run_program('without_ctypes.py')
        self.assertEqual((capture.code, capture.stdout), (0, 'sum 3.0\n'), capture.stderr)
        self.assertIn('lanescope: not recording process', capture.stderr)


class Stacks(ProbeCase):
    def test_functions_that_take_each_others_addresses_keep_their_names(self):
        capture = self.run_program('generated.py', '60000')
        self.assertEqual(capture.code, 0, capture.stderr)
        ranges = [o for o in capture.operators if o['op'].startswith('R_')]
        self.assertEqual(len(ranges), 60000)
        wrong = [o['op'] for o in ranges if 'f_' + o['op'][2:] not in [function for _, function, _ in capture.frames(o)]]
        self.assertEqual(wrong, [])


class Recorders(ProbeCase):
    """The program when its recorder dies or stands still."""

    def outlive(self, failing):
        with tempfile.TemporaryDirectory() as cache:
            environment = os.environ | {'LANESCOPE_FAIL_CALIBRATION': failing, 'XDG_CACHE_HOME': cache}
            result = subprocess.run([captured.RECORDER, 'record', '-o', Path(cache) / 'run.lanes', '--', self.python,
                                     captured.PROGRAMS / 'outlive.py', 'kill'], capture_output=True, text=True, env=environment,
                                    timeout=900)
        self.assertEqual(result.returncode, -signal.SIGKILL)
        self.check_outlived(result.stdout)
        # Another recorder may have been quicker: it removes what is left of those that are gone.
        shutil.rmtree(json.loads(result.stdout)['rings'], ignore_errors=True)

    def check_outlived(self, text):
        said = json.loads(text)
        self.assertTrue(said['hooked'])
        self.assertEqual((said['callbacks'], said['profiling'], said['allocations seen']), (False, False, 0))
        self.assertLess(said['stall'], 0.15)  # a burst of the profiler's used to wait for 0.2 s

    def test_nothing_is_left_when_the_recorder_dies(self):
        for failing in ('', 'operators', 'operators,shim'):
            with self.subTest(failing=failing):
                self.outlive(failing)

    def test_nothing_is_left_when_the_recorder_finishes_first_and_the_reason_stands_there(self):
        for failing in ('', 'operators', 'operators,shim'):
            with self.subTest(failing=failing), tempfile.TemporaryDirectory() as cache:
                capture = Capture(self.python, 'outlive.py', 'close',
                                  environment={'LANESCOPE_FAIL_CALIBRATION': failing, 'XDG_CACHE_HOME': cache})
                self.assertEqual(capture.code, 0, capture.stderr)
                self.check_outlived(capture.stdout)
                self.assertIn('the recorder has finished', capture.processes[0]['reason'])
                self.assertEqual(capture.processes[0]['state'], 'off')

    def test_a_recorder_that_stood_still_goes_on_and_every_loss_is_counted(self):
        capture = Capture(self.python, 'stalled.py', '500000', environment={'LANESCOPE_FAIL_CALIBRATION': 'memory'})
        self.assertEqual(capture.code, 0, capture.stderr)
        recorded = capture.named('aten::neg')
        self.assertGreater(capture.lost, 100_000)
        self.assertEqual(len(recorded) + capture.lost, 511_000)
        until = max(o['begin'] for o in recorded)
        self.assertGreater(sum(o['begin'] > until - 500_000_000 for o in recorded), 1000)  # its last second is there


class Fallbacks(ProbeCase):
    def run_failing(self, steps, **more):
        environment = {'LANESCOPE_FAIL_CALIBRATION': steps} | more
        capture = self.run_program('fallback.py', environment=environment)
        self.assertEqual(capture.code, 0, capture.stderr)
        self.assertEqual(len(capture.processes), 1)
        return capture, capture.processes[0]

    def test_without_a_layout_the_compiled_fallback_records_the_same(self):
        with tempfile.TemporaryDirectory() as cache:
            for compiled in (False, True):
                capture, process = self.run_failing('operators', XDG_CACHE_HOME=cache)
                self.assertEqual(process['capture'], SHIM, process['reason'])
                self.assertIn("torch's layout was not recognised", process['reason'])
                add = capture.named('aten::add')[-1]
                self.assertEqual((add['overload'], add['dims'], add['types'], add['concrete']),
                                 ('Tensor', [[2, 3], [2, 3], []], ['float', 'float', 'Scalar'], ['', '', '2']))
                self.assertEqual(capture.frames(add)[0][:2], ('fallback.py', 'work'))
                self.assertIn("torch's symbols are its own", capture.stdout)
                if compiled:  # nothing to wait for: from the first operator on
                    self.assertEqual(len(capture.named('aten::add')), 5)

    def test_without_a_compiler_torchs_profiler_records_in_cycles(self):
        capture = self.run_program('cycles.py', environment={'LANESCOPE_FAIL_CALIBRATION': 'operators,shim'})
        self.assertEqual(capture.code, 0, capture.stderr)
        self.assertEqual([line for line in capture.stderr.splitlines() if not line.startswith('lanescope')], [])
        main, child = sorted(capture.processes, key=lambda process: process['name'])
        self.assertEqual((main['capture'], child['capture']), (CYCLES, CYCLES), main['reason'])
        for line in ("torch's layout was not recognised", 'The compiled fallback does not work here',
                     'Operators come from torch.profiler in cycles'):
            self.assertIn(line, main['reason'])
        add = capture.named('aten::add')[0]
        self.assertEqual((add['dims'], add['types']), ([[2, 3], [2, 3], []],
                         ['float', 'float', 'Scalar' if self.version >= (2, 1) else '']))
        self.assertEqual(add['tid'], main['pid'])
        forwards = {o['seq']: o for o in capture.named('aten::mul')}
        backward = next(o for o in capture.named('MulBackward0') if o['seq'] in forwards)
        forward = forwards[backward['seq']]
        self.assertEqual((is_node(backward), backward['dims'], forward['dims']), (True, [[2, 3]], [[2, 3], []]))
        self.assertLess(forward['begin'], backward['begin'])
        self.assertGreater(backward['end'], backward['begin'])
        gaps = [o['begin'] for o in capture.operators
                if o['process'] == main['process'] and o['op'].startswith('not recorded (')]
        self.assertGreater(len(gaps), 1)
        with self.subTest('a cycle ends after a few hundred operators, however busy the machine is'):
            cycles = Counter(bisect(gaps, o['begin']) for o in capture.operators if o['process'] == main['process'])
            self.assertLess(max(cycles.values()), 1000)
        sines = [o for o in capture.named('aten::sin') if o['process'] == child['process']]
        self.assertEqual({json.dumps(o['dims']) for o in sines}, {'[[4]]'})
        said = json.loads(capture.stdout.splitlines()[-1])
        self.assertEqual((said['seen'], said['child'], said['rung']), (7, 0, said['caught']))
        self.assertGreater(said['rung'], 10)
        self.assertLess(said['grown_mb'], 64)

    def test_without_any_way_the_program_runs_on_and_the_reason_is_kept(self):
        capture, process = self.run_failing('operators,shim,profiler')
        self.assertEqual((process['capture'], capture.operators), ('none', []))
        self.assertIn('Operators are not recorded', process['reason'])
        self.assertIn('done', capture.stdout)

    def test_without_stacks_operators_are_still_recorded(self):
        capture, process = self.run_failing('stacks,memory')
        self.assertEqual(process['capture'], HOOK)
        self.assertIn('Python stacks are not recorded', process['reason'])
        self.assertIn('Memory is not recorded', process['reason'])
        self.assertEqual({operator['stack'] for operator in capture.operators}, {''})
        self.assertEqual(capture.memory, [])
        self.assertGreaterEqual(len(capture.named('aten::add')), 5)


def load_tests(loader, _, pattern):
    suite = unittest.TestSuite()
    for python in pythons():
        text, numbers = versions(python)
        for case in (Operators, Programs, Imports, Stacks, Recorders, Fallbacks):
            made = type(f'{case.__name__} ({text})', (case,), {'python': python, 'version': numbers})
            suite.addTests(loader.loadTestsFromTestCase(made))
    return suite


if __name__ == '__main__':
    unittest.main(verbosity=2)
