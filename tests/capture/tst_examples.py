#!/usr/bin/env python3
"""docs/examples: each is recorded as its first lines say, and the answer that they promise is there."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import BUILD, RECORDER, pythons, versions, with_each_python

EXAMPLES = Path(__file__).resolve().parents[2] / 'docs' / 'examples'
LONGEST = 60  # lines


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(os.environ.get('LANESCOPE_PICTURES') or folder.name)  # scripts/pictures.py keeps the session

    def record(self, python, name, *words, launcher=()):
        session = self.folder / f'{name}{len(list(self.folder.iterdir()))}.lanes'
        # one thread of torch: more of them wait for each other by spinning
        done = subprocess.run([RECORDER, 'record', '-o', session, '--env', 'OMP_NUM_THREADS=1', '--', python, *launcher,
                               EXAMPLES / name, *words], capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        return session

    def ask(self, command, session, *words):
        done = subprocess.run([RECORDER, command, session, *words, '--format', 'json'], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def calls(self, session):
        return {row['name']: row['calls'] for row in self.ask('stats', session, '--top', '0')}

    def test_each_is_short_and_says_how_it_is_recorded(self):
        scripts = sorted(EXAMPLES.glob('*.py'))
        self.assertGreater(len(scripts), 5)
        for script in scripts:
            text = script.read_text()
            self.assertLessEqual(len(text.splitlines()), LONGEST, script.name)
            self.assertRegex(text, rf'lanescope record .*-o \w+\.lanes -- .*{script.name}')
            self.assertIn(script.name, (EXAMPLES / 'README.md').read_text())

    def test_the_loop_that_waits_for_its_data(self):
        findings = self.ask('advice', self.record(pythons()[-1], 'dataloader.py', '0'))
        found, = (f for f in findings if f['rule'] == 'data-loading')
        self.assertIn('the loader has no workers', found['seen'])
        self.assertIn('dataloader.py', found['seen'])
        findings = self.ask('advice', self.record(pythons()[0], 'dataloader.py', '2'))
        self.assertFalse([f for f in findings if 'has no workers' in f['seen']])

    @with_each_python
    def test_the_loop_that_reads_its_loss(self, python):
        self.assertEqual(self.calls(self.record(python, 'item_in_loop.py', 'each'))['aten::item'], 20)

    def test_the_loop_that_reads_its_loss_once(self):
        self.assertEqual(self.calls(self.record(pythons()[0], 'item_in_loop.py', 'once'))['aten::item'], 1)

    def test_mixed_precision(self):
        off, on = (self.calls(self.record(pythons()[0], 'amp.py', word)) for word in ('off', 'on'))
        self.assertGreater(on['aten::_to_copy'], off.get('aten::_to_copy', 0))

    @with_each_python
    def test_compiling(self, python):
        if versions(python)[1] < (2, 4):
            self.skipTest(f'{python}: its torch has no torch.compile that is recorded')
        session = self.record(python, 'compiled.py')
        names = [event['name'] for event in self.ask('search', session, '--where', 'compile', '--top', '0')['events']]
        self.assertTrue([n for n in names if n.startswith('Compiles')], names)
        self.assertTrue([n for n in names if n.startswith('Recompiles')], names)

    def test_many_small_operators(self):
        many, one = (self.calls(self.record(pythons()[0], 'small_kernels.py', word)) for word in ('many', 'one'))
        self.assertGreater(sum(many.values()), 1.5 * sum(one.values()))
        self.assertIn('aten::native_layer_norm', one)

    @with_each_python
    def test_the_leak(self, python):
        session = self.record(python, 'leak.py')
        done = subprocess.run([RECORDER, 'memory', session, '--peak'], capture_output=True, text=True, timeout=60)
        self.assertRegex(done.stdout, r'aten::sigmoid +\+5\.50\sMiB .* 11 of 11, every one')

    @with_each_python
    def test_the_straggler(self, python):
        if versions(python)[1] < (2, 0):
            self.skipTest(f"{python}: torch 1.13's torchrun fails on Python 3.11 before it starts a rank")
        session = self.record(python, 'ddp.py', launcher=('-m', 'torch.distributed.run', '--nproc_per_node', '2'))
        # The first collectives wait for the start of the slower process, whichever that is.
        steps = self.ask('ranks', session)['collectives'][-5:]
        self.assertGreater(sum(c['wait_ns']['0'] for c in steps), 2 * sum(c['wait_ns']['1'] for c in steps))
        self.assertEqual([c['last_rank'] for c in steps], [1] * 5)

    def test_the_container(self):
        """A stand-in for docker runs what it is told elsewhere: below another home."""
        docker = self.folder / 'docker'
        docker.write_text('#!/bin/sh\n[ "$1 $2 $3" = "exec -i trainer" ] || exit 1\nshift 3\n'
                          f'HOME={self.folder} XDG_CACHE_HOME= exec "$@"\n')
        docker.chmod(0o755)
        session = self.folder / 'container.lanes'
        done = subprocess.run([RECORDER, 'record', '--on', 'docker:trainer', '--folder', EXAMPLES, '-o', session, '--', pythons()[0],
                               'container.py'], capture_output=True, text=True, timeout=600,
                              env=os.environ | {'PATH': f'{self.folder}:{os.environ["PATH"]}'})
        self.assertEqual((done.returncode, done.stdout), (0, f'trained in {EXAMPLES}\n'), done.stderr)
        self.assertTrue((self.folder / '.cache/lanescope/collector').is_dir())
        self.assertEqual(self.calls(session)['aten::addmm'], 20)

    def test_the_notebook(self):
        for python in pythons():
            if subprocess.run([python, '-c', 'import IPython; from importlib.util import find_spec; raise SystemExit(find_spec("torch") is None)'],
                              capture_output=True, timeout=600).returncode == 0:
                break
        else:
            self.skipTest('no interpreter here has IPython and torch')
        cells = [''.join(cell['source']) for cell in json.loads((EXAMPLES / 'notebook.ipynb').read_text())['cells']
                 if cell['cell_type'] == 'code']
        runner = ('import json, sys\nfrom IPython.core.interactiveshell import InteractiveShell\nshell = InteractiveShell.instance()\n'
                  'for cell in json.load(sys.stdin):\n    shell.run_cell(cell).raise_error()\n')
        done = subprocess.run([python, '-c', runner], input=json.dumps(cells), capture_output=True, text=True, cwd=self.folder,
                              env={**os.environ, 'PYTHONPATH': str(BUILD / 'lib/lanescope/python')}, timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.calls(self.folder / 'cell.lanes')['aten::addmm'], 10)


if __name__ == '__main__':
    unittest.main()
