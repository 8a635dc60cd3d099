#!/usr/bin/env python3
"""Where nobody reads what the recorder says, it ends as the program does all the same, and the program's own signals are as they were."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

BUILD = Path(os.environ.get('LANESCOPE_BUILD') or Path(__file__).resolve().parents[3] / 'build')
RECORDER = BUILD / 'bin/lanescope-record'
PATIENCE = 60


class Words(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.record = [RECORDER, 'record', '-o', Path(folder.name) / 'run.lanes', '--']

    def test_nobody_reads(self):
        for code in 0, 7:
            heard, said = os.pipe()
            os.close(heard)
            with open(said, 'wb') as closed:
                result = subprocess.run([*self.record, 'sh', '-c', f'exit {code}'], stderr=closed, stdout=closed, check=False,
                                        timeout=PATIENCE)
            self.assertEqual(result.returncode, code)

    def test_the_programs_signals_are_its_own(self):
        for restored in True, False:  # SIGPIPE as usual, or ignored, as Python has it
            program = ['grep', 'SigIgn', '/proc/self/status']
            alone, recorded = (subprocess.run(command, check=True, stdout=subprocess.PIPE, restore_signals=restored, timeout=PATIENCE).stdout
                               for command in (program, [*self.record, *program]))
            self.assertEqual(recorded, alone)


if __name__ == '__main__':
    unittest.main(verbosity=2)
