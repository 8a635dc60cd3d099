// A bounded recording of names, arguments and stacks without end: what is kept has its own ones, and ids are given out anew.
#include "collector/recorder/host/OutputFile.h"
#include "collector/recorder/sink/RowBuilder.h"
#include "collector/recorder/sink/SessionSink.h"
#include "model/session/reading/SessionReader.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace lanes;
using recorder::SessionSink;
using recorder::WriterThread;

namespace {

constexpr std::int64_t kRounds = 120;
constexpr std::int64_t kEach = 2000; // slices of a round, and microseconds

// Packs badly.
std::string textOf(const char* what, std::int64_t number) {
    std::uint64_t mixed = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9u;
    return what + std::to_string(number) + " " + std::to_string(mixed ^ mixed >> 32);
}

struct Recording {
    Recording(const std::string& path, session::Bounds bounds)
        : file(recorder::OutputFile::create(path, false, bounds).value())
        , thread(std::make_unique<WriterThread>(file.takeOutput()))
        , disk(*thread)
        , sink(session::SessionWriter::create(std::move(thread)).value(), disk)
        , row(sink.writer()) {
        sink.writer().keepNewest(bounds);
        track = sink.writer().addTrack({.process = sink.writer().addProcess({.key = "1"})});
        held = sink.writer().string("held from the first to the last");
    }

    // Of a stack, the outermost frames are others' too.
    StackId stackOf(std::int64_t number) {
        session::SessionWriter& writer = sink.writer();
        StackId stack;
        for (const std::string& function :
             {std::string("main"), textOf("shared", number / 500), textOf("leaf", number)}) {
            stack = writer.stack(stack, {writer.string(function), writer.string("a.py"), 7});
        }
        return stack;
    }
    void addRound(std::int64_t round) {
        for (std::int64_t number = round * kEach; number < (round + 1) * kEach; ++number) {
            row.addText("Text", textOf("argument", number), ArgColumn::Form::String);
            row.addStack(stackOf(number));
            SliceRecord slice{number * 1000, 1000, sink.writer().string(textOf("name", number))};
            slice.layout = row.finish("cpu_op", cells);
            sink.addSlice(track, slice, cells);
        }
        sink.addPoint(track, round * kEach * 1000, held, row.finish("mark", cells, 'i'), cells);
        sink.gathered((round + 1) * kEach * 1000);
        sink.flush();
        if (sink.writer().namesMayGo()) {
            session::NameCollector names;
            sink.holdNames(names);
            names.add(held);
            sink.writer().releaseNames(names.take());
            ++rewrites;
        }
    }

    recorder::OutputFile file;
    std::unique_ptr<WriterThread> thread;
    WriterThread& disk;
    SessionSink sink;
    recorder::RowBuilder row;
    TrackId track;
    StringId held;
    std::vector<std::int64_t> cells;
    int rewrites = 0;
};

// Nothing, or which slice has other names than its number says.
std::string wrongIn(const Trace& trace) {
    const StringId key = trace.strings().find("Text");
    const StringId stackKey = trace.strings().find("Call stack");
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const Trace::Slice slice = trace.slice(SliceId(i));
        const std::int64_t number = slice.start / 1000;
        const auto argument = trace.args().value(slice.layout, slice.row, key);
        const auto stack = trace.args().value(slice.layout, slice.row, stackKey);
        if (trace.text(slice.name) != textOf("name", number) || !argument || !stack ||
            argText(*argument, trace.strings()) != textOf("argument", number)) {
            return "slice " + std::to_string(number) + " is " + std::string(trace.text(slice.name));
        }
        const std::vector<Frame> frames = trace.stacks().frames(StackId(stack->id));
        if (frames.size() != 3 || trace.text(frames[0].function) != textOf("leaf", number) ||
            trace.text(frames[1].function) != textOf("shared", number / 500) ||
            trace.text(frames[2].function) != "main" || trace.text(frames[2].file) != "a.py") {
            return "stack of " + std::to_string(number);
        }
    }
    for (const StringId name : trace.points().name) {
        if (trace.text(name) != "held from the first to the last") {
            return "point " + std::string(trace.text(name));
        }
    }
    return trace.sliceCount() < 2 * kEach ? "too few slices" : "";
}

} // namespace

class tst_released_names : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

private Q_SLOTS:
    void ofWhatIsKeptAllNamesAreRight() {
        for (const session::Bounds bounds :
             {session::Bounds{.bytes = 3 << 20}, session::Bounds{.keep = 8 * kEach * 1000}}) {
            const std::string path =
                folder_.filePath(QString::number(bounds.bytes + bounds.keep)).toStdString();
            Recording at(path, bounds);
            std::optional<session::SessionReader> follower; // of the file that is there now
            std::size_t most = 0;
            for (std::int64_t round = 0; round < kRounds; ++round) {
                const int before = at.rewrites;
                at.addRound(round);
                most = std::max(most, at.sink.writer().textIds());
                QVERIFY(at.disk.sync().ok() && !at.sink.failed());
                if (round == 0) {
                    QVERIFY(at.file.publish(false).ok());
                }
                if (at.rewrites < 2 || (at.rewrites == before && round % 8 != 0)) {
                    continue;
                }
                if (!follower || at.rewrites != before) {
                    follower.emplace(session::SessionReader::open(path).value());
                }
                const auto trace = follower->poll().value();
                QCOMPARE(trace != nullptr ? wrongIn(*trace) : std::string(), std::string());
            }
            QVERIFY(at.rewrites > 2);
            at.sink.flushAll();
            at.sink.finish();
            QVERIFY(at.disk.sync().ok() && !at.sink.failed());
            const auto trace = session::SessionReader::open(path).value().read({}).value();
            QCOMPARE(wrongIn(*trace), std::string());
            QVERIFY(trace->diagnostics().count("let-go") > 0);
            // Each slice brought three texts.
            QVERIFY2(most < kRounds * kEach * 3 / 2, std::to_string(most).c_str());
            QVERIFY(trace->strings().size() <= most);
        }
    }
};

int run_tst_released_names(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_released_names>(argc, argv);
}
#include "tst_released_names.moc"
