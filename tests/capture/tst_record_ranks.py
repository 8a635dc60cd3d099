"""Ranks that torchrun starts land in one session, whole, and the collectives that they share are known as such."""
import json
import os
import re
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import BUILD, PROGRAMS, RECORDER, pythons, versions, with_each_python

# Tells of a collective as NCCL's process groups do, through torch's own macro.
TELLING = '''
#include <ATen/ATen.h>
#include <torch/csrc/distributed/c10d/ParamCommsUtils.hpp>

extern "C" void tell(std::int64_t number, bool betweenTwo) {
    std::vector<at::Tensor> tensors{at::ones({3, 5}, at::kHalf)};
    RECORD_PARAM_COMMS_DATA(std::make_tuple(number, betweenTwo),
                            std::make_tuple(std::string("7"), std::string("tensor_parallel")), tensors,
                            tensors, 1, "allreduce", 15, 15, at::kHalf, std::vector<std::int64_t>(),
                            std::vector<std::int64_t>(), 0, 1, 4);
}
'''


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

    def test_collectives(self):
        """What gloo carries out says its name, group, number, size and type; the rank that is late is named."""
        for python in pythons():
            label, version = versions(python)
            with self.subTest(label, kind='one session'), tempfile.TemporaryDirectory() as folder:
                session = Path(folder) / 'both.lanes'
                script = 'RANK=0 "$0" "$1" & RANK=1 "$0" "$1"; wait'
                run = subprocess.run([RECORDER, 'record', '-o', session, '--', 'sh', '-c', script, python,
                                      PROGRAMS / 'collectives.py'], env=self.job(), capture_output=True, text=True, timeout=300)
                self.assertEqual(run.returncode, 0, run.stderr)
                ranks = {process: int(rank) for process, rank in re.findall(r'process (\d+) is (\d)', run.stdout)}
                self.assertEqual(sorted(ranks.values()), [0, 1], run.stdout + run.stderr)
                self.assertEqual(self.ranks_of(session, ranks), [0, 1])
                trace = self.chrome(session)
                for process, rank in ranks.items():
                    self.check_collectives([event for event in trace if str(event['pid']) == process], rank, version)
                self.check_late(session)
                self.check_path(session)
            with self.subTest(label, kind='two files'), tempfile.TemporaryDirectory() as folder:
                sessions = [Path(folder) / f'{rank}.lanes' for rank in (0, 1)]
                runs = [subprocess.Popen([RECORDER, 'record', '-o', session, '--', python, PROGRAMS / 'collectives.py'],
                                         env=job | {'RANK': str(rank)}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                        for job in [self.job()] for rank, session in enumerate(sessions)]
                for run in runs:
                    error = run.communicate(timeout=300)[1]
                    self.assertEqual(run.returncode, 0, error)
                self.check_late(*sessions)
                self.check_path(*sessions)

    def test_time_of_day(self):
        """What the sessions of one host are compared by: a range cannot have begun before it was so late, and the one that was kept
        waiting least begins right then."""
        with tempfile.TemporaryDirectory() as folder:
            session, trace = Path(folder) / 'run.lanes', Path(folder) / 'run.json'
            subprocess.run([RECORDER, 'record', '-o', session, '--', pythons()[0], PROGRAMS / 'time_of_day.py'], check=True,
                           capture_output=True, timeout=300)
            subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
            told = json.loads(trace.read_text())
            late = [told['baseTimeNanoseconds'] + round(event['ts'] * 1000) - int(event['name'].split()[1])
                    for event in told['traceEvents'] if event['name'].startswith('after ')]
            self.assertEqual(len(late), 300)
            self.assertGreater(min(late), -10_000)
            self.assertLess(min(late), 50_000)

    @with_each_python
    def test_missed_in_a_pause(self, python):
        """What is called right behind a start may still be missed: threads wake up."""
        for rank, numbers in enumerate(self.numbers_of(python, ['pause', RECORDER])):
            first = 8 + 3 + rank
            self.assertEqual(numbers, {i: i + 1 for i in numbers})
            self.assertEqual({*numbers} | {first, 21}, {*range(8), *range(first, 16), *range(21, 24)})

    @with_each_python
    def test_missed_before(self, python):
        for numbers in self.numbers_of(python, ['pause', RECORDER], '--start-paused'):
            self.check_numbers(numbers, [*numbers])
            self.assertLessEqual({22, 23}, {*numbers})

    @with_each_python
    def test_missed_outside_of_a_filter(self, python):
        for numbers in self.numbers_of(python, ['filter'], '--where', 'range:inside'):
            self.check_numbers(numbers, [i for first in (10, 15, 20, 25) for i in range(first, first + 3)])

    @with_each_python
    def test_missed_before_attaching(self, python):
        with tempfile.TemporaryDirectory() as folder:
            job = self.job()
            programs = [subprocess.Popen([python, PROGRAMS / 'missed_collectives.py', 'attach'], env=job | {'RANK': str(rank)},
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for rank in (0, 1)]
            for program in programs:
                self.assertIn('ready\n', iter(program.stdout.readline, ''))  # gloo says something, too
            sessions = [Path(folder) / f'{rank}.lanes' for rank in (0, 1)]
            recorders = [subprocess.Popen([RECORDER, 'attach', str(program.pid), '-o', session], stderr=subprocess.PIPE, text=True)
                         for program, session in zip(programs, sessions)]
            for recorder in recorders:
                self.assertIn('recording process', recorder.stderr.readline())
            for program in programs:
                program.stdin.write('go\n')
                program.stdin.flush()
            for program in programs:
                self.assertEqual(program.communicate(timeout=300)[0], '')
            for recorder, session in zip(recorders, sessions):
                self.assertEqual(recorder.wait(timeout=300), 0, recorder.stderr.read())
                self.check_numbers(self.numbers_in(session), range(8, 18))

    def check_numbers(self, numbers, seen):
        """The first of those that are seen prove which number is whose; all further ones are numbered."""
        unknown = next((place for place, number in enumerate(numbers.values()) if number is not None), len(numbers))
        self.assertLessEqual(unknown, 9, numbers)
        self.assertEqual(numbers, {i: i + 1 if place >= unknown else None for place, i in enumerate(seen)})

    def numbers_of(self, python, arguments, *options):
        """What is known of missed_collectives.py, by rank; each is recorded by itself."""
        with tempfile.TemporaryDirectory() as folder:
            sessions = [Path(folder) / f'{rank}.lanes' for rank in (0, 1)]
            runs = [subprocess.Popen([RECORDER, 'record', *options, '-o', session, '--', python, PROGRAMS / 'missed_collectives.py',
                                      *arguments], env=job | {'RANK': str(rank)}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                     text=True) for job in [self.job()] for rank, session in enumerate(sessions)]
            for run in runs:
                error = run.communicate(timeout=300)[1]
                self.assertEqual(run.returncode, 0, error)
            return [self.numbers_in(session) for session in sessions]

    def numbers_in(self, session):
        """{how many came before: its number} of each all_reduce that was recorded."""
        found = [event['args'] for event in self.chrome(session) if event.get('name') == 'gloo:all_reduce']
        return dict(sorted((facts['In msg nelems'] - 100, facts.get('Seq')) for facts in found))

    def test_parameters(self):
        """What NCCL's process groups say in record_param_comms, by torch's own macro; there are no devices here."""
        for python in pythons():
            label, version = versions(python)
            if version < (2, 4):
                continue  # it has no inputs in 1.13, and no pairs before 2.4
            with self.subTest(label), tempfile.TemporaryDirectory() as folder:
                source, library = Path(folder) / 'parameters.cpp', Path(folder) / 'parameters.so'
                source.write_text(TELLING)
                paths = subprocess.run([python, '-c', 'import torch; from torch.utils.cpp_extension import include_paths, library_paths; '
                                        'print(*include_paths(), sep=";"); print(library_paths()[0]); '
                                        'print(int(torch._C._GLIBCXX_USE_CXX11_ABI))'],
                                       check=True, capture_output=True, text=True).stdout.splitlines()
                subprocess.run(['g++', '-std=c++20', '-shared', '-fPIC', '-O0', '-DNDEBUG', f'-D_GLIBCXX_USE_CXX11_ABI={paths[2]}',
                                *(f'-isystem{path}' for path in paths[0].split(';')), source, '-o', library,
                                f'-L{paths[1]}', '-ltorch_cpu', '-lc10'], check=True)
                session = Path(folder) / 'parameters.lanes'
                run = subprocess.run([RECORDER, 'record', '-o', session, '--', python, PROGRAMS / 'parameters.py', library],
                                     env=self.job(), capture_output=True, text=True, timeout=300)
                self.assertEqual(run.returncode, 0, run.stderr)
                told = [event['args'] for event in self.chrome(session) if event.get('name') == 'record_param_comms']
                self.assertEqual([facts['Seq'] for facts in told], [5, 6, 7])
                for facts in told:
                    self.assertEqual({key: facts[key] for key in ('Collective name', 'Process Group Name', 'Rank', 'Group size',
                                                                  'In msg nelems', 'dtype')},
                                     {'Collective name': 'allreduce', 'Process Group Name': '7', 'Rank': 1, 'Group size': 4,
                                      'In msg nelems': 15, 'dtype': 'Half'})

    @staticmethod
    def job():
        """What a launcher would set, but for the rank; gloo of torch 1.13 and later take it from there."""
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        return os.environ | {'WORLD_SIZE': '2', 'MASTER_ADDR': '127.0.0.1', 'MASTER_PORT': str(port)}

    def check_collectives(self, events, rank, version):
        carried_out = [event for event in events if event.get('name', '').startswith('gloo:')]
        known = {}  # (name, group) -> [(number, elements, type)]
        for event in sorted(carried_out, key=lambda event: event['ts']):
            said = event['args']
            self.assertEqual(said['Collective name'], event['name'].split(':')[1])
            self.assertEqual((said['Rank'], said['Group size']), (rank, 2), event)
            known.setdefault((said['Collective name'], said['Process Group Name']), []).append(
                (said.get('Seq'), said.get('In msg nelems'), said.get('dtype')))
        world, other = sorted({group for _, group in known})
        self.assertEqual([facts[1:] for facts in known['all_reduce', world][:6]], [(1000, 'Float')] * 6)
        # Several at a time are carried out in any order.
        self.assertEqual(sorted(facts[1:] for facts in known['all_reduce', world][6:]), [(20 + i, 'Double') for i in (0, 2, 4, 6)])
        self.assertEqual(sorted(facts[1:] for facts in known['all_reduce', other]), [(20 + i, 'Double') for i in (1, 3, 5, 7)])
        self.assertEqual(known['all_gather', world][-1][1:], (1000, 'Float'))
        self.assertIn((7, 'Long'), [facts[1:] for facts in known['broadcast', world]])
        if version >= (2, 0):
            self.assertEqual(known['broadcast', world][-1][1:], (9, 'BFloat16'))
        self.assertEqual({facts[1:] for facts in known['barrier', world]}, {(None, None)})
        numbers = sorted(facts[0] for (name, group), all_of in known.items() for facts in all_of
                         if group == world and name not in ('send', 'recv'))
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
        between = 'send' if rank == 0 else 'recv'
        self.assertEqual(known[between, world], [(None, 5, 'Float')])
        [one] = [event for event in carried_out if event['name'] == 'gloo:' + between]
        self.assertEqual(one['args']['Dst Rank' if rank == 0 else 'Src Rank'], 1 - rank)

    def check_late(self, *sessions):
        out = subprocess.run([BUILD / 'bin/lanescope', 'ranks', '--format', 'json', *sessions], capture_output=True, text=True)
        self.assertEqual(out.returncode, 0, out.stderr)
        job = json.loads(out.stdout)
        self.assertEqual([rank['rank'] for rank in job['ranks']], [0, 1])
        reduced = [one for one in job['collectives'] if one['bytes'] == 4000 and 'reduce' in one['name']]
        self.assertEqual(len(reduced), 6, job)
        self.assertEqual([one['last_rank'] for one in reduced], [1] * 6)
        self.assertEqual({one['group'] for one in job['collectives']} & {''}, set())
        for one in reduced:
            self.assertGreater(one['wait_ns']['0'], 20_000_000)

    def check_path(self, *sessions):
        """Without holes, and through the rank that was late: it did nothing that is recorded for six times 0.1 s."""
        out = subprocess.run([RECORDER, 'path', '--format', 'json', *sessions], capture_output=True, text=True)
        self.assertEqual(out.returncode, 0, out.stderr)
        path = json.loads(out.stdout)
        segments = path['segments']
        self.assertEqual([before['end_ns'] for before in segments[:-1]], [after['start_ns'] for after in segments[1:]])
        self.assertEqual(segments[-1]['end_ns'] - segments[0]['start_ns'], path['total_ns'])
        self.assertEqual(sum(path['by_kind'].values()), path['total_ns'])
        late = [one for one in segments if one['kind'] == 'gap' and one['track'] == 'MainThread (rank 1)' and
                one['end_ns'] - one['start_ns'] > 90_000_000]
        self.assertGreaterEqual(len(late), 5, path['by_kind'])
        self.assertTrue([one for one in segments if one['kind'] == 'collective'])

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
