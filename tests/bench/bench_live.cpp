// The real window beside a recording of 100,000 events a second, every view open and each in sight in turn: how old what it
// shows is at most, what a second of following costs, and what that takes from the UI thread.
//
//   bench_live [SECONDS [BEFORE]]       without them 600 and 0; BEFORE: how long the recording runs already
#include "app/window/Views.h"
#include "tests/app/UiWatch.h"
#include "tests/app/WindowFixture.h"
#include "tests/bench/LiveWriter.h"
#include "tests/bench/Report.h"
#include "tests/bench/ShownUntil.h"

#include <QElapsedTimer>
#include <QScopeGuard>

#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>
#include <span>
#include <vector>

using namespace lanes;

namespace {

constexpr std::uint64_t kEventsPerSecond = 100'000;
constexpr double kOldest = 2;     // s
constexpr double kHandlerMs = 10; // of the UI thread
constexpr int kLookMs = 50;
constexpr double kFlat = 1.25; // the last third against the middle one

double secondsNow() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

double cpuSeconds() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

struct Look {
    double seconds = 0; // since the window follows
    double cpu = 0;
    double resident = 0;
};

class Watch {
public:
    Watch(test::UiWatch& app, MainWindow& window, DocumentPage& page)
        : app_(app)
        , window_(window)
        , page_(page)
        , begin_(secondsNow()) {}

    void look(const char* key, int ms) {
        window_.showView(QLatin1String(key));
        const double shown = secondsNow();
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < ms) {
            QTest::qWait(kLookMs);
            // What a view showed when it was last seen is as old as that; what never has an answer is as old as the session.
            if (const double now = secondsNow(); now - shown > kOldest) {
                oldest_[key] =
                    std::max(oldest_[key],
                             now - std::max(static_cast<double>(bench::shownUntil(page_)) / 1e9, begin_));
            }
        }
        const test::HandledEvent longest = app_.takeLongest();
        if (longest.ms > longest_.ms) {
            longest_ = longest;
        }
        looks_.push_back({secondsNow() - begin_, cpuSeconds(), static_cast<double>(bench::residentBytes())});
    }
    [[nodiscard]] double seconds() const { return secondsNow() - begin_; }

    void report() const {
        for (const auto& [key, age] : oldest_) {
            bench::row(key + ": how old at most", age, "s", kOldest);
        }
        bench::row("the longest handler of the UI thread (" + longest_.what.toStdString() + ")", longest_.ms,
                   "ms", kHandlerMs);
        const std::span<const Look> middle = third(1);
        const std::span<const Look> last = third(2);
        bench::rowAgainst("CPU of a second of following, the last third against the middle one",
                          perSecond(last, &Look::cpu), "s", perSecond(middle, &Look::cpu), kFlat);
        bench::rowAgainst("memory that a second takes, the last third against the middle one",
                          perSecond(last, &Look::resident) / 1e6, "MB",
                          perSecond(middle, &Look::resident) / 1e6, kFlat);
    }

private:
    [[nodiscard]] std::span<const Look> third(std::size_t which) const {
        const std::size_t begin = looks_.size() * which / 3;
        return std::span(looks_).subspan(begin, looks_.size() * (which + 1) / 3 - begin);
    }
    // By the line that lies closest to all looks: what a view takes while it is in sight, and what malloc keeps of it, comes
    // and goes in steps of 100 MB, and two looks alone tell where they fell among those.
    static double perSecond(std::span<const Look> looks, double Look::*what) {
        const auto count = static_cast<double>(looks.size());
        Look mean;
        for (const Look& look : looks) {
            mean.seconds += look.seconds / count;
            mean.*what += look.*what / count;
        }
        double both = 0;
        double squares = 0;
        for (const Look& look : looks) {
            const double at = look.seconds - mean.seconds;
            both += at * (look.*what - mean.*what);
            squares += at * at;
        }
        return both / squares;
    }

    test::UiWatch& app_;
    MainWindow& window_;
    DocumentPage& page_;
    double begin_;
    std::map<std::string, double> oldest_; // by view
    test::HandledEvent longest_;
    std::vector<Look> looks_;
};

} // namespace

int main(int argc, char** argv) {
    constexpr const char* kUsage = "usage: bench_live [SECONDS [BEFORE]]";
    const std::uint64_t before = argc > 2 ? bench::countArgument(argc - 1, argv + 1, 0, kUsage) : 0;
    const std::uint64_t seconds = bench::countArgument(std::min(argc, 2), argv, 600, kUsage);
    const std::string path = LANESCOPE_BINARY_DIR "/bench/live.lanes";
    std::filesystem::create_directories(LANESCOPE_BINARY_DIR "/bench");
    const pid_t writer = bench::writeLive(path, kEventsPerSecond, before);
    const auto end = qScopeGuard([&] {
        bench::endLive(writer);
        std::filesystem::remove(path);
    });
    test::UiWatch app(argc, argv);
    test::WindowFixture fixture(openTrace);
    DocumentPage* const page =
        fixture.isShown() ? fixture.window->openFile(QString::fromStdString(path)) : nullptr;
    if (page == nullptr ||
        !QTest::qWaitFor([&] { return page->document().state() == Document::State::Live; }, kPatience)) {
        bench::fail(path + " is not followed");
    }
    Watch watch(app, *fixture.window, *page);
    while (watch.seconds() < static_cast<double>(seconds)) {
        for (const ViewSpec& view : viewSpecs()) {
            watch.look(view.key, static_cast<int>((kOldest + 3) * 1000));
        }
    }
    watch.report();
    bench::row("events that the window knows at the end",
               static_cast<double>(page->document().trace()->sliceCount()), "");
    return 0;
}
