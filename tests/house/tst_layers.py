#!/usr/bin/env python3
"""The layers hold, and the check that says so can fail."""
import tempfile
import unittest
from pathlib import Path

import layers
import tree


class TheProject(unittest.TestCase):
    def test_every_include_follows_the_layers(self):
        self.assertEqual(layers.violations(tree.ROOT), [])


class TheCheck(unittest.TestCase):
    """Each test writes a small project and expects exactly the complaint that it deserves."""

    def complaints(self, files, debts=None):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return layers.violations(folder, debts or {})

    def test_downward_and_standard_includes_pass(self):
        self.assertEqual(self.complaints({
            "model/base/Time.h": "#include <cstdint>\n#include <sys/mman.h>\n",
            "model/trace/Trace.h": '#include "model/base/Time.h"\n',
            "views/shared/Theme.h": '#include "model/trace/Trace.h"\n#include <QWidget>\n',
            "views/timeline/View.h": '#include "views/shared/Theme.h"\n',
            "app/Main.cpp": '#include "views/timeline/View.h"\n#include <CLI/CLI.hpp>\n#include "Main.moc"\n',
        }), [])

    def test_upward_include_is_found(self):
        files = {"model/base/Time.h": '\n#include "model/trace/Trace.h"\n', "model/trace/Trace.h": ""}
        self.assertEqual(self.complaints(files), [
            "model/base/Time.h:2: model/trace/Trace.h is in model/trace, which model/base may not use"])

    def test_a_room_below_a_room_is_one_of_its_own(self):
        files = {"model/io/json/Parser.h": "", "model/io/containers/ByteStream.h": "", "model/io/OpenTrace.h": "",
                 "model/io/containers/ZipArchive.h": "", "model/io/joining/Merge.h": '#include "model/io/OpenTrace.h"\n',
                 "model/io/joining/Batch.h": '#include "model/io/json/Parser.h"\n',
                 "model/io/json/Reader.h": '#include "model/io/containers/ByteStream.h"\n'
                                           '#include "model/io/joining/Batch.h"\n',
                 "model/io/json/Scan.h": '#include "model/io/containers/ZipArchive.h"\n'}
        self.assertEqual(sorted(self.complaints(files)), [
            "model/io/joining/Batch.h:1: model/io/json/Parser.h is in model/io/json, which model/io/joining may not use",
            "model/io/json/Scan.h:1: model/io/containers/ZipArchive.h is in model/io/containers, which model/io/json may "
            "not use"])

    def test_qt_in_the_model_is_found(self):
        for include in ("QString", "QtCore/QString", "QtGlobal", "qglobal.h"):
            with self.subTest(include):
                self.assertEqual(self.complaints({"model/trace/Trace.h": f"#include <{include}>\n"}), [
                    f"model/trace/Trace.h:1: {include} is qt, which model/trace may not use"])

    def test_probe_sees_the_ring_only(self):
        files = {"collector/ring/Ring.h": "", "model/base/Time.h": "",
                 "collector/probe/Probe.cpp": '#include "collector/ring/Ring.h"\n#include "model/base/Time.h"\n'}
        self.assertEqual(self.complaints(files), [
            "collector/probe/Probe.cpp:2: model/base/Time.h is in model/base, which collector/probe may not use"])

    def test_a_view_never_sees_another_view(self):
        files = {"views/flame/Flame.h": "", "views/timeline/View.cpp": '#include "views/flame/Flame.h"\n'}
        self.assertEqual(self.complaints(files), [
            "views/timeline/View.cpp:1: views/flame/Flame.h is in views/flame, which views/timeline may not use"])

    def test_include_that_is_not_rooted_is_found(self):
        files = {"model/base/Time.h": "", "model/base/Time.cpp": '#include "Time.h"\n'}
        self.assertEqual(self.complaints(files),
                         ["model/base/Time.cpp:1: Time.h is not rooted at the repository"])

    def test_unknown_library_is_found(self):
        self.assertEqual(self.complaints({"app/Main.cpp": "#include <boost/any.hpp>\n"}), [
            "app/Main.cpp:1: boost/any.hpp is of no library that tests/house/layers.py knows"])

    def test_file_outside_of_all_rooms_is_found(self):
        self.assertEqual(self.complaints({"helpers/Misc.cpp": ""}),
                         ["helpers/Misc.cpp: stands in no room of tests/house/layers.py"])

    def test_a_debt_is_let_pass_until_it_is_paid(self):
        files = {"model/base/Time.h": '#include "model/trace/Trace.h"\n', "model/trace/Trace.h": ""}
        debts = {("model/base/Time.h", "model/trace/Trace.h"): "to show that a debt is seen"}
        self.assertEqual(self.complaints(files, debts), [])
        files["model/base/Time.h"] = ""
        self.assertEqual(self.complaints(files, debts), [
            "model/base/Time.h: model/trace/Trace.h is listed as a debt, but is paid"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
