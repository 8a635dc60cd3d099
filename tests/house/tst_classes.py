#!/usr/bin/env python3
"""One class is one file pair, and the check that says so can fail."""
import unittest

import classes
import tree

OWN = "namespace lanes {\n\nvoid View::show() {\n}\n\n} // namespace lanes\n"


class TheProject(unittest.TestCase):
    def test_every_class_has_its_methods_in_one_file(self):
        self.assertEqual(classes.violations(tree.ROOT), [])


class TheCheck(unittest.TestCase):
    def complaints(self, path, text):
        return classes.complaints({"views/View.cpp": OWN, path: text})

    def test_methods_in_a_second_file_are_found(self):
        for method in ("void View::hide() {", "View::~View() = default;", "View::View(int a)", "QString View::text() const {",
                       "const std::vector<std::pair<int, int>>& View::all() const {", "View::Inner View::inner(",
                       "bool View::Inner::is() const {", "std::ostream& View::operator<<(std::ostream& out) {",
                       "template<class T>\nvoid View::take(T what) {", "View& View::operator=(View&& other) noexcept {"):
            with self.subTest(method):
                found = self.complaints("views/ViewKeys.cpp", f"{method}\n}}\n")
                self.assertEqual(len(found), 1, found)
                self.assertIn("views/ViewKeys.cpp:", found[0])

    def test_what_only_names_the_class_passes(self):
        for line in ("    return View::make();", "int a = View::count();", "#include \"views/View.h\"", "// View::show() does",
                     "    connect(this, &View::show, this, [this] {", "void Other::show() {"):
            with self.subTest(line):
                self.assertEqual(self.complaints("views/Other.cpp", f"{line}\n"), [])

    def test_a_class_beside_others_has_one_file_too(self):
        files = {"views/Parts.cpp": "void Part::a() {\n}\n"}
        self.assertEqual(classes.complaints(files), [])
        files["views/MoreParts.cpp"] = "void Part::b() {\n}\n"
        self.assertEqual(len(classes.complaints(files)), 1)

    def test_another_class_of_that_name_passes(self):
        self.assertEqual(self.complaints("tests/Other.cpp", "class View : public A {\n    void a();\n};\nvoid View::a() {\n}\n"), [])
        self.assertEqual(self.complaints("collector/View.cpp", "void View::a() {\n}\n"), [])

    def test_what_makes_it_may_stand_with_its_builder(self):
        self.assertEqual(self.complaints("views/ViewBuilder.cpp", "View View::build() {\n}\n"), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
