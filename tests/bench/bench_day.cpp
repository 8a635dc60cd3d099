// A day of training, as far as an hour of it tells: a real training is recorded within 64 MB of disk and the real window follows,
// each view in sight in turn. What the program, its recorder and the window hold must not grow, and the window must keep up.
//
//   bench_day [SECONDS]       without it 3600
#include "app/window/Views.h"
#include "model/trace/ClockOrigin.h"
#include "tests/app/UiWatch.h"
#include "tests/app/WindowFixture.h"
#include "tests/bench/Report.h"
#include "tests/bench/ShownUntil.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QScopeGuard>

#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

using namespace lanes;

namespace {

constexpr const char* kMostOnDisk = "64M";
constexpr double kMostOnDiskMb = 64 * 1.048576;
constexpr int kInSightMs = 5000; // each view in turn
constexpr double kOldest = 10;   // s: the file is written anew now and then, and read anew
constexpr double kFlat = 1.1;    // the last third against the middle one

// What only this process has, in bytes; 0 where there is none.
std::uint64_t ownBytes(qint64 process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string word; status >> word;) {
        if (word == "RssAnon:") {
            std::uint64_t kib = 0;
            status >> kib;
            return kib << 10;
        }
    }
    return 0;
}

// How long the newest that the view in sight knows is ago, in s.
double ageOf(DocumentPage& page) {
    const auto trace = page.document().trace();
    const auto origin = trace ? clockOriginOf(*trace) : std::nullopt;
    if (!origin) {
        return 0;
    }
    const TimeNs now = std::chrono::system_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
    return static_cast<double>(now - *origin - bench::shownUntil(page)) / 1e9;
}

struct Look {
    double program = 0; // MB
    double recorder = 0;
    double window = 0;
    double disk = 0;
};

double mean(const std::vector<Look>& looks, std::size_t from, std::size_t to, double Look::*what) {
    double sum = 0;
    for (std::size_t i = from; i < to; ++i) {
        sum += looks[i].*what;
    }
    return sum / static_cast<double>(to - from);
}

void report(const std::vector<Look>& looks, double oldest) {
    const std::size_t third = looks.size() / 3;
    const auto flat = [&](const char* name, double Look::*what) {
        bench::rowAgainst(std::string("day: ") + name + ", the last third against the middle one",
                          mean(looks, 2 * third, looks.size(), what), "MB",
                          mean(looks, third, 2 * third, what), kFlat);
    };
    flat("the program's memory", &Look::program);
    flat("the recorder's memory", &Look::recorder);
    flat("the window's memory", &Look::window);
    bench::row("day: most on the disk", std::ranges::max(looks, {}, &Look::disk).disk, "MB", kMostOnDiskMb);
    bench::row("day: how old at most", oldest, "s", kOldest);
}

} // namespace

int main(int argc, char** argv) {
    const std::uint64_t seconds = bench::countArgument(argc, argv, 3600, "usage: bench_day [SECONDS]");
    test::UiWatch app(argc, argv);
    const QString python = qEnvironmentVariable("LANESCOPE_PYTHONS", QStringLiteral("/usr/bin/python3"))
                               .section(QLatin1Char(':'), 0, 0);
    const QTemporaryDir folder;
    const QString session = folder.filePath(QStringLiteral("day.lanes"));
    QProcess recorder;
    // However this ends, it is told to, and passes that on: killed, it would leave the program running.
    recorder.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
    const auto end = qScopeGuard([&recorder] {
        recorder.terminate();
        recorder.waitForFinished(kPatience);
    });
    recorder.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    recorder.start(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"),
                   {QStringLiteral("record"), QStringLiteral("--max-size"), QString::fromLatin1(kMostOnDisk),
                    QStringLiteral("-o"), session, QStringLiteral("--"), python,
                    QStringLiteral(LANESCOPE_SOURCE_DIR "/tests/bench/day_program.py")});

    const test::WindowFixture fixture(openTrace);
    const auto isThere = [&] { return recorder.canReadLine() && QFileInfo(session).size() > 0; };
    DocumentPage* const page = fixture.isShown() && QTest::qWaitFor(isThere, kPatience)
                                   ? fixture.window->openFile(session)
                                   : nullptr;
    if (page == nullptr ||
        !QTest::qWaitFor([&] { return page->document().state() == Document::State::Live; }, kPatience)) {
        bench::fail(session.toStdString() + " is not followed");
    }
    const qint64 program = recorder.readLine().trimmed().toLongLong();
    std::vector<Look> looks;
    double oldest = 0;
    QElapsedTimer timer;
    timer.start();
    for (std::size_t turn = 0; timer.elapsed() < static_cast<qint64>(seconds) * 1000; ++turn) {
        const auto views = viewSpecs();
        fixture.window->showView(QLatin1String(views[turn % views.size()].key));
        QTest::qWait(kInSightMs);
        oldest = std::max(oldest, ageOf(*page));
        looks.push_back({static_cast<double>(ownBytes(program)) / 1e6,
                         static_cast<double>(ownBytes(recorder.processId())) / 1e6,
                         static_cast<double>(ownBytes(QCoreApplication::applicationPid())) / 1e6,
                         static_cast<double>(QFileInfo(session).size()) / 1e6});
        if (page->document().state() != Document::State::Live || looks.back().program == 0) {
            bench::fail("the recording has ended after " + std::to_string(timer.elapsed() / 1000) + " s");
        }
    }
    if (looks.size() < 3) {
        bench::fail("less than three looks: more seconds, please");
    }
    report(looks, oldest);
    return 0;
}
