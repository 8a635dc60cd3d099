#!/usr/bin/env python3
"""A job on two hosts, `record --on` of each: its ranks arrive as one session on one axis of time."""
import json
import os
import socket
import subprocess
import unittest

from captured import PROGRAMS, RECORDER, pythons, versions
from remote_host import PATIENCE, SSHD, Host

OPERATIONS = 10  # of ranks.py


@unittest.skipUnless(SSHD, "openssh-server is not installed")
class Job(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)
        self.other = Host()
        self.addCleanup(self.other.close)
        # the user of the first reaches both; each has a home and a cache of its own
        beside = (self.other.folder / "ssh.conf").read_text().replace("Host there", "Host other")
        with open(self.host.folder / "ssh.conf", "a", encoding="utf-8") as file:
            file.write(beside)
        self.session = self.host.folder / "job.lanes"

    def record(self, *words):
        return subprocess.run([RECORDER, "record", "--on", "ssh:there", "--on", "ssh:other", "-o", self.session, *words],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=PATIENCE,
                              env=self.host.environment(), cwd=self.host.folder)

    def answer(self, *words):
        done = subprocess.run([RECORDER, *words], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def names(self):
        return sorted(path.name for path in self.host.folder.glob("job*"))

    def test_two_ranks_on_each_of_two_hosts(self):
        tried = [python for python in pythons() if versions(python)[1] >= (2, 0)]
        if not tried:
            self.skipTest("no torch 2: ./test torch installs some")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        done = self.record("--env", "GLOO_SOCKET_IFNAME=lo", "--", tried[-1], "-m", "torch.distributed.run",
                           "--nnodes", "{nodes}", "--node-rank", "{node}", "--nproc-per-node", "2",
                           "--master-addr", "127.0.0.1", "--master-port", str(port), str(PROGRAMS / "ranks.py"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("job.lanes: 4 ranks of 2 hosts", done.stderr)
        self.assertEqual(self.names(), ["job-other.lanes", "job-there.lanes", "job.lanes"])
        for host in (self.host, self.other):
            self.assertTrue((host.cache / "lanescope" / "collector").is_dir())
            self.assertEqual(host.captures(), [])
        processes = self.answer("info", "--json", self.session)["processes"]
        ranked = {process["rank"]: process for process in processes if process.get("rank", -1) >= 0}
        self.assertEqual(sorted(ranked), [0, 1, 2, 3])
        self.assertSharedCollectives(ranked)

    def assertSharedCollectives(self, ranked):
        """Nobody has left a collective before the last one has come to it."""
        chrome = self.session.with_suffix(".json")
        subprocess.run([RECORDER, "convert", self.session, chrome], check=True, capture_output=True)
        of_rank = {rank: [] for rank in ranked}
        by_process = {str(process["pid"]): rank for rank, process in ranked.items()}
        for event in json.loads(chrome.read_text())["traceEvents"]:
            if event.get("name") == "gloo:all_reduce":
                of_rank[by_process[str(event["pid"])]].append((event["ts"], event["ts"] + event["dur"]))
        for rank, calls in of_rank.items():
            self.assertEqual(len(calls), OPERATIONS, rank)
        for shared in zip(*(sorted(calls) for calls in of_rank.values())):
            self.assertLessEqual(max(begin for begin, _ in shared), min(end for _, end in shared))

    def test_each_is_told_its_number(self):
        done = self.record("--", "sh", "-c", "echo node {node} of {nodes}; exit {node}")
        self.assertEqual(sorted(done.stdout.splitlines()), ["node 0 of 2", "node 1 of 2"], done.stderr)
        self.assertEqual(done.returncode, 1)
        self.assertIn("job-other.lanes and 1 more, but is no one session", done.stderr.replace("job-there", "job-other"))

    def test_who_is_started_by_a_launcher_records_under_its_rank(self):
        def record(**variables):
            names = ("RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID")
            clean = {key: value for key, value in os.environ.items() if key not in names}
            return subprocess.run([RECORDER, "record", "-o", "job-{rank}-{host}.lanes", "--", "true"], capture_output=True, text=True,
                                  check=False, timeout=PATIENCE, env=clean | variables, cwd=self.host.folder)
        for rank, variable in enumerate(("SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK")):
            self.assertEqual(record(**{variable: str(rank)}).returncode, 0)
        here = socket.gethostname()
        self.assertEqual(self.names(), [f"job-{rank}-{here}.lanes" for rank in range(3)])
        for wrong in ({}, {"RANK": "../../evil"}):
            done = record(**wrong)
            self.assertEqual(done.returncode, 2)
            self.assertIn("no launcher has told this process its rank", done.stderr)

    def test_what_makes_no_sense_is_refused(self):
        done = self.record("--resume", "abc")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--resume takes up one capture", done.stderr)
        self.session.write_text("a letter")
        done = self.record("--", "true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is no Lanescope session and would be overwritten", done.stderr)
        self.assertEqual(self.session.read_text(), "a letter")


if __name__ == "__main__":
    unittest.main(verbosity=2)
