// A brush that moves on makes the answer to the last one useless: every analysis gives up soon after it is asked to.
// Measured in the processor time of the thread at work, so that a loaded machine does not matter.
#include "model/analysis/device/KernelStats.h"
#include "model/analysis/flame/FlameIndex.h"
#include "model/analysis/operators/OperatorStats.h"
#include "model/analysis/time/TimeSplit.h"
#include "tests/support/GeneratedTrace.h"

#include <QTest>

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <functional>
#include <thread>

using namespace lanes;

namespace {

// Nothing but whether it came to an end.
using Work = std::function<bool(const std::stop_token&)>;

constexpr std::uint64_t kSlices = 4'000'000;
constexpr double kSoon = 20;      // ms
constexpr double kShare = 1 / 8.; // or, where everything is slow, of the whole work

double milliseconds(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

struct Measured {
    double whole = 0;   // the uninterrupted work
    double latency = 0; // from the wish to the end, the middle one of several
};

// How long the work goes on after a wish at `after` ms; below 0 if it was done before.
double latencyAt(const Work& work, double after) {
    std::stop_source stop;
    std::atomic<bool> stays = true;
    std::atomic<double> ended = -1;
    std::thread worker([&] {
        const bool finished = work(stop.get_token());
        ended = finished ? -1 : milliseconds(CLOCK_THREAD_CPUTIME_ID);
        stays = false;
    });
    clockid_t clock = 0;
    pthread_getcpuclockid(worker.native_handle(), &clock);
    while (stays && milliseconds(clock) < after) {
        std::this_thread::yield();
    }
    const double asked = stays ? milliseconds(clock) : 0;
    stop.request_stop();
    worker.join();
    return ended < 0 ? -1 : ended - asked;
}

Measured measure(const Work& work) {
    Measured measured;
    std::thread([&] {
        work({});
        measured.whole = milliseconds(CLOCK_THREAD_CPUTIME_ID);
    }).join();
    std::vector<double> latencies;
    for (const double share : {.1, .2, .3, .4, .5, .6, .7}) {
        latencies.push_back(latencyAt(work, measured.whole * share));
    }
    std::ranges::sort(latencies);
    measured.latency = latencies[latencies.size() / 2];
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
        QFETCH(Work, work);
        const Measured measured = measure(work);
        const double bound = std::max(kSoon, measured.whole * kShare);
        QVERIFY2(measured.latency < bound,
                 qPrintable(QStringLiteral("%1 of %2 ms").arg(measured.latency).arg(measured.whole)));
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
            [this](const auto& stop) { return PythonContext::build(*data_->forest, stop) != nullptr; });
        add("kernels", [this](const auto& stop) { return KernelData::build(*data_, stop).has_value(); });
        add("kernel table",
            [this](const auto& stop) { return kernelStats(*kernels_, {}, stop).has_value(); });
        add("overview", [this](const auto& stop) { return TimeSplit::build(*trace_, stop) != nullptr; });
        add("flame graph",
            [this](const auto& stop) { return FlameIndex::build(*data_, {}, stop) != nullptr; });
        flames_ = FlameIndex::build(*data_, {});
        add("flame graph of a range",
            [this](const auto& stop) { return flames_->tree({}, stop) != nullptr; });
    }

    std::shared_ptr<const Trace> trace_;
    std::optional<OperatorData> data_;
    std::optional<KernelData> kernels_;
    std::shared_ptr<const FlameIndex> flames_;
};

QTEST_GUILESS_MAIN(TestCancelling)
#include "tst_cancelling.moc"
