#!/usr/bin/env python3
"""The Python of README and docs runs as it stands there: each block marked as python, with each torch, in the order of its page."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import BUILD, with_each_python

ROOT = Path(__file__).resolve().parents[2]
# The Chinese pages have the same code, which a test below compares.
PAGES = [ROOT / 'README.md', *(page for page in sorted((ROOT / 'docs').rglob('*.md')) if '.zh-' not in page.name)]
# What every page may use: a model, its data, its loss and its optimizer.
GIVEN = """
import torch
torch.set_num_threads(1)
model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss_of = torch.nn.functional.cross_entropy
batch, target = torch.rand(4, 8), torch.tensor([0, 1, 0, 1])
loader = [(batch, target)] * 6
"""


def blocks(page):
    return re.findall(r'^```python\n(.*?)^```$', page.read_text(encoding='utf-8'), re.M | re.S)


def run(python, code):
    """The code in a folder of its own, which it returns the names of the files in."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([python, '-c', GIVEN + code], cwd=folder, capture_output=True, text=True, timeout=600,
                              env=os.environ | {'PYTHONPATH': str(BUILD / 'lib/lanescope/python')})
        return done, {str(path.relative_to(folder)) for path in Path(folder).rglob('*') if path.is_file()}


class Documented(unittest.TestCase):
    def assertRuns(self, python, code):
        done, files = run(python, code)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return done.stdout, files

    @with_each_python
    def test_the_code_of_each_page_runs(self, python):
        found = 0
        for page in PAGES:
            code = blocks(page)
            if not code:
                continue
            found += len(code)
            with self.subTest(page=page.name, python=python):
                code = '\n'.join(code).replace('"run.lanes"', '"cell.lanes"') if page.name == 'jupyter.md' else '\n'.join(code)
                before = 'import lanescope\nwith lanescope.record("cell.lanes"):\n    model(batch)\n' if page.name == 'jupyter.md' else ''
                self.assertRuns(python, before + code)
        self.assertGreater(found, 7)

    @with_each_python
    def test_the_code_of_torch_profiler_goes_on_with_another_import(self, python):
        page = ROOT / 'docs' / 'from-tensorboard.md'
        code = [block for block in blocks(page) if 'from lanescope import' not in block]
        self.assertEqual(len(code), 2)
        code = '\n'.join(code)
        self.assertEqual(code.count('from torch.profiler import'), 1)
        for changed in (code, code.replace('from torch.profiler import', 'from lanescope import')):
            printed, files = self.assertRuns(python, changed)
            self.assertEqual(printed.count('Self CPU time total'), 2)
            self.assertIn('aten::addmm', printed)
            self.assertIn('trace.json.gz', files)
            self.assertEqual(len([name for name in files if re.fullmatch(r'log/.*\.pt\.trace\.json', name)]), 1, files)

    def test_the_pages_of_both_languages_have_the_same_code(self):
        for name in ('docs/from-tensorboard', 'README'):
            self.assertEqual(blocks(ROOT / f'{name}.md'), blocks(ROOT / f'{name}.zh-CN.md'), name)


if __name__ == '__main__':
    unittest.main(verbosity=2)
