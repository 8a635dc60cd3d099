#!/usr/bin/env python3
"""Documents, messages of the window and help of the commands keep to the rules of words in CONTRIBUTING.md."""
import unittest
from pathlib import Path

import docs
import words

ROOT = Path(__file__).resolve().parents[2]


class TheRules(unittest.TestCase):
    def test_each_fault_is_found(self):
        for text in ("Of the device time of all rows.", "Whether it uses tensor cores.", "word " * 26 + "end.",
                     "Sound: what was mended.", "The page Trust."):
            self.assertTrue(list(words.message_complaints("x", text)), text)
        self.assertEqual(list(words.message_complaints("x", "What do you want to do? The GPU is idle.")), [])
        self.assertTrue(list(words.page_complaints("x", "What stays is the rest of it.\n")))
        self.assertEqual(list(words.page_complaints("x", "# What is new here today\n\n| Of | all |\n")), [])


class TheWords(unittest.TestCase):
    def test_of_the_window(self):
        said = list(words.messages(ROOT))
        self.assertGreater(len(said), 2000)
        self.assertEqual([line for place, text in said for line in words.message_complaints(place, text)], [])

    def test_of_documents(self):
        pages = [*docs.pages(ROOT), ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]
        self.assertEqual([line for page in pages
                          for line in words.page_complaints(page.relative_to(ROOT), page.read_text(encoding="utf-8"))], [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
