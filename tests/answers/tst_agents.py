#!/usr/bin/env python3
"""lanescope mcp, driven by the client of the package mcp of PyPI: ten questions about recorded sessions whose answers are known.
The package is in an environment of its own in the user's cache, which is made when it is missing."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'support'))
import pypi  # noqa: E402

BUILD = Path(os.environ['LANESCOPE_BUILD'])
PROGRAM = BUILD / 'bin/lanescope-record'
DEVICE = Path(__file__).resolve().parents[3] / 'shared/device'
DEMO = Path(__file__).resolve().parents[2] / 'resources/demo/gpu.lanes'
# Asks the questions of standard input, and prints the tools and the answers.
CLIENT = """
import asyncio, json, sys
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

async def main():
    asked = json.load(sys.stdin)
    server = StdioServerParameters(command=asked['program'], args=['mcp', '--python', sys.executable, *asked['files']], env=asked['environment'])
    answers = []
    async with Client(stdio_client(server), mode=asked['mode']) as client:
        tools = {tool.name: bool(tool.annotations and tool.annotations.read_only_hint) for tool in (await client.list_tools()).tools}
        for name, arguments in asked['questions']:
            answer = await client.call_tool(name, arguments)
            text = ''.join(part.text for part in answer.content)
            content = answer.structured_content
            answers.append({'error': text} if answer.is_error else content['result'] if set(content) == {'result'} else content)
    print(json.dumps({'tools': tools, 'answers': answers}))

asyncio.run(main())
"""


class Agents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.python, why = pypi.environment('agents', 'mcp>=2')
        if cls.python is None:
            raise unittest.SkipTest(why)

    def ask(self, files, *questions, mode='auto'):
        with tempfile.TemporaryDirectory() as folder:
            asked = {'program': str(PROGRAM), 'files': [str(file) for file in files], 'questions': questions, 'mode': mode,
                     'environment': {'HOME': folder}}
            done = subprocess.run([self.python, '-c', CLIENT], input=json.dumps(asked), capture_output=True, text=True, timeout=200, check=False)
            self.assertEqual(done.returncode, 0, done.stderr[-3000:])
            self.assertEqual(sorted(Path(folder).rglob('*')), [])  # nothing was written
        return json.loads(done.stdout)

    def answers(self, files, *questions, **more):
        return self.ask(files, *questions, **more)['answers']

    def test_both_eras_of_the_protocol_have_the_tools(self):
        for mode in ('auto', 'legacy'):
            found = self.ask([DEMO], ('sql', {'query': 'select 1 as one'}), mode=mode)
            self.assertEqual(found['tools'], dict.fromkeys(('summary', 'tables', 'stats', 'gaps', 'path', 'advice', 'ranks', 'memory', 'diff', 'sql',
                                                            'events', 'source'), True))
            self.assertEqual(found['answers'], [{'rows': [{'one': 1}], 'left_out': 0}])

    def test_answers_are_those_of_the_command_line_and_the_same_each_time(self):
        stats = json.loads(subprocess.run([PROGRAM, 'stats', DEMO, '--by', 'kernel', '--format', 'json'], capture_output=True, check=True).stdout)
        first, second, all_rows = self.answers([DEMO], ('stats', {'table': 'kernel', 'top': 5}), ('stats', {'table': 'kernel', 'top': 5}),
                                               ('stats', {'table': 'kernel', 'top': 100000}))
        self.assertEqual(first, second)
        self.assertEqual([(row['calls'], row['total_ns']) for row in first['rows']], [(row['calls'], row['total_ns']) for row in stats[:5]])
        self.assertEqual(first['left_out'], len(stats) - 5)
        self.assertEqual(len(all_rows['rows']) + all_rows['left_out'], len(stats))
        self.assertTrue(all(row['slice_id'] is not None for row in first['rows']))

    def test_answers_are_bounded(self):
        many, long = self.answers([DEMO], ('sql', {'query': 'select * from slice', 'limit': 1000000}),
                                  ('sql', {'query': "select hex(zeroblob(100000)) as x from slice limit 500", 'limit': 500}))
        self.assertEqual(len(many['rows']) + many['left_out'], 55751)
        self.assertLessEqual(len(json.dumps(many)), 62_000)
        self.assertLessEqual(len(json.dumps(long)), 120_000)

    def test_only_the_files_that_were_named_are_read_and_nothing_is_written(self):
        answers = self.answers([DEMO], ('summary', {'session': '/etc/passwd'}), ('sql', {'query': 'delete from slice'}),
                               ('sql', {'query': "attach '/tmp/lanescope-was-fooled' as x"}), ('stats', {'table': 'slice'}),
                               ('stats', {'table': 'kernel', 'where': "x' or '1'='1"}), ('events', {'ids': [-1, 10**9]}))
        for answer in answers[:4]:
            self.assertIn('error', answer)
        self.assertIn('gpu.lanes', answers[0]['error'])
        self.assertEqual(answers[5]['rows'], [])
        self.assertFalse(os.path.exists('/tmp/lanescope-was-fooled'))

    def test_a_missing_file_or_package_is_named(self):
        done = subprocess.run([PROGRAM, 'mcp', '/nowhere.lanes'], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('/nowhere.lanes is not there', done.stderr)
        done = subprocess.run([PROGRAM, 'mcp', DEMO, '--python', '/nowhere/python'], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn('/nowhere/python could not be started', done.stderr)

    def test_ten_questions_about_recorded_sessions(self):
        names = ('resnet0', 'gpt_compile', 'endless', 'plain', 'nccl', 'mixer_own', 'mixer')
        files = [DEVICE / f'{name}.lanes' for name in names]
        if not all(file.exists() for file in files):
            self.skipTest(f'no sessions in {DEVICE}')
        (summary, advice, gaps, memory, kernels, longest, spin, few, diff, path) = self.answers(
            files, ('summary', {}), ('advice', {'session': 'resnet0.lanes'}), ('gaps', {}), ('memory', {}),
            ('sql', {'session': 'gpt_compile.lanes', 'query': "select count(*) as kernels, sum(dur) as ns from slice where category = 'kernel'"}),
            ('stats', {'session': 'endless.lanes', 'table': 'kernel', 'top': 1}), ('stats', {'session': 'plain.lanes', 'table': 'kernel', 'top': 1}),
            ('stats', {'session': 'nccl.lanes', 'table': 'kernel'}), ('diff', {'before': 'mixer_own.lanes', 'after': 'mixer.lanes', 'by': 'kernel', 'top': 3}),
            ('path', {'by': 'path_part'}))
        # Which program was it, and how much did it record?
        self.assertEqual((summary['sessions'], summary['slices'], summary['command'][-3:]), ([file.name for file in files], 64996, ['0', 'no', '12']))
        # What should be changed first, and where?
        self.assertEqual(advice['rows'][0]['rule'], 'data-loading')
        self.assertIn('resnet.py:9', advice['rows'][0]['seen'])
        # Why is the GPU idle?
        self.assertEqual(gaps['rows'][0]['cause'], 'data_loading')
        # How high was the peak of the GPU's memory, and when?
        peak = next(row for row in memory['reached'] if row['device'] == 0)
        self.assertEqual((peak['bytes'], peak['time_ns']), (1069094400, 7335366172))
        # How many kernels did a compiled GPT launch, and how long did they take?
        self.assertEqual(kernels['rows'], [{'kernels': 18033, 'ns': 188883843}])
        # Which kernel ran most often, how often, and how large is its part?
        self.assertEqual(longest['rows'][0]['calls'], 81842)
        self.assertTrue(longest['rows'][0]['name'].startswith('nvjet_sm90'))
        self.assertEqual((spin['rows'][0]['name'], spin['rows'][0]['calls']), ('spin(long long)', 2))
        self.assertEqual(sum(row['calls'] for row in few['rows']), 2)
        # Did the same program launch other kernels when torch.profiler had CUPTI?
        self.assertTrue(all(row['a_calls'] == row['b_calls'] and row['slice_id_a'] is not None for row in diff['rows']))
        # What does the critical path mostly go through?
        self.assertEqual(path['rows'][0]['name'], 'host')
        # Which line launched the longest work?
        event, = self.answers(files, ('stats', {'table': 'kernel', 'top': 1}))[0]['rows']
        events, source = self.answers(files, ('events', {'ids': [event['slice_id']]}), ('source', {'event': event['slice_id']}))
        self.assertEqual((events['rows'][0]['category'], events['rows'][0]['dur']), ('kernel', event['max_ns']))
        self.assertTrue(any('resnet.py' in frame for frame in source['stack']), source)

    def test_a_query_is_never_an_option(self):
        with tempfile.NamedTemporaryFile('w', suffix='.txt') as secret:
            secret.write("topsecrettoken")
            secret.flush()
            told = self.ask([DEMO], ('sql', {'query': f'-f{secret.name}'}), ('sql', {'query': '--help'}))['answers']
        self.assertIn('syntax error', told[0]['error'])
        self.assertNotIn('topsecrettoken', json.dumps(told))
        self.assertEqual(told[1]['rows'], [])  # a comment of SQL

    def test_a_query_cannot_print_without_end(self):
        endless = 'with recursive c(x) as (select 1 union all select x + 1 from c) select hex(zeroblob(1000000)) from c'
        told = self.ask([DEMO], ('sql', {'query': endless}))['answers']
        self.assertIn('prints more than', told[0]['error'])


if __name__ == '__main__':
    unittest.main(verbosity=2)
