"""lanescope ranks on jobs whose clocks and waits are known, and on real ones read by hand."""
import csv
import io
import json
import os
import random
import re
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from kineto import Kineto
from rank_sessions import HOUR, Job

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
TRACES = Path(os.environ.get("LANESCOPE_TRACES", Path(__file__).resolve().parents[3] / "shared/traces"))


def ranks(*files):
    done = subprocess.run([PROGRAM, "ranks", *files, "--format", "json"], capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    assert list(answer) == ["ranks", "collectives", "waits", "caused", "overlap", "awaited"], list(answer)
    for rank in answer["ranks"]:
        assert (rank["offset_ns"] is None) == (rank["error_ns"] is None) == (rank["drift_ppb"] is None) == (rank["method"] == "none")
    return answer


class Ranks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def ask(self, *words):
        return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout

    def answer(self, job, **which):
        written = [job.write(self.folder, rank, **which) for rank in range(job.ranks)]
        return ranks(*(path for path, _ in written)), [first for _, first in written]

    def check_clocks(self, job, answer, firsts, method="collectives"):
        """The offset is right within the bound, at the first event and at the last."""
        for rank, (got, first) in enumerate(zip(answer["ranks"], firsts)):
            self.assertEqual(got["rank"], rank)
            if rank == 0:
                self.assertEqual((got["offset_ns"], got["error_ns"], got["drift_ppb"]), (0, 0, 0))
                continue
            self.assertEqual(got["method"], method)
            self.assertLessEqual(abs(got["offset_ns"] - job.offset(rank, first)), got["error_ns"])
            last = job.local(rank, job.collectives[-1][1][rank])
            there = got["offset_ns"] + got["drift_ppb"] * (last - first) / 1e9
            self.assertLessEqual(abs(there - job.offset(rank, last)), got["error_ns"] + 2)

    def test_offsets_and_drifts_are_recovered_within_the_bound_always(self):
        worst = 0
        for seed in range(200):
            with self.subTest(seed=seed):
                job = Job(seed, ranks=2 + seed % 3, collectives=3 + seed % 40, numbered=seed % 2 == 0, gloo=seed % 5 == 0)
                answer, firsts = self.answer(job)
                self.check_clocks(job, answer, firsts)
                if len(job.collectives) > 20:
                    worst = max(worst, *(r["error_ns"] for r in answer["ranks"]))
        self.assertLess(worst, 900_000)  # of no use if it were as long as the collectives are apart

    def test_a_short_record_tells_of_no_drift(self):
        """Twelve collectives in some 20 ms end within 20 us: a line through them would drift by 1,000,000 parts in a billion."""
        for seed in range(20):
            job = Job(seed, ranks=3, collectives=12, drifts=[0, 0, 0])
            answer, firsts = self.answer(job)
            self.check_clocks(job, answer, firsts)
            for rank in answer["ranks"]:
                self.assertLess(abs(rank["drift_ppb"]), 300_000, seed)

    def test_the_drift_of_a_long_record_is_told(self):
        for seed in range(5):
            job = Job(seed, collectives=3000, drifts=[0, 40_000])
            answer, firsts = self.answer(job)
            self.check_clocks(job, answer, firsts)
            self.assertAlmostEqual(answer["ranks"][1]["drift_ppb"], -40_000, delta=1_000)

    def one_session(self, job):
        """The ends of the collectives of each rank, and what they last, in the session of all; with the bound of the clock."""
        files = [job.write(self.folder, rank)[0] for rank in range(job.ranks)]
        whole = self.folder / "job.json"
        subprocess.run([PROGRAM, "convert", *files, whole], check=True, capture_output=True)
        ends, lengths = {}, {}
        for event in json.loads(whole.read_text())["traceEvents"]:
            if event.get("ph") == "X" and event["name"].startswith("ncclDevKernel"):
                rank = str(event["pid"])
                ends.setdefault(rank, []).append(round((event["ts"] + event["dur"]) * 1000))
                lengths.setdefault(rank, []).append(round(event["dur"] * 1000))
        self.assertEqual([len(times) for times in ends.values()], [len(job.collectives)] * job.ranks)
        return list(ends.values()), list(lengths.values()), ranks(*files)["ranks"][1]["error_ns"]

    def test_clocks_that_drift_are_one_in_the_session_of_a_job(self):
        """Over 7 s they come 290 us apart; a single offset leaves half of it at both ends."""
        tail = 20_000
        for seed in range(3):
            job = Job(seed, collectives=3000, drifts=[0, 40_000], tail=tail)
            (first, second), lengths, bound = self.one_session(job)
            self.assertLess(tail + bound, 120_000)  # or it would not tell the two apart
            for at in (0, len(first) // 2, -1):
                self.assertLessEqual(abs(first[at] - second[at]), tail + bound, (seed, at))
            for rank, own in enumerate(lengths):
                told = [end[rank] - begin[rank] for begin, end in job.collectives]
                self.assertLessEqual(max(abs(a - b) for a, b in zip(own, told)), 100 if rank else 2)

    def test_the_session_of_a_job_says_how_its_clocks_were_tied(self):
        """Also once it was written: the bound holds of every collective, and is what `check` says."""
        for drift in (40_000, 0):
            job = Job(2, ranks=3, collectives=3000, offsets=[0, 5_000_000, -7_000_000], drifts=[0, drift, 0], tail=20_000)
            whole = self.folder / f"whole{drift}.lanes"
            self.ask("convert", *(job.write(self.folder, rank)[0] for rank in range(job.ranks)), whole)
            info = self.ask("info", whole)
            clocks = json.loads(self.ask("info", "--json", whole))["clocks"]
            ledger = json.loads(self.ask("check", "--format", "json", whole))
            self.assertEqual(len(clocks), 2)
            for rank, clock in enumerate(clocks, 1):
                self.assertIn(f"(rank {rank})", clock["process"])
                self.assertTrue(clock["applied"])
                self.assertIn("collectives", clock["method"])
                self.assertLessEqual(abs(clock["offset_ns"] + job.offsets[rank]), clock["error_ns"])
                self.assertLess(clock["error_ns"], 500_000)
            self.assertAlmostEqual(clocks[0]["drift_per_billion"], -drift, delta=1_000)
            self.assertEqual(clocks[1]["drift_per_billion"], 0)
            self.assertEqual(ledger["clock_error_ns"], max(clock["error_ns"] for clock in clocks))
            self.assertEqual(len(re.findall(r"^clock .*collectives", info, re.M)), 2, info)

    def test_the_session_of_a_job_holds_the_collectives_that_its_files_share(self):
        """Also where its clocks are so unsure that the ranks seem to have been in one of them one after the other."""
        for seed in range(40):
            with self.subTest(seed=seed):
                job = Job(seed, collectives=3 + seed % 30, drifts=[0, 0], tail=4_000_000)
                files = [job.write(self.folder, rank)[0] for rank in range(job.ranks)]
                whole = self.folder / "whole.lanes"
                self.ask("convert", *files, whole)
                apart, one = ranks(*files), ranks(whole)
                for key in ("sequence", "group", "bytes"):
                    self.assertEqual(*([c[key] for c in answer["collectives"]] for answer in (apart, one)))
                bounds = [rank["error_ns"] for rank in one["ranks"]]
                self.assertEqual(bounds[0], 0)
                self.assertGreaterEqual(bounds[1], apart["ranks"][1]["error_ns"])
                self.assertEqual(bounds[1], json.loads(self.ask("info", "--json", whole))["clocks"][0]["error_ns"])

    def test_what_may_not_drift_lasts_as_long_as_it_was_recorded_to(self):
        job = Job(4, collectives=12, drifts=[0, 0])
        for rank, own in enumerate(self.one_session(job)[1]):
            told = [end[rank] - begin[rank] for begin, end in job.collectives]
            self.assertLessEqual(max(abs(a - b) for a, b in zip(own, told)), 1)

    def test_an_hour_apart(self):
        for seed in range(5):
            job = Job(seed, offsets=[0, HOUR + seed * 12_345], numbered=seed % 2 == 0)
            answer, firsts = self.answer(job)
            self.check_clocks(job, answer, firsts)
            self.assertLess(answer["ranks"][1]["error_ns"], 500_000)

    def test_waits_are_known_where_clocks_agree(self):
        job = Job(3, ranks=3, offsets=[0, 0, 0], drifts=[0, 0, 0])
        answer, _ = self.answer(job)
        self.assertEqual(len(answer["collectives"]), len(job.collectives))
        errors = sum(r["error_ns"] for r in answer["ranks"])
        for one, (entries, ends) in zip(answer["collectives"], job.collectives):
            self.assertEqual((one["name"], one["group"]), ("allreduce", "0"))
            self.assertEqual(one["bytes"], 4 * (1000 + one["sequence"]))
            self.assertEqual(one["wait_ns"][str(one["last_rank"])], 0)
            self.assertEqual(one["spread_ns"], max(one["wait_ns"].values()))
            self.assertLessEqual(abs(one["spread_ns"] - (max(entries) - min(entries))), errors)
            self.assertLessEqual(abs(one["transfer_ns"] - (min(ends) - max(entries))), errors)
        for rank in range(3):
            self.assertEqual(answer["waits"][str(rank)], sum(c["wait_ns"][str(rank)] for c in answer["collectives"]))
            caused = sum(sum(c["wait_ns"].values()) for c in answer["collectives"] if c["last_rank"] == rank)
            self.assertEqual(answer["caused"][str(rank)], caused)
            communication = sum(ends[rank] - entries[rank] for entries, ends in job.collectives)
            self.assertEqual(answer["overlap"][str(rank)], {"compute_ns": 0, "communication_ns": communication, "exposed_ns": communication})

    def test_figures_of_ranks_are_of_the_range(self):
        job = Job(3, ranks=3, offsets=[0, 0, 0], drifts=[0, 0, 0])
        files = [job.write(self.folder, rank)[0] for rank in range(3)]
        part = job.collectives[10:20]
        begin, end = ((max(job.collectives[i - 1][1]) + min(job.collectives[i][0])) // 2 for i in (10, 20))
        whole = self.rows(*files, "--by", "rank")
        shared = self.rows(*files, "--by", "collective", "--range", f"{begin}..{end}")
        self.assertEqual(len(shared), 10)
        for rank, (row, of_all) in enumerate(zip(self.rows(*files, "--by", "rank", "--range", f"{begin}..{end}"), whole)):
            self.assertEqual([row[key] for key in ("rank", "method", "offset_ns")], [of_all[key] for key in ("rank", "method", "offset_ns")])
            waited = sum(max(entries) - entries[rank] for entries, _ in part)
            caused = sum(3 * max(entries) - sum(entries) for entries, _ in part if entries[rank] == max(entries))
            busy = sum(ends[rank] - entries[rank] for entries, ends in part)
            for key, expected in (("waited_ns", waited), ("caused_ns", caused), ("communication_ns", busy), ("exposed_ns", busy)):
                self.assertAlmostEqual(int(row[key]), expected, delta=250_000, msg=f"{key} of rank {rank}")  # clocks are that well known
                self.assertGreater(int(of_all[key]), expected + 250_000, f"{key} of rank {rank}")
        empty = self.rows(*files, "--by", "rank", "--range", "0ns..1ns")
        self.assertEqual({row[key] for row in empty for key in ("waited_ns", "caused_ns", "communication_ns", "compute_ns")}, {"0"})

    def rows(self, *words):
        return list(csv.DictReader(io.StringIO(self.ask("stats", *words, "--top", "0", "--format", "csv"))))

    def test_as_one_session_they_stand_by_their_collectives(self):
        """The clocks are seconds apart, and what the files say of the time of day is no help."""
        for seed in range(4):
            job = Job(seed, ranks=3)
            files = [job.write(self.folder, rank)[0] for rank in range(job.ranks)]
            out = self.folder / "one.json"
            subprocess.run([PROGRAM, "convert", "--quiet", *files, out], check=True)
            works = [event for event in json.loads(out.read_text())["traceEvents"] if event.get("name", "").startswith("ncclDev")]
            calls = [sorted((event["ts"], event["ts"] + event["dur"]) for event in works if f"(rank {rank})" in str(event["pid"]))
                     for rank in range(job.ranks)]
            self.assertEqual([len(of_rank) for of_rank in calls], [len(job.collectives)] * job.ranks)
            for shared in zip(*calls):  # microseconds; the bound's own width is the tail of 20
                self.assertLess(max(begin for begin, _ in shared), min(end for _, end in shared) + 25)

    def test_no_origin_is_no_obstacle(self):
        job = Job(5)
        answer, firsts = self.answer(job, origin=None)
        self.check_clocks(job, answer, firsts)

    def test_a_rank_without_collectives_stands_apart(self):
        job = Job(6, ranks=3)
        files = [job.write(self.folder, rank, origin=None, only=() if rank == 1 else None)[0] for rank in range(3)]
        answer = ranks(*files)
        self.assertEqual([r["method"] for r in answer["ranks"]], ["origin", "none", "collectives"])
        self.assertEqual({tuple(c["wait_ns"]) for c in answer["collectives"]}, {("0", "2")})
        self.assertNotIn("1", answer["waits"])

    def test_its_origin_is_believed_unless_collectives_say_otherwise(self):
        for offset, method in ((0, "origin"), (5_000_000_000, "none")):
            job = Job(7, ranks=3, offsets=[0, 0, offset], drifts=[0, 0, 0])
            files = [job.write(self.folder, rank, origin=1_790_000_000_000_000_000 + 1000 * rank, only=() if rank == 1 else None)[0] for rank in range(3)]
            answer = ranks(*files)
            self.assertEqual(answer["ranks"][1]["method"], method)
            self.assertEqual(answer["ranks"][1]["offset_ns"], 1000 if method == "origin" else None)

    def test_different_numbers_of_collectives(self):
        for seed in range(30):
            for cut in ({"skip": range(0, 4)}, {"skip": range(26, 30)}):
                with self.subTest(seed=seed, cut=cut):
                    job = Job(seed, numbered=seed % 2 == 0)
                    written = [job.write(self.folder, rank, **(cut if rank else {})) for rank in range(2)]
                    answer = ranks(*(path for path, _ in written))
                    self.check_clocks(job, answer, [first for _, first in written])
                    self.assertEqual(len(answer["collectives"]), 26)

    def many(self, path, rank, numbers, late):
        """some of 300 collectives that both ranks leave at once, by a clock that is late; none has a number"""
        random_ = random.Random(5)
        trace, end = Kineto(), 0
        for number in range(300):
            end += 9_000_000 + random_.randrange(2_000_000)
            if number in numbers:
                begin = end - 400_000 - (number * 7919 + rank * 131_071) % 300_000
                trace.work("ncclDevKernel_AllReduce_Sum_f32_RING_LL", begin + late, end - begin)
                trace.events[-1]["args"].update({"Collective name": "allreduce", "Process Group Name": "0", "In msg nelems": 1000,
                                                 "dtype": "Float"})
        return trace.write(path, distributedInfo={"backend": "nccl", "rank": rank, "world_size": 2})

    def test_a_rank_that_began_many_collectives_later(self):
        """of 300 and of 200, in order only; and where each lacks 80 of the other's"""
        for first, last in ((0, 100), (80, 80)):
            with self.subTest(first=first):
                answer = ranks(self.many(self.folder / "first.json", 0, range(0, 300 - first), 1_000_000),
                               self.many(self.folder / "late.json", 1, range(last, 300), 0))
                self.assertEqual(len(answer["collectives"]), 300 - first - last)
                self.assertEqual(answer["ranks"][1]["method"], "collectives")
                self.assertLessEqual(abs(answer["ranks"][1]["offset_ns"] - 1_000_000), answer["ranks"][1]["error_ns"])

    def test_without_names_and_numbers_every_way_to_match_is_within_the_bound(self):
        for seed in range(20):
            job = Job(seed, gloo=True, numbered=False)
            written = [job.write(self.folder, rank, **({"skip": range(2)} if rank else {})) for rank in range(2)]
            self.check_clocks(job, ranks(*(path for path, _ in written)), [first for _, first in written])

    def test_ranks_without_names_are_numbered(self):
        job = Job(8)
        files = [job.write(self.folder, rank, world=False)[0] for rank in range(2)]
        self.assertEqual([r["rank"] for r in ranks(*files)["ranks"]], [0, 1])

    def test_sessions_that_are_no_job_are_refused_in_a_sentence(self):
        """By ranks and by path alike: two runs of one rank, ranks of jobs of different sizes, and two without rank or collective."""
        pairs = []
        for number, (first, second) in enumerate((
                ((Job(3), 0, {}), (Job(4), 0, {})),
                ((Job(3), 0, {}), (Job(4, ranks=3), 1, {})),
                ((Job(3), 0, {"world": False, "only": ()}), (Job(3), 1, {"world": False, "only": ()})),
                ((Job(3), 0, {"world": False}), (Job(3), 1, {"world": False, "only": ()})))):
            files = []
            for side, (job, rank, which) in enumerate((first, second)):
                folder = self.folder / f"{number}{side}"
                folder.mkdir()
                files.append(job.write(folder, rank, **which)[0])
            pairs.append(files)
        said = ("both hold rank 0", "of a job of 3 ranks, ", "names no rank and shares no collective", "names no rank and shares no collective")
        for files, words in zip(pairs, said):
            for command in ("ranks", "path"):
                with self.subTest(words=words, command=command):
                    done = subprocess.run([PROGRAM, command, *files], capture_output=True, text=True)
                    self.assertEqual((done.returncode, done.stdout), (1, ""))
                    for part in (*map(str, files), words, "lanescope diff"):
                        self.assertIn(part, done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_one_file_without_anything(self):
        trace = Kineto()
        trace.operator("aten::mm", 1000, 1000)
        answer = ranks(trace.write(self.folder / "one.json"))
        self.assertEqual((answer["collectives"], answer["waits"]), ([], {"0": 0}))
        self.assertEqual(answer["overlap"]["0"], {"compute_ns": 1000, "communication_ns": 0, "exposed_ns": 0})

    @unittest.skipUnless((TRACES / "torch29_ddp_gloo_rank0.json.gz").exists(), f"no traces in {TRACES}")
    def test_real_gloo_ranks(self):
        """Two processes of one machine, so their clocks are one: 15 all_reduce, 9 all_gather and 3 each of six others. The first
        all_reduce is entered at 4332990908.8 ms on rank 1 and some 0.7 ms later on rank 0."""
        answer = ranks(*(TRACES / f"torch29_ddp_gloo_rank{i}.json.gz" for i in (0, 1)))
        one = answer["ranks"][1]
        self.assertEqual(one["method"], "collectives")
        self.assertLessEqual(abs(one["offset_ns"]), one["error_ns"])
        self.assertLess(one["error_ns"], 1_000_000)
        counts = Counter(c["name"] for c in answer["collectives"])
        self.assertEqual(counts, {"gloo:all_reduce": 15, "gloo:all_gather": 9, **{f"gloo:{name}": 3 for name in (
            "all_to_all", "barrier", "broadcast", "gather", "reduce", "scatter")}})

    @unittest.skipUnless((TRACES / "ddp_rank0.json.gz").exists(), f"no traces in {TRACES}")
    def test_real_nccl_ranks(self):
        """Ranks 0 and 1 of 128, of which records are missing. The two _all_gather_base on stream 203 run on both at once:
        585.321 to 627.817 and 585.405 to 628.149 ms, 1185.890 to 1249.534 and 1187.182 to 1249.345 ms."""
        answer = ranks(*(TRACES / f"ddp_rank{i}.json.gz" for i in (0, 1)))
        one = answer["ranks"][1]
        self.assertEqual(one["method"], "collectives")
        self.assertLessEqual(abs(one["offset_ns"]), one["error_ns"])
        gathers = [c for c in answer["collectives"] if c["name"] == "nccl:_all_gather_base"]
        self.assertEqual(len(gathers), 2)
        for gather, length in zip(gathers, (42_744_000, 63_644_000)):
            self.assertLess(abs(gather["transfer_ns"] - length), 2_000_000)

    @unittest.skipUnless((TRACES / "mi300_resnet_train_checkpointed.json.gz").exists(), f"no traces in {TRACES}")
    def test_one_real_rank_of_eight(self):
        """Seventeen kernels of RCCL on stream 4: most of them hide behind none of what is computed."""
        answer = ranks(TRACES / "mi300_resnet_train_checkpointed.json.gz")
        self.assertEqual([(r["rank"], r["offset_ns"]) for r in answer["ranks"]], [(0, 0)])
        self.assertEqual(answer["collectives"], [])
        overlap = answer["overlap"]["0"]
        self.assertGreater(overlap["communication_ns"], overlap["exposed_ns"])


if __name__ == "__main__":
    unittest.main()
