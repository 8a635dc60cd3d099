// A brush that moves on makes the answer to the last one useless: every analysis gives up soon after it is asked to.
// Measured in the processor time of the thread at work, so that a loaded machine does not matter.
#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/device/KernelStats.h"
#include "model/analysis/flame/FlameIndex.h"
#include "model/analysis/gaps/Gaps.h"
#include "model/analysis/operators/EventDetails.h"
#include "model/analysis/operators/OperatorStats.h"
#include "model/analysis/text/FoundByDuration.h"
#include "model/analysis/time/TimeSplit.h"
#include "model/lod/LodIndex.h"
#include "model/session/writing/WriteTrace.h"
#include "tests/support/GeneratedTrace.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <functional>
#include <latch>
#include <optional>
#include <thread>
#include <tuple>
#include <vector>

using namespace lanes;

namespace {

// Nothing but whether it came to an end.
using Work = std::function<bool(const std::stop_token&)>;

constexpr std::uint64_t kSlices = 4'000'000;
constexpr double kSoon = 20;      // ms
constexpr double kFelt = 50;      // ms
constexpr double kShare = 1 / 8.; // or, where everything is slow, of the whole work

double milliseconds(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

struct Measured {
    double whole = 0;              // the uninterrupted work
    std::vector<double> latencies; // from a wish to the end of the work, in rising order
    [[nodiscard]] double middle() const { return latencies[latencies.size() / 2]; }
    [[nodiscard]] double bound() const { return std::max(kSoon, whole * kShare); }
};

// How long the work goes on after a wish at `after` ms, whether it hears it or not; nothing if it was done before.
std::optional<double> latencyAt(const Work& work, double after) {
    std::stop_source stop;
    std::atomic<bool> done = false;
    std::atomic<double> ended = 0;
    std::latch asked(1);
    std::thread worker([&] {
        work(stop.get_token());
        ended = milliseconds(CLOCK_THREAD_CPUTIME_ID);
        done = true;
        asked.wait(); // its clock is only there while it is
    });
    clockid_t clock = 0;
    pthread_getcpuclockid(worker.native_handle(), &clock);
    while (!done && milliseconds(clock) < after) {
        std::this_thread::yield();
    }
    const bool late = done;
    const double wish = milliseconds(clock);
    stop.request_stop();
    asked.count_down();
    worker.join();
    return late ? std::nullopt : std::optional(ended - wish);
}

Measured measure(const Work& work, int wishes = 7) {
    Measured measured;
    std::thread([&] {
        work({});
        measured.whole = milliseconds(CLOCK_THREAD_CPUTIME_ID);
    }).join();
    for (int wish = 0; wish < wishes; ++wish) {
        const double share = .1 + .7 * wish / wishes;
        if (const auto latency = latencyAt(work, measured.whole * share)) {
            measured.latencies.push_back(*latency);
        }
    }
    std::ranges::sort(measured.latencies);
    return measured;
}

} // namespace

class TestCancelling : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        trace_ = test::generatedTrace(kSlices);
        data_ = OperatorData::build(trace_);
        kernels_ = KernelData::build(*data_);
        found_ = FoundEvents::find(trace_, Filter::parse("dur>=0").value());
    }

    void aWishThatWasThereBeforeIsHeard_data() { works(); }
    void aWishThatWasThereBeforeIsHeard() {
        QFETCH(Work, work);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!work(stop.get_token()));
    }

    void aWishInBetweenIsHeardSoon_data() { works(); }
    void aWishInBetweenIsHeardSoon() {
        if (!qEnvironmentVariableIsEmpty("LANESCOPE_SANITIZE")) {
            QSKIP("what is given back is most of the work under a sanitizer");
        }
        QFETCH(Work, work);
        const Measured measured = measure(work);
        QVERIFY(!measured.latencies.empty());
        QVERIFY2(measured.middle() < measured.bound(),
                 qPrintable(QStringLiteral("%1 of %2 ms").arg(measured.middle()).arg(measured.whole)));
    }

    // Whoever closes a window or a dialog waits for it, so here the longest counts.
    void aWishWhileASessionIsWrittenIsHeardSoon() {
        if (!qEnvironmentVariableIsEmpty("LANESCOPE_SANITIZE")) {
            QSKIP("two dozen sessions are written, which takes a sanitizer longer than a test may take");
        }
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("run.lanes")).toStdString();
        const Measured measured = measure(
            [&](const std::stop_token& stop) {
                session::WriteOptions options;
                options.stop = stop;
                return session::writeTrace(*trace_, path, options).ok();
            },
            24);
        QVERIFY(!measured.latencies.empty());
        const double bound = std::max(kFelt, measured.whole / 40);
        QVERIFY2(
            measured.latencies.back() < bound,
            qPrintable(QStringLiteral("%1 of %2 ms").arg(measured.latencies.back()).arg(measured.whole)));
    }

    void whatHearsNoWishIsNoticed() {
        const Measured deaf = measure([](const std::stop_token&) {
            const double start = milliseconds(CLOCK_THREAD_CPUTIME_ID);
            while (milliseconds(CLOCK_THREAD_CPUTIME_ID) < start + 10 * kSoon) {
            }
            return true;
        });
        QVERIFY(!deaf.latencies.empty());
        QVERIFY(deaf.middle() > deaf.bound());
    }

    // What takes a moment only, so that no wish can be sure to come in between.
    void whatIsShortHearsAWishThatWasThereBefore() {
        std::stop_source stop;
        stop.request_stop();
        const auto tree = FlameIndex::build(*data_, {})->tree({});
        const std::string_view name = tree->nodes()[1].name;
        QVERIFY(tree->callersOf(name)->nodes().size() > 1);
        QVERIFY(tree->callersOf(name, stop.get_token()) == nullptr);
        QVERIFY(tree->calleesOf(name)->nodes().size() > 1);
        QVERIFY(tree->calleesOf(name, stop.get_token()) == nullptr);
        const TrackId stream = trace_->slice(firstOf(EventKind::Kernel)).track;
        QVERIFY(!gapsOf(*trace_, stream).empty());
        QVERIFY(gapsOf(*trace_, stream, stop.get_token()).empty());
    }

    // A thread that waits for another one's work goes when it is asked to, though the other works on. Which of them is first
    // the system decides, so it may take some tries to see it.
    void aWishIsHeardWhileWaiting() {
        bool seen = false;
        for (int i = 0; i < 50 && !seen; ++i) {
            TraceAnalyses analyses(trace_);
            std::atomic<bool> begun = false;
            std::atomic<bool> done = false;
            std::jthread worker([&] {
                begun = true;
                begun.notify_one();
                std::ignore = analyses.operators();
                done = true;
            });
            begun.wait(false);
            std::stop_source stop;
            stop.request_stop();
            seen = analyses.operators(stop.get_token()) == nullptr && !done;
            worker.join();
            QVERIFY(analyses.operators() != nullptr); // what was given up is made for the next to ask
            QCOMPARE(analyses.operators(), analyses.operators());
        }
        QVERIFY(seen);
    }

private:
    void works() {
        QTest::addColumn<Work>("work");
        const auto add = [](const char* name, Work work) { QTest::newRow(name) << std::move(work); };
        add("operators", [this](const auto& stop) { return OperatorData::build(trace_, stop).has_value(); });
        for (const auto& [name, group] : {std::pair{"by name", OperatorGroup::Name},
                                          {"by shapes", OperatorGroup::Shapes},
                                          {"by thread", OperatorGroup::Thread},
                                          {"tree", OperatorGroup::Tree}}) {
            add(name, [this, group = group](const auto& stop) {
                return operatorStats(*data_, {.group = group}, stop).has_value();
            });
        }
        add("stacks",
            [this](const auto& stop) { return CallContext::build(data_->forest, stop) != nullptr; });
        add("kernels", [this](const auto& stop) { return KernelData::build(*data_, stop).has_value(); });
        add("kernel table",
            [this](const auto& stop) { return kernelStats(*kernels_, {}, stop).has_value(); });
        add("overview", [this](const auto& stop) { return TimeSplit::build(*trace_, stop) != nullptr; });
        add("flame graph",
            [this](const auto& stop) { return FlameIndex::build(*data_, {}, stop) != nullptr; });
        flames_ = FlameIndex::build(*data_, {});
        add("flame graph of a range",
            [this](const auto& stop) { return flames_->tree({}, stop) != nullptr; });
        // Nothing here says who launched a kernel: its number is looked for among all operators.
        add("an event's origin", [this, kernel = firstOf(EventKind::Kernel)](const auto& stop) {
            return detailsOf(*trace_, EventOrigin(trace_), kernel, stop).has_value();
        });
        add("calls of a row",
            [this, row = mostCalled()](const auto& stop) { return !callsOf(*data_, {}, row, stop).empty(); });
        add("search, longest first",
            [found = found_](const auto& stop) { return FoundByDuration::of(found, stop) != nullptr; });
        add("level of detail",
            [this](const auto& stop) { return LodIndex::build(trace_, nullptr, 1, stop) != nullptr; });
    }

    SliceId firstOf(EventKind kind) const {
        for (SliceId slice(0); slice.value < trace_->sliceCount(); slice = SliceId(slice.value + 1)) {
            if (trace_->slice(slice).kind == kind) {
                return slice;
            }
        }
        qFatal("the trace has no event of that kind");
    }
    OperatorRow mostCalled() const {
        const auto rows = operatorStats(*data_, {});
        return *std::ranges::max_element(*rows, {}, &OperatorRow::calls);
    }

    std::shared_ptr<const Trace> trace_;
    std::optional<OperatorData> data_;
    std::optional<KernelData> kernels_;
    std::shared_ptr<const FlameIndex> flames_;
    std::shared_ptr<const FoundEvents> found_;
};

int run_tst_cancelling(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestCancelling>(argc, argv);
}
#include "tst_cancelling.moc"
