// An opening that is cancelled ends soon, whatever it is at: reading, pairing, nesting or linking.
#include "model/io/OpenTrace.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <fstream>
#include <limits>
#include <thread>

using namespace lanes;

namespace {

constexpr int kUnits = 150'000; // of eight events
constexpr int kStops = 24;
// Of processor time; of what a whole opening takes where the machine is slow. Joining alone takes half of that.
constexpr double kMostSeconds = 0.05;
constexpr double kMostOfAll = 0.2;

double processorSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Operators, launches, kernels, arrows, memory, and begins and ends that stand in no order.
void writeTrace(const std::string& path) {
    std::ofstream out(path);
    out << R"({"traceEvents": [)";
    for (int i = 0; i < kUnits; ++i) {
        const std::string at = std::to_string(i * 10);
        const std::string id = std::to_string(i + 1);
        const std::string thread = std::to_string(i % 4);
        const std::string unordered = std::to_string((i * 7919L) % (kUnits * 10L));
        out << (i > 0 ? ",\n" : "\n") << R"({"ph":"X","cat":"cpu_op","name":"aten::op)" << i % 4096
            << R"(","pid":1,"tid":)" << thread << R"(,"ts":)" << at << R"(,"dur":9,"args":{"External id":)"
            << id << "}},\n"
            << R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":)" << thread
            << R"(,"ts":)" << at << R"(,"dur":3,"args":{"correlation":)" << id << "}},\n"
            << R"({"ph":"s","id":)" << id << R"(,"cat":"ac2g","name":"ac2g","pid":1,"tid":)" << thread
            << R"(,"ts":)" << at << "},\n"
            << R"({"ph":"f","bp":"e","id":)" << id << R"(,"cat":"ac2g","name":"ac2g","pid":0,"tid":7,"ts":)"
            << at << "},\n"
            << R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)" << at
            << R"(,"dur":4,"args":{"correlation":)" << id << "}},\n"
            << R"({"ph":"b","cat":"r","id":)" << id << R"(,"name":"r","pid":2,"tid":1,"ts":)" << unordered
            << "},\n"
            << R"({"ph":"e","cat":"r","id":)" << id << R"(,"name":"r","pid":2,"tid":1,"ts":)" << unordered
            << "},\n"
            << R"({"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","pid":1,"tid":)" << thread
            << R"(,"ts":)" << at << R"(,"args":{"Addr":)" << id << R"(,"Bytes":512}})";
    }
    out << "]}";
}

} // namespace

class tst_import_stop : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStopIsNoticedWhereverAnOpeningIs() {
        if (qEnvironmentVariableIsSet("LANESCOPE_SANITIZE") &&
            !qEnvironmentVariable("LANESCOPE_SANITIZE").isEmpty()) {
            QSKIP("a sanitizer slows everything down");
        }
        QTemporaryDir folder;
        const std::string path = folder.filePath("trace.json").toStdString();
        writeTrace(path);
        // The least of some: after a slow one, stops would come when the next is over.
        double whole = std::numeric_limits<double>::max();
        for (int n = 0; n < 3; ++n) {
            const double before = processorSeconds();
            QVERIFY(openTrace(path, {.threads = 1}));
            whole = std::min(whole, processorSeconds() - before);
        }
        double longest = 0;
        int stopped = 0;
        for (int n = 1; n < kStops; ++n) {
            std::stop_source source;
            OpenOptions options{.stop = source.get_token(), .threads = 1};
            std::atomic<double> asked = 0;
            const double from = processorSeconds();
            std::jthread stopper([&](const std::stop_token& over) {
                while (processorSeconds() - from < whole * n / kStops && !over.stop_requested()) {
                    std::this_thread::sleep_for(std::chrono::microseconds(200));
                }
                asked = processorSeconds();
                source.request_stop();
            });
            const auto trace = openTrace(path, options);
            const double end = processorSeconds();
            if (!trace && asked > 0) {
                QCOMPARE(trace.error().message, std::string(kCancelled));
                longest = std::max(longest, end - asked);
                ++stopped;
            }
        }
        qInfo("opening takes %.0f ms; of %d stops the latest is noticed after %.1f ms", whole * 1e3, stopped,
              longest * 1e3);
        QVERIFY(stopped > kStops / 2);
        QVERIFY2(longest < std::max(kMostSeconds, kMostOfAll * whole),
                 qPrintable(QString::number(longest * 1e3)));
    }
};

int run_tst_import_stop(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_import_stop>(argc, argv);
}
#include "tst_import_stop.moc"
