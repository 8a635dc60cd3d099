#!/usr/bin/env python3
"""Files beside a program that have names of the standard library's modules: recording runs none of them that the program does not run
itself, and records what it records elsewhere."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import BUILD, RECORDER, with_each_python

PATIENCE = 300
PACKAGE = str(BUILD / 'lib/lanescope/python')
MARKER = 'run-by-mistake'
PROGRAM = '''
import sys
import torch
import torch.distributed

def work():
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU())
    for _ in range(3):
        model(torch.ones(2, 4)).sum().backward()
    torch.distributed.init_process_group('gloo', store=torch.distributed.HashStore(), rank=0, world_size=1)
    torch.distributed.all_reduce(torch.ones(3))
    torch.distributed.destroy_process_group()
    try:
        raise ValueError('caught')
    except ValueError:
        pass

if sys.argv[1:]:
    sys.path.append(sys.argv[1])
    import lanescope
    with lanescope.record('run.lanes'):
        with lanescope.range('forward'):
            work()
        lanescope.step()
else:
    work()
print(' '.join(sorted(sys.modules)))
'''
RAISING = f'''
import os
with open(os.path.join(os.path.dirname(__file__), {MARKER!r}), 'a') as marker:
    print({{name!r}}, file=marker)
raise RuntimeError('the program has a file of this name that is not meant for anybody else: {{name}}')
'''
# All names that the program alone asks for, also those of modules that there are not.
ASKED = '''
import sys
asked = set(sys.modules)
class Asks:
    def find_spec(self, name, path=None, target=None):
        asked.add(name)
sys.meta_path.insert(0, Asks())
exec(compile(open('program.py').read(), 'program.py', 'exec'))
import os
names = getattr(sys, 'stdlib_module_names', None) or {name.partition('.')[0] for name in os.listdir(os.path.dirname(os.__file__))}
print(' '.join(sorted(set(names) - set(sys.builtin_module_names) - asked - {'sitecustomize', 'usercustomize'})))
'''


class Shadowed(unittest.TestCase):
    folder = None

    def run_program(self, *command, environment=None):
        return subprocess.run(command, capture_output=True, text=True, cwd=self.folder, env=os.environ | (environment or {}),
                              timeout=PATIENCE)

    def mistakes(self):
        """Names of the files that have been run since the last call."""
        marker = self.folder / MARKER
        found = marker.read_text().split() if marker.exists() else []
        marker.unlink(missing_ok=True)
        return sorted(set(found))

    def put_files(self, python):
        """Of every name that the program alone does not ask for. Returns the modules that it has in the end."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / 'program.py').write_text(PROGRAM)
        asked = self.run_program(python, '-c', ASKED)
        names = set(asked.stdout.splitlines()[-1].split()) - set(self.run_program(python, '-m', 'program').stdout.split())
        self.assertTrue({'shlex', 'html', 'xmlrpc'} <= names, asked.stderr)
        for name in names:
            (self.folder / f'{name}.py').write_text(RAISING.format(name=name))
        alone = self.run_program(python, 'program.py')
        self.assertEqual((alone.returncode, self.mistakes()), (0, []), alone.stderr)
        return alone.stdout

    def check(self, result, *stacks):
        self.assertEqual(self.mistakes(), [])
        self.assertEqual(result.returncode, 0, result.stderr)
        said = self.run_program(RECORDER, 'info', 'run.lanes').stdout
        self.assertEqual([line for line in said.splitlines() if 'not recorded' in line and 'FAIL_CALIBRATION' not in line], [])
        trace = self.run_program(RECORDER, 'convert', '-q', 'run.lanes', '-').stdout
        for stack in stacks:
            self.assertRegex(trace, stack)
        (self.folder / 'run.lanes').unlink()

    @with_each_python
    def test_none_is_run(self, python):
        alone = self.put_files(python)
        stack = r'program\.py\(\d+\): work'
        record = [RECORDER, 'record', '-o', 'run.lanes']
        runs = ([], ['program.py']), (['--python', 'trace', '--exceptions', '--outputs', '--nonfinite', '--allocator'], ['program.py']), (
            ['--where', 'module:Linear', '--python', 'sample'], ['-m', 'program'])
        for options, how in runs:
            with self.subTest(f'{how} {options}'):
                result = self.run_program(*record, *options, '--', python, *how)
                self.check(result, stack)
                if how == ['program.py']:
                    self.assertLessEqual(names_of(result.stdout) - names_of(alone), {'faulthandler'})

    @with_each_python
    def test_nor_while_a_hang_is_waited_for(self, python):
        self.put_files(python)
        result = self.run_program(RECORDER, 'record', '-o', 'run.lanes', '--keep', '60s', '--when', 'hang>60s', '--', python, 'program.py')
        self.assertEqual(self.mistakes(), [])
        self.assertEqual(result.returncode, 0, result.stderr)

    @with_each_python
    def test_nor_by_the_ways_that_stand_in(self, python):
        self.put_files(python)
        with tempfile.TemporaryDirectory() as cache:
            for failing in 'operators,shim', 'stacks,memory':
                with self.subTest(failing):
                    result = self.run_program(RECORDER, 'record', '-o', 'run.lanes', '--', python, 'program.py',
                                              environment={'LANESCOPE_FAIL_CALIBRATION': failing, 'XDG_CACHE_HOME': cache})
                    self.check(result)

    @with_each_python
    def test_nor_by_a_program_that_records_itself(self, python):
        self.put_files(python)
        self.check(self.run_program(python, 'program.py', PACKAGE), r'program\.py\(\d+\): work', '"forward"')


def names_of(modules):
    return {name for name in modules.split() if name.partition('.')[0] not in ('sitecustomize', 'lanescope_probe', 'encodings')}


if __name__ == '__main__':
    unittest.main(verbosity=2)
