// Which figures an entry of the ledger touches, and that a session's ledger is made once.
#include "model/analysis/trust/TouchedFigures.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QtTest>

using namespace lanes;

class TouchedFiguresTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachKindTouchesItsFigures_data();
    void eachKindTouchesItsFigures();
    void aLedgerSaysWhatTouchesAFigure();
    void aLedgerIsMadeOnce();
};

namespace {

// An operator that reaches out of its caller, and memory that nobody took.
std::shared_ptr<const Trace> brokenSession() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::outer", 0, 100);
    sketch.op("main", "aten::inner", 50, 100);
    sketch.memory("main", 60, 1, -1024, 0, 4096);
    return sketch.build();
}

} // namespace

void TouchedFiguresTest::eachKindTouchesItsFigures_data() {
    QTest::addColumn<int>("group");
    QTest::addColumn<QString>("figures"); // operators, kernels, memory, overview
    const auto row = [](const char* key, LedgerGroup group, const char* figures) {
        QTest::newRow(key) << static_cast<int>(group) << figures;
    };
    row("ring-overflow", LedgerGroup::Lost, "okmv");
    row("stack-cut", LedgerGroup::Lost, "om");
    row("device-records-dropped", LedgerGroup::Lost, "okv");
    row("repaired-event", LedgerGroup::Repaired, "");
    row("child-outside-parent", LedgerGroup::Rules, "o");
    row("kernel-before-launch", LedgerGroup::Clocks, "k");
    row("unaligned-rank", LedgerGroup::Clocks, "v");
    row("kernel-without-launch", LedgerGroup::Unmatched, "ok");
    row("arrow-without-end", LedgerGroup::Unmatched, "");
    row("free-without-allocation", LedgerGroup::Unmatched, "m");
    row("device-counters-missing", LedgerGroup::NotRecorded, "");
    row("not-recorded", LedgerGroup::NotRecorded, "okmv");
    row("a-rule-of-tomorrow", LedgerGroup::Rules, "o");
}

void TouchedFiguresTest::eachKindTouchesItsFigures() {
    QFETCH(int, group);
    QFETCH(QString, figures);
    LedgerEntry entry;
    entry.key = QTest::currentDataTag();
    entry.group = static_cast<LedgerGroup>(group);
    QString touched;
    for (int i = 0; i < kFigureKinds; ++i) {
        touched += touches(entry, static_cast<FigureKind>(i)) ? QStringLiteral("okmv").mid(i, 1) : QString();
    }
    QCOMPARE(touched, figures);
}

void TouchedFiguresTest::aLedgerSaysWhatTouchesAFigure() {
    TraceAnalyses analyses(brokenSession());
    const auto ledger = analyses.ledger();
    const auto keysOf = [&](FigureKind figures) {
        QStringList keys;
        for (const LedgerEntry* entry : touching(*ledger, figures)) {
            keys << QString::fromStdString(entry->key);
        }
        return keys;
    };
    QCOMPARE(keysOf(FigureKind::Operators), QStringList{"child-outside-parent"});
    QCOMPARE(keysOf(FigureKind::Memory), QStringList{"free-without-allocation"});
    QCOMPARE(keysOf(FigureKind::Kernels), QStringList());
}

void TouchedFiguresTest::aLedgerIsMadeOnce() {
    TraceAnalyses analyses(brokenSession());
    std::stop_source stopped;
    stopped.request_stop();
    QVERIFY(analyses.ledger(stopped.get_token()) == nullptr);
    const auto first = analyses.ledger();
    QVERIFY(first != nullptr);
    QCOMPARE(analyses.ledger(), first);
}

int run_tst_touched_figures(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TouchedFiguresTest>(argc, argv);
}
#include "tst_touched_figures.moc"
