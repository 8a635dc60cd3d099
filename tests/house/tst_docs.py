#!/usr/bin/env python3
"""Documents for people are short, their sentences too, and every link and picture in them is there."""
import sys
import tempfile
import unittest
from pathlib import Path

import docs

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pictures  # noqa: E402


class TheRules(unittest.TestCase):
    def test_a_long_sentence_is_found_and_a_table_is_none(self):
        long = "Word " * 26 + "end.\n"
        self.assertEqual(len(list(docs.sentence_complaints("x.md", long))), 1)
        self.assertEqual(list(docs.sentence_complaints("x.md", "| " + long)), [])
        self.assertEqual(list(docs.sentence_complaints("x.md", "    " + long)), [])
        self.assertEqual(list(docs.sentence_complaints("x.md", "Short one. " * 20)), [])

    def test_code_counts_as_one_word(self):
        self.assertEqual([len(docs.words(s)) for s in docs.sentences("Say `lanescope record -- a b c` twice.\n")], [3])

    def test_a_link_that_leads_nowhere_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder).resolve() / "page.md"
            page.write_text("# One head\n\n[good](#one-head) [bad](#another) [gone](gone.md) ![gone](p.png)\n")
            found = list(docs.link_complaints(page.parent, page))
        self.assertEqual(len(found), 3, found)

    def test_a_figure_of_one_language_only_is_found(self):
        english, other = "| a | 1.5 ms |\n| b | 2 ms |\n", "| a | 2 ms |\n| b | 1.5 ms |\n"
        self.assertNotEqual(docs.frame(english), docs.frame(other))
        self.assertNotEqual(docs.frame("It takes 1,200 ms.\n"), docs.frame("It takes 1,300 ms.\n"))

    def test_a_long_readme_is_found(self):
        self.assertEqual(len(list(docs.length_complaints("x.md", "a\n" * 201, 200, 2500))), 1)
        self.assertEqual(len(list(docs.length_complaints("x.md", "a " * 2501, 200, 2500))), 1)


class TheDocuments(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        pages = [*docs.pages(ROOT), *ROOT.glob("*.zh-CN.md"), *(ROOT / "docs").glob("*.zh-CN.md"),
                 ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]
        self.assertEqual([line for page in pages for line in docs.link_complaints(ROOT, page)], [])

    def test_sentences_are_short(self):
        pages = [*docs.pages(ROOT), ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
        self.assertEqual([line for page in pages
                          for line in docs.sentence_complaints(page.relative_to(ROOT), page.read_text(encoding="utf-8"))], [])

    def test_the_changelog_has_its_form(self):
        text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        self.assertEqual(list(docs.changelog_complaints(text)), [])
        self.assertEqual(len(list(docs.changelog_complaints("## Soon\n\n- loose\n\n### Improved\n"))), 4)

    def test_every_room_has_a_page_that_is_true(self):
        pages = docs.room_pages(ROOT)
        self.assertGreater(len(pages), 30)
        self.assertEqual([line for page in pages for line in docs.room_complaints(ROOT, page)], [])
        there = [page for page in pages if page.exists()]
        self.assertEqual([line for page in there for line in docs.link_complaints(ROOT, page)], [])
        self.assertEqual([line for page in there
                          for line in docs.sentence_complaints(page.relative_to(ROOT), page.read_text(encoding="utf-8"))], [])

    def test_every_picture_is_shown_and_can_be_made_anew(self):
        self.assertEqual(list(docs.picture_complaints(ROOT, [*pictures.RENDERED, *pictures.STEERED, *pictures.TESTED])), [])

    def test_every_view_has_a_page_in_the_index(self):
        index = (ROOT / "docs" / "views" / "README.md").read_text(encoding="utf-8")
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        for page in sorted((ROOT / "docs" / "views").glob("[a-z]*.md")):
            self.assertIn(f"({page.name})", index)
            self.assertIn(f"(docs/views/{page.name})", readme)
            text = page.read_text(encoding="utf-8")
            self.assertIn("## What it cannot know", text, page.name)
            self.assertIn("(../pictures/", text, page.name)
            self.assertIn("## Questions", text, page.name)

    def test_readme_and_architecture_are_read_in_minutes(self):
        for name, lines in (("README.md", docs.README_LINES), ("README.zh-CN.md", docs.README_LINES),
                            ("ARCHITECTURE.md", docs.ARCHITECTURE_LINES)):
            text = (ROOT / name).read_text(encoding="utf-8")
            self.assertEqual(list(docs.length_complaints(name, text, lines, docs.README_WORDS)), [])

    def test_pages_of_both_languages_have_the_same_frame(self):
        translated = [*ROOT.glob("*.zh-CN.md"), *(ROOT / "docs").rglob("*.zh-CN.md")]
        self.assertEqual(len(translated), 2)
        for page in translated:
            english = page.with_name(page.name.replace(".zh-CN", ""))
            self.assertEqual(docs.frame(page.read_text(encoding="utf-8")), docs.frame(english.read_text(encoding="utf-8")), page.name)

    def test_the_page_of_advice_lists_the_rules_of_the_program(self):
        self.assertEqual(list(docs.advice_complaints(ROOT)), [])

    def test_every_page_stands_in_the_index(self):
        index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
        listed = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md", "gpu-verification.md"}
        self.assertEqual([name for name in sorted(listed) if f"({name})" not in index], [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
