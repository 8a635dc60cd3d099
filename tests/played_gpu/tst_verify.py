#!/usr/bin/env python3
"""The comparison that ./test gpu prints: that it agrees on the played GPU, and that it would say so if it did not."""
import contextlib
import functools
import io
import unittest
import unittest.mock

import build
import comparison
import verify

WHEELS = [cuda for cuda in build.installed() if cuda.python]


class Page(unittest.TestCase):
    def test_every_question_says_who_asks_it(self):
        asked = [asked for _, asked, _, _ in comparison.questions()]
        self.assertGreater(len(asked), 20)
        self.assertEqual(set(asked) - {"by hand"}, {"injected", "layouts", "order", "counts", "durations", "tied", "inside", "overhead",
                                                    "cost", "graphs", "compiled", "memory", "waits", "both", "dropped", "forked", "late", "gpm",
                                                    "threads", "proton", "alive", "polls", "killed", "attached", "endless", "libraries",
                                                    "launch"})

    def test_answers_are_listed_and_questions_have_a_state(self):
        found = {"amp": {"counts": (True, "7 of 7 kernels"), "cost": (False, "+9 %")}, "waits": {"counts": (False, "1 of 2 kernels")}}
        rows = [line.split(maxsplit=3) for line in comparison.verdicts(found, {"cost"}).split("\n")[1:]]
        self.assertEqual(rows, [["amp", "counts", "yes", "7 of 7 kernels"], ["amp", "cost", "-", "+9 %"],
                                ["waits", "counts", "no", "1 of 2 kernels"]])
        self.assertIn("not yet answered: needs a device", comparison.states())


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class OnThePlayedGpu(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cuda = WHEELS[0]
        build.Builder(cls.cuda).build()

    def compare(self, part):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            found, good = verify.compare(self.cuda, [part])
        return found.get(part, {}), good, out.getvalue()

    def test_programs_agree_with_torchs_own_profiler(self):
        for part in ("amp", "graphs", "waits"):
            with self.subTest(part):
                found, good, text = self.compare(part)
                self.assertTrue(good, text)
                self.assertGreater(len(found), 8, text)

    def test_what_is_lost_is_noticed(self):
        losing = functools.partial(verify.Session, drop_every=7)
        with unittest.mock.patch.object(verify, "Session", losing):
            found, good, text = self.compare("waits")
        self.assertFalse(good, text)
        self.assertEqual(found["counts"][0], False, text)


if __name__ == "__main__":
    unittest.main()
