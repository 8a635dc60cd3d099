// What is told of a session in numbers, where it is not plain what counts. The rest: tst_real_traces.
#include "model/analysis/time/SessionSummary.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"

#include <QTest>

using namespace lanes;
using namespace lanes::test;

class tst_session_summary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // It is no slice, so it is not around the others either.
    void aBeginWithoutEndDeepensNothing() {
        const auto trace = importText(q("[{'ph': 'B', 'name': 'never ends', 'pid': 1, 'tid': 2, 'ts': 1},"
                                        "{'ph': 'X', 'name': 'a', 'pid': 1, 'tid': 2, 'ts': 2, 'dur': 9},"
                                        "{'ph': 'X', 'name': 'b', 'pid': 1, 'tid': 2, 'ts': 3, 'dur': 5}]"));
        QCOMPARE(trace->lanes().size(), 3u);
        const SessionSummary summary = summarize(*trace);
        QCOMPARE(summary.slices, std::uint64_t(2));
        QCOMPARE(summary.openSlices, std::uint64_t(1));
        QCOMPARE(summary.maxDepth, 2u);
    }

    void depthIsThatOfTheDeepestThread() {
        const auto trace = importText(q("[{'ph': 'B', 'name': 'never ends', 'pid': 1, 'tid': 2, 'ts': 1},"
                                        "{'ph': 'X', 'name': 'a', 'pid': 1, 'tid': 3, 'ts': 2, 'dur': 9},"
                                        "{'ph': 'X', 'name': 'b', 'pid': 1, 'tid': 3, 'ts': 3, 'dur': 5}]"));
        QCOMPARE(summarize(*trace).maxDepth, 2u);
    }

    void asynchronousSlicesCountNeither() {
        const auto trace = importText(q("[{'ph': 'b', 'cat': 'c', 'id': 1, 'name': 'a', 'pid': 1, 'ts': 1},"
                                        "{'ph': 'e', 'cat': 'c', 'id': 1, 'name': 'a', 'pid': 1, 'ts': 9}]"));
        QCOMPARE(trace->sliceCount(), 1u);
        QCOMPARE(summarize(*trace).slices, std::uint64_t(0));
        QCOMPARE(summarize(*trace).maxDepth, 0u);
    }
};

int run_tst_session_summary(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_session_summary>(argc, argv);
}
#include "tst_session_summary.moc"
