// From the click on "Start capture" to the first slice in the window, beyond the program's own start: here, and over ssh to
// this machine. The middle one of five.
#include "tests/app/capture/FarHost.h"
#include "tests/app/capture/FirstSlice.h"
#include "tests/bench/Report.h"

#include <QApplication>
#include <QStandardPaths>

#include <algorithm>
#include <vector>

namespace {

constexpr int kRuns = 5;
const QString kRecorder = QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope");

void report(const char* name, const QString& target, double boundSeconds) {
    std::vector<double> seconds;
    for (int run = 0; run < kRuns; ++run) {
        const auto times = lanes::test::FirstSlice::measure(kRecorder, target);
        if (!times) {
            lanes::bench::fail(std::string(name) + ": nothing came");
        }
        seconds.push_back(static_cast<double>(times->beyondMs()) / 1000);
    }
    std::ranges::sort(seconds);
    lanes::bench::row(name, seconds[kRuns / 2], "s", boundSeconds);
}

} // namespace

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    report("first slice of a capture here", {}, 2);
    const lanes::test::FarHost host;
    if (!host.good()) {
        lanes::bench::fail("openssh-server is not installed");
    }
    (void)lanes::test::FirstSlice::measure(kRecorder, "ssh:there"); // the collector's way there is apart
    report("first slice of a capture over ssh", "ssh:there", 4);
    return 0;
}
