// The figures of a recording that goes on: of which stretch they are, and what counts as what.
#include "collector/recorder/LiveMetrics.h"
#include "tests/collector/recorder/CounterRecording.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lanes;
using namespace lanes::recorder;

namespace {

constexpr TimeNs kSecond = 1'000'000'000;

// The lines of the file that a scraper would see now, without comments.
std::string samplesIn(const QString& path) {
    QFile file(path);
    std::string text;
    if (file.open(QIODevice::ReadOnly)) {
        for (const QByteArray& line : file.readAll().split('\n')) {
            text += line.startsWith('#') || line.isEmpty() ? "" : line.toStdString() + "\n";
        }
    }
    return text;
}

} // namespace

class tst_live_metrics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachTextIsOfTheStretchSinceTheOneBefore() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("lanescope.prom"));
        test::CounterRecording recording(folder);
        session::SessionWriter& writer = recording.context().sink.writer();
        const ProcessId gpu = writer.addProcess(
            {.key = "GPU 0", .kind = Process::Kind::Device, .deviceIndex = 0, .rank = 3, .deviceUuid = "u"});
        const ProcessId program = writer.addProcess({.key = "17", .rank = 3});
        auto metrics = LiveMetrics::begin(path.toStdString()).value();
        QCOMPARE(samplesIn(path), std::string("lanescope_recording 1\n"));

        using Work = LiveMetrics::Work;
        metrics->work(gpu, {0, 4 * kSecond}, Work::Compute);
        metrics->work(gpu, {2 * kSecond, 6 * kSecond}, Work::Communication); // 2 s of it alone
        metrics->work(gpu, {7 * kSecond, 12 * kSecond}, Work::Other);        // ends in the next stretch
        metrics->fetch(program, {5 * kSecond, 7 * kSecond});                 // 1 s of it beside work
        metrics->memory(program, {.bytes = 10, .allocated = 30, .deviceType = 1, .deviceIndex = 0});
        metrics->memory(program, {.bytes = -20, .allocated = 10, .deviceType = 1, .deviceIndex = 0});
        metrics->counter(gpu, "power_watts", 250);
        QVERIFY(!metrics->due(9 * kSecond));
        QVERIFY(metrics->due(10 * kSecond));
        StepWatch steps;
        metrics->write({10 * kSecond, 0, true, steps, writer});
        const std::string labels = "{gpu=\"0\",uuid=\"u\",rank=\"3\"} ";
        const std::string tail =
            "lanescope_gpu_power_watts" + labels +
            "250\n"
            "lanescope_memory_allocated_bytes{device=\"cuda:0\",process=\"17\",rank=\"3\"} 10\n"
            "lanescope_memory_peak_bytes{device=\"cuda:0\",process=\"17\",rank=\"3\"} 30\n";
        const std::string first = "lanescope_recording 1\nlanescope_session_seconds 10\n"
                                  "lanescope_data_wait_ratio{rank=\"3\"} 0.125\n"
                                  "lanescope_gpu_busy_ratio" +
                                  labels +
                                  "0.875\n"
                                  "lanescope_gpu_communication_ratio" +
                                  labels +
                                  "0.5\n"
                                  "lanescope_gpu_exposed_communication_ratio" +
                                  labels + "0.25\n" + tail + "lanescope_lost_records_total 0\n";
        QTRY_COMPARE_WITH_TIMEOUT(samplesIn(path), first, kPatience);

        const TrackId thread = writer.addTrack({.process = program, .key = "1"});
        for (TimeNs step = 0; step < 20; ++step) {
            steps.ended(ring::StepKind::Profiler, thread, 0, (step + 1) * kSecond / 10);
        }
        metrics->write({16 * kSecond, 5, false, steps, writer}); // to the very end, and written at once
        const std::string last = samplesIn(path);
        QVERIFY(last.find("lanescope_recording 0\n") != std::string::npos);
        QVERIFY2(last.find("lanescope_gpu_busy_ratio" + labels + "0.5\n") != std::string::npos, last.c_str());
        QVERIFY2(last.find("lanescope_data_wait_ratio{rank=\"3\"} 0\n") != std::string::npos, last.c_str());
        QVERIFY2(last.find("lanescope_lost_records_total 5\n") != std::string::npos, last.c_str());
        QVERIFY2(last.find("lanescope_step_seconds{rank=\"3\",quantile=\"0.5\"} 1\n"
                           "lanescope_step_seconds{rank=\"3\",quantile=\"0.95\"} 1.9\n"
                           "lanescope_step_seconds_count{rank=\"3\"} 20\n"
                           "lanescope_step_seconds_sum{rank=\"3\"} 21\n") != std::string::npos,
                 last.c_str());
        QVERIFY(!metrics->takeProblem());
    }

    void aFileThatCannotBeRewrittenIsToldOnce() {
        QTemporaryDir folder;
        test::CounterRecording recording(folder);
        const QString place = folder.filePath(QStringLiteral("place"));
        QVERIFY(QDir().mkdir(place));
        auto metrics = LiveMetrics::begin((place + QStringLiteral("/lanescope.prom")).toStdString()).value();
        QVERIFY(QDir(place).removeRecursively());
        const StepWatch steps;
        metrics->write({kSecond, 0, false, steps, recording.context().sink.writer()});
        QVERIFY(metrics->takeProblem().value_or("").find("lanescope.prom cannot be written") !=
                std::string::npos);
        QVERIFY(!metrics->takeProblem());
    }
};

int run_tst_live_metrics(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_live_metrics>(argc, argv);
}
#include "tst_live_metrics.moc"
