// What a process tells when it ends, with the times at which it was: collectives as torch's flight recorders have seen them and segments
// of its allocator, from a file in which anything may stand.
#include "model/trace/ThreadRows.h"
#include "tests/collector/ControlFile.h"
#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <fstream>
#include <random>
#include <string>
#include <vector>

using namespace lanes;
using test::ControlFile;
using test::DeviceRecording;

namespace {

std::string lineOf(const std::vector<std::string>& fields) {
    std::string line;
    for (const std::string& field : fields) {
        line += (line.empty() ? "" : "\t") + field;
    }
    return line + "\n";
}

// A recorded process that tells.
struct Telling {
    DeviceRecording recording;
    recorder::RecordingRow& pauses = recording.recording();
    ControlFile control{recording};

    // The session's time as it is told.
    [[nodiscard]] std::string at(TimeNs time) const { return std::to_string(recording.origin() + time); }
    // 0: it has not come to that.
    [[nodiscard]] std::string collective(const std::string& name, TimeNs created, TimeNs started,
                                         TimeNs completed) const {
        return lineOf({"collective", "0", "default_pg", name, at(created), started > 0 ? at(started) : "0",
                       completed > 0 ? at(completed) : "0", completed > 0 ? "completed" : "started", "7",
                       "[[4, 2]]", "[[8]]", "[\"Float\"]"});
    }
    [[nodiscard]] std::string segment(const std::string& action, TimeNs time) const {
        return lineOf({"allocator", "1", action, at(time), "2097152", "4096", "17"});
    }
    std::shared_ptr<const Trace> tell(const std::string& text) {
        std::ofstream(recording.folder() + "/1.told", std::ios::binary) << text;
        return recording.finished();
    }
    std::uint64_t malformed() { return recording.diagnostics().count("malformed-record"); }
};

} // namespace

class tst_told_events : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void collectivesAreWhereTheyWere() { // what nobody saw end goes on to the end
        Telling program;
        const auto trace = program.tell(program.collective("nccl:all_reduce", 1000, 3000, 9000) +
                                        program.collective("nccl:broadcast", 4000, 5000, 0) +
                                        program.collective("nccl:all_gather", 6000, 0, 0));
        test::compare(test::slicesOf(*trace),
                      "1/Flight recorder 0: nccl:all_reduce 3000+6000 nccl:broadcast 5000+4000 "
                      "nccl:all_gather 6000+3000\n");
        test::compare(
            test::argumentsOf(*trace, test::byName(*trace, "nccl:all_reduce")),
            "State=completed; Sequence in its group=7; Process Group Name=0; Process Group "
            "Description=default_pg; In sizes=[[4, 2]]; Out sizes=[[8]]; In types=[\"Float\"]; from call to "
            "start (us)=2.000000");
        QVERIFY(countsNowhere(trace->tracks()[0])); // operators and kernels tell of them, too
        QCOMPARE(program.malformed(), std::uint64_t{0});
    }

    void whatTheAllocatorDidIsARowOfMarks() {
        Telling program;
        const auto trace = program.tell(program.segment("segment_alloc", 2000) +
                                        program.segment("oom", 5000) + program.segment("segment_free", 9000));
        QCOMPARE(trace->points().size(), 3u);
        QCOMPARE(trace->points().time[1], TimeNs{5000});
        QCOMPARE(QString::fromStdString(std::string(trace->text(trace->points().name[1]))),
                 QStringLiteral("Out of memory: 2\u2009MiB wanted, 4\u2009KiB free"));
        QCOMPARE(trace->tracks()[trace->points().track[1].value].key, std::string("CUDA allocator 1"));
    }

    void whatWasBeforeTheRecordingOrInAPauseIsLeftOut() {
        Telling program;
        program.pauses.pause(4000);
        program.pauses.resume(8000);
        const auto trace =
            program.tell(program.segment("segment_alloc", -5) + program.segment("segment_alloc", 5000) +
                         program.segment("segment_free", 9000) + program.collective("old", -9, -8, -7));
        QCOMPARE(trace->points().size(), 1u);
        QCOMPARE(program.malformed(), std::uint64_t{0});
    }

    void whatMakesNoSenseIsCounted() {
        Telling program;
        const std::string good = program.segment("segment_alloc", 1000);
        const TimeNs future = program.recording.now() + 3'600'000'000'000;
        const auto trace = program.tell(
            good + "\n" + "nonsense\n" + "allocator\n" + program.segment("segment_lost", 1000) +
            program.segment("segment_alloc", future) + "collective\t0\n" +
            lineOf({"allocator", "-1", "segment_alloc", program.at(5), "1", "1", "1"}) +
            lineOf({"allocator", "1", "segment_alloc", program.at(5), "99999999999999999999", "1", "1"}) +
            program.segment("segment_alloc", 1).substr(0, 20));
        QCOMPARE(trace->points().size(), 1u);
        QCOMPARE(program.malformed(), std::uint64_t{8}); // the last line is not whole: it is not there yet
    }

    void anyBytesAreSafe() {
        std::mt19937 random(1);
        for (int round = 0; round < 200; ++round) {
            Telling program;
            std::string text;
            for (int line = 0; line < 5; ++line) {
                text += program.collective("nccl:\xff\"\\", 1000 + line, 2000, 3000);
                text += program.segment("segment_alloc", 500);
            }
            for (int change = 0; change < 20; ++change) {
                text[random() % text.size()] = static_cast<char>(random());
            }
            QVERIFY(program.tell(text) != nullptr);
        }
    }

    void manyGroupsDoNotMakeRowsWithoutEnd() {
        Telling program;
        std::string text;
        for (int group = 0; group < 1000; ++group) {
            text += lineOf({"collective", std::to_string(group), "", "nccl:barrier", program.at(1000),
                            program.at(1000), program.at(2000), "completed", "1"});
        }
        QCOMPARE(program.tell(text)->tracks().size(), std::size_t{256});
    }
};

int run_tst_told_events(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_told_events>(argc, argv);
}
#include "tst_told_events.moc"
