"""Ranks that torchrun starts land in one session, whole."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import BUILD, PROGRAMS, RECORDER, pythons, versions


class Ranks(unittest.TestCase):
    def test_torchrun(self):
        tried = [python for python in pythons() if versions(python)[1] >= (2, 0)]
        if not tried:
            self.skipTest('no torch 2: ./test torch installs some')
        for python in tried:
            with self.subTest(versions(python)[0]), tempfile.TemporaryDirectory() as folder:
                session = Path(folder) / 'ranks.lanes'
                run = subprocess.run([RECORDER, 'record', '-o', session, '--', python, '-m',
                                      'torch.distributed.run', '--standalone', '--nproc-per-node', '2',
                                      PROGRAMS / 'ranks.py'], capture_output=True, text=True, timeout=300)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn(', 0 lost\n', run.stderr)
                self.assertNotIn('not recorded', run.stderr)
                trace = self.chrome(session)
                ranks = {event['pid'] for event in trace if event.get('name') == 'c10d::allreduce_'}
                self.assertEqual(len(ranks), 2)
                self.assertEqual(self.ranks_of(session, ranks), [0, 1])
                for rank in ranks:
                    self.assertEqual(sum(event.get('name') == 'c10d::allreduce_' and event['pid'] == rank
                                         for event in trace), 10)

    def ranks_of(self, session, processes):
        out = subprocess.run([BUILD / 'bin/lanescope', 'info', '--json', session], check=True, capture_output=True)
        known = json.loads(out.stdout)['processes']
        return sorted(p['rank'] for p in known if p['pid'] in {str(process) for process in processes})

    def chrome(self, session):
        out = session.with_suffix('.json')
        subprocess.run([RECORDER, 'convert', session, out], check=True, capture_output=True)
        return json.loads(out.read_text())['traceEvents']


if __name__ == '__main__':
    unittest.main()
