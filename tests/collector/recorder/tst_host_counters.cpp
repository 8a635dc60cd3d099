// Curves of processes and of the machine, from the kernel's text files as they stand in a folder.
#include "collector/recorder/counters/HostCounters.h"
#include "tests/collector/recorder/CounterRecording.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <string>

using namespace lanes;
using namespace lanes::recorder;

namespace {

constexpr TimeNs kSecond = 1'000'000'000;
constexpr const char* kRings = "/dev/shm/lanescope-1";

// Fields 3 to 12 of /proc/PID/stat end with the faults, of children too.
std::string statOf(int faults, int fromDisk) {
    return "7 (py) 3 4 (x) R 1 7 7 0 -1 4194304 " + std::to_string(faults) + " 11 " +
           std::to_string(fromDisk) + " 12 100 50 0 0 20 0 2 0 5\n";
}

class Recording {
public:
    Recording()
        : session_(folder_)
        , counters_(session_.context(), kRings,
                    KernelFiles(folder_.filePath(QStringLiteral("proc")).toStdString()))
        , process_(session_.addProcess("7")) {
        write("7/maps", "7f00-7f01 r--p 0 00:00 1 /usr/lib/x.so\n7f02-7f03 rw-s 0 00:00 2 " +
                            std::string(kRings) + "/7.process\n");
    }

    void write(const std::string& file, const std::string& text) const {
        const QString path = folder_.filePath(QStringLiteral("proc/") + QString::fromStdString(file));
        QDir().mkpath(QFileInfo(path).path());
        QFile out(path);
        if (out.open(QIODevice::WriteOnly)) {
            out.write(text.c_str());
        }
    }
    void makeUnreadable(const std::string& file) const {
        QDir().mkpath(folder_.filePath(QStringLiteral("proc/") + QString::fromStdString(file)));
    }
    void sample(TimeNs sessionTime) {
        const std::array targets{HostCounters::Target{7, process_}};
        counters_.sample(sessionTime + test::CounterRecording::kOrigin, targets);
    }
    std::string curves() {
        counters_.flush();
        return session_.curves();
    }

private:
    QTemporaryDir folder_;
    test::CounterRecording session_;
    HostCounters counters_;
    ProcessId process_;
};

} // namespace

class HostCountersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatAProcessDoesStandsWhereItBegan() {
        Recording recording;
        recording.write("7/stat", statOf(100, 0));
        recording.write("7/statm", "900 10 4 1 0 500 0\n");
        recording.write("7/task/7/schedstat", "5000000000 1000000000 40\n");
        recording.write("7/io",
                        "rchar: 100\nwchar: 200\nsyscr: 1\nsyscw: 1\nread_bytes: 0\nwrite_bytes: 4096\n");
        recording.sample(kSecond);
        recording.write("7/stat", statOf(120, 0));
        recording.write("7/statm", "900 12 4 1 0 500 0\n");
        recording.write("7/task/7/schedstat", "6000000000 2000000000 60\n");
        recording.write("7/task/8/schedstat", "1000000000 0 4\n"); // a thread that has come since
        recording.write("7/io",
                        "rchar: 700\nwchar: 200\nsyscr: 1\nsyscw: 1\nread_bytes: 0\nwrite_bytes: 8192\n");
        recording.sample(3 * kSecond);
        QCOMPARE(recording.curves(),
                 std::string("7 CPU [%] 1000000000:100\n"
                             "7 Waiting for a CPU [%] 1000000000:50\n"
                             "7 Page faults [/s] 1000000000:10\n"
                             "7 Read [bytes/s] 1000000000:300\n"
                             "7 Resident memory [bytes] 1000000000:40960 3000000000:49152\n"
                             "7 Shared memory [bytes] 1000000000:16384 3000000000:16384\n"
                             "7 Context switches [/s] 1000000000:12\n"
                             "7 Written to disk [bytes/s] 1000000000:2048\n"));
    }

    // Its files fail then, though they are still there: folders do the same.
    void aProcessThatEndsWhileItIsReadHasNoCurves() {
        Recording recording;
        recording.makeUnreadable("7/stat");
        recording.makeUnreadable("7/task/7/schedstat");
        recording.sample(kSecond);
        recording.sample(3 * kSecond);
        QCOMPARE(recording.curves(), std::string());
    }

    void theMachineStandsWithTheFirstProcess() {
        Recording recording;
        recording.write("stat", "cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 1 2 3\n");
        recording.write("meminfo",
                        "MemTotal:       1000 kB\nMemFree:         100 kB\nMemAvailable:    400 kB\n");
        recording.write("net/dev", "Inter-|   Receive                            |  Transmit\n"
                                   " face |bytes    packets errs drop fifo frame compressed multicast|bytes\n"
                                   "    lo: 999 1 0 0 0 0 0 0 999 1\n  eth0: 1000 1 0 0 0 0 0 0 500 1\n");
        recording.write("pressure/cpu", "some avg10=1.00 avg60=0.00 avg300=0.00 total=1000000\n"
                                        "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
        recording.sample(kSecond);
        recording.write("stat", "cpu  150 0 150 750 150 0 0 0 0 0\n");
        recording.write("net/dev", "    lo: 9999 1 0 0 0 0 0 0 9999 1\n  eth0: 3000 1 0 0 0 0 0 0 500 1\n");
        recording.write("pressure/cpu", "some avg10=1.00 avg60=0.00 avg300=0.00 total=1500000\n");
        recording.sample(2 * kSecond);
        QCOMPARE(recording.curves(),
                 std::string("7 CPU of the machine [%] 1000000000:50\n"
                             "7 Pressure on the CPUs [%] 1000000000:50\n"
                             "7 Memory of the machine [bytes] 1000000000:614400 2000000000:614400\n"
                             "7 Network received [bytes/s] 1000000000:2000\n"));
    }

    void anothersProcessOfTheSameNumberIsNotAsked() {
        Recording recording;
        recording.write("7/maps", "7f02-7f03 rw-s 0 00:00 2 /dev/shm/lanescope-11/7.process\n");
        recording.write("7/stat", statOf(100, 0));
        recording.write("7/statm", "900 10 4 1 0 500 0\n");
        recording.sample(kSecond);
        recording.sample(2 * kSecond);
        QVERIFY(recording.curves().find("Resident") == std::string::npos);
    }

    void filesThatMakeNoSenseGiveNothing_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("words") << QByteArray("(((( ) a b c d e f g h i j k l m\n");
        QTest::newRow("one bracket") << QByteArray(")");
        QTest::newRow("great numbers")
            << QByteArray("7 (x) R 99999999999999999999999 1 1 1 1 1 1 1 1 1 1 1\n");
        QTest::newRow("zeros inside") << QByteArray("7 (x) R 1 \0 1 1 1 1", 20);
    }
    void filesThatMakeNoSenseGiveNothing() {
        QFETCH(QByteArray, text);
        Recording recording;
        for (const char* file : {"7/stat", "7/statm", "7/io", "7/task/7/schedstat", "7/task/x/schedstat",
                                 "stat", "meminfo", "net/dev", "pressure/io"}) {
            recording.write(file, text.toStdString());
        }
        recording.sample(kSecond);
        recording.sample(2 * kSecond);
        QVERIFY(recording.curves().find("inf") == std::string::npos);
    }

    void countersThatWereSetBackCountFromNothing() {
        Recording recording;
        recording.write("7/stat", statOf(100, 5));
        recording.write("7/statm", "900 10 4 1 0 500 0\n");
        recording.sample(kSecond);
        recording.write("7/stat", statOf(90, 8));
        recording.sample(2 * kSecond);
        const std::string curves = recording.curves();
        QVERIFY(curves.find("Page faults [/s]") == std::string::npos);
        QVERIFY(curves.find("7 Page faults from disk [/s] 1000000000:3\n") != std::string::npos);
    }
};

int run_tst_host_counters(int argc, char** argv) {
    return lanes::test::runWithoutWindow<HostCountersTest>(argc, argv);
}
#include "tst_host_counters.moc"
