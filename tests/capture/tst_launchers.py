#!/usr/bin/env python3
"""Ranks that mpirun and srun start: recorded from outside of the launcher they are one session, recorded by one recorder
each they are sessions that open as one. mpirun is the real one, srun stands for Slurm's: it starts its tasks on this machine,
with the variables that they get."""
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons

PATIENCE = 300
SRUN = """#!/bin/sh
# srun -n NUMBER PROGRAM...
[ "$1" = -n ] || exit 64
number=$2
shift 2
for rank in $(seq 0 $((number - 1))); do
    SLURM_PROCID=$rank SLURM_LOCALID=$rank SLURM_NTASKS=$number SLURM_NODEID=0 "$@" &
    started="$started $!"
done
for task in $started; do wait "$task" || failed=1; done
exit ${failed:-0}
"""
OF_LAUNCHERS = re.compile('RANK|WORLD_SIZE|LOCAL_RANK|(OMPI|PMIX|PMI|SLURM)_.*')


class Launched:
    """What both have to do; `launcher` starts two of what follows it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        clean = {name: value for name, value in os.environ.items() if not OF_LAUNCHERS.fullmatch(name)}
        self.environment = clean | {'MASTER_ADDR': '127.0.0.1', 'MASTER_PORT': str(port), 'OMP_NUM_THREADS': '1',
                                    'GLOO_SOCKET_IFNAME': 'lo'}
        self.prepare()

    def prepare(self):
        pass

    def run_here(self, *words):
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, timeout=PATIENCE,
                              env=self.environment, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def assertJob(self, *sessions):
        """Both ranks are there, and the one that was late to each all_reduce is known."""
        job = json.loads(self.run_here(RECORDER, 'ranks', '--format', 'json', *sessions).stdout)
        self.assertEqual([rank['rank'] for rank in job['ranks']], [0, 1])
        reduced = [one for one in job['collectives'] if one['bytes'] == 4000 and 'reduce' in one['name']]
        self.assertEqual([one['last_rank'] for one in reduced], [1] * 6)

    def test_ranks_of_one_host_are_one_session(self):
        done = self.run_here(RECORDER, 'record', '-o', 'job.lanes', '--', *self.launcher, pythons()[0], PROGRAMS / 'launched.py')
        self.assertIn(', 0 lost\n', done.stderr)
        self.assertNotIn('not recorded', done.stderr)
        known = json.loads(self.run_here(RECORDER, 'info', '--json', 'job.lanes').stdout)['processes']
        said = dict(re.findall(r'process (\d+) is (\d)', done.stdout))
        self.assertEqual(sorted(said.values()), ['0', '1'])
        self.assertEqual({process['pid']: str(process['rank']) for process in known if process.get('rank', -1) >= 0}, said)
        self.assertJob('job.lanes')

    def test_a_recorder_for_each_rank_names_its_session_by_it(self):
        self.run_here(*self.launcher, RECORDER, 'record', '-o', 'run-{rank}.lanes', '--', pythons()[0], PROGRAMS / 'launched.py')
        self.assertEqual(sorted(path.name for path in self.folder.glob('*.lanes')), ['run-0.lanes', 'run-1.lanes'])
        self.assertJob('run-0.lanes', 'run-1.lanes')
        self.run_here(RECORDER, 'convert', 'run-0.lanes', 'run-1.lanes', 'job.lanes')
        self.assertJob('job.lanes')


@unittest.skipUnless(shutil.which('mpirun'), 'openmpi-bin is not installed')
class Mpirun(Launched, unittest.TestCase):
    launcher = ('mpirun', '--allow-run-as-root', '--oversubscribe', '-n', '2')


class Srun(Launched, unittest.TestCase):
    launcher = ('srun', '-n', '2')

    def prepare(self):
        srun = self.folder / 'bin' / 'srun'
        srun.parent.mkdir()
        srun.write_text(SRUN)
        srun.chmod(0o755)
        self.environment['PATH'] = f'{srun.parent}:{self.environment["PATH"]}'
        self.launcher = (str(srun), *self.launcher[1:])


if __name__ == '__main__':
    unittest.main(verbosity=2)
