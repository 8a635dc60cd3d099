#!/usr/bin/env python3
"""Documents, messages of window, commands and recorder, and the help of commands keep to the rules of words in CONTRIBUTING.md."""
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

    def test_comments_are_read_out_of_headers(self):
        header = '// Whether it is\n// known.\n#include "a//b.h"\nint a; // of it\n//   one of a list\n//   another\nf("//"); // What "x" is now.\n'
        self.assertEqual(list(words.header_comments(header)), [(1, "Whether it is known."), (4, "of it"), (5, "one of a list"),
                                                               (6, "another"), (7, 'What "x" is now.')])
        self.assertEqual(len(list(words.comment_complaints("x", "Whether it is known. `Of` it all. " + "word " * 26 + "end."))), 2)

    def test_texts_are_read_out_of_the_source(self):
        cpp = 'f("What is in " + name(1) +\n  " is not \\"known\\".", 2); // "not this"\ng("other");'
        self.assertEqual(list(words.cpp_texts(cpp)), [(1, 'What is in X is not "known".'), (3, "other")])
        python = 'def f():\n    """Of no interest."""\n    say(f"What is in {name} is not known", "other")\n'
        self.assertEqual(sorted(words.python_texts(python)), [(3, "What is in X is not known"), (3, "other")])


class TheWords(unittest.TestCase):
    def test_of_the_window(self):
        said = list(words.messages(ROOT))
        self.assertGreater(len(said), 2000)
        self.assertEqual([line for place, text in said for line in words.message_complaints(place, text)], [])

    def test_of_commands_and_recorder(self):
        said = list(words.program_messages(ROOT))
        self.assertGreater(len(said), 1500)
        self.assertEqual([line for place, text in said for line in words.message_complaints(place, text)], [])

    def test_messages_with_a_remedy_are_said(self):
        told = docs.told_messages((ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8"))
        self.assertGreater(len(told), 12)
        said = [text for _, text in words.program_messages(ROOT)]
        self.assertEqual([message for message in told if not any(message in text for text in said)], [])

    def test_a_sample_is_drawn_of_all(self):
        drawn = words.sample(ROOT, "1")
        self.assertEqual((len(drawn), drawn), (100, words.sample(ROOT, "1")))
        places = " ".join(str(place) for place, _ in drawn)
        for part in ("docs/", ".cpp:", "lanes::"):
            self.assertIn(part, places)

    def test_of_headers(self):
        self.assertEqual(list(words.of_headers(ROOT)), [])

    def test_of_documents(self):
        self.assertEqual([line for page in words.documents(ROOT)
                          for line in words.page_complaints(page.relative_to(ROOT), page.read_text(encoding="utf-8"))], [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
