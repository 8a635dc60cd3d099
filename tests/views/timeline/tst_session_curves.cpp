// The curves of a session that grows: like those that are made at once, at the cost of what is new.
#include "model/session/reading/SessionReader.h"
#include "model/session/writing/SessionWriter.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionOutput.h"
#include "tests/support/counting/AllocatedBytes.h"
#include "views/timeline/rows/SessionCurves.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>
#include <span>
#include <utility>
#include <vector>

using namespace lanes;
using namespace lanes::session;

namespace {

struct NoCells : CellSource {
    void cells(LayoutId, std::uint32_t, std::span<std::int64_t>) const override {}
};

// A program that launches kernels and allocates, as a recorder writes it. What belongs together may come apart now and then:
// arrows a second after their slices, an allocation after later ones.
class Recording {
public:
    enum class Order { Kept, Broken };
    Recording(const std::string& path, Order order)
        : isBroken_(order == Order::Broken)
        , writer_(std::move(SessionWriter::create(test::outputAt(path))).value()) {
        const ProcessId host = writer_.addProcess({.key = "1"});
        thread_ = writer_.addTrack({.process = host, .key = "1"});
        for (const char* gpu : {"0", "1"}) {
            const ProcessId device =
                writer_.addProcess({.key = gpu, .kind = Process::Kind::Device, .deviceIndex = gpu[0] - '0'});
            streams_.push_back(
                writer_.addTrack({.process = device, .key = "7", .kind = Track::Kind::Stream}));
        }
        name_ = writer_.string("op");
        layout_ = writer_.layout({.phase = 'X', .columns = {}});
    }

    // False where it cannot be written.
    bool writeSecond(int launches) {
        std::vector<SliceRecord> calls;
        std::vector<std::vector<SliceRecord>> kernels(streams_.size());
        for (int i = 0; i < launches; ++i) {
            now_ += 1000;
            calls.push_back({now_, 500, name_, layout_, 0});
            const TimeNs start = now_ + 100 + TimeNs(random_() % 20) * 1000;
            auto& of = kernels[random_() % kernels.size()];
            free_ = std::max(free_, start);
            of.push_back({free_, 10, name_, layout_, 0});
            onStream_.push_back(static_cast<std::size_t>(&of - kernels.data()));
            free_ += 20;
        }
        const auto launched = writer_.writeSlices(thread_, calls, {}, NoCells());
        std::vector<std::vector<std::uint32_t>> worked;
        for (std::size_t s = 0; s < streams_.size(); ++s) {
            const auto places = writer_.writeSlices(streams_[s], kernels[s], {}, NoCells());
            if (!places) {
                return false;
            }
            worked.push_back(places.value());
        }
        std::vector<SessionLink> links = std::exchange(late_, {});
        std::vector<std::size_t> next(streams_.size(), 0);
        for (std::size_t i = 0; launched && i < calls.size(); ++i) {
            const std::size_t s = onStream_[i];
            const SessionLink link{
                {thread_, launched.value()[i]}, {streams_[s], worked[s][next[s]++]}, LinkKind::Launch};
            (isBroken_ && random_() % 16 == 0 ? late_ : links).push_back(link);
        }
        onStream_.clear();
        return launched && writer_.writeLinks(links, links.size(), links.size()).ok() &&
               writeTables(launches);
    }

private:
    bool writeTables(int rows) {
        MemoryRows memory;
        CounterSeries counter{thread_, name_, name_, {}, {}};
        for (int i = 0; i < rows; ++i) {
            const bool again = random_() % 8 == 0; // as the one before, or the last of the second before
            const bool late = isBroken_ && rows > 10 && i == rows / 2 && random_() % 32 == 0;
            time_ += again ? 0 : 1000;
            memory.time.push_back(late ? time_ - 5000 : time_);
            memory.address.push_back(64);
            memory.bytes.push_back(TimeNs(random_() % 4096) - 2000);
            memory.totalAllocated.push_back(-1);
            memory.totalReserved.push_back(i % 3 == 0 ? 1 << 20 : 0);
            memory.deviceType.push_back(1);
            memory.deviceIndex.push_back(static_cast<std::int8_t>(random_() % 2));
            memory.track.push_back(thread_);
            memory.stack.emplace_back();
            counter.time.push_back(time_);
            counter.value.push_back(double(random_() % 100));
        }
        return writer_.writeMemory(memory).ok() && writer_.writeCounters({&counter, 1}).ok();
    }

    bool isBroken_;
    SessionWriter writer_;
    std::mt19937 random_{3};
    TrackId thread_;
    std::vector<TrackId> streams_;
    StringId name_;
    LayoutId layout_;
    std::vector<SessionLink> late_;
    std::vector<std::size_t> onStream_;
    TimeNs now_ = 0;
    TimeNs free_ = 0;
    TimeNs time_ = 0;
};

bool areAlike(const SessionCurves::Curve& a, const SessionCurves::Curve& b, TimeRange span,
              std::mt19937& random) {
    if (a->maximum() != b->maximum()) {
        return false;
    }
    for (int i = 0; i < 100; ++i) {
        const TimeNs begin = span.begin + TimeNs(random() % std::uint32_t(span.length()));
        const TimeRange range{begin, begin + 1 + TimeNs(random() % 20'000)};
        if (a->at(begin) != b->at(begin) || a->maximumIn(range) != b->maximumIn(range)) {
            return false;
        }
    }
    return true;
}

} // namespace

class SessionCurvesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thoseThatGrewAreLikeThoseMadeAtOnce() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("live.lanes").toStdString();
        Recording recording(path, Recording::Order::Broken);
        auto reader = SessionReader::open(path);
        QVERIFY(reader.ok());
        std::shared_ptr<const SessionCurves> grown;
        std::mt19937 random(4);
        for (int second = 0; second < 120; ++second) {
            QVERIFY(recording.writeSecond(second % 10 == 0 ? 2000 : 1 + int(random() % 30)));
            const auto trace = reader->poll();
            QVERIFY(trace.ok() && trace.value());
            grown = std::make_shared<SessionCurves>(*trace.value(), grown.get());
            const SessionCurves anew(*trace.value());
            const TimeRange span = trace.value()->span();
            QCOMPARE(grown->queues().size(), anew.queues().size());
            for (std::size_t i = 0; i < anew.queues().size(); ++i) {
                QCOMPARE(grown->queues()[i].device, anew.queues()[i].device);
                QVERIFY(areAlike(grown->queues()[i].waiting, anew.queues()[i].waiting, span, random));
            }
            QCOMPARE(grown->memory().size(), anew.memory().size());
            for (const auto& [device, processes] : anew.memory()) {
                for (const auto& [process, memory] : processes) {
                    const SessionCurves::Memory& other = grown->memory().at(device).at(process);
                    QVERIFY(areAlike(other.allocated, memory.allocated, span, random));
                    QVERIFY(areAlike(other.reserved, memory.reserved, span, random));
                }
            }
            QCOMPARE(grown->counters().size(), std::size_t(1));
            QVERIFY(areAlike(grown->counters()[0], anew.counters()[0], span, random));
        }
        QVERIFY(grown->queues().size() == 2 && grown->queues()[0].waiting->maximum() > 1);
    }

    void aSnapshotCostsWhatIsNew() {
        constexpr int kPerSecond = 400;
        constexpr int kSome = 200; // seconds, in which the first block of each column is full
        const QTemporaryDir folder;
        const std::string path = folder.filePath("live.lanes").toStdString();
        Recording recording(path, Recording::Order::Kept);
        auto reader = SessionReader::open(path);
        QVERIFY(reader.ok());
        std::shared_ptr<const SessionCurves> curves;
        std::vector<std::size_t> bytes(8, 0);
        for (int second = 0; second < 8 * kSome; ++second) {
            QVERIFY(recording.writeSecond(kPerSecond));
            const auto trace = reader->poll();
            QVERIFY(trace.ok() && trace.value());
            const std::size_t before = test::allocatedBytes();
            curves = std::make_shared<SessionCurves>(*trace.value(), curves.get());
            bytes[std::size_t(second / kSome)] += test::allocatedBytes() - before;
        }
        qInfo("%zu bytes a snapshot at first, %zu at last", bytes[2] / kSome, bytes[7] / kSome);
        QVERIFY(bytes[7] * 10 <= bytes[2] * 12);
    }
};

int run_tst_session_curves(int argc, char** argv) {
    return lanes::test::runWithoutWindow<SessionCurvesTest>(argc, argv);
}
#include "tst_session_curves.moc"
