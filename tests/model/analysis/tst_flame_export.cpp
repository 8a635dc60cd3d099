// Flame graphs for other tools: what stands in the files, and how they leave memory.
#include "model/analysis/flame/FlameExport.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace lanes;

namespace {

std::shared_ptr<const FlameTree> treeOf(test::TraceSketch& sketch) {
    return FlameTree::build(*OperatorData::build(sketch.build()), {});
}

// What a writer gave away, together and in its largest piece.
struct Written {
    std::string text;
    std::size_t largest = 0;

    TextTaker taker() {
        return [this](std::string_view piece) {
            text += piece;
            largest = std::max(largest, piece.size());
        };
    }
};

Written collapsed(const FlameTree& tree, FlameWeight weight = FlameWeight::CpuTime) {
    Written written;
    writeCollapsedStacks(tree, weight, written.taker());
    return written;
}

Written speedscope(const FlameTree& tree) {
    Written written;
    writeSpeedscopeProfile(tree, FlameWeight::CpuTime, "a.json", written.taker());
    return written;
}

// Each call in the one before it, all of them with a nanosecond of their own at both ends.
std::shared_ptr<const FlameTree> nested(int depth) {
    test::TraceSketch sketch;
    for (int i = 0; i < depth; ++i) {
        sketch.op("main", "call " + std::to_string(i), i, 2 * (depth - i));
    }
    return treeOf(sketch);
}

} // namespace

class TestFlameExport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyStackWithTimeOfItsOwnIsALine();
    void linesGoBackToAnyCaller();
    void namesStayOnTheirLine();
    void deepStacksLeaveOneByOne();
    void speedscopeHoldsTheSameStacks();
    void speedscopeLeavesInPieces();
    void speedscopeGrowsAsTheTree();
    void linesAreCountedBefore();
};

void TestFlameExport::everyStackWithTimeOfItsOwnIsALine() {
    test::TraceSketch sketch;
    sketch.op("main", "outer", 0, 100); // all of it inside the next two
    sketch.op("main", "left", 0, 40);
    sketch.op("main", "right", 40, 60);
    sketch.op("main", "leaf", 50, 10);
    const auto tree = treeOf(sketch);
    QCOMPARE(collapsed(*tree).text, std::string("outer;left 40\nouter;right 50\nouter;right;leaf 10\n"));
    QCOMPARE(collapsed(*tree, FlameWeight::Count).text,
             std::string("outer 1\nouter;left 1\nouter;right 1\nouter;right;leaf 1\n"));
    QCOMPARE(collapsed(*tree, FlameWeight::AllocatedBytes).text, std::string());
}

// Nodes stand in the order in which their paths were first seen: later calls hang below earlier ones.
void TestFlameExport::linesGoBackToAnyCaller() {
    test::TraceSketch sketch;
    for (const TimeNs at : {TimeNs(0), TimeNs(1000), TimeNs(2000)}) {
        sketch.op("main", at == 1000 ? "other" : "step", at, 100);
        sketch.op("main", "forward", at + 10, 50);
        sketch.op("main", at == 0 ? "linear" : "softmax", at + 20, 10);
    }
    std::string lines = collapsed(*treeOf(sketch)).text;
    std::vector<std::string> sorted;
    for (std::size_t end = 0; (end = lines.find('\n')) != std::string::npos; lines.erase(0, end + 1)) {
        sorted.push_back(lines.substr(0, end));
    }
    std::ranges::sort(sorted);
    const std::vector<std::string> expected{
        "other 50",        "other;forward 40",       "other;forward;softmax 10", "step 100",
        "step;forward 80", "step;forward;linear 10", "step;forward;softmax 10"};
    QCOMPARE(sorted, expected);
}

void TestFlameExport::namesStayOnTheirLine() {
    test::TraceSketch sketch;
    sketch.op("main", "a;b\nc", 0, 10);
    QCOMPARE(collapsed(*treeOf(sketch)).text, std::string("a b c 10\n"));
}

void TestFlameExport::deepStacksLeaveOneByOne() {
    constexpr int kDeep = 300;
    const Written written = collapsed(*nested(kDeep));
    QCOMPARE(std::ranges::count(written.text, '\n'), kDeep);
    const std::size_t lastLine = written.text.size() - written.text.rfind('\n', written.text.size() - 2) - 1;
    QCOMPARE(written.largest, lastLine);
}

void TestFlameExport::speedscopeHoldsTheSameStacks() {
    test::TraceSketch sketch;
    sketch.op("main", "outer", 0, 100);
    sketch.op("main", "inner", 0, 40);
    const QByteArray text = QByteArray::fromStdString(speedscope(*treeOf(sketch)).text);
    const QJsonObject document = QJsonDocument::fromJson(text).object();
    const QJsonArray frames = document["shared"]["frames"].toArray();
    const QJsonObject profile = document["profiles"][0].toObject();
    QStringList events;
    for (const QJsonValue event : profile["events"].toArray()) {
        events += event["type"].toString() + ' ' + frames[event["frame"].toInt()]["name"].toString() + ' ' +
                  QString::number(event["at"].toInt());
    }
    QCOMPARE(profile["type"].toString(), QStringLiteral("evented"));
    QCOMPARE(events, QStringList({"O outer 0", "O inner 60", "C inner 100", "C outer 100"}));
    QCOMPARE(profile["endValue"].toInt(), 100);
    QCOMPARE(profile["unit"].toString(), QStringLiteral("nanoseconds"));
}

void TestFlameExport::speedscopeLeavesInPieces() {
    constexpr int kDeep = 300;
    const Written written = speedscope(*nested(kDeep));
    const auto events = QJsonDocument::fromJson(QByteArray::fromStdString(written.text))
                            .object()["profiles"][0]["events"]
                            .toArray();
    QCOMPARE(events.size(), 2 * kDeep);
    QVERIFY2(written.largest * 2 < written.text.size(), qPrintable(QString::number(written.largest)));
}

void TestFlameExport::speedscopeGrowsAsTheTree() {
    const std::size_t once = speedscope(*nested(2'000)).text.size();
    const std::size_t twice = speedscope(*nested(4'000)).text.size();
    QVERIFY2(twice < 5 * once / 2, qPrintable(QString("%1 and %2").arg(once).arg(twice)));
}

void TestFlameExport::linesAreCountedBefore() {
    const auto tree = nested(300);
    const std::size_t numbers = 300 * 2; // their weights, which are not counted
    const std::size_t written = collapsed(*tree).text.size();
    const std::size_t counted = collapsedStacksBytes(*tree, FlameWeight::CpuTime);
    QVERIFY2(counted + numbers >= written && counted <= written,
             qPrintable(QString("%1 and %2").arg(counted).arg(written)));
}

int run_tst_flame_export(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestFlameExport>(argc, argv);
}
#include "tst_flame_export.moc"
