#include "model/analysis/operators/EventOrigin.h"
#include "model/io/joining/TraceMerge.h"
#include "tests/support/ImportText.h"

#include <QFile>
#include <QTest>

using namespace lanes;
using namespace lanes::test;

namespace {

std::shared_ptr<const Trace> rank(int number, const std::string& origin) {
    return importText(
        q("{'distributedInfo': {'backend': 'nccl', 'rank': ") + std::to_string(number) +
        q(", 'world_size': 2}, 'baseTimeNanoseconds': ") + origin + q(", 'traceEvents': [") +
        q("{'ph': 'X', 'cat': 'cuda_runtime', 'name': 'launch', 'pid': 5, 'tid': 5, 'ts': 1, 'dur': 2,") +
        q("'args': {'correlation': 3, 'note': 'text of ") + std::to_string(number) + q("'}},") +
        q("{'ph': 'X', 'cat': 'kernel', 'name': 'k', 'pid': 0, 'tid': 7, 'ts': 9, 'dur': 4,") +
        q("'args': {'correlation': 3}}]}"));
}

QString tracesFolder() {
    return qEnvironmentVariable("LANESCOPE_TRACES", QStringLiteral(LANESCOPE_SOURCE_DIR "/../shared/traces"));
}

} // namespace

class tst_trace_merge : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranksOfOneJobStandOnOneAxis() {
        const auto merged = mergeTraces({rank(1, "2000"), rank(0, "500")});
        const std::string expected =
            "stream 0 (rank 0)/7 | rank 0\n"
            "  0 9000+4000 k [X kernel] correlation=3\n"
            "thread 5 (rank 0)/5 | rank 0\n"
            "  0 1000+2000 launch [X cuda_runtime] correlation=3 note=\"text of 0\"\n"
            "stream 0 (rank 1)/7 | rank 1\n"
            "  0 10500+4000 k [X kernel] correlation=3\n"
            "thread 5 (rank 1)/5 | rank 1\n"
            "  0 2500+2000 launch [X cuda_runtime] correlation=3 note=\"text of 1\"\n"
            "launch: launch@1000 -> k@9000\n"
            "launch: launch@2500 -> k@10500\n";
        QCOMPARE(QString::fromStdString(dumpOf(*merged)).section("property", 0, 0),
                 QString::fromStdString(expected));
        const EventOrigin origin(merged);
        QCOMPARE(origin.launchOf(SliceId(2)), SliceId(3));
    }

    void onlyDifferentRanksOfJobsOfOneSizeBelongTogether() {
        QVERIFY(areRanksOfOneJob({rank(0, "0"), rank(1, "0")}));
        QVERIFY(!areRanksOfOneJob({rank(0, "0"), rank(0, "0")}));
        QVERIFY(!areRanksOfOneJob({rank(0, "0"), importText("[]")}));
        QVERIFY(!areRanksOfOneJob({rank(0, "0")}));
    }

    void realRanksAreOneSession() {
        std::vector<std::string> paths;
        for (const char* name : {"/torch29_ddp_gloo_rank1.json.gz", "/torch29_ddp_gloo_rank0.json.gz"}) {
            paths.push_back((tracesFolder() + name).toStdString());
            if (!QFile::exists(QString::fromStdString(paths.back()))) {
                QSKIP("no traces beside the checkout");
            }
        }
        const auto opened = openTraces(paths);
        QVERIFY(opened);
        QCOMPARE(opened.value().size(), std::size_t(1));
        QCOMPARE(opened.value()[0]->sliceCount(), 1732u + 1669u);
        QCOMPARE(opened.value()[0]->flowsLinked(), std::uint64_t(60));
        QCOMPARE(opened.value()[0]->memory().size(), 840u + 802u);
    }
};

QTEST_GUILESS_MAIN(tst_trace_merge)
#include "tst_trace_merge.moc"
