// While a large file is read, ever more of it is seen: a sketch of the longest slices, small however much there is.
#include "model/io/joining/ImportSketch.h"
#include "model/io/json/EventReader.h"
#include "model/io/json/JsonScan.h"
#include "model/io/json/RangeParser.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"

#include <QTemporaryFile>
#include <QTest>

#include <chrono>
#include <set>

using namespace lanes;
using namespace lanes::test;

namespace {

// A parser with its ranges, as a reading thread has them.
class Thread {
public:
    void read(ImportSketch& sketch, const std::string& events) {
        const std::string padded = events + std::string(json::kPadding, '\0');
        EventRange range;
        parser_.parse({padded.data(), events.size()}, 0, true, range);
        sketch.add(range, written_);
    }

private:
    BatchWriter written_;
    RangeParser parser_{written_};
};

std::string slice(int tid, const std::string& name, int start, int duration) {
    return q("{'ph': 'X', 'cat': 'cpu_op', 'name': '") + name + q("', 'pid': 7, 'tid': ") +
           std::to_string(tid) + q(", 'ts': ") + std::to_string(start) + q(", 'dur': ") +
           std::to_string(duration) + "},\n";
}

std::multiset<std::string> namesOf(const Trace& trace) {
    std::multiset<std::string> names;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        names.emplace(trace.text(trace.slice(SliceId(i)).name));
    }
    return names;
}

} // namespace

class tst_import_sketch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void threadsAddToTheSameTracks() {
        ImportSketch sketch;
        Thread one;
        Thread two;
        one.read(sketch, slice(1, "a", 0, 100) + slice(1, "b", 10, 20));
        two.read(sketch, slice(2, "c", 5, 5) + slice(1, "d", 200, 10));
        const auto trace = sketch.snapshot("some.json");
        QCOMPARE(namesOf(*trace), (std::multiset<std::string>{"a", "b", "c", "d"}));
        QCOMPARE(trace->tracks().size(), 2u);
        QCOMPARE(trace->processes().size(), 1u);
        QCOMPARE(trace->lanes().size(), 3u); // b lies below a
        QCOMPARE(trace->info().source, std::string("some.json"));
    }

    void itSaysThatThereIsMore() {
        ImportSketch sketch;
        const auto trace = sketch.snapshot("some.json");
        QVERIFY(!trace->info().complete);
        QCOMPARE(trace->diagnostics().count("still-reading"), std::uint64_t(1));
    }

    void ofManySlicesTheLongestOfEveryTrackAreKept() {
        constexpr int kShare = 50;
        ImportSketch sketch(2 * kShare);
        Thread thread;
        for (int range = 0; range < 100; ++range) {
            std::string text;
            for (int i = 0; i < 100; ++i) {
                text += slice(1, "long", 1000 * (range * 100 + i), 500 + i);
                text += slice(2, "short", 1000 * (range * 100 + i), 1 + (range * 100 + i == 4321 ? 3 : 0));
            }
            thread.read(sketch, text + slice(1, "longest", 1000 * range, 100'000 + range));
        }
        const auto names = namesOf(*sketch.snapshot(""));
        QVERIFY(names.count("longest") >= kShare && names.size() <= 4 * kShare + 4);
        QVERIFY(names.count("short") >= 1); // the other track's are not measured by these
    }

    void namesOfPlacesAreShown() {
        ImportSketch sketch;
        Thread thread;
        thread.read(sketch,
                    q("{'ph': 'M', 'name': 'process_name', 'pid': 7, 'tid': 0, 'args': {'name': 'python3'}},"
                      "{'ph': 'M', 'name': 'thread_name', 'pid': 7, 'tid': 1, 'args': {'name': 'main'}},") +
                        slice(1, "a", 0, 10));
        const auto trace = sketch.snapshot("");
        QCOMPARE(trace->processes()[0].name, std::string("python3"));
        const auto main = std::ranges::find(trace->tracks(), "main", &Track::name);
        QVERIFY(main != trace->tracks().end() && main->key == "1");
    }

    void thePictureGrowsWhileAFileIsRead() {
        std::string text = "[";
        for (int i = 0; i < 20'000; ++i) {
            text += slice(i % 3, "slice " + std::to_string(i), i * 10, 5 + i % 7);
        }
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write(text.data(), static_cast<qint64>(text.size()));
        file.close();
        std::vector<std::uint32_t> counts;
        std::vector<TimeNs> ends;
        OpenOptions options;
        options.publish = [&](const std::shared_ptr<const Trace>& trace) {
            counts.push_back(trace->sliceCount());
            ends.push_back(trace->span().end);
        };
        const auto input = InputFile::open(file.fileName().toStdString());
        QVERIFY(input);
        ImportBatch batch;
        EventReader reader(input.value(), options, 1, std::size_t{64} << 10);
        reader.showEvery(std::chrono::milliseconds(0), 0); // after every range
        QVERIFY(reader.read(batch).value());
        QVERIFY(counts.size() > 1);
        QVERIFY(std::ranges::is_sorted(counts) && counts.front() < counts.back());
        QVERIFY(std::ranges::is_sorted(ends) && ends.front() < ends.back());
        QVERIFY(counts.back() < 20'000); // the last range belongs to the whole trace
    }
};

int run_tst_import_sketch(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_import_sketch>(argc, argv);
}
#include "tst_import_sketch.moc"
