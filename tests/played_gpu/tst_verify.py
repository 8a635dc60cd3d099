#!/usr/bin/env python3
"""The comparison that ./test gpu prints: that it agrees on the played GPU, and that it would say so if it did not."""
import contextlib
import functools
import io
import unittest
import unittest.mock

import build
import verify

WHEELS = [cuda for cuda in build.installed() if cuda.python]


class Page(unittest.TestCase):
    def test_every_question_says_who_asks_it(self):
        asked = [asked for _, asked, _, _ in verify.questions()]
        self.assertGreater(len(asked), 20)
        self.assertEqual(set(asked) - {"by hand"}, {"injected", "layouts", "order", "counts", "durations", "tied", "inside", "overhead",
                                                    "cost", "graphs", "compiled", "memory", "waits"})

    def test_answers_take_the_place_of_states(self):
        text = verify.states({"amp": {"counts": (True, "7 of 7 kernels")}, "waits": {"counts": (False, "1 of 2 kernels")}})
        self.assertIn("amp: 7 of 7 kernels; waits: 1 of 2 kernels", text)
        self.assertIn("not yet answered: needs a device", text)


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class OnThePlayedGpu(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cuda = WHEELS[0]
        build.Builder(cls.cuda).build()

    def compare(self, part):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            found, good = verify.compare(self.cuda, verify.Played, [part])
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
