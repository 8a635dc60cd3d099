// Slices that come late keep their times, and a reader that follows is told up to where tracks are whole.
#include "collector/recorder/host/OutputFile.h"
#include "collector/recorder/sink/RowBuilder.h"
#include "collector/recorder/sink/SessionSink.h"
#include "model/session/reading/SessionReader.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionOutput.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace lanes;
using recorder::SessionSink;
using TracePtr = std::shared_ptr<const Trace>;
using recorder::WriterThread;

namespace {

constexpr TimeNs kSecond = 1'000'000'000;

// A file on a disk that may become full.
class DiskFile final : public session::Output {
public:
    DiskFile(const std::string& path, const std::atomic<bool>& full)
        : file_(test::outputAt(path))
        , full_(full) {}
    Result<void> append(std::string bytes) override {
        return full_ ? Error{path() + " cannot be written: disk full"} : file_->append(std::move(bytes));
    }
    Result<void> sync() override { return file_->sync(); }
    [[nodiscard]] const std::string& path() const override { return file_->path(); }

private:
    std::unique_ptr<session::Output> file_;
    const std::atomic<bool>& full_;
};

// A sink into a file, with one track, and a reader of that file.
struct Recording {
    explicit Recording(const std::string& path)
        : thread(std::make_unique<WriterThread>(std::make_unique<DiskFile>(path, diskIsFull)))
        , disk(*thread)
        , sink(session::SessionWriter::create(std::move(thread)).value(), disk)
        , track(sink.writer().addTrack(
              {.process = sink.writer().addProcess({.key = "1"}), .key = "7", .name = "loader"})) {
        [[maybe_unused]] const bool begun = synced(); // the head is there to be read
        reader.emplace(session::SessionReader::open(path).value());
    }

    recorder::SliceHandle add(TimeNs start, TimeNs duration, TrackId on) {
        return sink.addSlice(on, {start, duration, sink.writer().string("op")}, {});
    }
    recorder::SliceHandle add(TimeNs start, TimeNs duration) { return add(start, duration, track); }
    [[nodiscard]] bool synced() const { return disk.sync().ok(); }
    // What a reader sees now; null where there is nothing new.
    TracePtr flushed() {
        sink.flush();
        return synced() ? reader->poll().value() : nullptr;
    }
    TracePtr finished() {
        sink.flushAll();
        sink.finish();
        return synced() ? reader->poll().value() : nullptr;
    }

    std::atomic<bool> diskIsFull{false};
    std::unique_ptr<WriterThread> thread;
    WriterThread& disk;
    SessionSink sink;
    TrackId track;
    std::optional<session::SessionReader> reader;
};

// Per track its name, and of its slices start and duration.
std::string textOf(const Trace& trace) {
    std::string text;
    for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
        text += trace.tracks()[t].name + ":";
        for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
            const auto slice = trace.slice(SliceId(i));
            if (slice.track == TrackId(t)) {
                text += " " + std::to_string(slice.start) + "+" + std::to_string(slice.duration);
            }
        }
        text += "\n";
    }
    return text;
}

} // namespace

class tst_session_sink : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    int files_ = 0;
    std::string fresh() { return folder_.filePath(QStringLiteral("%1.lanes").arg(++files_)).toStdString(); }

private Q_SLOTS:
    void equalCallsOneAfterTheOtherBecomeOne() {
        Recording recording(folder_.filePath("repeated.lanes").toStdString());
        recorder::RowBuilder rows(recording.sink.writer());
        std::vector<recorder::SliceHandle> handles;
        const auto ask = [&](TimeNs start, std::int64_t result) {
            std::vector<std::int64_t> cells;
            rows.add("correlation", start);
            rows.add("calls", 1);
            rows.add("result", result);
            const LayoutId layout = rows.finish("cuda_runtime", cells);
            recording.sink.foldRepeated(layout);
            handles.push_back(recording.sink.addSlice(
                recording.track, {start, 500, recording.sink.writer().string("cudaEventQuery"), layout},
                cells));
        };
        recording.add(0, 4'000); // ends between the fourth call and the fifth
        for (const TimeNs start : {1'000, 2'000, 3'000, 3'500, 4'100, 5'000, 6'000}) {
            ask(start, 600);
        }
        recording.add(7'000, 10);
        ask(8'000, 600);
        ask(9'000, 600);
        ask(10'000, 0);
        ask(300'000, 0); // too long after that
        const TracePtr trace = recording.finished();
        QVERIFY(trace != nullptr);
        std::vector<std::pair<TimeNs, TimeNs>> found;
        for (const auto& segment : trace->segments()) {
            for (std::uint32_t i = 0; i < segment->size(); ++i) {
                if (trace->text(segment->name[i]) == "cudaEventQuery") {
                    found.emplace_back(segment->start[i] - trace->segments()[0]->start[0],
                                       segment->duration[i]);
                }
            }
        }
        std::ranges::sort(found);
        QCOMPARE(found, (std::vector<std::pair<TimeNs, TimeNs>>{
                            {1'000, 3'000}, {4'100, 2'400}, {8'000, 1'500}, {10'000, 500}, {300'000, 500}}));
        QCOMPARE(recording.sink.slices(), std::uint64_t{7});
        for (const recorder::SliceHandle& handle : handles) {
            QCOMPARE(handle.place().state, recorder::SlicePlace::State::Written);
        }
        QCOMPARE(handles[3].place().at, handles[0].place().at);
        QVERIFY(handles[4].place().at != handles[0].place().at);
    }

    void whatComesLateKeepsItsTime() {
        Recording at(fresh());
        at.add(100, 10);
        at.flushed();
        at.add(50, 30);
        at.add(60, 5);
        at.add(110, 1);
        at.flushed();
        const TracePtr trace = at.finished();
        QCOMPARE(textOf(*trace), std::string("loader: 100+10 110+1\nloader (late): 50+30 60+5\n"));
        QCOMPARE(trace->slice(SliceId(2)).parent, SliceId(1));
        QCOMPARE(at.sink.late(), 2u);
        QVERIFY(trace->diagnostics().empty());
    }

    void whatIsLaterThanLateIsNotMovedEither() {
        Recording at(fresh());
        for (const TimeNs start : {400, 300, 200, 350, 450}) {
            at.add(start, 1);
            at.flushed();
        }
        QCOMPARE(textOf(*at.finished()), std::string("loader: 400+1 450+1\n"
                                                     "loader (late): 300+1 350+1\n"
                                                     "loader (late 2): 200+1\n"));
        QCOMPARE(at.sink.late(), 3u);
    }

    void endsAndLinksFindWhatCameLate() {
        Recording at(fresh());
        const auto first = at.add(100, 10);
        at.flushed();
        const auto late = at.add(50, -1);
        at.sink.addLink(late, first, LinkKind::Flow);
        at.flushed();
        at.sink.endSlice(late, 90);
        const TracePtr trace = at.finished();
        QCOMPARE(textOf(*trace), std::string("loader: 100+10\nloader (late): 50+40\n"));
        QVERIFY(trace->openSlices().empty());
        QCOMPARE(trace->links().firstFrom(SliceId(1), LinkKind::Flow), SliceId(0));
    }

    void aReaderIsToldUpToWhereATrackIsWhole() {
        Recording at(fresh());
        const TrackId idle = at.sink.writer().addTrack({.process = ProcessId(0), .key = "8", .name = "idle"});
        at.add(5 * kSecond, 10);
        at.sink.drained(idle, 7 * kSecond);
        const TracePtr first = at.flushed();
        QCOMPARE(first->tracks()[0].wholeUpTo, 5 * kSecond);
        QVERIFY(first->tracks()[1].wholeUpTo < 7 * kSecond); // some of it may be on its way
        QVERIFY(first->tracks()[1].wholeUpTo > 6 * kSecond);
        // Nothing but time has gone on: that is not worth a chunk.
        at.sink.drained(idle, 8 * kSecond);
        QVERIFY(at.flushed() == nullptr);
        at.add(6 * kSecond, 10);
        QVERIFY(at.flushed()->tracks()[1].wholeUpTo > 7 * kSecond);
        // What was promised is kept.
        at.add(6 * kSecond, 10, idle);
        QCOMPARE(textOf(*at.finished()),
                 std::string("loader: 5000000000+10 6000000000+10\nidle:\nidle (late): 6000000000+10\n"));
        QCOMPARE(at.sink.late(), 1u);
    }

    // As of a profiler that tells operators when they have ended.
    void disorderWithinAMomentIsNotLate() {
        Recording at(fresh());
        at.add(2 * kSecond, 1);
        at.add(2 * kSecond - 300, 200);
        at.flushed();
        at.add(2 * kSecond - 400, 50);
        QCOMPARE(textOf(*at.finished()), std::string("loader: 1999999600+50 1999999700+200 2000000000+1\n"));
        QCOMPARE(at.sink.late(), 0u);
    }

    // As a recorder writes that is slow: what waits takes more than the session may.
    void ofAFlushThatIsTooLargeTheSlicesAreKept() {
        constexpr int kOperators = 200'000;
        const session::Bounds bounds{.bytes = 4 << 20};
        const std::string path = fresh();
        auto file = recorder::OutputFile::create(path, false, bounds).value();
        auto thread = std::make_unique<WriterThread>(file.takeOutput());
        WriterThread& disk = *thread;
        SessionSink sink(session::SessionWriter::create(std::move(thread)).value(), disk);
        sink.writer().keepNewest(bounds);
        const TrackId track = sink.writer().addTrack({.process = sink.writer().addProcess({.key = "1"})});
        const StringId name = sink.writer().string("op");
        std::mt19937_64 addresses(1); // which do not pack
        for (TimeNs time = 0; time < kOperators; ++time) {
            sink.addSlice(track, {time, 1, name}, {});
            sink.addMemory({.time = time, .address = addresses(), .bytes = 4096, .track = track});
            sink.addMemory({.time = time, .address = addresses(), .bytes = 4096, .track = track});
        }
        QCOMPARE(sink.pending(), std::size_t{3 * kOperators});
        sink.gathered(kOperators);
        sink.flushAll();
        sink.finish();
        QVERIFY(disk.sync().ok() && !sink.failed());
        QVERIFY(file.publish(false).ok());
        QVERIFY(std::filesystem::file_size(path) <= bounds.bytes);
        const TracePtr trace = session::SessionReader::open(path).value().read({}).value();
        QCOMPARE(trace->sliceCount(), std::uint32_t{kOperators});
        QVERIFY(trace->memory().size() > 0);
        QCOMPARE(trace->diagnostics().count("let-go") + trace->memory().size(), 2u * kOperators);
    }

    // Whoever holds a slice's handle may ask for it long after the disk has refused it.
    void slicesThatAFullDiskRefusesAreNoLongerThere() {
        Recording at(fresh());
        const TrackId other = at.sink.writer().addTrack({.process = ProcessId(0), .key = "8"});
        at.diskIsFull = true;
        QVERIFY(at.disk.append("what the disk refuses first").ok());
        QVERIFY(!at.synced());
        const auto refused = at.add(100, 10);
        const auto behind = at.add(100, 20, other);
        at.sink.flush();
        QVERIFY(at.sink.failed());
        for (const auto& slice : {refused, behind}) {
            QVERIFY(!at.sink.endOf(slice));
            at.sink.endSlice(slice, 200);
        }
    }
};

int run_tst_session_sink(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_session_sink>(argc, argv);
}
#include "tst_session_sink.moc"
